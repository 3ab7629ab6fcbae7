"""Ties: every way to settle those that a decision leaves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from rowlock.fast.jit import bit_length, kernel_of_kernels
from rowlock.fast.pen import cross_or_pick
from rowlock.fast.sheets import Sheets, copy_sheet, ready, tied
from rowlock.fast.tables import PICK, Tables

__all__ = ["NoteHook", "spread_ties"]

NoteHook: TypeAlias = Callable[[Any, int, int, int], None]
"""Told of every row that is picked: the context, the sheet, the place of its copy (which may be
the same) and the row."""


@kernel_of_kernels
def spread_ties(
    t: Tables, sheets: Sheets, begin: int, end: int, room: int, note: NoteHook, context: Any
) -> int:
    """Settle every tie on the sheets from `begin` to `end` in every way.

    A sheet goes on with the first row that can take a cross; each other row gets a copy behind
    the end, as long as there is room. Gives where the sheets would end if there was room for all.
    """
    wanted = end
    at = begin
    while at < end:
        while sheets.waits[at]:
            rows = tied(t, sheets, at)
            able = ready(t, sheets, at)
            taken = bit_length(able & -able) - 1
            for row in range(4):
                if rows >> row & 1 and row != taken:
                    wanted += 1
                    if end < room:
                        copy_sheet(sheets, at, sheets, end)
                        note(context, at, end, row)
                        cross_or_pick(t, sheets, end, PICK + row)
                        end += 1
            note(context, at, at, taken)
            cross_or_pick(t, sheets, at, PICK + taken)
        at += 1
    return wanted
