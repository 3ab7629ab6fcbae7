"""Kernels of one sheet: what `Sheet`, `Pen` and the rules do, under the same names.

`sheets` holds many sheets as arrays; `k` is the one that is meant. Effects that wait are kept
as a stack of small numbers: a row (its next cell), or MORE + times (the fewest, so many times).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rowlock.fast.jit import bit_count, bit_length, kernel
from rowlock.fast.tables import CHAIN, LUCKY, PASS, PICK, ROW, Int8s, Int16s, Int32s, Int64s, Tables
from rowlock.rules import Chain, Lucky, Pairs, Rule

__all__ = [
    "MORE",
    "TWINS",
    "Sheets",
    "after_close",
    "copy_sheet",
    "cross_or_pick",
    "crosses",
    "empty_sheets",
    "is_free",
    "lucky_offers",
    "picks",
    "reach",
    "ready",
    "refresh",
    "tally",
]

MORE = 3
"""An effect above it is the fewest row, so many times more; up to it, the next cell of a row."""


class Sheets(NamedTuple):
    """The pen marks of many sheets, and the effects that wait on them."""

    marks: Int32s  # [k, row] bit i: cell i is crossed
    misses: Int8s  # [k]
    bar: Int64s  # [k] bit i: field i is struck
    effects: Int8s  # [k, place] the last one is settled first
    waits: Int16s  # [k] how many effects wait
    # These two follow from the others, and from the rows closed for everybody (`refresh`). They
    # are kept because they are asked far more often than they change.
    free: Int32s  # [k, row] bit i: cell i may be crossed now
    locks: Int8s  # [k] bit row: this row is locked on this very sheet


def empty_sheets(t: Tables, count: int) -> Sheets:
    """So many sheets without a mark."""
    return Sheets(
        marks=np.zeros((count, 4), np.int32),
        misses=np.zeros(count, np.int8),
        bar=np.zeros(count, np.int64),
        effects=np.zeros((count, t.most_effects), np.int8),
        waits=np.zeros(count, np.int16),
        free=np.tile(t.fresh.astype(np.int32), (count, 1)),
        locks=np.zeros(count, np.int8),
    )


@kernel
def copy_sheet(source: Sheets, k: int, target: Sheets, to: int) -> None:
    """Write sheet k of the source over one of the target."""
    for row in range(4):
        target.marks[to, row] = source.marks[k, row]
        target.free[to, row] = source.free[k, row]
    target.misses[to] = source.misses[k]
    target.bar[to] = source.bar[k]
    target.waits[to] = source.waits[k]
    target.locks[to] = source.locks[k]
    for place in range(source.waits[k]):
        target.effects[to, place] = source.effects[k, place]


@kernel
def locked(t: Tables, marks: int, row: int) -> bool:
    """Whether the lock of this row is crossed on this very sheet."""
    return bool(marks & t.locking[row] != 0)


@kernel
def crosses(t: Tables, marks: int, row: int) -> int:
    """How many crosses a row has, the lock's own cross included."""
    return bit_count(marks) + (1 if locked(t, marks, row) else 0)


@kernel
def reach(marks: int) -> int:
    """The first cell right of every cross."""
    return bit_length(marks)


@kernel
def free_cells(t: Tables, marks: int, row: int) -> int:
    """The cells where the pen may go, as bits: right of every cross, a lock only when earned."""
    if locked(t, marks, row):
        return 0
    right = (1 << int(t.length[row])) - (1 << reach(marks))
    if bit_count(marks) < t.lock_needs:
        right &= ~t.locking[row]
    return right


@kernel
def refresh(t: Tables, sheets: Sheets, k: int, closed: int) -> None:
    """Work out `free` and `locks` from the marks and the rows closed for everybody."""
    locks = 0
    for row in range(4):
        marks = sheets.marks[k, row]
        sheets.free[k, row] = 0 if closed >> row & 1 else free_cells(t, marks, row)
        if locked(t, marks, row):
            locks |= 1 << row
    sheets.locks[k] = locks


@kernel
def is_free(sheets: Sheets, k: int, mark: int) -> int:
    """1 if this mark may be made, 0 if not or if it is NOTHING."""
    return int(sheets.free[k, mark >> 5 & 3] >> (mark & 31) & 1)


@kernel
def next_cell(sheets: Sheets, k: int, row: int) -> int:
    """The cell directly right of the last cross, as a bit, or 0 if it cannot be crossed."""
    return int(sheets.free[k, row] & 1 << reach(sheets.marks[k, row]))


@kernel
def ready(t: Tables, sheets: Sheets, k: int) -> int:
    """The rows, as bits, with the fewest crosses that have a next cell (ruling 7)."""
    least = 99
    rows = 0
    for row in range(4):
        count = crosses(t, sheets.marks[k, row], row)
        if count < least:
            least = count
            rows = 0
        if count == least and next_cell(sheets, k, row):
            rows |= 1 << row
    return rows


@kernel
def lucky_offers(
    t: Tables, sheets: Sheets, k: int, seat: int, announced: int, out: Int16s | Int32s, n: int
) -> int:
    """Write behind the n marks those that a lucky number allows; how many there are then."""
    if t.lucky[seat, announced]:
        rows = ready(t, sheets, k)
        for row in range(4):
            if rows >> row & 1:
                index = reach(sheets.marks[k, row])
                # A lucky cross of the very number announced is the same move: listed once.
                if t.number[row, index] != announced:
                    out[n] = LUCKY + row * ROW + index
                    n += 1
    return n


@kernel
def chain_after_cross(t: Tables, sheets: Sheets, k: int, row: int, index: int) -> None:
    """Strike the next free field of the bar; its row's next cell is due."""
    if t.badge[row, index] != CHAIN:
        return
    for field in range(t.bar.shape[0]):
        if not sheets.bar[k] >> field & 1:
            sheets.bar[k] |= 1 << field
            push(sheets, k, t.bar[field])
            return


@kernel
def chain_after_close(t: Tables, sheets: Sheets, k: int, row: int) -> None:
    """Strike the fields of this row unused."""
    sheets.bar[k] |= t.bar_fields[row]


@kernel
def complete(t: Tables, sheets: Sheets, k: int, pair: int) -> bool:
    """Whether both cells of this pair are crossed."""
    for row in range(4):
        if t.pair_marks[pair, row] & ~sheets.marks[k, row]:
            return False
    return True


@kernel
def pairs_after_cross(t: Tables, sheets: Sheets, k: int, row: int, index: int) -> None:
    """Give the bonus when the second cell of its badge is crossed."""
    pair = t.badge[row, index]
    if pair < 0 or pair == CHAIN or not complete(t, sheets, k, pair):
        return
    # A stack: what is due first is laid down last.
    for _ in range(t.pair_bonus[pair, 1]):
        for back in range(4):
            push(sheets, k, 3 - back)
    if t.pair_bonus[pair, 0]:
        push(sheets, k, MORE + t.pair_bonus[pair, 0])


@kernel
def pairs_tally(t: Tables, sheets: Sheets, k: int, total: int) -> int:
    """Add what the complete pairs are worth at the end."""
    forgiven = False
    for pair in range(t.pair_bonus.shape[0]):
        if complete(t, sheets, k, pair):
            if t.pair_bonus[pair, 2]:
                # The row with the fewest crosses is the one with the fewest points.
                least = 99
                for row in range(4):
                    least = min(least, crosses(t, sheets.marks[k, row], row))
                total += least * (least + 1) // 2
            total += t.pair_bonus[pair, 3]
            if t.pair_bonus[pair, 4]:
                forgiven = True
    if forgiven:
        total -= int(sheets.misses[k]) * t.miss_points
    return total


@kernel
def push(sheets: Sheets, k: int, effect: int) -> None:
    """Lay an effect on top of those that wait."""
    sheets.effects[k, sheets.waits[k]] = effect
    sheets.waits[k] += 1


@kernel
def cross(t: Tables, sheets: Sheets, k: int, row: int, index: int) -> None:
    """Cross a cell, then its lock, then do what the rules say follows (as `Pen.cross`)."""
    marks = sheets.marks[k, row] | 1 << index
    sheets.marks[k, row] = marks
    sheets.free[k, row] = free_cells(t, marks, row)
    if locked(t, marks, row):
        sheets.locks[k] |= 1 << row
    if t.has_chain:
        if locked(t, marks, row):
            chain_after_close(t, sheets, k, row)
        chain_after_cross(t, sheets, k, row, index)
    if t.has_pairs:
        pairs_after_cross(t, sheets, k, row, index)


@kernel
def pick(sheets: Sheets, k: int, row: int) -> None:
    """Settle the tie that waits: this row takes the crosses."""
    top = sheets.waits[k] - 1
    times = int(sheets.effects[k, top]) - MORE
    for more in range(times):
        sheets.effects[k, top + more] = row
    sheets.waits[k] = top + times


@kernel
def settle(t: Tables, sheets: Sheets, k: int) -> None:
    """Settle effects until none is left or a tie must be asked (as `Pen.settle`)."""
    while sheets.waits[k] > 0:
        effect = int(sheets.effects[k, sheets.waits[k] - 1])
        if effect > MORE:
            rows = ready(t, sheets, k)
            if rows & (rows - 1):
                return  # more than one
            if rows:
                pick(sheets, k, bit_length(rows) - 1)
            else:
                sheets.waits[k] -= 1  # lapses
            continue
        sheets.waits[k] -= 1
        if next_cell(sheets, k, effect):
            cross(t, sheets, k, effect, reach(sheets.marks[k, effect]))


@kernel
def cross_or_pick(t: Tables, sheets: Sheets, k: int, code: int) -> None:
    """What a seat's legal decision does to its sheet; effects wait only for a tie."""
    if code == PASS:
        return
    if code >= PICK:
        pick(sheets, k, int(code) - PICK)
    else:
        mark = int(code) & LUCKY - 1
        cross(t, sheets, k, mark >> 5, mark & 31)
    settle(t, sheets, k)


@kernel
def picks(t: Tables, sheets: Sheets, k: int, out: Int16s) -> int:
    """Write the picks that settle the tie which waits; how many there are."""
    rows = ready(t, sheets, k)
    n = 0
    for row in range(4):
        if rows >> row & 1:
            out[n] = PICK + row
            n += 1
    return n


@kernel
def after_close(t: Tables, sheets: Sheets, k: int, row: int) -> None:
    """What a closed row changes on a sheet."""
    sheets.free[k, row] = 0
    if t.has_chain:
        chain_after_close(t, sheets, k, row)


@kernel
def tally(t: Tables, sheets: Sheets, k: int) -> int:
    """The points of a sheet."""
    total = int(sheets.misses[k]) * t.miss_points
    for row in range(4):
        n = crosses(t, sheets.marks[k, row], row)
        total += n * (n + 1) // 2
    if t.has_pairs:
        total = pairs_tally(t, sheets, k, total)
    return total


TWINS: dict[type[Rule], dict[str, object]] = {
    Lucky: {"offers": lucky_offers},
    Chain: {"after_cross": chain_after_cross, "after_close": chain_after_close},
    Pairs: {"after_cross": pairs_after_cross, "tally": pairs_tally},
}
"""Every rule that the kernels know: its seams, and the kernel that is the twin of each."""
