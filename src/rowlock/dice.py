"""The dice on the table. `throw` is the only place in the rules where a number is drawn."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from rowlock.errors import IllegalMove, NotNotation, Place
from rowlock.sheet import COLOURS, Colour

__all__ = ["Dice", "Roll", "Source", "throw"]

_ROLL = r"([1-9])([1-9])(?:r([1-9]))?(?:y([1-9]))?(?:g([1-9]))?(?:b([1-9]))?"


class Source(Protocol):
    """Where chance comes from; `random.Random` is one."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 to stop - 1, each as likely as the others."""


@dataclass(frozen=True, slots=True)
class Roll:
    """What the dice show: two whites, and one die a colour (0: it has left the game)."""

    whites: tuple[int, int]  # in the order in which they were thrown
    colours: tuple[int, ...]  # red, yellow, green, blue; 0: the row is closed, the die is gone

    @property
    def announced(self) -> int:
        """The sum of the two white dice, which everybody may use."""
        return self.whites[0] + self.whites[1]

    def sums(self, colour: Colour) -> tuple[int, ...]:
        """The sums of a white die and this colour's die, each once; none if the die is gone."""
        die = self.colours[colour]
        if not die:
            return ()
        first, second = self.whites
        return (first + die,) if first == second else (first + die, second + die)

    def dice_for(self, colour: Colour, number: int) -> tuple[int, int]:
        """The white die and this colour's die that make a number: places in the written roll."""
        die = self.colours[colour]
        white = 0 if self.whites[0] + die == number else 1
        before = sum(1 for shown in self.colours[:colour] if shown)
        return white, 2 + before

    def without(self, gone: Iterable[Colour]) -> Roll:
        """The roll after these dice have left the table."""
        left = set(COLOURS) - set(gone)
        return Roll(self.whites, tuple(self.colours[c] if c in left else 0 for c in COLOURS))

    def __str__(self) -> str:
        shown = "".join(
            f"{colour.name.lower()}{self.colours[colour]}"
            for colour in COLOURS
            if self.colours[colour]
        )
        return f"{self.whites[0]}{self.whites[1]}{shown}"

    @classmethod
    def parse(cls, text: str) -> Roll:
        """Read a roll such as `14r3y6g3b3`: the whites, then the coloured dice in play."""
        match = re.fullmatch(_ROLL, text)
        if match is None:
            raise NotNotation(
                f"expected a roll such as 14r3y6g3b3 (two white dice, "
                f"then r, y, g, b with a number each), found {text!r}",
                Place(line=1, column=1),
            )
        first, second, *colours = match.groups()
        return cls((int(first), int(second)), tuple(int(die or 0) for die in colours))


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice still in play: how many faces, and which colours."""

    faces: int
    colours: frozenset[Colour]

    def check(self, roll: Roll) -> None:
        """Refuse a roll that these dice cannot show."""
        shown = frozenset(colour for colour in COLOURS if roll.colours[colour])
        if shown != self.colours:
            raise IllegalMove(
                f"the coloured dice in play are {_letters(self.colours)}; "
                f"the roll {roll} shows {_letters(shown)}"
            )
        dice = (*roll.whites, *(roll.colours[colour] for colour in shown))
        if not all(1 <= die <= self.faces for die in dice):
            raise IllegalMove(f"the dice go from 1 to {self.faces}; the roll is {roll}")


def throw(dice: Dice, source: Source) -> Roll:
    """Throw the dice.

    All six are always drawn, even those that have left the game, so that the stream
    of numbers does not depend on how the game was played (ruling 11).
    """
    first, second, *colours = [source.randrange(dice.faces) + 1 for _ in range(6)]
    return Roll((first, second), tuple(colours)).without(set(COLOURS) - dice.colours)


def _letters(colours: frozenset[Colour]) -> str:
    return " ".join(colour.name.lower() for colour in sorted(colours)) or "none"
