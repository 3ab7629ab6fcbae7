"""The register of twins: what the fast engine knows of every mechanic of `rowlock.mechanics`.

A compiled kernel cannot look a function up by name, so the seams of all twins are put together
here, when this module is imported: one kernel a seam, which is told the number of the twin.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Sequence
from typing import Any

from rowlock.fast.jit import kernel_of_kernels, kernel_step
from rowlock.fast.sheets import Sheets
from rowlock.fast.tables import Int32s, Tables
from rowlock.fast.twins import chain, linked, lucky, pairs, staircase
from rowlock.fast.twins.twin import Most, Twin
from rowlock.sheet import Page

__all__ = [
    "TWINS",
    "Most",
    "Twin",
    "twin_after_close",
    "twin_after_cross",
    "twin_features",
    "twin_offers",
    "twin_tables",
    "twin_tally",
]

# In this order stand their features in the weights of trained players: new ones come last.
TWINS: dict[str, Twin] = {
    twin.name: twin for twin in (pairs.TWIN, chain.TWIN, lucky.TWIN, staircase.TWIN, linked.TWIN)
}
"""Every twin by the name of its rule; its number is its place here."""

# It is found under its own name here: else another process would not know the type again, and
# find nothing of what is kept compiled.
AllTables: Any = namedtuple("AllTables", [*TWINS])  # type: ignore[misc]  # by their names


def twin_tables(pages: Sequence[Page]) -> Any:
    """The tables of all twins, by the names of their rules."""
    return AllTables(*(twin.tables(pages) for twin in TWINS.values()))


Seam = Callable[..., Any]


def _composed(seam: str, nothing: Seam, either: Callable[[int, Seam, Seam], Seam]) -> Seam:
    """One kernel for a seam of all twins."""
    found = nothing
    for number, twin in reversed(list(enumerate(TWINS.values()))):
        if seam in twin.seams:
            found = either(number, twin.seams[seam], found)
    return found


# One after the other: what a seam does where no rule has it, and how one more twin is added.


@kernel_step
def _no_offers(
    which: int, t: Tables, sheets: Sheets, k: int, announced: int, out: Any, n: int
) -> int:
    return n


def _either_offers(number: int, mine: Seam, others: Seam) -> Seam:
    @kernel_of_kernels
    def offers(
        which: int, t: Tables, sheets: Sheets, k: int, announced: int, out: Any, n: int
    ) -> Any:
        if which == number:
            return mine(t, sheets, k, announced, out, n)
        return others(which, t, sheets, k, announced, out, n)

    return offers


@kernel_step
def _nothing_after_cross(
    which: int, t: Tables, sheets: Sheets, k: int, row: int, index: int
) -> None:
    pass


def _either_after_cross(number: int, mine: Seam, others: Seam) -> Seam:
    @kernel_of_kernels
    def after_cross(which: int, t: Tables, sheets: Sheets, k: int, row: int, index: int) -> None:
        if which == number:
            mine(t, sheets, k, row, index)
        else:
            others(which, t, sheets, k, row, index)

    return after_cross


@kernel_step
def _nothing_after_close(which: int, t: Tables, sheets: Sheets, k: int, row: int) -> None:
    pass


def _either_after_close(number: int, mine: Seam, others: Seam) -> Seam:
    @kernel_of_kernels
    def after_close(which: int, t: Tables, sheets: Sheets, k: int, row: int) -> None:
        if which == number:
            mine(t, sheets, k, row)
        else:
            others(which, t, sheets, k, row)

    return after_close


@kernel_step
def _same_tally(which: int, t: Tables, sheets: Sheets, k: int, total: int) -> int:
    return total


def _either_tally(number: int, mine: Seam, others: Seam) -> Seam:
    @kernel_of_kernels
    def tally(which: int, t: Tables, sheets: Sheets, k: int, total: int) -> Any:
        if which == number:
            return mine(t, sheets, k, total)
        return others(which, t, sheets, k, total)

    return tally


@kernel_step
def _no_features(
    which: int,
    t: Tables,
    sheets: Sheets,
    k: int,
    closed: int,
    seat: int,
    out: Int32s,
    at: int,
    first: int,
) -> int:
    return at


def _either_features(number: int, mine: Seam, others: Seam) -> Seam:
    @kernel_of_kernels
    def features(
        which: int,
        t: Tables,
        sheets: Sheets,
        k: int,
        closed: int,
        seat: int,
        out: Int32s,
        at: int,
        first: int,
    ) -> Any:
        if which == number:
            return mine(t, sheets, k, closed, seat, out, at, first)
        return others(which, t, sheets, k, closed, seat, out, at, first)

    return features


twin_offers = _composed("offers", _no_offers, _either_offers)
"""Write behind the n marks those that a rule offers; how many there are then."""
twin_after_cross = _composed("after_cross", _nothing_after_cross, _either_after_cross)
"""What a rule says follows from a cross."""
twin_after_close = _composed("after_close", _nothing_after_close, _either_after_close)
"""What a closed row changes on a sheet."""
twin_tally = _composed("tally", _same_tally, _either_tally)
"""The points with what a rule changes in them."""
twin_features = _composed("features", _no_features, _either_features)
"""Write what the network sees of a rule from place `at` on; where it ends."""
