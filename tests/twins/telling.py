"""A difference between the engines, told as a record that `rowlock replay` can read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rowlock.game import Game
from rowlock.record import Move, Played, Record
from tests.twins.stories import Story
from tests.twins.variants import FILES, ROOT

__all__ = ["report"]


def report(story: Story, moves: int, said: list[str]) -> str:
    """The story after so many moves, the move that follows, and what was said about it.

    A game from its start becomes a record; what is said stands in its comments, so that the
    whole text can be pasted into a file. A game from the middle is told by its position.
    """
    lines = ["The engines differ."]
    if moves < len(story.moves):
        lines.append(f"The next move is: {_named(story.moves[moves])}")
    lines += said
    start = story.games[0]
    if start == Game.start(start.variant, start.seats, start.active):
        record = Record(start.variant, start.seats, start.active, tuple(story.moves[:moves]))
        if start.variant.key in FILES:
            lines.append(f"Its variant: {FILES[start.variant.key].relative_to(ROOT)}")
        return replace(record, comments=((len(record.rolls()), "\n".join(lines)),)).write()
    return "\n".join([*_position(start), *map(_named, story.moves[:moves]), *lines])


def _named(move: Move) -> str:
    return f"seat {move.seat + 1} {move.decision}" if isinstance(move, Played) else str(move)


def _position(game: Game) -> Iterator[str]:
    yield f"A game of {game.variant.key}, turn {game.turn}, {game.due()}"
    yield f"Closed rows: {' '.join(row.name for row in sorted(game.closed)) or 'none'}"
    for seat, (now, before) in enumerate(zip(game.sheets, game.before), 1):
        active = " (active)" if seat == game.active + 1 else ""
        changed = f"; when the turn began: {before}" if before != now else ""
        yield f"Seat {seat}{active}: {now}{changed}"
    if game.roll:
        yield f"Roll: {game.roll}"
    if any(game.pending):
        yield f"Pending: {game.pending}"
