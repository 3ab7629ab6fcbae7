"""The twin of the staircase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from rowlock.fast.jit import bit_count, kernel
from rowlock.fast.sheets import Sheets, page_of, reach
from rowlock.fast.tables import Int32s, Int64s, Tables
from rowlock.fast.twins.twin import Twin
from rowlock.mechanics.staircase import Staircase, Steps
from rowlock.sheet import COLOURS, Page

__all__ = ["TWIN"]


class StepsTables(NamedTuple):
    """The staircases of each page."""

    cells: Int64s  # [page, row] the bits of the framed cells
    kind: Int64s  # [page] pages with the same staircase have the same number
    kinds: Int64s  # [page] how many of these numbers there are
    in_row: Int64s  # [page] how many a row has at most, of all pages
    in_all: Int64s  # [page] how many a page has at most, of all pages


def tables(pages: Sequence[Page]) -> StepsTables:
    """The staircases as tables."""
    found = [_cells(page) for page in pages]
    kinds = list(dict.fromkeys(found))
    in_row = max(bits.bit_count() for rows in found for bits in rows)
    in_all = max(sum(bits.bit_count() for bits in rows) for rows in found)
    return StepsTables(
        cells=np.array(found, np.int64),
        kind=np.array(list(map(kinds.index, found)), np.int64),
        kinds=np.full(len(pages), len(kinds), np.int64),
        in_row=np.full(len(pages), in_row, np.int64),
        in_all=np.full(len(pages), in_all, np.int64),
    )


def _cells(page: Page) -> tuple[int, ...]:
    part = page.part(Steps)
    framed = part.cells if part else ()
    return tuple(sum(1 << cell.index for cell in framed if cell.row == row) for row in COLOURS)


@kernel
def tally(t: Tables, sheets: Sheets, k: int, total: int) -> int:
    """Add what a row of as many crosses as there are crossed steps is worth."""
    page = page_of(sheets, k)
    count = 0
    for row in range(4):
        count += bit_count(int(sheets.marks[k, row] & t.twins.staircase.cells[page, row]))
    return total + count * (count + 1) // 2


@kernel
def features(
    t: Tables, sheets: Sheets, k: int, closed: int, seat: int, out: Int32s, at: int, first: int
) -> int:
    """How many steps are crossed and how many are still to come: of each row, and of all."""
    page, steps = page_of(sheets, k), t.twins.staircase
    side = int(steps.in_row[page]) + 1
    crossed, ahead = 0, 0
    for row in range(4):
        marks, cells = int(sheets.marks[k, row]), int(steps.cells[page, row])
        here = bit_count(marks & cells)
        left = 0 if closed >> row & 1 else bit_count(cells >> reach(marks))
        out[at + row] = first + (4 * int(steps.kind[page]) + row) * side * side + here * side + left
        crossed += here
        ahead += left
    first += 4 * int(steps.kinds[page]) * side * side
    out[at + 4] = first + crossed * (int(steps.in_all[page]) + 1) + ahead
    return at + 5


def _weights(steps: StepsTables) -> int:
    rows = 4 * int(steps.kinds[0]) * (1 + int(steps.in_row[0])) ** 2
    return rows + (1 + int(steps.in_all[0])) ** 2


TWIN = Twin(
    Staircase, tables, {"tally": tally, "features": features}, width=lambda _: 5, weights=_weights
)
