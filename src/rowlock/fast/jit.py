"""Kernels: functions that numba compiles, or that run as they are where that is not wanted.

Which of the two is decided at each call from outside (see `rowlock.compiler`); numba is imported
at the first call that is compiled. Compiled code is kept in the user's cache, in a folder named
after the sources it was made from, so only the first use of a version waits for the compiler; it
is announced, because it takes a while. Of several processes one compiles, and the others wait for
what it keeps.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import re
import shutil
import sys
from collections.abc import Callable
from functools import cache, update_wrapper
from pathlib import Path
from threading import RLock
from types import FunctionType
from typing import Any, TypeVar, cast

from rowlock.compiler import is_wanted
from rowlock.fast.sharing import FileLock, share

__all__ = [
    "Kernel",
    "bit_count",
    "bit_length",
    "compiles",
    "instruction",
    "kernel",
    "kernel_beside",
    "kernel_of_kernels",
    "kernel_step",
    "large_kernel",
]

F = TypeVar("F", bound=Callable[..., Any])

_VERSIONS = 4  # of the package whose compiled code is kept
_KEPT: set[Callable[..., Any]] = set()  # functions whose compiled code is kept
_MAKING = RLock()


def compiles() -> bool:
    """Whether a kernel that is called now runs compiled."""
    return is_wanted() and load_numba() is not None


def kernel(function: F) -> F:
    """Compile a function of numbers and arrays at its first call.

    Without Python's lock, so that threads run side by side; without counting references, so
    a kernel can make no array; and put into its caller, since handing over a `Tables` costs
    more than most kernels do. What is compiled from this package is kept.
    """
    return cast("F", Kernel(function, keep=_is_ours(function)))


def kernel_beside(plain: F) -> Callable[[F], F]:
    """Compile a function as `kernel` does; where that is not wanted, call another one instead.

    That one does the same in a way that suits Python.
    """
    return lambda function: cast("F", Kernel(function, keep=_is_ours(function), plain=plain))


def large_kernel(function: F) -> F:
    """Compile a function that does so much that the cost of calling it does not matter.

    It is not put into its callers, of which each would become as large.
    """
    return cast("F", Kernel(function, keep=_is_ours(function), inline=False))


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
    return cast("F", Kernel(function, keep=False, merge=True))


def instruction(make: Callable[[], Any], plain: F) -> F:
    """A kernel written for the compiler itself: `make` gives what numba calls an intrinsic."""
    return cast("F", _Instruction(plain, make))


class Kernel:
    """A function that runs compiled or as it is, as the caller wishes.

    Inside compiled code it stands for the compiled function; numba asks for `_numba_type_`,
    `targetoptions` and `py_func`.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        *,
        keep: bool,
        inline: bool = True,
        merge: bool = False,
        plain: Callable[..., Any] | None = None,
    ) -> None:
        function = getattr(function, "py_func", function)  # it may be a kernel already
        update_wrapper(self, function)
        self.py_func: Any = function
        self._keep = keep
        self._options = {"forceinline": inline, "inline": "always" if merge else "never"}
        self._beside = plain
        self._plain: Callable[..., Any] | None = None
        self._dispatcher: Any = None

    def __call__(self, *arguments: Any) -> Any:
        """Run it, compiled if that is wanted."""
        if compiles():
            return self.dispatcher(*arguments)
        return self.plain(*arguments)

    def __reduce__(self) -> str | tuple[Any, ...]:
        name: str = self.py_func.__qualname__
        if getattr(sys.modules.get(self.__module__), name, None) is self:
            return name  # another process imports it
        return _rebuilt, (self.py_func, self._keep, self._options, self._beside)

    @property
    def plain(self) -> Callable[..., Any]:
        """The function as plain Python, all that it calls included."""
        if self._plain is None:
            with _MAKING:  # the names of a module are seen by other threads when all are there
                self._plain = _as_plain(self._beside or self.py_func)
        return self._plain

    @property
    def dispatcher(self) -> Any:
        """The function as numba compiles it."""
        with _MAKING:
            if self._dispatcher is None:
                self._dispatcher = _compiled(self.py_func, self._keep, self._options)
            return self._dispatcher

    @property
    def targetoptions(self) -> Any:
        """How numba compiles it."""
        return self.dispatcher.targetoptions

    @property
    def _numba_type_(self) -> Any:
        return self.dispatcher._numba_type_


class _Instruction(Kernel):
    """A kernel that the compiler writes by itself."""

    def __init__(self, plain: Callable[..., Any], make: Callable[[], Any]) -> None:
        super().__init__(plain, keep=False)
        self._make = make
        self._made: Any = None

    def __call__(self, *arguments: Any) -> Any:
        """Run it as plain Python: by itself it cannot be compiled."""
        return self.plain(*arguments)

    @property
    def targetoptions(self) -> Any:
        """None: nothing of it can be merged."""
        return {}

    @property
    def _numba_type_(self) -> Any:
        with _MAKING:
            if self._made is None:
                self._made = self._make()
        typing = importlib.import_module("numba.core.registry").cpu_target.typing_context
        typing.refresh()
        return typing.resolve_value_type(self._made)


def _rebuilt(
    function: Callable[..., Any], keep: bool, options: dict[str, Any], plain: Any
) -> Kernel:
    inline, merge = options["forceinline"], options["inline"] == "always"
    return Kernel(function, keep=keep, inline=inline, merge=merge, plain=plain)


def _is_ours(function: Callable[..., Any]) -> bool:
    return (function.__module__ or "").startswith("rowlock.")  # none in an interactive session


# Plain Python

_PLAIN_NAMES: dict[str, dict[str, Any]] = {}


def _as_plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that calls other kernels as plain functions, without asking them each time."""
    if not isinstance(function, FunctionType) or function.__closure__ or not _is_ours(function):
        return function
    names = function.__globals__
    module = function.__module__
    plain = _PLAIN_NAMES.get(module)
    if plain is None:
        plain = _PLAIN_NAMES[module] = {}  # before it is filled: modules may know each other
        for name, value in names.items():
            plain[name] = value.plain if isinstance(value, Kernel) else value
    code, name, defaults = function.__code__, function.__name__, function.__defaults__
    return FunctionType(code, plain, name, defaults)


# Compiled


@cache
def load_numba() -> Any:
    """The package numba, or none where there is none or it is told not to compile."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return None
    try:
        # As a module of any type, since numba describes only some of what is used here.
        numba: Any = importlib.import_module("numba")
        event: Any = importlib.import_module("numba.core.event")
    except ImportError:
        return None
    if numba.config.DISABLE_JIT:
        return None
    event.register("numba:compile", _announcement(event))
    return numba


def _compiled(function: Any, keep: bool, options: dict[str, Any]) -> Any:
    numba = load_numba()
    folder = _folder()
    # Where a source is gone, replaced by another version, nothing can be kept of it.
    keep = keep and folder is not None and os.path.exists(function.__code__.co_filename)
    if keep:
        _KEPT.add(function)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder or "")
    try:
        compiled = numba.njit(cache=keep, nogil=True, _nrt=False, error_model="numpy", **options)(
            function
        )
    finally:
        numba.config.CACHE_DIR = before
    if keep:
        lock: Any = importlib.import_module("numba.core.compiler_lock").global_compiler_lock
        share(compiled, _lock(), lock)
    return compiled


@cache
def _folder() -> Path | None:
    return _cache()


@cache
def _lock() -> FileLock:
    return FileLock((_folder() or Path()) / "compiling.lock")


def _cache() -> Path | None:
    """The folder for what is compiled from these sources; none if it cannot be made.

    It is named after all of this room, and whatever else makes kernels or is made one: numba
    itself looks at one source file at a time and would miss a change in another.
    """
    here = Path(__file__).parent
    digest = hashlib.sha256()
    for source in sorted(here.parent.rglob("*.py")):
        text = source.read_bytes()
        ours = here in source.parents or source.name in ("bots.py", "lots.py")
        if ours or re.search(rb"^ *@\w*kernel|\bkernel\(", text, re.M):
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


def _announcement(event: Any) -> Any:
    """What tells once that the compiler is at work."""

    class Announcement(event.Listener):  # type: ignore[misc]  # of any type
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

    return Announcement()


# Bits: each is one instruction of the processor.


def _plain_count(bits: int) -> int:
    """How many bits are set."""
    return int(bits).bit_count()  # int, because it may be a number of numpy


def _plain_length(bits: int) -> int:
    """How many bits it takes to write a number that is not negative."""
    return int(bits).bit_length()


def _make_count() -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.ctpop(values[0])

    def typed(context: Any, bits: Any) -> Any:
        return bits(bits), generate

    return load_numba().extending.intrinsic(typed)


def _make_length() -> Any:
    ir: Any = importlib.import_module("llvmlite.ir")

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        kind = values[0].type
        return builder.sub(kind(kind.width), builder.ctlz(values[0], ir.IntType(1)(0)))

    def typed(context: Any, bits: Any) -> Any:
        return bits(bits), generate

    return load_numba().extending.intrinsic(typed)


bit_count = instruction(_make_count, _plain_count)
"""How many bits are set."""
bit_length = instruction(_make_length, _plain_length)
"""How many bits it takes to write a number that is not negative."""
