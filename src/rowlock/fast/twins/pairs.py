"""The twin of the pairs of badges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from rowlock.fast.jit import kernel
from rowlock.fast.sheets import MORE, Sheets, crosses, page_of, push
from rowlock.fast.tables import WIDEST, Int32s, Int64s, Tables
from rowlock.fast.twins.states import CELL_STATES, cell_states
from rowlock.fast.twins.twin import Most, Twin
from rowlock.mechanics.pairs import Bonuses, PairBonus, Pairs
from rowlock.sheet import COLOURS, Page

__all__ = ["COLUMNS", "TWIN"]

COLUMNS = ("fewest", "each_row", "double_fewest", "points", "no_misses")
"""What a pair can bring, in the order of the columns of `PairsTables.bonus`."""
_STATES = CELL_STATES**2  # of two cells


class PairsTables(NamedTuple):
    """The pairs of each page, and what they bring."""

    badge: Int64s  # [page, row, index] the number of a pair, or -1
    counts: Int64s  # [page] how many pairs it has
    marks: Int64s  # [page, pair, row] the bits of its two cells
    bonus: Int64s  # [page, pair, COLUMNS] what it brings
    kind: Int64s  # [page] pages with the same pairs have the same number


def tables(pages: Sequence[Page]) -> PairsTables:
    """The pairs as tables."""
    found = [_bonuses(page) for page in pages]
    most = max(map(len, found))
    badge = np.full((len(pages), len(COLOURS), WIDEST), -1, np.int64)
    marks = np.zeros((len(pages), most, len(COLOURS)), np.int64)
    bonus = np.zeros((len(pages), most, len(COLUMNS)), np.int64)
    for n, (page, bonuses) in enumerate(zip(pages, found)):
        for pair, brings in enumerate(bonuses):
            for cell in page.badged[brings.badge]:
                badge[n, cell.row, cell.index] = pair
                marks[n, pair, cell.row] |= 1 << cell.index
            bonus[n, pair] = [int(getattr(brings, column)) for column in COLUMNS]
    printed = [(marks[n].tobytes(), bonus[n].tobytes()) for n in range(len(pages))]
    kinds = list(dict.fromkeys(printed))
    return PairsTables(
        badge=badge,
        counts=np.array(list(map(len, found)), np.int64),
        marks=marks,
        bonus=bonus,
        kind=np.array(list(map(kinds.index, printed)), np.int64),
    )


def _bonuses(page: Page) -> tuple[PairBonus, ...]:
    part = page.part(Bonuses)
    return part.bonuses if part else ()


def _most(page: Page) -> Most:
    bonuses = _bonuses(page)
    return Most(
        effects=sum(b.fewest + len(COLOURS) * b.each_row for b in bonuses),
        picks=sum(b.fewest > 0 for b in bonuses),
    )


@kernel
def complete(t: Tables, sheets: Sheets, k: int, pair: int) -> bool:
    """Whether both cells of this pair are crossed."""
    page = page_of(sheets, k)
    for row in range(4):
        if t.twins.pairs.marks[page, pair, row] & ~sheets.marks[k, row]:
            return False
    return True


@kernel
def after_cross(t: Tables, sheets: Sheets, k: int, row: int, index: int) -> None:
    """Give the bonus when the second cell of its badge is crossed."""
    page, pairs = page_of(sheets, k), t.twins.pairs
    pair = pairs.badge[page, row, index]
    if pair < 0 or not complete(t, sheets, k, pair):
        return
    # A stack: what is due first is laid down last.
    for _ in range(pairs.bonus[page, pair, 1]):
        for back in range(4):
            push(sheets, k, 3 - back)
    if pairs.bonus[page, pair, 0]:
        push(sheets, k, MORE + pairs.bonus[page, pair, 0])


@kernel
def tally(t: Tables, sheets: Sheets, k: int, total: int) -> int:
    """Add what the complete pairs are worth at the end."""
    page, pairs = page_of(sheets, k), t.twins.pairs
    forgiven = False
    for pair in range(pairs.counts[page]):
        if complete(t, sheets, k, pair):
            if pairs.bonus[page, pair, 2]:
                # The row with the fewest crosses is the one with the fewest points.
                least = 99
                for row in range(4):
                    least = min(least, crosses(t, page, sheets.marks[k, row], row))
                total += least * (least + 1) // 2
            total += pairs.bonus[page, pair, 3]
            if pairs.bonus[page, pair, 4]:
                forgiven = True
    if forgiven:
        total -= int(sheets.misses[k]) * t.miss_points
    return total


@kernel
def features(
    t: Tables, sheets: Sheets, k: int, closed: int, seat: int, out: Int32s, at: int, first: int
) -> int:
    """The state of each pair."""
    page, pairs = page_of(sheets, k), t.twins.pairs
    most = int(pairs.marks.shape[1])
    first += _STATES * most * pairs.kind[page]
    for pair in range(most):
        out[at + pair] = 0
        if pair < pairs.counts[page]:
            state = 0
            for row in range(4):
                state = cell_states(
                    sheets, k, closed, row, int(pairs.marks[page, pair, row]), state
                )
            out[at + pair] = first + _STATES * pair + state
    return at + most


TWIN = Twin(
    Pairs,
    tables,
    {"after_cross": after_cross, "tally": tally, "features": features},
    width=lambda pairs: pairs.marks.shape[1],
    weights=lambda pairs: _STATES * pairs.marks.shape[1] * (1 + int(pairs.kind.max())),
    most=_most,
)
