"""Whether a reason is true: its fact worked out again, by playing the decisions on the table.

Nothing here uses what the reasons are found with; cells are counted as those that can still be
crossed, before and after, and dice by throwing all of them.
"""

from __future__ import annotations

from itertools import product

from rowlock.events import Seat
from rowlock.game import Game, Phase
from rowlock.moves import Decision, Mark, Pass, Pick
from rowlock.review.kinds import Reason
from rowlock.review.model import Option
from rowlock.sheet import COLOURS, Cell, Colour, Sheet

__all__ = ["check"]


def check(view: Game, seat: Seat, options: tuple[Option, ...], reason: Reason) -> None:
    """Fail if a reason claims what is not so."""
    Facts(view, seat, options, reason).check()


def after(game: Game, seat: Seat, decision: Decision) -> Game:
    """The game after a decision and the ties that follow, when everybody else passes."""
    turn = game.turn, game.phase
    game = game.apply(seat, decision).game
    while (game.turn, game.phase) == turn and game.to_move():
        who = seat if seat in game.to_move() else min(game.to_move())
        game = game.apply(who, (game.able_picks(who) or (Pass(),))[0]).game
    return game


def alive(sheet: Sheet, closed: frozenset[Colour]) -> set[Cell]:
    """The cells that may still be crossed: by a pen that goes right, or by a rule."""
    cells: set[Cell] = set()
    for row in sheet.page.rows:
        if row.colour in closed or sheet.locked(row.colour):
            continue
        crossed = [cell.index for cell in sheet.crossed_cells(row.colour)]
        cells |= {cell for cell in row.cells if cell.index > max(crossed, default=-1)}
    for part in sheet.page.parts:
        cells |= set(part.forceable(sheet, closed))
    return {cell for cell in cells if not sheet.crossed(cell)}


def crosses(sheet: Sheet) -> set[Cell]:
    return {cell for row in COLOURS for cell in sheet.crossed_cells(row)}


def lockable(sheet: Sheet, row: Colour, closed: frozenset[Colour]) -> bool:
    """Whether crosses enough can be made in a row, if all that can be crossed there is."""
    if row in closed or sheet.locked(row):
        return False
    plain = [cell for cell in alive(sheet, closed) if cell.row == row and not sheet.locks(cell)]
    return len(sheet.crossed_cells(row)) + len(plain) >= sheet.page.lock_needs


def open_in(sheet: Sheet, row: Colour, closed: frozenset[Colour]) -> int:
    """How many cells of a row lie right of its last cross; the last ones only if within reach."""
    if row in closed or sheet.locked(row):
        return 0
    last = max((cell.index for cell in sheet.crossed_cells(row)), default=-1)
    left = [cell for cell in sheet.page.rows[row].cells if cell.index > last]
    return sum(lockable(sheet, row, closed) or not sheet.locks(cell) for cell in left)


class Facts:
    """What is so with the two decisions of a reason."""

    def __init__(self, view: Game, seat: Seat, options: tuple[Option, ...], reason: Reason) -> None:
        self.view, self.seat, self.options, self.reason = view, seat, options, reason
        self.sheet = view.sheets[seat]
        self.better = after(view, seat, reason.better)
        self.played = after(view, seat, reason.played)

    def check(self) -> None:
        r = self.reason
        assert r.better == self.options[0].decision
        assert r.better != r.played
        assert getattr(self, f"is_{r.kind}")(r), r

    # What a game after a decision tells

    def mine(self, game: Game) -> Sheet:
        return game.sheets[self.seat]

    def gained(self, game: Game) -> int:
        """The points of crosses alone: a miss comes later, and is spoken of by itself."""
        made = self.mine(game)
        without = Sheet(made.page, made.marks, self.sheet.misses, made.struck)
        tally = self.view.variant.tally
        return tally(without).total - tally(self.sheet).total

    def gone(self, before: Sheet, closed: frozenset[Colour], game: Game) -> set[Cell]:
        """The cells that could be crossed before and can be no more."""
        now = self.mine(game)
        return alive(before, closed) - alive(now, game.closed) - crosses(now)

    def lost(self, game: Game) -> set[Cell]:
        announced = {row for row in COLOURS for sheet in self.view.sheets if sheet.locked(row)}
        return self.gone(self.sheet, self.view.closed | announced, game)

    def marked(self, game: Game) -> int:
        return len(crosses(self.mine(game)) - crosses(self.sheet))

    def lead(self, game: Game) -> int:
        totals = [game.tally(seat).total for seat in range(game.seats)]
        return totals.pop(self.seat) - max(totals)

    def miss(self, game: Game) -> Game | None:
        """The game after the miss that a decision leads to, if it does: nothing else is legal."""
        if self.view.active != self.seat:
            return None
        if game.phase is Phase.COLOUR and self.view.phase is Phase.WHITE:
            if game.legal(self.seat) != (Pass(),):
                return None
            game = game.apply(self.seat, Pass()).game
        return game if self.mine(game).misses == self.sheet.misses + 1 else None

    def ends(self, game: Game) -> Game | None:
        missed = self.miss(game)
        return game if game.over else missed if missed and missed.over else None

    # The kinds

    def is_ends_behind(self, r: Reason) -> bool:
        end = self.ends(self.played)
        return end is not None and not self.ends(self.better) and -self.lead(end) == r.m > 0

    def is_ends_ahead(self, r: Reason) -> bool:
        end = self.ends(self.better)
        return end is not None and not self.ends(self.played) and self.lead(end) == r.n > 0

    def is_ends(self, r: Reason) -> bool:
        return bool(self.ends(self.played)) and not self.ends(self.better)

    def joined(self, decision: Decision) -> set[int]:
        """The leads with which the game ends if others lock a row or pass, in whatever way."""
        others = self.others()
        locking = [
            [
                answer
                for answer in self.view.legal(other)
                if isinstance(answer, Pass) or self.locks(other, answer)
            ]
            for other in others
        ]
        found = set()
        for answers in product(*locking):
            game = self.view.apply(self.seat, decision).game
            for other, answer in [(self.seat, None), *zip(others, answers)]:
                if answer is not None:
                    game = game.apply(other, answer).game
                while game.phase is Phase.WHITE and game.pending[other]:
                    game = game.apply(other, game.able_picks(other)[0]).game
            if game.over:
                found.add(self.lead(game))
        return found

    def locks(self, seat: Seat, decision: Decision) -> bool:
        sheets = self.view.sheets[seat], after(self.view, seat, decision).sheets[seat]
        return any(sheets[1].locked(row) and not sheets[0].locked(row) for row in COLOURS)

    def is_together_behind(self, r: Reason) -> bool:
        assert not self.played.over
        return max(self.joined(r.played)) == -r.m < 0

    def is_together_ahead(self, r: Reason) -> bool:
        assert not self.better.over
        return min(self.joined(r.better)) == r.n > 0

    def is_last_miss(self, r: Reason) -> bool:
        missed = self.miss(self.played)
        return isinstance(r.played, Pass) and missed is not None and missed.over

    def costs(self) -> int:
        tally = self.view.variant.tally
        return tally(self.sheet).total - tally(self.sheet.miss()).total

    def is_miss(self, r: Reason) -> bool:
        assert self.view.phase is Phase.COLOUR
        passed = isinstance(r.played, Pass)
        return passed and bool(self.miss(self.played)) and r.n == self.costs()

    def is_miss_ahead(self, r: Reason) -> bool:
        assert self.view.phase is Phase.WHITE
        passed = isinstance(r.played, Pass)
        return passed and bool(self.miss(self.played)) and r.n == self.costs()

    def is_miss_cheaper(self, r: Reason) -> bool:
        return bool(self.miss(self.better)) and len(self.lost(self.played)) == r.m > 0

    def is_lock(self, r: Reason) -> bool:
        assert r.row is not None
        locked = [self.mine(game).locked(r.row) for game in (self.better, self.played)]
        before = self.sheet.locked(r.row)
        return locked == [True, False] and not before and self.gained(self.better) == r.n

    def is_completes(self, r: Reason) -> bool:
        for badge in self.sheet.page.badges:
            if r.said == (badge.name, badge.legend):
                cells = {self.sheet.page.cells[name] for name in badge.cells}
                if cells <= crosses(self.mine(self.better)):
                    return not cells <= crosses(self.sheet) | crosses(self.mine(self.played))
        return False

    def is_extra(self, r: Reason) -> bool:
        chosen = isinstance(r.played, Mark)
        extra = self.marked(self.better) - 1, self.marked(self.played) - chosen
        return extra == (r.n, r.m) and r.n > r.m

    def is_takes(self, r: Reason) -> bool:
        assert isinstance(r.better, Pick)
        assert isinstance(r.played, Pick)
        assert (r.row, r.other) == (r.better.row, r.played.row)
        return (self.marked(self.better), self.marked(self.played)) == (r.n, r.m) and r.n > r.m

    def is_line(self, r: Reason) -> bool:
        assert isinstance(r.better, Mark)
        lines = [line for line in self.sheet.page.lines if r.said == (line.label,)]
        return r.better.cell in lines[0].cells and self.gained(self.better) == r.n

    def follow_up(self, r: Reason) -> Mark:
        assert r.cell is not None
        return Mark(r.cell.row, r.cell.number)

    def lost_by(self, game: Game, decision: Decision) -> int:
        """The cells that a colour decision gives up."""
        then = after(game, self.seat, decision)
        return len(self.gone(self.mine(game), game.closed, then))

    def is_leaves(self, r: Reason) -> bool:
        mark = self.follow_up(r)
        assert self.view.phase is Phase.WHITE
        return mark in self.better.legal(self.seat) and mark not in self.played.legal(self.seat)

    def is_follows(self, r: Reason) -> bool:
        mark = self.follow_up(r)
        lost = self.lost_by(self.better, mark), self.lost_by(self.played, mark)
        return lost == (r.n, r.m) and r.n < r.m

    def is_instead(self, r: Reason) -> bool:
        assert isinstance(r.better, Pass)
        lost = self.lost_by(self.better, self.follow_up(r)), len(self.lost(self.played))
        return lost == (r.n, r.m) and r.n < r.m

    def is_free(self, r: Reason) -> bool:
        assert isinstance(r.played, Pass)
        return not self.lost(self.better) and self.gained(self.better) == r.n > 0

    def is_worth(self, r: Reason) -> bool:
        assert isinstance(r.played, Pass)
        return len(self.lost(self.better)) == r.m > 0 and self.gained(self.better) == r.n > 0

    def can_lock_now(self, seat: Seat, row: Colour) -> bool:
        """Whether the right number would lock a row for another seat."""
        sheet = self.view.sheets[seat]
        last = sheet.page.rows[row].cells[-1]
        return row not in self.view.closed and sheet.can_cross(last)

    def others(self) -> list[Seat]:
        return [seat for seat in range(self.view.seats) if seat != self.seat]

    def is_closing(self, r: Reason) -> bool:
        assert r.row is not None
        ready = any(self.can_lock_now(seat, r.row) for seat in self.others())
        return ready and self.gained(self.better) == r.n > 0

    def is_soon(self, r: Reason) -> bool:
        view, variant = self.view, self.view.variant
        close = any(view.sheets[s].misses + 1 >= variant.end_misses for s in self.others())
        left = variant.end_locks - len(self.better.closed)
        ready = any(
            self.can_lock_now(seat, row)
            for seat in self.others()
            for row in COLOURS
            if row not in self.better.closed
        )
        return (close or (left <= 1 and ready)) and self.gained(self.better) == r.n

    def is_points(self, r: Reason) -> bool:
        assert not isinstance(r.played, Pass)
        return (self.gained(self.better), self.gained(self.played)) == (r.n, r.m) and r.n > r.m

    def is_unlockable(self, r: Reason) -> bool:
        assert r.row is not None
        assert r.row not in self.played.closed
        better, played = self.better, self.played
        return lockable(self.mine(better), r.row, better.closed) and not lockable(
            self.mine(played), r.row, played.closed
        )

    def is_gives_up(self, r: Reason) -> bool:
        assert r.cell is not None
        named = [badge for badge in self.sheet.page.badges if (badge.name,) == r.said]
        assert any(str(r.cell) in badge.cells for badge in named)
        return r.cell in self.lost(self.played) and r.cell not in self.lost(self.better)

    def is_keeps(self, r: Reason) -> bool:
        assert isinstance(r.better, Pass)
        return len(self.lost(self.played)) == r.m > 0 and self.gained(self.played) == r.n

    def is_fewer(self, r: Reason) -> bool:
        return (len(self.lost(self.better)), len(self.lost(self.played))) == (r.n, r.m) and (
            r.n < r.m
        )

    def is_likelier(self, r: Reason) -> bool:
        faces = range(1, self.view.variant.faces + 1)
        thrown = [a + b for a, b in product(faces, faces)]
        numbers = [
            tuple(sorted(cell.number for cell in self.lost(game)))
            for game in (self.better, self.played)
        ]
        often = [sum(map(thrown.count, each)) / len(each) for each in numbers]
        return list(r.numbers) == numbers and often[0] < often[1]

    def is_room(self, r: Reason) -> bool:
        assert r.row is not None
        assert r.other is not None
        better, played = self.better, self.played
        found = (
            open_in(self.mine(better), r.row, better.closed),
            open_in(self.mine(played), r.other, played.closed),
        )
        return found == (r.n, r.m) and r.n > r.m

    def is_badge(self, r: Reason) -> bool:
        assert isinstance(r.better, Mark)
        return any(
            r.better.cell in badge.cells and r.said == (badge.name, badge.legend)
            for badge in self.sheet.page.badges
        )

    def fitting(self, game: Game) -> int:
        """How many throws of two dice are the number right of the last cross of a row."""
        sheet, faces = self.mine(game), range(1, self.view.variant.faces + 1)
        numbers = []
        for row in sheet.page.rows:
            place = max((cell.index + 1 for cell in sheet.crossed_cells(row.colour)), default=0)
            if place < len(row.cells) and row.colour not in game.closed:
                numbers += [row.cells[place].number] * sheet.can_cross(row.cells[place])
        return sum(a + b in numbers for a, b in product(faces, faces))

    def is_fits(self, r: Reason) -> bool:
        assert r.of == self.view.variant.faces**2
        return (self.fitting(self.better), self.fitting(self.played)) == (r.n, r.m) and r.n > r.m

    def difference(self, r: Reason) -> float:
        worth = {one.decision: one.worth for one in self.options}
        return worth[r.better] - worth[r.played]

    def is_wins(self, r: Reason) -> bool:
        return self.view.seats > 1 and abs(100 * self.difference(r) - r.n) <= 0.5 and r.n != 0

    def is_scores(self, r: Reason) -> bool:
        return self.view.seats == 1 and abs(self.difference(r) - r.n) <= 0.5 and r.n != 0

    def is_even(self, r: Reason) -> bool:
        scale = 1 if self.view.seats == 1 else 100
        return abs(scale * self.difference(r)) <= 0.5
