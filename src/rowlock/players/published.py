"""Three bots that others published, rebuilt from what is known of them: yardsticks for any
other player.

They were made for eleven cells a row and two dice of six faces. What is written here with other
numbers of cells and faces is our extension, and gives exactly the published numbers for those.
None of them uses chance, and of decisions that are as good the first one listed is taken.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rowlock.bots import Choice
from rowlock.events import Seat
from rowlock.game import Game, Phase
from rowlock.moves import Decision, Mark, Pass, Pick
from rowlock.players.chance import Lots
from rowlock.sheet import COLOURS, Colour, Sheet

__all__ = [
    "Computational",
    "GeneticChampion",
    "Greedy2",
    "make_computational",
    "make_ga",
    "make_greedy2",
]


def _chosen(view: Game, seat: Seat, mark: Mark | None) -> Decision:
    """This mark, or a pass if there is none; a tie goes to the first row that can take a cross."""
    for pick in view.able_picks(seat):
        return pick
    return mark or Pass()


def _is_bare(view: Game, seat: Seat) -> bool:
    """Whether this seat is active and has crossed nothing yet, so that a miss threatens."""
    return seat == view.active and not view.sheets[seat].crossed_since(view.before[seat])


def _marks(decisions: Iterable[Decision]) -> Iterator[Mark]:
    return (decision for decision in decisions if isinstance(decision, Mark))


class Greedy2:
    """Greedy2Improved: crosses where the fewest cells are skipped, two at most.

    When else a miss would come it skips three: in the white action if neither white nor colour
    has a cross within two, in the colour action if nothing is crossed yet. A lock is a cell like
    any other. Rows are preferred as they are listed: red, yellow, green, blue.
    """

    SKIPS = 2
    MORE_SKIPS = 3  # rather than a miss

    def decide(self, view: Game, seat: Seat) -> Decision:
        """The cross that skips the fewest cells, or a pass if all skip too many."""
        sheet, legal = view.sheets[seat], list(_marks(view.legal(seat)))
        most = self.SKIPS
        if _is_bare(view, seat) and (
            view.phase is Phase.COLOUR
            or not _least_skipping(sheet, view.colour_marks(seat), self.SKIPS)
        ):
            most = self.MORE_SKIPS
        return _chosen(view, seat, _least_skipping(sheet, legal, most))


def _least_skipping(sheet: Sheet, marks: Sequence[Mark], most: int) -> Mark | None:
    """The mark that skips the fewest cells, if it skips at most `most`."""

    def skips(mark: Mark) -> int:
        return sheet.page.cells[mark.cell].index - sheet.reach(mark.row)

    best = min(marks, key=skips, default=None)
    return best if best is not None and skips(best) <= most else None


class Computational:
    """Gives a number to every cell: what it brings, less what the skipped cells might have.

    In the white action it takes the best cell if that is worth more than nothing. If not, and
    it is active, it waits for the colours when one of theirs is worth more than nothing; else it
    takes the white cell if that is better than any colour and better than a miss. In the colour
    action it takes the best cell if that is worth more than nothing, or, with nothing crossed
    yet, more than a miss costs. What a cross brings by a bonus it does not see.
    """

    def decide(self, view: Game, seat: Seat) -> Decision:
        """The cell with the highest value, if it is worth it."""
        sheet = view.sheets[seat]
        best, value = _best_cell(sheet, _marks(view.legal(seat)))
        if value > 0:
            return _chosen(view, seat, best)
        escapes = _is_bare(view, seat) and value > sheet.page.miss_points
        if escapes and view.phase is Phase.WHITE:
            _, later = _best_cell(sheet, view.colour_marks(seat))
            escapes = later <= 0 and value > later
        return _chosen(view, seat, best if escapes else None)


def _best_cell(sheet: Sheet, marks: Iterable[Mark]) -> tuple[Mark | None, float]:
    """The mark with the highest value and that value; none is worth less than anything."""
    best, highest = None, -math.inf
    for mark in marks:
        value = cell_value(sheet, mark)
        if value > highest:
            best, highest = mark, value
    return best, highest


def cell_value(sheet: Sheet, mark: Mark) -> float:
    """What Computational thinks of crossing this cell: a lock is beyond price.

    With eleven cells i = 0..10, m crosses in the row so far and f(i) = `_rarity`:

        (m + 1) + 0.71407 * (0.5 * (9 - i) + 0.5 * L)
        - 0.949905 ** f(i) * sum over skipped j of
          (12 - j - (1 - L)) * 0.49005 * (0.823284 * 0.921692) ** f(j)

    where L = 1 if the row can still be locked: m + (9 - i) + 1 >= 5. In rows of n cells 12
    becomes n + 1, and 9 - i the cells between this one and the first that locks.
    """
    cell, row = sheet.page.cells[mark.cell], sheet.page.rows[mark.row]
    cells, index = len(row.cells), cell.index
    if sheet.locks(cell):
        return math.inf
    crosses = sheet.crosses(mark.row)
    left = cells - sheet.page.lock_cells - 1 - index
    lockable = int(crosses + left + 1 >= sheet.page.lock_needs)
    skipped = 0.0
    for j in range(sheet.reach(mark.row), index):
        price = 0.49005 * (0.823284 * 0.921692) ** _rarity(j, cells)
        skipped += (cells + 1 - j - (1 - lockable)) * price
    hope = 0.71407 * (0.5 * left + 0.5 * lockable)
    return (crosses + 1) + hope - 0.949905 ** _rarity(index, cells) * skipped


def _rarity(index: int, cells: int) -> int:
    """How far a cell is from the middle of its row, the right half counted two nearer.

    With eleven cells 5 - i up to the middle (i = 5) and i - 7 beyond it, as published.
    """
    middle = (cells - 1) // 2
    return middle - index if index <= middle else index - middle - 2


@dataclass(frozen=True, eq=False)
class Plan:
    """A decision of a seat, and the game that it leads to when everybody else passes."""

    decision: Decision
    seat: Seat
    game: Game

    @property
    def sheet(self) -> Sheet:
        return self.game.sheets[self.seat]

    @property
    def points(self) -> int:
        return self.game.tally(self.seat).total

    def locks(self) -> frozenset[Colour]:
        return frozenset(row for row in COLOURS if self.sheet.locked(row))

    def value(self) -> int:
        """What the sheet is worth, as a whole number so that no rounding can decide.

        As published: 0.49085 W - 0.86924 misses + 0.018462 C - 0.056006 S, where W is the sum
        over open rows of (6 - |7 - next number|) / 36 * (crosses + 1), C the sum of squares of
        the crosses, S the cells skipped in open rows. With dice of f faces 7 becomes f + 1, 6
        becomes f and 36 becomes f * f. Here it is multiplied by a million and by f * f.
        """
        sheet, faces = self.sheet, self.game.variant.faces
        ways = squares = skipped = 0
        for row in COLOURS:
            crosses = sheet.crosses(row)
            squares += crosses**2
            if row not in self.game.closed and not sheet.locked(row):
                reach = sheet.reach(row)
                number = sheet.page.rows[row].cells[reach].number
                ways += (faces - abs(faces + 1 - number)) * (crosses + 1)
                skipped += reach - crosses
        rest = -869_240 * sheet.misses + 18_462 * squares - 56_006 * skipped
        return 490_850 * ways + rest * faces**2

    def dominates(self, other: Plan) -> bool:
        """Whether no row is worse than in another plan and one is better.

        Better are more crosses, and fewer cells behind the last one. A row locked in one plan
        and open in the other cannot be compared.
        """
        better = False
        for row in COLOURS:
            more = self.sheet.crosses(row) - other.sheet.crosses(row)
            further = self.sheet.reach(row) - other.sheet.reach(row)
            if more < 0 or further > 0 or self.sheet.locked(row) != other.sheet.locked(row):
                return False
            better = better or more > 0 or further < 0
        return better


class GeneticChampion:
    """The champion of a genetic algorithm (qwixxer): four weights and some rules of thumb.

    It looks at its sheet after each decision, all effects settled; in the white action of its
    own turn, after each decision together with each that can follow in the colour action. Then:

    1. What ends the game with more points than any other seat is played, with most points.
    2. What locks a row while the game goes on is played, with most points.
    3. What ends the game with fewer points than another seat is left out, and so is a miss that
       ends it. If nothing else is left, anything is better than that miss.
    4. What another dominates in every row is left out.
    5. The highest value is played.

    Level points neither win nor lose, and alone at a table nothing does. In a white action the
    others count as they were before it: what they decide is sealed. Ties between rows that a
    cross brings are settled by the first row that can take one when it looks ahead, by the value
    when it is asked.
    """

    def decide(self, view: Game, seat: Seat) -> Decision:
        """What the rules of thumb force, or else the highest value."""
        legal = view.legal(seat)
        if isinstance(legal[0], Pick):
            picks = [Plan(pick, seat, _settled(view, seat, pick)) for pick in legal]
            return max(picks, key=Plan.value).decision
        steps = [Plan(decision, seat, _alone(view, seat, decision)) for decision in legal]
        plans = [plan for step in steps for plan in _followed(step, view)]
        rival = _best_rival(view, seat)
        ends = [plan for plan in plans if plan.game.over]
        forced = [plan for plan in ends if rival is not None and plan.points > rival]
        if not forced:
            locks = Plan(Pass(), seat, view).locks()
            forced = [step for step in steps if not step.game.over and step.locks() != locks]
        if forced:
            return max(forced, key=lambda plan: plan.points).decision
        misses = [plan for plan in plans if plan.sheet.misses > view.sheets[seat].misses]
        lost = [plan for plan in ends if rival is not None and plan.points < rival]
        lost += [plan for plan in ends if plan in misses]
        sound = [plan for plan in plans if plan not in lost]
        kept = sound or [plan for plan in plans if plan not in misses] or plans
        kept = [plan for plan in kept if not any(other.dominates(plan) for other in kept)]
        return max(kept, key=Plan.value).decision


def _followed(step: Plan, view: Game) -> list[Plan]:
    """The step with every decision of the colour action, if that is the seat's own to come."""
    if view.phase is not Phase.WHITE or step.seat != view.active or step.game.over:
        return [step]
    games = [_settled(step.game, step.seat, later) for later in step.game.legal(step.seat)]
    return [Plan(step.decision, step.seat, game) for game in games]


def _alone(view: Game, seat: Seat, decision: Decision) -> Game:
    """The game after the action in which this seat decides so and everybody else passes."""
    game = _settled(view, seat, decision)
    for other in view.to_move() - {seat}:
        game = game.apply(other, Pass()).game
    return game


def _settled(game: Game, seat: Seat, decision: Decision) -> Game:
    """The game after a decision, ties settled by the first row that can take a cross."""
    game = game.apply(seat, decision).game
    while game.pending[seat]:
        game = game.apply(seat, game.able_picks(seat)[0]).game
    return game


def _best_rival(view: Game, seat: Seat) -> int | None:
    """The most points that another seat has, as far as this one may see."""
    others = (view.tally(other).total for other in range(view.seats) if other != seat)
    return max(others, default=None)


def make_greedy2(choice: Choice, lots: Lots) -> Greedy2:
    """The player of the register, here and below."""
    return Greedy2()


def make_computational(choice: Choice, lots: Lots) -> Computational:  # noqa: D103
    return Computational()


def make_ga(choice: Choice, lots: Lots) -> GeneticChampion:  # noqa: D103
    return GeneticChampion()
