"""What the levels of the trained player overlook, as kernels."""

from __future__ import annotations

import numpy as np

from rowlock.fast.jit import kernel_step
from rowlock.fast.sheets import page_of
from rowlock.fast.tables import PASS, PICK, Tables, cell_of, row_of
from rowlock.fast.turns import COLOUR, Games, draw, has_crossed, stream_of

__all__ = ["is_overlooked", "unseen_rows"]


@kernel_step
def unseen_rows(games: Games, i: int, seat: int, overlook: np.float32) -> int:
    """The rows, as bits, that somebody does not look at who overlooks each so often.

    Whoever would have to take a miss looks at all of them.
    """
    if overlook <= 0:
        return 0
    k = i * games.seats + seat
    words = draw(int(games.seed[i]), int(games.number[i]), int(games.draws[k]), stream_of(seat))
    games.draws[k] += 1
    if games.phase[i] == COLOUR and not has_crossed(games, k):
        return 0
    below = int(overlook * np.float32(2**32))
    unseen = 0
    for row in range(4):
        if words[row] < below:
            unseen |= 1 << row
    return unseen


@kernel_step
def is_overlooked(t: Tables, games: Games, k: int, option: int, unseen: int) -> bool:
    """Whether an option is a mark in one of these rows; nobody overlooks a lock."""
    if option == PASS or option >= PICK:
        return False
    row = row_of(option)
    locks = t.locking[page_of(games.sheets, k), row] >> cell_of(option) & 1
    return bool(unseen >> row & 1 and not locks)
