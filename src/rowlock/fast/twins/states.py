"""What features of several twins have in common: the state of a few cells as a number."""

from __future__ import annotations

from rowlock.fast.jit import kernel
from rowlock.fast.sheets import Sheets, reach

__all__ = ["CELL_STATES", "cell_states"]

CELL_STATES = 3
"""Lost (or left of the last cross), still to come, crossed."""


@kernel
def cell_states(sheets: Sheets, k: int, closed: int, row: int, cells: int, before: int) -> int:
    """The states of these cells of a row, given as bits, behind those counted before."""
    marks = int(sheets.marks[k, row])
    ahead = 0 if closed >> row & 1 else -(1 << reach(marks))
    state = before
    while cells:
        cell = cells & -cells
        cells ^= cell
        state = CELL_STATES * state + (2 if marks & cell else (1 if ahead & cell else 0))
    return state
