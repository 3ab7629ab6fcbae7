"""Which ways a variant's games can end, from its data; and which way a record ended.

The two do not know of each other: the first looks only at rules and pages,
the second only at what happened.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from rowlock import Phase, Pick, Record, Roll, Variant
from rowlock.events import Cause, Closed, Completed, Ended, Ending, Event, Marked, Missed
from rowlock.mechanics.chain import BADGE, Chain
from rowlock.mechanics.lucky import Lucky
from rowlock.mechanics.pairs import Pairs
from rowlock.sheet import Page
from rowlock.variant import default_variant
from tests.parts import bonuses_on

__all__ = ["End", "way_of", "ways"]


def ways(variant: Variant) -> Iterator[str]:
    """Every way in which a game of this variant can end, by the name of its file."""
    yield from ("misses", "white-lock", "colour-lock", "both-lock")
    page = variant.page(0)
    locks = Counter(cell.number for row in page.rows for cell in row.cells[-page.lock_cells :])
    if max(locks.values()) > 1:  # one announced sum can lock two rows
        yield from ("two-at-once", "three-at-once")
    if page.lock_cells > 1:
        yield "early-lock"
    for rule in variant.rules:
        match rule:
            case Lucky():
                yield "lucky"
            case Chain():
                yield from ("chain-white", "chain-colour")
            case Pairs():
                yield from _pairs(page)
    if variant.key == default_variant():  # what no variant can change is shown once
        yield from ("solo-misses", "solo-locks", "tie")


def _pairs(page: Page) -> Iterator[str]:
    bonuses = bonuses_on(page)
    if any(bonus.each_row for bonus in bonuses):
        yield from ("pairs-each-white", "pairs-each-colour", "pairs-each-two")
    if any(bonus.fewest for bonus in bonuses):
        yield from ("pairs-fewest-white", "pairs-fewest-colour")
        yield from ("pairs-pick-white", "pairs-pick-colour")
    if any(bonus.no_misses for bonus in bonuses):
        yield "misses-free"


@dataclass(frozen=True)
class End:
    """The last action of a record, which is all that decides how a game ended."""

    record: Record
    phase: Phase
    events: tuple[Event, ...]  # of the whole action: in the white one, of all seats
    picks: int  # how many ties were settled in it
    ended: Ended

    @classmethod
    def of(cls, record: Record) -> End:
        """Play the record and keep its last action."""
        game = record.start()
        phase, picks = game.phase, 0
        events: tuple[Event, ...] = ()
        for move, step in zip(record.moves, record.steps()):
            if game.phase is not phase:
                phase, events, picks = game.phase, (), 0
            events += step.events
            picks += not isinstance(move, Roll) and isinstance(move.decision, Pick)
            game = step.game
        (ended,) = (event for event in events if isinstance(event, Ended))
        assert events[-1] == ended, "nothing happens after the end"
        return cls(record, phase, events, picks, ended)

    @property
    def closes(self) -> list[Closed]:
        """The rows that closed in the last action."""
        return [event for event in self.events if isinstance(event, Closed)]

    @property
    def locks(self) -> list[Marked]:
        """The crosses that locked in the last action."""
        return [event for event in self.events if isinstance(event, Marked) and event.lock]

    @property
    def closed_before(self) -> int:
        """How many rows were closed before the last action."""
        return len(self.record.game().closed) - len(self.closes)


def way_of(end: End) -> str:
    """The name of the way in which a game ended, or an error if it is none that we know."""
    name = _misses(end) if end.ended.ending is Ending.MISSES else _locks(end)
    if end.record.seats == 1:
        return f"solo-{end.ended.ending.value}"
    return "tie" if len(end.ended.winners) > 1 else name


def _misses(end: End) -> str:
    assert end.phase is Phase.COLOUR
    assert not end.closes
    (missed,) = (event for event in end.events if isinstance(event, Missed))
    game = end.record.game()
    assert [sheet.misses for sheet in game.sheets].count(missed.misses) == 1
    assert missed.misses == end.record.variant.end_misses
    return "misses" if game.tally(missed.seat).misses else "misses-free"


def _locks(end: End) -> str:
    assert not any(isinstance(event, Missed) for event in end.events)
    (cause,) = {event.cause for event in end.locks}
    rows = {event.cell.row for event in end.locks}
    assert rows == {close.row for close in end.closes}
    for close in end.closes:
        assert close.seats == tuple(m.seat for m in end.locks if m.cell.row == close.row)
    if cause is Cause.BONUS:
        return _bonus(end)
    marks = [event for event in end.events if isinstance(event, Marked)]
    assert not any(mark.cause is Cause.BONUS for mark in marks)
    shape = (len(end.closes), len(end.locks), end.closed_before)
    seats = {event.seat for event in end.locks}
    assert len(seats) == len(end.locks), "one lock a seat, where no bonus has a hand in it"
    if cause is Cause.COLOUR:
        assert end.phase is Phase.COLOUR
        assert shape == (1, 1, 1)
        assert seats == {end.record.game().active}
        return "colour-lock"
    assert end.phase is Phase.WHITE
    if cause is Cause.OFFERED:
        assert shape == (1, 1, 1)
        return "lucky"
    names = {
        (1, 1, 1): "white-lock" if _on_last_cells(end) else "early-lock",
        (1, 2, 1): "both-lock",
        (2, 2, 0): "two-at-once",
        (2, 2, 1): "three-at-once",
    }
    return names[shape]


def _bonus(end: End) -> str:
    """Extra crosses close rows: by the bonus bar, or by pairs with or without a tie."""
    (seat,) = {event.seat for event in end.locks}
    assert seat == end.record.game().active or end.phase is Phase.WHITE
    bonuses = bonuses_on(end.record.variant.page(0))
    done = {event.badge for event in end.events if isinstance(event, Completed)}
    if not bonuses:
        marks = [e for e in end.events if isinstance(e, Marked) and e.seat == seat]
        assert all(mark.cell.badge == BADGE for mark in marks[:-1]), "each link is a badge"
        assert (len(end.closes), end.closed_before) == (1, 1)
        return f"chain-{end.phase.value}"
    (bonus,) = (bonus for bonus in bonuses if bonus.badge in done)
    if len(end.closes) == 2:
        assert (bool(bonus.each_row), end.closed_before) == (True, 0)
        return "pairs-each-two"
    assert (len(end.closes), end.closed_before) == (1, 1)
    if bonus.each_row:
        assert end.picks == 0
        return f"pairs-each-{end.phase.value}"
    return f"pairs-{'pick' if end.picks else 'fewest'}-{end.phase.value}"


def _on_last_cells(end: End) -> bool:
    page = end.record.variant.page(0)
    return all(m.cell.index == len(page.rows[m.cell.row].cells) - 1 for m in end.locks)
