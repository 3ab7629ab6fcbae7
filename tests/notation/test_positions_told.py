"""Where a player failed, as one sentence tells it."""

from __future__ import annotations

from rowlock.errors import told_position


def test_a_position_is_told_with_seats_from_one() -> None:
    said = told_position(4, "white", "23r1", 1, 0, ["R 9", "R"])
    assert said == "turn 4, white action of 23r1, seat 1 (seat 2 rolled); sheets 1: R 9, 2: R"


def test_whose_roll_it_was_is_told() -> None:
    said = told_position(1, "colour", "23r1", 2, 2, ["R", "R", "R 5"])
    assert "colour action of 23r1, seat 3 (its own roll); sheets 1: R, 2: R, 3: R 5" in said
