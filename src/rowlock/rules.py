"""The seams where a variant may depart from the common game, and the rules that do.

A rule never asks which variant it is in: what it needs is printed on the page
(lucky numbers, a bonus bar, badges) or given to it as data.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rowlock.score import Tally
from rowlock.sheet import COLOURS, Cell, Colour, Sheet

__all__ = [
    "CHAIN_BADGE",
    "Chain",
    "Complete",
    "Effect",
    "Fewest",
    "Lucky",
    "Next",
    "PairBonus",
    "Pairs",
    "Rule",
    "ready",
]

CHAIN_BADGE = "*"


@dataclass(frozen=True, slots=True)
class Next:
    """The next cell of this row must be crossed, if it can be."""

    row: Colour


@dataclass(frozen=True, slots=True)
class Fewest:
    """The next cells, so many times, of the row with the fewest crosses; ties are asked."""

    times: int


@dataclass(frozen=True, slots=True)
class Complete:
    """Both cells of a badge are crossed: nothing to settle, only to be told."""

    badge: str


Effect = Next | Fewest | Complete


def ready(sheet: Sheet, closed: frozenset[Colour]) -> tuple[Cell, ...]:
    """The next cells of the rows with the fewest crosses, where there is one (ruling 7)."""
    cells = (sheet.next_cell(row) for row in sheet.fewest() if row not in closed)
    return tuple(cell for cell in cells if cell is not None)


class Rule:
    """A departure from the common game; every seam does nothing unless overridden."""

    def offers(self, sheet: Sheet, announced: int, closed: frozenset[Colour]) -> Iterable[Cell]:
        """Cells that may be crossed in the white action instead of the announced sum."""
        return ()

    def after_cross(self, sheet: Sheet, cell: Cell) -> tuple[Sheet, tuple[Effect, ...]]:
        """What a cross causes, its lock being settled already."""
        return sheet, ()

    def after_close(self, sheet: Sheet, row: Colour) -> Sheet:
        """What a closed row changes on a sheet; must bear being asked twice."""
        return sheet

    def tally(self, sheet: Sheet, tally: Tally) -> Tally:
        """What the rule changes in the points."""
        return tally


@dataclass(frozen=True, slots=True)
class Lucky(Rule):
    """When a lucky number is announced, the row with the fewest crosses may go on instead."""

    def offers(self, sheet: Sheet, announced: int, closed: frozenset[Colour]) -> Iterable[Cell]:
        """The next cells of the rows with the fewest crosses, on a lucky number."""
        return ready(sheet, closed) if announced in sheet.page.lucky else ()


@dataclass(frozen=True, slots=True)
class Chain(Rule):
    """A badge strikes the next free field of the bonus bar, which crosses on in its row."""

    def after_cross(self, sheet: Sheet, cell: Cell) -> tuple[Sheet, tuple[Effect, ...]]:
        """Strike the next free field; it is not optional."""
        if cell.badge != CHAIN_BADGE:
            return sheet, ()
        for i, row in enumerate(sheet.page.bar):
            if not sheet.bar >> i & 1:
                return sheet.strike(1 << i), (Next(row),)
        return sheet, ()

    def after_close(self, sheet: Sheet, row: Colour) -> Sheet:
        """Strike the fields of this row unused; they are skipped from now on."""
        return sheet.strike(sum(1 << i for i, field in enumerate(sheet.page.bar) if field == row))


@dataclass(frozen=True, slots=True)
class PairBonus:
    """What both cells of a badge bring together."""

    badge: str
    fewest: int = 0  # so many crosses in the row with the fewest
    each_row: int = 0  # so many crosses in each row
    double_fewest: bool = False  # the row with the fewest crosses counts twice
    points: int = 0  # so many points at the end
    no_misses: bool = False  # misses cost nothing at the end


@dataclass(frozen=True, slots=True)
class Pairs(Rule):
    """Two cells with the same badge bring a bonus when both are crossed."""

    bonuses: tuple[PairBonus, ...]

    def complete(self, sheet: Sheet, bonus: PairBonus) -> bool:
        """Whether both cells of this bonus are crossed."""
        return all(sheet.crossed(cell) for cell in sheet.page.badged[bonus.badge])

    def after_cross(self, sheet: Sheet, cell: Cell) -> tuple[Sheet, tuple[Effect, ...]]:
        """Give the bonus when the second cell of its badge is crossed."""
        for bonus in self.bonuses:
            if bonus.badge == cell.badge and self.complete(sheet, bonus):
                effects: list[Effect] = [Complete(bonus.badge)]
                if bonus.fewest:
                    effects.append(Fewest(bonus.fewest))
                effects += [Next(row) for _ in range(bonus.each_row) for row in COLOURS]
                return sheet, tuple(effects)
        return sheet, ()

    def tally(self, sheet: Sheet, tally: Tally) -> Tally:
        """Add what the complete pairs are worth at the end."""
        for bonus in self.bonuses:
            if not self.complete(sheet, bonus):
                continue
            if bonus.double_fewest:
                tally = tally.plus(bonus.badge, tally.rows[sheet.fewest()[0]])
            if bonus.points:
                tally = tally.plus(bonus.badge, bonus.points)
            if bonus.no_misses:
                tally = tally.forgiven()
        return tally
