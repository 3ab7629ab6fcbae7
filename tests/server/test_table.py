"""A table as a value: what is asked, sealed, told and settled, sentence by sentence."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from rowlock import Phase, find_player, read_record, shipped_variants
from rowlock.fair import verify
from rowlock.server.api import _told_again
from rowlock.server.entries import (
    Decided,
    Rematched,
    Started,
    Stopped,
    Threw,
    TimedOut,
    read_entry,
    write_entry,
)
from rowlock.server.opened import rematch_for
from rowlock.server.opening import Opening, Options, Place, write_opening
from rowlock.server.store import Kept, Stage, Written
from rowlock.server.table import TAIL, Table
from rowlock.server.view import told_text, view_text, yours_of
from rowlock.testing import check_record
from tests.server.tables import SEED, Driver, check_message, holder, opening, played, started

FRESH = "R | Y | G | B"
RIPE = "R 2 3 4 5 6 | Y | G | B"  # the red lock is earned
RIPER = "R 2 3 4 5 6 | Y 2 3 4 5 6 | G | B"
SHUT = "R 11 | Y 11 | G 3 | B 3"  # a seven goes nowhere
TIED = "R | Y 11 | G | B"  # of bonus_pairs: the nine of green brings a tie of red and blue

PAIRS: dict[str, Any] = {"variant": "bonus_pairs"}


NOTHING_TO_DECIDE = {
    "seat": 1,
    "legal": [],
    "colour": [],
    "sealed": "",
    "ahead": "",
    "sheet": "",
    "again": False,
}


def two(*sheets: str, active: int = 1, closed: str = "", **chosen: Any) -> Driver:
    driver = started("Emma", "Ben", **chosen)
    return driver.stand(*(sheets or (FRESH, FRESH)), active=active, closed=closed)


# The white action is sealed


def test_a_white_decision_is_sealed_until_everybody_has_answered() -> None:
    driver = two().roll("23r1y1g1b1")
    v = driver.table.v
    driver.decide(1, "R5")
    assert driver.sheet(1) == FRESH
    assert driver.told(v) == [{"event": "answered", "seat": 1}]
    assert driver.waiting() == [2]
    assert driver.yours(1)["sealed"] == "R5"
    assert driver.yours(1)["sheet"] == "R 5 | Y | G | B"
    assert driver.yours(2)["sealed"] == driver.yours(2)["sheet"] == ""
    assert "R5" not in driver.table.record.write()
    driver.decide(2, "Y5")
    assert driver.sheet(1) == "R 5 | Y | G | B"
    assert driver.sheet(2) == "R | Y 5 | G | B"


def test_sealed_decisions_are_told_together_in_the_order_of_the_seats() -> None:
    driver = started("Emma", "Ben", "Cleo").roll("23r1y1g1b1")
    driver.decide(3, "R5").decide(1, "Y5")
    v = driver.table.v
    driver.decide(2, "-")
    assert driver.words(v) == ["marked 1", "passed 2", "marked 3"]
    driver.check_fold()


def test_a_white_decision_may_be_changed_until_all_have_answered() -> None:
    driver = two().roll("23r1y1g1b1").decide(1, "R5")
    v = driver.table.v
    driver.decide(1, "Y5").decide(1, "-").decide(1, "G5")
    assert driver.table.v == v, "a change of mind is nobody's business"
    driver.decide(2, "-")
    assert driver.sheet(1) == "R | Y | G 5 | B"


def test_a_decision_that_is_taken_back_is_owed_again() -> None:
    driver = two().roll("23r1y1g1b1").decide(1, "R5")
    v = driver.table.v
    driver.undo(1)
    assert driver.words(v) == ["thinking 1"]
    assert driver.waiting() == [1, 2]
    assert driver.yours(1)["sealed"] == ""
    driver.decide(2, "-")
    assert driver.table.phase is Phase.WHITE
    driver.decide(1, "B5")
    assert driver.sheet(1) == "R | Y | G | B 5"


def test_what_was_told_or_rolled_is_never_taken_back() -> None:
    driver = two().roll("23r1y1g1b1").decide(1, "R5").decide(2, "-")
    late = {"seat": 1, "turn": 1, "phase": "white"}
    assert driver.refused("Emma", "undo", **late)[0] == "too_late"
    assert driver.refused("Emma", "decide", **late, decision="-")[0] == "too_late"
    driver.decide(1, "-")
    assert driver.table.turn == 2
    for phase in ("white", "colour"):
        old = {"seat": 1, "turn": 1, "phase": phase}
        assert driver.refused("Emma", "undo", **old)[0] == "too_late"
    driver.roll("23r1y1g1b1")
    assert driver.refused("Emma", "undo", seat=1, turn=1, phase="colour")[0] == "too_late"
    assert driver.refused("Emma", "undo", seat=1, turn=2, phase="white")[0] == "nothing_to_undo"


def test_the_same_decision_said_twice_is_written_once() -> None:
    driver = two().roll("23r1y1g1b1").decide(1, "R5")
    n = driver.table.n
    driver.decide(1, "R5")
    assert driver.table.n == n
    assert driver.table.sealed.keys() == {0}


def test_two_seats_lock_the_same_row_in_the_same_action() -> None:
    driver = two(RIPE, RIPE).roll("66r1y1g1b1").decide(2, "R12")
    v = driver.table.v
    driver.decide(1, "R12")
    assert driver.told(v) == [
        {"event": "marked", "seat": 1, "cell": "R12", "cause": "white", "lock": True},
        {"event": "marked", "seat": 2, "cell": "R12", "cause": "white", "lock": True},
        {"event": "closed", "row": "R", "seats": [1, 2]},
    ]
    assert driver.table.phase is Phase.COLOUR
    assert driver.table.game is not None
    assert str(driver.table.game.roll) == "66y1g1b1"


# The colour action, and ahead


def test_the_colour_decision_may_be_given_with_the_white_one() -> None:
    driver = two().roll("23r3y1g1b1")
    assert set(driver.yours(1)["colour"]) == {
        *("R5", "R6", "Y3", "Y4", "G3", "G4", "B3", "B4", "-"),
    }
    assert driver.yours(2)["colour"] == []
    driver.decide(1, "R6", phase="colour").decide(1, "R5")
    assert driver.yours(1)["ahead"] == "R6"
    assert driver.yours(2)["ahead"] == ""
    v = driver.table.v
    driver.decide(2, "-")
    assert driver.words(v) == ["marked 1", "passed 2", "marked 1"]
    assert driver.sheet(1) == "R 5 6 | Y | G | B"
    assert driver.table.turn == 2
    assert driver.table.phase is Phase.ROLL


def test_a_decision_given_ahead_is_no_answer_to_the_white_action() -> None:
    driver = two().roll("23r3y1g1b1")
    v = driver.table.v
    driver.decide(1, "R6", phase="colour")
    assert driver.waiting() == [1, 2]
    assert driver.table.v == v


def test_a_decision_given_ahead_may_be_changed_and_taken_back() -> None:
    driver = two().roll("23r3y1g1b1").decide(1, "R6", phase="colour")
    n = driver.table.n
    driver.decide(1, "R6", phase="colour")
    assert driver.table.n == n, "said twice, written once"
    driver.decide(1, "Y4", phase="colour")
    assert driver.yours(1)["ahead"] == "Y4"
    driver.undo(1, "colour")
    assert driver.yours(1)["ahead"] == ""
    driver.decide(1, "-").decide(2, "-")
    assert driver.table.phase is Phase.COLOUR
    assert not driver.yours(1)["again"]


def test_a_pass_given_ahead_is_played() -> None:
    driver = two().roll("23r3y1g1b1").decide(1, "-", phase="colour").decide(1, "R5")
    driver.decide(2, "-")
    assert driver.table.turn == 2


def test_a_decision_given_ahead_in_a_row_that_somebody_closed_is_asked_again() -> None:
    driver = two(FRESH, RIPE).roll("66r1y1g1b1")
    driver.decide(1, "R7", phase="colour").decide(1, "-").decide(2, "R12")
    assert driver.table.phase is Phase.COLOUR
    assert driver.waiting() == [1]
    mine = driver.yours(1)
    assert mine["again"]
    assert mine["ahead"] == ""
    assert mine["legal"] == ["Y7", "G7", "B7", "-"]
    driver.decide(1, "Y7")
    assert driver.sheet(1) == "R | Y 7 | G | B"
    assert not driver.yours(1)["again"]


def test_a_decision_given_ahead_that_the_own_white_one_forbids_is_asked_again() -> None:
    driver = two().roll("23r3y1g1b1").decide(1, "Y5").decide(1, "R5", phase="colour")
    driver.decide(1, "R5")
    assert driver.yours(1)["ahead"] == "R5"
    assert "R5" not in driver.yours(1)["colour"]
    driver.decide(2, "-")
    assert driver.sheet(1) == "R 5 | Y | G | B"
    assert driver.yours(1)["again"]
    assert driver.yours(1)["sealed"] == ""
    assert not driver.yours(2)["again"]


def test_if_nothing_else_is_left_an_illegal_decision_given_ahead_becomes_a_pass() -> None:
    driver = two("R | Y 8 | G 6 | B 6", RIPE).roll("66r1y1g1b1")
    assert driver.waiting() == [2]
    driver.decide(1, "R7", phase="colour").decide(2, "R12")
    assert driver.table.turn == 2
    assert not driver.table.again
    assert driver.sheet(1) == "R | Y 8 | G 6 | B 6 | x1"


def test_being_asked_again_does_not_outlast_the_action() -> None:
    driver = two(FRESH, RIPE, time="blitz").roll("66r1y1g1b1")
    driver.decide(1, "R7", phase="colour").decide(1, "-").decide(2, "R12")
    assert driver.yours(1)["again"]
    driver.write(TimedOut(1, "colour"))
    assert driver.table.turn == 2
    assert not driver.yours(2)["again"], "the next seat never gave a decision ahead"
    driver.roll("66y1g1b1")
    assert not driver.yours(2)["again"]


def test_the_second_lock_in_the_white_action_ends_the_game_before_what_was_given_ahead() -> None:
    driver = two(RIPE, "R | Y 2 3 4 5 6 | G | B").roll("66r1y1g1b1")
    driver.decide(1, "G7", phase="colour").decide(1, "R12")
    v = driver.table.v
    driver.decide(2, "Y12")
    assert driver.words(v) == ["marked 1", "marked 2", "closed", "closed", "ended"]
    assert driver.sheet(1) == "R 2 3 4 5 6 12 | Y | G | B"
    assert driver.table.stage is Stage.DONE
    assert driver.table.ahead is None
    assert driver.table.phase is None
    driver.check_fold()


def test_a_lock_given_ahead_ends_the_game_with_the_last_white_answer() -> None:
    driver = two(RIPE, FRESH, closed="Y").roll("65r6g1b1")
    driver.decide(1, "R12", phase="colour").decide(1, "-")
    driver.decide(2, "-")
    assert driver.table.stage is Stage.DONE
    assert driver.told()[-2] == {"event": "closed", "row": "R", "seats": [1]}
    assert driver.told()[-1]["ending"] == "locks"


def test_a_row_that_the_own_white_decision_locks_is_not_offered_ahead() -> None:
    driver = two(RIPE, FRESH).roll("66r6y1g1b1")
    assert "R12" in driver.yours(1)["colour"]
    driver.decide(1, "R12")
    assert "R12" not in driver.yours(1)["colour"]


def test_with_ahead_the_active_seat_alone_is_asked() -> None:
    driver = two().roll("23r3y1g1b1")
    early = {"seat": 2, "turn": 1, "phase": "colour", "decision": "-"}
    assert driver.refused("Ben", "decide", **early)[0] == "too_early"


# Answers nobody need give


def test_a_seat_without_a_choice_passes_by_itself() -> None:
    driver = two(FRESH, SHUT).roll("34r1y1g1b1")
    assert driver.waiting() == [1]
    assert driver.yours(2)["sealed"] == "-"
    n = driver.table.n
    driver.decide(2, "-")
    assert driver.table.n == n, "it has passed already"
    assert driver.refused("Ben", "undo", seat=2, turn=1, phase="white")[0] == "nothing_to_undo"
    v = driver.table.v
    driver.decide(1, "R7")
    assert driver.words(v) == ["marked 1", "passed 2"]


def test_a_turn_in_which_nobody_has_a_choice_goes_by_with_its_roll() -> None:
    driver = two(SHUT, SHUT)
    v, n = driver.table.v, driver.table.n
    driver.roll("34r1y1g1b1")
    assert driver.words(v) == ["rolled 1", "passed 1", "passed 2", "passed 1", "missed 1"]
    assert driver.table.n == n + 1
    assert (driver.table.turn, driver.table.phase) == (2, Phase.ROLL)
    assert driver.waiting() == [2]
    assert driver.table.at == driver.now
    driver.check_fold()


def test_a_turn_in_which_nobody_has_a_choice_can_end_the_game() -> None:
    driver = two(SHUT + " | x3", SHUT).roll("34r1y1g1b1")
    assert driver.table.stage is Stage.DONE
    assert driver.told()[-1]["ending"] == "misses"


def test_a_colour_action_without_a_choice_goes_by_itself() -> None:
    driver = two(SHUT, FRESH).roll("34r1y1g1b1").decide(2, "R7")
    assert driver.table.turn == 2
    assert driver.sheet(1) == SHUT + " | x1"


# Effects and ties


def test_a_chain_of_bonuses_is_sealed_and_told_with_its_decision() -> None:
    driver = two(FRESH, FRESH, variant="bonus_chain").roll("12r1y1g1b1")
    driver.decide(1, "R3")
    assert driver.sheet(1) == FRESH
    assert driver.yours(1)["sheet"] == "R 3 4 | Y | G | B | bar 1"
    v = driver.table.v
    driver.decide(2, "-")
    assert driver.told(v)[:3] == [
        {"event": "marked", "seat": 1, "cell": "R3", "cause": "white", "lock": False},
        {"event": "struck", "seat": 1, "fields": [1]},
        {"event": "marked", "seat": 1, "cell": "R4", "cause": "bonus", "lock": False},
    ]


def test_a_tie_in_the_white_action_is_picked_before_the_seat_has_answered() -> None:
    driver = two(TIED, FRESH, **PAIRS).roll("45r1y1g1b1").decide(2, "-")
    v = driver.table.v
    driver.decide(1, "G9")
    assert driver.waiting() == [1]
    assert driver.table.v == v, "that there is a tie is sealed as well"
    assert driver.yours(1)["sealed"] == "G9"
    assert driver.yours(1)["legal"] == ["~R", "~B", "R9", "G9", "B9", "-"]
    driver.decide(1, "~B")
    assert driver.sheet(1) == "R | Y 11 | G 9 | B 12 11"
    assert [event["event"] for event in driver.told(v)] == [
        *("marked", "completed", "marked", "marked", "passed"),
    ]
    driver.check_fold()


def test_a_pick_is_taken_back_without_the_decision_before_it() -> None:
    driver = two(TIED, FRESH, **PAIRS).roll("45r1y1g1b1").decide(1, "G9", "~R")
    v = driver.table.v
    assert driver.yours(1)["sealed"] == "G9~R"
    assert driver.yours(1)["sheet"] == "R 2 3 | Y 11 | G 9 | B"
    assert driver.waiting() == [2]
    driver.undo(1)
    assert driver.words(v) == ["thinking 1"]
    assert driver.yours(1)["sealed"] == "G9"
    driver.undo(1)
    assert driver.yours(1)["sealed"] == ""
    assert driver.words(v) == ["thinking 1"]
    driver.decide(1, "G9", "~B").decide(2, "-")
    assert driver.sheet(1) == "R | Y 11 | G 9 | B 12 11"


def test_in_the_middle_of_a_tie_another_decision_may_be_taken_instead() -> None:
    driver = two(TIED, FRESH, **PAIRS).roll("45r1y1g1b1").decide(1, "G9")
    driver.decide(1, "R9")
    assert driver.yours(1)["sealed"] == "R9"
    driver.decide(1, "G9", "~R", "-").decide(2, "-")
    assert driver.sheet(1) == TIED


def test_a_tie_in_the_colour_action_is_picked_and_may_be_taken_back_in_the_middle() -> None:
    driver = two(TIED, FRESH, **PAIRS).roll("13r1y1g6b1").decide(1, "-").decide(2, "-")
    assert driver.table.phase is Phase.COLOUR
    v = driver.table.v
    driver.decide(1, "G9")
    assert driver.waiting() == [1]
    driver.undo(1)
    assert driver.yours(1)["sealed"] == ""
    driver.decide(1, "G9")
    assert driver.table.v == v
    driver.decide(1, "~R")
    assert driver.sheet(1) == "R 2 3 | Y 11 | G 9 | B"
    assert driver.table.turn == 2


def test_a_tie_of_a_decision_given_ahead_is_asked_when_the_colour_action_comes() -> None:
    driver = two(TIED, FRESH, **PAIRS).roll("13r1y1g6b1")
    driver.decide(1, "G9", phase="colour").decide(1, "-").decide(2, "-")
    assert driver.table.phase is Phase.COLOUR
    assert driver.waiting() == [1]
    assert driver.yours(1)["sealed"] == "G9"
    assert not driver.yours(1)["again"]
    assert driver.yours(1)["legal"][:2] == ["~R", "~B"]
    driver.undo(1).decide(1, "G7")
    assert driver.sheet(1) == "R | Y 11 | G 7 | B"


def test_a_tie_of_a_decision_given_ahead_is_picked() -> None:
    driver = two(TIED, FRESH, **PAIRS).roll("13r1y1g6b1")
    driver.decide(1, "G9", phase="colour").decide(1, "-").decide(2, "-").decide(1, "~B")
    assert driver.sheet(1) == "R | Y 11 | G 9 | B 12 11"


# White decisions that are told at once


def test_open_white_decisions_are_told_at_once_and_are_final() -> None:
    driver = started("Emma", "Ben", "Cleo", open_white=True).roll("23r3y1g1b1")
    v = driver.table.v
    driver.decide(3, "R5")
    assert driver.words(v) == ["marked 3"]
    assert driver.sheet(3) == "R 5 | Y | G | B"
    said = {"seat": 3, "turn": 1, "phase": "white"}
    assert driver.refused("Cleo", "decide", **said, decision="-") == (
        "too_late",
        "the decision of seat 3 is told",
    )
    assert driver.refused("Cleo", "undo", **said)[0] == "too_late"
    assert driver.yours(3)["legal"] == []
    driver.decide(1, "Y5").decide(1, "R6", phase="colour")
    v = driver.table.v
    driver.decide(2, "-")
    assert driver.words(v) == ["passed 2", "marked 1"]
    assert driver.sheet(1) == "R 6 | Y 5 | G | B"
    driver.check_fold()


def test_in_an_open_white_action_the_active_seat_may_be_the_last_to_answer() -> None:
    driver = two(FRESH, FRESH, open_white=True).roll("23r3y1g1b1").decide(2, "-")
    v = driver.table.v
    driver.decide(1, "R5")
    assert driver.words(v) == ["marked 1"]
    assert driver.table.phase is Phase.COLOUR
    assert driver.waiting() == [1]


def test_open_forced_passes_are_told_with_the_roll() -> None:
    driver = two(FRESH, SHUT, open_white=True)
    v = driver.table.v
    driver.roll("34r1y1g1b1")
    assert driver.words(v) == ["rolled 1", "passed 2"]
    assert driver.waiting() == [1]


def test_an_open_white_decision_is_told_when_its_tie_is_settled() -> None:
    driver = two(FRESH, TIED, open_white=True, **PAIRS).roll("45r1y1g1b1")
    v = driver.table.v
    driver.decide(2, "G9")
    assert driver.words(v) == []
    driver.undo(2).decide(2, "G9", "~B")
    assert driver.words(v)[0] == "marked 2"
    assert driver.sheet(2) == "R | Y 11 | G 9 | B 12 11"


def test_when_time_is_up_in_an_open_white_action_the_colour_action_is_still_asked() -> None:
    driver = two(FRESH, FRESH, open_white=True, time="blitz").roll("23r3y1g1b1").decide(2, "-")
    v = driver.table.v
    driver.write(TimedOut(1, "white"))
    assert driver.words(v) == ["timed_out 1", "passed 1"]
    assert (driver.table.turn, driver.table.phase) == (1, Phase.COLOUR)


# Time


def test_when_time_is_up_whoever_has_not_answered_passes() -> None:
    driver = started("Emma", "Ben", "Cleo", time="blitz").roll("23r3y1g1b1").decide(2, "R5")
    v = driver.table.v
    driver.write(TimedOut(1, "white"))
    assert driver.words(v) == [
        *("timed_out 1", "timed_out 3", "passed 1", "marked 2", "passed 3"),
    ]
    assert driver.table.phase is Phase.COLOUR
    assert driver.table.at == driver.now
    driver.write(TimedOut(1, "colour"))
    assert driver.sheet(1) == FRESH + " | x1"
    assert driver.table.turn == 2


def test_when_time_is_up_what_was_given_ahead_is_played() -> None:
    driver = two(time="blitz").roll("23r3y1g1b1").decide(1, "R6", phase="colour")
    driver.write(TimedOut(1, "white"))
    assert driver.sheet(1) == "R 6 | Y | G | B"
    assert driver.table.turn == 2


@pytest.mark.parametrize("phase", ["white", "colour"])
def test_when_time_is_up_a_tie_goes_to_the_first_row(phase: str) -> None:
    driver = two(TIED, FRESH, time="blitz", **PAIRS)
    if phase == "white":
        driver.roll("45r1y1g1b1").decide(1, "G9").decide(2, "-")
    else:
        driver.roll("13r1y1g6b1").decide(1, "-").decide(2, "-").decide(1, "G9")
    driver.write(TimedOut(1, phase))
    assert driver.sheet(1) == "R 2 3 | Y 11 | G 9 | B"


# Any number of seats


def test_a_game_of_one_seat_goes_on_from_action_to_action() -> None:
    driver = started("Emma").roll("23r3y1g1b1")
    v = driver.table.v
    driver.decide(1, "R5")
    assert driver.words(v) == ["marked 1"]
    assert driver.table.phase is Phase.COLOUR
    driver.decide(1, "R6")
    assert driver.sheet(1) == "R 5 6 | Y | G | B"
    assert (driver.table.turn, driver.waiting()) == (2, [1])
    driver.roll("23r6y6g1b1").decide(1, "Y9", phase="colour").decide(1, "-")
    assert driver.sheet(1) == "R 5 6 | Y 9 | G | B"
    driver.check_fold()


def test_one_seat_may_time_out() -> None:
    driver = started("Emma", time="blitz").roll("23r3y1g1b1")
    driver.write(TimedOut(1, "white"))
    assert driver.words()[-2:] == ["timed_out 1", "passed 1"]
    assert driver.table.phase is Phase.COLOUR


def test_one_seat_settles_its_ties() -> None:
    driver = started("Emma", **PAIRS).stand(TIED).roll("45r1y1g1b1").decide(1, "G9")
    assert driver.yours(1)["legal"][:2] == ["~R", "~B"]
    driver.undo(1).decide(1, "G9", "~B")
    assert driver.sheet(1) == "R | Y 11 | G 9 | B 12 11"
    assert driver.table.phase is Phase.COLOUR


@pytest.mark.parametrize("bot", ["keen!", "random!"])
def test_a_bot_plays_alone(bot: str) -> None:
    assert played(bot, seed=3).table.stage is Stage.DONE


def test_eight_seats_answer_together() -> None:
    names = ["Ann", "Ben", "Cleo", "Dora", "Emma", "Finn", "Gus", "Hal"]
    driver = started(*names).roll("23r3y1g1b1")
    for seat in (8, 3, 1, 5, 7, 2, 4):
        driver.decide(seat, "R5")
    assert driver.waiting() == [6]
    v = driver.table.v
    driver.decide(6, "-")
    assert driver.words(v)[:8] == [
        f"{'passed' if seat == 6 else 'marked'} {seat}" for seat in range(1, 9)
    ]


def test_an_entry_may_tell_more_than_a_table_remembers() -> None:
    rows = "".join(f'{row} = "{" ".join(f"{n}*" for n in range(2, 13))}"\n' for row in "RYGB")
    bar = " ".join(row for row in "RYGB" for _ in range(11))
    file = (
        'name = "Stars"\nedition = 1\nplayers = [1, 8]\nfaces = 6\n'
        "lock = { cells = 1, needs = 5 }\nend = { locks = 4, misses = 4, miss_points = -5 }\n"
        f'rules = ["chain"]\nbar = "{bar}"\n[rows]\n{rows}'
    )
    places = tuple(Place(name=f"P{i}", holder=holder("Emma")) for i in range(8))
    opened = Opening(
        *("stars", 0.0, "stars", 1, file), Options(real_dice=True), places, holder("Emma"), SEED
    )
    driver = Driver(opened)
    driver.write(Started())
    driver.roll("11r1y1g1b1")
    for seat in range(1, 9):
        before = driver.table
        driver.say("Emma", "decide", seat=seat, turn=1, phase="white", decision="R2")
    assert driver.table.v - before.v > TAIL
    check_message(view_text(driver.table, "", None))
    written = [Written(n, at, text) for n, (at, text) in enumerate(driver.written, 1)]
    again = json.loads(_told_again(Kept(0.0, write_opening(opened), tuple(written))))
    assert again[-1]["v"] == driver.table.v


# Whole games


@pytest.mark.parametrize("variant", shipped_variants())
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (("Emma",), {}),
        (("Emma", "Ben"), {"open_white": True}),
        (("Emma", "Ben", "keen!"), {"hidden_scores": True}),
        (("Emma", "Ben on Emma", "random!", "Cleo"), {"real_dice": True}),
        (("keen!", "keen:2!"), {"first": 1}),
    ],
)
def test_a_whole_game_can_be_replayed_and_verified(
    variant: str, seats: tuple[str, ...], options: dict[str, Any]
) -> None:
    driver = played(*seats, variant=variant, seed=len(seats), **options)
    table = driver.table
    assert table.stage is Stage.DONE
    assert table.game is not None
    record = table.record
    assert record.game() == table.game
    check_record(record)
    again = read_record(record.write())
    assert again.names == tuple(place.name for place in table.places)
    if options.get("real_dice"):
        assert dict(record.tags)["Dice"] == "real"
        assert table.opening.seed not in record.write()
    else:
        verdict = verify(again)
        assert verdict.rolls == table.turn
        assert verdict.lot == ("first" not in options)
        assert driver.told()[-1] == {"event": "revealed", "server_seed": table.opening.seed}


def test_the_keen_player_plays_a_whole_game_for_people() -> None:
    keen = find_player("keen")
    driver = Driver(opening("Emma", "Ben", variant="bonus_pairs"))
    driver.write(Started())
    driver.play_out(lambda table, seat, _: keen.decide(table.own(seat), seat), Random(5))
    assert driver.table.game is not None
    assert max(driver.table.game.tally(seat).total for seat in (0, 1)) > 30


def test_a_game_that_is_stopped_can_be_verified_as_far_as_it_came() -> None:
    driver = Driver(opening("Emma", "Ben"))
    driver.say("Ben", "seed", seed="bens-luck")
    driver.say("Emma", "seed", seed="emmas-luck")
    driver.say("Emma", "start")
    assert driver.table.game is not None
    first = driver.table.game.active + 1
    driver.roll().decide(first, "-")
    driver.say("Emma", "stop")
    assert driver.words()[-2:] == ["stopped", "revealed"]
    record = read_record(driver.table.record.write())
    assert verify(record).rolls == 1
    assert dict(record.tags)["Mix"] == "emmas-luck,bens-luck"
    assert "-" not in record.write().splitlines()[-1], "what was sealed stays sealed for ever"
    assert driver.table.sealed == {}


def test_the_record_does_not_reveal_the_seed_while_the_game_is_played() -> None:
    driver = Driver(opening("Emma", "Ben"))
    driver.say("Emma", "start")
    driver.roll()
    assert "ServerSeed" not in driver.table.record.write()
    assert SEED not in repr(driver.table)


# Seats before the start


def test_seats_are_taken_and_left_and_told() -> None:
    driver = Driver(opening("Emma", "", "keen!"))
    driver.say("Ben", "sit", name="Ben")
    assert driver.told()[-1] == {
        "event": "seated",
        "places": [
            {"kind": "person", "name": "Emma", "bot": None},
            {"kind": "person", "name": "Ben", "bot": None},
            {"kind": "bot", "name": "keen", "bot": "keen"},
        ],
    }
    driver.say("Ben", "leave", seat=2)
    assert driver.told()[-1]["places"][1] == {"kind": "open", "name": "", "bot": None}
    assert driver.table.places[1] == Place()
    driver.say("Ben", "sit", name="Ben", seat=2)
    driver.check_fold()


def test_seats_after_a_removed_one_move_up_with_all_that_is_theirs() -> None:
    driver = Driver(opening("Emma", "", "Ben", "keen!"))
    driver.say("Ben", "seed", seed="bens-luck")
    driver.say("Emma", "remove", seat=2)
    assert [place.name for place in driver.table.places] == ["Emma", "Ben", "keen"]
    assert driver.table.held_by(holder("Ben")) == (1,)
    assert driver.table.places[1].seed == "bens-luck"
    driver.say("Emma", "start")
    assert driver.table.dice.mix == ",bens-luck,"


def test_the_host_adds_seats_for_people_and_bots() -> None:
    driver = Driver(opening("Emma"))
    driver.say("Emma", "add")
    driver.say("Emma", "add", bot="keen:2")
    assert driver.table.places[1:] == (Place(), Place(name="keen:2", bot="keen:2"))
    driver.say("Ben", "sit", name="Ben")
    driver.say("Emma", "start")
    assert driver.table.stage is Stage.PLAYING
    assert driver.table.game is not None
    assert driver.table.game.seats == 3


def test_several_people_on_one_device_see_all_their_seats_and_no_others() -> None:
    driver = started("Emma", "Ben on Emma", "Cleo").roll("23r3y1g1b1")
    driver.say("Emma", "decide", seat=2, turn=1, phase="white", decision="R5")
    driver.decide(3, "Y5")
    mine = yours_of(driver.table, holder("Emma"))
    assert [each["seat"] for each in mine] == [1, 2]
    assert [each["sealed"] for each in mine] == ["", "R5"]
    assert "Y5" not in json.dumps([each["sealed"] for each in mine])
    assert yours_of(driver.table, "") == []
    assert driver.table.held_by("") == ()


def test_the_first_to_roll_is_drawn_by_lot_unless_it_was_chosen() -> None:
    lots = set()
    for n in range(12):
        driver = Driver(opening("Emma", "Ben", "Cleo", seed=f"{n:064x}"))
        driver.say("Emma", "start")
        assert driver.table.first == driver.table.dice.lot(3)
        assert driver.told()[-1]["lot"]
        assert driver.told()[-1]["first"] == driver.table.first + 1
        lots.add(driver.table.first)
    assert lots == {0, 1, 2}
    chosen = started("Emma", "Ben", real_dice=False, first=1)
    assert chosen.table.first == 1
    assert not chosen.told()[-1]["lot"]


def test_the_first_to_roll_is_a_seat_also_after_seats_were_removed() -> None:
    driver = Driver(opening("Emma", "Ben", "Cleo", first=2))
    driver.say("Emma", "remove", seat=3)
    driver.say("Emma", "start")
    assert driver.table.first in (0, 1)


def test_the_same_seeds_give_the_same_dice_and_others_give_others() -> None:
    def rolls(seed: str) -> str:
        driver = Driver(opening("Emma", "Ben"))
        driver.say("Ben", "seed", seed=seed)
        driver.say("Emma", "start")
        game = driver.table.game
        assert game is not None
        return " ".join(str(driver.table.dice.roll(turn, game.dice)) for turn in range(1, 9))

    assert rolls("one") == rolls("one")
    assert rolls("one") != rolls("another")


def test_a_seed_counts_for_all_seats_of_a_holder_and_may_be_changed_before_the_start() -> None:
    driver = Driver(opening("Emma", "Ben on Emma", "Cleo"))
    driver.say("Emma", "seed", seed="one")
    driver.say("Emma", "seed", seed="two")
    v = driver.table.v
    driver.say("Cleo", "seed", seed="three")
    assert driver.table.v == v, "a seed is nobody's business before the start"
    driver.say("Emma", "start")
    assert driver.told()[-1]["mix"] == "two,two,three"


# Bots that stand in


def test_a_bot_stands_in_and_the_person_takes_the_seat_back() -> None:
    driver = two().roll("23r3y1g1b1")
    driver.say("Emma", "hand_over", seat=2, bot="keen")
    assert driver.told()[-1] == {"event": "handed", "seat": 2, "bot": "keen"}
    assert driver.table.places[1].shown() == {"kind": "person", "name": "Ben", "bot": "keen"}
    turn = {"turn": 1, "phase": "white"}
    assert driver.refused("Ben", "decide", seat=2, **turn, decision="-")[0] == "bot_plays"
    assert isinstance(driver.deed(), Decided)
    assert driver.waiting() == [1]
    driver.say("Ben", "take_back", seat=2)
    assert driver.told()[-1] == {"event": "taken_back", "seat": 2}
    driver.say("Ben", "decide", seat=2, **turn, decision="-")
    driver.decide(1, "-")
    assert driver.sheet(2) == FRESH


def test_what_a_person_has_sealed_stays_when_a_bot_stands_in() -> None:
    driver = two().roll("23r3y1g1b1").decide(2, "B5")
    driver.say("Ben", "hand_over", seat=2, bot="keen")
    driver.decide(1, "-")
    assert driver.sheet(2) == "R | Y | G | B 5"


def test_a_bot_goes_on_in_the_middle_of_a_tie() -> None:
    driver = two(FRESH, TIED, **PAIRS).roll("45r1y1g1b1").decide(2, "G9").decide(1, "-")
    driver.say("Ben", "hand_over", seat=2, bot="keen")
    driver.deed()
    assert driver.table.phase is Phase.COLOUR
    assert driver.sheet(2) == "R 2 3 | Y 11 | G 9 | B"


# The end


def test_a_rematch_is_of_the_same_people_with_new_dice_and_the_next_seat_first() -> None:
    driver = Driver(opening("Emma", "Ben", "keen!", first=2, hidden_scores=True))
    driver.say("Ben", "seed", seed="bens-luck")
    driver.say("Emma", "start")
    driver.say("Ben", "hand_over", seat=2, bot="keen")
    driver.say("Emma", "stop")
    again = rematch_for(driver.table)
    driver.write(Rematched(again.table))
    assert driver.told()[-1] == {"event": "rematch", "table": again.table}
    assert again.table != driver.table.id
    assert again.seed != driver.table.opening.seed
    assert again.options == Options(first=0, hidden_scores=True)
    assert again.host == driver.table.opening.host
    assert again.places == opening("Emma", "Ben", "keen!").places
    other = Driver(again)
    other.say("Emma", "start")
    assert other.table.first == 0


def test_a_table_that_is_stopped_before_the_start_is_done() -> None:
    driver = Driver(opening("Emma", ""))
    driver.say("Emma", "stop")
    assert driver.table.stage is Stage.DONE
    assert driver.words() == ["stopped", "revealed"]
    assert driver.table.stopped == "host"
    assert driver.table.turn == 0


def test_a_table_closed_for_its_age_says_so() -> None:
    driver = two()
    driver.write(Stopped("age"))
    assert driver.told()[-1] == {"event": "stopped", "why": "age"}
    assert "revealed" not in driver.words(), "real dice have no seed to reveal"


def test_nothing_is_asked_of_anybody_when_the_table_is_done() -> None:
    driver = two().roll("23r3y1g1b1").decide(1, "R5")
    driver.say("Emma", "stop")
    assert driver.waiting() == []
    assert driver.table.legal(1) == ()
    assert driver.table.answered(1)
    assert driver.table.colour_ahead(0) == ()
    assert yours_of(driver.table, holder("Emma")) == [NOTHING_TO_DECIDE]
    assert driver.table.phase is None


def test_nothing_is_asked_before_the_start() -> None:
    table = Table.opened(opening("Emma", "Ben"), 0.0)
    assert table.legal(0) == table.colour_ahead(0) == ()
    assert table.waiting_for() == ()
    assert table.answered(0)
    assert (table.turn, table.phase, table.v, table.n) == (0, None, 0, 0)
    assert yours_of(table, holder("Emma")) == [NOTHING_TO_DECIDE]


# What is shown


def test_hidden_scores_are_shown_when_the_game_is_over() -> None:
    driver = two(hidden_scores=True).roll("23r3y1g1b1").decide(1, "R5").decide(2, "-")
    view = check_message(view_text(driver.table, holder("Emma"), None))
    assert view["now"]["points"] is None
    assert view["options"]["hidden_scores"]
    driver.say("Emma", "stop")
    view = check_message(view_text(driver.table, "", None))
    assert [points["total"] for points in view["now"]["points"]] == [1, 0]


def test_scores_that_are_not_hidden_are_told_with_every_action() -> None:
    driver = two().roll("23r3y1g1b1").decide(1, "R5")
    before = driver.table
    driver.decide(2, "Y5")
    told = told_text(driver.table, before.v, {"left": 1.5, "limit": 10}, before)
    assert told is not None
    now = check_message(told)["now"]
    assert [points["total"] for points in now["points"]] == [1, 1]
    assert now["clock"] == {"left": 1.5, "limit": 10}
    assert "dice" not in now


def test_the_view_says_who_is_the_host_only_to_the_host() -> None:
    table = Driver(opening("Emma", "Ben")).table
    hosts = [json.loads(view_text(table, holder(w), None))["host"] for w in ("Emma", "Ben", "")]
    assert hosts == [True, False, False]


def test_the_dice_are_promised_before_the_start_and_revealed_at_the_end() -> None:
    driver = Driver(opening("Emma", "Ben"))
    promised = json.loads(view_text(driver.table, "", None))["now"]["dice"]
    assert promised == {
        "commitment": driver.table.opening.commitment,
        "mix": None,
        "server_seed": None,
    }
    driver.say("Emma", "start")
    assert json.loads(view_text(driver.table, "", None))["now"]["dice"]["mix"] == ","
    driver.say("Emma", "stop")
    told = json.loads(view_text(driver.table, "", None))["now"]["dice"]
    assert told == {**promised, "mix": ",", "server_seed": SEED}


def test_what_was_missed_is_told_or_the_whole_view() -> None:
    driver = played("Emma", "Ben", seed=4)
    table = driver.table
    assert told_text(table, table.v + 1, None, None) is None
    nothing = told_text(table, table.v, None, None)
    assert nothing is not None
    assert check_message(nothing)["events"] == []
    oldest = table.v - len(table.story)
    everything = told_text(table, oldest, None, None)
    assert everything is not None
    assert len(check_message(everything)["events"]) == len(table.story)
    if oldest:
        assert told_text(table, oldest - 1, None, None) is None


def test_a_long_story_keeps_its_tail() -> None:
    driver = Driver(opening("Emma", ""))
    for _ in range(TAIL):
        driver.say("Ben", "sit", name="Ben")
        driver.say("Ben", "leave", seat=2)
    assert driver.table.v == 2 * TAIL
    assert len(driver.table.story) == TAIL
    assert json.loads(driver.table.story[0])["v"] == TAIL + 1


# Entries and openings as text


def test_an_entry_counts_seats_from_one_and_carries_its_mark() -> None:
    text = write_entry(Decided(0, 3, "white", "R5"), "m1")
    assert json.loads(text) == {
        "do": "decided",
        "seat": 1,
        "turn": 3,
        "phase": "white",
        "decision": "R5",
        "mark": "m1",
    }
    assert write_entry(Threw(1, "11r1y1g1b1"), "a") != write_entry(Threw(1, "11r1y1g1b1"), "b")
    assert read_entry('{"do":"started","mark":""}') == Started()
