"""The twin of the linked cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from rowlock.fast.jit import kernel
from rowlock.fast.sheets import Sheets, forced, is_crossed, page_of, push
from rowlock.fast.tables import NOTHING, ROW, WIDEST, Int32s, Int64s, Tables, cell_of, row_of
from rowlock.fast.twins.states import CELL_STATES, cell_states
from rowlock.fast.twins.twin import Most, Twin
from rowlock.mechanics.linked import Linked, Links
from rowlock.sheet import COLOURS, Cell, Page

__all__ = ["TWIN"]

_STATES = CELL_STATES**2  # of two cells


class LinkedTables(NamedTuple):
    """The links of each page."""

    other: Int64s  # [page, row, index] the mark of the cell that this one brings, or NOTHING
    counts: Int64s  # [page] how many links it has
    marks: Int64s  # [page, link, row] the bits of its two cells
    kind: Int64s  # [page] pages with the same links have the same number


def tables(pages: Sequence[Page]) -> LinkedTables:
    """The links as tables."""
    found = [_pairs(page) for page in pages]
    kinds = list(dict.fromkeys(found))
    other = np.full((len(pages), len(COLOURS), WIDEST), NOTHING, np.int64)
    marks = np.zeros((len(pages), max(map(len, found)), len(COLOURS)), np.int64)
    for n, pairs in enumerate(found):
        for link, (one, two) in enumerate(pairs):
            for cell, brings in ((one, two), (two, one)):
                other[n, cell.row, cell.index] = brings.row * ROW + brings.index
                marks[n, link, cell.row] |= 1 << cell.index
    return LinkedTables(
        other=other,
        counts=np.array(list(map(len, found)), np.int64),
        marks=marks,
        kind=np.array(list(map(kinds.index, found)), np.int64),
    )


def _pairs(page: Page) -> tuple[tuple[Cell, Cell], ...]:
    part = page.part(Links)
    return part.pairs if part else ()


@kernel
def after_cross(t: Tables, sheets: Sheets, k: int, row: int, index: int) -> None:
    """The other cell is due, unless it is crossed already."""
    other = int(t.twins.linked.other[page_of(sheets, k), row, index])
    if other != NOTHING and not is_crossed(sheets, k, row_of(other), cell_of(other)):
        push(sheets, k, forced(row_of(other), cell_of(other)))


@kernel
def features(
    t: Tables, sheets: Sheets, k: int, closed: int, seat: int, out: Int32s, at: int, first: int
) -> int:
    """The state of each link."""
    page, linked = page_of(sheets, k), t.twins.linked
    most = int(linked.marks.shape[1])
    first += _STATES * most * int(linked.kind[page])
    for link in range(most):
        out[at + link] = 0
        if link < linked.counts[page]:
            state = 0
            for row in range(4):
                state = cell_states(
                    sheets, k, closed, row, int(linked.marks[page, link, row]), state
                )
            out[at + link] = first + _STATES * link + state
    return at + most


TWIN = Twin(
    Linked,
    tables,
    {"after_cross": after_cross, "features": features},
    width=lambda linked: linked.marks.shape[1],
    weights=lambda linked: _STATES * linked.marks.shape[1] * (1 + int(linked.kind.max())),
    most=lambda page: Most(effects=len(_pairs(page))),
    forces=True,
)
