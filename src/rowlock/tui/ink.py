"""Colour for a terminal that wants it. Without colour every text still says all."""

from __future__ import annotations

import os
from typing import TextIO

from rowlock.sheet import Colour

__all__ = ["Ink"]

# Black on yellow and green, white on red and blue: the pairs that stay readable.
_BANDS = {Colour.R: "97;41", Colour.Y: "30;43", Colour.G: "30;42", Colour.B: "97;44"}


class Ink:
    """Writes text in colour, or plainly."""

    def __init__(self, coloured: bool) -> None:
        self.coloured = coloured

    @classmethod
    def of(cls, stream: TextIO | None, wish: str = "auto") -> Ink:
        """Colour as wished (`always`, `never`), or if the stream is a terminal that shows it."""
        if wish != "auto":
            return cls(wish == "always")
        plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        return cls(stream is not None and stream.isatty() and not plain)

    def band(self, text: str, colour: Colour | None) -> str:
        """Text on a printed colour; white if it has none."""
        return self._style(text, "30;107" if colour is None else _BANDS[colour])

    def cross(self, text: str) -> str:
        """Text of a crossed cell."""
        return self._style(text, "1;30;107")

    def faint(self, text: str) -> str:
        """Text that no longer matters."""
        return self._style(text, "2")

    def strong(self, text: str) -> str:
        """Text that matters most."""
        return self._style(text, "1")

    def _style(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.coloured else text
