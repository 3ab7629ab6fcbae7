"""The player who plays games to their end before every decision, asked by the readable engine."""

from __future__ import annotations

from rowlock.bots import Choice
from rowlock.events import Seat
from rowlock.game import Game
from rowlock.moves import Decision
from rowlock.players.chance import Lots
from rowlock.players.packed import drawing, need_kernels, need_twins, numbered_lots
from rowlock.variant import Variant

__all__ = ["Rollout", "make_rollout", "ready_tables"]


class Rollout:
    """From each decision it plays `playouts` games to their end, and takes the one that wins most.

    Everybody is played by `keen` in them, itself too, with dice of its own: nothing of the real
    game's dice is looked at, nor what others have sealed. It decides as its kernel does.
    """

    def __init__(self, playouts: int, lots: Lots) -> None:
        need_kernels("rollout")
        self.playouts = playouts
        self.lots = numbered_lots(lots)

    def decide(self, view: Game, seat: Seat) -> Decision:
        """What the kernel decides; a single decision needs no asking."""
        legal = view.legal(seat)
        if len(legal) == 1:
            return legal[0]
        import numpy as np

        from rowlock.fast import compile_variant
        from rowlock.fast.asking import ask_rollout
        from rowlock.fast.policy import new_desk
        from rowlock.fast.rollout import rollout_numbers
        from rowlock.fast.tables import decision_of
        from rowlock.positions import pack

        t, games = compile_variant(view.variant), pack([view])
        numbers = np.array(rollout_numbers(self.playouts), np.float32)
        with drawing(self.lots, games, seat):
            code = ask_rollout(t, games, seat, new_desk(t), numbers)
        return decision_of(code, view.variant.page(seat))


def ready_tables(variant: Variant, seats: int) -> None:
    """Say before the first roll that it cannot play a variant whose rules have no twins."""
    need_twins("rollout", variant)


def make_rollout(choice: Choice, lots: Lots) -> Rollout:
    """The player of the register; its number is how many games it plays."""
    return Rollout(choice.number, lots)
