"""What is printed on the sheets of a variant, as types: rows, and what rules print beside them."""

from __future__ import annotations

from typing_extensions import TypedDict

from rowlock.drawables import Shape, Text
from rowlock.server.story import Letter

__all__ = ["VariantShown", "Words", "words_of"]


class PrintedCell(TypedDict):
    """A printed cell: its name in moves, its number, its own colour, its badge.

    `locks`: whoever crosses it crosses the lock of its row with it.
    """

    name: str
    number: int
    colour: Letter
    badge: str
    locks: bool


class PrintedRow(TypedDict):
    """A printed row, named by the colour of its lock."""

    row: Letter
    cells: list[PrintedCell]


class Words(TypedDict):
    """Words in every language of the page."""

    en: str
    de: str
    it: str


def words_of(text: Text) -> Words:
    """The words of a rule, as they are told."""
    return {"en": text.en, "de": text.de, "it": text.it}


class PrintedBadge(TypedDict):
    """Cells that are marked alike: with a sign, or by a shape around their number.

    `name` is what such a cell is called, `legend` what all of them bring together, if anything.
    """

    rule: str
    sign: str
    shape: Shape
    cells: list[str]
    name: Words
    legend: Words | None


class PrintedLink(TypedDict):
    """A line between two cells, and what it means."""

    rule: str
    cells: list[str]
    says: Words


class PrintedField(TypedDict):
    """A field of a strip: what is printed on it, and its colour if it has one."""

    text: str
    colour: Letter | None


class PrintedStrip(TypedDict):
    """Fields in a line that are struck one by one.

    `name` stands in the text of a sheet before the numbers of those that are struck. `label` is
    short, `of` follows "field 3" in a sentence, and `says` tells what it is for.
    """

    rule: str
    name: str
    fields: list[PrintedField]
    label: Words
    of: Words
    says: Words


class PrintedNote(TypedDict):
    """A few words or numbers on the sheet, what they mean, and a picture for them by name."""

    rule: str
    icon: str
    label: Words
    values: list[str]
    says: Words


class PrintedLine(TypedDict):
    """A further line of the sum: its points are among the bonuses, under its name."""

    rule: str
    name: str
    label: Words
    says: Words
    cells: list[str]


class PrintedPage(TypedDict):
    """All that is printed on a seat's sheet."""

    rows: list[PrintedRow]
    lock_cells: int
    lock_needs: int
    miss_boxes: int
    miss_points: int
    badges: list[PrintedBadge]
    links: list[PrintedLink]
    strips: list[PrintedStrip]
    notes: list[PrintedNote]
    lines: list[PrintedLine]


class MechanicShown(TypedDict):
    """A rule that a variant adds: what it is called, how it is played (Markdown), and why a cell
    was crossed that it offered or demanded (`offer`). `icon` names a picture for it.
    """

    name: str
    title: Words
    icon: str
    about: Words
    offer: Words | None


class VariantShown(TypedDict):
    """A variant: what a client needs to draw its sheets. Seat n uses page n, counted round."""

    key: str
    name: str
    edition: int
    players: list[int]
    faces: int
    rules: list[str]
    mechanics: list[MechanicShown]
    shipped: bool
    pages: list[PrintedPage]
