"""Whether a worker can serve: also when the disk is full, and without becoming work itself."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path

import psutil
import pytest

from rowlock.server.health import Health
from rowlock.server.store import StoreError
from rowlock.server.store.sqlite import SqliteStore
from tests.server.running import running, seats

linux = pytest.mark.skipif(sys.platform != "linux", reason="sets limits of another process")


class Counting(SqliteStore):
    """A store that counts how often it is tried, and that can be full."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.tried = 0
        self.full = False

    async def try_writing(self) -> None:
        self.tried += 1
        if self.full:
            raise StoreError("no room")
        await super().try_writing()


def test_asking_often_tries_seldom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        store = Counting(tmp_path / "tables.db")
        await store.open(lambda _: None)
        health = Health(store)
        assert set(await asyncio.gather(*(health.trouble() for _ in range(100)))) == {""}
        assert store.tried == 1
        store.full = True
        assert await health.trouble() == "", "what was found a moment ago"
        monkeypatch.setattr("rowlock.server.health._FRESH_S", 0.0)
        assert await health.trouble() == "the database cannot be written"
        store.full = False
        await asyncio.sleep(0.01)
        assert await health.trouble() == ""
        await store.close()
        await asyncio.sleep(0.01)
        assert await health.trouble() == "the database does not answer"

    asyncio.run(go())


def test_what_failed_is_remembered_until_something_is_written(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def go() -> None:
        store = Counting(tmp_path / "tables.db")
        await store.open(lambda _: None)
        health = Health(store)
        for _ in range(100):
            health.failed(StoreError("the disk is full"))
        assert await health.trouble() == "the database cannot be written"
        assert store.tried == 0
        health.wrote()
        assert await health.trouble() == ""
        await store.close()

    asyncio.run(go())
    assert [record.__dict__["why"] for record in caplog.records] == ["the disk is full"]


@linux
def test_a_full_disk_is_told_and_noted_and_over_when_there_is_room(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    body = {"seats": seats("Emma", "+")}
    with running(f"sqlite:{file}") as server:
        assert server.request("GET", "/healthz")[0] == 200
        process = psutil.Process(server.process.pid)
        usual = process.rlimit(psutil.RLIMIT_FSIZE)
        process.rlimit(psutil.RLIMIT_FSIZE, (16, usual[1]))  # bytes that a file may grow to
        time.sleep(2.1)  # until what was found before counts no more
        status, told = server.request("GET", "/healthz")
        assert status == 503, "before anybody could not write"
        for _ in range(20):
            status, told = server.request("POST", "/api/tables", body)
            assert (status, told["code"]) == (503, "unavailable")
        status, told = server.request("GET", "/healthz")
        assert (status, told) == (503, {"ok": False, "why": "the database cannot be written"})
        process.rlimit(psutil.RLIMIT_FSIZE, usual)
        assert server.request("POST", "/api/tables", body)[0] == 201
        until = time.monotonic() + 10
        while (told := server.request("GET", "/healthz"))[0] != 200:
            assert time.monotonic() < until, told
            time.sleep(0.1)
    notes = [json.loads(line) for line in server.log if '"what": "store"' in line]
    assert 1 <= len(notes) <= 2
    assert "cannot be written" in notes[0]["why"]
