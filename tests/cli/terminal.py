"""The command in a process of its own, at a real pseudo-terminal or through plain pipes."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import signal
import subprocess
import termios
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.cli.running import command, environment
from tests.tui.sitting import Typist, plain

__all__ = ["Talk", "at_a_terminal", "through_pipes"]

PATIENCE = 30.0
"""Seconds; a command that says nothing for so long hangs."""


class Talk:
    """A running command: read what it says up to its next prompt, type an answer."""

    def __init__(self, process: subprocess.Popen[bytes], reading: int, writing: int) -> None:
        self.process = process
        self.reading = reading
        self.writing = writing
        self.raw = b""
        self.heard = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None and not stream.closed:
                stream.close()
        if self.process.stdin is None:
            os.close(self.reading)

    @property
    def text(self) -> str:
        """All that was said so far, without escapes."""
        return plain(self.raw.decode().replace("\r\n", "\n"))

    def screen(self) -> str | None:
        """What was said up to the next prompt; None if the command is over."""
        deadline = time.monotonic() + PATIENCE
        while not self.text[self.heard :].endswith("> "):
            ready, _, _ = select.select([self.reading], [], [], deadline - time.monotonic())
            assert ready, f"it hangs after {self.text!r}"
            if not (more := self._read()):
                return None
            self.raw += more
        said = self.text[self.heard :]
        self.heard = len(self.text)
        return said

    def _read(self) -> bytes:
        try:
            return os.read(self.reading, 65536)
        except OSError:  # the other end of a terminal is closed
            return b""

    def type(self, line: str) -> None:
        self.send(f"{line}\n".encode())

    def send(self, data: bytes) -> None:
        os.write(self.writing, data)

    def press_ctrl_c(self) -> None:
        self._until_over(lambda: self.send(b"\x03"))

    def interrupt(self, number: signal.Signals) -> None:
        self._until_over(lambda: self.process.send_signal(number))

    def close_window(self) -> None:
        """Take the terminal away, as closing a window does; nothing more is heard."""
        os.close(self.reading)
        self.reading = os.open(os.devnull, os.O_RDONLY)
        self.process.wait(PATIENCE)

    def _until_over(self, press: Callable[[], None]) -> None:
        """Press once more if the first came just before Python waited for a line."""
        for _ in range(10):
            press()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(0.3)
                return

    def answer(self, typist: Typist, most: int = 10**6) -> None:
        """Let somebody type until the command is over or this many lines are typed."""
        for _ in range(most):
            said = self.screen()
            if said is None:
                return
            screen, _, prompt = said.rpartition("\n")
            answer = typist(prompt, screen)
            assert answer is not None
            self.type(answer)

    def end(self) -> int:
        """Hear the rest and give the exit code."""
        assert self.screen() is None, "it asks for more"
        return self.process.wait(PATIENCE)


def at_a_terminal(cwd: Path, *arguments: str | Path, env: Mapping[str, str] | None = None) -> Talk:
    """Run the command at a pseudo-terminal of its own, so that Ctrl-C is what it is."""
    ours, its = pty.openpty()

    def own_terminal() -> None:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    process = subprocess.Popen(
        command(*arguments),
        stdin=its,
        stdout=its,
        stderr=its,
        cwd=cwd,
        env=env or environment(),
        start_new_session=True,
        preexec_fn=own_terminal,
    )
    os.close(its)
    return Talk(process, ours, ours)


def through_pipes(cwd: Path, *arguments: str | Path, env: Mapping[str, str] | None = None) -> Talk:
    """Run the command with its input and output in pipes; its errors go with the output."""
    process = subprocess.Popen(
        command(*arguments),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=cwd,
        env=env or environment(),
    )
    assert process.stdin is not None
    assert process.stdout is not None
    return Talk(process, process.stdout.fileno(), process.stdin.fileno())
