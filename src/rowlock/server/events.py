"""What happens at a table around its game, as values; the game has events of its own.

They hold only what everybody may know. As JSON they are made in `story`, when they leave.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from rowlock.events import Event, Seat
from rowlock.sheet import Colour

__all__ = [
    "BotTookOver",
    "GameStarted",
    "HintGiven",
    "LockAnnounced",
    "MixingBegan",
    "MixingStep",
    "PersonTookBack",
    "PublicSeat",
    "RematchOpened",
    "SeatAnswered",
    "SeatReconsiders",
    "SeatSilent",
    "SeatTimedOut",
    "SeatsChanged",
    "SeedRevealed",
    "TableEvent",
    "TableStopped",
]

MixingStep = Literal["commit", "reveal"]


class PublicSeat(NamedTuple):
    """A seat as everybody may see it: neither the hash of a key nor a seed."""

    kind: Literal["open", "person", "bot"]
    name: str
    bot: str  # the code of the bot that decides here now, or empty


@dataclass(frozen=True, slots=True)
class SeatsChanged:
    """Somebody sat down or left, or a seat was added or removed: all seats as they are now."""

    seats: tuple[PublicSeat, ...]


@dataclass(frozen=True, slots=True)
class MixingBegan:
    """Everybody is asked to promise a seed, or to reveal it."""

    step: MixingStep


@dataclass(frozen=True, slots=True)
class SeatSilent:
    """A seat has no seed: its person was away, or silent in this step."""

    seat: Seat
    step: MixingStep | Literal["away"]


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The game started: who rolls first, whether by lot, and the seeds that are mixed in."""

    first: Seat
    lot: bool
    mix: str


@dataclass(frozen=True, slots=True)
class SeatAnswered:
    """A seat has decided; what, is told when everybody has."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatReconsiders:
    """A seat took its decision back."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class LockAnnounced:
    """A seat locks this row: told at once, so that others may lock it too."""

    seat: Seat
    row: Colour


@dataclass(frozen=True, slots=True)
class SeatTimedOut:
    """The time of a seat was up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HintGiven:
    """A seat was given a hint for what it decides now; which, only its person knows."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BotTookOver:
    """A bot plays for the person from now on."""

    seat: Seat
    bot: str


@dataclass(frozen=True, slots=True)
class PersonTookBack:
    """The person plays again."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TableStopped:
    """The table ended before the game's end: by the host, or because nobody came."""

    why: str


@dataclass(frozen=True, slots=True)
class SeedRevealed:
    """The server's seed is revealed: everybody can verify the dice now."""

    server_seed: str


@dataclass(frozen=True, slots=True)
class RematchOpened:
    """The same people go on at another table."""

    table_id: str


TableEvent = (
    Event
    | SeatsChanged
    | MixingBegan
    | SeatSilent
    | GameStarted
    | SeatAnswered
    | SeatReconsiders
    | LockAnnounced
    | SeatTimedOut
    | HintGiven
    | BotTookOver
    | PersonTookBack
    | TableStopped
    | SeedRevealed
    | RematchOpened
)
"""All that a story tells."""
