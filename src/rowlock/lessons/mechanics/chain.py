"""The lesson of the bonus bar: a star that crosses on in another row, and a chain of two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from rowlock.events import Event, Marked, Struck
from rowlock.lessons.saying import RowName, Sentence, Speech, Texts
from rowlock.lessons.script import Step
from rowlock.lessons.stage import Stage
from rowlock.mechanics.chain import BADGE
from rowlock.moves import Mark
from rowlock.sheet import Cell, Sheet

__all__ = ["steps"]


@dataclass(frozen=True, slots=True)
class _Example:
    """A star that may be crossed, and what it sets off."""

    before: Sheet
    star: Cell
    after: Sheet
    links: tuple[Sentence, ...]  # what is said of each bonus cross


def steps(stage: Stage) -> Iterator[Step]:
    """One bonus cross in another row, and then two that follow from one star."""
    first = _find(stage, chain(_around(stage, stage.empty), [stage.empty]), 1)
    if first is None:
        text = (_say("chain.text"),)
        yield Step("chain", _say("chain.title"), text, stage.picture(stage.empty))
    else:
        yield _step(stage, "chain", first)
    after = first.after if first else stage.empty
    second = _find(stage, chain([after], _around(stage, after)), 2)
    if second is None:
        second = _find(stage, chain([stage.empty], _around(stage, stage.empty)), 2)
    if second is not None:
        yield _step(stage, "chained", second)


def _around(stage: Stage, sheet: Sheet) -> Iterator[Sheet]:
    """The same position with one more cross somewhere."""
    for row in stage.page.rows:
        for cell in stage.bare(row.cells):
            if sheet.can_cross(cell):
                yield sheet.cross(cell)


def _find(stage: Stage, sheets: Iterable[Sheet], links: int) -> _Example | None:
    """The first star that gives this number of bonus crosses on one of these sheets."""
    stars = [cell for row in stage.page.rows for cell in stage.inner(row) if cell.badge == BADGE]
    for before in sheets:
        for star in stars:
            caused = stage.causes(before, star) if before.can_cross(star) else None
            said = _links(stage, star, caused[1]) if caused else []
            if caused and len(said) == links:
                return _Example(before, star, caused[0], tuple(said))
    return None


def _links(stage: Stage, star: Cell, events: tuple[Event, ...]) -> list[Sentence]:
    """What is said of each link; nothing if it would be a bad example.

    A good one does not lock, no other bonus gets in its way, and it is seen in another row.
    """
    said = []
    struck: Struck | None = None
    for i, event in enumerate(events):
        match event:
            case Struck() if struck is None and len(event.fields) == 1:
                struck = event
            case Marked(cell=cell) if struck is not None and not event.lock:
                usual = stage.bare([cell]) or cell.badge == BADGE
                if not usual or (i < 2 and cell.row == star.row):
                    return []
                row = RowName(cell.row)
                said.append(_say("chain.link", n=struck.fields[0] + 1, row=row, cell=cell))
                struck = None
            case _:
                return []
    return said if struck is None else []


def _step(stage: Stage, name: str, example: _Example) -> Step:
    star = example.star
    game = stage.announced(example.before, star.number)
    frame = stage.frame(
        game,
        _say("chain.task", sum=star.number, cell=star),
        _say("chain.hint", cell=star),
        [stage.answer(game, Mark.of(star), *example.links)],
    )
    title, text = _say(f"{name}.title"), _say(f"{name}.text")
    return Step(name, title, (text,), stage.picture(example.before), (frame,))


_TEXTS: Texts = {
    "en": {
        "chain.title": "Stars and the bonus bar",
        "chain.text": (
            "A star strikes the next field of the bar below. The field’s colour names a row, and "
            "the next number in that row is crossed at once."
        ),
        "chain.task": "The white dice make {sum}. Tap {cell}, with the star.",
        "chain.hint": "Possible, but this time tap {cell}.",
        "chain.link": "Field {n}: {row}, so {cell} is crossed as well.",
        "chain.task.typed": "The white dice make {sum}. Type {cell}, which has a star.",
        "chain.hint.typed": "Possible, but this time type {cell}.",
        "chained.title": "A chain",
        "chained.text": (
            "If the extra cross hits a star, the next field follows. And you must take it, even if"
            " it hurts."
        ),
    },
    "de": {
        "chain.title": "Sterne und die Bonusleiste",
        "chain.text": (
            "Kreuzt du einen Stern an, streichst du das nächste Feld der Leiste unten. Seine Farbe"
            " nennt eine Reihe, und dort kreuzt du sofort die nächste Zahl an."
        ),
        "chain.task": "Die weißen Würfel ergeben {sum}. Tippe auf {cell} mit dem Stern.",
        "chain.hint": "Das ginge auch, aber tippe diesmal auf {cell}.",
        "chain.link": "Feld {n}: {row}, also wird auch {cell} angekreuzt.",
        "chain.task.typed": (
            "Die weißen Würfel ergeben {sum}. Tippe {cell}, das Feld mit dem Stern."
        ),
        "chain.hint.typed": "Das ginge auch, aber tippe diesmal {cell}.",
        "chained.title": "Eine Kette",
        "chained.text": (
            "Trifft das Bonuskreuz wieder einen Stern, ist gleich das nächste Feld dran. Ablehnen "
            "darfst du es nicht, auch wenn es wehtut."
        ),
    },
    "it": {
        "chain.title": "Le stelle e la riga dei bonus",
        "chain.text": (
            "Se barri una stella, cancelli il prossimo campo della riga dei bonus, in basso. Il "
            "suo colore indica una riga, e lì si barra subito il prossimo numero."
        ),
        "chain.task": "I dadi bianchi fanno {sum}. Tocca {cell}, con la stella.",
        "chain.hint": "Si può, ma questa volta tocca {cell}.",
        "chain.link": "Campo {n}: {row}, quindi si barra anche {cell}.",
        "chain.task.typed": "I dadi bianchi fanno {sum}. Scrivi {cell}, che ha una stella.",
        "chain.hint.typed": "Si può, ma questa volta scrivi {cell}.",
        "chained.title": "Una catena",
        "chained.text": (
            "Se la crocetta in più cade su una stella, tocca al campo seguente. Va messa per "
            "forza, anche se non ti conviene."
        ),
    },
}

_say = Speech(_TEXTS)
