"""Kernels: functions that numba compiles, or that run as they are where there is none.

Compiled code is kept in the user's cache, in a folder named after the sources it was made
from, so only the first use of a version waits for the compiler; it is announced, because it
takes a while.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from rowlock.plain import is_plain

__all__ = [
    "JITTED",
    "bit_count",
    "bit_length",
    "kernel",
    "kernel_of_kernels",
    "kernel_step",
    "large_kernel",
]

F = TypeVar("F", bound=Callable[..., Any])

try:
    if is_plain():
        raise ImportError("nothing is to be compiled")
    # As modules of any type, since numba describes only some of what is used here.
    numba: Any = importlib.import_module("numba")
    event: Any = importlib.import_module("numba.core.event")
    ir: Any = importlib.import_module("llvmlite.ir")
    JITTED = not numba.config.DISABLE_JIT
except ImportError:
    JITTED = False

_KEPT: set[Callable[..., Any]] = set()  # functions whose compiled code is kept
_VERSIONS = 4  # of the package whose compiled code is kept


def kernel(function: F) -> F:
    """Compile a function of numbers and arrays at its first call.

    Without Python's lock, so that threads run side by side; without counting references, so
    a kernel can make no array; and put into its caller, since handing over a `Tables` costs
    more than most kernels do. What is compiled from this package is kept.
    """
    return _compiled(function, keep=_is_ours(function))


def large_kernel(function: F) -> F:
    """Compile a function that does so much that a call of it costs nothing beside.

    It is not put into its callers, of which each would become as large.
    """
    return _compiled(function, keep=_is_ours(function), inline=False)


def kernel_of_kernels(function: F) -> F:
    """Compile a function that is given, or made from, other kernels.

    Other kernels are others in every process, so its code would be kept in vain; that of a
    kernel which calls it with kernels of its own is kept whole.
    """
    return kernel_step(function)


def kernel_step(function: F) -> F:
    """A part of one large kernel, written by itself for whoever reads it.

    It is merged into the kernel before that is compiled. Every kernel on the way to another
    would be compiled once more with all that it calls, which adds up to minutes.
    """
    return _compiled(function, keep=False, merge=True)


def _is_ours(function: Callable[..., Any]) -> bool:
    return (function.__module__ or "").startswith("rowlock.")  # none in an interactive session


def _compiled(function: F, keep: bool, inline: bool = True, merge: bool = False) -> F:
    if not JITTED:
        return function
    keep = keep and _CACHE is not None
    if keep:
        _KEPT.add(function)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(_CACHE or "")
    try:
        compiled: F = numba.njit(
            cache=keep,
            nogil=True,
            _nrt=False,
            forceinline=inline,
            error_model="numpy",
            inline="always" if merge else "never",
        )(function)
    finally:
        numba.config.CACHE_DIR = before
    return compiled


def _cache() -> Path | None:
    """The folder for what is compiled from these sources; none if it cannot be made.

    numba itself looks at one source file at a time and would miss a change in another.
    """
    here = Path(__file__).parent
    digest = hashlib.sha256()
    for source in sorted(here.parent.rglob("*.py")):
        text = source.read_bytes()
        if b"kernel" in text or source.name == "lots.py":
            digest.update(text)
    home = _home()
    folder = home / digest.hexdigest()[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        newest_first = sorted(home.iterdir(), key=lambda other: -other.stat().st_mtime)
        for other in newest_first[_VERSIONS:]:
            shutil.rmtree(other, ignore_errors=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def _home() -> Path:
    import platformdirs

    return platformdirs.user_cache_path("rowlock") / "kernels"


bit_count: Callable[[int], int]
"""How many bits are set."""
bit_length: Callable[[int], int]
"""How many bits it takes to write a number that is not negative."""

if JITTED:
    _CACHE = _cache()

    def _generate_count(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.ctpop(values[0])

    def _generate_length(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        kind = values[0].type
        return builder.sub(kind(kind.width), builder.ctlz(values[0], ir.IntType(1)(0)))

    def _type_count(context: Any, bits: Any) -> Any:
        return bits(bits), _generate_count

    def _type_length(context: Any, bits: Any) -> Any:
        return bits(bits), _generate_length

    # Each is one instruction of the processor.
    bit_count = numba.extending.intrinsic(_type_count)
    bit_length = numba.extending.intrinsic(_type_length)

    class _Announcement(event.Listener):  # type: ignore[misc]  # of any type
        """Tells once that the compiler is at work."""

        def __init__(self) -> None:
            self.told = False

        def on_start(self, compiling: Any) -> None:
            function = compiling.data["dispatcher"].py_func
            if not self.told and _is_ours(function):
                self.told = True
                how_long = "once on this machine" if function in _KEPT else "for this run"
                print(
                    f"rowlock: compiling the fast engine, {how_long} ...",
                    file=sys.stderr,
                    flush=True,
                )

        def on_end(self, compiling: Any) -> None:
            pass

    event.register("numba:compile", _Announcement())
else:

    def _plain_count(bits: int) -> int:
        return int(bits).bit_count()  # int, because it may be a number of numpy

    def _plain_length(bits: int) -> int:
        return int(bits).bit_length()

    bit_count, bit_length = _plain_count, _plain_length
