"""A client that plays with plain sockets, as the page will: it knows no rules.

It keeps the table as it was told, answers what it is asked, and comes back by itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import secrets
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

import websockets
from websockets.asyncio.client import ClientConnection, connect

__all__ = ["Client", "Refusal", "first_mark", "play_out"]

PATIENCE = 20.0
SEEDS: dict[str, str] = {}
"""The seeds that clients of these tests have promised, by what they promised."""


class Refusal(Exception):
    """The server refused a message."""

    def __init__(self, answer: dict[str, Any]) -> None:
        self.code = answer["code"]
        self.sentence = answer["sentence"]
        self.left = float(answer.get("left", 0.0))
        super().__init__(f"{self.code}: {self.sentence}")


class Client:
    """One socket at a table. `async with Client(url, key) as client: ...`

    It promises and reveals a seed by itself, unless it is told not to mix.
    """

    def __init__(
        self, url: str, key: str | None = None, since: int | None = None, mixes: bool = True
    ) -> None:
        self.url = url
        self.key = key
        self.since = since
        self.mixes = mixes
        self.view: dict[str, Any] = {}  # the last whole view
        self.now: dict[str, Any] = {}
        self.places: list[dict[str, Any]] = []
        self.yours: dict[int, dict[str, Any]] = {}
        self.present: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.messages: list[dict[str, Any]] = []  # everything that ever came
        self.v = 0
        self.bye: dict[str, Any] | None = None
        self.answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.news = asyncio.Condition()
        self.ids = 0
        self.wire: ClientConnection | None = None
        self.reader: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        await self.connect()
        await self.hello()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def connect(self, **options: Any) -> None:
        self.wire = await connect(self.url, compression=None, **options)
        self.reader = asyncio.create_task(self._read(self.wire))

    async def hello(self) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        if self.key is not None:
            fields["key"] = self.key
        if self.since is not None:
            fields["since"] = self.since
        answer = await self.ask("hello", **fields)
        await self.until(lambda: bool(self.now))
        return answer

    async def close(self) -> None:
        if self.wire is not None:
            with contextlib.suppress(Exception):
                await self.wire.close()
        if self.reader is not None:
            self.reader.cancel()
            await asyncio.gather(self.reader, return_exceptions=True)

    async def _read(self, wire: ClientConnection) -> None:
        with contextlib.suppress(websockets.ConnectionClosed):
            async for text in wire:
                message = json.loads(text)
                self.messages.append(message)
                self.take(message)
                if self.mixes and message.get("yours"):
                    await self._mix(wire)
                async with self.news:
                    self.news.notify_all()
        for waiting in self.answers.values():
            if not waiting.done():
                waiting.set_exception(ConnectionError("the connection is closed"))
        self.wire = None
        async with self.news:
            self.news.notify_all()

    def take(self, message: dict[str, Any]) -> None:
        """Keep what one was told."""
        match message["type"]:
            case "answer":
                waiting = self.answers.pop(message["id"], None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(message)
            case "view":
                self.view, self.now = message, dict(message["now"])
                self.v, self.places = message["v"], message["places"]
                self.yours = {own["seat"]: own for own in message["yours"]}
            case "told":
                self.v = message["v"]
                self.events += message["events"]
                self.now |= message["now"]
                for event in message["events"]:
                    if event["event"] == "seated":
                        self.places = event["places"]
                if "yours" in message:
                    self.yours = {own["seat"]: own for own in message["yours"]}
            case "present":
                self.present = message
            case "bye":
                self.bye = message

    async def _mix(self, wire: ClientConnection) -> None:
        """Promise a seed, or reveal it, if that is asked; nobody waits for the answer."""
        owed = {own["mix"]: seat for seat, own in self.yours.items()}
        said: dict[str, Any] = {}
        if "commit" in owed:
            seed = secrets.token_hex(16)
            commitment = hashlib.sha256(seed.encode()).hexdigest()
            SEEDS[commitment] = seed
            said = {"type": "commit", "commitment": commitment}
        elif "reveal" in owed:
            promised = self.now["dice"]["commitments"][owed["reveal"] - 1]
            said = {"type": "reveal", "seed": SEEDS[promised]}
        if said:
            self.ids += 1
            with contextlib.suppress(websockets.ConnectionClosed):
                await wire.send(json.dumps({**said, "id": self.ids}))

    async def until(self, true: Callable[[], bool], seconds: float = PATIENCE) -> None:
        """Wait until something is true of what was told."""
        async with asyncio.timeout(seconds), self.news:
            await self.news.wait_for(lambda: true() or self.wire is None)
        if not true():
            raise ConnectionError("the connection closed before that")

    async def send(self, text: str | bytes) -> None:
        if self.wire is None:
            raise ConnectionError("the connection is closed")
        await self.wire.send(text)

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Say something and wait for the answer; a refusal is raised."""
        self.ids += 1
        waiting = self.answers[self.ids] = asyncio.get_running_loop().create_future()
        await self.send(json.dumps({"type": kind, "id": self.ids, **fields}))
        answer: dict[str, Any] = await asyncio.wait_for(waiting, PATIENCE)
        if not answer["ok"]:
            raise Refusal(answer)
        if kind == "start" and self.mixes:  # the seeds of all are called for first
            await self.until(lambda: self.now["stage"] != "waiting")
        return answer

    async def promise(self, seed: str) -> None:
        """Promise this seed, instead of one of its own making."""
        commitment = hashlib.sha256(seed.encode()).hexdigest()
        SEEDS[commitment] = seed
        await self.ask("commit", commitment=commitment)

    async def sit(self, name: str, **fields: Any) -> int:
        answer = await self.ask("sit", name=name, **fields)
        self.key = answer["key"]
        return int(answer["seat"])

    async def decide(self, seat: int, decision: str, phase: str = "") -> dict[str, Any]:
        now = self.now
        return await self.ask(
            "decide", seat=seat, turn=now["turn"], phase=phase or now["phase"], decision=decision
        )

    async def roll(self, dice: str | None = None) -> dict[str, Any]:
        fields = {} if dice is None else {"dice": dice}
        return await self.ask("roll", turn=self.now["turn"], **fields)


def first_mark(own: dict[str, Any]) -> str:
    """The simplest way to play: the first decision listed."""
    return str(own["legal"][0])


async def play_out(
    client: Client, choose: Callable[[dict[str, Any]], str] = first_mark, turns: int = 9999
) -> None:
    """Play all the seats that the client holds until the game is over, or for a number of turns."""
    mine = set(client.yours)
    answered: set[tuple[int, str, int, str]] = set()
    last = client.now["turn"] + turns

    def asked() -> list[int]:
        return [seat for seat in client.now["waiting"] if seat in client.yours]

    def done() -> bool:
        return bool(client.now["stage"] == "done" or client.now["turn"] >= last)

    while not done():
        await client.until(lambda: done() or bool(asked()))
        for seat in asked():
            now, own = client.now, client.yours[seat]
            try:
                if now["phase"] == "roll":
                    await client.roll()
                else:
                    key = (now["turn"], now["phase"], seat, own["sealed"])
                    assert key not in answered, "asked twice for the same"
                    answered.add(key)
                    await client.decide(seat, choose(own))
            except Refusal as refusal:
                if refusal.code not in ("too_late", "over"):
                    raise
            break
    assert mine
