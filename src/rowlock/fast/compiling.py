"""From a variant to its tables."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import numpy as np

from rowlock.errors import UnknownVariant
from rowlock.fast.sheets import TWINS
from rowlock.fast.tables import CHAIN, NOTHING, PAIR_COLUMNS, ROW, Int64s, Tables
from rowlock.rules import CHAIN_BADGE, Chain, Lucky, PairBonus, Pairs
from rowlock.sheet import COLOURS, Colour, Page, Sheet
from rowlock.variant import MAX_SEATS, Variant

__all__ = ["compile_variant", "tables_digest"]

_WIDEST = 17  # numbers from 2 to 18, each at most once in a row
_HIGHEST = 19  # one more than the highest sum of two dice


def compile_variant(variant: Variant) -> Tables:
    """The tables of a variant; its rules must be those that the kernels know."""
    for rule in variant.rules:
        if type(rule) not in TWINS:
            raise UnknownVariant(
                f"the fast engine has no twin of the rule {type(rule).__name__}; known are "
                f"{', '.join(known.__name__ for known in TWINS)}"
            )
    page = variant.pages[0]  # pages differ in their lucky numbers alone
    lucky = any(isinstance(rule, Lucky) for rule in variant.rules)
    bonuses = [b for rule in variant.rules if isinstance(rule, Pairs) for b in rule.bonuses]
    cells = page.cells.values()
    return Tables(
        faces=variant.faces,
        lock_needs=page.lock_needs,
        end_locks=variant.end_locks,
        end_misses=variant.end_misses,
        miss_points=page.miss_points,
        most_legal=_most_legal(page, lucky),
        most_effects=1 + sum(b.fewest + len(COLOURS) * b.each_row for b in bonuses),
        most_picks=sum(b.fewest > 0 for b in bonuses),
        has_lucky=lucky,
        has_chain=any(isinstance(rule, Chain) for rule in variant.rules),
        has_pairs=bool(bonuses),
        length=np.array([len(row.cells) for row in page.rows], np.int64),
        number=_grid(_WIDEST, 0, ((c.row, c.index, c.number) for c in cells)),
        fresh=np.array([_fresh(page, row) for row in COLOURS], np.int64),
        white_cells=_white_cells(page),
        colour_cells=_colour_cells(page),
        locking=np.array(page.locking, np.int64),
        badge=_grid(_WIDEST, -1, ((c.row, c.index, _badge(c.badge, bonuses)) for c in cells)),
        lucky=_lucky(variant),
        bar=np.array(page.bar, np.int64),
        bar_fields=np.array([_fields(page, row) for row in COLOURS], np.int64),
        pair_marks=np.array([_pair_marks(page, b) for b in bonuses], np.int64).reshape(-1, 4),
        pair_bonus=np.array(
            [[int(getattr(b, column)) for column in PAIR_COLUMNS] for b in bonuses], np.int64
        ).reshape(-1, len(PAIR_COLUMNS)),
    )


def tables_digest(t: Tables) -> str:
    """A digest of all that is printed, by which files say what variant they are of."""
    digest = hashlib.sha256()
    for name, value in zip(Tables._fields, t):
        array = np.asarray(value, "<i8")
        digest.update(f"{name} {array.shape} ".encode() + array.tobytes())
    return digest.hexdigest()


def _grid(width: int, empty: int, entries: Iterable[tuple[int, int, int]]) -> Int64s:
    """Four rows of so many numbers, filled where there are entries (row, column, number)."""
    grid = np.full((len(COLOURS), width), empty, np.int64)
    for row, column, number in entries:
        grid[row, column] = number
    return grid


def _badge(badge: str, bonuses: list[PairBonus]) -> int:
    if badge == CHAIN_BADGE:
        return CHAIN
    return [*(b.badge for b in bonuses), badge].index(badge) if badge else -1


def _fresh(page: Page, row: Colour) -> int:
    sheet = Sheet(page)
    return sum(1 << cell.index for cell in page.rows[row].cells if sheet.can_cross(cell))


def _white_cells(page: Page) -> Int64s:
    grid = np.full((_HIGHEST, len(COLOURS)), NOTHING, np.int64)
    for cell in page.cells.values():
        grid[cell.number, cell.row] = cell.row * ROW + cell.index
    return grid


def _colour_cells(page: Page) -> Int64s:
    most = max(len(cells) for cells in page.by_colour.values())
    grid = np.full((len(COLOURS), _HIGHEST, most), NOTHING, np.int64)
    for (colour, number), cells in page.by_colour.items():
        for k, cell in enumerate(cells):
            grid[colour, number, k] = cell.row * ROW + cell.index
    return grid


def _lucky(variant: Variant) -> Int64s:
    grid = np.zeros((MAX_SEATS, _HIGHEST), np.int64)
    for seat in range(MAX_SEATS):
        grid[seat, list(variant.page(seat).lucky)] = 1
    return grid


def _fields(page: Page, row: Colour) -> int:
    return sum(1 << i for i, field in enumerate(page.bar) if field == row)


def _pair_marks(page: Page, bonus: PairBonus) -> list[int]:
    return [
        sum(1 << cell.index for cell in page.badged[bonus.badge] if cell.row == row)
        for row in COLOURS
    ]


def _most_legal(page: Page, lucky: bool) -> int:
    """An upper limit: marks of the white or of the colour action, and the pass."""
    white = max(map(len, page.by_number.values())) + len(COLOURS) * lucky
    colour = 0
    for own in COLOURS:
        counts = sorted(len(cells) for (c, _), cells in page.by_colour.items() if c == own)
        colour += sum(counts[-2:])  # two whites, so two sums
    return max(white, colour, len(COLOURS)) + 1
