"""Does a server keep what it should forget? `make bench-memory` plays many short games.

Real sockets at a real server, one table after the other: opened, played by two who always
pass until somebody has four misses, left. What the server's process takes is printed as
games go by; after the first few thousand it should stay as it is. A bystander pings all the
while, since what is forgotten must not be noticed either.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import secrets
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil
import uvloop

from benchmarks.wire import Wire, frame
from tests.server.bystander import bystander
from tests.server.running import Server, seats

_AT_A_TIME = 16
_SETTINGS = {"idle_seconds": 2, "beat_seconds": 2, "log": "warning"}
"""Tables leave memory soon, so that what is measured is what stays."""


class Pair(Wire):
    """Two on one device, who always pass."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key
        self.ids = 0
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.now: dict[str, Any] = {}
        self.asked = self.started = False
        self.mix = ""  # what is asked of the seed
        self.seed = secrets.token_hex(16)

    def say(self, fields: str) -> None:
        """Say something; the answer is awaited before anything else."""
        self.ids += 1
        self.asked = True
        self.write(frame(f'{{"id":{self.ids},{fields}}}'.encode()))

    def heard(self, payload: bytes) -> None:
        """Act as soon as the last answer has come."""
        message = json.loads(payload)
        if message["type"] in ("view", "told"):
            self.now |= message["now"]
            if message.get("yours"):
                self.mix = message["yours"][0]["mix"]
        elif message["type"] == "answer":
            if not message["ok"]:
                raise RuntimeError(message["sentence"])
            self.asked = False
        if not self.asked and self.now:
            self.act()

    def act(self) -> None:
        """Do what is waited for."""
        now = self.now
        if self.mix == "commit":
            self.mix, promise = "", hashlib.sha256(self.seed.encode()).hexdigest()
            self.say(f'"type":"commit","commitment":"{promise}"')
        elif self.mix == "reveal":
            self.mix = ""
            self.say(f'"type":"reveal","seed":"{self.seed}"')
        elif now["stage"] == "waiting":
            if not self.started:
                self.started = True
                self.say('"type":"start"')
        elif now["stage"] == "done":
            if not self.over.done():
                self.over.set_result(None)
        elif now["phase"] == "roll":
            self.say(f'"type":"roll","turn":{now["turn"]}')
        elif now["waiting"]:
            self.say(
                f'"type":"decide","seat":{now["waiting"][0]},"turn":{now["turn"]},'
                f'"phase":"{now["phase"]}","decision":"-"'
            )

    def lost(self) -> None:
        """The server should not close it."""
        if not self.over.done():
            self.over.set_exception(ConnectionError("the server closed the socket"))


async def one_game(server: Server) -> None:
    """Open a table, play it out, leave."""
    asked = json.dumps({"seats": seats("Emma", "Max")}).encode()
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
        b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%b" % (len(asked), asked)
    )
    opened = json.loads((await reader.read()).partition(b"\r\n\r\n")[2])
    writer.close()
    pair = Pair(opened["key"])
    await pair.connect("127.0.0.1", server.port, f"/api/tables/{opened['table']}/socket")
    pair.say(f'"type":"hello","key":"{pair.key}"')
    await pair.over
    pair.close()


async def play(server: Server, games: int, at_a_time: int = _AT_A_TIME) -> None:
    """Play this many games, several at a time."""
    left = games

    async def one_after_the_other() -> None:
        nonlocal left
        while left > 0:
            left -= 1
            await one_game(server)

    async with asyncio.TaskGroup() as group:
        for _ in range(at_a_time):
            group.create_task(one_after_the_other())


def main() -> None:
    """Play, and print a line now and then."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--every", type=int, default=2_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"sqlite:{Path(folder) / 'tables.db'}", **_SETTINGS)  # type: ignore[arg-type]
        try:
            measure(server, given.games, given.every)
        finally:
            server.stop()


def measure(server: Server, games: int, every: int) -> None:
    """Print what the server takes, after every few games."""
    process = psutil.Process(server.process.pid)
    first = 0.0
    print(f"{'games':>8}{'MB':>8}{'CPU s':>8}{'games/s':>9}{'ping, median and worst ms':>28}")
    print(f"{0:>8}{process.memory_info().rss / 1e6:>8.1f}")
    for done in range(every, games + 1, every):
        begun = time.perf_counter()
        with bystander(server) as pings:
            uvloop.run(play(server, every))
        took = time.perf_counter() - begun
        time.sleep(5)  # until the last tables have left
        memory = process.memory_info().rss / 1e6
        first = first or memory
        spent = sum(process.cpu_times()[:2])
        trips = f"{1000 * pings.median:.1f} {1000 * pings.worst:.1f}"
        print(
            f"{done:>8}{memory:>8.1f}{spent:>8.0f}{every / took:>9.0f}{trips:>28}",
            flush=True,
        )
    print(f"grown since the first {every}: {100 * (memory / first - 1):+.1f} %")


if __name__ == "__main__":
    main()
