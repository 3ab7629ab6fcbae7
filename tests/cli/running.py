"""The command in this very process: arguments in, exit code and texts out."""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
from pathlib import Path
from typing import NamedTuple, TextIO, cast

import rowlock.variants
from rowlock import Record, find_variant, play, shipped_variants
from rowlock.cli import main
from rowlock.players import Keen
from tests.tui.sitting import Typist

__all__ = [
    "DEFAULT",
    "Ran",
    "a_record",
    "command",
    "environment",
    "own_variant",
    "run",
    "saved_as",
    "variant_file",
]

DEFAULT = shipped_variants()[0]


class Ran(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str

    def complaint(self) -> str:
        """The one line in which a user's mistake is told; nothing else may have gone wrong."""
        assert self.code == 1, self
        assert "Traceback" not in self.err
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].startswith("rowlock: ")
        return lines[0].removeprefix("rowlock: ")

    def fine(self) -> str:
        """What was printed, if nothing was wrong; a compiler may have been waited for."""
        wrong = [line for line in self.err.splitlines() if " compiling" not in line]
        assert (self.code, wrong) == (0, []), self
        return self.out


class _Keyboard:
    """Standard input that a typist fills, who sees what was printed since the last line."""

    def __init__(self, typist: Typist, screen: io.StringIO) -> None:
        self.typist = typist
        self.screen = screen
        self.seen = 0

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        shown = self.screen.getvalue()[self.seen :]
        self.seen += len(shown)
        said, _, prompt = shown.rpartition("\n")
        answer = self.typist(prompt, said)
        return "" if answer is None else f"{answer}\n"


def run(*arguments: str | Path, typed: str | Typist = "") -> Ran:
    """Run `rowlock` with these arguments; `typed` is its input, or who types it."""
    out, err = io.StringIO(), io.StringIO()
    keyboard = io.StringIO(typed) if isinstance(typed, str) else _Keyboard(typed, out)
    before = sys.stdin
    sys.stdin = cast("TextIO", keyboard)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main([str(argument) for argument in arguments])
    except SystemExit as leaving:
        code = int(leaving.code or 0)
    finally:
        sys.stdin = before
    return Ran(code, out.getvalue(), err.getvalue())


def variant_file(key: str) -> Path:
    """The file of a shipped variant."""
    return Path(rowlock.variants.__file__).parent / f"{key}.toml"


def own_variant(folder: Path, name: str = "mine", old: str = "", new: str = "") -> Path:
    """Somebody's own variant: the first shipped one under another name, perhaps changed."""
    text = variant_file(DEFAULT).read_text(encoding="utf-8")
    assert old in text
    path = folder / f"{name}.toml"
    path.write_text(text.replace(old, new, 1) if old else text, encoding="utf-8")
    return path


def a_record(key: str = DEFAULT, seats: int = 2, seed: int = 1) -> Record:
    """A whole game of keen players."""
    return play(find_variant(key), [Keen(seat % 3) for seat in range(seats)], seed)


def saved_as(out: str) -> Path:
    """Where the command said that it saved the game."""
    said = re.findall(r"^Saved as (.*?\.rowlock)\.", out, re.MULTILINE)
    assert said, out
    return Path(said[-1])


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "rowlock", *map(str, arguments)]


def environment(**more: str) -> dict[str, str]:
    """The environment of a person at a colour terminal who has set nothing special."""
    without = ("NO_COLOR", "LC_ALL", "LC_MESSAGES", "PYTHONIOENCODING", "COLUMNS")
    kept = {name: value for name, value in os.environ.items() if name not in without}
    return {**kept, "TERM": "xterm", "LANG": "C.UTF-8", **more}
