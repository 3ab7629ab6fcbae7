"""From a variant to its tables."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from rowlock.errors import UnknownVariant
from rowlock.fast.tables import HIGHEST, NOTHING, ROW, WIDEST, Int64s, Tables
from rowlock.fast.twins import TWINS, twin_tables
from rowlock.fast.twins.digest import printed_entries
from rowlock.mechanics import known
from rowlock.sheet import COLOURS, Colour, Page, Sheet
from rowlock.variant import Variant

__all__ = ["compile_variant", "tables_digest"]


@lru_cache(maxsize=64)
def compile_variant(variant: Variant) -> Tables:
    """The tables of a variant; its rules must be those that the kernels know.

    They are asked for at every single decision, so they are kept, and shared: change nothing.
    """
    order = {twin.rule: number for number, twin in enumerate(TWINS.values())}
    for rule in variant.rules:
        if type(rule) not in order:
            twinned = [kind.__name__ for kind in known().values() if kind in order]
            raise UnknownVariant(
                f"the fast engine has no twin of the rule {type(rule).__name__}; known are "
                f"{', '.join(twinned)}"
            )
    pages = variant.pages
    first = pages[0]
    numbers = [order[type(rule)] for rule in variant.rules]
    ours = {number: twin for number, twin in enumerate(TWINS.values()) if number in numbers}
    tables = twin_tables(pages)
    weights = [ours[n].weights(tables[n]) if n in ours else 0 for n in range(len(TWINS))]
    widths = [ours[n].width(tables[n]) for n in ours]
    most = [[twin.most(page) for twin in ours.values()] for page in pages]
    return Tables(
        faces=variant.faces,
        lock_needs=first.lock_needs,
        end_locks=variant.end_locks,
        end_misses=variant.end_misses,
        miss_points=first.miss_points,
        most_legal=max(
            _most_legal(page, sum(room.offers for room in rooms))
            for page, rooms in zip(pages, most)
        ),
        most_effects=1 + max(sum(room.effects for room in rooms) for rooms in most),
        most_picks=max(sum(room.picks for room in rooms) for rooms in most),
        pages=len(pages),
        length=_stacked([len(row.cells) for row in page.rows] for page in pages),
        number=_stacked(map(_numbers, pages)),
        fresh=_stacked([_fresh(page, row) for row in COLOURS] for page in pages),
        white_cells=_stacked(map(_white_cells, pages)),
        colour_cells=_colour_cells(pages),
        locking=_stacked(page.locking for page in pages),
        rules=np.array(numbers, np.int64),
        features=np.array(sorted(numbers), np.int64),
        first_feature=np.append(0, np.cumsum(weights)).astype(np.int64),
        width=sum(widths),
        twins=tables,
    )


def tables_digest(t: Tables) -> str:
    """A digest of all that is printed, by which files say what variant they are of."""
    digest = hashlib.sha256()
    for name, value in printed_entries(t):
        array = np.asarray(value, "<i8")
        digest.update(f"{name} {array.shape} ".encode() + array.tobytes())
    return digest.hexdigest()


def _stacked(pages: Iterable[Any]) -> Int64s:
    """What stands on each page, one above the other."""
    return np.array(list(pages), np.int64)


def _numbers(page: Page) -> Int64s:
    grid = np.zeros((len(COLOURS), WIDEST), np.int64)
    for cell in page.cells.values():
        grid[cell.row, cell.index] = cell.number
    return grid


def _fresh(page: Page, row: Colour) -> int:
    sheet = Sheet(page)
    return sum(1 << cell.index for cell in page.rows[row].cells if sheet.can_cross(cell))


def _white_cells(page: Page) -> Int64s:
    grid = np.full((HIGHEST, len(COLOURS)), NOTHING, np.int64)
    for cell in page.cells.values():
        grid[cell.number, cell.row] = cell.row * ROW + cell.index
    return grid


def _colour_cells(pages: Sequence[Page]) -> Int64s:
    most = max(len(cells) for page in pages for cells in page.by_colour.values())
    grid = np.full((len(pages), len(COLOURS), HIGHEST, most), NOTHING, np.int64)
    for n, page in enumerate(pages):
        for (colour, number), cells in page.by_colour.items():
            for k, cell in enumerate(cells):
                grid[n, colour, number, k] = cell.row * ROW + cell.index
    return grid


def _most_legal(page: Page, offers: int) -> int:
    """An upper limit: marks of the white or of the colour action, and the pass."""
    white = max(map(len, page.by_number.values())) + offers
    colour = 0
    for own in COLOURS:
        counts = sorted(len(cells) for (c, _), cells in page.by_colour.items() if c == own)
        colour += sum(counts[-2:])  # two whites, so two sums
    return max(white, colour, len(COLOURS)) + 1
