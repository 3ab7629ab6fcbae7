"""The twin of the bonus bar."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from rowlock.fast.jit import kernel
from rowlock.fast.sheets import Sheets, page_of, push
from rowlock.fast.tables import Int32s, Int64s, Tables
from rowlock.fast.twins.twin import Twin
from rowlock.mechanics.chain import BADGE, STRIP, Bar, Chain
from rowlock.sheet import COLOURS, Page

__all__ = ["TWIN"]


class ChainTables(NamedTuple):
    """The bars of each page, and the cells that strike them."""

    cells: Int64s  # [page, row] the bits of the bonus cells
    bar: Int64s  # [page, field] its row; -1 behind the last
    fields: Int64s  # [page, row] the bits of its fields, among those of all strips
    start: Int64s  # [page] where its fields begin among those of all strips


def tables(pages: Sequence[Page]) -> ChainTables:
    """The bars as tables."""
    bars = [part.fields if (part := page.part(Bar)) else () for page in pages]
    starts = [page.strip_fields[STRIP][0] if page.part(Bar) else 0 for page in pages]
    grid = np.full((len(pages), max(map(len, bars))), -1, np.int64)
    for n, bar in enumerate(bars):
        grid[n, : len(bar)] = bar
    return ChainTables(
        cells=np.array([_cells(page) for page in pages], np.int64),
        bar=grid,
        fields=np.array(
            [
                [sum(1 << i for i, f in enumerate(bar, start) if f == row) for row in COLOURS]
                for bar, start in zip(bars, starts)
            ],
            np.int64,
        ),
        start=np.array(starts, np.int64),
    )


def _cells(page: Page) -> list[int]:
    starred = page.badged.get(BADGE, ()) if page.part(Bar) else ()
    return [sum(1 << cell.index for cell in starred if cell.row == row) for row in COLOURS]


@kernel
def after_cross(t: Tables, sheets: Sheets, k: int, row: int, index: int) -> None:
    """Strike the next free field of the bar; its row's next cell is due."""
    page, chain = page_of(sheets, k), t.twins.chain
    if not chain.cells[page, row] >> index & 1:
        return
    start = chain.start[page]
    for field in range(chain.bar.shape[1]):
        if chain.bar[page, field] >= 0 and not sheets.struck[k] >> start + field & 1:
            sheets.struck[k] |= 1 << start + field
            push(sheets, k, chain.bar[page, field])
            return


@kernel
def after_close(t: Tables, sheets: Sheets, k: int, row: int) -> None:
    """Strike the fields of this row unused."""
    sheets.struck[k] |= t.twins.chain.fields[page_of(sheets, k), row]


@kernel
def features(
    t: Tables, sheets: Sheets, k: int, closed: int, seat: int, out: Int32s, at: int, first: int
) -> int:
    """Of each field of the bar whether it is struck."""
    page, chain = page_of(sheets, k), t.twins.chain
    struck = int(sheets.struck[k])
    for row in range(4):
        if closed >> row & 1:
            struck |= chain.fields[page, row]
    fields = int(chain.bar.shape[1])
    for field in range(fields):
        out[at + field] = first + field if struck >> chain.start[page] + field & 1 else 0
    return at + fields


TWIN = Twin(
    Chain,
    tables,
    {"after_cross": after_cross, "after_close": after_close, "features": features},
    width=lambda chain: chain.bar.shape[1],
    weights=lambda chain: chain.bar.shape[1],
)
