"""Variants made to keep a server busy: they are valid, and nobody would play them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat

__all__ = ["CHAIN", "PAIRS", "pad"]

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def _rows(badges: Iterator[str]) -> Iterator[str]:
    """The longest rows there are, every colour in every row, with these badges."""
    for row in "RYGB":
        numbers = range(2, 19) if row in "RY" else range(18, 1, -1)
        colours = [*("RYGB" * 4), row]
        cells = [f"{c}{n}{next(badges, '')}" for c, n in zip(colours, numbers)]
        yield f'{row} = "{" ".join(cells)}"'


def pad(rules: Sequence[str], badges: Iterable[str], *, bar: str = "", pairs: str = "") -> str:
    """The file of a pad on which every roll is lucky, and everything causes something."""
    return "\n".join(
        [
            'name = "Hostile"\nedition = 1\nplayers = [1, 8]\nfaces = 9',
            f"rules = {['lucky', *rules]}",
            f"lucky = [{list(range(2, 19))}]",
            f'bar = "{bar}"' if bar else "",
            "lock = { cells = 1, needs = 1 }",
            "end = { locks = 4, misses = 9, miss_points = 0 }",
            "[rows]",
            *_rows(iter(badges)),
            "[pairs]" if pairs else "",
            pairs,
        ]
    )


CHAIN = pad(["chain"], repeat("*", 60), bar=" ".join("RYGB" * 15))
PAIRS = pad(
    ["pairs"],
    (letter for letter in _LETTERS[:14] for _ in range(2)),
    pairs="".join(
        f"{letter} = {{ {'fewest = 4' if n < 6 else 'each_row = 1'} }}\n"
        for n, letter in enumerate(_LETTERS[:14])
    ),
)
