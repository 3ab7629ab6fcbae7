"""What a program that plays is told: one JSON object a line; see docs/your-own-bot.md.

Seats and the fields of a bonus bar count from 1, as in every text. Nothing is told that the
seat may not see: a question is made from its view alone.
"""

from __future__ import annotations

from typing import Any

from rowlock.events import Seat
from rowlock.game import Game
from rowlock.printed import printed
from rowlock.sheet import COLOURS, Sheet

__all__ = ["PROTOCOL", "VERSION", "Message", "decide", "end", "game", "hello", "quits"]

PROTOCOL = "rowlock-bot"
VERSION = 1

Message = dict[str, Any]


def hello() -> Message:
    """The first words, once in the life of a process."""
    return {"type": "hello", "protocol": PROTOCOL, "version": VERSION}


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
        "legal": [str(decision) for decision in view.legal(seat)],
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
    crossed: dict[str, list[int]] = {}
    ahead: dict[str, list[int]] = {}
    for row in sheet.page.rows:
        name, reach = row.colour.name, sheet.reach(row.colour)
        crossed[name] = [cell.number for cell in row.cells[:reach] if sheet.crossed(cell)]
        shut = row.colour in view.closed or sheet.locked(row.colour)
        ahead[name] = [] if shut else [cell.number for cell in row.cells[reach:]]
    return {
        "written": str(sheet),
        "crossed": crossed,
        "ahead": ahead,
        "bar": [i + 1 for i in range(len(sheet.page.bar)) if sheet.bar >> i & 1],
        "misses": sheet.misses,
        "points": view.variant.tally(sheet).total,
    }
