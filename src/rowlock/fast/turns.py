"""Kernels of a whole game: what `Game` does, under the same names, and games from start to end.

`games` holds many games as arrays; `i` is the one that is meant. The sheet of its seat is
number i * seats + seat among the sheets.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rowlock.fast.jit import bit_count, kernel
from rowlock.fast.pen import after_close, cross_or_pick, picks
from rowlock.fast.sheets import Sheets, copy_sheet, empty_sheets, is_free, page_of, refresh
from rowlock.fast.tables import PASS, Int8s, Int16s, Int32s, Int64s, Tables
from rowlock.fast.twins import twin_offers
from rowlock.lots import DICE, philox, seat_stream

__all__ = [
    "COLOUR",
    "Dice",
    "OVER",
    "ROLL",
    "WHITE",
    "Games",
    "apply",
    "colour_marks",
    "colour_marks_on",
    "draw",
    "dice_of",
    "empty_games",
    "end_action",
    "has_crossed",
    "legal",
    "rolled",
    "see_sheet",
    "start",
    "stream_of",
    "thrown",
    "white_marks",
    "white_marks_on",
    "words_of",
]

ROLL, WHITE, COLOUR, OVER = 0, 1, 2, 3
"""The phases of a game."""

draw = kernel(philox)
stream_of = kernel(seat_stream)


class Games(NamedTuple):
    """Many games with the same number of seats."""

    sheets: Sheets  # [i * seats + seat] others' are sealed in the white action: see `see_sheet`
    before_marks: Int32s  # [i * seats + seat, row] as they were when the turn began
    before_struck: Int64s  # [i * seats + seat] as it was when the turn began
    draws: Int32s  # [i * seats + seat] how many numbers this seat's player has drawn
    seats: int  # how many sit at the table
    active: Int8s  # [i] the seat that rolled
    turn: Int32s  # [i] from 1
    phase: Int8s  # [i] ROLL, WHITE, COLOUR or OVER
    roll: Int8s  # [i, die] white, white, red, yellow, green, blue; 0: its row is closed
    closed: Int8s  # [i] the rows closed for everybody, as bits
    waiting: Int16s  # [i] the seats that owe a decision, as bits
    seed: Int64s  # [i] with the number, all that its dice depend on
    number: Int64s  # [i] the number of the game


def empty_games(t: Tables, seats: int, count: int) -> Games:
    """New games, before their first roll."""
    return Games(
        sheets=empty_sheets(t, count * seats, seats),
        before_marks=np.zeros((count * seats, 4), np.int32),
        before_struck=np.zeros(count * seats, np.int64),
        draws=np.zeros(count * seats, np.int32),
        seats=seats,
        active=np.zeros(count, np.int8),
        turn=np.ones(count, np.int32),
        phase=np.zeros(count, np.int8),
        roll=np.zeros((count, 6), np.int8),
        closed=np.zeros(count, np.int8),
        waiting=np.zeros(count, np.int16),
        seed=np.zeros(count, np.int64),
        number=np.arange(count, dtype=np.int64),
    )


@kernel
def white_marks(t: Tables, games: Games, i: int, seat: int, out: Int16s) -> int:
    """Write what the announced sum allows on this seat's sheet; how many marks there are."""
    announced = games.roll[i, 0] + games.roll[i, 1] & 31  # the bits of any sum, never negative
    return white_marks_on(t, games.sheets, i * games.seats + seat, announced, out)


@kernel
def white_marks_on(t: Tables, sheets: Sheets, k: int, announced: int, out: Int16s | Int32s) -> int:
    """Write what this sum allows on this sheet; how many marks there are."""
    page = page_of(sheets, k)
    n = 0
    for row in range(4):
        # Written always and counted if legal: a branch here would be a guess that the
        # processor loses half the time.
        mark = t.white_cells[page, announced, row]
        out[n] = mark
        n += is_free(sheets, k, mark)
    for place in range(t.rules.shape[0]):
        n = twin_offers(t.rules[place], t, sheets, k, announced, out, n)
    return n


@kernel
def colour_marks(t: Tables, games: Games, i: int, seat: int, out: Int16s) -> int:
    """Write what a white and a coloured die allow on this seat's sheet; how many there are."""
    return colour_marks_on(t, games.sheets, i * games.seats + seat, games.roll, i, 0, out)


@kernel
def colour_marks_on(
    t: Tables, sheets: Sheets, k: int, roll: Int8s, i: int, gone: int, out: Int16s
) -> int:
    """Write what the dice of game i allow on this sheet, without those of the rows in `gone`."""
    page = page_of(sheets, k)
    first, second = roll[i, 0] & 15, roll[i, 1] & 15
    n = 0
    for colour in range(4):
        die = roll[i, 2 + colour] & 15
        if die and not gone >> colour & 1:
            for place in range(t.colour_cells.shape[3]):
                mark = t.colour_cells[page, colour, die + first, place]
                out[n] = mark
                n += is_free(sheets, k, mark)
            if first != second:
                for place in range(t.colour_cells.shape[3]):
                    mark = t.colour_cells[page, colour, die + second, place]
                    out[n] = mark
                    n += is_free(sheets, k, mark)
    return n


@kernel
def legal(t: Tables, games: Games, i: int, seat: int, out: Int16s) -> int:
    """Write every decision this seat may take now, in the order of `Game.legal`; how many."""
    if not games.waiting[i] >> seat & 1:
        return 0
    k = i * games.seats + seat
    if games.sheets.waits[k]:
        return picks(t, games.sheets, k, out)
    if games.phase[i] == WHITE:
        n = white_marks(t, games, i, seat, out)
    else:
        n = colour_marks(t, games, i, seat, out)
    out[n] = PASS
    return n + 1


@kernel
def has_crossed(games: Games, k: int) -> bool:
    """Whether the sheet has other marks than when the turn began."""
    for row in range(4):
        if games.sheets.marks[k, row] != games.before_marks[k, row]:
            return True
    return False


@kernel
def see_sheet(
    t: Tables, games: Games, i: int, seat: int, other: int, sheets: Sheets, place: int
) -> None:
    """Copy a sheet as this seat may see it: what others decide in the white action is sealed."""
    k = i * games.seats + other
    copy_sheet(games.sheets, k, sheets, place)
    if other != seat and games.phase[i] == WHITE:
        for row in range(4):
            sheets.marks[place, row] = games.before_marks[k, row]
        sheets.struck[place] = games.before_struck[k]
        sheets.waits[place] = 0
        refresh(t, sheets, place, int(games.closed[i]))


class Dice(NamedTuple):
    """Where the dice of a game come from: four words of a stream are those of two turns."""

    seed: int
    number: int  # of the game
    stream: int
    first: int  # the two turns that words 0 are for; turns 1 and 2 are number 1


@kernel
def dice_of(games: Games, i: int) -> Dice:
    """The dice of a numbered game (as `GameDice`)."""
    return Dice(int(games.seed[i]), int(games.number[i]), DICE, 1)


@kernel
def words_of(dice: Dice, turn: int) -> tuple[int, int, int, int]:
    """The words for the dice of this turn and the one that shares them."""
    return draw(dice.seed, dice.number, (turn + 1 >> 1) - dice.first, dice.stream)


@kernel
def thrown(t: Tables, games: Games, i: int, words: tuple[int, int, int, int]) -> None:
    """Lay the dice that these words mean on the table: the first two in odd turns, or the others.

    Those that have left the game show 0.
    """
    odd = games.turn[i] & 1
    first, second = (words[0], words[1]) if odd else (words[2], words[3])
    for die in range(3):
        first *= t.faces
        second *= t.faces
        games.roll[i, die] = (first >> 32) + 1
        games.roll[i, 3 + die] = (second >> 32) + 1
        first &= 0xFFFFFFFF
        second &= 0xFFFFFFFF
    leave(games, i)


@kernel
def leave(games: Games, i: int) -> None:
    """Take the dice of closed rows from the table."""
    closed = games.closed[i]
    if closed:
        for row in range(4):
            if closed >> row & 1:
                games.roll[i, 2 + row] = 0


@kernel
def rolled(games: Games, i: int) -> None:
    """The dice lie on the table: everybody owes a decision."""
    games.phase[i] = WHITE
    games.waiting[i] = (1 << games.seats) - 1


@kernel
def apply(t: Tables, games: Games, i: int, seat: int, code: int) -> None:
    """A seat's legal decision, and the end of the action if it was the last (as `Game.apply`)."""
    cross_or_pick(t, games.sheets, i * games.seats + seat, code)
    if games.sheets.waits[i * games.seats + seat] == 0:
        games.waiting[i] &= ~(1 << seat)
        if games.waiting[i] == 0:
            end_action(t, games, i)


@kernel
def end_action(t: Tables, games: Games, i: int) -> None:
    """Everybody has decided: rows close, and the game goes on or ends."""
    first = i * games.seats
    closed = games.closed[i]
    for k in range(first, first + games.seats):
        closed |= games.sheets.locks[k]
    closing = closed ^ games.closed[i]
    if closing:
        for row in range(4):
            if closing >> row & 1:
                for k in range(first, first + games.seats):
                    after_close(t, games.sheets, k, row)
    games.closed[i] = closed
    over = bit_count(closed) >= t.end_locks
    if games.phase[i] == WHITE and not over:
        games.phase[i] = COLOUR
        games.waiting[i] = 1 << int(games.active[i])
        leave(games, i)
        return
    active = first + int(games.active[i] & 7)
    # The second lock ends the game at once: no colour action and no miss (ruling 3).
    if not over and not has_crossed(games, active):
        games.sheets.misses[active] += 1
        over = games.sheets.misses[active] >= t.end_misses
    games.waiting[i] = 0
    if over:
        games.phase[i] = OVER
        return
    games.phase[i] = ROLL
    after = games.active[i] + 1
    games.active[i] = 0 if after == games.seats else after  # a division would take longer
    games.turn[i] += 1
    for die in range(6):
        games.roll[i, die] = 0
    for k in range(first, first + games.seats):
        for row in range(4):
            games.before_marks[k, row] = games.sheets.marks[k, row]
        games.before_struck[k] = games.sheets.struck[k]


@kernel
def start(t: Tables, games: Games, i: int, seed: int, number: int, first: int) -> None:
    """Clear a place for a new game."""
    for seat in range(games.seats):
        k = i * games.seats + seat
        page = seat % t.pages
        games.sheets.page[k] = page
        for row in range(4):
            games.sheets.marks[k, row] = 0
            games.before_marks[k, row] = 0
            games.sheets.free[k, row] = t.fresh[page, row]
        games.sheets.closed[k] = 0
        games.sheets.misses[k] = 0
        games.sheets.locks[k] = 0
        games.sheets.struck[k] = 0
        games.sheets.waits[k] = 0
        games.before_struck[k] = 0
        games.draws[k] = 0
    games.active[i] = first
    games.turn[i] = 1
    games.phase[i] = ROLL
    games.closed[i] = 0
    games.waiting[i] = 0
    games.seed[i] = seed
    games.number[i] = number
