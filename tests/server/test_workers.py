"""Several workers over one PostgreSQL: any of them serves any table, and one may die."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import psutil
import pytest

from rowlock import read_record
from rowlock.fair import verify
from tests.server.client import Client, play_out
from tests.server.postgres import fresh_database
from tests.server.running import LOOSE, Server, running


@pytest.fixture(scope="module")
def workers() -> Iterator[tuple[Server, Server]]:
    database = fresh_database()
    with running(database, beat_seconds=0.5) as one, running(database, beat_seconds=0.5) as two:
        yield one, two


def entries(server: Server) -> int:
    """How many entries a worker has written and told."""
    lines = server.get("/metrics").splitlines()
    return sum(
        int(float(line.split()[-1]))
        for line in lines
        if line.startswith("rowlock_entries_told_total{")
    )


def test_sockets_of_one_table_sit_at_different_workers(workers: tuple[Server, Server]) -> None:
    one, two = workers

    async def play() -> None:
        opened = one.open("+", "+", "keen", public=True)
        table = opened["table"]
        host, emma = Client(one.socket(table), opened["key"]), Client(one.socket(table))
        max_, watcher = Client(two.socket(table)), Client(two.socket(table))
        async with host, emma, max_, watcher:
            await emma.sit("Emma")
            await max_.sit("Max")
            assert table in {listed["table"] for listed in two.get("/api/tables")}
            for client in (host, watcher):
                await client.until(lambda c=client: c.present.get("seats") == [1, 2])  # type: ignore[misc]
            await emma.ask("react", seat=1, reaction="hello")
            await watcher.until(lambda: any(m["type"] == "reacted" for m in watcher.messages))
            await host.ask("start")
            await asyncio.gather(
                emma.until(lambda: bool(emma.yours)), max_.until(lambda: bool(max_.yours))
            )
            await asyncio.gather(play_out(emma), play_out(max_))
            await watcher.until(lambda: watcher.now["stage"] == "done")
            await host.until(lambda: host.now["stage"] == "done")
            assert watcher.events[-40:] == host.events[-40:]
            assert [e["v"] for e in watcher.events] == sorted({e["v"] for e in watcher.events})
            rematch = await asyncio.gather(emma.ask("rematch"), max_.ask("rematch"))
            assert rematch[0]["table"] == rematch[1]["table"]
        for server in workers:
            assert verify(read_record(server.get(f"/api/tables/{table}/record"))).rolls > 5

    asyncio.run(play())


def test_bots_and_clocks_act_once_though_two_workers_see_them(
    workers: tuple[Server, Server],
) -> None:
    one, two = workers

    async def play() -> None:
        opened = one.open("keen", "keen", "random")
        table = opened["table"]
        before = entries(one) + entries(two)
        host, watcher = Client(one.socket(table), opened["key"]), Client(two.socket(table))
        async with host, watcher:
            await host.ask("start")
            await asyncio.gather(
                host.until(lambda: host.now["stage"] == "done", 60),
                watcher.until(lambda: watcher.now["stage"] == "done", 60),
            )
            assert watcher.events == host.events
        written = entries(one) + entries(two) - before
        record = read_record(one.get(f"/api/tables/{table}/record"))
        assert written <= 1 + len(record.moves)  # the start, and every move at most once
        assert verify(record)

    asyncio.run(play())


def test_a_clock_runs_out_once(workers: tuple[Server, Server]) -> None:
    one, two = workers

    async def play() -> None:
        opened = one.open("Emma", "Max", time="blitz", first=1)
        table = opened["table"]
        emma, other = Client(one.socket(table), opened["key"]), Client(two.socket(table))
        async with emma, other:
            await emma.ask("start")
            await emma.roll()
            await other.until(lambda: other.now["phase"] == "colour" or other.now["turn"] > 1)
            await emma.until(lambda: emma.v == other.v)
            late = [event["seat"] for event in other.events if event["event"] == "timed_out"]
            assert len(late) == len(set(late))
            assert other.events == emma.events

    asyncio.run(play())


def test_the_other_worker_goes_on_when_one_is_killed() -> None:
    database = fresh_database()

    async def play(one: Server, two: Server) -> None:
        opened = one.open("Emma", "keen")
        table = opened["table"]
        async with Client(one.socket(table), opened["key"]) as emma:
            await emma.ask("start")
            await play_out(emma, turns=4)
            one.kill()
        async with Client(two.socket(table), opened["key"], since=emma.v) as again:
            await play_out(again)
            assert again.now["stage"] == "done"
        assert verify(read_record(two.get(f"/api/tables/{table}/record")))

    with running(database) as one, running(database) as two:
        asyncio.run(play(one, two))


@pytest.mark.parametrize("kindly", [True, False], ids=["stopped", "killed"])
def test_several_processes_serve_one_address_and_live_as_long_as_the_first(kindly: bool) -> None:
    database = fresh_database()
    process = subprocess.Popen(
        [sys.executable, "-m", "rowlock", "serve", "--port", "0", "--workers", "2"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **LOOSE, "ROWLOCK_DB": database},
    )
    assert process.stdout is not None
    try:
        port = int(process.stdout.readline().split(":")[2].split("/")[0])
        server = Server.__new__(Server)
        server.port = port
        _healthy(server)
        children = _children(process.pid)
        assert len(children) == 2
        opened = server.open("Emma", "keen")

        async def play() -> None:
            async with Client(server.socket(opened["table"]), opened["key"]) as emma:
                await emma.ask("start")
                await play_out(emma, turns=3)
            os.kill(children[0], signal.SIGKILL)
            while len(_children(process.pid)) < 2 or children[0] in _children(process.pid):
                await asyncio.sleep(0.1)
            seen.extend(_children(process.pid))
            async with Client(server.socket(opened["table"]), opened["key"]) as emma:
                await play_out(emma)

        seen: list[int] = []
        asyncio.run(play())
        if kindly:
            process.terminate()
            assert process.wait(20) == 0
        else:
            process.kill()
            process.wait()
        until = time.monotonic() + 20
        while any(_lives(pid) for pid in seen):
            assert time.monotonic() < until
            time.sleep(0.1)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        process.wait()
        process.stdout.close()


def _children(pid: int) -> list[int]:
    """The workers of a server, leaving out what multiprocessing starts for itself."""
    found = []
    for child in psutil.Process(pid).children():
        with contextlib.suppress(psutil.Error):  # it has just died
            if "resource_tracker" not in " ".join(child.cmdline()):
                found.append(child.pid)
    return sorted(found)


def _lives(pid: int) -> bool:
    with contextlib.suppress(psutil.NoSuchProcess):
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE  # it waits for its parent
    return False


def _healthy(server: Server) -> None:
    until = time.monotonic() + 20
    while True:
        with contextlib.suppress(OSError):
            if server.request("GET", "/healthz")[0] == 200:
                return
        assert time.monotonic() < until
        time.sleep(0.1)
