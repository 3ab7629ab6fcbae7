"""What can go wrong, in a few kinds, each of which says what was expected.

All are `ValueError`s, so that a caller who does not care can catch one thing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

__all__ = [
    "Contradiction",
    "IllegalMove",
    "NotNotation",
    "Place",
    "PlayerFailed",
    "RowlockError",
    "UnknownPlayer",
    "UnknownVariant",
    "as_text",
    "nearest",
    "told_position",
]


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a text something was found; lines and columns count from 1."""

    source: str = ""
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return self.source
        if not self.source:
            return f"line {self.line}, column {self.column}"
        return f"{self.source}:{self.line}:{self.column}"


class RowlockError(ValueError):
    """The parent of every complaint; `message` is the sentence, `place` where it arose."""

    def __init__(self, message: str, place: Place | None = None) -> None:
        self.message = message
        self.place = place
        super().__init__(f"{place}: {message}" if place and str(place) else message)

    def at(self, place: Place) -> Self:
        """The same complaint, told with the place where it arose."""
        return type(self)(self.message, place)


class NotNotation(RowlockError):
    """The text is not a move, roll, sheet, record or variant file."""


class IllegalMove(RowlockError):
    """The move or roll can be read, but the rules do not allow it here."""


class UnknownVariant(RowlockError):
    """No variant of this name is known."""


class UnknownPlayer(RowlockError):
    """No player of this code is known."""


class PlayerFailed(RowlockError):
    """Somebody's own player broke off, or answered what nobody asked."""


class Contradiction(RowlockError):
    """A record says one thing and its moves another; the sentence names both."""


def as_text(data: bytes | str, source: str) -> str:
    """The text of a file, which is UTF-8 wherever it comes from."""
    try:
        return data.decode() if isinstance(data, bytes) else data
    except UnicodeDecodeError as error:
        sentence = f"expected UTF-8 text; byte {error.start + 1} is not"
        raise NotNotation(sentence, Place(source)) from None


def nearest(word: str, known: Iterable[str]) -> str:
    """The hint that a misspelt name deserves, or nothing if none is near."""
    import difflib  # here, because mistakes are rarer than imports

    near = difflib.get_close_matches(word.lower()[:60], list(known), n=1, cutoff=0.5)
    return f"did you mean {near[0]!r}? " if near else ""


def told_position(
    turn: int, action: str, roll: object, active: int, seat: int, sheets: Iterable[object]
) -> str:
    """Where a player was asked something that it failed at; seats are told from 1."""
    whose = "its own roll" if active == seat else f"seat {active + 1} rolled"
    written = ", ".join(f"{number}: {sheet}" for number, sheet in enumerate(sheets, 1))
    return f"turn {turn}, {action} action of {roll}, seat {seat + 1} ({whose}); sheets {written}"
