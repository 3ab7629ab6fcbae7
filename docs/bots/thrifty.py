"""A player in Python: weighs crosses against the cells that they use up."""

from rowlock import Game, Sheet
from rowlock.moves import Decision
from rowlock.sheet import COLOURS


class Thrifty:
    """Takes the decision after which its sheet is worth the most."""

    def decide(self, view: Game, seat: int) -> Decision:
        """One of the legal decisions, each tried on the game as the seat sees it."""
        return max(
            view.legal(seat),
            key=lambda decision: worth(view.apply(seat, decision).game.sheets[seat]),
        )


def worth(sheet: Sheet) -> int:
    """Three for a cross, less one for each cell that is used up, and five for a miss."""
    rows = sum(3 * sheet.crosses(row) - sheet.reach(row) for row in COLOURS)
    return rows - 5 * sheet.misses
