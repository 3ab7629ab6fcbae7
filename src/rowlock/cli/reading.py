"""`rowlock replay` and `rowlock check`: what is written in files."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rowlock.cli.options import OK, Command, add_colour, add_variant, complain
from rowlock.dice import Roll
from rowlock.errors import NotNotation, RowlockError
from rowlock.events import as_json
from rowlock.game import Game, Phase
from rowlock.record import Record
from rowlock.testing import check_variant
from rowlock.tui import Ink, draw_sheet, draw_tally, tell
from rowlock.tui.files import load_record
from rowlock.variant import load_variant

__all__ = ["add_reading"]


def add_reading(command: Command) -> None:
    """Add `replay` and `check`."""
    replay = command("replay", _replay, "Tell a written game, or show it after a turn.")
    replay.add_argument("file", metavar="FILE")
    replay.add_argument("--at", type=int, metavar="N", help="show the sheets after turn N")
    replay.add_argument("--json", action="store_true", help="events and result as JSON")
    add_variant(replay)
    add_colour(replay)

    check = command("check", _check, "Check records and variant files.")
    check.add_argument("files", nargs="+", metavar="FILE", help=".toml: a variant; else a record")
    add_variant(check)


def _replay(options: argparse.Namespace) -> int:
    record = load_record(options.file, options.variant)
    if options.json:
        print(json.dumps(_as_json(record), indent=2, ensure_ascii=False))
        return OK
    ink = Ink.of(sys.stdout, options.colour)
    names = record.called()
    if options.at is not None:
        _show(_at(record, options.at), names, ink)
        return OK
    game = record.start()
    turn = 0
    for step in record.steps():
        if game.turn != turn:
            turn = game.turn
            print(ink.strong(f"Turn {turn}"))
        for event in step.events:
            print(f"  {tell(event, names)}")
        game = step.game
    _show(game, names, ink)
    return OK


def _at(record: Record, turn: int) -> Game:
    """The game after this turn (0: before the first)."""
    game = record.start()
    last = 0
    for step in record.steps():
        if turn == last and step.game.phase is Phase.WHITE and step.game.roll is not game.roll:
            break
        game = step.game
        last = game.turn - (game.phase is Phase.ROLL)
    if not 0 <= turn <= last:
        raise NotNotation(f"--at: expected a turn from 0 to {last}, found {turn}")
    return game


def _show(game: Game, names: Sequence[str], ink: Ink) -> None:
    for seat, name in enumerate(names):
        sheet = game.sheets[seat]
        print(ink.strong(f"{name}: {draw_tally(game.tally(seat), sheet.page)}"))
        print("\n".join(draw_sheet(game.variant, sheet, ink, game.closed)))
    print(f"Next: {game.due()}." if not game.over else "The game is over.")


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
        turns = sum(isinstance(move, Roll) for move in record.moves)
        word = "turn" if turns == 1 else "turns"
        return f"a good record of {record.variant.key}, {turns} {word}, not over"
    points = " ".join(map(str, outcome.totals))
    return f"a good record of {record.variant.key}, {points}, ended by {outcome.ending.value}"
