"""Ctrl-C at a real terminal: what is known so far is told, and kept."""

from __future__ import annotations

import json
import os
import select
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

if sys.platform == "win32":  # it has no pseudo-terminals
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

from tests.cli.running import environment
from tests.cli.terminal import PATIENCE, Talk, at_a_terminal

COMPILING = 300.0  # seconds; the first use of the fast engine waits for the compiler


def hear(talk: Talk, enough: Callable[[str], bool], patience: float = PATIENCE) -> None:
    """Listen until enough is said, or the command is over."""
    deadline = time.monotonic() + patience
    while not enough(talk.text):
        ready, _, _ = select.select([talk.reading], [], [], deadline - time.monotonic())
        assert ready, f"it hangs after {talk.text[-300:]!r}"
        try:
            more = os.read(talk.reading, 65536)
        except OSError:  # the other end is closed
            return
        talk.raw += more


@pytest.mark.parametrize("jit", ["with kernels", "without"])
def test_ctrl_c_tells_what_is_known_and_writes_it(jit: str, tmp_path: Path) -> None:
    files = ("--json", "a.json", "--plot", "a.png")
    wanted = ("arena", "keen", "random", "--games", "1000000000", "--workers", "1")
    env = environment(COLUMNS="80", NUMBA_DISABLE_JIT=str(int(jit == "without")))
    with at_a_terminal(tmp_path, *wanted, *files, env=env) as talk:
        hear(talk, lambda text: "/s " in text, COMPILING)  # the bar knows a rate: some are played
        assert "of 1,000,000,000 games" in talk.text
        talk.send(b"\x03")
        hear(talk, lambda _: False)
        assert talk.process.wait(PATIENCE) == 130
    assert "Traceback" not in talk.text
    assert "Stopped before the end: 1,000,000,000 games were wanted." in talk.text
    assert "\nkeen " in talk.text
    found = json.loads((tmp_path / "a.json").read_text())
    assert found["complete"] is False
    assert 0 < found["games"] < 10**9
    assert found["games"] == 2 * found["deals"], "whole deals alone"
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
