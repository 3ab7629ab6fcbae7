"""The errors a player meets: each says what was expected, and leaves the game as it was."""

from __future__ import annotations

import pytest

from rowlock.dice import Roll
from rowlock.errors import IllegalMove
from rowlock.game import Game
from rowlock.sheet import Sheet
from rowlock.variant import find_variant

from .table import KEYS, announce, at, decide, refused, refused_roll, roll, turn, white

CLASSIC = find_variant("classic")


# Moves


def test_an_illegal_move_in_the_white_action() -> None:
    game = roll(at("classic", "R 7", ""), "41")
    assert refused(game, 0, "R5") == (
        "seat 1 cannot play R5 in the white action of turn 1 (41r1y1g1b1); "
        "expected one of Y5 G5 B5 -"
    )


def test_an_illegal_move_in_the_colour_action() -> None:
    game = white(at("classic", "R 7", ""), "41y6")
    assert refused(game, 0, "R5") == (
        "seat 1 cannot play R5 in the colour action of turn 1 (41r1y6g1b1); "
        "expected one of Y10 Y7 G5 B5 -"
    )


@pytest.mark.parametrize("move", ["R13", "G1", "B99"])
def test_a_number_that_is_not_on_the_page(move: str) -> None:
    assert "expected one of R5 Y5 G5 B5 -" in refused(announce(at("classic", ""), 5), 0, move)


@pytest.mark.parametrize("key", [key for key in KEYS if key != "longo"])
def test_a_lucky_move_where_there_are_no_lucky_numbers(key: str) -> None:
    assert "expected one of R7 Y7 G7 B7 -" in refused(announce(at(key, ""), 7), 0, "*R2")


def test_a_lucky_move_on_another_number() -> None:
    assert "expected one of R7 Y7 G7 B7 -" in refused(announce(at("longo", ""), 7), 0, "*R2")


@pytest.mark.parametrize("move", ["R5", "-"])
def test_a_move_before_the_roll(move: str) -> None:
    message = refused(at("classic", "", "", active=1), 1, move)
    assert message == f"seat 2 cannot play {move} now: seat 2 has to roll first"


def test_a_second_decision_in_the_white_action() -> None:
    game = decide(announce(at("classic", "", "", ""), 5), {1: "R5"})
    message = refused(game, 1, "Y5")
    assert message == "seat 2 cannot play Y5 now: the white action waits for seat 1, 3"


@pytest.mark.parametrize("move", ["R5", "-"])
def test_a_colour_action_out_of_turn(move: str) -> None:
    game = white(at("classic", "", ""), "41r4")
    message = refused(game, 1, move)
    assert message == f"seat 2 cannot play {move} now: the colour action waits for seat 1"


@pytest.mark.parametrize("seat", [-1, 2, 8])
def test_a_move_of_a_seat_that_is_not_at_the_table(seat: int) -> None:
    message = refused(announce(at("classic", "", ""), 5), seat, "R5")
    assert message == f"seat {seat + 1} cannot play R5 now: the white action waits for seat 1, 2"


@pytest.mark.parametrize("move", ["R5", "-"])
def test_a_move_after_the_end(move: str) -> None:
    game = turn(at("classic", "x3", ""), "41", {})
    assert refused(game, 0, move) == f"seat 1 cannot play {move} now: the game is over"


# Rolls


def test_a_roll_while_the_white_action_waits() -> None:
    message = refused_roll(announce(at("classic", "", ""), 5), "41r1y1g1b1")
    assert message == "no roll is due: the white action waits for seat 1, 2"


def test_a_roll_while_the_colour_action_waits() -> None:
    message = refused_roll(white(at("classic", "", "", active=1), "41"), "41r1y1g1b1")
    assert message == "no roll is due: the colour action waits for seat 2"


def test_a_roll_after_the_end() -> None:
    message = refused_roll(at("classic", "x4", ""), "41r1y1g1b1")
    assert message == "no roll is due: the game is over"


def test_a_roll_without_a_die_that_is_in_play() -> None:
    message = refused_roll(at("classic", "", closed="G"), "41r1y1")
    assert message == "the coloured dice in play are r y b; the roll 41r1y1 shows r y"


def test_a_roll_with_a_die_that_has_left() -> None:
    message = refused_roll(at("classic", "", closed="G"), "41r1y1g1b1")
    assert message == "the coloured dice in play are r y b; the roll 41r1y1g1b1 shows r y g b"


@pytest.mark.parametrize("text", ["71r1y1g1b1", "17r1y1g1b1", "11r1y1g1b7"])
def test_a_roll_beyond_the_faces_of_the_dice(text: str) -> None:
    message = refused_roll(at("classic", ""), text)
    assert message == f"the dice go from 1 to 6; the roll is {text}"


def test_longo_dice_go_to_eight() -> None:
    assert roll(at("longo", ""), "88r8").roll == Roll((8, 8), (8, 1, 1, 1))
    assert "from 1 to 8" in refused_roll(at("longo", ""), "91r1y1g1b1")


@pytest.mark.parametrize(
    "impossible",
    [
        Roll((0, 4), (1, 1, 1, 1)),
        Roll((4, 0), (1, 1, 1, 1)),
        Roll((-1, 4), (1, 1, 1, 1)),
        Roll((1, 4), (1, -1, 1, 1)),
    ],
    ids=["first white 0", "second white 0", "white below 0", "yellow below 0"],
)
def test_a_roll_below_the_faces_of_the_dice(impossible: Roll) -> None:
    game = at("classic", "")
    with pytest.raises(IllegalMove, match="the dice go from 1 to 6"):
        game.rolled(impossible)


# Sitting down


@pytest.mark.parametrize("seats", [0, 9, -1])
def test_a_game_of_too_few_or_too_many_seats(seats: int) -> None:
    with pytest.raises(IllegalMove, match=f"a game has 1 to 8 seats, not {seats}"):
        Game.start(CLASSIC, seats=seats)


@pytest.mark.parametrize("seats", [0, 9])
def test_a_position_of_too_few_or_too_many_seats(seats: int) -> None:
    with pytest.raises(IllegalMove, match=f"a game has 1 to 8 seats, not {seats}"):
        Game.at(CLASSIC, [Sheet(CLASSIC.page(0))] * seats)


@pytest.mark.parametrize("first", [-1, 3])
def test_a_first_seat_that_is_not_at_the_table(first: int) -> None:
    with pytest.raises(IllegalMove, match=f"one of 3 seats, not {first + 1}"):
        Game.start(CLASSIC, seats=3, first=first)
