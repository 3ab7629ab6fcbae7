"""Players that are programs of their own: any language, one JSON object a line.

A program is asked on its standard input and answers on its standard output; every question has
a number, which the answer repeats. See docs/your-own-bot.md. A program is started without a
shell, plays one seat of one game at a time, and is kept for the next game when it is no longer
needed, since starting one takes longer than a game.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import queue
import random
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from typing import Any, Self

from rowlock.errors import PlayerFailed, UnknownPlayer
from rowlock.events import Seat
from rowlock.game import Game
from rowlock.moves import Decision
from rowlock.players import messages
from rowlock.players.chance import Lots

__all__ = ["HELLO", "PATIENCE", "Program", "end_programs", "with_last_lines"]

PATIENCE = 10.0
"""Seconds for a decision."""
HELLO = 30.0
"""Seconds to start, and again to get ready for a game: a program may have much to read."""

_LONGEST = 64 * 1024  # bytes of an answer
_GRACE = 2.0  # seconds to leave after being told to
_AT_LAST = 0.5  # seconds to clean up before being killed
_SHOWN = 200  # characters of a wrong answer
_LAST_LINES = 12  # of what a program wrote to its standard error
_SEEDS = range(2**31 - 1)
_BUFFERS = "does it flush each line that it prints, and read one without waiting for the next?"
_OUTPUT = "standard output is for answers alone, notes go to standard error"


class Program:
    """Lets a program decide: `Program("python3 mybot.py")`.

    It is started when it is first needed, once for each seat that it has. `close` lets go of
    it; as a context manager it closes itself.
    """

    def __init__(
        self,
        command: str,
        lots: Lots | None = None,
        *,
        patience: float = PATIENCE,
        hello: float = HELLO,
    ) -> None:
        self.command = command
        self.lots = random.Random(0) if lots is None else lots
        self.patience = patience
        self.hello = hello
        self._arguments = _arguments(command)
        self._running: dict[Seat, _Running] = {}

    def begin(self, game: Game, seat: Seat) -> None:
        """A game begins; whoever does not say so begins one with the first decision."""
        running = self._running.pop(seat, None) or _idle(self._arguments)
        message = messages.game(game, seat, self.lots.choice(_SEEDS))
        if running is not None:
            try:
                running.ask(message, self.hello, may_leave=True)
            except _Left:
                running = None
        if running is None:
            running = _Running(self._arguments, self.command)
            running.ask(messages.hello(), self.hello)
            running.ask(message, self.hello)
        self._running[seat] = running

    def decide(self, view: Game, seat: Seat) -> Decision:
        """What the program answers; it is not asked if there is no choice."""
        if seat not in self._running:
            self.begin(view, seat)
        legal = view.legal(seat)
        if len(legal) == 1:
            return legal[0]
        running = self._running[seat]
        running.where = f"; {messages.position(view, seat)}"
        try:
            answer = running.ask(messages.decide(view, seat), self.patience).get("decision")
            for decision in legal:
                if str(decision) == answer:
                    running.where = ""
                    return decision
            raise running.failed(
                f'asked to decide, expected "decision" to be one of {" ".join(map(str, legal))}, '
                f"found {_shown(answer)}"
            )
        except PlayerFailed:
            del self._running[seat]  # whoever asks again gets another one
            raise

    def end(self, game: Game, seat: Seat) -> None:
        """Tell how a game ended."""
        if seat in self._running:
            self._running[seat].say(messages.end(game))

    def close(self) -> None:
        """Let go of the program: it waits for its next game, here or with another player."""
        for running in self._running.values():
            running.let_go()
        self._running.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _arguments(command: str) -> tuple[str, ...]:
    """The words of a command, or a complaint about one that cannot be started."""
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise UnknownPlayer(f"{_named(command)} cannot be read: {error}") from None
    if not words:
        raise UnknownPlayer("expected a command after run:, such as run:python3 mybot.py")
    if "\0" in command or shutil.which(words[0]) is None:
        raise UnknownPlayer(f"{_named(command)} cannot be started: {_why_not(words[0])}")
    return words


def _why_not(word: str) -> str:
    with contextlib.suppress(OSError, ValueError):
        if os.path.isdir(word):
            return f"{word[:60]!r} is a folder"
        if os.path.isfile(word) and os.path.dirname(word):
            return f"{word[:60]!r} may not be executed"
    return f"there is no {word[:60]!r}"


def _named(command: str) -> str:
    return f"the program {command[:_SHOWN]!r}"


def _shown(found: object) -> str:
    if found is None:
        return "none"
    text = found if isinstance(found, str) else json.dumps(found)
    return repr(text[:_SHOWN]) + (" and more" if len(text) > _SHOWN else "")


def with_last_lines(story: str, whose: str, lines: Sequence[str]) -> str:
    """A complaint with the last lines of what was said on the way there, if there are any."""
    plain = ["".join(c if c.isprintable() else "?" for c in line.expandtabs()) for line in lines]
    last = [f"  {line[:_SHOWN]}" for line in plain[-_LAST_LINES:]]
    return "\n".join([f"{story}\nThe last that {whose}:", *last] if last else [story])


# Programs that run


class _Left(Exception):
    """A program has left between two games, with exit code 0."""


class _Running:
    """A program that was started: it is asked one thing at a time."""

    def __init__(self, arguments: tuple[str, ...], command: str) -> None:
        self.arguments = arguments
        self.command = command
        self.asked = 0
        self.busy = False  # a question is open
        self.where = ""  # the position that it was asked about
        self.over = False
        try:
            # A group of its own: Ctrl-C is not for it, and whatever it starts ends with it.
            self.process = subprocess.Popen(
                arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except OSError as error:
            raise PlayerFailed(
                f"{_named(command)} cannot be started: {error.strerror or error}"
            ) from None
        self._lines: queue.SimpleQueue[tuple[bytes, bool] | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._last: deque[bytes] = deque(maxlen=_LAST_LINES)
        # Threads, because not every system can wait for a pipe with a time limit.
        self._threads = [
            threading.Thread(target=work, daemon=True) for work in (self._talk, self._overhear)
        ]
        for thread in self._threads:
            thread.start()
        with _lock:
            _started.add(self)

    def say(self, message: messages.Message, answered: bool = False) -> None:
        """Send a message; nobody waits until it is read."""
        self._lines.put((json.dumps(message).encode() + b"\n", answered))

    def ask(
        self, message: messages.Message, patience: float, may_leave: bool = False
    ) -> dict[str, Any]:
        """Send a question and wait for its answer; whatever is wrong ends the program."""
        self.asked += 1
        kind, number = message["type"], self.asked
        self.busy = True
        self.say({"type": kind, "id": number, **message}, answered=True)
        wanted = f'{{"id": {number}' + (', "decision": ...}' if kind == "decide" else "}")
        expected = f"asked to {kind}," if kind == "decide" else f"told {kind},"
        expected += f" expected a line {wanted}"
        try:
            line = self._answers.get(timeout=patience)
        except queue.Empty:
            hint = f"; {_BUFFERS}" if kind == "hello" else ""
            raise self.failed(f"{expected} within {patience:g} seconds, found none{hint}") from None
        if not line.endswith(b"\n"):
            if len(line) > _LONGEST:
                raise self.failed(
                    f"{expected} of at most {_LONGEST:,} bytes, found more: "
                    f"{_shown(line.decode(errors='replace'))}"
                )
            raise self._gone(expected, line, may_leave)
        text = line.decode(errors="replace").rstrip("\r\n")
        try:
            answer = json.loads(text)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict) or type(answer.get("id")) is not int:
            raise self.failed(f"{expected}, found {_shown(text)}; {_OUTPUT}")
        if answer["id"] != number:
            raise self.failed(f"{expected}, found an answer to something else: {_shown(text)}")
        self.busy = False
        return answer

    def failed(self, sentence: str) -> PlayerFailed:
        """End the program at once; gives the error that tells why, with its last words."""
        self.kill(time.monotonic() + _AT_LAST)  # it may be about to say what is wrong
        story = f"{_named(self.command)} failed: {sentence}{self.where}"
        said = b"".join(self._last).decode(errors="replace").splitlines()
        return PlayerFailed(with_last_lines(story, "it wrote to standard error", said))

    def let_go(self) -> None:
        """Keep the program for somebody else, unless it still owes an answer."""
        if self.over or self.busy:
            self.kill()
            return
        with _lock:
            _waiting.setdefault(self.arguments, []).append(self)

    def leave(self) -> None:
        """Tell the program to go; it need not read it."""
        self.say(messages.quits())
        self._lines.put(None)

    def kill(self, deadline: float = 0.0) -> None:
        """End the program and whatever it started, at this time at the latest."""
        with _lock:
            _started.discard(self)
            if self.over:
                return
            self.over = True
        self._lines.put(None)
        if not self._ended_by(deadline):
            self._signal("SIGTERM")
            self._ended_by(time.monotonic() + _AT_LAST)
        self._signal("SIGKILL")
        self.process.kill()
        self.process.wait()
        for thread in self._threads:
            thread.join(_GRACE)
        if not any(thread.is_alive() for thread in self._threads):
            for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
                with contextlib.suppress(OSError):  # what was never read cannot be flushed
                    assert pipe is not None
                    pipe.close()

    def _ended_by(self, deadline: float) -> bool:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(max(0.0, deadline - time.monotonic()))
            return True
        return False

    def _signal(self, name: str) -> None:
        """To all of its group, some of whom may live on when the program itself has ended."""
        if sys.platform != "win32":  # it has no groups
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.Signals[name])

    def _gone(self, expected: str, rest: bytes, may_leave: bool) -> Exception:
        """What to raise when nothing more will be heard."""
        if not self._ended_by(time.monotonic() + _GRACE):
            return self.failed(f"{expected}, but it closed its standard output")
        code = self.process.returncode
        if may_leave and code == 0 and not rest:
            self.kill()
            return _Left()
        how = f"exit code {code}" if code >= 0 else signal.strsignal(-code) or f"signal {-code}"
        found = f", having written {_shown(rest.decode(errors='replace'))}" if rest else ""
        return self.failed(f"{expected}, but it ended ({how}){found}")

    def _talk(self) -> None:
        """In a thread: write a line, read the answer if there is to be one, and so on."""
        write, read = self.process.stdin, self.process.stdout
        assert write is not None
        assert read is not None
        while (message := self._lines.get()) is not None:
            line, answered = message
            answer = b""
            with contextlib.suppress(OSError):
                write.write(line)
                write.flush()
            with contextlib.suppress(OSError):
                answer = read.readline(_LONGEST + 1) if answered else b""
            if answered:
                self._answers.put(answer)
        with contextlib.suppress(OSError):
            write.close()

    def _overhear(self) -> None:
        """In a thread: keep the last lines of what is written to standard error."""
        errors = self.process.stderr
        assert errors is not None
        while line := errors.readline(_SHOWN * 2):
            self._last.append(line)


_lock = threading.Lock()
_started: set[_Running] = set()
_waiting: dict[tuple[str, ...], list[_Running]] = {}


def _idle(arguments: tuple[str, ...]) -> _Running | None:
    """A program that waits for its next game, if there is one of this command."""
    with _lock:
        waiting = _waiting.get(arguments)
        return waiting.pop() if waiting else None


def end_programs() -> None:
    """End every program that this process has started; those that wait are told to go first."""
    with _lock:
        _waiting.clear()
        programs = list(_started)
    deadline = time.monotonic() + _GRACE
    for running in programs:
        if not running.busy:
            running.leave()
    for running in programs:
        running.kill(0.0 if running.busy else deadline)


atexit.register(end_programs)
