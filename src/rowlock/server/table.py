"""A game with people at it, as a value: no clock, no network, no database.

A `Table` is worked out from its opening and its entries, one after the other, with
`after`. What everybody may know is told in numbered events, the story; what a seat has
decided and nobody may know yet is sealed. The table's game is the game as told: sealed
decisions are played on it when the action ends, in the order of the seats.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rowlock.dice import Roll
from rowlock.events import Seat, as_json
from rowlock.fair import FairDice, fair_tags, mix_of, real_tags
from rowlock.game import Game, Phase
from rowlock.moves import Decision, Pass, Pick, parse_move
from rowlock.record import Move, Played, Record
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

__all__ = ["TAIL", "Table", "Told"]

TAIL = 200
"""How many events a table remembers for those who come back; a longer gap gets the whole view."""

_PASS = Pass()
_NOBODY: Mapping[Seat, tuple[Decision, ...]] = {}


@dataclass(frozen=True, slots=True)
class Told:
    """An event of the story: its number, and what it says, as JSON."""

    v: int
    said: str


@dataclass(frozen=True, slots=True, repr=False)
class Table:
    """A table after so many entries."""

    opening: Opening
    places: tuple[Place, ...]
    at: float  # when the present action began
    n: int = 0  # how many entries it was worked out from
    v: int = 0  # how many events were told
    stage: Stage = Stage.WAITING
    game: Game | None = None  # as told; none before the start
    moves: tuple[Move, ...] = ()
    story: tuple[Told, ...] = ()  # the last events
    sealed: Mapping[Seat, tuple[Decision, ...]] = field(default_factory=dict)
    ahead: Decision | None = None  # the active seat's colour decision, given in the white action
    again: bool = False  # that decision had become illegal, so the seat is asked again
    changes: Mapping[Seat, int] = field(default_factory=dict)  # decisions given in this action
    seeds: tuple[str, ...] = ()  # of the seats, when the game started
    first: Seat = 0
    stopped: str = ""
    rematch: str = ""

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
        game = self.game
        assert game is not None
        for decision in self.sealed.get(seat, ()):
            game = game.apply(seat, decision).game
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
        return tuple(i for i, place in enumerate(self.places) if holder and place.holder == holder)

    # What happens

    def after(self, at: float, entry: Entry) -> Table:
        """The table after one more entry. Entries were checked when they were proposed."""
        table = replace(self, n=self.n + 1)._after(at, entry)
        # All that this entry told is there, however much it is.
        tail = max(TAIL, table.v - self.v)
        return table if len(table.story) <= tail else replace(table, story=table.story[-tail:])

    def _after(self, at: float, entry: Entry) -> Table:
        table = self
        match entry:
            case Sat() | Left() | Added() | Removed():
                return table._seated(entry)
            case Seeded(holder, seed):
                places = tuple(
                    replace(p, seed=seed) if p.holder == holder else p for p in table.places
                )
                return replace(table, places=places)
            case Started():
                return table._started(at)
            case Threw(_, roll):
                return table._threw(Roll.parse(roll), at)
            case Decided():
                return table._decided(entry, at)
            case Undone(seat, _, phase):
                return table._undone(seat, phase)
            case TimedOut():
                return table._timed_out(at)
            case Handed(seat, bot):
                said = {"event": "handed", "seat": seat + 1, "bot": bot}
                return table._place(seat, stand_in=bot)._tell(said)
            case TakenBack(seat):
                said = {"event": "taken_back", "seat": seat + 1}
                return table._place(seat, stand_in="")._tell(said)
            case Stopped(why):
                return replace(table, stopped=why)._tell({"event": "stopped", "why": why})._done()
            case _:
                said = {"event": "rematch", "table": entry.table}
                return replace(table, rematch=entry.table)._tell(said)

    # Before the game

    def _seated(self, entry: Sat | Left | Added | Removed) -> Table:
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
        shown = [place.shown() for place in places]
        return replace(self, places=tuple(places))._tell({"event": "seated", "places": shown})

    def _started(self, at: float) -> Table:
        table = replace(
            self, stage=Stage.PLAYING, at=at, seeds=tuple(place.seed for place in self.places)
        )
        seats = len(table.places)
        first = table.dice.lot(seats) if self.lot else (self.opening.options.first or 0) % seats
        game = Game.start(self.opening.variant, seats, first)
        said = {"event": "started", "first": first + 1, "lot": self.lot, "mix": table.dice.mix}
        return replace(table, game=game, first=first)._tell(said)

    # The game

    def _threw(self, roll: Roll, at: float) -> Table:
        table = self._play(roll)
        return replace(table, at=at)._begin_action()._settled(at)

    def _begin_action(self) -> Table:
        """Answer for every seat that has no choice."""
        game = self.game
        assert game is not None
        forced = [seat for seat in sorted(game.to_move()) if game.legal(seat) == (_PASS,)]
        return replace(self, sealed=dict.fromkeys(forced, (_PASS,)), changes={})

    def _decided(self, entry: Decided, at: float) -> Table:
        assert self.game is not None
        seat, decision = entry.seat, parse_move(entry.decision)
        changes = {**self.changes, seat: self.changes.get(seat, 0) + 1}
        table = replace(self, changes=changes)
        if entry.phase == Phase.COLOUR.value and self.game.phase is Phase.WHITE:
            return replace(table, ahead=decision)
        answered = self.answered(seat)
        before = self.sealed.get(seat, ()) if isinstance(decision, Pick) else ()
        table = replace(table, sealed={**self.sealed, seat: (*before, decision)}, again=False)
        return table._tell_answer(seat, answered)._settled(at)

    def _undone(self, seat: Seat, phase: str) -> Table:
        assert self.game is not None
        if phase == Phase.COLOUR.value and self.game.phase is Phase.WHITE:
            return replace(self, ahead=None)
        answered = self.answered(seat)
        left = self.sealed[seat][:-1]
        sealed = {s: d for s, d in self.sealed.items() if s != seat}
        if left:
            sealed[seat] = left
        return replace(self, sealed=sealed)._tell_answer(seat, answered)

    def _timed_out(self, at: float) -> Table:
        """Close the action: a pass, or the first row of a tie, for all that did not answer."""
        table = self
        late = self.waiting_for()
        for seat in late:
            table = table._tell({"event": "timed_out", "seat": seat + 1})
            while not table.answered(seat):
                legal = table.own(seat).legal(seat)
                choice = legal[0] if isinstance(legal[0], Pick) else _PASS
                given = (*table.sealed.get(seat, ()), choice)
                table = replace(table, sealed={**table.sealed, seat: given})
        return table._settled(at)

    def _settled(self, at: float) -> Table:
        """Tell what can be told: an action that everybody has answered, and what follows."""
        table = self
        while True:
            game = table.game
            if game is None or game.phase not in (Phase.WHITE, Phase.COLOUR):
                return table
            if table.opening.options.open_white and game.phase is Phase.WHITE:
                ready = [seat for seat in sorted(game.to_move()) if table.answered(seat)]
            else:
                ready = [] if table.waiting_for() else sorted(game.to_move())
            if not ready:
                return table
            sealed = table.sealed
            for seat in ready:
                for decision in sealed[seat]:
                    table = table._play(Played(seat, decision))
            left = {seat: given for seat, given in sealed.items() if seat not in ready}
            table = replace(table, sealed=left)
            after = table.game
            assert after is not None
            if after.phase is game.phase:
                return table  # an open white action that goes on
            table = replace(table, at=at, sealed=_NOBODY, changes={}, again=False)
            if after.phase is Phase.COLOUR:
                table = table._begin_colour(after)
            elif after.over:
                return table._done()

    def _begin_colour(self, game: Game) -> Table:
        """Play the colour decision given ahead if it is still legal; else ask, or pass."""
        table = replace(self, ahead=None)
        if self.ahead is not None and self.ahead in game.legal(game.active):
            return replace(table, sealed={game.active: (self.ahead,)})
        table = table._begin_action()
        return replace(table, again=self.ahead is not None and not table.sealed)

    def _play(self, move: Move) -> Table:
        """Play a move for all to see."""
        assert self.game is not None
        if isinstance(move, Roll):
            game, events = self.game.rolled(move)
        else:
            game, events = self.game.apply(*move)
        return replace(self, game=game, moves=(*self.moves, move))._tell(*map(as_json, events))

    def _done(self) -> Table:
        table = replace(self, stage=Stage.DONE, sealed=_NOBODY, ahead=None, again=False)
        if self.opening.options.real_dice:
            return table
        seed = self.opening.server_seed.hex()
        return table._tell({"event": "revealed", "server_seed": seed})

    # The story

    def _tell_answer(self, seat: Seat, before: bool) -> Table:
        """Tell that a seat has answered, or thinks again; never what it decided."""
        now = self.answered(seat)
        told_at_once = self.opening.options.open_white or not self.waiting_for()
        if now == before or (now and told_at_once):
            return self
        return self._tell({"event": "answered" if now else "thinking", "seat": seat + 1})

    def _tell(self, *events: dict[str, Any]) -> Table:
        told = [
            Told(v, json.dumps({"v": v, **said}, ensure_ascii=False, separators=(",", ":")))
            for v, said in enumerate(events, self.v + 1)
        ]
        return replace(self, v=self.v + len(told), story=(*self.story, *told))

    def _place(self, seat: Seat, **changed: Any) -> Table:
        places = list(self.places)
        places[seat] = replace(places[seat], **changed)
        return replace(self, places=tuple(places))
