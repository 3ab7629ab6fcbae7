"""What may be asked at a table and by whom: every refusal, and a sentence that helps."""

from __future__ import annotations

import inspect
import random
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rowlock import Phase
from rowlock.players import stand_in
from rowlock.server import checks, creation, promises, requests
from rowlock.server.checks import check_bot, check_name
from rowlock.server.entries import Handed, Sat, Started, Stopped, Threw
from rowlock.server.naming import LONGEST_NAME
from rowlock.server.presence import Waits
from rowlock.server.protocol import Code, Refused, read_message
from rowlock.server.stage import Stage
from rowlock.server.story import place_shown
from rowlock.server.table import Table
from tests.server.tables import SEED, Driver, holder, started, table_setup

FRESH = "R | Y | G | B"
NOW: dict[str, Any] = {"turn": 1, "phase": "white"}


def seated(*seats: str, **chosen: Any) -> Driver:
    return Driver(table_setup(*seats, **chosen))


def rolled(*seats: str, dice: str = "23r3y1g1b1", **chosen: Any) -> Driver:
    return started(*(seats or ("Emma", "Ben")), **chosen).roll(dice)


def over(why: str) -> Driver:
    driver = started("Emma", "Ben")
    driver.write(Stopped(why))
    return driver


def finished() -> Driver:
    shut = "R 11 | Y 11 | G 3 | B 3"
    driver = started("Emma", "Ben").stand(f"{shut} | x3", shut)
    return driver.roll("34r1y1g1b1")


def full() -> Driver:
    return seated("Emma", *["keen!"] * 7)


def handed() -> Driver:
    driver = rolled()
    driver.write(Handed(1, "keen"))
    return driver


def announced() -> Driver:
    """Seat 1 has announced the red lock, which seat 2 could make too."""
    ripe = "R 2 3 4 5 6 | Y | G | B"
    return started("Emma", "Ben").stand(ripe, ripe).roll("66r1y1g1b1").decide(1, "R12")


SAID = {"turn": 1, "phase": "white", "decision": "-"}

# Every code: how it comes about, who asks for what, and the sentence.

REFUSALS: list[tuple[str, Driver, str, str, dict[str, Any], str]] = [
    ("over", over("host"), "Emma", "start", {}, "the table was stopped"),
    ("over", finished(), "Emma", "roll", {"turn": 1}, "the game is over"),
    ("over", over("host"), "Emma", "stop", {}, "the table was stopped"),
    ("expired", over("age"), "Emma", "start", {}, "nobody came for a long time"),
    # Before the start only
    ("started", rolled(), "Ben", "sit", {"name": "Ben"}, "the game has started"),
    ("started", rolled(), "Ben", "leave", {"seat": 2}, "the game has started"),
    ("started", rolled(), "Emma", "add", {}, "the game has started"),
    ("started", rolled(), "Emma", "remove", {"seat": 2}, "the game has started"),
    ("started", rolled(), "Emma", "start", {}, "the game has started"),
    (
        "started",
        started("Emma", real_dice=False),
        "Emma",
        "commit",
        {"commitment": None},
        "the dice stay",
    ),
    ("started", started("Emma", real_dice=False), "Emma", "reveal", {"seed": "x"}, "the dice stay"),
    # Locks that were announced
    ("binding", announced(), "Emma", "decide", {"seat": 1, **SAID}, "it stays"),
    ("announced", announced(), "Ben", "decide", {"seat": 2, **SAID, "v": 1}, "R12 makes it too"),
    ("no_hints", rolled(), "Emma", "hint", {"seat": 1, **NOW}, "no hints at this table"),
    # Seats
    ("table_full", seated("Emma"), "Ben", "sit", {"name": "Ben"}, "you can watch"),
    ("table_full", full(), "Emma", "add", {}, "at most 8 seats"),
    ("seat_taken", seated("Emma", ""), "Ben", "sit", {"name": "B", "seat": 1}, "seat 1 is taken"),
    ("seat_taken", seated("keen!", ""), "Ben", "sit", {"name": "B", "seat": 1}, "seat 1 is taken"),
    ("no_such_seat", seated("Emma", ""), "Ben", "sit", {"name": "B", "seat": 3}, "2 seats, not 3"),
    ("no_such_seat", seated("Emma"), "Emma", "remove", {"seat": 1}, "at least one seat"),
    ("no_such_seat", seated("Emma", ""), "Emma", "remove", {"seat": 8}, "2 seats, not 8"),
    ("no_such_seat", seated("Emma", ""), "Emma", "leave", {"seat": 8}, "2 seats, not 8"),
    ("no_such_seat", rolled(), "Emma", "hand_over", {"seat": 3, "bot": "keen"}, "2 seats, not 3"),
    ("no_such_seat", rolled(), "Emma", "take_back", {"seat": 3}, "2 seats, not 3"),
    ("not_your_seat", seated("Emma", "Ben"), "Emma", "leave", {"seat": 2}, "seat 2 is not yours"),
    ("not_your_seat", seated("Emma", ""), "Emma", "leave", {"seat": 2}, "seat 2 is not yours"),
    ("not_your_seat", seated("Emma", ""), "", "leave", {"seat": 2}, "seat 2 is not yours"),
    ("not_your_seat", seated("Emma", "keen!"), "", "leave", {"seat": 2}, "seat 2 is not yours"),
    ("not_your_seat", seated("Emma"), "Ben", "commit", {"commitment": None}, "only who holds"),
    ("not_your_seat", seated("Emma", ""), "", "commit", {"commitment": None}, "only who holds"),
    ("not_your_seat", seated("Emma"), "Ben", "reveal", {"seed": "x"}, "only who holds a seat"),
    ("not_your_seat", handed(), "Emma", "take_back", {"seat": 2}, "seat 2 is not yours"),
    (
        *("not_your_seat", rolled(), "Ben", "decide"),
        {"seat": 1, **NOW, "decision": "-"},
        "seat 1 is not yours",
    ),
    ("not_your_seat", rolled(), "Ben", "undo", {"seat": 1, **NOW}, "seat 1 is not yours"),
    (
        *("not_your_seat", started("Emma", "Ben"), "Ben", "roll"),
        {"turn": 1, "dice": "11r1y1g1b1"},
        "seat 1 is not yours",
    ),
    (
        *("not_your_seat", started("keen!", "Ben"), "", "roll"),
        {"turn": 1, "dice": "11r1y1g1b1"},
        "seat 1 is not yours",
    ),
    (
        *("not_your_seat", started("keen!", "Ben", real_dice=False, first=0), "Ben", "roll"),
        {"turn": 1},
        "seat 1 is not yours",
    ),
    ("open_seats", seated("Emma", "", "Ben", ""), "Emma", "start", {}, "seat 2, 4 is open"),
    # The host
    ("not_host", seated("Emma", "Ben"), "Ben", "start", {}, "only the host"),
    ("not_host", seated("Emma", "Ben"), "Ben", "add", {}, "only the host"),
    ("not_host", seated("Emma", "Ben"), "Ben", "remove", {"seat": 1}, "only the host"),
    ("not_host", seated("Emma", "Ben"), "Ben", "stop", {}, "only the host"),
    ("not_host", seated("Emma", "Ben"), "", "start", {}, "only the host"),
    ("not_host", rolled(), "Ben", "stop", {}, "only the host"),
    ("not_host", rolled(), "", "stop", {}, "only the host"),
    ("not_host", rolled(), "Ben", "hand_over", {"seat": 1, "bot": "keen"}, "only the host"),
    ("not_host", rolled(), "", "hand_over", {"seat": 1, "bot": "keen"}, "only the host"),
    # Bots
    ("not_started", seated("Emma"), "Emma", "hand_over", {"seat": 1, "bot": "keen"}, "not started"),
    ("bot_plays", handed(), "Ben", "decide", {"seat": 2, **NOW, "decision": "-"}, "take the seat"),
    ("bot_plays", handed(), "Ben", "undo", {"seat": 2, **NOW}, "a bot plays for seat 2"),
    (
        *("bot_plays", rolled("Emma", "keen!"), "Emma", "hand_over"),
        {"seat": 2, "bot": "random"},
        "seat 2 is a bot's already",
    ),
    ("no_bot_plays", rolled(), "Ben", "take_back", {"seat": 2}, "no bot plays for seat 2"),
    ("no_bot_plays", seated("Emma"), "Emma", "take_back", {"seat": 1}, "no bot plays for seat 1"),
    ("unknown_bot", seated("Emma"), "Emma", "add", {"bot": "kean"}, "keen"),
    ("unknown_bot", rolled(), "Emma", "hand_over", {"seat": 1, "bot": "keen:x"}, "known are"),
    # The dice
    ("not_started", seated("Emma"), "Emma", "roll", {"turn": 1}, "the game has not started"),
    ("too_late", rolled(), "Emma", "roll", {"turn": 1, "dice": "11r1y1g1b1"}, "turn 1 are rolled"),
    (
        *("too_early", started("Emma"), "Emma", "roll"),
        {"turn": 2, "dice": "11r1y1g1b1"},
        "turn 2 has not come: seat 1 has to roll first",
    ),
    (
        *("server_dice", started("Emma", real_dice=False), "Emma", "roll"),
        {"turn": 1, "dice": "11r1y1g1b1"},
        "the dice of this table are the server's",
    ),
    ("real_dice", started("Emma"), "Emma", "roll", {"turn": 1}, "say what they show"),
    ("illegal", started("Emma"), "Emma", "roll", {"turn": 1, "dice": "six"}, "14r3y6g3b3"),
    (
        *("illegal", started("Emma"), "Emma", "roll"),
        {"turn": 1, "dice": "17r1y1g1b1"},
        "the dice go from 1 to 6",
    ),
    (
        *("illegal", started("Emma"), "Emma", "roll"),
        {"turn": 1, "dice": "11r1y1g1"},
        "the coloured dice in play are r y g b",
    ),
    # Decisions
    (
        *("not_started", seated("Emma"), "Emma", "decide"),
        {"seat": 1, **NOW, "decision": "-"},
        "the game has not started",
    ),
    ("not_started", seated("Emma"), "Emma", "undo", {"seat": 1, **NOW}, "the game has not started"),
    (
        *("illegal", rolled(), "Emma", "decide"),
        {"seat": 1, **NOW, "decision": "five of red"},
        "expected a move: R5",
    ),
    (
        *("illegal", rolled(), "Emma", "decide"),
        {"seat": 1, **NOW, "decision": "R6"},
        "seat 1 cannot play R6 now; expected one of R5 Y5 G5 B5 -",
    ),
    (
        *("illegal", rolled(), "Emma", "decide"),
        {"seat": 1, **NOW, "decision": "~R"},
        "seat 1 cannot play ~R now; expected one of R5 Y5 G5 B5 -",
    ),
    (
        *("illegal", rolled(), "Emma", "decide"),
        {"seat": 1, "turn": 1, "phase": "colour", "decision": "G12"},
        "expected one of R5 R6 Y3 Y4 G3 G4 B3 B4 -",
    ),
    (
        *("too_early", rolled(), "Ben", "decide"),
        {"seat": 2, "turn": 1, "phase": "colour", "decision": "-"},
        "the colour action of turn 1 has not come: the white action waits for seat 1, 2",
    ),
    (
        *("too_early", rolled(), "Emma", "decide"),
        {"seat": 1, "turn": 2, "phase": "white", "decision": "-"},
        "the white action of turn 2 has not come",
    ),
    (
        *("too_early", rolled(), "Emma", "decide"),
        {"seat": 1, "turn": 2, "phase": "colour", "decision": "-"},
        "the colour action of turn 2 has not come",
    ),
    (
        *("too_early", started("Emma"), "Emma", "decide"),
        {"seat": 1, **NOW, "decision": "-"},
        "the white action of turn 1 has not come: seat 1 has to roll first",
    ),
    (
        *("too_early", started("Emma"), "Emma", "undo"),
        {"seat": 1, "turn": 1, "phase": "colour"},
        "the colour action of turn 1 has not come: seat 1 has to roll first",
    ),
    (
        *("too_late", rolled().decide(1, "-").decide(2, "-"), "Ben", "decide"),
        {"seat": 2, **NOW, "decision": "R5"},
        "the white action of turn 1 is told: the colour action waits for seat 1",
    ),
    (
        *("too_late", rolled().decide(1, "-").decide(2, "-"), "Ben", "undo"),
        {"seat": 2, **NOW},
        "the white action of turn 1 is told",
    ),
    (
        *("too_late", rolled(open_white=True).decide(2, "-"), "Ben", "undo"),
        {"seat": 2, **NOW},
        "the decision of seat 2 is told",
    ),
    (
        *("illegal", rolled().decide(1, "-").decide(2, "-"), "Ben", "decide"),
        {"seat": 2, "turn": 1, "phase": "colour", "decision": "-"},
        "the colour action of turn 1 is of seat 1",
    ),
    (
        *("illegal", rolled().decide(1, "-").decide(2, "-"), "Ben", "undo"),
        {"seat": 2, "turn": 1, "phase": "colour"},
        "the colour action of turn 1 is of seat 1",
    ),
    ("nothing_to_undo", rolled(), "Emma", "undo", {"seat": 1, **NOW}, "nothing to take back"),
    (
        *("nothing_to_undo", rolled().decide(1, "R5"), "Emma", "undo"),
        {"seat": 1, "turn": 1, "phase": "colour"},
        "nothing to take back: what was told or rolled stays",
    ),
    (
        *("nothing_to_undo", rolled().decide(1, "R6", phase="colour"), "Emma", "undo"),
        {"seat": 1, **NOW},
        "nothing to take back",
    ),
    # The daily game
    *(
        (
            *("daily", rolled("Emma", "keen!", daily="2026-11-20", real_dice=True), "Emma"),
            *(kind, fields, "a decision stays, and nobody plays for you"),
        )
        for kind, fields in (
            ("undo", {"seat": 1, **NOW}),
            ("hand_over", {"seat": 1}),
            ("take_back", {"seat": 1}),
            ("stop", {}),
        )
    ),
    # Names and seeds
    ("bad_name", seated("Emma", ""), "Ben", "sit", {"name": ""}, "a name of 1 to 20 letters"),
    ("bad_seed", seated("Emma"), "Emma", "reveal", {"seed": "a,b"}, "at most 64 letters"),
    ("bad_seed", seated("Emma"), "Emma", "reveal", {"seed": "x" * 65}, "at most 64 letters"),
    ("bad_seed", seated("Emma"), "Emma", "reveal", {"seed": "x\n"}, "at most 64 letters"),
    ("bad_seed", seated("Emma"), "Emma", "reveal", {"seed": "Würfel"}, "letters, digits, _ and -"),
    ("real_dice", rolled(), "Emma", "commit", {"commitment": None}, "there is nothing to mix"),
    ("real_dice", rolled(), "Emma", "reveal", {"seed": "x"}, "there is nothing to mix"),
]


@pytest.mark.parametrize(
    ("code", "driver", "who", "kind", "fields", "sentence"),
    REFUSALS,
    ids=[f"{code}-{kind}-{number}" for number, (code, _, _, kind, _, _) in enumerate(REFUSALS)],
)
def test_a_refusal_says_what_was_expected_and_changes_nothing(
    code: str, driver: Driver, who: str, kind: str, fields: dict[str, Any], sentence: str
) -> None:
    found = driver.refused(who, kind, **fields)
    assert found[0] == code
    assert sentence in found[1]


def test_every_code_that_can_be_raised_is_provoked_by_a_test() -> None:
    elsewhere = {"present", "just_left", "seat_changed", "too_many_changes"}  # in this file, below
    in_creation = {
        "no_such_seat",
        "not_over",
        "unknown_variant",
        "bad_variant",
        "bad_choice",
        "daily",
    }  # test_opened
    for modules, known in (
        ((requests, checks, promises), {code for code, *_ in REFUSALS} | elsewhere),
        ((creation,), in_creation),
    ):
        written = re.findall(r"Code\.([A-Z_]+)", "".join(map(inspect.getsource, modules)))
        assert {Code[name].value for name in written} == known


def test_what_is_no_message_is_refused_before_anything_is_looked_at() -> None:
    for text, word in [
        ("{", "JSON"),
        ("[]", "object"),
        ('{"type":"fly","id":1}', "tag"),
        ('{"type":"start"}', "id"),
        ('{"type":"start","id":1,"host":true}', "host"),
        ('{"type":"start","id":"1"}', "id"),
        ('{"type":"leave","id":1,"seat":0}', "seat"),
        ('{"type":"leave","id":1,"seat":9}', "seat"),
        ('{"type":"roll","id":1,"turn":true}', "turn"),
        ('{"type":"decide","id":1,"seat":1,"turn":1,"phase":"roll","decision":"-"}', "phase"),
    ]:
        with pytest.raises(Refused) as caught:
            read_message(text)
        assert caught.value.code is Code.BAD_MESSAGE
        assert len(caught.value.sentence) <= 300
        assert word in caught.value.sentence


# The host, and who stands in


def test_the_host_needs_no_seat() -> None:
    driver = seated("", host="Host")
    driver.say("Ben", "sit", name="Ben")
    assert driver.refused("Ben", "start")[0] == "not_host"
    assert driver.say("Host", "start") == Started()
    assert driver.say("Host", "stop") == Stopped("host")


def test_a_host_without_a_key_is_nobody() -> None:
    driver = seated("Emma", host="")
    for who in ("", "Emma"):
        assert driver.refused(who, "start")[0] == "not_host"


def test_while_the_host_is_away_the_first_person_there_hands_seats_over() -> None:
    driver = rolled("Emma", "Ben", "Cleo", "Dora")
    driver.present = {2, 1}
    absent = {"seat": 4}
    assert driver.refused("Cleo", "hand_over", **absent)[0] == "not_host"
    assert driver.refused("", "hand_over", **absent)[0] == "not_host"
    assert driver.refused("Ben", "hand_over", seat=3, bot="keen")[0] == "present"
    driver.say("Ben", "hand_over", seat=1)
    assert driver.table.seats[0].stand_in == stand_in()
    driver.present = {0, 1, 2}
    assert driver.refused("Ben", "hand_over", **absent)[0] == "not_host"
    driver.present = {2}
    driver.say("Cleo", "hand_over", **absent)
    assert driver.table.seats[3].stand_in == stand_in()


def test_whoever_is_away_only_for_a_moment_is_not_handed_over_except_by_themselves() -> None:
    driver = rolled("Emma", "Ben", "Cleo")
    driver.present, driver.waits = {0, 2}, Waits({1: 12.3}, None)
    with pytest.raises(Refused) as caught:
        driver.say("Emma", "hand_over", seat=2)
    assert str(caught.value) == "just_left: Ben may be back: wait for 13 s"
    assert caught.value.left == 12.3
    driver.waits = Waits({1: 0.01}, None)
    assert driver.refused("Emma", "hand_over", seat=2)[0] == "just_left"
    assert driver.refused("Cleo", "hand_over", seat=2)[0] == "not_host"
    driver.waits = Waits({1: 0.0}, None)
    driver.say("Emma", "hand_over", seat=2)
    assert driver.table.seats[1].stand_in == stand_in()
    driver.waits = Waits({0: 30.0, 1: 30.0, 2: 30.0}, 30.0)
    driver.say("Cleo", "hand_over", seat=3, bot="random")
    assert driver.table.seats[2].stand_in == "random", "one's own at any time, to any bot"


def test_a_host_without_a_seat_who_is_there_is_not_replaced() -> None:
    driver = started("Ben", "Cleo", host="Host").roll("23r3y1g1b1")
    driver.present, driver.waits = {0}, Waits({1: 0.0}, None)
    assert driver.refused("Ben", "hand_over", seat=2)[0] == "not_host"
    driver.waits = Waits({1: 0.0}, 7.5)
    code, sentence = driver.refused("Ben", "hand_over", seat=2)
    assert (code, sentence) == ("just_left", "the host may be back: wait for 8 s")
    assert driver.refused("", "hand_over", seat=2)[0] == "not_host"
    driver.waits = Waits({1: 0.0}, 0.0)
    driver.say("Ben", "hand_over", seat=2)
    assert driver.table.seats[1].stand_in == stand_in()
    driver.waits = Waits({0: 0.0, 1: 0.0}, None)
    driver.present = ()
    driver.say("Host", "hand_over", seat=1)


def test_nobody_chooses_a_bad_bot_for_somebody_else() -> None:
    driver = rolled("Emma", "Ben")
    driver.present = {0}
    assert driver.refused("Emma", "hand_over", seat=2, bot="random") == (
        "not_your_seat",
        "only Ben can choose that bot",
    )
    driver.say("Emma", "hand_over", seat=2, bot=stand_in())
    assert driver.say("Emma", "hand_over", seat=2) is None


def test_a_seat_is_not_removed_from_under_somebody_who_just_sat_down() -> None:
    driver = seated("Emma", "", "")
    driver.say("Ben", "sit", name="Ben", seat=2)
    assert driver.refused("Emma", "remove", seat=2, name="") == (
        "seat_changed",
        "somebody else sits on seat 2 by now",
    )
    assert driver.refused("Emma", "remove", seat=3, name="Ben")[0] == "seat_changed"
    driver.say("Emma", "remove", seat=3, name="")
    driver.say("Emma", "remove", seat=2, name="Ben")
    assert [state.name for state in driver.table.seats] == ["Emma"]


def test_whoever_stands_in_for_the_host_cannot_stop_the_game() -> None:
    driver = rolled("Emma", "Ben")
    driver.present = {1}
    assert driver.refused("Ben", "stop")[0] == "not_host"
    driver.present = ()
    assert driver.say("Emma", "stop") == Stopped("host")


def test_if_nobody_is_there_nobody_stands_in() -> None:
    driver = rolled("Emma", "Ben", "Cleo")
    for who in ("Ben", "Cleo", ""):
        assert driver.refused(who, "hand_over", seat=1, bot="keen")[0] == "not_host"


def test_a_bot_is_no_person_that_could_stand_in() -> None:
    driver = rolled("Emma", "keen!", "Cleo")
    driver.present = {1, 2}  # which no bot ever is
    driver.say("Cleo", "hand_over", seat=1)
    assert driver.table.seats[0].stand_in == stand_in()


def test_a_host_on_another_seat_of_the_same_device_is_there() -> None:
    driver = rolled("Emma", "Ben", "Dora on Emma", "Cleo")
    driver.present = {1, 2}
    assert driver.refused("Ben", "hand_over", seat=4, bot="keen")[0] == "not_host"


def test_nobody_stands_in_for_the_host_before_the_start() -> None:
    driver = seated("Emma", "Ben")
    driver.present = {1}
    for kind, fields in (("stop", {}), ("start", {}), ("add", {}), ("remove", {"seat": 1})):
        assert driver.refused("Ben", kind, **fields)[0] == "not_host"


def test_the_host_may_remove_anybody_and_leave() -> None:
    driver = seated("Emma", "Ben", "keen!")
    driver.say("Emma", "remove", seat=2)
    driver.say("Emma", "leave", seat=1)
    assert driver.table.held_by(holder("Emma")) == ()
    driver.say("Emma", "remove", seat=1)
    driver.say("Emma", "start")
    assert driver.table.stage is Stage.PLAYING


# Bots that stand in


def test_whoever_is_there_is_not_handed_to_a_bot_by_the_host() -> None:
    driver = rolled()
    driver.present = {0, 1}
    assert driver.refused("Emma", "hand_over", seat=2, bot="keen") == (
        "present",
        "Ben is here and plays",
    )
    driver.say("Ben", "hand_over", seat=2, bot="keen")
    assert driver.table.seats[1].player == "keen"


def test_a_seat_that_is_handed_over_already_stays_so_or_gets_another_bot() -> None:
    driver = handed()
    assert driver.say("Ben", "hand_over", seat=2, bot="keen") is None
    driver.say("Ben", "hand_over", seat=2, bot="random")
    assert driver.table.seats[1].stand_in == "random"
    assert driver.say("Emma", "hand_over", seat=2) is None, "the bot that Ben chose plays on"
    assert driver.table.seats[1].stand_in == "random"


def test_who_names_no_bot_is_stood_in_for_by_a_good_one(monkeypatch: pytest.MonkeyPatch) -> None:
    driver = rolled()
    driver.say("Ben", "hand_over", seat=2)
    assert driver.told()[-1] == {"event": "handed", "seat": 2, "bot": "expert", "name": "Hugo"}
    assert place_shown(driver.table.seats[1].public)["bot_name"] == "Hugo"
    monkeypatch.setattr("rowlock.players.table_bots", lambda: ("random", "keen"))
    driver.say("Emma", "hand_over", seat=1)
    assert driver.table.seats[0].stand_in == "keen"


def test_a_person_whose_bot_plays_does_not_roll() -> None:
    driver = started("Emma", "Ben", real_dice=False, first=0)
    driver.say("Emma", "hand_over", seat=1, bot="keen")
    assert driver.refused("Emma", "roll", turn=1)[0] == "bot_plays"


def test_the_host_who_handed_a_seat_over_cannot_play_it() -> None:
    driver = handed()
    code, _ = driver.refused("Emma", "decide", seat=2, **NOW, decision="-")
    assert code == "not_your_seat"


# The dice


def test_a_client_cannot_choose_the_dice_of_the_server() -> None:
    driver = started("Emma", "Ben", real_dice=False, first=0)
    expected = driver.table.dice.roll(1, driver.table.game.dice)  # type: ignore[union-attr]
    assert driver.say("Emma", "roll", turn=1) == Threw(1, expected)


def test_anybody_at_the_table_may_read_real_dice_for_a_bot() -> None:
    driver = started("keen!", "Ben", "Cleo")
    driver.say("Cleo", "roll", turn=1, dice="23r3y1g1b1")
    assert driver.table.phase is Phase.WHITE


def test_anybody_at_the_table_may_read_real_dice_for_a_bot_that_stands_in() -> None:
    driver = started("Emma", "Ben", "Cleo")
    driver.say("Emma", "hand_over", seat=1, bot="keen")
    driver.say("Ben", "roll", turn=1, dice="23r3y1g1b1")
    assert driver.table.phase is Phase.WHITE


def test_dice_that_have_left_the_game_are_not_typed() -> None:
    driver = started("Emma", "Ben").stand(FRESH, FRESH, closed="R")
    code, sentence = driver.refused("Emma", "roll", turn=1, dice="23r3y1g1b1")
    assert code == "illegal"
    assert "y g b" in sentence
    driver.roll("23y1g1b1")


def test_a_larger_die_may_show_more() -> None:
    driver = started("Emma", "Ben", variant="longo")
    driver.roll("88r8y8g8b8")
    assert driver.table.phase is Phase.WHITE


# Ties


def test_while_a_tie_is_to_be_settled_the_sentence_says_so() -> None:
    driver = started("Emma", "Ben", variant="bonus_pairs").stand("R | Y 11 | G | B", FRESH)
    driver.roll("45r1y1g1b1").decide(1, "G9")
    assert driver.refused("Emma", "decide", seat=1, **NOW, decision="~Y") == (
        "illegal",
        "seat 1 cannot settle the tie with ~Y now; expected one of ~R ~B R9 G9 B9 -",
    )
    driver.decide(1, "~R")
    assert driver.refused("Emma", "decide", seat=1, **NOW, decision="~B")[0] == "illegal"


# So many changes


def until_refused(driver: Driver, auto_move: Callable[[int], object]) -> None:
    """Do this until there were too many changes, which must come at last, but not at once."""
    n = driver.table.n
    with pytest.raises(Refused) as caught:
        list(map(auto_move, range(1000)))
    assert caught.value.code is Code.TOO_MANY_CHANGES
    assert driver.table.n - n >= 10, "people do change their mind"


def change_until_refused(driver: Driver, seat: int) -> None:
    """Decide now this, now that, until it is refused."""
    until_refused(driver, lambda n: driver.decide(seat, ("R5", "Y5")[n % 2]))


def test_so_many_changes_in_one_action_are_refused() -> None:
    driver = rolled()
    change_until_refused(driver, 1)
    sealed = driver.yours(1)["sealed"]
    code, sentence = driver.refused("Emma", "decide", seat=1, **NOW, decision="-")
    assert (code, sentence) == (
        "too_many_changes",
        "too many changes in one action: it stays as it is",
    )
    driver.decide(1, sealed)  # the same again is no change


def test_so_many_changes_ahead_are_refused() -> None:
    driver = rolled()
    until_refused(driver, lambda n: driver.decide(1, ("R5", "R6")[n % 2], phase="colour"))


def test_the_changes_of_one_seat_never_keep_another_from_answering() -> None:
    driver = rolled()
    change_until_refused(driver, 1)
    driver.decide(2, "R5")
    assert driver.table.phase is Phase.COLOUR


def test_after_so_many_changes_the_next_action_begins_anew() -> None:
    driver = started("Emma", "Ben", time="blitz").roll("23r3y1g1b1")
    change_until_refused(driver, 1)
    driver.auto_move()
    assert driver.table.phase is Phase.COLOUR
    driver.decide(1, "R6" if "R6" in driver.yours(1)["legal"] else "-")
    assert driver.table.turn == 2


def test_a_seat_that_takes_back_and_back_can_still_answer() -> None:
    driver = rolled()
    until_refused(driver, lambda _: driver.decide(1, "R5").undo(1))
    if not driver.table.answered(0):
        driver.decide(1, "R5")
    driver.decide(2, "-")
    assert driver.table.phase is Phase.COLOUR


def test_a_seat_that_takes_back_its_picks_can_still_answer() -> None:
    driver = started("Emma", "Ben", variant="bonus_pairs").stand("R | Y 11 | G | B", FRESH)
    driver.roll("45r1y1g1b1")
    until_refused(driver, lambda _: driver.decide(1, "R9", "G9", "~R").undo(1))
    if not driver.table.answered(0):
        driver.decide(1, driver.yours(1)["legal"][0])
    driver.decide(2, "-")
    assert driver.table.phase is Phase.COLOUR


# Names


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Emma", "Emma"),
        ("  Emma \t von  Trapp \n", "Emma von Trapp"),
        ("\u00a0Emma\u3000B.\u2003", "Emma B."),
        ("Zoe\u0308", "Zoë"),
        ("🎲", "🎲"),
        ("🇮🇹👍🏽❤️", "🇮🇹👍🏽❤️"),
        ("שלום", "שלום"),
        ("مرحبا", "مرحبا"),
        ("x" * 20, "x" * 20),
        ('"] [x "\\', '"] [x "\\'),
        ("<b>&amp;</b>", "<b>&amp;</b>"),
        ("骰子", "骰子"),
    ],
)
def test_a_name_is_shown_as_people_write_it(said: str, shown: str) -> None:
    assert check_name(said) == shown


@pytest.mark.parametrize(
    "said",
    [
        "",
        "   ",
        "\u00a0\u2003",
        "x" * 21,
        "x" * 10_000,
        " " * 10_000 + "Emma",
        "a\0b",
        "a\x1bb",
        "\x7f",
        "a\u202eb",  # what follows would be written from right to left
        "a\u2066b",
        "\u200b",
        "\ufeff",
        "\ud83c",
        "\ue000",
        "é" * 21,
    ],
)
def test_what_is_no_name_is_refused(said: str) -> None:
    with pytest.raises(Refused) as caught:
        check_name(said)
    assert caught.value.code is Code.BAD_NAME
    assert caught.value.sentence == "expected a name of 1 to 20 letters that can be seen"


def test_an_odd_name_reaches_the_record_unharmed() -> None:
    for name in ('"] [x "\\', "🎲", "שלום", "it's; DROP"):
        driver = seated("Emma", "")
        driver.say("Ben", "sit", name=name)
        driver.say("Emma", "start")
        driver.say("Emma", "stop")
        assert driver.table.record.names[1] == name


def test_people_of_the_same_name_are_told_apart() -> None:
    driver = seated("Emma", *[""] * 7)
    for n in range(2, 9):
        entry = driver.say(f"Someone {n}", "sit", name="Emma")
        assert isinstance(entry, Sat)
        assert entry.name == f"Emma {n}"


def test_long_names_are_told_apart_and_stay_short_enough() -> None:
    driver = seated("Host", *[""] * 7)
    for n in range(7):
        driver.say(f"Someone {n}", "sit", name="x" * LONGEST_NAME)
    called = [state.name for state in driver.table.seats]
    assert len(set(called)) == 8
    assert max(map(len, called)) == LONGEST_NAME


def test_nobody_at_a_table_is_called_like_another_not_even_a_bot() -> None:
    driver = seated("Emma", "keen!")
    driver.say("Emma", "add", bot="keen")
    driver.say("Emma", "add")
    driver.say("Ben", "sit", name="Carla")
    driver.say("Emma", "add", bot="keen")
    called = [state.name for state in driver.table.seats]
    assert called == ["Emma", "keen", "Carla", "Carla 2", "Carla 3"]


def test_a_name_is_free_again_when_its_person_leaves() -> None:
    driver = seated("Emma", "", "")
    driver.say("Ben", "sit", name="Ben")
    driver.say("Ben", "leave", seat=2)
    driver.say("Cleo", "sit", name="Ben")
    assert driver.table.seats[1].name == "Ben"


# Seeds and bots


@pytest.mark.parametrize("seed", ["", "x", "A-z_09", "x" * 64])
def test_a_seed_is_mixed_in(seed: str) -> None:
    driver = seated("Emma")
    driver.mix(Emma=seed)
    assert driver.table.dice.mix == seed


def test_a_seed_of_ten_thousand_letters_is_refused_with_a_short_sentence() -> None:
    _, sentence = seated("Emma").refused("Emma", "reveal", seed="x" * 10_000)
    assert len(sentence) < 200


def test_a_bot_is_known_by_its_code() -> None:
    assert check_bot("keen:2") == "keen:2"
    for code in ("", "Keen", "keen:", "keen:100", "random:2", "__import__", "rollout:9999", "solo"):
        with pytest.raises(Refused) as caught:
            check_bot(code)
        assert caught.value.code is Code.UNKNOWN_BOT


def test_nothing_secret_is_in_the_text_of_an_opening() -> None:
    assert SEED not in repr(table_setup("Emma"))


def full_of_entries(driver: Driver, entries: int = 3_000) -> Table:
    """The table as if this many entries had been written."""
    driver.base = driver.table = replace(driver.table, n=entries)
    return driver.table


def test_after_thousands_of_entries_nothing_is_changed_any_more() -> None:
    driver = rolled("Emma", "Max")
    driver.decide(1, "R5")
    driver.say("Max", "hand_over", seat=2, bot="keen")
    full_of_entries(driver)
    said = "too much was changed at this table: answers stay"
    for kind, fields in (
        ("decide", {"decision": "Y5", **NOW}),
        ("decide", {"decision": "-", **NOW, "phase": "colour"}),
        ("undo", NOW),
    ):
        refusal = driver.refused("Emma", kind, seat=1, **fields)
        assert refusal == ("too_many_changes", said)
    seats = "too much was changed here: the seats stay as they are"
    assert driver.refused("Emma", "hint", seat=1, **NOW) == ("too_many_changes", seats)
    assert driver.refused("Max", "take_back", seat=2) == ("too_many_changes", seats)
    assert driver.refused("Max", "hand_over", seat=2, bot="random") == ("too_many_changes", seats)
    assert driver.refused("Max", "hand_over", seat=7) == ("too_many_changes", seats)


@pytest.mark.parametrize("entries", [2_000, 3_000])
def test_a_lobby_in_which_so_much_was_changed_can_still_be_left_and_started(entries: int) -> None:
    driver = Driver(table_setup("Emma", "", "Max", "Mallory"))
    full_of_entries(driver, 1_999)
    driver.say("Ben", "sit", name="Ben")
    full_of_entries(driver, entries)
    driver.say("Ben", "leave", seat=2)
    seats = "too much was changed here: the seats stay as they are"
    for who, kind, fields in (
        ("Ben", "sit", {"name": "Ben"}),
        ("Emma", "add", {}),
        ("Max", "commit", {"commitment": "0" * 64}),
    ):
        assert driver.refused(who, kind, **fields) == ("too_many_changes", seats)
    driver.say("Emma", "remove", seat=4, name="Mallory")
    driver.say("Emma", "remove", seat=2)
    driver.say("Emma", "start")
    assert [state.name for state in driver.table.seats] == ["Emma", "Max"]
    assert driver.table.stage is Stage.PLAYING or driver.table.mixing is not None
    assert Driver(table_setup("Emma", "")).say("Emma", "stop") is not None


def test_after_thousands_of_entries_a_game_is_still_played_to_its_end() -> None:
    driver = started("Emma", "Max", "Laura", real_dice=False)
    full_of_entries(driver)
    assert driver.say("Laura", "hand_over", seat=3) is not None  # she has to go
    rng = random.Random(3)
    while driver.table.stage is Stage.PLAYING:
        seat = driver.table.waiting_for()[0] + 1
        if driver.table.phase is Phase.ROLL and seat < 3:
            driver.roll()
        elif seat < 3:
            driver.decide(seat, str(rng.choice(driver.table.legal(seat - 1))))
        else:
            driver.auto_move()
    assert driver.table.game is not None
    assert driver.table.game.over


def test_taking_back_is_a_change_too() -> None:
    driver = rolled()

    def waver(_: int) -> None:
        driver.decide(1, "R5")
        driver.undo(1)

    n = driver.table.n
    until_refused(driver, waver)
    assert driver.table.n - n <= 31
    assert driver.yours(1)["sealed"] == "R5", "who has not answered always may"
