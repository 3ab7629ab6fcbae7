"""How fast is the readable engine? `make bench`, one core, prints a table.

Beside it, on the very same games: the second reading of the rules from the tests, which
is as plain as Python gets.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from rowlock import Record, find_player, find_variant, play, shipped_variants
from tests.games import bridge
from tests.reference import second_reading

SECONDS = 2.0
GAMES = 40


def rate(work: Callable[[int], object]) -> float:
    """How often a second this can be done."""
    done, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < SECONDS:
        work(done)
        done += 1
    return done / (time.perf_counter() - begin)


def keen_game(key: str, seed: int) -> Record:
    """A game of two keen players."""
    return play(find_variant(key), [find_player("keen"), find_player("keen")], seed)


def second_replay(record: Record, turns: Sequence[bridge.Turn]) -> None:
    """Play a record again by the second reading, its turns being translated already."""
    position = second_reading.start(record.variant.key, record.seats)
    for turn in turns:
        roll = turn.rolled.roll
        assert roll is not None
        position = second_reading.play_turn(
            position, roll.whites, bridge.dice(roll), turn.white, turn.colour
        ).position


def import_time() -> float:
    """Milliseconds to import the package in a fresh interpreter, the median of nine."""
    code = "import time; t = time.perf_counter(); import rowlock; print(time.perf_counter() - t)"
    compiled = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    runs = [
        float(
            subprocess.run(
                [sys.executable, "-c", code], capture_output=True, check=True, env=compiled
            ).stdout
        )
        for _ in range(9)
    ]
    return statistics.median(runs) * 1000


def main() -> None:
    """Print the table."""
    print("Two keen players, one core. Played: choosing and making every move.")
    print("Replayed: the same finished games move by move, by us and by the second reading.\n")
    print(
        f"{'variant':15}{'moves':>8}{'played/s':>11}{'moves/s':>11}{'replayed/s':>12}{'second/s':>10}"
    )
    for key in shipped_variants():
        records = [keen_game(key, seed) for seed in range(GAMES)]
        moves = statistics.mean(len(record.moves) for record in records)
        played = rate(lambda i, key=key: keen_game(key, i))  # type: ignore[misc]
        again = rate(lambda i, records=records: records[i % GAMES].game())  # type: ignore[misc]
        turns = [list(bridge.turns(record)) for record in records]
        second = rate(
            lambda i, records=records, turns=turns: second_replay(  # type: ignore[misc]
                records[i % GAMES], turns[i % GAMES]
            )
        )
        print(
            f"{key:15}{moves:8.0f}{played:11.0f}{played * moves:11.0f}{again:12.0f}{second:10.0f}"
        )
    print(f"\nimport rowlock: {import_time():.0f} ms")


if __name__ == "__main__":
    main()
