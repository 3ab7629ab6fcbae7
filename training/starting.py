"""What the commands do before they begin: look for packages, read numbers, tell what is wrong."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Callable, Sequence

from rowlock.cli.options import INTERRUPTED, complain
from rowlock.errors import NotNotation, RowlockError

__all__ = ["PLAYING", "at_least", "need_packages", "run", "whole_number"]

PLAYING = ("numpy", "numba", "platformdirs", "rich.progress")
"""The packages that are needed to let players meet."""
_LEARNING = (*PLAYING, "torch")


def run(
    work: Callable[[argparse.Namespace], int],
    options: argparse.Namespace,
    needed: Sequence[str] = _LEARNING,
) -> int:
    """Do the work and give its exit code; a user's mistake is told in one sentence."""
    try:
        need_packages(needed)
        return work(options)
    except RowlockError as error:
        return complain(str(error))
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return complain(f"{where}{error.strerror or error}")
    except KeyboardInterrupt:
        return INTERRUPTED


def need_packages(needed: Sequence[str] = _LEARNING) -> None:
    """Import what not everybody has; whoever has it not is told what to install."""
    for name in needed:
        try:
            importlib.import_module(name)
        except ImportError as error:
            raise NotNotation(
                f"training needs more packages ({error.name or name} is missing): in the folder "
                f"of Rowlock, pip install '.[training]'"
            ) from None
    from rowlock.fast import compiles

    if not compiles():
        raise NotNotation("training needs compiled kernels; expected numba to be switched on")


def whole_number(text: str) -> int:
    """A number of at most 63 bits, as a seed is."""
    try:
        number = int(text)
    except ValueError:
        number = -1
    if not 0 <= number < 2**63:
        raise argparse.ArgumentTypeError(f"expected a whole number from 0 on, found {text!r:.40}")
    return number


def at_least(least: int) -> Callable[[str], int]:
    """What reads a number that is not less than this one."""

    def read(text: str) -> int:
        number = whole_number(text)
        if number < least:
            raise argparse.ArgumentTypeError(f"expected at least {least}, found {number}")
        return number

    return read
