"""What a seat may see: in the white action all decide at once, so decisions are sealed."""

from __future__ import annotations

import pytest

from rowlock.game import Game, Phase

from .table import announce, answers, at, decide, dice, roll, sheet, turn, white

BLANK = "R | Y | G | B"


def half_decided() -> Game:
    """Seats 1 and 2 have decided on a five, seat 3 has not."""
    return decide(announce(at("classic", "", "", ""), 5), {0: "R5", 1: "-"})


def test_a_view_hides_the_marks_of_the_others() -> None:
    assert [sheet(half_decided().view(2), seat) for seat in range(3)] == [BLANK, BLANK, BLANK]


def test_a_view_hides_who_has_decided() -> None:
    assert half_decided().view(2).to_move() == {0, 1, 2}


def test_a_view_shows_the_own_decision() -> None:
    view = half_decided().view(0)
    assert sheet(view, 0) == "R 5 | Y | G | B"
    assert view.to_move() == {1, 2}


def test_a_mark_and_a_pass_look_the_same_to_the_others() -> None:
    rolled = announce(at("classic", "", "", ""), 5)
    assert decide(rolled, {0: "R5"}).view(2) == decide(rolled, {0: "-"}).view(2) == rolled


def test_a_view_offers_what_the_game_offers() -> None:
    game = half_decided()
    assert answers(game.view(2), 2) == answers(game, 2) == {"R5", "Y5", "G5", "B5", "-"}
    assert answers(game.view(0), 0) == answers(game, 0) == set()


def test_nobody_sees_no_decision_at_all() -> None:
    view = half_decided().view(None)
    assert [sheet(view, seat) for seat in range(3)] == [BLANK, BLANK, BLANK]
    assert view.to_move() == {0, 1, 2}


def test_a_view_hides_a_lock_of_the_others() -> None:
    game = decide(announce(at("classic", "R 2 3 4 5 6", ""), 12), {0: "R12"})
    assert sheet(game.view(1), 0) == "R 2 3 4 5 6 | Y | G | B"
    assert dice(game.view(1)) == "RYGB"
    assert sheet(game.view(0), 0) == "R 2 3 4 5 6 12 | Y | G | B"


def test_a_view_hides_chains_and_struck_fields_of_the_others() -> None:
    game = decide(announce(at("bonus_chain", "", ""), 5), {0: "Y5"})
    assert sheet(game.view(1), 0) == BLANK
    assert sheet(game.view(0), 0) == "R 2 | Y 5 | G | B | bar 1"


def test_a_view_hides_a_pick_that_is_pending() -> None:
    rolled = announce(at("bonus_pairs", "Y 11 | G 12", ""), 9)
    game = decide(rolled, {0: "G9"})
    assert game.view(1) == rolled
    assert answers(game.view(0), 0) == {"~R", "~B"}


def test_a_view_hides_a_pick_that_was_made() -> None:
    rolled = announce(at("bonus_pairs", "Y 11 | G 12", ""), 9)
    assert decide(rolled, {0: "G9 ~B"}).view(1) == rolled
    assert decide(rolled, {0: "G9 ~B"}).view(None) == rolled


def test_a_view_hides_a_lucky_cross() -> None:
    rolled = announce(at("longo", "", ""), 5)
    assert decide(rolled, {0: "*R2"}).view(1) == rolled


def test_a_view_shows_the_roll_and_earlier_turns() -> None:
    game = turn(at("classic", "", ""), "34", {0: "R7", 1: "B7"})
    view = roll(game, "41").view(1)
    assert view.roll is not None
    assert (view.roll.announced, view.turn, view.active) == (5, 2, 1)
    assert [sheet(view, seat) for seat in range(2)] == ["R 7 | Y | G | B", "R | Y | G | B 7"]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_in_the_colour_action_everything_is_seen(seat: int | None) -> None:
    game = white(at("classic", "", ""), "41", {0: "R5", 1: "Y5"})
    assert game.phase is Phase.COLOUR
    assert [sheet(game.view(seat), other) for other in range(2)] == [
        "R 5 | Y | G | B",
        "R | Y 5 | G | B",
    ]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_pick_pending_in_the_colour_action_is_seen(seat: int | None) -> None:
    game = decide(white(at("bonus_pairs", "Y 11 | G 12", ""), "36g6"), {0: "G9"})
    assert answers(game.view(seat), 0) == {"~R", "~B"}


@pytest.mark.parametrize("seat", [0, 1, None])
def test_before_a_roll_and_after_the_end_everything_is_seen(seat: int | None) -> None:
    before, over = at("classic", "R 5", "Y 5"), at("classic", "R 5", "x4")
    assert (before.view(seat), over.view(seat)) == (before, over)
