"""The long run of what the suite does in small: both engines on millions of positions.

    python -m tests.twins.long --positions 20000000

Plays on all cores and ends with a table; with 1 as its exit code, and the record, if the
engines ever differ.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from tests.twins.comparing import Differ, Twins
from tests.twins.stories import some_stories
from tests.twins.variants import VARIANTS, variant_of

SEATS = (1, 2, 3, 4, 5, 8)
PIECE = 10_000
"""Positions that are compared at once: enough to be quick, few enough for any memory."""


class Piece(NamedTuple):
    """Some positions of one variant and one number of seats."""

    key: str
    seats: int
    seed: str
    positions: int


class Done(NamedTuple):
    """What came of a piece."""

    key: str
    positions: int
    difference: str


def compare(piece: Piece) -> Done:
    """Play a piece and compare."""
    variant = variant_of(piece.key)
    twins = Twins(list(some_stories(variant, piece.seats, piece.seed, piece.positions)))
    try:
        twins.check()
    except Differ as difference:
        return Done(piece.key, twins.positions, str(difference))
    return Done(piece.key, twins.positions, "")


def pieces(positions: int, seed: int) -> Iterator[Piece]:
    """So many positions in pieces, every variant and number of seats in turn."""
    endless = (
        Piece(key, seats, f"{seed} {number} {key} {seats}", min(PIECE, positions))
        for number in itertools.count()
        for seats, key in itertools.product(SEATS, VARIANTS)
    )
    return itertools.islice(endless, -(-positions // PIECE))


def run(positions: int, seed: int, processes: int) -> int:
    """Compare so many positions; the exit code."""
    compared: Counter[str] = Counter()
    differences: dict[str, list[str]] = {}
    begun = time.monotonic()
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        try:
            for done in pool.imap_unordered(compare, pieces(positions, seed)):
                compared[done.key] += done.positions
                if done.difference:
                    differences.setdefault(done.key, []).append(done.difference)
                _tell_progress(compared.total(), positions, time.monotonic() - begun)
        except KeyboardInterrupt:
            print("\nStopped; this is what was compared:", file=sys.stderr)
    print(file=sys.stderr)
    _tell_result(compared, differences, time.monotonic() - begun)
    return 1 if differences else 0


def _tell_progress(done: int, wanted: int, seconds: float) -> None:
    rate = done / seconds
    left = max(0, wanted - done) / rate
    line = f"{done:,} of {wanted:,} positions, {rate:,.0f} a second, {left:,.0f} s left"
    print(f"\r{line:<79}", end="", file=sys.stderr, flush=True)


def _tell_result(compared: Counter[str], differences: dict[str, list[str]], seconds: float) -> None:
    for found in differences.values():
        print(f"{found[0]}\n")
    print(f"{'variant':<20}{'positions':>14}{'differences':>14}")
    for key in VARIANTS:
        print(f"{key:<20}{compared[key]:>14,}{len(differences.get(key, ())):>14,}")
    total = sum(map(len, differences.values()))
    print(f"{'all':<20}{compared.total():>14,}{total:>14,}")
    print(f"{seconds:,.0f} seconds, {compared.total() / seconds:,.0f} positions a second")


def main() -> int:
    """Read the options and run."""
    parser = argparse.ArgumentParser(prog="python -m tests.twins.long")
    parser.add_argument("--positions", type=int, default=20_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    return run(options.positions, options.seed, options.processes)


if __name__ == "__main__":
    sys.exit(main())
