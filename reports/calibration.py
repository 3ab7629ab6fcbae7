"""Does the trained player know what it knows? Win chances that it expects, against outcomes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from numpy.typing import NDArray

from reports.plots import Plot
from rowlock.arena.intervals import SURE
from rowlock.fast.net import DEEP, HEADS, NARROW, WIDE, shape_of, weights_at
from rowlock.fast.policy import Floats
from rowlock.fast.samples import Samples, take_samples
from rowlock.fast.weights import Trained

__all__ = ["BINS", "ENOUGH", "Bins", "calibrate", "calibration_plot", "win_chances", "win_shares"]

BINS = 20
ENOUGH = 10_000
"""Positions that a bin must have to be judged."""
_CHUNK = 500  # games whose positions are in memory at once, for each thread

Doubles: TypeAlias = NDArray[np.float64]

_SEAT_LINES = {
    2: ("#0072B2", "o"),
    3: ("#009E73", "s"),
    4: ("#E69F00", "D"),
    5: ("#D55E00", "^"),
}
_ACROSS = 4


@dataclass(frozen=True)
class Bins:
    """Positions by the win chance that was expected, each seen from each seat."""

    counts: NDArray[np.int64]  # [bin]
    expected: Doubles  # [bin] the sum of what was expected
    won: Doubles  # [bin] the sum of what was won
    squares: Doubles  # [bin] of what a game won beyond expectation in it, squared and added up
    games: int

    def __add__(self, other: Bins) -> Bins:
        """Both together."""
        return Bins(
            self.counts + other.counts,
            self.expected + other.expected,
            self.won + other.won,
            self.squares + other.squares,
            self.games + other.games,
        )

    def off(self, place: int) -> float:
        """How much more was won in a bin than expected."""
        return float((self.won[place] - self.expected[place]) / self.counts[place])

    def error(self, place: int) -> float:
        """Of that, to each side with 95 %: the positions of one game are taken as one."""
        return float(SURE * math.sqrt(self.squares[place]) / self.counts[place])

    def judged(self, enough: int = ENOUGH) -> list[int]:
        """The bins with at least this many positions."""
        return [place for place in range(BINS) if self.counts[place] >= enough]

    def worst(self, enough: int = ENOUGH) -> int | None:
        """The judged bin that is furthest off, if there is one."""
        return max(self.judged(enough), key=lambda place: abs(self.off(place)), default=None)


def calibrate(trained: Trained, seats: int, games: int, seed: int, threads: int) -> Bins:
    """Let the trained player play against itself, and compare what it expected with what came."""

    def part(begin: int) -> Bins:
        numbered = range(begin, min(begin + _CHUNK, games))
        numbers = (trained.numbers(),)
        samples = take_samples(trained.tables, seats, seed, numbered, numbers, openings=0.0)
        return _binned(win_chances(trained, samples), samples)

    with ThreadPoolExecutor(threads) as pool:
        first, *more = pool.map(part, range(0, games, _CHUNK))
    return sum(more, first)


def win_chances(trained: Trained, samples: Samples) -> Doubles:
    """The win chance of each seat in each position, as the network sees it.

    The network of `rowlock.fast.net` once more, for many positions at once.
    """
    weights, at = trained.weights, weights_at(shape_of(trained.tables), 0)

    def array(begin: int, end: int, width: int) -> Floats:
        return weights[begin:end].reshape(-1, width)

    other = np.maximum(_rows(array(at.other, at.pool, NARROW), samples), 0)
    others = other.sum(axis=1, keepdims=True) - other
    own = _rows(array(at.own, at.other, WIDE), samples)
    wide = np.maximum(own + others @ array(at.pool, at.deeper, WIDE), 0)
    deep = wide @ array(at.deeper, at.deep_bias, DEEP) + weights[at.deep_bias : at.heads]
    heads = array(at.heads, at.head_bias, DEEP)
    assert len(heads) == HEADS  # of which the first is the win chance
    logits = np.maximum(deep, 0) @ heads[0] + weights[at.head_bias]
    chances: Doubles = 1 / (1 + np.exp(-logits.astype(np.float64)))
    return chances


def _rows(table: Floats, samples: Samples) -> Floats:
    """The rows of all features of a sheet, added up."""
    rows = table[samples.order]
    for feature in range(samples.features.shape[2]):
        rows += table[samples.features[:, :, feature]]
    return rows


def win_shares(samples: Samples) -> Doubles:
    """What each seat won of each game; a tie is shared."""
    first = samples.scores == samples.scores.max(axis=1, keepdims=True)
    shares: Doubles = first / first.sum(axis=1, keepdims=True)
    return shares


def _binned(chances: Doubles, samples: Samples) -> Bins:
    games = len(samples.scores)
    game = np.repeat(np.arange(games), np.diff(samples.begins))
    won = win_shares(samples)[game]
    place = np.minimum((chances * BINS).astype(np.int64), BINS - 1)

    def added(values: Doubles, where: NDArray[np.int64], length: int) -> Doubles:
        return np.bincount(where.ravel(), values.ravel(), length).astype(np.float64)

    beyond = added(won - chances, game[:, None] * BINS + place, games * BINS)
    return Bins(
        np.bincount(place.ravel(), minlength=BINS).astype(np.int64),
        added(chances, place, BINS),
        added(won, place, BINS),
        (beyond.reshape(games, BINS) ** 2).sum(axis=0),
        games,
    )


Drawn: TypeAlias = tuple[str, dict[int, Bins]]
"""A variant's name, and its bins by seats."""


def calibration_plot(found: Sequence[Drawn], enough: int = ENOUGH) -> Plot:
    """The picture: a panel for each variant, a line for each number of seats."""
    return Plot(
        "bots-calibration.svg",
        "How far outcomes lie from the win chances that oracle expected, variant by variant",
        lambda _: _drawn(found, enough),
    )


def _drawn(found: Sequence[Drawn], enough: int) -> Figure:
    figure = Figure(figsize=(10, 5.4), layout=ConstrainedLayoutEngine(w_pad=0.1, h_pad=0.08))
    title = "Won more or less often than oracle expected"
    figure.suptitle(title, x=0.01, ha="left", fontsize=12, fontweight="bold")
    down = len(found) // _ACROSS + 1  # one panel at least is left for the key
    panels = figure.subplots(down, _ACROSS, sharex=True, sharey=True, squeeze=False)
    for place, panel in enumerate(panels.flat):
        if place < len(found):
            name, by_seats = found[place]
            panel.set_title(name, loc="left", fontweight="bold")
            panel.tick_params(labelbottom=place + _ACROSS >= len(found))
            panel.axhspan(-1, 1, color="#e7efe7", zorder=0)
            panel.axhline(0, color="#222222", linewidth=0.8)
            for seats, bins in by_seats.items():
                _draw_bins(panel, seats, bins, enough)
        else:
            panel.set_axis_off()
    key = panels.flat[-1]
    for seats in found[0][1]:
        key.errorbar([], [], [], label=f"{seats} seats", **_line(seats))
    key.legend(loc="center", frameon=False, fontsize=10)
    panels.flat[0].set_xlim(0, 100)
    panels.flat[0].set_ylim(-3, 3)
    figure.supxlabel("expected win chance, in per cent", fontsize=10)
    figure.supylabel("wins in a hundred beyond that", fontsize=10)
    return figure


def _draw_bins(panel: Axes, seats: int, bins: Bins, enough: int) -> None:
    points = np.full((3, BINS), np.nan)  # so the line breaks where a bin is left out
    for place in bins.judged(enough):
        mean = bins.expected[place] / bins.counts[place]
        points[:, place] = 100 * mean, 100 * bins.off(place), 100 * bins.error(place)
    panel.errorbar(*points, **_line(seats))


def _line(seats: int) -> dict[str, Any]:
    colour, marker = _SEAT_LINES[seats]
    return {
        "color": colour,
        "marker": marker,
        "markersize": 3,
        "linewidth": 1,
        "elinewidth": 0.6,
    }
