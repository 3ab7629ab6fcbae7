"""A player in Python that plans both actions of its turn, and keeps the plan in between."""

from rowlock import Game
from rowlock.game import Phase
from rowlock.moves import Decision, Mark, Pass, Pick


class Planner:
    """Three points for a cross, less one for each cell that is used up; a miss costs its points."""

    def begin(self, game: Game, seat: int) -> None:
        """A game begins; the object may have played another one."""
        self.planned: tuple[int, Decision] = (0, Pass())  # for the colour action of which turn

    def decide(self, view: Game, seat: int) -> Decision:
        """In the white action of its own turn it looks ahead; then it does what it has planned."""
        legal = view.legal(seat)
        if isinstance(legal[0], Pick):
            return legal[0]  # of the rows of a tie, the first
        turn, plan = self.planned
        if view.phase is Phase.COLOUR:
            # The plan may be gone: somebody has locked the row. And there may be none.
            return plan if turn == view.turn and plan in legal else _best(view, seat, legal)
        if view.active != seat:
            return _best(view, seat, legal)
        best, most = legal[-1], -99
        for decision in legal:
            after = view.apply(seat, decision).game
            options: tuple[Decision, ...] = (*after.colour_marks(seat), Pass())
            for later in options:
                value = _worth(view, seat, decision) + _worth(after, seat, later)
                if decision == later == Pass():
                    value = view.variant.page(seat).miss_points
                if value > most:
                    best, most, self.planned = decision, value, (view.turn, later)
        return best


def _best(view: Game, seat: int, legal: tuple[Decision, ...]) -> Decision:
    """The best single decision; a pass is worth what it costs, which is tried."""
    passed = view.apply(seat, Pass()).game
    cost = view.tally(seat).total - passed.tally(seat).total
    return max(legal, key=lambda d: -cost if d == Pass() else _worth(view, seat, d))


def _worth(view: Game, seat: int, decision: Decision) -> int:
    if not isinstance(decision, Mark):
        return 0
    sheet = view.sheets[seat]
    return 2 - (sheet.page.cells[decision.cell].index - sheet.reach(decision.row))
