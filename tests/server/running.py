"""A real server process for tests, and what one asks it over HTTP."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

__all__ = ["Server", "running", "seats"]

LOOSE = {  # limits that would stop a test which plays many games from one address
    "ROWLOCK_BOT_PAUSE": "0",
    "ROWLOCK_TABLES_PER_HOUR": "100000",
    "ROWLOCK_REQUESTS_PER_SECOND": "100000",
    "ROWLOCK_REQUESTS_AT_ONCE": "100000",
    "ROWLOCK_MESSAGES_PER_SECOND": "100000",
    "ROWLOCK_MESSAGES_AT_ONCE": "100000",
    "ROWLOCK_PUBLIC_PER_ADDRESS": "100000",
    "ROWLOCK_SEATS_PER_MINUTE": "100000",
    "ROWLOCK_REACTIONS_PER_SECOND": "100000",
    "ROWLOCK_REACTIONS_AT_ONCE": "100000",
    "ROWLOCK_HINTS_PER_SECOND": "100000",
    "ROWLOCK_HINTS_AT_ONCE": "100000",
    "ROWLOCK_HINTS_PER_MINUTE": "100000",
    "ROWLOCK_SOCKETS_PER_ADDRESS": "10000",
    "ROWLOCK_SOCKETS_PER_SECOND": "10000",
}


class Server:
    """`rowlock serve` in a process of its own."""

    def __init__(
        self, db: str, port: int = 0, files: int = 0, module: str = "rowlock", **settings: object
    ) -> None:
        self.db = db
        self.module = module  # whose command it is
        self.port = port
        self.files = files  # the limit of open files, if it is another than usual
        self.settings = settings
        self.log: list[str] = []
        self.start()

    def start(self) -> None:
        """Start, or start again at the same address."""
        given = {f"ROWLOCK_{name.upper()}": str(value) for name, value in self.settings.items()}
        serve = [sys.executable, "-m", self.module, "serve", "--port", str(self.port)]
        limit = ["sh", "-c", f'ulimit -n {self.files}; exec "$@"', "sh"] if self.files else []
        self.process = subprocess.Popen(
            [*limit, *serve, "--db", self.db],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **LOOSE, "ROWLOCK_LOG": "info", **given},
        )
        assert self.process.stdout
        assert self.process.stderr
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        if found is None:
            raise RuntimeError(f"the server did not start: {line}{self.process.stderr.read()}")
        self.port = int(found[1])
        self.reader = threading.Thread(target=self._read, args=(self.process.stderr,), daemon=True)
        self.reader.start()

    def _read(self, stream: Any) -> None:
        with contextlib.suppress(ValueError):
            self.log.extend(stream)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def socket(self, table: str) -> str:
        return f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket"

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Stop the process with a signal; gives its exit code."""
        self.process.send_signal(number)
        try:
            return self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise
        finally:
            self.reader.join(5)
            assert self.process.stdout
            assert self.process.stderr
            self.process.stdout.close()
            self.process.stderr.close()

    def kill(self) -> None:
        """As if the power had gone."""
        self.stop(signal.SIGKILL)

    def request(
        self, method: str, path: str, body: object = None, key: str = ""
    ) -> tuple[int, Any]:
        """The status and the answer, JSON or text."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, method=method)
        if key:
            request.add_header("Rowlock-Key", key)
        if data is not None:
            request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                status, text, kind = response.status, response.read(), response.headers
        except urllib.error.HTTPError as error:
            with error:
                status, text, kind = error.code, error.read(), error.headers
        told = text.decode()
        return status, json.loads(told) if "json" in kind.get_content_type() else told

    def get(self, path: str) -> Any:
        status, told = self.request("GET", path)
        assert status == 200, told
        return told

    def open(self, *who: str, **options: Any) -> dict[str, Any]:
        """Open a table; see `seats` for who."""
        status, told = self.request("POST", "/api/tables", {"seats": seats(*who), **options})
        assert status == 201, told
        return dict(told)


def seats(*who: str) -> list[dict[str, str]]:
    """`+` is an open seat, a small word the code of a bot, any other a person's name."""
    made = []
    for one in who:
        if one == "+":
            made.append({"kind": "open"})
        elif one.islower():
            made.append({"kind": "bot", "bot": one})
        else:
            made.append({"kind": "person", "name": one})
    return made


@contextlib.contextmanager
def running(db: str | None = None, **settings: object) -> Iterator[Server]:
    """A server on a fresh SQLite file, or on this database, that is stopped at the end.

    `files` limits how many it may have open; `module` is run in the place of `rowlock`.
    """
    with tempfile.TemporaryDirectory() as folder:
        server = Server(db or f"sqlite:{Path(folder) / 'tables.db'}", **settings)  # type: ignore[arg-type]
        try:
            yield server
        finally:
            if server.process.poll() is None:
                server.stop()
