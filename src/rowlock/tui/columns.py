"""Text in columns: what a terminal shows as wide is counted as wide."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

__all__ = ["COLUMNS", "aligned", "cut", "padded", "width_of", "wrapped"]

COLUMNS = 80
"""How wide anything is at most that is printed, whatever the terminal."""
_GAP = "  "
_CUT = ".."


def width_of(text: str) -> int:
    """How many columns a terminal needs for a text."""
    return sum(map(_width, text))


def _width(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):  # they stand on the letter before
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def cut(text: str, width: int, from_left: bool = False) -> str:
    """The text, or as much of it as fits, with two points where something is missing."""
    if width_of(text) <= width:
        return text
    if from_left:
        return _CUT + _kept(text[::-1], width)[::-1].lstrip()
    return _kept(text, width).rstrip() + _CUT


def _kept(text: str, width: int) -> str:
    kept, room = "", width - len(_CUT)
    for char in text:
        room -= _width(char)
        if room < 0:
            break
        kept += char
    return kept


def padded(text: str, width: int, right: bool = False) -> str:
    """The text with blanks behind it, or before it if it belongs to the right."""
    blanks = " " * (width - width_of(text))
    return blanks + text if right else text + blanks


def aligned(rows: Sequence[Sequence[str]], left: int = 1) -> list[str]:
    """Rows as lines of columns; the first few columns are words, the others numbers."""
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    return [
        _GAP.join(
            padded(cell, width, right=place >= left)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def wrapped(text: str, indent: str = "") -> list[str]:
    """A text in lines that fit, parted at its blanks."""
    lines: list[str] = []
    room = 0
    for word in re.split(" +(?!%)", text):  # a percentage stays with its sign
        if room < width_of(word) + 1 or not lines:
            lines.append(indent)
            room = COLUMNS - len(indent) + 1
        room -= width_of(word) + 1
        lines[-1] += word if lines[-1] == indent else f" {word}"
    return lines
