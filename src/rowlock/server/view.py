"""The table as somebody may see it, made into messages.

Everything public is made once for all sockets of a table; what is private (`yours`) is
made for one holder at a time and can hold only what that holder's seats may see.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, cast

from rowlock.game import Phase
from rowlock.moves import Decision, Mark, Pick
from rowlock.printed import printed, state_of
from rowlock.server.encoding import to_text
from rowlock.server.mixing import commitments_of, owed, waited_for
from rowlock.server.previews import after_colour, previews_of
from rowlock.server.printing import VariantShown
from rowlock.server.setup import SECONDS, TableSetup
from rowlock.server.shown import (
    Clock,
    DiceShown,
    MixingShown,
    Now,
    OptionsShown,
    Points,
    SheetState,
    Yours,
)
from rowlock.server.stage import Stage
from rowlock.server.story import Letter, place_shown, told_events
from rowlock.server.table import Table
from rowlock.sheet import Colour, Sheet
from rowlock.variant import Variant, shipped_variants

__all__ = [
    "now_of",
    "told_text",
    "variant_shown",
    "view_text",
    "with_yours",
    "yours_of",
    "yours_text",
]


_PHASES: dict[Phase, Literal["roll", "white", "colour"]] = {
    Phase.ROLL: "roll",
    Phase.WHITE: "white",
    Phase.COLOUR: "colour",
}


def variant_shown(variant: Variant) -> VariantShown:
    """What a client needs to draw any sheet of the variant."""
    shown = {**printed(variant), "shipped": variant.key in shipped_variants()}
    return cast("VariantShown", shown)


def _letter(colour: Colour) -> Letter:
    return cast("Letter", colour.name)


def options_shown(setup: TableSetup) -> OptionsShown:
    """The options of a table as everybody may see them."""
    options = setup.options
    return {
        "time": options.time,
        "seconds": SECONDS[options.time],
        "hidden_scores": options.hidden_scores,
        "open_white": options.open_white,
        "locks": options.locks,
        "real_dice": options.real_dice,
        "public": options.public,
        "first": None if options.first is None else options.first + 1,
        "hints": options.hints,
        "choices": dict(setup.choices),
        "daily": setup.daily or None,
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
        "mixing": _mixing(table),
        "announced": [
            {"seat": seat + 1, "row": _letter(row)}
            for seat, rows in table.announced.items()
            for row in rows
        ],
        "asked_again": [seat + 1 for seat in sorted(table.asked_again)],
    }
    if before is None or _sheets(before) is not _sheets(table) or before.stage is not table.stage:
        now["sheets"] = [sheet_text(sheet) for sheet in _sheets(table)]
        closed = _closed(table)
        now["states"] = [_state(sheet, closed) for sheet in _sheets(table)]
        now["points"] = _points(table)
        now["closed"] = [_letter(colour) for colour in sorted(closed)]
    if before is None or _slow(before) != _slow(table):
        outcome = game.outcome() if game else None
        now["dice"] = _dice(table)
        now["stopped"] = table.stopped or None
        now["rematch"] = table.rematch or None
        now["outcome"] = None
        if outcome is not None:
            now["outcome"] = {
                "ending": outcome.ending.value,
                "misses": [
                    seat + 1
                    for seat, sheet in enumerate(_sheets(table))
                    if sheet.misses >= table.setup.variant.end_misses
                ],
                "totals": list(outcome.totals),
                "winners": [seat + 1 for seat in outcome.winners],
            }
    return now


def _slow(table: Table) -> object:
    """What changes seldom: all that is told together goes by it."""
    return table.stage, table.rematch, table.disclosed, _commitments(table)


def _commitments(table: Table) -> tuple[str, ...]:
    """What the seats have promised: before the start as it is, then as it was."""
    return commitments_of(table.seats) if table.stage is Stage.WAITING else table.promised


def _mixing(table: Table) -> MixingShown | None:
    if table.mixing is None:
        return None
    waiting = waited_for(table.seats, table.mixing)
    return {"step": table.mixing.step, "waiting": [seat + 1 for seat in waiting]}


def _sheets(table: Table) -> tuple[Sheet, ...]:
    return table.game.sheets if table.game else ()


@lru_cache(maxsize=4096)
def sheet_text(sheet: Sheet) -> str:
    """The sheet as text; most sheets are told again and again."""
    return str(sheet)


def _closed(table: Table) -> frozenset[Colour]:
    return table.game.closed if table.game else frozenset()


def _state(sheet: Sheet, closed: frozenset[Colour]) -> SheetState:
    return cast("SheetState", state_of(sheet, closed))


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
    if table.setup.options.hidden_scores and table.stage is Stage.PLAYING:
        return None
    return [_points_of(table.setup.variant, sheet) for sheet in _sheets(table)]


def _dice(table: Table) -> DiceShown:
    if table.setup.options.real_dice:
        return {"commitment": None, "commitments": None, "mix": None, "server_seed": None}
    promised = [promise or None for promise in _commitments(table)]
    return {
        "commitment": table.setup.commitment,
        "commitments": promised or None,
        "mix": table.dice.mix if table.game else None,
        "server_seed": table.setup.seed if table.seed_told else None,
    }


def yours_of(table: Table, holder: str) -> list[Yours]:
    """What only this holder may see: the options and sealed decisions of the holder's seats."""
    return [_yours(table, seat) for seat in table.held_by(holder)]


def yours_text(table: Table, holder: str) -> str:
    """The same as text. Most of the time most people have nothing to decide: then it is known."""
    held = table.held_by(holder)
    if all(_is_idle(table, seat) for seat in held):
        return _idle_text(held)
    return to_text(yours_of(table, holder))


def _is_idle(table: Table, seat: int) -> bool:
    """Whether this seat can decide nothing, and has decided nothing that is not told."""
    game, phase = table.game, table.phase
    return phase is Phase.ROLL or (
        phase is Phase.COLOUR and game is not None and seat != game.active
    )


@lru_cache(maxsize=512)
def _idle_text(seats: tuple[int, ...]) -> str:
    return to_text([_idle(seat) for seat in seats])


def _idle(seat: int) -> Yours:
    return {
        "seat": seat + 1,
        "legal": [],
        "lapse": [],
        "colour": [],
        "dice": {},
        "sealed": "",
        "ahead": "",
        "sheet": "",
        "state": None,
        "miss": False,
        "again": False,
        "lock_too": [],
        "asked_again": False,
        "keep": "",
        "binding": False,
        "mix": None,
    }


def _yours(table: Table, seat: int) -> Yours:
    if _is_idle(table, seat):
        return _idle(seat)
    sealed = table.sealed.get(seat, ())
    active = table.game is not None and seat == table.game.active
    asked_again, legal = seat in table.asked_again, table.legal(seat)
    colours, sheet = table.colour_ahead(seat), _own_sheet(table, seat)
    yours: Yours = {
        "seat": seat + 1,
        "legal": _names(legal),
        "lapse": _names(_lapsing(table, seat, legal)),
        "colour": _names(colours),
        "dice": _colour_dice(table, seat, legal if table.phase is Phase.COLOUR else colours),
        "sealed": "".join(map(str, sealed)),
        "ahead": str(table.ahead) if active and table.ahead is not None else "",
        "sheet": sheet_text(sheet) if sheet else "",
        "state": _state(sheet, _closed(table)) if sheet else None,
        "miss": _misses(table, seat),
        "again": active and table.again,
        "lock_too": _names(table.lock_too(seat)),
        "asked_again": asked_again,
        "keep": str(sealed[-1]) if asked_again and table.gave_answer(seat) else "",
        "binding": seat in table.announced,
        "mix": _mix(table, seat),
    }
    offers = _offers(table, seat, legal)
    if offers:
        yours["offers"] = offers
    previews = previews_of(table, seat)
    if previews is not None:
        yours["previews"] = previews
    return yours


def _own_sheet(table: Table, seat: int) -> Sheet | None:
    """The sheet with what the seat has decided and nobody else knows; none if there is nothing."""
    game = table.game
    ahead = table.ahead if game is not None and seat == game.active else None
    if not table.sealed.get(seat) and ahead is None:
        return None
    return after_colour(table, seat, ahead) if isinstance(ahead, Mark) else table.own_sheet(seat)


def _misses(table: Table, seat: int) -> bool:
    """Whether it costs a miss if the seat crosses nothing with a colour."""
    game = table.game
    decided = table.phase is Phase.COLOUR or bool(table.sealed.get(seat))
    if game is None or seat != game.active or not decided:
        return False
    return not table.own_sheet(seat).crossed_since(game.before[seat])


def _colour_dice(table: Table, seat: int, decisions: tuple[Decision, ...]) -> dict[str, list[int]]:
    """Which dice make the cells that the seat may cross with a colour, now or ahead."""
    game = table.game
    if game is None or game.roll is None or seat != game.active:
        return {}
    cells = game.sheets[seat].page.cells
    marks = [(str(mark), cells[mark.cell]) for mark in decisions if isinstance(mark, Mark)]
    return {name: list(game.roll.dice_for(cell.colour, cell.number)) for name, cell in marks}


def _mix(table: Table, seat: int) -> Literal["commit", "reveal"] | None:
    """What the seat owes to the dice."""
    if table.stage is not Stage.WAITING or table.setup.options.real_dice:
        return None
    return owed(table.seats[seat], table.mixing)


def _lapsing(table: Table, seat: int, legal: tuple[Decision, ...]) -> tuple[Decision, ...]:
    """Of what the seat may decide now, the rows of a tie where its crosses would lapse."""
    picks = tuple(each for each in legal if isinstance(each, Pick))
    if not picks:
        return ()
    able = table.own(seat).able_picks(seat)
    return tuple(pick for pick in picks if pick not in able)


def _offers(table: Table, seat: int, legal: tuple[Decision, ...]) -> dict[str, str]:
    """The rules that offer cells instead of the sum, by the decision."""
    game = table.game
    if game is None:
        return {}
    offered = (mark for mark in legal if isinstance(mark, Mark) and mark.offered)
    return {str(mark): game.offered_by(seat, mark) for mark in offered}


def _names(decisions: tuple[Decision, ...]) -> list[str]:
    return [str(decision) for decision in decisions]


# Messages


@lru_cache(maxsize=64)
def _variant_text(variant: Variant) -> str:
    return to_text(variant_shown(variant))


def view_text(table: Table, holder: str, clock: Clock | None) -> str:
    """The whole view, for one holder or, without one, for somebody who watches."""
    view = to_text(
        {
            "type": "view",
            "v": table.v,
            "table": table.id,
            "options": options_shown(table.setup),
            "places": [place_shown(state.public) for state in table.seats],
            "host": bool(holder) and holder == table.setup.host,
            "now": now_of(table, clock),
            "yours": yours_of(table, holder),
        }
    )
    # By far the largest part, and always the same.
    return f'{view[:-1]},"variant":{_variant_text(table.setup.variant)}}}'


def told_text(table: Table, since: int, clock: Clock | None, before: Table | None) -> str | None:
    """The events after `since` and the table now; nothing if that is longer ago than is kept."""
    missing = table.v - since
    if not 0 <= missing <= len(table.story):
        return None
    events = told_events(table.story[len(table.story) - missing :], table.v)
    now = now_of(table, clock, before)
    return to_text({"type": "told", "v": table.v, "events": events, "now": now})


def with_yours(told: str, yours: str) -> str:
    """The same message with what only one holder may see."""
    return f'{told[:-1]},"yours":{yours}}}'
