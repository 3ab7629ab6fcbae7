"""What a twin is: all that the fast engine knows of one rule, in one record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rowlock.fast.tables import Int64s
from rowlock.rules import Rule
from rowlock.sheet import Page

__all__ = ["Most", "Twin"]


@dataclass(frozen=True)
class Most:
    """How much room a rule needs on a sheet, at most."""

    offers: int = 0  # marks that it offers at once
    effects: int = 0  # effects that wait at once; the bonus bar's single one has a place anyway
    picks: int = 0  # ties that one decision brings


@dataclass(frozen=True)
class Twin:
    """The twin of a rule: its tables, its kernels, its features of the network."""

    rule: type[Rule]
    # What it prints on each page, as a tuple of arrays whose first axis is the page. For pages
    # without the rule it gives the same arrays, empty.
    tables: Callable[[Sequence[Page]], Any]
    # The kernels of the seams that the rule overrides (offers, after_cross, after_close, tally),
    # and `features`: the kernel that writes what the network sees of it on a sheet.
    seams: dict[str, Callable[..., Any]]
    width: Callable[[Any], int] = field(default=lambda tables: 0)  # how many features that are
    weights: Callable[[Any], int] = field(default=lambda tables: 0)  # how many different ones
    most: Callable[[Page], Most] = field(default=lambda page: Most())
    # For the solver: the numbers, by page and number, that let the row with the fewest crosses
    # go on instead; only if the rule does nothing else.
    goes_on: Callable[[Any], Int64s] | None = None
    forces: bool = False  # whether it forces crosses

    @property
    def name(self) -> str:
        """The name of its rule."""
        return self.rule.name
