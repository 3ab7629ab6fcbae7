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

__all__ = ["does", "tell"]

_WHY = {Cause.WHITE: "", Cause.LUCKY: " (lucky)", Cause.COLOUR: "", Cause.BONUS: " as a bonus"}
_YOU = {"has": "have", "passes": "pass", "crosses": "cross"}


def tell(event: Event, names: Sequence[str]) -> str:
    """One event in one sentence; a seat called You is spoken to."""
    match event:
        case Rolled(seat, roll):
            return f"{does(names[seat], 'rolls')} {roll}: {roll.announced} is announced."
        case Marked(seat, cell, cause, lock):
            locks = f" and the lock of row {cell.row.name}" if lock else ""
            return f"{does(names[seat], 'crosses')} {cell}{_WHY[cause]}{locks}."
        case Passed(seat):
            return f"{does(names[seat], 'passes')}."
        case Struck(seat, fields):
            numbers = _listed([str(i + 1) for i in fields])
            word = "field" if len(fields) == 1 else "fields"
            return f"{does(names[seat], 'strikes')} {word} {numbers} of the bonus bar."
        case Completed(seat, badge):
            return f"{does(names[seat], 'has')} both cells of {badge}."
        case Lapsed(seat, row):
            where = "" if row is None else f" in row {row.name}"
            return f"{does(names[seat], 'loses')} an extra cross{where}: it cannot be made."
        case Missed(seat, misses):
            return f"{does(names[seat], 'takes')} miss number {misses}."
        case Closed(row, seats):
            who = _listed(["you" if names[seat] == "You" else names[seat] for seat in seats])
            return f"Row {row.name} is closed for everybody, locked by {who}."
        case Ended(ending, totals, winners):
            why = "the last miss" if ending is Ending.MISSES else "closed rows"
            won = _listed([names[seat] for seat in winners])
            if len(winners) > 1:
                won += " win together"
            else:
                won = does(won, "wins" if len(totals) > 1 else "ends")
            return f"The game is over by {why}: {won} with {max(totals)} points."


def does(name: str, verb: str) -> str:
    """Name and verb, in the right person."""
    return f"{name} {_YOU.get(verb, verb[:-1])}" if name == "You" else f"{name} {verb}"


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
