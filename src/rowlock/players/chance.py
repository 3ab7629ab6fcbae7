"""The player that has no opinion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from rowlock.bots import Choice
from rowlock.events import Seat
from rowlock.game import Game
from rowlock.moves import Decision

__all__ = ["Lots", "Random", "make_random"]

T = TypeVar("T")


class Lots(Protocol):
    """Where a player's chance comes from; `random.Random` is one, `SeatLots` another."""

    def choice(self, options: Sequence[T], /) -> T:
        """One of the options, each as likely as the others."""


class Random:
    """Takes any legal decision, each as likely as the others."""

    def __init__(self, source: Lots) -> None:
        self.source = source

    def decide(self, view: Game, seat: Seat) -> Decision:
        """Any of the legal decisions."""
        return self.source.choice(view.legal(seat))


def make_random(choice: Choice, lots: Lots) -> Random:
    """The player of the register."""
    return Random(lots)
