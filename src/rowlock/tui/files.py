"""Records as files: read with a limit, written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import time
from pathlib import Path

from rowlock.errors import NotNotation, Place
from rowlock.record import MAX_BYTES, Record, read_record
from rowlock.variant import (
    Variant,
    find_variant,
    load_variant,
    named_variant,
    shipped_variant,
    shipped_variants,
)

__all__ = [
    "STDIN",
    "STDIN_NAME",
    "FileSaver",
    "check_writable",
    "load_record",
    "read_limited",
    "write_whole",
]


STDIN = "-"
"""What is typed instead of a file's name by whoever pipes a record into a command."""
STDIN_NAME = "standard input"


def read_limited(path: str) -> bytes:
    """The bytes of a file, refused if there are more than any record has."""
    with open(path, "rb") as file:
        return _limited(file.read(MAX_BYTES + 1), path)


def _read_stdin() -> bytes:
    if sys.stdin is None:  # it may be closed
        return b""
    stream = getattr(sys.stdin, "buffer", sys.stdin)
    data = stream.read(MAX_BYTES + 1)
    return _limited(data.encode() if isinstance(data, str) else data, STDIN_NAME)


def _limited(data: bytes, source: str) -> bytes:
    if len(data) > MAX_BYTES:
        raise NotNotation(f"the file is too large: at most {MAX_BYTES} bytes", Place(source))
    return data


def load_record(path: str, variant: str | None = None, *, piped: bool = False) -> Record:
    """Read and check a record file; with `piped`, `-` is standard input.

    A variant that does not ship is taken from `variant`, a path, or else from a file of
    its name beside the record.
    """
    is_piped = piped and path == STDIN

    def find(key: str) -> Variant:
        if key in shipped_variants():
            return find_variant(key)
        if variant is not None:
            return named_variant(variant)
        if (
            key.isidentifier() and not is_piped
        ):  # a record comes from a stranger: its key is no path
            beside = Path(path).with_name(f"{key}.toml")
            if beside.exists():
                return load_variant(beside)
        return shipped_variant(key)

    if is_piped:
        return read_record(_read_stdin(), find, STDIN_NAME)
    return read_record(read_limited(path), find, path)


class FileSaver:
    """Keeps a game in a file: the one asked for, or a new one named by the time.

    A file that is there already is never written over, unless it is this game's own.
    """

    def __init__(self, path: str | None, own: bool = False) -> None:
        self.asked = path is not None
        self.path = Path(path) if path is not None else None
        self.own = {self.path} if own else set()

    def keep(self, record: Record) -> None:
        """Save after every decision, if a file was asked for."""
        if self.asked:
            self.save(record)

    def save(self, record: Record, name: str = "") -> str:
        """Save the record; a crash in the middle leaves the old file whole."""
        path = Path(name) if name else self.path
        if path is None:
            path = _unused(time.strftime("game-%Y%m%d-%H%M%S"))
        if path not in self.own and os.path.exists(path):
            raise FileExistsError(errno.EEXIST, "there is such a file already", str(path))
        write_whole(path, record.write())
        self.path = path
        self.own.add(path)
        return str(path)


def write_whole(path: Path, data: str | bytes) -> None:
    """Write a file beside its place and move it there; an OSError names the place itself."""
    place, beside = _place_and_beside(path)
    try:
        beside.write_bytes(data.encode() if isinstance(data, str) else data)
        os.replace(beside, place)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None
    finally:
        with contextlib.suppress(OSError):
            beside.unlink()


def check_writable(path: Path) -> None:
    """Complain now about a place where `write_whole` could not write later."""
    place, beside = _place_and_beside(path)
    try:
        if place.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        beside.touch()
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None
    finally:
        with contextlib.suppress(OSError):
            beside.unlink()


def _place_and_beside(path: Path) -> tuple[Path, Path]:
    try:
        place = Path(os.path.realpath(path))  # what a link leads to
        return place, place.with_name(f".{place.name}.{os.getpid()}")
    except ValueError:  # the root of all, or a NUL in the name
        raise OSError(errno.EINVAL, "this names no file", str(path)) from None


def _unused(stem: str) -> Path:
    """A file name that nobody uses yet."""
    path = Path(f"{stem}.rowlock")
    number = 2
    while path.exists():
        path = Path(f"{stem}-{number}.rowlock")
        number += 1
    return path
