"""Lessons at a terminal: a sheet, something to type, and what it brings.

Everything shown and accepted stands in the frames of the lesson; input and output come in from
outside, as at a table.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from contextlib import suppress

from rowlock.errors import NotNotation
from rowlock.lessons import Answer, Frame, Lesson, Picture, Step, in_words
from rowlock.lessons.saying import Sentence
from rowlock.moves import Decision, Mark, parse_move
from rowlock.tui.draw import draw_dice, draw_sheet
from rowlock.tui.ink import Ink
from rowlock.tui.table import Leave
from rowlock.tui.words import ENGLISH, Words
from rowlock.variant import Variant

__all__ = ["PARTS", "Teacher"]

PARTS = ("basics", "different", "all")
_WIDTH = 80


class _Skip(Exception):
    """On to another step; -1 is the one before."""

    def __init__(self, by: int) -> None:
        self.by = by


class Teacher:
    """One lesson for one person. Without `ask`, all of it is shown with an answer to each task.

    `play` is the command that is named at the end.
    """

    def __init__(
        self,
        lesson: Lesson,
        ask: Callable[[str], str] | None,
        say: Callable[[str], None],
        ink: Ink,
        words: Words = ENGLISH,
        play: str = "",
    ) -> None:
        self.lesson = lesson
        self.ask = ask
        self.say = say
        self.ink = ink
        self.words = words
        self.play = play or f"rowlock play {lesson.variant.key}"

    def run(self, part: str = "") -> None:
        """Teach one of `PARTS`, or what is chosen; leaving early comes through."""
        lesson, words = self.lesson, self.words
        self.say(self.ink.strong(words("learn.title", name=lesson.variant.name)))
        if lesson.like:
            self.tell(words("learn.same", name=lesson.variant.name, like=lesson.like.name))
        if self.ask is not None:
            self.tell(words("learn.begin"))
        basics = [(lesson.common, step) for step in lesson.basics]
        twists = [(lesson.variant, step) for step in lesson.twists]
        part = (part or self.chosen()) if twists else "basics"
        steps = {"basics": basics, "different": twists, "all": basics + twists}[part]
        at = 0
        while at < len(steps):
            self.say("")
            title = self.text(steps[at][1].title)
            self.say(self.ink.strong(words("learn.step", n=at + 1, all=len(steps), title=title)))
            try:
                self.teach(*steps[at])
                at += 1
            except _Skip as skip:
                at = max(0, at + skip.by)
        self.say("")
        self.say(words("learn.done", command=self.play))

    def chosen(self) -> str:
        """Whether the basics come first; whoever cannot be asked sees everything."""
        if self.ask is None:
            return "all"
        basics = self.words("learn.word_basics").split()
        while True:
            with suppress(_Skip):  # there is nothing before this
                typed = self.command(self.words("learn.which", word=basics[0])).lower()
                if not typed:
                    return "different"
                if typed in basics:
                    return "all"

    def teach(self, variant: Variant, step: Step) -> None:
        """One step; only to be read, if nothing is to be done."""
        for sentence in step.text:
            self.tell(self.text(sentence))
        picture = step.start
        for frame in step.frames:
            answer = self.answered(variant, frame, picture)
            self.tell(" ".join(self.text(sentence) for sentence in answer.said))
            picture = answer.pictures[-1]
        self.draw(variant, picture)
        if not step.frames and self.ask is not None:
            self.command(self.words("learn.next"))

    def answered(self, variant: Variant, frame: Frame, picture: Picture) -> Answer:
        """Ask until an answer is given that is accepted."""
        options = [answer.option for answer in frame.answers] + list(frame.others)
        cells = (o.decision.cell for o in options if isinstance(o.decision, Mark))
        self.draw(variant, picture, frozenset(cells))
        if frame.game.roll is not None:
            self.say(f"  {draw_dice(frame.game.roll, self.ink, self.words)}")
        self.tell(self.text(frame.task))
        if self.ask is None:
            self.say(f"> {frame.answers[0].option.decision}")
            return frame.answers[0]
        while True:
            typed = self.command("> ")
            if not typed:
                raise _Skip(1)
            found = _meant(typed, frame.answers)
            if found is not None:
                return found
            self.tell(self.text(frame.hint))

    def command(self, prompt: str) -> str:
        """Ask until something is typed that is not help, back or quit."""
        assert self.ask is not None
        while True:
            typed = self.ask(prompt).strip()
            if typed.lower() in self.words("learn.word_back").split():
                raise _Skip(-1)
            match self.words.command(typed):
                case "help":
                    self.say(self.words("learn.help"))
                case "quit":
                    raise Leave
                case "pass":
                    return "-"
                case _:
                    return typed

    def draw(
        self, variant: Variant, picture: Picture, options: frozenset[str] = frozenset()
    ) -> None:
        """The sheet as it is in a picture."""
        for line in draw_sheet(
            variant, picture.sheet, self.ink, picture.closed, options, self.words
        ):
            self.say(line)

    def text(self, sentence: Sentence) -> str:
        """A sentence of the lesson, for somebody who types."""
        return in_words(sentence, self.words.language, typed=True)

    def tell(self, text: str) -> None:
        """Say something in lines that fit."""
        for line in textwrap.wrap(text, _WIDTH, break_on_hyphens=False):
            self.say(line)


def _meant(typed: str, answers: Sequence[Answer]) -> Answer | None:
    """The answer that was typed; one that a rule offers may be typed without its star."""
    try:
        decision = parse_move("".join(typed.upper().split()))
    except NotNotation:
        return None

    def named(other: Decision) -> str:
        return other.cell if isinstance(other, Mark) else str(other)

    return next((a for a in answers if named(a.option.decision) == named(decision)), None)
