"""One server a file: a lock on the SQLite file itself, whatever it is called, and however long.

A lock beside a file belongs to a name: another name of the same file (a hard link), or a lock
that somebody tidied away, would let a second server in, and both would write. So the file itself
is locked, in a way that SQLite does not notice. A lock goes with its process, however that ends.

* Linux: `flock`, which has nothing to do with the POSIX locks that SQLite takes.
* Windows: a byte of the page that SQLite itself never reads or writes, because its own locks lie
  there. It has no mandatory effect on anything else.
* macOS: the same byte, by a lock of the open file. An `flock` would get in the way of SQLite.
* Elsewhere, and where that fails, only what lies beside the file is locked. So who finds that its
  lock was taken away writes no more.

A file of several names is refused even if nobody serves it: what SQLite has not yet written into
the file itself lies beside it, under one of the names, and would be missing under the others.

To close any descriptor of a file takes all POSIX locks of this process away, also those of
SQLite. So the lock is taken before SQLite opens the file and closed after it, and a second store
of the same process is refused by what is remembered here, before it opens anything.
"""

from __future__ import annotations

import contextlib
import errno
import os
import struct
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rowlock.server.store import StoreError

__all__ = ["Held", "hold", "number_of"]

_BYTE = 0x4000_0000 + 2048
"""In the page at 1 GiB, whose first 512 bytes are SQLite's locks: it is never used for data."""
_TAKEN = (errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK, errno.EDEADLK)

_held: set[tuple[int, int]] = set()  # the files that this process serves
_holding = threading.Lock()


class Held(NamedTuple):
    """A file that is locked: its path, and which file that was."""

    path: Path
    number: tuple[int, int]
    descriptor: int
    by_itself: bool  # not only by what lies beside it

    def check(self) -> None:
        """A StoreError if another file is found under this name now, or none at all."""
        try:
            found = self.path.stat()
        except OSError:
            raise StoreError(f"{self.path} was taken away while it was in use") from None
        if number_of(found) != self.number:
            raise StoreError(f"{self.path} was replaced by another file while it was in use")


@contextlib.contextmanager
def hold(path: Path) -> Iterator[Held]:
    """Make the file if there is none, and hold it for this server alone."""
    with contextlib.ExitStack() as opened:
        number = number_of(path.stat()) if path.exists() else None
        if number is not None:
            opened.enter_context(_remembered(path, number))
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
        descriptor = os.open(path, flags, 0o600)
        opened.callback(os.close, descriptor)
        if number is None:  # it was just made
            number = number_of(os.fstat(descriptor))
            opened.enter_context(_remembered(path, number))
        try:
            held = Held(path, number, descriptor, _lock(descriptor))
        except OSError as error:
            if error.errno in _TAKEN:
                raise _taken(path) from None
            raise
        held.check()
        if os.fstat(descriptor).st_nlink > 1:
            raise StoreError(f"{path} has several names (hard links): keep one of them")
        yield held


@contextlib.contextmanager
def _remembered(path: Path, number: tuple[int, int]) -> Iterator[None]:
    with _holding:
        if number in _held:
            raise _taken(path)
        _held.add(number)
    try:
        yield
    finally:
        with _holding:
            _held.discard(number)


def _taken(path: Path) -> StoreError:
    return StoreError(f"another server is using this file: {path}")


def number_of(found: os.stat_result) -> tuple[int, int]:
    """Which file this is, whatever it is called."""
    return found.st_dev, found.st_ino


def _lock(descriptor: int) -> bool:
    """Lock the open file without waiting, or raise an OSError; whether it can be locked here."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(descriptor, _BYTE, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        os.lseek(descriptor, 0, os.SEEK_SET)
        return True
    import fcntl

    system: str = sys.platform
    if system == "linux":
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    if system == "darwin":
        try:
            byte = struct.pack("qqihh", _BYTE, 1, 0, fcntl.F_WRLCK, os.SEEK_SET)
            fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, byte)
            return True
        except (AttributeError, OSError) as error:
            if getattr(error, "errno", None) in _TAKEN:
                raise
    return False
