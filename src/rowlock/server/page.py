"""The page that people play on: built in `web/`, kept in memory, served with strict headers.

It is small, so all of it is read and compressed once, when the server starts. The page
itself knows which table or variant a path means, and whether it exists.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

__all__ = ["BUILT", "PlayersPage"]

BUILT = Path(__file__).parent / "static"
"""Where `make page` writes; it travels in the wheel."""

_SCREENS = ("/", "/t/{table}", "/rules", "/rules/{key}", "/learn", "/learn/{key}", "/new/{how}")
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
_PACKED_ALREADY = {".png"}
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
_ASK_AGAIN = "no-cache"
_FOR_EVER = "public, max-age=31536000, immutable"
_NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Rowlock</title>
<h1>Rowlock</h1>
<p>The tables work, but the page was not built here. In the folder of Rowlock, run
<code>make page</code>, then start the server again.
<a href="/api/docs">What programs can ask</a>.</p>
<p lang="de">Die Tische gehen, aber die Seite wurde hier nicht gebaut. Im Ordner von Rowlock
<code>make page</code> ausführen, dann den Server neu starten.
<a href="/api/docs">Was Programme fragen können</a>.</p>
<p lang="it">I tavoli funzionano, ma la pagina non è stata costruita. Nella cartella di Rowlock
esegui <code>make page</code>, poi riavvia il server.
<a href="/api/docs">Che cosa possono chiedere i programmi</a>.</p>
</html>
"""


@dataclass(frozen=True)
class _File:
    body: bytes
    packed: bytes  # with gzip; empty where that would be no smaller
    kind: str
    cache: str
    tag: str


class PlayersPage:
    """The files of a built page, or what stands in for them if there are none.

    `build` is the name of this build; a page that was loaded before can tell by it that
    there is a newer one.
    """

    def __init__(self, folder: Path = BUILT) -> None:
        self._files = _read(folder) if (folder / _FRONT).is_file() else {}
        note = self._files.get("build.json")
        self.build: str | None = json.loads(note.body)["build"] if note else None

    def routes(self) -> list[Route]:
        """Every path that the page answers."""
        screens = [Route(path, self._screen, methods=["GET"]) for path in _SCREENS]
        names = [name for name in self._files if name != _FRONT]
        return screens + [Route(f"/{name}", self._file, methods=["GET"]) for name in names]

    def lost(self, request: Request) -> Response | None:
        """The page for a person who came to an unknown path; programs are told in JSON."""
        person = "text/html" in request.headers.get("Accept", "")
        if not self._files or not person or request.method not in ("GET", "HEAD"):
            return None
        if _path(request).startswith("/api/"):
            return None
        return _answer(request, self._files[_FRONT], 404)

    async def _screen(self, request: Request) -> Response:
        if not self._files:
            return HTMLResponse(_NOT_BUILT, 503, {**_HEADERS, "Cache-Control": "no-store"})
        response = _answer(request, self._files[_FRONT])
        if _path(request).startswith("/t/"):
            response.headers["X-Robots-Tag"] = "noindex"  # a table's link is its secret
        return response

    async def _file(self, request: Request) -> Response:
        return _answer(request, self._files[_path(request).removeprefix("/")])


def _path(request: Request) -> str:
    """The path as the routes see it; `request.url` believes what the Host header says."""
    path: str = request.scope["path"]
    return path


def _read(folder: Path) -> dict[str, _File]:
    files = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if not path.is_file() or name.startswith("."):
            continue
        body = path.read_bytes()
        packed = b"" if path.suffix in _PACKED_ALREADY else gzip.compress(body, 9, mtime=0)
        files[name] = _File(
            body=body,
            packed=packed if len(packed) < len(body) else b"",
            kind=_KINDS.get(path.suffix, "application/octet-stream"),
            cache=_FOR_EVER if name.startswith("assets/") else _ASK_AGAIN,
            tag=f'W/"{hashlib.sha256(body).hexdigest()[:20]}"',  # weak: packed or not
        )
    return files


def _answer(request: Request, file: _File, status: int = 200) -> Response:
    headers = {
        **_HEADERS,
        "Cache-Control": file.cache,
        "ETag": file.tag,
        "Vary": "Accept-Encoding",
    }
    known = [tag.strip() for tag in request.headers.get("If-None-Match", "").split(",")]
    if status == 200 and file.tag in known:
        return Response(status_code=304, headers=headers)
    body = file.body
    if file.packed and "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
        body = file.packed
    return Response(body, status, headers, file.kind)
