"""What is printed (`Cell`, `Row`, `Page`) and what the pen did (`Sheet`).

A row is named by the colour of its lock, and a number stands only once in a row,
so that `R5` is one cell on every page, whatever colour the cell itself has.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import TypeVar

from rowlock.errors import IllegalMove, NotNotation, Place

K = TypeVar("K")

__all__ = ["COLOURS", "Cell", "Colour", "Page", "Row", "Sheet"]


class Colour(IntEnum):
    """The four colours; also the place of a row on the page, since a row is named by its lock."""

    R = 0
    Y = 1
    G = 2
    B = 3


COLOURS: tuple[Colour, ...] = tuple(Colour)


@dataclass(frozen=True, slots=True)
class Cell:
    """A printed number: the row it stands in, its place there, its own colour, its badge."""

    row: Colour
    index: int
    colour: Colour
    number: int
    badge: str = ""

    def __str__(self) -> str:
        return f"{self.row.name}{self.number}"


@dataclass(frozen=True, slots=True)
class Row:
    """A printed row: the colour of its lock and its cells from left to right."""

    colour: Colour
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Page:
    """All that is printed on one sheet, and the look-ups that follow from it."""

    title: str
    rows: tuple[Row, ...]
    lock_cells: int
    lock_needs: int
    miss_boxes: int
    miss_points: int
    bar: tuple[Colour, ...] = ()
    lucky: tuple[int, ...] = ()
    seat: int = 0

    def __hash__(self) -> int:
        # Pages are few and compared rarely; hashing every cell would cost each Sheet dearly.
        return hash((self.title, self.seat))

    # The look-ups are worked out once, because every question of the rules is asked of them.

    @cached_property
    def cells(self) -> dict[str, Cell]:
        """Every cell by its name, row by row."""
        return {str(cell): cell for row in self.rows for cell in row.cells}

    @cached_property
    def by_number(self) -> dict[int, tuple[Cell, ...]]:
        """The cells of each number, in the order of the rows."""
        return _grouped(self.cells.values(), lambda cell: cell.number)

    @cached_property
    def by_colour(self) -> dict[tuple[Colour, int], tuple[Cell, ...]]:
        """The cells of each own colour and number."""
        return _grouped(self.cells.values(), lambda cell: (cell.colour, cell.number))

    @cached_property
    def badged(self) -> dict[str, tuple[Cell, ...]]:
        """The cells that carry each badge."""
        return _grouped(self.cells.values(), lambda cell: cell.badge)

    @cached_property
    def locking(self) -> tuple[int, ...]:
        """For each row the bit mask of the cells that lock it."""
        last = (1 << self.lock_cells) - 1
        return tuple(last << len(row.cells) - self.lock_cells for row in self.rows)


@dataclass(frozen=True, slots=True, repr=False)
class Sheet:
    """A page and its pen marks.

    Locks, reach and points are worked out from the marks, so there is no second truth.
    """

    page: Page
    marks: tuple[int, ...] = (0, 0, 0, 0)  # one bit mask a row; bit i is cell i
    misses: int = 0
    bar: int = 0  # bit i: field i of the bonus bar is struck

    def crosses(self, row: Colour) -> int:
        """How many crosses a row has, the lock's own cross included."""
        marks = self.marks[row]
        return marks.bit_count() + (marks & self.page.locking[row] != 0)

    def reach(self, row: Colour) -> int:
        """The first cell right of every cross: where the row goes on."""
        return self.marks[row].bit_length()

    def locked(self, row: Colour) -> bool:
        """Whether the lock of this row is crossed on this very sheet."""
        return self.marks[row] & self.page.locking[row] != 0

    def crossed(self, cell: Cell) -> bool:
        """Whether this cell carries a cross."""
        return self.marks[cell.row] >> cell.index & 1 == 1

    def can_cross(self, cell: Cell) -> bool:
        """Whether the pen may go there: right of every cross, and a lock only when earned."""
        marks = self.marks[cell.row]
        if marks >> cell.index:
            return False
        locking = self.page.locking[cell.row]
        if locking >> cell.index & 1:
            return not marks & locking and marks.bit_count() >= self.page.lock_needs
        return True

    def next_cell(self, row: Colour) -> Cell | None:
        """The cell directly right of the last cross, if it can be crossed."""
        cells = self.page.rows[row].cells
        reach = self.marks[row].bit_length()
        if reach < len(cells) and self.can_cross(cells[reach]):
            return cells[reach]
        return None

    def fewest(self) -> tuple[Colour, ...]:
        """The rows with the fewest crosses; closed rows and lock crosses count like any other."""
        counts = [self.crosses(row) for row in COLOURS]
        least = min(counts)
        return tuple(row for row in COLOURS if counts[row] == least)

    def cross(self, cell: Cell) -> Sheet:
        """This sheet with one more cross."""
        if not self.can_cross(cell):
            raise IllegalMove(f"{cell} cannot be crossed on {self}")
        marks = list(self.marks)
        marks[cell.row] |= 1 << cell.index
        return Sheet(self.page, tuple(marks), self.misses, self.bar)

    def miss(self) -> Sheet:
        """This sheet with one more failed roll."""
        return Sheet(self.page, self.marks, self.misses + 1, self.bar)

    def strike(self, fields: int) -> Sheet:
        """This sheet with these fields of the bonus bar struck too."""
        return Sheet(self.page, self.marks, self.misses, self.bar | fields)

    def __str__(self) -> str:
        parts = []
        for row in self.page.rows:
            crossed = [str(cell.number) for cell in row.cells if self.crossed(cell)]
            parts.append(" ".join([row.colour.name, *crossed]))
        if self.bar:
            struck = [str(i + 1) for i in range(len(self.page.bar)) if self.bar >> i & 1]
            parts.append(" ".join(["bar", *struck]))
        if self.misses:
            parts.append(f"x{self.misses}")
        return " | ".join(parts)

    def __repr__(self) -> str:
        seat = f", seat={self.page.seat}" if self.page.seat else ""
        return f"find_variant({self.page.title!r}).sheet({str(self)!r}{seat})"

    @classmethod
    def parse(cls, text: str, page: Page) -> Sheet:
        """Read a sheet such as `R 5 7 | Y | G 12 9 | B 10 | x1`; parts may come in any order."""
        sheet = cls(page)
        seen: set[str] = set()
        for words in _parts(text):
            head, column = words[0]
            misses = re.fullmatch(r"x([0-9])", head)
            name = "misses" if misses else head
            if name in seen:
                raise _wrong(f"{name!r} stands here twice", column)
            seen.add(name)
            if name in Colour.__members__:
                sheet = _read_row(sheet, Colour[name], words[1:])
            elif name == "bar" and page.bar:
                sheet = _read_bar(sheet, words[1:])
            elif misses and len(words) == 1 and int(misses[1]) <= page.miss_boxes:
                sheet = cls(page, sheet.marks, int(misses[1]), sheet.bar)
            else:
                bar = ", bar" if page.bar else ""
                raise _wrong(f"expected R, Y, G, B{bar} or x0 to x{page.miss_boxes}", column, head)
        return sheet


def _grouped(cells: Iterable[Cell], key: Callable[[Cell], K]) -> dict[K, tuple[Cell, ...]]:
    groups: dict[K, tuple[Cell, ...]] = {}
    for cell in cells:
        groups[key(cell)] = (*groups.get(key(cell), ()), cell)
    return groups


def _parts(text: str) -> list[list[tuple[str, int]]]:
    """Split a sheet's text at its bars into words, each with its column."""
    parts: list[list[tuple[str, int]]] = []
    column = 1
    for piece in text.split("|"):
        words = [(m.group(), column + m.start()) for m in re.finditer(r"\S+", piece)]
        if words:
            parts.append(words)
        elif text.strip():
            raise _wrong("expected a row, such as R 5 7, between the bars", column)
        column += len(piece) + 1
    return parts


def _read_row(sheet: Sheet, row: Colour, words: list[tuple[str, int]]) -> Sheet:
    for word, column in words:
        cell = sheet.page.cells.get(f"{row.name}{word}")
        if cell is None:
            numbers = " ".join(str(cell.number) for cell in sheet.page.rows[row].cells)
            raise _wrong(f"expected a number of row {row.name} ({numbers})", column, word)
        try:
            sheet = sheet.cross(cell)
        except IllegalMove as error:
            raise NotNotation(error.message, Place(line=1, column=column)) from None
    return sheet


def _read_bar(sheet: Sheet, words: list[tuple[str, int]]) -> Sheet:
    fields = len(sheet.page.bar)
    for word, column in words:
        if not re.fullmatch(r"[1-9]\d?", word) or int(word) > fields:
            raise _wrong(f"expected a field of the bonus bar, 1 to {fields}", column, word)
        sheet = sheet.strike(1 << int(word) - 1)
    return sheet


def _wrong(message: str, column: int, found: str = "") -> NotNotation:
    return NotNotation(
        f"{message}, found {found!r}" if found else message, Place(line=1, column=column)
    )
