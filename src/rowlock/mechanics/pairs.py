"""Pairs of badges: two cells with the same letter bring a bonus when both are crossed."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_lowercase

from rowlock.drawables import Badge, Text
from rowlock.rules import Blank, Complete, Draft, Effect, Example, Fewest, Next, Rule
from rowlock.score import Tally
from rowlock.section import Section
from rowlock.sheet import COLOURS, Cell, Page, Part, Sheet

__all__ = ["Bonuses", "PairBonus", "Pairs", "legend"]

_NAME = "pairs"
_MOST_CROSSES = 72  # that all pairs together bring: a sheet has hardly more cells
_MOST_ASKED = 6  # pairs that let a player choose a row: each may multiply what is to be thought of


@dataclass(frozen=True, slots=True)
class PairBonus:
    """What both cells of a badge bring together."""

    badge: str
    fewest: int = 0  # crosses in the row with the fewest
    each_row: int = 0  # crosses in each row
    double_fewest: bool = False  # the row with the fewest crosses counts twice
    points: int = 0  # points at the end
    no_misses: bool = False  # misses cost nothing at the end


@dataclass(frozen=True, slots=True)
class Bonuses(Part):
    """What the pairs of one sheet bring, in the order of their letters."""

    bonuses: tuple[PairBonus, ...]

    def badges(self, page: Page) -> tuple[Badge, ...]:
        """The cells of each pair, and what they bring."""
        return tuple(
            Badge(
                _NAME,
                bonus.badge,
                tuple(map(str, page.badged[bonus.badge])),
                _CELL.fill(sign=bonus.badge.upper()),
                legend(bonus),
            )
            for bonus in self.bonuses
        )


@dataclass(frozen=True, slots=True)
class Pairs(Rule):
    """Two cells with the same badge bring a bonus when both are crossed."""

    name = _NAME
    title = Text("bonus pairs", "Bonuspaare", "coppie bonus")
    about = Text(
        "Two cells with the same letter are a **pair**. Whoever has crossed both gets what the "
        "foot of the sheet says of it. Extra crosses come at once, in the next cells of a row; "
        "if several rows have the fewest crosses, you choose one. What cannot be crossed is lost. "
        "Extra crosses can complete further pairs and lock rows.",
        "Zwei Felder mit demselben Buchstaben sind ein **Paar**. Wer beide angekreuzt hat, "
        "bekommt, was unten auf dem Zettel dazu steht. Extrakreuze gibt es sofort, in den "
        "nächsten Feldern einer Reihe; haben mehrere Reihen die wenigsten Kreuze, wählst du eine. "
        "Was sich nicht ankreuzen lässt, verfällt. Extrakreuze können weitere Paare "
        "vervollständigen und Reihen abschließen.",
        "Due caselle con la stessa lettera formano una **coppia**. Chi le ha barrate entrambe "
        "riceve ciò che è scritto in fondo alla scheda. Le crocette extra si fanno subito, nelle "
        "caselle successive di una riga; se più righe hanno meno crocette, ne scegli una. Ciò "
        "che non si può barrare va perso. Le crocette extra possono completare altre coppie e "
        "chiudere righe.",
    )
    keys = (_NAME,)
    signs = ascii_lowercase
    signs_said = "cells with letters"

    @classmethod
    def read(cls, section: Section, blank: Blank) -> Bonuses:
        """What each letter brings; two cells must have it."""
        badges = [cell.badge for cell in blank.page.cells.values() if cell.badge.isalpha()]
        table = section.section(_NAME)
        bonuses = []
        for badge in sorted(set(badges) | set(table.entries)):
            entry = table.section(badge)
            if badges.count(badge) != 2:
                raise section.problem(
                    f"{table.name}.{badge[:20]}: expected two cells with this badge, "
                    f"found {badges.count(badge)}"
                )
            bonus = PairBonus(
                badge,
                fewest=entry.integer("fewest", 1, 9, default=0),
                each_row=entry.integer("each_row", 1, 9, default=0),
                double_fewest=entry.flag("double_fewest"),
                points=entry.integer("points", -99, 99, default=0),
                no_misses=entry.flag("no_misses"),
            )
            entry.done()
            if bonus == PairBonus(badge):
                raise section.problem(f"{entry.name}: expected one of {', '.join(entry.known)}")
            bonuses.append(bonus)
        if not bonuses:
            raise section.wrong(_NAME, "at least one badge", {})
        _check_amount(section, bonuses)
        return Bonuses(tuple(bonuses))

    @classmethod
    def example(cls, draft: Draft) -> Example:
        """Up to five pairs, but some cells are left for others."""
        letters = "fedtn"[: draft.chance.between(1, max(1, min(5, len(draft.free) // 2 - 1)))]
        signs = dict(zip(draft.free, letters + letters))
        brings = (f"{letter} = {_EXAMPLES[draft.chance.between(0, 5)]}" for letter in letters)
        return Example((f"{_NAME} = {{ {', '.join(brings)} }}",), signs)

    def complete(self, sheet: Sheet, bonus: PairBonus) -> bool:
        """Whether both cells of this bonus are crossed."""
        return all(sheet.crossed(cell) for cell in sheet.page.badged[bonus.badge])

    def after_cross(self, sheet: Sheet, cell: Cell) -> tuple[Sheet, tuple[Effect, ...]]:
        """Give the bonus when the second cell of its badge is crossed."""
        part = sheet.page.part(Bonuses) if cell.badge else None
        for bonus in part.bonuses if part else ():
            if bonus.badge == cell.badge and self.complete(sheet, bonus):
                effects: list[Effect] = [Complete(bonus.badge)]
                if bonus.fewest:
                    effects.append(Fewest(bonus.fewest))
                effects += [Next(row) for _ in range(bonus.each_row) for row in COLOURS]
                return sheet, tuple(effects)
        return sheet, ()

    def tally(self, sheet: Sheet, tally: Tally) -> Tally:
        """Add what the complete pairs are worth at the end."""
        part = sheet.page.part(Bonuses)
        for bonus in part.bonuses if part else ():
            if not self.complete(sheet, bonus):
                continue
            if bonus.double_fewest:
                tally = tally.plus(bonus.badge, tally.rows[sheet.fewest()[0]])
            if bonus.points:
                tally = tally.plus(bonus.badge, bonus.points)
            if bonus.no_misses:
                tally = tally.forgiven()
        return tally


def _check_amount(section: Section, bonuses: list[PairBonus]) -> None:
    label = section.label(_NAME)
    crosses = sum(bonus.fewest + len(COLOURS) * bonus.each_row for bonus in bonuses)
    if crosses > _MOST_CROSSES:
        raise section.problem(
            f"{label}: expected at most {_MOST_CROSSES} crosses from all of them, found {crosses}"
        )
    asked = sum(bonus.fewest > 0 for bonus in bonuses)
    if asked > _MOST_ASKED:
        raise section.problem(
            f"{label}: expected fewest at most {_MOST_ASKED} times, found {asked}"
        )


_EXAMPLES = (
    "{ fewest = 2 }",
    "{ each_row = 1 }",
    "{ double_fewest = true }",
    "{ points = 13 }",
    "{ no_misses = true }",
    "{ fewest = 1, each_row = 1, points = 5 }",
)
_CELL = Text("pair {sign}", "Paar {sign}", "coppia {sign}")
_FEWEST = (
    Text(
        "1 cross in the row with the fewest",
        "1 Kreuz in der Reihe mit den wenigsten",
        "1 crocetta nella riga che ne ha meno",
    ),
    Text(
        "{n} crosses in the row with the fewest",
        "{n} Kreuze in der Reihe mit den wenigsten",
        "{n} crocette nella riga che ne ha meno",
    ),
)
_EACH_ROW = (
    Text("1 cross in each row", "1 Kreuz in jeder Reihe", "1 crocetta in ogni riga"),
    Text("{n} crosses in each row", "{n} Kreuze in jeder Reihe", "{n} crocette in ogni riga"),
)
_POINTS = (
    Text("{n} point", "{n} Punkt", "{n} punto"),
    Text("{n} points", "{n} Punkte", "{n} punti"),
)
_DOUBLE = Text(
    "the row with the fewest counts twice",
    "die Reihe mit den wenigsten Kreuzen zählt doppelt",
    "la riga con meno crocette vale doppio",
)
_NO_MISSES = Text(
    "misses cost nothing", "Fehlwürfe kosten nichts", "i tiri falliti non costano nulla"
)


def legend(bonus: PairBonus) -> Text:
    """What a pair brings, in words."""
    said = [
        texts[abs(number) != 1].fill(n=number)
        for texts, number in (
            (_FEWEST, bonus.fewest),
            (_EACH_ROW, bonus.each_row),
        )
        if number
    ]
    if bonus.double_fewest:
        said.append(_DOUBLE)
    if bonus.points:
        said.append(_POINTS[abs(bonus.points) != 1].fill(n=bonus.points))
    if bonus.no_misses:
        said.append(_NO_MISSES)
    return Text(
        ", ".join(text.en for text in said),
        ", ".join(text.de for text in said),
        ", ".join(text.it for text in said),
    )
