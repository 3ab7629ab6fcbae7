"""`python -m training.measure`: how strong a file of weights is, in two-seat games."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rowlock.errors import NotNotation, Place
from rowlock.variant import Variant, named_variant, shipped_variants
from training.starting import at_least, run, whole_number

if TYPE_CHECKING:  # it needs packages that not everybody has
    from rowlock.arena.counts import Counts

__all__ = ["main", "make_parser"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the match and print a table; gives the exit code."""
    return run(_measure, make_parser().parse_args(arguments))


def make_parser() -> argparse.ArgumentParser:
    """The parser of this command."""
    parser = argparse.ArgumentParser(
        prog="python -m training.measure",
        description="How strong a file of weights is: a match of two seats with duplicate dice.",
    )
    parser.add_argument("file", metavar="FILE", help="the weights")
    parser.add_argument(
        "--against",
        default="keen",
        metavar="FILE|CODE",
        help="other weights of the same variant, or a player such as ga; default: keen",
    )
    parser.add_argument(
        "--games",
        type=at_least(2),
        default=20_000,
        metavar="N",
        help="how many; each deal is two games; default: 20,000",
    )
    parser.add_argument(
        "--variant", metavar="FILE.toml", help="the file of a variant that does not ship"
    )
    parser.add_argument("--seed", type=whole_number, default=0, metavar="N", help="of the dice")
    parser.add_argument(
        "--threads", type=at_least(1), metavar="N", help="how many cores to use; default: all"
    )
    return parser


def _measure(options: argparse.Namespace) -> int:
    from rich.console import Console
    from rich.progress import Progress

    from rowlock.fast.weights import read_weights
    from training.matches import match, named_policy, policy_of

    variant = _variant_of(options.file, options.variant)
    one = policy_of(options.file, variant, *read_weights(Path(options.file), variant))
    other = named_policy(options.against, variant)
    if one.code == other.code:
        raise NotNotation(f"expected two players, found {one.code} twice")
    deals = options.games // 2
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("deals", total=deals)
        counts = match(
            variant,
            one,
            other,
            deals,
            options.seed,
            options.threads or os.cpu_count() or 1,
            lambda played: bar.update(task, completed=played),
        )
    _tell(variant, counts)
    return 0


def _variant_of(file: str, named: str | None) -> Variant:
    """The variant that is named, or else the one that the file says it is of."""
    from rowlock.fast.weights import read_info

    if named is not None:
        return named_variant(named)
    key = read_info(Path(file)).variant
    if key not in shipped_variants():
        raise NotNotation(
            f"these are weights of {key!r}, which does not ship; name its file with --variant",
            Place(file),
        )
    return named_variant(key)


def _tell(variant: Variant, counts: Counts) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from training.matches import wins

    print(f"{variant.name}, two seats: {counts.deals:,} deals, {counts.games:,} games; ties split")
    table = Table(box=box.SIMPLE_HEAD, show_edge=False)
    table.add_column("player", overflow="fold")
    for name in ("wins", "95 % interval", "points"):
        table.add_column(name, justify="right", no_wrap=True)
    short = {code: Path(code).name for code in counts.players}
    for code, taken in counts.players.items():
        found = wins(counts, code)
        interval = f"{found.low:.2%} to {found.high:.2%}"
        name = short[code] if len(set(short.values())) > 1 else code
        table.add_row(name, f"{found.value:.2%}", interval, f"{taken.points / taken.sheets:.2f}")
    Console().print(table)


if __name__ == "__main__":
    sys.exit(main())
