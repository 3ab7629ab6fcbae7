"""The hub on a real store that can be held up or broken at will."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from rowlock.server.conversation import serve_socket
from rowlock.server.creation import OpenTable, hash_of, rematch_setup, setup_for
from rowlock.server.hub import Hub
from rowlock.server.metrics import Metrics
from rowlock.server.protocol import Code, Refused, RollDice, Start, Stop
from rowlock.server.room import Room
from rowlock.server.settings import Settings
from rowlock.server.setup import TableSetup, write_setup
from rowlock.server.sockets import AsgiSocket, Socket
from rowlock.server.stage import Stage
from rowlock.server.store import StoreError
from rowlock.server.store.sqlite import SqliteStore

KEY = hash_of("a secret")


class SlowStore(SqliteStore):
    """Writes only when the gate is open, and then perhaps not at all."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.gate = asyncio.Event()
        self.gate.set()
        self.asked = asyncio.Event()
        self.broken = False

    async def append(
        self, table: str, n: int, at: float, entry: str, stage: Stage | None = None
    ) -> bool:
        self.asked.set()
        await self.gate.wait()
        if self.broken:
            raise StoreError("the disk is full")
        return await super().append(table, n, at, entry, stage)


class Line(AsgiSocket):
    """A connection that remembers what was sent; what the client says comes from a queue."""

    def __init__(self) -> None:
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        super().__init__({}, self.said.get, self._send)
        self.sent: list[dict[str, Any]] = []
        self.closed: int | None = None

    async def _send(self, message: Any) -> None:
        if message["type"] == "websocket.close":
            self.closed = message["code"]
        else:
            self.sent.append(json.loads(message["text"]))

    def say(self, kind: str, **fields: Any) -> None:
        text = json.dumps({"type": kind, "id": 1, **fields})
        self.said.put_nowait({"type": "websocket.receive", "text": text})

    def events(self) -> list[dict[str, Any]]:
        return [event for message in self.sent for event in message.get("events", ())]


def at_a_table(
    tmp_path: Path, play: Callable[[Hub, Room, SlowStore], Awaitable[None]], **settings: Any
) -> None:
    """Run this with a hub and a table of two people who share a device."""

    async def go() -> None:
        store = SlowStore(tmp_path / "tables.db")
        hub = Hub(store, Settings(**settings), Metrics())
        await hub.start()
        asked = OpenTable.model_validate(
            {
                "seats": [{"kind": "person", "name": "Emma"}, {"kind": "bot", "bot": "keen"}],
                "commitment": None,  # nobody waits for a seed
            }
        )
        setup = setup_for(asked, KEY)
        await hub.open(setup, "")
        try:
            await play(hub, await hub.find(setup.id), store)
        finally:
            store.gate.set()
            await hub.stop()
            await hub.close()

    asyncio.run(go())


def test_what_was_begun_is_told_though_the_one_who_asked_has_gone(tmp_path: Path) -> None:
    async def play(hub: Hub, room: Room, store: SlowStore) -> None:
        watcher = Line()
        socket = Socket(watcher, 100, 1)
        writer = socket.start()
        await hub.join(room, socket, "", None)
        line = Line()
        talking = asyncio.create_task(serve_socket(hub, line, room.table.id))
        line.say("hello", key="a secret")
        store.gate.clear()
        store.asked.clear()
        line.say("start")
        await store.asked.wait()
        talking.cancel()
        await asyncio.sleep(0.05)
        assert room.table.n == 0
        store.gate.set()
        await asyncio.gather(talking, return_exceptions=True)
        assert room.table.n == 1
        await asyncio.sleep(0.01)
        assert {"started"} <= {event["event"] for event in watcher.events()}
        writer.cancel()

    at_a_table(tmp_path, play)


def test_a_stop_waits_for_what_was_begun(tmp_path: Path) -> None:
    async def play(hub: Hub, room: Room, store: SlowStore) -> None:
        store.gate.clear()
        store.asked.clear()
        asking = asyncio.create_task(hub.ask(room, KEY, Start(id=1, type="start")))
        await store.asked.wait()
        waiting = asyncio.create_task(hub.ask(room, KEY, Stop(id=2, type="stop")))
        stopping = asyncio.create_task(hub.stop())
        await asyncio.sleep(0.05)
        assert not stopping.done()
        store.gate.set()
        await asyncio.gather(asking, stopping)
        with pytest.raises(Refused) as caught:
            await waiting
        assert caught.value.code is Code.STOPPING
        kept = await store.read(room.table.id)
        assert kept is not None
        assert len(kept.entries) == 1

    at_a_table(tmp_path, play)


def test_a_broken_store_changes_nothing_and_can_be_tried_again(tmp_path: Path) -> None:
    async def play(hub: Hub, room: Room, store: SlowStore) -> None:
        store.broken = True
        with pytest.raises(StoreError):
            await hub.ask(room, KEY, Start(id=1, type="start"))
        assert room.table.n == 0
        store.broken = False
        await hub.ask(room, KEY, Start(id=2, type="start"))
        assert room.table.stage is Stage.PLAYING

    at_a_table(tmp_path, play)


def test_what_another_wrote_is_read_and_the_question_asked_again(tmp_path: Path) -> None:
    async def play(hub: Hub, room: Room, store: SlowStore) -> None:
        other = Hub(store, Settings(), Metrics())  # another worker on the same store
        there = await other.find(room.table.id)
        await other.ask(there, KEY, Start(id=1, type="start"))
        with pytest.raises(Refused) as caught:
            await hub.ask(room, KEY, Start(id=1, type="start"))
        assert caught.value.code is Code.STARTED
        assert room.table == there.table

    at_a_table(tmp_path, play)


def test_a_bot_tries_again_when_the_store_was_broken(tmp_path: Path) -> None:
    async def play(hub: Hub, room: Room, store: SlowStore) -> None:
        socket = Socket(Line(), 1000, 1)
        await hub.join(room, socket, KEY, None)
        await hub.ask(room, KEY, Start(id=1, type="start"))
        if room.table.game is not None and room.table.game.active == 0:
            await hub.ask(room, KEY, RollDice(id=2, type="roll", turn=1))
        store.broken = True
        before = room.table.n
        await asyncio.sleep(0.2)
        store.broken = False
        for _ in range(100):
            if room.table.n > before:
                return
            await asyncio.sleep(0.05)
        raise AssertionError("the bot gave up")

    at_a_table(tmp_path, play, bot_pause=0.05)


def test_a_slow_reader_is_dropped_with_a_reason() -> None:
    async def go() -> None:
        gate = asyncio.Event()

        class Stuck(Line):
            async def send_text(self, text: str) -> None:
                await gate.wait()
                await super().send_text(text)

        wire = Stuck()
        socket = Socket(wire, 3, 5)
        writer = socket.start()
        await asyncio.sleep(0)
        for number in range(10):
            socket.tell(json.dumps(number))
        assert socket.dropped
        gate.set()
        await writer
        assert wire.sent[-1]["code"] == "too_slow"
        assert wire.sent[-1]["back"] == 1
        assert len(wire.sent) <= 2
        assert wire.closed == 4000

    asyncio.run(go())


def test_a_wire_that_does_not_even_take_a_good_bye_is_cut_off() -> None:
    async def go() -> None:
        class Dead(Line):
            async def send_text(self, text: str) -> None:
                await asyncio.Event().wait()

        wire = Dead()
        socket = Socket(wire, 3, 0.05)
        writer = socket.start()
        socket.tell("1")
        socket.bye(Code.TOO_SLOW, "come back", 1)
        await asyncio.wait([writer], timeout=5)
        assert writer.cancelled()

    asyncio.run(go())


def test_a_table_of_another_edition_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    async def play(hub: Hub, room: Room, store: SlowStore) -> None:
        kept = await store.read(room.table.id)
        assert kept is not None
        old = kept.opening.replace('"edition":1', '"edition":99').replace(room.table.id, "older")
        assert await store.create("older", kept.at, old, True)
        with pytest.raises(Refused) as caught:
            await hub.find("older")
        assert caught.value.code is Code.OTHER_EDITION
        assert "edition 99 of the rules of" in caught.value.sentence
        # What cannot be read at all is no reason to fail either.
        assert await store.create("broken", kept.at, "{}", True)
        with pytest.raises(Refused) as caught:
            await hub.find("broken")
        assert caught.value.code is Code.UNAVAILABLE

    at_a_table(tmp_path, play)


def test_what_another_wrote_and_nobody_understands_is_refused_and_noted_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def play(hub: Hub, room: Room, store: SlowStore) -> None:
        assert await store.append(room.table.id, 1, 0.0, '{"do":"dance","mark":"m"}')
        store.shared = True
        for _ in range(3):
            with pytest.raises(Refused) as caught:
                await hub.ask(room, KEY, Start(id=1, type="start"))
            assert caught.value.code is Code.UNAVAILABLE
            with pytest.raises(Refused):
                await hub.refresh(room)
        store.shared = False

    at_a_table(tmp_path, play)
    noted = [record for record in caplog.records if "cannot be read" in record.message]
    assert [record.__dict__["n"] for record in noted] == [1]


def test_a_story_is_kept_when_the_table_is_done(tmp_path: Path) -> None:
    async def play(hub: Hub, room: Room, store: SlowStore) -> None:
        await hub.ask(room, KEY, Start(id=1, type="start"))
        first = await hub.reading.story(room.table, "")
        assert await hub.reading.story(room.table, "") is not first
        await hub.ask(room, KEY, Stop(id=2, type="stop"))
        done = await hub.reading.story(room.table, "")
        assert len(done.body) > len(first.body)
        assert await hub.reading.story(room.table, "") is done
        await hub.rematch(room, rematch_setup, "")
        again = await hub.reading.story(room.table, "")
        assert b'"rematch"' in again.body
        assert again is not done

    at_a_table(tmp_path, play)


# The list of public tables


def public(name: str = "Emma") -> TableSetup:
    seats = [{"kind": "person", "name": name}, {"kind": "open"}]
    return setup_for(OpenTable.model_validate({"seats": seats, "public": True}), KEY)


async def listed(hub: Hub) -> list[str]:
    hub.listing.stale()
    return [table["table"] for table in json.loads((await hub.listing.get(hub.find)).body)]


class Clock:
    """The time, or later."""

    later = 0.0

    def monotonic(self) -> float:
        return time.monotonic() + self.later


def test_a_table_with_people_is_in_the_list_however_many_are_newer(tmp_path: Path) -> None:
    async def play(hub: Hub, room: Room, store: SlowStore) -> None:
        old = public()
        await hub.open(old, "10.0.0.1")
        for n in range(230):  # more than are looked at
            new = public("Mallory")
            assert await store.create(new.id, new.at + n, write_setup(new), True)
        assert old.id not in await listed(hub), "nobody is there"
        socket = Socket(Line(), 100, 1)
        await hub.join(await hub.find(old.id), socket, KEY, None)
        shown = await listed(hub)
        assert (shown[0], len(shown)) == (old.id, 50)

    at_a_table(tmp_path, play)


def test_tables_that_left_memory_take_no_more_of_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(hub: Hub, room: Room, store: SlowStore) -> None:
        tables = []
        for _ in range(6):
            for _ in range(3):
                tables.append(public("Mallory"))
                await hub.open(tables[-1], "10.0.0.9")
            with pytest.raises(Refused, match="in the list"):
                await hub.open(public("Mallory"), "10.0.0.9")
            hub.rooms.clear()
            clock.later += 121
        emma = public()
        await hub.open(emma, "10.0.0.1")
        newest = [opened.id for opened in reversed(tables[-3:])]
        assert await listed(hub) == [emma.id, *newest]
        # One with people takes the place of an empty one, and counts as long as they are there.
        sockets = [Socket(Line(), 100, 1) for _ in range(3)]
        for opened, socket in zip(tables, sockets):
            await hub.join(await hub.find(opened.id), socket, "", None)
        busy = [opened.id for opened in reversed(tables[:3])]
        assert await listed(hub) == [*busy, emma.id]
        with pytest.raises(Refused, match="in the list"):
            await hub.open(public("Mallory"), "10.0.0.9")

    clock = Clock()
    monkeypatch.setattr("rowlock.server.listing.time", clock)
    at_a_table(tmp_path, play)


def test_what_is_done_or_was_never_opened_does_not_count(tmp_path: Path) -> None:
    async def play(hub: Hub, room: Room, store: SlowStore) -> None:
        tables = [public() for _ in range(3)]
        for opened in tables:
            await hub.open(opened, "10.0.0.1")
        await hub.ask(await hub.find(tables[0].id), KEY, Stop(id=1, type="stop"))
        taken = public()
        assert await store.create(taken.id, taken.at, "another's", False)
        with pytest.raises(Refused) as caught:
            await hub.open(taken, "10.0.0.1")
        assert caught.value.code is Code.UNAVAILABLE
        await hub.open(public(), "10.0.0.1")
        with pytest.raises(Refused, match="in the list"):
            await hub.open(public(), "10.0.0.1")

    at_a_table(tmp_path, play)
