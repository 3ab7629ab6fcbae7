"""Tables brought back from the store: read, folded and told again, away from the event loop.

A long table takes a while to work out. It is done in a thread, a few at a time, each address in
its turn. A table that cannot be read is noted once, with the entry where it went wrong, and not
tried again for a while.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Iterator
from typing import TypeVar

from rowlock.errors import Contradiction
from rowlock.server.creation import OpenTable, setup_for
from rowlock.server.encoding import to_text
from rowlock.server.entries import read_entry
from rowlock.server.lessons import lesson_shown
from rowlock.server.metrics import Metrics
from rowlock.server.packing import Packed, pack
from rowlock.server.progress import advance
from rowlock.server.protocol import Code, Refused
from rowlock.server.queues import FairQueue
from rowlock.server.setup import TableSetup, read_setup
from rowlock.server.stage import Stage
from rowlock.server.store import Store, StoredTable
from rowlock.server.table import Table
from rowlock.server.view import told_text
from rowlock.variant import Variant

__all__ = ["Loading", "short"]

log = logging.getLogger("rowlock")

T = TypeVar("T")

_AT_ONCE = 2  # one is read from the store while another is worked out
_FEW = 20  # entries that are worked out at once: handing them to a thread would take longer
_BROKEN_S = 30.0  # before a table that could not be read is tried again
_MOST_BROKEN = 1_000
_STORIES = 32 * 1024 * 1024
"""Bytes of finished stories that are kept."""
_LESSONS = 32
"""Lessons of people's own variants that are kept."""


def short(table_id: str) -> str:
    """Enough of an id to find it again; the whole id is the link to a private table."""
    return table_id[:4]


class _Spoilt(Exception):
    """What is written of a table cannot be understood from this entry on; 0 is the setup."""

    def __init__(self, n: int) -> None:
        self.n = n
        super().__init__(f"entry {n}")


class Loading:
    """What one worker reads of its store."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store = store
        self._queue = FairQueue("tables", metrics, width=_AT_ONCE)
        self._broken: OrderedDict[str, tuple[float, Refused]] = OrderedDict()
        self._stories: OrderedDict[str, tuple[int, Packed]] = OrderedDict()
        self._lessons: OrderedDict[tuple[Variant, str], Packed] = OrderedDict()

    def close(self) -> None:
        """Read nothing more."""
        self._queue.close()

    async def setup(self, asked: OpenTable, host: str, who: str) -> TableSetup:
        """The setup of a new table; a variant file is read in a thread."""
        if asked.variant_file is None:
            return setup_for(asked, host)
        return await self._queue.do(who, lambda: self._queue.in_thread(setup_for, asked, host))

    async def table(self, table_id: str, who: str) -> Table:
        """The table of this id as it is written."""

        async def load() -> Table:
            stored = await self._read(table_id)
            if len(stored.entries) <= _FEW and '"file":""' in stored.opening:
                return folded(stored)
            return await self._queue.in_thread(folded, stored)

        return await self._readable(table_id, lambda: self._queue.do(who, load))

    async def caught_up(self, before: Table) -> Table:
        """The table with what was written since."""

        async def load() -> Table:
            stored = await self._store.read(before.id, before.n)
            if stored is None or len(stored.entries) <= _FEW:
                return before if stored is None else onwards(before, stored)
            return await self._queue.in_thread(onwards, before, stored)

        return await self._readable(before.id, load)

    async def story(self, table: Table, who: str) -> Packed:
        """Everything that was told at a table; of finished ones it is kept for a while."""
        n, known = self._stories.get(table.id, (0, None))
        if known is not None and n == table.n:
            self._stories.move_to_end(table.id)
            return known

        async def tell() -> Packed:
            stored = await self._read(table.id)
            return await self._queue.in_thread(_packed_story, stored)

        told = await self._readable(table.id, lambda: self._queue.do(who, tell))
        if table.stage is Stage.DONE:
            self._stories[table.id] = (table.n, told)
            while sum(map(_size, self._stories.values())) > _STORIES:
                self._stories.popitem(last=False)
        return told

    async def lesson(self, variant: Variant, language: str, who: str) -> Packed:
        """The lesson of a variant that does not ship: positions are searched for, in a thread."""
        known = self._lessons.get((variant, language))
        if known is None:

            def make() -> Packed:
                told = to_text(lesson_shown(variant, language)).encode()
                return pack(told, "application/json", level=5)

            known = await self._queue.do(who, lambda: self._queue.in_thread(make))
            self._lessons[variant, language] = known
            while len(self._lessons) > _LESSONS:
                self._lessons.popitem(last=False)
        return known

    async def record(self, table: Table, who: str) -> Packed:
        """The written game."""

        def write() -> Packed:
            return pack(table.record.write().encode(), "text/plain; charset=utf-8", level=5)

        return await self._queue.do(who, lambda: self._queue.in_thread(write))

    async def _read(self, table_id: str) -> StoredTable:
        stored = await self._store.read(table_id)
        if stored is None:
            raise Refused(Code.UNKNOWN_TABLE, "there is no such table; is the link complete?")
        return stored

    async def _readable(self, table_id: str, read: Callable[[], Awaitable[T]]) -> T:
        """What is read of a table, or a refusal if that cannot be understood."""
        until, refusal = self._broken.get(table_id, (0.0, None))
        if refusal is not None and time.monotonic() < until:
            raise Refused(refusal.code, refusal.sentence)
        try:
            return await read()
        except Contradiction as error:  # of another edition or format
            log.warning("a table is refused: %s", error, extra={"table": short(table_id)})
            refused = Refused(Code.OTHER_EDITION, error.message)
        except _Spoilt as spoilt:
            facts = {"table": short(table_id), "n": spoilt.n}
            log.error("a table cannot be read", exc_info=spoilt.__cause__, extra=facts)
            sentence = "this table cannot be read; whoever runs the server was told"
            refused = Refused(Code.UNAVAILABLE, sentence)
        self._broken[table_id] = (time.monotonic() + _BROKEN_S, refused)
        while len(self._broken) > _MOST_BROKEN:
            self._broken.popitem(last=False)
        raise refused from None


def _opened(stored: StoredTable) -> Table:
    try:
        return Table.fresh(read_setup(stored.opening), stored.at)
    except Contradiction:
        raise
    except Exception as error:
        raise _Spoilt(0) from error


def _steps(table: Table, stored: StoredTable) -> Iterator[Table]:
    """The table after each entry."""
    for written in stored.entries:
        try:
            table = advance(table, written.at, read_entry(written.entry))
            if table.n != written.n:
                raise ValueError(f"expected entry {table.n}, found {written.n}")
        except Exception as error:
            raise _Spoilt(written.n) from error
        yield table


def onwards(table: Table, stored: StoredTable) -> Table:
    """The table after these entries."""
    last = deque(_steps(table, stored), maxlen=1)
    return last[0] if last else table


def folded(stored: StoredTable) -> Table:
    """The table as it is written."""
    return onwards(_opened(stored), stored)


def told_again(stored: StoredTable) -> str:
    """Everything that was told at a table, message by message."""
    before = _opened(stored)
    told: list[str] = []
    for table in _steps(before, stored):
        if table.v != before.v:
            message = told_text(table, before.v, None, before if before.game else None)
            assert message is not None  # an entry tells less than the tail of a story holds
            told.append(message)
        before = table
    return f"[{','.join(told)}]"


def _packed_story(stored: StoredTable) -> Packed:
    return pack(told_again(stored).encode(), "application/json", level=5)


def _size(story: tuple[int, Packed]) -> int:
    return len(story[1].body) + len(story[1].packed)
