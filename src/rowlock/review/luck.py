"""The luck of many games: what the dice brought every seat, without a look at the decisions.

Under best play the luck of a roll is zero on average, whoever plays. So a result less its luck has
the same mean as the result, and varies far less.
"""

from __future__ import annotations

from rowlock.bots import ADVISER
from rowlock.dice import Roll
from rowlock.errors import UnknownPlayer
from rowlock.fast.weights import weights_for
from rowlock.game import Game
from rowlock.players.packed import caveats
from rowlock.positions import pack
from rowlock.record import Record, play_move
from rowlock.review.model import on_grid
from rowlock.review.outlook import Valuer
from rowlock.variant import Variant

__all__ = ["luck_of", "valuer_of"]


def valuer_of(variant: Variant, seats: int) -> Valuer:
    """The trained values for such a table; if there are none, that is said."""
    trained = weights_for(variant, seats)
    if trained is None:
        why = " ".join(caveats([ADVISER], variant, seats))
        raise UnknownPlayer(f"there are no trained values for this game: {why}")
    return Valuer(trained, seats)


def luck_of(record: Record, valuer: Valuer) -> tuple[float, ...]:
    """What all rolls of a game together brought each seat beyond the mean of all rolls."""
    waiting: list[Game] = []
    rolls: list[Roll] = []
    game = record.start()
    for move in record.moves:
        if isinstance(move, Roll):
            waiting.append(game)
            rolls.append(move)
        game = play_move(game, move).game
    total = [0.0] * record.seats
    packed = pack(waiting) if waiting else None
    for i, roll in enumerate(rolls):
        assert packed is not None
        outlook = valuer.outlook(packed, i)
        for seat, (here, there) in enumerate(zip(outlook.mean.tolist(), outlook.of(roll))):
            total[seat] += on_grid(there) - on_grid(here)
    return tuple(total)
