"""Tables in memory and the sockets around them: the one place where a table changes.

Each table has a lock, so that what happens at it happens one after the other. An entry is
written to the store first, and only then is anybody told. If another worker was faster,
its entries are read, and what was asked is looked at again.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any

from rowlock.events import Seat
from rowlock.server.deeds import Deed, deed_of, next_deed
from rowlock.server.entries import Entry, Rematched, Stopped, read_entry, write_entry
from rowlock.server.limits import Buckets
from rowlock.server.metrics import Metrics
from rowlock.server.opening import Opening, read_opening, write_opening
from rowlock.server.protocol import Code, Refused
from rowlock.server.requests import Request, entry_for
from rowlock.server.room import Room
from rowlock.server.settings import Settings
from rowlock.server.sockets import Socket
from rowlock.server.store import Kept, News, Stage, Store, StoreError
from rowlock.server.table import Table
from rowlock.server.view import as_text

__all__ = ["Hub"]

log = logging.getLogger("rowlock")

_LATE = 0.25
"""How much later another worker does a deed than the one that wrote last, who is alive mostly."""


class Hub:
    """All tables that this worker has in memory."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics) -> None:
        self.store = store
        self.settings = settings
        self.metrics = metrics
        self.worker = secrets.token_hex(8)
        self.marks = itertools.count()
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Task[Room]] = {}
        self.opened = Buckets(settings.tables_per_hour, settings.tables_per_hour / 3600)
        self.tasks: set[asyncio.Task[None]] = set()
        self.stopping = False

    async def start(self) -> None:
        """Open the store, and begin to look after the tables."""
        await self.store.open(self._news)
        log.info("a worker serves", extra={"worker": self.worker})
        self._spawn(self._beat)
        self._spawn(self._tidy)

    async def stop(self) -> None:
        """Tell everybody, finish what was begun, let go of the store."""
        if self.stopping:
            return
        self.stopping = True
        log.info("a worker stops", extra={"worker": self.worker})
        for room in list(self.rooms.values()):
            if room.timer:
                room.timer.cancel()
            async with room.lock:  # a write that was begun is finished and told
                for socket in room.sockets:
                    socket.bye(Code.STOPPING, "the server stops; it is back in a moment", 1)
        tasks = list(self.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def close(self) -> None:
        """Let go of the store."""
        await self.store.close()

    # Tables

    async def open(self, opening: Opening, address: str) -> None:
        """Keep a new table, unless this address has opened too many."""
        if not self.opened.take(address, time.monotonic()):
            raise Refused(Code.TOO_MANY_TABLES, "so many tables were opened here; wait a while")
        text = write_opening(opening)
        if not await self.store.create(
            opening.table, opening.at, text, opening.options.public
        ):  # as likely as winning a lottery twice
            raise Refused(Code.UNAVAILABLE, "try again")
        self.metrics.opened.inc()
        facts = {"variant": opening.variant_key, "seats": len(opening.places)}
        log.info("a table was opened", extra={"table": _short(opening.table), **facts})

    async def find(self, table: str) -> Room:
        """The table of this id, brought back into memory if it had left."""
        room = self.rooms.get(table)
        if room is None:
            loading = self.loading.get(table)
            if loading is None:  # whoever asks at the same time waits for the same
                loading = asyncio.get_running_loop().create_task(self._load(table))
                self.loading[table] = loading
                loading.add_done_callback(lambda done: self._loaded(table, done))
            room = await asyncio.shield(loading)
        room.used = time.monotonic()
        return room

    def _loaded(self, table: str, done: asyncio.Task[Room]) -> None:
        del self.loading[table]
        if not done.cancelled():
            done.exception()  # whoever asked was told, if still there

    async def kept(self, table: str) -> Kept:
        """All that is written of a table."""
        kept = await self.store.read(table)
        if kept is None:
            raise Refused(Code.UNKNOWN_TABLE, "there is no such table; is the link complete?")
        return kept

    async def _load(self, table: str) -> Room:
        kept = await self.kept(table)
        try:
            found = Table.opened(read_opening(kept.opening), kept.at)
            for written in kept.entries:
                found = found.after(written.at, read_entry(written.entry))
        except Exception:
            log.exception("a table cannot be read", extra={"table": _short(table)})
            sentence = "this table was written by another edition of the server"
            raise Refused(Code.UNAVAILABLE, sentence) from None
        room = self.rooms[table] = Room(found)
        self.metrics.tables.set(len(self.rooms))
        await self.look(room)  # what was written before news of this table were heeded
        return room

    # Sockets

    async def come(self, room: Room, socket: Socket, holder: str, since: int | None) -> None:
        """Let a socket take part: it is told what it missed, or everything."""
        async with room.lock:
            self._check_running()
            socket.holder = holder
            if not room.sockets and not room.presence.anybody:
                room.awake = time.time()
            room.sockets.add(socket)
            room.greet(socket, since)
            self._plan(room)
        if not await self.look_round(room):
            socket.tell(as_text(room.presence.message()))

    async def gone(self, room: Room, socket: Socket) -> None:
        """A socket has closed."""
        room.sockets.discard(socket)
        room.used = time.monotonic()
        self._plan(room)  # if nobody is left, bots and clocks wait until somebody comes
        await self.look_round(room)

    async def look_round(self, room: Room) -> bool:
        """Work out who is there; if that is new, tell everybody, also in other workers."""
        seats = {seat for s in room.sockets for seat in room.table.held_by(s.holder)}
        watching = sum(1 for s in room.sockets if not room.table.held_by(s.holder))
        changed = room.presence.here(seats, watching)
        if changed:
            room.tell(as_text(room.presence.message()))
            if self.store.shared:
                await self._say_present(room)
        return changed

    async def _say_present(self, room: Room) -> None:
        with contextlib.suppress(StoreError):  # it is said again with the next beat
            said = {"here": self.worker, "awake": room.awake, **room.presence.said()}
            await self.store.say(room.table.id, as_text(said))

    async def react(self, room: Room, seat: Seat, reaction: str) -> None:
        """Pass a reaction on."""
        said = {"reacted": {"type": "reacted", "seat": seat + 1, "reaction": reaction}}
        await self.store.say(room.table.id, as_text(said))

    # What happens

    async def ask(self, room: Room, holder: str, request: Request) -> Entry | None:
        """Do what a client asks, or raise `Refused`; what was done is safe when this returns."""

        def propose(table: Table) -> Entry | None:
            return entry_for(table, holder, request, room.presence.seats)

        return await self.write(room, propose)

    async def write(self, room: Room, propose: Callable[[Table], Entry | None]) -> Entry | None:
        """Write what is proposed for the table as it is; think again if it had moved on.

        Let nobody cancel this: what was begun must be told, even if who asked has gone.
        """
        async with room.lock:
            while True:
                self._check_running()
                entry = propose(room.table)
                try:
                    if entry is None or await self._append(room, entry):
                        return entry
                except StoreError:
                    self._spawn(self._look, room)  # it may be there all the same
                    raise
                self.metrics.conflicts.inc()
                await self._catch_up(room)

    async def rematch(self, room: Room, opening: Callable[[Table], Opening], address: str) -> str:
        """The table where the same people go on; it is opened if nobody has done so."""
        if not room.table.rematch:
            new = opening(room.table)
            await self.open(new, address)
            await self.write(room, lambda table: None if table.rematch else Rematched(new.table))
        return room.table.rematch

    async def _append(self, room: Room, entry: Entry) -> bool:
        before = room.table
        at = max(time.time(), before.at)
        after = before.after(at, entry)
        stage = after.stage if after.stage is not before.stage else None
        text = write_entry(entry, f"{self.worker}-{next(self.marks)}")
        begun = time.perf_counter()
        done = await self.store.append(before.id, before.n + 1, at, text, stage)
        self.metrics.store_seconds.observe(time.perf_counter() - begun)
        if not done:
            return False
        self.metrics.entry(type(entry).__name__.lower())
        if stage is Stage.DONE:
            log.info("a table is done", extra={"table": _short(after.id), "why": after.stopped})
            self.metrics.finished.inc(not after.stopped)
        room.wrote = True
        self._moved(room, after)
        return True

    async def _catch_up(self, room: Room) -> None:
        """Read what other workers wrote."""
        before = after = room.table
        kept = await self.store.read(before.id, before.n)
        for written in kept.entries if kept else ():
            after = after.after(written.at, read_entry(written.entry))
        if after.n != before.n:
            room.wrote = False
            self._moved(room, after)

    def _moved(self, room: Room, after: Table) -> None:
        """Tell everybody, and plan what comes next."""
        before = room.table
        room.move_on(after)
        if after.places != before.places:
            self._spawn(self.look_round, room)  # seats have other numbers, or other people
        self._plan(room)

    def _check_running(self) -> None:
        if self.stopping:
            raise Refused(Code.STOPPING, "the server stops; it is back in a moment")

    # What the server does by itself

    def _plan(self, room: Room) -> None:
        """Set the timer for what the server does next, as long as somebody is there."""
        if room.timer:
            room.timer.cancel()
            room.timer = None
        if not room.sockets or self.stopping:
            return
        deed = next_deed(room.table, self.settings.bot_pause, room.awake)
        if deed is not None:
            late = 0.0 if room.wrote or not self.store.shared else _LATE
            delay = max(0.0, deed.at + late - time.time())
            room.timer = asyncio.get_running_loop().call_later(
                delay, lambda: self._spawn(self._do, room, deed)
            )

    async def _do(self, room: Room, deed: Deed) -> None:
        table = room.table
        if table.n != deed.n:
            return  # something happened before; a new deed was planned then
        entry = await asyncio.to_thread(deed_of, table, deed)
        try:
            await self.write(room, lambda now: entry if now.n == deed.n else None)
        except StoreError as error:
            log.warning("deed postponed", extra={"table": _short(table.id), "why": str(error)})
            await asyncio.sleep(1)
            self._plan(room)
        except Refused:
            return  # the server stops

    def _news(self, news: News) -> None:
        if self.stopping:
            return
        if not news.table:
            for each in self.rooms.values():
                self._spawn(self._look, each)
            return
        room = self.rooms.get(news.table)
        if room is not None and news.said:
            self._heard(room, json.loads(news.said))
        elif room is not None and news.n > room.table.n:
            self._spawn(self._look, room)

    def _heard(self, room: Room, said: dict[str, Any]) -> None:
        """Something passing was said at a table, perhaps in another worker."""
        if "reacted" in said:
            room.tell(as_text(said["reacted"]))
        elif said["here"] != self.worker:
            stranger = said["here"] not in room.presence.others
            until = time.monotonic() + 3.5 * self.settings.beat_seconds
            if room.presence.there(said["here"], said["seats"], said["watching"], until):
                room.tell(as_text(room.presence.message()))
            if room.presence.others:
                room.awake = min(room.awake, said["awake"])  # the clock is the same for all
            if stranger and room.sockets:
                self._spawn(self._say_present, room)  # it cannot know who is here

    async def _look(self, room: Room) -> None:
        with contextlib.suppress(StoreError):  # the next news, or the next beat, tries again
            await self.look(room)

    async def look(self, room: Room) -> None:
        """See what other workers have written: news may still be under way."""
        if self.store.shared:
            async with room.lock:
                await self._catch_up(room)

    # Looking after it all

    async def _beat(self) -> None:
        """Signs of life; who is here; tables nobody needs leave memory.

        One table after the other, spread over the time, so that nobody waits for all of them.
        """
        while True:
            rooms = list(self.rooms.values())
            for room in rooms:
                await asyncio.sleep(self.settings.beat_seconds / len(rooms))
                now = time.monotonic()
                room.tell(f'{{"type":"beat","v":{room.table.v}}}')
                if room.presence.expire(now):
                    room.tell(as_text(room.presence.message()))
                if self.store.shared and room.sockets:
                    await self._say_present(room)
                if self._idle(room, now):
                    self.rooms.pop(room.table.id, None)
                    if room.timer:
                        room.timer.cancel()
            self.metrics.tables.set(len(self.rooms))
            if not rooms:
                await asyncio.sleep(self.settings.beat_seconds)

    def _idle(self, room: Room, now: float) -> bool:
        quiet = not room.sockets and not room.lock.locked()
        return quiet and now - room.used > self.settings.idle_seconds

    async def _tidy(self) -> None:
        """Close tables that nobody came back to; their dice are revealed like all others."""
        ages = {
            Stage.WAITING: self.settings.waiting_hours * 3600,
            Stage.PLAYING: self.settings.playing_days * 86400,
        }
        while True:
            for stage, age in ages.items():
                with contextlib.suppress(StoreError):
                    for table in await self.store.idle_tables(stage, time.time() - age, 100):
                        with contextlib.suppress(Refused):  # it cannot be read: leave it alone
                            await self._expire(table)
            await asyncio.sleep(self.settings.tidy_seconds)

    async def _expire(self, table: str) -> None:
        room = await self.find(table)
        if self.store.shared:
            await self._say_present(room)
            await asyncio.sleep(1)  # until other workers have said who is with them
        if not room.sockets and not room.presence.anybody:
            await self.write(room, lambda now: None if now.stage is Stage.DONE else Stopped("age"))

    def _spawn(self, work: Callable[..., Awaitable[object]], *given: object) -> None:
        async def guarded() -> None:
            try:
                await work(*given)  # called here: it may be cancelled before it begins
            except StoreError as error:
                log.warning("store", extra={"why": str(error)})
            except Exception:
                log.exception("a task failed")

        task = asyncio.get_running_loop().create_task(guarded())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


def _short(table: str) -> str:
    """Enough of an id to find it again; the whole id is the link to a private table."""
    return table[:4]
