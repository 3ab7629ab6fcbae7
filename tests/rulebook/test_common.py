"""The common game, sentence by sentence, on every pad.

Numbers, locks and needs are read from the page; the pads' own files type them in again.
"""

from __future__ import annotations

import random

import pytest

from rowlock.dice import throw
from rowlock.events import Ending
from rowlock.game import Game, Phase
from rowlock.variant import find_variant

from .table import (
    KEYS,
    ROWS,
    announce,
    answers,
    at,
    cells,
    colour_roll,
    crosses,
    decide,
    dice,
    first_cells,
    lock_cells,
    needed,
    numbers,
    open_in,
    refused,
    refused_roll,
    roll,
    sheet,
    shut,
    steps,
    turn,
    white,
    with_crosses,
)

BLANK = "R | Y | G | B"
LOCKS = [
    pytest.param(key, row, cell.number, id=f"{key}-{cell}")
    for key in KEYS
    for row in ROWS
    for cell in lock_cells(key, row)
]
each_row = pytest.mark.parametrize("row", ROWS)
each_lock = pytest.mark.parametrize(("key", "row", "number"), LOCKS)


@pytest.fixture(params=KEYS)
def key(request: pytest.FixtureRequest) -> str:
    return str(request.param)


# The sheet


def test_a_sheet_has_four_rows_named_by_their_locks(key: str) -> None:
    rows = find_variant(key).page(0).rows
    assert [row.colour.name for row in rows] == ["R", "Y", "G", "B"]


@each_row
def test_a_row_ends_on_the_colour_of_its_lock(key: str, row: str) -> None:
    assert [cell.colour.name for cell in lock_cells(key, row)] == [row] * len(lock_cells(key, row))


@each_row
def test_skipping_is_allowed(key: str, row: str) -> None:
    sixth = numbers(key, row)[5]
    assert f"{row}{sixth}" in answers(announce(at(key, ""), sixth), 0)


@each_row
def test_a_skipped_number_is_lost(key: str, row: str) -> None:
    first, second, third, *_ = numbers(key, row)
    game = at(key, f"{row} {first} {third}")
    assert f"{row}{second}" not in answers(announce(game, second), 0)


@each_row
def test_a_number_is_crossed_only_once(key: str, row: str) -> None:
    third = numbers(key, row)[2]
    assert f"{row}{third}" not in answers(announce(at(key, f"{row} {third}"), third), 0)


@each_row
def test_all_open_numbers_lie_right_of_the_last_cross(key: str, row: str) -> None:
    fourth = numbers(key, row)[3]
    last = -len(lock_cells(key, row))
    assert open_in(at(key, f"{row} {fourth}"), 0, row) == numbers(key, row)[4:last]


def red_seven(key: str) -> str:
    """The red 7, in whatever row it stands; it carries no badge on any pad."""
    return next(
        str(c) for r in ROWS for c in cells(key, r) if (c.number, c.colour.name) == (7, "R")
    )


# Dice and turns


def test_there_are_two_white_dice_and_one_of_each_colour(key: str) -> None:
    thrown = throw(at(key, "").dice, random.Random(1))
    assert len(thrown.whites) == 2
    assert [die > 0 for die in thrown.colours] == [True] * 4


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_lot_may_fall_on_any_seat(key: str, first: int) -> None:
    game = Game.start(find_variant(key), seats=3, first=first)
    assert (game.active, game.phase) == (first, Phase.ROLL)


@pytest.mark.parametrize(("active", "left"), [(0, 1), (1, 2), (2, 0)])
def test_the_active_role_moves_clockwise(key: str, active: int, left: int) -> None:
    assert turn(at(key, "", "", "", active=active), "34", {}).active == left


def test_only_dice_still_in_play_are_rolled(key: str) -> None:
    game = at(key, "", "", closed="G")
    assert "in play are r y b" in refused_roll(game, "34r1y1g1b1")
    assert roll(game, "34r1y1b1").phase is Phase.WHITE


def test_all_dice_still_in_play_are_rolled(key: str) -> None:
    assert "in play are r y b" in refused_roll(at(key, "", "", closed="G"), "34r1y1")


# The white action


def test_in_the_white_action_all_decide_at_the_same_time(key: str) -> None:
    assert announce(at(key, "", "", "", active=1), 7).to_move() == {0, 1, 2}


@pytest.mark.parametrize("seat", [0, 1])
def test_every_player_may_cross_the_sum_in_any_row_or_not(key: str, seat: int) -> None:
    assert answers(announce(at(key, "", ""), 7), seat) == {"R7", "Y7", "G7", "B7", "-"}


def test_the_sum_is_crossed_in_one_row_only(key: str) -> None:
    game = decide(announce(at(key, "", ""), 7), {0: "R7"})
    assert game.to_move() == {1}
    assert "waits for seat 2" in refused(game, 0, "Y7")


def test_the_white_action_ends_when_the_last_player_has_decided(key: str) -> None:
    game = decide(announce(at(key, "", "", active=1), 7), {1: "R7"})
    assert game.phase is Phase.WHITE
    assert decide(game, {0: "-"}).phase is Phase.COLOUR


# The colour action


def test_the_active_player_alone_has_a_colour_action(key: str) -> None:
    game = white(at(key, "", "", "", active=1), "34")
    assert game.to_move() == {1}
    assert (answers(game, 0), answers(game, 2)) == (set(), set())


def test_one_white_and_one_coloured_die_are_added(key: str) -> None:
    # 1 + 4 and 3 + 4; never 1 + 3, 4 + 4 or 1 + 3 + 4.
    game = white(at(key, "", ""), "13r4y4g4b4")
    assert answers(game, 0) == {"R5", "R7", "Y5", "Y7", "G5", "G7", "B5", "B7", "-"}


@each_row
def test_the_colour_sum_is_crossed_in_the_colour_of_the_die(key: str, row: str) -> None:
    # Only this colour's die makes 2 + 6; the other sums are 2 + 1.
    game = white(at(key, "", ""), f"22{row.lower()}6")
    eights = {str(c) for r in ROWS for c in cells(key, r) if c.number == 8 and c.colour.name == row}
    assert {answer for answer in answers(game, 0) if answer.endswith("8")} == eights
    assert len(eights) == 1


def test_the_colour_action_crosses_at_most_one_number(key: str) -> None:
    game = decide(white(at(key, "", ""), "13r4"), {0: red_seven(key)})
    assert (game.phase, game.active) == (Phase.ROLL, 1)


# Misses


def test_crossing_nothing_in_either_action_costs_a_miss(key: str) -> None:
    game = turn(at(key, "", ""), "34", {})
    assert game.sheets[0].misses == 1


def test_passing_on_purpose_is_allowed_and_costs_the_miss(key: str) -> None:
    game = roll(at(key, "", ""), "34r6")
    assert len(answers(game, 0)) > 1
    game = decide(game, {0: "-", 1: "-"})
    assert len(answers(game, 0)) > 1
    assert sheet(decide(game, {0: "-"}), 0) == f"{BLANK} | x1"


def test_having_nothing_to_cross_costs_the_miss_too(key: str) -> None:
    stuck = " | ".join(f"{r} {cells(key, r)[-1 - len(lock_cells(key, r))].number}" for r in ROWS)
    game = roll(at(key, stuck, ""), "66r6y6g6b6")
    assert answers(game, 0) == {"-"}
    game = decide(game, {0: "-", 1: "-"})
    assert answers(game, 0) == {"-"}
    assert decide(game, {0: "-"}).sheets[0].misses == 1


def test_a_white_cross_alone_saves_the_miss(key: str) -> None:
    assert turn(at(key, "", ""), "34", {0: "R7"}).sheets[0].misses == 0


def test_a_colour_cross_alone_saves_the_miss(key: str) -> None:
    game = turn(at(key, "", ""), "34r4", {}, red_seven(key))
    assert game.sheets[0].misses == 0


def test_the_other_players_never_take_misses(key: str) -> None:
    game = turn(at(key, "", "", ""), "34", {0: "R7"})
    assert [s.misses for s in game.sheets] == [0, 0, 0]
    game = turn(game, "34", {})
    assert [s.misses for s in game.sheets] == [0, 1, 0]


# Locking


@each_lock
def test_a_lock_needs_enough_crosses_before(key: str, row: str, number: int) -> None:
    few, enough = (first_cells(key, row, n) for n in (needed(key) - 1, needed(key)))
    game = announce(at(key, few, enough), number)
    assert f"{row}{number}" not in answers(game, 0)
    assert f"{row}{number}" in answers(game, 1)


@each_lock
def test_the_colour_action_needs_as_many_crosses_to_lock(key: str, row: str, number: int) -> None:
    cell = next(cell for cell in lock_cells(key, row) if cell.number == number)
    dice_text = colour_roll(cell, find_variant(key).faces)
    few, enough = (first_cells(key, row, n) for n in (needed(key) - 1, needed(key)))
    assert f"{row}{number}" not in answers(white(at(key, few), dice_text), 0)
    assert f"{row}{number}" in answers(white(at(key, enough), dice_text), 0)


@each_lock
def test_the_lock_is_crossed_too_and_counts(key: str, row: str, number: int) -> None:
    game = at(key, first_cells(key, row, needed(key)), "")
    game = decide(announce(game, number), {0: f"{row}{number}"})
    assert crosses(game, 0, row) == needed(key) + 2


@each_lock
def test_a_locked_row_is_closed_for_everybody(key: str, row: str, number: int) -> None:
    game = at(key, first_cells(key, row, needed(key)), "", first_cells(key, row, needed(key)))
    game = decide(announce(game, number), {0: f"{row}{number}", 1: "-", 2: "-"})
    game = decide(game, {0: "-"})
    assert shut(game) == row
    assert [open_in(game, seat, row) for seat in range(3)] == [[], [], []]


@each_lock
def test_the_die_of_a_closed_row_leaves_at_once(key: str, row: str, number: int) -> None:
    game = at(key, first_cells(key, row, needed(key)), "")
    game = decide(announce(game, number), {0: f"{row}{number}", 1: "-"})
    assert game.phase is Phase.COLOUR
    assert dice(game) == "RYGB".replace(row, "")


@each_row
def test_a_lock_in_the_colour_action_closes_the_row_too(key: str, row: str) -> None:
    cell = lock_cells(key, row)[-1]
    game = white(
        at(key, first_cells(key, row, needed(key)), ""), colour_roll(cell, find_variant(key).faces)
    )
    game, events = steps(game, {0: str(cell)})
    assert events[0] == f"1 colour {cell} and locks"
    assert f"{row} closed by 1" in events
    assert dice(game) == "RYGB".replace(row, "")


@each_lock
def test_several_players_may_lock_a_row_together(key: str, row: str, number: int) -> None:
    enough = first_cells(key, row, needed(key))
    game = announce(at(key, enough, "", enough), number)
    game, events = steps(game, {0: f"{row}{number}", 1: "-", 2: f"{row}{number}"})
    assert f"{row} closed by 1 3" in events
    assert [crosses(game, seat, row) for seat in range(3)] == [needed(key) + 2, 0, needed(key) + 2]


@each_lock
def test_too_few_crosses_never_lock_also_when_another_does(key: str, row: str, number: int) -> None:
    few, enough = (first_cells(key, row, n) for n in (needed(key) - 1, needed(key)))
    game = decide(announce(at(key, enough, few), number), {0: f"{row}{number}"})
    assert f"{row}{number}" not in answers(game, 1)
    assert "expected one of" in refused(game, 1, f"{row}{number}")


# The end


def test_the_fourth_miss_ends_the_game_at_once(key: str) -> None:
    game, events = steps(white(at(key, "x3", "", "R 2"), "34"), {0: "-"})
    assert events == ["1 passes", "1 misses 4", "end by misses, won by 3"]
    outcome = game.outcome()
    assert outcome is not None
    assert (game.phase, outcome.ending) == (Phase.OVER, Ending.MISSES)


def test_a_third_miss_does_not_end_the_game(key: str) -> None:
    assert turn(at(key, "x2", ""), "34", {}).phase is Phase.ROLL


@each_lock
def test_one_closed_row_does_not_end_the_game(key: str, row: str, number: int) -> None:
    game = at(key, first_cells(key, row, needed(key)), "")
    assert not decide(announce(game, number), {0: f"{row}{number}", 1: "-"}).over


@each_lock
def test_the_second_closed_row_ends_the_game_at_once(key: str, row: str, number: int) -> None:
    other = "Y" if row == "R" else "R"
    game = at(key, first_cells(key, row, needed(key)), "", closed=other)
    game, events = steps(announce(game, number), {0: f"{row}{number}", 1: "-"})
    assert events[-1] == "end by locks, won by 1"
    assert (game.phase, len(game.closed)) == (Phase.OVER, 2)


@pytest.mark.parametrize(("closed", "over"), [("R", False), ("RB", True), ("YGB", True)])
def test_a_table_with_two_closed_rows_is_over(key: str, closed: str, over: bool) -> None:
    game = at(key, "", "", closed=closed)
    assert (game.over, dice(game)) == (over, "".join(row for row in ROWS if row not in closed))


@pytest.mark.parametrize("before", ["", "G"], ids=["two rows", "three rows"])
@pytest.mark.parametrize("key", [key for key in KEYS if key != "mixed_numbers"])
def test_rows_can_close_together_in_one_white_action(key: str, before: str) -> None:
    top = numbers(key, "R")[-1]
    red, yellow = (first_cells(key, row, needed(key)) for row in "RY")
    game = announce(at(key, red, yellow, closed=before), top)
    game = decide(game, {0: f"R{top}", 1: f"Y{top}"})
    assert (game.over, shut(game)) == (True, f"RY{before}")


# The score


@each_row
@pytest.mark.parametrize(
    ("count", "worth"),
    list(enumerate([0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78])),
)
def test_the_score_table(key: str, row: str, count: int, worth: int) -> None:
    variant = find_variant(key)
    tally = variant.tally(variant.sheet(with_crosses(key, row, count)))
    assert tally.rows["RYGB".index(row)] == worth


@pytest.mark.parametrize(("misses", "cost"), [(1, -5), (2, -10), (3, -15), (4, -20)])
def test_each_miss_costs_five(key: str, misses: int, cost: int) -> None:
    variant = find_variant(key)
    assert variant.tally(variant.sheet(f"x{misses}")).total == cost


def test_rows_are_added_and_misses_taken_off(key: str) -> None:
    variant = find_variant(key)
    rows = [with_crosses(key, row, count) for row, count in zip("RYGB", (1, 2, 3, 4))]
    tally = variant.tally(variant.sheet(" | ".join([*rows, "x2"])))
    bonus = sum(extra for _, extra in tally.bonuses)
    assert bonus == 0 or variant.page(0).lines  # a further line of the sum, by a rule of its own
    assert tally.total == 1 + 3 + 6 + 10 - 10 + bonus


def test_most_points_wins(key: str) -> None:
    game = at(key, with_crosses(key, "R", 3), with_crosses(key, "Y", 4), "x4")
    outcome = game.outcome()
    assert outcome is not None
    lines = [sum(extra for _, extra in game.tally(seat).bonuses) for seat in range(3)]
    assert outcome.totals == (6 + lines[0], 10 + lines[1], -20)
    assert outcome.winners == (1,)


def test_there_is_no_winner_while_the_game_is_played(key: str) -> None:
    assert at(key, "R 2", "").outcome() is None
