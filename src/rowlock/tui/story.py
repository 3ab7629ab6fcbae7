"""What happened, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from rowlock.events import (
    Cause,
    Closed,
    Completed,
    Ended,
    Ending,
    Event,
    Lapsed,
    Marked,
    Missed,
    Passed,
    Rolled,
    Struck,
)
from rowlock.tui.words import ENGLISH, Words
from rowlock.variant import Variant

__all__ = ["tell"]

_ENDINGS = {Ending.MISSES: "story.by_misses", Ending.LOCKS: "story.by_locks"}


def tell(event: Event, names: Sequence[str], variant: Variant, words: Words = ENGLISH) -> str:
    """One event in one sentence; a seat called You is spoken to."""
    match event:
        case Rolled(seat, roll):
            return words.of("story.rolls", names[seat], roll=roll, sum=roll.announced)
        case Marked(seat, cell, _, lock):
            why = _why(event, variant, words)
            locks = words("story.and_lock", row=cell.row.name) if lock else ""
            return words.of("story.crosses", names[seat], cell=cell, why=why, lock=locks)
        case Passed(seat):
            return words.of("story.passes", names[seat])
        case Struck(seat, fields, strip):
            numbers = words.listed([str(i + 1) for i in fields])
            struck = words.count("story.fields", len(fields), numbers=numbers)
            of = variant.page(seat).strip(strip).of[words.language]
            return words.of("story.strikes", names[seat], fields=struck, of=of)
        case Completed(seat, badge):
            return words.of("story.completes", names[seat], badge=badge)
        case Lapsed(seat, row):
            where = "" if row is None else words("story.in_row", row=row.name)
            return words.of("story.loses", names[seat], where=where)
        case Missed(seat, misses):
            return words.of("story.misses", names[seat], n=misses)
        case Closed(row, seats):
            who = _named(seats, names, words, "story.by_you")
            return words("story.closed", row=row.name, names=who)
        case Ended(ending, totals, winners):
            why = words(_ENDINGS[ending])
            points = words.count("story.with_points", max(totals))
            if len(winners) > 1:
                who = _named(winners, names, words, "story.shared_you")
                return words("story.shared", why=why, names=who, points=points)
            key = "story.wins" if len(totals) > 1 else "story.alone"
            return words.of(key, names[winners[0]], why=why, points=points)


def _why(event: Marked, variant: Variant, words: Words) -> str:
    """Why a cell was crossed, if not by the dice: in the words of the rule, if it has any."""
    offer = next((rule.offer for rule in variant.rules if rule.name == event.rule), None)
    if offer is not None:
        return words("story.offered", why=offer[words.language])
    return words("story.bonus") if event.cause is Cause.BONUS else ""


def _named(seats: Sequence[int], names: Sequence[str], words: Words, you: str) -> str:
    """Several seats in a sentence, in which whoever is spoken to has this word."""
    return words.listed([words(you) if names[s] == words("you") else names[s] for s in seats])
