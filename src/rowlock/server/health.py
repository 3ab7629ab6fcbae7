"""Whether this worker can serve: the store can be read and written, now and a moment ago.

A disk that is full can still be read. So what could not be written is remembered and noted, and
whoever asks is told; now and then a tiny write is tried, but not for everybody who asks.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Iterator

from rowlock.server.store import Store, StoreError

__all__ = ["Health"]

log = logging.getLogger("rowlock")

_FRESH_S = 2.0  # as long as an answer is good
_MEMORY_S = 10.0  # as long as a failed write is remembered
_QUIET_S = 10.0  # between two notes in the log


class Health:
    """What one worker knows of its store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._asked: asyncio.Task[str] | None = None
        self._asked_at = float("-inf")
        self._failed_at = float("-inf")
        self._noted_at = float("-inf")
        self._unnoted = 0

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """Whatever is written in here is remembered, if it fails."""
        try:
            yield
        except StoreError as error:
            self.failed(error)
            raise
        self.wrote()

    def wrote(self) -> None:
        """Something was written: what failed before is over."""
        self._failed_at = float("-inf")

    def failed(self, error: StoreError) -> None:
        """Something could not be written."""
        self._failed_at = time.monotonic()
        self.note(error)

    def note(self, error: StoreError) -> None:
        """Note what the store says: at once, but not again and again."""
        now = time.monotonic()
        if now - self._noted_at < _QUIET_S:
            self._unnoted += 1
            return
        log.warning("store", extra={"why": str(error), "before": self._unnoted})
        self._noted_at, self._unnoted = now, 0

    async def trouble(self) -> str:
        """What is wrong with the store, in a sentence; nothing if it works."""
        now = time.monotonic()
        if now - self._failed_at < _MEMORY_S:
            return "the database cannot be written"
        if self._asked is None or (self._asked.done() and now - self._asked_at > _FRESH_S):
            self._asked = asyncio.create_task(self._ask())
            self._asked_at = now
        return await asyncio.shield(self._asked)

    async def _ask(self) -> str:
        try:
            await self._store.check()
        except StoreError as error:
            self.note(error)
            return "the database does not answer"
        try:
            await self._store.try_writing()
        except StoreError as error:
            self.note(error)
            return "the database cannot be written"
        return ""
