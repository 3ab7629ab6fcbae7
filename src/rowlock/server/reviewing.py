"""The process that looks at finished games again, and how the server speaks with it.

A review takes seconds of a processor. A thread would take them from everybody who plays, since
threads share the interpreter; so it is made in a process of its own, of low priority, which is
started when somebody asks and ended when nobody has asked for a while. It is told a record a line,
and answers each with a line: `review`, `refused` or `failed`, and what there is to say, as JSON.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rowlock.compiler import without_compiler
from rowlock.errors import RowlockError
from rowlock.events import Seat
from rowlock.game import Game, Phase
from rowlock.moves import Decision, Mark
from rowlock.printed import state_of
from rowlock.record import Record, read_record
from rowlock.server.encoding import to_text
from rowlock.variant import Variant, find_variant, read_variant

if TYPE_CHECKING:  # imported in the process alone: the server may be without numpy
    from rowlock.review import Review

__all__ = ["Reviewer", "ReviewerGone", "review_shown"]

COMMAND: tuple[str, ...] = (sys.executable, "-m", "rowlock.server.reviewing")
_ONE_CORE = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""Whatever numpy counts with, it leaves the other cores to the players."""
_LOW = 19  # as polite as a process can be


class ReviewerGone(Exception):
    """The process has not answered: it was too slow, or it died."""


class Reviewer:
    """A process that is asked one thing at a time, always by the same thread."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, key: str, file: str, record: str, seconds: float) -> tuple[str, bytes]:
        """What it says of a game, and the JSON that goes with it.

        `file` is the text of a variant that does not ship, or empty.
        """
        question = to_text({"key": key, "file": file, "record": record}).encode()
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        begun = time.monotonic()
        late = threading.Timer(seconds, process.kill)
        late.start()
        answer = b""
        try:
            with contextlib.suppress(OSError):  # it is gone: then it says nothing
                process.stdin.write(question + b"\n")
                process.stdin.flush()
                answer = process.stdout.readline()
        finally:
            late.cancel()
        if not answer.endswith(b"\n"):
            self.end()
            took = time.monotonic() - begun
            raise ReviewerGone("it took too long" if took >= seconds else "its process died")
        kind, _, told = answer.rstrip(b"\n").partition(b" ")
        return kind.decode(), told

    def kill(self) -> None:
        """Stop it, whatever it does; whoever waits for it is told. From any thread."""
        process = self._process
        if process is not None:
            process.kill()

    def end(self) -> None:
        """Stop it, and give back what it used."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):  # what was never read cannot be flushed
                pipe.close()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is not None:
            self.end()
        if self._process is None:
            # A group of its own: Ctrl-C is not for it. It leaves when nobody can ask any more.
            self._process = subprocess.Popen(
                COMMAND,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=os.environ | _ONE_CORE,
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
                | getattr(subprocess, "IDLE_PRIORITY_CLASS", 0),
            )
        return self._process


# In the process


def review_shown(record: Record, made: Review) -> dict[str, Any]:
    """A review with the positions of graded decisions, so that they can be tried again."""
    from rowlock.review.plain import plain

    told = plain(made)
    graded = {one.move: one for one in made.judgements if one.grade}
    places: dict[int, dict[str, Any]] = {}
    game = record.start()
    for move, step in enumerate(record.steps()):
        if move in graded:
            one = graded[move]
            decisions = [option.decision for option in one.options]
            places[move] = _position(game.view(one.seat), one.seat, decisions)
        game = step.game
    for shown in told["judgements"]:
        shown["position"] = places.get(shown["move"])
    return told


def _position(view: Game, seat: Seat, decisions: list[Decision]) -> dict[str, Any]:
    """What the seat had before its eyes: its own sheet, with what it had already decided."""
    sheet = view.sheets[seat]
    return {
        "sheet": str(sheet),
        "state": state_of(sheet, view.closed),
        "closed": [row.name for row in sorted(view.closed)],
        "offers": {
            str(mark): view.offered_by(seat, mark)
            for mark in decisions
            if isinstance(mark, Mark) and mark.offered
        },
        "miss": view.phase is Phase.COLOUR and not sheet.crossed_since(view.before[seat]),
    }


def make_review(record: Record) -> Review:
    """Look at a game again."""
    from rowlock.review import review

    return review(record)


def answer(question: bytes, make: Callable[[Record], Review] = make_review) -> str:
    """The line that answers a line."""
    try:
        asked = json.loads(question)

        def find(key: str) -> Variant:
            file, own = asked["file"], asked["key"]
            return read_variant(file, own, f"{own}.toml") if file else find_variant(key)

        record = read_record(asked["record"], find)
        return f"review {to_text(review_shown(record, make(record)))}"
    except RowlockError as error:
        return f"refused {to_text(error.message)}"
    except ImportError as error:
        return f"refused {to_text(f'a review needs {error.name}, which is not installed')}"
    except Exception:
        return f"failed {to_text(traceback.format_exc())}"


def main(make: Callable[[Record], Review] = make_review) -> None:
    """Answer until nobody can ask any more."""
    answers, sys.stdout = sys.stdout.buffer, sys.stderr  # whoever prints does not disturb
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_LOW)
    with without_compiler(), contextlib.suppress(BrokenPipeError):
        for question in sys.stdin.buffer:
            answers.write(answer(question, make).encode() + b"\n")
            answers.flush()


if __name__ == "__main__":
    main()
