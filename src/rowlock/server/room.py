"""A table in memory, with the sockets around it: who is told what."""

from __future__ import annotations

import asyncio
import time

from rowlock.server.deeds import deadline
from rowlock.server.opening import SECONDS
from rowlock.server.presence import Presence
from rowlock.server.shown import Clock
from rowlock.server.sockets import Socket
from rowlock.server.table import Table
from rowlock.server.view import as_text, told_text, view_text, with_yours, yours_of

__all__ = ["Room"]


class Room:
    """A table in memory."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.sockets: set[Socket] = set()
        self.presence = Presence()
        self.awake = 0.0  # since when somebody is there
        self.used = time.monotonic()
        self.wrote = False  # whether this worker wrote the last entry
        self.timer: asyncio.TimerHandle | None = None

    def clock(self) -> Clock | None:
        """The time left for people to decide."""
        limit = SECONDS[self.table.opening.options.time]
        until = deadline(self.table, self.awake)
        if until is None or limit is None:
            return None
        return {"left": round(max(0.0, until - time.time()), 2), "limit": limit}

    def tell(self, text: str) -> None:
        """Tell everybody here."""
        for socket in self.sockets:
            socket.tell(text)

    def greet(self, socket: Socket, since: int | None = None) -> None:
        """Tell one socket what it missed since then, or everything."""
        table = self.table
        told = None if since is None else told_text(table, since, self.clock(), None)
        if told is None:
            text = view_text(table, socket.holder, self.clock())
        else:
            text = with_yours(told, as_text(yours_of(table, socket.holder)))
        socket.seen = _private(table, socket.holder)
        socket.tell(text)

    def move_on(self, after: Table) -> None:
        """Tell everybody what happened, and each holder what only the holder may know."""
        before, self.table = self.table, after
        self.used = time.monotonic()
        told = told_text(after, before.v, self.clock(), before) if self.sockets else None
        for socket in self.sockets:
            private = _private(after, socket.holder)
            same = socket.seen is not None and _same(socket.seen, private)
            socket.seen = private
            if told is None:
                socket.tell(view_text(after, socket.holder, self.clock()))
            elif not same:
                socket.tell(with_yours(told, as_text(yours_of(after, socket.holder))))
            elif after.v != before.v:
                socket.tell(told)


def _private(table: Table, holder: str) -> tuple[object, ...]:
    """What `yours` is worked out from: if it is the same, so is `yours`."""
    held = table.held_by(holder) if holder else ()
    if not held:
        return (None,)
    sealed = tuple(table.sealed.get(seat) for seat in held)
    active = table.game is not None and table.game.active in held
    ahead = (table.ahead, table.again) if active else ()
    return table.game, table.stage, held, sealed, ahead


def _same(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    return one[0] is other[0] and one[1:] == other[1:]
