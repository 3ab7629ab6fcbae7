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
from rowlock.cli.contesting import add_contesting
from rowlock.cli.options import INTERRUPTED, OK, complain
from rowlock.cli.playing import add_playing
from rowlock.cli.reading import add_reading
from rowlock.cli.serving import add_serving
from rowlock.cli.showing import add_showing
from rowlock.cli.solving import add_solving
from rowlock.cli.verifying import add_verifying
from rowlock.errors import RowlockError
from rowlock.variant import shipped_variants

__all__ = ["main", "make_parser"]

_EPILOG = """\
examples:
  rowlock play                          you against the bot keen
  rowlock play {other} --seats you,keen,random --save evening.rowlock
  rowlock play --load evening.rowlock   go on with a saved game
  rowlock replay evening.rowlock        the whole story; --at 12 shows turn 12
  rowlock check *.rowlock mine.toml     are these records and variants right?
  rowlock rules {other} --language de
  rowlock serve --open                  tables for people far apart
  rowlock verify online.rowlock         were the dice those that were promised?
  rowlock arena keen random             who is stronger, and by how much?
  rowlock solve --roll 14r3y6g3b3       what best play does with the first roll

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
    options = make_parser().parse_args(arguments)
    options.own_process = arguments is None
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

    add_playing(command, known)
    add_reading(command)
    add_verifying(command)
    add_showing(command, known)
    add_serving(command)
    add_contesting(command, known)
    add_solving(command, known)
    return parser
