"""Garbage collection in short pauses: often, and little at a time.

Almost everything is freed at once, since nothing at a table is part of a reference cycle, and
closed connections are taken apart. What errors leave over is found by Python's collector, but a
full collection over the objects of thousands of sockets would hold everybody up for most of a
second. So what has survived one collection is frozen and not searched again, until few enough
connections are open that a full collection is short.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import Callable

from rowlock.server.metrics import Metrics

__all__ = ["Collector", "tune"]

_FEW = 60
"""With at most this many connections and tables a full collection takes a few hundredths of a
second.
"""
_EVERYTHING = 30
"""Collections between two full ones, at least."""


def tune() -> None:
    """Make pauses short, once everything that stays has been made. Python collects young objects
    by itself; and the thread that writes must not wait long for the one that thinks.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 5, 1_000_000_000)
    sys.setswitchinterval(0.001)


class Collector:
    """Collects garbage again and again; `busy` says how many could be held up."""

    def __init__(self, seconds: float, metrics: Metrics, busy: Callable[[], int]) -> None:
        self.seconds = seconds
        self.metrics = metrics
        self.busy = busy
        self.runs = 0  # since the last full one

    def start(self) -> None:
        """Begin; it goes on as long as the loop."""
        asyncio.get_running_loop().call_later(self.seconds, self._go_on)

    def _go_on(self) -> None:
        self.collect()
        self.start()

    def collect(self) -> None:
        """Free what nobody needs, and freeze what is left."""
        begun = time.perf_counter()
        self.runs += 1
        if self.runs >= _EVERYTHING and self.busy() <= _FEW:
            self.runs = 0
            gc.unfreeze()
        gc.collect()
        gc.freeze()
        self.metrics.pauses.observe(time.perf_counter() - begun)
