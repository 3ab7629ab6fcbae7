"""What a client may say at a table, and why it may be refused.

Messages are checked by pydantic, since nothing a client says is believed. Seats count
from 1. `docs/protocol.md` shows every message.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from rowlock.bots import DEFAULT_OPPONENT
from rowlock.variant import MAX_SEATS

__all__ = [
    "Add",
    "Check",
    "Code",
    "Commit",
    "Commitment",
    "Decide",
    "HandOver",
    "Hello",
    "Hint",
    "Incoming",
    "Leave",
    "Ping",
    "React",
    "Refused",
    "Rematch",
    "Remove",
    "Reveal",
    "RollDice",
    "Sit",
    "Start",
    "Stop",
    "TakeBack",
    "Undo",
    "incoming",
    "read_message",
]


class Code(StrEnum):
    """Why something was refused, for machines; a sentence for people goes with it."""

    BAD_MESSAGE = "bad_message"  # not JSON, or not one of the messages
    TOO_FAST = "too_fast"  # more messages or requests than one may send
    UNKNOWN_TABLE = "unknown_table"
    EXPIRED = "expired"  # the table was closed because nobody came
    WRONG_KEY = "wrong_key"  # the key holds no seat here
    WRONG_ORIGIN = "wrong_origin"  # a page of another site
    HELLO_FIRST = "hello_first"
    NOT_HOST = "not_host"
    NOT_YOUR_SEAT = "not_your_seat"
    NO_SUCH_SEAT = "no_such_seat"
    SEAT_TAKEN = "seat_taken"
    TABLE_FULL = "table_full"
    OPEN_SEATS = "open_seats"  # the game cannot start with them
    STARTED = "started"  # this was possible before the start only
    NOT_STARTED = "not_started"
    OVER = "over"
    NOT_OVER = "not_over"
    ENDED_EARLY = "ended_early"  # the game was never played to its end
    TOO_LATE = "too_late"  # the action that was meant is told already
    TOO_EARLY = "too_early"  # the action that was meant has not come
    ILLEGAL = "illegal"  # the rules do not allow it
    ANNOUNCED = "announced"  # a lock was announced before the client could know: decide again
    NO_HINTS = "no_hints"  # the table allows none
    BINDING = "binding"  # one's own lock was announced: it stays
    SERVER_DICE = "server_dice"  # nobody can set the server's dice
    REAL_DICE = "real_dice"  # what the real dice show is missing
    NOTHING_TO_UNDO = "nothing_to_undo"
    TOO_MANY_CHANGES = "too_many_changes"
    PRESENT = "present"  # the person is there and plays
    JUST_LEFT = "just_left"  # the person may be back in a moment
    SEAT_CHANGED = "seat_changed"  # somebody else sits there meanwhile
    BOT_PLAYS = "bot_plays"  # take the seat back first
    NO_BOT_PLAYS = "no_bot_plays"
    BAD_NAME = "bad_name"
    BAD_SEED = "bad_seed"
    UNKNOWN_BOT = "unknown_bot"
    UNKNOWN_VARIANT = "unknown_variant"
    BAD_VARIANT = "bad_variant"
    BAD_CHOICE = "bad_choice"
    TOO_MANY_TABLES = "too_many_tables"
    TOO_MANY_SOCKETS = "too_many_sockets"
    TOO_SLOW = "too_slow"  # the client does not read what it is told
    STOPPING = "stopping"  # the server stops; come back in a moment
    OTHER_EDITION = "other_edition"  # the table is of rules that this server no longer plays
    DAILY = "daily"  # a daily game: one try, without help
    NOT_YET = "not_yet"  # a daily game of somebody else: it is shown when the day is over
    UNKNOWN_DAY = "unknown_day"
    UNAVAILABLE = "unavailable"  # the database does not answer; try again
    NO_REVIEW = "no_review"  # this server has no values for such a game


class Refused(Exception):
    """Something was refused, and nothing has changed."""

    def __init__(self, code: Code, sentence: str, left: float | None = None) -> None:
        self.code = code
        self.sentence = sentence
        self.left = left  # seconds until it is possible
        super().__init__(f"{code.value}: {sentence}")


SeatNumber = Annotated[int, Field(ge=1, le=MAX_SEATS, description="A seat, counted from 1.")]
Commitment = Annotated[
    str,
    Field(
        pattern="^[0-9a-f]{64}$",
        description="The SHA-256 of a seed, in hex.",
        examples=["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
    ),
]
Turn = Annotated[int, Field(ge=1, le=9999, description="The turn that is meant.")]
ActionName = Annotated[
    Literal["white", "colour"], Field(description="The action of the turn that is meant.")
]
BotCode = Annotated[
    str, Field(min_length=1, max_length=40, description=f"A bot, such as {DEFAULT_OPPONENT}.")
]
Reaction = Literal[
    "well_done", "lucky", "oh_no", "thinking", "hurry", "thanks", "hello", "good_game"
]


class _Says(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    id: Annotated[int, Field(ge=0, le=2**53, description="Comes back in the answer.")]


class Hello(_Says):
    """The first message: come to the table, or come back to it.

    With the key of a holder the table is played at, without one it is watched. `since` is
    the last version that was told; what was missed is told then, or the whole view.
    """

    type: Literal["hello"]
    key: Annotated[str, Field(max_length=100)] | None = None
    since: Annotated[int, Field(ge=0)] | None = None


class Sit(_Says):
    """Take an open seat: this one, or the first. The answer holds the key: keep it secret.

    Whoever holds a seat already gets another one on the same key (several people, one
    device). A key of your own making is taken too; with it you can come back even if the
    answer is lost. A `commitment` promises a seed, as `commit` does.
    """

    type: Literal["sit"]
    name: str
    seat: SeatNumber | None = None
    key: Annotated[str, Field(min_length=32, max_length=100)] | None = None
    commitment: Commitment | None = None


class Leave(_Says):
    """Give your seat up, before the start."""

    type: Literal["leave"]
    seat: SeatNumber


class Add(_Says):
    """Add a seat before the start, open or for a bot (host only)."""

    type: Literal["add"]
    bot: BotCode | None = None


class Remove(_Says):
    """Remove a seat before the start; those after it move up (host only).

    `name` is who sits there as far as you know, empty for an open seat: if it is somebody else by
    now, nothing is removed.
    """

    type: Literal["remove"]
    seat: SeatNumber
    name: Annotated[str, Field(max_length=100)] | None = None


class Commit(_Says):
    """Promise a seed for the dice, for all your seats: its SHA-256, which everybody is shown.

    With null you give none, and nobody waits for it. Until the host starts you may promise
    another one.
    """

    type: Literal["commit"]
    commitment: Commitment | None


class Reveal(_Says):
    """Reveal the seed that you promised, when `yours` asks for it and not before."""

    type: Literal["reveal"]
    seed: str


class Start(_Says):
    """Start the game (host only), as soon as the seeds of all who are there are mixed."""

    type: Literal["start"]


class RollDice(_Says):
    """Roll: the server's dice, or, with real dice, what they show (`14r3y6g3b3`)."""

    type: Literal["roll"]
    turn: Turn
    dice: Annotated[str, Field(max_length=40)] | None = None


class Decide(_Says):
    """Decide: `R5`, `*G16`, `-` or, to settle a tie, `~Y`.

    A new decision replaces the old one until it is told. The active seat may give its
    colour decision in the white action already. `v` is the last event you know of: a decision
    that could not know of an announced lock is refused, so that you can think again.
    """

    type: Literal["decide"]
    seat: SeatNumber
    turn: Turn
    phase: ActionName
    decision: Annotated[str, Field(max_length=40)]
    v: Annotated[int, Field(ge=0)] | None = None


class Undo(_Says):
    """Take back what you decided last in this action, if it was not told yet."""

    type: Literal["undo"]
    seat: SeatNumber
    turn: Turn
    phase: ActionName


class Hint(_Says):
    """Ask what to decide now; the answer is for you alone, that you asked is told to everybody.

    With the phase `colour` in the white action the active seat asks about its colour ahead.
    """

    type: Literal["hint"]
    seat: SeatNumber
    turn: Turn
    phase: ActionName


class Check(_Says):
    """Ask whether a decision that you are about to send would be a blunder.

    If so, the answer holds a warning, and that counts as a hint; if not, nobody is told.
    """

    type: Literal["check"]
    seat: SeatNumber
    turn: Turn
    phase: ActionName
    decision: Annotated[str, Field(max_length=40)]


class HandOver(_Says):
    """Let a bot play for a seat: your own, or, as host, one whose person has been away for a while.

    Without a bot the server takes one that plays well; for others nobody can choose another.
    """

    type: Literal["hand_over"]
    seat: SeatNumber
    bot: BotCode | None = None


class TakeBack(_Says):
    """Play your seat yourself again, where a bot stood in."""

    type: Literal["take_back"]
    seat: SeatNumber


class React(_Says):
    """Say one of the fixed reactions; it is passed on and not kept."""

    type: Literal["react"]
    seat: SeatNumber
    reaction: Reaction


class Stop(_Says):
    """End the table before the game's end; the dice are revealed (host only)."""

    type: Literal["stop"]


class Rematch(_Says):
    """Go on at a new table with the same people; the answer holds its id."""

    type: Literal["rematch"]


class Ping(_Says):
    """Is anybody there? The answer says so."""

    type: Literal["ping"]


Incoming = (
    Hello
    | Sit
    | Leave
    | Add
    | Remove
    | Commit
    | Reveal
    | Start
    | RollDice
    | Decide
    | Undo
    | Hint
    | Check
    | HandOver
    | TakeBack
    | React
    | Stop
    | Rematch
    | Ping
)
incoming: TypeAdapter[Incoming] = TypeAdapter(Annotated[Incoming, Field(discriminator="type")])


def read_message(text: str) -> Incoming:
    """The message of this text, or a refusal that says what is wrong with it."""
    try:
        return incoming.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        sentence = f"{where}: {first['msg']}" if where else first["msg"]
        raise Refused(Code.BAD_MESSAGE, sentence[:300]) from None
