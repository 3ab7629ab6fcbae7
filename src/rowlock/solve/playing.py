"""Games alone, played by the values: best play, by the million."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from rowlock.errors import IllegalMove
from rowlock.fast import kernel
from rowlock.fast.tables import Int16s, Int64s
from rowlock.lots import DICE, philox
from rowlock.solve.backwards import Doubles
from rowlock.solve.states import Pad
from rowlock.solve.values import Values

__all__ = ["play_by_values"]

_PIECE = 10_000

draw = kernel(philox)


def play_by_values(values: Values, games: range, seed: int = 0, threads: int = 1) -> Int16s:
    """The points of games alone under best play; their dice are those of numbered games."""
    if values.seats != 1:
        raise IllegalMove(f"expected the values of 1 seat, not of {values.seats}")
    if games.step != 1:
        raise IllegalMove(f"expected games one after the other, not {games}")
    scores = np.empty(len(games), np.int16)

    def piece(begin: int) -> None:
        part = scores[begin : begin + _PIECE]
        play_games(values.pad, values.to_come, seed, games[begin], np.empty(10, np.int64), part)

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(piece, range(0, len(games), _PIECE)))
    return scores


@kernel
def throw_dice(words: tuple[int, int, int, int], odd: int, faces: int, hand: Int64s) -> None:
    """The six dice of a turn (as `GameDice`): white, white, red, yellow, green, blue."""
    first, second = (words[0], words[1]) if odd else (words[2], words[3])
    for die in range(3):
        first *= faces
        second *= faces
        hand[die] = (first >> 32) + 1
        hand[3 + die] = (second >> 32) + 1
        first &= 0xFFFFFFFF
        second &= 0xFFFFFFFF


@kernel
def value_after(
    pad: Pad, to_come: Doubles, number: int, misses: int, locks: int, gain: int
) -> float:
    """What was gained now and what is to come."""
    if locks >= pad.end_locks:
        return float(gain)
    return float(gain + to_come[pad.place[number], 0, misses])


@kernel
def best_colour(
    pad: Pad, to_come: Doubles, hand: Int64s, number: int, misses: int, locks: int
) -> tuple[float, int]:
    """What the best cross of the colour action is worth, and its mark; -1: there is none.

    `hand` holds the six dice and the states of the four rows.
    """
    most, best = -1e300, -1
    for colour in range(4):
        if hand[6 + colour] >= pad.closed[colour]:
            continue
        for white in range(2):
            shown = hand[white] + hand[2 + colour]
            for k in range(pad.colour.shape[2]):
                mark = pad.colour[colour, shown, k]
                if mark < 0:
                    break
                row, index = mark >> 5 & 3, mark & 31
                state = hand[6 + row]
                then = pad.after[row, state, index]
                if then < 0:
                    continue
                value = value_after(
                    pad,
                    to_come,
                    number + (then - state) * pad.stride[row],
                    misses,
                    locks + (1 if then >= pad.closed[row] else 0),
                    pad.gain[row, state, index],
                )
                if value > most:
                    most, best = value, mark
    return most, best


@kernel
def cross(pad: Pad, hand: Int64s, mark: int) -> int:
    """Make a cross; gives what it brings."""
    row, index = mark >> 5 & 3, mark & 31
    state = hand[6 + row]
    hand[6 + row] = pad.after[row, state, index]
    return int(pad.gain[row, state, index])


@kernel
def count_locks(pad: Pad, hand: Int64s) -> int:
    """How many rows are locked."""
    locks = 0
    for row in range(4):
        if hand[6 + row] >= pad.closed[row]:
            locks += 1
    return locks


@kernel
def number_now(pad: Pad, hand: Int64s) -> int:
    """The long number of the sheet."""
    number = 0
    for row in range(4):
        number += hand[6 + row] * pad.stride[row]
    return number


@kernel
def take_turn(pad: Pad, to_come: Doubles, hand: Int64s, misses: int) -> int:
    """The points that the best use of the dice brings at once; 0 if that is a miss."""
    number, locks = number_now(pad, hand), count_locks(pad, hand)
    most, colour = best_colour(pad, to_come, hand, number, misses, locks)
    missed = float(pad.miss_points)
    if misses + 1 < pad.end_misses:
        missed += to_come[pad.place[number], 0, misses + 1]
    if missed >= most:
        most, colour = missed, -1
    white = -1
    least = 99
    for row in range(4):
        least = min(least, pad.crosses[row, hand[6 + row]])
    for way in range(8 if pad.has_lucky else 4):
        row = way & 3
        state = hand[6 + row]
        mark = pad.white[hand[0] + hand[1], row]
        if way >= 4:  # by luck: the next cell of a row with the fewest crosses
            if not pad.lucky[hand[0] + hand[1]] or pad.crosses[row, state] > least:
                continue
            mark = row << 5 | pad.reach[row, state]
        if mark < 0 or state >= pad.closed[row]:
            continue
        then = pad.after[row, state, mark & 31]
        if then < 0:
            continue
        gain = pad.gain[row, state, mark & 31]
        after = number + (then - state) * pad.stride[row]
        shut = locks + (1 if then >= pad.closed[row] else 0)
        alone = value_after(pad, to_come, after, misses, shut, gain)
        if alone > most:
            most, white, colour = alone, mark, -1
        if shut < pad.end_locks:
            hand[6 + row] = then
            more, other = best_colour(pad, to_come, hand, after, misses, shut)
            hand[6 + row] = state
            if gain + more > most:
                most, white, colour = gain + more, mark, other
    points = 0
    if white >= 0:
        points += cross(pad, hand, white)
    if colour >= 0:
        points += cross(pad, hand, colour)
    return points


@kernel
def play_games(
    pad: Pad, to_come: Doubles, seed: int, number: int, hand: Int64s, scores: Int16s
) -> None:
    """Play as many games as there is room for scores, from this number on."""
    for game in range(scores.shape[0]):
        for row in range(4):
            hand[6 + row] = 0
        points = 0
        misses = 0
        turn = 0
        words = draw(seed, number + game, 0, DICE)
        while misses < pad.end_misses and count_locks(pad, hand) < pad.end_locks:
            if turn & 1 == 0:
                words = draw(seed, number + game, turn >> 1, DICE)
            throw_dice(words, 1 - (turn & 1), pad.faces, hand)
            gained = take_turn(pad, to_come, hand, misses)
            if gained == 0:
                misses += 1
                points += pad.miss_points
            points += gained
            turn += 1
        scores[game] = points
