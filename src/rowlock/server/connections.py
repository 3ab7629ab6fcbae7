"""Every connection of this worker, from the moment it is accepted until the system has let go.

Whoever does not take what was sent, does not finish what was begun, or sends more than anybody
needs is cut off, and what was kept for them is thrown away. So nobody has to trust a client:
the number of connections, their memory and their time are bounded here, below all the rest.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import logging
import math
import os
import socket
import struct
from collections import Counter
from collections.abc import Callable
from typing import Any

from rowlock.server.limits import counted_as
from rowlock.server.metrics import Metrics
from rowlock.server.settings import Settings

__all__ = ["PROTOCOL", "Connection", "Connections", "most_files", "spare_files", "used_files"]

PROTOCOL = "rowlock.protocol"
"""Where the scope of a socket has what it is written with."""

log = logging.getLogger("rowlock")

_STEP = 32 * 1024
"""A client that takes this many bytes within `send_seconds` is slow, but reads."""
_QUIET = 60.0
"""Seconds between two lines of the log which tell that connections are refused."""
_RESET = struct.pack("ii", 1, 0)
"""Linger for no time at all: the system throws away what was not sent, and tells the client."""


class Connection:
    """One connection."""

    __slots__ = (
        "address",
        "closing",
        "cut",
        "due",
        "gone",
        "lost",
        "owed",
        "stuck",
        "taken",
        "transport",
    )

    def __init__(self, transport: asyncio.Transport, address: str | None, due: float) -> None:
        self.transport = transport
        self.address = address  # none if it is a proxy's, who speaks for many
        self.due = due  # when it must have said what it is about to say
        self.stuck: float | None = None  # since when something waits to be taken
        self.taken = 0  # how much waited then
        self.owed = 0  # bytes that are kept for it
        self.closing: float | None = None  # since when it is about to be closed
        self.cut = ""  # why it was cut off
        self.lost = False
        self.gone: list[Callable[[], None]] = []  # to be done when it is gone

    def after(self, work: Callable[[], None]) -> None:
        """Do this when the connection is gone, at once if it is."""
        if self.lost:
            work()
        else:
            self.gone.append(work)


class Connections:
    """All connections of this worker, and the one who looks after them."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings = settings
        self.metrics = metrics
        self.files = most_files() - spare_files(settings)
        self.open: dict[asyncio.BaseTransport, Connection] = {}
        # Both with the longest wait first: those between requests, and those with unsent data.
        self.asking: dict[Connection, None] = {}
        self.stuck: dict[Connection, None] = {}
        self.owed = 0
        self.each: Counter[str] = Counter()
        self.proxies = _Proxies(settings.proxies)
        self.refused = 0
        self.noted = -math.inf
        self.every = min(1.0, *(0.25 * seconds for seconds in _patience(settings)))
        self.checking: asyncio.TimerHandle | None = None
        metrics.connections.set_function(lambda: len(self.open))
        metrics.unread.set_function(lambda: self.owed)

    # Coming and going

    def accept(self, transport: asyncio.Transport, host: str) -> Connection | None:
        """Somebody connects; whom there is no room for is sent away."""
        address = None if host in self.proxies else counted_as(host)
        if why := self._too_many(transport, address):
            self._refuse(transport, why)
            return None
        now = asyncio.get_running_loop().time()
        connection = Connection(transport, address, now + self.settings.request_seconds)
        self.open[transport] = connection
        self.asking[connection] = None
        if address is not None:
            self.each[address] += 1
        # To be told whenever not all could be sent, and when it has been.
        transport.set_write_buffer_limits(high=0)
        if self.checking is None:
            self._check_later()
        return connection

    def remove(self, transport: asyncio.BaseTransport) -> None:
        """A connection is gone: only now does it count no more."""
        connection = self.open.pop(transport, None)
        if connection is None:
            return
        connection.lost = True
        self.asking.pop(connection, None)
        self.note_sent(connection)
        if connection.address is not None:
            self.each[connection.address] -= 1
            if not self.each[connection.address]:
                del self.each[connection.address]
        for work in connection.gone:
            work()
        connection.gone.clear()

    def cut(self, connection: Connection, why: str) -> None:
        """End a connection at once, whatever is under way."""
        if not connection.lost and not connection.cut:
            connection.cut = why
            self.asking.pop(connection, None)
            self.metrics.cut.labels(why).inc()
            _abort(connection.transport)

    def cut_stuck(self) -> None:
        """The server ends: whoever does not take the last words would hold it up."""
        for connection in list(self.stuck):
            self.cut(connection, "unread")

    def _too_many(self, transport: asyncio.Transport, address: str | None) -> str | None:
        """Why there is no room for one more. Whoever only waits makes room for who comes."""
        if address is not None and self.each[address] >= self.settings.connections_per_address:
            return "address"
        # The system gives the lowest number that is free: what is not below is in reserve.
        number = transport.get_extra_info("socket").fileno()
        full = len(self.open) >= self.settings.connections
        if not full and number < self.files:
            return None
        if not self.asking:
            return "connections" if full else "files"
        for _ in range(2):  # two, so that the reserve fills up again
            if self.asking:
                self.cut(next(iter(self.asking)), "room")
        # They are gone in a moment; until then there is the reserve.
        return None if number < self.files + spare_files(self.settings) // 2 else "files"

    def _refuse(self, transport: asyncio.Transport, why: str) -> None:
        self.metrics.turned_away.labels(why).inc()
        if why != "address":  # which is no trouble of ours
            self._note(why)
        _abort(transport)

    def _note(self, why: str) -> None:
        """Say so, but not a thousand times."""
        self.refused += 1
        now = asyncio.get_running_loop().time()
        if now - self.noted > _QUIET:
            facts = {"why": why, "refused": self.refused, "open": len(self.open)}
            log.warning("connections are refused: there is no room", extra=facts)
            self.noted, self.refused = now, 0

    def failed(self, loop: asyncio.AbstractEventLoop, facts: dict[str, Any]) -> None:
        """Something failed in the loop: a connection that cannot be accepted is no fault."""
        error = facts.get("exception")
        if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
            self.metrics.turned_away.labels("files").inc()
            self._note("files")
        else:
            loop.default_exception_handler(facts)

    # What is sent and not taken

    def note_unsent(self, connection: Connection, owed: int) -> None:
        """Count the bytes that wait because the client does not take them."""
        if connection.lost or connection.cut:
            return
        if connection.stuck is None:
            connection.stuck = asyncio.get_running_loop().time()
            connection.taken = connection.transport.get_write_buffer_size()
            self.stuck[connection] = None
        self.owed += owed - connection.owed
        connection.owed = owed
        while self.owed > self.settings.unread_bytes and self.stuck:
            longest = next(iter(self.stuck))
            self.cut(longest, "memory")
            self.note_sent(longest)

    def note_sent(self, connection: Connection) -> None:
        """It has taken everything."""
        connection.stuck = None
        self.stuck.pop(connection, None)
        self.owed -= connection.owed
        connection.owed = 0

    # Looking after them

    def _check_later(self) -> None:
        self.checking = asyncio.get_running_loop().call_later(self.every, self._check)

    def _check(self) -> None:
        """Cut off whoever has had their time."""
        self.checking = None
        now = asyncio.get_running_loop().time()
        patience = self.settings.send_seconds
        for connection in list(self.open.values()):
            if connection.cut:
                continue
            if connection.closing is not None:
                if now - connection.closing > patience:
                    self.cut(connection, "closing")
            elif connection.transport.is_closing():
                connection.closing = now
            elif now > connection.due:
                self.cut(connection, "slow")
            elif connection.stuck is not None and now - connection.stuck > patience:
                waiting = connection.transport.get_write_buffer_size()
                if waiting and connection.taken - waiting < _STEP:
                    self.cut(connection, "unread")
                else:
                    connection.stuck, connection.taken = now, waiting
        if self.open:
            self._check_later()


class _Proxies:
    """Those who speak for others, as the setting names them."""

    def __init__(self, names: str) -> None:
        self.everybody = "*" in names
        self.names = {name.strip() for name in names.split(",")}
        self.networks = []
        for name in self.names:
            with contextlib.suppress(ValueError):
                self.networks.append(ipaddress.ip_network(name, strict=False))

    def __contains__(self, host: str) -> bool:
        if self.everybody or host in self.names or not host:
            return True
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self.networks)


def _abort(transport: asyncio.Transport) -> None:
    """Close without waiting for anything, and let the system forget what it holds."""
    found: socket.socket = transport.get_extra_info("socket")
    with contextlib.suppress(OSError):
        found.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
    transport.abort()


def _patience(settings: Settings) -> tuple[float, ...]:
    return settings.send_seconds, settings.request_seconds, settings.message_seconds


def most_files() -> int:
    """How many files and connections this process may have open."""
    with contextlib.suppress(ImportError, OSError, ValueError):  # Windows has no such limit
        import resource

        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return soft if soft >= 0 else 1 << 30
    return 1 << 30


def used_files() -> int:
    """About how many it has open now: the lowest number that is free."""
    number = os.dup(2)
    os.close(number)
    return number


def spare_files(settings: Settings) -> int:
    """How many of them are no connections, whatever comes: for the database and files."""
    return min(settings.spare_files, most_files() // 4)
