"""What is kept of the daily games, in any database: a seed a day, and a row for each try.

All that is written here may be written twice: a seed that is there stays, and so does a result.
"""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, NamedTuple, Protocol

__all__ = ["DailyRows", "KeptTry", "SameResult", "Value"]

Value = str | int | float | None

_KEEP_SEED = """
    INSERT INTO daily_seeds (day, at, seed) VALUES ($1, $2, $3) ON CONFLICT (day) DO NOTHING
"""
_SEED = "SELECT seed FROM daily_seeds WHERE day = $1"
_PREVIOUS = "SELECT max(day) FROM daily_seeds WHERE day < $1"
_BEGIN = """
    INSERT INTO daily_tries (day, table_id, at) VALUES ($1, $2, $3)
    ON CONFLICT (day, table_id) DO NOTHING
"""
_FINISH = """
    UPDATE daily_tries SET finished = $3, points = $4, against = $5
    WHERE day = $1 AND table_id = $2 AND finished IS NULL
"""
_TRY = "SELECT finished, points, against FROM daily_tries WHERE day = $1 AND table_id = $2"
_COUNT = "SELECT count(*) FROM daily_tries WHERE day = $1"
_RESULTS = """
    SELECT points, against, count(*), min(table_id) FROM daily_tries
    WHERE day = $1 AND finished < $2 AND points IS NOT NULL
    GROUP BY points, against ORDER BY points DESC, against
"""
_UNTOLD = """
    SELECT d.table_id FROM daily_tries d JOIN tables t ON t.id = d.table_id
    WHERE d.finished IS NULL AND t.stage = 'done' LIMIT $1
"""
_FORGET = (
    "DELETE FROM daily_tries WHERE day < $1",
    "DELETE FROM daily_seeds WHERE day < $1",
)


class KeptTry(NamedTuple):
    """Somebody's try of a day; without a time it is not finished, without points it was ended."""

    finished: float | None
    points: int | None
    against: int | None


class SameResult(NamedTuple):
    """The tries of a day with the same result, and the table of one of them."""

    points: int
    against: int
    tries: int
    table_id: str


class _Write(Protocol):
    def __call__(self, sql: str, *values: Value) -> Awaitable[None]: ...


class _Fetch(Protocol):
    def __call__(self, sql: str, *values: Value) -> Awaitable[list[Any]]: ...


class DailyRows:
    """The rows of a database, by what writes and what reads it; values are $1, $2 and so on."""

    def __init__(self, write: _Write, fetch: _Fetch) -> None:
        self._write = write
        self._fetch = fetch

    async def seed(self, day: str) -> str | None:
        """The seed of a day, in hex; none if nobody has asked for it on that day."""
        rows = await self._fetch(_SEED, day)
        return rows[0][0] if rows else None

    async def keep_seed(self, day: str, at: float, fresh: str) -> str:
        """The seed of a day: the one that is there, whoever drew it, or else this fresh one."""
        known = await self.seed(day)
        if known is not None:
            return known
        await self._write(_KEEP_SEED, day, at, fresh)
        kept = await self.seed(day)
        assert kept is not None
        return kept

    async def previous(self, day: str) -> str | None:
        """The last day before this one that has a seed."""
        previous: str | None = (await self._fetch(_PREVIOUS, day))[0][0]
        return previous

    async def begin(self, day: str, table_id: str, at: float) -> None:
        """Somebody tries the game of a day at this table."""
        await self._write(_BEGIN, day, table_id, at)

    async def finish(
        self, day: str, table_id: str, at: float, points: int | None, against: int | None
    ) -> None:
        """A try has ended, at this time; only the first result of a table counts."""
        await self._write(_FINISH, day, table_id, at, points, against)

    async def find(self, day: str, table_id: str) -> KeptTry | None:
        """The try at this table."""
        rows = await self._fetch(_TRY, day, table_id)
        return KeptTry(*rows[0]) if rows else None

    async def count(self, day: str) -> int:
        """How many have tried a day."""
        return int((await self._fetch(_COUNT, day))[0][0])

    async def results(self, day: str, before: float) -> list[SameResult]:
        """What was played on a day and finished before this time, the best first."""
        return [SameResult(*row) for row in await self._fetch(_RESULTS, day, before)]

    async def untold(self, limit: int) -> list[str]:
        """Tables that are done and whose result was not kept, because a server was killed."""
        return [row[0] for row in await self._fetch(_UNTOLD, limit)]

    async def forget(self, before: str) -> None:
        """Forget all days before this one; the tables stay."""
        for statement in _FORGET:
            await self._write(statement, before)
