"""Whether the kernels of `rowlock.fast` are compiled in this process or run as plain Python.

Compiling takes a minute or two once, and pays for thousands of decisions. A process
that needs one now and then, each a few milliseconds long, says so before the first.
"""

from __future__ import annotations

__all__ = ["is_plain", "run_plainly"]

_said = False


def run_plainly() -> None:
    """Compile nothing in this process; too late once `rowlock.fast` is imported."""
    global _said
    _said = True


def is_plain() -> bool:
    """Whether nothing is to be compiled."""
    return _said
