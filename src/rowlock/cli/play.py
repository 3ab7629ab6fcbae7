"""`rowlock play`: a game at this terminal."""

from __future__ import annotations

import argparse
import contextlib
import random
import secrets
import shlex
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import replace

from rowlock.bots import DEFAULT_OPPONENT
from rowlock.cli.options import (
    INTERRUPTED,
    OK,
    Command,
    add_colour,
    add_language,
    compiler_for,
    complain,
    joined_seats,
    parted_seats,
)
from rowlock.dice import throw
from rowlock.errors import NotNotation, PlayerFailed
from rowlock.events import Seat
from rowlock.mechanics import choices, find_installed
from rowlock.players import Player, find_player, inform, is_own, make_ready, player_codes
from rowlock.record import Record
from rowlock.rules import Choice
from rowlock.tui import Ink, Screen, Table, Words, find_words
from rowlock.tui.advice import notes, silence
from rowlock.tui.answers import announced
from rowlock.tui.files import FileSaver, load_record
from rowlock.tui.table import Leave
from rowlock.variant import MAX_SEATS, default_variant, named_variant

__all__ = ["add_play"]

_SEATS = f"you,{DEFAULT_OPPONENT}"
_LOCKS = ("announced", "sealed")


def _dest(choice: Choice) -> str:
    """Where its option is kept, apart from all others."""
    return f"choice_{choice.name}"


def add_play(command: Command, known: str) -> None:
    """Add `play`."""
    play = command("play", _play, "Play a game at this terminal.")
    play.add_argument("variant", nargs="?", metavar="VARIANT", help=known)
    play.add_argument(
        "--seats",
        metavar="A,B,...",
        help=f"who sits where, 1 to {MAX_SEATS}: you (or you:Name) or a bot "
        f"({', '.join(player_codes())}, run:COMMAND, class:MODULE.NAME or MODULE:POLICY); "
        f"default {_SEATS}",
    )
    play.add_argument("--first", type=int, metavar="N", help="who rolls first; default: by lot")
    play.add_argument("--seed", type=int, metavar="N", help="the same dice every time")
    play.add_argument(
        "--locks",
        choices=_LOCKS,
        help="whether a lock in the white action is told at once, so that others may lock too; "
        f"default {_LOCKS[0]}",
    )
    play.add_argument(
        "--warn", action="store_true", help="ask once more before a decision that is a blunder"
    )
    play.add_argument("--save", metavar="FILE", help="keep the game here after every decision")
    play.add_argument("--load", metavar="FILE", help="go on with a saved game")
    play.add_argument(
        "--pause",
        action=argparse.BooleanOptionalAction,
        default=sys.stdin is not None and sys.stdin.isatty(),
        help="wait for Enter before a roll (default: if you sit at a terminal)",
    )
    add_language(play)
    add_colour(play)
    find_installed()  # what other packages bring may be chosen as well
    for choice in choices().values():
        # One that is called like another option cannot be chosen here, and spoils nothing.
        with contextlib.suppress(argparse.ArgumentError):
            name = f"--{choice.name.replace('_', '-')}"
            play.add_argument(name, dest=_dest(choice), metavar=choice.form, help=choice.says.en)


def _play(options: argparse.Namespace) -> int:
    words = find_words(options.language)
    record, codes = _loaded(options) if options.load else _new(options)
    with compiler_for(codes):
        return _play_on(options, record, codes, words)


def _play_on(options: argparse.Namespace, record: Record, codes: list[str], words: Words) -> int:
    game = record.game()
    if game.over:
        raise NotNotation(f"{options.load}: this game is over; replay shows it")
    tags = dict(record.tags)
    dice = random.Random(tags["Seed"])
    for _ in record.rolls():
        throw(game.dice, dice)  # those that were made before the game was saved
    bots: dict[Seat, Player] = {
        seat: find_player(code, f"{tags['Seed']} {seat} {len(record.moves)}", own=True)
        for seat, code in enumerate(codes)
        if code != "you"
    }
    saver = FileSaver(options.save or options.load, own=options.save is None)
    if options.save:
        saver.save(record)  # now, so that a bad place is told before the game and not after it
    table = Table(
        record,
        bots,
        dice,
        _ask,
        print,
        saver,
        Ink.of(sys.stdout, options.colour),
        options.pause,
        words,
        Screen.of(sys.stdin, sys.stdout),
        announcing=tags.get("Locks", _LOCKS[0]) == _LOCKS[0],
        warns=options.warn,
    )
    make_ready(codes, record.variant, record.seats)
    for note in notes(codes, record.variant, record.seats, words):
        print(note)
    if options.warn and (why := silence(record.variant, record.seats, words)):
        print(words("warn.silent", why=why))
    print(words("play.begin", variant=record.variant.name))
    print(words("play.dice", seed=tags["Seed"]))
    try:
        with _signals_as_interrupt():
            table.run()
            for seat, bot in bots.items():
                inform(bot, "end", table.game, seat)
    except (Leave, EOFError, KeyboardInterrupt, PlayerFailed) as leaving:
        own = [options.variant] if options.variant not in (None, record.variant.key) else []
        seats = ["--seats", joined_seats(codes)] if _has_own(codes) else []
        _keep(saver, table.kept, words, ["rowlock", "play", *own, *seats, "--load"])
        if isinstance(leaving, PlayerFailed):
            return complain(str(leaving))
        return INTERRUPTED if isinstance(leaving, KeyboardInterrupt) else OK
    except OSError:
        saver.save(table.kept)  # the output is gone and nobody can be told; the game is not
        raise
    finally:
        for bot in bots.values():
            inform(bot, "close")
    if options.save or options.load:
        _keep(saver, table.kept, words)
    return OK


@contextlib.contextmanager
def _signals_as_interrupt() -> Iterator[None]:
    """Let a closed window or a stopped machine end the game like Ctrl-C, with the game saved."""
    signals = [getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP")]
    known = [number for number in signals if number is not None]
    before = [signal.signal(number, signal.default_int_handler) for number in known]
    try:
        yield
    finally:
        for number, handler in zip(known, before, strict=True):
            signal.signal(number, handler)


def _ask(prompt: str) -> str:
    if sys.stdin is None:
        raise EOFError
    return input(prompt)


def _keep(saver: FileSaver, record: Record, words: Words, go_on: list[str] | None = None) -> None:
    """Save the game; if that fails, print it, so that it is not lost all the same."""
    leave_line = "\n" if go_on is not None else ""
    try:
        path = saver.save(record)  # before a word is said: the window may be gone
    except OSError as error:
        print(f"{leave_line}{words('play.printed', error=error)}\n\n{record.write()}")
        return
    print(f"{leave_line}{words('play.saved', path=path)}")
    if go_on is not None:
        print(words("play.go_on", command=shlex.join([*go_on, path])))


def _new(options: argparse.Namespace) -> tuple[Record, list[str]]:
    variant = named_variant(options.variant or default_variant())
    for choice in choices().values():
        if getattr(options, _dest(choice), None) is not None:
            variant = variant.choose(choice.name, getattr(options, _dest(choice)))
    seats = _SEATS if options.seats is None else options.seats
    codes, names = _seats(seats)
    seed = _seed(options)
    players = shlex.join(codes)
    locks = (("Locks", options.locks),) if options.locks else ()
    date = time.strftime("%Y-%m-%d")
    tags = (("Date", date), ("Seed", str(seed)), ("Players", players), *locks)
    lot = random.Random(f"{seed} first").randrange(len(codes)) + 1  # not of the dice's numbers
    first = lot if options.first is None else options.first
    if not 1 <= first <= len(codes):
        raise NotNotation(f"--first: expected a seat from 1 to {len(codes)}, found {first}")
    return Record(variant, len(codes), first - 1, names=tuple(names), tags=tags), codes


def _loaded(options: argparse.Namespace) -> tuple[Record, list[str]]:
    record = load_record(options.load, options.variant)
    tags = dict(record.tags)
    codes = _codes_of(options.load, tags.get("Players", " ".join(["you"] * record.seats)))
    if len(codes) != record.seats:
        raise NotNotation(f"{options.load}: expected {record.seats} codes in [Players]")
    named = options.seats is not None and _seats(options.seats)[0] == codes
    if _has_own(codes) and not named:
        # The file may come from a stranger.
        raise NotNotation(
            f"{options.load}: somebody's own players sit here; to start them say "
            f"--seats {shlex.quote(joined_seats(codes))}"
        )
    chosen = (options.seats is not None and not _has_own(codes)) or options.first is not None
    for choice in choices().values():
        if getattr(options, _dest(choice), None) is not None:
            raise NotNotation(f"{options.load}: a saved game has its {choice.title.en} already")
    if chosen or (options.seed is not None and "Seed" in dict(record.tags)):
        raise NotNotation(f"{options.load}: a saved game has its seats and dice already")
    if options.locks == _LOCKS[1] != tags.get("Locks") and announced(record.game()):
        raise NotNotation(f"{options.load}: a lock was announced and stays: no --locks here")
    if options.variant and named_variant(options.variant) != record.variant.as_printed():
        raise NotNotation(f"{options.load}: this is a game of {record.variant.key}")
    for code in codes:
        if code != "you":
            inform(find_player(code, own=True), "close")
    if "Seed" not in tags:
        record = replace(record, tags=(*record.tags, ("Seed", str(_seed(options)))))
    if options.locks:
        others = tuple(tag for tag in record.tags if tag[0] != "Locks")
        record = replace(record, tags=(*others, ("Locks", options.locks)))
    return replace(record, names=record.called()), codes


def _has_own(codes: list[str]) -> bool:
    return any(map(is_own, codes))


def _codes_of(source: str, players: str) -> list[str]:
    """The codes of a record's tag; one with spaces stands in quotation marks."""
    try:
        return shlex.split(players)
    except ValueError as error:
        raise NotNotation(f"{source}: [Players] cannot be read: {error}") from None


def _seed(options: argparse.Namespace) -> int:
    return secrets.randbelow(10**9) if options.seed is None else int(options.seed)


def _seats(text: str) -> tuple[list[str], list[str]]:
    """Part `you:Emma,keen,random` into codes and unique names."""
    codes: list[str] = []
    names: list[str] = []
    for part in parted_seats(text):
        code, _, name = part.partition(":")
        if code == "you":
            names.append(name.strip()[:20] or "You")
            codes.append("you")
        else:
            inform(find_player(part, own=True), "close")
            names.append(_bot_name(part))
            codes.append(part)
    if len(codes) > MAX_SEATS:
        raise NotNotation(f"--seats: expected 1 to {MAX_SEATS}, found {len(codes)}")
    return codes, _make_unique(names)


def _bot_name(code: str) -> str:
    if not is_own(code):
        return code
    from rowlock.players.own import short_name  # here, because few need it

    return short_name(code)


def _make_unique(names: list[str]) -> list[str]:
    """The names, with a number behind those that several have."""
    apart: list[str] = []
    for number, name in enumerate(names, 1):
        other = name
        while names.count(name) > 1 and (other == name or other in names or other in apart):
            other = f"{name} {number}"
            number += 1
        apart.append(other)
    return apart
