"""What one decision does to one sheet: a cross, its lock, and all that follows from it."""

from __future__ import annotations

from rowlock.events import Cause, Completed, Event, Lapsed, Marked, Seat, Struck
from rowlock.rules import Effect, Rule
from rowlock.sheet import Cell, Colour, Sheet

__all__ = ["Pen", "struck"]


class Pen:
    """A seat's pen during one decision: the sheet so far, what is still to settle, the events."""

    def __init__(
        self,
        rules: tuple[Rule, ...],
        closed: frozenset[Colour],
        seat: Seat,
        sheet: Sheet,
        effects: tuple[Effect, ...] = (),
    ) -> None:
        self.rules = rules
        self.closed = closed
        self.seat = seat
        self.sheet = sheet
        self.effects = effects
        self.events: list[Event] = []

    def cross(self, cell: Cell, cause: Cause, rule: str = "", forced: bool = False) -> None:
        """Cross a cell, then its lock, then ask the rules what follows.

        In this order, so that a badge on a locking cell finds the fields of its own row struck
        already (ruling 9). What follows is settled before all that waited (ruling 10).
        """
        before = self.sheet.force(cell) if forced else self.sheet.cross(cell)
        sheet = before
        lock = sheet.locks(cell)
        self.events.append(Marked(self.seat, cell, cause, lock, rule))
        caused: tuple[Effect, ...] = ()
        for each in self.rules:
            if lock:
                sheet = each.after_close(sheet, cell.row)
        for each in self.rules:
            sheet, effects = each.after_cross(sheet, cell)
            caused += effects
        if sheet is not before:
            self.events += struck(self.seat, before, sheet)
        self.sheet = sheet
        self.effects = caused + self.effects

    def pick(self, row: Colour) -> None:
        """Settle the choice that waits: this row it is."""
        effect, *rest = self.effects
        self.effects = tuple(rest)
        effect.settle(self, row)

    def settle(self) -> None:
        """Settle effects until none is left or a choice must be asked."""
        while self.effects:
            effect, *rest = self.effects
            rows = effect.asks(self.sheet, self.closed)
            if len(rows) > 1:
                return
            self.effects = tuple(rest)
            effect.settle(self, rows[0] if rows else None)

    # What effects may do

    def extra(self, cell: Cell, rule: str = "") -> None:
        """Cross a cell that may be crossed."""
        self.cross(cell, Cause.BONUS, rule)

    def force(self, cell: Cell, rule: str = "") -> None:
        """Cross a cell, whatever speaks against it."""
        self.cross(cell, Cause.BONUS, rule, forced=True)

    def lapse(self, row: Colour | None) -> None:
        """Tell that an extra cross is lost."""
        self.events.append(Lapsed(self.seat, row))

    def complete(self, badge: str) -> None:
        """Tell that all cells of a badge are crossed."""
        self.events.append(Completed(self.seat, badge))

    def push(self, *effects: Effect) -> None:
        """Let these be settled before all that waits."""
        self.effects = effects + self.effects


def struck(seat: Seat, old: Sheet, new: Sheet) -> tuple[Struck, ...]:
    """The events that tell which fields were struck, one for each strip where any were.

    A rule strikes fields and nothing else: nobody would be told of the rest.
    """
    if new.crossed_since(old) or new.misses != old.misses:
        raise ValueError("a rule may strike fields; crosses are effects, and misses the game's")
    return tuple(Struck(seat, fields, name) for name, fields in new.struck_since(old).items())
