"""`python -m training.levels`: how much each level errs, so that it loses its step to the next."""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from rowlock.bots import level_codes, trained_codes
from rowlock.errors import NotNotation
from rowlock.variant import Variant, named_variant, shipped_variants
from training.starting import PLAYING, at_least, run, whole_number

if TYPE_CHECKING:  # it needs packages that not everybody has
    from rowlock.arena.intervals import Estimate
    from rowlock.fast.levels import Levels
    from rowlock.fast.policy import Policy
    from rowlock.fast.weights import Trained

__all__ = ["STEP", "Meeting", "find_chance", "main", "make_parser"]

STEP = 0.65
"""What each level wins against the one below."""
CLOSE = 0.01
"""How far a step may be off where it is checked; beyond that it is corrected and checked again."""
_PROBES = (2_000, 4_000, 10_000, 20_000)
"""Games of each guess: the first need not be exact."""
_GUESS = 0.3
_MOST = 1.85
"""Who errs more than this overlooks nearly everything."""
_CHECKS = 3
_GAMES = 40_000

Meeting: TypeAlias = Callable[[float, int], float]
"""What the stronger one wins of so many games against somebody who errs so much."""
Tell: TypeAlias = Callable[[str, int], None]
"""Told what is being played, and how many more games of it are over."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the levels, write them down and print a table; gives the exit code."""
    return run(_levels, make_parser().parse_args(arguments), PLAYING)


def make_parser() -> argparse.ArgumentParser:
    """The parser of this command."""
    parser = argparse.ArgumentParser(
        prog="python -m training.levels",
        description="Find out how much each level of the trained player must err to win "
        f"{STEP:.0%} of its games against the one below, with two seats, and write it down beside "
        "the weights.",
    )
    parser.add_argument(
        "variants",
        nargs="*",
        metavar="VARIANT",
        help=f"some of {', '.join(shipped_variants())}, or .toml files; default: all that ship",
    )
    parser.add_argument(
        "--games",
        type=at_least(2),
        default=_GAMES,
        metavar="N",
        help=f"how many each step is checked with; default: {_GAMES:,}",
    )
    parser.add_argument(
        "--check", action="store_true", help="measure the levels as they are, and write nothing"
    )
    parser.add_argument(
        "--seed", type=whole_number, default=1, metavar="N", help="of the dice; default: 1"
    )
    parser.add_argument(
        "--threads", type=at_least(1), metavar="N", help="how many cores to use; default: all"
    )
    return parser


def find_chance(meet: Meeting, above: float) -> float:
    """How much somebody must err to lose a step to one who errs `above`, which is less.

    Who errs as much as the other wins half. From there on the log-odds grow nearly in a straight
    line, so each guess is corrected by how far it was from the step.
    """
    chance = above + _GUESS
    for games in _PROBES:
        chance = _corrected(chance, above, meet(chance, games))
    return chance


def _corrected(chance: float, above: float, won: float) -> float:
    odds = math.log(won / (1 - won)) if 0 < won < 1 else 0.0
    times = math.log(STEP / (1 - STEP)) / odds if odds > 0 else 2.0
    return min(above + (chance - above) * min(2.0, max(0.5, times)), _MOST)


class _Ladder:
    """The levels of one variant, from the strongest down, while they are measured."""

    def __init__(self, variant: Variant, options: argparse.Namespace, tell: Tell) -> None:
        from rowlock.fast.weights import find_weights

        found = find_weights(variant)
        if found is None:
            raise NotNotation(
                f"there are no trained weights for {variant.name}; train them first, with "
                f"python -m training"
            )
        self.trained: Trained = found
        self.variant = variant
        self.games: int = options.games
        self.seed: int = options.seed
        self.threads: int = options.threads or os.cpu_count() or 1
        self.tell = tell
        self.chance: dict[str, float] = {}
        self.won: dict[str, Estimate] = {}

    def _policy(self, code: str, chance: float) -> Policy:
        from rowlock.fast.oracle import SCRATCH, decide_oracle
        from rowlock.fast.policy import Policy

        return Policy(code, decide_oracle, self.trained.numbers(chance), SCRATCH)

    def meet(
        self, stronger: tuple[str, float], weaker: tuple[str, float], games: int, seed: int
    ) -> Estimate:
        """What the stronger one wins."""
        from training.matches import match, wins

        done = 0

        def watch(deals: int) -> None:
            nonlocal done
            self.tell(f"{self.variant.name}, {stronger[0]}", 2 * deals - done)
            done = 2 * deals

        one, other = self._policy(*stronger), self._policy(*weaker)
        counts = match(self.variant, one, other, (games + 1) // 2, seed, self.threads, watch)
        return wins(counts, one.code)

    def climb_down(self, fixed: Levels | None = None) -> None:
        """Find every level below the last one; or only check those that are fixed."""
        codes = trained_codes()[::-1]
        above = 0.0
        for strong, weak in pairwise(codes):
            stronger = strong, above
            if fixed is not None:
                chance = fixed.chance[weak]
                won = self.meet(stronger, (weak, chance), self.games, self.seed)
            else:
                chance, won = self._step(stronger, weak)
            self.chance[weak], self.won[strong] = chance, won
            above = chance

    def _step(self, stronger: tuple[str, float], weak: str) -> tuple[float, Estimate]:
        def meet(chance: float, games: int) -> float:
            return self.meet(stronger, (weak, chance), games, self.seed + games).value

        chance = _written(find_chance(meet, stronger[1]))
        if chance >= _MOST:
            raise NotNotation(
                f"{weak} would have to overlook nearly everything in {self.variant.name} to lose "
                f"{STEP:.0%} to {stronger[0]}; expected weights that have learned more"
            )
        for _ in range(_CHECKS):
            won = self.meet(stronger, (weak, chance), self.games, self.seed)
            if abs(won.value - STEP) <= CLOSE:
                break
            chance = _written(_corrected(chance, stronger[1], won.value))
        else:
            won = self.meet(stronger, (weak, chance), self.games, self.seed)
        return chance, won

    def found(self) -> Levels:
        """What is to be written down."""
        from rowlock.fast.levels import Levels

        return Levels(
            weights=self.trained.about.checksum,
            date=time.strftime("%Y-%m-%d"),
            games=self.games,
            chance={code: self.chance[code] for code in level_codes()},
            won={code: round(100 * self.won[code].value, 1) for code in trained_codes()[1:]},
        )


def _written(chance: float) -> float:
    """A chance with as many digits as a file of levels has, so that this very one is checked."""
    return float(f"{chance:.4g}")


def _levels(options: argparse.Namespace) -> int:
    from rowlock.fast.levels import SUFFIX, write_levels

    variants = [named_variant(name) for name in options.variants or shipped_variants()]
    names = options.variants or shipped_variants()
    games = len(variants) * len(level_codes()) * (options.games + sum(_PROBES))
    ladders: list[_Ladder] = []
    with _showing(games) as tell:
        for name, variant in zip(names, variants):
            ladder = _Ladder(variant, options, tell)
            same = [one for one in ladders if _game(one) == _game(ladder)]
            if same:  # the same game on different paper
                ladder.chance, ladder.won = same[0].chance, same[0].won
            elif options.check:
                if ladder.trained.levels is None:
                    raise NotNotation(f"nobody has measured levels for {variant.name} yet")
                ladder.climb_down(ladder.trained.levels)
            else:
                ladder.climb_down()
            ladders.append(ladder)
            if not options.check:
                assert ladder.trained.path is not None  # it was found in a file
                path = Path(ladder.trained.path).with_suffix(SUFFIX)
                command = f"python -m training.levels {name}"
                write_levels(path, ladder.found(), variant.name, command)
    _print(ladders)
    return 0


def _game(ladder: _Ladder) -> tuple[str, str]:
    about = ladder.trained.about
    return about.tables, about.checksum


@contextmanager
def _showing(games: int) -> Iterator[Tell]:
    """What is told of games that are over: a bar in a terminal, a line a step elsewhere."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True, highlight=False)
    last = ""
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=games)

        def tell(what: str, more: int) -> None:
            nonlocal last
            if what != last and not console.is_terminal:
                console.print(what)
            last = what
            bar.update(task, description=what, advance=more)

        yield tell


def _print(ladders: Sequence[_Ladder]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    codes = trained_codes()[::-1]
    table = Table(box=box.SIMPLE_HEAD, show_edge=False)
    table.add_column("variant", overflow="fold")
    for strong, weak in pairwise(codes):
        table.add_column(f"{strong} beats {weak}", justify="right")
    for ladder in ladders:
        cells = []
        for strong, weak in pairwise(codes):
            won = ladder.won[strong]
            share = f"{won.value:.1%} ± {50 * (won.high - won.low):.1f}"
            cells.append(f"{share}\n{ladder.chance[weak]:.4g}")
        table.add_row(ladder.variant.name, *cells)
    console = Console()
    console.print(table)
    console.print("Below each share, with 95 %, stands how much the weaker one errs.")


if __name__ == "__main__":
    sys.exit(main())
