"""The turn under way as a table sees it: what is sealed, told, announced, and may be taken back.

Everything here follows from the record alone.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from enum import Enum

from rowlock.announcing import locked_between, locking_decisions
from rowlock.events import Event, Seat
from rowlock.game import Game, Phase
from rowlock.record import Move, Played, Record, play_move
from rowlock.sheet import Colour

__all__ = [
    "Refusal",
    "announced",
    "answers",
    "ask_again",
    "fit_to_keep",
    "this_turn",
    "to_take_back",
    "untold",
    "without",
]


class Refusal(Enum):
    """Why nothing can be taken back, as the words have it."""

    NOTHING = "undo.nothing"
    TOLD = "undo.told"
    ANNOUNCED = "undo.announced"


def this_turn(record: Record) -> tuple[Move, ...]:
    """The moves since the last roll, the roll itself left out."""
    rolls = record.rolls()
    return record.moves[rolls[-1] + 1 :] if rolls else ()


def untold(record: Record) -> list[Event]:
    """What has happened in the action under way: it is told when the action is over."""
    events: list[Event] = []
    phase = Phase.ROLL
    for step in record.steps():
        events = [*events, *step.events] if step.game.phase is phase else []
        phase = step.game.phase
    return events


def announced(game: Game) -> dict[Seat, tuple[Colour, ...]]:
    """The locks of the white action under way, by whoever made them."""
    if game.phase is not Phase.WHITE:
        return {}
    rows = {s: locked_between(game.before[s], game.sheets[s]) for s in range(game.seats)}
    return {seat: locked for seat, locked in rows.items() if locked}


def answers(record: Record) -> dict[Seat, tuple[Played, ...]]:
    """What each seat has decided in the white action under way."""
    given: dict[Seat, tuple[Played, ...]] = {}
    if record.game().phase is Phase.WHITE:
        for move in this_turn(record):
            assert isinstance(move, Played)
            given[move.seat] = (*given.get(move.seat, ()), move)
    return given


def without(record: Record, left_out: Collection[int]) -> Record:
    """The record without some moves of this turn, counted from its roll."""
    turn = this_turn(record)
    before = record.moves[: len(record.moves) - len(turn)]
    kept = tuple(move for i, move in enumerate(turn) if i not in left_out)
    return replace(record, moves=before + kept)


def ask_again(
    record: Record, rows: Collection[Colour], heard: Mapping[Seat, Collection[Colour]]
) -> frozenset[Seat]:
    """Who has answered without locking, could lock one of these rows, and did not know of it."""
    game = record.game()
    afresh = game.view(None)
    return frozenset(
        seat
        for seat in answers(record)
        if seat not in announced(game)
        and locking_decisions(afresh, seat, set(rows).difference(heard.get(seat, ())))
    )


def fit_to_keep(record: Record, persons: Collection[Seat], announcing: bool) -> Record:
    """What may stand in a file while a white action is open: nothing that is sealed.

    Bots decide again when the game goes on, and so do persons, unless there is only one, from
    whom nothing of his own is kept. An announced lock is binding, so it is kept as it was made.
    """
    game = record.game()
    if game.phase is not Phase.WHITE:
        return record
    binding = _binding(record) if announcing else frozenset()
    sealed = [
        i
        for i, move in enumerate(this_turn(record))
        if isinstance(move, Played) and {move.seat} != set(persons) and i not in binding
    ]
    return without(record, sealed)


def to_take_back(record: Record, persons: Collection[Seat], announcing: bool) -> int | Refusal:
    """The last decision of a person that nobody else knows of: its place in this turn."""
    game = record.game()
    turn = this_turn(record)
    mine = [i for i, move in enumerate(turn) if isinstance(move, Played) and move.seat in persons]
    if not mine:
        return Refusal.NOTHING
    if game.seats == 1:  # there is nobody else
        return mine[-1]
    if game.phase is not Phase.WHITE:
        # What the white action brought was told when it was over; the colour action of a
        # person tells nothing but what that person decided.
        untouched = [i for i in mine if i >= _white_moves(record)]
        return untouched[-1] if untouched else Refusal.TOLD
    binding = _binding(record) if announcing else frozenset()
    free = [i for i in mine if i not in binding]
    return free[-1] if free else Refusal.ANNOUNCED


def _white_moves(record: Record) -> int:
    """How many moves of this turn belong to its white action."""
    turn = this_turn(record)
    game = without(record, range(len(turn))).game()
    for i, move in enumerate(turn):
        if game.phase is not Phase.WHITE:
            return i
        game = play_move(game, move).game
    return len(turn)


def _binding(record: Record) -> frozenset[int]:
    """The moves of the white action under way that led to a lock, by their places in the turn."""
    turn = this_turn(record)
    game = without(record, range(len(turn))).game()
    bound: set[int] = set()
    for i, move in enumerate(turn):
        assert isinstance(move, Played)
        after = play_move(game, move).game
        if locked_between(game.sheets[move.seat], after.sheets[move.seat]):
            seats = [m.seat for m in turn[: i + 1] if isinstance(m, Played)]
            bound |= {j for j, seat in enumerate(seats) if seat == move.seat}
        game = after
    return frozenset(bound)
