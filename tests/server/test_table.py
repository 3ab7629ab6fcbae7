"""A table as a value: what is asked, sealed, told and settled, sentence by sentence."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError, is_dataclass, replace
from random import Random
from typing import Any

import pytest

from rowlock import Phase, find_player, read_record, shipped_variants
from rowlock.dice import Roll
from rowlock.errors import IllegalMove
from rowlock.fair import verify
from rowlock.moves import Pass, Pick, parse_move
from rowlock.server import view
from rowlock.server.creation import rematch_setup
from rowlock.server.encoding import to_text
from rowlock.server.entries import (
    Added,
    Called,
    Decided,
    Entry,
    Rematched,
    Sat,
    Started,
    Stopped,
    Threw,
    TimedOut,
    Undone,
    read_entry,
    write_entry,
)
from rowlock.server.loading import told_again
from rowlock.server.progress import TAIL, advance
from rowlock.server.setup import Options, SeatState, TableSetup, write_setup
from rowlock.server.stage import Stage
from rowlock.server.store import StoredTable, Written
from rowlock.server.story import place_shown, told_events
from rowlock.server.table import Table
from rowlock.server.view import _is_idle as is_idle
from rowlock.server.view import told_text, view_text, yours_of, yours_text
from rowlock.sheet import Colour
from rowlock.testing import check_record
from tests.server.tables import (
    SEED,
    Driver,
    check_message,
    committed,
    decided,
    holder,
    played,
    started,
    table_setup,
)

FRESH = "R | Y | G | B"
RIPE = "R 2 3 4 5 6 | Y | G | B"  # the red lock is earned
RIPER = "R 2 3 4 5 6 | Y 2 3 4 5 6 | G | B"
SHUT = "R 11 | Y 11 | G 3 | B 3"  # a seven goes nowhere
TIED = "R | Y 11 | G | B"  # of bonus_pairs: the nine of green brings a tie of red and blue

PAIRS: dict[str, Any] = {"variant": "bonus_pairs"}


NOTHING_TO_DECIDE = {
    "seat": 1,
    "legal": [],
    "lapse": [],
    "colour": [],
    "dice": {},
    "sealed": "",
    "ahead": "",
    "sheet": "",
    "state": None,
    "miss": False,
    "again": False,
    "lock_too": [],
    "asked_again": False,
    "keep": "",
    "binding": False,
    "mix": None,
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


def test_a_cross_that_is_taken_back_takes_the_one_it_forced_with_it() -> None:
    driver = started("Emma", "Ben", variant="connected_chain").stand("R | Y 4 9 | G | B", FRESH)
    driver.roll("33r1y1g1b1").decide(1, "R6").undo(1)
    driver.decide(1, "B6").decide(2, "-")
    assert driver.sheet(1) == "R | Y 4 9 | G | B 6"
    driver = started("Emma", "Ben", variant="connected_chain").stand("R | Y 4 9 | G | B", FRESH)
    driver.roll("33r1y1g1b1").decide(1, "R6").decide(2, "-")
    assert driver.sheet(1) == "R 6 | Y 4 6 9 | G | B"


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
    driver.write(TimedOut(1, Phase.COLOUR))
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
        {"event": "struck", "seat": 1, "fields": [1], "strip": "bar"},
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


def test_rows_where_the_crosses_of_a_tie_lapse_are_named() -> None:
    driver = two(TIED, FRESH, closed="R", **PAIRS).roll("45y1g1b1").decide(2, "-")
    assert driver.yours(1)["lapse"] == []
    driver.decide(1, "G9")
    assert (driver.yours(1)["legal"][:2], driver.yours(1)["lapse"]) == (["~R", "~B"], ["~R"])
    driver.decide(1, "~R")
    assert driver.sheet(1) == "R | Y 11 | G 9 | B"
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
    driver.write(TimedOut(1, Phase.WHITE))
    assert driver.words(v) == ["timed_out 1", "passed 1"]
    assert (driver.table.turn, driver.table.phase) == (1, Phase.COLOUR)


# Time


def test_when_time_is_up_whoever_has_not_answered_passes() -> None:
    driver = started("Emma", "Ben", "Cleo", time="blitz").roll("23r3y1g1b1").decide(2, "R5")
    v = driver.table.v
    driver.write(TimedOut(1, Phase.WHITE))
    assert driver.words(v) == [
        *("timed_out 1", "timed_out 3", "passed 1", "marked 2", "passed 3"),
    ]
    assert driver.table.phase is Phase.COLOUR
    assert driver.table.at == driver.now
    driver.write(TimedOut(1, Phase.COLOUR))
    assert driver.sheet(1) == FRESH + " | x1"
    assert driver.table.turn == 2


def test_when_time_is_up_what_was_given_ahead_is_played() -> None:
    driver = two(time="blitz").roll("23r3y1g1b1").decide(1, "R6", phase="colour")
    driver.write(TimedOut(1, Phase.WHITE))
    assert driver.sheet(1) == "R 6 | Y | G | B"
    assert driver.table.turn == 2


@pytest.mark.parametrize("phase", ["white", "colour"])
def test_when_time_is_up_a_tie_goes_to_the_first_row(phase: str) -> None:
    driver = two(TIED, FRESH, time="blitz", **PAIRS)
    if phase == "white":
        driver.roll("45r1y1g1b1").decide(1, "G9").decide(2, "-")
    else:
        driver.roll("13r1y1g6b1").decide(1, "-").decide(2, "-").decide(1, "G9")
    driver.write(TimedOut(1, Phase(phase)))
    assert driver.sheet(1) == "R 2 3 | Y 11 | G 9 | B"


def test_when_time_is_up_no_tie_goes_to_a_row_where_it_lapses() -> None:
    driver = two(TIED, FRESH, closed="R", time="blitz", **PAIRS)
    driver.roll("45y1g1b1").decide(1, "G9").decide(2, "-").write(TimedOut(1, Phase.WHITE))
    assert driver.sheet(1) == "R | Y 11 | G 9 | B 12 11"


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
    driver.write(TimedOut(1, Phase.WHITE))
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
    places = tuple(SeatState(name=f"P{i}", holder=holder("Emma")) for i in range(8))
    opened = TableSetup(
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
    again = json.loads(told_again(StoredTable(0.0, write_setup(opened), tuple(written))))
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
    assert again.names == tuple(state.name for state in table.seats)
    if options.get("real_dice"):
        assert dict(record.tags)["Dice"] == "real"
        assert table.setup.seed not in record.write()
    else:
        verdict = verify(again)
        assert verdict.rolls == table.turn
        assert verdict.lot == ("first" not in options)
        assert driver.told()[-1] == {"event": "revealed", "server_seed": table.setup.seed}


def test_the_keen_player_plays_a_whole_game_for_people() -> None:
    keen = find_player("keen")
    driver = Driver(table_setup("Emma", "Ben", variant="bonus_pairs"))
    driver.write(Started())
    driver.play_out(lambda table, seat, _: keen.decide(table.own(seat), seat), Random(5))
    assert driver.table.game is not None
    assert max(driver.table.game.tally(seat).total for seat in (0, 1)) > 30


def test_a_game_that_is_stopped_can_be_verified_as_far_as_it_came() -> None:
    driver = Driver(table_setup("Emma", "Ben"))
    driver.mix(Ben="bens-luck", Emma="emmas-luck")
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
    driver = Driver(table_setup("Emma", "Ben"))
    driver.say("Emma", "start")
    driver.roll()
    assert "ServerSeed" not in driver.table.record.write()
    assert SEED not in repr(driver.table)


# Seats before the start


def test_seats_are_taken_and_left_and_told() -> None:
    driver = Driver(table_setup("Emma", "", "keen!"))
    driver.say("Ben", "sit", name="Ben")
    assert driver.told()[-1] == {
        "event": "seated",
        "places": [
            {"kind": "person", "name": "Emma", "bot": None, "bot_name": None},
            {"kind": "person", "name": "Ben", "bot": None, "bot_name": None},
            {"kind": "bot", "name": "keen", "bot": "keen", "bot_name": "Carla"},
        ],
    }
    driver.say("Ben", "leave", seat=2)
    assert driver.told()[-1]["places"][1] == {
        "kind": "open",
        "name": "",
        "bot": None,
        "bot_name": None,
    }
    assert driver.table.seats[1] == SeatState()
    driver.say("Ben", "sit", name="Ben", seat=2)
    driver.check_fold()


def test_seats_after_a_removed_one_move_up_with_all_that_is_theirs() -> None:
    driver = Driver(table_setup("Emma", "", "Ben", "keen!"))
    driver.say("Ben", "commit", commitment=committed("bens-luck"))
    driver.say("Emma", "remove", seat=2)
    assert [state.name for state in driver.table.seats] == ["Emma", "Ben", "keen"]
    assert driver.table.held_by(holder("Ben")) == (1,)
    assert driver.table.seats[1].commitment == committed("bens-luck")
    driver.mix(Ben="bens-luck")
    assert driver.table.dice.mix == ",bens-luck,"


def test_bots_of_old_tables_keep_the_names_they_had() -> None:
    """Until bots had names of their own they were called by their codes, and so they stay."""
    driver = Driver(table_setup("Emma"))
    for _ in range(2):
        driver.write(read_entry('{"do":"added","bot":"keen","mark":"x"}'))
    assert [state.name for state in driver.table.seats] == ["Emma", "keen", "keen 2"]


def test_the_host_adds_seats_for_people_and_bots() -> None:
    driver = Driver(table_setup("Emma"))
    driver.say("Emma", "add")
    driver.say("Emma", "add", bot="keen:2")
    assert driver.table.seats[1:] == (SeatState(), SeatState(name="Carla (2)", bot="keen:2"))
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
        driver = Driver(table_setup("Emma", "Ben", "Cleo", seed=f"{n:064x}"))
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
    driver = Driver(table_setup("Emma", "Ben", "Cleo", first=2))
    driver.say("Emma", "remove", seat=3)
    driver.say("Emma", "start")
    assert driver.table.first in (0, 1)


def test_the_same_seeds_give_the_same_dice_and_others_give_others() -> None:
    def rolls(seed: str) -> str:
        driver = Driver(table_setup("Emma", "Ben"))
        driver.mix(Ben=seed)
        game = driver.table.game
        assert game is not None
        return " ".join(str(driver.table.dice.roll(turn, game.dice)) for turn in range(1, 9))

    assert rolls("one") == rolls("one")
    assert rolls("one") != rolls("another")


def test_a_seed_counts_for_all_seats_of_a_holder_and_may_be_changed_before_the_start() -> None:
    driver = Driver(table_setup("Emma", "Ben on Emma", "Cleo"))
    driver.say("Emma", "commit", commitment=committed("one"))
    driver.mix(Emma="two", Cleo="three")
    assert driver.told()[-1]["mix"] == "two,two,three"


# Bots that stand in


def test_a_bot_stands_in_and_the_person_takes_the_seat_back() -> None:
    driver = two().roll("23r3y1g1b1")
    driver.say("Ben", "hand_over", seat=2, bot="keen")
    assert driver.told()[-1] == {"event": "handed", "seat": 2, "bot": "keen", "name": "Carla"}
    shown = {"kind": "person", "name": "Ben", "bot": "keen", "bot_name": "Carla"}
    assert place_shown(driver.table.seats[1].public) == shown
    turn = {"turn": 1, "phase": "white"}
    assert driver.refused("Ben", "decide", seat=2, **turn, decision="-")[0] == "bot_plays"
    assert isinstance(driver.auto_move(), Decided)
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
    driver.auto_move()
    assert driver.table.phase is Phase.COLOUR
    assert driver.sheet(2) == "R 2 3 | Y 11 | G 9 | B"


# The end


def test_a_rematch_is_of_the_same_people_with_new_dice_and_the_next_seat_first() -> None:
    driver = Driver(table_setup("Emma", "Ben", "keen!", first=2, hidden_scores=True))
    driver.mix(Ben="bens-luck")
    driver.say("Ben", "hand_over", seat=2, bot="keen")
    driver.say("Emma", "stop")
    again = rematch_setup(driver.table)
    driver.write(Rematched(again.id))
    assert driver.told()[-1] == {"event": "rematch", "table": again.id}
    assert again.id != driver.table.id
    assert again.seed != driver.table.setup.seed
    assert again.options == Options(first=0, hidden_scores=True)
    assert again.host == driver.table.setup.host
    assert again.seats == table_setup("Emma", "Ben", "keen!").seats
    other = Driver(again)
    other.say("Emma", "start")
    assert other.table.first == 0


def test_a_table_that_is_stopped_before_the_start_is_done() -> None:
    driver = Driver(table_setup("Emma", ""))
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
    table = Table.fresh(table_setup("Emma", "Ben"), 0.0)
    assert table.legal(0) == table.colour_ahead(0) == ()
    assert table.waiting_for() == ()
    assert table.answered(0)
    assert (table.turn, table.phase, table.v, table.n) == (0, None, 0, 0)
    assert yours_of(table, holder("Emma")) == [NOTHING_TO_DECIDE | {"mix": "commit"}]


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
    told = told_text(driver.table, before.v, {"left": 1.5, "limit": 10, "again": None}, before)
    assert told is not None
    now = check_message(told)["now"]
    assert [points["total"] for points in now["points"]] == [1, 1]
    assert now["clock"] == {"left": 1.5, "limit": 10, "again": None}
    assert "dice" not in now


def test_the_view_says_who_is_the_host_only_to_the_host() -> None:
    table = Driver(table_setup("Emma", "Ben")).table
    hosts = [json.loads(view_text(table, holder(w), None))["host"] for w in ("Emma", "Ben", "")]
    assert hosts == [True, False, False]


def test_the_dice_are_promised_before_the_start_and_revealed_at_the_end() -> None:
    driver = Driver(table_setup("Emma", "Ben"))
    promised = json.loads(view_text(driver.table, "", None))["now"]["dice"]
    assert promised == {
        "commitment": driver.table.setup.commitment,
        "commitments": [None, None],
        "mix": None,
        "server_seed": None,
    }
    driver.say("Emma", "start")
    assert json.loads(view_text(driver.table, "", None))["now"]["dice"]["mix"] == ","
    driver.say("Emma", "stop")
    told = json.loads(view_text(driver.table, "", None))["now"]["dice"]
    assert told == {**promised, "commitments": None, "mix": ",", "server_seed": SEED}


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
    driver = Driver(table_setup("Emma", ""))
    for _ in range(TAIL):
        driver.say("Ben", "sit", name="Ben")
        driver.say("Ben", "leave", seat=2)
    assert driver.table.v == 2 * TAIL
    assert len(driver.table.story) == TAIL
    assert told_events(driver.table.story, driver.table.v)[0]["v"] == TAIL + 1


# Entries and openings as text


def test_an_entry_counts_seats_from_one_and_carries_its_mark() -> None:
    text = write_entry(decided(0, 3, Phase.WHITE, "R5"), "m1")
    assert json.loads(text) == {
        "do": "decided",
        "seat": 1,
        "turn": 3,
        "phase": "white",
        "decision": "R5",
        "mark": "m1",
    }
    threw = Threw(1, Roll.parse("11r1y1g1b1"))
    assert write_entry(threw, "a") != write_entry(threw, "b")
    assert read_entry('{"do":"started","mark":""}') == Started()


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ('{"do":"threw","turn":3,"roll":"14r3y6g3b3"', Threw(3, Roll.parse("14r3y6g3b3"))),
        (
            '{"do":"decided","seat":2,"turn":3,"phase":"colour","decision":"*G16 ~Y"',
            Decided(1, 3, Phase.COLOUR, (parse_move("*G16"), Pick(Colour.Y))),
        ),
        ('{"do":"undone","seat":1,"turn":3,"phase":"white"', Undone(0, 3, Phase.WHITE)),
        ('{"do":"timedout","turn":3,"phase":"white"', TimedOut(3, Phase.WHITE)),
        ('{"do":"called","seats":[1,3]', Called((0, 2))),
        ('{"do":"sat","seat":1,"name":"Emma","holder":"h"', Sat(0, "Emma", "h")),
        ('{"do":"added","bot":"keen"', Added("keen")),
    ],
)
def test_what_older_servers_wrote_is_read_as_values(text: str, entry: Entry) -> None:
    assert read_entry(f'{text},"mark":"w-1"}}') == entry
    again = json.loads(write_entry(entry, "w-1"))
    said = json.loads(f'{text},"mark":"w-1"}}')
    assert {key: again[key] for key in said} == said, "and nothing is written in another way"


@pytest.mark.parametrize("more", ['"seat":1', '"phase":"white"', '"hello":1'])
def test_an_entry_with_a_field_that_nobody_knows_is_not_read(more: str) -> None:
    with pytest.raises(TypeError, match="unexpected keyword"):
        read_entry(f'{{"do":"started",{more},"mark":"w-1"}}')


@pytest.mark.parametrize("text", ["-", "R7"])
@pytest.mark.parametrize("seat", [1, 8])
def test_an_entry_that_no_server_wrote_is_no_part_of_a_table(text: str, seat: int) -> None:
    driver = started("Emma", "Ben").roll("34r1y1g1b1").decide(1, "-").decide(2, "-")
    with pytest.raises(IllegalMove, match="has nothing to decide now"):
        advance(driver.table, 0.0, decided(seat, 1, Phase.COLOUR, text))


# A table is a value


def test_a_table_cannot_be_changed_but_only_copied() -> None:
    table = started("Emma", "Ben").table
    with pytest.raises(FrozenInstanceError):
        table.stage = Stage.DONE  # type: ignore[misc]
    other = table.changed(stage=Stage.DONE)
    assert (table.stage, other.stage) == (Stage.PLAYING, Stage.DONE)
    assert other == replace(table, stage=Stage.DONE)
    with pytest.raises(AssertionError, match="unknown"):
        table.changed(stages=Stage.DONE)


def test_who_is_asked_is_worked_out_again_when_that_changes() -> None:
    table = started("Emma", "Ben").roll("34r1y1g1b1").table
    assert table.waiting_for() == (0, 1)
    assert table.changed(n=99).waiting_for() is table.waiting_for()
    assert table.changed(sealed={1: (Pass(),)}).waiting_for() == (0,)
    assert table.changed(stage=Stage.DONE).waiting_for() == ()


def test_a_story_is_events_and_no_text() -> None:
    driver = played("Emma", "keen!")
    assert all(is_dataclass(event) for event in driver.table.story)
    assert len({type(event) for event in driver.table.story}) > 3


@pytest.mark.parametrize("variant", ["classic", "bonus_pairs"])
def test_whoever_has_nothing_to_decide_is_told_the_same_as_everybody_in_that_case(
    variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is known beforehand for a seat with nothing to decide is what would be worked out."""
    source = Random(5)
    driver = Driver(table_setup("Emma", "Ben", "Max on Emma", variant=variant, first=0))
    driver.write(Started())
    idle = 0
    while driver.table.stage is Stage.PLAYING:
        game = driver.table.game
        assert game is not None
        people = [holder("Emma"), holder("Ben")]
        told = [yours_text(driver.table, who) for who in people]
        idle += sum(is_idle(driver.table, seat) for seat in range(3))
        with monkeypatch.context() as patched:
            patched.setattr(view, "_is_idle", lambda table, seat: False)
            assert told == [to_text(yours_of(driver.table, who)) for who in people]
        if game.phase is Phase.ROLL:
            driver.roll()
        else:
            seat = source.choice(driver.table.waiting_for())
            driver.decide(seat + 1, str(source.choice(driver.table.legal(seat))))
    assert idle > 30
