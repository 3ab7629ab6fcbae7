"""How far a table has come. The table works it out; a store only files it, to find tables by it."""

from __future__ import annotations

from enum import Enum

__all__ = ["Stage"]


class Stage(Enum):
    """Before the start, while a game is played, and after it."""

    WAITING = "waiting"
    PLAYING = "playing"
    DONE = "done"
