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
from functools import partial
from typing import Any

from rowlock.events import Seat
from rowlock.game import Phase
from rowlock.players import table_bots
from rowlock.server.automation import AutoMove, next_auto_move, slot, still_fitting
from rowlock.server.clock import StoppedClocks
from rowlock.server.daily import Daily
from rowlock.server.encoding import to_text
from rowlock.server.entries import Decided, Entry, Rematched, write_entry
from rowlock.server.health import Health
from rowlock.server.limits import Buckets
from rowlock.server.listing import Listing
from rowlock.server.loading import Loading, short
from rowlock.server.metrics import Metrics
from rowlock.server.progress import advance
from rowlock.server.protocol import Code, Refused
from rowlock.server.requests import Request, entry_for
from rowlock.server.reviews import Reviews
from rowlock.server.room import Room
from rowlock.server.settings import Settings
from rowlock.server.setup import TableSetup, write_setup
from rowlock.server.sockets import Socket
from rowlock.server.stage import Stage
from rowlock.server.store import Notice, Store, StoreError
from rowlock.server.table import Table
from rowlock.server.thinking import Thinking
from rowlock.server.upkeep import beat, tidy

__all__ = ["Hub"]

log = logging.getLogger("rowlock")

_PRESENCE_S = 0.25
"""Between two messages that tell a table who is there."""
_LATE = 0.25
"""How much later another worker acts than the one that wrote last, which is mostly alive."""


class Hub:
    """All tables that this worker has in memory."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics) -> None:
        self.store = store
        self.settings = settings
        self.metrics = metrics
        self.worker = secrets.token_hex(8)
        self.entry_numbers = itertools.count()
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Task[Room]] = {}
        self.reading = Loading(store, metrics)
        self.thinking = Thinking(settings, metrics)
        self.reviews = Reviews(metrics, settings.review_seconds)
        self.listing = Listing(store, self.rooms, settings.public_per_address)
        self.health = Health(store)
        self.daily = Daily(self)
        self.opened = Buckets(settings.tables_per_hour, settings.tables_per_hour / 3600)
        self.stopped_clocks = StoppedClocks()
        self.seating = Buckets(settings.seats_per_minute, settings.seats_per_minute / 60)
        self.tasks: set[asyncio.Task[None]] = set()
        self.stopping = False

    async def start(self) -> None:
        """Open the store, and begin to look after the tables."""
        await self.store.open(self._notice)
        log.info("a worker serves", extra={"worker": self.worker})
        self._spawn(beat, self)
        self._spawn(tidy, self)
        self._spawn(asyncio.to_thread, table_bots)  # read before a bot is asked for, mostly
        self._spawn(self.daily.look_after)

    async def stop(self) -> None:
        """Tell everybody, finish what was begun, let go of the store."""
        if self.stopping:
            return
        self.stopping = True
        log.info("a worker stops", extra={"worker": self.worker})
        await self.reviews.close()
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
        self.thinking.close()
        self.reading.close()
        await self.store.close()

    # Tables

    def check_opening(self, address: str, public: bool) -> None:
        """Refuse to open a table if this address has opened too many; it counts, come what may."""
        if not self.opened.take(address, time.monotonic()):
            raise Refused(
                Code.TOO_MANY_TABLES, "too many tables were opened from here; wait a while"
            )
        if public:
            self.listing.check(address)

    def check_seating(self, address: str) -> None:
        """Refuse to change a seat if this address has changed too many: each change is kept."""
        if not self.seating.take(address, time.monotonic()):
            raise Refused(Code.TOO_FAST, "too many seats were changed from here; wait a moment")

    async def open(self, setup: TableSetup, address: str) -> None:
        """Keep a new table, unless this address has opened too many."""
        self.check_opening(address, setup.options.public)
        await self.keep(setup, address)

    async def keep(self, setup: TableSetup, address: str) -> None:
        """Keep a new table."""
        text, public = write_setup(setup), setup.options.public
        if public:  # many may be asked for at once: each counts before the next is looked at
            self.listing.opens(setup.id, address)
        created = False
        try:
            with self.health.writing():
                created = await self.store.create(setup.id, setup.at, text, public)
        finally:
            if public and not created:
                self.listing.done(setup.id)
        if not created:  # as likely as winning a lottery twice
            raise Refused(Code.UNAVAILABLE, "try again")
        if public:
            self.listing.stale()
        self.metrics.opened.inc()
        facts = {"variant": setup.variant_key, "seats": len(setup.seats)}
        log.info("a table was opened", extra={"table": short(setup.id), **facts})

    async def find(self, table_id: str, address: str = "") -> Room:
        """The table of this id, brought back into memory for this address if it had left."""
        room = self.rooms.get(table_id)
        if room is None:
            loading = self.loading.get(table_id)
            if loading is None:  # whoever asks at the same time waits for the same
                loading = asyncio.get_running_loop().create_task(self._load(table_id, address))
                self.loading[table_id] = loading
                loading.add_done_callback(lambda done: self._loaded(table_id, done))
            room = await asyncio.shield(loading)
        room.used = time.monotonic()
        await self.daily.tend(room)
        return room

    def _loaded(self, table_id: str, done: asyncio.Task[Room]) -> None:
        del self.loading[table_id]
        if not done.cancelled():
            done.exception()  # whoever asked was told, if still there

    async def _load(self, table_id: str, address: str) -> Room:
        found = await self.reading.table(table_id, address)
        clock = self.stopped_clocks.take(found, time.monotonic())
        room = self.rooms[table_id] = Room(found, clock, self.settings.away_seconds)
        room.update_presence()
        self.metrics.tables.set(len(self.rooms))
        await self.refresh(room)  # what was written before news of this table were heeded
        return room

    # Sockets

    async def join(self, room: Room, socket: Socket, holder: str, since: int | None) -> None:
        """Let a socket take part: it is told what it missed, or everything."""
        async with room.lock:
            self._check_running()
            socket.holder = holder
            room.sockets.add(socket)
            room.attend()
            room.greet(socket, since)
            self._plan(room)
        if not await self.update_presence(room):
            socket.tell(room.present_text())

    async def leave(self, room: Room, socket: Socket) -> None:
        """A socket has closed."""
        room.sockets.discard(socket)
        room.used = time.monotonic()
        room.attend()
        self._plan(room)  # if nobody is left, bots and clocks wait until somebody comes
        await self.update_presence(room)

    async def update_presence(self, room: Room) -> bool:
        """Work out who is there; if that is new, tell everybody, also in other workers.

        At once, but only a few times a second: some come and go all the time.
        """
        if not room.update_presence() or room.telling is not None:
            return False
        if (wait := room.told_at + _PRESENCE_S - time.monotonic()) > 0:
            room.telling = asyncio.get_running_loop().call_later(
                wait, lambda: self._spawn(self._tell_present, room)
            )
            return False
        await self._tell_present(room)
        return True

    async def _tell_present(self, room: Room) -> None:
        room.telling, room.told_at = None, time.monotonic()
        room.tell(room.present_text())
        if self.store.shared:
            await self.broadcast_presence(room)

    async def broadcast_presence(self, room: Room) -> None:
        """Tell other workers who is here."""
        with contextlib.suppress(StoreError):  # it is sent again with the next beat
            report = {"here": self.worker, **room.presence_report()}
            await self.store.broadcast(room.table.id, to_text(report))

    async def react(self, room: Room, seat: Seat, reaction: str) -> None:
        """Pass a reaction on, unless there are too many at this table."""
        most, rate = self.settings.reactions_at_once, self.settings.reactions_per_second
        if not room.reactions.take(most, rate, time.monotonic()):
            raise Refused(Code.TOO_FAST, "too many reactions at this table; wait a moment")
        message = {"reacted": {"type": "reacted", "seat": seat + 1, "reaction": reaction}}
        await self.store.broadcast(room.table.id, to_text(message))

    # What happens

    async def ask(self, room: Room, holder: str, request: Request) -> Entry | None:
        """Do what a client asks, or raise `Refused`; what was done is safe when this returns."""

        def propose(table: Table) -> Entry | None:
            waits = room.presence.waits(time.monotonic())
            return entry_for(table, holder, request, room.presence.seats, waits)

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
                    self._spawn(self._try_refresh, room)  # it may be there all the same
                    raise
                self.metrics.conflicts.inc()
                await self._catch_up(room)

    async def rematch(
        self, room: Room, make_setup: Callable[[Table], TableSetup], address: str
    ) -> str:
        """The table where the same people go on; it is opened if nobody has done so."""
        if not room.table.rematch:
            new = make_setup(room.table)
            await self.open(new, address)
            await self.write(room, lambda table: None if table.rematch else Rematched(new.id))
        return room.table.rematch

    async def _append(self, room: Room, entry: Entry) -> bool:
        before = room.table
        at = time.time()
        after = advance(before, at, entry)
        stage = after.stage if after.stage is not before.stage else None
        text = write_entry(entry, f"{self.worker}-{next(self.entry_numbers)}")
        begun = time.perf_counter()
        with self.health.writing():
            done = await self.store.append(before.id, before.n + 1, at, text, stage)
        if not done:
            return False
        if after.v != before.v:  # what is sealed is not counted
            self.metrics.store_seconds.observe(time.perf_counter() - begun)
            self.metrics.entry(type(entry).__name__.lower())
        if stage is Stage.DONE:
            log.info("a table is done", extra={"table": short(after.id), "why": after.stopped})
            self.metrics.finished.inc(not after.stopped)
        room.wrote = True
        self._moved(room, after)
        return True

    async def _catch_up(self, room: Room) -> None:
        """Read what other workers wrote."""
        before = room.table
        after = await self.reading.caught_up(before)
        if after.n != before.n:
            room.wrote = False
            self._moved(room, after)

    def _moved(self, room: Room, after: Table) -> None:
        """Tell everybody, and plan what comes next."""
        before = room.table
        room.move_on(after)
        if after.stage is not before.stage:
            room.tell(room.present_text())  # whoever is away is away from now on
        if after.stage is Stage.DONE:
            self.listing.done(after.id)
            self._spawn(self.daily.tend, room)
        if after.seats != before.seats:
            self._spawn(self.update_presence, room)  # seats have other numbers, or other people
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
        if not room.sockets or self.stopping or room.thinking:
            return
        auto_move = next_auto_move(room.table, self.settings.bot_pause, room.clock.start_times)
        if auto_move is None:
            return
        at = auto_move.at
        if self.store.shared and not room.wrote:
            at += _LATE
        elif auto_move.seat is not None and room.table.phase is not Phase.ROLL:
            at = 0.0  # a bot thinks before it is its time, so that nobody sees for how long
        later = partial(asyncio.get_running_loop().call_later, max(0.0, at - time.monotonic()))
        room.timer = later(lambda: self._spawn(self._do, room, auto_move))

    async def _do(self, room: Room, auto_move: AutoMove) -> None:
        if room.table.n != auto_move.n or room.thinking:
            return  # something happened before; another one was planned then
        room.thinking = True
        try:
            await self._decide(room, room.table, auto_move)
        except StoreError:
            await asyncio.sleep(1)
        except Refused:
            return  # the server stops, or the table cannot be read any more
        finally:
            room.thinking = False
        self._plan(room)

    async def _decide(self, room: Room, table: Table, auto_move: AutoMove) -> None:
        """Think, and when it is time write what came of it, as far as it still fits."""
        entries = await self.thinking.entries(room, table, auto_move)
        if isinstance(entries[0], Decided):
            now = time.monotonic()
            await asyncio.sleep(slot(auto_move.at, self.settings.bot_pause / 4, now) - now)
        for entry in entries if room.sockets else ():
            await self.write(room, partial(still_fitting, entry, table))

    def _notice(self, notice: Notice) -> None:
        if self.stopping:
            return
        if not notice.table_id:
            for each in self.rooms.values():
                self._spawn(self._try_refresh, each)
            return
        room = self.rooms.get(notice.table_id)
        if room is not None and notice.message:
            self._receive(room, json.loads(notice.message))
        elif room is not None and notice.n > room.table.n:
            self._spawn(self._try_refresh, room)

    def _receive(self, room: Room, message: dict[str, Any]) -> None:
        """A message about a table was broadcast, perhaps by another worker."""
        if "reacted" in message:
            room.tell(to_text(message["reacted"]))
        elif message["here"] != self.worker:
            stranger = message["here"] not in room.presence.others
            room.receive_presence(message, 3.5 * self.settings.beat_seconds)
            self._plan(room)
            if stranger:  # it can know neither who is here nor how much time was spent
                self._spawn(self.broadcast_presence, room)

    async def _try_refresh(self, room: Room) -> None:
        with contextlib.suppress(
            StoreError, Refused
        ):  # the next news, or the next beat, tries again
            await self.refresh(room)

    async def refresh(self, room: Room) -> None:
        """See what other workers have written: news may still be under way."""
        if self.store.shared:
            async with room.lock:
                await self._catch_up(room)

    def _spawn(self, work: Callable[..., Awaitable[object]], *given: object) -> None:
        async def guarded() -> None:
            try:
                await work(*given)  # called here: it may be cancelled before it begins
            except StoreError as error:
                self.health.note(error)
            except Exception:
                log.exception("a task failed")

        task = asyncio.get_running_loop().create_task(guarded())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
