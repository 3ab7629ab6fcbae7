"""The bonus bar: a badge strikes its next free field, which crosses on in the row it names."""

from __future__ import annotations

from dataclasses import dataclass

from rowlock.drawables import Badge, Field, Strip, Text
from rowlock.rules import Blank, Draft, Effect, Example, Next, Rule
from rowlock.section import Section
from rowlock.sheet import Cell, Colour, Page, Part, Sheet

__all__ = ["BADGE", "STRIP", "Bar", "Chain"]

BADGE = "*"
"""The sign of the cells that strike a field."""
_NAME = "chain"
STRIP = "bar"
"""How the text of a sheet calls the bar."""
_LONGEST = 60  # its fields are the bits of one 64-bit number wherever speed matters


@dataclass(frozen=True, slots=True)
class Bar(Part):
    """The fields of one sheet, each of which names a row."""

    fields: tuple[Colour, ...]

    def badges(self, page: Page) -> tuple[Badge, ...]:
        """The cells that strike them."""
        return (Badge(_NAME, BADGE, tuple(map(str, page.badged[BADGE])), _CELL),)

    def strips(self, page: Page) -> tuple[Strip, ...]:
        """The bar below the rows."""
        fields = tuple(Field(row.name, row) for row in self.fields)
        return (Strip(_NAME, STRIP, fields, _LABEL, _OF, _SAYS),)


@dataclass(frozen=True, slots=True)
class Chain(Rule):
    """A badge strikes the next free field of the bonus bar, which crosses on in its row."""

    name = _NAME
    title = Text("bonus bar", "Bonusleiste", "riga dei bonus")
    about = Text(
        "Cells with a star are **bonus cells**. Whoever crosses one strikes the next free field "
        "of the **bonus bar**, from left to right, and at once crosses the next cell of the row "
        "that the field names. If that is a bonus cell too, it goes on. It is not optional; where "
        "there is no next cell, the field is spent for nothing. When a row closes, everybody "
        "strikes the free fields of its colour.",
        "Felder mit einem Stern sind **Bonusfelder**. Wer eins ankreuzt, streicht das nächste "
        "freie Feld der **Bonusleiste**, von links nach rechts, und kreuzt sofort das nächste "
        "Feld der Reihe an, die es nennt. Ist das wieder ein Bonusfeld, geht es weiter. Ablehnen "
        "geht nicht; gibt es kein nächstes Feld, verfällt der Bonus. Wird eine Reihe geschlossen, "
        "streichen alle die freien Felder ihrer Farbe.",
        "Le caselle con una stella sono **caselle bonus**. Chi ne barra una cancella il primo "
        "campo libero della **riga dei bonus**, da sinistra a destra, e barra subito la casella "
        "successiva della riga indicata dal campo. Se è anch'essa una casella bonus, si continua. "
        "Non si può rinunciare; se non c'è una casella successiva, il campo va perso. Quando una "
        "riga si chiude, tutti cancellano i campi liberi del suo colore.",
    )
    keys = (STRIP,)
    signs = BADGE
    signs_said = f"cells with {BADGE}"

    @classmethod
    def read(cls, section: Section, blank: Blank) -> Bar:
        """The letters of the bar, as many as there are cells with a star."""
        text = section.string(STRIP, 200, default="")
        badges = len(blank.page.badged.get(BADGE, ()))
        fields = text.split()
        if not fields or any(field not in Colour.__members__ for field in fields):
            raise section.wrong(STRIP, "letters R, Y, G, B parted by spaces", text or None)
        label = section.label(STRIP)
        if len(fields) > _LONGEST:
            raise section.problem(
                f"{label}: expected at most {_LONGEST} fields, found {len(fields)}"
            )
        if len(fields) != badges:
            raise section.problem(
                f"{label}: expected as many fields as there are cells with {BADGE} ({badges}), "
                f"found {len(fields)}"
            )
        return Bar(tuple(Colour[field] for field in fields))

    @classmethod
    def example(cls, draft: Draft) -> Example:
        """Up to twelve stars, but half of the cells are left for others; and a field for each."""
        stars = draft.free[: draft.chance.between(1, min(12, len(draft.free) // 2))]
        fields = " ".join(Colour(draft.chance.between(0, 3)).name for _ in stars)
        return Example((f'{STRIP} = "{fields}"',), dict.fromkeys(stars, BADGE))

    def after_cross(self, sheet: Sheet, cell: Cell) -> tuple[Sheet, tuple[Effect, ...]]:
        """Strike the next free field; it is not optional."""
        bar = sheet.page.part(Bar) if cell.badge == BADGE else None
        place = sheet.next_field(STRIP) if bar else None
        if bar is None or place is None:
            return sheet, ()
        return sheet.strike(STRIP, (place,)), (Next(bar.fields[place]),)

    def after_close(self, sheet: Sheet, row: Colour) -> Sheet:
        """Strike the fields of this row unused; they are skipped from now on."""
        bar = sheet.page.part(Bar)
        if bar is None:
            return sheet
        return sheet.strike(STRIP, (i for i, field in enumerate(bar.fields) if field == row))


_CELL = Text("bonus cell", "Bonusfeld", "casella bonus")
_LABEL = Text("bar", "Bonusleiste", "bonus")
_OF = Text("of the bonus bar", "auf der Bonusleiste", "della riga dei bonus")
_SAYS = Text(
    "Each star you cross strikes the next field and crosses on in the row it names.",
    "Jeder angekreuzte Stern streicht das nächste Feld und kreuzt in der genannten Reihe weiter.",
    "Ogni stella barrata cancella il campo successivo e prosegue nella riga indicata.",
)
