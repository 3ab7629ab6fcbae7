"""Locks are announced: what an answer locks, and who could lock that row too (ruling 13).

The rules treat the white action as simultaneous. At a table a lock is told at once, and
whoever could make it too is asked once more; what a table needs to know for that stands here.
All of it follows from sheets that everybody can see.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from rowlock.events import Seat
from rowlock.game import Game
from rowlock.moves import Decision, Mark
from rowlock.rules import Effect
from rowlock.sheet import COLOURS, Colour, Sheet

__all__ = [
    "announced_rows",
    "colours_ahead",
    "locked_between",
    "locking_decisions",
    "with_announced",
]


def locked_between(before: Sheet, after: Sheet) -> tuple[Colour, ...]:
    """The rows that were locked on a sheet between these two states."""
    return tuple(row for row in COLOURS if after.locked(row) and not before.locked(row))


def announced_rows(announced: Mapping[Seat, Collection[Colour]]) -> set[Colour]:
    """The rows of these locks, whoever made them."""
    return {row for rows in announced.values() for row in rows}


def locking_decisions(
    game: Game, seat: Seat, rows: Collection[Colour], before: Sheet | None = None
) -> tuple[Decision, ...]:
    """The decisions of a seat that lock one of these rows, some only with the right pick after.

    The game is one in which the seat is asked: `game.view(None)` asks everybody again. If it is
    asked to settle a tie, `before` is its sheet before the cross that brought it.
    """
    wanted, before = set(rows), before or game.sheets[seat]
    known: _Known = {}
    return tuple(
        decision
        for decision in game.legal(seat)
        if any(wanted.intersection(locked) for locked in _ends(game, seat, decision, before, known))
    )


def colours_ahead(
    game: Game, seat: Seat, rows: Collection[Colour], before: Sheet
) -> tuple[Mark, ...]:
    """What a white and a coloured die will allow this seat, as far as it can know now.

    The rows that were announced, and those that it locks itself, will be closed by then, and
    their dice gone. `before` is its sheet before the white action.
    """
    closing = {*rows, *locked_between(before, game.sheets[seat])}
    if closing and game.roll is not None:
        game = replace(game, closed=game.closed | closing, roll=game.roll.without(closing))
    return game.colour_marks(seat)


def with_announced(game: Game, announced: Mapping[Seat, Collection[Colour]]) -> Game:
    """The game with the announced locks on it, as far as everybody can work them out.

    A lock that may have come about in more than one way stays sealed: only the row was told.
    """
    for seat, rows in announced.items():
        ends = _ways(game, seat, game.sheets[seat], {})
        (way,) = [way for locked, way in ends.items() if set(locked) == set(rows)] or [None]
        for decision in way or ():
            game = game.apply(seat, decision).game
    return game


_Ends = dict[tuple[Colour, ...], tuple[Decision, ...] | None]
"""Rows that can be locked, with the only answer that locks just them; none if there are several."""
_Known = dict[tuple[Sheet, tuple[Effect, ...]], _Ends]


def _ways(game: Game, seat: Seat, before: Sheet, known: _Known) -> _Ends:
    """All that the answers of a seat, picks included, may lock.

    Picks in another order often lead to the same sheet, so what is known is not worked out again:
    there can be thousands of answers, but only dozens of sheets.
    """
    state = (game.sheets[seat], game.pending[seat])
    if state not in known:
        found: _Ends = {}
        for decision in game.legal(seat):
            for locked, way in _ends(game, seat, decision, before, known).items():
                several = locked in found or way is None
                found[locked] = None if several else (decision, *(way or ()))
        known[state] = found
    return known[state]


def _ends(game: Game, seat: Seat, decision: Decision, before: Sheet, known: _Known) -> _Ends:
    """What the answers of a seat that begin with this decision may lock, with the rest of them."""
    after = game.apply(seat, decision).game
    if after.pending[seat]:
        return _ways(after, seat, before, known)
    return {locked_between(before, after.sheets[seat]): ()}
