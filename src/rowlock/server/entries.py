"""What is written down at a table: everything that came from outside, and nothing else.

Auto-passes, effects, closings and points follow from these entries and are never written.
In the text of an entry seats count from 1, as everywhere in texts.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import Any

from pydantic_core import to_json

from rowlock.events import Seat

__all__ = [
    "Added",
    "Decided",
    "Entry",
    "Handed",
    "Left",
    "Rematched",
    "Removed",
    "Sat",
    "Seeded",
    "Started",
    "Stopped",
    "TakenBack",
    "Threw",
    "TimedOut",
    "Undone",
    "read_entry",
    "write_entry",
]


@dataclass(frozen=True, slots=True)
class Sat:
    """Somebody took an open seat; the holder is the hash of a secret key."""

    seat: Seat
    name: str
    holder: str


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody gave a seat up before the start."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Added:
    """The host added a seat before the start: open, or for a bot."""

    bot: str  # the code of the bot, or empty


@dataclass(frozen=True, slots=True)
class Removed:
    """The host removed a seat before the start."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Seeded:
    """A holder gave the seed that is mixed into the dice, for all of the holder's seats."""

    holder: str
    seed: str


@dataclass(frozen=True, slots=True)
class Started:
    """The host started the game; the dice are mixed from here on."""


@dataclass(frozen=True, slots=True)
class Threw:
    """The dice of a turn: derived by the server, or typed in by who threw real ones."""

    turn: int
    roll: str


@dataclass(frozen=True, slots=True)
class Decided:
    """A seat's decision of an action; a new one replaces the old, a pick goes on with it."""

    seat: Seat
    turn: int
    phase: str
    decision: str


@dataclass(frozen=True, slots=True)
class Undone:
    """A seat took back what it had decided and nobody was told yet."""

    seat: Seat
    turn: int
    phase: str


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The time for an action was up: whoever had not answered crosses nothing."""

    turn: int
    phase: str


@dataclass(frozen=True, slots=True)
class Handed:
    """A bot plays for a person from now on."""

    seat: Seat
    bot: str


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The person plays again, where a bot had stood in."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Stopped:
    """The game ends before its end: by the host, or for its age."""

    why: str


@dataclass(frozen=True, slots=True)
class Rematched:
    """The same people go on at another table."""

    table: str


Entry = (
    Sat
    | Left
    | Added
    | Removed
    | Seeded
    | Started
    | Threw
    | Decided
    | Undone
    | TimedOut
    | Handed
    | TakenBack
    | Stopped
    | Rematched
)
_KINDS: dict[str, type[Entry]] = {kind.__name__.lower(): kind for kind in Entry.__args__}
_FIELDS = {kind: [field.name for field in fields(kind)] for kind in _KINDS.values()}


def write_entry(entry: Entry, mark: str) -> str:
    """The entry as text; the mark makes it different from every other, so a writer who lost
    the connection while writing can see whether the entry found there is its own.
    """
    kind = type(entry)
    said: dict[str, Any] = {"do": kind.__name__.lower()}
    for name in _FIELDS[kind]:
        value = getattr(entry, name)
        said[name] = value + 1 if name == "seat" else value
    said["mark"] = mark
    return to_json(said).decode()


def read_entry(text: str) -> Entry:
    """The entry of this text."""
    said = json.loads(text)
    kind = _KINDS[said.pop("do")]
    del said["mark"]
    if "seat" in said:
        said["seat"] -= 1
    return kind(**said)
