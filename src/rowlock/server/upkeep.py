"""What a worker does from time to time: signs of life, tables that leave memory or are closed."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING

from rowlock.server.entries import Stopped
from rowlock.server.protocol import Refused
from rowlock.server.room import Room
from rowlock.server.stage import Stage
from rowlock.server.store import StoreError

if TYPE_CHECKING:
    from rowlock.server.hub import Hub

__all__ = ["beat", "tidy"]


async def beat(hub: Hub) -> None:
    """Signs of life; who is here; tables nobody needs leave memory.

    One table after the other, spread over the time, so that nobody waits for all of them.
    """
    while True:
        rooms = list(hub.rooms.values())
        for room in rooms:
            await asyncio.sleep(hub.settings.beat_seconds / len(rooms))
            now = time.monotonic()
            room.tell(f'{{"type":"beat","v":{room.table.v}}}')
            if room.presence.expire(now):
                room.attend()
                room.tell(room.present_text())
            if hub.store.shared and room.sockets:
                await hub.broadcast_presence(room)
            if _idle(room, now, hub.settings.idle_seconds):
                hub.rooms.pop(room.table.id, None)
                if room.table.stage is not Stage.DONE:  # nobody is hurried any more
                    hub.stopped_clocks.keep(room.table.id, room.clock)
                if room.timer:
                    room.timer.cancel()
        hub.metrics.tables.set(len(hub.rooms))
        if not rooms:
            await asyncio.sleep(hub.settings.beat_seconds)


def _idle(room: Room, now: float, seconds: float) -> bool:
    quiet = not room.sockets and not room.lock.locked()
    return quiet and now - room.used > seconds


async def tidy(hub: Hub) -> None:
    """Close tables that nobody came back to; their dice are revealed like all others."""
    ages = {
        Stage.WAITING: hub.settings.waiting_hours * 3600,
        Stage.PLAYING: hub.settings.playing_days * 86400,
    }
    while True:
        for stage, age in ages.items():
            with contextlib.suppress(StoreError):
                for table in await hub.store.idle_tables(stage, time.time() - age, 100):
                    with contextlib.suppress(Refused):  # it cannot be read: leave it alone
                        await _expire(hub, table)
        await asyncio.sleep(hub.settings.tidy_seconds)


async def _expire(hub: Hub, table_id: str) -> None:
    room = await hub.find(table_id)
    if hub.store.shared:
        await hub.broadcast_presence(room)
        await asyncio.sleep(1)  # until other workers have said who is with them
    if not room.sockets and not room.presence.anybody:
        await hub.write(room, lambda now: None if now.stage is Stage.DONE else Stopped("age"))
