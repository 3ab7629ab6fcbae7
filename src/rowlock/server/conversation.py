"""One socket from its first message to its last: every message gets an answer."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from functools import partial
from typing import Any

from rowlock.server.creation import hash_of, new_key, rematch_setup
from rowlock.server.daily import check_looking
from rowlock.server.encoding import to_text
from rowlock.server.entries import Sat
from rowlock.server.hub import Hub
from rowlock.server.limits import Bucket, address_of
from rowlock.server.protocol import (
    Add,
    Check,
    Code,
    Commit,
    Decide,
    HandOver,
    Hello,
    Hint,
    Incoming,
    Leave,
    Ping,
    React,
    Refused,
    Rematch,
    Remove,
    Sit,
    TakeBack,
    Undo,
    read_message,
)
from rowlock.server.room import Room
from rowlock.server.sockets import AsgiSocket, Socket
from rowlock.server.store import StoreError

__all__ = ["serve_socket"]

log = logging.getLogger("rowlock")

_HELLOS, _HELLOS_S = 10, 0.5
"""How often one socket may say hello at once, and each second for long: it is told everything."""
_PATIENCE = 100
"""Refused messages in a row before the socket is closed."""


async def serve_socket(hub: Hub, wire: AsgiSocket, table_id: str) -> None:
    """Serve a socket until it closes."""
    settings = hub.settings
    socket = Socket(wire, settings.queue, settings.send_seconds, settings.queue_bytes)
    writer = socket.start()
    conversation = _Conversation(socket, hub, table_id, address_of(wire.scope))
    reader = asyncio.create_task(conversation.read(wire))
    hub.metrics.sockets.inc()
    known = wire.after(hub.metrics.sockets.dec)
    try:
        # Whoever ends first ends it all: the client went, or the socket was dropped.
        await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
    finally:
        if not known:
            hub.metrics.sockets.dec()
        if socket.dropped or wire.unread:
            hub.metrics.dropped.inc()
        if not conversation.busy:  # what was begun is finished: it may be written already
            reader.cancel()
        if socket.closing is None:
            socket.closing = (1000, "")
            writer.cancel()
        (failed, _) = await asyncio.gather(reader, writer, return_exceptions=True)
        socket.writer = None  # it holds what holds it
        if conversation.room is not None:
            await hub.leave(conversation.room, socket)
        if isinstance(failed, Exception):
            log.error("a conversation failed", exc_info=failed)


class _Gone(Exception):
    """The client has closed the connection."""


class _Conversation:
    """What is known of the one at the other end."""

    def __init__(self, socket: Socket, hub: Hub, table_id: str, address: str) -> None:
        self.socket = socket
        self.address = address
        self.hub = hub
        self.table_id = table_id
        self.room: Room | None = None
        self.key: str | None = None
        self.bucket = Bucket(hub.settings.messages_at_once, time.monotonic())
        self.hellos = Bucket(_HELLOS, time.monotonic())
        self.refusals = 0
        self.busy = False
        self.counted = True  # the message that is being answered

    async def read(self, wire: AsgiSocket) -> None:
        """Answer messages until the client goes."""
        with contextlib.suppress(_Gone):
            try:
                async with asyncio.timeout(self.hub.settings.hello_seconds):
                    while self.room is None:
                        await self._next(wire)
            except TimeoutError:
                self.socket.bye(Code.HELLO_FIRST, "the first message is a hello", None)
            while self.socket.closing is None:
                await self._next(wire)

    async def _next(self, wire: AsgiSocket) -> None:
        await self.socket.relieved()
        message = await wire.receive()
        if message["type"] == "websocket.disconnect":
            raise _Gone
        begun = time.perf_counter()
        self.busy = self.counted = True
        try:
            answer = await self._answer(message.get("text"))
        finally:
            self.busy = False
        if self.counted:
            self.hub.metrics.seconds.observe(time.perf_counter() - begun)
        self.socket.tell(to_text(answer))
        if answer["ok"]:
            self.refusals = 0
            return
        if answer["code"] != Code.TOO_MANY_CHANGES:  # it would tell that there were many
            self.hub.metrics.refused.labels(answer["code"]).inc()
        self.refusals += 1
        if answer["code"] == Code.STOPPING:
            self.socket.bye(Code.STOPPING, answer["sentence"], 1)
        elif answer["code"] == Code.UNKNOWN_TABLE:
            self.socket.bye(Code.UNKNOWN_TABLE, answer["sentence"], None)
        elif self.refusals > _PATIENCE:
            self.socket.bye(
                Code.TOO_FAST, "too many messages were refused: look at the answers", 10
            )

    async def _answer(self, text: str | None) -> dict[str, Any]:
        settings = self.hub.settings
        more: dict[str, Any] = {}
        try:
            if not self.bucket.take(
                settings.messages_at_once, settings.messages_per_second, time.monotonic()
            ):
                raise Refused(Code.TOO_FAST, "slower, please; nothing was done")
            if text is None:
                raise Refused(Code.BAD_MESSAGE, "expected a text message with JSON in it")
            if len(text) > settings.message_size:
                raise Refused(
                    Code.BAD_MESSAGE, f"a message has at most {settings.message_size} characters"
                )
            message = read_message(text)
            done = await self._counted(message)
            return {"type": "answer", "id": message.id, "ok": True, **done}
        except Refused as refusal:
            code, sentence = refusal.code, refusal.sentence
            if refusal.left is not None:
                more["left"] = refusal.left
        except StoreError:
            code = Code.UNAVAILABLE
            sentence = "the database does not answer now; look at the table and try again"
        number = _number(text, settings.message_size)
        refused = {"code": code, "sentence": sentence, **more}
        return {"type": "answer", "id": number, "ok": False, **refused}

    async def _counted(self, message: Incoming) -> dict[str, Any]:
        """Do it, and count it unless nobody but the sender knows of it."""
        v = self.room.table.v if self.room else 0
        self.counted = not isinstance(message, Decide | Undo | Check)
        done = await self._do(message)
        self.counted = self.counted or bool(self.room and self.room.table.v != v)
        if self.counted:
            self.hub.metrics.message(message.type)
        return done

    async def _do(self, message: Incoming) -> dict[str, Any]:
        if isinstance(message, Ping):
            return {}
        if isinstance(message, Hello):
            await self._hello(message)
            return {}
        room, hub, holder = self.room, self.hub, self.socket.holder
        if room is None:
            raise Refused(Code.HELLO_FIRST, "say hello first")
        promised = isinstance(message, Commit) and room.table.mixing is None
        if promised or isinstance(message, Sit | Leave | Add | Remove | HandOver | TakeBack):
            hub.check_seating(self.address)
        match message:
            case Sit():
                return await self._sit(room, message)
            case Hint() | Check():
                write = partial(hub.ask, room, holder, message)
                return await hub.thinking.coach.answer(room, holder, message, self.address, write)
            case React():
                if message.seat - 1 not in room.table.held_by(holder):
                    raise Refused(Code.NOT_YOUR_SEAT, f"seat {message.seat} is not yours")
                await hub.react(room, message.seat - 1, message.reaction)
            case Rematch():
                if not room.table.held_by(holder) and holder != room.table.setup.host:
                    raise Refused(Code.NOT_YOUR_SEAT, "only who sat here can ask for a rematch")
                return {"table": await hub.rematch(room, rematch_setup, self.address)}
            case _:
                await hub.ask(room, holder, message)
        return {}

    async def _hello(self, message: Hello) -> None:
        if not self.hellos.take(_HELLOS, _HELLOS_S, time.monotonic()):
            raise Refused(Code.TOO_FAST, "you were told everything a moment ago")
        room = await self.hub.find(self.table_id, self.address)
        await self.hub.refresh(room)  # another worker may have told this client more already
        holder = hash_of(message.key) if message.key is not None else ""
        if holder and holder != room.table.setup.host and not room.table.held_by(holder):
            raise Refused(Code.WRONG_KEY, "this key holds no seat here; without one you can watch")
        check_looking(room.table, holder)
        self.key = message.key
        self.room = self.room or room
        await self.hub.join(self.room, self.socket, holder, message.since)

    async def _sit(self, room: Room, message: Sit) -> dict[str, Any]:
        key = self.key or message.key or new_key()
        holder = hash_of(key)
        entry = await self.hub.ask(room, holder, message)
        assert isinstance(entry, Sat)
        self.key, self.socket.holder = key, holder
        room.greet(self.socket, room.table.v)  # it was told of the seat before it was the holder
        await self.hub.update_presence(room)
        return {"key": key, "seat": entry.seat + 1}


def _number(text: str | None, most: int) -> int | None:
    """The id of a message, if it can be read at all, so that even a refusal finds its way."""
    if text is None or len(text) > most:
        return None
    with contextlib.suppress(ValueError, RecursionError):
        said = json.loads(text)
        if isinstance(said, dict) and type(said.get("id")) is int and 0 <= said["id"] <= 2**53:
            return int(said["id"])
    return None
