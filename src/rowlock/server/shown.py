"""What a client is told, as types: only typed, not checked again, since we wrote it.

`message_schema` gives the messages of both directions as JSON Schema, from which a page
makes its own types. Seats count from 1.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict

from rowlock.server.opening import Pace
from rowlock.server.protocol import Code, Reaction, incoming
from rowlock.server.story import Letter, PlaceShown, StoryEvent

__all__ = [
    "Answer",
    "BadgeEffect",
    "BadgeShown",
    "Beat",
    "Bye",
    "Now",
    "Outgoing",
    "Points",
    "Present",
    "Reacted",
    "ToldEvents",
    "VariantShown",
    "View",
    "Yours",
    "message_schema",
    "outgoing",
]


class Answer(TypedDict):
    """The answer to a message: done, or refused with a code and a sentence.

    `id` is null if the message could not be read so far. `key` and `seat` come after
    `sit`, `table` after `rematch`.
    """

    type: Literal["answer"]
    id: int | None
    ok: bool
    code: NotRequired[Code]
    sentence: NotRequired[str]
    key: NotRequired[str]
    seat: NotRequired[int]
    table: NotRequired[str]


class PrintedCell(TypedDict):
    """A printed cell: its name in moves, its number, its own colour, its badge."""

    name: str
    number: int
    colour: Letter
    badge: str


class PrintedRow(TypedDict):
    """A printed row, named by the colour of its lock."""

    row: Letter
    cells: list[PrintedCell]


class PrintedPage(TypedDict):
    """All that is printed on a seat's sheet."""

    rows: list[PrintedRow]
    lock_cells: int
    lock_needs: int
    miss_boxes: int
    miss_points: int
    bar: list[Letter]
    lucky: list[int]


BadgeEffect = Literal["fewest", "each_row", "double_fewest", "points", "no_misses"]


class BadgeShown(TypedDict):
    """What both cells of a badge bring together; a badge with several effects comes again.

    `amount` is how many crosses (`fewest`, `each_row`) or `points`; the others have none.
    """

    badge: str
    effect: BadgeEffect
    amount: int | None


class VariantShown(TypedDict):
    """A variant: what a client needs to draw its sheets. Seat n uses page n, counted round."""

    key: str
    name: str
    edition: int
    players: list[int]
    faces: int
    rules: list[str]
    badges: list[BadgeShown]
    shipped: bool
    pages: list[PrintedPage]


class OptionsShown(TypedDict):
    """The options of a table; `seconds` is the time for a decision, if there is one."""

    time: Pace
    seconds: float | None
    hidden_scores: bool
    open_white: bool
    real_dice: bool
    public: bool
    first: int | None


class Points(TypedDict):
    """The points of a seat in the parts that the sheet prints."""

    rows: tuple[int, ...]
    misses: int
    bonuses: tuple[tuple[str, int], ...]
    total: int


class DiceShown(TypedDict):
    """What is known of the dice: the mix from the start, the server's seed from the end."""

    commitment: str | None
    mix: str | None
    server_seed: str | None


class OutcomeShown(TypedDict):
    """How the game ended."""

    ending: Literal["locks", "misses"]
    totals: list[int]
    winners: list[int]


class Clock(TypedDict):
    """The time left for this action, in seconds, when the message was made."""

    left: float
    limit: float


class Now(TypedDict):
    """The table now. What is there replaces what a client had; in `told` the rest is left out.

    `waiting`: who still owes a decision, or the roll. `points` is null while they are hidden.
    """

    stage: Literal["waiting", "playing", "done"]
    turn: int
    phase: Literal["roll", "white", "colour"] | None
    active: int | None
    roll: str | None
    waiting: list[int]
    clock: Clock | None
    sheets: NotRequired[list[str]]
    points: NotRequired[list[Points] | None]
    closed: NotRequired[list[Letter]]
    dice: NotRequired[DiceShown]
    outcome: NotRequired[OutcomeShown | None]
    stopped: NotRequired[str | None]
    rematch: NotRequired[str | None]


class Yours(TypedDict):
    """What only the holder of a seat sees.

    `legal`: what may be decided now, or instead; nothing while no game is played. `colour`:
    what may be decided ahead for the colour action. `sealed` and `ahead`: what was decided
    and not told yet. `sheet`: the sheet with that on it. `again`: the decision given ahead
    became illegal.
    """

    seat: int
    legal: list[str]
    colour: list[str]
    sealed: str
    ahead: str
    sheet: str
    again: bool


class View(TypedDict):
    """Everything about the table, to begin with or after a gap."""

    type: Literal["view"]
    v: int
    table: str
    variant: VariantShown
    options: OptionsShown
    places: list[PlaceShown]
    host: bool
    now: Now
    yours: list[Yours]


class ToldEvents(TypedDict):
    """What happened: events, each with its number, and the table after them.

    `v` is the number of the last event. `yours` is there if it has changed.
    """

    type: Literal["told"]
    v: int
    events: list[StoryEvent]
    now: Now
    yours: NotRequired[list[Yours]]


class Present(TypedDict):
    """Who is there: the seats whose person is connected, and how many watch."""

    type: Literal["present"]
    seats: list[int]
    watching: int


class Reacted(TypedDict):
    """Somebody reacted."""

    type: Literal["reacted"]
    seat: int
    reaction: Reaction


class Beat(TypedDict):
    """A sign of life, with the table's version; whoever has another one has missed something."""

    type: Literal["beat"]
    v: int


class Bye(TypedDict):
    """The server closes this socket; come back after so many seconds, or not at all (null)."""

    type: Literal["bye"]
    code: Code
    sentence: str
    back: float | None


Outgoing = Answer | View | ToldEvents | Present | Reacted | Beat | Bye
outgoing: TypeAdapter[Outgoing] = TypeAdapter(Annotated[Outgoing, Field(discriminator="type")])


def message_schema() -> dict[str, Any]:
    """Every message as JSON Schema: `Incoming` from the client, `Outgoing` from the server."""
    said = incoming.json_schema(mode="validation")
    told = outgoing.json_schema(mode="serialization")
    definitions = said.pop("$defs") | told.pop("$defs")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The socket messages of Rowlock",
        "$defs": definitions | {"Incoming": said, "Outgoing": told},
        "oneOf": [{"$ref": "#/$defs/Incoming"}, {"$ref": "#/$defs/Outgoing"}],
    }
