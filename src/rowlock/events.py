"""What happened, in the order it happened: the words of a game's story."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from rowlock.dice import Roll
from rowlock.sheet import Cell, Colour

__all__ = [
    "Cause",
    "Closed",
    "Completed",
    "Ended",
    "Ending",
    "Event",
    "Lapsed",
    "Marked",
    "Missed",
    "Passed",
    "Rolled",
    "Struck",
    "as_json",
]

Seat = int
"""A place at the table, counted from 0; texts count from 1."""


class Cause(Enum):
    """Why a cell was crossed."""

    WHITE = "white"
    OFFERED = "lucky"  # by a rule, instead of the sum; records of old events know this word
    COLOUR = "colour"
    BONUS = "bonus"


class Ending(Enum):
    """Why a game is over."""

    LOCKS = "locks"
    MISSES = "misses"


@dataclass(frozen=True, slots=True)
class Rolled:
    """The active seat rolled the dice."""

    seat: Seat
    roll: Roll


@dataclass(frozen=True, slots=True)
class Marked:
    """A seat crossed a cell, and the lock with it if the cell earns it."""

    seat: Seat
    cell: Cell
    cause: Cause
    lock: bool
    rule: str = ""  # the name of the rule whose words say why, if it is one


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat crossed nothing in this action."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Struck:
    """Fields of a strip on a seat's sheet were struck, counted from 0."""

    seat: Seat
    fields: tuple[int, ...]
    strip: str  # its name


@dataclass(frozen=True, slots=True)
class Completed:
    """A seat has crossed all cells of a badge."""

    seat: Seat
    badge: str


@dataclass(frozen=True, slots=True)
class Lapsed:
    """An extra cross could not be made and is lost; the row, or none if no row with the fewest
    crosses could take one.
    """

    seat: Seat
    row: Colour | None


@dataclass(frozen=True, slots=True)
class Missed:
    """The active seat crossed nothing and takes a miss; how many it has now."""

    seat: Seat
    misses: int


@dataclass(frozen=True, slots=True)
class Closed:
    """A row is closed for everybody; these seats crossed its lock."""

    row: Colour
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    ending: Ending
    totals: tuple[int, ...]
    winners: tuple[Seat, ...]


Event = Rolled | Marked | Passed | Struck | Completed | Lapsed | Missed | Closed | Ended


def as_json(event: Event) -> dict[str, Any]:
    """The event as plain data for JSON; seats and fields count from 1, as on paper."""
    said: dict[str, Any] = {"event": type(event).__name__.lower()}
    if not isinstance(event, Closed | Ended):
        said["seat"] = event.seat + 1
    match event:
        case Rolled():
            said["roll"] = str(event.roll)
        case Marked():
            said |= {"cell": str(event.cell), "cause": event.cause.value, "lock": event.lock}
            if event.rule:
                said["rule"] = event.rule
        case Struck():
            said |= {"fields": [i + 1 for i in event.fields], "strip": event.strip}
        case Completed():
            said["badge"] = event.badge
        case Lapsed():
            said["row"] = event.row.name if event.row is not None else None
        case Missed():
            said["misses"] = event.misses
        case Closed():
            said |= {"row": event.row.name, "seats": [seat + 1 for seat in event.seats]}
        case Ended():
            said |= {
                "ending": event.ending.value,
                "totals": list(event.totals),
                "winners": [seat + 1 for seat in event.winners],
            }
    return said
