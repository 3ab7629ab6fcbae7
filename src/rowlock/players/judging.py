"""What every decision is worth, as the trained values see it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rowlock.bots import ADVISER
from rowlock.errors import IllegalMove, UnknownPlayer
from rowlock.events import Seat
from rowlock.game import Game
from rowlock.moves import Decision
from rowlock.players.packed import Position, caveats, need_kernels

__all__ = ["Judged", "evaluate"]

_SURE = 30.0
"""Beyond every value of the network: the game is over then, and the points tell."""


@dataclass(frozen=True)
class Judged:
    """A decision, and what is expected of the game if it is taken."""

    decision: Decision
    win: float  # the chance to win, from 0 to 1; a shared first place is a part of one
    place: float  # from 1; a shared one is the mean
    score: float
    margin: float  # ahead of the best other seat


def evaluate(game: Game, seat: Seat) -> tuple[Judged, ...]:
    """Every legal decision of a seat with what it leads to, the best first.

    The turn is looked ahead to its end: after a white decision of the seat that rolled comes its
    best colour decision. What others have decided and not yet shown is not looked at.
    """
    need_kernels("to weigh up decisions, Rowlock")
    view = game.view(seat)
    legal = view.legal(seat)
    if not legal:
        raise IllegalMove(f"seat {seat + 1} has nothing to decide: {_due(game)}")
    position = Position.of(view, seat)
    if position is None:
        why = " ".join(caveats([ADVISER], game.variant, game.seats))
        raise UnknownPlayer(f"there are no trained values here: {why}")
    from rowlock.fast.oracle import option_values

    position.ask(position.trained.numbers(tells=True))
    rows = option_values(position.desk, len(legal)).tolist()
    ranked = sorted(zip(legal, rows), key=lambda pair: -pair[1][0])
    return tuple(
        Judged(decision, _chance(logit), place, score, margin)
        for decision, (_, logit, place, score, margin) in ranked
    )


def _chance(logit: float) -> float:
    if abs(logit) > _SURE:
        return 1.0 if logit > 0 else 0.0
    return 1 / (1 + math.exp(-logit))


def _due(game: Game) -> str:
    return "the game is over" if game.over else game.due()
