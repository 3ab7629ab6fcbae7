"""The command `rowlock`.

Plain argparse: the commands are few, and the package needs nothing but Python.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import secrets
import shlex
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import rowlock
from rowlock.dice import Roll, throw
from rowlock.errors import NotNotation, RowlockError
from rowlock.events import Seat, as_json
from rowlock.game import Game, Phase
from rowlock.players import Player, find_player, player_codes
from rowlock.record import Record
from rowlock.rules import Chain, Lucky, Pairs
from rowlock.testing import check_variant
from rowlock.tui import Ink, Table, draw_sheet, draw_tally, tell
from rowlock.tui.files import FileSaver, load_record, named_variant
from rowlock.tui.pages import LANGUAGES, rules_page
from rowlock.tui.table import Leave
from rowlock.variant import (
    MAX_SEATS,
    Variant,
    default_variant,
    find_variant,
    load_variant,
    shipped_variants,
)

__all__ = ["main"]

OK, WRONG, USAGE, INTERRUPTED = 0, 1, 2, 130

_EPILOG = """\
examples:
  rowlock play                          you against the bot keen
  rowlock play {other} --seats you,keen,random --save evening.rowlock
  rowlock play --load evening.rowlock   go on with a saved game
  rowlock replay evening.rowlock        the whole story; --at 12 shows turn 12
  rowlock check *.rowlock mine.toml     are these records and variants right?
  rowlock rules {other} --language de

exit codes:
  0  all went well (also when you left a game early: it is saved)
  1  a file, move or name is wrong; the message says what was expected
  2  the command line is wrong
  130  interrupted with Ctrl-C (a game is saved first)
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and give its exit code; a user's mistake is told in one sentence."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):  # any may be closed, and then is None
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # an old terminal shows ? for letters it lacks
    options = _parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        code = run(options)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except RowlockError as error:
        return _complain(str(error))
    except BrokenPipeError:
        # The reader went away (`| head`): nobody is left to be told anything.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _complain(f"{where}{error.strerror or error}")
    except KeyboardInterrupt:
        return INTERRUPTED


def _complain(sentence: str) -> int:
    print(f"rowlock: {sentence}", file=sys.stderr)
    return WRONG


def _parser() -> argparse.ArgumentParser:
    other = shipped_variants()[2]
    parser = argparse.ArgumentParser(
        prog="rowlock",
        description="Play, replay and check the Qwixx family of dice games (unofficial).",
        epilog=_EPILOG.format(other=other),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"rowlock {rowlock.__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    known = f"one of {', '.join(shipped_variants())}, or a .toml file"

    def command(name: str, run: Callable[[argparse.Namespace], int], text: str) -> Any:
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(run=run)
        return sub

    play = command("play", _play, "Play a game at this terminal.")
    play.add_argument("variant", nargs="?", metavar="VARIANT", help=known)
    play.add_argument(
        "--seats",
        default="you,keen",
        metavar="A,B,...",
        help=f"who sits where, 1 to {MAX_SEATS}: you (or you:Name) or a bot "
        f"({', '.join(player_codes())}); default %(default)s",
    )
    play.add_argument("--seed", type=int, metavar="N", help="the same dice every time")
    play.add_argument("--save", metavar="FILE", help="keep the game here after every decision")
    play.add_argument("--load", metavar="FILE", help="go on with a saved game")
    play.add_argument(
        "--pause",
        action=argparse.BooleanOptionalAction,
        default=sys.stdin is not None and sys.stdin.isatty(),
        help="wait for Enter before a roll (default: if you sit at a terminal)",
    )
    _add_colour(play)

    replay = command("replay", _replay, "Tell a written game, or show it after a turn.")
    replay.add_argument("file", metavar="FILE")
    replay.add_argument("--at", type=int, metavar="N", help="show the sheets after turn N")
    replay.add_argument("--json", action="store_true", help="events and result as JSON")
    _add_variant(replay)
    _add_colour(replay)

    check = command("check", _check, "Check records and variant files.")
    check.add_argument("files", nargs="+", metavar="FILE", help=".toml: a variant; else a record")
    _add_variant(check)

    command("variants", _variants, "List the variants that come with the package.")

    rules = command("rules", _rules, "Print the rules of a variant.")
    rules.add_argument("variant", metavar="VARIANT", help=", ".join(shipped_variants()))
    rules.add_argument("--language", choices=LANGUAGES, help="default: that of your system")

    sheet = command("sheet", _sheet, "Print a sheet as text.")
    sheet.add_argument("variant", metavar="VARIANT", help=known)
    sheet.add_argument("--seat", type=int, default=1, metavar="N", help="whose sheet")
    sheet.add_argument("--marks", default="", help="crosses, such as 'R 5 7 | Y 3 | x1'")
    _add_colour(sheet)
    return parser


def _add_colour(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--colour",
        choices=("auto", "always", "never"),
        default="auto",
        help="default: if the terminal shows it and NO_COLOR is not set",
    )


def _add_variant(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--variant", metavar="FILE", help="the .toml file of a record whose variant does not ship"
    )


# Playing


def _play(options: argparse.Namespace) -> int:
    record, codes = _loaded(options) if options.load else _new(options)
    game = record.game()
    if game.over:
        raise NotNotation(f"{options.load}: this game is over; replay shows it")
    tags = dict(record.tags)
    dice = random.Random(tags["Seed"])
    for move in record.moves:
        if isinstance(move, Roll):
            throw(game.dice, dice)  # a roll that was made before the game was saved
    bots: dict[Seat, Player] = {
        seat: find_player(code, f"{tags['Seed']} {seat} {len(record.moves)}")
        for seat, code in enumerate(codes)
        if code != "you"
    }
    saver = FileSaver(options.save or options.load)
    table = Table(
        record, bots, dice, _ask, print, saver, Ink.of(sys.stdout, options.colour), options.pause
    )
    low, high = record.variant.players
    if not low <= record.seats <= high:
        print(f"Note: {record.variant.name} is printed for {low} to {high} players.")
    print(f"{record.variant.name}, dice number {tags['Seed']}. Type help for what you can type.")
    try:
        table.run()
    except (Leave, EOFError, KeyboardInterrupt) as leaving:
        print()
        own = [options.variant] if options.variant not in (None, record.variant.key) else []
        _keep(saver, table.record, ["rowlock", "play", *own, "--load"])
        return INTERRUPTED if isinstance(leaving, KeyboardInterrupt) else OK
    if options.save or options.load:
        _keep(saver, table.record, None)
    return OK


def _ask(prompt: str) -> str:
    if sys.stdin is None:
        raise EOFError
    return input(prompt)


def _keep(saver: FileSaver, record: Record, go_on: list[str] | None) -> None:
    """Save the game; if that fails, print it, so that it is not lost all the same."""
    try:
        path = saver.save(record)
    except OSError as error:
        print(f"The game could not be saved ({error}). Here it is:\n\n{record.write()}")
        return
    print(f"Saved as {path}.")
    if go_on is not None:
        print(f"Go on with: {shlex.join([*go_on, path])}")


def _new(options: argparse.Namespace) -> tuple[Record, list[str]]:
    variant = named_variant(options.variant or default_variant())
    codes, names = _seats(options.seats)
    seed = options.seed if options.seed is not None else secrets.randbelow(10**9)
    tags = (("Date", time.strftime("%Y-%m-%d")), ("Seed", str(seed)), ("Players", " ".join(codes)))
    return Record(variant, len(codes), names=tuple(names), tags=tags), codes


def _loaded(options: argparse.Namespace) -> tuple[Record, list[str]]:
    record = load_record(options.load, options.variant)
    if options.variant and named_variant(options.variant) != record.variant:
        raise NotNotation(f"{options.load}: this is a game of {record.variant.key}")
    tags = dict(record.tags)
    codes = tags.get("Players", " ".join(["you"] * record.seats)).split()
    if len(codes) != record.seats:
        raise NotNotation(f"{options.load}: expected {record.seats} codes in [Players]")
    for code in codes:
        if code != "you":
            find_player(code)
    if "Seed" not in tags:
        seed = options.seed if options.seed is not None else secrets.randbelow(10**9)
        record = replace(record, tags=(*record.tags, ("Seed", str(seed))))
    return replace(record, names=tuple(_names(record))), codes


def _seats(text: str) -> tuple[list[str], list[str]]:
    """Part `you:Emma,keen,random` into codes and names that tell the seats apart."""
    codes: list[str] = []
    names: list[str] = []
    for part in text.split(","):
        code, _, name = part.strip().partition(":")
        if code == "you":
            names.append(name.strip()[:20] or "You")
            codes.append("you")
        else:
            find_player(part.strip())
            names.append(part.strip())
            codes.append(part.strip())
    if len(codes) > MAX_SEATS:
        raise NotNotation(f"--seats: expected 1 to {MAX_SEATS}, found {len(codes)}")
    return codes, _told_apart(names)


def _told_apart(names: list[str]) -> list[str]:
    """The names, with a number behind those that several have."""
    apart: list[str] = []
    for number, name in enumerate(names, 1):
        other = name
        while names.count(name) > 1 and (other == name or other in names or other in apart):
            other = f"{name} {number}"
            number += 1
        apart.append(other)
    return apart


# Reading


def _names(record: Record) -> list[str]:
    given = record.names or ("",) * record.seats
    return [name or f"Seat {seat}" for seat, name in enumerate(given, 1)]


def _replay(options: argparse.Namespace) -> int:
    record = load_record(options.file, options.variant)
    if options.json:
        print(json.dumps(_as_json(record), indent=2, ensure_ascii=False))
        return OK
    ink = Ink.of(sys.stdout, options.colour)
    names = _names(record)
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
        "names": _names(record),
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
            code = _complain(sentence if sentence.startswith(path) else f"{path}: {sentence}")
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


# Showing


def _variants(options: argparse.Namespace) -> int:
    print(f"{'key':14}{'name':11}{'players':9}{'dice':6}{'edition':9}rules")
    for key in shipped_variants():
        variant = find_variant(key)
        low, high = variant.players
        print(
            f"{key:14}{variant.name:11}{f'{low}-{high}':9}{f'1-{variant.faces}':6}"
            f"{variant.edition:<9}{_rule_words(variant)}"
        )
    return OK


def _rule_words(variant: Variant) -> str:
    words = {Lucky: "lucky numbers", Chain: "bonus bar", Pairs: "bonus pairs"}
    return ", ".join(words[type(rule)] for rule in variant.rules) or "-"


def _rules(options: argparse.Namespace) -> int:
    print(rules_page(named_variant(options.variant).key, options.language))
    return OK


def _sheet(options: argparse.Namespace) -> int:
    variant = named_variant(options.variant)
    if not 1 <= options.seat <= MAX_SEATS:
        raise NotNotation(f"--seat: expected 1 to {MAX_SEATS}, found {options.seat}")
    sheet = variant.sheet(options.marks, options.seat)
    print("\n".join(draw_sheet(variant, sheet, Ink.of(sys.stdout, options.colour))))
    return OK


if __name__ == "__main__":
    sys.exit(main())
