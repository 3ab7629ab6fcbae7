"""What the page of bots tells, measured: who wins against whom, and how sure that is."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import NamedTuple, ParamSpec, TypeVar

from reports import measured_variants
from reports.calibration import ENOUGH, Bins, calibrate
from rowlock.arena import Estimate, Rating, contest
from rowlock.bots import trained_codes
from rowlock.fast.weights import Trained, WeightsInfo, find_weights
from rowlock.variant import Variant, default_variant, find_variant, shipped_variants

__all__ = [
    "FULL",
    "KEY",
    "LADDER",
    "MANY",
    "OPPONENTS",
    "QUICK",
    "RATED",
    "SEATS",
    "STEPS",
    "STRONG",
    "TABLES",
    "Measured",
    "Size",
    "measure_all",
]

SEATS = (2, 3, 4, 5)
TABLES = SEATS[1:]
KEY = default_variant()
"""The variant that the strength against each reference bot is told of."""
STRONG = "oracle"
OPPONENTS = ("greedy1", "keen", "ga", "computational", "greedy2")
LADDER = ("random", *trained_codes())
"""The levels, from weak to strong."""
STEPS = tuple((higher, lower) for lower, higher in pairwise(LADDER))
"""Each level against the one below."""
RATED = (*LADDER, "keen", "ga", "computational", "greedy2")
MANY = ("oracle", "expert", "casual", "keen", "ga", "computational")
"""Those who are rated at larger tables: one more than the largest table has seats."""


class Size(NamedTuple):
    """How many games are played of everything, and how many positions are enough for a bin."""

    duels: int
    round_robin: int  # at each table of two
    tables: int  # at each larger table of a round robin
    alone: int  # of one against many
    ladder: int
    calibration: int  # with each number of seats
    enough: int


FULL = Size(200_000, 4_000, 1_000, 20_000, 40_000, 100_000, ENOUGH)
QUICK = Size(40, 4, 4, 10, 20, 60, 50)


@dataclass
class Measured:
    """What was measured of a variant; of new ones it is the levels alone."""

    variant: Variant
    about: WeightsInfo
    ratings: dict[int, list[Rating]] = field(default_factory=dict)  # by seats
    alone: dict[int, Estimate] = field(default_factory=dict)  # by seats
    ladder: dict[tuple[str, str], Estimate] = field(default_factory=dict)  # by step
    bins: dict[int, Bins] = field(default_factory=dict)  # by seats


def measure_all(
    size: Size, seed: int, threads: int, keys: Sequence[str] = ()
) -> tuple[dict[str, Estimate], list[Measured]]:
    """The strength against each reference bot, and every variant."""
    whole = measured_variants()
    plain = find_variant(KEY)
    duels = {
        opponent: _told(
            f"{plain.name}, {STRONG} against {opponent}",
            _share,
            (STRONG, opponent),
            plain,
            2,
            size.duels,
            seed,
            threads,
        )
        for opponent in OPPONENTS
    }
    found: list[Measured] = []
    for variant in map(find_variant, keys or shipped_variants()):
        trained = find_weights(variant)
        if trained is None:
            sys.exit(f"there are no trained weights for {variant.name}; expected some to measure")
        # The same game on different paper has the same figures.
        same = [m for m in found if _game(m.about) == _game(trained.about)]
        found.append(
            replace(same[0], variant=variant, about=trained.about)
            if same
            else _measure(variant, trained, size, seed, threads, variant.key in whole)
        )
    return duels, found


def _game(about: WeightsInfo) -> tuple[str, str]:
    """What figures follow from: all that is printed, and the weights."""
    return about.tables, about.checksum


def _measure(
    variant: Variant, trained: Trained, size: Size, seed: int, threads: int, whole: bool
) -> Measured:
    measured = Measured(variant, trained.about)
    name = variant.name
    for step in STEPS:
        measured.ladder[step] = _told(
            f"{name}, {' against '.join(step)}",
            _share,
            step,
            variant,
            2,
            size.ladder,
            seed,
            threads,
        )
    if not whole:
        return measured
    for seats in SEATS:
        games = size.round_robin if seats == 2 else size.tables
        who = RATED if seats == 2 else MANY
        measured.ratings[seats] = _told(
            f"{name}, ratings with {seats} seats", _rated, who, variant, seats, games, seed, threads
        )
    for seats in TABLES:
        codes = (STRONG, "keen")
        measured.alone[seats] = _told(
            f"{name}, {STRONG} against {seats - 1} keen",
            _share,
            codes,
            variant,
            seats,
            size.alone,
            seed,
            threads,
        )
    for seats in SEATS:
        measured.bins[seats] = _told(
            f"{name}, calibration with {seats} seats",
            calibrate,
            trained,
            seats,
            size.calibration,
            seed,
            threads,
        )
    return measured


def _rated(
    codes: Sequence[str], variant: Variant, seats: int, games: int, seed: int, threads: int
) -> list[Rating]:
    """The ratings of a round robin."""
    standing = contest(codes, variant, seats=seats, games=games, seed=seed, workers=threads)
    return standing.ratings()


def _share(
    codes: Sequence[str], variant: Variant, seats: int, games: int, seed: int, threads: int
) -> Estimate:
    """What the first of them wins; the last takes the seats that are left."""
    standing = contest(codes, variant, seats=seats, games=games, seed=seed, workers=threads)
    return standing.players()[0].won


P = ParamSpec("P")
T = TypeVar("T")


def _told(what: str, work: Callable[P, T], /, *given: P.args, **named: P.kwargs) -> T:
    """Do it, then tell on the terminal what it was and how long it took."""
    begin = time.monotonic()
    result = work(*given, **named)
    print(f"{what}: {time.monotonic() - begin:.1f} s", file=sys.stderr, flush=True)
    return result
