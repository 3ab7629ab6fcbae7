"""Longo: longer rows, two locking numbers a row, and lucky numbers."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from rowlock.game import Phase
from rowlock.sheet import Colour
from rowlock.variant import find_variant, read_variant
from tests.parts import lucky_on

from .table import (
    ROWS,
    announce,
    answers,
    at,
    decide,
    dice,
    lock_cells,
    open_in,
    printed,
    roll,
    sheet,
    shut,
    steps,
    story,
    turn,
    white,
    with_crosses,
)

# Laura sits second because the second sheet's lucky numbers are hers: 6 and 11.
MAX, LAURA, EMMA, LINUS = range(4)
BOOK_SHEET = "R 5 7 | Y 3 5 7 8 10 13 | G 16 11 | B 14"
# Red is the row with the fewest crosses: six, so that its next cell, 15, can lock.
RIPE = "R 2 3 4 5 6 14 | Y 2 3 4 5 6 7 8 | G 16 15 14 13 12 11 10 | B 16 15 14 13 12 11 10"


# What is printed


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("R", "R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R14 R15 R16"),
        ("Y", "Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10 Y11 Y12 Y13 Y14 Y15 Y16"),
        ("G", "G16 G15 G14 G13 G12 G11 G10 G9 G8 G7 G6 G5 G4 G3 G2"),
        ("B", "B16 B15 B14 B13 B12 B11 B10 B9 B8 B7 B6 B5 B4 B3 B2"),
    ],
    ids=ROWS,
)
def test_the_printed_rows(row: str, cells: str) -> None:
    assert printed("longo", row) == cells


def test_the_dice_have_eight_faces() -> None:
    assert find_variant("longo").faces == 8


def test_the_box_is_for_two_to_five() -> None:
    assert find_variant("longo").players == (2, 5)


LUCKY = [(5, 10), (6, 11), (7, 12), (8, 13), (4, 9)]


@pytest.mark.parametrize(("seat", "pair"), list(enumerate(LUCKY)))
def test_each_sheet_has_its_own_lucky_numbers(seat: int, pair: tuple[int, int]) -> None:
    assert lucky_on(find_variant("longo").page(seat)) == pair


@pytest.mark.parametrize("pair", [*LUCKY, (5, 8)], ids=str)
def test_every_lucky_pair_comes_up_with_the_same_chance(pair: tuple[int, int]) -> None:
    # 5/8 is printed in a book but not one of ours.
    throws = list(product(range(1, 9), repeat=2))
    hits = sum(first + second in pair for first, second in throws)
    assert Fraction(hits, len(throws)) == Fraction(11, 64)


def test_a_table_may_choose_other_lucky_numbers() -> None:
    variant = read_variant(
        """
        name = "Our Longo"
        edition = 1
        players = [2, 5]
        faces = 8
        lock = { cells = 2, needs = 6 }
        end = { locks = 2, misses = 4, miss_points = -5 }
        rules = ["lucky"]
        lucky = [[5, 8], [2, 16]]
        [rows]
        R = "2-16"
        Y = "2-16"
        G = "16-2"
        B = "16-2"
        """,
        "our_longo",
    )
    assert [lucky_on(variant.page(seat)) for seat in range(3)] == [(5, 8), (2, 16), (5, 8)]


# Locking


@pytest.mark.parametrize("move", ["R15", "R16", "Y15", "Y16", "G3", "G2", "B3", "B2"])
def test_either_of_the_last_two_numbers_locks_with_six_crosses(move: str) -> None:
    row, number = move[0], int(move[1:])
    left = "2 3 4 5 6 7" if row in "RY" else "16 15 14 13 12 11"
    events = story(announce(at("longo", f"{row} {left}"), number), {0: move})
    assert events == [f"1 white {move} and locks", f"{row} closed by 1"]


@pytest.mark.parametrize("move", ["R15", "R16", "Y15", "Y16", "G3", "G2", "B3", "B2"])
def test_five_crosses_do_not_lock(move: str) -> None:
    row, number = move[0], int(move[1:])
    left = "2 3 4 5 6" if row in "RY" else "16 15 14 13 12"
    assert move not in answers(announce(at("longo", f"{row} {left}"), number), 0)


@pytest.mark.parametrize("move", ["R14", "Y14", "G4", "B4"])
def test_the_third_number_from_the_end_is_an_ordinary_one(move: str) -> None:
    events = story(announce(at("longo", ""), int(move[1:])), {0: move})
    assert events == [f"1 white {move}"]


@pytest.mark.parametrize(("row", "first", "gone"), [("R", 15, 16), ("G", 3, 2)])
def test_crossing_the_first_locking_number_loses_the_second(
    row: str, first: int, gone: int
) -> None:
    left = "2 3 4 5 6 7" if row == "R" else "16 15 14 13 12 11"
    game = decide(announce(at("longo", f"{row} {left}", ""), first), {0: f"{row}{first}"})
    written = game.sheets[0]
    assert not written.can_cross(written.page.cells[f"{row}{gone}"])
    game = decide(decide(game, {1: "-"}), {0: "-"})
    assert f"{row}{gone}" not in answers(announce(game, gone), 0)


def test_who_waits_for_sixteen_loses_it_when_another_locks_with_fifteen() -> None:
    game = white(at("longo", "R 2 3 4 5 6 7", "R 2 3 4 5 6 7"), "78", {0: "R15"})
    game = announce(decide(game, {0: "-"}), 16)
    assert "R16" not in answers(game, 1)


# The score


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize(("count", "worth"), [(13, 91), (14, 105), (15, 120)])
def test_the_score_table_goes_on(row: str, count: int, worth: int) -> None:
    variant = find_variant("longo")
    tally = variant.tally(variant.sheet(with_crosses("longo", row, count)))
    assert tally.rows["RYGB".index(row)] == worth


@pytest.mark.parametrize("last", [str(cell) for row in ROWS for cell in lock_cells("longo", row)])
def test_sixteen_crosses_cannot_be_reached(last: str) -> None:
    full = with_crosses("longo", last[0], 13)
    game = decide(announce(at("longo", full, ""), int(last[1:])), {0: last})
    row = Colour[last[0]]
    assert game.sheets[0].crosses(row) == 15
    assert not any(game.sheets[0].can_cross(cell) for cell in game.sheets[0].page.rows[row].cells)


# Lucky numbers


@pytest.mark.parametrize("lucky", [6, 11])
def test_a_lucky_number_offers_the_next_cell_of_the_row_with_fewest(lucky: int) -> None:
    game = announce(at("longo", "", "R 3 5 | Y 2 3 | G 16 14 | B 15"), lucky)
    stars = {answer for answer in answers(game, LAURA) if answer.startswith("*")}
    assert stars == {"*B14"}


def test_the_next_cell_of_an_empty_row_is_its_first() -> None:
    game = announce(at("longo", "", "R 3 | Y 2 | G | B 15"), 6)
    assert "*G16" in answers(game, LAURA)


def test_the_announced_sum_or_nothing_may_be_chosen_instead() -> None:
    game = announce(at("longo", "", "R 3 | Y 2 | G | B 15"), 6)
    assert answers(game, LAURA) == {"R6", "Y6", "G6", "B6", "*G16", "-"}


def test_a_lucky_cross_comes_instead_of_the_sum_not_on_top_of_it() -> None:
    game = decide(announce(at("longo", "", "R 3 | Y 2 | G | B 15"), 6), {LAURA: "*G16"})
    assert sheet(game, LAURA) == "R 3 | Y 2 | G 16 | B 15"
    assert answers(game, LAURA) == set()


def test_of_tied_rows_the_player_chooses() -> None:
    game = announce(at("longo", "", "R 3 | Y 2 7 | G | B"), 6)
    assert {"*G16", "*B16"} == {answer for answer in answers(game, LAURA) if "*" in answer}


def test_other_numbers_bring_no_luck() -> None:
    game = announce(at("longo", "", ""), 5)
    assert answers(game, LAURA) == {"R5", "Y5", "G5", "B5", "-"}


@pytest.mark.parametrize("active", [0, 1, 2])
def test_any_player_may_use_his_lucky_numbers(active: int) -> None:
    game = announce(at("longo", "", "R 3 | Y 2 | G | B 15", "", active=active), 6)
    assert "*G16" in answers(game, LAURA)


def test_lucky_numbers_serve_any_number_of_times() -> None:
    game = turn(at("longo", "", "R 3 5 | Y 2 3 4 | G | B 15 14"), "33", {LAURA: "*G16"})
    game = turn(game, "56", {LAURA: "*G15"})
    assert sheet(game, LAURA) == "R 3 5 | Y 2 3 4 | G 16 15 | B 15 14"


def test_lucky_numbers_serve_only_in_the_white_action() -> None:
    game = white(at("longo", "", "", active=LAURA), "33r3y3g3b3")
    assert answers(game, LAURA) == {"R6", "Y6", "G6", "B6", "-"}


def test_a_lucky_cross_saves_the_miss() -> None:
    game = turn(at("longo", "R 3 | Y 2 | G | B 15", ""), "23", {MAX: "*G16"})
    assert game.sheets[MAX].misses == 0


def test_a_lucky_cross_may_lock_a_row() -> None:
    game, events = steps(announce(at("longo", RIPE, ""), 5), {MAX: "*R15", LAURA: "-"})
    assert events == ["1 lucky R15 and locks", "2 passes", "R closed by 1"]
    assert (game.phase, dice(game)) == (Phase.COLOUR, "YGB")


def test_a_lucky_cross_may_lock_a_row_and_end_the_game() -> None:
    game = announce(at("longo", RIPE, "", closed="G"), 5)
    game, events = steps(game, {LAURA: "-", MAX: "*R15"})
    assert events[1:] == ["1 lucky R15 and locks", "R closed by 1", "end by locks, won by 1"]
    assert (game.phase, shut(game)) == (Phase.OVER, "RG")


def test_luck_does_not_lock_a_row_with_too_few_crosses() -> None:
    five = RIPE.replace("R 2 3 4 5 6 14", "R 2 3 4 5 14")
    game = announce(at("longo", five, ""), 5)
    assert not any("*" in answer for answer in answers(game, MAX))


def test_no_luck_when_the_row_with_fewest_is_closed() -> None:
    game = announce(at("longo", "", "R 3 | Y 2 | G | B 15", closed="G"), 6)
    assert answers(game, LAURA) == {"R6", "Y6", "B6", "-"}


def test_no_luck_when_the_row_with_fewest_is_blocked() -> None:
    game = announce(at("longo", "", "R 14 | Y 2 3 | G 16 15 | B 15 14"), 6)
    assert answers(game, LAURA) == {"Y6", "G6", "B6", "-"}


def test_a_lucky_cross_of_the_announced_number_is_listed_once_as_plain() -> None:
    game = announce(at("longo", "R 4 | Y 2 3 | G 16 15 | B 16 15"), 5)
    assert [str(move) for move in game.legal(MAX)] == ["R5", "Y5", "G5", "B5", "-"]


def test_a_tied_row_with_another_number_is_listed_beside_the_plain_mark() -> None:
    game = announce(at("longo", "R 4 | Y 2 | G 16 15 | B 16 15"), 5)
    assert [str(move) for move in game.legal(MAX)] == ["R5", "Y5", "G5", "B5", "*Y3", "-"]


# What the book shows


@pytest.mark.parametrize(
    ("row", "left"),
    [
        ("R", [8, 9, 10, 11, 12, 13, 14]),
        ("Y", [14, 15, 16]),
        ("G", [10, 9, 8, 7, 6, 5, 4]),
        ("B", [13, 12, 11, 10, 9, 8, 7, 6, 5, 4]),
    ],
    ids=ROWS,
)
def test_example_of_the_sheet_where_each_row_goes_on(row: str, left: list[int]) -> None:
    # Yellow has its six crosses; the other rows cannot lock yet.
    assert open_in(at("longo", BOOK_SHEET), 0, row) == left


def test_example_of_a_lucky_number_laura_crosses_green_sixteen() -> None:
    game = roll(at("longo", "", "R 4 7 | Y 3 | G | B 13", "", ""), "51b8")
    assert game.roll is not None
    assert game.roll.announced == 6
    game = decide(game, {MAX: "R6", LAURA: "*G16", EMMA: "Y6", LINUS: "-"})
    assert sheet(game, LAURA) == "R 4 7 | Y 3 | G 16 | B 13"


def test_example_of_the_colour_action_max_crosses_blue_thirteen() -> None:
    game = turn(at("longo", "", "", "", ""), "51b8", {MAX: "R6"}, "B13")
    assert sheet(game, MAX) == "R 6 | Y | G | B 13"


def test_example_of_locking_emma_crosses_green_three() -> None:
    game = roll(at("longo", "", "", "G 15 14 11 10 9 7", "", active=EMMA), "12")
    game, events = steps(game, {MAX: "-", LAURA: "-", EMMA: "G3", LINUS: "-"})
    assert events[-3:] == ["3 white G3 and locks", "4 passes", "G closed by 3"]
    assert dice(game) == "RYB"


def test_example_of_the_end_two_eights_close_red_and_yellow() -> None:
    red, yellow = "R 3 4 6 9 10 13", "Y 2 5 6 7 11 12"
    game = roll(at("longo", red, "", "", yellow, active=EMMA, closed="G"), "88")
    game, events = steps(game, {MAX: "R16", LINUS: "Y16", LAURA: "-", EMMA: "-"})
    assert events[-3:] == ["R closed by 1", "Y closed by 4", "end by locks, won by 1 4"]
    assert (game.phase, shut(game)) == (Phase.OVER, "RYG")


def test_example_of_the_score_emma_has_eighty_seven() -> None:
    variant = find_variant("longo")
    tally = variant.tally(
        variant.sheet("R 2 5 6 10 | Y 3 5 7 | G 15 14 11 10 9 7 5 3 | B 15 14 12 11 9 7 6 5 | x2")
    )
    assert (tally.rows, tally.misses, tally.total) == ((10, 6, 45, 36), -10, 87)
