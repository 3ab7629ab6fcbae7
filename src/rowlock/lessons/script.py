"""What a lesson is made of: steps with a position, something to do, and what it brings.

Every position is a `Game`, and everything that happens was played by it: nothing here knows rules.
You are seat 0; Max sits beside you.
"""

from __future__ import annotations

from dataclasses import dataclass

from rowlock.events import Event, Seat
from rowlock.game import Game, Phase
from rowlock.lessons.saying import Die, Sentence
from rowlock.moves import Decision
from rowlock.score import Tally
from rowlock.sheet import Colour, Sheet
from rowlock.variant import Variant

__all__ = ["MAX", "YOU", "Answer", "Frame", "Lesson", "Option", "Picture", "Step"]

YOU: Seat = 0
MAX: Seat = 1


@dataclass(frozen=True, slots=True)
class Picture:
    """Your sheet at one moment; what is `fresh` is drawn before one's eyes."""

    sheet: Sheet
    closed: frozenset[Colour] = frozenset()
    fresh: tuple[str, ...] = ()  # cells (R5), or a miss (x1)
    points: Tally | None = None  # only where they are spoken of


@dataclass(frozen=True, slots=True)
class Option:
    """A decision that is possible, and the action it belongs to."""

    decision: Decision
    action: Phase  # WHITE or COLOUR


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that leads on, what the engine made of it, and what is said then."""

    option: Option
    before: Game  # rolled, and waiting for you
    played: tuple[tuple[Seat, Decision], ...]  # yours, and what others do so that it can be seen
    after: Game
    events: tuple[Event, ...]
    pictures: tuple[Picture, ...]  # one after the other
    dice: tuple[Die, ...]  # those that it was made of
    said: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """One thing to do: the dice, what is asked for, what is accepted, what a wrong tap is told."""

    game: Game  # the position; before a roll if no dice are shown
    task: Sentence
    hint: Sentence
    answers: tuple[Answer, ...]
    others: tuple[Option, ...] = ()  # possible as well, but not what is asked for here


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to learn; without frames it is only to be read."""

    name: str
    title: Sentence
    text: tuple[Sentence, ...]
    start: Picture
    frames: tuple[Frame, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """All that there is to learn about a variant."""

    variant: Variant
    common: Variant  # on whose sheet the basics are shown: the plainest that is known
    basics: tuple[Step, ...]
    twists: tuple[Step, ...]  # what the variant does otherwise
    like: Variant | None  # another variant that is played in the very same way
