"""From a request to open a table, or to play again, to the setup of a table."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from rowlock.errors import RowlockError
from rowlock.fair import new_seed
from rowlock.players import bot_name, daily_opponent
from rowlock.server.checks import check_bot, check_name
from rowlock.server.naming import unique_name
from rowlock.server.promises import promise_of
from rowlock.server.protocol import BotCode, Code, Commitment, Refused, SeatNumber
from rowlock.server.setup import NO_SEED, Locks, Options, Pace, SeatState, TableSetup
from rowlock.server.stage import Stage
from rowlock.server.table import Table
from rowlock.variant import (
    MAX_BYTES,
    MAX_SEATS,
    Variant,
    default_variant,
    find_variant,
    read_variant,
    shipped_variants,
)

__all__ = [
    "OpenTable",
    "daily_setup",
    "daily_table_id",
    "hash_of",
    "new_key",
    "rematch_setup",
    "setup_for",
]

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters of a table's id: none that is easily taken for another."""
_OWN = "own"  # the key of a file that was given without one
_FIELDS = 30  # more than anybody needs
_CHOICES = 8  # more than any variant has
_NOBODY = "Guest"  # what somebody is called who tries the daily game
_ID_LENGTH = 16  # 78 bits: a link cannot be guessed


class _Asks(BaseModel):
    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _few(cls, said: Any) -> Any:
        """Thousands of fields that nobody knows would each be complained of."""
        if isinstance(said, dict) and len(said) > _FIELDS:
            raise ValueError(f"expected at most {_FIELDS} fields")
        return said


class PersonSeat(_Asks):
    """A seat of whoever opens the table; several people can share one device."""

    kind: Literal["person"]
    name: Annotated[str, Field(max_length=200, examples=["Emma"])]


class BotSeat(_Asks):
    """A seat of a bot."""

    kind: Literal["bot"]
    bot: BotCode


class OpenSeat(_Asks):
    """A seat for whoever comes by the link."""

    kind: Literal["open"]


ChoiceName = Annotated[str, Field(max_length=40)]
ChoiceText = Annotated[str, Field(max_length=200)]
AnySeat = Annotated[PersonSeat | BotSeat | OpenSeat, Field(discriminator="kind")]


class OpenTable(_Asks):
    """A table to be opened."""

    variant: Annotated[
        str | None,
        Field(max_length=60, description="The key of a variant that ships, or of the file."),
    ] = None
    variant_file: Annotated[
        str | None, Field(max_length=MAX_BYTES, description="The text of a variant file (TOML).")
    ] = None
    choices: Annotated[
        dict[ChoiceName, ChoiceText] | None,
        Field(
            max_length=_CHOICES,
            description="What is played instead of what is printed, by the name of the choice: "
            "values with spaces between them, one a seat, repeating in order.",
            examples=[{"lucky": "5/8 6/11"}],
        ),
    ] = None
    seats: Annotated[list[AnySeat], Field(min_length=1, max_length=MAX_SEATS)]
    time: Annotated[Pace, Field(description="The time for a decision.")] = "none"
    hidden_scores: bool = False
    open_white: bool = False
    locks: Annotated[Locks, Field(description="Is a white lock told at once?")] = "announced"
    real_dice: bool = False
    public: Annotated[bool, Field(description="Show the table in the list.")] = False
    first: Annotated[SeatNumber | None, Field(description="Who rolls first; null: by lot.")] = None
    hints: Annotated[
        bool | None,
        Field(description="May people ask what to decide? null: if one person plays, with bots."),
    ] = None
    commitment: Annotated[
        Commitment | None, Field(description="Your promise of a seed; null: you give none.")
    ] = None


def new_key() -> str:
    """A secret that holds seats."""
    return secrets.token_urlsafe(32)


def hash_of(key: str) -> str:
    """What is kept of a key. It is long and random, so one round of SHA-256 is enough."""
    return hashlib.sha256(key.encode()).hexdigest()


def _new_id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))


def daily_table_id(seed: str, holder: str) -> str:
    """The id of the table at which a holder plays the game of the day with this seed.

    It follows from both, so that whoever asks twice, at whatever worker, finds the same table; and
    nobody can guess it, since the seed is secret.
    """
    digest = hmac.digest(bytes.fromhex(seed), f"table\n{holder}".encode(), "sha256")
    number, letters = int.from_bytes(digest), ""
    for _ in range(_ID_LENGTH):
        number, letter = divmod(number, len(_LETTERS))
        letters += _LETTERS[letter]
    return letters


def daily_setup(day: str, seed: str, holder: str) -> TableSetup:
    """The setup of the daily game: it leaves nothing to choose.

    Locks stay sealed like everything else: were they announced, what the bot does next would
    depend on who taps first. The person has no name, since everybody may see the best try.
    """
    variant, bot = find_variant(default_variant()), daily_opponent()
    person = SeatState(name=_NOBODY, holder=holder, commitment=NO_SEED)
    return TableSetup(
        id=daily_table_id(seed, holder),
        at=time.time(),
        variant_key=variant.key,
        edition=variant.edition,
        variant_file="",
        options=Options(locks="sealed"),
        seats=(person, SeatState(name=bot_name(bot), bot=bot)),
        host=holder,
        seed=seed,
        daily=day,
    )


def setup_for(asked: OpenTable, host: str) -> TableSetup:
    """The setup of a new table, or a refusal."""
    variant = _variant(asked)
    if asked.first is not None and asked.first > len(asked.seats):
        raise Refused(
            Code.NO_SUCH_SEAT, f"first: the table has {len(asked.seats)} seats, not {asked.first}"
        )
    promise = "" if asked.real_dice else promise_of(asked)
    seats: list[SeatState] = []
    for seat in asked.seats:
        match seat:
            case PersonSeat():
                name = unique_name(check_name(seat.name), [state.name for state in seats])
                seats.append(SeatState(name=name, holder=host, commitment=promise))
            case BotSeat():
                code = check_bot(seat.bot)
                name = unique_name(bot_name(code), [state.name for state in seats])
                seats.append(SeatState(name=name, bot=code))
            case _:
                seats.append(SeatState())
    return TableSetup(
        id=_new_id(),
        at=time.time(),
        variant_key=variant.key,
        edition=variant.edition,
        variant_file=asked.variant_file or "",
        options=Options(
            time=asked.time,
            hidden_scores=asked.hidden_scores,
            open_white=asked.open_white,
            locks=asked.locks,
            real_dice=asked.real_dice,
            public=asked.public,
            first=None if asked.first is None else asked.first - 1,
            hints=_hints(asked),
        ),
        seats=tuple(seats),
        host=host,
        seed=new_seed().hex(),
        choices=variant.chosen,
    )


def _hints(asked: OpenTable) -> bool:
    """Whether people may ask for hints: by default only who plays without other people."""
    if asked.hints and asked.public:
        raise Refused(Code.BAD_CHOICE, "hints: there are none at a public table")
    if asked.hints is None:
        kinds = [seat.kind for seat in asked.seats]
        return not asked.public and "open" not in kinds and kinds.count("person") == 1
    return asked.hints


def rematch_setup(table: Table) -> TableSetup:
    """The setup of the next game of the same people: new dice, the next seat first."""
    if table.stage is not Stage.DONE:
        raise Refused(Code.NOT_OVER, "a rematch can begin when the game is over")
    if table.setup.daily:
        raise Refused(Code.DAILY, "everybody has one try a day; come back tomorrow")
    first = (table.first + 1) % len(table.seats)
    return table.setup.again(_new_id(), time.time(), new_seed().hex(), table.seats, first)


def _variant(asked: OpenTable) -> Variant:
    variant = _named_variant(asked)
    try:
        for name, text in (asked.choices or {}).items():
            variant = variant.choose(name, text)
    except RowlockError as error:
        raise Refused(Code.BAD_CHOICE, str(error)) from None
    return variant


def _named_variant(asked: OpenTable) -> Variant:
    if asked.variant_file is None:
        try:
            return find_variant(asked.variant or default_variant())
        except RowlockError as error:
            raise Refused(Code.UNKNOWN_VARIANT, str(error)) from None
    key = asked.variant or _OWN
    if key in shipped_variants():  # who reads the record must not take it for the other
        raise Refused(Code.BAD_VARIANT, f"{key} is a variant that ships: give yours another key")
    try:
        return read_variant(asked.variant_file, key, f"{key}.toml")
    except RowlockError as error:
        raise Refused(Code.BAD_VARIANT, str(error)) from None
