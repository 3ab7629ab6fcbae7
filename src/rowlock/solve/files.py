"""Values in files: a header that says what they are of, then the numbers in their order.

The order is that of the solver, so a file is solved from its front to its end, and whatever
it had when it was left is a beginning to go on with. Until it is whole it ends in `.part`.
"""

from __future__ import annotations

import contextlib
import os
import sys
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path

import numpy as np

from rowlock.errors import NotNotation, Place
from rowlock.fast import compile_variant
from rowlock.fast.compiling import tables_digest
from rowlock.fast.headers import FRONT, read_front, write_front
from rowlock.solve.backwards import Doubles
from rowlock.variant import Variant

__all__ = ["ValuesInfo", "Part", "file_name", "open_values", "values_folder"]

_MAGIC = b"rowlock values 1\n"
_TYPE = np.dtype("<f8")


@dataclass(frozen=True)
class ValuesInfo:
    """What a file of values says of itself."""

    variant: str
    edition: int
    tables: str  # a digest of all that is printed
    seats: int
    rowlock: str  # the version that worked it out
    sheets: int
    misses: int
    solved: int = 0  # sheets that are worked out

    @classmethod
    def of(cls, variant: Variant, seats: int, sheets: int) -> ValuesInfo:
        """What the file of these values must say before the first of them."""
        digest = tables_digest(compile_variant(variant))
        misses = variant.end_misses
        ours = version("rowlock")
        return cls(variant.key, variant.edition, digest, seats, ours, sheets, misses)

    @property
    def shape(self) -> tuple[int, int, int]:
        """Of the numbers: place of the sheet, rolls of others before the own one, misses."""
        return self.sheets, self.seats, self.misses

    def bytes_of(self, sheets: int) -> int:
        """How long a file with this number of sheets is."""
        return FRONT + sheets * self.seats * self.misses * _TYPE.itemsize


def values_folder() -> Path:
    """Where values are kept unless somebody names another folder."""
    import platformdirs

    return platformdirs.user_cache_path("rowlock") / "values"


def file_name(about: ValuesInfo) -> str:
    """The name of the file: another for everything that could make it another file."""
    seats = "alone" if about.seats == 1 else f"{about.seats}seats"
    return f"{about.variant}-{about.edition}-{seats}-{about.tables[:12]}.values"


def open_values(path: Path, expected: ValuesInfo) -> Doubles:
    """The numbers of a whole file, memory-mapped; a file of anything else is refused."""

    def refused(sentence: str) -> NotNotation:
        return NotNotation(f"{sentence}; remove it to solve again", Place(str(path)))

    try:
        with path.open("rb") as file:
            found = read_front(_MAGIC, ValuesInfo, file.read(FRONT))
            size = os.fstat(file.fileno()).st_size
    except OSError as error:
        raise NotNotation(
            f"no values could be read: {error.strerror or error}", Place(str(path))
        ) from None
    if found is None:
        raise refused("this is no file of values")
    for what, meant, said in (
        ("variant", expected.variant, found.variant),
        ("edition", expected.edition, found.edition),
        ("digest of the variant's tables", expected.tables, found.tables),
        ("number of seats", expected.seats, found.seats),
        ("shape", expected.shape, found.shape),
    ):
        if meant != said:
            raise refused(f"expected values of the {what} {meant}, found {said}")
    if found.solved != found.sheets:
        raise refused(
            f"these values are not whole: {found.solved:,} of {found.sheets:,} sheets are solved"
        )
    if size != found.bytes_of(found.sheets):
        raise refused(f"expected {found.bytes_of(found.sheets):,} bytes, found {size:,}")
    return np.memmap(path, _TYPE, "r", FRONT, found.shape)


class Part:
    """A file of values under way; nobody else may write into it meanwhile."""

    def __init__(self, path: Path, about: ValuesInfo) -> None:
        self.whole = path
        self.path = path.with_suffix(".part")
        self.about = about
        path.parent.mkdir(parents=True, exist_ok=True)
        # Not "r+b", which wants a file, nor "w+b", which empties one.
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        self.file = os.fdopen(descriptor, "r+b")
        try:
            _lock(descriptor)
        except OSError:
            self.file.close()
            raise

    def read(self, values: Doubles, ends: list[int]) -> int:
        """Fill in what an earlier run left; gives the number of sheets."""
        self.file.seek(0)
        found = read_front(_MAGIC, ValuesInfo, self.file.read(FRONT))
        if found is not None and found.solved in ends:
            size = os.fstat(self.file.fileno()).st_size
            same = replace(found, solved=0) == self.about
            if same and size >= found.bytes_of(found.solved):
                count = found.solved * self.about.seats * self.about.misses
                numbers = np.frombuffer(self.file.read(count * _TYPE.itemsize), _TYPE)
                values[: found.solved] = numbers.reshape(found.solved, *self.about.shape[1:])
                return found.solved
        self.file.truncate(0)
        return 0

    def add(self, values: Doubles, begin: int, end: int) -> None:
        """Write a level, and only when it is there say so."""
        self.file.seek(self.about.bytes_of(begin))
        self.file.write(np.ascontiguousarray(values[begin:end], _TYPE).data)
        self.file.flush()
        os.fsync(self.file.fileno())
        self.about = replace(self.about, solved=end)
        self.file.seek(0)
        self.file.write(write_front(_MAGIC, self.about))
        self.file.flush()

    def finish(self) -> None:
        """Now it is whole: give it its name."""
        os.fsync(self.file.fileno())
        if sys.platform == "win32":
            self.file.close()  # there an open file cannot be moved
        os.replace(self.path, self.whole)
        self.file.close()

    def close(self) -> None:
        """Leave it as it is, to go on later."""
        with contextlib.suppress(OSError):
            self.file.close()

    def drop(self) -> None:
        """Remove it: it cannot be written."""
        self.close()
        with contextlib.suppress(OSError):
            self.path.unlink()


def _lock(descriptor: int) -> None:
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
