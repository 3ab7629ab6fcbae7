"""What is printed (`Cell`, `Row`, `Page`) and what the pen did (`Sheet`).

A row is named by the colour of its lock, and a number stands only once in a row,
so that `R5` is one cell on every page, whatever colour the cell itself has.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from rowlock.colours import COLOURS, Colour
from rowlock.drawables import Badge, Link, Note, ScoreLine, Strip
from rowlock.errors import IllegalMove, NotNotation, Place

K = TypeVar("K")
P = TypeVar("P", bound="Part")

__all__ = ["COLOURS", "Cell", "Colour", "Page", "Part", "Row", "Sheet"]


@dataclass(frozen=True, slots=True)
class Cell:
    """A printed number: the row it stands in, its place there, its own colour, its badge."""

    row: Colour  # named by the colour of its lock
    index: int  # from 0, from left to right
    colour: Colour  # its own, which a coloured die must have
    number: int  # as it is printed
    badge: str = ""  # the sign of a rule, if its row gives it one

    def __str__(self) -> str:
        return f"{self.row.name}{self.number}"


@dataclass(frozen=True, slots=True)
class Row:
    """A printed row: the colour of its lock and its cells from left to right."""

    colour: Colour
    cells: tuple[Cell, ...]


class Part:
    """What one rule prints on one page, and all that it has to know of it.

    A rule makes a frozen dataclass of it, and finds it again with `Page.part`.
    """

    def badges(self, page: Page) -> tuple[Badge, ...]:
        """The cells that it marks."""
        return ()

    def links(self, page: Page) -> tuple[Link, ...]:
        """The cells that it ties together."""
        return ()

    def strips(self, page: Page) -> tuple[Strip, ...]:
        """The fields that it strikes."""
        return ()

    def notes(self, page: Page) -> tuple[Note, ...]:
        """What it writes on the sheet."""
        return ()

    def lines(self, page: Page) -> tuple[ScoreLine, ...]:
        """What it adds to the sum at the foot."""
        return ()

    def forceable(self, sheet: Sheet, closed: frozenset[Colour]) -> tuple[Cell, ...]:
        """The cells that its rule may still cross, even where nobody can choose them."""
        return ()


@dataclass(frozen=True)
class Page:
    """All that is printed on one sheet, and the look-ups that follow from it."""

    title: str
    rows: tuple[Row, ...]
    lock_cells: int
    lock_needs: int
    miss_boxes: int
    miss_points: int
    parts: tuple[Part, ...] = ()  # what rules print on it, in their order
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
        """The cells that carry each sign."""
        return _grouped(self.cells.values(), lambda cell: cell.badge)

    @cached_property
    def locking(self) -> tuple[int, ...]:
        """For each row the bit mask of the cells that lock it."""
        last = (1 << self.lock_cells) - 1
        return tuple(last << len(row.cells) - self.lock_cells for row in self.rows)

    @cached_property
    def _by_kind(self) -> dict[type[Part], Any]:
        return {type(part): part for part in self.parts}

    def part(self, kind: type[P]) -> P | None:
        """What a rule printed here, by the class of its part; none if it printed nothing."""
        found: P | None = self._by_kind.get(kind)  # asked too often for a check
        return found

    @cached_property
    def badges(self) -> tuple[Badge, ...]:
        """All badges of its parts."""
        return tuple(badge for part in self.parts for badge in part.badges(self))

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """All links of its parts."""
        return tuple(link for part in self.parts for link in part.links(self))

    @cached_property
    def strips(self) -> tuple[Strip, ...]:
        """All strips of its parts."""
        return tuple(strip for part in self.parts for strip in part.strips(self))

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """All notes of its parts."""
        return tuple(note for part in self.parts for note in part.notes(self))

    @cached_property
    def lines(self) -> tuple[ScoreLine, ...]:
        """All further lines of the sum."""
        return tuple(line for part in self.parts for line in part.lines(self))

    @cached_property
    def strip_fields(self) -> dict[str, tuple[int, int]]:
        """Where the fields of each strip begin, all of the page counted through, and how many."""
        found: dict[str, tuple[int, int]] = {}
        total = 0
        for strip in self.strips:
            found[strip.name] = total, len(strip.fields)
            total += len(strip.fields)
        return found

    def strip(self, name: str) -> Strip:
        """The strip of this name."""
        return next(strip for strip in self.strips if strip.name == name)


@dataclass(frozen=True, slots=True, repr=False)
class Sheet:
    """A page and its pen marks.

    Locks, reach and points are worked out from the marks, so there is no second truth.
    """

    page: Page  # what is printed
    marks: tuple[int, ...] = (0, 0, 0, 0)  # one bit mask a row; bit i is cell i
    misses: int = 0  # failed rolls so far
    struck: int = 0  # bit i: field i is struck, the fields of all strips counted through

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

    def crossed_cells(self, row: Colour) -> tuple[Cell, ...]:
        """The cells of a row that carry a cross, from left to right."""
        marks = self.marks[row]
        return tuple(cell for cell in self.page.rows[row].cells if marks >> cell.index & 1)

    def crossed_since(self, before: Sheet) -> bool:
        """Whether a cross was made since the sheet looked like this."""
        return self.marks != before.marks

    def locks(self, cell: Cell) -> bool:
        """Whether this is one of the cells that lock their row."""
        return self.page.locking[cell.row] >> cell.index & 1 == 1

    def can_cross(self, cell: Cell) -> bool:
        """Whether the pen may go there: right of every cross, and a lock only when earned."""
        marks = self.marks[cell.row]
        if marks >> cell.index:
            return False
        locking = self.page.locking[cell.row]
        if locking >> cell.index & 1:
            return not marks & locking and marks.bit_count() >= self.page.lock_needs
        return True

    def lost(self, closed: frozenset[Colour] = frozenset()) -> tuple[Cell, ...]:
        """The cells that were passed over or whose row is closed, and that no rule can still cross.

        A last number that will never have crosses enough is not among them.
        """
        gone: list[Cell] = []
        for row in self.page.rows:
            shut = row.colour in closed or self.locked(row.colour)
            passed = row.cells if shut else row.cells[: self.reach(row.colour)]
            marks = self.marks[row.colour]
            gone += [cell for cell in passed if not marks >> cell.index & 1]
        for part in self.page.parts:
            forceable = part.forceable(self, closed)
            if forceable:
                gone = [cell for cell in gone if cell not in forceable]
        return tuple(gone)

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
        return Sheet(self.page, tuple(marks), self.misses, self.struck)

    def force(self, cell: Cell) -> Sheet:
        """This sheet with a cross there, whatever speaks against it: a rule may demand it."""
        marks = list(self.marks)
        marks[cell.row] |= 1 << cell.index
        return Sheet(self.page, tuple(marks), self.misses, self.struck)

    def with_crosses(self, row: Colour, cells: Iterable[Cell]) -> Sheet:
        """This sheet with just these crosses in a row, for whoever makes positions up."""
        marks = list(self.marks)
        marks[row] = sum(1 << cell.index for cell in cells)
        return Sheet(self.page, tuple(marks), self.misses, self.struck)

    def miss(self) -> Sheet:
        """This sheet with one more failed roll."""
        return Sheet(self.page, self.marks, self.misses + 1, self.struck)

    def is_struck(self, strip: str, place: int) -> bool:
        """Whether a field of this strip is struck; places count from 0."""
        return self.struck >> self.page.strip_fields[strip][0] + place & 1 == 1

    def struck_in(self, strip: str) -> tuple[int, ...]:
        """The places of the fields of this strip that are struck."""
        return self._places(strip, self.struck)

    def struck_since(self, before: Sheet) -> dict[str, tuple[int, ...]]:
        """The places of all fields that were struck since the sheet looked like this, by strip."""
        fresh = self.struck & ~before.struck
        if not fresh:
            return {}
        found = ((name, self._places(name, fresh)) for name in self.page.strip_fields)
        return {name: places for name, places in found if places}

    def next_field(self, strip: str) -> int | None:
        """The place of the first field of this strip that is not struck, if there is one."""
        first, fields = self.page.strip_fields[strip]
        free = ~(self.struck >> first) & (1 << fields) - 1
        return (free & -free).bit_length() - 1 if free else None

    def _places(self, strip: str, struck: int) -> tuple[int, ...]:
        first, fields = self.page.strip_fields[strip]
        return tuple(place for place in range(fields) if struck >> first + place & 1)

    def strike(self, strip: str, places: Iterable[int]) -> Sheet:
        """This sheet with these fields of a strip struck too."""
        struck, (first, fields) = self.struck, self.page.strip_fields[strip]
        for place in places:
            if not 0 <= place < fields:
                raise IllegalMove(
                    f"{strip}: expected a field from 0 to {fields - 1}, found {place}"
                )
            struck |= 1 << first + place
        return self if struck == self.struck else Sheet(self.page, self.marks, self.misses, struck)

    def __str__(self) -> str:
        parts = []
        for row in self.page.rows:
            crossed = [str(cell.number) for cell in row.cells if self.crossed(cell)]
            parts.append(" ".join([row.colour.name, *crossed]))
        for strip in self.page.strips if self.struck else ():
            struck = [str(place + 1) for place in self.struck_in(strip.name)]
            if struck:
                parts.append(" ".join([strip.name, *struck]))
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
            elif name in page.strip_fields:
                sheet = _read_strip(sheet, name, words[1:])
            elif misses and len(words) == 1 and int(misses[1]) <= page.miss_boxes:
                sheet = cls(page, sheet.marks, int(misses[1]), sheet.struck)
            else:
                heads = ", ".join(["R, Y, G, B", *page.strip_fields])
                raise _wrong(f"expected {heads} or x0 to x{page.miss_boxes}", column, head)
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


def _read_strip(sheet: Sheet, strip: str, words: list[tuple[str, int]]) -> Sheet:
    fields = len(sheet.page.strip(strip).fields)
    for word, column in words:
        if not re.fullmatch(r"[1-9]\d?", word) or int(word) > fields:
            of = sheet.page.strip(strip).of.en
            raise _wrong(f"expected a field {of}, 1 to {fields}", column, word)
        sheet = sheet.strike(strip, [int(word) - 1])
    return sheet


def _wrong(message: str, column: int, found: str = "") -> NotNotation:
    return NotNotation(
        f"{message}, found {found!r}" if found else message, Place(line=1, column=column)
    )
