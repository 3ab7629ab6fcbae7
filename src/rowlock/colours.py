"""The four colours of rows, cells and dice."""

from __future__ import annotations

from enum import IntEnum

__all__ = ["COLOURS", "Colour"]


class Colour(IntEnum):
    """The four colours; also the place of a row on the page, since a row is named by its lock."""

    R = 0
    Y = 1
    G = 2
    B = 3


COLOURS: tuple[Colour, ...] = tuple(Colour)
