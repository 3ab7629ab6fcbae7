"""Tests that hold the second reading of the two Connected pads to section 2.7."""

from __future__ import annotations

from itertools import pairwise

import pytest

from . import second_reading as sr
from .second_reading import Position, Sheet
from .test_second_reading import DICE, after, sheet, takes, texts

STEPS, CHAIN = "connected_steps", "connected_chain"
SEATS = range(5)
LOW = [2, 3, 4, 5, 6]


def column(cell: str) -> int:
    """Find the column of a cell by looking along its printed row."""
    numbers = [c.number for c in sr.LAYOUTS["classic"].rows[cell[0]]]
    return numbers.index(int(cell[1:]))


def seated(variant: str, seat: int, written: Sheet, closed: str = "") -> Position:
    """Seat one written sheet, and empty ones before it; its player is active."""
    return Position(variant, [*(sheet() for _ in range(seat)), written], set(closed), seat)


def framed_sheet(seat: int) -> Sheet:
    """Cross every framed cell of a seat's Steps sheet and nothing else."""
    written = sheet()
    for cell in sr.framed_cells(STEPS, seat):
        written.crosses[cell[0]].append(int(cell[1:]))
    return written


# --- the data -----------------------------------------------------------------------


@pytest.mark.parametrize("variant", [STEPS, CHAIN])
def test_rows_and_locks_are_those_of_classic(variant: str) -> None:
    assert sr.LAYOUTS[variant].rows == sr.LAYOUTS["classic"].rows
    assert sr.LAYOUTS[variant].locks == sr.LAYOUTS["classic"].locks


@pytest.mark.parametrize("seat", SEATS)
def test_steps_frames_one_cell_a_column(seat: int) -> None:
    cells = sr.framed_cells(STEPS, seat)
    assert [column(cell) for cell in cells] == list(range(11))


@pytest.mark.parametrize("seat", SEATS)
def test_every_step_leads_to_a_neighbouring_row(seat: int) -> None:
    # Section 2.7 does not say so, but all five lists do it: a checksum against typos.
    rows = [sr.ROWS.index(cell[0]) for cell in sr.framed_cells(STEPS, seat)]
    assert {abs(a - b) for a, b in pairwise(rows)} == {1}


@pytest.mark.parametrize("seat", SEATS)
def test_chain_pairs_lie_in_one_column_of_neighbouring_rows(seat: int) -> None:
    pairs = sr.circled_pairs(CHAIN, seat)
    assert [one[0] + other[0] for one, other in pairs] == ["RY", "RY", "YG", "YG", "GB", "GB"]
    assert all(column(one) == column(other) for one, other in pairs)


@pytest.mark.parametrize("seat", SEATS)
def test_no_circled_cell_stands_in_two_pairs_or_before_a_lock(seat: int) -> None:
    cells = [cell for pair in sr.circled_pairs(CHAIN, seat) for cell in pair]
    assert len({*cells}) == 12
    assert 10 not in [column(cell) for cell in cells]


def test_the_five_sheets_differ_and_repeat_in_order() -> None:
    steps = [sr.framed_cells(STEPS, seat) for seat in range(8)]
    chain = [sr.circled_pairs(CHAIN, seat) for seat in range(8)]
    assert len({tuple(cells) for cells in steps}) == 5
    assert len({tuple(pairs) for pairs in chain}) == 5
    assert steps[5:] == steps[:3]
    assert chain[5:] == chain[:3]


def test_other_pads_have_neither_frames_nor_circles() -> None:
    assert not sr.framed_cells(CHAIN, 0)
    assert not sr.circled_pairs(STEPS, 0)
    assert not sr.framed_cells("classic", 0)
    assert not sr.circled_pairs("classic", 0)


# --- Steps: a fifth row at the end ---------------------------------------------------


def test_steps_plays_as_classic() -> None:
    rolls: list[sr.Roll] = [((1, 1), DICE), ((5, 6), {**DICE, "G": 5})]
    classic, steps = sr.start("classic", 2), sr.start(STEPS, 2)
    assert sr.continuations(steps, rolls) == sr.continuations(classic, rolls)


@pytest.mark.parametrize("seat", SEATS)
def test_all_frames_are_worth_sixty_six(seat: int) -> None:
    written = framed_sheet(seat)
    assert sr.steps(STEPS, seat, written) == 11
    assert sr.score(STEPS, written, seat) == sr.score("classic", written) + 66


def test_every_seat_scores_the_frames_of_its_own_sheet() -> None:
    # R7 is framed on A only, Y7 on C and E, G7 on B and D.
    place = Position(STEPS, [sheet(R=[7], Y=[7], G=[7]) for _ in range(7)])
    assert [sr.steps(STEPS, seat, s) for seat, s in enumerate(place.sheets)] == [1] * 7
    place = Position(STEPS, [sheet(R=[7]) for _ in range(7)])
    assert sr.scores(place) == [2, 1, 1, 1, 1, 2, 1]
    place = Position(STEPS, [sheet(Y=[7]) for _ in range(7)])
    assert sr.scores(place) == [1, 1, 2, 1, 2, 1, 1]


def test_the_fifth_row_counts_by_the_same_table_and_without_the_lock() -> None:
    # On A: Y2, Y6, Y8 and Y12 are framed.  Yellow: six numbers and the lock, 28 points.
    written = sheet(1, Y=[2, 3, 4, 6, 8, 12])
    assert sr.steps(STEPS, 0, written) == 4
    assert sr.score(STEPS, written, 0) == 28 + 10 - 5


def test_frames_without_a_cross_are_worth_nothing() -> None:
    assert sr.scores(sr.start(STEPS, 5)) == [0] * 5
    assert sr.score(STEPS, sheet(R=[2, 3]), 0) == 3


# --- Chain: the forced cross ---------------------------------------------------------


@pytest.mark.parametrize("seat", SEATS)
def test_either_cell_of_a_pair_forces_the_other(seat: int) -> None:
    for pair in sr.circled_pairs(CHAIN, seat):
        both = sheet()
        for cell in pair:
            both.crosses[cell[0]].append(int(cell[1:]))
        for cell in pair:
            place, number = seated(CHAIN, seat, sheet()), int(cell[1:])
            assert after(sr.white_choices(place, seat, number), cell) == both
            white = min(6, number - 1)
            offered = sr.colour_choices(place, seat, (white, 1), {cell[0]: number - white})
            assert after(offered, cell) == both


def test_cells_without_a_circle_force_nothing() -> None:
    offered = sr.white_choices(sr.start(CHAIN, 1), 0, 7)
    assert texts(offered) == ["-", "R7", "Y7", "G7", "B7"]
    assert after(offered, "R7") == sheet(R=[7])


def test_a_pair_on_another_players_sheet_forces_nothing() -> None:
    place = sr.start(CHAIN, 2)  # R6-Y6 on A, R4-Y4 on B
    end = sr.play_turn(place, (3, 3), DICE, ["R6", "R6"], "-")
    assert end.position.sheets == [sheet(R=[6], Y=[6]), sheet(R=[6])]


def test_forced_left_of_the_last_cross() -> None:
    place = Position(CHAIN, [sheet(Y=[4, 9])])
    offered = sr.white_choices(place, 0, 6)
    assert texts(offered) == ["-", "R6", "G6", "B6"]  # Y6 itself is out of reach
    assert after(offered, "R6") == sheet(R=[6], Y=[4, 6, 9])
    assert after(offered, "G6") == sheet(Y=[4, 8, 9], G=[6])


def test_reach_is_right_of_the_rightmost_cross_forced_or_not() -> None:
    left = after(sr.white_choices(Position(CHAIN, [sheet(Y=[4, 9])]), 0, 6), "R6")
    assert takes(CHAIN, left, "Y") == [10, 11]
    right = after(sr.white_choices(Position(CHAIN, [sheet(Y=[4])]), 0, 6), "R6")
    assert right == sheet(R=[6], Y=[4, 6])
    assert takes(CHAIN, right, "Y") == [7, 8, 9, 10, 11]


def test_forced_in_a_row_that_others_closed() -> None:
    place = Position(CHAIN, [sheet(Y=[4]), sheet(Y=[*LOW, 12])], {"Y"})
    offered = sr.white_choices(place, 0, 6)
    assert texts(offered) == ["-", "R6", "G6", "B6"]
    assert after(offered, "R6") == sheet(R=[6], Y=[4, 6])
    end = sr.play_turn(place, (3, 3), DICE, ["R6", "-"], "-")
    assert end.position.closed == {"Y"}
    assert sr.scores(end.position) == [1 + 3, 28]


def test_forced_in_a_row_that_one_has_locked_oneself() -> None:
    place = Position(CHAIN, [sheet(Y=[2, 4, 5, 7, 9, 12])], {"Y"})
    assert sr.scores(place) == [28]
    end = sr.play_turn(place, (3, 3), DICE, ["R6"], "-")
    assert end.position.sheets[0] == sheet(R=[6], Y=[2, 4, 5, 6, 7, 9, 12])
    assert sr.scores(end.position) == [1 + 36]
    assert end.over is None


def test_forced_by_the_colour_action_in_a_row_closed_by_the_white_one() -> None:
    place = Position(CHAIN, [sheet(), sheet(Y=[2, 4, 5, 7, 9])])
    dice = {"R": 5, "Y": 5, "G": 5, "B": 5}
    end = sr.play_turn(place, (6, 6), dice, ["-", "Y12"], "R11")
    assert end.position.closed == {"Y"}
    assert end.position.sheets[0] == sheet(R=[11], Y=[11])


def test_forced_cross_counts_for_the_lock() -> None:
    four = Position(CHAIN, [sheet(Y=[2, 4, 5, 9])])
    assert takes(CHAIN, four.sheets[0], "Y") == [10, 11]
    five = after(sr.white_choices(four, 0, 6), "R6")
    assert takes(CHAIN, five, "Y") == [10, 11, 12]
    end = sr.play_turn(Position(CHAIN, [five]), (6, 6), DICE, ["Y12"], "-")
    assert end.position.closed == {"Y"}
    assert sr.scores(end.position) == [1 + 28]


def test_forced_cross_and_the_lock_it_allows_in_one_turn() -> None:
    place = Position(CHAIN, [sheet(Y=[2, 4, 5, 9])])
    dice = {**DICE, "Y": 6}
    with pytest.raises(ValueError, match="Y12"):
        sr.play_turn(place, (5, 6), dice, ["-"], "Y12")
    end = sr.play_turn(place, (5, 6), dice, ["R11"], "Y12")
    assert end.position.sheets[0] == sheet(R=[11], Y=[2, 4, 5, 9, 11, 12])
    assert end.position.closed == {"Y"}


def test_five_crosses_by_force_do_not_open_a_closed_row() -> None:
    place = Position(CHAIN, [sheet(Y=[2, 4, 5, 9]), sheet()], {"Y"})
    end = sr.play_turn(place, (3, 3), DICE, ["R6", "-"], "-")
    assert end.position.sheets[0].crosses["Y"] == [2, 4, 5, 6, 9]
    assert texts(sr.white_choices(end.position, 0, 12)) == ["-", "G12", "B12"]


def test_both_cells_of_a_pair_with_one_sum_are_two_answers_with_one_end() -> None:
    place = sr.start(CHAIN, 1)
    offered = sr.white_choices(place, 0, 6)
    assert texts(offered) == ["-", "R6", "Y6", "G6", "B6"]
    assert after(offered, "R6") == after(offered, "Y6")
    # Dice that reach nothing: five answers, of which two end alike.
    assert sr.continuations(place, [((3, 3), {})]) == (5, 4)


def test_the_order_in_which_crosses_came_does_not_tell_sheets_apart() -> None:
    forced_late = after(sr.white_choices(Position(CHAIN, [sheet(Y=[9])]), 0, 6), "R6")
    first = after(sr.white_choices(sr.start(CHAIN, 1), 0, 6), "R6")
    forced_early = after(sr.white_choices(Position(CHAIN, [first]), 0, 9), "Y9")
    assert forced_late.key() == forced_early.key()


def test_forced_cross_alone_never_locks() -> None:
    # R11-Y11 on A: yellow gets its sixth cross next to the lock, and stays open.
    place = Position(CHAIN, [sheet(Y=LOW)])
    end = sr.play_turn(place, (5, 6), DICE, ["R11"], "-")
    assert end.position.sheets[0] == sheet(R=[11], Y=[*LOW, 11])
    assert end.position.closed == set()


def test_a_full_chain_row_is_worth_what_a_full_classic_row_is() -> None:
    written = sheet(2, R=list(range(2, 13)), Y=[6, 11])
    assert sr.score(CHAIN, written, 0) == 78 + 3 - 10
