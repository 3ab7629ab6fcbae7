"""Ratings: one number a player, from who had more points than whom (Bradley and Terry, 1952).

The model: a is ahead of b with probability 1 / (1 + 10 ** ((b - a) / 400)), the scale of Elo.
At a table of more than two every pair counts, a tie as half.

To what was played, two games of each player against an average one are added, one won and one
lost. They weigh nothing among thousands, but a player that never lost gets a rating too.

The intervals follow from how much deals differ (the "sandwich" of the information matrix and
the scatter of deals). The information matrix alone would take all comparisons for independent,
which those of one deal are not: they share their dice. Resampling the deals would give the same
as this, but would need them all in memory. An interval is for comparing two players: it is made
so that those of any two, put together as errors are, give that of their difference.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowlock.arena.counts import Counts
from rowlock.arena.intervals import SURE

__all__ = ["MEAN", "Rating", "rate"]

MEAN = 1500
"""The mean of all ratings; only their differences mean anything."""
_SCALE = 400 / math.log(10)
_ENOUGH = 1e-9  # a step that changes no printed digit
_MOST_STEPS = 200

_Floats = NDArray[np.float64]


class Rating(NamedTuple):
    """How strong a player is, and between which limits it may be."""

    code: str
    value: float
    low: float
    high: float


def rate(tables: Sequence[Counts]) -> list[Rating]:
    """The ratings of all who met somebody, the strongest first."""
    tables = [table for table in tables if table.deals]
    codes = list(dict.fromkeys(code for table in tables for pair in table.duels for code in pair))
    if not codes:
        return []
    index = {code: i for i, code in enumerate(codes)}
    ahead = np.zeros((len(codes), len(codes)))  # how often the first was ahead of the second
    scatter = np.zeros((len(codes), len(codes)))
    for table in tables:
        for (a, b), halves in table.duels.items():
            ahead[index[a], index[b]] += halves / 2
        met = [code for code in table.players if code in index]
        places = [index[code] for code in met]
        scatter[np.ix_(places, places)] += _scatter(table, met)
    strengths = _fit(ahead)
    chances = _chance(strengths)
    # What the added games, one won and one lost, scatter.
    scatter += np.diag(chances**2 + (1 - chances) ** 2)
    inverse = np.linalg.inv(_information(ahead, strengths))
    errors = SURE * _SCALE * np.sqrt(_own_variances(inverse @ scatter @ inverse))
    values = MEAN + _SCALE * (strengths - strengths.mean())
    ratings = [
        Rating(code, float(value), float(value - error), float(value + error))
        for code, value, error in zip(codes, values, errors)
    ]
    return sorted(ratings, key=lambda rating: -rating.value)


def _scatter(table: Counts, codes: Sequence[str]) -> _Floats:
    """How the deals of a table scatter around their mean: sums of squares and products."""
    halves = {c: sum(n for (a, _), n in table.duels.items() if a == c) for c in codes}
    # Whole numbers of any size up to the division; a half duel is a quarter when squared.
    return np.array(
        [
            [
                (table.deals * table.duel_products[a, b] - halves[a] * halves[b]) / table.deals / 4
                for b in codes
            ]
            for a in codes
        ]
    )


def _own_variances(covariance: _Floats) -> _Floats:
    """Variances of single players that add up, for any two, to that of their difference, nearly.

    Only differences can be measured, and where somebody always loses, all the others are far
    from them by a number that nobody knows well, and yet are known well among themselves.
    (Quasi-variances: Firth and de Menezes, 2004.) The sums may ask for one below zero; nobody is
    given less than a quarter of what is known of the nearest other, which is to err on the safe
    side.
    """
    players = len(covariance)
    firsts, seconds = np.triu_indices(players, 1)
    variances = np.diag(covariance)
    differing = variances[firsts] + variances[seconds] - 2 * covariance[firsts, seconds]
    shares = np.zeros((len(firsts), players))
    pairs = np.arange(len(firsts))
    shares[pairs, firsts] = shares[pairs, seconds] = 1 / differing
    own = np.linalg.lstsq(shares, np.ones(len(firsts)))[0]
    nearest = np.full(players, np.inf)
    np.minimum.at(nearest, firsts, differing)
    np.minimum.at(nearest, seconds, differing)
    return np.maximum(own.astype(np.float64), nearest / 4)


def _fit(ahead: _Floats) -> _Floats:
    """The strengths that make what happened most likely, by Newton's method."""
    strengths = np.zeros(len(ahead))
    for _ in range(_MOST_STEPS):
        met = ahead + ahead.T
        expected = (met * _chance(strengths[:, None] - strengths)).sum(axis=1)
        slope = ahead.sum(axis=1) - expected + 1 - 2 * _chance(strengths)
        step = np.linalg.solve(_information(ahead, strengths), slope)
        now = _likelihood(ahead, strengths)
        while np.abs(step).max() > _ENOUGH and _likelihood(ahead, strengths + step) < now:
            step /= 2  # too far: where one always wins, the ground is flat
        strengths = strengths + step
        if np.abs(step).max() <= _ENOUGH:
            break
    return strengths


def _chance(difference: _Floats) -> _Floats:
    return 1 / (1 + np.exp(-difference))


def _likelihood(ahead: _Floats, strengths: _Floats) -> float:
    pairs = ahead * np.logaddexp(0, strengths - strengths[:, None])
    added = np.logaddexp(0, strengths) + np.logaddexp(0, -strengths)
    return -float(pairs.sum() + added.sum())


def _information(ahead: _Floats, strengths: _Floats) -> _Floats:
    """Minus the second derivatives of the likelihood."""
    chances = _chance(strengths[:, None] - strengths)
    weights = (ahead + ahead.T) * chances * (1 - chances)
    own = _chance(strengths)
    information: _Floats = np.diag(weights.sum(axis=1) + 2 * own * (1 - own)) - weights
    return information
