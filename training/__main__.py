"""`python -m training`: learn the weights of a variant."""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from rowlock.cli.options import INTERRUPTED, OK, complain
from rowlock.errors import NotNotation
from rowlock.variant import named_variant, shipped_variants
from training.starting import at_least, run, whole_number

if TYPE_CHECKING:  # it needs packages that not everybody has
    from rowlock.fast.weights import WeightsInfo
    from training.course import Course

__all__ = ["main", "make_parser"]

_MINUTES = 60
_SEATS = range(2, 6)  # as the network knows them
_RATE = 2e-3


def main(arguments: Sequence[str] | None = None) -> int:
    """Learn, and write the weights; gives the exit code."""
    return run(_train, make_parser().parse_args(arguments))


def make_parser() -> argparse.ArgumentParser:
    """The parser of this command."""
    parser = argparse.ArgumentParser(
        prog="python -m training",
        description="Learn the weights of a variant by playing it. The same command goes on where "
        "an interrupted one was.",
    )
    parser.add_argument(
        "variant",
        metavar="VARIANT",
        help=f"one of {', '.join(shipped_variants())}, or a .toml file",
    )
    how_long = parser.add_mutually_exclusive_group()
    how_long.add_argument("--seconds", type=_positive, metavar="N", help="how long to learn")
    how_long.add_argument(
        "--minutes", type=_positive, metavar="N", help=f"the same; default: {_MINUTES}"
    )
    parser.add_argument(
        "--threads", type=at_least(1), metavar="N", help="how many play; default: one a core"
    )
    parser.add_argument(
        "--device", metavar="NAME", help="where the network learns; default: cuda if there, or cpu"
    )
    parser.add_argument(
        "--seats",
        type=_seats,
        metavar="N-M",
        help=f"how many sit at the tables; default: {_SEATS[0]}-{_SEATS[-1]}",
    )
    parser.add_argument(
        "--start",
        metavar="FILE|VARIANT",
        help="weights to begin with: a file, or another variant of the same shape with its weights",
    )
    parser.add_argument(
        "--against",
        metavar="FILE",
        help="learn only to beat these weights, in games of two seats",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="the weights; default: where the trained players look for those of your own variants",
    )
    parser.add_argument("--seed", type=whole_number, default=1, metavar="N", help="default: 1")
    parser.add_argument(
        "--rate",
        type=_positive,
        default=_RATE,
        metavar="X",
        help=f"how fast it learns in the beginning; default: {_RATE}",
    )
    return parser


def _train(options: argparse.Namespace) -> int:
    import torch

    from training.course import finish, study
    from training.showing import showing

    # The cores play; threads of PyTorch that wait for each other would only be in their way.
    torch.set_num_threads(2 if (os.cpu_count() or 1) > 3 else 1)
    course = _course(options)
    with showing() as (tell, watch):
        games = "1 thread plays" if course.threads == 1 else f"{course.threads} threads play"
        tell(f"Learning {course.variant.name} on {course.device} while {games}.")
        with _interrupts() as stop:
            learner = study(course, tell, stop, watch)
    try:
        if learner is None:
            raise KeyboardInterrupt
        about = finish(course, learner)
    except KeyboardInterrupt:
        complain(f"stopped; the same command goes on from {course.part}")
        return INTERRUPTED
    _tell(course, about)
    return OK


def _course(options: argparse.Namespace) -> Course:
    from rowlock.fast.weights import read_weights
    from training.course import Course, Given, default_out, find_device, given_weights

    variant = named_variant(options.variant)
    against = None
    seats = options.seats or tuple(_SEATS)
    if options.against is not None:
        against = Given(*read_weights(Path(options.against), variant))
        if options.seats not in (None, (2,)):
            raise NotNotation("--against is for games of two seats; expected no other --seats")
        seats = (2,)
    course = Course(
        variant=variant,
        out=options.out or default_out(variant, against is not None),
        seconds=options.seconds or 60 * (options.minutes or _MINUTES),
        threads=options.threads or os.cpu_count() or 1,
        device=find_device(options.device),
        seed=options.seed,
        rate=options.rate,
        seats=seats,
        start=given_weights(options.start, variant) if options.start else None,
        against=against,
    )
    if course.out.is_dir():
        raise NotNotation(f"{course.out}: expected a file for the weights, found a folder")
    return course


@contextmanager
def _interrupts() -> Iterator[Callable[[], bool]]:
    """Whether somebody wants it to stop; who asks a second time does not want to wait."""
    asked = False

    def ask(_number: int, _frame: FrameType | None) -> None:
        nonlocal asked
        asked = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield lambda: asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _tell(course: Course, about: WeightsInfo) -> None:
    from rowlock.fast.weights import own_weights, shipped_weights

    print(f"{course.variant.name}: learned from {about.games:,} games.")
    for name, found in about.strength.items():
        print(f"Wins against {name}, two seats: {found}.")
    print(f"The weights are in {course.out}.")
    if course.out == own_weights(course.variant) and shipped_weights(course.variant).is_file():
        print("This variant has weights that ship, and the trained players take those first.")


def _positive(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"expected a number above 0, found {text!r:.40}")
    return number


def _seats(text: str) -> tuple[int, ...]:
    found: set[int] = set()
    for part in text.split(","):
        ends = re.fullmatch(r"([0-9])(?:-([0-9]))?", part.strip())
        found |= set(range(int(ends[1]), int(ends[2] or ends[1]) + 1)) if ends else {0}
    if not found or not found <= set(_SEATS):
        raise argparse.ArgumentTypeError(
            f"expected numbers of seats from {_SEATS[0]} to {_SEATS[-1]} such as 2-5 or 2,4, "
            f"found {text!r:.40}"
        )
    return tuple(sorted(found))


if __name__ == "__main__":
    sys.exit(main())
