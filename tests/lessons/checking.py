"""What must hold in every lesson of every variant: it is the engine that plays it."""

from __future__ import annotations

from collections.abc import Iterator

from rowlock.events import Event, Missed
from rowlock.game import Game
from rowlock.languages import LANGUAGES
from rowlock.lessons import Frame, Lesson, Step, in_words
from rowlock.lessons.saying import Sentence
from rowlock.lessons.script import YOU
from rowlock.moves import Mark, Pass
from rowlock.variant import Variant

__all__ = ["check_lesson", "check_step", "sentences"]


def check_lesson(lesson: Lesson) -> None:
    """Every step of a lesson holds, and says something in every language."""
    for variant, steps in ((lesson.common, lesson.basics), (lesson.variant, lesson.twists)):
        for step in steps:
            check_step(variant, step)
    names = [step.name for step in (*lesson.basics, *lesson.twists)]
    assert len(set(names)) == len(names)


def check_step(variant: Variant, step: Step) -> None:
    """A step can be shown, done and left; all that happens is what the engine does."""
    sheet, closed = step.start.sheet, step.start.closed
    assert sheet.page == variant.page(YOU)
    assert variant.sheet(str(sheet)) == sheet  # a sheet that can be written and read
    for frame in step.frames:
        game = frame.game
        assert game.variant == variant
        assert game.sheets[YOU] == sheet  # one frame goes on where the last one ended
        assert game.closed == closed
        check_frame(frame)
        after = frame.answers[0].pictures[-1]
        sheet, closed = after.sheet, after.closed
    for sentence in sentences(step):
        for language in LANGUAGES:
            for typed in (False, True):
                text = in_words(sentence, language, typed)
                assert text == text.strip()
                assert text
                assert not set("{}") & set(text)
                assert "  " not in text


def check_frame(frame: Frame) -> None:
    """Every answer is legal, and leads where the engine leads."""
    assert frame.answers, "there is a way on"
    given = [(str(a.option.decision), a.option.action) for a in frame.answers]
    offered = [*given, *((str(o.decision), o.action) for o in frame.others)]
    assert len(set(offered)) == len(offered)
    for answer in frame.answers:
        game = answer.before
        assert game.sheets == frame.game.sheets
        assert game.closed == frame.game.closed
        assert game.roll is not None
        if frame.game.roll is not None:
            assert game == frame.game
        assert (YOU, answer.option.decision) in answer.played
        told: list[Event] = []
        for seat, decision in answer.played:
            if (seat, decision) == (YOU, answer.option.decision):
                assert decision == Pass() or game.phase is answer.option.action
            assert decision in game.legal(seat)
            game, events = game.apply(seat, decision)
            told += events
        assert game == answer.after
        assert tuple(told) == answer.events
        assert answer.pictures[-1].sheet == game.sheets[YOU]
        assert answer.pictures[-1].closed == game.closed
        assert not game.pending[YOU]
        check_dice(frame, answer.before, answer.option.decision, answer.dice)
        if isinstance(answer.option.decision, Mark):
            cell = game.sheets[YOU].page.cells[answer.option.decision.cell]
            assert game.sheets[YOU].crossed(cell)
            assert str(cell) in answer.pictures[0].fresh
        else:
            assert any(isinstance(event, Missed) for event in told)
    for option in frame.others:
        assert option.decision in frame.game.legal(YOU)
        assert option.action is frame.game.phase


def check_dice(frame: Frame, game: Game, decision: object, dice: tuple[object, ...]) -> None:
    """The dice that a cross is made of lie there, and make it."""
    if frame.game.roll is None:
        assert not dice
        return
    assert game.roll is not None
    lying = [f"W{shows}" for shows in game.roll.whites]
    lying += [f"{c}{shows}" for c, shows in zip("RYGB", game.roll.colours) if shows]
    for die in map(str, dice):
        lying.remove(die)
    if isinstance(decision, Mark) and not str(decision).startswith("*"):
        assert sum(int(str(die)[1:]) for die in dice) == decision.number


def sentences(step: Step) -> Iterator[Sentence]:
    """Everything that is said in a step."""
    yield step.title
    yield from step.text
    for frame in step.frames:
        yield frame.task
        yield frame.hint
        for answer in frame.answers:
            assert answer.said
            yield from answer.said
