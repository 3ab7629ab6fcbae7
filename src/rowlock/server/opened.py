"""From a request to open a table, or to play again, to an opening."""

from __future__ import annotations

import hashlib
import secrets
import time
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from rowlock.errors import RowlockError
from rowlock.fair import new_seed
from rowlock.server.opening import Opening, Options, Pace, Place, told_apart
from rowlock.server.protocol import BotCode, Code, Refused, SeatNumber
from rowlock.server.requests import check_bot, check_name
from rowlock.server.store import Stage
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

__all__ = ["OpenTable", "hash_of", "new_key", "opening_for", "rematch_for"]

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters of a table's id: none that is easily taken for another."""
_OWN = "own"  # the key of a file that was given without one
_ID_LENGTH = 16  # 78 bits: a link cannot be guessed


class _Asks(BaseModel):
    model_config = ConfigDict(extra="forbid")


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
    seats: Annotated[list[AnySeat], Field(min_length=1, max_length=MAX_SEATS)]
    time: Annotated[Pace, Field(description="The time for a decision.")] = "none"
    hidden_scores: bool = False
    open_white: bool = False
    real_dice: bool = False
    public: Annotated[bool, Field(description="Show the table in the list.")] = False
    first: Annotated[SeatNumber | None, Field(description="Who rolls first; null: by lot.")] = None


def new_key() -> str:
    """A secret that holds seats."""
    return secrets.token_urlsafe(32)


def hash_of(key: str) -> str:
    """What is kept of a key. It is long and random, so one round of SHA-256 is enough."""
    return hashlib.sha256(key.encode()).hexdigest()


def _new_id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))


def opening_for(asked: OpenTable, host: str) -> Opening:
    """The opening of a new table, or a refusal."""
    variant = _variant(asked)
    if asked.first is not None and asked.first > len(asked.seats):
        raise Refused(
            Code.NO_SUCH_SEAT, f"first: the table has {len(asked.seats)} seats, not {asked.first}"
        )
    places: list[Place] = []
    for seat in asked.seats:
        match seat:
            case PersonSeat():
                name = told_apart(check_name(seat.name), [place.name for place in places])
                places.append(Place(name=name, holder=host))
            case BotSeat():
                code = check_bot(seat.bot)
                name = told_apart(code, [place.name for place in places])
                places.append(Place(name=name, bot=code))
            case _:
                places.append(Place())
    return Opening(
        table=_new_id(),
        at=time.time(),
        variant_key=variant.key,
        edition=variant.edition,
        variant_file=asked.variant_file or "",
        options=Options(
            time=asked.time,
            hidden_scores=asked.hidden_scores,
            open_white=asked.open_white,
            real_dice=asked.real_dice,
            public=asked.public,
            first=None if asked.first is None else asked.first - 1,
        ),
        places=tuple(places),
        host=host,
        seed=new_seed().hex(),
    )


def rematch_for(table: Table) -> Opening:
    """The opening of the next game of the same people: new dice, the next seat first."""
    if table.stage is not Stage.DONE:
        raise Refused(Code.NOT_OVER, "a rematch can begin when the game is over")
    first = (table.first + 1) % len(table.places)
    return table.opening.again(_new_id(), time.time(), new_seed().hex(), table.places, first)


def _variant(asked: OpenTable) -> Variant:
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
