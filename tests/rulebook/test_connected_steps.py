"""Connected Steps: a staircase of framed cells that count once more at the end."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rowlock.game import Game
from rowlock.mechanics.staircase import Steps
from rowlock.sheet import Page
from rowlock.variant import find_variant

from .table import ROWS, announce, answers, at, open_in, printed, sheet, story, white

KEY = "connected_steps"
SHEETS = {
    "A": "Y2 G11 B10 G9 Y6 R7 Y8 G5 B4 G3 Y12",
    "B": "B12 G11 Y4 R5 Y6 G7 B6 G5 Y10 R11 Y12",
    "C": "G12 B11 G10 Y5 R6 Y7 G6 B5 G4 Y11 R12",
    "D": "Y2 R3 Y4 G9 B8 G7 Y8 R9 Y10 G3 B2",
    "E": "R2 Y3 G10 B9 G8 Y7 R8 Y9 G4 B3 G2",
}
SEATS = range(5)


def page(seat: int) -> Page:
    return find_variant(KEY).page(seat)


def framed(seat: int) -> str:
    """The framed cells of a seat's sheet, from left to right."""
    part = page(seat).part(Steps)
    assert part is not None
    return " ".join(map(str, part.cells))


def fifth(seat: int, text: str) -> int:
    """What the fifth line of this sheet is worth."""
    variant = find_variant(KEY)
    bonuses = dict(variant.tally(variant.sheet(text, seat)).bonuses)
    assert bonuses.keys() <= {"steps"}
    return bonuses.get("steps", 0)


def total(game: Game, seat: int) -> int:
    return game.tally(seat).total


# What is printed


@pytest.mark.parametrize("row", ROWS)
def test_the_rows_are_those_of_classic(row: str) -> None:
    assert printed(KEY, row) == printed("classic", row)


@pytest.mark.parametrize("seat", SEATS)
def test_the_five_sheets(seat: int) -> None:
    assert framed(seat) == SHEETS["ABCDE"[seat]]


@pytest.mark.parametrize("seat", SEATS)
def test_one_framed_cell_stands_in_every_column(seat: int) -> None:
    cells = [page(seat).cells[name] for name in framed(seat).split()]
    assert [cell.index for cell in cells] == list(range(11))


@pytest.mark.parametrize("seat", SEATS)
def test_the_staircase_goes_on_in_a_neighbouring_row(seat: int) -> None:
    rows = [page(seat).cells[name].row for name in framed(seat).split()]
    assert {abs(one - two) for one, two in pairwise(rows)} == {1}


def test_with_more_seats_the_sheets_repeat_in_order() -> None:
    assert [framed(seat) for seat in range(5, 8)] == [framed(seat) for seat in range(3)]


@pytest.mark.parametrize("seat", SEATS)
def test_a_frame_is_drawn_around_every_step_and_a_fifth_line_is_added(seat: int) -> None:
    (badge,) = page(seat).badges
    (line,) = page(seat).lines
    assert (badge.shape, badge.cells, line.cells) == ("frame", *[(*framed(seat).split(),)] * 2)
    assert not page(seat).links + page(seat).strips + page(seat).notes


def test_the_box_is_for_two_to_five() -> None:
    assert find_variant(KEY).players == (2, 5)


def test_the_dice_have_six_faces() -> None:
    assert find_variant(KEY).faces == 6


# Crossing


def test_a_framed_cell_is_crossed_like_any_other() -> None:
    game = announce(at(KEY, "", ""), 7)
    assert answers(game, 0) == answers(game, 1) == {"R7", "Y7", "G7", "B7", "-"}
    assert story(game, {0: "R7"}) == ["1 white R7"]


def test_a_frame_gives_no_right_to_cross() -> None:
    # R7 is a step of sheet A, and lost.
    assert open_in(at(KEY, "R 9"), 0, "R") == [10, 11]


def test_the_order_of_the_steps_does_not_matter() -> None:
    # B10 lies left of G9 and Y8 on the staircase, but is the first in its row.
    game = announce(at(KEY, "Y 8 | G 9"), 10)
    assert "B10" in answers(game, 0)


def test_a_step_before_the_lock_needs_five_crosses() -> None:
    assert "Y12" not in answers(announce(at(KEY, "Y 2 6 8 9"), 12), 0)
    game = announce(at(KEY, "Y 2 6 8 9 10"), 12)
    assert story(game, {0: "Y12"}) == ["1 white Y12 and locks", "Y closed by 1"]


def test_the_colour_action_crosses_steps_too() -> None:
    game = white(at(KEY, ""), "15r2")
    assert story(game, {0: "R7"}) == ["1 colour R7"]


# Counting


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("", 0),
        ("R 2 3 4 5 6", 0),
        ("R 7", 1),
        ("R 7 | Y 2", 3),
        ("R 7 | Y 2 6", 6),
        ("R 7 | Y 2 6 8", 10),
        ("R 7 | Y 2 6 8 | G 11", 15),
        ("R 7 | Y 2 6 8 | G 11 9", 21),
        ("R 7 | Y 2 6 8 | G 11 9 5", 28),
        ("R 7 | Y 2 6 8 | G 11 9 5 3", 36),
        ("R 7 | Y 2 6 8 | G 11 9 5 3 | B 10", 45),
        ("R 7 | Y 2 6 8 | G 11 9 5 3 | B 10 4", 55),
        ("R 7 | Y 2 3 6 8 9 12 | G 11 9 5 3 | B 10 4", 66),
    ],
)
def test_crossed_steps_count_by_the_table_of_the_rows(text: str, worth: int) -> None:
    assert fifth(0, text) == worth


@pytest.mark.parametrize("seat", SEATS)
def test_a_whole_staircase_is_worth_sixty_six_on_every_sheet(seat: int) -> None:
    full = {row: [c.number for c in page(seat).rows[i].cells] for i, row in enumerate(ROWS)}
    text = " | ".join(" ".join([row, *map(str, numbers)]) for row, numbers in full.items())
    assert fifth(seat, text) == 66


def test_a_step_counts_in_its_row_as_well() -> None:
    game = at(KEY, "R 7")
    assert (game.tally(0).rows[0], total(game, 0)) == (1, 2)


def test_a_lock_is_a_cross_of_its_row_and_not_of_the_staircase() -> None:
    # Yellow: six numbers and the lock, 28. Steps: Y2, Y6, Y8 and Y12, 10.
    game = at(KEY, "Y 2 6 8 9 10 12")
    assert (game.tally(0).rows[1], fifth(0, "Y 2 6 8 9 10 12")) == (28, 10)


def test_every_seat_counts_the_frames_of_its_own_sheet() -> None:
    game = at(KEY, *["R 7"] * 7)  # a step on sheet A alone
    assert [total(game, seat) for seat in range(7)] == [2, 1, 1, 1, 1, 2, 1]


def test_misses_count_as_ever() -> None:
    assert total(at(KEY, "R 7 | x2"), 0) == 1 + 1 - 10


def test_example_of_cleo() -> None:
    game = at(KEY, "R 2 3 7 8 | Y 2 4 6 8 9 | G 11 9 8 | B 12 11 10 9 8 7 | x1")
    assert game.tally(0).rows == (10, 15, 6, 21)
    assert fifth(0, sheet(game, 0)) == 28
    assert total(game, 0) == 75
