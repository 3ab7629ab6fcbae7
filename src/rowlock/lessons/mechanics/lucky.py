"""The lesson of the lucky numbers: luck in one row, and a choice of two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from rowlock.lessons.saying import Speech, Texts
from rowlock.lessons.script import YOU, Step
from rowlock.lessons.stage import Stage
from rowlock.mechanics.lucky import LuckyNumbers
from rowlock.sheet import Row

__all__ = ["steps"]


def steps(stage: Stage) -> Iterator[Step]:
    """Luck in the one row with the fewest crosses, and then in one of two."""
    numbers = _numbers(stage)
    rows = [row for row in stage.page.rows if len(stage.inner(row)) >= 2]
    ones = [(row,) for row in (*rows[-2:], *rows[:-2])]
    twos = list(combinations(rows, 2))[::-1]
    for name, poor, tried in (("luck", ones, numbers), ("tie", twos, numbers[::-1])):
        found = (_luck(stage, name, few, number) for few in poor for number in tried)
        step = next(filter(None, found), None)
        if step is not None:
            yield step


def _numbers(stage: Stage) -> tuple[int, ...]:
    part = stage.page.part(LuckyNumbers)
    return part.numbers if part else ()


def _luck(stage: Stage, name: str, poor: Sequence[Row], number: int) -> Step | None:
    """These rows get a cross by luck; nothing if it would be a bad example."""
    sheet = stage.begun([1 if row in poor else 3 for row in stage.page.rows])
    game = stage.announced(sheet, number)
    marks = [mark for mark in game.white_marks(YOU) if mark.offered]
    cells = stage.bare(stage.page.cells[mark.cell] for mark in marks)
    if len(cells) != len(marks) or [c.row for c in cells] != [row.colour for row in poor]:
        return None
    moves = " ".join(map(str, marks))
    frame = stage.frame(
        game,
        _say(f"{name}.task", sum=number, cell=cells[0], move=moves),
        _say("luck.hint", sum=number, move=moves),
        [
            stage.answer(game, mark, _say("luck.done", cell=cell, sum=number))
            for mark, cell in zip(marks, cells)
        ],
    )
    text = _say(f"{name}.text", numbers=_numbers(stage))
    return Step(name, _say(f"{name}.title"), (text,), stage.picture(sheet), (frame,))


_TEXTS: Texts = {
    "en": {
        "luck.title": "Lucky numbers",
        "luck.text": (
            "Yours are {numbers}. When the white dice make one of them, you may cross the next "
            "number in your row with the fewest crosses instead."
        ),
        "luck.task": "{sum} is your number! Tap {cell}, with the clover.",
        "luck.hint": (
            "That is the plain {sum}, fine as well. But try your luck now: tap the clover."
        ),
        "luck.done": (
            "{cell} is crossed and nothing is skipped. Luck comes instead of the {sum}, never on "
            "top of it."
        ),
        "luck.task.typed": "{sum} is your number! Type {move}, with a star before it.",
        "luck.hint.typed": (
            "That is the plain {sum}, fine as well. But try your luck now: type {move}."
        ),
        "tie.title": "Two rows tied",
        "tie.text": "If several rows have the fewest crosses, you choose.",
        "tie.task": "{sum} is lucky too. Tap one of the clovers.",
        "tie.task.typed": "{sum} is lucky too. Type one of them: {move}.",
    },
    "de": {
        "luck.title": "Glückszahlen",
        "luck.text": (
            "Deine sind {numbers}. Ergeben die weißen Würfel eine davon, darfst du statt der Summe"
            " die nächste Zahl in der Reihe ankreuzen, in der du die wenigsten Kreuze hast."
        ),
        "luck.task": "{sum} ist eine deiner Glückszahlen! Tippe auf {cell} mit dem Kleeblatt.",
        "luck.hint": (
            "Das ist die gewöhnliche {sum}, die ginge auch. Versuch jetzt aber dein Glück: Tippe "
            "auf das Kleeblatt."
        ),
        "luck.done": (
            "{cell} ist angekreuzt und nichts ausgelassen. Das Glückskreuz gibt es anstelle der "
            "{sum}, nie zusätzlich."
        ),
        "luck.task.typed": (
            "{sum} ist eine deiner Glückszahlen! Tippe {move}, mit einem Stern davor."
        ),
        "luck.hint.typed": (
            "Das ist die gewöhnliche {sum}, die ginge auch. Versuch jetzt aber dein Glück: Tippe "
            "{move}."
        ),
        "tie.title": "Zwei Reihen gleichauf",
        "tie.text": (
            "Liegen mehrere Reihen mit den wenigsten Kreuzen gleichauf, suchst du dir eine davon "
            "aus."
        ),
        "tie.task": "Auch die {sum} bringt dir Glück. Tippe auf eines der Kleeblätter.",
        "tie.task.typed": "Auch die {sum} bringt dir Glück. Tippe eine davon: {move}.",
    },
    "it": {
        "luck.title": "Numeri fortunati",
        "luck.text": (
            "I tuoi sono {numbers}. Se la somma dei dadi bianchi è uno di questi, al suo posto "
            "puoi barrare il prossimo numero nella riga in cui hai meno crocette."
        ),
        "luck.task": "{sum} è il tuo numero! Tocca {cell}, con il quadrifoglio.",
        "luck.hint": (
            "Questo è un normale {sum}, e andrebbe bene. Ma ora tenta la fortuna: tocca il "
            "quadrifoglio."
        ),
        "luck.done": (
            "{cell}: fatto, senza saltare nulla. La fortuna vale al posto della somma {sum}, mai "
            "in aggiunta."
        ),
        "luck.task.typed": "{sum} è il tuo numero! Scrivi {move}, con un asterisco davanti.",
        "luck.hint.typed": (
            "Questo è un normale {sum}, e andrebbe bene. Ma ora tenta la fortuna: scrivi {move}."
        ),
        "tie.title": "Due righe in parità",
        "tie.text": "Se più righe hanno il minor numero di crocette, scegli tu.",
        "tie.task": "Anche {sum} porta fortuna. Tocca uno dei quadrifogli.",
        "tie.task.typed": "Anche {sum} porta fortuna. Scrivi uno di questi: {move}.",
    },
}

_say = Speech(_TEXTS)
