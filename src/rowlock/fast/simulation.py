"""Games of policies from start to end: who sits where, and how each game ended."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from rowlock.fast.checking import checked
from rowlock.fast.jit import kernel, kernel_of_kernels
from rowlock.fast.loop import DecideHook, nothing_more, play_to_end
from rowlock.fast.pen import tally
from rowlock.fast.policies import BUILT_IN, Decide, Desk, Floats, Seated, ask_by_number, built_in
from rowlock.fast.sheets import crosses, page_of
from rowlock.fast.tables import Int8s, Int16s, Int64s, Tables
from rowlock.fast.turns import Games, dice_of, start

__all__ = [
    "LOCKS",
    "MISSES",
    "Play",
    "Results",
    "Seating",
    "Watched",
    "empty_results",
    "player_of",
]

LOCKS, MISSES = 0, 1
"""How a game ended, as in `Results.ending`."""


class Seating(NamedTuple):
    """Which policy sits where, and its numbers."""

    which: Int64s  # [seat] the number of its policy, the built-in ones first
    starts: Int64s  # [seat] where its numbers begin
    numbers: Floats
    first: int  # the seat that rolls first


class Results(NamedTuple):
    """How games ended, one row a game."""

    scores: Int16s  # [game, seat]
    misses: Int8s  # [game, seat]
    crosses: Int8s  # [game, seat, row] the lock's own cross included
    locks: Int8s  # [game, seat] the rows locked on this very sheet, as bits
    turns: Int16s  # [game]
    ending: Int8s  # [game] LOCKS or MISSES
    winners: Int16s  # [game] the seats with most points, as bits


def empty_results(games: int, seats: int) -> Results:
    """Room for the results of this many games."""
    return Results(
        scores=np.empty((games, seats), np.int16),
        misses=np.empty((games, seats), np.int8),
        crosses=np.empty((games, seats, 4), np.int8),
        locks=np.empty((games, seats), np.int8),
        turns=np.empty(games, np.int16),
        ending=np.empty(games, np.int8),
        winners=np.empty(games, np.int16),
    )


class Watched(NamedTuple):
    """Who sits at the table, and where their decisions are written down."""

    seating: Seating
    log: Int16s  # [decision, 2] seat and code; without room for any, none is written
    noted: Int64s  # [1] how many there are


def asker(seated: Seated) -> DecideHook:
    """What asks the policies at a table; a single option needs no asking."""

    @kernel_of_kernels
    def ask(watched: Watched, t: Tables, games: Games, seat: int, desk: Desk, count: int) -> int:
        seating, log, noted = watched.seating, watched.log, watched.noted
        code = int(desk.options[0])
        if count > 1:
            which, begin = seating.which[seat], seating.starts[seat]
            code = seated(which, t, games, 0, seat, desk, count, seating.numbers, begin)
        if log.shape[0]:
            log[noted[0], 0] = seat
            log[noted[0], 1] = code
            noted[0] += 1
        return code

    return ask


@kernel
def write_result(t: Tables, games: Games, place: int, results: Results) -> None:
    """Write down how game 0 ended."""
    most = -32768
    results.ending[place] = LOCKS
    for seat in range(games.seats):
        score = tally(t, games.sheets, seat)
        most = max(most, score)
        results.scores[place, seat] = score
        results.misses[place, seat] = games.sheets.misses[seat]
        results.locks[place, seat] = games.sheets.locks[seat]
        page = page_of(games.sheets, seat)
        for row in range(4):
            marks = games.sheets.marks[seat, row]
            results.crosses[place, seat, row] = crosses(t, page, marks, row)
        if games.sheets.misses[seat] >= t.end_misses:
            results.ending[place] = MISSES
    winners = 0
    for seat in range(games.seats):
        if results.scores[place, seat] == most:
            winners |= 1 << seat
    results.winners[place] = winners
    results.turns[place] = games.turn[0]


@kernel
def forget(desk: Desk) -> None:
    """Another game begins: what was remembered of the last one is gone."""
    for seat in range(desk.memory.shape[0]):
        for place in range(desk.memory.shape[1]):
            desk.memory[seat, place] = 0


@kernel_of_kernels
def play_games(
    ask: DecideHook,
    watched: Watched,
    t: Tables,
    games: Games,
    seed: int,
    number: int,
    desk: Desk,
    results: Results,
) -> None:
    """Play as many games as there is room in the results, from this number on."""
    for place in range(results.turns.shape[0]):
        start(t, games, 0, seed, number + place, watched.seating.first)
        forget(desk)
        play_to_end(ask, nothing_more, watched, dice_of(games, 0), t, games, desk)
        write_result(t, games, place, results)


Play = Callable[[Watched, Tables, Games, int, int, Desk, Results], None]

ask_built_in = asker(built_in)


@kernel
def play_built_in(
    watched: Watched,
    t: Tables,
    games: Games,
    seed: int,
    number: int,
    desk: Desk,
    results: Results,
) -> None:
    """`play_games` of the built-in policies alone, whose compiled code can be kept."""
    play_games(ask_built_in, watched, t, games, seed, number, desk, results)


@cache
def player_of(policies: tuple[Decide, ...]) -> Play:
    """What plays games of these policies, numbered as they stand here.

    If they are all the built-in ones, what is kept of them is used. Any others are compiled once
    in each process, together with nothing but those beside them at the table, and are checked.
    """
    if policies == BUILT_IN:
        return play_built_in
    sitting = [decide if decide in BUILT_IN else checked(decide) for decide in policies]
    ask = asker(ask_by_number(sitting))

    def play(*arguments: object) -> None:
        play_games(ask, *arguments)  # type: ignore[arg-type]

    return play
