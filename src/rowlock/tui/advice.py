"""What `hint` says: the best decisions, or what a plain bot would do where nothing is known."""

from __future__ import annotations

from rowlock.errors import UnknownPlayer
from rowlock.events import Seat
from rowlock.game import Game
from rowlock.moves import Pass
from rowlock.players import Judged, Keen, evaluate

__all__ = ["hint"]

_MOST = 4


def hint(game: Game, seat: Seat) -> str:
    """The best few decisions of a seat, one a line, with what is expected of each."""
    try:
        judged = evaluate(game, seat)
    except UnknownPlayer as error:
        decision = Keen().decide(game.view(seat), seat)
        return f"keen would play {decision}   ({error.message})"
    return "\n".join(map(_line, judged[:_MOST]))


def _line(judged: Judged) -> str:
    points = round(judged.score)
    word = "point" if abs(points) == 1 else "points"
    what = "pass" if isinstance(judged.decision, Pass) else judged.decision
    return f"{what}: {100 * judged.win:.1f} % to win, about {points} {word}"
