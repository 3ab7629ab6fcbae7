"""A limit in time for what runs in this very process: somebody's own class may never return.

The work is done in a thread of its own while the caller waits, as long as it may take and no
longer; so the limit holds for a call that sleeps, and for work that catches whatever is raised in
it. Whoever is late is left behind: Python is asked to raise `TooLong` there, and if that is not
heeded the thread ends with the process. The next work has another thread. As long as nobody is
late all is done in the same one, since some libraries want that.

One thing nobody can wait for in Python: a single call into compiled code that does not let go of
Python's lock, such as `sum(range(10**12))`.
"""

from __future__ import annotations

import ctypes
import queue
import threading
import time
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

__all__ = ["Raised", "TooLong", "within"]

T = TypeVar("T")
_Answer: TypeAlias = tuple[Any, BaseException | None]

_SLICE = 1.0  # seconds; where Ctrl-C does not wake who waits, it is heard after so long


class TooLong(BaseException):
    """Time is up; no `Exception`, so that nobody takes it for one of their own."""


class Raised(Exception):
    """The work raised something itself: any exception, `SystemExit` and `KeyboardInterrupt` too."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(error)
        self.error = error


def within(seconds: float | None, work: Callable[[], T]) -> T:
    """What the work gives; `TooLong` after these seconds; none: however long it takes.

    What is raised otherwise comes as `Raised`; so a `KeyboardInterrupt` is that of the user.
    """
    if threading.current_thread() in _hands:  # a class that uses another: the time of the first
        try:
            return work()
        except Exception as error:
            raise Raised(error) from error
    hand = _idle.pop() if _idle else _Hand()
    try:
        result, wrong = hand.do(work, seconds)
    except BaseException:  # time is up, or the user has pressed Ctrl-C
        hand.leave()
        raise
    _idle.append(hand)
    if wrong is not None:
        raise Raised(wrong) from wrong
    return result  # type: ignore[no-any-return] # of whatever kind it is


class _Hand:
    """A thread that works for one caller at a time."""

    def __init__(self) -> None:
        self.tasks: queue.SimpleQueue[Callable[[], Any] | None] = queue.SimpleQueue()
        self.answers: queue.SimpleQueue[_Answer] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self._work, daemon=True, name="own class")
        _hands.add(self.thread)
        self.thread.start()

    def do(
        self, work: Callable[[], Any], seconds: float | None
    ) -> tuple[Any, BaseException | None]:
        """What came of it: a result, or whatever was raised."""
        self.tasks.put(work)
        deadline = None if seconds is None else time.monotonic() + seconds
        while True:
            left = _SLICE if deadline is None else min(_SLICE, deadline - time.monotonic())
            try:
                return self.answers.get(timeout=max(0.0, left))
            except queue.Empty:
                if deadline is not None and time.monotonic() >= deadline:
                    raise TooLong from None

    def leave(self) -> None:
        """Let nobody use it again, and have it stop as soon as it can be stopped."""
        self.tasks.put(None)
        python = getattr(ctypes, "pythonapi", None)  # only CPython has this door
        if python is not None and self.thread.ident is not None:
            thread = ctypes.c_ulong(self.thread.ident)
            python.PyThreadState_SetAsyncExc(thread, ctypes.py_object(TooLong))

    def _work(self) -> None:
        try:
            while (work := self.tasks.get()) is not None:
                answer: _Answer
                try:
                    answer = work(), None
                except BaseException as error:  # even sys.exit: it is one player who gives up
                    answer = None, error
                self.answers.put(answer)
                del work, answer  # nothing is kept alive by a thread that waits
        except TooLong:
            pass  # it was about to leave by itself
        finally:
            _hands.discard(self.thread)


_hands: set[threading.Thread] = set()
_idle: list[_Hand] = []
