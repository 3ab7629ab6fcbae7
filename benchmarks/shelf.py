"""Does a shelf full of finished games make a server slow to start, or slow to join?"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import sqlite3
import statistics
import tempfile
import time
import urllib.error
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.wire import Wire, frame
from tests.server.client import Client
from tests.server.running import Server

__all__ = ["Shelf", "measure_shelf"]

_GAMES = 6  # played really; the others are copies
_STARTS = 3
_JOINS = 40


class Shelf(NamedTuple):
    """Seconds, each a median."""

    games: int
    start: float  # from the command to the first good answer
    join_new: float  # a table nobody has been at: open the socket, say hello, get the view
    join_done: float  # the same with a finished game, which is worked out again


class _Joining(Wire):
    def __init__(self) -> None:
        super().__init__()
        self.view: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def heard(self, payload: bytes) -> None:
        if json.loads(payload)["type"] == "view" and not self.view.done():
            self.view.set_result(None)


def measure_shelf(games: int) -> tuple[Shelf, Shelf]:
    """The figures with a handful of finished games, and with many."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.db"
        with _started(path) as (server, _):
            asyncio.run(_play(server))
        few = _measure(path, _GAMES)
        _copy(path, games)
        return few, _measure(path, games)


@contextlib.contextmanager
def _started(path: Path) -> Iterator[tuple[Server, float]]:
    """A server, and how long it took to start."""
    begin = time.perf_counter()
    server = Server(f"sqlite:{path}")
    try:
        while True:
            with contextlib.suppress(urllib.error.URLError):
                if server.request("GET", "/healthz")[0] == 200:
                    break
            time.sleep(0.002)
        yield server, time.perf_counter() - begin
    finally:
        server.stop()


async def _play(server: Server) -> None:
    """Play a few games to their end: bots only, while somebody watches."""

    async def one() -> None:
        opened = server.open(*["keen"] * 4, first=1)  # a lot would fall otherwise in a copy
        async with Client(server.socket(opened["table"]), opened["key"]) as host:
            await host.ask("start")
            await host.until(lambda: host.now["stage"] == "done", 60)

    await asyncio.gather(*(one() for _ in range(_GAMES)))


def _copy(path: Path, games: int) -> None:
    """Fill the shelf with copies under new ids.

    The dice of a copy do not verify, because the id is mixed into them; to a server that
    starts, or brings a game back, a copy is as good as the game itself.
    """
    with contextlib.closing(sqlite3.connect(path)) as store:
        real = store.execute(
            "SELECT id, at, opening, public, stage FROM tables WHERE stage = 'done'"
        ).fetchall()
        moves = {
            table: store.execute(
                "SELECT n, at, entry FROM moves WHERE table_id = ? ORDER BY n", (table,)
            ).fetchall()
            for table, *_ in real
        }
        for number in range(games - len(real)):
            table, at, opening, public, stage = real[number % len(real)]
            new = secrets.token_hex(8)
            said = json.dumps({**json.loads(opening), "table": new}, separators=(",", ":"))
            store.execute(
                "INSERT INTO tables (id, at, opening, public, stage) VALUES (?, ?, ?, ?, ?)",
                (new, at, said, public, stage),
            )
            store.executemany(
                "INSERT INTO moves (table_id, n, at, entry) VALUES (?, ?, ?, ?)",
                ((new, *move) for move in moves[table]),
            )
        store.commit()


def _measure(path: Path, games: int) -> Shelf:
    with contextlib.closing(sqlite3.connect(path)) as store:
        done = [table for (table,) in store.execute("SELECT id FROM tables WHERE stage = 'done'")]
    assert len(done) == games
    starts = []
    for _ in range(_STARTS):
        with _started(path) as (server, seconds):
            starts.append(seconds)
            new = [server.open("Emma", "+")["table"] for _ in range(_JOINS)]
            join_new = asyncio.run(_join(server, new))
            # Spread over the shelf, and each once only: the second time it is in memory.
            step = max(1, len(done) // _JOINS)
            join_done = asyncio.run(_join(server, done[::step][:_JOINS]))
    return Shelf(games, statistics.median(starts), join_new, join_done)


async def _join(server: Server, tables: list[Any]) -> float:
    taken = []
    for table in tables:
        begin = time.perf_counter()
        wire = _Joining()
        await wire.connect("127.0.0.1", server.port, f"/api/tables/{table}/socket")
        wire.write(frame(b'{"type":"hello","id":1}'))
        await asyncio.wait_for(wire.view, 10)
        taken.append(time.perf_counter() - begin)
        wire.close()
    return statistics.median(taken)
