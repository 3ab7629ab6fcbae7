"""The player who knows exactly what its own sheet is worth, and nothing of the others."""

from __future__ import annotations

import math
import sys
from functools import lru_cache
from typing import TYPE_CHECKING

from rowlock.bots import Choice
from rowlock.errors import IllegalMove, UnknownPlayer, UnknownVariant
from rowlock.events import Seat
from rowlock.game import Game, Phase
from rowlock.moves import Decision, Mark
from rowlock.players.chance import Lots
from rowlock.players.packed import need_kernels
from rowlock.sheet import COLOURS, Colour, Sheet
from rowlock.variant import Variant

if TYPE_CHECKING:  # it needs packages that not everybody has
    from rowlock.solve import Values

__all__ = ["Solo", "make_solo", "ready_values"]

_LARGEST_PLAIN = 50_000  # sheets that can be numbered and solved without a compiler
_PARTS = 10  # after each of which it is told how far the solving is


class Solo:
    """Takes the decision after which its own sheet is worth most, by the exact values.

    They are those of the game alone, or with others of the friendly game, in which the others
    roll too but never close a row or end the game; a table of more than five seats is taken for
    one of five. So it plays for its own points and does not see that others hurry.

    A row that somebody else has closed is unknown to these values. Since they count what is
    still to come, and nothing comes in a closed row, it is valued as if it had been locked on
    the own sheet without bringing points: with its own number of crosses, or the fewest that a
    locked row can have (which matters only where a rule looks for the fewest crosses).
    """

    def __init__(self) -> None:
        need_kernels("solo")

    def begin(self, game: Game, seat: Seat) -> None:
        """The values are found, or worked out, before the first roll."""
        ready_values(game.variant, game.seats)

    def decide(self, view: Game, seat: Seat) -> Decision:
        """The decision of the highest value; of several, the first."""
        legal = view.legal(seat)
        if len(legal) == 1:
            return legal[0]
        if view.active == seat and view.phase is Phase.WHITE:
            assert view.roll is not None
            sheet = _with_closed(view.sheets[seat], view.closed)
            options = ready_values(view.variant, view.seats).options(sheet, view.roll)
            # Of a row that others closed the crosses may be too few for the values, and crosses
            # offered that are not legal.
            return next(option.white for option in options if option.white in legal)
        return max(legal, key=lambda decision: _value_after(view, seat, decision))


def _value_after(view: Game, seat: Seat, decision: Decision) -> float:
    """What the sheet is worth after the last decision of this turn."""
    values = ready_values(view.variant, view.seats)
    sheet = view.sheets[seat]
    if isinstance(decision, Mark):
        sheet = sheet.cross(sheet.page.cells[decision.cell])
    elif seat == view.active and not sheet.crossed_since(view.before[seat]):
        sheet = sheet.miss()
    others = (seat - view.active - 1) % view.seats  # who roll before the own roll
    return values.value(_with_closed(sheet, view.closed), min(others, values.seats - 1))


def _with_closed(sheet: Sheet, closed: frozenset[Colour]) -> Sheet:
    """The sheet with these rows locked, as the values know them.

    The points of such a row are wrong, but the same whatever is decided.
    """
    for row in COLOURS:
        if row in closed and not sheet.locked(row):
            cells = sheet.page.rows[row].cells
            # Two crosses more come with the lock.
            count = max(sheet.crosses(row) - 2, sheet.page.lock_needs)
            sheet = sheet.with_crosses(row, (*cells[:count], cells[-1]))
    return sheet


@lru_cache(maxsize=4)
def ready_values(variant: Variant, seats: int) -> Values:
    """The values for a table with this number of seats; what is not in the cache is worked out.

    That takes a minute or more, so it is told.
    """
    need_kernels("solo")
    from rowlock.fast import compiles
    from rowlock.solve import MOST_SEATS, solve
    from rowlock.solve.states import check_rules

    sheets = math.prod(len(row.cells) ** 2 // 2 for row in variant.pages[0].rows)  # roughly
    seats = min(seats, MOST_SEATS)
    told = -1

    def watch(done: int, total: int) -> None:
        nonlocal told
        table = "alone" if seats == 1 else f"with {seats} seats"
        part = done * _PARTS // total
        if part > told:
            told = part
            print(
                f"rowlock: solving {variant.name} {table}, once on this machine: "
                f"{100 * done // total} % ...",
                file=sys.stderr,
                flush=True,
            )

    try:
        check_rules(variant)
        if not compiles() and sheets > _LARGEST_PLAIN:
            raise UnknownVariant(
                f"{variant.name} is too large without a compiler; expected numba "
                f"(pip install 'rowlock[fast]') and a command that uses it, such as arena"
            )
        values = solve(variant, seats, watch=watch)
    except (IllegalMove, UnknownVariant) as error:
        raise UnknownPlayer(f"solo cannot play here: {error.message}") from None
    if values.trouble:
        print(f"rowlock: {values.trouble}", file=sys.stderr, flush=True)
    return values


def make_solo(choice: Choice, lots: Lots) -> Solo:
    """The player of the register."""
    return Solo()
