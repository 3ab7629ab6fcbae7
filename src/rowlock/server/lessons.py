"""Lessons as a client is told them: what to draw, what to ask for, what happens then."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, cast

from typing_extensions import TypedDict

from rowlock.game import Game
from rowlock.moves import Mark
from rowlock.printed import state_of
from rowlock.score import Tally
from rowlock.server.printing import VariantShown
from rowlock.server.shown import Points, SheetState
from rowlock.server.story import Letter
from rowlock.server.view import variant_shown
from rowlock.variant import Variant

if TYPE_CHECKING:
    from rowlock.lessons import Answer, Frame, Lesson, Option, Picture, Step
    from rowlock.lessons.saying import Sentence

__all__ = ["LessonShown", "lesson_shown"]


class LessonPicture(TypedDict):
    """The sheet at one moment. `fresh`: cells (`R5`) and misses (`x1`) that were not there before.

    `points` is null where they are not spoken of.
    """

    sheet: str
    state: SheetState
    closed: list[Letter]
    fresh: list[str]
    points: Points | None


class LessonOption(TypedDict):
    """A decision, the action that it belongs to, and the rule that offers it, if one does."""

    decision: str
    action: Literal["white", "colour"]
    rule: str


class LessonAnswer(LessonOption):
    """A decision that is accepted, the dice it is made of (`W3`, `R5`), what is seen then, one
    picture after the other, and what is said.
    """

    dice: list[str]
    pictures: list[LessonPicture]
    said: str


class LessonFrame(TypedDict):
    """One thing to do: the dice that lie there, if any, and what is asked for.

    `active`: who rolls, 1 is whoever learns. `hint` is told after a wrong answer. `others`: what
    would be possible as well, but is not asked for.
    """

    active: int
    phase: Literal["roll", "white", "colour"]
    roll: str | None
    task: str
    hint: str
    answers: list[LessonAnswer]
    others: list[LessonOption]


class LessonStep(TypedDict):
    """One thing to learn; without frames it is only to be read."""

    name: str
    title: str
    text: str
    start: LessonPicture
    frames: list[LessonFrame]


class LessonPart(TypedDict):
    """Steps, and the variant on whose first sheet they are shown."""

    variant: VariantShown
    steps: list[LessonStep]


class LessonShown(TypedDict):
    """All that there is to learn about a variant: the common game, and what it does otherwise.

    `like` is the name of another variant that is played in the very same way, if there is one.
    """

    basics: LessonPart
    twists: LessonPart
    like: str | None


def lesson_shown(variant: Variant, language: str) -> LessonShown:
    """The lesson of a variant, in a language."""
    from rowlock.lessons import in_words, lesson_of  # here: no start has to wait for it

    return _Telling(lambda sentence: in_words(sentence, language)).lesson(lesson_of(variant))


class _Telling:
    """Tells lessons in one language."""

    def __init__(self, words: Callable[[Sentence], str]) -> None:
        self.words = words

    def lesson(self, lesson: Lesson) -> LessonShown:
        return {
            "basics": self.part(lesson.common, lesson.basics),
            "twists": self.part(lesson.variant, lesson.twists),
            "like": lesson.like.name if lesson.like else None,
        }

    def part(self, variant: Variant, steps: tuple[Step, ...]) -> LessonPart:
        return {"variant": variant_shown(variant), "steps": [self.step(step) for step in steps]}

    def step(self, step: Step) -> LessonStep:
        return {
            "name": step.name,
            "title": self.words(step.title),
            "text": " ".join(map(self.words, step.text)),
            "start": _picture(step.start),
            "frames": [self.frame(frame) for frame in step.frames],
        }

    def frame(self, frame: Frame) -> LessonFrame:
        game = frame.game
        return {
            "active": game.active + 1,
            "phase": cast('Literal["roll", "white", "colour"]', game.phase.value),
            "roll": str(game.roll) if game.roll else None,
            "task": self.words(frame.task),
            "hint": self.words(frame.hint),
            "answers": [self.answer(answer) for answer in frame.answers],
            "others": [_option(option, game) for option in frame.others],
        }

    def answer(self, answer: Answer) -> LessonAnswer:
        return {
            **_option(answer.option, answer.before),
            "dice": [str(die) for die in answer.dice],
            "pictures": [_picture(picture) for picture in answer.pictures],
            "said": " ".join(map(self.words, answer.said)),
        }


def _option(option: Option, game: Game) -> LessonOption:
    decision, action = option.decision, cast('Literal["white", "colour"]', option.action.value)
    rule = ""
    if isinstance(decision, Mark) and decision.offered:
        from rowlock.lessons.script import YOU

        rule = game.offered_by(YOU, decision)
    return {"decision": str(decision), "action": action, "rule": rule}


def _picture(picture: Picture) -> LessonPicture:
    return {
        "sheet": str(picture.sheet),
        "state": cast("SheetState", state_of(picture.sheet, picture.closed)),
        "closed": [cast("Letter", row.name) for row in sorted(picture.closed)],
        "fresh": list(picture.fresh),
        "points": None if picture.points is None else _points(picture.points),
    }


def _points(tally: Tally) -> Points:
    return {
        "rows": tally.rows,
        "misses": tally.misses,
        "bonuses": tally.bonuses,
        "total": tally.total,
    }
