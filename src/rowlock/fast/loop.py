"""The turn loop: plays a game from wherever it stands to its end.

Whoever plays games gives it two kernels: `decide` is asked for every decision, `turned` is told
at the end of every turn after which the game goes on. Both are handed `context`, a tuple of
whatever they need.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from rowlock.fast.jit import kernel_of_kernels, kernel_step
from rowlock.fast.pen import cross_or_pick, picks
from rowlock.fast.policy import Desk
from rowlock.fast.tables import Tables
from rowlock.fast.turns import OVER, ROLL, Dice, Games, end_action, legal, rolled, thrown, words_of

__all__ = ["DecideHook", "TurnedHook", "nothing_more", "play_to_end"]

DecideHook: TypeAlias = Callable[[Any, Tables, Games, int, Desk, int], int]
"""Given the context, the tables, the games, a seat, its desk and how many options lie there (a
single one too), it returns one of them."""
TurnedHook: TypeAlias = Callable[[Any, Tables, Games, Desk], None]


@kernel_step
def nothing_more(context: Any, t: Tables, games: Games, desk: Desk) -> None:
    """Do nothing at the end of a turn."""


@kernel_of_kernels
def play_to_end(
    decide: DecideHook,
    turned: TurnedHook,
    context: Any,
    dice: Dice,
    t: Tables,
    games: Games,
    desk: Desk,
) -> None:
    """Play game 0 to its end; the seats that owe a decision are those of `games.waiting`.

    There is one loop for both actions and for ties: what is written once is compiled once.
    """
    words = words_of(dice, int(games.turn[0]))
    while games.phase[0] != OVER:
        if games.phase[0] == ROLL:
            if games.turn[0] & 1:
                words = words_of(dice, int(games.turn[0]))
            thrown(t, games, 0, words)
            rolled(games, 0)
        for seat in range(games.seats):
            count = legal(t, games, 0, seat, desk.options)
            while count:
                code = decide(context, t, games, seat, desk, count)
                cross_or_pick(t, games.sheets, seat, code)
                count = 0
                if games.sheets.waits[seat]:
                    count = picks(t, games.sheets, seat, desk.options)
        end_action(t, games, 0)
        if games.phase[0] == ROLL:
            turned(context, t, games, desk)
