"""The daily game: the same dice for everybody, one try a key, nothing told before its time."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from rowlock import read_record
from rowlock.errors import NotNotation
from rowlock.fair import commitment, verify
from rowlock.server.creation import daily_setup, daily_table_id, rematch_setup
from rowlock.server.daily import check_looking
from rowlock.server.days import day_at, day_named
from rowlock.server.entries import Disclosed, Stopped
from rowlock.server.protocol import Code, Refused
from rowlock.server.stage import Stage
from rowlock.server.view import now_of
from tests.server.client import Client, Refusal, play_out
from tests.server.days import HOUR, NOON, Clock, Place, begin, new_key, shown
from tests.server.postgres import fresh_database
from tests.server.running import Server, running
from tests.server.tables import SEED, Driver, holder

# Days


def test_a_day_goes_from_midnight_to_midnight_by_utc() -> None:
    midnight = datetime(2026, 11, 20, tzinfo=UTC).timestamp()
    day = day_at(midnight)
    assert day.name == "2026-11-20"
    assert (day.start, day.end) == (midnight, midnight + 24 * HOUR)
    assert day_at(midnight - 0.001).name == "2026-11-19"
    assert day_at(midnight + 24 * HOUR - 0.001) == day
    assert day_at(midnight + 24 * HOUR).number == day.number + 1
    first = day_named("2026-01-01")
    assert first
    assert first.number == 1


@pytest.mark.parametrize("name", ["", "today", "2026-11-31", "20261120", "2026-W47-5", "2026-1-1"])
def test_what_is_no_day_is_none(name: str) -> None:
    assert day_named(name) is None


# A table without a server


def daily(**over: Any) -> Driver:
    return Driver(daily_setup("2026-11-20", SEED, holder("Emma")), **over)


def test_the_table_follows_from_seed_and_key_alone() -> None:
    one, again = daily_setup("2026-11-20", SEED, "a"), daily_setup("2026-11-20", SEED, "a")
    assert one.id == again.id == daily_table_id(SEED, "a")
    others = {daily_table_id(SEED, "b"), daily_table_id("00" * 32, "a"), one.id}
    assert len(others) == 3
    assert all(len(each) == 16 and each.isalnum() for each in others)


def test_the_seed_stays_secret_at_the_end_and_is_told_when_it_is_disclosed() -> None:
    driver = daily()
    driver.write(Stopped("age"))
    table = driver.table
    assert table.stage is Stage.DONE
    assert not table.seed_told
    assert now_of(table, None)["dice"]["server_seed"] is None
    driver.write(Disclosed())  # the driver checks that what is told changes with it
    assert driver.table.seed_told
    assert now_of(driver.table, None)["dice"]["server_seed"] == SEED


def test_others_may_look_when_the_seed_is_told() -> None:
    driver = daily()
    for who in ("", holder("Max")):
        with pytest.raises(Refused) as caught:
            check_looking(driver.table, who)
        assert caught.value.code is Code.NOT_YET
    check_looking(driver.table, holder("Emma"))
    driver.write(Stopped("age"))
    driver.write(Disclosed())
    check_looking(driver.table, "")


def test_there_is_no_rematch() -> None:
    driver = daily()
    driver.write(Stopped("age"))
    with pytest.raises(Refused, match="one try a day"):
        rematch_setup(driver.table)


# A server whose clock is moved


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    with Place(tmp_path) as there:
        yield there


def passing(own: dict[str, Any]) -> str:
    return "-" if "-" in own["legal"] else str(own["legal"][0])


async def played(server: Server, key: str, turns: int = 9999, **how: Any) -> list[Any]:
    """Play a try, to its end or for some turns; everything that was heard."""
    table = begin(server, key)
    async with Client(server.socket(table), key) as client:
        await play_out(client, turns=turns, **how)
        return client.messages


def finish(server: Server, key: str, **how: Any) -> str:
    asyncio.run(played(server, key, **how))
    return begin(server, key)


def record(server: Server, table: str, key: str = "") -> str:
    status, told = server.request("GET", f"/api/tables/{table}/record", key=key)
    assert status == 200, told
    return str(told)


def test_today_is_told_with_a_commitment_and_nothing_else(place: Place) -> None:
    told = shown(place.server)
    day = day_at(place.clock.now)
    assert (told["day"], told["number"], told["ends"]) == (day.name, day.number, day.end)
    assert told["reveals"] == day.end + 2 * HOUR
    assert abs(told["now"] - place.clock.now) < 60
    assert told["variant"] == "classic"
    assert (told["bot"], told["bot_name"]) == ("oracle", "Pythia")
    assert told["commitment"] == commitment(bytes.fromhex(place.seed(day.name)))
    for hidden in ("server_seed", "yours", "results", "best", "previous"):
        assert told[hidden] is None
    place.clock.to(day.end + 2 * 24 * HOUR)
    assert shown(place.server)["previous"] == day.name  # nobody has played on the day between


def test_everybody_has_the_same_dice_and_meets_the_same_bot(place: Place) -> None:
    server, keys = place.server, [new_key(), new_key(), new_key()]
    tables = [finish(server, keys[0]), finish(server, keys[1])]
    assert tables[0] != tables[1]
    one, two = (read_record(record(server, t, k)) for t, k in zip(tables, keys))
    assert one.moves == two.moves  # who decides the same meets the same answers, to the end
    assert one.first == two.first
    other = read_record(record(server, finish(server, keys[2], choose=passing), keys[2]))
    assert other.first == one.first
    assert other.moves != one.moves
    assert other.moves[0] == one.moves[0]
    rolls = zip(other.rolls(), one.rolls())
    whites = [(str(other.moves[i])[:2], str(one.moves[j])[:2]) for i, j in rolls]
    assert len(whites) >= 4
    assert all(mine == theirs for mine, theirs in whites)  # as many turns as both have played


def test_a_second_try_is_the_same_table(place: Place) -> None:
    server, key = place.server, new_key()
    with ThreadPoolExecutor(8) as many:
        tables = set(many.map(lambda _: begin(server, key), range(16)))
    assert len(tables) == 1
    (table,) = tables
    assert place.ask("SELECT count(*) FROM daily_tries") == [(1,)]
    assert [entry for (entry,) in place.ask("SELECT entry FROM moves") if "started" in entry]
    assert place.ask("SELECT count(*) FROM moves") == [(1,)]  # it was started once
    assert shown(server, key)["yours"] == {
        "table": table,
        "stage": "playing",
        "points": None,
        "against": None,
        "counted": False,
        "place": None,
    }
    finish(server, key)
    assert begin(server, key) == table  # also when it is over
    assert begin(server, new_key()) != table


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"key": "short"},
        {"key": "x" * 101},
        {"key": "ä" * 40},
        {"key": "x" * 40, "first": 1},
        {"key": "x" * 40, "seats": []},
        {"key": "x" * 40, "variant": "longo"},
    ],
)
def test_nothing_can_be_chosen(server: Server, body: dict[str, Any]) -> None:
    status, told = server.request("POST", "/api/daily", body)
    assert status == 422
    assert told["code"] == "bad_message"


def test_a_daily_game_has_one_setup_and_no_help(place: Place) -> None:
    server, key = place.server, new_key()

    async def play() -> None:
        table = begin(server, key)
        async with Client(server.socket(table), key) as emma:
            assert emma.now["stage"] == "playing"
            assert [p["kind"] for p in emma.places] == ["person", "bot"]
            options = emma.view["options"]
            assert options["daily"] == day_at(place.clock.now).name
            assert (options["time"], options["locks"]) == ("none", "sealed")
            assert not options["public"]
            where: dict[str, Any] = {"seat": 1, "turn": emma.now["turn"], "phase": "white"}
            for kind, fields in (
                ("undo", where),
                ("hand_over", {"seat": 1}),
                ("hand_over", {"seat": 1, "bot": "oracle"}),
                ("stop", {}),
                ("take_back", {"seat": 1}),
            ):
                with pytest.raises(Refusal) as refused:
                    await emma.ask(kind, **fields)
                assert refused.value.code == "daily"
            assert not options["hints"]
            for kind in ("hint", "check"):
                more = {"decision": "-"} if kind == "check" else {}
                with pytest.raises(Refusal) as refused:
                    await emma.ask(kind, **where, **more)
                assert refused.value.code == "no_hints"
            for kind, fields in (
                ("commit", {"commitment": None}),
                ("add", {"bot": "keen"}),
                ("remove", {"seat": 2}),
                ("rematch", {}),
            ):
                with pytest.raises(Refusal) as refused:
                    await emma.ask(kind, **fields)
                assert refused.value.code in ("started", "not_over")
            await play_out(emma)
            with pytest.raises(Refusal) as refused:
                await emma.ask("rematch")
            assert refused.value.code == "daily"

    asyncio.run(play())


def test_nobody_can_look_at_the_table_of_another(place: Place) -> None:
    server, key = place.server, new_key()
    stranger = new_key()
    begin(server, stranger)

    async def watch(table: str) -> None:
        for other, code in ((None, "not_yet"), (stranger, "wrong_key"), (new_key(), "wrong_key")):
            client = Client(server.socket(table), other)
            await client.connect()
            with pytest.raises(Refusal) as refused:
                await client.hello()
            assert refused.value.code == code
            assert {m["type"] for m in client.messages} == {"answer"}
            await client.close()

    for end in (False, True):
        table = finish(server, key) if end else begin(server, key)
        asyncio.run(watch(table))
        for what in ("", "/story", "/record", "/review", "/variant", "/lesson"):
            for other in ("", stranger, new_key()):
                status, told = server.request("GET", f"/api/tables/{table}{what}", key=other)
                assert (status, told["code"]) == (403, "not_yet")
            if what != "/review" or end:
                status, _ = server.request("GET", f"/api/tables/{table}{what}", key=key)
                assert status == 200
    assert table not in json.dumps(server.get("/api/tables"))


def test_the_seed_leaves_the_server_only_when_the_day_is_over(place: Place) -> None:
    server, key = place.server, new_key()
    day = day_at(place.clock.now)
    heard = [json.dumps(shown(server)), json.dumps(shown(server, key))]
    heard += map(json.dumps, asyncio.run(played(server, key)))
    table = begin(server, key)
    seed = place.seed(day.name)

    def ask_all() -> list[str]:
        paths = [f"/api/tables/{table}{what}" for what in ("", "/story", "/record")]
        paths += ["/api/daily", f"/api/daily/{day.name}"]
        return [json.dumps(server.request("GET", path, key=key)[1]) for path in paths]

    heard += ask_all()
    place.clock.to(day.end + 2 * HOUR - 20)  # another day, and the last moment of grace
    heard += ask_all()
    heard += [json.dumps(shown(server)), json.dumps(shown(server, key, day.name))]
    assert not [text for text in heard if seed in text]
    assert seed not in "".join(server.log)
    with pytest.raises(NotNotation, match="as it is when the day is over for everybody"):
        verify(read_record(record(server, table, key)))
    place.clock.to(day.end + 2 * HOUR)
    assert shown(server, "", day.name)["server_seed"] == seed
    verdict = verify(read_record(record(server, table)))
    assert verdict.day == day.name
    assert verdict.lot
    assert verdict.commitment == shown(server, "", day.name)["commitment"]
    assert [seed in text for text in ask_all()] == [True] * 3 + [False, True]
    assert seed not in "".join(server.log)


def test_what_others_did_is_told_to_whoever_has_finished(place: Place) -> None:
    server = place.server
    keys = [new_key() for _ in range(3)]
    begin(server, keys[2])  # begun, not finished
    finish(server, keys[0])
    assert shown(server, keys[2])["results"] is None
    assert shown(server)["results"] is None
    alone = shown(server, keys[0])
    mine = alone["yours"]
    assert mine["stage"] == "done"
    assert (mine["counted"], mine["place"]) == (True, 1)
    assert alone["results"]["finished"] == 1
    assert alone["results"]["points"] == [{"points": mine["points"], "count": 1}]
    finish(server, keys[1], choose=passing)
    told = shown(server, keys[1])
    assert told["yours"]["points"] < mine["points"]
    assert told["yours"]["place"] == 2
    results = told["results"]
    assert results["finished"] == 2 == results["won"] + results["drawn"] + results["lost"]
    assert results["points"] == [
        {"points": told["yours"]["points"], "count": 1},
        {"points": mine["points"], "count": 1},
    ]
    assert told["best"] is None  # its table would tell the dice
    outcome = server.request("GET", f"/api/tables/{mine['table']}", key=keys[0])[1]["now"][
        "outcome"
    ]
    assert outcome["totals"] == [mine["points"], mine["against"]]


def test_a_game_that_was_begun_may_be_finished_after_midnight(place: Place) -> None:
    server = place.server
    day = day_at(place.clock.now)
    late, too_late = new_key(), new_key()
    asyncio.run(played(server, late, turns=3))
    asyncio.run(played(server, too_late, turns=3))
    tables = begin(server, late), begin(server, too_late)
    place.clock.to(day.end + HOUR)
    assert shown(server, late)["day"] == day_at(day.end).name
    assert shown(server, late)["yours"] is None  # a new day, a new try

    async def go_on(table: str, key: str) -> None:
        async with Client(server.socket(table), key) as client:
            assert client.now["turn"] > 3
            await play_out(client)

    asyncio.run(go_on(tables[0], late))
    told = shown(server, late, day.name)
    assert (told["yours"]["counted"], told["yours"]["place"]) == (True, 1)
    place.clock.to(day.end + 3 * HOUR)
    asyncio.run(go_on(tables[1], too_late))  # for its own sake
    told = shown(server, too_late, day.name)
    assert told["yours"]["stage"] == "done"
    assert told["yours"]["points"] is not None
    assert (told["yours"]["counted"], told["yours"]["place"]) == (False, None)
    assert told["results"]["finished"] == 1
    assert told["best"]["table"] == tables[0]
    for table in tables:  # anybody may look at all of them now
        assert verify(read_record(record(server, table))).day == day.name
        assert server.get(f"/api/tables/{table}/story")


def test_yesterday_is_shown_to_everybody_and_verified_from_its_link(place: Place) -> None:
    server, key = place.server, new_key()
    day = day_at(place.clock.now)
    finish(server, key)
    assert shown(server, key)["yours"]["counted"]
    place.clock.to(day.end + 5 * HOUR)
    told = shown(server, "", day.name)
    assert told["yours"] is None
    assert told["results"]["finished"] == 1
    best = told["best"]["table"]
    run = subprocess.run(
        [sys.executable, "-m", "rowlock", "verify", f"{server.address}/t/{best}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert f"those of everybody on {day.name}" in run.stdout


def test_verify_from_a_link_says_that_the_day_is_not_over(place: Place) -> None:
    table = finish(place.server, new_key())
    run = subprocess.run(
        [sys.executable, "-m", "rowlock", "verify", f"{place.server.address}/t/{table}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode != 0
    assert "a daily game is shown to others when it is done and the day is over" in run.stderr


@pytest.mark.parametrize("day", ["2099-01-01", "2026-01-01", "tomorrow", "2026-02-30", "%00"])
def test_a_day_that_is_not_kept_is_refused(server: Server, day: str) -> None:
    for _ in range(2):  # nobody draws the seed of another day than today
        status, told = server.request("GET", f"/api/daily/{day}")
        assert (status, told["code"]) == (404, "unknown_day")


def test_the_seed_is_drawn_at_midnight_though_nobody_asks(tmp_path: Path) -> None:
    with Place(tmp_path, tidy_seconds=0.2) as place:
        day = day_at(place.clock.now)
        assert place.server.get("/healthz")
        place.wait("SELECT count(*) FROM daily_seeds", 1)
        place.clock.to(day.end + 1)
        place.wait("SELECT count(*) FROM daily_seeds", 2)
        assert place.seed(day.name) != place.seed(day_at(day.end).name)


def test_nothing_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    with Place(tmp_path) as place:
        server, key, other = place.server, new_key(), new_key()
        before = shown(server)["commitment"]
        asyncio.run(played(server, key, turns=3))
        table = begin(server, key)
        finish(server, other)
        server.kill()
        # As if it had been killed between the last decision and what is kept of the result.
        with contextlib.closing(sqlite3.connect(place.file)) as file:
            file.execute("UPDATE daily_tries SET finished = NULL, points = NULL, against = NULL")
            file.commit()
        server.start()
        # Without anybody who asks for it.
        place.wait("SELECT count(*) FROM daily_tries WHERE points IS NOT NULL", 1)
        assert shown(server)["commitment"] == before
        assert begin(server, key) == table
        assert finish(server, key) == table
        assert shown(server, key)["results"]["finished"] == 2


def test_what_is_kept_has_a_limit(tmp_path: Path) -> None:
    with Place(tmp_path, daily_tries=2, daily_days=3, tidy_seconds=0.2) as place:
        server, keys = place.server, [new_key(), new_key()]
        for key in keys:
            begin(server, key)
        status, told = server.request("POST", "/api/daily", {"key": new_key()})
        assert (status, told["code"]) == (429, "too_many_tables")
        assert begin(server, keys[0])  # who has begun goes on
        day = day_at(place.clock.now)
        place.clock.to(day.start + 3 * 24 * HOUR + NOON)
        place.wait("SELECT count(*) FROM daily_seeds", 2)
        assert shown(server, "", day.name)["day"] == day.name
        place.clock.to(day.start + 4 * 24 * HOUR + NOON)
        place.wait("SELECT count(*) FROM daily_tries", 0)
        place.wait("SELECT count(*) FROM daily_seeds", 2)
        assert server.request("GET", f"/api/daily/{day.name}")[0] == 404


def test_of_several_workers_one_draws_the_seed_and_one_opens_a_table(tmp_path: Path) -> None:
    database, clock, key = fresh_database(), Clock(tmp_path), new_key()
    given: dict[str, Any] = {"module": "tests.server.moved", "clock_file": clock.file}
    with running(database, **given) as one, running(database, **given) as two:
        clock.to(day_at(clock.now).end + NOON)  # a day of which no worker knows
        servers = [one, two] * 8
        with ThreadPoolExecutor(16) as many:
            told = list(many.map(shown, servers))
            tables = set(many.map(lambda server: begin(server, key), servers))
        assert len({each["commitment"] for each in told}) == 1
        assert len(tables) == 1

        async def count(sql: str) -> Any:
            connection = await asyncpg.connect(database)
            found = await connection.fetchval(sql)
            await connection.close()
            return found

        day = told[0]["day"]
        assert asyncio.run(count(f"SELECT count(*) FROM daily_seeds WHERE day = '{day}'")) == 1
        assert asyncio.run(count("SELECT count(*) FROM moves")) == 1

        async def play() -> None:
            table = next(iter(tables))
            async with Client(one.socket(table), key) as client:
                await play_out(client, turns=3)
            async with Client(two.socket(table), key) as client:
                await play_out(client)

        asyncio.run(play())
        for server in (one, two):
            told_now = shown(server, key)
            assert told_now["yours"]["place"] == 1
            assert told_now["results"]["finished"] == 1
