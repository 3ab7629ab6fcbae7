"""Tables in PostgreSQL, for any number of workers, who tell each other by NOTIFY.

Connections break, and PostgreSQL is restarted while games go on. What was asked is then
asked again for a few seconds. A write whose answer was lost may have been done: when it is
refused the second time, the row that is there is looked at, and if it is ours all is well.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import unquote, urlsplit

import asyncpg

from rowlock.server.stage import Stage
from rowlock.server.store import Notice, StoredTable, StoreError, Written
from rowlock.server.store.daily import DailyRows, Value
from rowlock.server.store.schema import (
    broadcast_text,
    is_odd,
    migrations_after,
    refuse_odd,
)

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

    Connection = asyncpg.Connection[asyncpg.Record]
    Pool = asyncpg.Pool[asyncpg.Record]

__all__ = ["PostgresStore"]

T = TypeVar("T")

_CHANNEL = "rowlock"
_MIGRATING = 0x526F776C6F636B  # "Rowlock": the advisory lock of whoever migrates
_CONNECTIONS = 8
_CONNECT_S = 5.0
_COMMAND_S = 10.0
_PATIENCE_S = 5.0  # how long it is tried again
_PAUSE_S = 0.05  # before the first new try; doubled each time
_LONGEST_PAUSE_S = 1.0
_HEARTBEAT_S = 20.0  # how often the listening connection is tried, lest it be dead unnoticed

# One statement is one round trip and one transaction.
_TRY_WRITING = "UPDATE rowlock_schema SET version = version"  # nothing else, but it is written
_CREATE = f"""
    WITH written AS (
        INSERT INTO tables (id, at, opening, public) VALUES ($1, $2, $3, $4)
        ON CONFLICT (id) DO NOTHING RETURNING id
    )
    SELECT pg_notify('{_CHANNEL}', id) FROM written
"""
_APPEND = f"""
    WITH written AS (
        INSERT INTO moves (table_id, n, at, entry) VALUES ($1, $2, $3, $4)
        ON CONFLICT (table_id, n) DO NOTHING RETURNING table_id, n
    ), staged AS (
        UPDATE tables SET stage = $5::text
        WHERE id IN (SELECT table_id FROM written) AND stage <> $5::text
    )
    SELECT pg_notify('{_CHANNEL}', table_id || '#' || n) FROM written
"""
_BROADCAST = f"SELECT pg_notify('{_CHANNEL}', $1)"
# The opening comes as entry 0, so that one statement sees both at the same moment.
_READ = """
    SELECT 0 AS n, at, opening AS entry FROM tables WHERE id = $1
    UNION ALL
    SELECT n, at, entry FROM moves WHERE table_id = $1 AND n > $2
    ORDER BY 1
"""
_PUBLIC = "SELECT id FROM tables WHERE public AND stage <> 'done' ORDER BY at DESC LIMIT $1"
_IDLE = """
    SELECT id FROM (
        SELECT t.id, coalesce(
            (SELECT m.at FROM moves m WHERE m.table_id = t.id ORDER BY m.n DESC LIMIT 1), t.at
        ) AS last
        FROM tables t WHERE t.stage = $1 AND t.at < $2
    ) candidates
    WHERE last < $2 ORDER BY last LIMIT $3
"""
_COUNT = "SELECT stage, count(*) AS tables FROM tables GROUP BY stage"

# What may be better in a moment: the connection broke, the server is starting, stopping or
# full, it was too slow, or two transactions were in each other's way. TimeoutError is an OSError.
_FLEETING = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.TransactionRollbackError,
    asyncpg.ReadOnlySQLTransactionError,
)


class PostgresStore:
    """Tables in the database of this URL."""

    shared: bool = True

    def __init__(self, url: str) -> None:
        self._url = url
        self._pool: Pool | None = None
        self._asked = 0
        self._quiet = asyncio.Event()
        self.daily = DailyRows(self._write_row, self._fetch_rows)

    async def open(self, listener: Callable[[Notice], None]) -> None:
        """Connect, migrate unless another worker does, and listen from now on."""
        if self._pool is not None:
            raise StoreError("the store is open already")
        self._listener = listener
        connection: Connection | None = None
        try:
            connection = await self._connect()
            await _migrate(connection)
            await self._hear(connection)
            self._pool = await asyncpg.create_pool(
                self._url,
                min_size=0,  # to keep one for ever would log every try while the server is away
                max_size=_CONNECTIONS,
                timeout=_CONNECT_S,
                command_timeout=_COMMAND_S,
                server_settings={"application_name": "rowlock"},
            )
        except BaseException as error:
            if connection is not None:
                connection.terminate()
            if isinstance(error, (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)):
                raise self._sentence(error) from error
            raise
        self._ear = connection
        self._listening = asyncio.create_task(self._listen())

    async def close(self) -> None:
        """Wait until everything that was asked is answered, then disconnect."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        while self._asked:
            self._quiet.clear()
            await self._quiet.wait()
        self._listening.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._listening
        self._ear.terminate()  # the task may not even have begun
        try:
            await asyncio.wait_for(pool.close(), _CONNECT_S)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            pool.terminate()

    async def create(self, table_id: str, at: float, opening: str, public: bool) -> bool:
        """Keep a new table; False if there is one of this id."""
        refuse_odd(table_id, opening)

        async def work(pool: Pool, again: bool) -> bool:
            if await pool.fetch(_CREATE, table_id, at, opening, public):
                return True
            if not again:
                return False
            there = await pool.fetchrow("SELECT at, opening FROM tables WHERE id = $1", table_id)
            return there is not None and (there["at"], there["opening"]) == (at, opening)

        return await self._patiently(work)

    async def append(
        self, table_id: str, n: int, at: float, entry: str, stage: Stage | None = None
    ) -> bool:
        """Write entry n; False if somebody was faster. When this returns, the entry is safe.

        After a StoreError it may be there or not: only reading the table tells.
        """
        refuse_odd(table_id, entry)
        to = None if stage is None else stage.value

        async def work(pool: Pool, again: bool) -> bool:
            if await pool.fetch(_APPEND, table_id, n, at, entry, to):
                return True
            if not again:
                return False
            # No two entries are the same text, so this one is ours or somebody else's.
            there = await pool.fetchval(
                "SELECT entry FROM moves WHERE table_id = $1 AND n = $2", table_id, n
            )
            return bool(there == entry)

        return await self._patiently(work)

    async def read(self, table_id: str, after: int = 0) -> StoredTable | None:
        """A table with its entries after n, in order; None if there is no such table."""
        if is_odd(table_id):
            return None
        rows = await self._patiently(lambda pool, _: pool.fetch(_READ, table_id, max(after, 0)))
        if not rows:
            return None
        opening, *entries = rows
        written = tuple(Written(row["n"], row["at"], row["entry"]) for row in entries)
        return StoredTable(opening["at"], opening["entry"], written)

    async def broadcast(self, table_id: str, message: str) -> None:
        """Pass a message to all workers, this one too; nothing is kept."""
        payload = broadcast_text(table_id, message)
        await self._patiently(lambda pool, _: pool.fetch(_BROADCAST, payload))

    async def public_tables(self, limit: int) -> list[str]:
        """The public tables that are not done, newest first."""
        rows = await self._patiently(lambda pool, _: pool.fetch(_PUBLIC, limit))
        return [row["id"] for row in rows]

    async def idle_tables(self, stage: Stage, before: float, limit: int) -> list[str]:
        """The tables of this stage where nothing was written since this time, oldest first."""
        values = (stage.value, before, limit)
        rows = await self._patiently(lambda pool, _: pool.fetch(_IDLE, *values))
        return [row["id"] for row in rows]

    async def count_tables(self) -> dict[Stage, int]:
        """How many tables are in each stage."""
        rows = await self._patiently(lambda pool, _: pool.fetch(_COUNT))
        counted = {row["stage"]: row["tables"] for row in rows}
        return {stage: counted.get(stage.value, 0) for stage in Stage}

    async def check(self) -> None:
        """A StoreError if the database does not answer; sooner than others give up."""
        question = "SELECT version FROM rowlock_schema"
        await self._patiently(lambda pool, _: pool.fetchval(question, timeout=2), patience=1)

    async def try_writing(self) -> None:
        """A StoreError if nothing can be written."""
        await self._patiently(lambda pool, _: pool.execute(_TRY_WRITING, timeout=2), patience=1)

    async def _write_row(self, sql: str, *values: Value) -> None:
        """Write one of the rows that are kept beside the tables; twice is as once."""
        await self._patiently(lambda pool, _: pool.execute(sql, *values))

    async def _fetch_rows(self, sql: str, *values: Value) -> list[tuple[Value, ...]]:
        rows = await self._patiently(lambda pool, _: pool.fetch(sql, *values))
        return [tuple(row) for row in rows]

    # Asking

    async def _patiently(
        self, work: Callable[[Pool, bool], Awaitable[T]], patience: float = _PATIENCE_S
    ) -> T:
        """Do the work, again and again if what is in the way may pass; it is told whether an
        earlier try may have been done without our knowledge.
        """
        pool = self._pool
        if pool is None:
            raise StoreError("the store is closed")
        now = asyncio.get_running_loop().time
        until = now() + patience
        pause = _PAUSE_S
        again = False
        self._asked += 1
        try:
            while True:
                try:
                    return await work(pool, again)
                except asyncpg.DataError as error:
                    raise self._sentence(error) from error
                except asyncpg.ForeignKeyViolationError as error:
                    raise StoreError("there is no such table") from error
                except _FLEETING as error:
                    if now() + pause > until:
                        raise self._sentence(error) from error
                except asyncpg.PostgresError as error:
                    raise self._sentence(error) from error
                again = True
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE_S)
        finally:
            self._asked -= 1
            if not self._asked:
                self._quiet.set()

    def _sentence(self, error: Exception) -> StoreError:
        """What is wrong, without the password and without what was to be written."""
        if isinstance(error, asyncpg.PostgresError):
            reason = str(error.args[0]) if error.args else type(error).__name__
        elif isinstance(error, TimeoutError):
            reason = "it did not answer in time"
        elif isinstance(error, OSError):
            reason = error.strerror or str(error) or type(error).__name__
        else:
            reason = str(error) or type(error).__name__
        with contextlib.suppress(ValueError):
            password = urlsplit(self._url).password
            for secret in (password, unquote(password or "")):
                reason = reason.replace(secret, "***") if secret else reason
        return StoreError(f"PostgreSQL: {reason}")

    # Listening

    async def _connect(self) -> Connection:
        """A connection of our own, outside the pool and without a limit to its commands."""
        try:
            return await asyncpg.connect(
                self._url,
                timeout=_CONNECT_S,
                server_settings={"application_name": "rowlock-listening"},
            )
        except ValueError:
            # It would quote the part of the URL it stumbles over, which may be the password.
            raise StoreError(
                "the URL is not understood, expected postgresql://USER:PASSWORD@HOST:PORT/DATABASE"
            ) from None

    async def _hear(self, connection: Connection) -> None:
        """Listen on this connection, or else give it up."""
        try:
            await connection.add_listener(_CHANNEL, self._heard)
        except BaseException:
            connection.terminate()
            raise

    def _heard(
        self,
        _connection: Connection | PoolConnectionProxy[asyncpg.Record],
        _pid: int,
        _channel: str,
        payload: object,
    ) -> None:
        """Pass on what somebody notified."""
        head, _, message = str(payload).partition("\n")
        table_id, _, n = head.partition("#")
        if self._pool is not None:
            self._listener(Notice(table_id, message, int(n or 0)))

    async def _listen(self) -> None:
        """Listen for ever: when the connection is lost, connect again and say so."""
        pause = _PAUSE_S
        while True:
            await _until_lost(self._ear)
            while True:
                await asyncio.sleep(pause)
                try:
                    self._ear = await self._connect()
                    await self._hear(self._ear)
                except (*_FLEETING, asyncpg.PostgresError, StoreError):
                    pause = min(2 * pause, _LONGEST_PAUSE_S)
                else:
                    break
            pause = _PAUSE_S
            # By way of the loop, so that a mistake of the listener's does not end the listening.
            asyncio.get_running_loop().call_soon(self._listener, Notice(""))


async def _until_lost(connection: Connection) -> None:
    """Wait until a connection ends, or no longer answers; it is of no use afterwards."""
    lost = asyncio.Event()
    connection.add_termination_listener(lambda _: lost.set())
    try:
        while not connection.is_closed():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(lost.wait(), _HEARTBEAT_S)
                break
            await connection.execute("SELECT 1", timeout=_CONNECT_S)
    except (*_FLEETING, asyncpg.PostgresError):
        pass
    finally:
        connection.terminate()


async def _migrate(connection: Connection) -> None:
    """Bring the schema up to date, all at once; of several workers one does it, the others
    wait for it.
    """
    # Read committed, so that who waited for the lock sees what was done meanwhile.
    async with connection.transaction(isolation="read_committed"):
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _MIGRATING)
        found = 0
        if await connection.fetchval("SELECT to_regclass('rowlock_schema') IS NOT NULL"):
            found = await connection.fetchval("SELECT max(version) FROM rowlock_schema") or 0
        for statements in migrations_after(found, "postgres"):
            for statement in statements:
                await connection.execute(statement)
