"""One playing of a variant, as a value: every move gives a new `Game` and what happened.

A turn is: roll, white action (everybody at once), colour action (the active seat).
Chance comes in from outside (`rolled`), so nothing here draws a number.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import NamedTuple, TypeVar

from rowlock.dice import Dice, Roll
from rowlock.errors import IllegalMove
from rowlock.events import (
    Cause,
    Closed,
    Ended,
    Ending,
    Event,
    Missed,
    Passed,
    Rolled,
    Seat,
)
from rowlock.moves import Decision, Mark, Pass, Pick
from rowlock.pen import Pen, struck
from rowlock.rules import Effect
from rowlock.score import Tally
from rowlock.sheet import COLOURS, Cell, Colour, Sheet
from rowlock.variant import MAX_SEATS, Variant

__all__ = ["Game", "Outcome", "Phase", "Step"]

_PASS = Pass()
T = TypeVar("T")


class Phase(Enum):
    """What the game waits for."""

    ROLL = "roll"
    WHITE = "white"
    COLOUR = "colour"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: why, every seat's points, and who won (several if tied)."""

    ending: Ending
    tallies: tuple[Tally, ...]
    winners: tuple[Seat, ...]

    @property
    def totals(self) -> tuple[int, ...]:
        """The final points of each seat."""
        return tuple(tally.total for tally in self.tallies)

    def event(self) -> Ended:
        """The end as it is told."""
        return Ended(self.ending, self.totals, self.winners)


class Step(NamedTuple):
    """The game after a move, and what happened on the way."""

    game: Game
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """A game in progress or over. Make one with `Game.start` or `Game.at`."""

    variant: Variant  # what is played: its pages, its rules, how it ends
    sheets: tuple[Sheet, ...]  # of every seat, in the order of seats
    active: Seat  # who rolled, or has to roll
    turn: int  # from 1
    phase: Phase  # ROLL, WHITE, COLOUR or OVER
    roll: Roll | None  # the dice that lie on the table
    closed: frozenset[Colour]  # for everybody; locks of this action are not in it yet
    waiting: frozenset[Seat]  # who still owes a decision in this action
    pending: tuple[tuple[Effect, ...], ...]  # a seat's unsettled effects, if it must pick
    before: tuple[Sheet, ...]  # the sheets as they were when the turn began
    _legal: dict[Seat, tuple[Decision, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @classmethod
    def start(cls, variant: Variant, seats: int = 2, first: Seat = 0) -> Game:
        """A new game; `first` is the seat that rolls first."""
        _check_seats(seats)
        sheets = [Sheet(variant.page(seat)) for seat in range(seats)]
        return cls.at(variant, sheets, active=first)

    @classmethod
    def at(
        cls,
        variant: Variant,
        sheets: Iterable[Sheet],
        active: Seat = 0,
        closed: Iterable[Colour] = (),
        turn: int = 1,
    ) -> Game:
        """A game before a roll, from sheets as they lie on the table.

        Rows locked on a sheet are closed; `closed` may add others.
        """
        sheets = tuple(sheets)
        _check_seats(len(sheets))
        if not 0 <= active < len(sheets):
            raise IllegalMove(f"the first to roll is one of {len(sheets)} seats, not {active + 1}")
        for seat, sheet in enumerate(sheets):
            if sheet.page not in variant.pages:
                raise IllegalMove(
                    f"seat {seat + 1} has a sheet of {sheet.page.title}; expected {variant.key}"
                )
        shut = frozenset(closed) | _locked(sheets)
        for row in sorted(shut):
            sheets = _after_close(variant, sheets, row)
        over = len(shut) >= variant.end_locks or any(
            sheet.misses >= variant.end_misses for sheet in sheets
        )
        return cls(
            variant=variant,
            sheets=sheets,
            active=active,
            turn=turn,
            phase=Phase.OVER if over else Phase.ROLL,
            roll=None,
            closed=shut,
            waiting=frozenset(),
            pending=((),) * len(sheets),
            before=sheets,
        )

    # Questions

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.sheets)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase is Phase.OVER

    @property
    def dice(self) -> Dice:
        """The dice in play: closing a row takes the die of its lock away."""
        return Dice(self.variant.faces, frozenset(COLOURS) - self.closed)

    def to_move(self) -> frozenset[Seat]:
        """The seats that owe a decision; nobody while the dice are to be rolled."""
        return self.waiting

    def legal(self, seat: Seat) -> tuple[Decision, ...]:
        """Every decision this seat may take now; none if nothing is asked of it.

        Marks come first, in the order of rows or dice, and a pass last.
        """
        if seat not in self.waiting:
            return ()
        if seat not in self._legal:
            self._legal[seat] = self._decisions(seat)
        return self._legal[seat]

    def able_picks(self, seat: Seat) -> tuple[Pick, ...]:
        """While a tie is asked, the picks of rows that can take a cross; there is always one.

        In the other tied rows the crosses lapse.
        """
        if not self.pending[seat]:
            return ()
        return tuple(map(Pick, self.pending[seat][0].able(self.sheets[seat], self.closed)))

    def white_marks(self, seat: Seat) -> tuple[Mark, ...]:
        """What the announced sum allows on this seat's sheet as it is."""
        if self.roll is None:
            return ()
        sheet, announced, closed = self.sheets[seat], self.roll.announced, self.closed
        cells = sheet.page.by_number.get(announced, ())
        marks = [_mark(c) for c in cells if c.row not in closed and sheet.can_cross(c)]
        # An offered cross of the very number announced is the same move: listed once.
        offered = self.variant.offers(sheet, announced, closed)
        return (*marks, *(_mark(cell, True) for cell in offered if cell.number != announced))

    def offered_by(self, seat: Seat, mark: Mark) -> str:
        """The name of the rule that offers a cell to this seat in the white action."""
        assert self.roll is not None
        sheet, announced = self.sheets[seat], self.roll.announced
        return self.variant.offers(sheet, announced, self.closed)[sheet.page.cells[mark.cell]]

    def colour_marks(self, seat: Seat) -> tuple[Mark, ...]:
        """What a white and a coloured die allow on this seat's sheet as it is.

        It may be asked before the colour action has come, by whoever plans ahead.
        """
        if self.roll is None:
            return ()
        sheet, closed, cells = self.sheets[seat], self.closed, self.sheets[seat].page.by_colour
        return tuple(
            _mark(cell)
            for colour in COLOURS
            for number in self.roll.sums(colour)
            for cell in cells.get((colour, number), ())
            if cell.row not in closed and sheet.can_cross(cell)
        )

    def due(self) -> str:
        """What the game waits for, in words."""
        if self.phase is Phase.OVER:
            return "the game is over"
        if self.phase is Phase.ROLL:
            return f"seat {self.active + 1} has to roll first"
        seats = ", ".join(str(seat + 1) for seat in sorted(self.waiting))
        return f"the {self.phase.value} action waits for seat {seats}"

    def tally(self, seat: Seat) -> Tally:
        """The points a seat has now."""
        return self.variant.tally(self.sheets[seat])

    def outcome(self) -> Outcome | None:
        """How the game ended, or nothing while it is played."""
        if not self.over:
            return None
        tallies = tuple(self.variant.tally(sheet) for sheet in self.sheets)
        best = max(tally.total for tally in tallies)
        missed = any(sheet.misses >= self.variant.end_misses for sheet in self.sheets)
        return Outcome(
            ending=Ending.MISSES if missed else Ending.LOCKS,
            tallies=tallies,
            winners=tuple(seat for seat, tally in enumerate(tallies) if tally.total == best),
        )

    def view(self, seat: Seat | None) -> Game:
        """The game as one seat may see it: what others decided in this white action is sealed.

        Since the white action does not depend on order, this is the game in which only
        this seat has decided so far. No seat (None) sees nobody's decision.
        """
        seats = range(self.seats)
        sealed = [s for s in seats if s != seat and (s not in self.waiting or self.pending[s])]
        if self.phase is not Phase.WHITE or not sealed:
            return self
        view = Game(
            self.variant,
            tuple(self.before[s] if s in sealed else self.sheets[s] for s in seats),
            self.active,
            self.turn,
            self.phase,
            self.roll,
            self.closed,
            self.waiting.union(sealed),
            tuple(() if s in sealed else self.pending[s] for s in seats),
            self.before,
        )
        if seat is not None:
            view._legal[seat] = self.legal(seat)  # its own sheet is the same
        return view

    # Moves

    def rolled(self, roll: Roll) -> Step:
        """The game after the active seat's roll."""
        if self.phase is not Phase.ROLL:
            raise IllegalMove(f"no roll is due: {self.due()}")
        self.dice.check(roll)
        everybody = frozenset(range(self.seats))
        game = self._next(phase=Phase.WHITE, roll=roll, waiting=everybody)
        return Step(game, (Rolled(self.active, roll),))

    def apply(self, seat: Seat, decision: Decision) -> Step:
        """The game after a seat's decision; an illegal one changes nothing."""
        if decision not in self.legal(seat):
            raise self._refusal(seat, decision)
        pen = Pen(self.variant.rules, self.closed, seat, self.sheets[seat], self.pending[seat])
        if isinstance(decision, Mark):
            cell = pen.sheet.page.cells[decision.cell]
            pen.cross(cell, *self._cause(seat, decision))
        elif isinstance(decision, Pick):
            pen.pick(decision.row)
        else:
            pen.events.append(Passed(seat))
        pen.settle()
        game = self._next(
            sheets=_put(self.sheets, seat, pen.sheet),
            waiting=self.waiting if pen.effects else self.waiting - {seat},
            pending=_put(self.pending, seat, pen.effects),
        )
        if not game.waiting:
            game = game._end_action(pen.events)
        return Step(game, tuple(pen.events))

    # Inside

    def _decisions(self, seat: Seat) -> tuple[Decision, ...]:
        if self.pending[seat]:
            return tuple(map(Pick, self.pending[seat][0].asks(self.sheets[seat], self.closed)))
        white = self.phase is Phase.WHITE
        return (*(self.white_marks(seat) if white else self.colour_marks(seat)), _PASS)

    def _cause(self, seat: Seat, mark: Mark) -> tuple[Cause, str]:
        """Why a seat may cross a cell, and the rule that offers it if one does."""
        if self.phase is Phase.COLOUR:
            return Cause.COLOUR, ""
        if not mark.offered:
            return Cause.WHITE, ""
        return Cause.OFFERED, self.offered_by(seat, mark)

    def _end_action(self, events: list[Event]) -> Game:
        """Everybody has decided: rows close, and the game goes on or ends."""
        sheets = self.sheets
        closing = _locked(sheets) - self.closed
        for row in sorted(closing):
            lockers = tuple(s for s, sheet in enumerate(sheets) if sheet.locked(row))
            events.append(Closed(row, lockers))
            after = _after_close(self.variant, sheets, row)
            for seat, (old, new) in enumerate(zip(sheets, after)):
                events += struck(seat, old, new)
            sheets = after
        closed = self.closed | closing
        over = len(closed) >= self.variant.end_locks
        if self.phase is Phase.WHITE and not over:
            assert self.roll is not None
            return self._next(
                phase=Phase.COLOUR,
                sheets=sheets,
                closed=closed,
                waiting=frozenset({self.active}),
                roll=self.roll.without(closing),
            )
        # The second lock ends the game at once: no colour action and no miss (ruling 3).
        if not over and not sheets[self.active].crossed_since(self.before[self.active]):
            missed = sheets[self.active].miss()
            sheets = _put(sheets, self.active, missed)
            events.append(Missed(self.active, missed.misses))
            over = missed.misses >= self.variant.end_misses
        if over:
            game = self._next(phase=Phase.OVER, sheets=sheets, closed=closed)
            outcome = game.outcome()
            assert outcome is not None
            events.append(outcome.event())
            return game
        return Game(
            self.variant,
            sheets,
            (self.active + 1) % self.seats,
            self.turn + 1,
            Phase.ROLL,
            None,
            closed,
            self.waiting,
            self.pending,
            sheets,
        )

    def _next(
        self,
        *,
        sheets: tuple[Sheet, ...] | None = None,
        phase: Phase | None = None,
        roll: Roll | None = None,
        closed: frozenset[Colour] | None = None,
        waiting: frozenset[Seat] | None = None,
        pending: tuple[tuple[Effect, ...], ...] | None = None,
    ) -> Game:
        """This game with some things changed; `dataclasses.replace` is four times slower."""
        return Game(
            self.variant,
            self.sheets if sheets is None else sheets,
            self.active,
            self.turn,
            self.phase if phase is None else phase,
            self.roll if roll is None else roll,
            self.closed if closed is None else closed,
            self.waiting if waiting is None else waiting,
            self.pending if pending is None else pending,
            self.before,
        )

    def _refusal(self, seat: Seat, decision: Decision) -> IllegalMove:
        legal = self.legal(seat)
        if not legal:
            return IllegalMove(f"seat {seat + 1} cannot play {decision} now: {self.due()}")
        action = "to settle a tie" if self.pending[seat] else f"in the {self.phase.value} action"
        return IllegalMove(
            f"seat {seat + 1} cannot play {decision} {action} of turn {self.turn} ({self.roll}); "
            f"expected one of {' '.join(map(str, legal))}"
        )


def _check_seats(seats: int) -> None:
    if not 1 <= seats <= MAX_SEATS:
        raise IllegalMove(f"a game has 1 to {MAX_SEATS} seats, not {seats}")


@cache
def _mark(cell: Cell, offered: bool = False) -> Mark:
    # The same few hundred marks are offered over and over: one object each.
    return Mark.of(cell, offered)


def _locked(sheets: Iterable[Sheet]) -> frozenset[Colour]:
    return frozenset(row for sheet in sheets for row in COLOURS if sheet.locked(row))


def _after_close(variant: Variant, sheets: tuple[Sheet, ...], row: Colour) -> tuple[Sheet, ...]:
    for rule in variant.rules:
        sheets = tuple(rule.after_close(sheet, row) for sheet in sheets)
    return sheets


def _put(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])
