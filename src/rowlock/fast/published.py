"""Kernels of the public bots: what the players of `rowlock.players.published` decide, and why.

Each kernel decides exactly as the player of the same code: see there for what they do, and for
what was chosen where their descriptions are silent.
"""

from __future__ import annotations

import numpy as np

from rowlock.fast.jit import bit_count, kernel, large_kernel
from rowlock.fast.layout import PLAN
from rowlock.fast.pen import cross_or_pick, first_able, tally
from rowlock.fast.policy import Desk, Floats
from rowlock.fast.sheets import Sheets, copy_sheet, crosses, page_of, reach, ready
from rowlock.fast.tables import PASS, PICK, Int16s, Int32s, Tables, cell_of, row_of
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
    sheets, k = games.sheets, i * games.seats + seat
    if desk.options[0] >= PICK:
        return first_able(sheets, k, desk.options)
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
        mark = int(marks[place])
        skipped = cell_of(mark) - reach(sheets.marks[k, row_of(mark)])
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
    k = i * games.seats + seat
    if desk.options[0] >= PICK:
        return first_able(games.sheets, k, desk.options)
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
    page = page_of(sheets, k)
    best, at = -np.inf, 0
    for place in range(count):
        mark = int(marks[place])
        row = row_of(mark)
        value = cell_value(t, page, int(sheets.marks[k, row]), row, cell_of(mark))
        if value > best:
            best, at = value, place
    return best, at


@kernel
def cell_value(t: Tables, page: int, marks: int, row: int, index: int) -> float:
    """What computational thinks of crossing this cell of a row with these marks."""
    if t.locking[page, row] >> index & 1:
        return np.inf
    cells = int(t.length[page, row])
    made = crosses(t, page, marks, row)
    left = cells - bit_count(int(t.locking[page, row])) - 1 - index
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
    page, active = page_of(games.sheets, k), bool(seat == games.active[i])
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
                plans = write_plan(t, trial, 1, desk.ints, plans, place)
        if active and not over and desk.options[place] == PASS and not has_crossed(games, k):
            trial.misses[0] += 1
        plans = write_plan(t, trial, 0, desk.ints, plans, place)
    wins = best_win(t, page, desk.ints, plans, closed, rival)
    if wins >= 0:
        return int(desk.options[wins])
    if lock >= 0:
        return int(desk.options[lock])
    plans = without_losses(t, page, desk.ints, plans, closed, rival, int(games.sheets.misses[k]))
    return int(desk.options[best_plan(t, page, desk.ints, plans, closed)])


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
    page = page_of(games.sheets, i * games.seats + seat)
    best, at = -_BEYOND, 0
    for place in range(count):
        copy_sheet(games.sheets, i * games.seats + seat, desk.trial, 0)
        settle_whole(t, desk.trial, 0, int(desk.options[place]))
        write_plan(t, desk.trial, 0, desk.ints, 0, place)
        value = plan_value(t, page, desk.ints, 0, int(games.closed[i]))
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
def write_plan(t: Tables, sheets: Sheets, k: int, ints: Int32s, plans: int, place: int) -> int:
    """Write down the sheet that a plan leads to behind the other plans; how many there are."""
    at = plans * PLAN.size
    for row in range(4):
        ints[at + row] = sheets.marks[k, row]
    ints[at + PLAN.misses] = sheets.misses[k]
    ints[at + PLAN.points] = tally(t, sheets, k)
    ints[at + PLAN.option] = place
    return plans + 1


@kernel
def ends(t: Tables, page: int, ints: Int32s, plan: int, closed: int) -> bool:
    """Whether the game ends with this plan."""
    at = plan * PLAN.size
    shut = 0
    for row in range(4):
        if closed >> row & 1 or ints[at + row] & t.locking[page, row]:
            shut += 1
    return bool(shut >= t.end_locks or ints[at + PLAN.misses] >= t.end_misses)


@kernel
def best_win(t: Tables, page: int, ints: Int32s, plans: int, closed: int, rival: int) -> int:
    """The place of the plan that ends the game as its winner with most points, or -1."""
    place, most = -1, rival
    if rival > -_BEYOND:
        for plan in range(plans):
            points = int(ints[plan * PLAN.size + PLAN.points])
            if points > most and ends(t, page, ints, plan, closed):
                place, most = int(ints[plan * PLAN.size + PLAN.option]), points
    return place


@kernel
def without_losses(
    t: Tables, page: int, ints: Int32s, plans: int, closed: int, rival: int, misses: int
) -> int:
    """Move plans that end the game losing, or by a miss, behind the others; how many are left.

    If all do, those without a miss are left, and if there is none, the miss.
    """
    left = 0
    for plan in range(plans):
        missed = ints[plan * PLAN.size + PLAN.misses] > misses
        lost = int(ints[plan * PLAN.size + PLAN.points]) < rival
        if not (missed or lost) or not ends(t, page, ints, plan, closed):
            move_plan(ints, plan, left)
            left += 1
    if left:
        return left
    for plan in range(plans):
        if ints[plan * PLAN.size + PLAN.misses] == misses:
            move_plan(ints, plan, left)
            left += 1
    return left if left else plans


@kernel
def move_plan(ints: Int32s, plan: int, to: int) -> None:
    """Write a plan over one before it."""
    for number in range(PLAN.size):
        ints[to * PLAN.size + number] = ints[plan * PLAN.size + number]


@kernel
def best_plan(t: Tables, page: int, ints: Int32s, plans: int, closed: int) -> int:
    """The place of the plan with the highest value among those that no other dominates."""
    best, at = -_BEYOND, 0
    for plan in range(plans):
        value = plan_value(t, page, ints, plan, closed)
        if value <= best:
            continue
        dominated = False
        for other in range(plans):
            if dominates(t, page, ints, other, plan):
                dominated = True
                break
        if not dominated:
            best, at = value, int(ints[plan * PLAN.size + PLAN.option])
    return at


@kernel
def plan_value(t: Tables, page: int, ints: Int32s, plan: int, closed: int) -> int:
    """The value of the sheet that a plan leads to."""
    at = plan * PLAN.size
    ways = squares = skipped = 0
    for row in range(4):
        marks = int(ints[at + row])
        made = crosses(t, page, marks, row)
        squares += made * made
        if not (closed >> row & 1 or marks & t.locking[page, row]):
            number = int(t.number[page, row, reach(marks)])
            ways += (t.faces - abs(t.faces + 1 - number)) * (made + 1)
            skipped += reach(marks) - made
    rest = -869_240 * int(ints[at + PLAN.misses]) + 18_462 * squares - 56_006 * skipped
    return int(490_850 * ways + rest * t.faces * t.faces)


@kernel
def dominates(t: Tables, page: int, ints: Int32s, plan: int, other: int) -> bool:
    """Whether no row is worse than in another plan and one is better."""
    better = False
    for row in range(4):
        marks, those = int(ints[plan * PLAN.size + row]), int(ints[other * PLAN.size + row])
        if (marks & t.locking[page, row] != 0) != (those & t.locking[page, row] != 0):
            return False
        more, further = bit_count(marks) - bit_count(those), reach(marks) - reach(those)
        if more < 0 or further > 0:
            return False
        if more > 0 or further < 0:
            better = True
    return better
