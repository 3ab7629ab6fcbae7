"""Several processes that serve the same address; one that dies is started again."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from multiprocessing.process import BaseProcess

__all__ = ["run_workers"]

log = logging.getLogger("rowlock")

_STOP_SECONDS = 15
_SHORT_LIFE = 1.0
"""Whoever dies sooner than this waits before the next try, lest a broken start spins."""


def _live_with_parent(work: Callable[[socket.socket], None], bound: socket.socket) -> None:
    """Work, but not longer than the process that started this one."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
    work(bound)


def run_workers(work: Callable[[socket.socket], None], bound: socket.socket, count: int) -> None:
    """Run this number of workers until this process is told to stop."""
    spawn = multiprocessing.get_context("spawn")
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    started: dict[BaseProcess, float] = {}

    def start() -> None:
        process = spawn.Process(target=_live_with_parent, args=(work, bound))
        process.start()
        started[process] = time.monotonic()

    for _ in range(count):
        start()
    while not stop.wait(0.2):
        for process, since in list(started.items()):
            if not process.is_alive():
                log.warning("a worker died", extra={"exit": process.exitcode})
                del started[process]
                if time.monotonic() - since < _SHORT_LIFE:
                    stop.wait(_SHORT_LIFE)
                start()
    for process in started:
        process.terminate()
    for process in started:
        process.join(_STOP_SECONDS)
        if process.is_alive():
            process.kill()
