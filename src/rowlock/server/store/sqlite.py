"""Tables in one file, for one server: SQLite, with everything that waits written at once.

A commit waits for the disk, which takes as long for one entry as for a hundred. So one
thread takes all that is waiting, writes it in one transaction and tells all who wait.
Another thread reads, because readers of such a file need not wait for its writer.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import NamedTuple, TypeVar

from rowlock.server.stage import Stage
from rowlock.server.store import Notice, StoredTable, StoreError, Written
from rowlock.server.store.daily import DailyRows, Value
from rowlock.server.store.file_lock import hold, number_of
from rowlock.server.store.schema import (
    broadcast_text,
    is_odd,
    migrations_after,
    refuse_odd,
)

__all__ = ["SqliteStore", "connect"]

T = TypeVar("T")

_BUSY_S = 5.0  # somebody may look into the file with another program
_GATHER_S = 0.008  # others who write meanwhile share the commit, and the wait for the disk
_MAGIC = b"SQLite format 3\0"
_OLDEST = (3, 37, 0)  # knows STRICT

_CREATE = """
    INSERT INTO tables (id, at, opening, public) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
"""
_APPEND = """
    INSERT INTO moves (table_id, n, at, entry) VALUES (?, ?, ?, ?)
    ON CONFLICT (table_id, n) DO NOTHING
"""
_STAGE = "UPDATE tables SET stage = ?1 WHERE id = ?2 AND stage <> ?1"
# The opening comes as entry 0, so that one statement sees both at the same moment.
_READ = """
    SELECT 0 AS n, at, opening AS entry FROM tables WHERE id = ?1
    UNION ALL
    SELECT n, at, entry FROM moves WHERE table_id = ?1 AND n > ?2
    ORDER BY 1
"""
_PUBLIC = """
    SELECT id FROM tables WHERE public = 1 AND stage <> 'done' ORDER BY at DESC LIMIT ?
"""
_IDLE = """
    SELECT id FROM (
        SELECT t.id, coalesce(
            (SELECT m.at FROM moves m WHERE m.table_id = t.id ORDER BY m.n DESC LIMIT 1), t.at
        ) AS last
        FROM tables t WHERE t.stage = ?1 AND t.at < ?2
    )
    WHERE last < ?2 ORDER BY last LIMIT ?3
"""
_COUNT = "SELECT stage, count(*) FROM tables GROUP BY stage"


class _Writing(NamedTuple):
    """Something to write: a row that may be refused, and what else to do if it is not."""

    insert: str
    values: tuple[Value, ...]
    stage: Stage | None
    written: asyncio.Future[bool]


_Outcome = bool | StoreError


def connect(path: Path) -> sqlite3.Connection:
    """The file, ready for use: safe against a power cut, and without transactions that
    begin by themselves.
    """
    connection = sqlite3.connect(
        path, timeout=_BUSY_S, isolation_level=None, check_same_thread=False
    )
    try:
        (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise StoreError(f"{path} is on a disk where SQLite cannot keep a write-ahead log")
        # NORMAL would forget the last commits in a power cut; an entry must be safe.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        connection.close()
        raise
    return connection


class SqliteStore:
    """Tables in the file of this path, which is made if there is none."""

    shared: bool = False

    def __init__(self, path: str | os.PathLike[str]) -> None:
        # One name for one file: the lock lies beside it, wherever links lead.
        self._path = Path(path).expanduser().resolve()
        self._queue: SimpleQueue[_Writing | None] = SimpleQueue()
        self._tried = 0
        self._open: contextlib.ExitStack | None = None
        self._listener: Callable[[Notice], None] | None = None
        self.daily = DailyRows(self._write_row, self._fetch_rows)

    async def open(self, listener: Callable[[Notice], None]) -> None:
        """Open the file for this server alone, and bring its schema up to date."""
        if self._open is not None:
            raise StoreError("the store is open already")
        self._loop = asyncio.get_running_loop()
        with contextlib.ExitStack() as opened:
            await asyncio.to_thread(self._prepare, opened)
            self._reading = ThreadPoolExecutor(1, "rowlock-reading")
            self._ended = self._loop.create_future()
            # A daemon: what nobody was told is safe may be lost when the process ends.
            threading.Thread(target=self._serve, name="rowlock-writing", daemon=True).start()
            self._open = opened.pop_all()
        self._listener = listener

    async def close(self) -> None:
        """Write all that is queued, then close the file."""
        opened, self._open = self._open, None
        if opened is None:
            return
        self._queue.put(None)
        await asyncio.shield(self._ended)
        await asyncio.to_thread(self._reading.shutdown)
        # The last connection to close folds the write-ahead log into the file.
        await asyncio.to_thread(opened.close)

    async def create(self, table_id: str, at: float, opening: str, public: bool) -> bool:
        """Keep a new table; False if there is one of this id."""
        refuse_odd(table_id, opening)
        return await self._write(_CREATE, (table_id, at, opening, int(public)), None)

    async def append(
        self, table_id: str, n: int, at: float, entry: str, stage: Stage | None = None
    ) -> bool:
        """Write entry n; False if there is one. When this returns, the entry is on the disk."""
        refuse_odd(table_id, entry)
        return await self._write(_APPEND, (table_id, n, at, entry), stage)

    async def read(self, table_id: str, after: int = 0) -> StoredTable | None:
        """A table with its entries after n, in order; None if there is no such table."""
        if is_odd(table_id):
            return None

        def question(connection: sqlite3.Connection) -> StoredTable | None:
            rows = connection.execute(_READ, (table_id, max(after, 0))).fetchall()
            if not rows:
                return None
            (_, at, opening), *entries = rows
            return StoredTable(at, opening, tuple(Written(*row) for row in entries))

        return await self._ask(question)

    async def broadcast(self, table_id: str, message: str) -> None:
        """Tell the listener: there are no other workers."""
        broadcast_text(table_id, message)  # what another store would refuse is refused here too
        if self._open is None or self._listener is None:
            raise StoreError("the store is closed")
        self._listener(Notice(table_id, message))

    async def public_tables(self, limit: int) -> list[str]:
        """The public tables that are not done, newest first."""
        rows = await self._ask(lambda c: c.execute(_PUBLIC, (limit,)).fetchall())
        return [table for (table,) in rows]

    async def idle_tables(self, stage: Stage, before: float, limit: int) -> list[str]:
        """The tables of this stage where nothing was written since this time, oldest first."""
        values = (stage.value, before, limit)
        rows = await self._ask(lambda c: c.execute(_IDLE, values).fetchall())
        return [table for (table,) in rows]

    async def count_tables(self) -> dict[Stage, int]:
        """How many tables are in each stage."""
        counted = dict(await self._ask(lambda c: c.execute(_COUNT).fetchall()))
        return {stage: counted.get(stage.value, 0) for stage in Stage}

    async def check(self) -> None:
        """A StoreError if the file cannot be read."""
        await self._ask(lambda c: c.execute("SELECT version FROM rowlock_schema").fetchone())
        await asyncio.to_thread(self._check_alone)

    async def try_writing(self) -> None:
        """A StoreError if nothing can be written."""
        # A number that nobody reads, another one each time: to write what is there writes nothing.
        self._tried += 1
        await self._write(f"PRAGMA user_version = {self._tried % 2 + 1}", (), None)

    async def _write_row(self, sql: str, *values: Value) -> None:
        """Write one of the rows that are kept beside the tables."""
        await self._write(sql.replace("$", "?"), values, None)

    async def _fetch_rows(self, sql: str, *values: Value) -> list[tuple[Value, ...]]:
        return await self._ask(lambda c: c.execute(sql.replace("$", "?"), values).fetchall())

    # Opening

    def _prepare(self, opened: contextlib.ExitStack) -> None:
        """Lock the file, look at it and connect to it twice; `opened` will undo it."""
        if sqlite3.sqlite_version_info < _OLDEST:
            needed = ".".join(map(str, _OLDEST))
            raise StoreError(f"SQLite {needed} is needed, found {sqlite3.sqlite_version}")
        try:
            if self._path.is_dir():
                raise StoreError(f"{self._path} is a folder, expected a file")
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            opened.enter_context(contextlib.closing(self._lock()))
            self._locked = number_of(self._beside("-serving").stat())
            self._held = opened.enter_context(hold(self._path))
            self._look()
            self._writer = opened.enter_context(contextlib.closing(connect(self._path)))
            _migrate(self._writer)
            self._reader = opened.enter_context(contextlib.closing(connect(self._path)))
            self._reader.execute("PRAGMA query_only = ON")
        except OSError as error:
            reason = error.strerror or str(error)
            raise StoreError(f"{self._path} cannot be opened: {reason}") from error
        except sqlite3.Error as error:
            raise StoreError(f"{self._path} cannot be opened: {error}") from error

    def _beside(self, ending: str) -> Path:
        """A file that belongs to ours."""
        return self._path.with_name(self._path.name + ending)

    def _lock(self) -> sqlite3.Connection:
        """A transaction that never ends, in an empty file beside ours: it shuts other servers
        out on every system, and goes with the process however that ends. It belongs to a name,
        so the file itself is locked as well, where that can be done.
        """
        lock = sqlite3.connect(
            self._beside("-serving"), timeout=0, isolation_level=None, check_same_thread=False
        )
        try:
            lock.execute("PRAGMA journal_mode = OFF")  # nothing is written, so no third file
            lock.execute("BEGIN EXCLUSIVE")
        except BaseException as error:
            lock.close()
            if (
                isinstance(error, sqlite3.OperationalError)
                and error.sqlite_errorcode == sqlite3.SQLITE_BUSY
            ):
                raise StoreError(f"another server is using this file: {self._path}") from None
            raise
        return lock

    def _look(self) -> None:
        """See that the file is ours to read and nobody else's."""
        # Through the descriptor that holds the lock: to close another one would, on POSIX, take
        # SQLite's own locks away.
        start = os.read(self._held.descriptor, len(_MAGIC))
        if start and not (start == _MAGIC and _is_ours(self._path)):
            self._beside("-serving").unlink(missing_ok=True)  # nobody will ever serve this
            raise StoreError(f"{self._path} is not a database of Rowlock")
        # It holds what is still secret, such as dice that nobody has seen.
        for ending in ("", "-wal", "-shm", "-serving"):
            with contextlib.suppress(FileNotFoundError, PermissionError):
                self._beside(ending).chmod(0o600)

    def _check_alone(self) -> None:
        """A StoreError if somebody took the file away under us, or what shuts others out."""
        self._held.check()
        if not self._held.by_itself:
            lock = self._beside("-serving")
            if not lock.exists() or number_of(lock.stat()) != self._locked:
                raise StoreError(f"{lock} was taken away while it was in use")

    # Writing

    async def _write(self, insert: str, values: tuple[Value, ...], stage: Stage | None) -> bool:
        """Queue it, and wait until it was written. Who stops waiting does not stop the writing."""
        if self._open is None:
            raise StoreError("the store is closed")
        written: asyncio.Future[bool] = self._loop.create_future()
        self._queue.put(_Writing(insert, values, stage, written))
        return await written

    def _serve(self) -> None:
        """The writing thread: batch after batch, until the queue says that it was the last."""
        going_on = True
        while going_on:
            batch: list[_Writing] = []
            waiting = self._queue.get()
            time.sleep(_GATHER_S)
            with contextlib.suppress(Empty):
                while waiting is not None:
                    batch.append(waiting)
                    waiting = self._queue.get_nowait()
                going_on = False
            if batch:
                self._on_loop(_tell, batch, self._commit(batch))
        self._on_loop(self._ended.set_result, None)

    def _commit(self, batch: list[_Writing]) -> list[_Outcome]:
        """Write a batch in one transaction; what becomes of each, in order."""
        try:
            self._check_alone()
            with self._writer:  # commits or rolls back what BEGIN began
                self._writer.execute("BEGIN IMMEDIATE")
                return [self._one(writing) for writing in batch]
        except StoreError as error:
            return [error] * len(batch)
        except Exception as error:
            # Whatever went wrong, the next batch must be able to begin.
            with contextlib.suppress(sqlite3.Error):
                self._writer.rollback()
            return [StoreError(f"{self._path} cannot be written: {error}")] * len(batch)

    def _one(self, writing: _Writing) -> _Outcome:
        """Write one of a batch; what is wrong with it alone does not spoil the others."""
        try:
            fresh = self._writer.execute(writing.insert, writing.values).rowcount == 1
        except (sqlite3.IntegrityError, sqlite3.DataError, OverflowError) as error:
            if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
                return StoreError("there is no such table")
            return StoreError(f"this cannot be kept: {error}")
        if fresh and writing.stage is not None:
            self._writer.execute(_STAGE, (writing.stage.value, writing.values[0]))
        return fresh

    def _on_loop(self, call: Callable[..., object], *args: object) -> None:
        """Have the event loop do something, unless it is gone and nobody waits any more."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(call, *args)

    # Reading

    async def _ask(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """Ask the reading thread."""
        if self._open is None:
            raise StoreError("the store is closed")
        try:
            return await self._loop.run_in_executor(self._reading, question, self._reader)
        except sqlite3.Error as error:
            raise StoreError(f"{self._path} cannot be read: {error}") from error


def _tell(batch: list[_Writing], outcomes: list[_Outcome]) -> None:
    """Tell everybody of a batch what became of it, except those who no longer wait."""
    for writing, outcome in zip(batch, outcomes):
        if writing.written.done():
            continue
        if isinstance(outcome, StoreError):
            # Each its own: an exception that several raise collects all their tracebacks.
            writing.written.set_exception(StoreError(*outcome.args))
        else:
            writing.written.set_result(outcome)


def _is_ours(path: Path) -> bool:
    """Whether a database is empty or Rowlock's; nothing is changed in it."""
    with contextlib.closing(sqlite3.connect(path, timeout=_BUSY_S)) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
    return not names or "rowlock_schema" in names


def _migrate(connection: sqlite3.Connection) -> None:
    """Bring the schema up to date, each version in one transaction."""
    found = 0
    if connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone():
        (found,) = connection.execute("SELECT max(version) FROM rowlock_schema").fetchone()
    for statements in migrations_after(found or 0, "sqlite"):
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            for statement in statements:
                connection.execute(statement)
