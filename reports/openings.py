"""The plots of the solved page: what best play scores, and what each first cross is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from reports.plots import Plot
from rowlock.sheet import COLOURS, Cell, Colour
from rowlock.solve import Values

__all__ = ["Opening", "first_crosses", "openings_plot", "scores_plot"]

_INK = "#222222"
_LINES = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00")
_STYLES = ("-", "--", "-.", ":", "-")
_ROWS = {Colour.R: "#D55E00", Colour.Y: "#E69F00", Colour.G: "#009E73", Colour.B: "#0072B2"}
"""By Okabe and Ito, as everywhere."""
_MIDDLE: dict[str, Any] = {"ha": "center", "va": "center", "color": _INK}
_STEP = 5


class Opening(NamedTuple):
    """A first cross: what it changes, and what a miss would have changed instead."""

    cell: Cell
    change: float
    missed: float


Drawn: TypeAlias = tuple[str, list[Opening], NDArray[np.int16]]
"""A pad's name, its openings and the scores of its games."""


class SolvedPlot(NamedTuple):
    """A picture: its file, what somebody is told who cannot see it, and how it is drawn."""

    file: str
    told: str
    drawn: Callable[[Sequence[Drawn]], Figure]

    def of(self, pads: Sequence[Drawn]) -> Plot:
        """The picture of these pads."""
        return Plot(self.file, self.told, lambda _: self.drawn(pads))


def first_crosses(values: Values) -> list[Opening]:
    """Every cell that can be the first to be crossed."""
    empty = values.variant.sheet()
    start = values.value(empty)
    missed = values.value(empty.miss()) - start
    return [
        Opening(cell, values.value(empty.cross(cell)) - start, missed)
        for cell in empty.page.cells.values()
        if empty.can_cross(cell)
    ]


def _figure(height: float, title: str) -> Figure:
    figure = Figure(figsize=(10, height), layout=ConstrainedLayoutEngine(w_pad=0.1, h_pad=0.08))
    figure.suptitle(title, x=0.01, ha="left", fontsize=12, fontweight="bold")
    return figure


def _scores(pads: Sequence[Drawn]) -> Figure:
    figure = _figure(4, "What best play alone scores")
    axes = figure.subplots()
    for place, (name, _, scores) in enumerate(pads):
        steps, counts = np.unique(scores // _STEP, return_counts=True)
        axes.plot(
            steps * _STEP + (_STEP - 1) / 2,
            100 * counts / len(scores),
            color=_LINES[place % len(_LINES)],
            linestyle=_STYLES[place % len(_STYLES)],
            linewidth=1.8,
            label=name,
        )
    axes.set_ylim(bottom=0)
    axes.set_xlabel(f"points, in steps of {_STEP}")
    axes.set_ylabel("games in a hundred")
    axes.legend(frameon=False)
    return figure


def _openings(pads: Sequence[Drawn]) -> Figure:
    figure = _figure(0.5 + 2.1 * len(pads), "What the first cross changes, in points")
    all_axes = figure.subplots(len(pads), 1, squeeze=False)
    for axes, (name, openings, _) in zip(all_axes.flat, pads):
        _draw_sheet(axes, openings)
        axes.set_title(name, loc="left", fontweight="bold")
    return figure


def _draw_sheet(axes: Axes, openings: Sequence[Opening]) -> None:
    """The cells as they are printed, the darker the better to begin with."""
    worst = min(opening.change for opening in openings)
    best = max(opening.change for opening in openings)
    for cell, change, _ in openings:
        share = (change - worst) / (best - worst or 1)
        at = (cell.index, 3 - cell.row)
        strength = 0.08 + 0.72 * share**2
        axes.add_patch(
            Rectangle(at, 0.94, 0.9, linewidth=0, facecolor=_ROWS[cell.colour], alpha=strength)
        )
        words = f"{change:+.1f}".replace("-", "\N{MINUS SIGN}")
        across = at[0] + 0.47
        axes.text(across, at[1] + 0.62, f"{cell.number}", fontweight="bold", **_MIDDLE)
        axes.text(across, at[1] + 0.24, words, fontsize=8, **_MIDDLE)
    axes.set_xlim(-0.1, max(opening.cell.index for opening in openings) + 1)
    axes.set_ylim(-0.05, 4)
    axes.set_xticks([])
    axes.set_yticks([3.45 - row for row in COLOURS], [row.name for row in COLOURS])
    axes.tick_params(length=0)
    axes.grid(False)
    axes.spines[:].set_visible(False)


scores_plot = SolvedPlot(
    "solved-scores.svg", "How often best play alone reaches each score", _scores
)
openings_plot = SolvedPlot(
    "solved-openings.svg", "What every possible first cross changes, cell by cell", _openings
)
