"""The common game in seven steps, on any page."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from rowlock.dice import Roll
from rowlock.game import Game
from rowlock.lessons.locks import lock, lockable
from rowlock.lessons.saying import Die, RowName, Sentence, Speech
from rowlock.lessons.script import YOU, Answer, Step
from rowlock.lessons.stage import Stage, spread
from rowlock.lessons.words import TEXTS
from rowlock.moves import Mark, Pass
from rowlock.score import points
from rowlock.sheet import COLOURS, Cell, Colour, Sheet

__all__ = ["basics", "coloured", "good_colours"]

_say = Speech(TEXTS)


def basics(stage: Stage) -> tuple[Step, ...]:
    """Whatever of the seven steps can be shown on this page."""
    scripts = (_rows, _white, _colour, _lock, _miss, _value, _end)
    steps = (script(stage) for script in scripts)
    return tuple(step for step in steps if step is not None)


def _rows(stage: Stage) -> Step | None:
    for row in stage.page.rows:
        cells = stage.inner(row)
        at = min(2, len(cells) // 3)
        first = next(iter(stage.bare(cells[at:])), None)
        if first is None:
            continue
        sheet = stage.empty.cross(first)
        ahead = stage.bare(cells[first.index + 1 :])
        if not ahead:
            continue
        said: dict[Cell, Sequence[Sentence]] = {}
        for cell in ahead:
            skipped = cell.index - first.index - 1
            said[cell] = [_say("rows.skipped", n=skipped) if skipped else _say("rows.beside")]
        task, hint = _say("rows.task", cell=ahead[0]), _say("rows.hint")
        frame = stage.without_dice(sheet, said, task, hint)
        title, text = _say("rows.title"), _say("rows.text")
        return Step("rows", title, (text,), stage.picture(sheet), (frame,))
    return None


def _white(stage: Stage) -> Step | None:
    """The sum that can be crossed in most rows; of several the likeliest."""
    sheet = stage.begun((2, 0, 1, 0))
    middle = stage.faces + 1
    best: tuple[Game, list[Cell]] | None = None
    for total in sorted(range(2, 2 * stage.faces + 1), key=lambda total: abs(total - middle)):
        game = stage.announced(sheet, total)
        cells = stage.bare(stage.ordinary(game) or ())
        if cells and (best is None or len(cells) > len(best[1])):
            best = game, cells
    if best is None:
        return None
    game, cells = best
    assert game.roll is not None
    first, second = game.roll.whites
    total = game.roll.announced
    frame = stage.frame(
        game,
        _say("white.task", a=first, b=second, sum=total, cell=cells[0]),
        _say("white.hint", sum=total),
        [stage.answer(game, Mark.of(cell), _say("white.done", cell=cell)) for cell in cells],
    )
    title, text = _say("white.title"), _say("white.text")
    return Step("white", title, (text,), stage.picture(sheet), (frame,))


def good_colours(stage: Stage, sheet: Sheet, wanted: Callable[[Cell], bool]) -> Game | None:
    """The colour action of your own turn, with dice that fit in most places that are wanted."""
    whites = min(2, stage.faces), max(1, stage.faces - 1)
    shows = []
    for i, colour in enumerate(COLOURS):
        # Begin elsewhere for each colour, so that the dice do not all show the same.
        values = [(k + i * 2 + 3) % stage.faces + 1 for k in range(stage.faces)]
        fitting = partial(_fitting, stage, sheet, whites, colour)
        shows.append(max(values, key=lambda value: sum(map(wanted, fitting(value)))))
    game = stage.game(sheet, active=YOU).rolled(Roll(whites, tuple(shows))).game
    game = stage.to_colour(game)
    return game if any(map(wanted, stage.coloured(game))) else None


def _fitting(
    stage: Stage, sheet: Sheet, whites: tuple[int, int], colour: Colour, shows: int
) -> Iterator[Cell]:
    """The cells that this die can cross with one of the white ones."""
    for total in Roll(whites, (shows,) * len(COLOURS)).sums(colour):
        for cell in stage.page.by_colour.get((colour, total), ()):
            if sheet.can_cross(cell):
                yield cell


def coloured(
    stage: Stage, game: Game, cells: list[Cell], key: str, speech: Speech = _say
) -> list[Answer]:
    """Crosses with one white and one coloured die, which are named in what is said."""
    answers = []
    for cell in cells:
        assert game.roll is not None
        die = Die(cell.colour, game.roll.colours[cell.colour])
        said = speech(
            key,
            white=Die(None, cell.number - die.shows),
            die=die,
            cell=cell,
            row=RowName(cell.row),
        )
        answers.append(stage.answer(game, Mark.of(cell), said))
    return answers


def _colour(stage: Stage) -> Step | None:
    sheet = stage.begun((2, 1, 1, 1))
    game = good_colours(stage, sheet, lambda cell: bool(stage.bare([cell])))
    if game is None:
        return None
    cells = stage.bare(stage.coloured(game))
    answers = coloured(stage, game, cells, "colour.done")
    frame = stage.frame(game, _say("colour.task"), _say("colour.hint"), answers)
    title, text = _say("colour.title"), _say("colour.text")
    return Step("colour", title, (text,), stage.picture(sheet), (frame,))


def _lock(stage: Stage) -> Step | None:
    found = lockable(stage)
    return lock(stage, found[0]) if found else None


def _hopeless(stage: Stage) -> Game | None:
    """A sheet and a roll of yours that do not go together: there is nothing to be crossed."""
    for sheet in _late(stage):
        for first in range(1, stage.faces + 1):
            for second in range(first, stage.faces + 1):
                whites = first, second
                if stage.announced(sheet, first + second).white_marks(YOU):
                    continue
                shows = [
                    next((v for v in _turned(stage, i) if not any(fits(v))), 0)
                    for i, colour in enumerate(COLOURS)
                    for fits in [partial(_fitting, stage, sheet, whites, colour)]
                ]
                if all(shows):
                    roll = Roll(whites, tuple(shows))
                    return stage.game(sheet, active=YOU).rolled(roll).game
    return None


def _turned(stage: Stage, i: int) -> Iterator[int]:
    """What a die may show, beginning elsewhere for each colour."""
    return ((k + i * 2 + 3) % stage.faces + 1 for k in range(stage.faces))


def _late(stage: Stage) -> Iterator[Sheet]:
    """Sheets on which little is left to the right of the crosses, and then less."""
    for part in (0.6, 0.75, 0.9, 1.0):
        sheet = stage.empty
        for i, row in enumerate(stage.page.rows):
            cells = stage.bare(stage.inner(row))
            to = max(math.ceil(len(cells) * part) - (i % 2 if part < 1 else 0), 1)
            for cell in [*spread(cells[: to - 1], 1 if i % 3 else 2), *cells[to - 1 : to]]:
                sheet = sheet.cross(cell)
        yield sheet


def _miss(stage: Stage) -> Step | None:
    game = _hopeless(stage)
    if game is None:
        return None
    cost = stage.page.miss_points
    frame = stage.frame(
        game,
        _say("miss.task"),
        _say("miss.hint"),
        [stage.answer(game, Pass(), _say("miss.done", n=cost))],
    )
    title, text = _say("miss.title"), _say("miss.text", n=cost)
    return Step("miss", title, (text,), stage.picture(game.sheets[YOU]), (frame,))


def _value(stage: Stage) -> Step | None:
    beginnings = []
    for row in stage.page.rows:
        cells = stage.inner(row)[:4]
        bare = stage.bare(cells)
        beginnings.append(bare[: next((i for i, c in enumerate(bare) if c.index != i), len(bare))])
    longest = max(beginnings, key=len)
    if len(longest) < 2:
        return None
    sheet = stage.empty
    frames = []
    for n, cell in enumerate(longest, 1):
        said = [_say("value.count", n=n, points=points(n))]
        if n == len(longest):
            said.append(_say("value.more", next=points(n + 1), after=points(n + 2)))
        task, hint = _say("value.task", cell=cell), _say("value.hint", cell=cell)
        frames.append(stage.without_dice(sheet, {cell: said}, task, hint, points=True))
        sheet = sheet.cross(cell)
    title, text = _say("value.title"), _say("value.text")
    return Step("value", title, (text,), stage.picture(stage.empty, points=True), tuple(frames))


def _end(stage: Stage) -> Step | None:
    """The last lock that the game needs to be over, after those of Max."""
    locks, found = stage.variant.end_locks, lockable(stage)
    if len(found) < locks:
        return None
    *others, last = found[:locks]
    shut = [other.row.colour for other in others]
    sheet = last.sheet.miss() if stage.page.miss_boxes > 1 else last.sheet
    game = stage.game(sheet, shut)
    start = stage.picture(game.sheets[YOU], shut, points=True)
    roll = stage.lying_there(stage.whites(last.cell.number), shut)
    game = game.rolled(roll).game
    played = stage.answer(game, Mark.of(last.cell))
    done = _say("end.done", n=played.after.tally(YOU).total, locks=_say(f"end.closed.{locks}"))
    rows = tuple(RowName(row) for row in shut)
    frame = stage.frame(
        game,
        _say(f"end.task.{locks}", rows=rows, cell=last.cell),
        _say("lock.hint", cell=last.cell),
        [stage.answer(game, Mark.of(last.cell), done, points=True)],
    )
    text = _say(
        "end.text",
        locks=_say(f"end.locks.{locks}"),
        misses=_say("end.misses", n=stage.variant.end_misses),
    )
    return Step("end", _say("end.title"), (text,), start, (frame,))
