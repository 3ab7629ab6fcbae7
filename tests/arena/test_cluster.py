"""The same contest on Ray, where a worker is lost in the middle."""

from __future__ import annotations

import contextlib
import json
import logging
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

import rowlock
from rowlock import Contradiction
from rowlock.arena import play_piece
from rowlock.fast.weights import own_weights
from tests.arena.games import piece
from tests.cli.running import command, environment, run
from tests.players.trained import no_weights

ARENA = ("arena", "keen", "keen:2", "--games", "1200000", "--seed", "6")
PATIENCE = 300.0  # seconds; Ray takes a while to start, and the kernels may have to be compiled


@pytest.fixture(autouse=True)
def logs_as_before() -> Iterator[None]:
    """Importing Ray changes what all log records of a process hold; here only for a while."""
    before = logging.getLogRecordFactory()
    yield
    logging.setLogRecordFactory(before)


def busy_workers(process: subprocess.Popen[str]) -> list[psutil.Process]:
    """The workers of the Ray that a command has started, while they play a piece."""
    found = []
    with contextlib.suppress(psutil.Error):
        for child in psutil.Process(process.pid).children(recursive=True):
            with contextlib.suppress(psutil.Error):
                if "ray::_play_there" in " ".join(child.cmdline()):
                    found.append(child)
    return found


def played_on_ray(file: Path) -> tuple[str, dict[str, Any], list[int]]:
    """What the command says and writes, if one of its two workers is killed while it plays."""
    arguments = (*ARENA, "--on", "ray", "--workers", "2", "--json", file)
    process = subprocess.Popen(
        command(*arguments),
        env=environment(COLUMNS="80"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    killed: list[int] = []
    deadline = time.monotonic() + PATIENCE
    while process.poll() is None and not killed:
        assert time.monotonic() < deadline
        if len(workers := busy_workers(process)) == 2:  # both, so that one is left
            workers[0].kill()
            killed.append(workers[0].pid)
        time.sleep(0.02)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    return out, json.loads(file.read_text()), killed


def test_a_lost_workers_games_are_played_again_and_counted_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out, there, killed = played_on_ray(tmp_path / "ray.json")
    assert killed, "it was over before anybody could be killed"
    assert not any(map(psutil.pid_exists, killed))
    assert out == run(*ARENA, "--json", tmp_path / "here.json").fine()
    here = json.loads((tmp_path / "here.json").read_text())
    assert here.pop("seconds") > 0
    assert there.pop("seconds") > 0
    assert there == here
    assert here["games"] == 1_200_000


def test_an_address_where_no_cluster_is_is_told_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    said = run("arena", "keen", "random", "--on", f"ray://127.0.0.1:{port}").complaint()
    assert said.startswith(f"ray://127.0.0.1:{port}: no cluster can be used: ")
    assert "refused" in said


def test_a_cluster_with_another_version_is_refused() -> None:
    from rowlock.arena import cluster  # here, because Ray takes its time

    table = piece("keen", "random", deals=range(5))
    assert cluster._play_there(table, rowlock.__version__, "") == play_piece(table)
    with pytest.raises(Contradiction, match=r"but this is rowlock 0\.0\.0"):
        cluster._play_there(table, "0.0.0", "")


def test_a_cluster_without_the_weights_is_refused(tmp_path: Path) -> None:
    """Its machines would play as another player, and nobody would know."""
    from rowlock.arena import cluster

    table = piece("oracle", "random", deals=range(5))
    here = cluster._weights(table)
    assert here
    with no_weights(tmp_path), pytest.raises(Contradiction) as caught:
        cluster._play_there(table, rowlock.__version__, here)
    name = own_weights(table.variant).name
    assert str(caught.value) == (
        "the cluster has other weights or levels for Classic than this machine; "
        f"expected on all its machines: {name}"
    )
