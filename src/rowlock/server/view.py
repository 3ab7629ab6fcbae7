"""The table as somebody may see it, made into messages.

Everything public is made once for all sockets of a table; what is private (`yours`) is
made for one holder at a time and can hold only what that holder's seats may see.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, cast

from pydantic_core import to_json

from rowlock.game import Phase
from rowlock.moves import Decision
from rowlock.printed import printed
from rowlock.server.opening import SECONDS, Opening
from rowlock.server.shown import (
    Clock,
    DiceShown,
    Now,
    OptionsShown,
    Points,
    VariantShown,
    Yours,
)
from rowlock.server.store import Stage
from rowlock.server.story import Letter
from rowlock.server.table import Table
from rowlock.sheet import Colour, Sheet
from rowlock.variant import Variant, shipped_variants

__all__ = [
    "as_text",
    "now_of",
    "told_text",
    "variant_shown",
    "view_text",
    "with_yours",
    "yours_of",
]


_PHASES: dict[Phase, Literal["roll", "white", "colour"]] = {
    Phase.ROLL: "roll",
    Phase.WHITE: "white",
    Phase.COLOUR: "colour",
}


def as_text(message: Any) -> str:
    """A message as the text that is sent."""
    return to_json(message).decode()


def variant_shown(variant: Variant) -> VariantShown:
    """What a client needs to draw any sheet of the variant."""
    shown = {**printed(variant), "shipped": variant.key in shipped_variants()}
    return cast("VariantShown", shown)


def _letter(colour: Colour) -> Letter:
    return cast("Letter", colour.name)


def options_shown(opening: Opening) -> OptionsShown:
    """The options of a table as everybody may see them."""
    options = opening.options
    return {
        "time": options.time,
        "seconds": SECONDS[options.time],
        "hidden_scores": options.hidden_scores,
        "open_white": options.open_white,
        "real_dice": options.real_dice,
        "public": options.public,
        "first": None if options.first is None else options.first + 1,
    }


def now_of(table: Table, clock: Clock | None, before: Table | None = None) -> Now:
    """The table now; only what may have changed since `before`, if that is given."""
    game = table.game
    phase = table.phase
    playing = game is not None and phase is not None
    now: Now = {
        "stage": table.stage.value,
        "turn": table.turn,
        "phase": _PHASES[phase] if phase else None,
        "active": game.active + 1 if game and playing else None,
        "roll": str(game.roll) if game and playing and game.roll else None,
        "waiting": [seat + 1 for seat in table.waiting_for()],
        "clock": clock,
    }
    if before is None or _sheets(before) is not _sheets(table) or before.stage is not table.stage:
        now["sheets"] = [sheet_text(sheet) for sheet in _sheets(table)]
        now["points"] = _points(table)
        now["closed"] = [_letter(colour) for colour in sorted(game.closed)] if game else []
    if before is None or before.stage is not table.stage or before.rematch != table.rematch:
        outcome = game.outcome() if game else None
        now["dice"] = _dice(table)
        now["stopped"] = table.stopped or None
        now["rematch"] = table.rematch or None
        now["outcome"] = None
        if outcome is not None:
            now["outcome"] = {
                "ending": outcome.ending.value,
                "totals": list(outcome.totals),
                "winners": [seat + 1 for seat in outcome.winners],
            }
    return now


def _sheets(table: Table) -> tuple[Sheet, ...]:
    return table.game.sheets if table.game else ()


@lru_cache(maxsize=4096)
def sheet_text(sheet: Sheet) -> str:
    """The sheet as text; most sheets are told again and again."""
    return str(sheet)


@lru_cache(maxsize=4096)
def _points_of(variant: Variant, sheet: Sheet) -> Points:
    tally = variant.tally(sheet)
    return {
        "rows": tally.rows,
        "misses": tally.misses,
        "bonuses": tally.bonuses,
        "total": tally.total,
    }


def _points(table: Table) -> list[Points] | None:
    if table.opening.options.hidden_scores and table.stage is Stage.PLAYING:
        return None
    return [_points_of(table.opening.variant, sheet) for sheet in _sheets(table)]


def _dice(table: Table) -> DiceShown:
    if table.opening.options.real_dice:
        return {"commitment": None, "mix": None, "server_seed": None}
    return {
        "commitment": table.opening.commitment,
        "mix": table.dice.mix if table.game else None,
        "server_seed": table.opening.seed if table.stage is Stage.DONE else None,
    }


def yours_of(table: Table, holder: str) -> list[Yours]:
    """What only this holder may see: the options and sealed decisions of the holder's seats."""
    return [_yours(table, seat) for seat in table.held_by(holder)]


def _yours(table: Table, seat: int) -> Yours:
    sealed = table.sealed.get(seat, ())
    active = table.game is not None and seat == table.game.active
    return {
        "seat": seat + 1,
        "legal": _names(table.legal(seat)),
        "colour": _names(table.colour_ahead(seat)),
        "sealed": "".join(map(str, sealed)),
        "ahead": str(table.ahead) if active and table.ahead is not None else "",
        "sheet": sheet_text(table.own(seat).sheets[seat]) if sealed else "",
        "again": active and table.again,
    }


def _names(decisions: tuple[Decision, ...]) -> list[str]:
    return [str(decision) for decision in decisions]


# Messages


@lru_cache(maxsize=64)
def _variant_text(variant: Variant) -> str:
    return as_text(variant_shown(variant))


def view_text(table: Table, holder: str, clock: Clock | None) -> str:
    """The whole view, for one holder or, without one, for somebody who watches."""
    view = as_text(
        {
            "type": "view",
            "v": table.v,
            "table": table.id,
            "options": options_shown(table.opening),
            "places": [place.shown() for place in table.places],
            "host": bool(holder) and holder == table.opening.host,
            "now": now_of(table, clock),
            "yours": yours_of(table, holder),
        }
    )
    # By far the largest part, and always the same.
    return f'{view[:-1]},"variant":{_variant_text(table.opening.variant)}}}'


def told_text(table: Table, since: int, clock: Clock | None, before: Table | None) -> str | None:
    """The events after `since` and the table now; nothing if that is longer ago than is kept."""
    missing = table.v - since
    if not 0 <= missing <= len(table.story):
        return None
    events = ",".join(table.story[len(table.story) - missing :])
    now = as_text(now_of(table, clock, before))
    return f'{{"type":"told","v":{table.v},"events":[{events}],"now":{now}}}'


def with_yours(told: str, yours: str) -> str:
    """The same message with what only one holder may see."""
    return f'{told[:-1]},"yours":{yours}}}'
