"""A staircase: framed cells that count once more at the end, as a row of their own."""

from __future__ import annotations

from dataclasses import dataclass

from rowlock.drawables import Badge, ScoreLine, Text
from rowlock.rules import Blank, Draft, Example, Rule
from rowlock.score import Tally, points
from rowlock.section import Section
from rowlock.sheet import Cell, Page, Part, Sheet

__all__ = ["Staircase", "Steps"]

_NAME = "staircase"
_KEY = "steps"
_SIGN = "="  # where a sheet is drawn as text and has no frames


@dataclass(frozen=True, slots=True)
class Steps(Part):
    """The framed cells of one sheet, from left to right."""

    cells: tuple[Cell, ...]

    def badges(self, page: Page) -> tuple[Badge, ...]:
        """A frame around each."""
        return (Badge(_NAME, _SIGN, tuple(map(str, self.cells)), _CELL, shape="frame"),)

    def lines(self, page: Page) -> tuple[ScoreLine, ...]:
        """A fifth line of the sum."""
        return (ScoreLine(_NAME, _KEY, _LABEL, _SAYS, tuple(map(str, self.cells))),)


@dataclass(frozen=True, slots=True)
class Staircase(Rule):
    """At the end the crossed framed cells count once more, by the table of the rows."""

    name = _NAME
    title = Text("steps", "Treppe", "scala")
    icon = "steps"
    about = Text(
        "Some cells have a **frame**: the steps. They are crossed like all others, in any order "
        "that their rows allow, and at the end the crossed ones count once more, like a **fifth "
        "row** with as many crosses.",
        "Einige Felder haben einen **Rahmen**: die Stufen der Treppe. Sie werden angekreuzt wie "
        "alle anderen, in jeder Folge, die ihre Reihen erlauben. Am Ende zählen die angekreuzten "
        "noch einmal, wie eine **fünfte Reihe** mit ebenso vielen Kreuzen.",
        "Alcune caselle hanno una **cornice**: sono i gradini. Si barrano come le altre, in "
        "qualunque ordine permesso dalle righe, e alla fine quelle barrate contano ancora una "
        "volta, come una **quinta riga** con altrettante crocette.",
    )
    keys = (_KEY,)

    @classmethod
    def read(cls, section: Section, blank: Blank) -> Steps:
        """The names of the framed cells."""
        text = section.string(_KEY, 400)
        cells = []
        for name in text.split():
            cell = blank.page.cells.get(name)
            if cell is None or cell in cells:
                raise section.wrong(
                    _KEY, "different cells of this sheet, such as R5 Y6, parted by spaces", name
                )
            cells.append(cell)
        return Steps(tuple(cells))

    @classmethod
    def example(cls, draft: Draft) -> Example:
        """Up to twelve framed cells."""
        framed = draft.cells[: draft.chance.between(1, min(12, len(draft.cells)))]
        return Example((f'{_KEY} = "{" ".join(framed)}"',))

    def tally(self, sheet: Sheet, tally: Tally) -> Tally:
        """The crossed framed cells are worth what a row of as many crosses is worth."""
        part = sheet.page.part(Steps)
        crossed = sum(map(sheet.crossed, part.cells if part else ()))
        return tally.plus(_KEY, points(crossed))


_CELL = Text("step", "Stufe", "gradino")
_LABEL = Text("steps", "Treppe", "scala")
_SAYS = Text(
    "Framed cells count once more at the end, like a fifth row.",
    "Umrahmte Felder zählen am Ende noch einmal, wie eine fünfte Reihe.",
    "Le caselle incorniciate contano ancora una volta alla fine, come una quinta riga.",
)
