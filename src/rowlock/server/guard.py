"""What stands before the door: limits on requests, the origin of sockets, safe headers."""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable
from functools import partial
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rowlock.server.limits import Buckets, Tickets, address_of
from rowlock.server.metrics import Metrics
from rowlock.server.protocol import Code
from rowlock.server.settings import Settings
from rowlock.server.sockets import AsgiSocket

__all__ = ["Guard", "refusal"]

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",  # a table's link is its secret
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",  # pages say theirs
}
_SOCKET = r"/api/tables/([^/]+)/socket"
_FREE = ("/healthz", "/assets/")
"""Not counted: who looks whether the server is well, and the files of the page, which are kept
in memory; a family behind one address may open it all at once.
"""


ServeSocket = Callable[[AsgiSocket, str], Awaitable[None]]
"""What serves an open socket of a table."""


class Guard:
    """Counts requests and sockets of each address, and looks at the origin of sockets."""

    def __init__(
        self, app: ASGIApp, settings: Settings, metrics: Metrics, serve_socket: ServeSocket
    ) -> None:
        self.app = app
        self.serve_socket = serve_socket
        self.settings = settings
        self.metrics = metrics
        self.requests = Buckets(settings.requests_at_once, settings.requests_per_second)
        self.running = Tickets(settings.connections_per_address, settings.connections)
        self.sockets = Tickets(settings.sockets_per_address, settings.sockets)
        self.handshakes = Buckets(settings.sockets_per_address, settings.sockets_per_second)
        self.origins = {_site(origin) for origin in settings.origins.split()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let through what may pass."""
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of(scope)
        free = scope["path"].startswith(_FREE)
        if (not free and not self.requests.take(address, time.monotonic())) or (
            not self.running.take(address)
        ):
            response = self._refusal(429, Code.TOO_FAST, "too many requests; wait a moment")
            response.headers["Retry-After"] = "2"
            await response(scope, receive, send)
            return
        try:
            await self._run(scope, receive, send)
        finally:
            self.running.give_back(address)

    async def _run(self, scope: Scope, receive: Receive, send: Send) -> None:
        most, read = self.settings.body_size, 0

        async def limited() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > most:  # any other exception would be told as a body that cannot be read
                raise HTTPException(413, f"a request has at most {most} bytes")
            return message

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, limited, with_headers)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        if origin is not None and _site(origin) not in {headers.get("host", ""), *self.origins}:
            denied = self._refusal(
                403, Code.WRONG_ORIGIN, "only pages of this very server may connect"
            )
            await _deny(denied, scope, receive, send)
            return
        address = address_of(scope)
        if not self.handshakes.take(address, time.monotonic()) or not self.sockets.take(address):
            denied = self._refusal(
                429, Code.TOO_MANY_SOCKETS, "too many open connections from this address"
            )
            await _deny(denied, scope, receive, send)
            return
        wire = AsgiSocket(scope, receive, send)
        # A connection counts until it is gone, though everything else has ended before.
        known = wire.after(partial(self.sockets.give_back, address))
        try:
            await self._serve(wire, scope, receive, send)
        finally:
            if not known:
                self.sockets.give_back(address)

    async def _serve(self, wire: AsgiSocket, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket. It does not go through the application, whose layers are made for
        requests and would each handle every message.
        """
        found = re.fullmatch(_SOCKET, scope["path"])
        if found is None:
            await _deny(self._refusal(404, Code.BAD_MESSAGE, "Not Found"), scope, receive, send)
            return
        await wire.accept()
        await self.serve_socket(wire, found[1])

    def _refusal(self, status: int, code: Code, sentence: str) -> JSONResponse:
        return refusal(self.metrics, status, code, sentence)


def refusal(metrics: Metrics, status: int, code: Code, sentence: str) -> JSONResponse:
    """An answer that says no, with a code for machines and a sentence for people; counted."""
    metrics.refused.labels(code.value).inc()
    return JSONResponse({"code": code.value, "sentence": sentence}, status, dict(_HEADERS))


async def _deny(response: JSONResponse, scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a socket before it is open, with a reason that a person can read."""
    await receive()  # the client's wish to connect
    await response(scope, receive, send)


def _site(origin: str) -> str:
    """The host and port of an origin, as a Host header has them."""
    try:
        return urlsplit(origin).netloc if "//" in origin else origin
    except ValueError:  # such as http://[
        return origin  # which no Host header is
