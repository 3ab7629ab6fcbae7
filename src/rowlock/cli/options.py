"""What several commands share: exit codes and options."""

from __future__ import annotations

import argparse
import csv
import io
import sys
from collections.abc import Callable, Iterable
from typing import Any

from rowlock.errors import NotNotation
from rowlock.plain import run_plainly
from rowlock.players import SLOW

__all__ = [
    "INTERRUPTED",
    "OK",
    "WRONG",
    "Command",
    "add_colour",
    "add_variant",
    "complain",
    "hurry",
    "joined_seats",
    "parted_seats",
]

OK, WRONG, INTERRUPTED = 0, 1, 130  # argparse itself leaves with 2

Command = Callable[[str, Callable[[argparse.Namespace], int], str], Any]
"""Adds a command: its name, what runs it, what it does; gives its parser."""


def add_colour(parser: argparse.ArgumentParser) -> None:
    """The option that every drawing command has."""
    parser.add_argument(
        "--colour",
        choices=("auto", "always", "never"),
        default="auto",
        help="default: if the terminal shows it and NO_COLOR is not set",
    )


def add_variant(parser: argparse.ArgumentParser) -> None:
    """The option of commands that read records."""
    parser.add_argument(
        "--variant", metavar="FILE", help="the .toml file of a record whose variant does not ship"
    )


def parted_seats(text: str) -> list[str]:
    """The codes of `--seats`; one that has a comma itself stands in quotation marks."""
    try:
        (codes,) = csv.reader([text], skipinitialspace=True)
    except (csv.Error, ValueError):
        raise NotNotation(f"--seats: expected codes parted by commas, found {text!r:.60}") from None
    return [code.strip() for code in codes or [""]]


def joined_seats(codes: list[str]) -> str:
    """The codes as they are typed after `--seats`."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(codes)
    return line.getvalue()


def hurry(options: argparse.Namespace, codes: Iterable[str]) -> None:
    """Compile nothing for a few decisions, unless somebody plays for whom it is worth the wait."""
    if options.own_process and not any(code.partition(":")[0] in SLOW for code in codes):
        run_plainly()


def complain(sentence: str) -> int:
    """Tell what is wrong, in one line; gives the exit code for it."""
    print(f"rowlock: {sentence}", file=sys.stderr)
    return WRONG
