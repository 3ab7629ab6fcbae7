"""What a variant does otherwise, told from what its page prints; never from its name."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rowlock.game import Phase
from rowlock.lessons.basics import coloured, good_colours
from rowlock.lessons.locks import LockWords, lock, lockable
from rowlock.lessons.saying import RowName, Speech
from rowlock.lessons.script import YOU, Frame, Step
from rowlock.lessons.stage import Stage
from rowlock.lessons.words import TEXTS
from rowlock.moves import Mark
from rowlock.sheet import Cell, Page

__all__ = ["LOCKING", "printed_twists"]

_say = Speech(TEXTS)
LOCKING = ("locks", "gone", "last")
"""The steps that tell how many crosses a lock needs."""
_USUAL_FACES = 6
_BEYOND = 13
"""A sum that dice with the usual faces never make."""


def printed_twists(stage: Stage) -> tuple[Step, ...]:
    """All that is printed otherwise, rules that are added aside."""
    page = stage.page
    steps: list[Step | None] = []
    if stage.faces != _USUAL_FACES:
        steps.append(_dice(stage))
    if page.lock_cells > 1:
        steps.append(_locks(stage))
    if _mixed(page):
        steps.append(_wandering(stage))
        if page.lock_cells == 1:
            steps.append(_gone(stage))
    if any(_shuffled(row.cells) for row in page.rows):
        steps.append(_places(stage))
        if page.lock_cells == 1 and not _mixed(page):
            steps.append(_last(stage))
    return tuple(step for step in steps if step is not None)


def _mixed(page: Page) -> bool:
    """Whether cells stand in rows of another colour."""
    return any(cell.colour != cell.row for cell in page.cells.values())


def _shuffled(cells: Sequence[Cell]) -> bool:
    """Whether numbers neither climb nor fall."""
    climbs = {after.number > before.number for before, after in pairwise(cells)}
    return len(climbs) > 1


def _dice(stage: Stage) -> Step:
    sheet = stage.begun((1, 0, 1, 0))
    most = 2 * stage.faces
    longest = max(len(row.cells) for row in stage.page.rows)
    frames: tuple[Frame, ...] = ()
    for total in sorted(range(2, most + 1), key=lambda total: abs(total - _BEYOND)):
        game = stage.announced(sheet, total)
        cells = stage.bare(stage.ordinary(game) or ())
        if not cells:
            continue
        first, second = stage.whites(total)
        frame = stage.frame(
            game,
            _say("white.task", a=first, b=second, sum=total, cell=cells[0]),
            _say("white.hint", sum=total),
            [stage.answer(game, Mark.of(cell), _say("dice.done", cell=cell)) for cell in cells],
        )
        frames = (frame,)
        break
    title = _say("dice.title", n=stage.faces)
    text = _say("dice.text", n=stage.faces, most=most, longest=longest)
    return Step("dice", title, (text,), stage.picture(sheet), frames)


def _locks(stage: Stage) -> Step | None:
    """The last number by the white dice, and one before it by a coloured die, if that goes."""
    found = lockable(stage)
    if not found:
        return None
    row, sheet = found[0].row, found[0].sheet
    cells = stage.locking(row)
    ends = [cell for cell in cells if not cell.badge]
    best: Frame | None = None
    for first in ends:
        whites = stage.whites(first.number)
        other = next((cell for cell in ends if cell is not first), None)
        rests = [other.number - one for one in whites] if other else []
        rest = next((shows for shows in rests if 1 <= shows <= stage.faces), 0)
        shows = {other.colour: rest} if other and rest else None
        roll = stage.lying_there(whites, shows=shows)
        game = stage.game(sheet, active=YOU).rolled(roll).game
        ways = [(first, Phase.WHITE)]
        if other and rest:
            ways.append((other, Phase.COLOUR))
        answers = []
        for cell, action in ways:
            left = tuple(one.number for one in cells if one is not cell)
            done = _say("locks.done", cell=cell, numbers=left)
            answers.append(stage.answer(game, Mark.of(cell), done, action=action))
        moves = tuple(str(cell) for cell, _ in ways)
        task = _say("locks.task", moves=" ".join(moves))
        frame = stage.frame(game, task, _say("locks.hint"), answers)
        if best is None or len(answers) > 1:
            best = frame
        if len(answers) > 1:
            break
    needs, last = stage.page.lock_needs, stage.page.lock_cells
    text = _say("locks.text", n=needs, last=last)
    frames = (best,) if best else ()
    return Step("locks", _say("locks.title"), (text,), stage.picture(sheet), frames)


def _wandering(stage: Stage) -> Step | None:
    """A coloured die finds its own colour, in whichever row."""
    sheet = stage.begun((1, 1, 1, 1))

    def elsewhere(cell: Cell) -> bool:
        return cell.colour != cell.row and bool(stage.bare([cell]))

    game = good_colours(stage, sheet, elsewhere)
    if game is None:
        return None
    cells = list(filter(elsewhere, stage.coloured(game)))
    answers = coloured(stage, game, cells, "wandering.done")
    frame = stage.frame(game, _say("colour.task"), _say("wandering.hint"), answers)
    title, text = _say("wandering.title"), _say("wandering.text")
    return Step("wandering", title, (text,), stage.picture(sheet), (frame,))


def _places(stage: Stage) -> Step | None:
    """A smaller and a larger number, both right of the cross."""
    for row in stage.page.rows:
        if not _shuffled(row.cells):
            continue
        cells = stage.inner(row)
        for first in stage.bare(cells[1:]):
            ahead = stage.bare(cells[first.index + 1 :])
            if len({cell.number < first.number for cell in ahead}) < 2:
                continue
            sheet = stage.empty.cross(first)
            said = {
                cell: [_say("places.done", number=cell.number, before=first.number)]
                for cell in ahead
            }
            task, hint = _say("places.task", cell=first), _say("rows.hint")
            frame = stage.without_dice(sheet, said, task, hint)
            title, text = _say("places.title"), _say("places.text")
            return Step("places", title, (text,), stage.picture(sheet), (frame,))
    return None


def _gone(stage: Stage) -> Step | None:
    found = lockable(stage)
    if not found:
        return None
    row = found[0].row.colour
    words = LockWords(
        "gone",
        _say("gone.title"),
        _say("gone.text", n=stage.page.lock_needs),
        _say("gone.done", row=RowName(row), colour=row),
    )
    return lock(stage, found[0], words)


def _last(stage: Stage) -> Step | None:
    found = lockable(stage)
    if not found:
        return None
    numbers = tuple(row.cells[-1].number for row in stage.page.rows)
    text = _say("last.text", numbers=numbers, n=stage.page.lock_needs)
    words = LockWords("last", _say("last.title"), text, _say("lock.done"))
    return lock(stage, found[0], words)
