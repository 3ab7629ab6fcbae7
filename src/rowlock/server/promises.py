"""From what a client says of its seed to what is written down: the checks, and no change."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from rowlock.errors import NotNotation
from rowlock.events import Seat
from rowlock.fair import check_seed
from rowlock.server.entries import Called, Promised, Revealed, Started
from rowlock.server.mixing import MOST_PROMISES, fits, owed
from rowlock.server.protocol import Code, Commit, Refused, Reveal, Sit
from rowlock.server.setup import NO_SEED, SeatState
from rowlock.server.stage import Stage
from rowlock.server.table import Table

if TYPE_CHECKING:
    from rowlock.server.creation import OpenTable

__all__ = ["call", "check_promises", "promise", "promise_of", "reveal"]


def promise_of(said: Sit | Commit | OpenTable) -> str:
    """The promise that a message carries, as it is kept; empty if it carries none."""
    if "commitment" not in said.model_fields_set:
        return ""
    return said.commitment or NO_SEED


def call(table: Table, present: Collection[Seat]) -> Called | Started | None:
    """What follows from the host's start: the seeds of those who are there are called for."""
    if table.mixing is not None:
        return None
    people = [seat for seat, state in enumerate(table.seats) if state.holder]
    asked = [s for s in people if s in present and table.seats[s].commitment != NO_SEED]
    if not asked or table.setup.options.real_dice:
        return Started()
    return Called(tuple(seat for seat in people if seat not in present))


def promise(table: Table, holder: str, request: Commit) -> Promised | None:
    """Promise a seed, or say that there will be none."""
    state = _seat_of(table, holder)
    if table.stage is not Stage.WAITING:
        raise Refused(Code.STARTED, "the game has started; the dice stay as they are")
    commitment = promise_of(request)
    if state.commitment == commitment:
        return None  # said twice, perhaps because the first answer was lost
    if table.mixing is None:
        check_promises(state)
    elif owed(state, table.mixing) != "commit":
        raise Refused(Code.TOO_LATE, "the dice are being mixed: what you promised stays")
    elif commitment in table.mixing.used:
        raise Refused(Code.BAD_SEED, "that was promised before and is void: make a fresh seed")
    return Promised(holder, commitment)


def check_promises(state: SeatState) -> None:
    """Refuse one promise after the other."""
    if state.promises >= MOST_PROMISES:
        raise Refused(Code.TOO_MANY_CHANGES, "too many promises: the last one stays")


def reveal(table: Table, holder: str, request: Reveal) -> Revealed | None:
    """Reveal the seed that was promised."""
    state, mixing = _seat_of(table, holder), table.mixing
    try:
        seed = check_seed(request.seed)
    except NotNotation as error:
        raise Refused(Code.BAD_SEED, error.message) from None
    known = state.seed if mixing is None else mixing.revealed.get(holder)
    if seed and seed == known:
        return None  # said twice, perhaps because the first answer was lost
    if table.stage is not Stage.WAITING:
        raise Refused(Code.STARTED, "the game has started; the dice stay as they are")
    if mixing is None or (mixing.step == "commit" and holder not in mixing.out):
        raise Refused(Code.TOO_EARLY, "keep it secret: not everybody has promised a seed yet")
    if known is None and owed(state, mixing) is None:
        raise Refused(Code.TOO_LATE, "you give no seed in this game")
    if not fits(seed, state.commitment):
        raise Refused(Code.BAD_SEED, "this is not the seed that you promised")
    return Revealed(holder, seed)


def _seat_of(table: Table, holder: str) -> SeatState:
    """A seat of the holder; all of them have promised the same."""
    if table.setup.options.real_dice:
        raise Refused(Code.REAL_DICE, "this table has real dice: there is nothing to mix")
    held = table.held_by(holder)
    if not held:
        raise Refused(Code.NOT_YOUR_SEAT, "only who holds a seat can mix the dice")
    return table.seats[held[0]]
