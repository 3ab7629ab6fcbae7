"""A server whose clock a test moves, and what one asks it about the daily game."""

from __future__ import annotations

import contextlib
import secrets
import sqlite3
import time
from pathlib import Path
from typing import Any

from rowlock.server.days import day_at
from tests.server.running import Server, running

__all__ = ["HOUR", "NOON", "Clock", "Place", "begin", "new_key", "shown"]

HOUR = 3600.0
NOON = 12 * HOUR


class Clock:
    """The clock of a server, which is moved by a file; the true one stays as it is."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "clock"
        self.ahead = 0.0
        self.to(day_at(time.time()).start + NOON)

    def to(self, moment: float) -> None:
        self.ahead = moment - time.time()
        self.file.write_text(str(self.ahead))

    @property
    def now(self) -> float:
        return time.time() + self.ahead


class Place:
    """A server with such a clock, and its file."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.clock = Clock(folder)
        self.file = folder / "tables.db"
        self.serving = running(
            f"sqlite:{self.file}",
            module="tests.server.moved",
            clock_file=self.clock.file,
            **settings,
        )

    def __enter__(self) -> Place:
        self.server: Server = self.serving.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self.serving.__exit__(None, None, None)

    def ask(self, sql: str) -> list[Any]:
        with contextlib.closing(sqlite3.connect(self.file)) as file:
            return file.execute(sql).fetchall()

    def wait(self, sql: str, number: int) -> None:
        """Wait until a question has this number for an answer."""
        until = time.monotonic() + 30
        while self.ask(sql) != [(number,)]:
            assert time.monotonic() < until, f"{sql}: {self.ask(sql)}, not {number}"
            time.sleep(0.1)

    def seed(self, day: str) -> str:
        ((seed,),) = self.ask(f"SELECT seed FROM daily_seeds WHERE day = '{day}'")
        return str(seed)


def new_key() -> str:
    return secrets.token_urlsafe(32)


def shown(server: Server, key: str = "", day: str = "") -> dict[str, Any]:
    status, told = server.request("GET", f"/api/daily{day and '/'}{day}", key=key)
    assert status == 200, told
    return dict(told)


def begin(server: Server, key: str) -> str:
    status, told = server.request("POST", "/api/daily", {"key": key})
    assert status == 200, told
    return str(told["table"])
