"""What a digest of tables is made from: files of weights and of exact values are known by it.

Variants with one layout and the first three twins have the entries that they had when there was
but one page and all tables lay side by side, so that files made then are still accepted. What
those entries cannot tell is added behind them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from rowlock.fast.tables import WIDEST, Int64s, Tables
from rowlock.fast.twins import TWINS
from rowlock.variant import MAX_SEATS

__all__ = ["printed_entries"]

_BONUS_CELL = 100  # among the numbers of pairs
_FIRST_TWINS = ("lucky", "chain", "pairs")
_BY_PAGE = ("length", "number", "fresh", "white_cells", "colour_cells", "locking")


def printed_entries(t: Tables) -> Iterator[tuple[str, Any]]:
    """Every entry of the digest, by name."""
    names = [[*TWINS][number] for number in t.rules]
    lucky, chain, pairs = t.twins.lucky, t.twins.chain, t.twins.pairs
    for name in Tables._fields[:8]:
        yield name, getattr(t, name)
    for name in _FIRST_TWINS:
        yield f"has_{name}", name in names
    for name in _BY_PAGE:
        yield name, getattr(t, name)[0]
    yield "badge", np.maximum(pairs.badge[0], _starred(chain.cells[0]))
    yield "lucky", lucky.numbers[np.arange(MAX_SEATS) % t.pages]
    yield "bar", chain.bar[0]
    yield "bar_fields", chain.fields[0]
    yield "pair_marks", pairs.marks[0]
    yield "pair_bonus", pairs.bonus[0]
    parts = {f"{name} {field}": value for name in names for field, value in _fields(t, name)}
    printed = {name: getattr(t, name) for name in _BY_PAGE} | parts
    alike = all(
        (value == value[:1]).all() for name, value in printed.items() if name != "lucky numbers"
    )
    if not alike or set(names) - set(_FIRST_TWINS):
        yield from printed.items()


def _fields(t: Tables, name: str) -> Iterator[tuple[str, Int64s]]:
    yield from getattr(t.twins, name)._asdict().items()


def _starred(cells: Int64s) -> Int64s:
    bits = cells[:, None] >> np.arange(WIDEST) & 1
    return np.where(bits == 1, _BONUS_CELL, -1)
