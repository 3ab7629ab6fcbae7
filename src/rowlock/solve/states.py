"""Every sheet that play can come to, numbered.

What may still be crossed and what it brings depends on two numbers a row: its reach and its
crosses. So a row is in one of a few states, a sheet is four of them, and its misses stand
beside. Of a closed row only offers to the row with the fewest crosses want to know more: how many
crosses it has.

A cross only raises the sum of the reaches, the level of a sheet: whoever works from full sheets
to empty ones finds every later value already there. Sheets that differ only by a symmetry of
the pad are worth the same and are kept once.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from rowlock.errors import UnknownVariant
from rowlock.fast import Tables, compile_variant, kernel
from rowlock.fast.tables import HIGHEST, ROW, Int32s, Int64s
from rowlock.fast.twins import TWINS
from rowlock.sheet import COLOURS, Sheet
from rowlock.variant import Variant

__all__ = ["Pad", "check_rules", "make_pad", "number_of", "symmetries"]


_PAGE = 0
"""Sheets of the first seat are numbered."""


class Pad(NamedTuple):
    """The states of the rows, what a cross does to them, and the numbers of all sheets."""

    faces: int
    end_locks: int
    end_misses: int
    miss_points: int
    has_offers: bool  # whether the row with the fewest crosses may go on instead of a number
    size: Int64s  # [row] how many states it can be in
    closed: Int64s  # [row] the first state of a closed row; those below it are open
    stride: Int64s  # [row] a sheet's long number is the sum of state * stride
    reach: Int64s  # [row, state]
    crosses: Int64s  # [row, state] the lock's own cross included
    after: Int64s  # [row, state, index] the state after this cross, -1 if it is not allowed
    gain: Int64s  # [row, state, index] the points that this cross brings
    white: Int64s  # [number, row] the mark of this number, negative if there is none
    colour: Int64s  # [colour, number, k] marks, negative behind the last
    offered: Int64s  # [number] 1 if it lets the row with the fewest crosses go on instead
    symmetry: Int64s  # [symmetry, row] where the symmetry takes this row
    place: Int32s  # [long number] the place among the sheets that are kept, -1 if it is over
    order: Int32s  # [place] the long number; full sheets first
    ends: Int64s  # [step] where the sheets of each level end in this order


def make_pad(variant: Variant, symmetric: bool = True) -> Pad:
    """The numbered sheets of a variant; without its symmetries every sheet is kept."""
    check_rules(variant)
    t = compile_variant(variant)
    opens = [_open_states(t, row) for row in COLOURS]
    # The states of a closed row by the crosses that it had before its lock.
    shuts = [range(t.lock_needs, states[-1][0] + 1) for states in opens]
    offered = _offered(t)
    has_offers = bool(offered.any())
    if not has_offers:
        shuts = [range(1) for _ in shuts]  # one is enough
    sizes = [len(states) + len(shut) for states, shut in zip(opens, shuts)]
    total = sizes[0] * sizes[1] * sizes[2] * sizes[3]  # at most 154 ** 4, so 32 bits are enough
    closed = np.array([len(states) for states in opens], np.int64)
    widest = int(t.length[_PAGE].max())
    reach = np.zeros((4, max(sizes)), np.int64)
    crosses = np.zeros((4, max(sizes)), np.int64)
    after = np.full((4, max(sizes), widest), -1, np.int64)
    gain = np.zeros((4, max(sizes), widest), np.int64)
    for row, states in enumerate(opens):
        reach[row, : sizes[row]] = [
            *(r for r, _ in states),
            *([t.length[_PAGE, row]] * len(shuts[row])),
        ]
        crosses[row, : sizes[row]] = [*(c for _, c in states), *(c + 2 for c in shuts[row])]
        for state, (start, count) in enumerate(states):
            for index in range(start, int(t.length[_PAGE, row])):
                if not t.locking[_PAGE, row] >> index & 1:
                    after[row, state, index] = states.index((index + 1, count + 1))
                    gain[row, state, index] = count + 1
                elif count >= t.lock_needs:
                    kind = count - t.lock_needs if has_offers else 0
                    after[row, state, index] = closed[row] + kind
                    gain[row, state, index] = 2 * count + 3  # the lock is a cross of its own
    pad = Pad(
        faces=t.faces,
        end_locks=t.end_locks,
        end_misses=t.end_misses,
        miss_points=t.miss_points,
        has_offers=has_offers,
        size=np.array(sizes, np.int64),
        closed=closed,
        stride=np.array([total // int(np.prod(sizes[: row + 1])) for row in range(4)], np.int64),
        reach=reach,
        crosses=crosses,
        after=after,
        gain=gain,
        white=t.white_cells[_PAGE],
        colour=t.colour_cells[_PAGE],
        offered=offered,
        symmetry=np.array(symmetries(t) if symmetric else [(0, 1, 2, 3)], np.int64),
        place=np.empty(total, np.int32),
        order=np.empty(0, np.int32),
        ends=np.empty(0, np.int64),
    )
    counts = np.zeros(int(t.length[_PAGE].sum()) + 1, np.int64)  # by level
    count_sheets(pad, counts)
    ends = np.cumsum(counts[::-1])
    free = np.append(0, ends)[-2::-1].copy()  # where the next sheet of each level goes
    pad = pad._replace(order=np.empty(ends[-1], np.int32), ends=np.unique(ends[ends > 0]))
    place_sheets(pad, free)
    return pad


def check_rules(variant: Variant) -> None:
    """Refuse a variant whose sheets are more than the states of their rows."""
    others = [
        rule.name
        for rule in variant.rules
        if rule.name not in TWINS or TWINS[rule.name].goes_on is None
    ]
    if others:
        raise UnknownVariant(
            f"{variant.name} cannot be solved: with its rules ({', '.join(others)}) a sheet is "
            f"worth more or less than the reach and the crosses of its rows tell; expected a "
            f"variant without such rules"
        )


def _offered(t: Tables) -> Int64s:
    """The numbers, as 1, that let the row with the fewest crosses go on instead."""
    found = np.zeros(HIGHEST, np.int64)
    for number in t.rules:
        name, twin = list(TWINS.items())[number]
        if twin.goes_on is not None:
            found |= twin.goes_on(getattr(t.twins, name))[_PAGE]
    return found


def number_of(pad: Pad, sheet: Sheet) -> int:
    """The long number of a sheet."""
    number = 0
    for row in COLOURS:
        reach, crosses = sheet.reach(row), sheet.crosses(row)
        if not sheet.locked(row):
            state = reach * (reach - 1) // 2 + crosses  # as `_open_states` lists them
        elif pad.has_offers:
            state = int(pad.closed[row]) + crosses - int(pad.crosses[row, pad.closed[row]])
        else:
            state = int(pad.closed[row])
        number += state * int(pad.stride[row])
    return number


def _open_states(t: Tables, row: int) -> list[tuple[int, int]]:
    """The reach and the crosses that an open row can have."""
    locking = int(t.locking[_PAGE, row])
    first = (locking & -locking).bit_length() - 1  # of the cells that lock
    return [(0, 0), *((r, c) for r in range(1, first + 1) for c in range(1, r + 1))]


def symmetries(t: Tables) -> list[tuple[int, ...]]:
    """The ways to exchange rows and colours that change nothing, the plain one included.

    Dice are as likely to show a number as its mirror image (1 and 6, 2 and 5), so all numbers
    may be mirrored too.
    """
    cells = set(_cells(t))
    offered = set(np.nonzero(_offered(t))[0].tolist())
    turns = [0, 2 * (t.faces + 1)]
    if offered != {turns[1] - number for number in offered}:
        turns.pop()
    return [
        rows
        for rows in itertools.permutations(range(4))
        if any(
            all(
                (rows[row], index, turned - number if turned else number, rows[colour], locks)
                in cells
                for row, index, number, colour, locks in cells
            )
            for turned in turns
        )
    ]


def _cells(t: Tables) -> Iterator[tuple[int, int, int, int, bool]]:
    """Every cell: row, index, number, colour and whether it locks."""
    for colour, number, k in zip(*np.nonzero(t.colour_cells[_PAGE] >= 0)):
        row, index = divmod(int(t.colour_cells[_PAGE, colour, number, k]), ROW)
        yield row, index, int(number), int(colour), bool(t.locking[_PAGE, row] >> index & 1)


@kernel
def kept_as(pad: Pad, number: int) -> int:
    """The least long number among the sheets that are worth the same; -1 if it is over."""
    a = number // pad.stride[0]
    b = number // pad.stride[1] % pad.size[1]
    c = number // pad.stride[2] % pad.size[2]
    d = number % pad.size[3]
    locks = 0
    locks += 1 if a >= pad.closed[0] else 0
    locks += 1 if b >= pad.closed[1] else 0
    locks += 1 if c >= pad.closed[2] else 0
    locks += 1 if d >= pad.closed[3] else 0
    if locks >= pad.end_locks:
        return -1
    least = number
    for way in range(pad.symmetry.shape[0]):
        image = (
            a * pad.stride[pad.symmetry[way, 0]]
            + b * pad.stride[pad.symmetry[way, 1]]
            + c * pad.stride[pad.symmetry[way, 2]]
            + d * pad.stride[pad.symmetry[way, 3]]
        )
        least = min(least, image)
    return least


@kernel
def level_of(pad: Pad, number: int) -> int:
    """The sum of the reaches."""
    return int(
        pad.reach[0, number // pad.stride[0]]
        + pad.reach[1, number // pad.stride[1] % pad.size[1]]
        + pad.reach[2, number // pad.stride[2] % pad.size[2]]
        + pad.reach[3, number % pad.size[3]]
    )


@kernel
def count_sheets(pad: Pad, counts: Int64s) -> None:
    """Count the sheets of each level that are kept."""
    for number in range(pad.place.shape[0]):
        if kept_as(pad, number) == number:
            counts[level_of(pad, number)] += 1


@kernel
def place_sheets(pad: Pad, free: Int64s) -> None:
    """Give every sheet its place; `free` is the first free one of each level."""
    for number in range(pad.place.shape[0]):
        kept = kept_as(pad, number)
        if kept == number:
            level = level_of(pad, number)
            pad.order[free[level]] = number
            pad.place[number] = free[level]
            free[level] += 1
        elif kept >= 0:
            pad.place[number] = pad.place[kept]  # it came before, since it is less
        else:
            pad.place[number] = -1
