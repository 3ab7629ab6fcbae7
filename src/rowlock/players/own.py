"""Somebody's own players by code: `run:COMMAND` starts a program, `class:` names a class, and
`module:NAME` a policy of the fast engine.

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
from typing import TYPE_CHECKING, Any, TypeVar

from rowlock.errors import PlayerFailed, UnknownPlayer
from rowlock.events import Seat
from rowlock.game import Game
from rowlock.moves import Decision
from rowlock.players import Player, inform, patience
from rowlock.players.chance import Lots
from rowlock.players.messages import position
from rowlock.players.patience import Raised, TooLong, within
from rowlock.players.program import PATIENCE, Program, with_last_lines

if TYPE_CHECKING:  # numpy is not everywhere
    from rowlock.fast.policy import Policy

__all__ = ["CLASS_PATIENCE", "OwnClass", "find_own", "find_own_policy", "short_name"]

T = TypeVar("T")

CLASS_PATIENCE = 60.0
"""Seconds for a decision of a class; more than for a program, since it may compile something.
To be made, and for all else that it is told, it has as many at least."""
_MOST = 200  # characters of somebody else's sentence
_TELLING = 5.0  # seconds to say it


def find_own(code: str, lots: Lots) -> Player:
    """The player of a code such as `run:python3 mybot.py`, `class:mine.Bot` or `mine:prudent`."""
    kind, _, rest = code.partition(":")
    if kind not in ("run", "class"):
        policy = find_own_policy(code)
        from rowlock.players.plugged import Plugged  # here, because it needs numpy

        return Plugged(policy, lots)
    seconds, name = re.fullmatch(r"(?s)(?:([-+0-9.]+):)?(.*)", rest).groups()  # type: ignore[union-attr] # it matches all
    if seconds is not None and re.fullmatch("[1-9][0-9]{0,3}", seconds) is None:
        raise UnknownPlayer(
            f"{code[:_MOST]!r}: expected whole seconds from 1 to 9999 after {kind}:, "
            f"found {seconds[:_MOST]!r}"
        )
    if kind == "class":
        return OwnClass(name, lots, patience=float(seconds or CLASS_PATIENCE))
    return Program(name, lots, patience=float(seconds or PATIENCE))


def find_own_policy(code: str) -> Policy:
    """The policy of a code such as `mine:prudent`: `prudent` of the module `mine`."""
    from rowlock.players.packed import need_kernels

    need_kernels("a policy")
    from rowlock.fast.policy import Policy

    module, _, name = code.partition(":")
    found = _imported(code, module, name)
    if isinstance(found, Policy):
        return found
    if found is None:
        raise UnknownPlayer(f"{code}: there is no policy {name!r} in {module}")
    if isinstance(found, type):
        hint = f"; a class is named class:{module}.{name}"
    elif callable(found):
        hint = f"; expected something like {name}_policy = Policy({name!r}, {name}) beside it"
    else:
        hint = ""
    raise UnknownPlayer(
        f"{code}: expected a Policy of rowlock.fast, found {_kind(found)} {found!r:.60}{hint}"
    )


def _kind(found: object) -> str:
    return "the class" if isinstance(found, type) else f"a {type(found).__name__}:"


def short_name(code: str) -> str:
    """What to call an own player at a table: its file, its class, or its policy."""
    kind, _, rest = code.partition(":")
    if kind == "class":
        return rest.rpartition(".")[2][:20]
    if kind != "run":
        return rest[:20]
    words = shlex.split(rest)
    files = [word for word in words if os.path.isfile(word)]
    return Path((files or words)[-1 if files else 0]).name[-20:]


class OwnClass:
    """A class found by its name; whatever it does wrong is told as a failure of that player.

    That it leaves with `sys.exit` or raises `KeyboardInterrupt` is its own doing, and told as such:
    what the user presses is heard by the caller's thread, and nothing of the class is done there.
    """

    def __init__(
        self,
        name: str,
        lots: Lots,
        *,
        patience: float = CLASS_PATIENCE,
        ready: float = CLASS_PATIENCE,
    ) -> None:
        self.name = name
        self.patience = patience
        self.ready = max(patience, ready)
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
        legal = view.legal(seat)
        expected = f"expected one of {' '.join(map(str, legal))} (from view.legal(seat))"
        where = position(view, seat)
        try:
            decision = within(self.patience, lambda: self.player.decide(view, seat))
        except TooLong as late:
            raise PlayerFailed(
                f"class:{self.name} failed: asked to decide, {expected} within "
                f"{self.patience:g} seconds, found none; {where}. "
                f"With class:600:{self.name} it has 600"
            ) from late
        except Raised as raised:
            raise self._failed("decide", raised.error, f"; {expected}; {where}") from raised.error
        # Of the kind first: what is of another may say that it equals anything.
        for option in legal:
            if type(decision) is type(option) and decision == option:
                return option
        raise PlayerFailed(
            f"class:{self.name} failed: asked to decide, {expected}, "
            f"found {_shown(decision, repr)}; {where}"
        )

    def end(self, game: Game, seat: Seat) -> None:
        """A game is over."""
        self._guarded("end a game", lambda: inform(self.player, "end", game, seat))

    def close(self) -> None:
        """The player is needed no longer."""
        self._guarded("close", lambda: inform(self.player, "close"))

    def _guarded(self, what: str, work: Callable[[], T]) -> T:
        try:
            return within(self.ready, work)
        except TooLong as late:
            raise PlayerFailed(
                f"class:{self.name} failed: expected it to {what} within {self.ready:g} seconds, "
                f"and it did not"
            ) from late
        except Raised as raised:
            raise self._failed(what, raised.error) from raised.error

    def _failed(self, what: str, error: BaseException, more: str = "") -> PlayerFailed:
        frames = traceback.extract_tb(error.__traceback__)
        inside = [frame for frame in frames if frame.filename not in (__file__, patience.__file__)]
        lines = "".join(traceback.format_list(inside)).splitlines()
        story = f"class:{self.name} failed to {what}: {type(error).__name__}: {_shown(error)}"
        return PlayerFailed(with_last_lines(f"{story.removesuffix(': ')}{more}", "it did", lines))


def _shown(found: object, tell: Callable[[object], str] = str) -> str:
    """What somebody else's object says of itself, in one line of bounded length."""
    try:
        said = within(_TELLING, lambda: " ".join(tell(found)[:_MOST].split()))
    except (Raised, TooLong):  # even that it cannot do
        return f"a {type(found).__name__}"
    return "".join(letter if letter.isprintable() else "?" for letter in said)


def _found(name: str) -> Callable[..., Any]:
    module, _, own = name.rpartition(".")
    if not module or not all(part.isidentifier() for part in name.split(".")):
        raise UnknownPlayer(
            f"expected a class with its module, such as class:mybot.Mine, found {name[:60]!r}"
        )
    found = _imported(f"class:{name}", module, own)
    if not callable(found):
        raise UnknownPlayer(f"class:{name}: there is no class {own!r} in {module}")
    made: Callable[..., Any] = found
    return made


def _imported(code: str, module: str, name: str) -> Any:
    """What is called so in a module, here or installed, or none."""
    here = os.getcwd()
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)  # a command has only its own folder there
    try:
        return within(None, lambda: getattr(_module(module), name, None))
    except Raised as raised:  # importing runs whatever stands in the file
        kind, said = type(raised.error).__name__, _shown(raised.error)
        raise UnknownPlayer(
            f"{code} cannot be imported: {kind}: {said}".removesuffix(": ")
        ) from raised.error


def _module(name: str) -> Any:
    """A module; one that plays while it is being imported is not waited for."""
    return sys.modules.get(name) or importlib.import_module(name)


def _takes_lots(make: Callable[..., Any]) -> bool:
    return "lots" in inspect.signature(make).parameters
