"""The player that has no opinion."""

from __future__ import annotations

import random

from rowlock.events import Seat
from rowlock.game import Game
from rowlock.moves import Decision

__all__ = ["Random"]


class Random:
    """Takes any legal decision, each as likely as the others."""

    def __init__(self, source: random.Random) -> None:
        self.source = source

    def decide(self, view: Game, seat: Seat) -> Decision:
        """Any of the legal decisions."""
        return self.source.choice(view.legal(seat))
