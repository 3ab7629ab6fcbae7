"""Positions in bulk: arrays of games in, every legal decision and what it leads to out.

A value function can so score every candidate of thousands of games in one call:

    found = candidates(t, games, seats)      # what each game's seat may do, and its sheet then
    values = my_value(found.sheets)          # one number a candidate
    take(t, games, seats, found, choose(found, values))
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rowlock.errors import IllegalMove
from rowlock.fast.jit import kernel, kernel_step
from rowlock.fast.pen import cross_or_pick, tally
from rowlock.fast.sheets import Sheets, copy_sheet, empty_sheets, refresh
from rowlock.fast.tables import NOTHING, PICK, Int8s, Int16s, Int32s, Int64s, Tables
from rowlock.fast.ties import spread_ties
from rowlock.fast.turns import ROLL, Games, apply, dice_of, legal, rolled, thrown, words_of

__all__ = [
    "Candidates",
    "apply_decisions",
    "candidates",
    "choose",
    "legal_decisions",
    "points",
    "refreshed",
    "set_rolls",
    "take",
    "throw_dice",
]


class Candidates(NamedTuple):
    """Every whole decision of one seat in each game, ties settled, game after game."""

    starts: Int64s  # [game] its first candidate; one more at the end: how many there are
    game: Int32s  # [candidate] the game it belongs to
    code: Int16s  # [candidate] the decision
    picks: Int8s  # [candidate, n] the rows picked in the ties that follow, -1 behind the last
    sheets: Sheets  # [candidate] the seat's own sheet then


def legal_decisions(t: Tables, games: Games, seats: ArrayLike) -> tuple[Int16s, Int16s]:
    """What the seat of each game may decide: codes [game, n] with NOTHING behind, and how many."""
    who = _seats(games, seats)
    codes = np.full((len(who), t.most_legal), NOTHING, np.int16)
    counts = np.zeros(len(who), np.int16)
    _legal_all(t, games, who, codes, counts)
    return codes, counts


def apply_decisions(t: Tables, games: Games, seats: ArrayLike, codes: ArrayLike) -> None:
    """Apply a decision in each game (NOTHING: leave it); an illegal one changes no game."""
    who = _seats(games, seats)
    chosen = _numbers(codes, len(who), "codes")
    bad = _first_illegal(t, games, who, chosen, np.empty(t.most_legal, np.int16))
    if bad >= 0:
        raise IllegalMove(
            f"game {bad} of the array: {chosen[bad]} is not among the legal decisions of seat "
            f"{who[bad]}, counted from 0"
        )
    _apply_all(t, games, who, chosen)


def throw_dice(t: Tables, games: Games) -> None:
    """Throw the dice in every game that waits for them, as its seed and number say."""
    _throw_all(t, games)


def set_rolls(t: Tables, games: Games, rolls: ArrayLike) -> None:
    """Lay these dice [game, die] on the table of every game that waits for a roll.

    White, white, red, yellow, green, blue; what dice that have left the game show is ignored.
    """
    dice = np.asarray(rolls)
    if dice.shape != games.roll.shape or not ((dice >= 1) & (dice <= t.faces)).all():
        raise IllegalMove(
            f"expected six dice from 1 to {t.faces} for each of {len(games.turn)} games"
        )
    _roll_all(games, np.ascontiguousarray(dice, np.int8))


def points(t: Tables, sheets: Sheets) -> Int16s:
    """The points of each sheet; reshape to (games, seats) for those of `Games`."""
    scores = np.empty(len(sheets.marks), np.int16)
    _tally_all(t, sheets, scores)
    return scores


def refreshed(t: Tables, games: Games) -> Games:
    """The games, with all that follows from the rest worked out again."""
    _refresh_all(t, games)
    return games


def candidates(t: Tables, games: Games, seats: ArrayLike) -> Candidates:
    """Every whole decision of the given seat in each game; none where it owes no decision."""
    who = _seats(games, seats)
    starts = np.zeros(len(who) + 1, np.int64)
    options = np.empty(t.most_legal, np.int16)
    room = 5 * len(who) + t.most_legal
    parts: list[Candidates] = []
    begin = done = 0
    while begin < len(who) or not parts:
        part = Candidates(
            starts,
            np.empty(room, np.int32),
            np.empty(room, np.int16),
            np.full((room, t.most_picks), -1, np.int8),
            _room_for_sheets(t, room),
        )
        reached, used = _candidates_from(t, games, who, begin, done, part, options)
        done += used
        if reached == begin < len(who):
            room *= 4  # a single game has more
            continue
        parts.append(_cut(part, used))
        begin = reached
    return parts[0] if len(parts) == 1 else _joined(parts)


def choose(found: Candidates, values: ArrayLike) -> Int64s:
    """For each game the candidate with the highest value, the first if tied; -1 for none."""
    numbers = np.ascontiguousarray(values, np.float64)
    if numbers.shape != found.code.shape:
        raise IllegalMove(f"expected {len(found.code)} values, one a candidate")
    rows = np.empty(len(found.starts) - 1, np.int64)
    _choose_all(found.starts, numbers, rows)
    return rows


def take(t: Tables, games: Games, seats: ArrayLike, found: Candidates, rows: Int64s) -> None:
    """Play the chosen candidates, ties included; -1 leaves a game as it is."""
    who = _seats(games, seats)
    chosen = _numbers(rows, len(who), "rows")
    good = (chosen == -1) | ((found.starts[:-1] <= chosen) & (chosen < found.starts[1:]))
    if not good.all():
        bad = int(np.argmin(good))
        raise IllegalMove(f"game {bad} of the array: {chosen[bad]} is not among its candidates")
    _take_all(t, games, who, found, chosen)


def _seats(games: Games, seats: ArrayLike) -> Int64s:
    count = len(games.turn)
    given = np.asarray(seats)
    who = _numbers(given if given.ndim else np.full(count, given), count, "seats")
    if count and not 0 <= who.min() <= who.max() < games.seats:
        raise IllegalMove(f"expected seats from 0 to {games.seats - 1}")
    return who


def _numbers(values: ArrayLike, count: int, name: str) -> Int64s:
    numbers: NDArray[np.int64] = np.ascontiguousarray(values, np.int64)
    if numbers.shape != (count,):
        raise IllegalMove(f"{name}: expected one for each of {count} games")
    return numbers


def _room_for_sheets(t: Tables, count: int) -> Sheets:
    one = empty_sheets(t, 1)
    return Sheets._make(np.empty((count, *array.shape[1:]), array.dtype) for array in one)


def _cut(part: Candidates, used: int) -> Candidates:
    sheets = Sheets._make(array[:used] for array in part.sheets)
    return Candidates(part.starts, part.game[:used], part.code[:used], part.picks[:used], sheets)


def _joined(parts: list[Candidates]) -> Candidates:
    sheets = Sheets._make(np.concatenate(arrays) for arrays in zip(*(p.sheets for p in parts)))
    return Candidates(
        parts[0].starts,
        np.concatenate([part.game for part in parts]),
        np.concatenate([part.code for part in parts]),
        np.concatenate([part.picks for part in parts]),
        sheets,
    )


@kernel
def _legal_all(t: Tables, games: Games, who: Int64s, codes: Int16s, counts: Int16s) -> None:
    for i in range(who.shape[0]):
        counts[i] = legal(t, games, i, who[i], codes[i])
        # Marks are written before it is known whether they are legal.
        for place in range(counts[i], codes.shape[1]):
            codes[i, place] = NOTHING


@kernel
def _first_illegal(t: Tables, games: Games, who: Int64s, codes: Int64s, options: Int16s) -> int:
    for i in range(who.shape[0]):
        good = codes[i] == NOTHING
        for place in range(legal(t, games, i, who[i], options)):
            if options[place] == codes[i]:
                good = True
        if not good:
            return i
    return -1


@kernel
def _apply_all(t: Tables, games: Games, who: Int64s, codes: Int64s) -> None:
    for i in range(who.shape[0]):
        if codes[i] != NOTHING:
            apply(t, games, i, who[i], codes[i])


@kernel
def _throw_all(t: Tables, games: Games) -> None:
    for i in range(games.turn.shape[0]):
        if games.phase[i] == ROLL:
            thrown(t, games, i, words_of(dice_of(games, i), int(games.turn[i])))
            rolled(games, i)


@kernel
def _roll_all(games: Games, dice: Int8s) -> None:
    for i in range(games.turn.shape[0]):
        if games.phase[i] == ROLL:
            for die in range(6):
                gone = die >= 2 and games.closed[i] >> (die - 2) & 1
                games.roll[i, die] = 0 if gone else dice[i, die]
            rolled(games, i)


@kernel
def _tally_all(t: Tables, sheets: Sheets, scores: Int16s) -> None:
    for k in range(scores.shape[0]):
        scores[k] = tally(t, sheets, k)


@kernel
def _refresh_all(t: Tables, games: Games) -> None:
    for k in range(games.draws.shape[0]):
        refresh(t, games.sheets, k, games.closed[k // games.seats])


@kernel
def _candidates_from(
    t: Tables, games: Games, who: Int64s, begin: int, done: int, part: Candidates, options: Int16s
) -> tuple[int, int]:
    """Write candidates while there is room; the game that found none, and how many there are.

    `done` candidates were written before into other parts.
    """
    used = 0
    room = part.code.shape[0]
    for i in range(begin, who.shape[0]):
        k = i * games.seats + who[i]
        mine = used
        part.starts[i] = done + used
        count = legal(t, games, i, who[i], options)
        if used + count > room:
            return i, mine
        for place in range(count):
            copy_sheet(games.sheets, k, part.sheets, used)
            part.game[used] = i
            part.code[used] = options[place]
            cross_or_pick(t, part.sheets, used, options[place])
            used += 1
        if t.most_picks:
            wanted = spread_ties(t, part.sheets, mine, used, room, _note_pick, part)
            if wanted > room:
                _forget_picks(part, mine, room)
                return i, mine
            used = wanted
        part.starts[i + 1] = done + used
    return who.shape[0], used


@kernel_step
def _note_pick(part: Candidates, source: int, target: int, row: int) -> None:
    depth = 0
    while part.picks[source, depth] >= 0:
        part.picks[target, depth] = part.picks[source, depth]
        depth += 1
    part.picks[target, depth] = row
    part.game[target] = part.game[source]
    part.code[target] = part.code[source]


@kernel
def _forget_picks(part: Candidates, begin: int, end: int) -> None:
    for at in range(begin, end):
        for place in range(part.picks.shape[1]):
            part.picks[at, place] = -1


@kernel
def _choose_all(starts: Int64s, values: NDArray[np.float64], rows: Int64s) -> None:
    for i in range(rows.shape[0]):
        rows[i] = -1
        for at in range(starts[i], starts[i + 1]):
            if rows[i] < 0 or values[at] > values[rows[i]]:
                rows[i] = at


@kernel
def _take_all(t: Tables, games: Games, who: Int64s, found: Candidates, rows: Int64s) -> None:
    for i in range(rows.shape[0]):
        if rows[i] >= 0:
            apply(t, games, i, who[i], found.code[rows[i]])
            for place in range(found.picks.shape[1]):
                if found.picks[rows[i], place] >= 0:
                    apply(t, games, i, who[i], PICK + int(found.picks[rows[i], place]))
