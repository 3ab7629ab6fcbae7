"""Finished games, reduced to whole numbers that can be added in any order.

However many games there are, their counts take a few kilobytes; and since nothing is ever
rounded, the sum is the same wherever and in whatever order they were played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from rowlock.errors import Contradiction
from rowlock.events import Ending
from rowlock.fast import LOCKS, MISSES, Results
from rowlock.review.model import GRID

__all__ = ["ADJUSTED", "WIN", "Counts", "Taken"]

WIN = 840
"""A whole win; 1 to 8 winners can share it without a remainder."""

ADJUSTED = WIN * GRID
"""A whole win where luck is taken from it."""

_ENDINGS = {LOCKS: Ending.LOCKS, MISSES: Ending.MISSES}
_Ints = NDArray[np.int64]
_K = TypeVar("_K")


@dataclass(frozen=True)
class Taken:
    """What was reached on the seats that a player took, or on one seat whoever took it."""

    scores: Counter[int] = field(default_factory=Counter)  # points: how many sheets had them
    misses: Counter[int] = field(default_factory=Counter)  # misses: how many sheets had them
    locks: Counter[int] = field(default_factory=Counter)  # how many had locked these rows, as bits
    wins: int = 0  # in 840ths
    places: int = 0  # twice the sum of the places; a tie shares them: 1.5 is a place too
    win_squares: int = 0  # over all deals: the square of the wins in one deal
    point_squares: int = 0  # over all deals: the square of the points in one deal
    luck: int = 0  # what the dice brought, in parts of ADJUSTED; 0 if nobody asked
    adjusted_squares: int = 0  # over all deals: the square of the wins less luck in one deal

    @property
    def sheets(self) -> int:
        """How many finished sheets this is about."""
        return self.scores.total()

    @property
    def points(self) -> int:
        """The points of all sheets."""
        return sum(score * count for score, count in self.scores.items())

    @property
    def adjusted(self) -> int:
        """The wins less what the dice brought, in parts of ADJUSTED."""
        return self.wins * GRID - self.luck

    def __add__(self, other: Taken) -> Taken:
        return Taken(
            self.scores + other.scores,
            self.misses + other.misses,
            self.locks + other.locks,
            self.wins + other.wins,
            self.places + other.places,
            self.win_squares + other.win_squares,
            self.point_squares + other.point_squares,
            self.luck + other.luck,
            self.adjusted_squares + other.adjusted_squares,
        )


@dataclass(frozen=True)
class Counts:
    """The finished games of one line-up.

    A deal is all games with the same dice: one in every order around the table, or a single
    game where nobody changes seats. Deals do not depend on each other, the games of one deal
    do; therefore squares are taken over deals.
    """

    codes: tuple[str, ...]  # the line-up: who sits at the table
    deals: int
    games: int
    players: dict[str, Taken]  # by code
    seats: tuple[Taken, ...]  # the first is the one that rolls first
    endings: Counter[Ending]
    turns: Counter[int]  # turns: how many games took them
    closed: Counter[int]  # how many games ended with these rows closed, as bits
    duels: dict[tuple[str, str], int]  # twice how often the first had more points; ties once
    duel_products: dict[tuple[str, str], int]  # over all deals: a's duels with all, times b's

    @classmethod
    def none(cls, codes: Sequence[str]) -> Self:
        """The counts before the first game."""
        names = tuple(dict.fromkeys(codes))
        return cls(
            codes=tuple(codes),
            deals=0,
            games=0,
            players={code: Taken() for code in names},
            seats=tuple(Taken() for _ in codes),
            endings=Counter(),
            turns=Counter(),
            closed=Counter(),
            duels={(a, b): 0 for a in names for b in names if a != b},
            duel_products={(a, b): 0 for a in names for b in names},
        )

    @classmethod
    def of(
        cls,
        codes: Sequence[str],
        rotations: Sequence[Results],
        luck: Sequence[_Ints] | None = None,
    ) -> Self:
        """The counts of games that were played with the same dice in each rotation.

        In rotation r the player at place i of the line-up sat on seat i + r, going on at the
        first seat after the last. A single rotation is a plain run of games. `luck`: what the dice
        brought in each [deal, seat], in steps of the grid.
        """
        seated = _Sheets.of(rotations, luck)
        lined_up = seated.turned_back()
        places = {code: [i for i, c in enumerate(codes) if c == code] for code in codes}
        duels, products = _duels(lined_up, places)
        deals = len(rotations[0].turns)
        endings = _histogram(np.stack([results.ending for results in rotations]))
        return cls(
            codes=tuple(codes),
            deals=deals,
            games=deals * len(rotations),
            players={code: lined_up.taken(own) for code, own in places.items()},
            seats=tuple(seated.taken([seat]) for seat in range(len(codes))),
            endings=Counter({_ENDINGS[ending]: count for ending, count in endings.items()}),
            turns=_histogram(np.stack([results.turns for results in rotations])),
            closed=_histogram(np.bitwise_or.reduce(seated.locks, axis=0)),
            duels=duels,
            duel_products=products,
        )

    def __add__(self, other: Counts) -> Counts:
        if self.codes != other.codes:
            raise Contradiction(
                f"counts of one line-up can be added; these are of {' '.join(self.codes)} "
                f"and of {' '.join(other.codes)}"
            )
        return Counts(
            self.codes,
            self.deals + other.deals,
            self.games + other.games,
            {code: taken + other.players[code] for code, taken in self.players.items()},
            tuple(mine + theirs for mine, theirs in zip(self.seats, other.seats)),
            self.endings + other.endings,
            self.turns + other.turns,
            self.closed + other.closed,
            _added(self.duels, other.duels),
            _added(self.duel_products, other.duel_products),
        )


def _added(mine: Mapping[_K, int], theirs: Mapping[_K, int]) -> dict[_K, int]:
    return {key: number + theirs[key] for key, number in mine.items()}


class _Sheets(NamedTuple):
    """The finished sheets of some games, each array [seat, rotation, deal]."""

    scores: NDArray[Any]
    misses: NDArray[Any]
    locks: NDArray[Any]
    wins: NDArray[Any]
    luck: NDArray[Any]  # in steps of the grid

    @classmethod
    def of(cls, rotations: Sequence[Results], luck: Sequence[_Ints] | None) -> Self:
        scores, misses, locks = (
            np.ascontiguousarray(np.stack([getattr(results, name).T for results in rotations], 1))
            for name in ("scores", "misses", "locks")
        )
        won = scores == scores.max(axis=0)
        sharing = won.view(np.int8).sum(axis=0, dtype=np.int8)
        wins = won * (WIN // sharing.astype(np.int16))
        brought = np.stack([one.T for one in luck], 1) if luck else np.zeros(wins.shape, np.int8)
        return cls(scores, misses, locks, wins, brought)

    def turned_back(self) -> _Sheets:
        """The same with the place in the line-up instead of the seat."""
        return _Sheets(
            *(
                np.stack([np.roll(array[:, r], -r, axis=0) for r in range(array.shape[1])], axis=1)
                for array in self
            )
        )

    def over(self, a: int, b: int) -> NDArray[np.int8]:
        """For each deal, twice how often a had more points than b; ties count once."""
        mine, theirs = self.scores[a], self.scores[b]
        over = (mine > theirs).view(np.int8) + (mine >= theirs)
        summed: NDArray[np.int8] = over.sum(axis=0, dtype=np.int8)  # 16 at most
        return summed

    def taken(self, places: Sequence[int]) -> Taken:
        """What was reached at these places."""
        scores = self.scores[places]
        deal_wins = self.wins[places].sum(axis=(0, 1), dtype=np.int64)
        deal_points = scores.sum(axis=(0, 1), dtype=np.int64)
        # Each is over itself by 1, so the best alone has 1 in this sum, and is 2 halves first.
        behind = sum(
            int(np.count_nonzero(other > own)) + int(np.count_nonzero(other >= own))
            for own in scores
            for other in self.scores
        )
        deal_luck = self.luck[places].sum(axis=(0, 1), dtype=np.int64) * WIN
        less_luck = (deal_wins * GRID - deal_luck).tolist() if deal_luck.any() else []
        return Taken(
            scores=_histogram(scores),
            misses=_histogram(self.misses[places]),
            locks=_histogram(self.locks[places]),
            wins=int(deal_wins.sum()),
            places=behind + scores.size,
            win_squares=int(deal_wins @ deal_wins),
            point_squares=int(deal_points @ deal_points),
            luck=int(deal_luck.sum()),
            adjusted_squares=sum(one * one for one in less_luck),
        )


def _duels(
    sheets: _Sheets, places: Mapping[str, Sequence[int]]
) -> tuple[dict[tuple[str, str], int], dict[tuple[str, str], int]]:
    """Every two players of a table compared: in all, and how their deals go together."""
    duels: dict[tuple[str, str], int] = {}
    deals = {code: np.zeros(sheets.scores.shape[2], np.int64) for code in places}
    for a, own in places.items():
        for b, others in places.items():
            if a != b:
                over = sum((sheets.over(i, j) for i in own for j in others), start=0 * deals[a])
                duels[a, b] = int(over.sum())
                deals[a] += over
    return duels, {(a, b): int(deals[a] @ deals[b]) for a in places for b in places}


def _histogram(values: NDArray[Any]) -> Counter[int]:
    """How often each whole number occurs."""
    if not values.size:
        return Counter()
    lowest = int(values.min())
    counts = np.bincount((values - lowest).ravel())
    return Counter({lowest + int(i): int(counts[i]) for i in np.flatnonzero(counts)})
