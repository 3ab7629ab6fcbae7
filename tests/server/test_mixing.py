"""Seeds are promised by all before the first is revealed, and nobody can choose by being late."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from typing import Any

import pytest

from rowlock import read_record
from rowlock.fair import verify
from rowlock.server.automation import AutoMove, deadline, next_auto_move
from rowlock.server.clock import TableClock
from rowlock.server.creation import OpenTable, rematch_setup, setup_for
from rowlock.server.entries import (
    Called,
    Overdue,
    Promised,
    Revealed,
    Sat,
    Seeded,
    Started,
    Stopped,
    read_entry,
)
from rowlock.server.mixing import MIXING_SECONDS, MOST_PROMISES, fits
from rowlock.server.setup import NO_SEED, SeatState, read_setup, write_setup
from rowlock.server.stage import Stage
from rowlock.server.view import now_of
from tests.server.tables import Driver, check_message, committed, holder, start_times, table_setup

NOBODY = {"commitment": None}


def table(*seats: str, away: tuple[int, ...] = (), **chosen: Any) -> Driver:
    """A table at which everybody is there but those of these seats; seats count from 1."""
    driver = Driver(table_setup(*seats, **chosen))
    people = [seat for seat, state in enumerate(driver.table.seats) if state.holder]
    driver.present = [seat for seat in people if seat + 1 not in away]
    return driver


def promise(driver: Driver, *names: str, word: str = "luck") -> Driver:
    for who in names:
        driver.say(who, "commit", commitment=committed(f"{who}-{word}"))
    return driver


def reveal(driver: Driver, *names: str, word: str = "luck") -> Driver:
    for who in names:
        driver.say(who, "reveal", seed=f"{who}-{word}")
    return driver


def mixing(driver: Driver) -> tuple[str, list[int]] | None:
    """What everybody is told: the step, and who is waited for."""
    shown = now_of(driver.table, None)["mixing"]
    return None if shown is None else (shown["step"], shown["waiting"])


# How it goes


def test_all_promise_the_host_starts_all_reveal_and_the_game_begins() -> None:
    driver = promise(table("Emma", "Ben", "keen!"), "Emma", "Ben")
    assert driver.told() == [], "promises are no story: an untouched table stays at its beginning"
    assert driver.say("Emma", "start") == Called(())
    assert mixing(driver) == ("reveal", [1, 2])
    reveal(driver, "Ben")
    assert mixing(driver) == ("reveal", [1])
    reveal(driver, "Emma")
    assert mixing(driver) is None
    assert driver.table.stage is Stage.PLAYING
    assert driver.words() == ["mixing", "mixing", "started"]
    assert [event.get("step") for event in driver.told()] == ["commit", "reveal", None]
    assert driver.told()[-1]["mix"] == "Emma-luck,Ben-luck,"
    driver.check_fold()


def test_the_record_of_such_a_game_can_be_verified_with_its_promises() -> None:
    driver = table("Emma", "Ben on Emma", "keen!", "Cleo").mix(Emma="one", Cleo="two")
    driver.say("Emma", "stop")
    record = read_record(driver.table.record.write())
    one, two = committed("one"), committed("two")
    assert dict(record.tags)["SeedCommitments"] == f"{one},{one},,{two}"
    verdict = verify(record)
    assert (verdict.seeds, verdict.promised) == ((0, 1, 3), True)
    dice = now_of(driver.table, None)["dice"]
    assert dice["commitments"] == [one, one, None, two]


def test_what_is_promised_is_shown_to_all_at_once_and_what_is_revealed_to_nobody() -> None:
    driver = promise(table("Emma", "Ben"), "Ben")
    shown = check_message(driver.seen())["now"]["dice"]["commitments"]
    assert shown == [None, committed("Ben-luck")]
    promise(driver, "Emma").say("Emma", "start")
    reveal(driver, "Ben")
    for seat in (0, 1, 2):
        assert "Ben-luck" not in driver.seen(seat)
    assert "Ben-luck" not in repr(driver.table.mixing)


def test_whoever_has_said_nothing_is_waited_for_and_the_quick_host_too() -> None:
    """A host who starts before a seed has arrived does not start without it."""
    driver = table("Emma", "Ben")
    driver.say("Emma", "start")
    assert mixing(driver) == ("commit", [1, 2])
    promise(driver, "Emma")
    assert mixing(driver) == ("commit", [2])
    promise(driver, "Ben")
    assert mixing(driver) == ("reveal", [1, 2])
    reveal(driver, "Emma", "Ben")
    assert driver.table.dice.mix == "Emma-luck,Ben-luck"


def test_people_of_one_device_promise_and_reveal_once() -> None:
    driver = table("Emma", "Ben on Emma", "Cleo")
    driver.say("Emma", "start")
    assert mixing(driver) == ("commit", [1, 2, 3])
    promise(driver, "Emma", "Cleo")
    assert mixing(driver) == ("reveal", [1, 2, 3])
    reveal(driver, "Emma")
    assert mixing(driver) == ("reveal", [3])
    reveal(driver, "Cleo")
    assert driver.table.dice.mix == "Emma-luck,Emma-luck,Cleo-luck"


def test_everybody_is_told_alone_what_they_owe() -> None:
    driver = table("Emma", "Ben", "Cleo")

    def owed() -> list[str | None]:
        return [driver.yours(seat)["mix"] for seat in (1, 2, 3)]

    assert owed() == ["commit", "commit", "commit"]
    promise(driver, "Emma").say("Ben", "commit", **NOBODY)
    assert owed() == [None, None, "commit"]
    driver.say("Emma", "start")
    assert owed() == [None, None, "commit"]
    promise(driver, "Cleo")
    assert owed() == ["reveal", None, "reveal"]
    reveal(driver, "Cleo")
    assert owed() == ["reveal", None, None]
    reveal(driver, "Emma")
    assert owed() == [None, None, None]


def test_a_promise_comes_with_the_seat_or_with_the_table() -> None:
    driver = table("Emma", "", "")
    driver.say("Ben", "sit", name="Ben", commitment=committed("x"))
    driver.say("Ben", "sit", name="Bea")
    assert [p.commitment for p in driver.table.seats] == ["", committed("x"), committed("x")]
    driver.say("Ben", "leave", seat=3)
    driver.say("Ben", "sit", name="Bea", **NOBODY)
    assert [p.commitment for p in driver.table.seats] == ["", NO_SEED, NO_SEED]
    seats = [{"kind": "person", "name": "Emma"}, {"kind": "bot", "bot": "keen"}]
    for said, kept in (({}, ""), (NOBODY, NO_SEED), ({"commitment": "a" * 64}, "a" * 64)):
        found = setup_for(OpenTable.model_validate({"seats": seats, **said}), "host")
        assert [state.commitment for state in found.seats] == [kept, ""]
        assert read_setup(write_setup(found)) == found
        real = OpenTable.model_validate({"seats": seats, "real_dice": True, **said})
        assert setup_for(real, "host").seats[0].commitment == ""


def test_real_dice_need_no_promise() -> None:
    driver = table("Emma", "", real_dice=True)
    driver.say("Ben", "sit", name="Ben", commitment=committed("x"))
    assert driver.table.seats[1].commitment == ""
    assert driver.yours(1)["mix"] is None
    assert now_of(driver.table, None)["dice"]["commitments"] is None
    assert driver.say("Emma", "start") == Started()


def test_where_nobody_is_to_be_waited_for_the_game_starts_at_once() -> None:
    bots = Driver(table_setup("keen!", "random!", host="Host"))
    assert bots.say("Host", "start") == Started()
    assert now_of(bots.table, None)["dice"]["commitments"] is None
    driver = table("Emma", "Ben", away=(2,))
    promise(driver, "Ben").say("Emma", "commit", **NOBODY)
    assert driver.say("Emma", "start") == Started()
    assert driver.table.dice.mix == ","
    assert "SeedCommitments" not in driver.table.record.write()


def test_whoever_is_away_has_no_seed_is_not_waited_for_and_all_are_told() -> None:
    driver = promise(table("Emma", "Ben", "Cleo", away=(2, 3)), "Emma", "Ben")
    v = driver.table.v
    assert driver.say("Emma", "start") == Called((1, 2))
    assert driver.told(v)[:3] == [
        {"event": "silent", "seat": 2, "step": "away"},
        {"event": "silent", "seat": 3, "step": "away"},
        {"event": "mixing", "step": "commit"},
    ]
    assert json.loads(driver.written[-1][1])["seats"] == [2, 3]
    assert mixing(driver) == ("reveal", [1])
    assert driver.refused("Ben", "reveal", seed="Ben-luck")[0] == "too_late"
    assert driver.refused("Cleo", "commit", commitment=committed("x"))[0] == "too_late"
    reveal(driver, "Emma")
    assert driver.table.dice.mix == "Emma-luck,,"
    assert driver.table.promised == (committed("Emma-luck"), "", "")


def test_a_rematch_has_fresh_promises() -> None:
    driver = table("Emma", "Ben").mix(Emma="one", Ben="two")
    driver.say("Emma", "stop")
    again = rematch_setup(driver.table)
    assert [state.commitment for state in again.seats] == ["", ""]
    assert [(state.seed, state.promises) for state in again.seats] == [("", 0), ("", 0)]


# Silence


def test_whoever_does_not_promise_in_time_has_no_seed_and_all_are_told() -> None:
    driver = promise(table("Emma", "Ben", "Cleo"), "Emma", "Cleo")
    driver.say("Emma", "start")
    v = driver.table.v
    assert driver.auto_move() == Overdue()
    assert driver.told(v)[0] == {"event": "silent", "seat": 2, "step": "commit"}
    assert mixing(driver) == ("reveal", [1, 3])
    assert driver.refused("Ben", "commit", commitment=committed("late"))[0] == "too_late"
    assert driver.refused("Ben", "reveal", seed="late")[0] == "too_late"
    reveal(driver, "Emma", "Cleo")
    assert driver.table.dice.mix == "Emma-luck,,Cleo-luck"


def test_whoever_does_not_reveal_loses_the_say_and_the_others_promise_anew() -> None:
    """Whoever knows the others' seeds may prefer to be silent: then nothing of it counts."""
    driver = promise(table("Emma", "Ben", "Cleo", "Dora"), "Emma", "Ben", "Cleo")
    driver.say("Dora", "commit", **NOBODY)
    driver.say("Emma", "start")
    reveal(driver, "Emma", "Cleo")
    v = driver.table.v
    assert driver.auto_move() == Overdue()
    assert driver.told(v) == [
        {"event": "silent", "seat": 2, "step": "reveal"},
        {"event": "mixing", "step": "commit"},
    ]
    assert mixing(driver) == ("commit", [1, 3])
    assert now_of(driver.table, None)["dice"]["commitments"] == [None] * 4
    assert driver.table.mixing is not None
    assert driver.table.mixing.revealed == {}
    assert driver.refused("Ben", "reveal", seed="Ben-luck")[0] == "too_late"
    assert driver.refused("Ben", "commit", commitment=committed("x"))[0] == "too_late"
    assert driver.refused("Emma", "reveal", seed="Emma-luck")[0] == "too_early"
    promise(driver, "Emma", "Cleo", word="new")
    reveal(driver, "Emma", "Cleo", word="new")
    assert driver.table.dice.mix == "Emma-new,,Cleo-new,"
    driver.say("Emma", "stop")
    assert verify(read_record(driver.table.record.write())).promised
    driver.check_fold()


def test_a_promise_that_is_void_cannot_be_given_again() -> None:
    """Its seed may be known: everybody who was asked to reveal it might have done so."""
    driver = promise(table("Emma", "Ben", "Cleo"), "Emma", "Ben", "Cleo")
    driver.say("Emma", "start")
    reveal(driver, "Emma", "Cleo")
    driver.auto_move()
    written = driver.table.n
    for who, known in (("Emma", "Emma"), ("Cleo", "Emma"), ("Cleo", "Ben")):
        said = driver.refused(who, "commit", commitment=committed(f"{known}-luck"))
        assert said[0] == "bad_seed", (who, known)
    assert driver.table.n == written
    promise(driver, "Emma", "Cleo", word="second")
    reveal(driver, "Emma", word="second")
    driver.auto_move()
    for word in ("luck", "second"):
        said = driver.refused("Emma", "commit", commitment=committed(f"Emma-{word}"))
        assert said[0] == "bad_seed", "of no round before"
    assert driver.say("Emma", "commit", **NOBODY) == Promised(holder("Emma"), NO_SEED)
    assert driver.table.stage is Stage.PLAYING
    assert driver.table.dice.mix == ",,"
    driver.check_fold()


def test_silence_ends_it_in_the_end() -> None:
    """Each who is silent is out for good, so there are as many rounds as people at most."""
    driver = promise(table("Emma", "Ben", "Cleo"), "Emma", "Ben", "Cleo")
    driver.say("Emma", "start")
    for left, word in ((("Emma", "Ben"), "luck"), (("Emma",), "second"), ((), "third")):
        reveal(driver, *left, word=word)
        driver.auto_move()
        promise(driver, *left, word={"luck": "second", "second": "third"}.get(word, ""))
    assert driver.table.stage is Stage.PLAYING
    assert driver.table.dice.mix == ",,"
    assert driver.words().count("mixing") == 7
    assert verify_stopped(driver) == ()


def verify_stopped(driver: Driver) -> tuple[int, ...]:
    driver.say("Emma", "stop")
    return verify(read_record(driver.table.record.write())).seeds


def test_if_nobody_promises_the_game_starts_without_seeds() -> None:
    driver = table("Emma", "Ben")
    driver.say("Emma", "start")
    driver.auto_move()
    assert driver.table.stage is Stage.PLAYING
    assert driver.words() == ["mixing", "silent 1", "silent 2", "mixing", "started"]


def test_each_step_has_its_time() -> None:
    driver = promise(table("Emma", "Ben"), "Emma")
    clock = TableClock(driver.table, 100.0)
    clock.attend(True, 100.0)
    assert next_auto_move(driver.table, 0, clock.start_times) is None
    driver.say("Emma", "start")
    clock.moved(driver.table, 110.0)
    assert deadline(driver.table, clock.start_times) == 110 + MIXING_SECONDS
    auto_move = next_auto_move(driver.table, 0, clock.start_times)
    assert auto_move == AutoMove(110 + MIXING_SECONDS, driver.table.n, None)
    promise(driver, "Ben")
    clock.moved(driver.table, 115.0)
    assert deadline(driver.table, clock.start_times) == 115 + MIXING_SECONDS
    reveal(driver, "Ben")
    clock.moved(driver.table, 120.0)
    assert deadline(driver.table, clock.start_times) == 115 + MIXING_SECONDS, "a step has one clock"
    driver.auto_move()
    clock.moved(driver.table, 130.0)
    assert deadline(driver.table, clock.start_times) == 130 + MIXING_SECONDS, (
        "a new round has its own"
    )


def test_the_host_can_stop_the_table_while_it_is_mixed() -> None:
    driver = promise(table("Emma", "Ben"), "Emma", "Ben")
    driver.say("Emma", "start")
    reveal(driver, "Ben")
    assert driver.say("Emma", "stop") == Stopped("host")
    assert driver.table.mixing is None
    assert "Ben-luck" not in driver.seen(1) + driver.table.record.write()
    assert next_auto_move(driver.table, 0, start_times(driver.table)) is None


# What is refused


def test_while_the_dice_are_mixed_the_seats_stay_as_they_are() -> None:
    driver = table("Emma", "Ben")
    driver.say("Emma", "start")
    for who, kind, fields in (
        ("Cleo", "sit", {"name": "Cleo"}),
        ("Ben", "leave", {"seat": 2}),
        ("Emma", "add", {}),
        ("Emma", "remove", {"seat": 2}),
    ):
        assert driver.refused(who, kind, **fields)[0] == "started"
    assert driver.refused("Ben", "start")[0] == "not_host"
    assert driver.say("Emma", "start") is None, "said twice, it is the same"


def test_a_seed_is_kept_secret_until_all_have_promised() -> None:
    driver = promise(table("Emma", "Ben"), "Emma")
    assert driver.refused("Emma", "reveal", seed="Emma-luck")[0] == "too_early"
    driver.say("Emma", "start")
    assert driver.refused("Emma", "reveal", seed="Emma-luck")[0] == "too_early"
    promise(driver, "Ben")
    assert driver.say("Emma", "reveal", seed="Emma-luck") == Revealed(holder("Emma"), "Emma-luck")


@pytest.mark.parametrize("seed", ["Emma-other", "Ben-luck", "", "emma-luck"])
def test_another_seed_than_the_promised_one_is_refused(seed: str) -> None:
    driver = promise(table("Emma", "Ben"), "Emma", "Ben")
    driver.say("Emma", "start")
    assert driver.refused("Emma", "reveal", seed=seed)[0] == "bad_seed"
    reveal(driver, "Emma")
    assert driver.refused("Emma", "reveal", seed=seed)[0] == "bad_seed", "also afterwards"


def test_the_empty_seed_is_none_even_if_its_hash_was_promised() -> None:
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert not fits("", empty)
    driver = table("Emma", "Ben")
    driver.say("Emma", "commit", commitment=empty)
    promise(driver, "Ben").say("Emma", "start")
    assert driver.refused("Emma", "reveal", seed="")[0] == "bad_seed"


def test_what_was_promised_stays_once_the_host_has_started() -> None:
    driver = promise(table("Emma", "Ben"), "Emma")
    driver.say("Emma", "start")
    for commitment in (committed("other"), None):
        assert driver.refused("Emma", "commit", commitment=commitment)[0] == "too_late"
    promise(driver, "Ben")
    assert driver.refused("Ben", "commit", commitment=committed("other"))[0] == "too_late"


def test_what_is_said_twice_is_written_once() -> None:
    driver = promise(table("Emma", "Ben"), "Emma", "Ben")
    for _ in range(3):
        assert driver.say("Emma", "commit", commitment=committed("Emma-luck")) is None
    driver.say("Emma", "start")
    reveal(driver, "Emma")
    assert driver.say("Emma", "reveal", seed="Emma-luck") is None
    reveal(driver, "Ben")
    assert driver.say("Ben", "reveal", seed="Ben-luck") is None, "the game has started meanwhile"
    assert driver.refused("Ben", "reveal", seed="other")[0] == "started"


def test_a_client_that_promises_in_a_loop_is_refused() -> None:
    driver = table("Emma", "Ben", "")
    for n in range(MOST_PROMISES):
        driver.say("Ben", "commit", commitment=committed(f"x{n}"))
    written = driver.table.n
    assert driver.refused("Ben", "commit", commitment=committed("more"))[0] == "too_many_changes"
    said = driver.refused("Ben", "sit", name="Bea", commitment=committed("more"))
    assert said[0] == "too_many_changes"
    assert driver.table.n == written
    promise(driver, "Emma").say("Emma", "remove", seat=3)
    driver.say("Emma", "start")
    assert mixing(driver) == ("reveal", [1, 2]), "the last one counts"


def test_a_table_with_very_many_entries_can_still_be_mixed() -> None:
    driver = table("Emma", "Ben")
    driver.base = driver.table = replace(driver.table, n=5_000)
    driver.written = []
    assert driver.refused("Ben", "commit", commitment=committed("x"))[0] == "too_many_changes"
    driver.say("Emma", "start")
    promise(driver, "Emma", "Ben")
    reveal(driver, "Emma", "Ben")
    assert driver.table.stage is Stage.PLAYING


@pytest.mark.parametrize("bad", ["", "x", "A" * 64, "0" * 63, "0" * 65, 7, "0" * 63 + "\n"])
def test_a_promise_is_a_hash_or_nothing(bad: object) -> None:
    driver = table("Emma", "")
    for kind, fields in (("commit", {}), ("sit", {"name": "Ben"})):
        said = driver.refused("Emma", kind, commitment=bad, **fields)
        assert said[0] == "bad_message"
    assert driver.refused("Emma", "commit")[0] == "bad_message", "it must be said"


# Who could choose


def test_no_order_of_speaking_lets_anybody_know_a_seed_before_all_have_promised() -> None:
    """In whatever order three people speak: what is told before the start holds no seed."""
    people = ("Emma", "Ben", "Cleo")
    for first, second in itertools.product(itertools.permutations(people), repeat=2):
        driver = table(*people)
        driver.say("Emma", "start")
        seen = ""
        for who in first:
            assert "-luck" not in seen
            promise(driver, who)
        for who in second:
            seen += "".join(driver.seen(seat) for seat in range(4))
            assert "-luck" not in seen
            reveal(driver, who)
        assert driver.table.stage is Stage.PLAYING


# Tables of old


def test_entries_of_old_are_read() -> None:
    old = read_entry('{"do":"sat","seat":2,"name":"Ben","holder":"h","mark":"m"}')
    assert old == Sat(1, "Ben", "h", "")
    assert read_entry('{"do":"seeded","holder":"h","seed":"s","mark":"m"}') == Seeded("h", "s")


def test_an_opening_of_old_is_read() -> None:
    said = json.loads(write_setup(table_setup("Emma", "keen!")))
    for place in said["places"]:
        del place["commitment"], place["promises"]
    assert read_setup(json.dumps(said)) == table_setup("Emma", "keen!")


def test_a_table_that_was_seeded_and_started_before_promises_is_what_it_was() -> None:
    driver = Driver(table_setup("Emma", "Ben"))
    driver.write(Seeded(holder("Ben"), "bens-luck"))
    assert driver.table.v == 0
    driver.write(Started())
    assert driver.table.dice.mix == ",bens-luck"
    assert now_of(driver.table, None)["dice"]["commitments"] is None
    driver.say("Emma", "stop")
    verdict = verify(read_record(driver.table.record.write()))
    assert (verdict.seeds, verdict.promised) == ((1,), False)


def test_a_table_that_was_seeded_before_promises_starts_with_promised_seeds_alone() -> None:
    driver = table("Emma", "Ben")
    driver.write(Seeded(holder("Ben"), "bens-luck"))
    promise(driver, "Emma", "Ben")
    driver.say("Emma", "start")
    assert driver.table.seats[1] == SeatState(
        name="Ben", holder=holder("Ben"), commitment=committed("Ben-luck") or "", promises=1
    )
    reveal(driver, "Emma", "Ben")
    assert driver.table.dice.mix == "Emma-luck,Ben-luck"


def test_a_promise_is_written_with_its_holder() -> None:
    driver = table("Emma")
    assert driver.say("Emma", "commit", **NOBODY) == Promised(holder("Emma"), NO_SEED)
