"""What a client is told, as types: only typed, not checked again, since we wrote it.

`message_schema` gives the messages of both directions as JSON Schema, from which a page
makes its own types. Seats count from 1.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypeAlias

from pydantic import ConfigDict, Field, TypeAdapter
from typing_extensions import TypedDict

from rowlock.server.printing import VariantShown, Words
from rowlock.server.protocol import Code, Reaction, incoming
from rowlock.server.setup import Locks, Pace
from rowlock.server.story import Caused, Letter, PlaceShown, StoryEvent

__all__ = [
    "Answer",
    "Basis",
    "Beat",
    "HintShown",
    "Bye",
    "Now",
    "Outgoing",
    "Points",
    "Present",
    "Previews",
    "Reacted",
    "SheetState",
    "ToldEvents",
    "View",
    "WarningShown",
    "Yours",
    "message_schema",
    "outgoing",
]


Basis: TypeAlias = Literal["values", "crowd", "chosen", "alone", "untrained", "packages"]
"""Where a hint comes from, as `HintShown` explains."""


class HintOption(TypedDict):
    """A decision, the chance to win with it (0 to 1), and the points that are expected at the end.

    Both are null where nothing is known. `grade`: what it would be called, by what it gives away;
    null if it is as good as the best. `then`: of a white decision of the seat that rolled, the
    best colour decision after it, if there is one.
    """

    decision: str
    win: float | None
    points: float | None
    grade: Literal["slip", "mistake", "blunder"] | None
    then: str | None


class HintShown(TypedDict):
    """What to decide, the best first, and why, in every language.

    `basis`: where it comes from. `values`: what was trained for this table; `crowd`, `chosen`: for
    one with fewer seats, or for what is printed. Else nothing is known, because one plays `alone`,
    the variant is `untrained`, or `packages` are missing: then `options` is what the bot of this
    name (`by`) would do.
    """

    options: list[HintOption]
    basis: Basis
    by: str | None
    reason: Words | None


class WarningShown(TypedDict):
    """A decision that gives much away: the chance to win with it, what is best, and why."""

    decision: str
    win: float
    best: HintOption
    reason: Words | None


class Answer(TypedDict):
    """The answer to a message: done, or refused with a code and a sentence.

    `id` is null if the message could not be read so far. `key` and `seat` come after
    `sit`, `table` after `rematch`, `hint` after `hint`, `warning` after `check` (null: nothing
    speaks against it), `left` where something is possible in some seconds.
    """

    type: Literal["answer"]
    id: int | None
    ok: bool
    code: NotRequired[Code]
    sentence: NotRequired[str]
    key: NotRequired[str]
    seat: NotRequired[int]
    table: NotRequired[str]
    hint: NotRequired[HintShown]
    warning: NotRequired[WarningShown | None]
    left: NotRequired[float]


class OptionsShown(TypedDict):
    """The options of a table; `seconds` is the time for a decision, if there is one.

    `hints`: whether people may ask what to decide. `choices`: what was chosen instead of what is
    printed, by the name of the choice. `daily`: the day of a daily game, whose dice are rolled for
    `daily-` and that day, not for the table.
    """

    time: Pace
    seconds: float | None
    hidden_scores: bool
    open_white: bool
    locks: Locks
    real_dice: bool
    public: bool
    first: int | None
    hints: bool
    choices: dict[str, str]
    daily: str | None


class Points(TypedDict):
    """The points of a seat in the parts that the sheet prints."""

    rows: tuple[int, ...]
    misses: int
    bonuses: tuple[tuple[str, int], ...]
    total: int


class SheetState(TypedDict):
    """What follows from the crosses of a sheet, so that nobody needs rules to draw it.

    `lost`: cells that were passed over or closed for good, written like a sheet: `R 2 3 | G 12`.
    `locked`: the rows whose lock is crossed on this very sheet.
    """

    lost: str
    locked: list[Letter]


class DiceShown(TypedDict):
    """What is known of the dice: the mix from the start, the server's seed from the end.

    `commitment` is the server's, `commitments` are those of the seats, null where there is none;
    null altogether in a game for which no seeds were called.
    """

    commitment: str | None
    commitments: list[str | None] | None
    mix: str | None
    server_seed: str | None


class OutcomeShown(TypedDict):
    """How the game ended; `misses` are the seats that have taken their last miss."""

    ending: Literal["locks", "misses"]
    misses: list[int]
    totals: list[int]
    winners: list[int]


class TimeLeft(TypedDict):
    """The time left, in seconds, when the message was made, and how long it was."""

    left: float
    limit: float


class Clock(TimeLeft):
    """The time left for this action, and for those who are asked once more (`again`), if any."""

    again: TimeLeft | None


class Announced(TypedDict):
    """A row that a seat locks in this white action: told early, so that others may lock it too."""

    seat: int
    row: Letter


class MixingShown(TypedDict):
    """Seeds on their way into the dice: what is asked for, and the seats that are waited for."""

    step: Literal["commit", "reveal"]
    waiting: list[int]


class Now(TypedDict):
    """The table now. What is there replaces what a client had; in `told` the rest is left out.

    `waiting`: who still owes a decision, or the roll. `states` belongs to `sheets`. `points` is
    null while they are hidden. `mixing` is there between the host's start and that of the game;
    the clock is its clock then.
    """

    stage: Literal["waiting", "playing", "done"]
    turn: int
    phase: Literal["roll", "white", "colour"] | None
    active: int | None
    roll: str | None
    waiting: list[int]
    clock: Clock | None
    mixing: MixingShown | None
    announced: list[Announced]
    asked_again: list[int]
    sheets: NotRequired[list[str]]
    states: NotRequired[list[SheetState]]
    points: NotRequired[list[Points] | None]
    closed: NotRequired[list[Letter]]
    dice: NotRequired[DiceShown]
    outcome: NotRequired[OutcomeShown | None]
    stopped: NotRequired[str | None]
    rematch: NotRequired[str | None]


class Previews(TypedDict):
    """What a decision would cause beyond its own cross: under its name, in order.

    `legal`: those that may be decided now. `colour`: those that may be given ahead; `R9 Y7` is
    what the colour Y7 causes after the white R9, where that is something else than alone.
    """

    legal: dict[str, list[Caused]]
    colour: dict[str, list[Caused]]


class Yours(TypedDict):
    """What only the holder of a seat sees.

    `legal`: what may be decided now, or instead; nothing while no game is played. `lapse`: the
    rows of a tie among it where the crosses would lapse. `colour`: what may be decided ahead
    for the colour action. `dice`: the places in the roll, counted from 0, of the two dice that
    make a cell of the colour action. `sealed` and `ahead`: what was decided and not told yet.
    `sheet`: the sheet with that on it, and its `state`. `miss`: to cross nothing with a colour
    costs a miss. `again`: the decision given ahead became illegal. `lock_too`: the decisions
    that lock a row which others have announced. `asked_again`: the seat had answered before
    that; to stay with its answer it decides `keep`. `binding`: its own lock was announced and
    cannot be changed. `mix`: before the start, whether it has still to `commit` to a seed, or
    to `reveal` it now. `previews`: is there if a decision would cause more than its own cross.
    `offers`: is there if a rule offers cells instead of the sum: its name for each of these.
    """

    seat: int
    legal: list[str]
    lapse: list[str]
    colour: list[str]
    dice: dict[str, list[int]]
    sealed: str
    ahead: str
    sheet: str
    state: SheetState | None
    miss: bool
    again: bool
    lock_too: list[str]
    asked_again: bool
    keep: str
    binding: bool
    mix: Literal["commit", "reveal"] | None
    previews: NotRequired[Previews]
    offers: NotRequired[dict[str, str]]


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


class Away(TypedDict):
    """A seat whose person is away, and the seconds until others may let a bot play for it."""

    seat: int
    left: float


class Present(TypedDict):
    """Who is there: the seats whose person is connected, and how many watch.

    `away`: the seats whose person is not. `host` is null while the host is there, with or without
    a seat; else the seconds until the first of `seats` may act in the host's place.
    """

    type: Literal["present"]
    seats: list[int]
    watching: int
    away: list[Away]
    host: float | None


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
    """The server closes this socket; come back after `back` seconds, or not at all (null)."""

    type: Literal["bye"]
    code: Code
    sentence: str
    back: float | None


Outgoing = Answer | View | ToldEvents | Present | Reacted | Beat | Bye
outgoing: TypeAdapter[Outgoing] = TypeAdapter(
    Annotated[Outgoing, Field(discriminator="type")],
    config=ConfigDict(defer_build=True),  # for the description, and tests
)


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
