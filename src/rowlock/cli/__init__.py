"""The command `rowlock`.

Plain argparse: the commands are few, and the package needs nothing but Python.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

import rowlock
from rowlock.bots import DEFAULT_OPPONENT, all_bots
from rowlock.cli.arena import add_arena
from rowlock.cli.learn import add_learn
from rowlock.cli.options import INTERRUPTED, OK, complain
from rowlock.cli.play import add_play
from rowlock.cli.records import add_records
from rowlock.cli.review import add_review
from rowlock.cli.serve import add_serve
from rowlock.cli.solve import add_solve
from rowlock.cli.stats import add_stats
from rowlock.cli.variants import add_variants
from rowlock.cli.verify import add_verify
from rowlock.errors import RowlockError
from rowlock.variant import shipped_variants

__all__ = ["main", "make_parser"]

_EPILOG = """\
examples:
  rowlock play                          you against the bot {bot}
  rowlock play {other} --seats you,{bot},{easy} --save evening.rowlock
  rowlock play --load evening.rowlock   go on with a saved game
  rowlock learn {other}                   how it is played, step by step
  rowlock replay evening.rowlock        the whole story; --at 12 shows turn 12
  rowlock review online.rowlock         luck and mistakes, and what was better
  rowlock stats *.rowlock               the same over many games of yours
  rowlock check *.rowlock mine.toml     are these records and variants right?
  rowlock rules {other} --language de
  rowlock serve --open                  tables for people far apart
  rowlock verify online.rowlock         were the dice those that were promised?
  {arena}  who is stronger, and by how much?
  rowlock solve --roll 14r3y6g3b3       what best play does with the first roll

exit codes:
  0  all went well (even when you left a game early: it is saved; and after
     this help, which rowlock without a command prints too)
  1  a file, move or name is wrong; the message says what was expected
  2  the command line is wrong
  130  interrupted with Ctrl-C (a game is saved first)
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and give its exit code; a user's mistake is told in one sentence."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):  # any may be closed, and then is None
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # an old terminal shows ? for letters it lacks
    parser = make_parser()
    options = parser.parse_args(arguments)
    if options.run is None:  # nothing was asked for: say what can be
        parser.print_help()
        return OK
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        code = run(options)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except RowlockError as error:
        return complain(str(error))
    except BrokenPipeError:
        # The reader went away (`| head`): nobody is left to be told anything.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return complain(f"{where}{error.strerror or error}")
    except KeyboardInterrupt:
        return INTERRUPTED


def make_parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    other, easy = shipped_variants()[2], all_bots()[0].code
    parser = argparse.ArgumentParser(
        prog="rowlock",
        description="Play, replay and check the Qwixx family of dice games (unofficial).",
        epilog=_EPILOG.format(
            other=other,
            bot=DEFAULT_OPPONENT,
            easy=easy,
            arena=f"rowlock arena {DEFAULT_OPPONENT} {easy}".ljust(36),
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"rowlock {rowlock.__version__}")
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    known = f"one of {', '.join(shipped_variants())}, or a .toml file"

    def command(name: str, run: Callable[[argparse.Namespace], int], text: str) -> Any:
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(run=run)
        return sub

    add_play(command, known)
    add_learn(command, known)
    add_records(command)
    add_review(command)
    add_stats(command)
    add_verify(command)
    add_variants(command, known)
    add_serve(command)
    add_arena(command, known)
    add_solve(command, known)
    return parser
