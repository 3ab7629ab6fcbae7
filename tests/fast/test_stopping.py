"""Ctrl-C while somebody's own policy never returns: the second one ends the process."""

from __future__ import annotations

import subprocess
import sys

from tests.fast.processes import ROOT

SCRIPT = """
import os, signal, threading, time
from rowlock.fast import Policy
from rowlock.fast.stopping import asked_now, second_ends
from rowlock.lots import SeatLots
from rowlock.players import play
from rowlock.players.plugged import Plugged
from tests.fast.misbehaving import CLASSIC, endless

signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever starts the tests

def press():
    while not asked_now():
        time.sleep(0.05)
    time.sleep(0.5)  # it is asked, so the kernel is at work
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(2)
    print("still here", flush=True)
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=press, daemon=True).start()
with second_ends(lambda: print("last", flush=True)):
    play(CLASSIC, [Plugged(Policy("mine", endless), SeatLots(1, 1, 0))], 1)
"""


def test_the_second_ctrl_c_ends_an_endless_policy() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert ran.returncode == 130
    assert ran.stdout == "still here\nlast\n"
    said = [line for line in ran.stderr.splitlines() if line and "compiling" not in line]
    assert said == [
        "rowlock: waiting for policy 'mine' to decide; Ctrl-C once more ends at once",
        "rowlock: stopped while policy 'mine' was deciding",
    ]


def test_one_ctrl_c_is_what_it_ever_was() -> None:
    script = """
import os, signal
from rowlock.fast.stopping import second_ends
signal.signal(signal.SIGINT, signal.default_int_handler)
for _ in range(3):
    try:
        with second_ends(), second_ends():
            os.kill(os.getpid(), signal.SIGINT)
            while True:
                pass
    except KeyboardInterrupt:
        print("heard")
assert signal.set_wakeup_fd(-1) == -1
"""
    ran = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (0, "heard\n" * 3), ran.stderr
