"""Kernels that play games and write their positions down as features, for a network to learn from.

A position is noted at the end of every turn that the game goes on after. Some games begin with
turns played half by chance, so that the network also sees what it would not have played; what
is noted comes after them, so its outcome is that of the players being learned from.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rowlock.fast.jit import large_kernel
from rowlock.fast.net import features, order, shape_of
from rowlock.fast.oracle import SCRATCH, decide_oracle
from rowlock.fast.policies import decide_random
from rowlock.fast.policy import Desk, Floats, new_desk
from rowlock.fast.sheets import cross_or_pick, picks, tally
from rowlock.fast.tables import PASS, Int16s, Int64s, Tables
from rowlock.fast.turns import (
    OVER,
    Games,
    colour_marks,
    dice_words,
    draw,
    empty_games,
    end_action,
    rolled,
    start,
    thrown,
    white_marks,
)

__all__ = ["Lessons", "take_lessons"]

_STREAM = 100
"""Of the lots that say how a game begins; far from those of dice and seats."""
_LONGEST_OPENING = 16  # turns
_MOST = 64
"""Positions that are noted of one game."""


class Lessons(NamedTuple):
    """Positions at the end of turns, game after game, and how the games ended."""

    features: Int16s  # [position, seat, feature]
    order: Int16s  # [position, seat] one feature more: who is to roll
    begins: Int64s  # [game] its first position; one more: how many there are
    scores: Int16s  # [game, seat]


def take_lessons(
    t: Tables,
    seats: int,
    seed: int,
    games: range,
    numbers: tuple[Floats, ...],
    openings: float = 0.2,
) -> Lessons:
    """Play these games and note their positions, of a very long one only the first.

    The numbers are those of a policy for each seat, or of one for all. `openings` is the share of
    games that begin by chance.
    """
    shape = shape_of(t)
    room = _MOST * len(games)
    lessons = Lessons(
        np.empty((room, seats, shape.width), np.int16),
        np.empty((room, seats), np.int16),
        np.zeros(len(games) + 1, np.int64),
        np.empty((len(games), seats), np.int16),
    )
    together = np.concatenate(numbers)
    starts = np.cumsum([0, *(len(part) for part in numbers)])[: len(numbers)]
    played = _play_lessons(
        t,
        empty_games(t, seats, 1),
        seed,
        games.start,
        new_desk(t, SCRATCH),
        together,
        np.resize(starts, seats).astype(np.int64),
        openings,
        lessons,
    )
    positions = int(lessons.begins[played])
    return Lessons(
        lessons.features[:positions],
        lessons.order[:positions],
        lessons.begins[: played + 1],
        lessons.scores[:played],
    )


@large_kernel
def _play_lessons(
    t: Tables,
    games: Games,
    seed: int,
    number: int,
    desk: Desk,
    numbers: Floats,
    starts: Int64s,
    openings: float,
    lessons: Lessons,
) -> int:
    """Play games until there is no more room, and say how many."""
    shape = shape_of(t)
    seats = games.seats
    noted = 0
    for game in range(lessons.scores.shape[0]):
        if noted + _MOST > lessons.order.shape[0]:
            return game
        first = noted
        start(t, games, 0, seed, number + game, (number + game) % seats)
        words = draw(seed, number + game, 0, _STREAM)
        chance = 0
        if words[0] < openings * 2.0**32:
            chance = 1 + (words[1] * _LONGEST_OPENING >> 32)
        words = dice_words(games, 0)
        while games.phase[0] != OVER:
            if games.turn[0] & 1:
                words = dice_words(games, 0)
            thrown(t, games, 0, words)
            rolled(games, 0)
            by_chance = games.turn[0] <= chance
            for seat in range(seats + 1):
                if seat == seats:
                    end_action(t, games, 0)
                    if games.phase[0] == OVER:
                        break
                    seat = int(games.active[0])
                    marks = colour_marks(t, games, 0, seat, desk.options)
                    act(t, games, seat, marks, desk, numbers, starts[seat], by_chance)
                    end_action(t, games, 0)
                else:
                    marks = white_marks(t, games, 0, seat, desk.options)
                    act(t, games, seat, marks, desk, numbers, starts[seat], by_chance)
            if games.phase[0] != OVER and games.turn[0] > chance and noted < first + _MOST:
                rolls = int(games.active[0])
                for seat in range(seats):
                    misses = int(games.sheets.misses[seat])
                    closed = int(games.closed[0])
                    features(
                        t,
                        shape,
                        games.sheets,
                        seat,
                        misses,
                        closed,
                        seat,
                        lessons.features[noted, seat],
                        0,
                    )
                    lessons.order[noted, seat] = order(shape, seats, seat, rolls)
                noted += 1
        for seat in range(seats):
            lessons.scores[game, seat] = tally(t, games.sheets, seat)
        lessons.begins[game + 1] = noted
    return int(lessons.scores.shape[0])


@large_kernel
def act(
    t: Tables,
    games: Games,
    seat: int,
    marks: int,
    desk: Desk,
    numbers: Floats,
    begin: int,
    by_chance: bool,
) -> None:
    """Let a seat decide among so many marks and the pass, and settle the ties that come of it."""
    if marks == 0:
        return
    desk.options[marks] = PASS
    count = marks + 1
    while count:
        code = int(desk.options[0])
        half = False
        if by_chance:
            code = decide_random(t, games, 0, seat, desk, count, numbers, begin)
            half = games.draws[seat] & 1 == 1
        if not half and count > 1:
            code = decide_oracle(t, games, 0, seat, desk, count, numbers, begin)
        cross_or_pick(t, games.sheets, seat, code)
        count = picks(t, games.sheets, seat, desk.options) if games.sheets.waits[seat] else 0
