"""What one decision does to one sheet: a cross, its lock, and all that follows from it."""

from __future__ import annotations

from rowlock.events import Cause, Completed, Event, Lapsed, Marked, Seat, Struck
from rowlock.rules import Complete, Effect, Fewest, Next, Rule, ready
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

    def cross(self, cell: Cell, cause: Cause) -> None:
        """Cross a cell, then its lock, then ask the rules what follows.

        In this order, so that a badge on a locking cell finds the bar fields of its own row
        struck already (ruling 9). What follows is settled before all that waited (ruling 10).
        """
        before = self.sheet.cross(cell)
        sheet = before
        lock = sheet.locked(cell.row)
        self.events.append(Marked(self.seat, cell, cause, lock))
        caused: tuple[Effect, ...] = ()
        for rule in self.rules:
            if lock:
                sheet = rule.after_close(sheet, cell.row)
        for rule in self.rules:
            sheet, effects = rule.after_cross(sheet, cell)
            caused += effects
        self.events += struck(self.seat, before, sheet)
        self.sheet = sheet
        self.effects = caused + self.effects

    def pick(self, row: Colour) -> None:
        """Settle the tie that waits: this row takes the crosses."""
        tie, *rest = self.effects
        assert isinstance(tie, Fewest)  # nothing else ever waits
        self.effects = (Next(row),) * tie.times + tuple(rest)

    def settle(self) -> None:
        """Settle effects until none is left or a tie must be asked."""
        while self.effects:
            effect, *rest = self.effects
            if isinstance(effect, Fewest):
                able = ready(self.sheet, self.closed)
                if len(able) > 1:
                    return
                if able:
                    self.pick(able[0].row)
                    continue
                self.events.append(Lapsed(self.seat, None))
            self.effects = tuple(rest)
            if isinstance(effect, Complete):
                self.events.append(Completed(self.seat, effect.badge))
            elif isinstance(effect, Next):
                row = effect.row
                cell = None if row in self.closed else self.sheet.next_cell(row)
                if cell is None:
                    self.events.append(Lapsed(self.seat, row))
                else:
                    self.cross(cell, Cause.BONUS)


def struck(seat: Seat, old: Sheet, new: Sheet) -> tuple[Struck, ...]:
    """The event that tells which fields of the bonus bar were struck, if any were."""
    fields = new.bar & ~old.bar
    if not fields:
        return ()
    return (Struck(seat, tuple(i for i in range(fields.bit_length()) if fields >> i & 1)),)
