"""Games alone, played by the values: best play, by the million."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from rowlock.errors import IllegalMove
from rowlock.fast import Tables, compile_variant
from rowlock.fast.jit import bit_count, kernel, kernel_step
from rowlock.fast.loop import nothing_more, play_to_end
from rowlock.fast.pen import tally
from rowlock.fast.policy import Desk, new_desk
from rowlock.fast.sheets import reach
from rowlock.fast.tables import PASS, Int16s, Int32s, cell_of, row_of
from rowlock.fast.turns import COLOUR, Games, dice_of, empty_games, has_crossed, start
from rowlock.solve.backwards import Doubles
from rowlock.solve.states import Pad
from rowlock.solve.values import Values

__all__ = ["play_by_values"]

_PIECE = 10_000
_NONE = -1e300
"""What cannot be done is worth less than anything."""


def play_by_values(values: Values, games: range, seed: int = 0, threads: int = 1) -> Int16s:
    """The points of games alone under best play; their dice are those of numbered games."""
    if values.seats != 1:
        raise IllegalMove(f"expected the values of 1 seat, not of {values.seats}")
    if games.step != 1:
        raise IllegalMove(f"expected games one after the other, not {games}")
    scores = np.empty(len(games), np.int16)
    t = compile_variant(values.variant)
    known = Known(values.pad, values.to_come)

    def piece(begin: int) -> None:
        part = scores[begin : begin + _PIECE]
        play_games(known, t, empty_games(t, 1, 1), seed, games[begin], new_desk(t), part)

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(piece, range(0, len(games), _PIECE)))
    return scores


class Known(NamedTuple):
    """The numbered sheets, and what each is worth."""

    pad: Pad
    to_come: Doubles


@kernel
def play_games(
    known: Known, t: Tables, games: Games, seed: int, number: int, desk: Desk, scores: Int16s
) -> None:
    """Play as many games as there is room for scores, from this number on."""
    for game in range(scores.shape[0]):
        start(t, games, 0, seed, number + game, 0)
        play_to_end(decide_best, nothing_more, known, dice_of(games, 0), t, games, desk)
        scores[game] = tally(t, games.sheets, 0)


@kernel_step
def decide_best(known: Known, t: Tables, games: Games, seat: int, desk: Desk, count: int) -> int:
    """The option that is worth most, with the best that the colour action can make of it."""
    if count == 1:
        return int(desk.options[0])
    pad, states = known.pad, desk.ints
    number = read_states(t, pad, games, states)
    locks = bit_count(int(games.closed[0]))
    misses = int(games.sheets.misses[0])
    colour = games.phase[0] == COLOUR
    most, choice = _NONE, 0
    for place in range(count):
        code = int(desk.options[place])
        if code == PASS:
            missed = misses if has_crossed(games, 0) else misses + 1
            value = value_after(known, number, missed, locks)
            if missed > misses:
                value += pad.miss_points
            if not colour:
                value = max(value, best_colour(known, games, states, number, misses, locks))
        else:
            row, index = row_of(code), cell_of(code)
            state = int(states[row])
            then = int(pad.after[row, state, index])
            after = number + (then - state) * pad.stride[row]
            shut = locks + (1 if then >= pad.closed[row] else 0)
            value = value_after(known, after, misses, shut)
            if not colour and shut < pad.end_locks:
                states[row] = then
                value = max(value, best_colour(known, games, states, after, misses, shut))
                states[row] = state
            value += pad.gain[row, state, index]
        if value > most:
            most, choice = value, place
    return int(desk.options[choice])


@kernel
def read_states(t: Tables, pad: Pad, games: Games, states: Int32s) -> int:
    """Write down the state of each row of the only sheet; gives its long number."""
    number = 0
    for row in range(4):
        marks = int(games.sheets.marks[0, row])
        crosses, far = bit_count(marks), reach(marks)
        state = far * (far - 1) // 2 + crosses  # in the order of `Pad`
        if marks & t.locking[0, row]:
            state = pad.closed[row]
            if pad.has_offers:
                state += crosses - 1 - t.lock_needs
        states[row] = state
        number += state * pad.stride[row]
    return number


@kernel
def value_after(known: Known, number: int, misses: int, locks: int) -> float:
    """What is still to come on this sheet after the turn."""
    if locks >= known.pad.end_locks or misses >= known.pad.end_misses:
        return 0.0
    return float(known.to_come[known.pad.place[number], 0, misses])


@kernel
def best_colour(
    known: Known, games: Games, states: Int32s, number: int, misses: int, locks: int
) -> float:
    """What the best cross of the colour action is worth."""
    pad = known.pad
    most = _NONE
    for colour in range(4):
        if states[colour] >= pad.closed[colour]:
            continue
        for white in range(2):
            shown = games.roll[0, white] + games.roll[0, 2 + colour]
            for k in range(pad.colour.shape[2]):
                mark = pad.colour[colour, shown, k]
                if mark < 0:
                    break
                row, index = row_of(mark), cell_of(mark)
                state = states[row]
                then = pad.after[row, state, index]
                if then < 0:
                    continue
                after = number + (then - state) * pad.stride[row]
                shut = locks + (1 if then >= pad.closed[row] else 0)
                value = value_after(known, after, misses, shut) + pad.gain[row, state, index]
                most = max(most, value)
    return float(most)
