"""The story as it is sent: what everybody at a table is told, each event with its number.

`told_events` makes it from the events of a table. The first nine are the events of a game
(`rowlock.events.as_json`), the others are those of the table around it. Seats and fields count
from 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NotRequired, cast

from pydantic import Field
from typing_extensions import TypedDict

from rowlock.events import as_json
from rowlock.players import bot_name
from rowlock.server.events import (
    BotTookOver,
    GameStarted,
    HintGiven,
    LockAnnounced,
    MixingBegan,
    PersonTookBack,
    PublicSeat,
    RematchOpened,
    SeatAnswered,
    SeatReconsiders,
    SeatsChanged,
    SeatSilent,
    SeatTimedOut,
    SeedRevealed,
    TableEvent,
    TableStopped,
)

__all__ = ["Caused", "Letter", "PlaceShown", "StoryEvent", "place_shown", "told_events"]

Letter = Literal["R", "Y", "G", "B"]


class PlaceShown(TypedDict):
    """A seat; `bot` is the bot that decides now, which may stand in for a person, by its code,
    and `bot_name` what it is called.
    """

    kind: Literal["open", "person", "bot"]
    name: str
    bot: str | None
    bot_name: str | None


class _Numbered(TypedDict):
    v: int


class _OfSeat(_Numbered):
    seat: int


class RolledEvent(_OfSeat):
    """The active seat rolled."""

    event: Literal["rolled"]
    roll: str


class Marked(TypedDict):
    """A cell is crossed, and the lock with it if it was earned.

    `rule` names the mechanic that offered it (the cause is `lucky`, whatever its name) or
    demanded it.
    """

    event: Literal["marked"]
    cell: str
    cause: Literal["white", "lucky", "colour", "bonus"]
    lock: bool
    rule: NotRequired[str]


class MarkedEvent(_OfSeat, Marked):
    """A seat crossed a cell, and the lock with it if it was earned."""


class PassedEvent(_OfSeat):
    """A seat crossed nothing in this action."""

    event: Literal["passed"]


class Struck(TypedDict):
    """Fields of a strip are struck."""

    event: Literal["struck"]
    fields: list[int]
    strip: str


class StruckEvent(_OfSeat, Struck):
    """Fields of a strip on a seat's sheet were struck."""


class Completed(TypedDict):
    """All cells of a badge are crossed."""

    event: Literal["completed"]
    badge: str


class CompletedEvent(_OfSeat, Completed):
    """A seat has crossed all cells of a badge."""


class Lapsed(TypedDict):
    """An extra cross cannot be made and is lost."""

    event: Literal["lapsed"]
    row: Letter | None


class LapsedEvent(_OfSeat, Lapsed):
    """An extra cross could not be made and is lost."""


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


class MixingEvent(_Numbered):
    """The host has started: everybody is asked to promise a seed, or to reveal it."""

    event: Literal["mixing"]
    step: Literal["commit", "reveal"]


class SilentEvent(_OfSeat):
    """A seat was away at the start, or did not promise, or not reveal, in time: it has no seed.

    If it did not reveal, what the others had promised is void, and they promise anew.
    """

    event: Literal["silent"]
    step: Literal["away", "commit", "reveal"]


class StartedEvent(_Numbered):
    """The game started: who rolls first, whether by lot, and the seeds that are mixed in."""

    event: Literal["started"]
    first: int
    lot: bool
    mix: str


class AnsweredEvent(_OfSeat):
    """A seat has decided; what, is told when everybody has."""

    event: Literal["answered"]


class AnnouncedEvent(_OfSeat):
    """A seat locks this row: told at once, so that others may lock it too."""

    event: Literal["announced"]
    row: Letter


class ThinkingEvent(_OfSeat):
    """A seat took its decision back."""

    event: Literal["thinking"]


class TimedOutEvent(_OfSeat):
    """The time of a seat was up."""

    event: Literal["timed_out"]


class HintedEvent(_OfSeat):
    """A seat was given a hint for what it decides now; told once for each decision."""

    event: Literal["hinted"]


class HandedEvent(_OfSeat):
    """A bot plays for the person from now on; its code and its name."""

    event: Literal["handed"]
    bot: str
    name: str


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


class Tie(TypedDict):
    """Some crosses could go to one of these rows: the seat will be asked."""

    event: Literal["tie"]
    rows: list[Letter]
    times: int


Caused = Annotated[Marked | Struck | Completed | Lapsed | Tie, Field(discriminator="event")]
"""What a decision would cause on a sheet: as it is told then, without number and seat."""

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
    | MixingEvent
    | SilentEvent
    | StartedEvent
    | AnsweredEvent
    | AnnouncedEvent
    | ThinkingEvent
    | TimedOutEvent
    | HintedEvent
    | HandedEvent
    | TakenBackEvent
    | StoppedEvent
    | RevealedEvent
    | RematchEvent,
    Field(discriminator="event"),
]


def place_shown(seat: PublicSeat) -> PlaceShown:
    """A seat as it is sent."""
    return {
        "kind": seat.kind,
        "name": seat.name,
        "bot": seat.bot or None,
        "bot_name": bot_name(seat.bot) if seat.bot else None,
    }


def told_events(events: Sequence[TableEvent], last: int) -> list[StoryEvent]:
    """These events as they are sent; the last one has this number."""
    first = last - len(events) + 1
    return [cast("StoryEvent", {"v": v, **_plain(e)}) for v, e in enumerate(events, first)]


def _plain(event: TableEvent) -> dict[str, Any]:
    """An event as plain data, without its number."""
    match event:
        case SeatAnswered(seat):
            return {"event": "answered", "seat": seat + 1}
        case SeatReconsiders(seat):
            return {"event": "thinking", "seat": seat + 1}
        case LockAnnounced(seat, row):
            return {"event": "announced", "seat": seat + 1, "row": row.name}
        case SeatTimedOut(seat):
            return {"event": "timed_out", "seat": seat + 1}
        case HintGiven(seat):
            return {"event": "hinted", "seat": seat + 1}
        case SeatsChanged(seats):
            return {"event": "seated", "places": [place_shown(seat) for seat in seats]}
        case MixingBegan(step):
            return {"event": "mixing", "step": step}
        case SeatSilent(seat, step):
            return {"event": "silent", "seat": seat + 1, "step": step}
        case GameStarted(first, lot, mix):
            return {"event": "started", "first": first + 1, "lot": lot, "mix": mix}
        case BotTookOver(seat, bot):
            return {"event": "handed", "seat": seat + 1, "bot": bot, "name": bot_name(bot)}
        case PersonTookBack(seat):
            return {"event": "taken_back", "seat": seat + 1}
        case TableStopped(why):
            return {"event": "stopped", "why": why}
        case SeedRevealed(server_seed):
            return {"event": "revealed", "server_seed": server_seed}
        case RematchOpened(table_id):
            return {"event": "rematch", "table": table_id}
        case _:
            return as_json(event)
