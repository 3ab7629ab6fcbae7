"""Lucky numbers: when one is announced, the row with the fewest crosses may go on instead.

A table may choose other pairs than those that are printed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from rowlock.drawables import Note, Text
from rowlock.errors import NotNotation
from rowlock.rules import Blank, Choice, Draft, Example, Option, Rule, ready
from rowlock.section import Section
from rowlock.sheet import Cell, Colour, Page, Part, Sheet

__all__ = ["Lucky", "LuckyNumbers", "equal_pairs", "lucky_of", "read_pairs", "ways"]

_NAME = "lucky"
_MOST = 8  # lists of numbers: one a seat
Pairs = tuple[tuple[int, ...], ...]
"""Lucky numbers, one tuple a seat, repeating in order."""


@dataclass(frozen=True, slots=True)
class LuckyNumbers(Part):
    """The lucky numbers of one sheet."""

    numbers: tuple[int, ...]

    def notes(self, page: Page) -> tuple[Note, ...]:
        """They stand on the sheet."""
        return (Note(_NAME, _LABEL, tuple(map(str, self.numbers)), _SAYS),)


class _LuckyChoice(Choice):
    """Other pairs of lucky numbers than those printed."""

    name = _NAME
    tag = "Lucky"
    form = "A/B,..."
    title = Text("lucky numbers", "Glückszahlen", "numeri fortunati")
    says = Text(
        "other lucky numbers than those printed, a pair a seat, such as 5/8,6/11",
        "andere Glückszahlen als die gedruckten, ein Paar je Platz, etwa 5/8,6/11",
        "altri numeri fortunati al posto di quelli stampati, una coppia per posto, come 5/8,6/11",
    )
    hint = Text(
        "Everybody has two. You may choose others instead of those printed; all the pairs here "
        "come up equally often.",
        "Jeder hat zwei. Statt der gedruckten könnt ihr andere wählen; alle Paare hier fallen "
        "gleich oft.",
        "Ognuno ne ha due. Puoi sceglierne altri al posto di quelli stampati; quelli proposti qui "
        "escono altrettanto spesso.",
    )
    printed = Text(
        "the printed lucky numbers",
        "die gedruckten Glückszahlen",
        "i numeri fortunati stampati",
    )

    def choose(
        self, printed: tuple[Page, ...], faces: int, text: str
    ) -> tuple[tuple[Page, ...], str]:
        """The pages with these pairs, one a seat, repeating in order."""
        own = lucky_of(printed)
        chosen = tuple(pair if pair in own else tuple(sorted(pair)) for pair in read_pairs(text))
        if len(chosen) > _MOST:
            raise NotNotation(f"expected 1 to {_MOST} pairs of lucky numbers, found {len(chosen)}")
        highest = 2 * faces
        for pair in chosen:
            fits = all(2 <= number <= highest for number in pair)
            if pair not in own and not (len(pair) == len(set(pair)) == 2 and fits):
                raise NotNotation(
                    f"lucky numbers: expected two different ones from 2 to {highest}, such as "
                    f"5/8, found {'/'.join(map(str, pair))[:40]}"
                )
        if chosen == own:
            return printed, ""
        return _with_pairs(printed, chosen), " ".join(map(_written, chosen))

    def values(self, pages: tuple[Page, ...]) -> tuple[str, ...]:
        """The lucky numbers of each page."""
        return tuple(map(_written, lucky_of(pages)))

    def options(self, printed: tuple[Page, ...], faces: int) -> tuple[Option, ...]:
        """The pairs that come up as often as those that are printed."""
        return tuple(
            Option(
                _written(pair),
                _HOW_OFTEN.fill(pair=_written(pair), n=ways(pair, faces), rolls=faces * faces),
            )
            for pair in equal_pairs(printed, faces)
        )


@dataclass(frozen=True, slots=True)
class Lucky(Rule):
    """When a lucky number is announced, the row with the fewest crosses may go on instead."""

    name = _NAME
    title = Text("lucky numbers", "Glückszahlen", "numeri fortunati")
    icon = "clover"
    about = Text(
        "Each sheet shows its **lucky numbers**. When the white dice add up to one of yours, you "
        "may, instead of crossing that sum, cross the next cell in the row where you have the "
        "fewest crosses: the one directly right of your last cross there. If several rows have "
        "the fewest, you choose.",
        "Auf jedem Zettel stehen **Glückszahlen**. Ergeben die weißen Würfel eine von deinen, "
        "darfst du statt der Summe das nächste Feld in der Reihe ankreuzen, in der du die "
        "wenigsten Kreuze hast: das direkt rechts von deinem letzten Kreuz. Sind es mehrere "
        "Reihen, wählst du.",
        "Ogni scheda ha i suoi **numeri fortunati**. Se la somma dei dadi bianchi è uno dei tuoi, "
        "al posto della somma puoi barrare la casella successiva della riga in cui hai meno "
        "crocette: quella subito a destra dell'ultima. Se le righe sono più d'una, scegli tu.",
    )
    offer = Text("lucky", "Glückszahl", "numero fortunato")
    keys = (_NAME,)
    choice = _LuckyChoice()

    @classmethod
    def sheets(cls, section: Section) -> int:
        """A list of lists for all is one a sheet."""
        if _NAME in section.entries:
            return 1
        value = section.take(_NAME)
        if type(value) is not list or not 1 <= len(value) <= _MOST:
            raise section.wrong(_NAME, f"1 to {_MOST} lists of numbers", value)
        return len(value)

    @classmethod
    def read(cls, section: Section, blank: Blank) -> LuckyNumbers:
        """The numbers of one sheet: its own list, or its turn in the lists for all."""
        value = section.take(_NAME)
        if section.owner(_NAME) is section.above:
            count = cls.sheets(section)
            if count not in (1, blank.sheets):
                raise section.problem(
                    f"{_NAME}: expected as many lists as there are sheets, {blank.sheets}, "
                    f"found {count}"
                )
            value = value[blank.page.seat % count]
        return LuckyNumbers(section.numbers(value, _NAME, 2, 2 * blank.faces))

    @classmethod
    def example(cls, draft: Draft) -> Example:
        """One to four numbers a sheet."""
        lists = []
        for _ in range(1 if draft.one_sheet else draft.chance.between(1, 5)):
            low = draft.chance.between(2, 2 * draft.faces - 3)
            lists.append([low + step for step in range(draft.chance.between(1, 4))])
        return Example((f"{_NAME} = {lists[0] if draft.one_sheet else lists}",))

    def offers(self, sheet: Sheet, announced: int, closed: frozenset[Colour]) -> Iterable[Cell]:
        """The next cells of the rows with the fewest crosses, on a lucky number."""
        part = sheet.page.part(LuckyNumbers)
        return ready(sheet, closed) if part and announced in part.numbers else ()


_LABEL = Text("lucky", "Glückszahlen", "numeri fortunati")
_SAYS = Text(
    "If the white dice add up to one of these, you may cross the next cell of your emptiest row "
    "instead.",
    "Ergeben die weißen Würfel eine davon, darfst du stattdessen das nächste Feld deiner Reihe "
    "mit den wenigsten Kreuzen ankreuzen.",
    "Se la somma dei dadi bianchi è uno di questi, puoi barrare invece la prossima casella della "
    "riga più vuota.",
)
_HOW_OFTEN = Text(
    "{pair}: in {n} of {rolls} rolls",
    "{pair}: bei {n} von {rolls} Würfen",
    "{pair}: in {n} lanci su {rolls}",
)


def lucky_of(pages: Iterable[Page]) -> Pairs:
    """The lucky numbers of each page that has any."""
    parts = (page.part(LuckyNumbers) for page in pages)
    return tuple(part.numbers for part in parts if part)


def read_pairs(text: str) -> Pairs:
    """Pairs as they are written, `5/8 6/11` or with commas; whether they fit is not asked here."""
    words = text.replace(",", " ").split()
    if not words or not all(re.fullmatch(r"[0-9]{1,2}(/[0-9]{1,2})*", word) for word in words):
        raise NotNotation(f"expected pairs of lucky numbers such as 5/8 6/11, found {text[:60]!r}")
    return tuple(tuple(int(number) for number in word.split("/")) for word in words)


def ways(pair: Sequence[int], faces: int) -> int:
    """In how many of all rolls of two dice one of these numbers comes up."""
    return sum(max(0, faces - abs(faces + 1 - number)) for number in pair)


def equal_pairs(printed: tuple[Page, ...], faces: int) -> Pairs:
    """Every pair that comes up as often as one of those that are printed, so that all are fair."""
    own = lucky_of(printed)
    usual = {ways(pair, faces) for pair in own}
    pairs = combinations(range(2, 2 * faces + 1), 2)
    return tuple(pair for pair in pairs if ways(pair, faces) in usual) if own else ()


def _written(pair: Sequence[int]) -> str:
    return "/".join(map(str, pair))


def _with_pairs(printed: tuple[Page, ...], pairs: Pairs) -> tuple[Page, ...]:
    """These pages with other numbers; as few as can be, if they are alike but for them."""

    def page_with(page: Page, pair: tuple[int, ...], seat: int) -> Page:
        parts = tuple(
            LuckyNumbers(pair) if isinstance(part, LuckyNumbers) else part for part in page.parts
        )
        return replace(page, parts=parts, seat=seat)

    alike = len({page_with(page, (), 0).parts for page in printed}) == 1 and all(
        page.rows == printed[0].rows for page in printed
    )
    bases = printed[:1] if alike else printed
    return tuple(
        page_with(bases[seat % len(bases)], pairs[seat % len(pairs)], seat)
        for seat in range(math.lcm(len(bases), len(pairs)))
    )
