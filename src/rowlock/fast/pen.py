"""Kernels of the pen: what a decision does to a sheet, under the names of `Pen`, and its points.

What the rules of a variant add is asked of their twins, by number (`Tables.rules`).
"""

from __future__ import annotations

from rowlock.fast.jit import bit_length, kernel
from rowlock.fast.sheets import (
    MORE,
    Sheets,
    crosses,
    forced_mark,
    free_cells,
    is_crossed,
    locked,
    next_cell,
    page_of,
    reach,
    tied,
)
from rowlock.fast.tables import PASS, PICK, Int16s, Tables, cell_of, row_of
from rowlock.fast.twins import twin_after_close, twin_after_cross, twin_tally

__all__ = ["after_close", "cross_or_pick", "first_able", "picks", "tally"]


@kernel
def cross(t: Tables, sheets: Sheets, k: int, row: int, index: int) -> None:
    """Cross a cell, then its lock, then do what the rules say follows (as `Pen.cross`)."""
    page = page_of(sheets, k)
    marks = sheets.marks[k, row] | 1 << index
    sheets.marks[k, row] = marks
    # A cross in a closed row is forced, and nothing is free there then.
    shut = sheets.free[k, row] == 0 and sheets.closed[k] >> row & 1
    sheets.free[k, row] = 0 if shut else free_cells(t, page, marks, row)
    lock = locked(t, page, marks, row)
    if lock:
        sheets.locks[k] |= 1 << row
    rules = t.rules.shape[0]
    if lock:
        for place in range(rules):
            twin_after_close(t.rules[place], t, sheets, k, row)
    # A stack: what the first rule says is settled first, so it is laid down last.
    for place in range(rules):
        twin_after_cross(t.rules[rules - 1 - place], t, sheets, k, row, index)


@kernel
def pick(sheets: Sheets, k: int, row: int) -> None:
    """Settle the tie that waits: this row takes the crosses."""
    top = sheets.waits[k] - 1
    times = int(sheets.effects[k, top]) - MORE
    for more in range(times):
        sheets.effects[k, top + more] = row
    sheets.waits[k] = top + times


@kernel
def settle(t: Tables, sheets: Sheets, k: int, row: int, index: int) -> None:
    """Cross a cell, if one is given (row -1: none), then settle effects (as `Pen.settle`).

    Until none is left or a tie must be asked. There is one cross in this loop: what is written
    once is compiled once.
    """
    while True:
        if row >= 0:
            cross(t, sheets, k, row & 3, index)
            row = -1
        if sheets.waits[k] == 0:
            return
        effect = int(sheets.effects[k, sheets.waits[k] - 1])
        if effect > MORE:
            rows = tied(t, sheets, k)
            if rows & (rows - 1):
                return  # more than one
            if rows:
                pick(sheets, k, bit_length(rows) - 1)
            else:
                sheets.waits[k] -= 1  # lapses
            continue
        sheets.waits[k] -= 1
        if effect >= 0:
            if next_cell(sheets, k, effect):
                row, index = effect, reach(sheets.marks[k, effect])
            continue
        mark = forced_mark(effect)
        if not is_crossed(sheets, k, row_of(mark), cell_of(mark)):
            row, index = row_of(mark), cell_of(mark)


@kernel
def cross_or_pick(t: Tables, sheets: Sheets, k: int, code: int) -> None:
    """What a seat's legal decision does to its sheet; effects wait only for a tie."""
    if code == PASS:
        return
    row, index = -1, 0
    if code >= PICK:
        pick(sheets, k, int(code) - PICK)
    else:
        row, index = row_of(int(code)), cell_of(int(code))
    settle(t, sheets, k, row, index)


@kernel
def picks(t: Tables, sheets: Sheets, k: int, out: Int16s) -> int:
    """Write the picks that settle the tie which waits; how many there are."""
    rows = tied(t, sheets, k)
    n = 0
    for row in range(4):
        if rows >> row & 1:
            out[n] = PICK + row
            n += 1
    return n


@kernel
def first_able(sheets: Sheets, k: int, options: Int16s) -> int:
    """Of the picks that settle a tie, the first whose row can take a cross; there is always one."""
    place = 0
    while not next_cell(sheets, k, int(options[place]) - PICK):
        place += 1
    return int(options[place])


@kernel
def after_close(t: Tables, sheets: Sheets, k: int, row: int) -> None:
    """What a closed row changes on a sheet."""
    sheets.closed[k] |= 1 << row
    sheets.free[k, row] = 0
    for place in range(t.rules.shape[0]):
        twin_after_close(t.rules[place], t, sheets, k, row)


@kernel
def tally(t: Tables, sheets: Sheets, k: int) -> int:
    """The points of a sheet."""
    page = page_of(sheets, k)
    total = int(sheets.misses[k]) * t.miss_points
    for row in range(4):
        n = crosses(t, page, sheets.marks[k, row], row)
        total += n * (n + 1) // 2
    for place in range(t.rules.shape[0]):
        total = twin_tally(t.rules[place], t, sheets, k, total)
    return total
