"""The kernel of `keen` and `greedy1`; `keen` also plays the games that `rollout` looks at."""

from __future__ import annotations

from rowlock.bots import Choice
from rowlock.fast.jit import kernel
from rowlock.fast.pen import first_able
from rowlock.fast.policy import Desk, Floats, Policy
from rowlock.fast.sheets import page_of, reach
from rowlock.fast.tables import PASS, PICK, Int16s, Tables, cell_of, row_of
from rowlock.fast.turns import COLOUR, Games, colour_marks, has_crossed
from rowlock.variant import Variant

__all__ = ["KEEN", "decide_keen", "greedy1_policy", "keen_policy"]

KEEN = (1.0, 1.0)
"""The numbers of the policy: how many cells it skips at most, and whether it has foresight: it
knows in the white action what the colours would offer it."""


def keen_policy(choice: Choice, variant: Variant, seats: int) -> Policy:
    """The policy of the register; its number is how many cells it skips at most."""
    _, foresight = KEEN
    return Policy(choice.code, decide_keen, (float(choice.number), foresight))


def greedy1_policy(choice: Choice, variant: Variant, seats: int) -> Policy:
    """The one of the register that has no foresight."""
    skips, _ = KEEN
    return Policy(choice.code, decide_keen, (skips, 0.0))


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
    k = i * games.seats + seat
    if desk.options[0] >= PICK:
        return first_able(games.sheets, k, desk.options)
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
    page = page_of(games.sheets, k)
    best = 1 << 30
    for place in range(count):
        row, index = row_of(int(marks[place])), cell_of(int(marks[place]))
        locks = t.locking[page, row] >> index & 1
        lost = 0 if locks else 1 + index - reach(games.sheets.marks[k, row])
        best = min(best, lost << 8 | place)  # one number, so that nothing has to be guessed
    return (best >> 8) - 1, best & 255
