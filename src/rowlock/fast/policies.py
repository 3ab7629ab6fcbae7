"""Players as kernels. A policy decides for a seat whenever it has a choice.

It is given: the tables, the games and which one, its seat, its desk with the legal decisions,
how many they are (two at least), and the numbers of all policies, of which its own begin at
`start`. It returns one of the legal decisions. It must change nothing but its desk and
`games.draws` of its own sheet. In the white action the other sheets are sealed: a policy may
look at `games.before_marks` and `games.before_struck` there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from rowlock.bots import BOTS, find_choice, load
from rowlock.fast.jit import kernel, kernel_of_kernels
from rowlock.fast.policy import TRIAL_SHEETS, Decide, Desk, Floats, Policy, new_desk
from rowlock.fast.tables import Tables
from rowlock.fast.turns import Games, stream_of
from rowlock.variant import Variant

__all__ = [
    "BUILT_IN",
    "TRIAL_SHEETS",
    "Decide",
    "Desk",
    "Floats",
    "Policy",
    "Seated",
    "ask_by_number",
    "built_in",
    "find_policy",
    "new_desk",
    "stream_of",
]

Seated: TypeAlias = Callable[[int, Tables, Games, int, int, Desk, int, Floats, int], int]
"""Several policies as one: it is told first which of them is asked."""


def ask_by_number(kernels: Sequence[Decide]) -> Seated:
    """A kernel that asks one of these by its number here; they are few, and numba inlines them."""
    asked: Seated = nobody
    for which, decide in enumerate(kernels):
        asked = _either(which, decide, asked)
    return asked


@kernel
def nobody(
    which: int,
    t: Tables,
    games: Games,
    i: int,
    seat: int,
    desk: Desk,
    count: int,
    numbers: Floats,
    start: int,
) -> int:
    """What is asked for a number that nobody has: never, but a chain needs an end."""
    return int(desk.options[0])


def _either(this: int, decide: Decide, others: Seated) -> Seated:
    @kernel_of_kernels
    def either(
        which: int,
        t: Tables,
        games: Games,
        i: int,
        seat: int,
        desk: Desk,
        count: int,
        numbers: Floats,
        start: int,
    ) -> int:
        if which == this:
            return decide(t, games, i, seat, desk, count, numbers, start)
        return others(which, t, games, i, seat, desk, count, numbers, start)

    return either


BUILT_IN: tuple[Decide, ...] = tuple(dict.fromkeys(load(bot.kernel) for bot in BOTS if bot.kernel))
"""Every kernel of the bots that ship, by its number: what is compiled of them is kept."""
built_in = ask_by_number(BUILT_IN)


def find_policy(code: str, variant: Variant, seats: int = 2) -> Policy | None:
    """The kernel of the player with this code at such a table, or none if it has no kernel.

    Trained players need weights; where there are none another bot decides for them.
    """
    choice = find_choice(code)
    if choice is None or not choice.bot.kernel:
        return None
    if choice.bot.policy:
        policy: Policy = load(choice.bot.policy)(choice, variant, seats)
        return policy
    return Policy(code, load(choice.bot.kernel))
