"""How fast is the fast engine? `make bench-fast` prints tables; `--quick` is for trying it out.

Beside it, in the same run and on the very same games: the readable engine, and a simulator
that knows nothing but Classic and keen, as short and quick as plain Python allows.

A machine's speed can change by a third from one minute to the next, so whoever is compared
takes turns, round after round, and the best round of each counts.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from benchmarks import minimal
from rowlock import Record, find_player, find_variant, play, shipped_variants
from rowlock.arena.counts import Counts
from rowlock.fast import Batch, Tables, compile_variant, find_policy
from rowlock.fast.bulk import candidates, choose, points, take, throw_dice
from rowlock.fast.tables import Int64s
from rowlock.fast.turns import Games, empty_games
from rowlock.lots import GameDice

CLASSIC = "classic"
SEED = 1
FACES = range(1, 7)

Work = Callable[[], int]
"""Does something and says how many it has done."""


class Size(NamedTuple):
    """How much of everything is done."""

    rounds: int
    seconds: float  # that one turn of a contestant takes, at least
    compared: int  # games whose results are compared
    streams: tuple[int, ...]  # games played in one stream
    positions: int  # scored in one call
    cold: bool  # whether the compiler is measured too


FULL = Size(5, 1.0, 1_000, (100_000, 1_000_000, 10_000_000), 10_000, True)
QUICK = Size(2, 0.2, 200, (100_000, 300_000), 10_000, False)


def rates(works: Iterable[Work], size: Size) -> list[float]:
    """How many a second each of them does: in turns, the best round of each."""
    works = list(works)
    best = [0.0] * len(works)
    for _ in range(size.rounds):
        for which, work in enumerate(works):
            done, begin = 0, time.perf_counter()
            while (taken := time.perf_counter() - begin) < size.seconds or not done:
                done += work()
            best[which] = max(best[which], done / taken)
    return best


def keen_batch(key: str, seats: int = 2) -> Batch:
    """Keen players at one table."""
    variant = find_variant(key)
    keen = find_policy("keen", variant)
    assert keen is not None
    return Batch(variant, [keen] * seats, SEED)


def fast_games(batch: Batch, games: int, threads: int = 1) -> Work:
    """So many games at a time, always new ones."""
    begun = 0

    def work() -> int:
        nonlocal begun
        batch.play(range(begun, begun + games), threads)
        begun += games
        return games

    work()  # compiles
    return work


def one_by_one(game: Callable[[int], object]) -> Work:
    """One game at a time, always a new one."""
    numbers = iter(range(1 << 62))

    def work() -> int:
        game(next(numbers))
        return 1

    return work


def readable_game(number: int) -> Record:
    """A game of two keen players by the readable engine."""
    keen = find_player("keen")
    return play(find_variant(CLASSIC), [keen, keen], GameDice(SEED, number))


def minimal_game(number: int) -> minimal.End:
    """The same game by the minimal simulator."""
    return minimal.play(minimal.numbered_dice(SEED, number))


def minimal_game_of_pythons_dice(_: int) -> minimal.End:
    """A game of the minimal simulator with the dice that Python throws quickest."""
    return minimal.play(lambda turn: random.choices(FACES, k=6))


def points_of(record: Record) -> list[int]:
    """The points of each seat when a written game is over."""
    outcome = record.game().outcome()
    assert outcome is not None
    return list(outcome.totals)


def compare(size: Size) -> None:
    """Print the fast engine beside the readable one and the minimal simulator."""
    batch = keen_batch(CLASSIC)
    scores = batch.play(range(size.compared)).scores.tolist()
    numbers = range(size.compared)
    assert [points_of(readable_game(number)) for number in numbers] == scores
    assert [minimal_game(number).scores for number in numbers] == scores
    print(f"Classic, two keen players, one core. All gave the same results in {size.compared:,}")
    print("games that were compared; Python's own dice are quicker, but give other games.\n")
    names = {
        "fast engine": fast_games(batch, 20_000),
        "readable engine": one_by_one(readable_game),
        "minimal simulator": one_by_one(minimal_game),
        "  with Python's dice": one_by_one(minimal_game_of_pythons_dice),
    }
    measured = rates(names.values(), size)
    print(f"{'':22}{'games/s':>10}{'fast engine is':>20}")
    for name, rate in zip(names, measured):
        times = f"{measured[0] / rate:,.0f} times as fast" if rate != measured[0] else "aim 300,000"
        print(f"{name:22}{rate:10,.0f}{times:>20}")


def each_variant(size: Size) -> None:
    """Print how fast each variant is played."""
    print("\nTwo keen players, one core.\n")
    print(f"{'variant':15}{'games/s':>10}{'aim':>10}")
    measured = rates((fast_games(keen_batch(key), 20_000) for key in shipped_variants()), size)
    for key, rate in zip(shipped_variants(), measured):
        print(f"{key:15}{rate:10,.0f}{300_000 if key == CLASSIC else 100_000:10,}")


def two_cores(size: Size) -> None:
    """Print what a second core brings."""
    batch = keen_batch(CLASSIC)
    one, two = rates([fast_games(batch, 200_000, threads) for threads in (1, 2)], size)
    print(f"\nClassic, two keen players, games/s: one thread {one:,.0f}, two threads {two:,.0f},")
    cores = os.cpu_count()
    print(f"{two / one:.2f} times as many (aim 1.80; this machine has {cores} cores).")


def stream(games: int) -> None:
    """Play many games, keep only counts, and print the most megabytes this process ever had."""
    batch = keen_batch(CLASSIC)
    codes = [policy.code for policy in batch.policies]
    counts = Counts.none(codes)
    for results in batch.stream(range(games), threads=2):
        counts += Counts.of(codes, [results])
    assert counts.games == games
    print(_peak())


def _peak() -> float:
    """The most megabytes that this process has held."""
    status = Path("/proc/self/status")
    if status.exists():
        # Linux, where ru_maxrss begins with what the process held that started this one.
        lines = status.read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024
    import resource  # not there on Windows

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20)  # macOS counts bytes


def memory(size: Size) -> None:
    """Print how much memory streams of games take, each in a process of its own."""
    print("\nMemory of a whole process that plays a stream of Classic and counts the results.\n")
    print(f"{'games':>12}{'peak MB':>10}{'aim':>8}")
    for games in size.streams:
        peak = float(python(f"from benchmarks.fast import stream; stream({games})"))
        print(f"{games:12,}{peak:10.0f}{'< 300':>8}")


def python(code: str, **environment: str) -> str:
    """What a fresh interpreter prints."""
    return subprocess.run(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # announces the compiler
        check=True,
        text=True,
        env=os.environ | environment,
    ).stdout


def positions(t: Tables, count: int) -> tuple[Games, Int64s]:
    """Games of two seats after up to 11 turns and a roll, half of them at the colours.

    With them comes the seat of each that rolled, which owes a decision unless the game is over.
    """
    games = empty_games(t, 2, count)
    games.seed[:] = SEED
    number = np.arange(count)

    def decide(seats: ArrayLike, which: NDArray[np.bool_]) -> None:
        """In these games the seat takes what is worth most at once."""
        found = candidates(t, games, seats)
        rows = choose(found, points(t, found.sheets))
        take(t, games, seats, found, np.where(which, rows, -1))

    for turn in range(12):
        throw_dice(t, games)
        going_on = number % 12 > turn
        white = going_on | (number % 12 == turn) & (number // 12 % 2 == 0)
        decide(0, white)
        decide(1, white)
        decide(games.active, going_on)
    return games, games.active.astype(np.int64)


def bulk_works(t: Tables, count: int) -> list[Work]:
    """Finding the candidates of many positions, valuing, choosing, and all three."""
    games, seats = positions(t, count)
    found = candidates(t, games, seats)
    values = points(t, found.sheets)

    def find() -> int:
        return len(candidates(t, games, seats).code)

    def value() -> int:
        return len(points(t, found.sheets))

    def chosen() -> int:
        choose(found, values)
        return len(values)

    def together() -> int:
        new = candidates(t, games, seats)
        choose(new, points(t, new.sheets))
        return len(new.code)

    return [find, value, chosen, together]


def bulk(size: Size) -> None:
    """Print how many candidates are found, valued and chosen from."""
    print(f"\nPositions in bulk, {size.positions:,} at a time, one core, in million candidates/s:")
    print("finding them, giving each its points as a value, choosing; and all three together.\n")
    columns = ("found", "valued", "chosen", "together", "aim")
    print(f"{'variant':15}{'candidates':>12}" + "".join(f"{name:>10}" for name in columns))
    for key in shipped_variants():
        works = bulk_works(compile_variant(find_variant(key)), size.positions)
        count = works[0]()
        measured = rates(works, size._replace(seconds=size.seconds / 4))
        each = "".join(f"{rate / 1e6:10.1f}" for rate in measured)
        print(f"{key:15}{count:12,}{each}{5:10.1f}")


def first_use() -> None:
    """Print how long the compiler takes, which no other figure holds."""
    code = (
        "import time; begin = time.perf_counter();"
        "from benchmarks.fast import *; keen_batch(CLASSIC).play(range(1));"
        "print(time.perf_counter() - begin)"
    )
    with tempfile.TemporaryDirectory() as cache:
        cold, warm = (float(python(code, XDG_CACHE_HOME=cache)) for _ in range(2))
    print(f"\nFrom the first import to the first game played: {cold:.0f} s at the first use,")
    print(f"when the engine is compiled, {warm:.1f} s at every other.")


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description="How fast the fast engine is.")
    parser.add_argument("--quick", action="store_true", help="a short run, to try it out")
    size = QUICK if parser.parse_args().quick else FULL
    assert isinstance(sys.stdout, io.TextIOWrapper)
    sys.stdout.reconfigure(line_buffering=True)  # a table at a time, also into a file
    print(f"The best of {size.rounds} rounds; whoever is compared takes turns. Compiled before.")
    if hasattr(os, "getloadavg"):
        others, cores = os.getloadavg()[0], os.cpu_count()
        print(f"On {cores} cores, of which others kept {others:.1f} busy when it began.")
    print()
    compare(size)
    each_variant(size)
    two_cores(size)
    memory(size)
    bulk(size)
    if size.cold:
        first_use()


if __name__ == "__main__":
    main()
