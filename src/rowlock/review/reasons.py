"""Why one decision is better than another, in one sentence about what lies on the table.

A reason is a fact that speaks for the better decision: `reason_of` finds the most telling one,
`in_words` says it. Which decision is better is not worked out here: the values say so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from rowlock.events import Seat
from rowlock.game import Game, Phase
from rowlock.languages import Text
from rowlock.moves import Decision, Pass, Pick
from rowlock.review.consequences import Consequence, can_lock, open_cells, ways
from rowlock.review.kinds import Kind, Reason
from rowlock.review.model import Option
from rowlock.review.words import NO_CHOICE, in_words
from rowlock.sheet import COLOURS, Colour, Sheet

__all__ = ["Kind", "Reason", "explain", "in_words", "praise", "reason_of"]


_MORE_ROOM = 2
"""Cells that a row must have left beyond another for anybody to care."""
_MORE_FITS = 12
"""One roll in so many must fit beyond the others for the same reason."""

_Find: TypeAlias = Callable[[Consequence, Consequence], Reason | None]
"""Looks for a fact that speaks for the first of two decisions."""


def explain(view: Game, seat: Seat, options: tuple[Option, ...], played: Decision) -> Text | None:
    """Why the best option is better than this one, in a sentence; none if it is the best.

    The options are all that is legal, the best first. The sentence holds before the decision as
    well as after it.
    """
    if played == options[0].decision:
        return None
    return in_words(reason_of(view, seat, options, played))


def praise(view: Game, seat: Seat, options: tuple[Option, ...]) -> Text:
    """Why the best option is good, in a sentence: what it has that the second best has not."""
    if len(options) == 1:
        return NO_CHOICE
    return in_words(reason_of(view, seat, options, options[1].decision))


def reason_of(view: Game, seat: Seat, options: tuple[Option, ...], played: Decision) -> Reason:
    """The most telling fact that speaks for the best option instead of the one that was played."""
    better = Consequence(view, seat, options[0].decision)
    other = Consequence(view, seat, played)
    for find in _finders(better, other):
        reason = find(better, other)
        if reason is not None:
            return reason
    return _no_fact(better, other, options)


def _finders(better: Consequence, played: Consequence) -> Iterator[_Find]:
    """What is looked for, the most telling first.

    The end of the game and misses come first. Then it depends on what makes most of the
    difference: points, cells that are lost, or rows that can grow.
    """
    yield from (_ends, _together, _misses)
    mine, theirs = better.worth, played.worth
    families = (
        (mine.points - theirs.points, _POINTS),
        (mine.cells - theirs.cells, _CELLS),
        (mine.growth - theirs.growth, _GROWTH),
    )
    for weight, family in sorted(families, key=lambda one: -one[0]):
        if weight > 0:
            yield from family
    yield from _REST


def _why(kind: Kind, better: Consequence, played: Consequence, **values: Any) -> Reason:
    page = better.before.page
    return Reason(kind, better.decision, played.decision, page=page, **values)


# The end, and misses


def _ends(better: Consequence, played: Consequence) -> Reason | None:
    """One of the two ends the game."""
    if better.ends == played.ends:
        return None
    alone = better.view.seats == 1
    if better.ends:
        if alone or better.lead <= 0:
            return None
        return _why(Kind.ENDS_AHEAD, better, played, n=better.lead)
    if not alone and played.lead < 0:
        return _why(Kind.ENDS_BEHIND, better, played, m=-played.lead)
    return _why(Kind.LAST_MISS if played.is_last_miss else Kind.ENDS, better, played)


def _together(better: Consequence, played: Consequence) -> Reason | None:
    """One of the two ends the game if somebody else locks a row in the same action."""
    mine, theirs = better.lead_if_joined, played.lead_if_joined
    if theirs is not None and theirs < 0 and mine is None:
        return _why(Kind.TOGETHER_BEHIND, better, played, m=-theirs)
    if mine is not None and mine > 0 and theirs is None:
        return _why(Kind.TOGETHER_AHEAD, better, played, n=mine)
    return None


def _misses(better: Consequence, played: Consequence) -> Reason | None:
    """One of the two is a miss."""
    if better.is_miss == played.is_miss:
        return None
    if better.is_miss:
        lost = len(played.lost)
        return _why(Kind.MISS_CHEAPER, better, played, m=lost) if lost else None
    ahead = played.view.phase is Phase.WHITE
    kind = Kind.MISS_AHEAD if ahead else Kind.MISS
    return _why(kind, better, played, n=played.miss_costs)


# Points


def _lock(better: Consequence, played: Consequence) -> Reason | None:
    """The better one locks a row."""
    if not better.locks or played.locks or better.gained <= 0:
        return None
    return _why(Kind.LOCK, better, played, row=better.locks[0], n=better.gained)


def _completes(better: Consequence, played: Consequence) -> Reason | None:
    """The better one completes a badge that brings something."""
    for badge in better.before.page.badges:
        if badge.sign in better.completed and badge.sign not in played.completed and badge.legend:
            return _why(Kind.COMPLETES, better, played, said=(badge.name, badge.legend))
    return None


def _extra(better: Consequence, played: Consequence) -> Reason | None:
    """The better one brings more crosses than are chosen."""
    if better.extra <= played.extra:
        return None
    kind = Kind.TAKES if isinstance(better.decision, Pick) else Kind.EXTRA
    row, other = better.row, played.row
    return _why(kind, better, played, row=row, other=other, n=better.extra, m=played.extra)


def _line(better: Consequence, played: Consequence) -> Reason | None:
    """The better one also counts in a further line of the sum."""
    if better.gained <= played.gained:
        return None
    for line in better.before.page.lines:
        counted = [bool(one.cell and str(one.cell) in line.cells) for one in (better, played)]
        if counted == [True, False]:
            return _why(Kind.LINE, better, played, n=better.gained, said=(line.label,))
    return None


def _points(better: Consequence, played: Consequence) -> Reason | None:
    """The better one brings more points at once."""
    if better.gained <= played.gained:
        return None
    lost = len(better.lost)
    if not isinstance(played.decision, Pass):
        return _why(Kind.POINTS, better, played, n=better.gained, m=played.gained)
    if not lost:
        return _why(Kind.FREE, better, played, n=better.gained)
    return _why(Kind.WORTH, better, played, n=better.gained, m=lost)


def _hurry(better: Consequence, played: Consequence) -> Reason | None:
    """The better one gives more up, because there is not much time left for anything."""
    if len(better.lost) <= max(1, len(played.lost)) or better.gained <= played.gained:
        return None
    return _closing(better, played) or _soon(better, played)


def _soon(better: Consequence, played: Consequence) -> Reason | None:
    """The game can end with the next turn."""
    view, variant = better.view, better.view.variant
    others = [sheet for seat, sheet in enumerate(view.sheets) if seat != better.seat]
    short = len(better.closed) + 1 >= variant.end_locks and any(
        row not in better.closed and _is_ready(sheet, row) for sheet in others for row in COLOURS
    )
    if short or any(sheet.misses + 1 >= variant.end_misses for sheet in others):
        return _why(Kind.SOON, better, played, n=better.gained)
    return None


def _is_ready(sheet: Sheet, row: Colour) -> bool:
    """Whether a sheet has crosses enough in a row to lock it with the right number."""
    return sheet.marks[row].bit_count() >= sheet.page.lock_needs


def _leaves(better: Consequence, played: Consequence) -> Reason | None:
    """A coloured die can cross something after the better one, but not after the other."""
    if better.then is None or better.then.decision in played.later:
        return None
    return _why(Kind.LEAVES, better, played, cell=better.then.cell)


def _follows(better: Consequence, played: Consequence) -> Reason | None:
    """A coloured die gives fewer cells up after the better one."""
    then = better.then
    if then is None or then.decision not in played.later:
        return None
    n, m = len(then.lost), len(played.followed_by(then.decision).lost)
    return _why(Kind.FOLLOWS, better, played, cell=then.cell, n=n, m=m) if n < m else None


def _instead(better: Consequence, played: Consequence) -> Reason | None:
    """Nothing now, and then a coloured die, which gives fewer cells up."""
    then = better.then
    if not isinstance(better.decision, Pass) or then is None:
        return None
    n, m = len(then.lost), len(played.lost)
    return _why(Kind.INSTEAD, better, played, cell=then.cell, n=n, m=m) if n < m else None


# Cells


def _gives_up(better: Consequence, played: Consequence) -> Reason | None:
    """The played one gives up a cell that a rule has marked."""
    for badge in better.before.page.badges:
        for cell in played.lost:
            if str(cell) in badge.cells and cell not in better.lost:
                return _why(Kind.GIVES_UP, better, played, cell=cell, said=(badge.name,))
    return None


def _badge(better: Consequence, played: Consequence) -> Reason | None:
    """The better one crosses a cell that a rule has marked."""
    if better.cell is None:
        return None
    for badge in better.before.page.badges:
        marked = str(better.cell) in badge.cells
        if badge.legend and marked and str(played.cell) not in badge.cells:
            return _why(Kind.BADGE, better, played, said=(badge.name, badge.legend))
    return None


def _unlockable(better: Consequence, played: Consequence) -> Reason | None:
    """After the played one a row cannot be locked any more."""
    for row in COLOURS:
        if (
            not can_lock(played.sheet, row, played.closed)
            and can_lock(better.sheet, row, better.closed)
            and row not in played.closed
            and played.lost
        ):
            return _why(Kind.UNLOCKABLE, better, played, row=row)
    return None


def _fewer(better: Consequence, played: Consequence) -> Reason | None:
    """The played one gives more cells up."""
    mine, theirs = len(better.lost), len(played.lost)
    if theirs <= mine:
        return None
    if isinstance(better.decision, Pass):
        return _why(Kind.KEEPS, better, played, m=theirs, n=played.gained)
    return _why(Kind.FEWER, better, played, n=mine, m=theirs)


def _likelier(better: Consequence, played: Consequence) -> Reason | None:
    """The played one gives up numbers that are rolled more often."""
    if better.lost_ways >= played.lost_ways or not better.lost:
        return None
    numbers = [tuple(sorted(cell.number for cell in one.lost)) for one in (better, played)]
    return _why(Kind.LIKELIER, better, played, numbers=(numbers[0], numbers[1]))


# Rows that grow


def _room(better: Consequence, played: Consequence) -> Reason | None:
    """The row of the better one has more cells left."""
    if better.row is None or played.row is None or better.row == played.row:
        return None
    mine = len(open_cells(better.sheet, better.row, better.closed))
    theirs = len(open_cells(played.sheet, played.row, played.closed))
    if mine - theirs < _MORE_ROOM:
        return None
    return _why(Kind.ROOM, better, played, row=better.row, other=played.row, n=mine, m=theirs)


# What is looked for when nothing of that was found


def _closing(better: Consequence, played: Consequence) -> Reason | None:
    """Another seat has crosses enough to lock the row of the better one."""
    row = better.row
    if row is None or row == played.row or row in better.closed or better.gained <= 0:
        return None
    for seat, sheet in enumerate(better.view.sheets):
        if seat != better.seat and _is_ready(sheet, row):
            return _why(Kind.CLOSING, better, played, row=row, n=better.gained)
    return None


def _fits(better: Consequence, played: Consequence) -> Reason | None:
    """More white sums fit without a gap after the better one."""
    mine, theirs = _fitting(better), _fitting(played)
    rolls = better.view.variant.faces**2
    if (mine - theirs) * _MORE_FITS < rolls:
        return None
    return _why(Kind.FITS, better, played, n=mine, m=theirs, of=rolls)


def _fitting(one: Consequence) -> int:
    """How many of all rolls of two dice bring a sum that is the next number of a row."""
    numbers = set()
    for row in COLOURS:
        cell = None if row in one.closed else one.sheet.next_cell(row)
        if cell is not None:
            numbers.add(cell.number)
    return sum(ways(number, one.view.variant.faces) for number in numbers)


_POINTS: tuple[_Find, ...] = (_lock, _completes, _extra, _line, _hurry, _points, _leaves, _follows)
_CELLS: tuple[_Find, ...] = (
    _leaves,
    _instead,
    _unlockable,
    _gives_up,
    _fewer,
    _follows,
    _likelier,
)
_GROWTH: tuple[_Find, ...] = (_room, _leaves, _follows, _fewer)
_REST: tuple[_Find, ...] = (_closing, _badge, _points, _fewer, _fits)


def _no_fact(better: Consequence, played: Consequence, options: tuple[Option, ...]) -> Reason:
    """What the values say, where no fact speaks."""
    worth = next(one.worth for one in options if one.decision == played.decision)
    difference = options[0].worth - worth
    if better.view.seats == 1:
        kind, n = Kind.SCORES, round(difference)
    else:
        kind, n = Kind.WINS, round(100 * difference)
    return _why(kind if n else Kind.EVEN, better, played, n=n)
