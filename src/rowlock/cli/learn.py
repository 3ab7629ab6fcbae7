"""`rowlock learn`: how a variant is played, tried out step by step."""

from __future__ import annotations

import argparse
import shlex
import sys

from rowlock.cli.options import INTERRUPTED, OK, Command, add_colour, add_language
from rowlock.lessons import lesson_of
from rowlock.tui import Ink, find_words
from rowlock.tui.lessons import PARTS, Teacher
from rowlock.tui.table import Leave
from rowlock.variant import default_variant, named_variant

__all__ = ["add_learn"]


def add_learn(command: Command, known: str) -> None:
    """Add `learn`."""
    learn = command("learn", _learn, "Learn a variant: positions to try out, step by step.")
    learn.add_argument(
        "variant", nargs="?", default=default_variant(), metavar="VARIANT", help=known
    )
    learn.add_argument(
        "--part",
        choices=PARTS,
        default="",
        help="the common game, what this variant does otherwise, or both; default: you are asked",
    )
    learn.add_argument(
        "--show", action="store_true", help="show all of it with its answers, and ask nothing"
    )
    add_language(learn)
    add_colour(learn)


def _learn(options: argparse.Namespace) -> int:
    lesson = lesson_of(named_variant(options.variant))
    words = find_words(options.language)
    ink = Ink.of(sys.stdout, options.colour)
    play = shlex.join(["rowlock", "play", options.variant])
    teacher = Teacher(lesson, None if options.show else _ask, print, ink, words, play)
    try:
        teacher.run(options.part)
    except Leave:
        print(words("learn.left"))
    except EOFError:
        print(f"\n{words('learn.left')}")
    except KeyboardInterrupt:
        print(f"\n{words('learn.left')}")
        return INTERRUPTED
    return OK


def _ask(prompt: str) -> str:
    if sys.stdin is None:
        raise EOFError
    return input(prompt)
