"""A sheet as people write it: crosses as they are typed in a game, or as records have them."""

from __future__ import annotations

import re

from rowlock.errors import IllegalMove, NotNotation, Place
from rowlock.sheet import Cell, Sheet
from rowlock.variant import Variant

__all__ = ["read_marks"]

_WORD = re.compile(r"[^\s,;]+")
_TYPED = re.compile(r"\*?(?P<cell>[RYGB][0-9]{1,2})|X(?P<misses>[0-9])", re.IGNORECASE)


def read_marks(text: str, variant: Variant, seat: int = 0) -> Sheet:
    """The sheet with these crosses: `R5 R7 Y3 x1` in any order, or `R 5 7 | Y 3 | x1`."""
    first = _WORD.search(text)
    if "|" in text or first is None or not _TYPED.fullmatch(first[0]):
        return variant.sheet(text, seat)
    page = variant.page(seat)
    cells: list[tuple[Cell, Place]] = []
    misses = 0
    for word in _WORD.finditer(text):
        place = Place(line=1, column=word.start() + 1)
        match = _TYPED.fullmatch(word[0])
        cell = page.cells.get(match["cell"].upper()) if match and match["cell"] else None
        if match and match["misses"] and int(match["misses"]) <= page.miss_boxes:
            misses = int(match["misses"])
        elif cell is not None:
            cells.append((cell, place))
        else:
            raise NotNotation(
                f"expected a cell of this sheet, such as R5, or x0 to x{page.miss_boxes} for "
                f"misses, found {word[0][:40]!r}",
                place,
            )
    sheet = Sheet(page, misses=misses)
    for cell, place in sorted(cells, key=lambda pair: (pair[0].row, pair[0].index)):
        try:
            sheet = sheet.cross(cell)
        except IllegalMove as error:
            raise NotNotation(error.message, place) from None
    return sheet
