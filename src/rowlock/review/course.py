"""The course of a game as lines of a graph: what each seat could hope for, turn by turn."""

from __future__ import annotations

import math
from typing import NamedTuple

from rowlock.review.model import Review

__all__ = ["Scale", "courses", "scale_of"]

_MOST_TICKS = 5
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500)


class Scale(NamedTuple):
    """The upright axis of a graph: where its ticks stand, from the lowest to the highest."""

    ticks: tuple[float, ...]

    def place(self, value: float) -> float:
        """How high a value stands: 0 at the lowest tick, 1 at the highest."""
        low, high = self.ticks[0], self.ticks[-1]
        return min(max((value - low) / (high - low), 0.0), 1.0)


def courses(review: Review) -> tuple[tuple[float, ...], ...]:
    """Of each seat the values before the first turn, after it, and so on to the result."""
    if not review.turns:
        return ((),) * len(review.seats)
    return tuple(
        (*(turn.before[seat] for turn in review.turns), review.turns[-1].after[seat])
        for seat in range(len(review.seats))
    )


def scale_of(review: Review) -> Scale:
    """Chances from 0 to 1; of points a few round numbers around all that are drawn."""
    if review.unit == "win":
        return Scale((0.0, 0.25, 0.5, 0.75, 1.0))
    values = [value for line in courses(review) for value in line] or [0.0]
    for step in _STEPS:
        low, high = math.floor(min(values) / step), math.ceil(max(values) / step)
        if high - low < _MOST_TICKS:
            break
    return Scale(tuple(float(step * n) for n in range(low, max(high, low + 1) + 1)))
