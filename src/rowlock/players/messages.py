"""What a program that plays is told: one JSON object a line; see docs/your-own-bot.md.

Seats and the fields of a bonus bar count from 1, as in every text. Nothing is told that the
seat may not see: a question is made from its view alone.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rowlock.events import Seat
from rowlock.game import Game
from rowlock.rules import PairBonus, Pairs
from rowlock.sheet import COLOURS, Page, Sheet
from rowlock.variant import Variant

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
        "variant": _variant(start.variant),
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


@lru_cache(maxsize=8)
def _variant(variant: Variant) -> Message:
    """What is printed and which rules are added, under the names that a server uses too."""
    return {
        "key": variant.key,
        "name": variant.name,
        "edition": variant.edition,
        "players": list(variant.players),
        "faces": variant.faces,
        "end_locks": variant.end_locks,
        "end_misses": variant.end_misses,
        "rules": [type(rule).__name__.lower() for rule in variant.rules],
        "badges": [
            badge
            for rule in variant.rules
            if isinstance(rule, Pairs)
            for bonus in rule.bonuses
            for badge in _badges(bonus)
        ],
        "pages": [_page(page) for page in variant.pages],
    }


def _badges(bonus: PairBonus) -> list[Message]:
    effects = {
        "fewest": bonus.fewest,
        "each_row": bonus.each_row,
        "double_fewest": bonus.double_fewest,
        "points": bonus.points,
        "no_misses": bonus.no_misses,
    }
    return [
        {"badge": bonus.badge, "effect": effect, "amount": None if amount is True else amount}
        for effect, amount in effects.items()
        if amount
    ]


def _page(page: Page) -> Message:
    return {
        "rows": [
            {
                "row": row.colour.name,
                "cells": [
                    {
                        "name": str(cell),
                        "number": cell.number,
                        "colour": cell.colour.name,
                        "badge": cell.badge,
                    }
                    for cell in row.cells
                ],
            }
            for row in page.rows
        ],
        "lock_cells": page.lock_cells,
        "lock_needs": page.lock_needs,
        "miss_boxes": page.miss_boxes,
        "miss_points": page.miss_points,
        "bar": [colour.name for colour in page.bar],
        "lucky": list(page.lucky),
    }
