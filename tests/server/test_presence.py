"""Who is at a table, in this worker and in others, and for how long somebody has been away."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Iterator

import pytest

from rowlock.server.encoding import to_text
from rowlock.server.presence import Here, Presence, Waits
from tests.server.client import Client, Refusal
from tests.server.postgres import fresh_database
from tests.server.running import Server, running
from tests.server.tables import check_message


def here(*seats: int, watching: int = 0, host: bool = False) -> Here:
    return Here(frozenset(seats), watching, host)


def presence(now: float = 0.0) -> Presence:
    return Presence(30.0, now)


def test_at_first_nobody_is_there() -> None:
    alone = presence()
    assert not alone.anybody
    assert not alone.elsewhere
    assert check_message(to_text(alone.message(0.0))) == {
        "type": "present",
        "seats": [],
        "watching": 0,
        "away": [],
        "host": 30.0,
    }


def test_those_of_this_worker_are_told_and_said() -> None:
    table = presence()
    assert table.set_local(here(2, 0, watching=3, host=True), [0, 1, 2], 10.0)
    assert check_message(to_text(table.message(15.0))) == {
        "type": "present",
        "seats": [1, 3],
        "watching": 3,
        "away": [{"seat": 2, "left": 15.0}],
        "host": None,
    }
    assert table.report() == {"seats": [0, 2], "watching": 3, "host": True}
    assert table.anybody
    assert not table.elsewhere


def test_only_news_are_news() -> None:
    table = presence()
    assert not table.set_local(here(), [], 0.0)
    assert table.set_local(here(1), [0, 1], 0.0)
    assert not table.set_local(here(1), [1, 0], 0.0)
    assert table.set_local(here(1, watching=1), [0, 1], 0.0)
    assert table.set_local(here(1, watching=1, host=True), [0, 1], 0.0)
    assert not table.set_local(here(1, watching=1, host=True), [1], 0.0), "it is in the story"
    assert not table.set_remote("w2", here(1), 0.0, 10.0), "that seat is here as well"
    assert table.set_remote("w2", here(0, watching=2), 0.0, 10.0)
    assert not table.set_remote("w2", here(0, watching=2), 0.0, 20.0)


def test_people_of_all_workers_are_there() -> None:
    table = presence()
    table.set_local(here(0, watching=1), [0, 1, 2], 0.0)
    table.set_remote("w2", here(1, watching=2), 0.0, 10.0)
    table.set_remote("w3", here(1, 2, host=True), 0.0, 10.0)
    assert table.seats == {0, 1, 2}
    assert table.message(0.0)["watching"] == 3
    assert table.message(0.0)["host"] is None


@pytest.mark.parametrize("who", [here(1), here(watching=1), here(host=True)])
def test_somebody_in_another_worker_is_somebody(who: Here) -> None:
    table = presence()
    table.set_remote("w2", who, 0.0, 10.0)
    assert (table.anybody, table.elsewhere) == (True, True)
    table.set_remote("w2", here(), 0.0, 10.0)
    assert (table.anybody, table.elsewhere) == (False, False)


def test_a_worker_that_says_nothing_is_forgotten() -> None:
    table = presence()
    table.set_remote("w2", here(1), 0.0, 10.0)
    table.set_remote("w3", here(), 0.0, 10.0)
    assert not table.expire(9.9)
    assert table.expire(10.0)
    assert not table.anybody
    assert table.others == {}
    assert not table.expire(11.0)


# Away


def test_absence_begins_when_the_last_socket_goes_wherever_that_is() -> None:
    table = presence()
    table.set_local(here(0, 1, host=True), [0, 1], 0.0)
    table.set_remote("w2", here(1), 50.0, 1_000.0)
    table.set_local(here(0, host=True), [0, 1], 100.0)
    assert table.waits(100.0) == Waits({}, None), "seat 2 is there, in another worker"
    table.set_remote("w2", here(), 200.0, 1_000.0)
    assert table.waits(200.0) == Waits({1: 30.0}, None)
    assert table.waits(212.5) == Waits({1: 17.5}, None)
    assert table.waits(230.0) == table.waits(999.0) == Waits({1: 0.0}, None)
    table.set_local(here(0, 1, host=True), [0, 1], 1_000.0)
    assert table.waits(1_000.0) == Waits({}, None)
    table.set_local(here(0), [0, 1], 1_001.0)
    assert table.waits(1_005.0) == Waits({1: 26.0}, 26.0), "each absence begins anew"


def test_a_killed_worker_leaves_its_people_away_from_when_that_is_noticed() -> None:
    table = presence()
    table.set_remote("w2", here(1, host=True), 0.0, 52.0)
    table.set_local(here(0), [0, 1], 0.0)
    assert table.waits(52.0) == Waits({}, None)
    assert table.expire(52.0)
    assert table.waits(52.0) == Waits({1: 30.0}, 30.0)


def test_nobody_was_away_before_the_table_was_in_memory() -> None:
    table = presence(now=500.0)
    table.set_local(here(0), [0, 1], 510.0)
    assert table.waits(510.0) == Waits({1: 20.0}, 20.0)


def test_the_start_of_a_game_is_the_start_of_every_absence() -> None:
    table = presence()
    table.set_local(here(0, host=True), [0, 1], 0.0)
    table.begin(100.0)
    assert table.waits(100.0) == Waits({1: 30.0}, None)


def test_only_people_are_away_and_what_is_left_is_never_less_than_it_is() -> None:
    table = presence()
    table.set_local(here(0), [0, 2], 0.0)
    assert set(table.waits(0.0).seats) == {2}
    for now in (0.001, 10.0 / 3, 29.999, 29.9999999):
        assert table.waits(now).seats[2] >= 30.0 - now
        assert math.isclose(table.waits(now).seats[2], 30.0 - now, abs_tol=0.011)


# With real servers


async def refusal(asking: Awaitable[object]) -> Refusal | None:
    try:
        await asking
    except Refusal as said:
        return said
    return None


async def refused(asking: Awaitable[object]) -> Refusal:
    said = await refusal(asking)
    assert said is not None, "it was allowed"
    return said


async def away(client: Client, seat: int) -> float:
    """Wait until this seat is away; how long others must wait."""
    await client.until(lambda: seat in {one["seat"] for one in client.present.get("away", ())})
    return float(next(one["left"] for one in client.present["away"] if one["seat"] == seat))


def test_a_lost_connection_is_handed_to_a_bot_only_after_a_while() -> None:
    async def play(server: Server) -> None:
        opened = server.open("Emma", "+", "+")
        url = server.socket(opened["table"])
        async with Client(url, opened["key"]) as emma, Client(url) as watcher:
            async with Client(url) as ben, Client(url) as cleo:
                await ben.sit("Ben")
                await cleo.sit("Cleo")
                await emma.ask("start")
                await emma.until(lambda: emma.present["seats"] == [1, 2, 3])
                await cleo.ask("hand_over", seat=3, bot="random")
            left = await away(emma, 2)
            assert 1.0 < left <= 2.0
            assert 1.0 < await away(watcher, 2) <= 2.0, "everybody is told"
            early = await refused(emma.ask("hand_over", seat=2))
            assert early.code == "just_left"
            assert 0 < early.left <= left
            async with Client(url, ben.key):
                await emma.until(lambda: 2 in emma.present["seats"])
                assert (await refused(emma.ask("hand_over", seat=2))).code == "present"
            left = await away(emma, 2)
            assert left > 1.0, "it begins anew"
            await asyncio.sleep(left)
            await emma.ask("hand_over", seat=2)
            assert emma.now["stage"] == "playing"
            await watcher.until(lambda: any(e["event"] == "handed" for e in watcher.events))

    with running(away_seconds=2) as server:
        asyncio.run(play(server))


def test_a_restart_makes_nobody_absent() -> None:
    async def play(server: Server) -> None:
        opened = server.open("Emma", "+")
        url, key = server.socket(opened["table"]), opened["key"]
        async with Client(url, key) as emma, Client(url) as ben:
            await ben.sit("Ben")
            await emma.ask("start")
        server.kill()
        server.start()
        async with Client(server.socket(opened["table"]), key) as emma:
            assert await away(emma, 2) > 55
            assert (await refused(emma.ask("hand_over", seat=2))).code == "just_left"
            await emma.ask("hand_over", seat=1)

    with running(away_seconds=60) as server:
        asyncio.run(play(server))


@pytest.fixture(scope="module")
def workers() -> Iterator[tuple[Server, Server]]:
    database = fresh_database()
    settings = {"beat_seconds": 0.5, "away_seconds": 2}
    with running(database, **settings) as one, running(database, **settings) as two:
        yield one, two


def test_presence_and_the_host_count_in_every_worker(workers: tuple[Server, Server]) -> None:
    one, two = workers

    async def play() -> None:
        early: Refusal | None
        opened = one.open("+", "+", "+")
        table = opened["table"]
        host, ben = Client(one.socket(table), opened["key"]), Client(two.socket(table))
        async with ben:
            async with host:
                async with Client(one.socket(table)) as cleo, Client(two.socket(table)) as dora:
                    await ben.sit("Ben")
                    await cleo.sit("Cleo")
                    await dora.sit("Dora")
                    await host.until(lambda: all(p["kind"] == "person" for p in host.places))
                    await host.ask("start")
                    await ben.until(lambda: ben.present["seats"] == [1, 2, 3])
                    await ben.until(lambda: ben.present["host"] is None)
                left = await away(ben, 2)
                await away(host, 3)
                assert (await refused(ben.ask("hand_over", seat=2))).code == "not_host"
                await asyncio.sleep(left)
                # The host watches, at another worker: nobody acts in the host's place.
                assert (await refused(ben.ask("hand_over", seat=2))).code == "not_host"
                await host.ask("hand_over", seat=2)
            await ben.until(lambda: ben.present["host"] is not None)
            early = await refused(ben.ask("hand_over", seat=3))
            assert early.code == "just_left"
            async with asyncio.timeout(20):
                # A worker that is late with its news counts as gone and comes back once more.
                while early is not None:
                    await asyncio.sleep(early.left)
                    early = await refusal(ben.ask("hand_over", seat=3))

    asyncio.run(play())
