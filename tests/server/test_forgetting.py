"""What is over is forgotten at once: nothing waits for the collector, and nothing stays."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import socket
import subprocess
import sys
import weakref
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
import uvloop

from benchmarks.memory import play
from benchmarks.wire import frame
from rowlock.server.app import make_app
from rowlock.server.connections import Connections
from rowlock.server.garbage import Collector
from rowlock.server.metrics import Metrics
from rowlock.server.settings import Settings
from rowlock.server.store import open_store
from rowlock.server.transport import protocols
from tests.server.rude import handshake

GAMES = 60
HEAD = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
HELLO = frame(b'{"type":"hello","id":1}')


class Here:
    """A server in this very process: all that the tests' clients need to know of it."""

    def __init__(self, port: int) -> None:
        self.port = port


@contextlib.contextmanager
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def forget(folder: Path) -> None:
    """Play and be rude at a server in this process, and count what is left of it."""
    settings = Settings(
        requests_at_once=10**6,
        sockets_per_address=10**6,
        tables_per_hour=10**6,
        seats_per_minute=10**6,
        hello_seconds=0.2,
        idle_seconds=0.2,
        beat_seconds=0.1,
        request_seconds=0.5,
        send_seconds=0.5,
        keep_seconds=0.5,
    )
    app = make_app(open_store(f"sqlite:{folder / 'tables.db'}"), settings)
    connections = Connections(settings, app.state.hub.metrics)
    requests, sockets = protocols(connections)
    config = uvicorn.Config(
        app, http=requests, ws=sockets, log_config=None, ws_per_message_deflate=False
    )
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as bound:
        serving = asyncio.create_task(server.serve([bound]))
        while not server.started:
            await asyncio.sleep(0.01)
        here = Here(bound.getsockname()[1])
        await be_there(here, 20)
        await nobody(app.state.hub, connections)
        with no_collector():
            before = kinds()
            await be_there(here, GAMES)
            await nobody(app.state.hub, connections)
            grown = {kind: more for kind, more in (kinds() - before).items() if more > GAMES / 2}
            assert not grown, grown
        server.should_exit = True
        await serving


async def be_there(here: Here, times: int) -> None:
    await play(here, times, 4)  # type: ignore[arg-type]
    for _ in range(times):
        for said in (
            [b""],
            [HEAD],
            [HEAD * 5],
            [b"GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n"],
            [handshake("nowhere/at/all")],
            [handshake("nowhere", Origin="http://elsewhere")],
            [handshake("nowhere")],
        ):
            await visit(here, said)


async def visit(here: Here, said: list[bytes]) -> None:
    """Say something and go."""
    with contextlib.suppress(ConnectionError):
        reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
        for part in said:
            writer.write(part)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(reader.read(100_000), 0.02)
        writer.close()
        await writer.wait_closed()


async def nobody(hub: object, connections: Connections) -> None:
    for _ in range(200):
        if not connections.open and not hub.rooms:  # type: ignore[attr-defined]
            break
        await asyncio.sleep(0.05)
    assert not connections.open
    await asyncio.sleep(0.3)  # timers that were cancelled


def kinds() -> Counter[str]:
    """How many there are of each kind, but for those that Python itself makes now and then."""
    found = Counter(f"{type(each).__module__}.{type(each).__name__}" for each in gc.get_objects())
    del found["weakref.ReferenceType"], found["builtins.builtin_function_or_method"]
    return found


def test_nothing_is_left_of_games_and_connections_that_are_over(tmp_path: Path) -> None:
    # In a process of its own: the tests' process has things of its own to remember.
    run = subprocess.run(
        [sys.executable, "-m", "tests.server.test_forgetting", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "ROWLOCK_LOG": "error"},
    )
    assert run.returncode == 0, run.stderr[-3000:]


class Knot:
    """Holds itself."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture
def thawed() -> Iterator[None]:
    with no_collector():
        yield
        gc.unfreeze()


@pytest.mark.usefixtures("thawed")
def test_what_has_survived_is_set_aside_until_few_are_there() -> None:
    busy = 1000
    collector = Collector(10, Metrics(), lambda: busy)
    young, old = Knot(), Knot()
    found = weakref.ref(young), weakref.ref(old)
    del young
    collector.collect()
    assert found[0]() is None, "what nobody needs is forgotten at once"
    assert len(gc.get_objects()) < 10_000 < gc.get_freeze_count(), "the rest is not looked at again"
    del old
    for _ in range(100):
        collector.collect()
    assert found[1]() is not None, "a look through everything would hold a thousand up"
    busy = 3
    collector.collect()
    assert found[1]() is None


@pytest.mark.usefixtures("thawed")
def test_few_are_not_held_up_every_time_either() -> None:
    collector = Collector(10, Metrics(), lambda: 0)
    thaws = 0
    for _ in range(90):
        before = collector.runs
        collector.collect()
        thaws += collector.runs <= before
    assert thaws == 3


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    uvloop.run(forget(Path(sys.argv[1])))
