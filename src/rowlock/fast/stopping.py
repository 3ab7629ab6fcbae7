"""Ctrl-C while a kernel is at work, which Python cannot break off: the second one ends the process.

Python raises `KeyboardInterrupt` when the kernel has returned, and somebody's own policy may never
do so. A kernel runs without Python's lock, so a thread beside it can listen for the signal.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Sequence

from rowlock.fast.policy import OPEN, Desk, Policy

__all__ = ["asked_now", "asking", "second_ends"]

_INTERRUPTED = 130  # the exit code of a command that was stopped so
_SOON = 1.0  # seconds after which somebody who waits is told what for
_asking: dict[int, tuple[Sequence[Policy], Desk]] = {}
_listening = threading.Lock()


@contextlib.contextmanager
def asking(policies: Sequence[Policy], desk: Desk) -> Iterator[None]:
    """Note whose kernels are at work on this desk."""
    _asking[id(desk)] = policies, desk
    try:
        yield
    finally:
        del _asking[id(desk)]


def asked_now() -> str:
    """The policies of somebody's own that are deciding in this moment, by name."""
    names = [
        policies[desk.asked[0]].code
        for policies, desk in list(_asking.values())
        if desk.asked[2] == OPEN
    ]
    return ", ".join(f"policy {name!r}" for name in sorted(set(names)))


@contextlib.contextmanager
def second_ends(last: Callable[[], None] = lambda: None) -> Iterator[None]:
    """A first Ctrl-C inside waits for the kernel, as ever; a second one ends the process.

    `last` is done before it ends.
    """
    can = (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        and _listening.acquire(blocking=False)
    )
    if not can:  # somebody else has other plans for it, or does this already
        yield
        return
    ours, theirs = socket.socketpair()
    theirs.setblocking(False)
    before = signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
    try:
        if before == -1:
            threading.Thread(target=_listen, args=(ours, last), daemon=True, name="ctrl-c").start()
        else:
            signal.set_wakeup_fd(before)
        yield
    finally:
        with contextlib.suppress(ValueError):  # a generator may be closed by any thread
            signal.set_wakeup_fd(before)
        theirs.close()  # and whoever listens leaves
        _listening.release()


def _listen(line: socket.socket, last: Callable[[], None]) -> None:
    """In a thread: count how often Ctrl-C was pressed."""
    pressed = 0
    with line:
        while True:
            try:
                heard = line.recv(64)
            except TimeoutError:
                line.settimeout(None)
                whose = asked_now()
                waits = f"waiting for {whose} to decide" if whose else "stopping"
                _say(f"{waits}; Ctrl-C once more ends at once")
                continue
            except OSError:
                return
            if not heard:
                return
            pressed += heard.count(signal.SIGINT)
            if pressed > 1:
                break
            if pressed:
                line.settimeout(_SOON)
    whose = asked_now()
    _say("stopped while " + (f"{whose} was deciding" if whose else "games were played"))
    last()  # nothing else is done on this way out
    os._exit(_INTERRUPTED)


def _say(sentence: str) -> None:
    with contextlib.suppress(OSError, ValueError, AttributeError):
        print(f"\nrowlock: {sentence}", file=sys.stderr, flush=True)
