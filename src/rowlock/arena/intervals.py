"""How sure a number is: estimates with the range in which the truth lies 95 times of 100."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from statistics import NormalDist
from typing import NamedTuple

from rowlock.arena.counts import ADJUSTED, WIN, Taken

__all__ = [
    "SURE",
    "Estimate",
    "Sample",
    "adjusted_share",
    "mean_of",
    "points",
    "sd_of",
    "win_share",
]

SURE = NormalDist().inv_cdf(0.975)
"""So many standard errors to each side make 95 %."""


class Estimate(NamedTuple):
    """A number that was measured, and between which limits it may lie."""

    value: float
    low: float
    high: float


class Sample(NamedTuple):
    """What was taken at one table, in how many deals."""

    deals: int
    taken: Taken


def win_share(samples: Sequence[Sample]) -> Estimate:
    """Wins for each seat taken, ties split; a fair share is one by the number of seats.

    Deals are independent of each other, so the error follows from how much they differ. To
    them are added two deals won and two lost, nearly (the interval of Agresti and Coull, for
    shares of deals instead of wins): so a player that has won all of ten deals is not said to
    win always.
    """
    deals = sum(sample.deals for sample in samples)
    sheets = sum(sample.taken.sheets for sample in samples)
    value = sum(sample.taken.wins for sample in samples) / (WIN * sheets)
    squares = sum(_squares(s.deals, s.taken.wins, s.taken.win_squares) for s in samples)
    spread = deals * deals * squares / (WIN * sheets) ** 2  # the sum of squares of deals' shares
    added = SURE * SURE
    centre = (deals * value + added / 2) / (deals + added)
    spread += deals * (value - centre) ** 2
    spread += added / 2 * ((1 - centre) ** 2 + centre**2)
    error = SURE * math.sqrt(spread) / (deals + added)
    return Estimate(value, max(0.0, centre - error), min(1.0, centre + error))


def adjusted_share(samples: Sequence[Sample]) -> Estimate | None:
    """The share of wins with the luck of the dice taken out; none as for `points`.

    Luck is zero on average, so this is an estimate of the same share, and a surer one. It is not
    itself a share of games, so it may lie outside 0 and 1.
    """
    return _mean(samples, ADJUSTED, lambda taken: (taken.adjusted, taken.adjusted_squares))


def points(samples: Sequence[Sample]) -> Estimate | None:
    """The mean score; none if a table has a single deal, which tells nothing of the error."""
    return _mean(samples, 1, lambda taken: (taken.points, taken.point_squares))


def _mean(
    samples: Sequence[Sample], unit: int, sums: Callable[[Taken], tuple[int, int]]
) -> Estimate | None:
    """The mean for each sheet of what is counted in such units; its error by how deals differ."""
    if any(sample.deals < 2 for sample in samples):
        return None
    size = sum(sample.taken.sheets for sample in samples) * unit
    value = sum(sums(sample.taken)[0] for sample in samples) / size
    variance = sum(
        _squares(sample.deals, *sums(sample.taken)) / unit**2 * sample.deals / (sample.deals - 1)
        for sample in samples
    )
    error = SURE * math.sqrt(variance) * unit / size
    return Estimate(value, value - error, value + error)


def _squares(deals: int, total: int, squares: int) -> float:
    """The sum of squares around the mean, from that around zero; exact before the division."""
    return (deals * squares - total * total) / deals


def mean_of(histogram: Counter[int]) -> float:
    """The mean of what was counted."""
    return sum(value * count for value, count in histogram.items()) / histogram.total()


def sd_of(histogram: Counter[int]) -> float:
    """The standard deviation of what was counted."""
    total = sum(value * count for value, count in histogram.items())
    squares = sum(value * value * count for value, count in histogram.items())
    return math.sqrt(_squares(histogram.total(), total, squares) / histogram.total())
