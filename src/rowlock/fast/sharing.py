"""One process compiles a kernel, the others wait and load what it has kept.

Two processes that compile the same kernels side by side take each other's time and win nothing.
The lock is one of the system's on a file in the cache: it goes with the process that holds it,
however that ends.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

__all__ = ["FileLock", "share"]

_PATIENCE = 600.0  # seconds: whoever holds a lock for longer sleeps, and is waited for no more
_PAUSE = 0.05


class FileLock:
    """A lock between processes; where there can be none, everybody has it."""

    def __init__(self, path: Path, patience: float = _PATIENCE) -> None:
        self.path = path
        self.patience = patience
        self.depth = 0  # kernels under way in this process, one inside the other
        self._file: int | None = None

    def take(self) -> bool:
        """Wait for the lock; says whether it had to be taken: not if it is held already."""
        if self._file is not None:
            return False
        try:
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError:
            return False  # nothing can be kept there, so nothing is worth waiting for
        deadline = time.monotonic() + self.patience
        told = False
        while not _locked(self._file):
            if time.monotonic() >= deadline:
                self.patience = 0.0  # nor before the next kernel
                break
            if not told:
                told = True
                print(
                    "rowlock: another process is compiling; waiting ...",
                    file=sys.stderr,
                    flush=True,
                )
            time.sleep(_PAUSE)
        return True

    def let_go(self) -> None:
        """Give the lock back, if it is held."""
        if self._file is not None:
            os.close(self._file)  # which unlocks it
            self._file = None


def share(dispatcher: Any, lock: FileLock, compiler_lock: Any) -> None:
    """Let a kernel whose code is kept be compiled by one process at a time.

    Whoever finds nothing kept takes the lock and looks again: another process may have been
    at it. The lock is held until the outermost kernel is compiled and written down.
    """
    load, compiled = dispatcher._cache.load_overload, dispatcher.compile

    def load_or_wait(signature: Any, context: Any) -> Any:
        found = load(signature, context)
        if found is None and lock.take():
            found = load(signature, context)
        return found

    def compile_and_let_go(signature: Any) -> Any:
        with compiler_lock:  # so that one thread counts at a time
            lock.depth += 1
            try:
                return compiled(signature)
            finally:
                lock.depth -= 1
                if not lock.depth:
                    lock.let_go()

    dispatcher._cache.load_overload = load_or_wait
    dispatcher.compile = compile_and_let_go


if sys.platform == "win32":
    import msvcrt

    def _locked(file: int) -> bool:
        os.lseek(file, 0, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _locked(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a file system without locks: everybody has it
            return True
        return True
