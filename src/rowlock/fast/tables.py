"""A variant as arrays of numbers, which is all that a kernel understands."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rowlock.fast.jit import kernel
from rowlock.moves import Decision, Mark, Pass, Pick
from rowlock.sheet import Colour, Page

__all__ = [
    "HIGHEST",
    "NOTHING",
    "OFFERED",
    "PASS",
    "PICK",
    "ROW",
    "WIDEST",
    "Int8s",
    "Int16s",
    "Int32s",
    "Int64s",
    "Tables",
    "cell_of",
    "code_of",
    "decision_of",
    "row_of",
]

Int8s: TypeAlias = NDArray[np.int8]
Int16s: TypeAlias = NDArray[np.int16]
Int32s: TypeAlias = NDArray[np.int32]
Int64s: TypeAlias = NDArray[np.int64]

ROW = 32
"""A mark is written row * ROW + index of its cell; `row_of` and `cell_of` read it."""
OFFERED = 128
"""Added to a mark that a rule offers in place of the announced sum."""
PICK = 256
"""A pick is written PICK + row."""
PASS = -1
NOTHING = -2  # as bits: row 3, cell 30, which no row has
"""Fills the places behind the last legal decision."""

WIDEST = 17  # numbers from 2 to 18, each at most once in a row
HIGHEST = 19  # one more than the highest sum of two dice


class Tables(NamedTuple):
    """What a variant prints and adds, by number; see `docs/fast.md` for every array.

    Sheets may differ: every table of what is printed has an axis for the page. Seats take the
    pages in order, again and again.
    """

    faces: int  # of a die
    lock_needs: int  # crosses before a lock
    end_locks: int  # closed rows that end the game
    end_misses: int  # misses of one seat that end it
    miss_points: int  # of one miss, below 0
    most_legal: int  # decisions that can be legal at once
    most_effects: int  # effects that can wait at once
    most_picks: int  # ties that one decision can bring
    pages: int  # how many different sheets there are
    length: Int64s  # [page, row] how many cells
    number: Int64s  # [page, row, index] as it is printed
    fresh: Int64s  # [page, row] the cells of an empty row that may be crossed, as bits
    white_cells: Int64s  # [page, number, row] the mark of this number, or NOTHING
    colour_cells: Int64s  # [page, colour, number, k] marks, NOTHING behind the last
    locking: Int64s  # [page, row] the bits of the cells that lock
    rules: Int64s  # [n] the numbers of the twins of its rules, in their order
    features: Int64s  # [n] the same in the order of their features
    first_feature: Int64s  # [twin] where those of each begin; at last how many there are
    width: int  # how many features of a sheet are of rules
    twins: Any  # the tables of each twin, by the name of its rule


@kernel
def row_of(mark: int) -> int:
    """The row of a mark, of any sort."""
    return mark >> 5 & 3  # bits, which also tell the compiler that it is not negative


@kernel
def cell_of(mark: int) -> int:
    """The place of a mark in its row."""
    return mark & 31


def code_of(decision: Decision, page: Page) -> int:
    """A decision as a number."""
    match decision:
        case Mark(row, _, offered):
            return row * ROW + page.cells[decision.cell].index + OFFERED * offered
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
    offered, mark = divmod(code, OFFERED)
    row, index = divmod(mark, ROW)
    return Mark.of(page.rows[row].cells[index], bool(offered))
