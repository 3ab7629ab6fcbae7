"""Keen games by the million, counted: what the facts page and its plots are made from."""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from reports import measured_variants
from rowlock import find_variant
from rowlock.arena.counts import WIN, Counts
from rowlock.events import Ending
from rowlock.fast import Batch, Results, find_policy
from rowlock.sheet import COLOURS
from rowlock.variant import Variant

__all__ = [
    "PLAYER",
    "SEATS",
    "Extreme",
    "Series",
    "alike",
    "mean",
    "play_all",
    "quantile",
    "spread",
]

PLAYER = "keen"
SEATS = (2, 3, 4, 5)
_CHUNK = 100_000


class Extreme(NamedTuple):
    """A sheet that stands out, and the number of its game."""

    points: int
    game: int


@dataclass(frozen=True)
class Series:
    """All games of one variant with one number of seats."""

    variant: Variant
    seats: int
    seed: int
    counts: Counts
    tied: int  # games that more than one won
    highest: Extreme
    lowest: Extreme

    @property
    def scores(self) -> Counter[int]:
        """How many sheets had each number of points."""
        return self.counts.players[PLAYER].scores

    @property
    def turns(self) -> Counter[int]:
        """How many games took each number of turns."""
        return self.counts.turns

    @property
    def win_shares(self) -> list[float]:
        """The share of the games that each seat won, ties split; the first rolls first."""
        return [taken.wins / WIN / self.counts.games for taken in self.counts.seats]

    @property
    def advantage(self) -> float:
        """How much more the first seat wins than if seats did not matter."""
        return self.win_shares[0] - 1 / self.seats

    @property
    def by_locks(self) -> float:
        """The share of the games that closed rows ended."""
        return self.counts.endings[Ending.LOCKS] / self.counts.games

    @property
    def closed(self) -> list[float]:
        """For each row the share of the games at whose end it was closed."""
        bits = self.counts.closed
        return [
            sum(count for rows, count in bits.items() if rows >> row & 1) / self.counts.games
            for row in COLOURS
        ]

    def score_error(self) -> float:
        """The standard error of the mean score; sheets of one game are not independent."""
        games = self.counts.games
        sums = self.counts.players[PLAYER]
        variance = sums.point_squares / games - (sums.points / games) ** 2
        return math.sqrt(variance / games) / self.seats


def mean(values: Counter[int]) -> float:
    """The mean of what was counted."""
    return sum(value * count for value, count in values.items()) / values.total()


def spread(values: Counter[int]) -> float:
    """The standard deviation of what was counted."""
    centre = mean(values)
    squares = sum(count * (value - centre) ** 2 for value, count in values.items())
    return math.sqrt(squares / values.total())


def quantile(values: Counter[int], share: float) -> int:
    """The smallest value that at least this share of what was counted does not exceed."""
    passed = 0
    for value in sorted(values):
        passed += values[value]
        if passed >= share * values.total():
            return value
    raise ValueError("expected a share up to 1 of something")


def play(
    variant: Variant, seats: int, games: int, seed: int, tell: Callable[[int], None]
) -> Series:
    """Play this many games; every now and then it is told how many more sheets are finished."""
    keen = find_policy(PLAYER, variant)
    assert keen is not None
    codes = [PLAYER] * seats
    counts, tied, begun = Counts.none(codes), 0, 0
    highest, lowest = Extreme(-(1 << 15), 0), Extreme(1 << 15, 0)
    batch = Batch(variant, [keen] * seats, seed)
    for results in batch.stream(range(games), _CHUNK, threads=os.cpu_count() or 1):
        counts += Counts.of(codes, [results])
        tied += int(np.count_nonzero(results.winners & (results.winners - 1)))
        highest = max(highest, _extreme(results, begun, np.argmax), key=lambda e: e.points)
        lowest = min(lowest, _extreme(results, begun, np.argmin), key=lambda e: e.points)
        begun += len(results.turns)
        tell(results.scores.size)
    return Series(variant, seats, seed, counts, tied, highest, lowest)


def _extreme(results: Results, begun: int, where: Callable[..., np.intp]) -> Extreme:
    game, seat = np.unravel_index(where(results.scores), results.scores.shape)
    return Extreme(int(results.scores[game, seat]), begun + int(game))


def play_all(games: int, seed: int) -> list[Series]:
    """Every variant with every number of seats, with a bar that shows how long it takes."""
    columns = (
        TextColumn("{task.description:28}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    found = []
    with Progress(*columns) as progress:
        # Counted in sheets, because games with more of them take longer.
        task = progress.add_task("", total=len(measured_variants()) * games * sum(SEATS))
        for variant in map(find_variant, measured_variants()):
            for seats in SEATS:
                progress.update(task, description=f"{variant.name}, {seats} seats")
                found.append(play(variant, seats, games, seed, partial(progress.advance, task)))
    return found


def alike(found: Sequence[Series]) -> list[list[str]]:
    """The names of the variants, those together of which every game went the same."""
    groups: list[tuple[list[Counts], list[str]]] = []
    for key in dict.fromkeys(series.variant.key for series in found):
        own = [series for series in found if series.variant.key == key]
        counts, name = [series.counts for series in own], own[0].variant.name
        for others, names in groups:
            if others == counts:
                names.append(name)
                break
        else:
            groups.append((counts, [name]))
    return [names for _, names in groups]
