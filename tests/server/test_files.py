"""A server that may open few files: it says so, and whoever plays goes on."""

from __future__ import annotations

import time
from pathlib import Path

import psutil
import pytest

from tests.server.bystander import undisturbed
from tests.server.rude import Rude, metric, until
from tests.server.running import Server, running

FILES = 160


@pytest.mark.parametrize("loop", ["uvloop", "asyncio"])
def test_idle_connections_give_way_and_whoever_plays_goes_on(
    loop: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if loop == "asyncio":  # as where there is no uvloop
        (tmp_path / "uvloop.py").write_text("raise ImportError")
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with running(files=FILES) as server:
        process = psutil.Process(server.process.pid)
        idle: list[Rude] = []

        def attack() -> None:
            for _ in range(200):
                idle.append(Rude(server))
            until(lambda: sum(each.gone for each in idle) >= 80)  # all of them were looked at
            begun, spent = time.monotonic(), sum(process.cpu_times()[:2])
            while time.monotonic() - begun < 2:
                play(server)
                time.sleep(0.2)
            assert sum(process.cpu_times()[:2]) - spent < 1.5, "it works without end"

        pings = undisturbed(server, attack)
        assert pings.calm, pings
        assert process.num_fds() < FILES
        assert metric(server, 'rowlock_connections_cut_total{why="room"}') >= 80
        assert len([line for line in server.log if "refused" in line]) <= 1


def test_sockets_that_fill_it_up_leave_room_for_requests_and_it_is_told() -> None:
    with running(files=FILES) as server:
        until(lambda: any("the limit of open files is low" in line for line in server.log))
        table = server.open("Emma", "+")["table"]
        rude = [Rude(server) for _ in range(120)]
        answers = [each.open(table) for each in rude]
        assert 40 < answers.count(101) < 110, answers
        assert answers[-1] in (429, 0)
        play(server)
        # Requests that are under way are nobody's to cut off: who comes then is refused.
        busy = [Rude(server) for _ in range(60)]
        post = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n"
        for each in busy:
            each.send(post)
        until(lambda: sum(each.gone for each in busy) > 30)
        play(server)
        assert len([line for line in server.log if "are refused" in line]) <= 1


def play(server: Server) -> None:
    """What needs files: the database, and a connection."""
    opened = server.open("Emma", "Max")
    assert server.get(f"/api/tables/{opened['table']}")["table"] == opened["table"]
    assert server.get("/healthz")["ok"] is True
