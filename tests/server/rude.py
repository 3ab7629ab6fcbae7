"""A client as bare as can be, to do with a server what no library would."""

from __future__ import annotations

import contextlib
import json
import select
import socket
import time
from collections.abc import Callable
from typing import Any

import psutil

from benchmarks.wire import frame
from tests.server.running import Server

__all__ = ["Rude", "handshake", "metric", "resident", "until"]

_KEY = "cm93bG9jaydzIGJlbmNoLg=="


class Rude:
    """A TCP connection, from this address, with as small a window as the system gives."""

    def __init__(self, server: Server, source: str = "127.0.0.1", window: int = 2048) -> None:
        self.wire = socket.socket()
        self.wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        self.wire.bind((source, 0))
        self.wire.settimeout(10)
        self.wire.connect(("127.0.0.1", server.port))

    def send(self, data: bytes) -> None:
        """As much of it as the server takes; who is cut off meanwhile does not mind."""
        with contextlib.suppress(ConnectionError, TimeoutError):
            self.wire.sendall(data)

    def say(self, kind: str, **fields: Any) -> None:
        self.send(frame(json.dumps({"type": kind, "id": 1, **fields}).encode()))

    def open(self, table: str, **headers: str) -> int:
        """Ask for a socket; the status of the answer."""
        self.send(handshake(table, **headers))
        head = b""
        with contextlib.suppress(ConnectionError, TimeoutError):
            while b"\r\n\r\n" not in head and (more := self.wire.recv(1)):
                head += more
        return int(head.split()[1]) if head else 0

    @property
    def gone(self) -> bool:
        """Whether the server has closed it; what was read for that is lost."""
        with contextlib.suppress(BlockingIOError, TimeoutError):
            while select.select([self.wire], [], [], 0)[0]:
                try:
                    if not self.wire.recv(65536):
                        return True
                except ConnectionError:
                    return True
        return False

    @property
    def reset(self) -> bool:
        """Whether the server has broken it off; nothing is read for that."""
        poll = select.poll()
        poll.register(self.wire, select.POLLHUP | select.POLLERR)
        return bool(poll.poll(0))

    def close(self) -> None:
        self.wire.close()

    def __del__(self) -> None:
        self.wire.close()  # nobody who is rude says good-bye


def handshake(table: str, **headers: str) -> bytes:
    """The request for a socket."""
    more = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return (
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {_KEY}\r\n{more}\r\n"
    ).encode()


def until(true: Callable[[], bool], seconds: float = 15) -> float:
    """Wait until something is so; for how long it was not."""
    begun = time.monotonic()
    while not true():
        assert time.monotonic() - begun < seconds, "it never happened"
        time.sleep(0.05)
    return time.monotonic() - begun


def metric(server: Server, name: str) -> float:
    """A number that the server tells of itself; labels are part of the name."""
    for line in server.get("/metrics").splitlines():
        found, _, value = line.rpartition(" ")
        if found == name:
            return float(value)
    return 0.0


def resident(server: Server) -> float:
    """The memory of the server's process, in megabytes."""
    return psutil.Process(server.process.pid).memory_info().rss / 1e6
