"""Exact values: what every sheet is worth under best play, for variants small enough for it."""

from rowlock.solve.best_play import play_by_values
from rowlock.solve.solving import MOST_SEATS, read_values, solve
from rowlock.solve.values import Option, Values

__all__ = ["MOST_SEATS", "Option", "Values", "play_by_values", "read_values", "solve"]
