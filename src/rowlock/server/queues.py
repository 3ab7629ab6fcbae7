"""Work that takes a while, done a little at a time: everybody gets a turn, whoever asks for most.

Whoever asks is known by the address. Of each address one piece of work is taken, then one of
the next, so that a stranger who asks for a thousand waits for the thousand, and nobody else.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from rowlock.server.limits import Buckets
from rowlock.server.metrics import Metrics
from rowlock.server.protocol import Code, Refused

__all__ = ["FairQueue"]

T = TypeVar("T")


@dataclass(eq=False)
class _Job:
    who: str
    slow: bool
    work: Callable[[], Awaitable[Any]]
    done: asyncio.Future[Any]
    since: float = field(default_factory=time.monotonic)


class FairQueue:
    """One kind of work, `width` pieces at a time, with one thread of its own.

    `each`: how many pieces of one address may wait. `share`: how much of the time may go to
    slow work, which waits for all other. `budget`: how many seconds of work an address has, and
    how many it gains each second; what goes beyond is slow.
    """

    def __init__(
        self,
        name: str,
        metrics: Metrics,
        *,
        width: int = 1,
        each: int = 64,
        share: float = 1.0,
        budget: tuple[float, float] = (1e9, 0.0),
    ) -> None:
        self.width, self.each, self.share = width, each, share
        self._budgets = Buckets(*budget)
        self._thread = ThreadPoolExecutor(1, f"rowlock-{name}")
        self._waiting: tuple[OrderedDict[str, deque[_Job]], ...] = (OrderedDict(), OrderedDict())
        self._running: set[asyncio.Task[None]] = set()
        self._slow_from = 0.0  # no slow work is begun before
        self._timer: asyncio.TimerHandle | None = None
        self._length = metrics.queue.labels(name)
        self._waited = metrics.queue_seconds.labels(name)

    async def do(self, who: str, work: Callable[[], Awaitable[T]], *, slow: bool = False) -> T:
        """Do this when its turn comes; a refusal if too much of this address waits already."""
        slow = slow or not self._budgets.spend(who, 0.0, time.monotonic())
        if sum(len(queue[who]) for queue in self._waiting if who in queue) >= self.each:
            raise Refused(Code.TOO_FAST, "too much that you asked for is being done; wait a moment")
        job = _Job(who, slow, work, asyncio.get_running_loop().create_future())
        self._waiting[slow].setdefault(who, deque()).append(job)
        self._length.inc()
        self._go_on()
        result: T = await job.done
        return result

    async def in_thread(self, call: Callable[..., T], *given: object) -> T:
        """Call this in the thread of this kind of work."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, call, *given)

    def close(self) -> None:
        """Begin nothing more."""
        self.width = 0
        for task in self._running:
            task.cancel()
        if self._timer is not None:
            self._timer.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _go_on(self) -> None:
        while len(self._running) < self.width and (job := self._next()) is not None:
            task = asyncio.get_running_loop().create_task(self._do(job))
            self._running.add(task)

    def _next(self) -> _Job | None:
        for queue in self._waiting:
            now = time.monotonic()
            if queue is self._waiting[1] and queue and now < self._slow_from:
                if self._timer is None:
                    wait = self._slow_from - now
                    self._timer = asyncio.get_running_loop().call_later(wait, self._wake)
                return None
            while queue:
                who, jobs = next(iter(queue.items()))
                job = jobs.popleft()
                self._length.dec()
                queue.move_to_end(who)
                if not jobs:
                    del queue[who]
                if not job.done.done():  # whoever asked may have gone
                    return job
        return None

    def _wake(self) -> None:
        self._timer = None
        self._go_on()

    async def _do(self, job: _Job) -> None:
        begun = time.monotonic()
        self._waited.observe(begun - job.since)
        try:
            result = await job.work()
        except BaseException as error:
            if isinstance(error, asyncio.CancelledError):
                job.done.cancel()
            elif not job.done.done():
                job.done.set_exception(error)
        else:
            if not job.done.done():
                job.done.set_result(result)
        now = time.monotonic()
        self._budgets.spend(job.who, now - begun, now)
        if job.slow:
            self._slow_from = now + (now - begun) * (1 / self.share - 1)
        task = asyncio.current_task()
        assert task is not None
        self._running.discard(task)
        self._go_on()
