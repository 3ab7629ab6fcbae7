"""Where the pieces of a contest are played: in threads, in processes, or on a cluster.

Pieces are handed out only as fast as they are played, so any number of them fits into memory.
Whoever stops listening, by Ctrl-C or otherwise, stops the work.
"""

from __future__ import annotations

import contextlib
import importlib.util
import multiprocessing
import os
import re
import signal
import threading
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import cache
from multiprocessing.connection import Connection

from rowlock.arena.counts import Counts
from rowlock.arena.pieces import Piece, play_piece, rotations, split
from rowlock.errors import NotNotation
from rowlock.fast.stopping import second_ends
from rowlock.players.program import end_programs

__all__ = ["HERE", "check_executor", "spread"]

HERE = "here"
_RAY = r"ray(://[^\s/]+:[0-9]{1,5})?"

_FAST_GAMES = 20_000  # a piece for kernels: long enough to be fast, short enough for Ctrl-C
_READ_GAMES = 1  # so a deal: players that think may take seconds for it
_FAR_TIMES = 5  # pieces that travel are larger by so much
_AHEAD = 2  # pieces for each worker: the one it plays and the next
_GRACE = 6.0  # seconds for a worker to leave; one that holds Python's lock does not even hear it
_SHARES = 16  # pieces for each worker in all, at least, since some kernels take their time


def check_executor(on: str, workers: int | None) -> None:
    """Complain about what cannot play anything, before anything is played."""
    if workers is not None and workers < 1:
        raise NotNotation(f"workers: expected at least 1, found {workers}")
    if on == HERE:
        return
    if re.fullmatch(_RAY, on) is None:
        raise NotNotation(f"expected ray or ray://host:port as the place to play, found {on!r}")
    for module in ("ray", "grpc") if "://" in on else ("ray",):
        # Only looked for: importing Ray changes what every log of this process says.
        if importlib.util.find_spec(module) is None:
            raise NotNotation(
                f"playing on Ray needs more packages ({module} is missing): "
                f"pip install 'rowlock[cluster]'"
            )


def spread(
    tables: Sequence[Piece], on: str = HERE, workers: int | None = None
) -> Generator[tuple[int, Counts], None, None]:
    """Play the deals of every table, in pieces: a table's number, and what to add to its counts."""
    check_executor(on, workers)
    if on == HERE:
        hands = workers or _cores()
        games = sum(len(table.deals) * len(rotations(table.codes)) for table in tables)
        return _here(_in_turn(tables, min(_FAST_GAMES, -(-games // (_SHARES * hands))), 1), hands)
    from rowlock.arena.cluster import on_ray  # here, because only a cluster needs Ray

    address = on if "://" in on else None
    return on_ray(_in_turn(tables, _FAST_GAMES, _FAR_TIMES), address, workers)


def _in_turn(tables: Sequence[Piece], games: int, times: int) -> Iterator[tuple[int, Piece]]:
    """A piece of each table, then the next of each: whenever it stops, all have played as much."""
    waiting = deque(
        (number, split(table, times * (games if _in_threads(table) else _READ_GAMES)))
        for number, table in enumerate(tables)
    )
    while waiting:
        number, pieces = waiting.popleft()
        piece = next(pieces, None)
        if piece is not None:
            waiting.append((number, pieces))
            yield number, piece


def _in_threads(piece: Piece) -> bool:
    """Whether it is played without Python's lock: the luck of a game is worked out with it."""
    return piece.fast and not piece.adjusted


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _here(
    pieces: Iterator[tuple[int, Piece]], workers: int
) -> Generator[tuple[int, Counts], None, None]:
    """Kernels do without Python's lock, so threads will do; players in Python need processes."""
    under_way: dict[Future[Counts], tuple[int, Piece]] = {}
    compiled: set[int] = set()
    with contextlib.ExitStack() as stack:
        stack.enter_context(second_ends(end_programs))  # a kernel may never return

        @cache
        def pool(fast: bool) -> Executor:
            return stack.enter_context(_threads(workers) if fast else _processes(workers))

        while True:
            while len(under_way) < _AHEAD * workers and (numbered := next(pieces, None)):
                number, piece = numbered
                if piece.fast and number not in compiled:
                    # In this thread, because Ctrl-C cannot stop a compiler in another one.
                    play_piece(replace(piece, deals=piece.deals[:1]))
                    compiled.add(number)
                under_way[pool(_in_threads(piece)).submit(play_piece, piece)] = numbered
            if not under_way:
                return
            done, _ = wait(under_way, return_when=FIRST_COMPLETED)
            for future in done:
                number, piece = under_way.pop(future)
                yield number, _result(future, piece)


@contextlib.contextmanager
def _threads(workers: int) -> Iterator[Executor]:
    pool = ThreadPoolExecutor(workers)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


@contextlib.contextmanager
def _processes(workers: int) -> Iterator[Executor]:
    """Processes that end when this one does, or when it hangs up, even in the middle of a game."""
    context = multiprocessing.get_context("spawn")  # no fork: there may be threads
    # There is a process for each core already; numpy in them need not start threads.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    listening, holding = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, _begin_worker, (listening,))
    try:
        yield pool
    finally:
        started = list((getattr(pool, "_processes", None) or {}).values())
        holding.close()
        deaf = threading.Timer(_GRACE, lambda: [process.kill() for process in started])
        deaf.daemon = True
        deaf.start()
        pool.shutdown(cancel_futures=True)
        deaf.cancel()
        listening.close()


def _begin_worker(line: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who holds the line
    threading.Thread(target=_leave_with_the_line, args=(line,), daemon=True).start()


def _leave_with_the_line(line: Connection) -> None:
    with contextlib.suppress(EOFError, OSError):
        line.recv()
    end_programs()  # nothing else is done on this way out
    os._exit(0)


def _result(future: Future[Counts], piece: Piece) -> Counts:
    try:
        return future.result()
    except BrokenProcessPool:
        raise ChildProcessError(
            f"a process that played games of {' and '.join(dict.fromkeys(piece.codes))} was lost, "
            f"and its games with it; did one of them end it (os._exit), crash it, or use up the "
            f"memory?"
        ) from None
