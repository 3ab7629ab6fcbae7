"""The events of a story as types: what everybody at a table is told, each with its number.

The first nine are the events of a game (`rowlock.events.as_json`), the others are those of
the table around it. Seats and fields count from 1.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

__all__ = ["Letter", "PlaceShown", "StoryEvent"]

Letter = Literal["R", "Y", "G", "B"]


class PlaceShown(TypedDict):
    """A seat; `bot` is the bot that decides now, which may stand in for a person."""

    kind: Literal["open", "person", "bot"]
    name: str
    bot: str | None


class _Numbered(TypedDict):
    v: int


class _OfSeat(_Numbered):
    seat: int


class RolledEvent(_OfSeat):
    """The active seat rolled."""

    event: Literal["rolled"]
    roll: str


class MarkedEvent(_OfSeat):
    """A seat crossed a cell, and the lock with it if it was earned."""

    event: Literal["marked"]
    cell: str
    cause: Literal["white", "lucky", "colour", "bonus"]
    lock: bool


class PassedEvent(_OfSeat):
    """A seat crossed nothing in this action."""

    event: Literal["passed"]


class StruckEvent(_OfSeat):
    """Fields of a seat's bonus bar were struck."""

    event: Literal["struck"]
    fields: list[int]


class CompletedEvent(_OfSeat):
    """A seat has crossed both cells of a badge."""

    event: Literal["completed"]
    badge: str


class LapsedEvent(_OfSeat):
    """An extra cross could not be made and is lost."""

    event: Literal["lapsed"]
    row: Letter | None


class MissedEvent(_OfSeat):
    """The active seat takes a miss; how many it has now."""

    event: Literal["missed"]
    misses: int


class ClosedEvent(_Numbered):
    """A row is closed for everybody; these seats crossed its lock."""

    event: Literal["closed"]
    row: Letter
    seats: list[int]


class EndedEvent(_Numbered):
    """The game is over."""

    event: Literal["ended"]
    ending: Literal["locks", "misses"]
    totals: list[int]
    winners: list[int]


class SeatedEvent(_Numbered):
    """Somebody sat down or left, or a seat was added or removed: all seats as they are now."""

    event: Literal["seated"]
    places: list[PlaceShown]


class StartedEvent(_Numbered):
    """The game started: who rolls first, whether by lot, and the seeds that are mixed in."""

    event: Literal["started"]
    first: int
    lot: bool
    mix: str


class AnsweredEvent(_OfSeat):
    """A seat has decided; what, is told when everybody has."""

    event: Literal["answered"]


class ThinkingEvent(_OfSeat):
    """A seat took its decision back."""

    event: Literal["thinking"]


class TimedOutEvent(_OfSeat):
    """The time of a seat was up."""

    event: Literal["timed_out"]


class HandedEvent(_OfSeat):
    """A bot plays for the person from now on."""

    event: Literal["handed"]
    bot: str


class TakenBackEvent(_OfSeat):
    """The person plays again."""

    event: Literal["taken_back"]


class StoppedEvent(_Numbered):
    """The table ended before the game's end: by the host, or because nobody came."""

    event: Literal["stopped"]
    why: Literal["host", "age"]


class RevealedEvent(_Numbered):
    """The server's seed is revealed: everybody can verify the dice now."""

    event: Literal["revealed"]
    server_seed: str


class RematchEvent(_Numbered):
    """The same people go on at another table."""

    event: Literal["rematch"]
    table: str


StoryEvent = Annotated[
    RolledEvent
    | MarkedEvent
    | PassedEvent
    | StruckEvent
    | CompletedEvent
    | LapsedEvent
    | MissedEvent
    | ClosedEvent
    | EndedEvent
    | SeatedEvent
    | StartedEvent
    | AnsweredEvent
    | ThinkingEvent
    | TimedOutEvent
    | HandedEvent
    | TakenBackEvent
    | StoppedEvent
    | RevealedEvent
    | RematchEvent,
    Field(discriminator="event"),
]
