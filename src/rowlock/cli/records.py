"""`rowlock replay` and `rowlock check`: what is written in files."""

from __future__ import annotations

import argparse
import json
import re
import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rowlock.bots import DEFAULT_OPPONENT
from rowlock.cli.options import (
    OK,
    Command,
    add_colour,
    add_language,
    add_variant,
    compiler_for,
    complain,
    parted_seats,
)
from rowlock.errors import NotNotation, RowlockError
from rowlock.events import as_json
from rowlock.game import Game, Phase
from rowlock.players import play_numbered, player_codes
from rowlock.record import Record
from rowlock.testing import check_variant
from rowlock.tui import Ink, Words, draw_sheet, draw_tally, find_words, tell
from rowlock.tui.files import load_record
from rowlock.variant import MAX_SEATS, default_variant, load_variant, named_variant

__all__ = ["add_records"]

_SEATS = f"{DEFAULT_OPPONENT},{DEFAULT_OPPONENT}"


def add_records(command: Command) -> None:
    """Add `replay` and `check`."""
    replay = command("replay", _replay, "Tell a written game, or show it after a turn.")
    which = replay.add_mutually_exclusive_group(required=True)
    which.add_argument("file", nargs="?", metavar="FILE")
    which.add_argument(
        "--batch",
        metavar="SEED:GAME",
        help="a game of the fast engine, by its numbers, played again by the readable one",
    )
    replay.add_argument(
        "--seats",
        metavar="A,B,...",
        help=f"who sat where in that game, 1 to {MAX_SEATS}: "
        f"{', '.join(player_codes())}; default {_SEATS}",
    )
    replay.add_argument("--first", type=int, metavar="N", help="who rolled first in it; default 1")
    replay.add_argument("--write", action="store_true", help="the written game itself")
    replay.add_argument(
        "--at", type=int, metavar="N", help="the game after turn N (0: before the first)"
    )
    replay.add_argument("--json", action="store_true", help="events and result as JSON")
    replay.add_argument(
        "--variant",
        metavar="VARIANT",
        help="with --batch: its variant; else the .toml file of a record whose variant does "
        "not ship",
    )
    add_language(replay)
    add_colour(replay)

    check = command("check", _check, "Check records and variant files.")
    check.add_argument("files", nargs="+", metavar="FILE", help=".toml: a variant; else a record")
    add_variant(check)


def _replay(options: argparse.Namespace) -> int:
    record = _batch_game(options) if options.batch else _file(options)
    if options.at is not None:
        record = _until(record, options.at)
    if options.write:
        print(record.write(), end="")
        return OK
    if options.json:
        print(json.dumps(_as_json(record), indent=2, ensure_ascii=False))
        return OK
    ink = Ink.of(sys.stdout, options.colour)
    words = find_words(options.language)
    names = words.names(record)
    if options.at is None:
        _tell(record, names, ink, words)
    _show(record.game(), names, ink, words)
    return OK


def _file(options: argparse.Namespace) -> Record:
    for name in ("seats", "first"):
        if getattr(options, name) is not None:
            raise NotNotation(f"--{name} goes with --batch; a written game has its own")
    return load_record(options.file, options.variant)


def _batch_game(options: argparse.Namespace) -> Record:
    match = re.fullmatch(r"(-?[0-9]{1,18}):([0-9]{1,18})", options.batch)
    if match is None:
        raise NotNotation(f"--batch: expected seed:game, such as 1:37, found {options.batch!r}")
    variant = named_variant(options.variant or default_variant())
    codes = parted_seats(options.seats or _SEATS)
    if len(codes) > MAX_SEATS:
        raise NotNotation(f"--seats: expected 1 to {MAX_SEATS}, found {len(codes)}")
    first = options.first if options.first is not None else 1
    if not 1 <= first <= len(codes):
        raise NotNotation(f"--first: expected a seat from 1 to {len(codes)}, found {first}")
    with compiler_for(codes):
        record = play_numbered(variant, codes, int(match[1]), int(match[2]), first - 1, own=True)
    tags = (("Batch", options.batch), ("Players", shlex.join(codes)))
    return replace(record, tags=tags)


def _until(record: Record, turn: int) -> Record:
    """The record up to the end of this turn (0: before the first)."""
    rolls = record.rolls()
    if not 0 <= turn <= len(rolls):
        raise NotNotation(f"--at: expected a turn from 0 to {len(rolls)}, found {turn}")
    end = [*rolls, len(record.moves)][turn]
    return replace(record, moves=record.moves[:end])


def _tell(record: Record, names: Sequence[str], ink: Ink, words: Words) -> None:
    game = record.start()
    for step in record.steps():
        if step.game.roll is not None and game.roll is None:
            print(ink.strong(words("story.turn", n=game.turn)))
        for event in step.events:
            print(f"  {tell(event, names, record.variant, words)}")
        game = step.game


def _show(game: Game, names: Sequence[str], ink: Ink, words: Words) -> None:
    for seat, name in enumerate(names):
        sheet = game.sheets[seat]
        print(ink.strong(f"{name}: {draw_tally(game.tally(seat), sheet.page, words)}"))
        print("\n".join(draw_sheet(game.variant, sheet, ink, game.closed, words=words)))
    print(_due(game, names, words))


def _due(game: Game, names: Sequence[str], words: Words) -> str:
    """What the game waits for."""
    if game.over:
        return words("replay.over")
    if game.phase is Phase.ROLL:
        return words.of("replay.next_roll", names[game.active])
    key = "replay.next_white" if game.phase is Phase.WHITE else "replay.next_colour"
    return words(key, names=words.listed([names[seat] for seat in sorted(game.to_move())]))


def _as_json(record: Record) -> dict[str, Any]:
    outcome = record.game().outcome()
    return {
        "variant": record.variant.key,
        "edition": record.variant.edition,
        "seats": record.seats,
        "first": record.first + 1,
        "names": list(record.called()),
        "tags": dict(record.tags),
        "events": [as_json(event) for step in record.steps() for event in step.events],
        "result": list(outcome.totals) if outcome else None,
        "ending": outcome.ending.value if outcome else None,
        "winners": [seat + 1 for seat in outcome.winners] if outcome else None,
    }


def _check(options: argparse.Namespace) -> int:
    code = OK
    for path in options.files:
        try:
            print(f"{path}: {_checked(path, options.variant)}")
        except (RowlockError, OSError, AssertionError) as error:
            sentence = (error.strerror or "") if isinstance(error, OSError) else str(error)
            sentence = sentence or f"{type(error).__name__}, and not a word more"
            code = complain(sentence if sentence.startswith(path) else f"{path}: {sentence}")
    return code


def _checked(path: str, variant: str | None) -> str:
    """What is right about a file, in words; an error if anything is wrong."""
    if Path(path).suffix == ".toml":
        report = check_variant(load_variant(path))
        return f"a good variant; {report}"
    record = load_record(path, variant)
    outcome = record.game().outcome()
    if outcome is None:
        turns = len(record.rolls())
        word = "turn" if turns == 1 else "turns"
        return f"a good record of {record.variant.key}, {turns} {word}, not over"
    points = " ".join(map(str, outcome.totals))
    return f"a good record of {record.variant.key}, {points}, ended by {outcome.ending.value}"
