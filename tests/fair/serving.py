"""A small web server on this machine, for commands that fetch."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

__all__ = ["Answer", "Site", "free_port", "serving", "talking"]


class Answer(NamedTuple):
    """What is sent for a path."""

    body: bytes = b""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    length: int | None = None  # what is claimed, if it is not the truth


class Site(NamedTuple):
    """Where the server is, what it answers, and what it was asked."""

    address: str
    answers: dict[str, Answer]
    asked: list[str]


@contextlib.contextmanager
def serving() -> Iterator[Site]:
    """A server that answers what is put into `answers`, and else 404."""
    answers: dict[str, Answer] = {}
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            answer = answers.get(self.path, Answer(b"nothing here", 404))
            self.send_response(answer.status)
            for name, value in answer.headers:
                self.send_header(name, value)
            length = len(answer.body) if answer.length is None else answer.length
            if length >= 0:
                self.send_header("Content-Length", str(length))
            self.end_headers()
            with contextlib.suppress(OSError):  # a reader may have had enough
                self.wfile.write(answer.body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Say nothing among the tests."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield Site(f"http://127.0.0.1:{server.server_port}", answers, asked)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextlib.contextmanager
def talking(speak: Callable[[socket.socket], None]) -> Iterator[str]:
    """A server that is none: it takes one caller and says what it likes."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            with contextlib.suppress(OSError):
                caller, _ = listening.accept()
                with caller:
                    caller.recv(65536)
                    speak(caller)

        thread = threading.Thread(target=answer)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            thread.join()


def free_port() -> int:
    """A port at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])
