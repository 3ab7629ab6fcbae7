"""The kernels that work out what sheets are worth, from full ones to empty ones.

The worth of a sheet is what is still to come: points that later crosses bring on average,
less what later misses cost, under best play.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rowlock.fast import kernel
from rowlock.fast.tables import Int64s, cell_of, row_of
from rowlock.solve.states import Pad

__all__ = ["Doubles", "Slate", "make_slate", "work_out"]

Doubles: TypeAlias = NDArray[np.float64]

_NOT = -1e300
"""What cannot be done is worth less than anything."""


class Slate(NamedTuple):
    """What is noted while one sheet is worked out; each thread has its own."""

    states: Int64s  # [row]
    # [sum, colour, number, misses] the best cross of this die, after the best white one or
    # none; sum 0: without a white one
    both: Doubles
    white: Doubles  # [sum, misses] the best white cross alone
    # [sum, way] of the white crosses: four ways by the number, a row each, then four offered
    then: Int64s  # the state of the row afterwards
    next: Int64s  # the place of the sheet afterwards, -1: the game is over
    gain: Int64s  # what it brings; 0 if it cannot be made
    shown: Doubles  # [colour, face]
    rising: Doubles  # the numbers of `shown` that matter, in their order
    die: Int64s  # whose they are
    share: Doubles  # [colour] how often its number has been passed


def make_slate(pad: Pad) -> Slate:
    """An empty slate."""
    numbers = 2 * pad.faces + 1
    return Slate(
        states=np.zeros(4, np.int64),
        both=np.empty((numbers, 4, numbers, pad.end_misses)),
        white=np.empty((numbers, pad.end_misses)),
        then=np.zeros((numbers, 8), np.int64),
        next=np.zeros((numbers, 8), np.int64),
        gain=np.zeros((numbers, 8), np.int64),
        shown=np.empty((4, pad.faces)),
        rising=np.empty(4 * pad.faces),
        die=np.empty(4 * pad.faces, np.int64),
        share=np.empty(4),
    )


@kernel
def mean_of_best(slate: Slate, faces: int, least: float) -> float:
    """The mean of the highest of four dice whose faces bear `slate.shown`, and `least`.

    The chance that all stay below a number is the product of four shares, so sorting the
    faces replaces looking at every roll.
    """
    n = 0
    for colour in range(4):
        below = faces
        for face in range(faces):
            value = slate.shown[colour, face]
            if value > least:
                at = n
                while at > 0 and slate.rising[at - 1] > value:
                    slate.rising[at] = slate.rising[at - 1]
                    slate.die[at] = slate.die[at - 1]
                    at -= 1
                slate.rising[at] = value
                slate.die[at] = colour
                n += 1
                below -= 1
        slate.share[colour] = below / faces
    chance = slate.share[0] * slate.share[1] * slate.share[2] * slate.share[3]
    mean = float(least * chance)
    for at in range(n):
        slate.share[slate.die[at]] += 1.0 / faces
        now = slate.share[0] * slate.share[1] * slate.share[2] * slate.share[3]
        mean += slate.rising[at] * (now - chance)
        chance = now
    return mean


@kernel
def note_white(pad: Pad, slate: Slate, number: int, locks: int) -> None:
    """Note where each white cross leads, and what it brings."""
    least = 99
    for row in range(4):
        least = min(least, pad.crosses[row, slate.states[row]])
    for total in range(2, 2 * pad.faces + 1):
        for way in range(8 if pad.has_offers else 4):
            row = way & 3
            state = slate.states[row]
            slate.gain[total, way] = 0
            if way < 4:
                index = pad.white[total, row]
                if index < 0:
                    continue
                index = cell_of(index)
            else:  # the next cell of a row with the fewest crosses
                index = pad.reach[row, state]
                if not pad.offered[total] or pad.crosses[row, state] > least:
                    continue
                if state >= pad.closed[row]:
                    continue
            then = pad.after[row, state, index]
            if then < 0:
                continue
            slate.then[total, way] = then
            slate.gain[total, way] = pad.gain[row, state, index]
            slate.next[total, way] = -1
            if then < pad.closed[row] or locks + 1 < pad.end_locks:
                slate.next[total, way] = pad.place[number + (then - state) * pad.stride[row]]


@kernel
def note_colours(
    pad: Pad,
    values: Doubles,
    slate: Slate,
    number: int,
    locks: int,
    brought: int,
    total: int,
    lowest: int,
    highest: int,
) -> None:
    """Raise `slate.both` of this sum to what crosses of the colour action bring.

    A white cross may have brought points already. The die of a closed row has left the game.
    """
    later = values.shape[1] - 1
    for colour in range(4):
        if slate.states[colour] >= pad.closed[colour]:
            continue
        for shown in range(lowest, highest + 1):
            for k in range(pad.colour.shape[2]):
                mark = pad.colour[colour, shown, k]
                if mark < 0:
                    break
                row, index = row_of(mark), cell_of(mark)
                state = slate.states[row]
                then = pad.after[row, state, index]
                if then < 0:
                    continue
                points = brought + pad.gain[row, state, index]
                if then >= pad.closed[row] and locks + 1 >= pad.end_locks:
                    for misses in range(pad.end_misses):
                        slate.both[total, colour, shown, misses] = max(
                            slate.both[total, colour, shown, misses], points
                        )
                    continue
                place = pad.place[number + (then - state) * pad.stride[row]]
                for misses in range(pad.end_misses):
                    slate.both[total, colour, shown, misses] = max(
                        slate.both[total, colour, shown, misses],
                        points + values[place, later, misses],
                    )


@kernel
def note_actions(pad: Pad, values: Doubles, slate: Slate, number: int, locks: int) -> None:
    """Note what every white cross, alone or with a colour cross, brings on the own turn."""
    later = values.shape[1] - 1
    faces = pad.faces
    for colour in range(4):
        for shown in range(2, 2 * faces + 1):
            for misses in range(pad.end_misses):
                slate.both[0, colour, shown, misses] = _NOT
    note_colours(pad, values, slate, number, locks, 0, 0, 2, 2 * faces)
    for total in range(2, 2 * faces + 1):
        # What a white die can show in this sum, and so the sums with a coloured one.
        lowest, highest = max(1, total - faces) + 1, min(faces, total - 1) + faces
        for misses in range(pad.end_misses):
            slate.white[total, misses] = _NOT
        for colour in range(4):
            for shown in range(lowest, highest + 1):
                for misses in range(pad.end_misses):
                    without = slate.both[0, colour, shown, misses]
                    slate.both[total, colour, shown, misses] = without
        for way in range(8 if pad.has_offers else 4):
            gain = slate.gain[total, way]
            if gain == 0:
                continue
            place = slate.next[total, way]
            if place < 0:  # the game is over: there is no colour action any more
                for misses in range(pad.end_misses):
                    slate.white[total, misses] = max(slate.white[total, misses], gain)
                continue
            for misses in range(pad.end_misses):
                value = gain + values[place, later, misses]
                slate.white[total, misses] = max(slate.white[total, misses], value)
            row = way & 3
            state, then = slate.states[row], slate.then[total, way]
            slate.states[row] = then
            note_colours(
                pad,
                values,
                slate,
                number + (then - state) * pad.stride[row],
                locks + 1 if then >= pad.closed[row] else locks,
                gain,
                total,
                lowest,
                highest,
            )
            slate.states[row] = state


@kernel
def own_turn(pad: Pad, values: Doubles, slate: Slate, place: int, misses: int) -> float:
    """The worth of a sheet before the own roll."""
    faces = pad.faces
    missed = float(pad.miss_points)
    if misses + 1 < pad.end_misses:
        missed += values[place, values.shape[1] - 1, misses + 1]
    mean = 0.0
    for total in range(2, 2 * faces + 1):
        least = max(missed, slate.white[total, misses])
        for low in range(max(1, total - faces), total // 2 + 1):
            high = total - low
            for colour in range(4):
                for face in range(1, faces + 1):
                    slate.shown[colour, face - 1] = max(
                        slate.both[total, colour, low + face, misses],
                        slate.both[total, colour, high + face, misses],
                    )
            best = mean_of_best(slate, faces, least)
            mean += best if low == high else 2 * best
    return mean / (faces * faces)


@kernel
def turn_of_another(
    pad: Pad, values: Doubles, slate: Slate, place: int, before: int, misses: int
) -> float:
    """The worth of a sheet when another rolls; `before` others in all roll before its own roll."""
    mean = 0.0
    for total in range(2, 2 * pad.faces + 1):
        best = values[place, before - 1, misses]
        for way in range(8 if pad.has_offers else 4):
            if slate.gain[total, way]:
                value = float(slate.gain[total, way])
                if slate.next[total, way] >= 0:
                    value += values[slate.next[total, way], before - 1, misses]
                best = max(best, value)
        mean += best * (pad.faces - abs(total - pad.faces - 1))
    return mean / (pad.faces * pad.faces)


@kernel
def work_out(pad: Pad, values: Doubles, slate: Slate, begin: int, end: int) -> None:
    """Work out the sheets of these places, all of one level.

    `values` [place, before, misses] is the worth of a sheet with `misses` misses when
    `before` others roll before the own roll; its second size is the number of seats.
    """
    for place in range(begin, end):
        number = int(pad.order[place])
        slate.states[0] = number // pad.stride[0]
        slate.states[1] = number // pad.stride[1] % pad.size[1]
        slate.states[2] = number // pad.stride[2] % pad.size[2]
        slate.states[3] = number % pad.size[3]
        locks = 0
        for row in range(4):
            if slate.states[row] >= pad.closed[row]:
                locks += 1
        note_white(pad, slate, number, locks)
        note_actions(pad, values, slate, number, locks)
        for back in range(pad.end_misses):
            misses = pad.end_misses - 1 - back
            values[place, 0, misses] = own_turn(pad, values, slate, place, misses)
            for before in range(1, values.shape[1]):
                worth = turn_of_another(pad, values, slate, place, before, misses)
                values[place, before, misses] = worth
