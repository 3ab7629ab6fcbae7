"""The lessons of every variant that ships, of our examples, and of pads nobody has thought of."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from rowlock import find_variant, load_variant, read_variant, shipped_variants
from rowlock.game import Phase
from rowlock.lessons import Lesson, Step, in_words, lesson_of
from rowlock.lessons.basics import basics
from rowlock.lessons.script import MAX, YOU
from rowlock.lessons.stage import Stage
from rowlock.testing.strategies import made_up_variants
from rowlock.variant import Variant, variant_text
from tests.lessons.checking import check_lesson, check_step

EXAMPLES = sorted((Path(__file__).parents[2] / "docs" / "examples").glob("*.toml"))
BASICS = ["rows", "white", "colour", "lock", "miss", "value", "end"]


def names(steps: tuple[Step, ...]) -> list[str]:
    return [step.name for step in steps]


def only(key: str, name: str) -> Step:
    lesson = lesson_of(find_variant(key))
    (step,) = [step for step in (*lesson.basics, *lesson.twists) if step.name == name]
    return step


# Every lesson


@pytest.mark.parametrize("key", shipped_variants())
def test_a_lesson_is_played_by_the_engine(key: str) -> None:
    lesson = lesson_of(find_variant(key))
    check_lesson(lesson)
    assert all(step.frames for step in (*lesson.basics, *lesson.twists)), "something to do"


@pytest.mark.parametrize("key", shipped_variants())
def test_the_basics_can_be_shown_on_any_page(key: str) -> None:
    variant = find_variant(key)
    steps = basics(Stage(variant))
    assert names(steps) == BASICS
    for step in steps:
        check_step(variant, step)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_file_of_ones_own_has_a_lesson(path: Path) -> None:
    lesson = lesson_of(load_variant(path))
    check_lesson(lesson)
    assert names(lesson.basics) == BASICS


@given(made_up_variants())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_lesson_never_breaks_on_a_pad_that_nobody_has_thought_of(variant: Variant) -> None:
    check_lesson(lesson_of(variant))
    for step in basics(Stage(variant)):
        check_step(variant, step)


# What is taught


def test_the_common_game_has_seven_steps() -> None:
    lesson = lesson_of(find_variant("classic"))
    assert names(lesson.basics) == BASICS  # about a minute
    assert lesson.twists == ()
    assert lesson.like is None


def test_it_is_said_where_only_the_pad_differs() -> None:
    lesson = lesson_of(find_variant("xl"))
    assert lesson.like == find_variant("classic")
    assert len(lesson.basics) == 7
    assert lesson.common == find_variant("xl")


@pytest.mark.parametrize(
    ("key", "found"),
    [
        ("longo", ["dice", "locks", "luck", "tie"]),
        ("mixed_colours", ["wandering", "gone"]),
        ("mixed_numbers", ["places", "last"]),
        ("bonus_chain", ["chain", "chained"]),
        ("bonus_pairs", ["pair-f", "pair-e", "pair-t", "pair-d", "pair-n"]),
        ("connected_steps", ["staircase"]),
        ("connected_chain", ["linked", "behind", "shut"]),
    ],
)
def test_what_a_variant_does_otherwise_is_found_out(key: str, found: list[str]) -> None:
    lesson = lesson_of(find_variant(key))
    assert names(lesson.twists) == found
    assert lesson.common == find_variant("classic"), "the basics are shown on the plain page"


def test_what_a_file_puts_together_is_taught_together() -> None:
    (path,) = [path for path in EXAMPLES if path.stem == "chain_of_colours"]
    assert names(lesson_of(load_variant(path)).twists) == ["wandering", "gone", "chain", "chained"]


# Examples


def test_a_lock_is_crossed_with_its_number_for_everybody() -> None:
    step = only("classic", "lock")
    (answer,) = step.frames[0].answers
    assert str(step.start.sheet) == "R 3 5 7 9 11 | Y 4 | G 11 9 | B 10"
    assert str(answer.pictures[-1].sheet) == "R 3 5 7 9 11 12 | Y 4 | G 11 9 | B 10"
    assert [row.name for row in answer.pictures[-1].closed] == ["R"]


def test_points_count_one_three_six_ten() -> None:
    frames = only("classic", "value").frames
    tallies = [frame.answers[0].pictures[-1].points for frame in frames]
    assert [tally.total for tally in tallies if tally] == [1, 3, 6, 10]


def test_a_roll_with_which_nothing_can_be_done() -> None:
    frame = only("classic", "miss").frames[0]
    assert [str(answer.option.decision) for answer in frame.answers] == ["-"]
    assert [str(decision) for decision in frame.game.legal(YOU)] == ["-"]
    assert frame.game.colour_marks(YOU) == ()
    assert frame.answers[0].after.sheets[YOU].misses == 1


def test_max_rolls_for_the_white_dice_and_you_for_the_coloured_ones() -> None:
    assert only("classic", "white").frames[0].game.active == MAX
    colour = only("classic", "colour").frames[0].game
    assert (colour.active, colour.phase) == (YOU, Phase.COLOUR)


def test_the_game_is_over_at_the_end() -> None:
    assert only("classic", "end").frames[0].answers[0].after.over


def test_the_bar_is_struck_and_the_pen_crosses_on() -> None:
    (answer,) = only("bonus_chain", "chained").frames[0].answers
    assert [str(picture.sheet) for picture in answer.pictures] == [
        "R 4 5 6 | Y 5 7 | G | B | bar 1",
        "R 4 5 6 | Y 5 7 | G | B | bar 1 2",
        "R 4 5 6 | Y 5 7 8 | G | B | bar 1 2",
        "R 4 5 6 | Y 5 7 8 | G | B | bar 1 2 3",
        "R 4 5 6 | Y 5 7 8 | G 12 | B | bar 1 2 3",
    ]


def test_luck_goes_to_the_row_with_the_fewest_crosses() -> None:
    frame = only("longo", "luck").frames[0]
    assert [str(answer.option.decision) for answer in frame.answers] == ["*G12"]
    assert [str(option.decision) for option in frame.others] == ["G5", "B5"]


def test_steps_add_up_like_a_fifth_row() -> None:
    frames = only("connected_steps", "staircase").frames
    tallies = [frame.answers[0].pictures[-1].points for frame in frames]
    assert [tally.bonuses for tally in tallies if tally] == [
        (("steps", 1),),
        (("steps", 3),),
        (("steps", 6),),
    ]
    said = [in_words(frame.answers[0].said[0], "en") for frame in frames]
    assert said[0].startswith("1 step: 1 point ")
    assert said[2].startswith("3 steps: 6 points ")


def test_a_link_brings_its_other_end_wherever_that_is() -> None:
    (ahead,) = only("connected_chain", "linked").frames[0].answers
    assert [picture.fresh for picture in ahead.pictures] == [("R6",), ("Y6",)]
    behind = only("connected_chain", "behind")
    (answer,) = behind.frames[0].answers
    (forced,) = answer.pictures[-1].fresh
    page = find_variant("connected_chain").page(YOU)
    assert page.cells[forced].index < behind.start.sheet.reach(page.cells[forced].row)
    shut = only("connected_chain", "shut")
    (answer,) = shut.frames[0].answers
    (forced,) = answer.pictures[-1].fresh
    assert page.cells[forced].row in shut.start.closed
    assert answer.after.sheets[YOU].crossed(page.cells[forced])


def test_misses_are_forgiven_and_points_added() -> None:
    forgiven = only("bonus_pairs", "pair-n").frames[0].answers[0].pictures
    assert forgiven[0].points is not None
    assert forgiven[0].points.misses < 0  # the points change when the eye is there
    assert forgiven[-1].points is not None
    assert forgiven[-1].points.misses == 0
    more = only("bonus_pairs", "pair-t").frames[0].answers[0].pictures[-1]
    assert more.points is not None
    assert more.points.bonuses == (("t", 13),)


# Whatever a file says


def changed(old: str, new: str) -> Lesson:
    """The lesson of a plain variant with one thing changed."""
    text = variant_text("classic")
    assert old in text
    return lesson_of(read_variant(text.replace(old, new), "changed"))


@pytest.mark.parametrize(
    ("locks", "said"),
    [
        (1, "The game ends at once when a row is closed, or when somebody has 4 misses."),
        (2, "The game ends at once when two rows are closed, or when somebody has 4 misses."),
        (3, "The game ends at once when three rows are closed, or when somebody has 4 misses."),
        (4, "The game ends at once when all four rows are closed, or when somebody has 4 misses."),
    ],
)
def test_the_end_is_told_as_the_file_has_it(locks: int, said: str) -> None:
    lesson = changed("locks = 2", f"locks = {locks}")
    check_lesson(lesson)
    end = lesson.basics[-1]
    assert end.name == "end"
    assert in_words(end.text[0], "en").startswith(said)
    answer = end.frames[0].answers[0]
    assert answer.after.over
    assert len(answer.before.closed) == locks - 1
    closed = said.removeprefix("The game ends at once when ").partition(",")[0]
    assert in_words(answer.said[0], "en").lower().startswith(closed)


@pytest.mark.parametrize(
    ("old", "new"), [("locks = 2", "locks = 3"), ("miss_points = -5", "miss_points = -4")]
)
def test_what_ends_or_costs_otherwise_is_no_copy_and_shown_on_its_own_sheet(
    old: str, new: str
) -> None:
    lesson = changed(old, new)
    assert lesson.like is None
    assert lesson.common == lesson.variant
    text = variant_text("bonus_chain")
    assert old in text
    mixed = lesson_of(read_variant(text.replace(old, new), "changed"))
    assert mixed.common == mixed.variant  # the plain sheet would tell of another end
    check_lesson(mixed)


def test_a_lock_that_needs_other_crosses_is_told_somewhere() -> None:
    for key in ("bonus_chain", "mixed_colours", "mixed_numbers"):
        text = variant_text(key)
        assert "needs = 5" in text
        lesson = lesson_of(read_variant(text.replace("needs = 5", "needs = 4"), "changed"))
        said = [in_words(s, "en") for step in (*lesson.basics, *lesson.twists) for s in step.text]
        assert any("4 crosses" in text for text in said)


def test_a_single_miss_may_be_the_end() -> None:
    lesson = changed("misses = 4", "misses = 1")
    check_lesson(lesson)
    assert "first miss" in in_words(lesson.basics[-1].text[0], "en")


def test_cells_are_called_as_they_are_seen_or_typed() -> None:
    (answer, *_) = only("mixed_colours", "wandering").frames[0].answers
    assert str(answer.option.decision) == "R6"
    assert "= blue 6. The red row" in in_words(answer.said[0], "en")
    assert "= R6. The red row" in in_words(answer.said[0], "en", typed=True)
    assert "= Blau 6. Die rote Reihe" in in_words(answer.said[0], "de")
    assert "= blu 6. La crocetta va nella riga rossa" in in_words(answer.said[0], "it")
