"""`rowlock stats`: the games of one person over time."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from rowlock.cli.options import (
    INTERRUPTED,
    OK,
    Command,
    add_colour,
    add_language,
    add_variant,
    complain,
)
from rowlock.cli.waiting import waiting
from rowlock.errors import NotNotation, RowlockError
from rowlock.record import Record
from rowlock.review import review
from rowlock.review.model import Unit
from rowlock.review.statistics import (
    GameStats,
    PlayerStats,
    count_people,
    find_seat,
    in_order,
    is_same_name,
    stats_of,
)
from rowlock.tui import Ink, Words, find_words
from rowlock.tui.files import load_record
from rowlock.tui.statistics import draw_games, draw_others, draw_stats

__all__ = ["add_stats"]

_MOST_NAMES = 12
_UNITS: tuple[Unit, ...] = ("win", "points")
_Found = list[tuple[str, Record]]


def add_stats(command: Command) -> None:
    """Add `stats`."""
    parser = command("stats", _stats, "Look at many games of one person: luck, mistakes, trend.")
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="records, or folders of .rowlock files"
    )
    parser.add_argument(
        "--name", metavar="NAME", help="whose games; default: of whoever is in most of them"
    )
    parser.add_argument("--last", type=int, metavar="N", help="only the last N of these games")
    parser.add_argument("--all", action="store_true", help="every game in a line as well")
    parser.add_argument("--json", action="store_true", help="all of it as JSON")
    add_variant(parser)
    add_language(parser)
    add_colour(parser)


def _stats(options: argparse.Namespace) -> int:
    if options.last is not None and options.last < 1:
        raise NotNotation(f"--last: expected a number from 1, found {options.last}")
    words = find_words(options.language)
    records, code = _load(_paths(options.files), options.variant, words)
    if not records:
        return complain("expected a record of at least one finished game, found none")
    people = count_people(record for _, record in records)
    name = _whose(options.name, people, words)
    theirs = [pair for pair in in_order(records) if find_seat(pair[1], name) is not None]
    chosen = theirs[-options.last :] if options.last else theirs
    games: list[GameStats] = []
    try:
        code = _review_all(chosen, name, games, words) or code
    except KeyboardInterrupt:
        code = INTERRUPTED
        complain(words("stats.stopped", done=len(games), all=len(chosen)))
    every = [
        PlayerStats(name, unit, tuple(game for game in games if game.unit == unit))
        for unit in _UNITS
        if any(game.unit == unit for game in games)
    ]
    if options.json:
        data = {"name": name, "stats": [stats.as_json() for stats in every]}
        print(json.dumps(data, indent=2, ensure_ascii=False))
        return code
    ink = Ink.of(sys.stdout, options.colour)
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    for stats in every:
        print("\n".join(draw_stats(stats, ink, encoding, words)), end="\n\n")
        if options.all:
            print("\n".join(draw_games(stats, ink, words)), end="\n\n")
    others = [other for other in people if other != name]
    if others and not options.name:
        print("\n".join(draw_others(others, words)))
    return code


def _paths(files: Sequence[str]) -> list[str]:
    """The files that were named, and those in folders that were."""
    paths: list[str] = []
    for file in files:
        inside = sorted(map(str, Path(file).glob("*.rowlock"))) if Path(file).is_dir() else [file]
        paths += inside
    return paths


def _load(paths: Sequence[str], variant: str | None, words: Words) -> tuple[_Found, int]:
    """The finished games, each once; the others are named, and what is wrong gives a code."""
    found: dict[str, tuple[str, Record]] = {}
    code = OK
    for path in paths:
        try:
            record = load_record(path, variant)
        except (RowlockError, OSError) as error:
            sentence = (error.strerror or "") if isinstance(error, OSError) else str(error)
            code = complain(sentence if sentence.startswith(path) else f"{path}: {sentence}")
            continue
        text = record.write()
        if text in found:
            complain(words("stats.twice", path=path, other=found[text][0]))
        elif not record.game().over:
            complain(words("stats.not_over", path=path))
        else:
            found[text] = (path, record)
    return list(found.values()), code


def _whose(wanted: str | None, people: dict[str, int], words: Words) -> str:
    """The name that was asked for, as the records spell it, or the most frequent one."""
    if wanted is None:
        if people:
            return next(iter(people))
        raise NotNotation('no record names a person; expected a tag such as [Seat 1 "Emma"]')
    for name in people:
        if is_same_name(wanted, name) or is_same_name(wanted, words.called(name)):
            return name
    known = ", ".join(name[:40] for name in list(people)[:_MOST_NAMES]) or "a name in a record"
    raise NotNotation(f"--name: nobody is called {wanted[:40]!r}; expected {known}")


def _review_all(chosen: _Found, name: str, games: list[GameStats], words: Words) -> int:
    """Look at one game after the other; those that cannot be judged are named."""
    code = OK
    with waiting(words("stats.wait")) as watch:
        for number, (path, record) in enumerate(chosen):
            watch(number, len(chosen))
            seat = find_seat(record, name)
            assert seat is not None  # only such games were chosen
            try:
                games.append(stats_of(record, review(record), seat, path))
            except RowlockError as error:
                code = complain(f"{path}: {error}")
    return code
