"""Files of levels: how much chance the weaker trained players add in a variant.

Such a file lies beside the weights that it was measured with, under the same name. It is TOML,
written by `python -m training.levels`.
"""

from __future__ import annotations

import math
import os
import secrets
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from rowlock.bots import level_codes, trained_codes
from rowlock.section import Problem

__all__ = ["MOST_CHANCE", "OVERLOOKS", "SUFFIX", "Levels", "read_levels", "write_levels"]

SUFFIX = ".levels"
OVERLOOKS = 0.5
"""How likely a level is to overlook a row, as a part of the chance that it adds to values: so
about two thirds of what it gives away it passes over, and the rest it misjudges."""
MOST_CHANCE = 1.9
"""Nobody errs more, who would hardly look at anything."""


@dataclass(frozen=True)
class Levels:
    """How much chance each level adds, and what was measured with it."""

    weights: str  # the checksum of the weights that it was measured with
    date: str
    games: int  # of each step
    chance: Mapping[str, float]  # by the code of a level, from weak to strong
    won: Mapping[str, float]  # per cent against the level below, by the code of the stronger

    def is_of(self, weights: str) -> bool:
        """Whether it was measured with these weights, and for all levels there are."""
        return self.weights == weights and tuple(self.chance) == level_codes()


def write_levels(path: Path, levels: Levels, name: str, command: str) -> None:
    """Write a whole file beside its place, then put it there."""
    lines = [
        f"# How much chance each level of the trained player adds in {name}. Written by",
        f"#   {command}",
        "# which also tells how it is measured.",
        f'weights = "{levels.weights}"',
        f'date = "{levels.date}"',
        f"games = {levels.games}",
        "",
        "[chance]",
        *(f"{code} = {levels.chance[code]:.4g}" for code in level_codes()),
        "",
        "[won]  # per cent against the level below, two seats",
        *(f"{code} = {levels.won[code]:.1f}" for code in trained_codes()[1:]),
        "",
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{secrets.token_hex(4)}.part")
    try:
        beside.write_text("\n".join(lines), encoding="utf-8")
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def read_levels(path: Path) -> Levels:
    """The levels of a file; one that is damaged is refused."""
    problem = Problem(str(path))
    try:
        levels = Levels(**tomllib.loads(path.read_text(encoding="utf-8")))
    except (ValueError, TypeError, OSError) as error:
        raise problem(f"no levels could be read ({error}); measure them again") from None
    if not (_are_numbers(levels.chance) and _are_numbers(levels.won)):
        raise problem("expected the chance of each level and what it won; measure them again")
    falling = [MOST_CHANCE, *levels.chance.values(), 0]
    if not all(weaker > stronger for weaker, stronger in pairwise(falling)):
        raise problem(
            f"expected levels from weak to strong, each with less chance than the one before it "
            f"and the first with less than {MOST_CHANCE}; measure them again"
        )
    return levels


def _are_numbers(found: object) -> bool:
    return isinstance(found, dict) and all(
        isinstance(number, int | float) and math.isfinite(number) for number in found.values()
    )
