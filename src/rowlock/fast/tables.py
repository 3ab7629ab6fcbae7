"""A variant as arrays of numbers, which is all that a kernel understands."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rowlock.moves import Decision, Mark, Pass, Pick
from rowlock.sheet import Colour, Page

__all__ = [
    "CHAIN",
    "LUCKY",
    "NOTHING",
    "PAIR_COLUMNS",
    "PASS",
    "PICK",
    "ROW",
    "Int8s",
    "Int16s",
    "Int32s",
    "Int64s",
    "Tables",
    "code_of",
    "decision_of",
]

Int8s: TypeAlias = NDArray[np.int8]
Int16s: TypeAlias = NDArray[np.int16]
Int32s: TypeAlias = NDArray[np.int32]
Int64s: TypeAlias = NDArray[np.int64]

ROW = 32
"""A mark is written row * ROW + index of its cell; kernels read it by its bits: mark >> 5 & 3
and mark & 31, which also tells the compiler that neither is negative."""
LUCKY = 128
"""Added to a mark that a lucky number allows."""
PICK = 256
"""A pick is written PICK + row."""
PASS = -1
NOTHING = -2  # as bits: row 3, cell 30, which no row has
"""Fills the places behind the last legal decision."""

CHAIN = 100
"""The badge that strikes a field of the bar; pairs are numbered from 0."""
PAIR_COLUMNS = ("fewest", "each_row", "double_fewest", "points", "no_misses")
"""What a pair can bring, in the order of the columns of `Tables.pair_bonus`."""


class Tables(NamedTuple):
    """What a variant prints and adds, by number; see `docs/fast.md` for every array."""

    faces: int
    lock_needs: int
    end_locks: int
    end_misses: int
    miss_points: int
    most_legal: int  # decisions that can be legal at once
    most_effects: int  # effects that can wait at once
    most_picks: int  # ties that one decision can bring
    has_lucky: bool
    has_chain: bool
    has_pairs: bool
    length: Int64s  # [row] how many cells
    number: Int64s  # [row, index]
    fresh: Int64s  # [row] the cells of an empty row that may be crossed, as bits
    white_cells: Int64s  # [number, row] the mark of this number, or NOTHING
    colour_cells: Int64s  # [colour, number, k] marks, NOTHING behind the last
    locking: Int64s  # [row] the bits of the cells that lock
    badge: Int64s  # [row, index] the number of a pair, CHAIN or -1
    lucky: Int64s  # [seat, number] 1 if it is lucky there
    bar: Int64s  # [field] its row
    bar_fields: Int64s  # [row] the bits of its fields
    pair_marks: Int64s  # [pair, row] the bits of its two cells
    pair_bonus: Int64s  # [pair, PAIR_COLUMNS]


def code_of(decision: Decision, page: Page) -> int:
    """A decision as a number."""
    match decision:
        case Mark(row, _, lucky):
            return row * ROW + page.cells[decision.cell].index + LUCKY * lucky
        case Pick(row):
            return PICK + row
        case Pass():
            return PASS


def decision_of(code: int, page: Page) -> Decision:
    """The decision that a number means."""
    if code == PASS:
        return Pass()
    if code >= PICK:
        return Pick(Colour(code - PICK))
    lucky, mark = divmod(code, LUCKY)
    row, index = divmod(mark, ROW)
    return Mark.of(page.rows[row].cells[index], bool(lucky))
