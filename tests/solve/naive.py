"""Best play by looking at every roll and every decision, in the readable engine.

It shares nothing with the solver: sheets are remembered by their very marks, every roll is
looked at for itself, and only `Game` knows the rules.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

from rowlock.dice import Roll
from rowlock.game import Game, Phase
from rowlock.moves import Decision
from rowlock.sheet import COLOURS, Sheet
from rowlock.variant import Variant

__all__ = ["Naive", "all_rolls", "turns_of"]

Later = Callable[[Sheet], float]


def all_rolls(game: Game) -> list[Roll]:
    """Every roll of the dice in play, each as likely as the others."""
    faces = range(1, game.variant.faces + 1)
    dice = [faces if colour in game.dice.colours else (0,) for colour in COLOURS]
    return [
        Roll((first, second), colours)
        for first, second in itertools.product(faces, repeat=2)
        for colours in itertools.product(*dice)
    ]


def turns_of(game: Game) -> Iterator[tuple[Decision, Decision | None, Game]]:
    """Every way to use the roll that lies on the table, and the game afterwards."""
    for white in game.legal(0):
        then = game.apply(0, white).game
        if then.phase is not Phase.COLOUR:
            yield white, None, then
            continue
        for colour in then.legal(0):
            yield white, colour, then.apply(0, colour).game


class Naive:
    """The friendly game of so many seats, or with one seat the game alone."""

    def __init__(self, variant: Variant, seats: int) -> None:
        self.variant = variant
        self.seats = seats
        self.known: dict[tuple[Sheet, int], float] = {}

    def value(self, sheet: Sheet, before: int = 0) -> float:
        """The points at the end, when so many others roll before the own roll."""
        if (sheet, before) not in self.known:
            game = Game.at(self.variant, [sheet])
            if game.over:
                value = float(game.tally(0).total)
            elif before:
                value = self._roll_of_another(sheet, game, before - 1)
            else:
                value = own_roll(game, lambda after: self.value(after, self.seats - 1))
            self.known[sheet, before] = value
        return self.known[sheet, before]

    def _roll_of_another(self, sheet: Sheet, game: Game, before: int) -> float:
        faces = range(1, self.variant.faces + 1)
        total = 0.0
        for first, second in itertools.product(faces, repeat=2):
            rolled = game.rolled(Roll((first, second), all_rolls(game)[0].colours)).game
            marks = rolled.white_marks(0)
            crossed = [sheet.cross(sheet.page.cells[mark.cell]) for mark in marks]
            total += max(self.value(after, before) for after in (sheet, *crossed))
        return total / len(faces) ** 2


def own_roll(game: Game, later: Later) -> float:
    """The mean of the best over all rolls."""
    total = 0.0
    rolls = all_rolls(game)
    for roll in rolls:
        turns = turns_of(game.rolled(roll).game)
        total += max(later(after.sheets[0]) for _, _, after in turns)
    return total / len(rolls)
