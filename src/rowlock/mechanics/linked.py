"""Linked cells: whoever crosses one of two must at once cross the other, wherever it stands."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_lowercase

from rowlock.drawables import Badge, Link, Text
from rowlock.rules import Blank, Draft, Effect, Example, Force, Rule
from rowlock.section import Section
from rowlock.sheet import Cell, Colour, Page, Part, Sheet

__all__ = ["Linked", "Links"]

_NAME = "linked"
_KEY = "links"
_MOST = len(ascii_lowercase)  # a letter for each, where a sheet is drawn as text


@dataclass(frozen=True, slots=True)
class Links(Part):
    """The cells of one sheet that hang together, two by two."""

    pairs: tuple[tuple[Cell, Cell], ...]

    def other(self, cell: Cell) -> Cell | None:
        """The cell that this one is linked with."""
        for one, two in self.pairs:
            if cell in (one, two):
                return two if cell == one else one
        return None

    def badges(self, page: Page) -> tuple[Badge, ...]:
        """A circle around each; as text, a letter that both have."""
        return tuple(
            Badge(
                _NAME,
                letter,
                (str(one), str(two)),
                _CELL.fill(one=one, two=two),
                shape="circle",
            )
            for letter, (one, two) in zip(ascii_lowercase, self.pairs, strict=False)
        )

    def links(self, page: Page) -> tuple[Link, ...]:
        """A line between the two."""
        return tuple(Link(_NAME, (str(one), str(two)), _SAYS) for one, two in self.pairs)

    def forceable(self, sheet: Sheet, closed: frozenset[Colour]) -> tuple[Cell, ...]:
        """Those whose other end can still be chosen."""
        return tuple(
            forced
            for pair in self.pairs
            for chosen, forced in (pair, pair[::-1])
            if chosen.row not in closed and not sheet.locked(chosen.row)
            if sheet.can_cross(chosen)
        )


@dataclass(frozen=True, slots=True)
class Linked(Rule):
    """A cross in one of two linked cells brings a cross in the other, whatever stands there."""

    name = _NAME
    title = Text("linked cells", "verbundene Felder", "caselle legate")
    about = Text(
        "Cells with a **circle** hang together, two by two. Whoever crosses one must at once "
        "cross the other as well: even left of the last cross, even in a closed row. That cross "
        "counts like any other, and the row goes on right of its rightmost cross.",
        "Felder mit einem **Kreis** hängen zu zweit zusammen. Wer eines ankreuzt, muss sofort "
        "auch das andere ankreuzen: selbst links vom letzten Kreuz, selbst in einer "
        "geschlossenen Reihe. Dieses Kreuz zählt wie jedes andere, und die Reihe geht rechts von "
        "ihrem äußersten Kreuz weiter.",
        "Le caselle **cerchiate** sono legate a due a due. Chi ne barra una deve barrare subito "
        "anche l'altra: anche a sinistra dell'ultima crocetta, anche in una riga chiusa. Quella "
        "crocetta vale come le altre, e la riga prosegue a destra della sua crocetta più a "
        "destra.",
    )
    icon = "link"
    offer = Text("linked", "verbunden", "legata")
    keys = (_KEY,)

    @classmethod
    def read(cls, section: Section, blank: Blank) -> Links:
        """Two cells with a dash between them, several times."""
        words = section.string(_KEY, 400).split()
        if len(words) > _MOST:
            raise section.problem(
                f"{section.label(_KEY)}: expected at most {_MOST} links, found {len(words)}"
            )
        unused, taken, pairs = Sheet(blank.page), set[Cell](), []
        for word in words:
            found = [blank.page.cells.get(name) for name in word.split("-")]
            match found:
                case [Cell() as one, Cell() as two] if one.row != two.row:
                    pairs.append((one, two))
                case _:
                    raise section.wrong(
                        _KEY, "two cells of different rows, such as R6-Y6, parted by spaces", word
                    )
            for cell in pairs[-1]:
                if cell in taken:
                    raise section.wrong(_KEY, "each cell in one link", word)
                if unused.locks(cell):
                    raise section.wrong(_KEY, "no cell that locks its row", word)
                taken.add(cell)
        return Links(tuple(pairs))

    @classmethod
    def example(cls, draft: Draft) -> Example:
        """Up to six links, of any cells that lock no row."""
        free = [name for name in draft.cells if name not in draft.locking]
        wanted = draft.chance.between(1, 6)
        links: list[str] = []
        while len(links) < wanted and free:
            one = free.pop()
            two = next((name for name in free if name[0] != one[0]), None)
            if two is not None:
                free.remove(two)
                links.append(f"{one}-{two}")
        return Example((f'{_KEY} = "{" ".join(links)}"',))

    def after_cross(self, sheet: Sheet, cell: Cell) -> tuple[Sheet, tuple[Effect, ...]]:
        """The other cell is due, unless it is crossed already."""
        part = sheet.page.part(Links)
        other = part.other(cell) if part else None
        if other is None or sheet.crossed(other):
            return sheet, ()
        return sheet, (Force(other, _NAME),)


_CELL = Text(
    "linked cell, {one} and {two}",
    "verbundenes Feld, {one} und {two}",
    "casella legata, {one} e {two}",
)
_SAYS = Text(
    "Whoever crosses one circle must cross its partner too.",
    "Wer einen Kreis ankreuzt, muss auch den verbundenen ankreuzen.",
    "Chi barra un cerchio deve barrare anche quello legato.",
)
