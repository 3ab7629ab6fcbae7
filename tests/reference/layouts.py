"""The printed pads, typed in from section 2 of ``shared/rules.md`` once more.

The engine has its own; a slip of the pen in one of the two shows where they are compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

ROWS = "RYGB"


class Cell(NamedTuple):
    """A printed cell, because gemixxt A needs a colour that is not the row's (§2.2)."""

    colour: str
    number: int
    badge: str


@dataclass(frozen=True)
class Layout:
    """One printed pad, so that no rule below has to know which variant it serves."""

    rows: dict[str, list[Cell]]
    locks: dict[str, list[int]]
    faces: int = 6
    needed: int = 5
    bar: str = ""
    lucky: tuple[tuple[int, int], ...] = ()
    framed: tuple[str, ...] = ()
    circled: tuple[str, ...] = ()


def _row(printed: str, badges: dict[str, str] | None = None) -> list[Cell]:
    """Read a row as section 2 prints it, so that the eye can compare the two."""
    known = badges or {}
    return [Cell(c[0], int(c[1:]), known.get(c, "")) for c in printed.split()]


def _plain(badges: dict[str, str] | None = None) -> dict[str, list[Cell]]:
    """Print the rows of section 1, which Bonus A and B only decorate (§2.4, §2.5)."""
    return {
        "R": _row("R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12", badges),
        "Y": _row("Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10 Y11 Y12", badges),
        "G": _row("G12 G11 G10 G9 G8 G7 G6 G5 G4 G3 G2", badges),
        "B": _row("B12 B11 B10 B9 B8 B7 B6 B5 B4 B3 B2", badges),
    }


PLAIN_LOCKS = {"R": [12], "Y": [12], "G": [2], "B": [2]}

BAR_CELLS = "R3 R6 R9 Y5 Y8 Y11 G11 G7 G4 B10 B8 B5"

PAIRS = {
    "fewest two": ("Y11", "G9"),
    "each row": ("Y7", "B7"),
    "double": ("R8", "B10"),
    "thirteen": ("R6", "B4"),
    "no misses": ("Y3", "G5"),
}

STEPS = (
    "Y2 G11 B10 G9 Y6 R7 Y8 G5 B4 G3 Y12",
    "B12 G11 Y4 R5 Y6 G7 B6 G5 Y10 R11 Y12",
    "G12 B11 G10 Y5 R6 Y7 G6 B5 G4 Y11 R12",
    "Y2 R3 Y4 G9 B8 G7 Y8 R9 Y10 G3 B2",
    "R2 Y3 G10 B9 G8 Y7 R8 Y9 G4 B3 G2",
)

CHAIN = (
    "R6-Y6 R11-Y11 Y3-G11 Y8-G6 G9-B9 G4-B4",
    "R4-Y4 R9-Y9 Y6-G8 Y11-G3 G11-B11 G6-B6",
    "R3-Y3 R8-Y8 Y6-G8 Y11-G3 G10-B10 G5-B5",
    "R5-Y5 R10-Y10 Y3-G11 Y8-G6 G8-B8 G3-B3",
    "R6-Y6 R9-Y9 Y3-G11 Y11-G3 G9-B9 G6-B6",
)

LAYOUTS: dict[str, Layout] = {
    "classic": Layout(_plain(), PLAIN_LOCKS),
    "xl": Layout(_plain(), PLAIN_LOCKS),
    "longo": Layout(
        rows={
            "R": _row("R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R14 R15 R16"),
            "Y": _row("Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10 Y11 Y12 Y13 Y14 Y15 Y16"),
            "G": _row("G16 G15 G14 G13 G12 G11 G10 G9 G8 G7 G6 G5 G4 G3 G2"),
            "B": _row("B16 B15 B14 B13 B12 B11 B10 B9 B8 B7 B6 B5 B4 B3 B2"),
        },
        locks={"R": [15, 16], "Y": [15, 16], "G": [3, 2], "B": [3, 2]},
        faces=8,
        needed=6,
        lucky=((5, 10), (6, 11), (7, 12), (8, 13), (4, 9)),
    ),
    "mixed_colours": Layout(
        rows={
            "R": _row("Y2 Y3 Y4  B5 B6 B7  G8 G9 G10  R11 R12"),
            "Y": _row("R2 R3  G4 G5 G6 G7  B8 B9  Y10 Y11 Y12"),
            "G": _row("B12 B11 B10  Y9 Y8 Y7  R6 R5 R4  G3 G2"),
            "B": _row("G12 G11  R10 R9 R8 R7  Y6 Y5  B4 B3 B2"),
        },
        locks=PLAIN_LOCKS,
    ),
    "mixed_numbers": Layout(
        rows={
            "R": _row("R10 R6 R2 R8 R3 R4 R12 R5 R9 R7 R11"),
            "Y": _row("Y9 Y12 Y4 Y6 Y7 Y2 Y5 Y8 Y11 Y3 Y10"),
            "G": _row("G8 G2 G10 G12 G6 G9 G7 G4 G5 G11 G3"),
            "B": _row("B5 B7 B11 B9 B12 B3 B8 B10 B2 B6 B4"),
        },
        locks={"R": [11], "Y": [10], "G": [3], "B": [4]},
    ),
    "bonus_chain": Layout(
        rows=_plain(dict.fromkeys(BAR_CELLS.split(), "bar")),
        locks=PLAIN_LOCKS,
        bar="RYGBGRBYRYBG",
    ),
    "bonus_pairs": Layout(
        rows=_plain({cell: kind for kind, two in PAIRS.items() for cell in two}),
        locks=PLAIN_LOCKS,
    ),
    "connected_steps": Layout(_plain(), PLAIN_LOCKS, framed=STEPS),
    "connected_chain": Layout(_plain(), PLAIN_LOCKS, circled=CHAIN),
}


def cell_text(variant: str, row: str, number: int) -> str:
    """Name a cell by its printed colour, as the examples for gemixxt A do (§2.2, §4)."""
    for cell in LAYOUTS[variant].rows[row]:
        if cell.number == number:
            return f"{cell.colour}{number}"
    raise ValueError(f"no {number} in row {row}")


def lucky_pair(variant: str, seat: int) -> tuple[int, ...]:
    """Give a seat its pair; with more seats the pairs repeat in order (§2.1, ruling 12)."""
    pairs = LAYOUTS[variant].lucky
    return pairs[seat % len(pairs)] if pairs else ()


def framed_cells(variant: str, seat: int) -> list[str]:
    """List the framed cells of a seat's sheet; the five sheets repeat in order (§2.7)."""
    sheets = LAYOUTS[variant].framed
    return sheets[seat % len(sheets)].split() if sheets else []


def circled_pairs(variant: str, seat: int) -> list[tuple[str, str]]:
    """List the pairs of circled cells of a seat's sheet, which repeat likewise (§2.7)."""
    sheets = LAYOUTS[variant].circled
    if not sheets:
        return []
    pairs = [pair.split("-") for pair in sheets[seat % len(sheets)].split()]
    return [(one, other) for one, other in pairs]
