"""What a decision would cause on the seat's own sheet, so that it can be seen before.

Only what the seat may know is asked: its own sheet and the rows that are closed for all. A row
that somebody else closes in the same action may still make it come otherwise.
"""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from rowlock.events import Cause, Seat, as_json
from rowlock.moves import Decision, Mark, Pick
from rowlock.pen import Pen
from rowlock.rules import Effect, Rule
from rowlock.server.shown import Previews
from rowlock.server.story import Caused
from rowlock.server.table import Table
from rowlock.sheet import Colour, Sheet
from rowlock.variant import Variant

__all__ = ["after_colour", "previews_of"]

_Drawn = tuple[Sheet, tuple[Effect, ...], list[Caused]]

_MOST = 250
"""How many events all previews of a seat have at most: four times what the fullest sheet of a
variant that ships has. A pad of nothing but badges would else fill a message of megabytes.
"""


def previews_of(table: Table, seat: Seat) -> Previews | None:
    """What each decision that the seat may take causes beyond its own cross, if any does."""
    variant = table.setup.variant
    legal = table.legal(seat) if _causing(variant) else ()
    if not legal:
        return None
    told, own = table.game, table.own(seat)
    assert told is not None
    now: dict[str, list[Caused]] = {}
    ahead: dict[str, list[Caused]] = {}
    left = _MOST
    for decision in legal:
        game = own if isinstance(decision, Pick) else told
        effects = game.pending[seat]
        caused = _drawn(variant, game.sheets[seat], game.closed, effects, decision)[2]
        left -= len(caused)
        now[str(decision)] = caused if left >= 0 else []
    colours = [mark for mark in table.colour_ahead(seat) if isinstance(mark, Mark)]
    for colour in colours:
        caused = _drawn(variant, own.sheets[seat], own.closed, (), colour)[2]
        left -= len(caused)
        ahead[str(colour)] = caused if left >= 0 else []
    # Whoever chooses both at once sees what the colour causes once the white cross is made.
    for white in legal if not table.sealed.get(seat) else ():
        if not colours or not isinstance(white, Mark):
            continue
        sheet, effects, _ = _drawn(variant, told.sheets[seat], told.closed, (), white)
        for colour in colours if not effects else ():
            if left >= 0 and sheet.can_cross(sheet.page.cells[colour.cell]):
                caused = _drawn(variant, sheet, told.closed, (), colour)[2]
                left -= len(caused)
                if caused != ahead[str(colour)] and left >= 0:
                    ahead[f"{white} {colour}"] = caused
    shown: Previews = {
        "legal": {name: caused for name, caused in now.items() if caused},
        "colour": {name: caused for name, caused in ahead.items() if caused or " " in name},
    }
    return shown if shown["legal"] or shown["colour"] else None


def after_colour(table: Table, seat: Seat, colour: Mark) -> Sheet:
    """The seat's sheet with its sealed decisions and the colour that it has given ahead.

    Without the colour if another white decision has made it impossible since.
    """
    own, variant = table.own(seat), table.setup.variant
    sheet = own.sheets[seat]
    if not sheet.can_cross(sheet.page.cells[colour.cell]):
        return sheet
    return _drawn(variant, sheet, own.closed, (), colour)[0]


@lru_cache(maxsize=64)
def _causing(variant: Variant) -> bool:
    """Whether a cross can cause anything in this variant."""
    return any(type(rule).after_cross is not Rule.after_cross for rule in variant.rules)


@lru_cache(maxsize=256)
def _drawn(
    variant: Variant,
    sheet: Sheet,
    closed: frozenset[Colour],
    effects: tuple[Effect, ...],
    decision: Decision,
) -> _Drawn:
    """The sheet after a decision, what is left to settle, and what came of it but its own cross.

    Most positions are asked for again and again, but soon or never; and what is kept of a pad of
    nothing but badges is up to 40 kB each. The list is shared: change nothing.
    """
    pen = Pen(variant.rules, closed, 0, sheet, effects)
    own = 0
    if isinstance(decision, Mark):
        pen.cross(sheet.page.cells[decision.cell], Cause.WHITE)
        own = 1
    elif isinstance(decision, Pick):
        pen.pick(decision.row)
    pen.settle()
    caused = [_caused(as_json(event)) for event in pen.events[own:]]
    if pen.effects:
        tie = pen.effects[0]
        rows = [row.name for row in tie.asks(pen.sheet, closed)]
        caused.append(_caused({"event": "tie", "rows": rows, "times": tie.crosses}))
    return pen.sheet, pen.effects, caused


def _caused(said: dict[str, object]) -> Caused:
    said.pop("seat", None)
    return cast("Caused", said)
