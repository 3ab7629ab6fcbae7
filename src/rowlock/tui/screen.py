"""A real terminal: it can be wiped, so that the next person does not read what was typed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from typing import TextIO

__all__ = ["Screen"]

_WIPE = "\x1b[H\x1b[2J\x1b[3J"
"""Home, all that is seen, all that has scrolled away: what `clear` sends to common terminals."""
_PUSH = "\n" * 200
"""For a terminal that knows no such thing: away with it, upwards."""


class Screen:
    """Somebody looks at this, and can look only at what was written since the last wipe."""

    def __init__(self, write: Callable[[str], object], wiping: str = _WIPE) -> None:
        self.write = write
        self.wiping = wiping

    @classmethod
    def of(cls, keyboard: TextIO | None, output: TextIO | None) -> Screen | None:
        """The screen, if people type and read at a terminal."""
        if keyboard is None or output is None or not (keyboard.isatty() and output.isatty()):
            return None

        def write(text: str) -> None:
            output.write(text)
            output.flush()

        return cls(write, _PUSH if os.environ.get("TERM") == "dumb" else _WIPE)

    def wipe(self) -> None:
        """Take away all that was written and typed, from where it has scrolled to as well."""
        self.write(self.wiping)

    @property
    def height(self) -> int:
        """How many lines can be seen at once."""
        return max(shutil.get_terminal_size().lines, 10)
