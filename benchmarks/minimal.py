"""The shortest quick simulator of Classic that plain Python allows, for comparison alone.

It knows one variant and one player, keen: nothing can be asked, shown, written down or changed.
A sheet is two lists: how far each row is used up, and how many crosses it has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from rowlock.lots import DICE, philox

__all__ = ["End", "numbered_dice", "play"]

Throw: TypeAlias = Callable[[int], Sequence[int]]
"""Six dice for a turn, which is counted from 1: white, white, red, yellow, green, blue."""
Cell: TypeAlias = tuple[int, int]  # row, index

_LAST = 10
_NEEDS = 5
_SKIPS = 1
_CELLS: list[list[Cell]] = [
    [(row, number - 2 if row < 2 else 12 - number) for row in range(4)] for number in range(13)
]
"""[number][row] where a number stands; 0 and 1 are no numbers."""


class End(NamedTuple):
    """How a game ended, seat by seat."""

    scores: list[int]
    misses: list[int]
    crosses: list[list[int]]
    turns: int


def play(throw: Throw, seats: int = 2) -> End:
    """A game of keen players from the first roll to the last."""
    reach = [[0] * 4 for _ in range(seats)]
    crosses = [[0] * 4 for _ in range(seats)]
    misses = [0] * seats
    closed: set[int] = set()
    turn = active = 0
    while True:
        turn += 1
        one, two, *colours = throw(turn)
        white = _CELLS[one + two]
        colour = [_CELLS[die + one][row] for row, die in enumerate(colours)]
        if one != two:
            other = [_CELLS[die + two][row] for row, die in enumerate(colours)]
            colour = [cell for both in zip(colour, other) for cell in both]
        closing: set[int] = set()
        crossed = False
        for seat in range(seats):
            loss, cell = _best(reach[seat], crosses[seat], white)
            if cell is None:
                continue
            if loss > _SKIPS:
                if seat != active:
                    continue
                later, found = _best(reach[seat], crosses[seat], colour)
                if found is not None and later < loss:
                    continue
            crossed |= seat == active
            if _cross(reach[seat], crosses[seat], cell):
                closing.add(cell[0])
        if closing and _close(closing, closed, reach):
            break
        closing = set()
        loss, cell = _best(reach[active], crosses[active], colour)
        if cell is not None and (loss <= _SKIPS or not crossed):
            crossed = True
            if _cross(reach[active], crosses[active], cell):
                closing.add(cell[0])
        if closing and _close(closing, closed, reach):
            break
        if not crossed:
            misses[active] += 1
            if misses[active] == 4:
                break
        active = (active + 1) % seats
    scores = [
        sum(n * (n + 1) // 2 for n in counts) - 5 * missed
        for counts, missed in zip(crosses, misses)
    ]
    return End(scores, misses, crosses, turn)


def _best(reach: list[int], crosses: list[int], cells: Iterable[Cell]) -> tuple[int, Cell | None]:
    """The first cell that passes over the fewest, -1 for a lock; none if all are out of reach."""
    least, best = 99, None
    for cell in cells:
        row, index = cell
        loss = index - reach[row]
        if loss >= 0:
            if index == _LAST:
                if crosses[row] < _NEEDS:
                    continue
                return -1, cell
            if loss < least:
                least, best = loss, cell
    return least, best


def _cross(reach: list[int], crosses: list[int], cell: Cell) -> bool:
    """Cross a cell, and the lock behind the last one; whether it was that one."""
    row, index = cell
    reach[row] = index + 1
    locks = index == _LAST
    crosses[row] += 1 + locks
    return locks


def _close(closing: set[int], closed: set[int], reach: list[list[int]]) -> bool:
    """Close rows for everybody; whether that ends the game."""
    closed |= closing
    for row in closing:
        for own in reach:
            own[row] = _LAST + 1
    return len(closed) >= 2


def numbered_dice(seed: int, game: int) -> Throw:
    """The dice of a game of a batch, the very same as both engines throw."""

    def throw(turn: int) -> list[int]:
        words = philox(seed, game, (turn - 1) // 2, DICE)
        dice = []
        for word in words[:2] if turn % 2 else words[2:]:
            for _ in range(3):
                word *= 6
                dice.append((word >> 32) + 1)
                word &= 0xFFFFFFFF
        return dice

    return throw
