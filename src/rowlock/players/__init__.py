"""Those who decide for a seat without being a person, found by a short code."""

from __future__ import annotations

import importlib
import os
import random
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol

from rowlock.bots import (
    DAILY_OPPONENT,
    DEFAULT_OPPONENT,
    STAND_IN,
    all_bots,
    bot_name,
    examples,
    find_bot,
    find_choice,
    is_slow,
    load,
)
from rowlock.dice import Source, throw
from rowlock.errors import UnknownPlayer, nearest
from rowlock.events import Seat
from rowlock.game import Game
from rowlock.lots import GameDice, SeatLots
from rowlock.moves import Decision
from rowlock.record import Move, Played, Record
from rowlock.variant import Variant

if TYPE_CHECKING:  # imported when they are asked for: most who import rowlock need none of them
    from rowlock.fast.policy import Policy
    from rowlock.players.chance import Lots, Random
    from rowlock.players.judging import Judged, evaluate
    from rowlock.players.keen import Keen
    from rowlock.players.packed import Packed, caveats
    from rowlock.players.rollout import Rollout
    from rowlock.players.solo import Solo

__all__ = [
    "Judged",
    "Keen",
    "Lots",
    "Packed",
    "Player",
    "Random",
    "Rollout",
    "Solo",
    "bot_name",
    "caveats",
    "daily_opponent",
    "evaluate",
    "find_player",
    "inform",
    "is_own",
    "is_slow",
    "make_ready",
    "play",
    "play_numbered",
    "player_codes",
    "stand_in",
    "table_bots",
]


class Player(Protocol):
    """Anything that can decide. It is given a view: sealed decisions are not in it.

    It may also have methods that it is told by: `begin(game, seat)`, `end(game, seat)` and
    `close()`; see `inform`.
    """

    def decide(self, view: Game, seat: Seat) -> Decision:
        """One of the seat's legal decisions."""


_LATER = {
    "Judged": "judging",
    "Keen": "keen",
    "Lots": "chance",
    "Packed": "packed",
    "Random": "chance",
    "Rollout": "rollout",
    "Solo": "solo",
    "caveats": "packed",
    "evaluate": "judging",
}


def __getattr__(name: str) -> Any:
    """What is found in a module of its own that few need."""
    if name in _LATER:
        return getattr(_module(_LATER[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _module(name: str) -> Any:
    """A module of this room, imported when somebody needs it."""
    return importlib.import_module(f"{__name__}.{name}")


_OWN = r"(?s)(run|class):.*|[A-Za-z_][\w.]*:[A-Za-z_]\w*"
_OF_YOUR_OWN = ", or of your own run:COMMAND, class:MODULE.NAME and MODULE:POLICY"


def player_codes() -> tuple[str, ...]:
    """The codes of all players; some take a number, as in `keen:2`."""
    return tuple(bot.code for bot in all_bots())


def table_bots() -> tuple[str, ...]:
    """The codes that people are offered at a table; the others are yardsticks for the arena.

    The trained ones only where they can play: they need numpy and their weights. Where they do
    they are a ladder, and one whose strength is another in each variant is no rung of it.
    """
    from rowlock.players.packed import is_ready

    offered = [bot for bot in all_bots() if bot.says is not None]
    ready = is_ready()
    return tuple(bot.code for bot in offered if not (bot.spare if ready else bot.trained))


def stand_in() -> str:
    """The code of the bot that plays for a person who names none: a good one, if it can play."""
    return STAND_IN if STAND_IN in table_bots() else DEFAULT_OPPONENT


def daily_opponent() -> str:
    """The code of the bot that everybody meets in the daily game."""
    return DAILY_OPPONENT if DAILY_OPPONENT in table_bots() else DEFAULT_OPPONENT


def is_own(code: str) -> bool:
    """Whether this is how a player of somebody's own is named, who may do anything.

    `run:COMMAND` is a program, `class:MODULE.NAME` a class, `MODULE:NAME` a policy.
    """
    return find_bot(code) is None and re.fullmatch(_OWN, code) is not None


def _is_own_policy(code: str) -> bool:
    """Whether it is a policy of the fast engine that is named so, and no program or class."""
    return is_own(code) and not code.startswith(("run:", "class:"))


def find_player(code: str, seed: int | str | Lots = 0, *, own: bool = False) -> Player:
    """The player of this code; the seed, or what draws lots, matters to those who use chance.

    Codes that start a program or import something (`is_own`) are codes only with `own`, which
    nobody may say who has the code from a stranger.
    """
    choice = find_choice(code)
    if choice is not None:
        lots = random.Random(seed) if isinstance(seed, int | str) else seed
        player: Player = load(choice.bot.player)(choice, lots)
        return player
    name = code.partition(":")[0]
    if own and re.search(r"[./\\]", name) and os.path.isfile(name):
        raise UnknownPlayer(
            f"{code[:60]!r} is a file; a program is named run:COMMAND, such as "
            f"run:python3 {name[:60]}, and what is in a module by the module's name, "
            f"class:MODULE.NAME or MODULE:POLICY"
        )
    if own and is_own(code):
        from rowlock.players.own import find_own  # here, because few need it

        return find_own(code, random.Random(seed) if isinstance(seed, int | str) else seed)
    raise UnknownPlayer(
        f"no player is called {code[:40]!r}; {nearest(code, player_codes())}"
        f"known are {', '.join(player_codes())} ({examples()})"
        f"{_OF_YOUR_OWN if own else ''}"
    )


def make_ready(codes: Iterable[str], variant: Variant, seats: int) -> None:
    """Let players prepare for such a table, which may take a while, or say why they cannot.

    They would do so in their first game; but many games are played by many processes.
    """
    codes = tuple(codes)
    for bot in dict.fromkeys(map(find_bot, codes)):
        if bot is not None and bot.prepare:
            load(bot.prepare)(variant, seats)
    for code in filter(_is_own_policy, codes):
        from rowlock.players.packed import need_twins  # here, because few need it

        need_twins(code, variant)


def inform(player: Player, method: Literal["begin", "end", "close"], *told: object) -> None:
    """Tell a player that a game begins or ends, or that it is needed no longer, if it listens."""
    listening = getattr(player, method, None)
    if listening is not None:
        listening(*told)


def play_numbered(
    variant: Variant,
    codes: Sequence[str | Policy],
    seed: int,
    game: int,
    first: Seat = 0,
    *,
    own: bool = False,
) -> Record:
    """The game of this number as the fast engine plays it, played by the readable one."""
    players: list[Player] = []
    try:
        for seat, code in enumerate(codes):
            lots = SeatLots(seed, game, seat)
            if isinstance(code, str):
                players.append(find_player(code, lots, own=own))
            else:
                players.append(_module("plugged").Plugged(code, lots))
        return play(variant, players, GameDice(seed, game), first)
    finally:
        for player in players:
            inform(player, "close")


def play(
    variant: Variant, players: Sequence[Player], seed: int | str | Source = 0, first: Seat = 0
) -> Record:
    """Play a whole game; the same players and seed (or source of dice) give the same record."""
    source = random.Random(seed) if isinstance(seed, int | str) else seed
    record = Record(variant, len(players), first)
    game = record.start()
    for seat, player in enumerate(players):
        inform(player, "begin", game, seat)
    history: list[Move] = []
    while not game.over:
        roll = throw(game.dice, source)
        history.append(roll)
        game = game.rolled(roll).game
        while game.to_move():
            seat = min(game.to_move())
            decision = players[seat].decide(game.view(seat), seat)
            history.append(Played(seat, decision))
            game = game.apply(seat, decision).game
    for seat, player in enumerate(players):
        inform(player, "end", game, seat)
    return record.plus(*history)
