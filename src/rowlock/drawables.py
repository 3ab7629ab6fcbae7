"""What rules print on a page beside its rows, as a few things that anybody can draw.

Terminal, server and web page know these and no rule: a rule says what it prints, and in which
words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rowlock.colours import Colour
from rowlock.languages import Text

__all__ = ["Badge", "Field", "Link", "Note", "ScoreLine", "Shape", "Strip", "Text"]

Shape = Literal["sign", "frame", "circle"]
"""How a badge is drawn: as a sign beside the number, or as a frame or a circle around it."""


@dataclass(frozen=True, slots=True)
class Badge:
    """Cells that are marked alike, and what that means."""

    rule: str  # the name of the rule that prints it, here and below
    sign: str  # a character or two on each cell; none if the shape says it all
    cells: tuple[str, ...]  # their names
    name: Text  # what such a cell is called
    legend: Text | None = None  # what all of them bring together, for the foot of the sheet
    shape: Shape = "sign"


@dataclass(frozen=True, slots=True)
class Link:
    """A line between two cells."""

    rule: str
    cells: tuple[str, str]
    says: Text  # what it means


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a strip: what is printed on it, and its colour if it has one."""

    text: str
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class Strip:
    """Fields in a line that are struck one by one."""

    rule: str
    name: str  # a small word: how the text of a sheet calls it
    fields: tuple[Field, ...]
    label: Text  # a word or two before it
    of: Text  # as it follows "field 3" in a sentence
    says: Text  # what it is for


@dataclass(frozen=True, slots=True)
class Note:
    """A few words or numbers that are printed on the sheet."""

    rule: str
    label: Text
    values: tuple[str, ...]
    says: Text  # what they mean


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A further line of the sum; its points stand in the tally under its name."""

    rule: str
    name: str
    label: Text
    says: Text  # what is counted
    cells: tuple[str, ...] = ()  # those that are counted, if any are
