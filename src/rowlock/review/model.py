"""What a review says: of every decision, of every turn, of every seat.

All values are chances to win, from 0 to 1; of a game alone they are points. They are rounded to
a grid on which sums of floating point numbers are exact, so that for every seat

    result - start = luck - errors + others

holds to the last digit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rowlock.dice import Roll
from rowlock.events import Seat
from rowlock.game import Outcome
from rowlock.languages import Text
from rowlock.moves import Decision
from rowlock.variant import Variant

__all__ = [
    "GRID",
    "Action",
    "Grade",
    "Judgement",
    "Option",
    "Review",
    "SeatReview",
    "TurnReview",
    "Unit",
    "on_grid",
]

Action: TypeAlias = Literal["white", "colour"]
Grade: TypeAlias = Literal["slip", "mistake", "blunder"]
Unit: TypeAlias = Literal["win", "points"]
"""What is counted: chances to win, or, in a game alone, points."""

GRID = 2**32
"""Steps of the grid between 0 and 1."""


def on_grid(value: float) -> float:
    """The nearest value whose sums and differences with others of them are exact."""
    return math.floor(value * GRID + 0.5) / GRID


@dataclass(frozen=True, slots=True)
class Option:
    """A legal decision, and what is expected of the game if it is taken."""

    decision: Decision
    worth: float  # the chance to win; in a game alone the expected points
    score: float  # the expected points at the end


@dataclass(frozen=True, slots=True)
class Judgement:
    """One decision of one seat, judged by what that seat could see."""

    turn: int
    seat: Seat
    action: Action
    move: int  # its place among the moves of the record
    options: tuple[Option, ...]  # everything that was legal, the best first
    played: Option  # one of them
    grade: Grade | None = None  # none: good enough
    reason: Text | None = None  # why the best one is better, where something was given away

    @property
    def best(self) -> Option:
        """What would have been worth most."""
        return self.options[0]

    @property
    def given_away(self) -> float:
        """What the best decision was worth beyond the one that was taken."""
        return self.best.worth - self.played.worth

    @property
    def is_forced(self) -> bool:
        """Whether there was nothing to decide."""
        return len(self.options) == 1


@dataclass(frozen=True, slots=True)
class TurnReview:
    """One turn: what every seat could hope for before the roll, after it, and at the end.

    `before` is the mean over all rolls, under best play; `rolled` is what this roll brings under
    best play; `after` is the `before` of the next turn, or the result of the game.
    """

    turn: int
    active: Seat
    roll: Roll
    before: tuple[float, ...]  # [seat]
    rolled: tuple[float, ...]
    after: tuple[float, ...]
    errors: tuple[float, ...]  # what each gave away in its own decisions

    @property
    def luck(self) -> tuple[float, ...]:
        """What the roll brought each seat beyond the mean of all rolls."""
        return tuple(there - here for here, there in zip(self.before, self.rolled))

    @property
    def others(self) -> tuple[float, ...]:
        """What came of the others' decisions: all that is neither luck nor one's own error."""
        return tuple(a - r + e for a, r, e in zip(self.after, self.rolled, self.errors))


@dataclass(frozen=True, slots=True)
class SeatReview:
    """The whole game of one seat; luck - errors + others is result - start."""

    name: str
    start: float  # before the first roll
    result: float  # 1 for a win, a part of it if it is shared; in a game alone the points
    luck: float
    errors: float
    others: float
    decisions: int  # those with a choice
    slips: int
    mistakes: int
    blunders: int
    level: str | None = None  # the code of the bot that gives away about as much, if it is known


@dataclass(frozen=True, slots=True)
class Review:
    """A game, looked at again. `turns` is empty where nothing is known of what was rolled for."""

    variant: Variant
    unit: Unit
    outcome: Outcome
    seats: tuple[SeatReview, ...]
    turns: tuple[TurnReview, ...]
    judgements: tuple[Judgement, ...]  # of all decisions with a choice, in the order of the record

    def worst(self, seat: Seat | None = None, most: int = 3) -> tuple[Judgement, ...]:
        """The graded decisions that cost most, of one seat or of all, the dearest first."""
        graded = [one for one in self.judgements if one.grade and seat in (None, one.seat)]
        return tuple(sorted(graded, key=lambda one: -one.given_away)[:most])
