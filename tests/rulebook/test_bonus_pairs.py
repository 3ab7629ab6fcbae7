"""Bonus B: five kinds of bonus, each for two cells that are both crossed."""

from __future__ import annotations

import pytest

from rowlock.events import Ending
from rowlock.game import Phase
from rowlock.variant import find_variant

from .table import (
    ROWS,
    announce,
    answers,
    at,
    decide,
    dice,
    printed,
    refused,
    sheet,
    shut,
    steps,
    story,
    turn,
    white,
)

KEY = "bonus_pairs"
# Yellow 11 brings "fewest two": red, with six crosses, has the fewest and needs 11 and 12.
RIPE_RED = "R 2 3 4 5 7 10 | Y 2 4 5 6 8 9 | G 12 11 10 9 8 7 6 | B 12 11 9 8 6 5 3"


def total(text: str) -> int:
    variant = find_variant(KEY)
    return variant.tally(variant.sheet(text)).total


# What is printed


@pytest.mark.parametrize(
    ("row", "text"),
    [
        ("R", "R2 R3 R4 R5 R6t R7 R8d R9 R10 R11 R12"),
        ("Y", "Y2 Y3n Y4 Y5 Y6 Y7e Y8 Y9 Y10 Y11f Y12"),
        ("G", "G12 G11 G10 G9f G8 G7 G6 G5n G4 G3 G2"),
        ("B", "B12 B11 B10d B9 B8 B7e B6 B5 B4t B3 B2"),
    ],
    ids=ROWS,
)
def test_the_printed_rows(row: str, text: str) -> None:
    assert printed(KEY, row) == text


@pytest.mark.parametrize(
    ("badge", "pair"),
    [
        ("f", {"Y11", "G9"}),
        ("e", {"Y7", "B7"}),
        ("d", {"R8", "B10"}),
        ("t", {"R6", "B4"}),
        ("n", {"Y3", "G5"}),
    ],
    ids=["fewest two", "each row", "double", "thirteen", "no misses"],
)
def test_the_five_kinds_have_two_cells_each(badge: str, pair: set[str]) -> None:
    assert {str(cell) for cell in find_variant(KEY).page(0).badged[badge]} == pair


def test_there_are_ten_bonus_cells() -> None:
    cells = find_variant(KEY).page(0).cells.values()
    assert sum(cell.badge != "" for cell in cells) == 10


def test_the_box_is_for_two_to_four() -> None:
    assert find_variant(KEY).players == (2, 4)


def test_the_dice_have_six_faces() -> None:
    assert find_variant(KEY).faces == 6


# Completing a pair


PAIRS = [
    ("Y11", "G9", "f"),
    ("Y7", "B7", "e"),
    ("R8", "B10", "d"),
    ("R6", "B4", "t"),
    ("Y3", "G5", "n"),
]
BOTH_ORDERS = [*PAIRS, *((second, first, badge) for first, second, badge in PAIRS)]


@pytest.mark.parametrize(("first", "second", "badge"), BOTH_ORDERS)
def test_one_cell_of_a_kind_brings_nothing(first: str, second: str, badge: str) -> None:
    assert story(announce(at(KEY, "", ""), int(first[1:])), {0: first}) == [f"1 white {first}"]


@pytest.mark.parametrize(("first", "second", "badge"), BOTH_ORDERS)
def test_both_cells_in_either_order_complete_the_kind(first: str, second: str, badge: str) -> None:
    game = announce(at(KEY, f"{first[0]} {first[1:]}", ""), int(second[1:]))
    assert story(game, {0: second})[:2] == [f"1 white {second}", f"1 completes {badge}"]


def test_the_cells_must_be_on_the_same_sheet() -> None:
    game = announce(at(KEY, "", "Y 11"), 9)
    assert story(game, {0: "G9", 1: "-"}) == ["1 white G9", "2 passes"]


def test_a_pair_may_be_completed_in_the_colour_action() -> None:
    game = white(at(KEY, "R 6", ""), "11b3")
    assert story(game, {0: "B4"}) == ["1 colour B4", "1 completes t"]


def test_a_pair_may_be_completed_by_both_actions_of_one_turn() -> None:
    game = white(at(KEY, "", ""), "24b2", {0: "R6"})
    assert story(game, {0: "B4"}) == ["1 colour B4", "1 completes t"]


# Fewest two


def test_fewest_two_crosses_the_next_two_cells_of_the_row_with_fewest() -> None:
    game = announce(at(KEY, "R 3 | Y 2 11 | G 12 | B 12 11", ""), 9)
    game, events = steps(game, {0: "G9"})
    assert events == ["1 white G9", "1 completes f", "1 bonus R4", "1 bonus R5"]


def test_fewest_two_comes_at_once() -> None:
    # The other seat has not decided yet.
    game = decide(announce(at(KEY, "Y 2 | G 9 | B 12", ""), 11), {0: "Y11"})
    assert game.to_move() == {1}
    assert sheet(game, 0) == "R 2 3 | Y 2 11 | G 9 | B 12"


def test_both_crosses_stay_in_the_row_though_it_is_not_the_fewest_any_more() -> None:
    game = decide(announce(at(KEY, "Y 2 | G 9 | B 12", ""), 11), {0: "Y11"})
    assert sheet(game, 0).startswith("R 2 3 |")  # after red 2, green and blue had as few


def test_of_tied_rows_the_player_chooses() -> None:
    game, events = steps(announce(at(KEY, "Y 11 | G 12", ""), 9), {0: "G9"})
    assert events == ["1 white G9", "1 completes f"]
    assert answers(game, 0) == {"~R", "~B"}
    game, events = steps(game, {0: "~B"})
    assert events == ["1 bonus B12", "1 bonus B11"]
    assert sheet(game, 0) == "R | Y 11 | G 12 9 | B 12 11"


def test_the_choice_may_fall_in_the_colour_action() -> None:
    game = decide(white(at(KEY, "Y 11 | G 12", ""), "36g6"), {0: "G9"})
    assert (game.phase, answers(game, 0)) == (Phase.COLOUR, {"~R", "~B"})
    game = decide(game, {0: "~R"})
    assert (game.active, sheet(game, 0)) == (1, "R 2 3 | Y 11 | G 12 9 | B")


def test_a_tie_asks_also_rows_where_the_crosses_lapse() -> None:
    # All have one; red is closed, and yellow's next cell would be an unearned lock.
    game = announce(at(KEY, "R 2 | Y 11 | B 12", "", closed="R"), 9)
    game = decide(game, {0: "G9"})
    assert answers(game, 0) == {"~R", "~Y", "~G", "~B"}
    assert story(game, {0: "~Y"}) == ["1 lapses Y", "1 lapses Y"]
    assert story(game, {0: "~B"}) == ["1 bonus B11", "1 bonus B10"]


def test_a_tie_is_asked_though_a_single_row_can_take_a_cross() -> None:
    game = decide(announce(at(KEY, "Y 11 | G 12", "", closed="R"), 9), {0: "G9"})
    assert answers(game, 0) == {"~R", "~B"}
    assert story(game, {0: "~B"}) == ["1 bonus B12", "1 bonus B11"]


def test_fewest_two_lapses_when_the_row_is_closed() -> None:
    game = announce(at(KEY, "Y 11 | G 12 | B 12", "", closed="R"), 9)
    game, events = steps(game, {0: "G9"})
    assert events == ["1 white G9", "1 completes f", "1 lapses tie"]
    assert sheet(game, 0) == "R | Y 11 | G 12 9 | B 12"


def test_fewest_two_lapses_when_the_row_is_blocked() -> None:
    game = announce(at(KEY, "R 11 | Y 2 11 | G 12 | B 12 11", ""), 9)
    assert story(game, {0: "G9"})[2:] == ["1 lapses tie"]


def test_the_second_cross_alone_may_lapse() -> None:
    game = announce(at(KEY, "R 10 | Y 2 4 11 | G 12 | B 12 11", ""), 9)
    assert story(game, {0: "G9"})[2:] == ["1 bonus R11", "1 lapses R"]


def test_the_first_cross_may_lock_and_the_second_lapse() -> None:
    start = RIPE_RED.replace("7 10", "7 11")
    game = announce(at(KEY, start, ""), 11)
    assert story(game, {0: "Y11"})[2:] == ["1 bonus R12 and locks", "1 lapses R"]


def test_fewest_two_may_lock_a_row() -> None:
    game, events = steps(announce(at(KEY, RIPE_RED, ""), 11), {1: "-", 0: "Y11"})
    assert events[2:] == ["1 completes f", "1 bonus R11", "1 bonus R12 and locks", "R closed by 1"]
    assert (game.phase, dice(game)) == (Phase.COLOUR, "YGB")


def test_fewest_two_may_end_the_game_in_the_white_action() -> None:
    # No colour action and no miss, though the active seat passed.
    game = announce(at(KEY, RIPE_RED, "", active=1, closed="B"), 11)
    game, events = steps(game, {1: "-", 0: "Y11"})
    assert events[-2:] == ["R closed by 1", "end by locks, won by 1"]
    assert (game.phase, game.sheets[1].misses) == (Phase.OVER, 0)


def test_fewest_two_may_end_the_game_in_the_colour_action() -> None:
    game = white(at(KEY, RIPE_RED, "", closed="B"), "56y5")
    game, events = steps(game, {0: "Y11"})
    assert events[-2:] == ["R closed by 1", "end by locks, won by 1"]
    assert (game.phase, game.sheets[0].misses) == (Phase.OVER, 0)


# Each row


def test_each_row_crosses_one_next_cell_in_every_row() -> None:
    game = announce(at(KEY, "R 4 | B 9 7", ""), 7)
    assert story(game, {0: "Y7"}) == [
        "1 white Y7",
        "1 completes e",
        "1 bonus R5",
        "1 bonus Y8",
        "1 bonus G12",
        "1 bonus B6",
    ]


def test_each_row_lapses_in_closed_and_blocked_rows() -> None:
    game = announce(at(KEY, "R 11 | B 7", "", closed="G"), 7)
    assert story(game, {0: "Y7"})[2:] == ["1 lapses R", "1 bonus Y8", "1 lapses G", "1 bonus B6"]


def test_each_row_may_lock_three_rows_with_one_decision() -> None:
    start = "R 2 3 4 5 11 | Y 2 4 7 8 11 | G 12 11 10 8 3 | B 12"
    game, events = steps(announce(at(KEY, start, ""), 7), {1: "-", 0: "B7"})
    assert events[3:6] == ["1 bonus R12 and locks", "1 bonus Y12 and locks", "1 bonus G2 and locks"]
    assert (game.phase, shut(game)) == (Phase.OVER, "RYG")


def test_effects_under_way_when_the_game_ends_are_still_settled() -> None:
    # Green is closed, so red's lock ends the game. Yellow 11 brings two crosses more all the
    # same, for which green and blue are tied; then come green and blue of "each row".
    start = "R 2 3 4 5 11 | Y 7 10 | G 9"
    game, events = steps(announce(at(KEY, start, "", closed="G"), 7), {1: "-", 0: "B7"})
    assert events[3:] == ["1 bonus R12 and locks", "1 bonus Y11", "1 completes f"]
    assert (game.phase, answers(game, 0)) == (Phase.WHITE, {"~G", "~B"})
    game, events = steps(game, {0: "~B"})
    assert events == [
        "1 bonus B6",
        "1 bonus B5",
        "1 lapses G",
        "1 bonus B4",
        "R closed by 1",
        "end by locks, won by 1",
    ]
    assert sheet(game, 0) == "R 2 3 4 5 11 12 | Y 7 10 11 | G 9 | B 7 6 5 4"


# One bonus causes another


def test_extra_crosses_can_complete_further_pairs() -> None:
    game = announce(at(KEY, "R 5 | Y 2 11 | G 12 | B 5 4", ""), 9)
    assert story(game, {0: "G9"})[1:] == [
        "1 completes f",
        "1 bonus R6",
        "1 completes t",
        "1 bonus R7",
    ]


def test_what_a_cross_triggers_is_settled_before_the_next_row() -> None:
    # Yellow 11 of "each row" brings "fewest two" to green before green's own cross.
    game = announce(at(KEY, "R 2 | Y 7 10 | G 9 | B 12", ""), 7)
    game, events = steps(game, {0: "B7"})
    assert events == [
        "1 white B7",
        "1 completes e",
        "1 bonus R3",
        "1 bonus Y11",
        "1 completes f",
        "1 bonus G8",
        "1 bonus G7",
        "1 bonus G6",
        "1 bonus B6",
    ]


def test_a_tie_in_the_middle_of_each_row_is_asked_before_the_next_row() -> None:
    game, events = steps(announce(at(KEY, "Y 7 10 | G 9 | B 12", ""), 7), {0: "B7"})
    assert events[2:] == ["1 bonus R2", "1 bonus Y11", "1 completes f"]
    assert answers(game, 0) == {"~R", "~G"}
    game, events = steps(game, {0: "~R"})
    assert events == ["1 bonus R3", "1 bonus R4", "1 bonus G8", "1 bonus B6"]


def test_what_the_first_of_two_crosses_triggers_is_settled_before_the_second() -> None:
    game = announce(at(KEY, "R 2 3 | Y 7 11 | G 12 | B 8", ""), 9)
    assert story(game, {0: "G9"})[1:] == [
        "1 completes f",
        "1 bonus B7",
        "1 completes e",
        "1 bonus R4",
        "1 lapses Y",
        "1 bonus G8",
        "1 bonus B6",
        "1 bonus B5",
    ]


# Picks


def test_a_pick_of_a_row_that_is_not_tied_is_refused() -> None:
    game = decide(announce(at(KEY, "Y 11 | G 12", ""), 9), {0: "G9"})
    assert "to settle a tie" in refused(game, 0, "~Y")
    assert "expected one of ~R ~B" in refused(game, 0, "~Y")


@pytest.mark.parametrize("move", ["-", "R9", "G9"])
def test_a_tie_must_be_settled_before_anything_else(move: str) -> None:
    game = decide(announce(at(KEY, "Y 11 | G 12", ""), 9), {0: "G9"})
    assert "expected one of ~R ~B" in refused(game, 0, move)


def test_a_pick_of_another_seat_is_refused() -> None:
    game = decide(announce(at(KEY, "Y 11 | G 12", ""), 9), {0: "G9"})
    assert "expected one of R9 Y9 G9 B9 -" in refused(game, 1, "~R")


def test_a_pick_without_a_tie_is_refused() -> None:
    assert "expected one of R9 Y9 G9 B9 -" in refused(announce(at(KEY, "", ""), 9), 0, "~R")


def test_another_seat_may_decide_while_a_pick_is_pending() -> None:
    game = decide(announce(at(KEY, "Y 11 | G 12", ""), 9), {0: "G9", 1: "R9"})
    assert (game.phase, sheet(game, 1)) == (Phase.WHITE, "R 9 | Y | G | B")
    assert game.to_move() == {0}
    assert decide(game, {0: "~R"}).phase is Phase.COLOUR


# Bonuses at the end


def test_double_counts_the_row_with_fewest_twice() -> None:
    assert total("R 8 9 10 | Y 2 | G 12 11 | B 10 9") == 6 + 1 + 3 + 3 + 1


def test_double_counts_only_one_row_of_a_tie() -> None:
    assert total("R 8 9 | Y 2 4 5 | G 12 11 | B 10 9 8") == 3 + 6 + 3 + 6 + 3


def test_double_of_an_empty_row_is_nothing() -> None:
    assert total("R 8 9 | Y 2 4 5 | B 10 9 8") == 3 + 6 + 0 + 6


def test_one_cell_of_double_counts_nothing_twice() -> None:
    assert total("R 8 | Y 2 | G 12 | B 12") == 4


def test_thirteen_adds_thirteen_points() -> None:
    assert total("R 6 | B 4") == 1 + 1 + 13


def test_one_cell_of_thirteen_adds_nothing() -> None:
    assert total("R 6 | B 5") == 1 + 1


def test_no_misses_makes_misses_free() -> None:
    assert total("Y 3 | G 5 | x3") == 1 + 1


def test_one_cell_of_no_misses_forgives_nothing() -> None:
    assert total("Y 3 | G 4 | x3") == 1 + 1 - 15


def test_all_three_end_bonuses_add_up() -> None:
    assert total("R 6 8 | Y 3 | G 5 | B 10 4 | x2") == 3 + 1 + 1 + 3 + 1 + 13


def test_a_fourth_miss_still_ends_the_game() -> None:
    game = turn(at(KEY, "Y 3 | G 5 | x3", ""), "34", {})
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.ending, outcome.totals, outcome.winners) == (Ending.MISSES, (2, 0), (0,))


# What the book shows


def test_example_of_sarah_who_has_both_no_misses_cells() -> None:
    game = announce(at(KEY, "Y 3 6 | G 12 10 8", ""), 5)
    game, events = steps(game, {0: "G5"})
    assert events == ["1 white G5", "1 completes n"]
    assert game.to_move() == {1}  # nothing to settle: it counts at the end
