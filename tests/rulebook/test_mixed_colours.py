"""gemixxt A: rows in number order whose cells have the colours of different dice."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import pytest

from rowlock.game import Phase
from rowlock.variant import find_variant

from .table import (
    ROWS,
    announce,
    answers,
    at,
    cells,
    decide,
    dice,
    open_in,
    printed,
    roll,
    steps,
    white,
)

KEY = "mixed_colours"
RIPE_RED = "R 2 3 5 6 8"  # five crosses in the top row


# What is printed


@pytest.mark.parametrize(
    ("row", "text"),
    [
        ("R", "Y2 Y3 Y4 B5 B6 B7 G8 G9 G10 R11 R12"),
        ("Y", "R2 R3 G4 G5 G6 G7 B8 B9 Y10 Y11 Y12"),
        ("G", "B12 B11 B10 Y9 Y8 Y7 R6 R5 R4 G3 G2"),
        ("B", "G12 G11 R10 R9 R8 R7 Y6 Y5 B4 B3 B2"),
    ],
    ids=ROWS,
)
def test_the_printed_rows(row: str, text: str) -> None:
    assert printed(KEY, row) == text


@pytest.mark.parametrize("row", ROWS)
def test_a_row_has_one_segment_of_each_colour(row: str) -> None:
    segments = [colour.name for colour, _ in groupby(cell.colour for cell in cells(KEY, row))]
    assert sorted(segments) == ["B", "G", "R", "Y"]


@pytest.mark.parametrize(
    ("row", "numbers"),
    [
        ("R", [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
        ("Y", [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
        ("G", [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]),
        ("B", [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]),
    ],
    ids=ROWS,
)
def test_the_rows_are_in_number_order(row: str, numbers: list[int]) -> None:
    assert [cell.number for cell in cells(KEY, row)] == numbers


def test_every_colour_and_number_stands_once_on_the_sheet() -> None:
    printed_cells = Counter((c.colour.name, c.number) for row in ROWS for c in cells(KEY, row))
    assert printed_cells == Counter((colour, n) for colour in "RYGB" for n in range(2, 13))


def test_the_box_is_for_two_to_four() -> None:
    assert find_variant(KEY).players == (2, 4)


def test_the_dice_have_six_faces() -> None:
    assert find_variant(KEY).faces == 6


# Crossing


@pytest.mark.parametrize(
    ("die", "number", "cell"),
    [
        ("r", 3, "Y3"),
        ("r", 5, "G5"),
        ("r", 8, "B8"),
        ("r", 11, "R11"),
        ("y", 4, "R4"),
        ("y", 8, "G8"),
        ("y", 5, "B5"),
        ("y", 11, "Y11"),
        ("g", 9, "R9"),
        ("g", 7, "Y7"),
        ("g", 11, "B11"),
        ("g", 3, "G3"),
        ("b", 6, "R6"),
        ("b", 8, "Y8"),
        ("b", 12, "G12"),
        ("b", 4, "B4"),
    ],
)
def test_a_coloured_die_crosses_its_colour_in_whatever_row_it_stands(
    die: str, number: int, cell: str
) -> None:
    low = max(1, number - 6)
    game = white(at(KEY, ""), f"{low}{low}{die}{number - low}")
    assert {answer for answer in answers(game, 0) if answer[1:] == str(number)} == {cell}


def test_the_white_dice_cross_cells_of_any_colour() -> None:
    assert answers(announce(at(KEY, ""), 8), 0) == {"R8", "Y8", "G8", "B8", "-"}


def test_left_to_right_holds_across_the_segments() -> None:
    # Blue 6 in the top row loses yellow 2 to 4 and blue 5 there.
    assert open_in(at(KEY, "R 6"), 0, "R") == [7, 8, 9, 10, 11]


# Locking


@pytest.mark.parametrize(
    ("start", "lock", "left"),
    [
        ("R 2 3 5 6 8", "R12", "YGB"),
        ("Y 2 3 5 6 8", "Y12", "RGB"),
        ("G 12 10 8 6 5", "G2", "RYB"),
        ("B 12 10 8 6 5", "B2", "RYG"),
    ],
    ids=ROWS,
)
def test_locking_removes_the_die_of_the_last_cell(start: str, lock: str, left: str) -> None:
    game = decide(announce(at(KEY, start), int(lock[1:])), {0: lock})
    assert dice(game) == left


def test_example_of_the_top_row_locked_by_red_twelve() -> None:
    game, events = steps(roll(at(KEY, RIPE_RED, ""), "66"), {0: "R12", 1: "-"})
    assert events == ["1 white R12 and locks", "2 passes", "R closed by 1"]
    assert dice(game) == "YGB"


def test_example_of_the_top_row_needs_a_sixth_cross_or_later() -> None:
    game = roll(at(KEY, "R 2 3 5 6", "R 2 3 4 5 6 7 8"), "66")
    assert "R12" not in answers(game, 0)
    assert "R12" in answers(game, 1)


@pytest.mark.parametrize("cell", ["Y2", "Y3", "G6", "G5", "G4", "B10", "B9", "B8", "B7"])
def test_example_of_red_cells_elsewhere_stay_open_to_the_white_dice(cell: str) -> None:
    game = announce(at(KEY, "", closed="R"), int(cell[1:]))
    assert cell in answers(game, 0)


def test_red_cells_elsewhere_have_no_die_any_more() -> None:
    # The sums are 2 + 2, 2 + 3, 2 + 4, and nothing is left that makes a red one.
    game = white(at(KEY, "", closed="R"), "22y2g3b4")
    assert answers(game, 0) == {"Y5", "-"}  # yellow 4 and blue 6 stand in the closed top row


def test_a_die_gone_in_the_white_action_is_gone_for_the_colour_action() -> None:
    # Red 4 would make 10 with a white 6: red 10 stands in the bottom row.
    game = white(at(KEY, RIPE_RED), "66r4", {0: "R12"})
    assert game.phase is Phase.COLOUR
    assert "B10" not in answers(game, 0)


def test_a_die_is_gone_for_the_colour_action_also_when_another_seat_locked() -> None:
    # 6 + 1 stays: green 7 and yellow 7; blue 7 stands in the closed row.
    game = white(at(KEY, "", RIPE_RED), "66r4", {1: "R12"})
    assert answers(game, 0) == {"Y7", "G7", "-"}


def test_cells_of_other_colours_in_a_closed_row_are_closed_too() -> None:
    game = announce(at(KEY, "", closed="R"), 3)
    assert answers(game, 0) == {"Y3", "G3", "B3", "-"}


def test_a_die_in_play_does_not_reach_into_a_closed_row() -> None:
    # Yellow 2 and 3, green 8 and blue 7 stand in the top row; green 7 and blue 8 in the second.
    game = white(at(KEY, "", closed="R"), "12y1g6b6")
    assert answers(game, 0) == {"Y7", "Y8", "-"}


# The score


def test_points_are_counted_row_by_row_whatever_the_colours() -> None:
    # The top row's three crosses are yellow, blue and green; the second's two are red and blue.
    variant = find_variant(KEY)
    assert variant.tally(variant.sheet("R 4 5 8 | Y 3 9")).rows == (6, 3, 0, 0)


def test_five_crosses_of_a_colour_in_several_rows_earn_no_lock() -> None:
    game = announce(at(KEY, "R 11 | Y 2 3 | G 6 5 | B 10"), 12)
    assert "R12" not in answers(game, 0)
