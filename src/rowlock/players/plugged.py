"""Anybody's own policy, asked by the readable engine: it decides as in a batch, and is checked."""

from __future__ import annotations

import numpy as np

from rowlock.events import Seat
from rowlock.fast import compile_variant
from rowlock.fast.asking import ask_own
from rowlock.fast.policy import Policy, new_memory
from rowlock.fast.tables import decision_of
from rowlock.game import Game
from rowlock.moves import Decision
from rowlock.players.chance import Lots
from rowlock.players.packed import drawing, numbered_lots
from rowlock.positions import pack

__all__ = ["Plugged"]


class Plugged:
    """A policy at a table of any players; what it draws is what it draws in a batch."""

    def __init__(self, policy: Policy, lots: Lots) -> None:
        self.policy = policy
        self.lots = numbered_lots(lots)
        self.numbers = np.array([*policy.numbers, 0.0], np.float32)  # as in a batch, one more
        self.memory = new_memory(policy.memory)

    def begin(self, game: Game, seat: Seat) -> None:
        """A game begins: nothing is remembered of another."""
        self.memory[seat] = 0

    def decide(self, view: Game, seat: Seat) -> Decision:
        """What the kernel decides; a single decision needs no asking."""
        legal = view.legal(seat)
        if len(legal) == 1:
            return legal[0]
        variant, games = view.variant, pack([view])
        t = compile_variant(variant)
        with drawing(self.lots, games, seat):
            code = ask_own(self.policy, variant, t, games, seat, self.numbers, self.memory)
        return decision_of(code, variant.page(seat))
