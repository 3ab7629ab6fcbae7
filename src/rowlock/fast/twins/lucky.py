"""The twin of the lucky numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from rowlock.fast.jit import kernel
from rowlock.fast.sheets import Sheets, page_of, reach, ready
from rowlock.fast.tables import HIGHEST, OFFERED, ROW, Int16s, Int32s, Int64s, Tables
from rowlock.fast.twins.twin import Most, Twin
from rowlock.mechanics.lucky import Lucky, LuckyNumbers
from rowlock.sheet import COLOURS, Page
from rowlock.variant import MAX_SEATS

__all__ = ["TWIN"]


class LuckyTables(NamedTuple):
    """The lucky numbers of each page."""

    numbers: Int64s  # [page, number] 1 if it is lucky there


def tables(pages: Sequence[Page]) -> LuckyTables:
    """The lucky numbers as a table."""
    grid = np.zeros((len(pages), HIGHEST), np.int64)
    for n, page in enumerate(pages):
        part = page.part(LuckyNumbers)
        grid[n, list(part.numbers if part else ())] = 1
    return LuckyTables(grid)


@kernel
def offers(t: Tables, sheets: Sheets, k: int, announced: int, out: Int16s | Int32s, n: int) -> int:
    """Write behind the n marks those that a lucky number allows; how many there are then."""
    page = page_of(sheets, k)
    if t.twins.lucky.numbers[page, announced]:
        rows = ready(t, sheets, k)
        for row in range(4):
            if rows >> row & 1:
                index = reach(sheets.marks[k, row])
                # A lucky cross of the very number announced is the same move: listed once.
                if t.number[page, row, index] != announced:
                    out[n] = OFFERED + row * ROW + index
                    n += 1
    return n


@kernel
def features(
    t: Tables, sheets: Sheets, k: int, closed: int, seat: int, out: Int32s, at: int, first: int
) -> int:
    """Whose lucky numbers they are."""
    out[at] = first + seat
    return at + 1


TWIN = Twin(
    Lucky,
    tables,
    {"offers": offers, "features": features},
    width=lambda lucky: 1,
    weights=lambda lucky: MAX_SEATS,
    most=lambda page: Most(offers=len(COLOURS)),
    goes_on=lambda lucky: lucky.numbers,
)
