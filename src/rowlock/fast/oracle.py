"""The player that asks the network what every decision leads to, as a kernel.

Every decision is followed to the end of the turn: the one to roll takes the white and the colour
action together. What the others will do in the white action is sealed, so it is first worked
out what each would do if everybody else passed, and then one's own decisions are valued as if
they did that. Where the game is over, the points decide, not the network.
"""

from __future__ import annotations

import numpy as np

from rowlock.fast.jit import bit_count, kernel, kernel_step, large_kernel
from rowlock.fast.net import (
    DEEP,
    HEADS,
    NARROW,
    WIDE,
    Shape,
    Weights,
    features,
    order,
    shape_of,
    to_deep,
    to_wide,
    weights_at,
)
from rowlock.fast.policy import TRIAL_SHEETS, Desk, Floats
from rowlock.fast.sheets import (
    after_close,
    copy_sheet,
    cross_or_pick,
    ready,
    tally,
)
from rowlock.fast.tables import PASS, PICK, Tables
from rowlock.fast.turns import (
    WHITE,
    Games,
    colour_marks_on,
    draw,
    see_sheet,
    white_marks_on,
)
from rowlock.fast.vectors import add_row, copy, dot, exchange, relu, zero
from rowlock.lots import seat_stream

__all__ = [
    "FOLLOWS",
    "HEADER",
    "NOISE",
    "RESULT",
    "SCRATCH",
    "TELLS",
    "appraise",
    "decide_oracle",
    "oracle_numbers",
]

HEADER = 4
"""The numbers of the policy before its weights."""
NOISE, FOLLOWS, TELLS = 0, 1, 2
"""How much chance is added to each value; whether the others' answers are worked out; whether
the heads that decide nothing are worked out too."""

# Where things lie in the scratch numbers of the desk.
_OTHERS = 0
_ONE = _OTHERS + NARROW
_START = _ONE + NARROW
_HERE = _START + WIDE
_DEEP = _HERE + WIDE
RESULT = _DEEP + DEEP
"""What each option is worth: its value and the heads, one option after the other."""
_MOST_OPTIONS = 40  # four colours, two sums, four rows, and the pass: 33
SCRATCH = RESULT + _MOST_OPTIONS * (1 + HEADS)

# Which of the trial sheets are what.
_TABLE = 0  # the sheet of each seat, as it is assumed to be at the end of the turn
_LIKELY = 8  # the sheet of each seat after what it would do
_FIRST = 16  # what the decisions in hand lead to
_SECOND = 80  # what the colour action makes of one of them

# And of the jots.
_OWN = 0  # the features of the sheet that the values start from
_NEW = 128  # those of a candidate
_OPTIONS = 256
_ORIGIN = 512  # [trial sheet] the option it comes from
_CLOSED = 1000  # the rows that were closed when the start was worked out; -1: not yet

stream_of = kernel(seat_stream)

_SURE = np.float32(40)  # beyond every logit
_SPREAD = np.float32(1 / 2**31)


def oracle_numbers(
    weights: Floats, noise: float = 0.0, follows: bool = True, tells: bool = False
) -> Floats:
    """The numbers of the policy: what it is told, then the weights."""
    header = np.zeros(HEADER, np.float32)
    header[NOISE], header[FOLLOWS], header[TELLS] = noise, follows, tells
    return np.concatenate([header, weights])


@kernel_step
def decide_oracle(
    t: Tables,
    games: Games,
    i: int,
    seat: int,
    desk: Desk,
    count: int,
    numbers: Floats,
    start: int,
) -> int:
    """The decision of the highest value, or of what is the highest after some chance is added."""
    appraise(t, games, i, seat, desk, count, numbers, start)
    noise = numbers[start + NOISE]
    k = i * games.seats + seat
    best, choice = np.float32(-1e30), 0
    for place in range(count):
        value = desk.scratch[RESULT + place * (1 + HEADS)]
        if noise > 0:
            # Four even numbers added up are nearly a normal one; this has a variance of 1/3.
            words = draw(
                int(games.seed[i]), int(games.number[i]), int(games.draws[k]), stream_of(seat)
            )
            games.draws[k] += 1
            even = (words[0] >> 2) + (words[1] >> 2) + (words[2] >> 2) + (words[3] >> 2)
            value = min(max(value, np.float32(-6)), np.float32(6))
            value += noise * (np.float32(even) * _SPREAD - np.float32(1))
        if value > best:
            best, choice = value, place
    return int(desk.options[choice])


@large_kernel
def appraise(
    t: Tables,
    games: Games,
    i: int,
    seat: int,
    desk: Desk,
    count: int,
    numbers: Floats,
    start: int,
) -> None:
    """Write behind RESULT what each of the options is worth to this seat."""
    shape = shape_of(t)
    weights = weights_at(shape, start + HEADER)
    for other in range(games.seats):
        see_sheet(t, games, i, seat, other, desk.trial, _TABLE + other)
    ahead = games.phase[i] == WHITE and numbers[start + FOLLOWS] > 0
    announced = games.roll[i, 0] + games.roll[i, 1] & 31
    options = desk.jots[_OPTIONS:]
    # The others in their order, then this seat itself.
    for step in range(0 if ahead else games.seats - 1, games.seats):
        who = step if step < seat else step + 1
        if step == games.seats - 1:
            who = seat
            if ahead:
                for other in range(games.seats):
                    if other != seat:
                        copy_sheet(desk.trial, _LIKELY + other, desk.trial, _TABLE + other)
            for place in range(count):
                options[place] = desk.options[place]
        else:
            count_of = white_marks_on(t, desk.trial, _TABLE + who, who, announced, options)
            if count_of == 0 and who != games.active[i]:
                copy_sheet(desk.trial, _TABLE + who, desk.trial, _LIKELY + who)
                continue
            options[count_of] = PASS
        n = count if who == seat else count_of + 1
        value_options(t, shape, weights, games, i, who, desk, n, numbers)


@kernel_step
def value_options(
    t: Tables,
    shape: Shape,
    weights: Weights,
    games: Games,
    i: int,
    seat: int,
    desk: Desk,
    count: int,
    numbers: Floats,
) -> None:
    """Write the value of each option, and keep the sheet that the best of them leads to."""
    trial, jots, scratch = desk.trial, desk.jots, desk.scratch
    jots[_CLOSED] = -1
    for place in range(count):
        scratch[RESULT + place * (1 + HEADS)] = -1e30
        copy_sheet(trial, _TABLE + seat, trial, _FIRST + place)
        jots[_ORIGIN + _FIRST + place] = place
        cross_or_pick(t, trial, _FIRST + place, jots[_OPTIONS + place])
    firsts = _FIRST + count
    if t.most_picks:
        firsts = spread_ties(t, desk, _FIRST, firsts, _SECOND)
    both = games.phase[i] == WHITE and games.active[i] == seat
    best = np.float32(-1e30)
    for first in range(_FIRST, firsts):
        place = jots[_ORIGIN + first]
        closed = closed_with(games, i, seat, desk, first)
        seconds = _SECOND
        if both and bit_count(closed) < t.end_locks:
            for row in range(4):
                if (closed & ~games.closed[i]) >> row & 1:
                    after_close(t, trial, first, row)
            marks = colour_marks_on(t, trial, first, games.roll, i, closed, desk.spare)
            for mark in range(marks):
                copy_sheet(trial, first, trial, _SECOND + mark)
                jots[_ORIGIN + _SECOND + mark] = place
                cross_or_pick(t, trial, _SECOND + mark, desk.spare[mark])
            seconds = _SECOND + marks
            if t.most_picks:
                seconds = spread_ties(t, desk, _SECOND, seconds, TRIAL_SHEETS)
        # The first sheet itself is what a pass in the colour action leaves.
        for more in range(_SECOND - 1, seconds):
            leaf = first if more < _SECOND else more
            value = value_sheet(
                t, shape, weights, games, i, seat, desk, leaf, place, closed, numbers
            )
            if value > best:
                best = value
                copy_sheet(trial, leaf, trial, _LIKELY + seat)


@large_kernel
def spread_ties(t: Tables, desk: Desk, begin: int, end: int, room: int) -> int:
    """Settle every tie on these sheets in every way there is room for; how many there are then."""
    trial = desk.trial
    at = begin
    while at < end:
        while trial.waits[at]:
            rows = ready(t, trial, at)
            taken = -1
            for row in range(4):
                if rows >> row & 1:
                    if taken < 0:
                        taken = row
                    elif end < room:
                        copy_sheet(trial, at, trial, end)
                        desk.jots[_ORIGIN + end] = desk.jots[_ORIGIN + at]
                        cross_or_pick(t, trial, end, PICK + row)
                        end += 1
            cross_or_pick(t, trial, at, PICK + taken)
        at += 1
    return end


@kernel
def closed_with(games: Games, i: int, seat: int, desk: Desk, leaf: int) -> int:
    """The rows closed for everybody if this seat's sheet is the given one."""
    closed = int(games.closed[i]) | int(desk.trial.locks[leaf])
    for other in range(games.seats):
        if other != seat:
            closed |= int(desk.trial.locks[_TABLE + other])
    return closed


@kernel_step
def value_sheet(
    t: Tables,
    shape: Shape,
    weights: Weights,
    games: Games,
    i: int,
    seat: int,
    desk: Desk,
    leaf: int,
    place: int,
    closed_before: int,
    numbers: Floats,
) -> np.float32:
    """What a turn that leaves this sheet is worth; written down if it is its option's best."""
    trial, jots, scratch = desk.trial, desk.jots, desk.scratch
    result = RESULT + place * (1 + HEADS)
    closed = closed_before | int(trial.locks[leaf])
    over = bit_count(closed) >= t.end_locks
    misses = int(trial.misses[leaf])
    if games.active[i] == seat and bit_count(closed_before) < t.end_locks:
        k = i * games.seats + seat
        crossed = False
        for row in range(4):
            crossed |= trial.marks[leaf, row] != games.before_marks[k, row]
        misses += 0 if crossed else 1
        over |= misses >= t.end_misses
    if over:
        trial.misses[leaf] = misses
        return value_end(t, games, seat, desk, leaf, result)
    if jots[_CLOSED] != closed:
        jots[_CLOSED] = closed
        value_start(t, shape, weights, games, i, seat, desk, closed, numbers)
    features(t, shape, trial, leaf, misses, closed, seat, jots, _NEW)
    copy(scratch, _START, scratch, _HERE, WIDE)
    for f in range(shape.width):
        if jots[_NEW + f] != jots[_OWN + f]:
            new, old = jots[_NEW + f], jots[_OWN + f]
            exchange(scratch, _HERE, numbers, weights.own, WIDE, new, old)
    copy(numbers, weights.deep_bias, scratch, _DEEP, DEEP)
    to_deep(scratch, _HERE, numbers, weights.deeper, _DEEP)
    value = np.float32(dot(scratch, _DEEP, numbers, weights.heads, weights.head_bias, DEEP))
    if value > scratch[result]:
        scratch[result] = value
        scratch[result + 1] = value
        if numbers[weights.own - HEADER + TELLS] > 0:
            for h in range(1, HEADS):
                table = weights.heads + h * DEEP
                bias = weights.head_bias + h
                scratch[result + 1 + h] = dot(scratch, _DEEP, numbers, table, bias, DEEP)
    return value


@kernel_step
def value_start(
    t: Tables,
    shape: Shape,
    weights: Weights,
    games: Games,
    i: int,
    seat: int,
    desk: Desk,
    closed: int,
    numbers: Floats,
) -> None:
    """Work out the layer of the others, and that of one's own sheet before the decision."""
    trial, jots, scratch = desk.trial, desk.jots, desk.scratch
    rolls = (int(games.active[i]) + 1) % games.seats
    zero(scratch, _OTHERS, NARROW)
    for other in range(games.seats):
        if other != seat:
            k = _TABLE + other
            features(t, shape, trial, k, int(trial.misses[k]), closed, other, jots, _NEW)
            zero(scratch, _ONE, NARROW)
            soon = order(shape, games.seats, other, rolls)
            add_row(scratch, _ONE, numbers, weights.other, NARROW, soon)
            for f in range(shape.width):
                add_row(scratch, _ONE, numbers, weights.other, NARROW, jots[_NEW + f])
            relu(scratch, _ONE, _OTHERS, NARROW)
    k = _TABLE + seat
    features(t, shape, trial, k, int(trial.misses[k]), closed, seat, jots, _OWN)
    zero(scratch, _START, WIDE)
    soon = order(shape, games.seats, seat, rolls)
    add_row(scratch, _START, numbers, weights.own, WIDE, soon)
    for f in range(shape.width):
        add_row(scratch, _START, numbers, weights.own, WIDE, jots[_OWN + f])
    to_wide(scratch, _OTHERS, numbers, weights.pool, _START)


@large_kernel
def value_end(t: Tables, games: Games, seat: int, desk: Desk, leaf: int, result: int) -> np.float32:
    """What the end of the game is worth: who has most points has won, and shares it if tied."""
    own = tally(t, desk.trial, leaf)
    best = -32768
    more, tied = 0, 0
    for other in range(games.seats):
        if other != seat:
            score = tally(t, desk.trial, _TABLE + other)
            best = max(best, score)
            more += 1 if score > own else 0
            tied += 1 if score == own else 0
    margin = np.float32(own - best if games.seats > 1 else own)
    value = (_SURE if margin > 0 else -_SURE) + margin / np.float32(64)
    if tied and not more:
        # Even chances of so many: the logit of 1/2, 1/3, 1/4, 1/5 ...
        value = -np.float32(np.log(np.float32(tied)))
    scratch = desk.scratch
    if value > scratch[result]:
        scratch[result] = value
        scratch[result + 1] = value
        scratch[result + 2] = np.float32(1 + more) + np.float32(tied) / np.float32(2)
        scratch[result + 3] = np.float32(own)
        scratch[result + 4] = margin
    return value
