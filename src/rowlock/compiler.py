"""Whether the kernels of `rowlock.fast` are compiled when they are called, or run as plain Python.

Compiling takes a minute or two, once on a machine, and pays for thousands of decisions. Whoever
needs only a few of them, each a few milliseconds long, calls inside `without_compiler`. It does
not matter what was imported or called before.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["is_wanted", "without_compiler"]

_refused = 0


@contextmanager
def without_compiler() -> Iterator[None]:
    """Inside, in all threads of this process, kernels run as plain Python."""
    global _refused
    _refused += 1
    try:
        yield
    finally:
        _refused -= 1


def is_wanted() -> bool:
    """Whether a kernel that is called now may be compiled."""
    return not _refused
