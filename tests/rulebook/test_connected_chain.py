"""Connected Chain: circled cells that hang together, so that a cross in one forces the other."""

from __future__ import annotations

import pytest

from rowlock.events import Cause, Marked
from rowlock.game import Game, Phase
from rowlock.mechanics.linked import Links
from rowlock.moves import parse_move
from rowlock.sheet import Page
from rowlock.variant import find_variant, read_variant

from .table import (
    ROWS,
    announce,
    answers,
    at,
    crosses,
    decide,
    open_in,
    printed,
    refused,
    roll,
    sheet,
    shut,
    steps,
    story,
    turn,
    white,
)

KEY = "connected_chain"
SHEETS = {
    "A": "R6-Y6 R11-Y11 Y3-G11 Y8-G6 G9-B9 G4-B4",
    "B": "R4-Y4 R9-Y9 Y6-G8 Y11-G3 G11-B11 G6-B6",
    "C": "R3-Y3 R8-Y8 Y6-G8 Y11-G3 G10-B10 G5-B5",
    "D": "R5-Y5 R10-Y10 Y3-G11 Y8-G6 G8-B8 G3-B3",
    "E": "R6-Y6 R9-Y9 Y3-G11 Y11-G3 G9-B9 G6-B6",
}
SEATS = range(5)


def page(seat: int) -> Page:
    return find_variant(KEY).page(seat)


def linked(seat: int) -> str:
    """The linked cells of a seat's sheet, as section 2.7 writes them."""
    part = page(seat).part(Links)
    assert part is not None
    return " ".join(f"{one}-{two}" for one, two in part.pairs)


def both_ways() -> list[tuple[int, str, str]]:
    """Every linked cell of every sheet with the other of its pair."""
    found = []
    for seat, links in enumerate(SHEETS.values()):
        for pair in links.split():
            one, two = pair.split("-")
            found += [(seat, one, two), (seat, two, one)]
    return found


def seated(seat: int, text: str = "", closed: str = "") -> Game:
    """This sheet at its seat, and empty ones before it; its player is active."""
    return at(KEY, *[""] * seat, text, active=seat, closed=closed)


# What is printed


@pytest.mark.parametrize("row", ROWS)
def test_the_rows_are_those_of_classic(row: str) -> None:
    assert printed(KEY, row) == printed("classic", row)


@pytest.mark.parametrize("seat", SEATS)
def test_the_five_sheets(seat: int) -> None:
    assert linked(seat) == SHEETS["ABCDE"[seat]]


@pytest.mark.parametrize("seat", SEATS)
def test_a_pair_stands_in_one_column_of_neighbouring_rows(seat: int) -> None:
    for pair in linked(seat).split():
        one, two = (page(seat).cells[name] for name in pair.split("-"))
        assert (one.index, one.row + 1) == (two.index, two.row)


def test_with_more_seats_the_sheets_repeat_in_order() -> None:
    assert [linked(seat) for seat in range(5, 8)] == [linked(seat) for seat in range(3)]


@pytest.mark.parametrize("seat", SEATS)
def test_circles_and_lines_are_drawn(seat: int) -> None:
    pairs = [tuple(pair.split("-")) for pair in linked(seat).split()]
    assert [badge.cells for badge in page(seat).badges] == pairs
    assert {badge.shape for badge in page(seat).badges} == {"circle"}
    assert [badge.sign for badge in page(seat).badges] == [*"abcdef"]
    assert [link.cells for link in page(seat).links] == pairs
    assert len({link.says for link in page(seat).links}) == 1, "one line at the foot says it all"
    assert not page(seat).strips + page(seat).notes + page(seat).lines


def test_the_box_is_for_two_to_five() -> None:
    assert find_variant(KEY).players == (2, 5)


def test_the_dice_have_six_faces() -> None:
    assert find_variant(KEY).faces == 6


# One brings the other


@pytest.mark.parametrize(("seat", "one", "other"), both_ways())
def test_a_cross_in_one_brings_a_cross_in_the_other(seat: int, one: str, other: str) -> None:
    game = announce(seated(seat), int(one[1:]))
    assert story(game, {seat: one})[:2] == [f"{seat + 1} white {one}", f"{seat + 1} bonus {other}"]


@pytest.mark.parametrize("cell", ["R5", "Y7", "G12", "B2"])
def test_cells_without_a_circle_bring_nothing(cell: str) -> None:
    game = announce(at(KEY, "B 12 11 10 9 8", ""), int(cell[1:]))
    assert story(game, {0: cell})[0].startswith(f"1 white {cell}")
    assert sum(crosses(decide(game, {0: cell}), 0, row) for row in ROWS) <= 7


def test_the_other_cross_comes_at_once() -> None:
    # The other seat has not decided yet.
    game = decide(announce(at(KEY, "", ""), 6), {0: "R6"})
    assert game.to_move() == {1}
    assert sheet(game, 0) == "R 6 | Y 6 | G | B"


def test_the_other_cross_is_not_optional() -> None:
    # Yellow 11 costs nearly all of the row, but there is no other way to cross red 11.
    game = announce(at(KEY, "", ""), 11)
    assert answers(game, 0) == {"R11", "Y11", "G11", "B11", "-"}
    game = decide(game, {0: "R11"})
    assert answers(game, 0) == set()
    assert sheet(game, 0) == "R 11 | Y 11 | G | B"


def test_the_colour_action_brings_it_too() -> None:
    game = white(at(KEY, "", ""), "12r5")
    assert story(game, {0: "R6"}) == ["1 colour R6", "1 bonus Y6"]


def test_the_other_cell_is_crossed_once() -> None:
    # Y6 brought R6 before; crossing on brings nothing more.
    game = decide(announce(at(KEY, ""), 6), {0: "Y6"})
    assert sheet(game, 0) == "R 6 | Y 6 | G | B"
    assert answers(game, 0) & {"R6", "Y6"} == set()


def test_a_pair_whose_other_cell_is_crossed_already_brings_nothing() -> None:
    # It cannot come about in a game, but may be set up.
    assert story(announce(at(KEY, "Y 6"), 6), {0: "R6"})[:1] == ["1 white R6"]
    assert sheet(decide(announce(at(KEY, "Y 6"), 6), {0: "R6"}), 0) == "R 6 | Y 6 | G | B"


def test_only_the_pairs_of_ones_own_sheet_count() -> None:
    game = decide(announce(at(KEY, "", ""), 6), {0: "R6", 1: "R6"})
    assert [sheet(game, seat) for seat in (0, 1)] == ["R 6 | Y 6 | G | B", "R 6 | Y | G | B"]


def test_it_is_told_with_the_rule_that_brings_it() -> None:
    step = announce(at(KEY, "", ""), 6).apply(0, parse_move("R6"))
    first, second = step.events
    assert isinstance(first, Marked)
    assert isinstance(second, Marked)
    assert (first.cause, first.rule) == (Cause.WHITE, "")
    assert (second.cause, second.rule, second.lock) == (Cause.BONUS, "linked", False)


# Whatever stands in its way


def test_even_left_of_the_last_cross() -> None:
    game = announce(at(KEY, "Y 4 9"), 6)
    assert "Y6" not in answers(game, 0)
    game = decide(game, {0: "R6"})
    assert sheet(game, 0) == "R 6 | Y 4 6 9 | G | B"


def test_even_in_a_row_that_somebody_else_closed() -> None:
    game = roll(at(KEY, "Y 4", "", closed="Y"), "33")
    assert "Y6" not in answers(game, 0)
    assert "expected one of R6 G6 B6 -" in refused(game, 0, "Y6")
    game = decide(game, {0: "R6"})
    assert sheet(game, 0) == "R 6 | Y 4 6 | G | B"
    assert game.tally(0).rows[:2] == (1, 3)


def test_even_in_a_row_that_one_has_locked_oneself() -> None:
    game = at(KEY, "Y 2 4 5 7 9 12", "")
    assert shut(game) == "Y"
    game, events = steps(roll(game, "33"), {0: "R6", 1: "-"})
    assert events == ["1 white R6", "1 bonus Y6", "2 passes"]  # no second lock
    assert sheet(game, 0) == "R 6 | Y 2 4 5 6 7 9 12 | G | B"
    assert (crosses(game, 0, "Y"), shut(game)) == (8, "Y")
    assert game.tally(0).rows[1] == 36


def test_even_in_a_row_that_closed_in_the_white_action_of_the_same_turn() -> None:
    game = turn(at(KEY, "", "Y 2 4 5 7 9"), "66r5", {1: "Y12"}, "R11")
    assert shut(game) == "Y"
    assert sheet(game, 0) == "R 11 | Y 11 | G | B"


# It counts like any other


def test_it_brings_points() -> None:
    game = decide(announce(at(KEY, "Y 4 9", ""), 6), {0: "R6"})
    assert game.tally(0).rows == (1, 6, 0, 0)


def test_it_counts_towards_the_lock() -> None:
    four = at(KEY, "Y 2 4 5 9")
    assert "Y12" not in answers(announce(four, 12), 0)
    five = turn(four, "33", {0: "R6"})
    assert story(announce(five, 12), {0: "Y12"})[:1] == ["1 white Y12 and locks"]


def test_it_may_bring_the_fifth_cross_in_the_turn_of_the_lock() -> None:
    game = turn(at(KEY, "Y 2 4 5 9", ""), "56y6", {0: "R11"}, "Y12")
    assert sheet(game, 0) == "R 11 | Y 2 4 5 9 11 12 | G | B"
    assert shut(game) == "Y"


def test_it_never_locks_by_itself() -> None:
    game = decide(announce(at(KEY, "Y 2 3 4 5 7", ""), 11), {0: "R11", 1: "-"})
    assert (crosses(game, 0, "Y"), shut(game), game.phase) == (6, "", Phase.COLOUR)


def test_it_saves_the_active_player_from_no_miss_that_the_first_had_not() -> None:
    game = turn(at(KEY, "", ""), "33", {0: "R6"})
    assert [written.misses for written in game.sheets] == [0, 0]
    game = turn(game, "33", {0: "G6"})
    assert game.sheets[1].misses == 1


# The row goes on right of its rightmost cross


@pytest.mark.parametrize(
    ("before", "left"),
    [("Y 4 9", [10, 11]), ("Y 4", [7, 8, 9, 10, 11]), ("", [7, 8, 9, 10, 11])],
)
def test_the_row_goes_on_right_of_its_rightmost_cross(before: str, left: list[int]) -> None:
    game = turn(at(KEY, before), "33", {0: "R6"})
    assert open_in(game, 0, "Y") == left


def test_a_sheet_with_a_cross_that_came_later_reads_back_the_same() -> None:
    game = decide(announce(at(KEY, "Y 4 9", ""), 6), {0: "R6"})
    assert find_variant(KEY).sheet(sheet(game, 0)) == game.sheets[0]


# What the page of the rules shows


def test_example_of_ada_two_for_one() -> None:
    game = turn(at(KEY, "Y 4"), "33", {0: "R6"})
    assert sheet(game, 0) == "R 6 | Y 4 6 | G | B"
    assert 5 not in open_in(game, 0, "Y")


def test_example_of_ben_back_to_the_left() -> None:
    game = turn(at(KEY, "Y 4 9"), "33", {0: "R6"})
    assert min(open_in(game, 0, "Y")) == 10


def test_example_of_cleo_a_closed_row() -> None:
    game = seated(1, "", closed="G")
    game = decide(announce(game, 6), {1: "Y6"})
    assert sheet(game, 1) == "R | Y 6 | G 8 | B"


def test_example_of_dario_the_fifth_cross() -> None:
    game = seated(2, "B 12 11 9 8")
    assert "B2" not in answers(announce(game, 2), 2)
    game = turn(game, "46", {2: "G10"})
    assert crosses(game, 2, "B") == 5
    assert "B2" in answers(announce(game, 2), 2)


# With other rules beside it


def test_a_cross_that_a_bonus_brings_brings_the_other_as_well() -> None:
    variant = read_variant(
        """
        name = "Home made"
        edition = 1
        players = [2, 4]
        faces = 6
        lock = { cells = 1, needs = 5 }
        end = { locks = 2, misses = 4, miss_points = -5 }
        rules = ["chain", "linked"]
        bar = "R Y"
        links = "R2-Y5"
        [rows]
        R = "2-12"
        Y = "2-4 5* 6-12"
        G = "12* 11-2"
        B = "12-2"
        """,
        "home_made",
    )
    game = announce(Game.at(variant, [variant.sheet("Y 9"), variant.sheet()]), 12)
    assert story(game, {0: "G12"}) == [
        "1 white G12",
        "1 strikes 1",
        "1 bonus R2",
        "1 bonus Y5",
        "1 strikes 2",
        "1 bonus Y10",
    ]
