"""Lessons at a terminal: all that is shown and accepted stands in their frames."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rowlock import find_variant, load_variant, shipped_variants
from rowlock.languages import LANGUAGES
from rowlock.lessons import Lesson, lesson_of
from rowlock.tui import Ink, find_words
from rowlock.tui.lessons import Teacher
from rowlock.tui.table import Leave
from tests.lessons.test_lessons import EXAMPLES


class Pupil:
    """Types these lines, and keeps all that was said and asked."""

    def __init__(self, *typed: str) -> None:
        self.typed = iter(typed)
        self.heard: list[str] = []

    def ask(self, prompt: str) -> str:
        self.heard.append(prompt)
        try:
            return next(self.typed)
        except StopIteration:
            raise EOFError from None

    def learn(self, lesson: Lesson, part: str = "", language: str = "en") -> str:
        teacher = Teacher(
            lesson, self.ask, self.heard.append, Ink(False), find_words(language), "play it"
        )
        teacher.run(part)
        return "\n".join(self.heard)


def right_answers(lesson: Lesson, last: bool = False) -> Iterator[str]:
    """What leads through the whole lesson; the first of several answers, or the last."""
    for step in (*lesson.basics, *lesson.twists):
        for frame in step.frames:
            yield str(frame.answers[-1 if last else 0].option.decision)
        if not step.frames:
            yield ""


@pytest.mark.parametrize("key", shipped_variants())
@pytest.mark.parametrize("language", LANGUAGES)
def test_right_answers_lead_to_the_end(key: str, language: str) -> None:
    lesson = lesson_of(find_variant(key))
    typed = list(right_answers(lesson, last=language == "de"))
    pupil = Pupil(*typed)
    said = pupil.learn(lesson, "all", language)
    assert next(pupil.typed, None) is None  # nothing was asked that is not in the lesson
    steps = len(lesson.basics) + len(lesson.twists)
    words = find_words(language)
    for n in range(1, steps + 1):
        assert words("learn.step", n=n, all=steps, title="")[:-1] in said
    assert said.endswith(words("learn.done", command="play it"))
    assert max(len(line) for line in said.splitlines()) <= 80


def test_a_sheet_shows_what_may_be_typed_and_what_came_of_it() -> None:
    said = Pupil("R6", *[""] * 6).learn(lesson_of(find_variant("classic")))
    assert " R   .   .  X4  [5] [6] [7] [8] [9][10][11] 12   L   1" in said
    assert "Crossed! The number that you skipped is gone for you." in said
    assert " R   .   .  X4   .  X6   7   8   9  10  11  12   L   3" in said


def test_a_wrong_answer_is_told_a_hint_and_asked_again() -> None:
    said = Pupil("R2", "-", "nonsense", "r 6", *[""] * 6).learn(lesson_of(find_variant("classic")))
    hint = "There is no way back: type a number in brackets, right of the cross."
    assert said.count(hint) == 3
    assert "Crossed!" in said


def test_a_lucky_cross_may_be_typed_without_its_star() -> None:
    lesson = lesson_of(find_variant("longo"))
    said = Pupil("", "", "G5", "g12", "").learn(lesson, "different")
    assert "fine as well. But try your luck now: type *G12." in said
    assert "G12 is crossed and nothing is skipped." in said


def test_pass_may_be_typed_as_a_word() -> None:
    said = Pupil("", "", "", "", "passen", "", "").learn(
        lesson_of(find_variant("classic")), language="de"
    )
    assert "Ein Fehlwurf zählt -5 Punkte." in said


def test_one_may_go_back_and_skip() -> None:
    said = Pupil("", "back", "back", *[""] * 9).learn(lesson_of(find_variant("classic")))
    assert said.count("Step 1 of 7") == 3  # back from the first step there is only that again
    assert said.count("Step 2 of 7") == 2


@pytest.mark.parametrize(
    ("typed", "steps"), [([""], 4), (["basics"], 11), (["what?", "back", "help", "B"], 11)]
)
def test_whoever_knows_the_common_game_may_begin_with_what_is_different(
    typed: list[str], steps: int
) -> None:
    said = Pupil(*typed, *[""] * steps).learn(lesson_of(find_variant("longo")))
    assert f"Step {steps} of {steps}" in said
    assert said.count("Enter: what is different; basics: the basics first> ") == len(typed)


def test_it_is_said_where_only_the_pad_differs() -> None:
    said = Pupil(*[""] * 7).learn(lesson_of(find_variant("xl")))
    assert "XL is played just like Classic." in said


def test_quit_leaves_and_help_helps() -> None:
    pupil = Pupil("help", "quit")
    with pytest.raises(Leave):
        pupil.learn(lesson_of(find_variant("classic")))
    assert find_words("en")("learn.help") in pupil.heard


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_without_anybody_to_ask_all_is_shown(path: object) -> None:
    lesson = lesson_of(load_variant(str(path)))
    said: list[str] = []
    Teacher(lesson, None, said.append, Ink(False)).run()
    text = "\n".join(said)
    for typed in right_answers(lesson):
        assert f"> {typed}" in text
    assert f"rowlock play {lesson.variant.key}" in text
