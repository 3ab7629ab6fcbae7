"""Kernels that play games and write their positions down as features, for a network to learn from.

A position is noted at the end of every turn that the game goes on after. Some games begin with
turns played half by chance, so that the network also sees what it would not have played; what
is noted comes after them, so its outcome is that of the players being learned from.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rowlock.fast.chance import decide_random
from rowlock.fast.jit import large_kernel
from rowlock.fast.loop import play_to_end
from rowlock.fast.net import features, order, shape_of
from rowlock.fast.oracle import SCRATCH, decide_oracle
from rowlock.fast.pen import tally
from rowlock.fast.policy import Desk, Floats, new_desk
from rowlock.fast.tables import PASS, Int16s, Int64s, Tables
from rowlock.fast.turns import Games, dice_of, draw, empty_games, start

__all__ = ["Samples", "take_samples"]

_STREAM = 100
"""Of the lots that say how a game begins; far from those of dice and seats."""
_LONGEST_OPENING = 16  # turns
_MOST = 64
"""Positions that are noted of one game."""


class Samples(NamedTuple):
    """Positions at the end of turns, game after game, and how the games ended."""

    features: Int16s  # [position, seat, feature]
    order: Int16s  # [position, seat] one feature more: who is to roll
    begins: Int64s  # [game] its first position; one more: how many there are
    scores: Int16s  # [game, seat]


def take_samples(
    t: Tables,
    seats: int,
    seed: int,
    games: range,
    numbers: tuple[Floats, ...],
    openings: float = 0.2,
) -> Samples:
    """Play these games and note their positions, of a very long one only the first.

    The numbers are those of a policy for each seat, or of one for all. `openings` is the share of
    games that begin by chance.
    """
    shape = shape_of(t)
    room = _MOST * len(games)
    samples = Samples(
        np.empty((room, seats, shape.width), np.int16),
        np.empty((room, seats), np.int16),
        np.zeros(len(games) + 1, np.int64),
        np.empty((len(games), seats), np.int16),
    )
    together = np.concatenate(numbers)
    starts = np.cumsum([0, *(len(part) for part in numbers)])[: len(numbers)]
    learned = Learned(
        together, np.resize(starts, seats).astype(np.int64), np.zeros(3, np.int64), samples
    )
    desk = new_desk(t, SCRATCH)
    played = play_samples(learned, t, empty_games(t, seats, 1), seed, games.start, desk, openings)
    positions = int(samples.begins[played])
    return Samples(
        samples.features[:positions],
        samples.order[:positions],
        samples.begins[: played + 1],
        samples.scores[:played],
    )


_NOTED, _LIMIT, _CHANCE = range(3)


class Learned(NamedTuple):
    """Who plays the games, and what is noted of them."""

    numbers: Floats  # of the policies
    starts: Int64s  # [seat] where its numbers begin
    # How many positions are noted, how many of them there may be after this game, and the last
    # turn of this game that is played half by chance.
    counts: Int64s
    samples: Samples


@large_kernel
def play_samples(
    learned: Learned,
    t: Tables,
    games: Games,
    seed: int,
    number: int,
    desk: Desk,
    openings: float,
) -> int:
    """Play games until there is no more room, and say how many."""
    samples, counts = learned.samples, learned.counts
    for game in range(samples.scores.shape[0]):
        if counts[_NOTED] + _MOST > samples.order.shape[0]:
            return game
        counts[_LIMIT] = counts[_NOTED] + _MOST
        start(t, games, 0, seed, number + game, (number + game) % games.seats)
        words = draw(seed, number + game, 0, _STREAM)
        counts[_CHANCE] = 0
        if words[0] < openings * 2.0**32:
            counts[_CHANCE] = 1 + (words[1] * _LONGEST_OPENING >> 32)
        play_to_end(decide, note_position, learned, dice_of(games, 0), t, games, desk)
        for seat in range(games.seats):
            samples.scores[game, seat] = tally(t, games.sheets, seat)
        samples.begins[game + 1] = counts[_NOTED]
    return int(samples.scores.shape[0])


@large_kernel
def decide(learned: Learned, t: Tables, games: Games, seat: int, desk: Desk, count: int) -> int:
    """What the network decides, or, in an opening, half of the time any of the options."""
    if count == 1 and desk.options[0] == PASS:
        return PASS
    numbers, begin = learned.numbers, learned.starts[seat]
    code = int(desk.options[0])
    half = False
    if games.turn[0] <= learned.counts[_CHANCE]:
        code = decide_random(t, games, 0, seat, desk, count, numbers, begin)
        half = games.draws[seat] & 1 == 1
    if not half and count > 1:
        code = decide_oracle(t, games, 0, seat, desk, count, numbers, begin)
    return code


@large_kernel
def note_position(learned: Learned, t: Tables, games: Games, desk: Desk) -> None:
    """Note the sheets at the end of a turn, unless it was played by chance."""
    samples, counts = learned.samples, learned.counts
    if games.turn[0] <= counts[_CHANCE] or counts[_NOTED] == counts[_LIMIT]:
        return
    noted = int(counts[_NOTED])
    counts[_NOTED] += 1
    shape = shape_of(t)
    closed, rolls = int(games.closed[0]), int(games.active[0])
    for seat in range(games.seats):
        misses = int(games.sheets.misses[seat])
        out = samples.features[noted, seat]
        features(t, shape, games.sheets, seat, misses, closed, seat, out, 0)
        samples.order[noted, seat] = order(shape, games.seats, seat, rolls)
