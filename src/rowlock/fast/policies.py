"""Players as kernels. A policy decides for a seat whenever it has a choice.

It is given: the tables, the games and which one, its seat, its desk with the legal decisions,
how many they are (two at least), and the numbers of all policies, of which its own begin at
`start`. It returns one of the legal decisions. It must change nothing but its desk and
`games.draws` of its own sheet. In the white action the other sheets are sealed: a policy may
look at `games.before_marks` and `games.before_bar` there.
"""

from __future__ import annotations

import re

from rowlock.fast.jit import kernel, kernel_step
from rowlock.fast.keen import GREEDY1, KEEN, decide_keen
from rowlock.fast.oracle import SCRATCH, decide_oracle
from rowlock.fast.policy import TRIAL_SHEETS, Decide, Desk, Floats, Policy, new_desk
from rowlock.fast.public import decide_computational, decide_ga, decide_greedy2
from rowlock.fast.rollout import PLAYOUTS, decide_rollout, rollout_numbers
from rowlock.fast.tables import Tables
from rowlock.fast.turns import Games, draw
from rowlock.fast.weights import weights_for
from rowlock.lots import seat_stream
from rowlock.variant import Variant

__all__ = [
    "BUILT_IN",
    "LEVELS",
    "TRIAL_SHEETS",
    "Decide",
    "Desk",
    "Floats",
    "Policy",
    "built_in",
    "find_policy",
    "new_desk",
]

stream_of = kernel(seat_stream)


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


BUILT_IN: tuple[Decide, ...] = (
    decide_random,
    decide_keen,
    decide_ga,
    decide_computational,
    decide_greedy2,
    decide_oracle,
    decide_rollout,
)
"""Every policy that `built_in` asks, by its number there."""

_WITHOUT_NUMBERS: dict[str, Decide] = {
    "random": decide_random,
    "ga": decide_ga,
    "computational": decide_computational,
    "greedy2": decide_greedy2,
}


@kernel_step
def built_in(
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
    """Ask the policy of this number; they are few, and asking by number lets numba inline."""
    if which == 0:
        return decide_random(t, games, i, seat, desk, count, numbers, start)
    if which == 1:
        return decide_keen(t, games, i, seat, desk, count, numbers, start)
    if which == 2:
        return decide_ga(t, games, i, seat, desk, count, numbers, start)
    if which == 3:
        return decide_computational(t, games, i, seat, desk, count, numbers, start)
    if which == 4:
        return decide_greedy2(t, games, i, seat, desk, count, numbers, start)
    if which == 5:
        return decide_oracle(t, games, i, seat, desk, count, numbers, start)
    return decide_rollout(t, games, i, seat, desk, count, numbers, start)


LEVELS = {"oracle": 0.0, "expert": 0.585, "casual": 0.9, "novice": 1.28}
"""The trained players, and how much chance each adds to what it thinks a decision is worth."""


def find_policy(code: str, variant: Variant, seats: int = 2) -> Policy | None:
    """The kernel of the player with this code at such a table, or none if it has no kernel.

    Trained players need weights; where there are none they play as `ga`.
    """
    if code in LEVELS:
        trained = weights_for(variant, seats)
        if trained is None:
            return Policy(code, decide_ga)
        return Policy(code, decide_oracle, trained.numbers(LEVELS[code]), SCRATCH)
    if code in _WITHOUT_NUMBERS:
        return Policy(code, _WITHOUT_NUMBERS[code])
    if match := re.fullmatch(r"rollout(?::([1-9][0-9]{0,3}))?", code):
        return Policy(code, decide_rollout, rollout_numbers(int(match[1] or PLAYOUTS)))
    if code == "greedy1":
        return Policy(code, decide_keen, GREEDY1)
    match = re.fullmatch(r"keen(?::([0-9]{1,2}))?", code)
    skips, foresight = KEEN
    return Policy(code, decide_keen, (float(match[1] or skips), foresight)) if match else None
