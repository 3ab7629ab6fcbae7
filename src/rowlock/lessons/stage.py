"""Positions for lessons, found on whatever is printed, and played by the real engine."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from rowlock.dice import Roll
from rowlock.events import Cause, Event, Marked, Missed, Struck
from rowlock.game import Game, Phase
from rowlock.lessons.saying import Die, Sentence
from rowlock.lessons.script import MAX, YOU, Answer, Frame, Option, Picture
from rowlock.moves import Decision, Mark, Pass
from rowlock.pen import Pen
from rowlock.score import Tally
from rowlock.sheet import COLOURS, Cell, Colour, Page, Row, Sheet
from rowlock.variant import Variant

__all__ = ["Stage", "spread"]

_PASS = Pass()
_NONE: frozenset[Colour] = frozenset()


class Stage:
    """A variant to be taught, and everything that scripts ask to find good examples on it."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.faces = variant.faces

    @property
    def page(self) -> Page:
        """What is printed on your sheet."""
        return self.variant.page(YOU)

    @property
    def empty(self) -> Sheet:
        """Your sheet before anything was crossed."""
        return Sheet(self.page)

    # Cells

    def inner(self, row: Row) -> tuple[Cell, ...]:
        """The cells before those that lock."""
        return row.cells[: len(row.cells) - self.page.lock_cells]

    def locking(self, row: Row) -> tuple[Cell, ...]:
        """The cells that lock."""
        return row.cells[len(row.cells) - self.page.lock_cells :]

    @cached_property
    def _bare(self) -> frozenset[Cell]:
        drawn = {name for badge in self.page.badges for name in badge.cells}
        drawn |= {name for link in self.page.links for name in link.cells}
        return frozenset(
            cell
            for row in self.page.rows
            for cell in self.inner(row)
            if str(cell) not in drawn
            and self.causes(self.empty, cell) == (self.empty.cross(cell), ())
        )

    def bare(self, cells: Iterable[Cell]) -> list[Cell]:
        """Those that bring nothing with them: no badge, no lock, nothing that follows."""
        return [cell for cell in cells if cell in self._bare]

    def causes(self, sheet: Sheet, cell: Cell) -> tuple[Sheet, tuple[Event, ...]] | None:
        """The sheet after a cross, and what followed; nothing if a choice would have to be made."""
        pen = Pen(self.variant.rules, _NONE, YOU, sheet)
        pen.cross(cell, Cause.WHITE)
        pen.settle()
        return None if pen.effects else (pen.sheet, tuple(pen.events[1:]))

    # Sheets

    def crossed(self, sheet: Sheet | None, cells: Iterable[Cell]) -> Sheet | None:
        """The sheet with these crosses and all that they bring; nothing if that does not go.

        No row may be locked by it: then its die would be gone.
        """
        for cell in cells:
            if sheet is None or not sheet.can_cross(cell):
                return None
            caused = self.causes(sheet, cell)
            sheet = caused[0] if caused else None
            if sheet is not None and any(map(sheet.locked, COLOURS)):
                return None
        return sheet

    def begun(self, counts: Sequence[int], leave_out: Row | None = None) -> Sheet:
        """A sheet as it looks early in a game: this number of crosses in each row."""
        sheet = self.empty
        for row, count in zip(self.page.rows, counts, strict=True):
            if row is not leave_out:
                cells = self.inner(row)
                early = self.bare(cells[: math.ceil(len(cells) / 2)])
                for cell in spread(early, count):
                    sheet = sheet.cross(cell)
        return sheet

    # Dice

    def whites(self, total: int) -> tuple[int, int]:
        """Two dice that make this sum, different ones if that goes."""
        low = total // 2 - 1
        if low < 1 or total - low > self.faces:
            low = total // 2
        return low, total - low

    def lying_there(
        self,
        whites: tuple[int, int],
        closed: Iterable[Colour] = (),
        shows: Mapping[Colour, int] | None = None,
    ) -> Roll:
        """A roll whose coloured dice only lie there, but for those that are named: different
        ones, and other ones with another sum.
        """
        first, second = whites
        colours = [(start + first * 2 + second) % self.faces + 1 for start in (3, 5, 0, 2)]
        for colour, number in (shows or {}).items():
            colours[colour] = number
        return Roll(whites, tuple(colours)).without(frozenset(closed))

    # Games

    def game(self, sheet: Sheet, closed: Iterable[Colour] = (), active: int = MAX) -> Game:
        """The position in which Max has an empty sheet."""
        sheets = (sheet, Sheet(self.variant.page(MAX)))
        return Game.at(self.variant, sheets, active, closed)

    def announced(self, sheet: Sheet, total: int) -> Game:
        """The position in which Max has rolled this sum."""
        return self.game(sheet).rolled(self.lying_there(self.whites(total))).game

    def ordinary(self, game: Game) -> list[Cell] | None:
        """The cells that the white dice allow; nothing if something else is on offer too."""
        marks = game.white_marks(YOU)
        cells = [self.page.cells[mark.cell] for mark in marks]
        assert game.roll is not None
        usual = all(cell.number == game.roll.announced for cell in cells)
        return cells if usual else None

    def coloured(self, game: Game) -> list[Cell]:
        """The cells that a white and a coloured die allow, as they stand on the page."""
        names = {mark.cell for mark in game.colour_marks(YOU)}
        return [cell for name, cell in self.page.cells.items() if name in names]

    def to_colour(self, game: Game) -> Game:
        """The game after a white action in which nobody crossed anything."""
        return game.apply(YOU, _PASS).game.apply(MAX, _PASS).game

    # Frames

    def answer(
        self,
        game: Game,
        decision: Decision,
        *said: Sentence,
        action: Phase | None = None,
        points: bool = False,
    ) -> Answer:
        """What this decision brings, played to the end of its action; a pass, of the turn.

        An answer for the colour action may be given in the white one, which is passed then.
        """
        action = action or game.phase
        option = Option(decision, action)
        played: list[tuple[int, Decision]] = []
        events: list[Event] = []
        after = game

        def play(seat: int, what: Decision) -> None:
            nonlocal after
            played.append((seat, what))
            after, told = after.apply(seat, what)
            events.extend(told)

        if game.phase is Phase.WHITE and action is Phase.COLOUR:
            play(YOU, _PASS)
            play(MAX, _PASS)
        play(YOU, decision)
        while MAX in after.to_move() and after.phase is Phase.WHITE:
            play(MAX, _PASS)
        if isinstance(decision, Pass) and YOU in after.to_move():
            play(YOU, _PASS)
        shown = [replace(one, closed=game.closed) for one in _pictures(game.sheets[YOU], events)]
        shown[-1] = replace(shown[-1], closed=after.closed)
        if points:
            shown = [replace(one, points=self.variant.tally(one.sheet)) for one in shown]
        dice = self._dice(game, option)
        return Answer(option, game, tuple(played), after, tuple(events), tuple(shown), dice, said)

    def _dice(self, game: Game, option: Option) -> tuple[Die, ...]:
        """The dice that a cross was made of."""
        roll = game.roll
        if roll is None or not isinstance(option.decision, Mark):
            return ()
        if option.action is Phase.WHITE:
            return tuple(Die(None, shows) for shows in roll.whites)
        cell = self.page.cells[option.decision.cell]
        shows = roll.colours[cell.colour]
        return Die(None, cell.number - shows), Die(cell.colour, shows)

    def frame(self, game: Game, task: Sentence, hint: Sentence, answers: Sequence[Answer]) -> Frame:
        """Something to do with the dice that lie there; what else is possible is no answer."""
        accepted = {answer.option.decision for answer in answers}
        others = tuple(
            Option(decision, game.phase)
            for decision in game.legal(YOU)
            if isinstance(decision, Mark) and decision not in accepted
        )
        return Frame(game, task, hint, tuple(answers), others)

    def without_dice(
        self,
        sheet: Sheet,
        said: Mapping[Cell, Sequence[Sentence]],
        task: Sentence,
        hint: Sentence,
        points: bool = False,
    ) -> Frame:
        """Cells to choose from without looking at dice: for each of them, they would fit."""
        answers = tuple(
            self.answer(
                self.announced(sheet, cell.number), Mark.of(cell), *sentences, points=points
            )
            for cell, sentences in said.items()
        )
        return Frame(
            self.game(sheet), task, hint, tuple(replace(answer, dice=()) for answer in answers)
        )

    def picture(self, sheet: Sheet, closed: Iterable[Colour] = (), points: bool = False) -> Picture:
        """The sheet to begin with."""
        tally: Tally | None = self.variant.tally(sheet) if points else None
        return Picture(sheet, frozenset(closed), points=tally)


def _pictures(sheet: Sheet, events: Iterable[Event]) -> list[Picture]:
    """Your sheet after each thing that happened on it; what a lock takes along is seen at once."""
    seen: list[Picture] = []
    locking = False
    for event in events:
        match event:
            case Marked(seat=seat, cell=cell) if seat == YOU:
                sheet, locking = sheet.force(cell), event.lock
                seen.append(Picture(sheet, fresh=(str(cell),)))
            case Struck(seat=seat, fields=fields, strip=strip) if seat == YOU:
                sheet = sheet.strike(strip, fields)
                fresh = seen.pop().fresh if locking else ()
                seen.append(Picture(sheet, fresh=fresh))
            case Missed(seat=seat) if seat == YOU:
                sheet = sheet.miss()
                seen.append(Picture(sheet, fresh=(f"x{sheet.misses}",)))
    return seen


def spread(cells: Sequence[Cell], count: int) -> list[Cell]:
    """Some cells out of several, spread evenly; those with a badge only if there are no others."""
    free = [cell for cell in cells if not cell.badge]
    chosen = free if len(free) >= count else list(cells)
    count = min(count, len(chosen))
    return [chosen[math.floor((i + 0.5) * len(chosen) / count)] for i in range(count)]
