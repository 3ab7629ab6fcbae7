"""One decision at a time, for whoever has a single position and not a batch of games.

What is compiled for it is small: not the loop that plays games.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from rowlock.fast.checking import checked, explained, prepare
from rowlock.fast.jit import kernel_of_kernels, large_kernel
from rowlock.fast.oracle import decide_oracle
from rowlock.fast.policy import Decide, Desk, Floats, Policy, new_desk
from rowlock.fast.rollout import decide_rollout
from rowlock.fast.stopping import asking, second_ends
from rowlock.fast.tables import Tables
from rowlock.fast.turns import Games, legal
from rowlock.variant import Variant

__all__ = ["ask_oracle", "ask_own", "ask_rollout"]

Ask: TypeAlias = Callable[[Tables, Games, int, Desk, Floats], int]


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


def ask_own(
    policy: Policy,
    variant: Variant,
    t: Tables,
    games: Games,
    seat: int,
    numbers: Floats,
    memory: Floats,
) -> int:
    """What somebody's own policy decides in game 0, if it is an option."""
    desk = new_desk(t, policy.scratch)._replace(memory=memory)
    prepare(policy, t, games, desk, numbers)
    policies = [policy] * games.seats
    try:
        with second_ends(), asking(policies, desk):
            return int(_asker(policy.decide)(t, games, seat, desk, numbers))
    except Exception as error:
        found = explained(error, policies, variant, games, desk)
        if found is error:
            raise
        raise found from error


@cache
def _asker(decide: Decide) -> Ask:
    """What asks this policy; compiled once in each process."""
    ask_checked = checked(decide)

    @kernel_of_kernels
    def ask(t: Tables, games: Games, seat: int, desk: Desk, numbers: Floats) -> int:
        count = legal(t, games, 0, seat, desk.options)
        return ask_checked(t, games, 0, seat, desk, count, numbers, 0)

    return ask
