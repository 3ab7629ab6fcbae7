"""The kernel of the player that has no opinion."""

from __future__ import annotations

from rowlock.fast.jit import kernel
from rowlock.fast.policy import Desk, Floats
from rowlock.fast.tables import Tables
from rowlock.fast.turns import Games, draw, stream_of

__all__ = ["decide_random"]


@kernel
def decide_random(
    t: Tables,
    games: Games,
    i: int,
    seat: int,
    desk: Desk,
    count: int,
    numbers: Floats,
    start: int,
) -> int:
    """Any of the legal decisions, each as likely as the others."""
    k = i * games.seats + seat
    words = draw(int(games.seed[i]), int(games.number[i]), int(games.draws[k]), stream_of(seat))
    games.draws[k] += 1
    return int(desk.options[words[0] * count >> 32])
