"""Positions before a lock, and the step in which a row is locked."""

from __future__ import annotations

from dataclasses import dataclass

from rowlock.lessons.saying import Sentence, Speech
from rowlock.lessons.script import Step
from rowlock.lessons.stage import Stage, spread
from rowlock.lessons.words import TEXTS
from rowlock.moves import Mark
from rowlock.sheet import Cell, Row, Sheet

__all__ = ["Lockable", "LockWords", "before_lock", "lock", "lockable"]

_say = Speech(TEXTS)


@dataclass(frozen=True, slots=True)
class Lockable:
    """A row, its last number, and a sheet on which that may be crossed."""

    row: Row
    cell: Cell
    sheet: Sheet


def lockable(stage: Stage) -> list[Lockable]:
    """Rows whose last number brings nothing but the lock when the white dice make it.

    Those where the dice offer nothing else come alone, if they are more than one.
    """
    found, ordinary = [], []
    for row in stage.page.rows:
        cell = row.cells[-1]
        sheet = before_lock(stage, row)
        if sheet is None or cell.badge or not sheet.can_cross(cell):
            continue
        found.append(Lockable(row, cell, sheet))
        if stage.ordinary(stage.announced(sheet, cell.number)) is not None:
            ordinary.append(found[-1])
    return ordinary if len(ordinary) > 1 else found


def before_lock(stage: Stage, row: Row) -> Sheet | None:
    """The position before a lock: crosses enough in this row, and a few in the others."""
    few = stage.begun((2, 1, 2, 1), leave_out=row)
    cells = stage.inner(row)
    evenly = stage.crossed(few, spread(cells, stage.page.lock_needs))
    if evenly is not None and evenly.can_cross(row.cells[-1]):
        return evenly
    sheet: Sheet | None = few  # what a cross brings got in the way: one after the other, then
    for cell in cells:
        if sheet is None or sheet.crosses(row.colour) >= stage.page.lock_needs:
            break
        if sheet.can_cross(cell):
            sheet = stage.crossed(sheet, [cell])
    return sheet


@dataclass(frozen=True, slots=True)
class LockWords:
    """What the step of a lock is called, and what it says."""

    name: str
    title: Sentence
    text: Sentence
    done: Sentence


def lock(stage: Stage, found: Lockable, words: LockWords | None = None) -> Step:
    """Crosses enough are there; the last number locks."""
    needs = stage.page.lock_needs
    words = words or LockWords(
        "lock", _say("lock.title"), _say("lock.text", n=needs), _say("lock.done")
    )
    game = stage.announced(found.sheet, found.cell.number)
    frame = stage.frame(
        game,
        _say("lock.task", n=found.sheet.crosses(found.row.colour), cell=found.cell),
        _say("lock.hint", cell=found.cell),
        [stage.answer(game, Mark.of(found.cell), words.done)],
    )
    return Step(words.name, words.title, (words.text,), stage.picture(found.sheet), (frame,))
