"""gemixxt B: rows of one colour whose numbers are shuffled."""

from __future__ import annotations

import pytest

from rowlock.variant import find_variant

from .table import (
    ROWS,
    announce,
    answers,
    at,
    first_cells,
    lock_cells,
    numbers,
    open_in,
    printed,
    story,
    white,
)

KEY = "mixed_numbers"


# What is printed


@pytest.mark.parametrize(
    ("row", "text"),
    [
        ("R", "R10 R6 R2 R8 R3 R4 R12 R5 R9 R7 R11"),
        ("Y", "Y9 Y12 Y4 Y6 Y7 Y2 Y5 Y8 Y11 Y3 Y10"),
        ("G", "G8 G2 G10 G12 G6 G9 G7 G4 G5 G11 G3"),
        ("B", "B5 B7 B11 B9 B12 B3 B8 B10 B2 B6 B4"),
    ],
    ids=ROWS,
)
def test_the_printed_rows(row: str, text: str) -> None:
    assert printed(KEY, row) == text


@pytest.mark.parametrize("row", ROWS)
def test_a_row_has_every_number_once(row: str) -> None:
    assert sorted(numbers(KEY, row)) == [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]


def test_the_box_is_for_two_to_four() -> None:
    assert find_variant(KEY).players == (2, 4)


def test_the_dice_have_six_faces() -> None:
    assert find_variant(KEY).faces == 6


# Crossing


@pytest.mark.parametrize(
    ("start", "row", "left"),
    [
        ("R 12", "R", [5, 9, 7]),
        ("Y 12", "Y", [4, 6, 7, 2, 5, 8, 11, 3]),
        ("G 8 12", "G", [6, 9, 7, 4, 5, 11]),
        ("B 2", "B", [6]),
    ],
    ids=ROWS,
)
def test_left_to_right_means_the_place_not_the_size(start: str, row: str, left: list[int]) -> None:
    assert open_in(at(KEY, start), 0, row) == left


def test_a_coloured_die_crosses_in_its_own_row() -> None:
    game = white(at(KEY, ""), "13r2y3g4b5")
    assert answers(game, 0) == {"R3", "R5", "Y4", "Y6", "G5", "G7", "B6", "B8", "-"}


# Locking


@pytest.mark.parametrize("move", ["R11", "Y10", "G3", "B4"])
def test_a_row_locks_on_its_last_number(move: str) -> None:
    game = at(KEY, first_cells(KEY, move[0], 5))
    assert story(announce(game, int(move[1:])), {0: move}) == [
        f"1 white {move} and locks",
        f"{move[0]} closed by 1",
    ]


@pytest.mark.parametrize("move", ["R11", "Y10", "G3", "B4"])
def test_four_crosses_do_not_lock(move: str) -> None:
    game = announce(at(KEY, first_cells(KEY, move[0], 4)), int(move[1:]))
    assert move not in answers(game, 0)


@pytest.mark.parametrize("move", ["R12", "Y12", "G2", "B2"])
def test_the_numbers_that_lock_in_classic_are_ordinary_here(move: str) -> None:
    assert story(announce(at(KEY, ""), int(move[1:])), {0: move}) == [f"1 white {move}"]


def test_green_nine_does_not_lock() -> None:
    # One book says so, and slips.
    assert story(announce(at(KEY, "G 8 2 10 12 6"), 9), {0: "G9"}) == ["1 white G9"]


def test_no_sum_closes_two_rows_at_once() -> None:
    locks = [cell.number for row in ROWS for cell in lock_cells(KEY, row)]
    assert locks == [11, 10, 3, 4]
