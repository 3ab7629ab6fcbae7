"""One decision at a time, for whoever has a single position and not a batch of games.

What is compiled for it is small: not the loop that plays games.
"""

from __future__ import annotations

from rowlock.fast.jit import large_kernel
from rowlock.fast.oracle import decide_oracle
from rowlock.fast.policy import Desk, Floats
from rowlock.fast.rollout import decide_rollout
from rowlock.fast.tables import Tables
from rowlock.fast.turns import Games, legal

__all__ = ["ask_oracle", "ask_rollout"]


@large_kernel
def ask_oracle(t: Tables, games: Games, seat: int, desk: Desk, numbers: Floats) -> int:
    """What the trained player decides in game 0; on its desk lie the options and their values."""
    count = legal(t, games, 0, seat, desk.options)
    return decide_oracle(t, games, 0, seat, desk, count, numbers, 0)


@large_kernel
def ask_rollout(t: Tables, games: Games, seat: int, desk: Desk, numbers: Floats) -> int:
    """What the player who plays games to their end decides in game 0."""
    count = legal(t, games, 0, seat, desk.options)
    return decide_rollout(t, games, 0, seat, desk, count, numbers, 0)
