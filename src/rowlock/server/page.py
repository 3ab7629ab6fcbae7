"""The page that people play on: built in `web/`, kept in memory, served with strict headers.

It is small, so all of it is read and compressed once, when the server starts. Every path that
is neither a program's nor a file's gets the page: which screen it means, of which table or
variant, and whether there is one, is known by the page alone.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Match, Route
from starlette.types import Scope

from rowlock.server.packing import Packed, answer, pack

__all__ = ["BUILT", "TABLE_PATH", "PlayersPage"]

BUILT = Path(__file__).parent / "static"
"""Where `make page` writes; it travels in the wheel."""

TABLE_PATH = "/t/"
"""Where the links to tables lead: the one path of the page that the server makes itself."""

_PROGRAMS = re.compile(r"/(api|healthz|metrics)(/|$)")
"""Paths that are asked by programs, who are told in JSON what is not there."""
_FILES = re.compile(r"/assets(/|$)|.*\.[^/]*$", re.DOTALL)
"""Paths that mean a file, whether it is there or not: its name has a dot."""
_FRONT = "index.html"
_KINDS = {  # the system's own list differs from one machine to the next
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
}
_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'none'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
_UNUSED = (
    "accelerometer",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "hid",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "serial",
    "usb",
)
_HEADERS = {
    # Also for every file: what a service worker may do is said by the headers of its own file.
    "Content-Security-Policy": "; ".join(f"{what} {who}" for what, who in _POLICY.items()),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{name}=()" for name in _UNUSED) + ", screen-wake-lock=(self)",
}
_LONGEST = 8_192  # letters of a path; browsers and proxies bear hardly more
_ASK_AGAIN = "no-cache"
_FOR_EVER = "public, max-age=31536000, immutable"
_NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Rowlock</title>
<h1>Rowlock</h1>
<p>The tables work, but the page was not built here. In the folder of Rowlock, run
<code>make page</code>, then start the server again.
<a href="/api/docs">What programs can ask</a>.</p>
<p lang="de">Die Tische funktionieren, aber die Seite wurde hier nicht gebaut. Führe im Ordner
von Rowlock <code>make page</code> aus und starte dann den Server neu.
<a href="/api/docs">Was Programme abfragen können</a>.</p>
<p lang="it">I tavoli funzionano, ma la pagina non è stata creata. Nella cartella di Rowlock
esegui <code>make page</code>, poi riavvia il server.
<a href="/api/docs">Che cosa possono chiedere i programmi</a>.</p>
</html>
"""


class _Screens(Route):
    """Every path that is neither a program's nor a file's, and that a person may have typed."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        path = scope["path"].rstrip("/")
        if len(path) > _LONGEST or _PROGRAMS.match(path) or _FILES.match(path):
            return Match.NONE, {}
        return super().matches(scope)


class PlayersPage:
    """The files of a built page, or what stands in for them if there are none.

    `build` is the name of this build; a page that was loaded before can tell by it that
    there is a newer one.
    """

    def __init__(self, folder: Path = BUILT) -> None:
        self._files: dict[str, Packed] = _read(folder) if (folder / _FRONT).is_file() else {}
        note = self._files.get("build.json")
        self.build: str | None = json.loads(note.body)["build"] if note else None

    def routes(self) -> list[Route]:
        """Every path that the page answers."""
        names = [name for name in self._files if name != _FRONT]
        files = [Route(f"/{name}", self._file, methods=["GET"]) for name in names]
        return [*files, _Screens("/{path:path}", self._screen, methods=["GET"])]

    def lost(self, request: Request) -> Response | None:
        """The page for a person who asked for a file that is not there, such as a link with a full
        stop behind it; programs are told in JSON.
        """
        person = "text/html" in request.headers.get("Accept", "")
        if not self._files or not person or request.method not in ("GET", "HEAD"):
            return None
        if _PROGRAMS.match(_path(request)):
            return None
        return self._answer(request, _FRONT, 404)

    async def _screen(self, request: Request) -> Response:
        if not self._files:
            return HTMLResponse(_NOT_BUILT, 503, {**_HEADERS, "Cache-Control": "no-store"})
        response = self._answer(request, _FRONT)
        if _path(request).startswith(TABLE_PATH):
            response.headers["X-Robots-Tag"] = "noindex"  # a table's link is its secret
        return response

    async def _file(self, request: Request) -> Response:
        return self._answer(request, _path(request).removeprefix("/"))

    def _answer(self, request: Request, name: str, status: int = 200) -> Response:
        cache = _FOR_EVER if name.startswith("assets/") else _ASK_AGAIN
        return answer(request, self._files[name], status, {**_HEADERS, "Cache-Control": cache})


def _path(request: Request) -> str:
    """The path as the routes see it; `request.url` believes what the Host header says."""
    path: str = request.scope["path"]
    return path


def _read(folder: Path) -> dict[str, Packed]:
    files = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not name.startswith("."):
            kind = _KINDS.get(path.suffix, "application/octet-stream")
            files[name] = pack(path.read_bytes(), kind)
    return files
