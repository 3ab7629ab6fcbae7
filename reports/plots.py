"""The plots of the facts page, drawn so that they can be read on light and dark pages alike.

Colours are those of Okabe and Ito, which everybody can tell apart; text stays text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from reports.series import SEATS, Series, alike, quantile

__all__ = ["SCORES", "TURNS", "WINS", "Plot", "draw"]

_INK = "#222222"
_PAPER = "#fbfbf8"
_FAINT = "#d8d8d2"
_STYLE = {
    "axes.axisbelow": True,
    "axes.edgecolor": "#888888",
    "axes.facecolor": _PAPER,
    "axes.grid": True,
    "axes.labelcolor": _INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 10,
    "figure.facecolor": _PAPER,
    "font.size": 9,
    "grid.color": _FAINT,
    "grid.linewidth": 0.6,
    "svg.fonttype": "none",  # text as text
    "svg.hashsalt": "rowlock",  # the same picture is the same file
    "text.color": _INK,
    "xtick.color": _INK,
    "ytick.color": _INK,
}
_COLOURS = ("#000000", "#E69F00", "#56B4E9", "#009E73", "#D55E00", "#0072B2", "#CC79A7")
_MARKERS = "osD^vPX"
_SEAT_LINES = dict(
    zip(SEATS, zip(("#0072B2", "#009E73", "#E69F00", "#D55E00"), ("-", "--", "-.", ":")))
)
_USUAL: dict[str, Any] = {"color": _INK, "linewidth": 1.2, "marker": "|"}
_MEDIAN: dict[str, Any] = {"color": _INK, "marker": "o", "s": 25, "zorder": 3}
_ACROSS = 4
_STEP = 5
"""Points that are drawn as one: some numbers are sums of rows in far fewer ways than the next."""


class Plot(NamedTuple):
    """A picture: its file, what somebody is told who cannot see it, and how it is drawn."""

    file: str
    told: str
    drawn: Callable[[Sequence[Series]], Figure]


def draw(plot: Plot, found: Sequence[Series], path: Path) -> None:
    """Draw a plot as SVG."""
    with mpl.rc_context(_STYLE):  # type: ignore[arg-type]
        figure = plot.drawn(found)
        about = {"Title": plot.told, "Creator": None, "Date": None}
        figure.savefig(path, format="svg", metadata=about)


def _figure(height: float, title: str) -> Figure:
    figure = Figure(figsize=(10, height), layout=ConstrainedLayoutEngine(w_pad=0.1, h_pad=0.08))
    figure.suptitle(title, x=0.01, ha="left", fontsize=12, fontweight="bold")
    return figure


def _panels(found: Sequence[Series], figure: Figure) -> Iterator[tuple[Axes, list[Series]]]:
    """A small plot for each variant, all on one scale, and at least one more for the key."""
    keys = list(dict.fromkeys(series.variant.key for series in found))
    down = len(keys) // _ACROSS + 1
    axes = figure.subplots(down, _ACROSS, sharex=True, sharey=True, squeeze=False)
    for place, (panel, key) in enumerate(zip_longest(axes.flat, keys)):
        own = [series for series in found if series.variant.key == key]
        if own:
            panel.set_title(own[0].variant.name, loc="left", fontweight="bold")
            panel.tick_params(labelbottom=place + _ACROSS >= len(keys))  # none stands below it
        else:
            panel.set_axis_off()
        yield panel, own


def _span(values: Counter[int]) -> tuple[int, int]:
    """From where to where to draw: all but a few in ten thousand."""
    return quantile(values, 0.0002), quantile(values, 0.9998)


def _scores(found: Sequence[Series]) -> Figure:
    two = [series for series in found if series.seats == SEATS[0]]
    figure = _figure(5.2, "What two keen players score")
    low, high = _span(sum((series.scores for series in two), Counter[int]()))
    top = 0.0
    steps = range(low // _STEP, high // _STEP + 1)
    for panel, own in _panels(two, figure):
        for series in own:
            counts = Counter[int]()
            for points, count in series.scores.items():
                counts[points // _STEP] += count
            shares = [100 * counts[step] / counts.total() for step in steps]
            edges = [_STEP * step - 0.5 for step in (*steps, steps[-1] + 1)]
            panel.stairs(shares, edges, fill=True, color="#56B4E9")
            top = max(top, *shares)
            _usual(panel, series.scores)
            panel.set_ylim(0, 1.45 * top)  # all have one scale; this leaves room for the line
        if not own:
            panel.plot([], label="nine of ten sheets", **_USUAL)
            panel.scatter([], [], label="the median", **_MEDIAN)
            panel.legend(loc="center", frameon=False, fontsize=10, numpoints=2, scatterpoints=1)
    figure.supxlabel(f"points, in steps of {_STEP}", fontsize=10)
    figure.supylabel("sheets in a hundred", fontsize=10)
    return figure


def _usual(panel: Axes, scores: Counter[int]) -> None:
    """A line above the hill: where nine of ten lie, and the median."""
    above = panel.get_xaxis_transform()
    low, middle, high = (quantile(scores, share) for share in (0.05, 0.5, 0.95))
    panel.plot([low, high], [0.82, 0.82], transform=above, **_USUAL)
    panel.scatter([middle], [0.82], transform=above, **_MEDIAN)
    for points in (low, middle, high):
        panel.text(points, 0.87, f"{points}", transform=above, ha="center", fontsize=8)


def _turns(found: Sequence[Series]) -> Figure:
    figure = _figure(5.2, "How many turns keen games take")
    for panel, own in _panels(found, figure):
        for series in own:
            low, high = _span(series.turns)
            span = range(low, high + 1)
            shares = [100 * series.turns[turns] / series.counts.games for turns in span]
            panel.plot(span, shares, **_line(series.seats))
        if not own:
            for seats in SEATS:
                panel.plot([], label=f"{seats} seats", **_line(seats))
            panel.legend(loc="center", frameon=False, fontsize=10, handlelength=3)
    figure.supxlabel("turns", fontsize=10)
    figure.supylabel("games in a hundred", fontsize=10)
    return figure


def _line(seats: int) -> dict[str, Any]:
    colour, style = _SEAT_LINES[seats]
    return {"color": colour, "linestyle": style, "linewidth": 1.6}


def _wins(found: Sequence[Series]) -> Figure:
    figure = _figure(4.4, "How often each seat wins, measured against a fair share")
    axes = figure.subplots(1, len(SEATS), sharey=True, width_ratios=[1 + seats for seats in SEATS])
    for panel, seats in zip(axes, SEATS):
        panel.axhline(0, color=_INK, linewidth=1)
        for place, names in enumerate(alike(found)):
            (series,) = [s for s in found if s.variant.name == names[0] and s.seats == seats]
            panel.plot(
                range(1, seats + 1),
                [100 * (share - 1 / seats) for share in series.win_shares],
                color=_COLOURS[place % len(_COLOURS)],
                marker=_MARKERS[place % len(_MARKERS)],
                markersize=5,
                label=", ".join(names),
            )
        panel.set_title(f"{seats} seats", loc="left", fontweight="bold")
        panel.set_xticks(range(1, seats + 1))
        panel.set_xlim(0.6, seats + 0.4)
    axes[0].set_ylabel("wins in a hundred more than fair", fontsize=10)
    axes[-1].set_xlabel("seat, in the order of rolling", fontsize=10, loc="right")
    handles, labels = axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=len(labels), frameon=False)
    return figure


SCORES = Plot(
    "facts-scores.svg",
    "How often each score occurs with two at the table, variant by variant",
    _scores,
)
WINS = Plot(
    "facts-wins.svg",
    "How much more or less than its fair share each seat wins, from two to five seats",
    _wins,
)
TURNS = Plot(
    "facts-turns.svg",
    "How often a game takes so many turns, variant by variant, from two to five seats",
    _turns,
)
