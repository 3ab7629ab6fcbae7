"""How long does the trained player think? `make bench-bots` prints the tables of docs/bots.md.

`--paste` writes them into that page as well; `--quick` is for trying it out.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from collections.abc import Iterator

import numpy as np

from reports import DOCS
from reports.strength import with_speed
from reports.tables import table
from rowlock import Game, find_player, find_variant, play, shipped_variants
from rowlock.dice import Source
from rowlock.events import Seat
from rowlock.fast import Batch, compiles, find_policy
from rowlock.lots import GameDice
from rowlock.moves import Decision
from rowlock.players import Player
from rowlock.variant import default_variant

PLAYER = "oracle"
SEATS = 5
SEED = 1
_CHUNK = 1_000


class Watched:
    """A player whose decisions are timed, where there is more than one."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.seconds: list[float] = []

    def decide(self, view: Game, seat: Seat) -> Decision:
        """What the player decides."""
        choice = len(view.legal(seat)) > 1
        begin = time.perf_counter()
        decision = self.player.decide(view, seat)
        if choice:
            self.seconds.append(time.perf_counter() - begin)
        return decision


def dice(game: int) -> Source:
    """The dice of a numbered game."""
    return GameDice(SEED, game)


def decisions(key: str, games: int) -> list[float]:
    """The seconds that each decision took in games of full tables."""
    variant = find_variant(key)
    players = [Watched(find_player(PLAYER)) for _ in range(SEATS)]
    play(variant, players, dice(games))  # reads the weights, and compiles
    for player in players:
        player.seconds.clear()
    for game in range(games):
        play(variant, players, dice(game))
    return [second for player in players for second in player.seconds]


def games_a_second(seconds: float, rounds: int) -> float:
    """Games of two seats a second, one core: the best of some rounds."""
    variant = find_variant(default_variant())
    policy = find_policy(PLAYER, variant)
    assert policy is not None
    batch = Batch(variant, [policy, policy], SEED)
    batch.play(range(1))  # compiles
    best = 0.0
    for _ in range(rounds):
        done, begin = 0, time.perf_counter()
        while (taken := time.perf_counter() - begin) < seconds or not done:
            batch.play(range(done, done + _CHUNK))
            done += _CHUNK
        best = max(best, done / taken)
    return best


def report(quick: bool) -> Iterator[str]:
    """The tables, and what is to be known of them."""
    rows = [["Variant, five seats", "decisions", "median", "99 % within"]]
    for key in shipped_variants():
        name = find_variant(key).name
        print(f"{name} ...", file=sys.stderr, flush=True)
        taken = decisions(key, 2 if quick else 100)
        middle, high = 1000 * np.quantile(taken, [0.5, 0.99])
        rows.append([name, f"{len(taken):,}", f"{middle:.2f} ms", f"{high:.2f} ms"])
    yield table(rows)
    rate = games_a_second(0.2 if quick else 2, 2 if quick else 5)
    name = find_variant(default_variant()).name
    yield f"Two `{PLAYER}` play {rate:,.0f} games of {name} a second with each other."
    yield (
        f"`make bench-bots` on {time.strftime('%Y-%m-%d')}, one core of {os.cpu_count()} "
        f"({platform.system()}, {platform.machine()})."
    )


def main() -> None:
    """Print the tables, and write them into the page if so asked."""
    parser = argparse.ArgumentParser(description="How long the trained player thinks.")
    parser.add_argument("--quick", action="store_true", help="a short run, to try it out")
    parser.add_argument("--paste", action="store_true", help="write it into docs/bots.md too")
    options = parser.parse_args()
    if not compiles():
        sys.exit("expected the compiled engine: pip install 'rowlock[fast]'")
    if hasattr(os, "getloadavg") and os.getloadavg()[0] > 1:
        print(
            f"This machine is busy ({os.getloadavg()[0]:.1f}): the figures will suffer.",
            file=sys.stderr,
        )
    told = "\n\n".join(report(options.quick))
    print(told)
    if options.paste:
        path = DOCS / "bots.md"
        path.write_text(with_speed(path.read_text(encoding="utf-8"), told), encoding="utf-8")


if __name__ == "__main__":
    main()
