"""Where tables are kept: a setup and the entries after it, append-only.

The state of a table is never stored; it is worked out again from its entries. The primary
key (table, n) is the guard: of two workers that append the same n, one is refused, reads
what the other wrote, and thinks again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from rowlock.server.stage import Stage
from rowlock.server.store.daily import DailyRows

__all__ = ["StoredTable", "Notice", "Store", "StoreError", "Written", "open_store"]


class StoreError(Exception):
    """The store cannot do its work now; the sentence says why and may be shown to whoever runs
    the server.
    """


class Written(NamedTuple):
    """One entry of a table: its number from 1, when it was written, and its text."""

    n: int
    at: float  # seconds since 1970
    entry: str


class StoredTable(NamedTuple):
    """A table as it is kept: how it was opened, and what was written since."""

    at: float
    opening: str
    entries: tuple[Written, ...]


class Notice(NamedTuple):
    """Something happened at a table, perhaps in another worker.

    Either entries were appended, up to number n, or a passing message is to be told that
    nobody keeps. No table at all: news may have been missed, look at every table.
    """

    table_id: str
    message: str = ""
    n: int = 0


class Store(Protocol):
    """What the server needs of a database. Times are given, never taken, so tests can choose."""

    shared: bool
    """Whether other workers may write to the same tables."""
    daily: DailyRows
    """What is kept of the daily games."""

    async def open(self, listener: Callable[[Notice], None]) -> None:
        """Connect, bring the schema up to date, and tell the listener all news from now on.

        Notice of what this worker itself created or appended may be told or not.
        """

    async def close(self) -> None:
        """Finish every write that was begun, then let go."""

    async def create(self, table_id: str, at: float, opening: str, public: bool) -> bool:
        """Keep a new table; False if there is one of this id."""

    async def append(
        self, table_id: str, n: int, at: float, entry: str, stage: Stage | None = None
    ) -> bool:
        """Write entry n; False if somebody was faster. When this returns, the entry is safe.

        A table that was never created, or a text with a NUL in it, is a StoreError. After
        any StoreError, and when the caller is cancelled, the entry may be there or not:
        only reading tells, so no two entries should be the same text.
        """

    async def read(self, table_id: str, after: int = 0) -> StoredTable | None:
        """A table with its entries after n, in order; None if there is no such table."""

    async def broadcast(self, table_id: str, message: str) -> None:
        """Pass a message to all workers, this one too; nothing is kept.

        More than 7,999 bytes, with the table, are a StoreError.
        """

    async def public_tables(self, limit: int) -> list[str]:
        """The public tables that are not done, newest first."""

    async def idle_tables(self, stage: Stage, before: float, limit: int) -> list[str]:
        """The tables of this stage whose last entry, or opening if there is none, is older than
        this time; the longest idle first.
        """

    async def count_tables(self) -> dict[Stage, int]:
        """How many tables are in each stage, also where there are none."""

    async def check(self) -> None:
        """A StoreError if the database does not answer."""

    async def try_writing(self) -> None:
        """A StoreError if nothing can be written; tried with a row that is there already."""


def open_store(url: str) -> Store:
    """The store of this URL, not yet connected: `sqlite:PATH` or `postgresql://...`."""
    scheme, _, rest = url.partition(":")
    if scheme == "sqlite" and rest.removeprefix("//"):
        from rowlock.server.store.sqlite import SqliteStore

        return SqliteStore(rest.removeprefix("//"))
    if scheme in ("postgresql", "postgres"):
        from rowlock.server.store.postgres import PostgresStore

        return PostgresStore(url)
    raise StoreError(
        f"expected sqlite:PATH or postgresql://USER:PASSWORD@HOST/DATABASE, found {scheme[:20]!r}"
    )
