"""Somebody at another table while a server is attacked: do their pings still come back quickly?

It pings from a process of its own, at its own pace, so that neither the attacker's work in
the test nor a late answer makes it ask less often. A ping that is never answered counts for
as long as it waited.

    with bystander(server) as pings:
        ...  # the attack
    assert pings.calm, pings

The machine of a test has other work too: `undisturbed` gives an attack up to three rounds,
and one that stalls the server fails in all of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from websockets.asyncio.client import connect

from tests.server.running import Server

__all__ = ["Pings", "bystander", "undisturbed"]

EVERY = 0.02
MEDIAN = 0.05
WORST = 0.3
_PATIENCE = 20.0


class Pings:
    """The round trips of a bystander, in seconds; known when its context has ended."""

    def __init__(self) -> None:
        self.trips: list[float] = []
        self.lost = False  # the server closed the socket of somebody who did nothing wrong

    @property
    def median(self) -> float:
        return statistics.median(self.trips)

    @property
    def worst(self) -> float:
        return max(self.trips)

    @property
    def calm(self) -> bool:
        """Whether the bystander noticed nothing."""
        return not self.lost and self.median < MEDIAN and self.worst < WORST

    def __repr__(self) -> str:
        lost = ", and then the socket was lost" if self.lost else ""
        return (
            f"{len(self.trips)} pings, median {1000 * self.median:.1f} ms, "
            f"worst {1000 * self.worst:.1f} ms{lost}"
        )


@contextlib.contextmanager
def bystander(
    server: Server, table: str | None = None, key: str | None = None, every: float = EVERY
) -> Iterator[Pings]:
    """Ping at this table, or at one of its own, from the first answer until the context ends.

    The server must allow one socket that many messages a second.
    """
    if table is None:
        opened = server.open("Bystander", "+")
        table, key = opened["table"], opened["key"]
    task = json.dumps({"url": server.socket(table), "key": key, "every": every})
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.server.bystander", task],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    pings = Pings()
    try:
        assert process.stdout.readline() == "ready\n", "the bystander could not take part"
        yield pings
        process.send_signal(signal.SIGTERM)
        told = json.loads(process.stdout.readline())
        pings.trips, pings.lost = told["trips"], told["lost"]
        assert process.wait(_PATIENCE) == 0
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        process.stdout.close()


def undisturbed(server: Server, attack: Callable[[], object], rounds: int = 3) -> Pings:
    """The pings of the first calm round of an attack, or of the last round."""
    for _ in range(rounds):
        with bystander(server) as pings:
            attack()
        if pings.calm:
            break
    return pings


async def _ping(url: str, key: str | None, every: float) -> dict[str, Any]:
    """Ping until SIGTERM, or until the socket is gone; what came of it."""
    trips: list[float] = []
    sent: dict[int, float] = {}
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    async with connect(url, compression=None, ping_interval=None, close_timeout=1) as wire:
        hello = {"type": "hello", "id": 0} | ({} if key is None else {"key": key})
        await wire.send(json.dumps(hello))
        gone = asyncio.Event()

        async def read() -> None:
            with contextlib.suppress(Exception):
                async for text in wire:
                    at = time.perf_counter()
                    message = json.loads(text)
                    if message["type"] == "answer" and message["id"] in sent:
                        trips.append(at - sent.pop(message["id"]))
                        if len(trips) == 1:
                            print("ready", flush=True)
            gone.set()

        reader = asyncio.create_task(read())
        begin, number = time.perf_counter(), 0
        while not ended.is_set() and not gone.is_set():
            number += 1
            sent[number] = time.perf_counter()
            with contextlib.suppress(Exception):  # the reader sees that it is gone
                await wire.send(f'{{"type":"ping","id":{number}}}')
            late = begin + number * every - time.perf_counter()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), max(0.0, late))
        lost = gone.is_set()
        until = time.perf_counter() + 2
        while sent and not gone.is_set() and time.perf_counter() < until:  # the last ones
            await asyncio.sleep(0.01)
        now = time.perf_counter()
        reader.cancel()
    return {"trips": trips + [now - at for at in sent.values()], "lost": lost}


if __name__ == "__main__":
    gc.disable()  # a pause here would be taken for one of the server
    print(json.dumps(asyncio.run(_ping(**json.loads(sys.argv[1])))), flush=True)
