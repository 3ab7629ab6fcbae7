"""Where a server is: which port it takes, which addresses it tells, when a browser opens."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rowlock.errors import NotNotation
from rowlock.server import address
from rowlock.server.address import listen, local_address, network_address

HERE = "127.0.0.1"


@contextlib.contextmanager
def neighbours(count: int) -> Iterator[range]:
    """Ports that follow one another, all of them taken but the last."""
    for first in range(20_000, 60_000, 97):
        with contextlib.ExitStack() as stack:
            try:
                for port in range(first, first + count - 1):
                    stack.enter_context(socket.create_server((HERE, port)))
                socket.create_server((HERE, first + count - 1)).close()
            except OSError:
                continue
            yield range(first, first + count)
            return


def test_the_next_free_port_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with neighbours(4) as ports:
        monkeypatch.setattr(address, "PORTS", ports)
        with listen(HERE, None) as bound:
            assert bound.getsockname() == (HERE, ports[-1])
            assert local_address(HERE, bound) == f"http://{HERE}:{ports[-1]}/"


def test_if_all_are_taken_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with neighbours(3) as ports:
        monkeypatch.setattr(address, "PORTS", ports[:-1])
        with pytest.raises(NotNotation) as caught:
            listen(HERE, None)
    expected = f"the ports {ports[0]} to {ports[1]} are all taken; choose another one with --port"
    assert str(caught.value) == f"cannot listen at {HERE}: {expected}"


def test_a_port_that_was_asked_for_is_the_only_one() -> None:
    with neighbours(2) as ports, pytest.raises(NotNotation, match=f"port {ports[0]}: Address alr"):
        listen(HERE, ports[0])


def test_a_host_that_is_none_is_told_at_once() -> None:
    with pytest.raises(NotNotation, match=r"cannot listen at 192\.0\.2\.7 port 8000: "):
        listen("192.0.2.7", None)


def test_there_is_always_an_address_for_this_machine() -> None:
    for host, shown in [("0.0.0.0", HERE), ("", HERE), ("127.0.0.2", "127.0.0.2")]:
        with listen(host, 0) as bound:
            port = bound.getsockname()[1]
            assert local_address(host, bound) == f"http://{shown}:{port}/"
    if socket.has_ipv6:
        with contextlib.suppress(NotNotation), listen("::1", 0) as bound:
            port = bound.getsockname()[1]
            assert local_address("::1", bound) == f"http://[::1]:{port}/"


def test_other_machines_are_told_of_only_if_they_can_come() -> None:
    with listen(HERE, 0) as bound:
        assert network_address(HERE, bound) is None
    with listen("0.0.0.0", 0) as bound:
        found = network_address("0.0.0.0", bound)  # a machine may have no network
        port = bound.getsockname()[1]
        assert found is None or re.fullmatch(rf"http://(\d+\.){{3}}\d+:{port}/", found)
        assert found is None or "//127." not in found


def test_a_machine_without_a_network_has_no_address_there(monkeypatch: pytest.MonkeyPatch) -> None:
    class Alone(socket.socket):
        def connect(self, _: object) -> None:
            raise OSError("Network is unreachable")

    with listen("0.0.0.0", 0) as bound:
        monkeypatch.setattr(socket, "socket", Alone)
        assert network_address("0.0.0.0", bound) is None


# The command


@contextlib.contextmanager
def serving(folder: Path, *options: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    db = f"sqlite:{folder / 'tables.db'}"
    process = subprocess.Popen(
        [sys.executable, "-m", "rowlock", "serve", "--db", db, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )
    with process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(20)


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    return process.stdout.readline()


def test_without_a_port_it_says_where_it_is_and_why(tmp_path: Path) -> None:
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):  # somebody else may have it
            stack.enter_context(socket.create_server((HERE, 8000)))
        said = first_line(stack.enter_context(serving(tmp_path)))
    found = re.fullmatch(
        r"Rowlock is at http://127\.0\.0\.1:(80[01]\d)/ "
        r"\(Ctrl-C stops it; port 8000 was taken\)\.\n",
        said,
    )
    assert found
    assert 8000 < int(found[1]) < 8020


def test_the_browser_opens_when_the_server_answers(tmp_path: Path) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    script = f'#!/bin/sh\necho "$1" > {opened}.new\nmv {opened}.new {opened}\necho noise\n'
    browser.write_text(script)
    browser.chmod(0o755)
    with serving(tmp_path, "--port", "0", "--open", BROWSER=str(browser)) as process:
        said = first_line(process)
        until = time.monotonic() + 20
        while not opened.exists() and time.monotonic() < until:
            time.sleep(0.05)
        assert opened.read_text().strip() in said
        assert opened.read_text().startswith("http://127.0.0.1:")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (out, err) == ("", "")


def test_without_a_browser_nothing_is_said(tmp_path: Path) -> None:
    environment = {"BROWSER": str(tmp_path / "none"), "PATH": str(tmp_path), "DISPLAY": ""}
    with serving(tmp_path, "--port", "0", "--open", **environment) as process:
        first_line(process)
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (out, err) == ("", "")
