"""Bonus A: twelve bonus cells, and a bonus bar whose fields cross on in their rows."""

from __future__ import annotations

import pytest

from rowlock.game import Game, Phase
from rowlock.variant import find_variant, read_variant
from tests.parts import bar_on

from .table import (
    ROWS,
    announce,
    answers,
    at,
    decide,
    dice,
    printed,
    refused,
    roll,
    sheet,
    shut,
    steps,
    story,
    white,
)

KEY = "bonus_chain"
RIPE_RED = "R 2 4 5 7 11"  # five crosses, and the next cell is the locking 12


# What is printed


@pytest.mark.parametrize(
    ("row", "text"),
    [
        ("R", "R2 R3* R4 R5 R6* R7 R8 R9* R10 R11 R12"),
        ("Y", "Y2 Y3 Y4 Y5* Y6 Y7 Y8* Y9 Y10 Y11* Y12"),
        ("G", "G12 G11* G10 G9 G8 G7* G6 G5 G4* G3 G2"),
        ("B", "B12 B11 B10* B9 B8* B7 B6 B5* B4 B3 B2"),
    ],
    ids=ROWS,
)
def test_the_printed_rows(row: str, text: str) -> None:
    assert printed(KEY, row) == text


def test_the_printed_bar() -> None:
    bar = bar_on(find_variant(KEY).page(0))
    assert [field.name for field in bar] == [
        "R",
        "Y",
        "G",
        "B",
        "G",
        "R",
        "B",
        "Y",
        "R",
        "Y",
        "B",
        "G",
    ]


def test_the_twelve_bonus_cells() -> None:
    bonus = {str(cell) for cell in find_variant(KEY).page(0).badged["*"]}
    assert bonus == {"R3", "R6", "R9", "Y5", "Y8", "Y11", "G11", "G7", "G4", "B10", "B8", "B5"}


def test_the_box_is_for_two_to_four() -> None:
    assert find_variant(KEY).players == (2, 4)


def test_the_dice_have_six_faces() -> None:
    assert find_variant(KEY).faces == 6


# One link


@pytest.mark.parametrize(
    ("cell", "extra"),
    [
        ("R3", "R4"),
        ("R6", "R7"),
        ("R9", "R10"),
        ("Y5", "R2"),
        ("Y8", "R2"),
        ("Y11", "R2"),
        ("G11", "R2"),
        ("G7", "R2"),
        ("G4", "R2"),
        ("B10", "R2"),
        ("B8", "R2"),
        ("B5", "R2"),
    ],
)
def test_every_bonus_cell_strikes_a_field_and_crosses_the_next_cell_of_its_row(
    cell: str, extra: str
) -> None:
    events = story(announce(at(KEY, "", ""), int(cell[1:])), {0: cell})
    assert events == [f"1 white {cell}", "1 strikes 1", f"1 bonus {extra}"]


@pytest.mark.parametrize("cell", ["R4", "Y4", "G5", "B4", "G12"])
def test_other_cells_strike_nothing(cell: str) -> None:
    assert story(announce(at(KEY, "", ""), int(cell[1:])), {0: cell}) == [f"1 white {cell}"]


@pytest.mark.parametrize(
    ("field", "extra"),
    [
        (1, "R2"),
        (2, "Y6"),
        (3, "G12"),
        (4, "B12"),
        (5, "G12"),
        (6, "R2"),
        (7, "B12"),
        (8, "Y6"),
        (9, "R2"),
        (10, "Y6"),
        (11, "B12"),
        (12, "G12"),
    ],
)
def test_the_fields_are_struck_left_to_right_without_gaps(field: int, extra: str) -> None:
    bar = " ".join(["bar", *map(str, range(1, field))])
    game = announce(at(KEY, bar, ""), 5)
    assert story(game, {0: "Y5"}) == ["1 white Y5", f"1 strikes {field}", f"1 bonus {extra}"]


def test_fields_struck_before_are_skipped() -> None:
    game = announce(at(KEY, "bar 1 2 4", ""), 5)
    assert story(game, {0: "Y5"})[1:] == ["1 strikes 3", "1 bonus G12"]


def test_the_extra_cross_comes_at_once() -> None:
    # The other seat has not decided yet.
    game = decide(announce(at(KEY, "", ""), 5), {0: "Y5"})
    assert game.to_move() == {1}
    assert sheet(game, 0) == "R 2 | Y 5 | G | B | bar 1"


def test_the_extra_cross_is_not_optional() -> None:
    # Red 11 spoils the row here, but there is no other way to cross yellow 5.
    game = announce(at(KEY, "R 10", ""), 5)
    assert answers(game, 0) == {"Y5", "G5", "B5", "-"}
    game = decide(game, {0: "Y5"})
    assert answers(game, 0) == set()
    assert sheet(game, 0) == "R 10 11 | Y 5 | G | B | bar 1"


def test_a_bonus_cell_works_in_the_colour_action_too() -> None:
    game = white(at(KEY, "", ""), "12y4")
    assert story(game, {0: "Y5"}) == ["1 colour Y5", "1 strikes 1", "1 bonus R2"]


def test_every_player_has_a_bar_of_his_own() -> None:
    game = decide(announce(at(KEY, "", "bar 1 2"), 5), {0: "Y5", 1: "Y5"})
    assert sheet(game, 0) == "R 2 | Y 5 | G | B | bar 1"
    assert sheet(game, 1) == "R | Y 5 | G 12 | B | bar 1 2 3"


# Chains


def test_a_chain_goes_on_through_bonus_cells() -> None:
    game = announce(at(KEY, "R 2", ""), 5)
    assert story(game, {0: "B5"}) == [
        "1 white B5",
        "1 strikes 1",
        "1 bonus R3",
        "1 strikes 2",
        "1 bonus Y2",
    ]


def test_a_chain_through_all_four_rows() -> None:
    game = announce(at(KEY, "R 2 | Y 4 | G 12", ""), 10)
    assert story(game, {0: "B10"}) == [
        "1 white B10",
        "1 strikes 1",
        "1 bonus R3",
        "1 strikes 2",
        "1 bonus Y5",
        "1 strikes 3",
        "1 bonus G11",
        "1 strikes 4",
        "1 bonus B9",
    ]


def test_a_chain_may_lock_a_row() -> None:
    game, events = steps(announce(at(KEY, RIPE_RED, ""), 5), {1: "-", 0: "Y5"})
    assert events == [
        "2 passes",
        "1 white Y5",
        "1 strikes 1",
        "1 bonus R12 and locks",
        "1 strikes 6 9",
        "R closed by 1",
        "2 strikes 1 6 9",
    ]
    assert (game.phase, dice(game)) == (Phase.COLOUR, "YGB")


@pytest.mark.parametrize("active", [0, 1])
def test_a_chain_in_the_white_action_may_end_the_game(active: int) -> None:
    # Then there is neither a colour action nor a miss, whoever is active.
    game = announce(at(KEY, RIPE_RED, "R 8", active=active, closed="G"), 5)
    game, events = steps(game, {1: "-", 0: "Y5"})
    assert events[-1] == "end by locks, won by 1"
    assert (game.phase, shut(game)) == (Phase.OVER, "RG")
    assert [written.misses for written in game.sheets] == [0, 0]


def test_a_chain_in_the_colour_action_may_end_the_game() -> None:
    game = white(at(KEY, RIPE_RED, "", closed="G"), "12y4")
    game, events = steps(game, {0: "Y5"})
    assert events[:3] == ["1 colour Y5", "1 strikes 1", "1 bonus R12 and locks"]
    assert events[-1] == "end by locks, won by 1"
    assert (game.phase, game.sheets[0].misses) == (Phase.OVER, 0)


def test_chains_can_close_three_rows_in_one_white_action() -> None:
    game = at(
        KEY,
        RIPE_RED,
        "Y 2 3 4 6 11 | bar 1",
        "B 12 11 9 7 3 | bar 1 2 3",
    )
    game = decide(announce(game, 11), {0: "Y11", 1: "G11", 2: "G11"})
    assert (game.phase, shut(game)) == (Phase.OVER, "RYB")
    assert [sheet(game, seat).split(" | bar")[0] for seat in range(3)] == [
        "R 2 4 5 7 11 12 | Y 11 | G | B",
        "R | Y 2 3 4 6 11 12 | G 11 | B",
        "R | Y | G 11 | B 12 11 9 7 3 2",
    ]


def test_a_field_whose_row_is_blocked_is_spent_without_effect() -> None:
    game, events = steps(announce(at(KEY, "R 11", ""), 5), {0: "Y5", 1: "-"})
    assert events == ["1 white Y5", "1 strikes 1", "1 lapses R", "2 passes"]
    assert sheet(game, 0) == "R 11 | Y 5 | G | B | bar 1"


def test_a_bonus_cell_without_a_free_field_does_nothing() -> None:
    game = announce(at(KEY, "bar 1 2 3 4 5 6 7 8 9 10 11 12", ""), 5)
    assert story(game, {0: "Y5"}) == ["1 white Y5"]


# Closing


FIELDS = {"R": (1, 6, 9), "Y": (2, 8, 10), "G": (3, 5, 12), "B": (4, 7, 11)}


@pytest.mark.parametrize(("row", "fields"), FIELDS.items(), ids=ROWS)
def test_a_closed_row_strikes_its_fields_for_every_player(
    row: str, fields: tuple[int, int, int]
) -> None:
    lock = 12 if row in "RY" else 2
    start = f"{row} 2 3 4 5 6" if row in "RY" else f"{row} 12 11 10 9 8"
    game = white(at(KEY, start, "", ""), "66" if lock == 12 else "11", {0: f"{row}{lock}"})
    struck = sum(1 << field - 1 for field in fields)
    assert [written.struck for written in game.sheets] == [struck, struck, struck]


def test_the_fields_of_a_closed_row_are_skipped() -> None:
    game = announce(at(KEY, "", "", closed="R"), 5)
    assert story(game, {1: "Y5"}) == ["2 white Y5", "2 strikes 2", "2 bonus Y6"]


def test_the_fields_of_a_closed_row_are_struck_unused() -> None:
    game = white(at(KEY, "R 2 3 4 5 6", "Y 3 | G 10"), "66", {0: "R12"})
    assert sheet(game, 1) == "R | Y 3 | G 10 | B | bar 1 6 9"


def test_the_other_players_fields_are_struck_when_the_action_ends() -> None:
    game = decide(announce(at(KEY, RIPE_RED, "", ""), 12), {0: "R12"})
    assert [written.struck for written in game.sheets] == [0b000100100001, 0, 0]
    game = decide(game, {1: "-", 2: "-"})
    assert [written.struck for written in game.sheets] == [0b000100100001] * 3


def test_a_row_another_seat_locks_in_this_action_still_takes_a_chain() -> None:
    game = announce(at(KEY, RIPE_RED, RIPE_RED.replace("11", "10"), ""), 5)
    game = decide(game, {0: "Y5", 1: "Y5", 2: "-"})
    assert shut(game) == "R"
    assert sheet(game, 1) == "R 2 4 5 7 10 11 | Y 5 | G | B | bar 1 6 9"


def test_a_lock_in_the_white_action_skips_its_fields_in_the_colour_action() -> None:
    game = white(at(KEY, "R 2 3 4 5 6", ""), "66y2", {0: "R12"})
    assert story(game, {0: "Y8"}) == ["1 colour Y8", "1 strikes 2", "1 bonus Y9"]


def badge_on_the_lock() -> Game:
    """A home-made pad on which the locking red 12 is a bonus cell; its bar starts with red."""
    variant = read_variant(
        """
        name = "Home made"
        edition = 1
        players = [2, 4]
        faces = 6
        lock = { cells = 1, needs = 5 }
        end = { locks = 2, misses = 4, miss_points = -5 }
        rules = ["chain"]
        bar = "R Y"
        [rows]
        R = "2-11 12*"
        Y = "2* 3-12"
        G = "12-2"
        B = "12-2"
        """,
        "home_made",
    )
    return Game.at(variant, [variant.sheet("R 2 3 4 5 6"), variant.sheet()])


def test_an_own_lock_strikes_own_fields_before_a_later_badge_of_the_chain() -> None:
    # The badge finds the red field struck, takes the yellow one, and that finds none left.
    game = announce(badge_on_the_lock(), 12)
    assert story(game, {0: "R12"}) == ["1 white R12 and locks", "1 strikes 1 2", "1 bonus Y2"]


# What the book shows


def test_example_of_tim_green_eleven_brings_red_five() -> None:
    game = announce(at(KEY, "R 2 4 | Y 3 | G 12 | B 12", ""), 11)
    game, events = steps(game, {0: "G11"})
    assert events == ["1 white G11", "1 strikes 1", "1 bonus R5"]
    assert sheet(game, 0) == "R 2 4 5 | Y 3 | G 12 11 | B 12 | bar 1"


def test_example_of_sarah_red_nine_brings_blue_five_and_yellow_ten() -> None:
    start = "R 3 6 | Y 5 8 9 | G 11 7 | B 9 6 | bar 1 2 3 4 5 6"
    game, events = steps(announce(at(KEY, start, ""), 9), {0: "R9"})
    assert events == ["1 white R9", "1 strikes 7", "1 bonus B5", "1 strikes 8", "1 bonus Y10"]
    assert sheet(game, 0) == ("R 3 6 9 | Y 5 8 9 10 | G 11 7 | B 9 6 5 | bar 1 2 3 4 5 6 7 8")


def test_example_of_maria_everybody_strikes_the_free_yellow_fields() -> None:
    tim, sarah, maria = range(3)
    game = at(KEY, "bar 1", "bar 1 2 3", "Y 2 3 4 6 7", active=maria)
    game, events = steps(roll(game, "66"), {tim: "-", sarah: "-", maria: "Y12"})
    assert events[2:] == [
        "3 white Y12 and locks",
        "3 strikes 2 8 10",
        "Y closed by 3",
        "1 strikes 2 8 10",
        "2 strikes 8 10",
    ]


def test_nothing_is_crossed_in_a_closed_row_for_any_reason() -> None:
    game = roll(at(KEY, "", "", closed="Y"), "41")
    assert "expected one of R5 G5 B5 -" in refused(game, 0, "Y5")
