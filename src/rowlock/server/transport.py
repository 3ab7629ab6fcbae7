"""How uvicorn speaks HTTP and WebSocket here: as it always does, but to nobody for ever.

Its protocols are told when a request or a message begins and ends, so that each has its time,
and what they write is counted as long as nobody has taken it.
"""

from __future__ import annotations

import asyncio
import math
from typing import Any, cast

import h11
from typing_extensions import override
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

from rowlock.server.connections import PROTOCOL, Connection, Connections
from rowlock.server.limits import Bucket

__all__ = ["FrameCounter", "HttpProtocol", "SocketProtocol", "frame", "protocols"]

_ASKING = (h11.IDLE, h11.SEND_BODY)


class HttpProtocol(H11Protocol):
    """HTTP on a connection, until it becomes a socket."""

    tracker: Connections  # uvicorn has `connections` of its own
    connection: Connection | None = None
    expected = "request"  # its first one, the rest of one, the next one, or nothing

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.connection = self.tracker.accept(transport, self.client[0] if self.client else "")

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._unset_keepalive_if_required()  # uvicorn leaves it after an error
        self.tracker.remove(self.transport)

    @override
    def data_received(self, data: bytes) -> None:
        if self.connection is not None:
            super().data_received(data)
            self._check(self.connection)

    @override
    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.connection is not None:
            self._check(self.connection)

    def _check(self, connection: Connection) -> None:
        """A whole request must have come some time after its first byte, and that some time
        after the last answer.
        """
        settings, state = self.tracker.settings, self.conn.their_state
        if state not in _ASKING:  # it has said all, and waits for the answer
            self.expected, connection.due = "", math.inf
            self.tracker.asking.pop(connection, None)
        elif state is h11.SEND_BODY or self.conn.trailing_data[0]:
            self._expect(connection, "rest", settings.request_seconds)
        elif self.expected != "request":
            self._expect(connection, "next", settings.keep_seconds)

    def _expect(self, connection: Connection, what: str, seconds: float) -> None:
        if self.expected in (what, "request"):
            return
        self.expected, connection.due = what, self.loop.time() + seconds
        self.tracker.asking[connection] = None

    @override
    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        if self.connection is not None:
            self.tracker.asking.pop(self.connection, None)
        super().handle_websocket_upgrade(event)

    @override
    def pause_writing(self) -> None:
        super().pause_writing()
        if self.connection is not None:
            self.tracker.note_unsent(self.connection, self.transport.get_write_buffer_size())

    @override
    def resume_writing(self) -> None:
        super().resume_writing()
        if self.connection is not None:
            self.tracker.note_sent(self.connection)


class SocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket."""

    tracker: Connections  # uvicorn has `connections` of its own
    connection: Connection

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        settings = self.tracker.settings
        self.connection = self.tracker.open[transport]
        self.frame_counter = FrameCounter()
        self.most_frames = settings.messages_at_once * settings.frames_per_message
        self.frame_rate = settings.messages_per_second * settings.frames_per_message
        self.bucket = Bucket(self.most_frames, self.loop.time())
        self.close_timeout = min(self.close_timeout, settings.send_seconds)

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.tracker.remove(self.transport)
        self.conn.parser.close()  # each of these holds what holds it
        self.conn.parser_exc = self.conn.handshake_exc = None

    @override
    async def run_asgi(self) -> None:
        cast("dict[str, Any]", self.scope)[PROTOCOL] = self
        self.connection.due = math.inf
        try:
            await super().run_asgi()
        finally:
            cast("dict[str, Any]", self.scope).pop(PROTOCOL)

    @override
    def data_received(self, data: bytes) -> None:
        """A message that was begun must be finished in time, and frames must not come in floods."""
        connection = self.connection
        if connection.cut:
            return
        if not self.handshake_initiated:
            super().data_received(data)
            return
        now = self.loop.time()
        for _ in range(self.frame_counter.count(data, self.most_frames + 1)):
            if not self.bucket.take(self.most_frames, self.frame_rate, now):
                self.tracker.cut(connection, "flood")
                return
        super().data_received(data)
        if self.frame_counter.between and not self.frames:
            connection.due = math.inf
        elif connection.due == math.inf:
            connection.due = now + self.tracker.settings.message_seconds

    @override
    async def receive(self) -> Any:
        """The next message; who does not listen is not listened to."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            if self.writable.is_set():
                self.transport.resume_reading()
        return message

    @override
    def pause_writing(self) -> None:
        super().pause_writing()
        self.note_unsent(0)
        if not self.read_paused:  # each ping would be answered
            self.transport.pause_reading()

    @override
    def resume_writing(self) -> None:
        super().resume_writing()
        self.tracker.note_sent(self.connection)
        if not self.read_paused:
            self.transport.resume_reading()

    def note_unsent(self, waiting: int) -> None:
        """Count what waits to be written while the client takes nothing."""
        if not self.writable.is_set():
            self.tracker.note_unsent(
                self.connection, waiting + self.transport.get_write_buffer_size()
            )

    async def ready(self) -> None:
        """Wait until everything that was sent is taken."""
        while not self.writable.is_set():
            await self.writable.wait()

    def write(self, texts: list[str]) -> None:
        """Send messages with one write."""
        if self.disconnected or self.close_sent or self.conn.state is not OPEN:
            raise ClientDisconnected
        self.transport.write(b"".join([frame(text) for text in texts]))

    def abort(self) -> None:
        """End it at once."""
        self.tracker.cut(self.connection, "unread")


class FrameCounter:
    """Counts the frames that come in, and knows whether one is only half there (RFC 6455, 5.2)."""

    __slots__ = ("head", "left")

    def __init__(self) -> None:
        self.head = b""  # of a frame whose length is not known yet
        self.left = 0  # bytes of the frame that are still to come

    @property
    def between(self) -> bool:
        """Whether the last frame has ended and no other has begun."""
        return not self.left and not self.head

    def count(self, data: bytes, most: int) -> int:
        """How many frames begin in this, which comes next; counts no further than `most`."""
        at = min(self.left, len(data))
        self.left -= at
        count = 0
        while at < len(data) and count < most:
            known = len(self.head)
            head = self.head + data[at : at + 14 - known]
            size = _size(head)
            if size is None:
                self.head = head
                break
            self.head = b""
            count += 1
            end = at + size - known
            self.left = max(0, end - len(data))
            at = end
        return count


def _size(head: bytes) -> int | None:
    """The bytes of a frame with its head; none if that is not to be seen yet."""
    if len(head) < 2:
        return None
    masked = 4 if head[1] & 0x80 else 0
    length = head[1] & 0x7F
    if length < 126:
        return 2 + masked + length
    more = 2 if length == 126 else 8
    if len(head) < 2 + more:
        return None
    return 2 + more + masked + int.from_bytes(head[2 : 2 + more], "big")


def frame(text: str) -> bytes:
    """A text message as a server sends it: one frame, no mask."""
    payload = text.encode()
    size = len(payload)
    if size < 126:
        return b"\x81%c%b" % (size, payload)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), payload)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), payload)


def protocols(tracker: Connections) -> tuple[type[HttpProtocol], type[SocketProtocol]]:
    """The two protocols, for connections that are looked after there."""
    requests = type("HttpProtocol", (HttpProtocol,), {"tracker": tracker})
    sockets = type("SocketProtocol", (SocketProtocol,), {"tracker": tracker})
    return requests, sockets
