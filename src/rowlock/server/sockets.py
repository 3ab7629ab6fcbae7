"""One connection: a queue of what it is to be told, and one writer that tells it.

Nobody waits for a slow reader. Whoever lets the queue fill is dropped and can come back.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from starlette.types import Receive, Scope, Send

from rowlock.server.connections import PROTOCOL
from rowlock.server.encoding import to_text
from rowlock.server.protocol import Code

if TYPE_CHECKING:
    from rowlock.server.transport import SocketProtocol

__all__ = ["Socket", "AsgiSocket"]

_AT_ONCE = 32 * 1024
"""Bytes that are sent with one write, or one message."""


class AsgiSocket:
    """A WebSocket as the ASGI server gives it, with nothing in between: every message of
    every table goes through here.
    """

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope = scope
        self.receive = receive
        self.send = send
        self.protocol: SocketProtocol | None = scope.get(
            PROTOCOL
        )  # none with any other server than ours

    async def accept(self) -> None:
        """Open the connection."""
        await self.receive()  # the client's wish to connect
        await self.send({"type": "websocket.accept"})

    async def send_text(self, text: str) -> None:
        """Send a message."""
        await self.send({"type": "websocket.send", "text": text})

    async def ready(self) -> None:
        """Wait until everything that was sent is taken."""
        if self.protocol is not None:
            await self.protocol.ready()

    async def send_texts(self, texts: list[str]) -> None:
        """Send several messages, with one write if that can be."""
        if self.protocol is not None:
            self.protocol.write(texts)
        else:
            for text in texts:
                await self.send_text(text)

    def note_unsent(self, waiting: int) -> None:
        """Count the bytes that wait to be sent."""
        if self.protocol is not None:
            self.protocol.note_unsent(waiting)

    async def close(self, code: int, reason: str) -> None:
        """Close the connection."""
        await self.send({"type": "websocket.close", "code": code, "reason": reason})

    def abort(self) -> None:
        """End the connection at once."""
        if self.protocol is not None:
            self.protocol.abort()

    @property
    def unread(self) -> bool:
        """Whether it was ended because nobody read."""
        return self.protocol is not None and self.protocol.connection.cut in ("unread", "memory")

    def after(self, work: Callable[[], None]) -> bool:
        """Do this when the connection is gone; false if that will not be known."""
        if self.protocol is None:
            return False
        self.protocol.connection.after(work)
        return True


class Socket:
    """A connection to a table, of a holder (a hash) or of somebody who watches (empty)."""

    def __init__(
        self, wire: AsgiSocket, queue: int, patience: float, queue_bytes: int = 1 << 18
    ) -> None:
        self.wire = wire
        self.holder = ""
        self.seen: tuple[Any, ...] | None = None  # what `yours` was worked out from last
        self.limit = queue
        self.most = queue_bytes
        self.size = 0  # bytes that wait
        self.patience = patience
        self.waiting: deque[str] = deque()
        self.idle: asyncio.Future[None] | None = None  # what the writer waits for
        self.relief: asyncio.Future[None] | None = None  # what the reader waits for
        self.closing: tuple[int, str] | None = None
        self.end: asyncio.TimerHandle | None = None  # when it is cut off
        self.dropped = False
        self.writer: asyncio.Task[None] | None = None

    def tell(self, text: str) -> None:
        """Send this when its turn comes; a full queue drops the connection."""
        if self.closing is not None:
            return
        size = self.size + sys.getsizeof(text)
        if len(self.waiting) >= self.limit or (self.waiting and size > self.most):
            self.dropped = True
            self.waiting.clear()  # nobody reads it
            self.size = 0
            self.bye(Code.TOO_SLOW, "you did not read what you were told; come back", 1)
            self.wire.note_unsent(0)
            return
        self.size = size
        self.waiting.append(text)
        self.wire.note_unsent(size)
        self._wake()

    def bye(self, code: Code, sentence: str, back: float | None) -> None:
        """Say why, then close; who does not even read that is cut off."""
        if self.closing is None:
            bye = to_text({"type": "bye", "code": code, "sentence": sentence, "back": back})
            self.waiting.append(bye)
            self.size += sys.getsizeof(bye)
            self.closing = (1012 if code is Code.STOPPING else 4000, code.value)
            self._wake()
            self._relieve()
            loop = asyncio.get_running_loop()
            self.end = loop.call_later(self.patience, self._cut_off)

    async def relieved(self) -> None:
        """Wait until what waits is little: who asks for much must read it first."""
        while self.size > _AT_ONCE and self.closing is None:
            self.relief = asyncio.get_running_loop().create_future()
            await self.relief

    def _wake(self) -> None:
        if self.idle is not None and not self.idle.done():
            self.idle.set_result(None)

    def _relieve(self) -> None:
        if self.relief is not None and not self.relief.done():
            self.relief.set_result(None)

    def _cut_off(self) -> None:
        if self.writer is not None and not self.writer.done():
            self.writer.cancel()
            self.wire.abort()

    def start(self) -> asyncio.Task[None]:
        """Start the one writer: it runs as long as the connection, and ends by closing it."""
        self.writer = asyncio.create_task(self._write())
        return self.writer

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        with contextlib.suppress(Exception):  # whatever the wire says: the client is gone
            while self.waiting or self.closing is None:
                while self.waiting:
                    await self.wire.ready()  # until then it counts as waiting
                    await self.wire.send_texts(self._some())
                self._relieve()
                if self.closing is None:
                    self.idle = loop.create_future()
                    await self.idle
        self.waiting.clear()
        self.idle = None
        code, reason = self.closing or (1011, "the connection broke")
        self.closing = (code, reason)
        self._relieve()
        with contextlib.suppress(Exception):
            await self.wire.close(code, reason)
        if self.end is not None:
            self.end.cancel()  # it would keep all this for as long

    def _some(self) -> list[str]:
        """The next messages, no more than are sent at once."""
        texts: list[str] = []
        size = 0
        while self.waiting and (not texts or size + len(self.waiting[0]) <= _AT_ONCE):
            text = self.waiting.popleft()
            self.size -= sys.getsizeof(text)
            size += len(text)
            texts.append(text)
        return texts
