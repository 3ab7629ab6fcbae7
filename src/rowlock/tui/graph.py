"""Graphs as text: they need no colour, and the large one nothing beyond ASCII."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rowlock.review.course import Scale
from rowlock.tui.columns import COLUMNS

__all__ = ["SEVERAL", "draw_graph", "sparkline"]

SEVERAL = "*"
"""Where lines meet."""
_BETWEEN = "."  # joins what few lines show; of many it would only be noise
_FEW = 2
_LABEL = 6  # columns before the axis
_ROOM = COLUMNS - _LABEL - 2
_ROWS = 4  # from one tick to the next
_WIDEST = 4  # columns a turn, at most
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
_BLOCKS = "▁▂▃▄▅▆▇█"
_DIGITS = "12345678"


def draw_graph(
    lines: Sequence[Sequence[float]],
    scale: Scale,
    labels: Sequence[str],
    under: Sequence[tuple[str, Sequence[str]]] = (),
) -> list[str]:
    """Lines from left to right, each drawn with its number, counted from 1.

    Each line has a value for the start and one for each turn after it. `labels` name the ticks
    of the scale; `under` are rows of signs below the axis, each with a label and a sign a turn.
    """
    turns = len(lines[0]) - 1
    columns = [_column(turn, turns) for turn in range(turns + 1)]
    rows = _ROWS * (len(scale.ticks) - 1) + 1
    grid = [[" "] * (columns[-1] + 1) for _ in range(rows)]

    def row(value: float) -> int:
        return rows - 1 - round(scale.place(value) * (rows - 1))

    for values in lines if len(lines) <= _FEW else ():
        for turn in range(turns):
            left, right = columns[turn : turn + 2]
            for column in range(left + 1, right):
                part = (column - left) / (right - left)
                value = values[turn] + part * (values[turn + 1] - values[turn])
                grid[row(value)][column] = _BETWEEN
    for number, values in enumerate(lines, 1):
        for column, value in zip(columns, values, strict=True):
            free = grid[row(value)][column] in (" ", _BETWEEN, str(number))
            grid[row(value)][column] = str(number) if free else SEVERAL
    drawn = []
    for place, cells in enumerate(grid):
        tick, between = divmod(rows - 1 - place, _ROWS)
        edge = f"{'':{_LABEL}} |" if between else f"{labels[tick]:>{_LABEL}} +"
        drawn.append(edge + "".join(cells).rstrip())
    return [*drawn, *_axis(columns), *(_signs(columns, label, row) for label, row in under)]


def _column(turn: int, turns: int) -> int:
    """Where the end of a turn stands; if there are too many turns, some share a column."""
    if turns >= _ROOM:
        return round(turn * (_ROOM - 1) / turns)
    return turn * min((_ROOM - 1) // turns, _WIDEST)


def _axis(columns: Sequence[int]) -> list[str]:
    """The axis with a number every few turns."""
    turns = len(columns) - 1
    last = len(str(turns))
    apart = next(n for n in _STEPS if columns[min(n, turns)] > last or n >= turns)
    axis, numbers = ["-"] * (columns[-1] + 1), ""
    for turn in range(0, turns + 1, apart):
        axis[columns[turn]] = "+"
        start = max(columns[turn] - len(str(turn)) + 1, 0)
        numbers = f"{numbers:{start}}{turn}"
    left = " " * (_LABEL + 2)
    return [left + "".join(axis), left + numbers]


def _signs(columns: Sequence[int], label: str, signs: Sequence[str]) -> str:
    row = [" "] * (columns[-1] + 1)
    for column, sign in zip(columns[1:], signs, strict=True):
        if sign:
            row[column] = sign
    return f"{label:>{_LABEL}} |{''.join(row)}".rstrip()


def sparkline(values: Sequence[float], encoding: str, most: int = 40) -> str:
    """Values as a row of blocks, the largest the highest; digits where there are no blocks.

    If there are more values than fit, each sign stands for the mean of several.
    """
    try:
        _BLOCKS.encode(encoding)
        signs = _BLOCKS
    except UnicodeEncodeError:
        signs = _DIGITS
    shown = min(len(values), most)
    places = [round(n * len(values) / shown) for n in range(shown + 1)] if shown else []
    means = [sum(values[a:b]) / (b - a) for a, b in pairwise(places)]
    high = max(means, default=0.0) or 1.0
    return "".join(signs[min(int(mean / high * len(signs)), len(signs) - 1)] for mean in means)
