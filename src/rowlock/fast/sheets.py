"""Kernels of one sheet: what `Sheet` does, under the same names, and the effects that wait on it.

`sheets` holds many sheets as arrays; `k` is the one that is meant. Effects that wait are a stack
of small numbers: a row (its next cell), MORE + times (the row with the fewest crosses), or, below
0, a cell that is crossed whatever speaks against it (see `forced`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rowlock.fast.jit import bit_count, bit_length, kernel
from rowlock.fast.tables import ROW, Int8s, Int16s, Int32s, Int64s, Tables, cell_of, row_of

__all__ = [
    "MORE",
    "Sheets",
    "copy_sheet",
    "crosses",
    "empty_sheets",
    "fewest",
    "forced",
    "forced_mark",
    "free_cells",
    "is_crossed",
    "is_free",
    "locked",
    "next_cell",
    "page_of",
    "push",
    "reach",
    "ready",
    "refresh",
    "tied",
]

MORE = 3
"""An effect up to it is the next cell of a row; above it, as many crosses as it is larger, in the
row with the fewest."""


class Sheets(NamedTuple):
    """The pen marks of many sheets, and the effects that wait on them."""

    page: Int8s  # [k] what is printed on it, as a number of `Tables`
    marks: Int32s  # [k, row] bit i: cell i is crossed
    misses: Int8s  # [k] failed rolls
    struck: Int64s  # [k] bit i: field i is struck
    effects: Int8s  # [k, place] the last one is settled first
    waits: Int16s  # [k] how many effects wait
    # These follow from the others, and from the rows closed for everybody (`refresh`). They are
    # kept because they are asked far more often than they change.
    closed: Int8s  # [k] bit row: this row is closed for everybody
    free: Int32s  # [k, row] bit i: cell i may be crossed now
    locks: Int8s  # [k] bit row: this row is locked on this very sheet


@kernel
def page_of(sheets: Sheets, k: int) -> int:
    """What is printed on this sheet, as a number of `Tables`."""
    return int(sheets.page[k]) & 7  # bits, which also tell the compiler that it is not negative


def empty_sheets(t: Tables, count: int, seats: int = 1) -> Sheets:
    """New sheets, without a mark, those of as many seats again and again."""
    page = np.arange(count) % seats % t.pages
    return Sheets(
        page=page.astype(np.int8),
        marks=np.zeros((count, 4), np.int32),
        misses=np.zeros(count, np.int8),
        struck=np.zeros(count, np.int64),
        effects=np.zeros((count, t.most_effects), np.int8),
        waits=np.zeros(count, np.int16),
        closed=np.zeros(count, np.int8),
        free=t.fresh[page].astype(np.int32),
        locks=np.zeros(count, np.int8),
    )


@kernel
def copy_sheet(source: Sheets, k: int, target: Sheets, to: int) -> None:
    """Write sheet k of the source over one of the target."""
    for row in range(4):
        target.marks[to, row] = source.marks[k, row]
        target.free[to, row] = source.free[k, row]
    target.page[to] = source.page[k]
    target.misses[to] = source.misses[k]
    target.struck[to] = source.struck[k]
    target.waits[to] = source.waits[k]
    target.closed[to] = source.closed[k]
    target.locks[to] = source.locks[k]
    for place in range(source.waits[k]):
        target.effects[to, place] = source.effects[k, place]


@kernel
def locked(t: Tables, page: int, marks: int, row: int) -> bool:
    """Whether a row of this page with these marks is locked."""
    return bool(marks & t.locking[page, row] != 0)


@kernel
def crosses(t: Tables, page: int, marks: int, row: int) -> int:
    """How many crosses a row of this page with these marks has, the lock's own cross included."""
    return bit_count(marks) + (1 if locked(t, page, marks, row) else 0)


@kernel
def reach(marks: int) -> int:
    """The first cell right of every cross."""
    return bit_length(marks)


@kernel
def is_crossed(sheets: Sheets, k: int, row: int, index: int) -> bool:
    """Whether this cell carries a cross."""
    return bool(sheets.marks[k, row] >> index & 1)


@kernel
def free_cells(t: Tables, page: int, marks: int, row: int) -> int:
    """The cells where the pen may go, as bits: right of every cross, a lock only when earned."""
    if locked(t, page, marks, row):
        return 0
    right = (1 << int(t.length[page, row])) - (1 << reach(marks))
    if bit_count(marks) < t.lock_needs:
        right &= ~t.locking[page, row]
    return right


@kernel
def refresh(t: Tables, sheets: Sheets, k: int, closed: int) -> None:
    """Work out `free` and `locks` from the marks and the rows closed for everybody."""
    page = page_of(sheets, k)
    sheets.closed[k] = closed
    locks = 0
    for row in range(4):
        marks = sheets.marks[k, row]
        sheets.free[k, row] = 0 if closed >> row & 1 else free_cells(t, page, marks, row)
        if locked(t, page, marks, row):
            locks |= 1 << row
    sheets.locks[k] = locks


@kernel
def is_free(sheets: Sheets, k: int, mark: int) -> int:
    """1 if this mark may be made, 0 if not or if it is NOTHING."""
    return int(sheets.free[k, row_of(mark)] >> cell_of(mark) & 1)


@kernel
def next_cell(sheets: Sheets, k: int, row: int) -> int:
    """The cell directly right of the last cross, as a bit, or 0 if it cannot be crossed."""
    return int(sheets.free[k, row] & 1 << reach(sheets.marks[k, row]))


@kernel
def fewest(t: Tables, sheets: Sheets, k: int) -> int:
    """The rows, as bits, with the fewest crosses."""
    page = page_of(sheets, k)
    least = 99
    rows = 0
    for row in range(4):
        count = crosses(t, page, sheets.marks[k, row], row)
        if count < least:
            least = count
            rows = 0
        if count == least:
            rows |= 1 << row
    return rows


@kernel
def ready(t: Tables, sheets: Sheets, k: int) -> int:
    """The rows, as bits, with the fewest crosses that have a next cell (ruling 7)."""
    rows = fewest(t, sheets, k)
    for row in range(4):
        if not next_cell(sheets, k, row):
            rows &= ~(1 << row)
    return rows


@kernel
def tied(t: Tables, sheets: Sheets, k: int) -> int:
    """The rows, as bits, that crosses which must be made can be given to (ruling 7)."""
    rows = fewest(t, sheets, k)
    for row in range(4):
        if rows >> row & 1 and next_cell(sheets, k, row):
            return rows
    return 0


@kernel
def push(sheets: Sheets, k: int, effect: int) -> None:
    """Lay an effect on top of those that wait."""
    sheets.effects[k, sheets.waits[k]] = effect
    sheets.waits[k] += 1


@kernel
def forced(row: int, index: int) -> int:
    """The effect that crosses this cell whatever speaks against it."""
    return -1 - (row * ROW + index)


@kernel
def forced_mark(effect: int) -> int:
    """The mark of the cell that such an effect crosses."""
    return -1 - effect
