"""How a table is opened: its variant, options, seats, host and the seed of its dice."""

from __future__ import annotations

import json
import time
from collections.abc import Collection
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Literal

from rowlock.errors import Contradiction
from rowlock.events import Seat
from rowlock.fair import FairDice
from rowlock.server.story import PlaceShown
from rowlock.variant import Variant, find_variant, read_variant

__all__ = [
    "LONGEST_NAME",
    "SECONDS",
    "Opening",
    "Options",
    "Pace",
    "Place",
    "read_opening",
    "told_apart",
    "write_opening",
]

Pace = Literal["none", "relaxed", "brisk", "blitz"]
SECONDS: dict[Pace, float | None] = {"none": None, "relaxed": 90, "brisk": 30, "blitz": 10}
"""How long a decision may take, by the name of the pace."""

LONGEST_NAME = 20

_FORMAT = 1
"""Rises when entries are to be understood in another way; old tables keep their number."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the host chose."""

    time: Pace = "none"
    hidden_scores: bool = False  # while the game is played
    open_white: bool = False  # white decisions are told at once and are final
    real_dice: bool = False
    public: bool = False
    first: Seat | None = None  # who rolls first; none: by lot


@dataclass(frozen=True, slots=True)
class Place:
    """A seat: open if it has neither a bot nor a holder."""

    name: str = ""
    bot: str = ""  # the code of the bot that sits here
    holder: str = ""  # the hash of the key of the person who sits here
    seed: str = ""  # what that person mixes into the dice
    stand_in: str = ""  # the code of the bot that plays for the person now

    @property
    def open(self) -> bool:
        """Whether somebody may sit down here."""
        return not self.bot and not self.holder

    @property
    def player(self) -> str:
        """The code of the bot that decides here, or nothing if a person does."""
        return self.bot or self.stand_in

    def shown(self) -> PlaceShown:
        """The seat as everybody may see it: neither hash nor seed."""
        kind: Literal["open", "person", "bot"]
        kind = "open" if self.open else "bot" if self.bot else "person"
        return {"kind": kind, "name": self.name, "bot": self.player or None}


def told_apart(name: str, taken: Collection[str]) -> str:
    """The name, with a number behind it if somebody is called so already."""
    other, number = name, 2
    while other in taken:
        behind = f" {number}"
        other = name[: LONGEST_NAME - len(behind)].rstrip() + behind
        number += 1
    return other


@dataclass(frozen=True)
class Opening:
    """A table before anything happened at it."""

    table: str
    at: float
    variant_key: str
    edition: int
    variant_file: str  # the text of a variant that does not ship, or empty
    options: Options
    places: tuple[Place, ...]
    host: str  # the hash of the key of who opened it
    seed: str  # of the server, hexadecimal; secret until the table is done

    def __repr__(self) -> str:
        return f"Opening({self.table!r})"  # nothing secret reaches a log by accident

    @cached_property
    def variant(self) -> Variant:
        """The variant that is played."""
        if self.variant_file:
            return read_variant(self.variant_file, self.variant_key, f"{self.variant_key}.toml")
        return find_variant(self.variant_key)

    @property
    def server_seed(self) -> bytes:
        """The server's part of the dice."""
        return bytes.fromhex(self.seed)

    @property
    def commitment(self) -> str:
        """What is told of the seed from the beginning, so that it cannot be changed."""
        return FairDice(self.server_seed, self.table, "").commitment

    @property
    def date(self) -> str:
        """The day it was opened."""
        return time.strftime("%Y-%m-%d", time.gmtime(self.at))

    def again(
        self, table: str, at: float, seed: str, places: tuple[Place, ...], first: Seat
    ) -> Opening:
        """The opening of a rematch: the same people, new dice, the next seat first."""
        fresh = tuple(replace(place, seed="", stand_in="") for place in places)
        return replace(
            self,
            table=table,
            at=at,
            seed=seed,
            places=fresh,
            options=replace(self.options, first=first),
        )


def write_opening(opening: Opening) -> str:
    """The opening as text for the store."""
    said = {
        "format": _FORMAT,
        "table": opening.table,
        "at": opening.at,
        "variant": opening.variant_key,
        "edition": opening.edition,
        "file": opening.variant_file,
        "options": asdict(opening.options),
        "places": [asdict(place) for place in opening.places],
        "host": opening.host,
        "seed": opening.seed,
    }
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


def read_opening(text: str) -> Opening:
    """The opening of this text."""
    said = json.loads(text)
    if said["format"] != _FORMAT:
        raise Contradiction(f"expected a table of format {_FORMAT}, found {said['format']}")
    opening = Opening(
        table=said["table"],
        at=said["at"],
        variant_key=said["variant"],
        edition=said["edition"],
        variant_file=said["file"],
        options=Options(**said["options"]),
        places=tuple(Place(**place) for place in said["places"]),
        host=said["host"],
        seed=said["seed"],
    )
    known = opening.variant.edition
    if known != opening.edition:
        raise Contradiction(
            f"the table is of edition {opening.edition} of {opening.variant_key}; known is {known}"
        )
    return opening
