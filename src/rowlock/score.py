"""A sheet's points, in the parts that the sheet prints."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rowlock.sheet import COLOURS, Sheet

__all__ = ["Tally", "count", "points"]


def points(crosses: int) -> int:
    """What a row with this many crosses is worth: 1, 3, 6, 10, 15 ..."""
    return crosses * (crosses + 1) // 2


@dataclass(frozen=True, slots=True)
class Tally:
    """Points row by row, what bonuses add (by badge), and what misses cost."""

    rows: tuple[int, ...]
    misses: int
    bonuses: tuple[tuple[str, int], ...] = ()

    @property
    def total(self) -> int:
        """The number that decides who wins."""
        return sum(self.rows) + self.misses + sum(extra for _, extra in self.bonuses)

    def plus(self, badge: str, extra: int) -> Tally:
        """This tally with a bonus more."""
        return replace(self, bonuses=(*self.bonuses, (badge, extra)))

    def forgiven(self) -> Tally:
        """This tally with misses that cost nothing."""
        return replace(self, misses=0)


def count(sheet: Sheet) -> Tally:
    """The points of a sheet before any rule adds its own."""
    return Tally(
        rows=tuple(points(sheet.crosses(row)) for row in COLOURS),
        misses=sheet.misses * sheet.page.miss_points,
    )
