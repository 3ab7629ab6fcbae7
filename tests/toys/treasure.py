"""Treasure: framed cells bring coins, a tunnel joins two of them, and a key opens any."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rowlock.drawables import Badge, Field, Link, Note, ScoreLine, Strip, Text
from rowlock.rules import Blank, Draft, Effect, Example, Force, Rule
from rowlock.score import Tally
from rowlock.section import Section
from rowlock.sheet import Cell, Colour, Page, Part, Sheet

__all__ = ["Hoard", "Treasure"]

NAME = "treasure"
TITLE = Text("treasure", "Schatz", "tesoro")
CELL = Text("treasure cell", "Schatzfeld", "casella del tesoro")
COINS = Text("coins", "Münzen", "monete")
OF_COINS = Text("of the coins", "bei den Münzen", "delle monete")
EACH = Text(
    "Each framed cell you cross brings the next coin.",
    "Jedes umrahmte Feld, das du ankreuzt, bringt die nächste Münze.",
    "Ogni casella incorniciata che barri porta la moneta successiva.",
)
KEY = Text("key", "Schlüssel", "chiave")
OPENS = Text(
    "If the white dice add up to it, you may cross any framed cell instead.",
    "Ergeben ihn die weißen Würfel, darfst du stattdessen ein umrahmtes Feld ankreuzen.",
    "Se è la somma dei dadi bianchi, puoi barrare invece una casella incorniciata.",
)
TUNNEL = Text(
    "Whoever crosses one end must cross the other too.",
    "Wer ein Ende ankreuzt, muss auch das andere ankreuzen.",
    "Chi barra un'estremità deve barrare anche l'altra.",
)


@dataclass(frozen=True, slots=True)
class Hoard(Part):
    """What is printed on one sheet."""

    cells: tuple[str, ...]
    tunnel: tuple[str, str]
    key: int
    coins: tuple[int, ...]

    def badges(self, page: Page) -> tuple[Badge, ...]:
        return (Badge(NAME, "", self.cells, CELL, shape="frame"),)

    def links(self, page: Page) -> tuple[Link, ...]:
        return (Link(NAME, self.tunnel, TUNNEL),)

    def strips(self, page: Page) -> tuple[Strip, ...]:
        fields = tuple(Field(str(coin)) for coin in self.coins)
        return (Strip(NAME, "coins", fields, COINS, OF_COINS, EACH),)

    def notes(self, page: Page) -> tuple[Note, ...]:
        return (Note(NAME, KEY, (str(self.key),), OPENS),)

    def lines(self, page: Page) -> tuple[ScoreLine, ...]:
        return (ScoreLine(NAME, NAME, TITLE, EACH),)

    def forceable(self, sheet: Sheet, closed: frozenset[Colour]) -> tuple[Cell, ...]:
        one, two = (sheet.page.cells[end] for end in self.tunnel)
        return tuple(there for here, there in ((one, two), (two, one)) if sheet.can_cross(here))


@dataclass(frozen=True, slots=True)
class Treasure(Rule):
    """Framed cells bring coins, a tunnel joins two of them, and a key opens any."""

    name = NAME
    title = TITLE
    about = Text(f"{EACH.en} {TUNNEL.en}", f"{EACH.de} {TUNNEL.de}", f"{EACH.it} {TUNNEL.it}")
    offer = KEY
    keys = ("treasure", "tunnel", "key", "coins")

    @classmethod
    def read(cls, section: Section, blank: Blank) -> Hoard:
        cells = section.string("treasure", 80).split()
        tunnel = section.string("tunnel", 10).split("-")
        page = blank.page
        if {*cells, *tunnel} - page.cells.keys() or len(tunnel) != 2:
            raise section.wrong("treasure", "cells of the sheet, two of them in the tunnel", cells)
        if any(Sheet(page).locks(page.cells[end]) for end in tunnel):
            raise section.wrong("tunnel", "two cells that lock no row", "-".join(tunnel))
        return Hoard(
            tuple(cells),
            (tunnel[0], tunnel[1]),
            section.integer("key", 2, 2 * blank.faces),
            section.numbers(section.take("coins"), "coins", 1, 99),
        )

    @classmethod
    def example(cls, draft: Draft) -> Example:
        inner = [cell for cell in draft.cells if cell not in draft.locking]
        return Example(
            (
                f'treasure = "{" ".join(inner[:4])}"',
                f'tunnel = "{inner[0]}-{inner[1]}"',
                f"key = {draft.chance.between(2, 2 * draft.faces)}",
                "coins = [1, 2, 4]",
            )
        )

    def offers(self, sheet: Sheet, announced: int, closed: frozenset[Colour]) -> Iterable[Cell]:
        hoard = sheet.page.part(Hoard)
        if hoard is None or announced != hoard.key:
            return ()
        cells = [sheet.page.cells[name] for name in hoard.cells]
        return [cell for cell in cells if cell.row not in closed and sheet.can_cross(cell)]

    def after_cross(self, sheet: Sheet, cell: Cell) -> tuple[Sheet, tuple[Effect, ...]]:
        hoard = sheet.page.part(Hoard)
        if hoard is None or str(cell) not in (*hoard.cells, *hoard.tunnel):
            return sheet, ()
        if str(cell) in hoard.cells:
            coin = sheet.next_field("coins")
            sheet = sheet if coin is None else sheet.strike("coins", [coin])
        ends = (sheet.page.cells[end] for end in hoard.tunnel if str(cell) in hoard.tunnel)
        return sheet, tuple(Force(end, NAME) for end in ends if end != cell)

    def tally(self, sheet: Sheet, tally: Tally) -> Tally:
        hoard = sheet.page.part(Hoard)
        if hoard is None:
            return tally
        return tally.plus(NAME, sum(hoard.coins[place] for place in sheet.struck_in("coins")))
