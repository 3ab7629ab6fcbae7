"""A game with people at it, as a value: no clock, no network, no database.

A `Table` is worked out from its opening and its entries, one after the other, with
`after`. What everybody may know is told in numbered events, the story; what a seat has
decided and nobody may know yet is sealed. The table's game is the game as told: sealed
decisions are played on it when the action ends, in the order of the seats.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic_core import to_json

from rowlock.dice import Roll
from rowlock.events import Seat, as_json
from rowlock.fair import FairDice, fair_tags, mix_of, real_tags
from rowlock.game import Game, Phase
from rowlock.moves import Decision, Pass, Pick, parse_move
from rowlock.record import Move, Played, Record, play_move
from rowlock.server.entries import (
    Added,
    Decided,
    Entry,
    Handed,
    Left,
    Removed,
    Sat,
    Seeded,
    Started,
    Stopped,
    TakenBack,
    Threw,
    TimedOut,
    Undone,
)
from rowlock.server.opening import Opening, Place, told_apart
from rowlock.server.store import Stage

__all__ = ["TAIL", "Table"]

TAIL = 200
"""How many events a table remembers for those who come back; a longer gap gets the whole view."""

_PASS = Pass()
_NOBODY: Mapping[Seat, tuple[Decision, ...]] = {}


@dataclass(slots=True, repr=False)
class Table:
    """A table after so many entries. It is a value: nobody changes it but `after`, a copy."""

    opening: Opening
    places: tuple[Place, ...]
    at: float  # when the present action began
    n: int = 0  # how many entries it was worked out from
    v: int = 0  # how many events were told
    stage: Stage = Stage.WAITING
    game: Game | None = None  # as told; none before the start
    moves: tuple[Move, ...] = ()
    story: tuple[str, ...] = ()  # the last events as JSON; the very last has number v
    sealed: Mapping[Seat, tuple[Decision, ...]] = field(default_factory=dict)
    ahead: Decision | None = None  # the active seat's colour decision, given in the white action
    again: bool = False  # that decision had become illegal, so the seat is asked again
    changes: Mapping[Seat, int] = field(default_factory=dict)  # decisions given in this action
    seeds: tuple[str, ...] = ()  # of the seats, when the game started
    first: Seat = 0
    stopped: str = ""
    rematch: str = ""
    _own: dict[Seat, tuple[Game, tuple[Decision, ...], Game]] = field(
        default_factory=dict, compare=False
    )  # what `own` has worked out; copies share it, for most seats stay as they are
    _waiting: tuple[Seat, ...] | None = field(default=None, compare=False)  # asked often, too

    @classmethod
    def opened(cls, opening: Opening, at: float) -> Table:
        """A table nobody has touched since it was opened."""
        return cls(opening, opening.places, at)

    def __repr__(self) -> str:
        return f"Table({self.id!r}, n={self.n})"  # it knows secrets, so it shows nothing else

    # Questions

    @property
    def id(self) -> str:
        """The id of the table, which its link carries."""
        return self.opening.table

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
        return FairDice(self.opening.server_seed, self.id, mix_of(self.seeds))

    @property
    def lot(self) -> bool:
        """Whether the server draws by lot who rolls first."""
        return self.opening.options.first is None and not self.opening.options.real_dice

    @property
    def record(self) -> Record:
        """The game as it is written, with all that is told so far and nothing sealed."""
        codes = [place.bot or "you" for place in self.places]
        dice = (
            real_tags(self.id)
            if self.opening.options.real_dice
            else fair_tags(self.dice, lot=self.lot, revealed=self.stage is Stage.DONE)
        )
        return Record(
            self.opening.variant,
            len(self.places),
            self.first,
            self.moves,
            names=tuple(place.name for place in self.places),
            tags=(("Date", self.opening.date), ("Players", " ".join(codes)), *dice),
        )

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
        if not self.sealed.get(seat):
            return False
        own = self.own(seat)  # the last to answer may already be asked in the next action
        return own.phase is not game.phase or seat not in own.to_move()

    def waiting_for(self) -> tuple[Seat, ...]:
        """The seats that still owe a decision, or the roll."""
        if self._waiting is None:
            self._waiting = self._owing()
        return self._waiting

    def _owing(self) -> tuple[Seat, ...]:
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
        if game is None or self.stage is not Stage.PLAYING:
            return ()
        fresh = game.legal(seat)
        if self.sealed.get(seat) and fresh:
            picks = [d for d in self.own(seat).legal(seat) if isinstance(d, Pick)]
            return (*picks, *fresh)
        return fresh

    def colour_ahead(self, seat: Seat) -> tuple[Decision, ...]:
        """The colour decisions that the active seat may give while the white action goes on."""
        game = self.game
        if self.phase is not Phase.WHITE or game is None or seat != game.active:
            return ()
        return (*self.own(seat).colour_marks(seat), _PASS)

    def held_by(self, holder: str) -> tuple[Seat, ...]:
        """The seats of a holder."""
        held = [seat for seat, place in enumerate(self.places) if place.holder == holder]
        return tuple(held) if holder else ()

    # What happens

    def after(self, at: float, entry: Entry) -> Table:
        """The table after one more entry. Entries were checked when they were proposed.

        This table stays as it is: the changes below are made to a copy.
        """
        table = replace(self, n=self.n + 1, _waiting=None)
        table._take(at, entry)
        # All that this entry told is there, however much it is.
        table.story = table.story[-max(TAIL, table.v - self.v) :]
        return table

    def _take(self, at: float, entry: Entry) -> None:
        match entry:
            case Decided():
                self._decide(entry, at)
            case Threw(_, roll):
                self.at = at
                self._play(Roll.parse(roll))
                self._begin_action()
                self._settle(at)
            case Undone(seat, _, phase):
                self._undo(seat, phase)
            case TimedOut():
                self._time_out(at)
            case Sat() | Left() | Added() | Removed():
                self._seat(entry)
            case Seeded(holder, seed):
                self.places = tuple(
                    replace(p, seed=seed) if p.holder == holder else p for p in self.places
                )
            case Started():
                self._start(at)
            case Handed(seat, bot):
                self._stand_in(seat, bot)
                self._tell({"event": "handed", "seat": seat + 1, "bot": bot})
            case TakenBack(seat):
                self._stand_in(seat, "")
                self._tell({"event": "taken_back", "seat": seat + 1})
            case Stopped(why):
                self.stopped = why
                self._tell({"event": "stopped", "why": why})
                self._end()
            case _:
                self.rematch = entry.table
                self._tell({"event": "rematch", "table": entry.table})

    # Before the game

    def _seat(self, entry: Sat | Left | Added | Removed) -> None:
        places = list(self.places)
        match entry:
            case Sat(seat, name, holder):
                seeds = [place.seed for place in places if place.holder == holder]
                places[seat] = Place(name=name, holder=holder, seed=seeds[0] if seeds else "")
            case Left(seat):
                places[seat] = Place()
            case Added(bot):
                name = told_apart(bot, [place.name for place in places])
                places.append(Place(name=name if bot else "", bot=bot))
            case _:
                del places[entry.seat]
        self.places = tuple(places)
        self._tell({"event": "seated", "places": [place.shown() for place in places]})

    def _start(self, at: float) -> None:
        self.stage, self.at = Stage.PLAYING, at
        self.seeds = tuple(place.seed for place in self.places)
        seats, chosen = len(self.places), self.opening.options.first or 0
        self.first = self.dice.lot(seats) if self.lot else chosen % seats
        self.game = Game.start(self.opening.variant, seats, self.first)
        said = {"first": self.first + 1, "lot": self.lot, "mix": self.dice.mix}
        self._tell({"event": "started", **said})

    def _stand_in(self, seat: Seat, bot: str) -> None:
        places = list(self.places)
        places[seat] = replace(places[seat], stand_in=bot)
        self.places = tuple(places)

    # The game

    def _begin_action(self) -> None:
        """Answer for every seat that has no choice."""
        game = self.game
        assert game is not None
        forced = [seat for seat in sorted(game.to_move()) if game.legal(seat) == (_PASS,)]
        self.sealed, self.changes = dict.fromkeys(forced, (_PASS,)), {}

    def _decide(self, entry: Decided, at: float) -> None:
        assert self.game is not None
        seat, decision = entry.seat, parse_move(entry.decision)
        self.changes = {**self.changes, seat: self.changes.get(seat, 0) + 1}
        if entry.phase == Phase.COLOUR.value and self.game.phase is Phase.WHITE:
            self.ahead = decision
            return
        answered = self.answered(seat)
        before = self.sealed.get(seat, ()) if isinstance(decision, Pick) else ()
        self.sealed = {**self.sealed, seat: (*before, decision)}
        self.again = False
        self._tell_answer(seat, answered)
        self._settle(at)

    def _undo(self, seat: Seat, phase: str) -> None:
        assert self.game is not None
        if phase == Phase.COLOUR.value and self.game.phase is Phase.WHITE:
            self.ahead = None
            return
        answered = self.answered(seat)
        left = {**self.sealed, seat: self.sealed[seat][:-1]}
        self.sealed = {seat: given for seat, given in left.items() if given}
        self._tell_answer(seat, answered)

    def _time_out(self, at: float) -> None:
        """Close the action: a pass, or the first row of a tie, for all that did not answer."""
        for seat in self._owing():
            self._tell({"event": "timed_out", "seat": seat + 1})
            while not self.answered(seat):
                legal = self.own(seat).legal(seat)
                choice = legal[0] if isinstance(legal[0], Pick) else _PASS
                self.sealed = {**self.sealed, seat: (*self.sealed.get(seat, ()), choice)}
        self._settle(at)

    def _settle(self, at: float) -> None:
        """Tell what can be told: an action that everybody has answered, and what follows."""
        while True:
            game = self.game
            if game is None or game.phase not in (Phase.WHITE, Phase.COLOUR):
                return
            if self.opening.options.open_white and game.phase is Phase.WHITE:
                ready = [seat for seat in sorted(game.to_move()) if self.answered(seat)]
            else:
                ready = [] if self._owing() else sorted(game.to_move())
            if not ready:
                return
            for seat in ready:
                for decision in self.sealed[seat]:
                    self._play(Played(seat, decision))
            after = self.game
            assert after is not None
            if after.phase is game.phase:  # an open white action that goes on
                left = [seat for seat in self.sealed if seat not in ready]
                self.sealed = {seat: self.sealed[seat] for seat in left}
                return
            self.at, self.sealed, self.changes, self.again = at, _NOBODY, {}, False
            if after.phase is Phase.COLOUR:
                self._begin_colour(after)
            elif after.over:
                self._end()

    def _begin_colour(self, game: Game) -> None:
        """Play the colour decision given ahead if it is still legal; else ask, or pass."""
        ahead, self.ahead = self.ahead, None
        if ahead is not None and ahead in game.legal(game.active):
            self.sealed = {game.active: (ahead,)}
        else:
            self._begin_action()
            self.again = ahead is not None and not self.sealed

    def _play(self, move: Move) -> None:
        """Play a move for all to see."""
        assert self.game is not None
        self.game, events = play_move(self.game, move)
        self.moves = (*self.moves, move)
        self._tell(*map(as_json, events))

    def _end(self) -> None:
        self.stage, self.sealed, self.ahead, self.again = Stage.DONE, _NOBODY, None, False
        if not self.opening.options.real_dice:
            self._tell({"event": "revealed", "server_seed": self.opening.seed})

    # The story

    def _tell_answer(self, seat: Seat, before: bool) -> None:
        """Tell that a seat has answered, or thinks again; never what it decided."""
        now = self.answered(seat)
        if now == before:
            return
        told_at_once = self.opening.options.open_white or not self._owing()
        if not (now and told_at_once):
            self._tell({"event": "answered" if now else "thinking", "seat": seat + 1})

    def _tell(self, *events: dict[str, Any]) -> None:
        numbered = enumerate(events, self.v + 1)
        self.story = (*self.story, *(to_json({"v": v, **said}).decode() for v, said in numbered))
        self.v += len(events)
