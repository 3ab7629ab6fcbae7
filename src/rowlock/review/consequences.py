"""What a decision does to a seat's own sheet: crosses, points, cells that are lost, what is left.

All of it follows from what everybody can see when the decision is due. What others decide in the
same action is not known then, so that they are taken to cross nothing; locks that they announced
are on their sheets, and close their rows when the action ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache, cached_property
from itertools import product
from typing import NamedTuple

from rowlock.events import Cause, Completed, Event, Marked, Seat
from rowlock.game import Game, Phase
from rowlock.moves import Decision, Mark, Pick
from rowlock.pen import Pen
from rowlock.sheet import COLOURS, Cell, Colour, Sheet

__all__ = ["Consequence", "Worth", "can_lock", "open_cells", "ways"]

_POINT, _CHANCE, _GROWTH = 0.9, 3.5, 0.45
"""What a point now, a cell that is rolled as often as the likeliest number, and one cross in a row
before such a cell are worth at the end of a game, in points: fitted to what the trained values
expect of some 20,000 decisions in all variants. They only tell which of several true reasons weighs
most."""


class Worth(NamedTuple):
    """A sheet in rough points: what it has, what it has lost, and what may still grow."""

    points: float
    cells: float  # less than nothing: the cells that are lost, by how often they are rolled
    growth: float  # crosses in rows that can go on: the next ones count more

    @property
    def sum(self) -> float:
        """All of it."""
        return self.points + self.cells + self.growth


@cache
def ways(number: int, faces: int) -> int:
    """In how many of all rolls of two dice this is their sum."""
    return max(0, faces - abs(faces + 1 - number))


def open_cells(sheet: Sheet, row: Colour, closed: frozenset[Colour]) -> tuple[Cell, ...]:
    """The cells of a row to which the pen may still go, the last ones only if they can be earned.

    Those that a rule alone may cross are not among them.
    """
    if row in closed or sheet.locked(row):
        return ()
    reach, page = sheet.reach(row), sheet.page
    cells = page.rows[row].cells
    before = cells[reach : len(cells) - page.lock_cells]
    if can_lock(sheet, row, closed):
        return (*before, *cells[max(reach, len(cells) - page.lock_cells) :])
    return before


def can_lock(sheet: Sheet, row: Colour, closed: frozenset[Colour]) -> bool:
    """Whether this seat can still make crosses enough in a row to lock it."""
    if row in closed or sheet.locked(row):
        return False
    page = sheet.page
    cells, reach = page.rows[row].cells, sheet.reach(row)
    room = len(cells) - page.lock_cells - reach
    if sheet.marks[row].bit_count() + max(0, room) >= page.lock_needs:
        return True
    forced = {cell for part in page.parts for cell in part.forceable(sheet, closed)}
    forced = {cell for cell in forced if not sheet.crossed(cell)}
    room += sum(cell.row == row and cell.index < reach for cell in forced)
    return sheet.marks[row].bit_count() + room >= page.lock_needs


class Consequence:
    """What comes of one decision of a seat, in the turn in which it is taken."""

    def __init__(self, view: Game, seat: Seat, decision: Decision) -> None:
        self.view = view
        self.seat = seat
        self.decision = decision
        self.before = view.sheets[seat]
        self.sheet, self.events = _after(view, self.before, seat, decision)

    @property
    def cell(self) -> Cell | None:
        """The cell that is crossed, if the decision names one."""
        if isinstance(self.decision, Mark):
            return self.before.page.cells[self.decision.cell]
        return None

    @property
    def row(self) -> Colour | None:
        """The row of that cell, or the one that is picked."""
        return self.decision.row if isinstance(self.decision, Mark | Pick) else None

    @cached_property
    def closing(self) -> frozenset[Colour]:
        """The rows that are closed after this action whatever the seat does."""
        return self.view.closed.union(
            row for row in COLOURS if any(sheet.locked(row) for sheet in self.view.sheets)
        )

    @cached_property
    def closed(self) -> frozenset[Colour]:
        """The rows that are closed after it."""
        return self.closing.union(row for row in COLOURS if self.sheet.locked(row))

    @cached_property
    def locks(self) -> tuple[Colour, ...]:
        """The rows that it locks."""
        return tuple(
            row for row in COLOURS if self.sheet.locked(row) and not self.before.locked(row)
        )

    @cached_property
    def gained(self) -> int:
        """The points that it brings at once."""
        tally = self.view.variant.tally
        return tally(self.sheet).total - tally(self.before).total

    @cached_property
    def lost(self) -> tuple[Cell, ...]:
        """The cells that it gives up."""
        before = self.before.lost(self.closing)
        return tuple(cell for cell in self.sheet.lost(self.closed) if cell not in before)

    @property
    def lost_ways(self) -> int:
        """How often the numbers of these cells come up, in rolls of two dice."""
        return sum(ways(cell.number, self.view.variant.faces) for cell in self.lost)

    @cached_property
    def extra(self) -> int:
        """The crosses that come of it without being chosen."""
        marked = [event for event in self.events if isinstance(event, Marked)]
        return sum(event.cause is Cause.BONUS for event in marked)

    @cached_property
    def completed(self) -> tuple[str, ...]:
        """The signs of the badges whose cells are all crossed by it."""
        return tuple(event.badge for event in self.events if isinstance(event, Completed))

    # The rest of the turn

    @property
    def is_active(self) -> bool:
        """Whether it is this seat that rolled."""
        return self.seat == self.view.active

    @cached_property
    def ends_by_locks(self) -> bool:
        """Whether the game is over with it because enough rows are closed."""
        return len(self.closed) >= self.view.variant.end_locks

    @cached_property
    def later(self) -> tuple[Mark, ...]:
        """What a coloured die still allows after it, if its seat has that action before it."""
        view = self.view
        if not self.is_active or view.phase is not Phase.WHITE or self.ends_by_locks:
            return ()
        return self._ahead.colour_marks(self.seat)

    @cached_property
    def is_miss(self) -> bool:
        """Whether a miss comes of it: nothing is crossed in this turn, and nothing can be."""
        if not self.is_active or self.sheet.crossed_since(self.view.before[self.seat]):
            return False
        return not self.later

    @cached_property
    def is_last_miss(self) -> bool:
        """Whether that miss ends the game."""
        return self.is_miss and self.sheet.misses + 1 >= self.view.variant.end_misses

    @property
    def ends(self) -> bool:
        """Whether the game is over after it."""
        return self.ends_by_locks or self.is_last_miss

    @cached_property
    def miss_costs(self) -> int:
        """The points that a miss costs now."""
        tally = self.view.variant.tally
        return tally(self.sheet).total - tally(self.sheet.miss()).total

    @cached_property
    def lead(self) -> int:
        """The points ahead of the best other seat as it is, less than nothing if behind.

        There must be others.
        """
        tally = self.view.variant.tally
        sheet = self.sheet.miss() if self.is_miss else self.sheet
        others = (tally(other).total for s, other in enumerate(self.view.sheets) if s != self.seat)
        return tally(sheet).total - max(others)

    @cached_property
    def lead_if_joined(self) -> int | None:
        """The points ahead, or behind, if others lock too in this white action and so end the game.

        The fewest if they can do it in several ways, nothing if it depends on the way. None if
        this decision does not lead to such an end.
        """
        view, tally = self.view, self.view.variant.tally
        if not self.locks or self.ends_by_locks or view.phase is not Phase.WHITE:
            return None
        ways_to_answer = [
            {((), tally(view.sheets[other]).total)}.union(
                (answer.locks, tally(answer.sheet).total)
                for answer in (Consequence(view, other, each) for each in view.legal(other))
                if answer.locks
            )
            for other in range(view.seats)
            if other != self.seat
        ]
        own = tally(self.sheet).total
        leads = [
            own - max(total for _, total in answers)
            for answers in product(*ways_to_answer)
            if len(self.closed.union(*(rows for rows, _ in answers))) >= view.variant.end_locks
        ]
        if not leads:
            return None
        if min(leads) > 0:
            return min(leads)
        return min(0, max(leads))

    @cached_property
    def then(self) -> Consequence | None:
        """The colour decision that seems best after it, if something can be crossed there."""
        then = [self.followed_by(mark) for mark in self.later]
        best = max(then, key=lambda one: one.worth.sum, default=None)
        if best is None or (self._crossed and best.worth.sum <= self._worth(self.sheet).sum):
            return None
        miss = 0.0 if self._crossed else _POINT * self.miss_costs
        return best if best.worth.sum > self._worth(self.sheet).sum - miss else None

    def followed_by(self, later: Decision) -> Consequence:
        """What comes of one of the colour decisions after it."""
        return Consequence(self._ahead, self.seat, later)

    @cached_property
    def worth(self) -> Worth:
        """What the sheet is worth in rough points at the end of the turn."""
        if self.then is not None:
            return self.then.worth
        missed = self.is_active and not self._crossed and not self.ends_by_locks
        return self._worth(self.sheet.miss() if missed else self.sheet)

    @property
    def _crossed(self) -> bool:
        return self.sheet.crossed_since(self.view.before[self.seat])

    @cached_property
    def _ahead(self) -> Game:
        """The colour action after it, as far as it can be known."""
        view, gone = self.view, self.closed
        assert view.roll is not None
        sheets = tuple(self.sheet if s == self.seat else o for s, o in enumerate(view.sheets))
        roll = view.roll.without(gone)
        settled = ((),) * view.seats
        return replace(
            view, sheets=sheets, phase=Phase.COLOUR, roll=roll, closed=gone, pending=settled
        )

    def _worth(self, sheet: Sheet) -> Worth:
        closed, faces = self.closed, self.view.variant.faces
        lost = _often(sheet.lost(closed), faces)
        growth = sum(
            sheet.crosses(row) * _often(sheet.page.rows[row].cells[sheet.reach(row) :], faces)
            for row in COLOURS
            if row not in closed and not sheet.locked(row)
        )
        points = self.view.variant.tally(sheet).total
        return Worth(_POINT * points, -_CHANCE * lost, _GROWTH * growth)


def _often(cells: Iterable[Cell], faces: int) -> float:
    """How often these cells are rolled; 1 is that of the likeliest number."""
    return sum(ways(cell.number, faces) for cell in cells) / faces


def _after(
    view: Game, sheet: Sheet, seat: Seat, decision: Decision
) -> tuple[Sheet, tuple[Event, ...]]:
    """The sheet after a decision, and what happened on it; ties go where crosses can be made."""
    pen = Pen(view.variant.rules, view.closed, seat, sheet, view.pending[seat])
    if isinstance(decision, Mark):
        pen.cross(sheet.page.cells[decision.cell], Cause.WHITE)
    elif isinstance(decision, Pick):
        pen.pick(decision.row)
    pen.settle()
    while pen.effects:
        pen.pick(pen.effects[0].able(pen.sheet, pen.closed)[0])
        pen.settle()
    return pen.sheet, tuple(pen.events)
