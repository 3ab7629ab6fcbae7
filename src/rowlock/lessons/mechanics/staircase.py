"""The lesson of the staircase: framed cells that count in their row and once more."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.lessons.saying import Speech, Texts
from rowlock.lessons.script import Frame, Step
from rowlock.lessons.stage import Stage
from rowlock.mechanics.staircase import Steps
from rowlock.moves import Mark
from rowlock.score import points
from rowlock.sheet import Cell, Colour, Sheet

__all__ = ["steps"]

_MOST = 3
"""Three steps show how the points grow."""


def steps(stage: Stage) -> Iterator[Step]:
    """Framed cells of different rows, one after the other, and what each adds to the sum."""
    part = stage.page.part(Steps)
    sheet, frames, rows = stage.empty, list[Frame](), set[Colour]()
    for cell in part.cells if part else ():
        if len(frames) < _MOST and cell.row not in rows and _counts_alone(stage, sheet, cell):
            frames.append(_frame(stage, sheet, cell, len(frames) + 1))
            sheet = sheet.cross(cell)
            rows.add(cell.row)
    start = stage.picture(stage.empty, points=True)
    yield Step("staircase", _say("steps.title"), (_say("steps.text"),), start, tuple(frames))


def _counts_alone(stage: Stage, sheet: Sheet, cell: Cell) -> bool:
    """Whether this cell locks nothing and brings nothing else with it here."""
    return not sheet.locks(cell) and stage.causes(sheet, cell) == (sheet.cross(cell), ())


def _frame(stage: Stage, sheet: Sheet, cell: Cell, n: int) -> Frame:
    game = stage.announced(sheet, cell.number)
    done = _say("steps.done", n=n, points=points(n))
    return stage.frame(
        game,
        _say("steps.task", sum=cell.number, cell=cell),
        _say("steps.hint", cell=cell),
        [stage.answer(game, Mark.of(cell), done, points=True)],
    )


_TEXTS: Texts = {
    "en": {
        "steps.title": "The steps",
        "steps.text": (
            "Cells with a frame are steps. They count in their row as always, and at the end once "
            "more, together, like a fifth row."
        ),
        "steps.task": "The white dice make {sum}. Tap {cell}, with the frame.",
        "steps.task.typed": "The white dice make {sum}. Type {cell}, which is a step.",
        "steps.hint": "Possible, but this time tap {cell}.",
        "steps.hint.typed": "Possible, but this time type {cell}.",
        "steps.done.one": "{n} step: {points} point on top of the row’s. Look at the sum below.",
        "steps.done": "{n} steps: {points} points on top of the rows’.",
    },
    "de": {
        "steps.title": "Die Treppe",
        "steps.text": (
            "Felder mit einem Rahmen sind Stufen. Sie zählen in ihrer Reihe wie immer und am Ende "
            "noch einmal, alle zusammen, wie eine fünfte Reihe."
        ),
        "steps.task": "Die weißen Würfel ergeben {sum}. Tippe auf {cell} mit dem Rahmen.",
        "steps.task.typed": "Die weißen Würfel ergeben {sum}. Tippe {cell}, eine Stufe.",
        "steps.hint": "Das ginge auch, aber tippe diesmal auf {cell}.",
        "steps.hint.typed": "Das ginge auch, aber tippe diesmal {cell}.",
        "steps.done.one": (
            "{n} Stufe: {points} Punkt zusätzlich zur Reihe. Schau unten auf die Summe."
        ),
        "steps.done": "{n} Stufen: {points} Punkte zusätzlich zu den Reihen.",
    },
    "it": {
        "steps.title": "I gradini",
        "steps.text": (
            "Le caselle con la cornice sono gradini. Contano nella loro riga come sempre, e alla "
            "fine ancora una volta, tutte insieme, come una quinta riga."
        ),
        "steps.task": "I dadi bianchi fanno {sum}. Tocca {cell}, con la cornice.",
        "steps.task.typed": "I dadi bianchi fanno {sum}. Scrivi {cell}, che è un gradino.",
        "steps.hint": "Si può, ma questa volta tocca {cell}.",
        "steps.hint.typed": "Si può, ma questa volta scrivi {cell}.",
        "steps.done.one": "{n} gradino: {points} punto oltre a quelli della riga. Guarda la somma.",
        "steps.done": "{n} gradini: {points} punti oltre a quelli delle righe.",
    },
}

_say = Speech(_TEXTS)
