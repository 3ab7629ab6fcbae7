"""Would the bystander notice? A helper that measures must be measured itself."""

from __future__ import annotations

import signal
import time

from tests.server.bystander import bystander, undisturbed
from tests.server.running import running


def test_nobody_is_disturbed_while_nothing_happens() -> None:
    with running() as server:
        pings = undisturbed(server, lambda: time.sleep(0.5))
    assert pings.calm, pings
    assert len(pings.trips) > 15
    assert 0 < pings.median <= pings.worst


def test_a_server_that_stands_still_is_noticed_once_and_all_along() -> None:
    with running() as server:
        with bystander(server) as pings:
            server.process.send_signal(signal.SIGSTOP)
            time.sleep(1)
            server.process.send_signal(signal.SIGCONT)
        assert not pings.calm
        assert 0.9 < pings.worst < 10
        assert pings.median > 0.05, "pings go on while answers are missing"


def test_a_bystander_who_is_put_out_is_noticed() -> None:
    with running() as server:
        opened = server.open("Emma", "+")
        with bystander(server, opened["table"], opened["key"]) as pings:
            server.stop()
        assert pings.lost
        assert not pings.calm
