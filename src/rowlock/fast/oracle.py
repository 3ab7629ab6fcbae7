"""The player that asks the network what every decision leads to, as a kernel.

Every decision is followed to the end of the turn: the one to roll takes the white and the colour
action together. What the others will do in the white action is sealed, so it is first worked
out what each would do if everybody else passed, and then one's own decisions are valued as if
they did that. Where the game is over, the points decide, not the network; where it is over with
the white action, whoever rolled has no colour action any more.
"""

from __future__ import annotations

import numpy as np

from rowlock.fast.erring import is_overlooked, unseen_rows
from rowlock.fast.jit import bit_count, kernel, kernel_step, large_kernel
from rowlock.fast.layout import ORACLE, VALUES
from rowlock.fast.layout import ORACLE_INTS as INTS
from rowlock.fast.layout import ORACLE_SHEETS as SHEETS
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
from rowlock.fast.pen import after_close, cross_or_pick, tally
from rowlock.fast.policy import TRIAL_SHEETS, Desk, Floats
from rowlock.fast.sheets import copy_sheet, next_cell
from rowlock.fast.tables import PASS, PICK, Int32s, Tables
from rowlock.fast.ties import spread_ties
from rowlock.fast.turns import (
    WHITE,
    Games,
    colour_marks_on,
    draw,
    see_sheet,
    stream_of,
    white_marks_on,
)
from rowlock.fast.vectors import add_row, copy, dot, exchange, relu, zero

__all__ = [
    "FOLLOWS",
    "HEADER",
    "NOISE",
    "OVERLOOK",
    "SCRATCH",
    "TELLS",
    "appraise",
    "decide_oracle",
    "option_values",
    "oracle_numbers",
]

HEADER = 4
"""The numbers of the policy before its weights."""
NOISE, FOLLOWS, TELLS, OVERLOOK = 0, 1, 2, 3
"""How much chance is added to each value; whether the others' answers are worked out; whether
the heads that decide nothing are worked out too; how likely a row is not looked at."""

SCRATCH = ORACLE.size
"""How many scratch numbers the policy needs."""

_SURE = np.float32(40)  # beyond every logit
_SPREAD = np.float32(1 / 2**31)


def oracle_numbers(
    weights: Floats,
    *,
    noise: float = 0.0,
    overlook: float = 0.0,
    follows: bool = True,
    tells: bool = False,
) -> Floats:
    """The numbers of the policy: what it is told, then the weights."""
    header = np.zeros(HEADER, np.float32)
    header[NOISE], header[OVERLOOK] = noise, overlook
    header[FOLLOWS], header[TELLS] = follows, tells
    return np.concatenate([header, weights])


def option_values(desk: Desk, count: int) -> Floats:
    """What the first options were worth when this desk was last used [option, VALUES]."""
    return desk.scratch[ORACLE.values :][: count * VALUES].reshape(count, VALUES)


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
    """The decision of the highest value, or of what seems the highest to somebody who errs."""
    appraise(t, games, i, seat, desk, count, numbers, start)
    noise = numbers[start + NOISE]
    k = i * games.seats + seat
    unseen = unseen_rows(games, i, seat, numbers[start + OVERLOOK])
    most = np.float32(-1e30)
    for place in range(count):
        most = max(most, desk.scratch[ORACLE.values + place * VALUES])
    best, choice = np.float32(-1e30), 0
    for place in range(count):
        value = desk.scratch[ORACLE.values + place * VALUES]
        # Nobody lets extra crosses lapse by mistake: only if that is worth most.
        option = int(desk.options[place])
        row = option - PICK
        foolish = row >= 0 and value < most and not next_cell(games.sheets, k, row)
        overlooked = unseen != 0 and is_overlooked(t, games, k, option, unseen)
        if noise > 0:
            # Four even numbers added up are nearly a normal one; this has a variance of 1/3.
            words = draw(
                int(games.seed[i]), int(games.number[i]), int(games.draws[k]), stream_of(seat)
            )
            games.draws[k] += 1
            even = (words[0] >> 2) + (words[1] >> 2) + (words[2] >> 2) + (words[3] >> 2)
            value = min(max(value, np.float32(-6)), np.float32(6))
            value += noise * (np.float32(even) * _SPREAD - np.float32(1))
        if value > best and not foolish and not overlooked:
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
    """Write into `ORACLE.values` what each of the options is worth to this seat."""
    shape = shape_of(t)
    weights = weights_at(shape, start + HEADER)
    for other in range(games.seats):
        see_sheet(t, games, i, seat, other, desk.trial, SHEETS.table + other)
    ahead = games.phase[i] == WHITE and numbers[start + FOLLOWS] > 0
    announced = games.roll[i, 0] + games.roll[i, 1] & 31
    options = desk.ints[INTS.options :]
    desk.ints[INTS.sudden] = 0
    # The others in their order, then this seat itself.
    for step in range(0 if ahead else games.seats - 1, games.seats):
        who = step if step < seat else step + 1
        if step == games.seats - 1:
            who = seat
            if ahead:
                for other in range(games.seats):
                    if other != seat:
                        copy_sheet(
                            desk.trial,
                            SHEETS.likely + other,
                            desk.trial,
                            SHEETS.table + other,
                        )
                desk.ints[INTS.sudden] = games.active[i] != seat
            for place in range(count):
                options[place] = desk.options[place]
        else:
            count_of = white_marks_on(t, desk.trial, SHEETS.table + who, announced, options)
            if count_of == 0 and who != games.active[i]:
                copy_sheet(desk.trial, SHEETS.table + who, desk.trial, SHEETS.likely + who)
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
    trial, ints, scratch = desk.trial, desk.ints, desk.scratch
    ints[INTS.closed] = -1
    for place in range(count):
        scratch[ORACLE.values + place * VALUES] = -1e30
        copy_sheet(trial, SHEETS.table + seat, trial, SHEETS.first + place)
        ints[INTS.origin + SHEETS.first + place] = place
        cross_or_pick(t, trial, SHEETS.first + place, ints[INTS.options + place])
    firsts = SHEETS.first + count
    if t.most_picks:
        firsts = settle_ties(t, desk, SHEETS.first, firsts, SHEETS.second)
    both = games.phase[i] == WHITE and games.active[i] == seat
    best = np.float32(-1e30)
    for first in range(SHEETS.first, firsts):
        place = ints[INTS.origin + first]
        closed = closed_with(games, i, seat, desk, first)
        seconds = SHEETS.second
        if both and bit_count(closed) < t.end_locks:
            for row in range(4):
                if (closed & ~games.closed[i]) >> row & 1:
                    after_close(t, trial, first, row)
            marks = colour_marks_on(t, trial, first, games.roll, i, closed, desk.spare)
            for mark in range(marks):
                copy_sheet(trial, first, trial, SHEETS.second + mark)
                ints[INTS.origin + SHEETS.second + mark] = place
                cross_or_pick(t, trial, SHEETS.second + mark, desk.spare[mark])
            seconds = SHEETS.second + marks
            if t.most_picks:
                seconds = settle_ties(t, desk, SHEETS.second, seconds, TRIAL_SHEETS)
        # The first sheet itself is what a pass in the colour action leaves.
        for more in range(SHEETS.second - 1, seconds):
            leaf = first if more < SHEETS.second else more
            value = value_sheet(
                t, shape, weights, games, i, seat, desk, leaf, place, closed, numbers
            )
            if value > best:
                best = value
                copy_sheet(trial, leaf, trial, SHEETS.likely + seat)
                if both:
                    copy_sheet(trial, first, trial, SHEETS.sudden)


@large_kernel
def settle_ties(t: Tables, desk: Desk, begin: int, end: int, room: int) -> int:
    """Settle every tie on these sheets in every way there is room for; where they end then."""
    origin = desk.ints[INTS.origin :]
    return min(room, spread_ties(t, desk.trial, begin, end, room, note_origin, origin))


@kernel_step
def note_origin(origin: Int32s, source: int, target: int, row: int) -> None:
    """A sheet was copied: it comes from the same option."""
    origin[target] = origin[source]


@kernel
def closed_with(games: Games, i: int, seat: int, desk: Desk, leaf: int) -> int:
    """The rows closed for everybody if this seat's sheet is the given one."""
    closed = int(games.closed[i]) | int(desk.trial.locks[leaf])
    for other in range(games.seats):
        if other != seat:
            closed |= int(desk.trial.locks[SHEETS.table + other])
    return closed


@kernel
def closed_at_once(games: Games, i: int, seat: int, desk: Desk, leaf: int) -> int:
    """The rows closed for everybody after the white action, if this seat's sheet is this one."""
    closed = int(games.closed[i]) | int(desk.trial.locks[leaf])
    for other in range(games.seats):
        if other != seat:
            k = SHEETS.sudden if other == games.active[i] else SHEETS.table + other
            closed |= int(desk.trial.locks[k])
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
    trial, ints, scratch = desk.trial, desk.ints, desk.scratch
    result = ORACLE.values + place * VALUES
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
    if ints[INTS.sudden] and bit_count(closed_at_once(games, i, seat, desk, leaf)) >= t.end_locks:
        return value_end(t, games, seat, desk, leaf, result, int(games.active[i]))
    if over:
        trial.misses[leaf] = misses
        return value_end(t, games, seat, desk, leaf, result, -1)
    if ints[INTS.closed] != closed:
        ints[INTS.closed] = closed
        value_start(t, shape, weights, games, i, seat, desk, closed, numbers)
    features(t, shape, trial, leaf, misses, closed, seat, ints, INTS.new)
    copy(scratch, ORACLE.start, scratch, ORACLE.here, WIDE)
    for f in range(shape.width):
        if ints[INTS.new + f] != ints[INTS.own + f]:
            new, old = ints[INTS.new + f], ints[INTS.own + f]
            exchange(scratch, ORACLE.here, numbers, weights.own, WIDE, new, old)
    copy(numbers, weights.deep_bias, scratch, ORACLE.deep, DEEP)
    to_deep(scratch, ORACLE.here, numbers, weights.deeper, ORACLE.deep)
    value = np.float32(dot(scratch, ORACLE.deep, numbers, weights.heads, weights.head_bias, DEEP))
    if value > scratch[result]:
        scratch[result] = value
        scratch[result + 1] = value
        if numbers[weights.own - HEADER + TELLS] > 0:
            for h in range(1, HEADS):
                table = weights.heads + h * DEEP
                bias = weights.head_bias + h
                scratch[result + 1 + h] = dot(scratch, ORACLE.deep, numbers, table, bias, DEEP)
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
    trial, ints, scratch = desk.trial, desk.ints, desk.scratch
    rolls = (int(games.active[i]) + 1) % games.seats
    zero(scratch, ORACLE.others, NARROW)
    for other in range(games.seats):
        if other != seat:
            k = SHEETS.table + other
            features(t, shape, trial, k, int(trial.misses[k]), closed, other, ints, INTS.new)
            zero(scratch, ORACLE.other, NARROW)
            soon = order(shape, games.seats, other, rolls)
            add_row(scratch, ORACLE.other, numbers, weights.other, NARROW, soon)
            for f in range(shape.width):
                add_row(scratch, ORACLE.other, numbers, weights.other, NARROW, ints[INTS.new + f])
            relu(scratch, ORACLE.other, ORACLE.others, NARROW)
    k = SHEETS.table + seat
    features(t, shape, trial, k, int(trial.misses[k]), closed, seat, ints, INTS.own)
    zero(scratch, ORACLE.start, WIDE)
    soon = order(shape, games.seats, seat, rolls)
    add_row(scratch, ORACLE.start, numbers, weights.own, WIDE, soon)
    for f in range(shape.width):
        add_row(scratch, ORACLE.start, numbers, weights.own, WIDE, ints[INTS.own + f])
    to_wide(scratch, ORACLE.others, numbers, weights.pool, ORACLE.start)


@large_kernel
def value_end(
    t: Tables, games: Games, seat: int, desk: Desk, leaf: int, result: int, forestalled: int
) -> np.float32:
    """What the end of the game is worth: who has most points has won, and shares it if tied.

    `forestalled`: the seat that loses its colour action by it, or -1.
    """
    own = tally(t, desk.trial, leaf)
    best = -32768
    more, tied = 0, 0
    for other in range(games.seats):
        if other != seat:
            k = SHEETS.sudden if other == forestalled else SHEETS.table + other
            score = tally(t, desk.trial, k)
            best = max(best, score)
            more += 1 if score > own else 0
            tied += 1 if score == own else 0
    margin = np.float32(own - best if games.seats > 1 else own)
    value = (_SURE if margin > 0 else -_SURE) + margin / np.float32(64)
    if tied and not more:
        # An even chance among all that are tied: the logit of 1/2, 1/3, 1/4, 1/5 ...
        value = -np.float32(np.log(np.float32(tied)))
    scratch = desk.scratch
    if value > scratch[result]:
        scratch[result] = value
        scratch[result + 1] = value
        scratch[result + 2] = np.float32(1 + more) + np.float32(tied) / np.float32(2)
        scratch[result + 3] = np.float32(own)
        scratch[result + 4] = margin
    return value
