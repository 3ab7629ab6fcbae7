"""A table in memory, with the sockets around it: who is told what."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from typing import Any

from rowlock.server.automation import deadlines
from rowlock.server.clock import TableClock
from rowlock.server.encoding import to_text
from rowlock.server.limits import Bucket
from rowlock.server.mixing import MIXING_SECONDS, commitments_of
from rowlock.server.presence import Here, Presence
from rowlock.server.setup import ASKED_AGAIN, SECONDS
from rowlock.server.shown import Clock, TimeLeft
from rowlock.server.sockets import Socket
from rowlock.server.table import Table
from rowlock.server.view import told_text, view_text, with_yours, yours_text

__all__ = ["Room"]


class Room:
    """A table in memory."""

    def __init__(self, table: Table, clock: TableClock, patience: float = 30.0) -> None:
        self.table = table
        self.clock = clock
        self.presence = Presence(patience, time.monotonic())
        self.lock = asyncio.Lock()
        self.sockets: set[Socket] = set()
        self.used = time.monotonic()
        self.wrote = False  # whether this worker wrote the last entry
        self.thinking = False  # whether bots are at it
        self.counted = False  # whether the result of a daily game is kept
        self.timer: asyncio.TimerHandle | None = None
        self.reactions = Bucket(float("inf"), self.used)
        self.hints = Bucket(float("inf"), self.used)
        self.told_at = 0.0  # when everybody was told who is there
        self.telling: asyncio.TimerHandle | None = None  # when they will be told again

    def time_left(self) -> Clock | None:
        """The time left for people to decide."""
        again, usual = deadlines(self.table, self.clock.start_times)
        pace, now = self.table.setup.options.time, self.clock.now(time.monotonic())
        short = _left(again, ASKED_AGAIN[pace], now)
        left = _left(usual, MIXING_SECONDS if self.table.mixing else SECONDS[pace], now) or short
        return None if left is None else {**left, "again": short}

    def update_presence(self) -> bool:
        """Work out who is here; whether that is new."""
        here = Counter(socket.holder for socket in self.sockets if socket.holder)
        seats, host = self.table.seats, self.table.setup.host
        people = [seat for seat, state in enumerate(seats) if state.holder]
        playing = sum(here[holder] for holder in {state.holder for state in seats})
        present = frozenset(seat for seat in people if here[seats[seat].holder])
        now = Here(present, len(self.sockets) - playing, bool(here[host]))
        return self.presence.set_local(now, people, time.monotonic())

    def present_text(self) -> str:
        """Who is there, for everybody."""
        return to_text(self.presence.message(time.monotonic()))

    def presence_report(self) -> dict[str, Any]:
        """What other workers are told of this table here."""
        return {"clock": self.clock.report(time.monotonic()), **self.presence.report()}

    def receive_presence(self, report: dict[str, Any], believed: float) -> None:
        """Take in what another worker reports of this table; it is believed for some seconds."""
        now = time.monotonic()
        here = Here(frozenset(report["seats"]), report["watching"], report["host"])
        if self.presence.set_remote(report["here"], here, now, now + believed):
            self.tell(self.present_text())
        self.attend()
        if self.clock.merge(report["clock"], now):  # the clock is the same for all
            self.tell_time()

    def attend(self) -> None:
        """Let the clock run while somebody is at the table, here or in another worker."""
        self.clock.attend(bool(self.sockets) or self.presence.elsewhere, time.monotonic())

    def tell(self, text: str) -> None:
        """Tell everybody here."""
        for socket in self.sockets:
            socket.tell(text)

    def tell_time(self) -> None:
        """Tell everybody here how much time is left: it was not what they had been told."""
        told = told_text(self.table, self.table.v, self.time_left(), self.table)
        if told is not None:
            self.tell(told)

    def greet(self, socket: Socket, since: int | None = None) -> None:
        """Tell one socket what it missed since then, or everything."""
        table = self.table
        told = None if since is None else told_text(table, since, self.time_left(), None)
        socket.seen = _private(table, socket.holder)
        socket.tell(self._private_text(socket.holder, told))

    def _private_text(self, holder: str, told: str | None) -> str:
        """What was told, or the whole view, with what only this holder may see."""
        if told is None:
            return view_text(self.table, holder, self.time_left())
        return with_yours(told, yours_text(self.table, holder))

    def move_on(self, after: Table) -> None:
        """Tell everybody what happened, and each holder what only the holder may know."""
        before, self.table = self.table, after
        self.used = time.monotonic()
        self.clock.moved(after, self.used)
        if after.stage is not before.stage:
            self.presence.begin(self.used)
        told = told_text(after, before.v, self.time_left(), before) if self.sockets else None
        texts: dict[str, str] = {}  # by holder: somebody may have come with many sockets
        for socket in self.sockets:
            private = _private(after, socket.holder)
            same = socket.seen is not None and _same(socket.seen, private)
            socket.seen = private
            if told is None or not same:
                if socket.holder not in texts:
                    texts[socket.holder] = self._private_text(socket.holder, told)
                socket.tell(texts[socket.holder])
            elif after.v != before.v or _mixed(after) != _mixed(before):
                socket.tell(told)


def _private(table: Table, holder: str) -> tuple[object, ...]:
    """What `yours` is worked out from: if it is the same, so is `yours`."""
    held = table.held_by(holder) if holder else ()
    if not held:
        return (None,)
    sealed = tuple(table.sealed.get(seat) for seat in held)
    active = table.game is not None and table.game.active in held
    ahead = (table.ahead, table.again) if active else ()
    promised = tuple(table.seats[seat].commitment for seat in held)
    mixed = table.mixing, promised
    return table.game, table.stage, held, sealed, ahead, table.announced, table.asked_again, mixed


def _mixed(table: Table) -> object:
    """What may change without an event: promises and seeds are no story."""
    return table.mixing, commitments_of(table.seats)


def _same(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    return one[0] is other[0] and one[1:] == other[1:]


def _left(until: float | None, limit: float | None, now: float) -> TimeLeft | None:
    if until is None or limit is None:
        return None
    return {"left": round(max(0.0, until - now), 2), "limit": limit}
