"""Count continuations with the engine, decision by decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rowlock import Game, Phase, Pick, Roll
from rowlock.events import Closed, Ended, Event, Lapsed, Marked
from rowlock.sheet import COLOURS

__all__ = ["Count", "count"]

Frontier = dict[object, tuple[Game, int]]


class Count(NamedTuple):
    """The two numbers, and what was met on the way."""

    continuations: int
    positions: int
    met: frozenset[str]


def count(game: Game, rolls: Iterable[Roll]) -> Count:
    """Walk every decision of every seat through these rolls.

    Equal games are merged after each decision and carry how many sequences lead to them.
    A seat decides after those before it, but the white action does not depend on order,
    so no sequence is missed or met twice.
    """
    met: set[str] = set()
    reached: Frontier = {_key(game): (game, 1)}
    for roll in rolls:
        reached = _merged((_rolled(game, roll), ways) for game, ways in reached.values())
        while any(game.to_move() for game, _ in reached.values()):
            reached = _merged(
                (after, ways) for game, ways in reached.values() for after in _decided(game, met)
            )
    return Count(sum(ways for _, ways in reached.values()), len(reached), frozenset(met))


def _merged(games: Iterable[tuple[Game, int]]) -> Frontier:
    merged: Frontier = {}
    for game, ways in games:
        key = _key(game)
        merged[key] = (game, merged[key][1] + ways if key in merged else ways)
    return merged


def _key(game: Game) -> object:
    """All that the future of a game depends on; between turns, just what the files call equal."""
    sheets = tuple((sheet.marks, sheet.misses, sheet.struck) for sheet in game.sheets)
    if not game.to_move():
        return sheets, game.closed, game.active
    # Within a turn a miss hangs on what the active seat had before.
    before = game.before[game.active].marks
    return sheets, game.closed, game.active, game.phase, game.waiting, game.pending, before


def _rolled(game: Game, roll: Roll) -> Game:
    """The game after this roll, less the dice that have left; a finished game stays."""
    if game.phase is Phase.OVER:
        return game
    colours = tuple(roll.colours[c] if c in game.dice.colours else 0 for c in COLOURS)
    return game.rolled(Roll(roll.whites, colours)).game


def _decided(game: Game, met: set[str]) -> Iterator[Game]:
    """The game after each decision of the first seat that owes one."""
    if not game.to_move():
        yield game
        return
    seat = min(game.to_move())
    for decision in game.legal(seat):
        if isinstance(decision, Pick):
            met.add("pick")
        step = game.apply(seat, decision)
        met.update(_named(step.events))
        yield step.game


def _named(events: tuple[Event, ...]) -> Iterator[str]:
    """What is worth knowing about a step, so that a test can ask whether a file has it all."""
    closes = [event for event in events if isinstance(event, Closed)]
    if len(closes) > 1:
        yield "two rows at once"
    if any(len(close.seats) > 1 for close in closes):
        yield "shared lock"
    for event in events:
        match event:
            case Marked(cause=cause, lock=lock):
                yield cause.value
                if lock:
                    yield f"lock by {cause.value}"
            case Lapsed():
                yield "lapse"
            case Ended(ending=ending):
                yield f"end by {ending.value}"
