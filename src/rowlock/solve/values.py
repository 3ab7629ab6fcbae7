"""What every position of a solved variant is worth."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from rowlock.dice import Dice, Roll
from rowlock.errors import IllegalMove
from rowlock.moves import Decision, Mark, Pass
from rowlock.sheet import COLOURS, Cell, Sheet
from rowlock.solve.backwards import Doubles
from rowlock.solve.states import Pad, number_of
from rowlock.variant import Variant

__all__ = ["Option", "Values"]


class Option(NamedTuple):
    """What the seat that has rolled may do in its turn, and what that is worth."""

    white: Decision
    colour: Decision | None  # none if the white action ends the game
    value: float  # points that the sheet has at the end, on average
    sheet: Sheet  # after the turn

    def __str__(self) -> str:
        return f"{self.white}" if self.colour is None else f"{self.white} / {self.colour}"


@dataclass(frozen=True, eq=False)
class Values:
    """The value of every sheet: its points at the end of the game, on average, under best play.

    With one seat this is the game alone. With more it is the friendly game: each of the others
    rolls in turn and lends the sum of the white dice, but never closes a row or ends the game.
    """

    variant: Variant
    seats: int
    pad: Pad
    to_come: Doubles  # [place, rolls of others before the own one, misses]
    path: Path | None = None  # the file, if there is one
    trouble: str = ""  # why there is none

    @property
    def starts(self) -> tuple[float, ...]:
        """The value of the empty sheet for each seat: who rolls first, who second, ..."""
        return tuple(self.value(self.variant.sheet(), before) for before in range(self.seats))

    def value(self, sheet: Sheet, before: int = 0) -> float:
        """The value of a sheet when `before` others roll before its own roll.

        A sheet on which the game is over is worth its points.
        """
        self._check(sheet)
        if not 0 <= before < self.seats:
            raise IllegalMove(
                f"with {self.seats} {'seat' if self.seats == 1 else 'seats'} 0 to "
                f"{self.seats - 1} others roll before the own roll, not {before}"
            )
        return self._value(sheet, before)

    def over(self, sheet: Sheet) -> str:
        """Why the game is over on this sheet; nothing if it is not."""
        locks = sum(sheet.locked(row) for row in COLOURS)
        if locks >= self.variant.end_locks:
            return f"{locks} {'row is' if locks == 1 else 'rows are'} locked"
        if sheet.misses >= self.variant.end_misses:
            return f"it has {sheet.misses} {'miss' if sheet.misses == 1 else 'misses'}"
        return ""

    def options(self, sheet: Sheet, roll: Roll) -> tuple[Option, ...]:
        """All that can be done with the own roll, the best first."""
        self._check(sheet)
        if why := self.over(sheet):
            raise IllegalMove(f"the game is over on {sheet}: {why}")
        open_rows = frozenset(row for row in COLOURS if not sheet.locked(row))
        Dice(self.variant.faces, open_rows).check(roll)
        last = self.seats - 1  # others who roll next
        found: list[Option] = []
        whites: list[Mark | None] = [*self._white_marks(sheet, roll.announced), None]
        for mark in whites:
            white = mark or Pass()
            then = sheet.cross(sheet.page.cells[mark.cell]) if mark else sheet
            if self.over(then):
                found.append(Option(white, None, self._value(then, last), then))
                continue
            left = roll.without(row for row in COLOURS if then.locked(row))
            colours = [
                cell
                for colour in COLOURS
                for number in left.sums(colour)
                for cell in _crossable(then, sheet.page.by_colour.get((colour, number), ()))
            ]
            for cell in (*colours, None):
                end = then.cross(cell) if cell else then if mark else then.miss()
                colour = Mark.of(cell) if cell else Pass()
                found.append(Option(white, colour, self._value(end, last), end))
        return tuple(sorted(found, key=lambda option: -option.value))

    def _white_marks(self, sheet: Sheet, announced: int) -> list[Mark]:
        closed = frozenset(row for row in COLOURS if sheet.locked(row))
        marks = [
            Mark.of(cell) for cell in _crossable(sheet, sheet.page.by_number.get(announced, ()))
        ]
        for rule in self.variant.rules:
            offered = rule.offers(sheet, announced, closed)
            marks += [Mark.of(cell, True) for cell in offered if cell.number != announced]
        return marks

    def _value(self, sheet: Sheet, before: int) -> float:
        points = self.variant.tally(sheet).total
        if self.over(sheet):
            return float(points)
        place = self.pad.place[number_of(self.pad, sheet)]
        return points + float(self.to_come[place, before, sheet.misses])

    def _check(self, sheet: Sheet) -> None:
        if sheet.page not in self.variant.pages:
            raise IllegalMove(
                f"expected a sheet of {self.variant.key}, found one of {sheet.page.title}"
            )
        if sheet.page != self.variant.pages[0]:
            raise IllegalMove(
                f"expected a sheet of seat 1, found one of seat {sheet.page.seat + 1}, which is "
                f"another one"
            )


def _crossable(sheet: Sheet, cells: tuple[Cell, ...]) -> list[Cell]:
    return [cell for cell in cells if sheet.can_cross(cell)]
