"""Those who decide for a seat without being a person, found by a short code."""

from __future__ import annotations

import importlib
import random
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol

from rowlock.dice import Source, throw
from rowlock.errors import UnknownPlayer, nearest
from rowlock.events import Seat
from rowlock.game import Game
from rowlock.lots import GameDice, SeatLots
from rowlock.moves import Decision
from rowlock.players.chance import Lots, Random
from rowlock.players.keen import Keen
from rowlock.record import Move, Played, Record
from rowlock.variant import Variant

if TYPE_CHECKING:  # imported when they are asked for: most who import rowlock need none of them
    from rowlock.players.judging import Judged, evaluate
    from rowlock.players.packed import Packed, caveats
    from rowlock.players.rollout import Rollout
    from rowlock.players.solo import Solo

__all__ = [
    "Judged",
    "Keen",
    "OWN",
    "SLOW",
    "Lots",
    "Packed",
    "Player",
    "Random",
    "Rollout",
    "Solo",
    "caveats",
    "evaluate",
    "find_player",
    "inform",
    "make_ready",
    "play",
    "play_numbered",
    "player_codes",
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
    "Packed": "packed",
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


_PLAYERS: dict[str, Callable[[str, Lots], Player]] = {
    "random": lambda _, source: Random(source),
    "novice": lambda _, source: _module("packed").Packed("novice", source),
    "casual": lambda _, source: _module("packed").Packed("casual", source),
    "keen": lambda skips, _: Keen(int(skips or 1)),
    "expert": lambda _, source: _module("packed").Packed("expert", source),
    "oracle": lambda _, source: _module("packed").Packed("oracle", source),
    "greedy1": lambda *_: Keen(foresight=False),
    "greedy2": lambda *_: _module("public").Greedy2(),
    "computational": lambda *_: _module("public").Computational(),
    "ga": lambda *_: _module("public").GeneticChampion(),
    "rollout": lambda playouts, source: _module("rollout").Rollout(int(playouts or 0), source),
    "solo": lambda *_: _module("solo").Solo(),
}
OWN = ("run:", "class:")
"""How the codes of somebody's own players begin."""
_TAKES_NUMBER = {"keen": r"[0-9]{1,2}", "rollout": r"[1-9][0-9]{0,3}"}
SLOW = ("rollout", "solo")
"""Those who think so much that they need a compiler, and that no stranger may ask for."""
_TABLE_BOTS = ("random", "novice", "casual", "keen", "expert", "oracle")


def player_codes() -> tuple[str, ...]:
    """The codes of all players; some take a number, as in `keen:2`."""
    return tuple(_PLAYERS)


def table_bots() -> tuple[str, ...]:
    """The codes that people are offered at a table; the others are yardsticks for the arena.

    The trained ones only where they can play: they need numpy and their weights.
    """
    from rowlock.players.packed import TRAINED, is_ready

    return tuple(code for code in _TABLE_BOTS if code not in TRAINED or is_ready())


def find_player(code: str, seed: int | str | Lots = 0, *, own: bool = False) -> Player:
    """The player of this code; the seed, or what draws lots, matters to those who use chance.

    Codes that start a program or import a class (`run:`, `class:`) are codes only with `own`,
    which nobody may say who has the code from a stranger.
    """
    name, colon, number = code.partition(":")
    if name in _PLAYERS and (not colon or re.fullmatch(_TAKES_NUMBER.get(name, "(?!)"), number)):
        lots = random.Random(seed) if isinstance(seed, int | str) else seed
        return _PLAYERS[name](number, lots)
    if own and code.startswith(OWN):
        from rowlock.players.own import find_own  # here, because few need it

        return find_own(code, random.Random(seed) if isinstance(seed, int | str) else seed)
    raise UnknownPlayer(
        f"no player is called {code[:40]!r}; {nearest(code, _PLAYERS)}"
        f"known are {', '.join(_PLAYERS)} (keen:2 skips up to two cells)"
    )


def make_ready(codes: Iterable[str], variant: Variant, seats: int) -> None:
    """Let players prepare for such a table, which may take a while, or say why they cannot.

    They would do so in their first game; but many games are played by many processes.
    """
    if "solo" in codes:
        from rowlock.players.solo import ready_values

        ready_values(variant, seats)


def inform(player: Player, method: Literal["begin", "end", "close"], *told: object) -> None:
    """Tell a player that a game begins or ends, or that it is needed no longer, if it listens."""
    listening = getattr(player, method, None)
    if listening is not None:
        listening(*told)


def play_numbered(
    variant: Variant,
    codes: Sequence[str],
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
            players.append(find_player(code, SeatLots(seed, game, seat), own=own))
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
