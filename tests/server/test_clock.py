"""The clock of a table: it stands still while nobody is there, and never begins anew."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest

import rowlock.server.clock as hourglass
from rowlock.server.clock import StartTimes, StoppedClocks, TableClock
from rowlock.server.creation import OpenTable, hash_of, setup_for
from rowlock.server.entries import Entry, Started, Threw, write_entry
from rowlock.server.hub import Hub
from rowlock.server.metrics import Metrics
from rowlock.server.progress import advance
from rowlock.server.protocol import RollDice, Start
from rowlock.server.room import Room
from rowlock.server.settings import Settings
from rowlock.server.setup import write_setup
from rowlock.server.sockets import Socket
from rowlock.server.stage import Stage
from rowlock.server.store.sqlite import SqliteStore
from rowlock.server.table import Table
from tests.server.client import Client
from tests.server.running import Server, running
from tests.server.tables import Driver, started, table_setup
from tests.server.test_hub import Line

KEY = hash_of("a secret")
RED = "R 2 3 4 5 6 | Y | G | B"


def white() -> Driver:
    return started("Emma", "Ben", time="blitz").roll("23r3y1g1b1")


# Pure


def test_the_clock_runs_only_while_somebody_is_there() -> None:
    clock = TableClock(white().table, 100.0)
    assert clock.now(107.0) == 100.0, "nobody has come yet"
    clock.attend(True, 110.0)
    assert clock.start_times == StartTimes(110.0, 110.0)
    assert clock.now(113.0) == 113.0
    clock.attend(True, 114.0)
    assert clock.start_times.action == 110.0, "another one who comes changes nothing"
    clock.attend(False, 116.0)
    clock.attend(False, 117.0)
    assert clock.now(500.0) == 116.0
    clock.attend(True, 500.0)
    assert clock.now(500.0) - clock.start_times.action == 6.0, "it goes on with what was left"


def test_who_leaves_again_and_again_gains_nothing() -> None:
    clock = TableClock(white().table, 0.0)
    now = 0.0
    for _ in range(100):
        clock.attend(True, now)
        now += 0.09
        clock.attend(False, now)
        now += 5.0
    assert clock.now(now) - clock.start_times.action == pytest.approx(9.0)


def test_a_new_action_has_the_whole_time_and_an_announced_lock_the_short_one() -> None:
    driver = started("Emma", "Ben", time="blitz").stand(RED, RED)
    clock = TableClock(driver.table, 0.0)
    clock.attend(True, 0.0)
    driver.roll("66r3y1g1b1")
    clock.moved(driver.table, 4.0)
    assert clock.start_times == StartTimes(4.0, 4.0)
    driver.decide(2, "-")
    clock.moved(driver.table, 6.0)
    assert clock.start_times == StartTimes(4.0, 4.0), "an answer is no new action"
    driver.decide(1, "R12")
    clock.moved(driver.table, 7.0)
    assert clock.start_times == StartTimes(4.0, 7.0)
    driver.decide(2, "R12")
    clock.moved(driver.table, 8.0)
    assert clock.start_times == StartTimes(8.0, 8.0)


def test_what_happens_while_nobody_is_here_begins_when_somebody_comes() -> None:
    driver = started("Emma", "Ben", time="blitz")
    clock = TableClock(driver.table, 0.0)
    driver.roll("23r3y1g1b1")
    clock.moved(driver.table, 50.0)
    clock.attend(True, 80.0)
    assert clock.start_times == StartTimes(80.0, 80.0)


def test_workers_agree_on_the_time_that_was_spent() -> None:
    table = white().table
    old, new = TableClock(table, 0.0), TableClock(table, 1_000.0)
    old.attend(True, 0.0)
    old.attend(False, 7.0)
    new.attend(True, 1_000.0)
    said = json.loads(json.dumps(old.report(9.0)))
    assert new.merge(said, 1_001.0)
    assert 1_001.0 - new.start_times.action == 7.0
    assert not new.merge(said, 1_002.0), "it has spent more itself by now"
    assert 1_002.0 - new.start_times.action == 8.0
    assert not old.merge(json.loads(json.dumps(new.report(1_000.0))), 9.0)
    later = TableClock(started("Emma", "Ben", time="blitz").table, 0.0)
    assert not later.merge(said, 5.0), "another action"
    assert later.start_times == StartTimes(0.0, 0.0)


def test_a_table_that_left_memory_goes_on_and_one_that_is_unknown_has_the_whole_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hourglass, "_MOST", 2)
    driver, stopped_clocks = white(), StoppedClocks()
    clock = TableClock(driver.table, 0.0)
    clock.attend(True, 0.0)
    clock.attend(False, 6.0)
    stopped_clocks.keep(driver.table.id, clock)
    again = stopped_clocks.take(driver.table, 300.0)
    again.attend(True, 300.0)
    assert again.now(300.0) - again.start_times.action == 6.0
    assert stopped_clocks.take(driver.table, 300.0).start_times == StartTimes(300.0, 300.0)
    stopped_clocks.keep(driver.table.id, clock)
    driver.decide(1, "-").decide(2, "-")
    fresh = stopped_clocks.take(driver.table, 400.0)
    assert fresh.now(400.0) == fresh.start_times.action, "another action has begun meanwhile"
    for name in ("one", driver.table.id, "three"):
        stopped_clocks.keep(name, clock)
    assert stopped_clocks.take(driver.table, 0.0) is clock
    stopped_clocks.keep(driver.table.id, clock)
    stopped_clocks.keep("four", clock)
    stopped_clocks.keep("five", clock)
    assert stopped_clocks.take(driver.table, 0.0) is not clock, "the first of too many is forgotten"


# With a store, whose times may be wrong


async def at_the_table(hub: Hub, table: str, key: str = KEY) -> tuple[Room, Line, Socket]:
    room, line = await hub.find(table), Line()
    socket = Socket(line, 1000, 1)
    socket.start()
    await hub.join(room, socket, key, None)
    return room, line, socket


def asked(*seats: str, **options: Any) -> OpenTable:
    kinds = [
        {"kind": "bot", "bot": seat} if seat.islower() else {"kind": "person", "name": seat}
        for seat in seats
    ]
    return OpenTable.model_validate({"seats": kinds, **options})


@pytest.mark.parametrize("ahead", [3600.0, 10 * 365 * 86400.0], ids=["an hour", "ten years"])
def test_a_clock_that_was_ahead_freezes_no_table(tmp_path: Path, ahead: float) -> None:
    """Entries of a clock that was wrong: bots play, and time runs out, as if they were of now."""

    async def go() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        hub = Hub(store, Settings(bot_pause=0.1), Metrics())
        await hub.start()
        setup = setup_for(asked("Emma", "keen", time="blitz", first=1), KEY)
        at = time.time() + ahead
        await store.create(setup.id, at, write_setup(setup), False)
        table = advance(Table.fresh(setup, at), at, Started())
        assert table.game is not None
        rolled = Threw(1, table.dice.roll(1, table.game.dice))
        entries: tuple[Entry, ...] = (Started(), rolled)
        for n, entry in enumerate(entries, 1):
            stage = Stage.PLAYING if n == 1 else None
            await store.append(setup.id, n, at, write_entry(entry, "mark"), stage)
        room, line, _ = await at_the_table(hub, setup.id)
        async with asyncio.timeout(5):
            while 2 in {seat + 1 for seat in room.table.waiting_for()}:
                await asyncio.sleep(0.02)  # the bot answers
        clock = room.time_left()
        assert clock is not None
        assert 4 < clock["left"] <= 10
        assert next(m for m in line.sent if m["type"] == "view")["now"]["clock"]["left"] <= 10
        kept = await store.read(setup.id)
        assert kept is not None
        assert abs(kept.entries[-1].at - time.time()) < 60, "what is new has the right time"
        # The time of the person runs out when it should.
        room.clock.start_times = StartTimes(time.monotonic() - 9.9, time.monotonic() - 9.9)
        hub._plan(room)
        async with asyncio.timeout(5):
            while not any(event["event"] == "timed_out" for event in line.events()):
                await asyncio.sleep(0.02)
        await hub.stop()
        await hub.close()

    asyncio.run(go())


def test_a_table_that_leaves_memory_keeps_its_clock(tmp_path: Path) -> None:
    async def go() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        hub = Hub(store, Settings(beat_seconds=0.05, idle_seconds=0.05), Metrics())
        await hub.start()
        setup = setup_for(asked("Emma", "Ben", time="blitz", real_dice=True), KEY)
        await hub.open(setup, "")
        room, _, socket = await at_the_table(hub, setup.id)
        await hub.ask(room, KEY, Start(id=1, type="start"))
        await hub.ask(room, KEY, RollDice(id=1, type="roll", turn=1, dice="23r3y1g1b1"))
        room.clock.start_times = StartTimes(*[at - 7.0 for at in room.clock.start_times])
        await hub.leave(room, socket)
        async with asyncio.timeout(5):
            while setup.id in hub.rooms:
                await asyncio.sleep(0.02)
        again, _, _ = await at_the_table(hub, setup.id)
        assert again is not room
        clock = again.time_left()
        assert clock is not None
        assert clock["left"] <= 3.0
        await hub.stop()
        await hub.close()

    asyncio.run(go())


def test_dropping_the_socket_again_and_again_gives_no_time_and_a_restart_gives_it_once() -> None:
    async def play(server: Server) -> None:
        opened = server.open("Emma", "Ben", time="blitz")
        url, key = server.socket(opened["table"]), opened["key"]
        begun = time.monotonic()
        async with Client(url, key) as emma:
            await emma.ask("start")
            await emma.roll()
            begun = time.monotonic()
            turn = emma.now["turn"]
        left, rounds = [], 0
        while time.monotonic() - begun < 30:
            async with Client(url, key) as emma:
                rounds += 1
                if emma.now["phase"] != "white" or emma.now["turn"] != turn:
                    break  # the time was up
                left.append(emma.now["clock"]["left"])
                await asyncio.sleep(0.2)
        else:
            raise AssertionError(f"there was no end to it: {left}")
        assert left == sorted(left, reverse=True)
        assert rounds > 10
        async with Client(url, key) as emma:
            await emma.until(lambda: emma.now["phase"] == "roll", 30)
            await emma.roll()
            await asyncio.sleep(1.5)
        async with Client(url, key) as emma:
            assert emma.now["clock"]["left"] < 9
        server.stop()
        server.start()
        async with Client(server.socket(opened["table"]), key) as emma:
            assert emma.now["clock"]["left"] > 9, "nobody is punished for a restart"

    with running() as server:
        asyncio.run(play(server))


def test_the_start_begins_an_action() -> None:
    clock = TableClock(Table.fresh(table_setup("Emma"), 0.0), 0.0)
    clock.moved(started("Emma").table, 5.0)
    clock.attend(True, 6.0)
    assert clock.start_times == StartTimes(6.0, 6.0)
