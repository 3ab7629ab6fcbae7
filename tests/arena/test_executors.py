"""The same counts wherever pieces are played, by however many, and however they are cut."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

import psutil
import pytest

from rowlock import RowlockError
from rowlock.arena import Counts, Piece, contest, executors, play_piece, spread
from tests.arena.games import piece


def gathered(*tables: Piece, workers: int = 1) -> list[Counts]:
    counts = [Counts.none(table.codes) for table in tables]
    for number, more in spread(tables, workers=workers):
        counts[number] += more
    return counts


def children() -> list[psutil.Process]:
    """The processes that play games for this one."""
    return [child for child in psutil.Process().children() if "spawn_main" in _words(child)]


def _words(process: psutil.Process) -> str:
    with contextlib.suppress(psutil.Error):
        return " ".join(process.cmdline())
    return ""


def test_any_number_of_threads_and_any_size_of_pieces_count_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = piece("keen", "random", "keen:2", deals=range(40, 440), seed=3)
    whole = play_piece(table)
    for games in (20_000, 1_000, 7):
        monkeypatch.setattr(executors, "_FAST_GAMES", games)
        for workers in (1, 2, 3):
            assert gathered(table, workers=workers) == [whole]


def test_processes_count_the_same_as_threads() -> None:
    fast = [
        piece("keen", "random", deals=range(12), seed=3),
        piece("keen", "random", "random", deals=range(12, 20), seed=3),
    ]
    slow = [piece(*table.codes, deals=table.deals, seed=3, fast=False) for table in fast]
    assert gathered(*slow, workers=2) == gathered(*fast)
    assert gathered(fast[0], slow[1], workers=1) == gathered(*fast), "and both at once"
    assert children() == []


def test_tables_are_played_side_by_side() -> None:
    tables = [piece("keen", code, deals=range(30_000)) for code in ("random", "keen:2")]
    numbers = [number for number, _ in spread(tables, workers=1)]
    assert len(numbers) >= 6
    assert numbers == [0, 1] * (len(numbers) // 2)


def test_pieces_are_cut_only_when_they_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    cut = 0

    def counting(table: Piece, size: int) -> Iterator[Piece]:
        nonlocal cut
        for begin in range(10**9):
            cut += 1
            yield piece(*table.codes, deals=range(begin, begin + 1))

    monkeypatch.setattr(executors, "split", counting)
    endless = spread([piece("keen", "random", deals=range(10**9))], workers=2)
    for played in range(1, 20):
        next(endless)
        assert cut <= played + 4
    endless.close()


def test_who_stops_listening_stops_the_processes_in_the_middle_of_a_game() -> None:
    table = piece("keen", "random", deals=range(10**6), fast=False)
    endless = spread([table], workers=2)
    next(endless)
    workers = children()
    assert workers
    endless.close()
    assert children() == []
    assert not any(worker.is_running() for worker in workers)


def test_a_lost_process_is_told_in_a_sentence() -> None:
    table = piece("keen", "random", deals=range(10**6), fast=False)
    endless = spread([table], workers=1)
    next(endless)
    (worker,) = children()
    killing = threading.Timer(0.1, worker.kill)
    killing.start()
    with pytest.raises(ChildProcessError, match="that played games of keen and random was lost"):
        for _ in endless:
            pass
    killing.join()


def test_a_player_that_fails_is_heard_of() -> None:
    table = piece("keen", "nobody", deals=range(4), fast=False)
    with pytest.raises(RowlockError, match="no player is called 'nobody'"):
        gathered(table)


def test_a_contest_gives_the_same_for_any_number_of_workers() -> None:
    one, three = (contest(["keen", "random"], games=60_000, workers=n) for n in (1, 3))
    assert one.tables == three.tables
    assert contest(["keen", "random"], games=60_000, seed=1).tables != one.tables
