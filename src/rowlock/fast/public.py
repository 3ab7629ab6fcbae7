"""Kernels of the public bots: what the players of `rowlock.players.public` decide, and why.

Each kernel decides exactly as the player of the same code: see there for what they do, and for
what was chosen where their descriptions are silent.
"""

from __future__ import annotations

import numpy as np

from rowlock.fast.jit import bit_count, kernel, large_kernel
from rowlock.fast.policy import Desk, Floats
from rowlock.fast.sheets import (
    Sheets,
    copy_sheet,
    cross_or_pick,
    crosses,
    reach,
    ready,
    tally,
)
from rowlock.fast.tables import PASS, PICK, Int16s, Int32s, Tables
from rowlock.fast.turns import (
    WHITE,
    Games,
    colour_marks,
    colour_marks_on,
    has_crossed,
    see_sheet,
)

__all__ = ["decide_computational", "decide_ga", "decide_greedy2"]

_BEYOND = 1 << 40  # no number here is as large
_SKIPS, _MORE_SKIPS = 2, 3  # of greedy2: as a rule, and rather than a miss

# Powers of what computational weighs cells with, from exponent -1 on; no cell needs a higher one.
# Python works them out, as for the player, since another power function may round otherwise.
_EXPONENTS = range(-1, 17)
_PRICES = np.array([0.49005 * (0.823284 * 0.921692) ** f for f in _EXPONENTS])
_DISCOUNTS = np.array([0.949905**f for f in _EXPONENTS])


@kernel
def threatened(games: Games, i: int, seat: int) -> bool:
    """Whether the seat is active and has crossed nothing yet, so that a miss threatens."""
    return bool(seat == games.active[i]) and not has_crossed(games, i * games.seats + seat)


@large_kernel
def decide_greedy2(
    t: Tables,
    games: Games,
    i: int,
    seat: int,
    desk: Desk,
    count: int,
    numbers: Floats,
    start: int,
) -> int:
    """The cross that skips the fewest cells, two at most, or three rather than a miss."""
    if desk.options[0] >= PICK:
        return int(desk.options[0])
    sheets, k = games.sheets, i * games.seats + seat
    most = _SKIPS
    if threatened(games, i, seat):
        most = _MORE_SKIPS
        if games.phase[i] == WHITE:
            later = colour_marks(t, games, i, seat, desk.spare)
            if least_skipped(sheets, k, desk.spare, later)[0] <= _SKIPS:
                most = _SKIPS
    skipped, place = least_skipped(sheets, k, desk.options, count - 1)
    return int(desk.options[place]) if skipped <= most else PASS


@kernel
def least_skipped(sheets: Sheets, k: int, marks: Int16s, count: int) -> tuple[int, int]:
    """The fewest cells that one of the marks skips, and the place of the first such."""
    best, at = 99, 0
    for place in range(count):
        mark = int(marks[place]) & 127
        skipped = (mark & 31) - reach(sheets.marks[k, mark >> 5])
        if skipped < best:
            best, at = skipped, place
    return best, at


@large_kernel
def decide_computational(
    t: Tables,
    games: Games,
    i: int,
    seat: int,
    desk: Desk,
    count: int,
    numbers: Floats,
    start: int,
) -> int:
    """The cell with the highest value, if it is worth it."""
    if desk.options[0] >= PICK:
        return int(desk.options[0])
    k = i * games.seats + seat
    value, place = best_cell(t, games.sheets, k, desk.options, count - 1)
    if value > 0:
        return int(desk.options[place])
    if not threatened(games, i, seat) or value <= t.miss_points:
        return PASS
    if games.phase[i] == WHITE:
        later = colour_marks(t, games, i, seat, desk.spare)
        other = best_cell(t, games.sheets, k, desk.spare, later)[0]
        if other > 0 or value <= other:
            return PASS
    return int(desk.options[place])


@kernel
def best_cell(t: Tables, sheets: Sheets, k: int, marks: Int16s, count: int) -> tuple[float, int]:
    """The highest value of a mark and the place of the first such."""
    best, at = -np.inf, 0
    for place in range(count):
        mark = int(marks[place]) & 127
        value = cell_value(t, int(sheets.marks[k, mark >> 5]), mark >> 5, mark & 31)
        if value > best:
            best, at = value, place
    return best, at


@kernel
def cell_value(t: Tables, marks: int, row: int, index: int) -> float:
    """What computational thinks of crossing this cell of a row with these marks."""
    if t.locking[row] >> index & 1:
        return np.inf
    cells = int(t.length[row])
    made = crosses(t, marks, row)
    left = cells - bit_count(int(t.locking[row])) - 1 - index
    lockable = 1 if made + left + 1 >= t.lock_needs else 0
    skipped = 0.0
    for j in range(reach(marks), index):
        skipped += (cells + 1 - j - (1 - lockable)) * _PRICES[rarity(j, cells) + 1]
    hope = 0.71407 * (0.5 * left + 0.5 * lockable)
    return float((made + 1) + hope - _DISCOUNTS[rarity(index, cells) + 1] * skipped)


@kernel
def rarity(index: int, cells: int) -> int:
    """How far a cell is from the middle of its row, the right half counted two nearer."""
    middle = (cells - 1) // 2
    return middle - index if index <= middle else index - middle - 2


# A plan of ga is written into the jots of its desk: the marks of its four rows, its misses, its
# points, the place of its decision. There are at most 9 x 33 plans: four rows and as many lucky
# ones or none, then four colours with two sums in four rows or none.
_MISSES, _POINTS, _PLACE, WIDTH = 4, 5, 6, 7


@large_kernel
def decide_ga(
    t: Tables,
    games: Games,
    i: int,
    seat: int,
    desk: Desk,
    count: int,
    numbers: Floats,
    start: int,
) -> int:
    """What its rules of thumb force, or else the plan of highest value that none dominates."""
    if desk.options[0] >= PICK:
        return int(desk.options[best_pick(t, games, i, seat, desk, count)])
    k, closed, trial = i * games.seats + seat, int(games.closed[i]), desk.trial
    active = bool(seat == games.active[i])
    rival = best_rival(t, games, i, seat, trial)
    plans = 0
    lock, most = -1, -_BEYOND
    for place in range(count):
        copy_sheet(games.sheets, k, trial, 0)
        settle_whole(t, trial, 0, int(desk.options[place]))
        shut = closed | int(trial.locks[0])
        over = bit_count(shut) >= t.end_locks
        if trial.locks[0] != games.sheets.locks[k] and not over:
            points = tally(t, trial, 0)
            if points > most:
                lock, most = place, points
        if active and games.phase[i] == WHITE and not over:
            later = colour_marks_on(t, trial, 0, games.roll, i, shut, desk.spare)
            for mark in range(later):
                copy_sheet(trial, 0, trial, 1)
                settle_whole(t, trial, 1, int(desk.spare[mark]))
                plans = write_plan(t, trial, 1, desk.jots, plans, place)
        if active and not over and desk.options[place] == PASS and not has_crossed(games, k):
            trial.misses[0] += 1
        plans = write_plan(t, trial, 0, desk.jots, plans, place)
    wins = best_win(t, desk.jots, plans, closed, rival)
    if wins >= 0:
        return int(desk.options[wins])
    if lock >= 0:
        return int(desk.options[lock])
    plans = without_losses(t, desk.jots, plans, closed, rival, int(games.sheets.misses[k]))
    return int(desk.options[best_plan(t, desk.jots, plans, closed)])


@kernel
def settle_whole(t: Tables, sheets: Sheets, k: int, code: int) -> None:
    """What a decision does to a sheet, ties settled by the first row that can take the cross."""
    cross_or_pick(t, sheets, k, code)
    while sheets.waits[k]:
        rows, row = ready(t, sheets, k), 0
        while not rows >> row & 1:
            row += 1
        cross_or_pick(t, sheets, k, PICK + row)


@kernel
def best_pick(t: Tables, games: Games, i: int, seat: int, desk: Desk, count: int) -> int:
    """The place of the pick that leads to the highest value."""
    best, at = -_BEYOND, 0
    for place in range(count):
        copy_sheet(games.sheets, i * games.seats + seat, desk.trial, 0)
        settle_whole(t, desk.trial, 0, int(desk.options[place]))
        write_plan(t, desk.trial, 0, desk.jots, 0, place)
        value = plan_value(t, desk.jots, 0, int(games.closed[i]))
        if value > best:
            best, at = value, place
    return at


@kernel
def best_rival(t: Tables, games: Games, i: int, seat: int, trial: Sheets) -> int:
    """The most points that another seat has, as far as this one may see."""
    most = -_BEYOND
    for other in range(games.seats):
        if other != seat:
            see_sheet(t, games, i, seat, other, trial, 0)
            most = max(most, tally(t, trial, 0))
    return most


@kernel
def write_plan(t: Tables, sheets: Sheets, k: int, jots: Int32s, plans: int, place: int) -> int:
    """Write down the sheet that a plan leads to behind the other plans; how many there are."""
    at = plans * WIDTH
    for row in range(4):
        jots[at + row] = sheets.marks[k, row]
    jots[at + _MISSES] = sheets.misses[k]
    jots[at + _POINTS] = tally(t, sheets, k)
    jots[at + _PLACE] = place
    return plans + 1


@kernel
def ends(t: Tables, jots: Int32s, plan: int, closed: int) -> bool:
    """Whether the game ends with this plan."""
    at = plan * WIDTH
    shut = 0
    for row in range(4):
        if closed >> row & 1 or jots[at + row] & t.locking[row]:
            shut += 1
    return bool(shut >= t.end_locks or jots[at + _MISSES] >= t.end_misses)


@kernel
def best_win(t: Tables, jots: Int32s, plans: int, closed: int, rival: int) -> int:
    """The place of the plan that ends the game as its winner with most points, or -1."""
    place, most = -1, rival
    if rival > -_BEYOND:
        for plan in range(plans):
            points = int(jots[plan * WIDTH + _POINTS])
            if points > most and ends(t, jots, plan, closed):
                place, most = int(jots[plan * WIDTH + _PLACE]), points
    return place


@kernel
def without_losses(
    t: Tables, jots: Int32s, plans: int, closed: int, rival: int, misses: int
) -> int:
    """Move plans that end the game losing, or by a miss, behind the others; how many are left.

    If all do, those without a miss are left, and if there is none, the miss.
    """
    left = 0
    for plan in range(plans):
        missed = jots[plan * WIDTH + _MISSES] > misses
        lost = int(jots[plan * WIDTH + _POINTS]) < rival
        if not (missed or lost) or not ends(t, jots, plan, closed):
            move_plan(jots, plan, left)
            left += 1
    if left:
        return left
    for plan in range(plans):
        if jots[plan * WIDTH + _MISSES] == misses:
            move_plan(jots, plan, left)
            left += 1
    return left if left else plans


@kernel
def move_plan(jots: Int32s, plan: int, to: int) -> None:
    """Write a plan over one before it."""
    for number in range(WIDTH):
        jots[to * WIDTH + number] = jots[plan * WIDTH + number]


@kernel
def best_plan(t: Tables, jots: Int32s, plans: int, closed: int) -> int:
    """The place of the plan with the highest value among those that no other dominates."""
    best, at = -_BEYOND, 0
    for plan in range(plans):
        value = plan_value(t, jots, plan, closed)
        if value <= best:
            continue
        dominated = False
        for other in range(plans):
            if dominates(t, jots, other, plan):
                dominated = True
                break
        if not dominated:
            best, at = value, int(jots[plan * WIDTH + _PLACE])
    return at


@kernel
def plan_value(t: Tables, jots: Int32s, plan: int, closed: int) -> int:
    """The value of the sheet that a plan leads to."""
    at = plan * WIDTH
    ways = squares = skipped = 0
    for row in range(4):
        marks = int(jots[at + row])
        made = crosses(t, marks, row)
        squares += made * made
        if not (closed >> row & 1 or marks & t.locking[row]):
            number = int(t.number[row, reach(marks)])
            ways += (t.faces - abs(t.faces + 1 - number)) * (made + 1)
            skipped += reach(marks) - made
    rest = -869_240 * int(jots[at + _MISSES]) + 18_462 * squares - 56_006 * skipped
    return int(490_850 * ways + rest * t.faces * t.faces)


@kernel
def dominates(t: Tables, jots: Int32s, plan: int, other: int) -> bool:
    """Whether no row is worse than in another plan and one is better."""
    better = False
    for row in range(4):
        marks, those = int(jots[plan * WIDTH + row]), int(jots[other * WIDTH + row])
        if (marks & t.locking[row] != 0) != (those & t.locking[row] != 0):
            return False
        more, further = bit_count(marks) - bit_count(those), reach(marks) - reach(those)
        if more < 0 or further > 0:
            return False
        if more > 0 or further < 0:
            better = True
    return better
