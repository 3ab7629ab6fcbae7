"""What a program that plays is told: one JSON object a line; see docs/your-own-bot.md.

Seats and the fields of a bonus bar count from 1, as in every text. Nothing is told that the
seat may not see: a question is made from its view alone.
"""

from __future__ import annotations

from typing import Any

from rowlock.errors import told_position
from rowlock.events import Seat
from rowlock.game import Game
from rowlock.moves import Pass
from rowlock.printed import printed
from rowlock.sheet import COLOURS, Sheet

__all__ = [
    "PROTOCOL",
    "REVISION",
    "VERSION",
    "Message",
    "decide",
    "end",
    "game",
    "hello",
    "position",
    "quits",
]

PROTOCOL = "rowlock-bot"
VERSION = 1
"""Goes up when something changes that a bot could stumble over."""
REVISION = 2
"""Goes up when something is added. Since 2: `before` and `pass` in every question."""

Message = dict[str, Any]


def hello() -> Message:
    """The first words, once in the life of a process."""
    return {"type": "hello", "protocol": PROTOCOL, "version": VERSION, "revision": REVISION}


def game(start: Game, seat: Seat, seed: int) -> Message:
    """A game begins, or one goes on that was saved: what is printed, who sits where."""
    return {
        "type": "game",
        "seats": start.seats,
        "seat": seat + 1,
        "seed": seed,
        "variant": {
            **printed(start.variant),
            "end_locks": start.variant.end_locks,
            "end_misses": start.variant.end_misses,
        },
    }


def decide(view: Game, seat: Seat) -> Message:
    """A question: all that the seat may see, and what it may decide."""
    assert view.roll is not None  # before a roll nobody is asked
    roll = view.roll
    return {
        "type": "decide",
        "turn": view.turn,
        "phase": view.phase.value,
        "seat": seat + 1,
        "active": view.active + 1,
        "roll": str(roll),
        "sum": roll.announced,
        "whites": list(roll.whites),
        "colours": {c.name: roll.colours[c] for c in COLOURS if roll.colours[c]},
        "closed": [row.name for row in sorted(view.closed)],
        "sheets": [_sheet(view, sheet) for sheet in view.sheets],
        "before": [_marks(view, sheet) for sheet in view.before],
        "pass": _pass(view, seat),
        "legal": [str(decision) for decision in view.legal(seat)],
    }


def position(view: Game, seat: Seat) -> str:
    """Where a player was asked something, for a sentence that tells what went wrong."""
    return told_position(
        view.turn, view.phase.value, view.roll, view.active, seat, map(str, view.sheets)
    )


def _pass(view: Game, seat: Seat) -> Message | None:
    """What a pass costs at once, or none where it is not legal: it is tried."""
    if Pass() not in view.legal(seat):
        return None
    now, after = view.sheets[seat], view.apply(seat, Pass()).game.sheets[seat]
    tally = view.variant.tally
    return {
        "misses": after.misses - now.misses,
        "points": tally(after).total - tally(now).total,
    }


def end(over: Game) -> Message:
    """How a game ended."""
    outcome = over.outcome()
    assert outcome is not None  # it is told when the game is over
    return {
        "type": "end",
        "ending": outcome.ending.value,
        "points": list(outcome.totals),
        "winners": [winner + 1 for winner in outcome.winners],
    }


def quits() -> Message:
    """The last words."""
    return {"type": "quit"}


def _sheet(view: Game, sheet: Sheet) -> Message:
    marks = _marks(view, sheet)
    ahead: dict[str, list[int]] = {}
    for row in sheet.page.rows:
        shut = row.colour in view.closed or sheet.locked(row.colour)
        cells = () if shut else row.cells[sheet.reach(row.colour) :]
        ahead[row.colour.name] = [cell.number for cell in cells]
    written, crossed = marks.pop("written"), marks.pop("crossed")
    return {"written": written, "crossed": crossed, "ahead": ahead, **marks}


def _marks(view: Game, sheet: Sheet) -> Message:
    """What the pen did on a sheet, whatever is closed by now."""
    return {
        "written": str(sheet),
        "crossed": {
            row.colour.name: [cell.number for cell in row.cells if sheet.crossed(cell)]
            for row in sheet.page.rows
        },
        "bar": [],  # there, if empty, also where no strip has this name: programs count on it
        **{s.name: [i + 1 for i in sheet.struck_in(s.name)] for s in sheet.page.strips},
        "misses": sheet.misses,
        "points": view.variant.tally(sheet).total,
    }
