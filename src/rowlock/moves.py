"""What a seat can decide, and its short names: `R5`, `*G16`, `~Y`, `-`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rowlock.errors import NotNotation, Place
from rowlock.sheet import Cell, Colour

__all__ = ["Decision", "Mark", "Pass", "Pick", "parse_move"]

_MOVE = r"(?P<offered>\*?)(?P<row>[RYGB])(?P<number>[1-9][0-9]?)|~(?P<pick>[RYGB])|-"


@dataclass(frozen=True, slots=True)
class Mark:
    """Cross this number in this row: the sum, or what a rule offers instead of it."""

    row: Colour  # named by the colour of its lock
    number: int  # as it is printed
    offered: bool = False  # whether a rule offers it instead of the announced sum

    @property
    def cell(self) -> str:
        """The name of the cell, without a star."""
        return f"{self.row.name}{self.number}"

    def __str__(self) -> str:
        return f"{'*' if self.offered else ''}{self.cell}"

    @classmethod
    def of(cls, cell: Cell, offered: bool = False) -> Mark:
        """The decision to cross this cell."""
        return cls(cell.row, cell.number, offered)


@dataclass(frozen=True, slots=True)
class Pass:
    """Cross nothing."""

    def __str__(self) -> str:
        return "-"


@dataclass(frozen=True, slots=True)
class Pick:
    """Settle a tie: this row takes the extra crosses."""

    row: Colour

    def __str__(self) -> str:
        return f"~{self.row.name}"


Decision = Mark | Pass | Pick


def parse_move(text: str) -> Decision:
    """Read a decision from its short name."""
    match = re.fullmatch(_MOVE, text)
    if match is None:
        raise NotNotation(
            f"expected a move: R5 (row and number), *G16 (instead of the sum), ~Y (settle a tie) "
            f"or - (pass), found {text[:40]!r}",
            Place(line=1, column=1),
        )
    if match["pick"]:
        return Pick(Colour[match["pick"]])
    if match["row"]:
        return Mark(Colour[match["row"]], int(match["number"]), bool(match["offered"]))
    return Pass()
