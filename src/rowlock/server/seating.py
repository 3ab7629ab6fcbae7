"""Who sits where: the seats of a table after somebody came, went, or let a bot play."""

from __future__ import annotations

from dataclasses import replace

from rowlock.server.entries import Added, Handed, Left, Removed, Sat, Seeded, TakenBack
from rowlock.server.events import BotTookOver, PersonTookBack, SeatsChanged, TableEvent
from rowlock.server.mixing import with_promise
from rowlock.server.naming import unique_name
from rowlock.server.setup import SeatState

__all__ = ["Seating", "seats_after", "seating_events"]

Seating = Sat | Left | Added | Removed | Seeded | Handed | TakenBack
"""The entries that change seats."""


def seats_after(before: tuple[SeatState, ...], entry: Seating) -> tuple[SeatState, ...]:
    """The seats after this entry."""
    seats = list(before)
    match entry:
        case Sat(seat, name, holder, commitment):
            # What the holder has said of the dice counts for all of the holder's seats.
            fresh = SeatState(holder=holder)
            own = next((state for state in seats if state.holder == holder), fresh)
            seats[seat] = replace(own, name=name)
            if commitment:
                return with_promise(tuple(seats), holder, commitment)
        case Left(seat):
            seats[seat] = SeatState()
        case Added(bot, name):
            name = unique_name(name or bot, [state.name for state in seats])
            seats.append(SeatState(name=name if bot else "", bot=bot))
        case Removed(seat):
            del seats[seat]
        case Seeded(holder, seed):
            seats = [replace(p, seed=seed) if p.holder == holder else p for p in seats]
        case Handed(seat, bot):
            seats[seat] = replace(seats[seat], stand_in=bot)
        case _:
            seats[entry.seat] = replace(seats[entry.seat], stand_in="")
    return tuple(seats)


def seating_events(after: tuple[SeatState, ...], entry: Seating) -> list[TableEvent]:
    """What is told of such an entry, when the seats are as they are after it."""
    match entry:
        case Handed(seat, bot):
            return [BotTookOver(seat, bot)]
        case TakenBack(seat):
            return [PersonTookBack(seat)]
        case Seeded():
            return []  # nobody was told of seeds before the start
        case _:
            return [SeatsChanged(tuple(state.public for state in after))]
