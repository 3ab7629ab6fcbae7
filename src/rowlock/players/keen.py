"""A plain, respectable player: skip little, take every lock, avoid misses."""

from __future__ import annotations

from collections.abc import Iterable

from rowlock.bots import Choice
from rowlock.events import Seat
from rowlock.game import Game, Phase
from rowlock.moves import Decision, Mark, Pass
from rowlock.players.chance import Lots
from rowlock.sheet import Sheet

__all__ = ["Keen", "make_greedy1", "make_keen"]

_LOCK = -1
"""A lock comes before any cross that skips nothing."""


class Keen:
    """Crosses where the fewest cells are lost, if they are at most `skips`.

    Ties go to the first decision listed, extra crosses to the first tied row that can take one.
    Only to escape a miss does it skip more, and then in the action that loses less. It uses no
    chance at all.

    Without foresight it does not think of the colours before their action, and has nothing but
    them to escape a miss with.
    """

    def __init__(self, skips: int = 1, foresight: bool = True) -> None:
        self.skips = skips
        self.foresight = foresight

    def decide(self, view: Game, seat: Seat) -> Decision:
        """The decision that loses the fewest cells, or a pass if all lose too many."""
        sheet = view.sheets[seat]
        best, loss = _best(sheet, view.legal(seat))
        if best is None or loss <= self.skips or self._would_miss(view, seat, loss):
            return best or (view.able_picks(seat) or view.legal(seat))[0]
        return Pass()

    def _would_miss(self, view: Game, seat: Seat, loss: int) -> bool:
        """Whether passing now costs more than this loss: a miss, or a worse cross later."""
        sheet = view.sheets[seat]
        if seat != view.active or sheet.crossed_since(view.before[seat]):
            return False
        if view.phase is Phase.COLOUR:
            return True
        if not self.foresight:
            return False
        later, later_loss = _best(sheet, view.colour_marks(seat))
        return later is None or loss <= later_loss


def _best(sheet: Sheet, decisions: Iterable[Decision]) -> tuple[Mark | None, int]:
    """The mark that loses the fewest cells and how many, or none if there is no mark."""
    best: Mark | None = None
    least = 0
    for mark in decisions:
        if isinstance(mark, Mark):
            cell = sheet.page.cells[mark.cell]
            loss = _LOCK if sheet.locks(cell) else cell.index - sheet.reach(cell.row)
            if best is None or loss < least:
                best, least = mark, loss
    return best, least


def make_keen(choice: Choice, lots: Lots) -> Keen:
    """The player of the register; its number is how many cells it skips at most."""
    return Keen(choice.number)


def make_greedy1(choice: Choice, lots: Lots) -> Keen:
    """The one of the register that has no foresight."""
    return Keen(foresight=False)
