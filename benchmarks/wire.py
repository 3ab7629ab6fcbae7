"""The least of a WebSocket client (RFC 6455) that thousands of sockets in one process need.

A library's client does more, and would measure itself: text messages, ping and close are
all that comes here. The mask of what is sent is zero, so the server has the same work with
it and this process none.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
from typing import cast

__all__ = ["Wire", "frame"]

_KEY = base64.b64encode(b"rowlock's bench.").decode()
_PROOF = base64.b64encode(
    hashlib.sha1(f"{_KEY}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()).digest()
)
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10


def frame(payload: bytes, kind: int = _TEXT, masked: bool = True) -> bytes:
    """One frame, as a client (masked) or a server sends it."""
    bit, mask = (0x80, b"\0\0\0\0") if masked else (0, b"")
    size = len(payload)
    if size < 126:
        return bytes((0x80 | kind, bit | size)) + mask + payload
    if size < 1 << 16:
        return bytes((0x80 | kind, bit | 126)) + size.to_bytes(2, "big") + mask + payload
    return bytes((0x80 | kind, bit | 127)) + size.to_bytes(8, "big") + mask + payload


class Wire(asyncio.Protocol):
    """One socket; subclasses say what is to be done with what comes."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.rest = b""
        self.ended = False  # we closed it ourselves

    async def connect(self, host: str, port: int, path: str) -> None:
        """Open the socket and wait for the server's consent."""
        await asyncio.get_running_loop().create_connection(lambda: self, host, port)
        self.write(
            f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {_KEY}\r\n\r\n".encode()
        )
        await self.ready

    def heard(self, payload: bytes) -> None:
        """A text message came."""

    def lost(self) -> None:
        """The other end closed the socket."""

    def write(self, data: bytes) -> None:
        """Send bytes as they are; nothing if the socket is gone."""
        if self.transport is not None:
            self.transport.write(data)

    def close(self) -> None:
        """Say good-bye and go."""
        self.ended = True
        if self.transport is not None:
            self.write(frame(b"\x03\xe8", _CLOSE))
            self.transport.close()

    # What the event loop calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The connection stands."""
        self.transport = cast("asyncio.Transport", transport)  # uvloop's are of no such class

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self.transport = None
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("the socket closed before it was open"))
        elif not self.ended:
            self.lost()

    def data_received(self, data: bytes) -> None:
        """Part what came into frames."""
        data = self.rest + data if self.rest else data
        at = 0
        if not self.ready.done():
            at = data.find(b"\r\n\r\n") + 4
            if at == 3:
                self.rest = data
                return
            if not data.startswith(b"HTTP/1.1 101") or _PROOF not in data[:at]:
                self.ready.set_exception(ConnectionError(data[:300].decode("latin-1")))
                return
            self.ready.set_result(None)
        end = len(data)
        while end - at >= 2:
            size, begin = data[at + 1], at + 2
            if size == 126:
                size, begin = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, begin = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if begin + size > end:
                break
            first, at = data[at], begin + size
            if first == 0x80 | _TEXT:
                self.heard(data[begin:at])
            elif first == 0x80 | _PING:
                self.write(frame(data[begin:at], _PONG))
            elif first == 0x80 | _CLOSE and self.transport is not None:
                self.transport.close()
        self.rest = data[at:]
