"""Somebody's own players by code: `run:COMMAND` starts a program, `class:` names a class.

Only `find_player(..., own=True)` leads here: whoever can choose these codes can run anything.
"""

from __future__ import annotations

import importlib
import inspect
import os
import re
import shlex
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from rowlock.errors import PlayerFailed, UnknownPlayer
from rowlock.events import Seat
from rowlock.game import Game
from rowlock.moves import Decision
from rowlock.players import Player, inform
from rowlock.players.chance import Lots
from rowlock.players.program import PATIENCE, Program, with_last_lines

__all__ = ["OwnClass", "find_own", "short_name"]

T = TypeVar("T")


def find_own(code: str, lots: Lots) -> Player:
    """The player of a code such as `run:python3 mybot.py`, `run:60:./slow` or `class:mine.Bot`."""
    kind, _, rest = code.partition(":")
    if kind == "class":
        return OwnClass(rest, lots)
    seconds, command = re.fullmatch(r"(?s)(?:([1-9][0-9]{0,3}):)?(.*)", rest).groups()  # type: ignore[union-attr] # it matches all
    return Program(command, lots, patience=float(seconds or PATIENCE))


def short_name(code: str) -> str:
    """What to call an own player at a table: its file, or its class."""
    kind, _, rest = code.partition(":")
    if kind == "class":
        return rest.rpartition(".")[2][:20]
    words = shlex.split(rest)
    files = [word for word in words if os.path.isfile(word)]
    return Path((files or words)[-1 if files else 0]).name[-20:]


class OwnClass:
    """A class found by its name; whatever it does wrong is told as a failure of that player."""

    def __init__(self, name: str, lots: Lots) -> None:
        self.name = name
        make = _found(name)
        takes_lots = self._guarded("be asked what it takes", lambda: _takes_lots(make))
        player = self._guarded("be made", lambda: make(lots=lots) if takes_lots else make())
        if not callable(getattr(player, "decide", None)):
            raise UnknownPlayer(f"class:{name}: expected a class with a method decide(view, seat)")
        self.player: Player = player

    def begin(self, game: Game, seat: Seat) -> None:
        """A game begins."""
        self._guarded("begin a game", lambda: inform(self.player, "begin", game, seat))

    def decide(self, view: Game, seat: Seat) -> Decision:
        """What the class decides, if it is legal."""
        decision = self._guarded("decide", lambda: self.player.decide(view, seat))
        legal = view.legal(seat)
        if decision not in legal:
            expected = " ".join(map(str, legal))
            raise PlayerFailed(
                f"class:{self.name} failed: asked to decide, expected one of {expected} "
                f"(from view.legal(seat)), found {decision!r:.200}"
            )
        return decision

    def end(self, game: Game, seat: Seat) -> None:
        """A game is over."""
        self._guarded("end a game", lambda: inform(self.player, "end", game, seat))

    def close(self) -> None:
        """The player is needed no longer."""
        self._guarded("close", lambda: inform(self.player, "close"))

    def _guarded(self, what: str, work: Callable[[], T]) -> T:
        try:
            return work()
        except Exception as error:
            frames = traceback.extract_tb(error.__traceback__)
            inside = [frame for frame in frames if frame.filename != __file__]
            lines = "".join(traceback.format_list(inside)).splitlines()
            story = f"class:{self.name} failed to {what}: {type(error).__name__}: {error!s:.200}"
            raise PlayerFailed(with_last_lines(story, "it did", lines)) from error


def _found(name: str) -> Callable[..., Any]:
    module, _, own = name.rpartition(".")
    if not module or not all(part.isidentifier() for part in name.split(".")):
        raise UnknownPlayer(
            f"expected a class with its module, such as class:mybot.Mine, found {name[:60]!r}"
        )
    here = os.getcwd()
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)  # a command has only its own folder there
    try:
        found = getattr(importlib.import_module(module), own, None)
    except Exception as error:  # importing runs whatever stands in the file
        raise UnknownPlayer(
            f"class:{name} cannot be imported: {type(error).__name__}: {error!s:.200}"
        ) from error
    if not callable(found):
        raise UnknownPlayer(f"class:{name}: there is no class {own!r} in {module}")
    made: Callable[..., Any] = found
    return made


def _takes_lots(make: Callable[..., Any]) -> bool:
    return "lots" in inspect.signature(make).parameters
