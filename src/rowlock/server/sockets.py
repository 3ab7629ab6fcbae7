"""One connection: a queue of what it is to be told, and one writer that tells it.

Nobody waits for a slow reader. Whoever lets the queue fill is dropped and can come back.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from typing import Any

from starlette.types import Receive, Scope, Send

from rowlock.server.protocol import Code
from rowlock.server.view import as_text

__all__ = ["Socket", "Wire"]


class Wire:
    """A WebSocket as the ASGI server gives it, with nothing in between: every message of
    every table goes through here.
    """

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope = scope
        self.receive = receive
        self.send = send

    async def accept(self) -> None:
        """Open the connection."""
        await self.receive()  # the client's wish to connect
        await self.send({"type": "websocket.accept"})

    async def send_text(self, text: str) -> None:
        """Send a message."""
        await self.send({"type": "websocket.send", "text": text})

    async def close(self, code: int, reason: str) -> None:
        """Close the connection."""
        await self.send({"type": "websocket.close", "code": code, "reason": reason})


class Socket:
    """A connection to a table, of a holder (a hash) or of somebody who watches (empty)."""

    def __init__(self, wire: Wire, queue: int, patience: float) -> None:
        self.wire = wire
        self.holder = ""
        self.seen: tuple[Any, ...] | None = None  # what `yours` was worked out from last
        self.limit = queue
        self.patience = patience
        self.waiting: deque[str] = deque()
        self.idle: asyncio.Future[None] | None = None  # what the writer waits for
        self.closing: tuple[int, str] | None = None
        self.dropped = False
        self.writer: asyncio.Task[None] | None = None

    def tell(self, text: str) -> None:
        """Send this when its turn comes; a full queue drops the connection."""
        if self.closing is not None:
            return
        if len(self.waiting) >= self.limit:
            self.dropped = True
            self.waiting.clear()  # nobody reads it
            self.bye(Code.TOO_SLOW, "you did not read what you were told; come back", 1)
            return
        self.waiting.append(text)
        self._wake()

    def bye(self, code: Code, sentence: str, back: float | None) -> None:
        """Say why, then close; who does not even read that is cut off."""
        if self.closing is None:
            bye = {"type": "bye", "code": code, "sentence": sentence, "back": back}
            self.waiting.append(as_text(bye))
            self.closing = (1012 if code is Code.STOPPING else 4000, code.value)
            self._wake()
            asyncio.get_running_loop().call_later(self.patience, self._cut_off)

    def _wake(self) -> None:
        if self.idle is not None and not self.idle.done():
            self.idle.set_result(None)

    def _cut_off(self) -> None:
        if self.writer is not None:
            self.writer.cancel()

    def start(self) -> asyncio.Task[None]:
        """Start the one writer: it runs as long as the connection, and ends by closing it."""
        self.writer = asyncio.create_task(self._write())
        return self.writer

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        with contextlib.suppress(Exception):  # whatever the wire says: the client is gone
            while self.waiting or self.closing is None:
                while self.waiting:
                    await self.wire.send_text(self.waiting.popleft())
                if self.closing is None:
                    self.idle = loop.create_future()
                    await self.idle
        code, reason = self.closing or (1011, "the connection broke")
        self.closing = (code, reason)
        with contextlib.suppress(Exception):
            await self.wire.close(code, reason)
