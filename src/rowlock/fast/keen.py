"""The kernel of `keen` and `greedy1`; `keen` also plays the games that `rollout` looks at."""

from __future__ import annotations

from rowlock.fast.jit import kernel
from rowlock.fast.policy import Desk, Floats
from rowlock.fast.sheets import reach
from rowlock.fast.tables import PASS, PICK, Int16s, Tables
from rowlock.fast.turns import COLOUR, Games, colour_marks, has_crossed

__all__ = ["GREEDY1", "KEEN", "decide_keen"]

KEEN = (1.0, 1.0)
"""The numbers of the policy: how many cells it skips at most, and whether it has foresight: it
knows in the white action what the colours would offer it."""
GREEDY1 = (1.0, 0.0)


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
    """The decision that loses the fewest cells, if they are not too many."""
    if desk.options[0] >= PICK:
        return int(desk.options[0])
    k = i * games.seats + seat
    lost, place = least(t, games, k, desk.options, count - 1)  # the last one is the pass
    if lost <= int(numbers[start]):
        return int(desk.options[place])
    if seat != games.active[i] or has_crossed(games, k):
        return PASS
    if games.phase[i] != COLOUR:
        if numbers[start + 1] == 0:
            return PASS
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
