"""A game with people at it, as a value: no clock, no network, no database.

A `Table` is worked out from its setup and its entries, one after the other, by
`progress.advance`. What everybody may know is told in numbered events, the story; what a
seat has decided and nobody may know yet is sealed. The table's game is the game as told: sealed
decisions are played on it when the action ends, in the order of the seats.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, NamedTuple

from rowlock.announcing import announced_rows, colours_ahead, locking_decisions
from rowlock.events import Seat
from rowlock.fair import FairDice, fair_tags, mix_of, real_tags
from rowlock.game import Game, Phase
from rowlock.moves import Decision, Pass, Pick
from rowlock.record import Move, Record
from rowlock.server.events import TableEvent
from rowlock.server.mixing import Mixing
from rowlock.server.setup import SeatState, TableSetup
from rowlock.server.stage import Stage
from rowlock.sheet import Colour, Sheet

__all__ = ["GivenHint", "Table"]

_PASS = Pass()
_PASSED = (_PASS,)
_ASKED = frozenset({"game", "stage", "sealed", "asked_again"})
"""What it depends on who is asked."""


class GivenHint(NamedTuple):
    """Who was given a hint, and for which decision: as everybody was told."""

    turn: int
    phase: Phase
    seat: Seat

    def __str__(self) -> str:
        return f"{self.turn}{self.phase.value[0]}{self.seat + 1}"


@dataclass(frozen=True, repr=False)
class Table:
    """A table after some entries. It is a value: `changed` gives another one."""

    setup: TableSetup
    seats: tuple[SeatState, ...]
    at: float  # when the present action began
    n: int = 0  # how many entries it was worked out from
    v: int = 0  # how many events were told
    stage: Stage = Stage.WAITING
    game: Game | None = None  # as told; none before the start
    moves: tuple[Move, ...] = ()
    story: tuple[TableEvent, ...] = ()  # the last events; the very last has number v
    sealed: Mapping[Seat, tuple[Decision, ...]] = field(default_factory=dict)
    ahead: Decision | None = None  # the active seat's colour decision, given in the white action
    again: bool = False  # that decision had become illegal, so the seat is asked again
    changes: Mapping[Seat, int] = field(default_factory=dict)  # decisions given in this action
    announced: Mapping[Seat, tuple[Colour, ...]] = field(default_factory=dict)  # locks told early
    announced_at: float = 0.0  # when the last of them was, and the number of its event
    announced_v: int = 0
    asked_again: frozenset[Seat] = frozenset()  # had answered before a lock they could make too
    hints: tuple[GivenHint, ...] = ()  # all that were given, one a decision at most
    mixing: Mixing | None = None  # between the host's start and that of the game
    seeds: tuple[str, ...] = ()  # of the seats, when the game started
    promised: tuple[str, ...] = ()  # their commitments; none if no seeds were called for
    first: Seat = 0
    stopped: str = ""
    rematch: str = ""
    disclosed: bool = False  # the seed of a daily game was told, when its day was over
    _own: dict[Seat, tuple[Game, tuple[Decision, ...], Game]] = field(
        default_factory=dict, compare=False
    )  # what `own` has worked out; copies share it, for most seats stay as they are

    @classmethod
    def fresh(cls, setup: TableSetup, at: float) -> Table:
        """A table nobody has touched since it was opened."""
        return cls(setup, setup.seats, at)

    def __repr__(self) -> str:
        return f"Table({self.id!r}, n={self.n})"  # it knows secrets, so it shows nothing else

    def changed(self, **changes: Any) -> Table:
        """A copy with these changes: as `dataclasses.replace`, at a seventh of its cost."""
        assert changes.keys() <= _FIELDS, f"unknown: {changes.keys() - _FIELDS}"
        copy = object.__new__(Table)
        known = copy.__dict__
        known.update(self.__dict__)
        known.update(changes)
        if not _ASKED.isdisjoint(changes):
            known.pop("_waiting", None)
        if "seats" in changes:
            known.pop("_held", None)
        return copy

    # Questions

    @property
    def id(self) -> str:
        """The id of the table, which its link carries."""
        return self.setup.id

    @property
    def turn(self) -> int:
        """The turn that is played; 0 before the start."""
        return self.game.turn if self.game else 0

    @property
    def phase(self) -> Phase | None:
        """What the game waits for; none if no game is being played."""
        return self.game.phase if self.game and self.stage is Stage.PLAYING else None

    @property
    def dice(self) -> FairDice:
        """The server's dice for this table."""
        return FairDice(self.setup.server_seed, self.setup.dice_name, mix_of(self.seeds))

    @property
    def lot(self) -> bool:
        """Whether the server draws by lot who rolls first."""
        return self.setup.options.first is None and not self.setup.options.real_dice

    @property
    def seed_told(self) -> bool:
        """Whether everybody may know the server's seed; that of a day rolls for others too."""
        return self.stage is Stage.DONE and (self.disclosed or not self.setup.daily)

    @property
    def record(self) -> Record:
        """The game as it is written, with all that is told so far and nothing sealed."""
        tags = real_tags(self.id)
        if not self.setup.options.real_dice:
            told, day = self.seed_told, self.setup.daily
            tags = fair_tags(self.dice, self.promised, lot=self.lot, revealed=told, day=day)
        if self.hints:
            tags = (("Hints", " ".join(map(str, self.hints))), *tags)
        return self.setup.record(self.seats, self.first, self.moves, tags)

    def own(self, seat: Seat) -> Game:
        """The game as this seat sees it: what it sealed itself is played, nothing else."""
        told, sealed = self.game, self.sealed.get(seat, ())
        assert told is not None
        known = self._own.get(seat)
        if known is not None and known[0] is told and known[1] == sealed:
            return known[2]
        game = told
        for decision in sealed:
            game = game.apply(seat, decision).game
        self._own[seat] = (told, sealed, game)
        return game

    def answered(self, seat: Seat) -> bool:
        """Whether nothing more is asked of this seat in this action."""
        game = self.game
        if game is None or self.stage is not Stage.PLAYING or seat not in game.to_move():
            return True
        return seat not in self.asked_again and self.gave_answer(seat)

    def gave_answer(self, seat: Seat) -> bool:
        """Whether a seat has decided, and settled its ties; it may still be asked once more."""
        game, given = self.game, self.sealed.get(seat)
        if game is None or not given:
            return False
        if given == _PASSED:
            return True  # no need to play it
        own = self.own(seat)  # the last to answer may already be asked in the next action
        return own.phase is not game.phase or seat not in own.to_move()

    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats that still owe a decision, or the roll."""
        return self._waiting

    @cached_property
    def _waiting(self) -> tuple[Seat, ...]:
        game = self.game
        if game is None or self.stage is not Stage.PLAYING:
            return ()
        if game.phase is Phase.ROLL:
            return (game.active,)
        return tuple(seat for seat in sorted(game.to_move()) if not self.answered(seat))

    def legal(self, seat: Seat) -> tuple[Decision, ...]:
        """What the seat may decide now: at first, or instead of what it has decided.

        While a tie is to be settled, the picks come first.
        """
        game = self.game
        if game is None or self.stage is not Stage.PLAYING or seat in self.announced:
            return ()  # a lock that was announced stays
        fresh = game.legal(seat)
        if fresh and self.sealed.get(seat, _PASSED) != _PASSED:
            picks = [d for d in self.own(seat).legal(seat) if isinstance(d, Pick)]
            return (*picks, *fresh)
        return fresh

    def lock_too(self, seat: Seat) -> tuple[Decision, ...]:
        """The decisions with which this seat, too, locks a row that others have announced."""
        if self.game is None or not self.announced or seat in self.announced:
            return ()
        rows, own = announced_rows(self.announced), self.own(seat)
        tie = own.pending[seat]
        picks = locking_decisions(own, seat, rows, self.game.sheets[seat]) if tie else ()
        return (*picks, *locking_decisions(self.game, seat, rows))

    def colour_ahead(self, seat: Seat) -> tuple[Decision, ...]:
        """The colour decisions that the active seat may give while the white action goes on."""
        game = self.game
        if self.phase is not Phase.WHITE or game is None or seat != game.active:
            return ()
        rows, before = announced_rows(self.announced), game.sheets[seat]
        return (*colours_ahead(self.own(seat), seat, rows, before), _PASS)

    def own_sheet(self, seat: Seat) -> Sheet:
        """The sheet of a seat, with what it sealed itself on it."""
        assert self.game is not None
        passed = self.sealed.get(seat, _PASSED) == _PASSED
        return self.game.sheets[seat] if passed else self.own(seat).sheets[seat]

    def held_by(self, holder: str) -> tuple[Seat, ...]:
        """The seats of a holder."""
        return self._held.get(holder, ())

    @cached_property
    def _held(self) -> dict[str, tuple[Seat, ...]]:
        held: dict[str, tuple[Seat, ...]] = {}
        for seat, state in enumerate(self.seats):
            if state.holder:
                held[state.holder] = (*held.get(state.holder, ()), seat)
        return held


_FIELDS = frozenset(each.name for each in fields(Table))
