"""Locks are announced (ruling 13): told at once, binding, and whoever could lock too is asked."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rowlock import Phase
from rowlock.server.automation import AutoMove, before_deciding, deadline, deadlines, next_auto_move
from rowlock.server.clock import StartTimes
from rowlock.server.entries import Handed, TimedOut
from rowlock.server.setup import read_setup, write_setup
from tests.server.tables import Driver, decided, start_times, started, table_setup

FRESH = "R | Y | G | B"
RIPE = "R 2 3 4 5 6 | Y 2 3 4 5 6 | G | B"  # a twelve locks red or yellow
RED = "R 2 3 4 5 6 | Y | G | B"
TWELVE = "66r1y1g1b1"
RED_LOCKED = "R 2 3 4 5 6 12 | Y | G | B"
# Of bonus_pairs: an eleven completes a pair; two crosses go to red or blue, and lock either.
TIED = "R 2 3 4 5 10 | Y 2 4 5 6 8 | G 12 11 10 9 8 7 6 | B 12 11 9 8 3"
ELEVEN = "56r1y1g1b1"
PAIRS: dict[str, Any] = {"variant": "bonus_pairs"}
PEOPLE = ("Emma", "Ben", "Cleo", "Dora", "Finn", "Gina", "Hugo", "Ida")


def ripe(*sheets: str, who: tuple[str, ...] = PEOPLE, dice: str = TWELVE, **chosen: Any) -> Driver:
    """A white action of as many people as there are sheets; the first of them rolled."""
    return started(*who[: len(sheets)], **chosen).stand(*sheets).roll(dice)


def locks(driver: Driver, since: int = 0) -> list[str]:
    """The announcements since then: who, and which row."""
    told = [event for event in driver.told(since) if event["event"] == "announced"]
    return [f"{event['seat']}{event['row']}" for event in told]


def closed(driver: Driver) -> list[tuple[str, list[int]]]:
    """The rows that were closed, and by whom."""
    return [(e["row"], e["seats"]) for e in driver.told() if e["event"] == "closed"]


# Two people


def test_a_lock_is_told_at_once_and_only_the_row() -> None:
    driver = ripe(RED, RED)
    v = driver.table.v
    driver.decide(1, "R12")
    assert driver.told(v) == [
        {"event": "answered", "seat": 1},
        {"event": "announced", "seat": 1, "row": "R"},
    ]
    assert driver.sheet(1) == RED
    assert driver.waiting() == [2]
    assert driver.yours(2)["lock_too"] == ["R12"]
    assert not driver.yours(2)["asked_again"]
    driver.decide(2, "R12")
    assert closed(driver) == [("R", [1, 2])]
    assert driver.sheet(2) == RED_LOCKED
    driver.check_fold()


def test_whoever_had_answered_is_asked_once_more_and_may_lock_too() -> None:
    driver = ripe(RED, RED).decide(2, "-")
    v = driver.table.v
    driver.decide(1, "R12")
    assert driver.words(v) == ["announced 1"]
    assert driver.waiting() == [2]
    yours = driver.yours(2)
    assert (yours["asked_again"], yours["keep"], yours["sealed"]) == (True, "-", "-")
    assert yours["lock_too"] == ["R12"]
    driver.decide(2, "R12")
    assert closed(driver) == [("R", [1, 2])]
    driver.check_fold()


def test_whoever_is_asked_once_more_may_stay_with_the_answer() -> None:
    driver = ripe(RED, RED).decide(2, "-").decide(1, "R12")
    driver.decide(2, "-")
    assert closed(driver) == [("R", [1])]
    assert driver.table.phase is Phase.COLOUR
    assert driver.sheet(2) == RED
    driver.check_fold()


def test_whoever_is_asked_once_more_may_change_to_something_else() -> None:
    driver = ripe(RIPE, RIPE).decide(2, "-").decide(1, "R12").decide(2, "Y12")
    assert closed(driver) == [("R", [1]), ("Y", [2])]
    assert driver.table.game is not None
    assert driver.table.game.over


def test_an_announced_lock_is_binding() -> None:
    driver = ripe(RED, RED).decide(1, "R12")
    yours = driver.yours(1)
    assert (yours["binding"], yours["legal"], yours["lock_too"]) == (True, [], [])
    said = {"seat": 1, "turn": 1, "phase": "white"}
    stays = ("binding", "your lock was announced: it stays")
    assert driver.refused("Emma", "decide", **said, decision="-") == stays
    assert driver.refused("Emma", "undo", **said) == stays
    assert driver.say("Emma", "decide", **said, decision="R12") is None  # said twice


def test_the_colour_may_be_decided_ahead_and_changed_by_whoever_announced() -> None:
    driver = ripe(RED, RED, dice="66r1y1g6b6").decide(1, "R12")
    driver.decide(1, "B12", phase="colour").undo(1, phase="colour")
    driver.decide(1, "G12", phase="colour").decide(2, "-")
    assert driver.sheet(1) == "R 2 3 4 5 6 12 | Y | G 12 | B"


def test_who_could_not_lock_is_not_asked_again() -> None:
    driver = ripe(RED, "R 2 3 4 5 | Y | G | B").decide(2, "-")
    v = driver.table.v
    driver.decide(1, "R12")
    # The last to answer is the one who locks, and nobody could follow: the action ends.
    assert driver.words(v) == ["marked 1", "passed 2", "closed"]
    assert driver.table.phase is Phase.COLOUR


def test_who_was_asked_once_more_may_take_back_and_think() -> None:
    driver = ripe(RED, RED, time="relaxed").decide(2, "-").decide(1, "R12")
    before = driver.seen(), deadlines(driver.table, start_times(driver.table))
    driver.undo(2)
    # Others see nothing of it, and it brings no more time.
    assert (driver.seen(), deadlines(driver.table, start_times(driver.table))) == before
    yours = driver.yours(2)
    assert (yours["asked_again"], yours["keep"], yours["lock_too"]) == (True, "", ["R12"])
    assert driver.waiting() == [2]
    driver.decide(2, "R12")
    assert closed(driver) == [("R", [1, 2])]


def test_a_decision_made_before_the_announcement_was_heard_is_asked_again() -> None:
    driver = ripe(RED, RED, RED)
    heard = driver.table.v
    driver.decide(1, "R12")
    said = {"seat": 2, "turn": 1, "phase": "white"}
    code, sentence = driver.refused("Ben", "decide", **said, decision="-", v=heard)
    assert (code, "R12" in sentence) == ("announced", True)
    driver.say("Ben", "decide", **said, decision="-", v=driver.table.v)
    assert driver.waiting() == [3]
    # Whoever locks anyway need not be told.
    driver.say("Cleo", "decide", seat=3, turn=1, phase="white", decision="R12", v=heard)
    assert closed(driver) == [("R", [1, 3])]


def test_a_message_that_is_sent_again_does_not_answer_what_it_could_not_know() -> None:
    driver = ripe(RED, RED)
    said = {"seat": 2, "turn": 1, "phase": "white", "decision": "-", "v": driver.table.v}
    driver.say("Ben", "decide", **said)
    driver.decide(1, "R12")
    assert driver.refused("Ben", "decide", **said)[0] == "announced"  # after a broken line, say
    assert driver.waiting() == [2]
    driver.say("Ben", "decide", **(said | {"v": driver.table.v}))
    assert closed(driver) == [("R", [1])]


def test_nobody_is_offered_a_colour_in_a_row_that_is_announced() -> None:
    driver = ripe(RED, RED, dice="66r1y1g6b6").decide(1, "G12")
    assert "R7" in driver.yours(1)["colour"]
    driver.decide(2, "R12")
    assert driver.yours(1)["colour"] == ["Y7", "B12", "-"]


def test_a_decision_of_whoever_could_not_lock_is_taken_though_it_heard_nothing() -> None:
    driver = ripe(RED, FRESH)
    heard = driver.table.v
    driver.decide(1, "R12")
    driver.say("Ben", "decide", seat=2, turn=1, phase="white", decision="G12", v=heard)
    assert driver.table.phase is Phase.COLOUR


def test_so_many_changes_before_never_keep_anybody_from_answering_again() -> None:
    driver = ripe(RED, RED)
    for n in range(20):
        driver.decide(2, "G12" if n % 2 else "-")
    driver.decide(1, "R12")
    driver.decide(2, "R12")
    assert closed(driver) == [("R", [1, 2])]


def test_who_begins_a_tie_when_asked_again_can_still_go_back() -> None:
    driver = ripe(TIED, TIED, dice=ELEVEN, **PAIRS)
    for n in range(20):
        driver.decide(2, "R11" if n % 2 else "-")
    driver.decide(1, "Y11", "~B").decide(2, "Y11")
    assert driver.yours(2)["asked_again"]
    driver.decide(2, "R11")
    assert closed(driver) == [("B", [1])]


# The option


def test_at_a_sealed_table_nothing_is_announced() -> None:
    driver = ripe(RED, RED, RED, locks="sealed").decide(2, "-")
    v = driver.table.v
    driver.decide(1, "R12")
    assert driver.words(v) == ["answered 1"]
    assert driver.waiting() == [3]
    assert (driver.yours(2)["asked_again"], driver.yours(3)["lock_too"]) == (False, [])
    driver.undo(1).decide(1, "-").decide(3, "-")
    assert closed(driver) == []


def test_where_white_decisions_are_told_at_once_nothing_else_is_announced() -> None:
    driver = ripe(RED, RED, RED, open_white=True).decide(2, "-")
    v = driver.table.v
    driver.decide(1, "R12")
    assert driver.words(v) == ["marked 1"]
    assert driver.waiting() == [3]


def test_a_table_from_before_locks_were_announced_is_worked_out_as_it_was_played() -> None:
    kept = json.loads(write_setup(table_setup("Emma", "Ben")))
    assert read_setup(json.dumps(kept)).options.locks == "announced"
    del kept["options"]["locks"]
    assert read_setup(json.dumps(kept)).options.locks == "sealed"


# Three to eight people


def test_of_three_only_those_are_asked_again_who_could_follow() -> None:
    driver = ripe(RED, RED, FRESH).decide(2, "G12").decide(3, "-").decide(1, "R12")
    assert driver.waiting() == [2]
    assert not driver.yours(3)["asked_again"]
    assert driver.yours(2)["keep"] == "G12"
    driver.decide(2, "G12")
    assert driver.sheet(2) == "R 2 3 4 5 6 | Y | G 12 | B"


def test_eight_people_and_several_who_lock() -> None:
    driver = ripe(RIPE, RED, RIPE, FRESH, RED, RIPE, RED, RED)
    for seat in (2, 4, 5, 6):
        driver.decide(seat, "-")
    v = driver.table.v
    driver.decide(1, "R12")
    assert locks(driver, v) == ["1R"]
    assert driver.waiting() == [2, 3, 5, 6, 7, 8]
    driver.decide(2, "R12").decide(5, "-")
    assert locks(driver, v) == ["1R", "2R"]
    # The row is known already: who stayed with the answer is not asked a third time.
    assert driver.waiting() == [3, 6, 7, 8]
    driver.decide(6, "-")
    driver.decide(3, "Y12")
    assert locks(driver, v) == ["1R", "2R", "3Y"]
    # Yellow is new: seat 6 could lock it too; seat 5 could not, and seats 1 and 2 are bound.
    assert driver.waiting() == [6, 7, 8]
    driver.decide(6, "Y12").decide(7, "R12").decide(8, "-")
    assert closed(driver) == [("R", [1, 2, 7]), ("Y", [3, 6])]
    driver.check_fold()


def test_the_table_now_says_what_was_announced_until_the_action_ends() -> None:
    driver = ripe(RIPE, RIPE, RED).decide(1, "R12").decide(2, "Y12")
    said = json.loads(driver.seen())["now"]["announced"]
    assert said == [{"seat": 1, "row": "R"}, {"seat": 2, "row": "Y"}]
    driver.decide(3, "-")
    assert json.loads(driver.seen())["now"]["announced"] == []


def test_on_one_device_each_seat_is_asked_by_itself() -> None:
    driver = ripe(RED, RED, RED, who=("Emma", "Ben on Emma", "Cleo on Emma"))
    driver.decide(1, "-").decide(2, "-").decide(3, "R12")
    assert driver.waiting() == [1, 2]
    assert [driver.yours(seat)["asked_again"] for seat in (1, 2, 3)] == [True, True, False]
    driver.decide(1, "R12").decide(2, "-")
    assert closed(driver) == [("R", [1, 3])]


# Bonuses


def test_a_lock_that_waits_for_a_tie_is_told_when_the_tie_is_settled() -> None:
    driver = ripe(TIED, TIED, dice=ELEVEN, **PAIRS)
    v = driver.table.v
    driver.decide(1, "Y11")
    assert driver.words(v) == []
    driver.undo(1).decide(1, "Y11", "~B")
    assert locks(driver, v) == ["1B"]
    assert driver.yours(2)["lock_too"] == ["Y11"]
    heard = driver.table.v
    said = {"seat": 2, "turn": 1, "phase": "white"}
    driver.say("Ben", "decide", **said, decision="Y11", v=heard)
    assert driver.yours(2)["lock_too"] == ["~B", "Y11"]
    # A pick that could not know of it is asked again like any other decision.
    assert driver.refused("Ben", "decide", **said, decision="~R", v=heard - 1)[0] == "announced"
    driver.say("Ben", "decide", **said, decision="~R", v=heard)
    assert closed(driver) == [("R", [2]), ("B", [1])]


def test_an_answer_with_a_pick_is_kept_by_its_last_word_or_given_anew() -> None:
    for again in (["~R"], ["Y11", "~R"]):
        # Ben's answer locks nothing: his red row is too short for it.
        short = "R 2 3 4 5 7 | Y 2 4 5 6 8 9 | G 12 11 10 9 8 7 6 | B 12 11 9 8 3"
        driver = ripe(TIED, short, dice=ELEVEN, **PAIRS).decide(2, "Y11", "~R")
        driver.decide(1, "Y11", "~B")
        assert driver.yours(2)["asked_again"]
        assert driver.yours(2)["keep"] == "~R"
        driver.decide(2, *again)
        assert closed(driver) == [("B", [1])]
        driver.check_fold()


# Bots


def test_a_bot_that_had_answered_is_asked_again_with_the_lock_on_the_sheet() -> None:
    driver = ripe(RED, RED, who=("Emma", "keen!"))
    driver.write(decided(1, 1, Phase.WHITE, "-"))
    driver.decide(1, "R12")
    assert driver.waiting() == [2]
    asked = before_deciding(driver.table, 1)
    assert str(asked.sheets[0]) == RED_LOCKED
    assert str(asked.sheets[1]) == RED
    auto_move = next_auto_move(driver.table, 0.8, start_times(driver.table))
    assert auto_move == AutoMove(driver.table.announced_at + 0.2, driver.table.n, 1)
    assert driver.do(auto_move) == decided(1, 1, Phase.WHITE, "R12")
    assert closed(driver) == [("R", [1, 2])]


def test_a_bot_that_has_not_answered_knows_of_the_lock_too_and_goes_on_with_its_tie() -> None:
    driver = ripe(TIED, TIED, who=("Emma", "keen!"), dice=ELEVEN, **PAIRS)
    driver.decide(1, "Y11", "~B")
    driver.write(decided(1, 1, Phase.WHITE, "Y11"))
    asked = before_deciding(driver.table, 1)
    assert [str(decision) for decision in asked.legal(1)] == ["~R", "~B"]
    assert asked.sheets[0].crosses != driver.table.own(1).sheets[0].crosses
    driver.auto_move()
    assert driver.table.phase is not Phase.WHITE


def test_a_bot_announces_and_a_person_follows() -> None:
    driver = ripe(RED, RED, who=("Emma", "keen!")).decide(1, "-")
    driver.auto_move()
    assert locks(driver) == ["2R"]
    assert driver.waiting() == [1]
    driver.decide(1, "R12")
    assert closed(driver) == [("R", [1, 2])]


def test_a_bot_that_stands_in_answers_for_whoever_was_asked_again() -> None:
    driver = ripe(RED, RED).decide(2, "-").decide(1, "R12")
    driver.write(Handed(1, "keen"))
    driver.auto_move()
    assert closed(driver) == [("R", [1, 2])]


@pytest.mark.parametrize("bot", ["random", "keen", "novice", "oracle"])
def test_bots_at_a_full_table_bring_it_to_an_end(bot: str) -> None:
    driver = ripe(*[RIPE] * 8, who=("Emma", *[f"{bot}!"] * 7))
    for _ in range(3):
        driver.auto_move()
    driver.decide(1, "R12")
    for _ in range(30):
        if driver.table.phase is not Phase.WHITE:
            break
        driver.auto_move()
    assert driver.table.phase is not Phase.WHITE
    driver.check_fold()


# Time


@pytest.mark.parametrize(("pace", "seconds"), [("relaxed", 30), ("brisk", 15), ("blitz", 8)])
def test_those_who_are_asked_again_have_a_short_time_of_their_own(pace: str, seconds: int) -> None:
    driver = ripe(RED, RED, time=pace).decide(2, "-").decide(1, "R12")
    assert driver.table.announced_at > driver.table.at
    assert deadlines(driver.table, start_times(driver.table)) == (
        driver.table.announced_at + seconds,
        None,
    )
    assert deadline(driver.table, StartTimes(4_000.0, 5_000.0)) == 5_000.0 + seconds


def test_without_a_clock_those_who_are_asked_again_have_all_the_time() -> None:
    driver = ripe(RED, RED).decide(2, "-").decide(1, "R12")
    assert deadline(driver.table, start_times(driver.table)) is None


def test_an_announcement_in_the_last_second_leaves_everybody_the_short_time() -> None:
    driver = ripe(RED, RED, RED, time="blitz").decide(2, "-")
    began = driver.table.at
    driver.now = began + 8.5
    driver.decide(1, "R12")  # Cleo has not answered at all, and had half a second
    assert (
        deadlines(driver.table, start_times(driver.table)) == (driver.table.announced_at + 8,) * 2
    )
    early = ripe(RED, RED, RED, time="relaxed").decide(2, "-").decide(1, "R12")
    assert deadlines(early.table, start_times(early.table)) == (
        early.table.announced_at + 30,
        early.table.at + 90,
    )


def test_the_short_time_does_not_depend_on_what_others_do() -> None:
    driver = ripe(RED, RED, FRESH, time="relaxed").decide(2, "-").decide(1, "R12")
    own = driver.table.announced_at + 30
    driver.now = own - 5
    driver.decide(3, "-")
    assert deadlines(driver.table, start_times(driver.table)) == (own, None)
    assert driver.waiting() == [2]


def test_when_the_short_time_is_up_the_others_keep_theirs() -> None:
    driver = ripe(RED, RED, RED, time="relaxed").decide(2, "G12").decide(1, "R12")
    v = driver.table.v
    assert driver.auto_move() == TimedOut(1, Phase.WHITE, again=True)
    assert driver.words(v) == []
    assert driver.waiting() == [3]
    assert deadlines(driver.table, start_times(driver.table)) == (None, driver.table.at + 90)
    assert driver.auto_move() == TimedOut(1, Phase.WHITE)
    assert driver.sheet(2) == "R 2 3 4 5 6 | Y | G 12 | B"
    driver.check_fold()


def test_who_was_asked_again_and_took_back_passes_when_the_short_time_is_up() -> None:
    driver = ripe(RED, RED, time="blitz").decide(2, "G12").decide(1, "R12").undo(2)
    v = driver.table.v
    driver.auto_move()
    assert driver.words(v)[0] == "timed_out 2"
    assert driver.sheet(2) == RED


def test_when_the_short_time_is_up_the_answer_given_before_stays() -> None:
    driver = ripe(RED, RED, RED, time="blitz").decide(2, "G12").decide(1, "R12")
    v = driver.table.v
    driver.write(TimedOut(1, Phase.WHITE))
    assert driver.words(v)[0] == "timed_out 3"
    assert "timed_out 2" not in driver.words(v)
    assert driver.sheet(2) == "R 2 3 4 5 6 | Y | G 12 | B"
    assert driver.sheet(3) == RED
    driver.check_fold()


def test_a_lock_that_came_with_the_end_of_time_is_announced_too() -> None:
    driver = ripe(TIED, TIED, dice=ELEVEN, time="blitz", **PAIRS).decide(1, "Y11").decide(2, "-")
    driver.write(TimedOut(1, Phase.WHITE))  # the first row of the tie: red
    assert locks(driver) == ["1R"]
    assert driver.waiting() == [2]
    driver.write(TimedOut(1, Phase.WHITE))
    assert closed(driver) == [("R", [1])]
    driver.check_fold()


# Nothing else is told


def test_the_same_is_told_however_a_lock_came_about() -> None:
    chained = "R 2 4 5 7 11 | Y | G | B"  # of bonus_chain: eight in yellow or blue locks red
    told = []
    for way in ("Y8", "B8"):
        driver = ripe(chained, RED, FRESH, dice="44r1y1g1b1", variant="bonus_chain")
        driver.decide(1, way)
        assert locks(driver) == ["1R"]
        asked = before_deciding(driver.table, 1)
        told.append((driver.seen(), driver.seen(2), driver.told(), str(asked.sheets[0])))
    assert told[0] == told[1]


def test_alone_nothing_is_announced() -> None:
    driver = ripe(RED)
    v = driver.table.v
    driver.decide(1, "R12")
    assert driver.words(v) == ["marked 1", "closed"]


def test_what_ones_own_sealed_lock_takes_away_is_not_offered_ahead() -> None:
    """In gemixxt A a red die makes cells in other rows too; it leaves with the red lock."""
    driver = ripe("R 2 3 4 5 6", "", variant="mixed_colours", locks="sealed", dice="66r4y1g1b1")
    assert "B10" in driver.yours(1)["colour"]
    driver.decide(1, "R12")
    assert "B10" not in driver.yours(1)["colour"]
    assert driver.yours(1)["colour"] == driver.decide(2, "-").yours(1)["legal"]
