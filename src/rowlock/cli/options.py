"""What several commands share: exit codes and options."""

from __future__ import annotations

import argparse
import csv
import io
import sys
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from rowlock.bots import is_slow
from rowlock.compiler import without_compiler
from rowlock.errors import NotNotation
from rowlock.languages import LANGUAGES

__all__ = [
    "INTERRUPTED",
    "OK",
    "WRONG",
    "Command",
    "add_colour",
    "add_language",
    "add_variant",
    "compiler_for",
    "complain",
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


def add_language(parser: argparse.ArgumentParser) -> None:
    """The option of commands that speak more than English."""
    parser.add_argument("--language", choices=LANGUAGES, help="default: that of your system")


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


def compiler_for(codes: Iterable[str]) -> AbstractContextManager[None]:
    """For one game: compile only if somebody plays for whom it is worth the wait."""
    return nullcontext() if any(map(is_slow, codes)) else without_compiler()


def complain(sentence: str) -> int:
    """Tell what is wrong, in one line; gives the exit code for it."""
    print(f"rowlock: {sentence}", file=sys.stderr)
    return WRONG
