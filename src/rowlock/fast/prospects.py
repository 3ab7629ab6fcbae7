"""What a turn can lead to, whatever is rolled: kernels that list the sheets.

With the white dice given, a colour option needs one coloured die only, so the sheets are listed by
sums and not by rolls: a few hundred in place of all that 46,656 rolls allow.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rowlock.fast.jit import bit_count, kernel_step, large_kernel
from rowlock.fast.net import Shape, features
from rowlock.fast.pen import after_close, cross_or_pick, tally
from rowlock.fast.sheets import Sheets, copy_sheet, empty_sheets, is_free, page_of
from rowlock.fast.tables import Int8s, Int16s, Int32s, Int64s, Tables
from rowlock.fast.ties import spread_ties
from rowlock.fast.turns import white_marks_on

__all__ = [
    "ANY",
    "MOST_LEAVES",
    "NO_COLOUR",
    "Leaves",
    "list_sheets",
    "new_leaves",
    "spread_answers",
    "spread_turn",
]

MOST_LEAVES = 6000
"""Sheets that are listed at once. Four rows of eleven cells need 1,000; where ties are settled in
very many ways, those beyond are left out."""
ANY = 0
"""In place of a sum: whatever the white dice show."""
NO_COLOUR = -1


class Leaves(NamedTuple):
    """Sheets that a turn can end with, for one seat; whatever is written about each."""

    sheets: Sheets  # [leaf]
    announced: Int16s  # [leaf] the sum of the white dice that leads there, or ANY
    beside: Int8s  # [leaf] the rows that others are taken to lock in this white action, as bits
    colour: Int8s  # [leaf] the colour of the second cross, or NO_COLOUR
    total: Int8s  # [leaf] the sum that this cross needs
    closed: Int8s  # [leaf] the rows that are closed for everybody then, as bits
    over: Int8s  # [leaf] 1: the game is over
    points: Int16s  # [leaf] of the sheet, if it is over
    features: Int32s  # [leaf, place] for the network


def new_leaves(t: Tables, width: int, room: int = MOST_LEAVES) -> Leaves:
    """Room for sheets whose features take this many places."""
    return Leaves(
        sheets=empty_sheets(t, room),
        announced=np.zeros(room, np.int16),
        beside=np.zeros(room, np.int8),
        colour=np.zeros(room, np.int8),
        total=np.zeros(room, np.int8),
        closed=np.zeros(room, np.int8),
        over=np.zeros(room, np.int8),
        points=np.zeros(room, np.int16),
        features=np.zeros((room, width), np.int32),
    )


@large_kernel
def spread_answers(
    t: Tables,
    shape: Shape,
    sheets: Sheets,
    k: int,
    seat: int,
    beside: Int8s,
    leaves: Leaves,
    options: Int16s,
) -> int:
    """List what a seat that has not rolled can do with each sum of the white dice; how much it is.

    `beside` [announced]: the rows that others lock if the white dice show this sum.
    """
    end = 0
    for announced in range(2, 2 * t.faces + 1):
        closed = int(sheets.closed[k]) | int(beside[announced])
        begin = end
        end = spread_white(t, sheets, k, announced, True, leaves, begin, options)
        for leaf in range(begin, end):
            leaves.announced[leaf] = announced
            leaves.colour[leaf] = NO_COLOUR
            finish(t, shape, leaves, leaf, closed, False, seat)
    return end


@large_kernel
def spread_turn(
    t: Tables,
    shape: Shape,
    sheets: Sheets,
    k: int,
    seat: int,
    beside: Int8s,
    leaves: Leaves,
    options: Int16s,
) -> int:
    """List what the seat that rolls can do, with any roll; how many sheets there are.

    `beside` [announced]: the rows that the others lock if the white dice show this sum.
    """
    end = 0
    before = int(sheets.closed[k])
    for announced in range(2, 2 * t.faces + 1):
        # Without a white cross the sum does not matter, unless others lock something with it.
        passes = True
        for earlier in range(2, announced):
            passes = passes and beside[earlier] != beside[announced]
        begin = end
        end = spread_white(t, sheets, k, announced, passes, leaves, begin, options)
        firsts = end
        for first in range(begin, firsts):
            leaves.announced[first] = ANY if passes and first == begin else announced
            leaves.beside[first] = beside[announced]
            leaves.colour[first] = NO_COLOUR
            white = before | int(beside[announced]) | int(leaves.sheets.locks[first])
            stopped = bit_count(white) >= t.end_locks
            close(t, leaves.sheets, first, white)
            if not stopped:
                seconds = end
                end = spread_colour(t, leaves, first, white, end)
                for second in range(seconds, end):
                    finish(t, shape, leaves, second, white, True, seat)
            if leaves.announced[first] == ANY and not stopped:
                leaves.sheets.misses[first] += 1  # neither here nor in the colour action
            finish(t, shape, leaves, first, white, not stopped, seat)
    return end


@large_kernel
def list_sheets(
    t: Tables,
    shape: Shape,
    sheets: Sheets,
    which: Int64s,
    seats: Int64s,
    closed: Int64s,
    leaves: Leaves,
) -> None:
    """List sheets of these seats as they are when these rows are closed, with their points."""
    for leaf in range(which.shape[0]):
        copy_sheet(sheets, which[leaf], leaves.sheets, leaf)
        finish(t, shape, leaves, leaf, closed[leaf], False, seats[leaf])
        leaves.points[leaf] = tally(t, leaves.sheets, leaf)


@kernel_step
def spread_white(
    t: Tables,
    sheets: Sheets,
    k: int,
    announced: int,
    passes: bool,
    leaves: Leaves,
    at: int,
    options: Int16s,
) -> int:
    """Copy sheet k to `at` and behind it, once with each cross that this sum allows."""
    room = leaves.announced.shape[0]
    end = at
    if passes and end < room:
        copy_sheet(sheets, k, leaves.sheets, end)
        end += 1
    count = white_marks_on(t, sheets, k, announced, options)
    for place in range(count):
        if end < room:
            copy_sheet(sheets, k, leaves.sheets, end)
            cross_or_pick(t, leaves.sheets, end, options[place])
            end += 1
    if t.most_picks:
        end = min(room, spread_ties(t, leaves.sheets, at, end, room, forget, leaves))
    return end


@kernel_step
def spread_colour(t: Tables, leaves: Leaves, first: int, gone: int, at: int) -> int:
    """Copy the first sheet to `at` and behind it, once with each cross of a coloured die."""
    room = leaves.announced.shape[0]
    sheets = leaves.sheets
    page = page_of(sheets, first)
    end = at
    for colour in range(4):
        if gone >> colour & 1:
            continue
        for total in range(2, 2 * t.faces + 1):
            for place in range(t.colour_cells.shape[3]):
                mark = t.colour_cells[page, colour, total, place]
                if is_free(sheets, first, mark) and end < room:
                    begin = end
                    copy_sheet(sheets, first, sheets, end)
                    cross_or_pick(t, sheets, end, mark)
                    end += 1
                    if t.most_picks:
                        end = min(room, spread_ties(t, sheets, begin, end, room, forget, leaves))
                    for leaf in range(begin, end):
                        leaves.announced[leaf] = leaves.announced[first]
                        leaves.beside[leaf] = leaves.beside[first]
                        leaves.colour[leaf] = colour
                        leaves.total[leaf] = total
    return end


@kernel_step
def forget(leaves: Leaves, source: int, target: int, row: int) -> None:
    """A tie was settled; here it does not matter how."""


@kernel_step
def close(t: Tables, sheets: Sheets, k: int, closed: int) -> None:
    """Close these rows on a sheet, as far as they are not yet."""
    for row in range(4):
        if (closed & ~sheets.closed[k]) >> row & 1:
            after_close(t, sheets, k, row)


@kernel_step
def finish(
    t: Tables, shape: Shape, leaves: Leaves, leaf: int, closed: int, misses_end: bool, seat: int
) -> None:
    """Write down what is known of a sheet at the end of the turn."""
    sheets = leaves.sheets
    closed |= int(sheets.locks[leaf])
    close(t, sheets, leaf, closed)
    misses = int(sheets.misses[leaf])
    over = bit_count(closed) >= t.end_locks or (misses_end and misses >= t.end_misses)
    leaves.closed[leaf] = closed
    leaves.over[leaf] = over
    if over:
        leaves.points[leaf] = tally(t, sheets, leaf)
    else:
        features(t, shape, sheets, leaf, misses, closed, seat, leaves.features[leaf], 0)
