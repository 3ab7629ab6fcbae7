"""Solving a variant: from its tables to its values, by threads, level by level."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from pathlib import Path

import numpy as np

from rowlock.errors import IllegalMove, UnknownVariant
from rowlock.solve.backwards import Doubles, make_slate, work_out
from rowlock.solve.files import Part, ValuesInfo, file_name, open_values, values_folder
from rowlock.solve.states import Pad, make_pad
from rowlock.solve.values import Values
from rowlock.variant import Variant

__all__ = ["MOST_SEATS", "Watch", "read_values", "solve", "work_out_all"]

MOST_SEATS = 5
_PIECE = 1024
"""Sheets that one call of a kernel works out: long enough to be fast, short enough for Ctrl-C."""

Watch = Callable[[int, int], None]
"""Told now and then how many sheets are solved, and of how many."""


def solve(
    variant: Variant,
    seats: int = 1,
    *,
    folder: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    watch: Watch | None = None,
) -> Values:
    """The values of a variant, from their file or worked out and kept in it.

    What was left unfinished is gone on with. Where no file can be written the values are all
    the same, and `Values.trouble` says why they were not kept.
    """
    pad, about = _prepared(variant, seats)
    workers = (os.cpu_count() or 1) if workers is None else workers
    if workers < 1:
        raise IllegalMove(f"expected at least one worker, not {workers}")
    path = (values_folder() if folder is None else Path(folder)) / file_name(about)
    if path.exists():
        return Values(variant, seats, pad, open_values(path, about), path)
    try:
        values = np.empty(about.shape)
    except MemoryError:
        raise _too_large(variant) from None
    trouble = _solve_into(path, about, pad, values, workers, watch or _nobody)
    if trouble:
        return Values(variant, seats, pad, values, None, trouble)
    return Values(variant, seats, pad, open_values(path, about), path)


def read_values(path: str | os.PathLike[str], variant: Variant, seats: int = 1) -> Values:
    """The values in a file, which must be those of this variant and number of seats, and whole."""
    pad, about = _prepared(variant, seats)
    path = Path(path)
    return Values(variant, seats, pad, open_values(path, about), path)


def _prepared(variant: Variant, seats: int) -> tuple[Pad, ValuesInfo]:
    if not 1 <= seats <= MOST_SEATS:
        raise IllegalMove(f"a game is solved for 1 to {MOST_SEATS} seats, not {seats}")
    if seats > 1 and len(variant.pages) > 1:
        raise IllegalMove(
            f"{variant.name} is solved for 1 seat only, not for {seats}: every seat has "
            f"another sheet"
        )
    try:
        pad = make_pad(variant)
    except MemoryError:
        raise _too_large(variant) from None
    return pad, ValuesInfo.of(variant, seats, len(pad.order))


def _too_large(variant: Variant) -> UnknownVariant:
    return UnknownVariant(
        f"{variant.name} cannot be solved here: its sheets need more memory than there is"
    )


def _solve_into(
    path: Path, about: ValuesInfo, pad: Pad, values: Doubles, workers: int, watch: Watch
) -> str:
    """Work out all values and keep them; gives why they could not be kept, if so."""
    trouble = ""
    part: Part | None = None
    begin = 0
    try:
        part = Part(path, about)
        begin = part.read(values, pad.ends.tolist())
    except OSError as error:
        trouble = _sentence(error, path)

    def keep(start: int, end: int) -> None:
        nonlocal part, trouble
        if part is not None:
            try:
                part.add(values, start, end)
            except OSError as error:
                part.drop()
                part, trouble = None, _sentence(error, path)

    try:
        work_out_all(pad, values, begin, workers, keep, watch)
        if part is not None:
            part.finish()
    except OSError as error:
        trouble = _sentence(error, path)
    finally:
        if part is not None:
            part.close()
    return trouble


def work_out_all(
    pad: Pad,
    values: Doubles,
    begin: int,
    workers: int,
    keep: Callable[[int, int], None],
    watch: Watch,
) -> None:
    """Work out level after level; `keep` is told of each when it is done."""
    total = len(pad.order)
    watch(begin, total)
    with ThreadPoolExecutor(workers) as pool:
        for end in map(int, pad.ends):
            if end <= begin:
                continue
            pieces = [
                pool.submit(work_out, pad, values, make_slate(pad), start, min(start + _PIECE, end))
                for start in range(begin, end, _PIECE)
            ]
            try:
                done = 0
                while done < len(pieces):
                    # Looking up now and then lets a bar move and Ctrl-C through.
                    wait(pieces, 0.1, FIRST_EXCEPTION)
                    done = sum(piece.done() for piece in pieces)
                    watch(min(begin + done * _PIECE, end), total)
            finally:
                for piece in pieces:
                    piece.cancel()
            for piece in pieces:
                piece.result()
            keep(begin, end)
            begin = end


def _sentence(error: OSError, path: Path) -> str:
    if isinstance(error, BlockingIOError):
        return f"the values could not be kept: another process is solving into {path}"
    return f"the values could not be kept as {path}: {error.strerror or error}"


def _nobody(done: int, total: int) -> None:
    """Nobody watches."""
