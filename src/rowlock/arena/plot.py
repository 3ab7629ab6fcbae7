"""A picture of the points that players made, as PNG or SVG.

It has a ground of its own, so that it can be read on a light and on a dark page. Every player
has a strip with its name beside it, so that nobody needs the colours to tell them apart.
"""

from __future__ import annotations

import io
import textwrap
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from rowlock.arena.intervals import mean_of
from rowlock.errors import NotNotation

__all__ = ["check_plot_name", "draw_scores", "picture"]

_FORMATS = ("png", "svg")
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
"""Okabe and Ito's palette, without its yellow, which nobody sees on white."""
_STEPS = (1, 2, 5, 10, 20, 50, 100)
_MOST_BINS = 60
_HIGH = 0.9  # inches for each strip
_WIDE = 24  # letters of a name in one line


def check_plot_name(path: str) -> str:
    """The format of a picture by the ending of its file, or a complaint."""
    ending = Path(path).suffix.lower().removeprefix(".")
    if ending not in _FORMATS:
        raise NotNotation(f"expected a plot's file to end in .png or .svg, found {path!r}")
    return ending


def picture(figure: Figure, ending: str) -> bytes:
    """The bytes of the file; the same picture gives the same."""
    file = io.BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": "rowlock"}):
        figure.savefig(file, format=ending, dpi=150, metadata=_undated(ending))
    return file.getvalue()


def _undated(ending: str) -> dict[str, None]:
    return {"Date": None} if ending == "svg" else {"Software": None}


def draw_scores(scores: Mapping[str, Counter[int]], title: str) -> Figure:
    """The distribution of points for each name, one below the other, all on the same scale."""
    figure = Figure(figsize=(8, 1.2 + _HIGH * len(scores)), facecolor="white", layout="constrained")
    strips = figure.subplots(len(scores), sharex=True, sharey=True, squeeze=False)[:, 0]
    lowest = min(min(counted) for counted in scores.values())
    highest = max(max(counted) for counted in scores.values())
    step = next((s for s in _STEPS if (highest - lowest) / s <= _MOST_BINS), _STEPS[-1])
    for i, (axes, (name, counted)) in enumerate(zip(strips, scores.items())):
        colour = _COLOURS[i % len(_COLOURS)]
        edges, shares = _binned(counted, lowest, highest, step)
        axes.stairs(shares, edges, color=colour, alpha=0.35, fill=True)
        axes.stairs(shares, edges, color=colour, linewidth=1.2)
        _note_mean(axes, mean_of(counted))
        label = textwrap.fill(name, _WIDE, max_lines=4)  # a command may be long
        axes.set_ylabel(
            label, rotation=0, ha="right", va="center", fontweight="bold", parse_math=False
        )
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.tick_params(left=False, labelleft=False, bottom=axes is strips[-1])
        axes.grid(axis="x", color="#dddddd", linewidth=0.8)
        axes.set_axisbelow(True)
    strips[0].set_ylim(bottom=0)
    figure.suptitle(title, x=0.01, ha="left", fontsize="medium")
    strips[-1].set_xlabel(f"points{f', in steps of {step}' if step > 1 else ''}")
    return figure


def _note_mean(axes: Axes, mean: float) -> None:
    axes.axvline(mean, color="black", linewidth=1.2, linestyle="--")
    axes.annotate(
        f"mean {mean:.1f}",
        xy=(mean, 1),
        xycoords=("data", "axes fraction"),
        xytext=(4, -2),
        textcoords="offset points",
        va="top",
    )


def _binned(
    counted: Counter[int], lowest: int, highest: int, step: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The edges of each step, and the share of sheets in it."""
    first, last = lowest // step, highest // step
    sheets = np.zeros(last - first + 1)
    for score, count in counted.items():
        sheets[score // step - first] += count
    edges = np.arange(first, last + 2, dtype=np.float64) * step - 0.5
    return edges, sheets / counted.total()
