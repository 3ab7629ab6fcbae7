"""How a table is opened: its variant, options, seats, host and the seed of its dice."""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any, Literal

from rowlock.errors import Contradiction
from rowlock.events import Seat
from rowlock.fair import FairDice, Tags, daily_dice
from rowlock.mechanics import choices
from rowlock.record import Move, Record
from rowlock.server.events import PublicSeat
from rowlock.variant import Variant, find_variant, read_variant

__all__ = [
    "ASKED_AGAIN",
    "NO_SEED",
    "SECONDS",
    "Locks",
    "TableSetup",
    "Options",
    "Pace",
    "SeatState",
    "read_setup",
    "write_setup",
]

Pace = Literal["none", "relaxed", "brisk", "blitz"]
SECONDS: dict[Pace, float | None] = {"none": None, "relaxed": 90, "brisk": 30, "blitz": 10}
"""How long a decision may take, by the name of the pace."""
ASKED_AGAIN: dict[Pace, float | None] = {"none": None, "relaxed": 30, "brisk": 15, "blitz": 8}
"""How long those have who are asked once more because a lock was announced."""

Locks = Literal["announced", "sealed"]

NO_SEED = "none"
"""In the place of a commitment: the person gives no seed, and nobody waits for one."""

_FORMAT = 1
"""Rises when entries are to be understood in another way; old tables keep their number."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the host chose."""

    time: Pace = "none"
    hidden_scores: bool = False  # while the game is played
    open_white: bool = False  # white decisions are told at once and are final
    locks: Locks = "announced"  # whether a lock in the white action is told at once (ruling 13)
    real_dice: bool = False
    public: bool = False
    first: Seat | None = None  # who rolls first; none: by lot
    hints: bool = False  # whether people may ask what to decide; never at a public table


@dataclass(frozen=True, slots=True)
class SeatState:
    """A seat: open if it has neither a bot nor a holder."""

    name: str = ""
    bot: str = ""  # the code of the bot that sits here
    holder: str = ""  # the hash of the key of the person who sits here
    seed: str = ""  # what that person mixes into the dice; known when the game starts
    stand_in: str = ""  # the code of the bot that plays for the person now
    commitment: str = ""  # the SHA-256 of the seed to come, or `NO_SEED`; empty: nothing was said
    promises: int = 0  # how often that was said

    @property
    def open(self) -> bool:
        """Whether somebody may sit down here."""
        return not self.bot and not self.holder

    @property
    def player(self) -> str:
        """The code of the bot that decides here, or nothing if a person does."""
        return self.bot or self.stand_in

    @property
    def public(self) -> PublicSeat:
        """The seat as everybody may see it."""
        kind: Literal["open", "person", "bot"]
        kind = "open" if self.open else "bot" if self.bot else "person"
        return PublicSeat(kind, self.name, self.player)


_FRESH: dict[str, Any] = {"seed": "", "stand_in": "", "commitment": "", "promises": 0}


@dataclass(frozen=True)
class TableSetup:
    """A table before anything happened at it."""

    id: str  # of the table
    at: float
    variant_key: str
    edition: int
    variant_file: str  # the text of a variant that does not ship, or empty
    options: Options
    seats: tuple[SeatState, ...]
    host: str  # the hash of the key of who opened it
    seed: str  # of the server, hexadecimal; secret until the table is done
    choices: tuple[tuple[str, str], ...] = ()  # what was chosen, as in a record
    daily: str = ""  # the day of a daily game, such as 2026-11-20

    def __repr__(self) -> str:
        return f"TableSetup({self.id!r})"  # nothing secret reaches a log by accident

    @cached_property
    def variant(self) -> Variant:
        """The variant that is played."""
        if self.variant_file:
            source = f"{self.variant_key}.toml"
            variant = read_variant(self.variant_file, self.variant_key, source)
        else:
            variant = find_variant(self.variant_key)
        for name, text in self.choices:
            variant = variant.choose(name, text)
        return variant

    @property
    def server_seed(self) -> bytes:
        """The server's part of the dice."""
        return bytes.fromhex(self.seed)

    @property
    def dice_name(self) -> str:
        """What the dice are rolled for: this table alone, or a day and all its tables."""
        return daily_dice(self.daily) if self.daily else self.id

    @property
    def commitment(self) -> str:
        """What is told of the seed from the beginning, so that it cannot be changed."""
        return FairDice(self.server_seed, self.id, "").commitment

    @property
    def date(self) -> str:
        """The day it was opened."""
        return time.strftime("%Y-%m-%d", time.gmtime(self.at))

    def record(
        self, seats: tuple[SeatState, ...], first: Seat, moves: tuple[Move, ...], dice: Tags
    ) -> Record:
        """What was played at the table, as it is written."""
        codes = [state.bot or "you" for state in seats]
        return Record(
            self.variant,
            len(seats),
            first,
            moves,
            names=tuple(state.name for state in seats),
            tags=(("Date", self.date), ("Players", " ".join(codes)), *dice),
        )

    def again(
        self, new_id: str, at: float, seed: str, seats: tuple[SeatState, ...], first: Seat
    ) -> TableSetup:
        """The setup of a rematch: the same people, new dice, the next seat first."""
        fresh = tuple(replace(state, **_FRESH) for state in seats)
        return replace(
            self,
            id=new_id,
            at=at,
            seed=seed,
            seats=fresh,
            options=replace(self.options, first=first),
        )


def write_setup(setup: TableSetup) -> str:
    """The setup as text for the store."""
    said = {
        "format": _FORMAT,
        "table": setup.id,
        "at": setup.at,
        "variant": setup.variant_key,
        "edition": setup.edition,
        "file": setup.variant_file,
        "options": asdict(setup.options),
        "places": [asdict(state) for state in setup.seats],
        "host": setup.host,
        "seed": setup.seed,
        "choices": dict(setup.choices),
        "daily": setup.daily,
    }
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


def read_setup(text: str) -> TableSetup:
    """The setup of this text."""
    said = json.loads(text)
    if said["format"] != _FORMAT:
        raise Contradiction(f"expected a table of format {_FORMAT}, found {said['format']}")
    setup = TableSetup(
        id=said["table"],
        at=said["at"],
        variant_key=said["variant"],
        edition=said["edition"],
        variant_file=said["file"],
        # Tables from before locks were announced are worked out as they were played.
        options=Options(**{"locks": "sealed", **said["options"]}),
        seats=tuple(SeatState(**state) for state in said["places"]),
        host=said["host"],
        seed=said["seed"],
        choices=_choices(said),
        daily=said.get("daily", ""),
    )
    known = setup.variant.edition
    if known != setup.edition:
        raise Contradiction(
            f"this table is of edition {setup.edition} of the rules of {setup.variant_key}; "
            f"this server plays edition {known}"
        )
    return setup


def _choices(said: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    """What was chosen; older tables have it beside the rest, and still older ones have none."""
    beside = {name: said[name] for name in choices() if said.get(name)}
    return tuple(said.get("choices", beside).items())
