"""Programs and classes that play, well or badly, for tests of one's own players."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import threading
import time
from pathlib import Path

import psutil

from rowlock import Game, find_player
from rowlock.moves import Decision
from rowlock.players import Keen, Lots

ROOT = Path(__file__).parents[2]
PYTHON = f"{shlex.quote(sys.executable)} -I -S"  # it starts in no time

_SOURCE = """
import json, os, signal, subprocess, sys, time
games = 0
def note(text):
    with open({notes!r}, "a") as file:
        file.write(text + "\\n")
def say(**answer):
    print(json.dumps(answer), flush=True)
def first(**more):
    say(**{{"id": asked["id"], "decision": asked["legal"][0], **more}})
note(f"pid {{os.getpid()}}")
for line in sys.stdin:
    asked = json.loads(line)
    note(line.strip())
    if asked["type"] == "hello":
        {hello}
    elif asked["type"] == "game":
        games += 1
        {game}
    elif asked["type"] == "decide":
        {decide}
    elif asked["type"] == "end":
        {end}
    else:
        {leave}
"""


def bot(
    folder: Path,
    *,
    hello: str = "say(id=asked['id'])",
    game: str = "say(id=asked['id'])",
    decide: str = "first()",
    end: str = "pass",
    leave: str = "break",
) -> str:
    """The command of a program that does this; unless told otherwise it plays well."""
    path = folder / "bot.py"
    parts = {"hello": hello, "game": game, "decide": decide, "end": end, "leave": leave}
    path.write_text(_SOURCE.format(notes=str(folder / "notes"), **parts), encoding="utf-8")
    return f"{PYTHON} {shlex.quote(str(path))}"


def notes(folder: Path) -> list[str]:
    """What the programs of this folder were told, and what they noted themselves."""
    path = folder / "notes"
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def pids(folder: Path) -> list[int]:
    """The processes that were started of the program in this folder, and by it."""
    return [int(line.split()[1]) for line in notes(folder) if line.startswith("pid ")]


def gone(pid: int, patience: float = 20.0) -> bool:
    """Whether a process has ended; one that nobody of ours has to wait for may be a zombie."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        try:
            process = psutil.Process(pid)
            if process.ppid() != psutil.Process().pid and process.status() == "zombie":
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.02)
    return False


def node() -> str:
    """The command of Node, from the system or from its package."""
    found = shutil.which("node") or shutil.which("node", path=str(Path(sys.executable).parent))
    assert found, "docs/bots/leftmost.mjs is tested with Node; there is no `node` here"
    return shlex.quote(found)


class First:
    """Takes the first legal decision."""

    def decide(self, view: Game, seat: int) -> Decision:
        return view.legal(seat)[0]


class AlsoKeen(Keen):
    """Plays like keen."""

    def __init__(self) -> None:
        super().__init__(1)


class Drawing:
    """Draws lots, like random."""

    def __init__(self, lots: Lots) -> None:
        self.lots = lots

    def decide(self, view: Game, seat: int) -> Decision:
        return self.lots.choice(view.legal(seat))


class Listening(First):
    """Remembers what it was told."""

    told: list[str] = []  # noqa: RUF012 # the test looks here

    def begin(self, game: Game, seat: int) -> None:
        self.told.append(f"begin {seat} {game.turn}")

    def end(self, game: Game, seat: int) -> None:
        self.told.append(f"end {seat} {game.over}")

    def close(self) -> None:
        self.told.append("close")


class Stumbling:
    """Fails in the middle of a game."""

    def decide(self, view: Game, seat: int) -> Decision:
        return {0: view.legal(seat)[0]}[view.turn // 4]


class Endless:
    """Thinks for ever."""

    def decide(self, view: Game, seat: int) -> Decision:
        while True:
            pass


class Stubborn:
    """Thinks for ever, whatever happens."""

    def decide(self, view: Game, seat: int) -> Decision:
        while True:
            try:
                view.legal(seat)
            except Exception:
                continue


released = threading.Event()
"""Set when a test is over: whoever was left behind may leave."""


class Sleeping:
    """Waits for something that does not come, in a single call."""

    def decide(self, view: Game, seat: int) -> Decision:
        released.wait(600)
        return view.legal(seat)[0]


class Deaf:
    """Catches whatever is raised in it, and goes on."""

    def decide(self, view: Game, seat: int) -> Decision:
        while not released.is_set():
            try:
                released.wait(600)
            except BaseException:
                continue
        return view.legal(seat)[0]


class Late:
    """Is told that its time is up, and answers all the same."""

    def decide(self, view: Game, seat: int) -> Decision:
        end = time.monotonic() + 1
        while time.monotonic() < end:
            try:
                while time.monotonic() < end:
                    pass
            except BaseException:
                continue
        return view.legal(seat)[0]


class Leaving(First):
    """Leaves in the middle of a game."""

    def decide(self, view: Game, seat: int) -> Decision:
        if view.turn > 2:
            sys.exit(0)
        return view.legal(seat)[0]


class Interrupting(First):
    """Raises what Ctrl-C would."""

    def decide(self, view: Game, seat: int) -> Decision:
        raise KeyboardInterrupt


class LeavingAtOnce(First):
    """Leaves before the game."""

    def begin(self, game: Game, seat: int) -> None:
        sys.exit("no licence\nfor this\x07 machine " + "x" * 500)


class Agreeable:
    """Equal to anything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1

    def __repr__(self) -> str:
        return "whatever\nyou like"


class Agreeing:
    """Answers with something that says it is any decision."""

    def decide(self, view: Game, seat: int) -> Decision:
        return Agreeable()  # type: ignore[return-value] # that is the point


class SlowToBeMade(First):
    """Is never made."""

    def __init__(self) -> None:
        released.wait(600)


class SlowToBegin(First):
    """Is never ready."""

    def begin(self, game: Game, seat: int) -> None:
        released.wait(600)


class SlowToEnd(First):
    """Thinks about a lost game for ever."""

    def end(self, game: Game, seat: int) -> None:
        released.wait(600)


class SlowToClose(First):
    """Never goes."""

    def close(self) -> None:
        released.wait(600)


class Using(First):
    """Asks another class by its code."""

    def __init__(self) -> None:
        self.other = find_player("class:tests.players.bots.First", own=True)

    def decide(self, view: Game, seat: int) -> Decision:
        return self.other.decide(view, seat)


class Gone(First):
    """Ends the whole process."""

    def decide(self, view: Game, seat: int) -> Decision:
        os._exit(0)


class Unmakeable:
    """Cannot be made."""

    def __init__(self) -> None:
        raise RuntimeError("no weights here")


class Undecided:
    """Has no method to decide."""
