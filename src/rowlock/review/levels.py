"""Whom somebody played like: the level of bots that gives away about as much in a game.

How much each level gives away was measured, by variant and number of seats; `python -m
reports.given_away` measures it again.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import sqrt

from rowlock.variant import MAX_SEATS, Variant

__all__ = ["GIVEN_AWAY", "level_of"]

GIVEN_AWAY = "given_away.toml"
"""The file beside this module: by variant, then by seats, then by level."""


def level_of(variant: Variant, seats: int, errors: float) -> str | None:
    """The level that gives away about as much in such a game; none if nothing was measured.

    Between two levels the one is taken that is nearer as a factor: 2 % is nearer to 3 % than to 1.
    """
    by_seats = _measured().get(variant.key, {})
    known = [count for count in range(seats, MAX_SEATS + 1) if str(count) in by_seats]
    known += [count for count in range(seats, 1, -1) if str(count) in by_seats]
    if not known:
        return None
    levels = by_seats[str(known[0])]
    from_strong = sorted(levels, key=lambda code: levels[code])
    for code, weaker in pairwise(from_strong):
        # The strongest gives nothing away, so there is no factor.
        between = sqrt(levels[code] * levels[weaker]) or levels[weaker] / 2
        if errors < between:
            return code
    return from_strong[-1]


@cache
def _measured() -> dict[str, dict[str, dict[str, float]]]:
    text = files("rowlock.review").joinpath(GIVEN_AWAY).read_text(encoding="utf-8")
    return {key: found for key, found in tomllib.loads(text).items() if isinstance(found, dict)}
