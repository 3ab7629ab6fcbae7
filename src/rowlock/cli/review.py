"""`rowlock review`: a played game, looked at again."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from rowlock.cli.options import OK, Command, add_colour, add_language, add_variant
from rowlock.cli.waiting import Watch, waiting
from rowlock.errors import IllegalMove, NotNotation, Place, UnknownPlayer
from rowlock.events import Seat
from rowlock.record import Record
from rowlock.review import Review, review
from rowlock.review.picture import draw_picture
from rowlock.review.plain import plain
from rowlock.review.statistics import bots_at
from rowlock.tui import Ink, find_words
from rowlock.tui.files import STDIN, STDIN_NAME, check_writable, load_record, write_whole
from rowlock.tui.review import draw_all, draw_review

__all__ = ["add_review"]


def add_review(command: Command) -> None:
    """Add `review`."""
    parser = command("review", _review, "Look at a game again: luck, mistakes, what was better.")
    parser.add_argument("file", metavar="FILE", help=f"a record; {STDIN}: from standard input")
    parser.add_argument(
        "--seat",
        type=int,
        metavar="N",
        help="whose decisions; default: those of all people, or of all if only bots played",
    )
    parser.add_argument("--all", action="store_true", help="every decision, not only the worst")
    parser.add_argument("--json", action="store_true", help="the whole review as JSON")
    parser.add_argument("--svg", metavar="FILE", help="draw the course of the game here")
    add_variant(parser)
    add_language(parser)
    add_colour(parser)


def _review(options: argparse.Namespace) -> int:
    record = load_record(options.file, options.variant, piped=True)
    seats = _seats(record, options.seat)
    if options.svg:
        check_writable(Path(options.svg))
    words = find_words(options.language)
    with waiting(words("review.wait")) as watch:
        found = _reviewed(record, options.file, watch)
    if options.svg:
        picture = draw_picture(found, words.names(record), words.language)
        write_whole(Path(options.svg), picture)
    if options.json:
        print(json.dumps(plain(found), indent=2, ensure_ascii=False))
        return OK
    ink = Ink.of(sys.stdout, options.colour)
    for line in draw_review(found, record, seats, ink, words):
        print(line)
    if options.all:
        print()
        for line in draw_all(found, record, seats, ink, words):
            print(line)
    if options.svg:
        print()
        print(words("review.drawn", path=options.svg))
    return OK


def _reviewed(record: Record, path: str, watch: Watch) -> Review:
    """The review; what cannot be reviewed is told with what can be done with it instead."""
    place = Place(STDIN_NAME if path == STDIN else path)
    try:
        return review(record, watch)
    except IllegalMove as error:
        more = "" if path == STDIN else f"; `rowlock play --load {path}` goes on with it"
        raise IllegalMove(f"{error.message}{more}", place) from None
    except UnknownPlayer as error:
        raise UnknownPlayer(
            f"{error.message}; `rowlock replay` can still tell this game", place
        ) from None


def _seats(record: Record, chosen: int | None) -> list[Seat]:
    """Whose decisions are told: the one that was asked for, or all people."""
    everybody = list(range(record.seats))
    if chosen is None:
        bots = bots_at(record)
        return [seat for seat in everybody if bots[seat] is None] or everybody
    if chosen - 1 not in everybody:
        raise NotNotation(f"--seat: expected a seat from 1 to {record.seats}, found {chosen}")
    return [chosen - 1]
