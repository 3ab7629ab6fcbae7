"""Players as kernels. A policy decides for a seat whenever it has a choice.

It is given: the tables, the games and which one, its seat, its desk with the legal decisions,
how many they are (two at least), and the numbers of all policies, of which its own begin at
`start`. It returns one of the legal decisions. It must change nothing but its desk and
`games.draws` of its own sheet. In the white action the other sheets are sealed: a policy may
look at `games.before_marks` and `games.before_bar` there.
"""

from __future__ import annotations

import re

from rowlock.fast.jit import kernel
from rowlock.fast.policy import TRIAL_SHEETS, Decide, Desk, Floats, Policy, new_desk
from rowlock.fast.public import decide_computational, decide_ga, decide_greedy2
from rowlock.fast.sheets import reach
from rowlock.fast.tables import PASS, PICK, Int16s, Tables
from rowlock.fast.turns import COLOUR, Games, colour_marks, draw, has_crossed
from rowlock.lots import seat_stream

__all__ = [
    "BUILT_IN",
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


@kernel
def decide_keen(
    t: Tables,
    games: Games,
    i: int,
    seat: int,
    desk: Desk,
    count: int,
    numbers: Floats,
    start: int,
) -> int:
    """The decision that loses the fewest cells, if they are at most its number."""
    if desk.options[0] >= PICK:
        return int(desk.options[0])
    k = i * games.seats + seat
    lost, place = least(t, games, k, desk.options, count - 1)  # the last one is the pass
    if lost <= int(numbers[start]):
        return int(desk.options[place])
    if seat != games.active[i] or has_crossed(games, k):
        return PASS
    if games.phase[i] != COLOUR:
        # Passing now costs a worse cross later, or else a miss.
        later = colour_marks(t, games, i, seat, desk.spare)
        if later and least(t, games, k, desk.spare, later)[0] < lost:
            return PASS
    return int(desk.options[place])


@kernel
def least(t: Tables, games: Games, k: int, marks: Int16s, count: int) -> tuple[int, int]:
    """The fewest cells that one of the marks passes over, and the place of the first such.

    A lock comes before any cross that skips nothing, as if it passed over -1.
    """
    best = 1 << 30
    for place in range(count):
        mark = int(marks[place]) & 127
        row, index = mark >> 5, mark & 31
        locks = t.locking[row] >> index & 1
        lost = 0 if locks else 1 + index - reach(games.sheets.marks[k, row])
        best = min(best, lost << 8 | place)  # one number, so that nothing has to be guessed
    return (best >> 8) - 1, best & 255


BUILT_IN: tuple[Decide, ...] = (
    decide_random,
    decide_keen,
    decide_ga,
    decide_computational,
    decide_greedy2,
)
"""Every policy that `built_in` asks, by its number there."""

_WITHOUT_NUMBERS: dict[str, Decide] = {
    "random": decide_random,
    "ga": decide_ga,
    "computational": decide_computational,
    "greedy2": decide_greedy2,
}


@kernel
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
    return decide_greedy2(t, games, i, seat, desk, count, numbers, start)


def find_policy(code: str) -> Policy | None:
    """The kernel of the player with this code, or none if it has no kernel."""
    if code in _WITHOUT_NUMBERS:
        return Policy(code, _WITHOUT_NUMBERS[code])
    match = re.fullmatch(r"keen(?::([0-9]{1,2}))?", code)
    return Policy(code, decide_keen, (float(match[1] or 1),)) if match else None
