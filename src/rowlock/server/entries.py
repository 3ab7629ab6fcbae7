"""What is written down at a table: everything that came from outside, and nothing else.

Auto-passes, effects, closings and points follow from these entries and are never written.
In the text of an entry seats count from 1, as everywhere in texts.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from rowlock.dice import Roll
from rowlock.events import Seat
from rowlock.game import Phase
from rowlock.moves import Decision, parse_move
from rowlock.server.encoding import to_text

__all__ = [
    "Added",
    "Called",
    "Decided",
    "Disclosed",
    "Entry",
    "Handed",
    "Hinted",
    "Left",
    "Overdue",
    "Promised",
    "Rematched",
    "Removed",
    "Revealed",
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
    commitment: str = ""  # what comes with it is a promise, as in `Promised`


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody gave a seat up before the start."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Added:
    """The host added a seat before the start: open, or for a bot."""

    bot: str  # the code of the bot, or empty
    name: str = ""  # what the bot is called; empty at tables of old: it was its code


@dataclass(frozen=True, slots=True)
class Removed:
    """The host removed a seat before the start."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Seeded:
    """A holder gave a seed for all of the holder's seats, at a table from before promises."""

    holder: str
    seed: str


@dataclass(frozen=True, slots=True)
class Promised:
    """A holder promised a seed by its SHA-256, for all of the holder's seats, or to give none."""

    holder: str
    commitment: str


@dataclass(frozen=True, slots=True)
class Called:
    """The host started, and the seeds are called for; the people of these seats are away."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Revealed:
    """A holder revealed the seed that was promised; nobody is told before the game starts."""

    holder: str
    seed: str


@dataclass(frozen=True, slots=True)
class Overdue:
    """The time to promise or to reveal was up: whoever was silent has no seed."""


@dataclass(frozen=True, slots=True)
class Started:
    """The host started the game, and no seed is called for; the dice are mixed from here on."""


@dataclass(frozen=True, slots=True)
class Threw:
    """The dice of a turn: derived by the server, or typed in by who threw real ones."""

    turn: int
    roll: Roll


@dataclass(frozen=True, slots=True)
class Decided:
    """A seat's decision of an action; a new one replaces the old, a pick goes on with it.

    A bot says its picks at once.
    """

    seat: Seat
    turn: int
    phase: Phase
    decisions: tuple[Decision, ...]


@dataclass(frozen=True, slots=True)
class Undone:
    """A seat took back what it had decided and nobody was told yet."""

    seat: Seat
    turn: int
    phase: Phase


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The time for an action was up: whoever had not answered crosses nothing.

    Or only the short time of those who were asked once more (`again`).
    """

    turn: int
    phase: Phase
    again: bool = False


@dataclass(frozen=True, slots=True)
class Hinted:
    """A seat was given a hint for its decision in this action, or was warned of a blunder."""

    seat: Seat
    turn: int
    phase: Phase


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


@dataclass(frozen=True, slots=True)
class Disclosed:
    """The day of a daily game is over for everybody: its seed is told."""


Entry = (
    Sat
    | Left
    | Added
    | Removed
    | Seeded
    | Promised
    | Called
    | Revealed
    | Overdue
    | Started
    | Threw
    | Decided
    | Undone
    | TimedOut
    | Hinted
    | Handed
    | TakenBack
    | Stopped
    | Rematched
    | Disclosed
)
_KINDS: dict[str, type[Entry]] = {kind.__name__.lower(): kind for kind in Entry.__args__}


class _Codec(NamedTuple):
    """A field as it is written: its key, and from its value to plain data and back."""

    name: str
    key: str
    write: Callable[[Any], Any] | None = None  # none: it is plain data
    read: Callable[[Any], Any] | None = None


_CODECS = {
    codec.name: codec
    for codec in (
        _Codec("seat", "seat", lambda seat: seat + 1, lambda number: number - 1),
        _Codec(
            "seats",
            "seats",
            lambda seats: [seat + 1 for seat in seats],
            lambda numbers: tuple(number - 1 for number in numbers),
        ),
        _Codec("roll", "roll", str, Roll.parse),
        _Codec("phase", "phase", lambda phase: phase.value, Phase),
        _Codec(
            "decisions",
            "decision",
            lambda decisions: " ".join(map(str, decisions)),
            lambda text: tuple(map(parse_move, text.split())),
        ),
    )
}
_NAMES: dict[type[Entry], str] = {kind: name for name, kind in _KINDS.items()}
_FIELDS: dict[type[Entry], list[_Codec]] = {
    kind: [_CODECS.get(field.name, _Codec(field.name, field.name)) for field in fields(kind)]
    for kind in _NAMES
}


def write_entry(entry: Entry, entry_id: str) -> str:
    """The entry as text; its id makes it different from every other, so a writer who lost
    the connection while writing can see whether the entry found there is its own.
    """
    kind = type(entry)
    said: dict[str, Any] = {"do": _NAMES[kind]}
    for name, key, write, _ in _FIELDS[kind]:
        value = getattr(entry, name)
        said[key] = value if write is None else write(value)
    said["mark"] = entry_id
    return to_text(said)


def read_entry(text: str) -> Entry:
    """The entry of this text. What an older server did not write has its default."""
    said = json.loads(text)
    kind = _KINDS[said.pop("do")]
    del said["mark"]
    for name, key, _, read in _FIELDS[kind]:
        if read is not None:
            said[name] = read(said.pop(key))
    return kind(**said)
