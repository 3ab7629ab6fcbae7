"""Of several processes one compiles a kernel; the others wait, and load what it has kept."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rowlock.fast.sharing import FileLock
from tests.fast.processes import ROOT
from tests.fast.test_cache import SCORE

WAITING = "rowlock: another process is compiling; waiting ..."
ONCE = "rowlock: compiling the fast engine, once on this machine ..."

_NOTED = """
import os, sys, time
from numba.core import event
class Noted(event.Listener):
    count = 0
    def on_start(self, compiling):
        Noted.count += 1
        if Noted.count == 1 and len(sys.argv) > 1:
            while not os.path.exists(sys.argv[1]):
                time.sleep(0.02)
    def on_end(self, compiling):
        pass
from rowlock.fast.jit import load_numba
load_numba()  # what is told of compiling is told first
event.register("numba:compile", Noted())
"""
"""Counts what is compiled, and with a file named waits for it before the first kernel."""


@contextmanager
def started(cache: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    code = f"{_NOTED}\n{SCORE}\nprint('compiled', Noted.count > 0)\n"
    with subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        env={**os.environ, "XDG_CACHE_HOME": str(cache)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def line_of(process: subprocess.Popen[str]) -> str:
    assert process.stderr
    return process.stderr.readline().rstrip()


def test_who_comes_second_waits_and_compiles_nothing(tmp_path: Path) -> None:
    go = tmp_path / "go"
    with started(tmp_path, str(go)) as one:
        assert line_of(one) == ONCE, "it is at work, and waits for us"
        with started(tmp_path) as other:
            assert line_of(other) == WAITING
            go.touch()
            assert one.communicate()[0] == "[0, 6]\ncompiled True\n"
            assert other.communicate() == ("[0, 6]\ncompiled False\n", "")


def test_the_lock_goes_with_whoever_held_it(tmp_path: Path) -> None:
    with started(tmp_path, str(tmp_path / "never")) as one:
        assert line_of(one) == ONCE
        with started(tmp_path) as other:
            assert line_of(other) == WAITING
            one.send_signal(signal.SIGKILL)
            assert other.communicate() == ("[0, 6]\ncompiled True\n", f"{ONCE}\n")


def test_a_lock_is_taken_once_and_given_back(tmp_path: Path) -> None:
    one, other = (FileLock(tmp_path / "lock", patience=0.0) for _ in range(2))
    assert one.take() is True
    assert one.take() is False, "it is held already"
    one.let_go()
    one.let_go()
    assert other.take() is True
    other.let_go()


def test_nobody_waits_for_ever(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    holder, other = FileLock(tmp_path / "lock"), FileLock(tmp_path / "lock", patience=0.2)
    holder.take()
    assert other.take() is True, "whoever has waited so long goes on"
    assert capsys.readouterr().err == f"{WAITING}\n"
    other.let_go()
    other.take()
    assert capsys.readouterr().err == "", "and waits for that one no more"
    other.let_go()
    holder.let_go()


def test_where_no_file_can_be_made_nobody_waits(tmp_path: Path) -> None:
    lock = FileLock(tmp_path / "nowhere" / "lock")
    assert lock.take() is False
    lock.let_go()
