"""A mechanic brings its lesson in one module; one that has none breaks nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from rowlock import find_variant, read_variant, shipped_variants
from rowlock.drawables import Text
from rowlock.lessons import in_words, lesson_of
from rowlock.lessons.basics import basics
from rowlock.lessons.mechanics import _taught, steps_of, teach
from rowlock.lessons.saying import Speech
from rowlock.lessons.script import Step
from rowlock.lessons.stage import Stage
from rowlock.mechanics import register, unregister
from rowlock.rules import Effect, Force, Next, Rule
from rowlock.sheet import Cell, Colour, Sheet
from rowlock.variant import variant_text
from tests.lessons.checking import check_lesson, check_step
from tests.toys.treasure import Treasure

TREASURE = Path(__file__).parents[1] / "toys" / "treasure.toml"


@dataclass(frozen=True, slots=True)
class Echo(Rule):
    """Every red cross brings one in the blue row."""

    name = "echo"
    title = Text("echo", "Echo", "eco")
    about = Text(
        "Every **red** cross [brings](x) one in the `blue` row.",
        "Jedes **rote** Kreuz bringt eins in der blauen Reihe.",
        "Ogni crocetta rossa ne porta una nella riga blu.",
    )

    def after_cross(self, sheet: Sheet, cell: Cell) -> tuple[Sheet, tuple[Effect, ...]]:
        return sheet, (Next(Colour.B),) if cell.row is Colour.R else ()


@dataclass(frozen=True, slots=True)
class Backwards(Rule):
    """A yellow cross forces the one with the same place in the green row, be it left of others."""

    name = "backwards"
    title = Text("backwards", "rückwärts", "indietro")
    about = Text("Yellow forces green.", "Gelb zwingt Grün.", "Il giallo forza il verde.")

    def after_cross(self, sheet: Sheet, cell: Cell) -> tuple[Sheet, tuple[Effect, ...]]:
        forced = sheet.page.rows[Colour.G].cells[cell.index]
        return sheet, (Force(forced),) if cell.row is Colour.Y else ()


@dataclass(frozen=True, slots=True)
class Silent(Rule):
    """Does nothing, and says nothing."""

    name = "silent"


@pytest.fixture(params=[Echo, Backwards, Silent])
def toy(request: pytest.FixtureRequest) -> Iterator[type[Rule]]:
    rule: type[Rule] = register(request.param)
    yield rule
    unregister(rule)
    _taught.pop(rule.name, None)
    lesson_of.cache_clear()


def with_rule(rule: type[Rule]) -> str:
    return f'rules = ["{rule.name}"]\n' + variant_text("classic")


@pytest.mark.parametrize("key", shipped_variants())
def test_every_rule_of_a_variant_that_ships_is_taught(key: str) -> None:
    variant = find_variant(key)
    stage = Stage(variant)
    assert all(list(steps_of(stage, rule)) for rule in variant.rules)


def test_a_mechanic_without_a_lesson_is_told_in_its_own_words(toy: type[Rule]) -> None:
    variant = read_variant(with_rule(toy), "toy")
    lesson = lesson_of(variant)
    check_lesson(lesson)
    assert lesson.like is None  # it is not the common game, even if nothing is told of it
    assert [step.name for step in lesson.basics] == [
        "rows",
        "white",
        "colour",
        "lock",
        "miss",
        "value",
        "end",
    ]
    if toy is Silent:
        assert lesson.twists == ()
        return
    (step,) = lesson.twists
    (answer,) = step.frames[0].answers  # a cell that sets it off, to be tried
    assert str(answer.option.decision)[0] == ("R" if toy is Echo else "Y")
    assert in_words(answer.said[0], "en") == "It brought 1 more cross."
    for one in basics(Stage(variant)):  # on its own sheet too, where it gets in the way
        check_step(variant, one)
    if toy is Backwards:
        return
    assert in_words(step.title, "en") == "Echo"
    assert in_words(step.text[0], "en") == "Every red cross brings one in the blue row."
    assert in_words(step.text[0], "de").startswith("Jedes rote Kreuz")


def test_a_mechanic_that_uses_every_drawable_is_taught() -> None:
    register(Treasure)
    try:
        lesson = lesson_of(read_variant(TREASURE.read_text(), "treasure"))
        check_lesson(lesson)
        (step,) = [step for step in lesson.twists if step.name == "treasure"]
        (answer,) = step.frames[0].answers
        assert str(answer.pictures[-1].sheet) == "R 5 | Y | G 6 | B | coins 1 2"
        for one in basics(Stage(lesson.variant)):
            check_step(lesson.variant, one)
    finally:
        unregister(Treasure)
        lesson_of.cache_clear()


def test_the_basics_never_use_what_a_mechanic_sets_off() -> None:
    register(Echo)
    try:
        stage = Stage(read_variant(with_rule(Echo), "toy"))
        red = stage.page.rows[Colour.R].cells
        assert stage.bare(red) == []
        assert stage.bare(stage.page.rows[Colour.G].cells) != []
    finally:
        unregister(Echo)


def test_a_mechanic_from_elsewhere_may_bring_a_lesson(toy: type[Rule]) -> None:
    say = Speech({language: {"title": "mine", "text": "{n}"} for language in ("en", "de", "it")})

    def script(stage: Stage) -> list[Step]:
        return [Step("mine", say("title"), (say("text", n=3),), stage.picture(stage.empty))]

    teach(toy.name, script)
    variant = read_variant(with_rule(toy), "toy")
    (step,) = steps_of(Stage(variant), variant.rules[0])
    assert step.name == "mine"
    lesson_of.cache_clear()
    assert lesson_of(variant).twists == (step,)


def test_a_mechanic_whose_script_finds_no_position_is_told_in_its_own_words() -> None:
    text = variant_text("longo").replace('rules = ["lucky"]', 'rules = ["lucky", "chain"]')
    assert 'rules = ["lucky", "chain"]' in text
    bar = f'bar = "{" ".join("RYG" * 5)}"'
    text = re.sub(r'R = "[^"]*"', 'R = "2-16*"', text).replace("edition", f"{bar}\nedition", 1)
    steps = {step.name: step for step in lesson_of(read_variant(text, "starred")).twists}
    assert in_words(steps["lucky"].text[0], "en").startswith("Each sheet shows its lucky numbers.")
