"""Kernels that play games from start to end, and write down how each ended."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from rowlock.fast.jit import kernel, kernel_of_kernels
from rowlock.fast.policies import BUILT_IN, Decide, Desk, Floats, built_in
from rowlock.fast.sheets import cross_or_pick, crosses, picks, tally
from rowlock.fast.tables import PASS, Int8s, Int16s, Int64s, Tables
from rowlock.fast.turns import (
    OVER,
    Games,
    colour_marks,
    dice_words,
    end_action,
    rolled,
    start,
    thrown,
    white_marks,
)

__all__ = ["LOCKS", "MISSES", "Play", "Results", "Seating", "empty_results", "player_of"]

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
    """Room for the results of so many games."""
    return Results(
        scores=np.empty((games, seats), np.int16),
        misses=np.empty((games, seats), np.int8),
        crosses=np.empty((games, seats, 4), np.int8),
        locks=np.empty((games, seats), np.int8),
        turns=np.empty(games, np.int16),
        ending=np.empty(games, np.int8),
        winners=np.empty(games, np.int16),
    )


@kernel_of_kernels
def ask(
    seated: Seated,
    seating: Seating,
    t: Tables,
    games: Games,
    seat: int,
    desk: Desk,
    count: int,
    log: Int16s,
    noted: Int64s,
) -> int:
    """The decision of a seat among its options; a single one needs no asking."""
    code = int(desk.options[0])
    if count > 1:
        which, begin = seating.which[seat], seating.starts[seat]
        code = seated(which, t, games, 0, seat, desk, count, seating.numbers, begin)
    if log.shape[0]:
        log[noted[0], 0] = seat
        log[noted[0], 1] = code
        noted[0] += 1
    return code


@kernel_of_kernels
def act(
    seated: Seated,
    seating: Seating,
    t: Tables,
    games: Games,
    seat: int,
    marks: int,
    desk: Desk,
    log: Int16s,
    noted: Int64s,
) -> None:
    """Let a seat decide among so many marks and the pass, and settle the ties that come of it."""
    desk.options[marks] = PASS
    code = ask(seated, seating, t, games, seat, desk, marks + 1, log, noted)
    if code == PASS:
        return
    cross_or_pick(t, games.sheets, seat, code)
    while games.sheets.waits[seat]:
        count = picks(t, games.sheets, seat, desk.options)
        tied = ask(seated, seating, t, games, seat, desk, count, log, noted)
        cross_or_pick(t, games.sheets, seat, tied)


@kernel_of_kernels
def play_game(
    seated: Seated,
    seating: Seating,
    t: Tables,
    games: Games,
    desk: Desk,
    log: Int16s,
    noted: Int64s,
) -> None:
    """Play game 0 to its end."""
    words = dice_words(games, 0)
    while games.phase[0] != OVER:
        if games.turn[0] & 1:
            words = dice_words(games, 0)
        thrown(t, games, 0, words)
        rolled(games, 0)
        for seat in range(games.seats):
            marks = white_marks(t, games, 0, seat, desk.options)
            act(seated, seating, t, games, seat, marks, desk, log, noted)
        end_action(t, games, 0)
        if games.phase[0] != OVER:
            active = int(games.active[0]) & 7
            marks = colour_marks(t, games, 0, active, desk.options)
            act(seated, seating, t, games, active, marks, desk, log, noted)
            end_action(t, games, 0)


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
        for row in range(4):
            results.crosses[place, seat, row] = crosses(t, games.sheets.marks[seat, row], row)
        if games.sheets.misses[seat] >= t.end_misses:
            results.ending[place] = MISSES
    winners = 0
    for seat in range(games.seats):
        if results.scores[place, seat] == most:
            winners |= 1 << seat
    results.winners[place] = winners
    results.turns[place] = games.turn[0]


@kernel_of_kernels
def play_games(
    seated: Seated,
    seating: Seating,
    t: Tables,
    games: Games,
    seed: int,
    number: int,
    desk: Desk,
    log: Int16s,
    noted: Int64s,
    results: Results,
) -> None:
    """Play as many games as there is room in the results, from this number on."""
    for place in range(results.turns.shape[0]):
        start(t, games, 0, seed, number + place, seating.first)
        play_game(seated, seating, t, games, desk, log, noted)
        write_result(t, games, place, results)


Seated = Callable[[int, Tables, Games, int, int, Desk, int, Floats, int], int]
"""All policies at the table as one: it is told first which of them is asked."""

Play = Callable[[Seating, Tables, Games, int, int, Desk, Int16s, Int64s, Results], None]


@kernel
def nobody(
    which: int,
    t: Tables,
    games: Games,
    i: int,
    seat: int,
    desk: Desk,
    count: int,
    numbers: Floats,
    begin: int,
) -> int:
    """No policy is plugged in."""
    return int(desk.options[0])


@kernel
def play_built_in(
    seating: Seating,
    t: Tables,
    games: Games,
    seed: int,
    number: int,
    desk: Desk,
    log: Int16s,
    noted: Int64s,
    results: Results,
) -> None:
    """`play_games` of the built-in policies alone, whose compiled code can be kept."""
    play_games(built_in, seating, t, games, seed, number, desk, log, noted, results)


@cache
def player_of(policies: tuple[Decide, ...]) -> Play:
    """What plays games of these policies, numbered as they stand here.

    If they are all the built-in ones, what is kept of them is used. Any others are compiled once
    in each process, together with nothing but those beside them at the table.
    """
    if policies == BUILT_IN:
        return play_built_in
    seated: Seated = nobody
    for which, decide in enumerate(policies):
        seated = _either(which, decide, seated)

    def play(*arguments: object) -> None:
        play_games(seated, *arguments)  # type: ignore[arg-type]

    return play


def _either(this: int, decide: Decide, others: Seated) -> Seated:
    @kernel_of_kernels
    def either(
        which: int,
        t: Tables,
        games: Games,
        i: int,
        seat: int,
        desk: Desk,
        count: int,
        numbers: Floats,
        begin: int,
    ) -> int:
        if which == this:
            return decide(t, games, i, seat, desk, count, numbers, begin)
        return others(which, t, games, i, seat, desk, count, numbers, begin)

    return either
