"""Classic: what is printed and what the book shows. XL is the same game in another box,

so every printed example is played with both. The sentences of the rules are in test_common.
"""

from __future__ import annotations

import pytest

from rowlock.game import Phase
from rowlock.variant import find_variant
from tests.parts import bar_on, lucky_on

from .table import (
    announce,
    answers,
    at,
    decide,
    dice,
    open_in,
    printed,
    roll,
    sheet,
    shut,
    steps,
    story,
    turn,
    white,
)

MAX, EMMA, LAURA, LINUS = range(4)
BLANK = "R | Y | G | B"
# Red has 5 and 7; yellow goes on right of 10, green right of 6, blue right of 10.
BOOK_SHEET = "R 5 7 | Y 3 4 7 8 10 | G 12 11 9 8 6 | B 10"


@pytest.fixture(params=["classic", "xl"])
def box(request: pytest.FixtureRequest) -> str:
    return str(request.param)


# What is printed


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("R", "R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12"),
        ("Y", "Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10 Y11 Y12"),
        ("G", "G12 G11 G10 G9 G8 G7 G6 G5 G4 G3 G2"),
        ("B", "B12 B11 B10 B9 B8 B7 B6 B5 B4 B3 B2"),
    ],
    ids="RYGB",
)
def test_the_printed_rows(row: str, cells: str) -> None:
    assert printed("classic", row) == cells


def test_the_dice_have_six_faces() -> None:
    assert find_variant("classic").faces == 6


def test_the_sheet_has_no_bar_and_no_lucky_numbers() -> None:
    page = find_variant("classic").page(0)
    assert (bar_on(page), lucky_on(page), find_variant("classic").rules) == ((), (), ())


def test_the_box_is_for_two_to_five() -> None:
    assert find_variant("classic").players == (2, 5)


@pytest.mark.parametrize("move", ["R12", "Y12", "G2", "B2"])
def test_the_rightmost_number_locks_with_five_crosses(move: str) -> None:
    row, number = move[0], int(move[1:])
    left = "2 3 4 5 6" if row in "RY" else "12 11 10 9 8"
    events = story(announce(at("classic", f"{row} {left}"), number), {0: move})
    assert events == [f"1 white {move} and locks", f"{row} closed by 1"]


@pytest.mark.parametrize("move", ["R11", "Y11", "G3", "B3"])
def test_the_number_before_the_last_does_not_lock(move: str) -> None:
    row, number = move[0], int(move[1:])
    left = "2 3 4 5 6" if row in "RY" else "12 11 10 9 8"
    events = story(announce(at("classic", f"{row} {left}"), number), {0: move})
    assert events == [f"1 white {move}"]


@pytest.mark.parametrize("move", ["R11", "Y11", "G3", "B3"])
def test_the_number_before_the_last_needs_no_crosses(move: str) -> None:
    assert move in answers(announce(at("classic", ""), int(move[1:])), 0)


# A turn in full


def test_each_coloured_die_makes_its_own_two_sums() -> None:
    game = white(at("classic", ""), "13r2y3g4b5")
    assert answers(game, 0) == {"R3", "R5", "Y4", "Y6", "G5", "G7", "B6", "B8", "-"}


def test_two_equal_white_dice_make_one_sum_a_colour() -> None:
    game = white(at("classic", ""), "22r2y3g4b5")
    assert [str(move) for move in game.legal(0)] == ["R4", "Y5", "G6", "B7", "-"]


def test_a_white_and_a_colour_mark_in_different_rows() -> None:
    game = turn(at("classic", "", ""), "34b6", {0: "R7"}, "B10")
    assert sheet(game, 0) == "R 7 | Y | G | B 10"


def test_a_white_and_a_colour_mark_in_the_same_row() -> None:
    game = turn(at("classic", "", ""), "34r6", {0: "R7"}, "R9")
    assert sheet(game, 0) == "R 7 9 | Y | G | B"


def test_the_same_number_twice_in_a_row_is_not_possible() -> None:
    game = white(at("classic", "", ""), "34r4", {0: "R7"})
    assert answers(game, 0) == {"R8", "Y4", "Y5", "G4", "G5", "B4", "B5", "-"}


def test_the_white_mark_may_earn_the_lock_of_the_colour_action() -> None:
    # Four crosses; the white sum is the fifth, and the red die then reaches 12.
    game = white(at("classic", "R 2 3 4 5", ""), "64r6", {0: "R10"})
    assert "R12" in answers(game, 0)
    assert sheet(decide(game, {0: "R12"}), 0) == "R 2 3 4 5 10 12 | Y | G | B"


# What the book shows


@pytest.mark.parametrize(
    ("row", "left"),
    [("R", [8, 9, 10, 11]), ("Y", [11, 12]), ("G", [5, 4, 3, 2]), ("B", [9, 8, 7, 6, 5, 4, 3])],
    ids="RYGB",
)
def test_example_of_the_sheet_where_each_row_goes_on(box: str, row: str, left: list[int]) -> None:
    # Red 12 and blue 2 wait for a fifth cross; yellow and green have theirs.
    assert open_in(at(box, BOOK_SHEET), 0, row) == left


@pytest.mark.parametrize("lost", [2, 3, 4, 6])
def test_example_of_the_sheet_the_skipped_red_numbers_are_lost(box: str, lost: int) -> None:
    assert f"R{lost}" not in answers(announce(at(box, BOOK_SHEET), lost), 0)


def test_example_of_the_white_action_max_announces_five(box: str) -> None:
    game = roll(at(box, "", "", "", "", active=MAX), "41b6")
    assert game.roll is not None
    assert game.roll.announced == 5
    game = decide(game, {EMMA: "Y5", MAX: "R5", LAURA: "-", LINUS: "-"})
    assert [sheet(game, seat) for seat in range(4)] == [
        "R 5 | Y | G | B",
        "R | Y 5 | G | B",
        BLANK,
        BLANK,
    ]


def test_example_of_the_colour_action_max_crosses_blue_ten(box: str) -> None:
    game = white(at(box, "", "", "", "", active=MAX), "41b6", {EMMA: "Y5", MAX: "R5"})
    assert {"B10", "B7"} <= answers(game, MAX)
    game = decide(game, {MAX: "B10"})
    assert sheet(game, MAX) == "R 5 | Y | G | B 10"
    assert (game.active, [s.misses for s in game.sheets]) == (EMMA, [0, 0, 0, 0])


def test_example_of_locking_laura_crosses_green_two(box: str) -> None:
    game = at(box, "", "", "G 12 10 8 7 4", "", active=LAURA)
    game, events = steps(roll(game, "11"), {MAX: "-", EMMA: "-", LAURA: "G2", LINUS: "-"})
    assert "3 white G2 and locks" in events
    assert (shut(game), dice(game)) == ("G", "RYB")
    assert decide(game, {LAURA: "-"}).tally(LAURA).total == 28  # five, the 2 and the lock


def test_example_of_the_end_two_sixes_close_red_and_yellow(box: str) -> None:
    game = at(box, "R 2 4 5 8 9", "", "", "Y 3 4 6 7 11", active=EMMA, closed="G")
    game = roll(game, "66")
    game, events = steps(game, {MAX: "R12", LINUS: "Y12", EMMA: "-", LAURA: "-"})
    assert events[-3:] == ["R closed by 1", "Y closed by 4", "end by locks, won by 1 4"]
    assert (game.phase, shut(game)) == (Phase.OVER, "RYG")


def test_example_of_the_score_laura_has_seventy(box: str) -> None:
    variant = find_variant(box)
    tally = variant.tally(
        variant.sheet("R 2 4 5 8 | Y 3 5 7 | G 12 11 10 6 5 4 3 | B 12 11 10 9 8 7 5 4 | x2")
    )
    assert (tally.rows, tally.misses, tally.total) == ((10, 6, 28, 36), -10, 70)


def test_example_of_the_score_with_a_lock(box: str) -> None:
    # Seven green crosses can also be five, the 2 and the lock.
    variant = find_variant(box)
    assert variant.tally(variant.sheet("G 12 11 10 6 5 2")).rows == (0, 0, 28, 0)


def test_a_full_row_has_twelve_crosses(box: str) -> None:
    variant = find_variant(box)
    tally = variant.tally(variant.sheet("R 2 3 4 5 6 7 8 9 10 11 12"))
    assert tally.rows == (78, 0, 0, 0)
