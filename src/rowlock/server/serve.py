"""Starting and stopping: uvicorn around the application, one process or several."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import signal
import socket
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import platformdirs
import uvicorn
from fastapi import FastAPI

from rowlock.compiler import without_compiler
from rowlock.errors import NotNotation
from rowlock.server.address import PORTS, listen, local_address, network_address, open_browser
from rowlock.server.app import make_app
from rowlock.server.connections import Connections, most_files, spare_files, used_files
from rowlock.server.garbage import Collector, tune
from rowlock.server.settings import Settings
from rowlock.server.store import Store, StoreError, open_store
from rowlock.server.transport import protocols
from rowlock.server.workers import run_workers

__all__ = ["default_store", "serve"]

log = logging.getLogger("rowlock")

_STOP_SECONDS = 5
_HARD_SIZE = 64 * 1024
"""A message larger than this closes its socket at once; smaller ones get an answer."""
_OWN_FILES = 16
"""Files that the store and the threads open when they begin."""
_BACKLOG = 128
"""Connections that wait to be accepted; whoever finds no place tries again by itself."""
_NO_ERRORS = (
    "Invalid UTF-8 sequence received from client",
    "ASGI callable returned without completing handshake",
)
"""What uvicorn takes for errors of ours: rubbish that a client sent, a page that was refused."""
_PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


def default_store() -> str:
    """The file in the user's data folder."""
    return f"sqlite:{Path(platformdirs.user_data_dir('rowlock')) / 'tables.db'}"


@dataclass(frozen=True)
class _Worker:
    """Runs one server; several processes can each be given a copy."""

    settings: Settings

    def __call__(self, bound: socket.socket) -> None:
        _start_log(self.settings.log)
        # Before uvicorn listens to it, and when it raises it once more after the good-bye.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        settings = _with_files(self.settings)
        app = make_app(open_store(settings.db), settings)
        connections = Connections(settings, app.state.hub.metrics)
        for buffer in (socket.SO_RCVBUF, socket.SO_SNDBUF):  # each connection inherits it
            bound.setsockopt(socket.SOL_SOCKET, buffer, settings.system_buffer)
        tune()
        # A bot decides in milliseconds; a compiler would be busy for a minute.
        with without_compiler():
            _Server(_config(app, settings, connections), app, connections).run([bound])


def _with_files(settings: Settings) -> Settings:
    """No more sockets than the system allows; some connections are left for requests."""
    files = most_files() - spare_files(settings) - used_files() - _OWN_FILES
    most = max(8, min(settings.connections, files))
    if most - most // 8 < settings.sockets and most < settings.connections:
        log.warning("the limit of open files is low", extra={"connections": most})
    return replace(settings, connections=most, sockets=min(settings.sockets, most - most // 8))


class _Server(uvicorn.Server):
    """Tells everybody before it closes their sockets."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, connections: Connections) -> None:
        super().__init__(config)
        self.hub = app.state.hub
        self.connections = connections

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(self.connections.failed)
        await super().startup(sockets)
        hub, connections = self.hub, self.connections
        seconds = hub.settings.collect_seconds
        Collector(seconds, hub.metrics, lambda: len(connections.open) + len(hub.rooms)).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for listening in self.servers:
            listening.close()  # nobody new
        await self.hub.stop()
        for _ in range(_STOP_SECONDS * 20):  # until everybody has read the good-bye
            if not any(room.sockets for room in self.hub.rooms.values()):
                break
            await asyncio.sleep(0.05)
        self.connections.cut_stuck()
        await super().shutdown(sockets)


def serve(
    host: str, port: int | None, settings: Settings, workers: int = 1, browse: bool = False
) -> None:
    """Serve until stopped; without a port, at the first free one of the usual ports."""
    if workers > 1 and settings.db.startswith("sqlite"):
        raise NotNotation("--workers: several workers need PostgreSQL; give it with --db")
    try:
        asyncio.run(_try(open_store(settings.db)))  # what is wrong is told before anything starts
    except StoreError as error:
        raise NotNotation(str(error)) from None
    _allow_many_sockets()
    bound = listen(host, port)
    found = bound.getsockname()[1]
    other = f"; port {PORTS[0]} was taken" if port is None and found != PORTS[0] else ""
    print(f"Rowlock is at {local_address(host, bound)} (Ctrl-C stops it{other}).", flush=True)
    if address := network_address(host, bound):
        print(f"In the same network, on a phone for example: {address}", flush=True)
    if browse:
        open_browser(host, bound)
    worker = _Worker(settings)
    if workers == 1:
        worker(bound)
    else:
        _start_log(settings.log)
        run_workers(worker, bound, workers)


async def _try(store: Store) -> None:
    """Open the store once, so that what is wrong with it is said in one sentence."""
    await store.open(lambda _: None)
    await store.close()


def _allow_many_sockets() -> None:
    """Use as many files as the system allows: every socket is one, and 1,024 are usual."""
    with contextlib.suppress(ImportError, OSError, ValueError):  # Windows has no such limit
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _config(app: FastAPI, settings: Settings, connections: Connections) -> uvicorn.Config:
    requests, sockets = protocols(connections)
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        http=requests,  # on h11: it bounds the headers, which httptools does not
        ws=sockets,
        backlog=min(_BACKLOG, spare_files(settings)),  # they may all come at once
        ws_max_size=_HARD_SIZE,
        ws_per_message_deflate=False,  # it costs more memory a socket than all the rest
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=_STOP_SECONDS,
        server_header=False,
        forwarded_allow_ips=settings.proxies,
    )


class _JsonLines(logging.Formatter):
    """One JSON object a line: time, level, what, and the facts that were given."""

    def format(self, record: logging.LogRecord) -> str:
        facts = {name: value for name, value in vars(record).items() if name not in _PLAIN}
        said = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
            **facts,
        }
        if record.exc_info:
            said["trace"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False, default=str)


def _start_log(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    uvicorn_log = logging.getLogger("uvicorn.error")
    uvicorn_log.setLevel(logging.WARNING)  # it notes links, which are private
    uvicorn_log.addFilter(lambda record: not record.getMessage().startswith(_NO_ERRORS))
