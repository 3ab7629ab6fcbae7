"""The page is served as it was built, small, fresh where it must be, and with strict headers."""

from __future__ import annotations

import asyncio
import base64
import gzip
import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.types import Message

from rowlock.server.app import make_app
from rowlock.server.settings import Settings
from rowlock.server.store import open_store

INDEX = "<!doctype html><title>Rowlock</title><script src=/assets/page-1a2b.js></script>"
PICTURE = bytes(range(256)) * 10
FILES: dict[str, bytes] = {
    "index.html": INDEX.encode(),
    "assets/page-1a2b.js": b"console.log('hello');\n" * 200,
    "assets/page-3c4d.css": b"p { color: red }\n" * 200,
    "sw.js": b"self.addEventListener('fetch', () => {});",
    "manifest.webmanifest": b'{"name": "Rowlock"}',
    "icons/small.svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    "icons/large.png": PICTURE,
    "robots.txt": b"User-agent: *\nDisallow: /t/\n",
    "build.json": b'{"build": "1a2b3c4d5e6f"}',
    ".vite/manifest.json": b"{}",
}
SCREENS = [
    "/",
    "/t/k7m2q9x4w8c3h5td",
    "/t/nowhere",
    "/rules",
    "/rules/classic",
    "/learn",
    "/learn/longo",
    "/new/bots",
    "/nothing",
    "/t",
    "/t/a/b",
    "/a/screen/of/tomorrow",
    "/apiary",
]


@dataclass(frozen=True)
class Told:
    status: int
    headers: Headers
    body: bytes


def ask(app: FastAPI, path: str, method: str = "GET", **headers: str) -> Told:
    """What the whole application answers, without a server around it."""
    told: list[Message] = []
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "server": ("dice.example.org", 80),
        "client": ("192.0.2.1", 1234),
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [
            (name.replace("_", "-").lower().encode(), value.encode())
            for name, value in headers.items()
        ],
    }

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        told.append(message)

    asyncio.run(app(scope, receive, send))
    body = b"".join(message.get("body", b"") for message in told[1:])
    return Told(told[0]["status"], Headers(raw=told[0]["headers"]), body)


def app_with(built: Path, tmp_path: Path) -> FastAPI:
    store = open_store(f"sqlite:{tmp_path / 'never.db'}")
    return make_app(store, Settings(requests_at_once=10_000), built)


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    built = tmp_path / "static"
    for name, body in FILES.items():
        (built / name).parent.mkdir(parents=True, exist_ok=True)
        (built / name).write_bytes(body)
    return app_with(built, tmp_path)


@pytest.fixture
def unbuilt(tmp_path: Path) -> FastAPI:
    return app_with(tmp_path / "static", tmp_path)


def policy(told: Told) -> dict[str, str]:
    parts = told.headers["content-security-policy"].split("; ")
    return dict(part.split(" ", 1) for part in parts)


@pytest.mark.parametrize("path", SCREENS)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_every_screen_is_the_same_page(app: FastAPI, path: str, method: str) -> None:
    told = ask(app, path, method)
    assert told.status == 200
    assert told.body == INDEX.encode()  # for HEAD, uvicorn leaves it out
    assert told.headers["content-length"] == str(len(INDEX))
    assert told.headers["content-type"] == "text/html; charset=utf-8"
    assert told.headers["cache-control"] == "no-cache"
    assert told.headers.get("x-robots-tag") == ("noindex" if path.startswith("/t/") else None)


@pytest.mark.parametrize("path", ["/", "/t/nowhere", "/assets/page-1a2b.js", "/sw.js"])
def test_the_page_may_ask_this_server_only(app: FastAPI, path: str) -> None:
    told = ask(app, path)
    assert policy(told) == {
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
    assert told.headers["cross-origin-opener-policy"] == "same-origin"
    assert told.headers["referrer-policy"] == "no-referrer"
    assert told.headers["x-content-type-options"] == "nosniff"
    features = told.headers["permissions-policy"].split(", ")
    assert {"camera=()", "microphone=()", "geolocation=()"} < set(features)
    assert "screen-wake-lock=(self)" in features


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("assets/page-1a2b.js", "text/javascript; charset=utf-8"),
        ("assets/page-3c4d.css", "text/css; charset=utf-8"),
        ("sw.js", "text/javascript; charset=utf-8"),
        ("manifest.webmanifest", "application/manifest+json"),
        ("icons/small.svg", "image/svg+xml"),
        ("icons/large.png", "image/png"),
        ("robots.txt", "text/plain; charset=utf-8"),
        ("build.json", "application/json"),
    ],
)
def test_a_file_has_its_kind_and_is_kept_as_long_as_it_may(
    app: FastAPI, name: str, kind: str
) -> None:
    told = ask(app, f"/{name}")
    assert (told.status, told.body) == (200, FILES[name])
    assert told.headers["content-type"] == kind
    for_ever = "public, max-age=31536000, immutable"
    expected = for_ever if name.startswith("assets/") else "no-cache"
    assert told.headers["cache-control"] == expected


@pytest.mark.parametrize("name", ["assets/page-1a2b.js", "assets/page-3c4d.css", "icons/large.png"])
def test_text_is_sent_packed_once_and_pictures_are_not(app: FastAPI, name: str) -> None:
    told = ask(app, f"/{name}", accept_encoding="br, gzip")
    packed = not name.endswith(".png")
    assert told.headers.get("content-encoding") == ("gzip" if packed else None)
    assert (gzip.decompress(told.body) if packed else told.body) == FILES[name]
    assert told.headers["content-length"] == str(len(told.body))
    assert told.headers.getlist("vary") == ["Accept-Encoding"]
    plain = ask(app, f"/{name}")
    assert (plain.body, plain.headers.get("content-encoding")) == (FILES[name], None)


@pytest.mark.parametrize("path", ["/", "/t/nowhere", "/sw.js", "/assets/page-1a2b.js"])
def test_what_the_browser_has_is_not_sent_again(app: FastAPI, path: str) -> None:
    first = ask(app, path)
    tag = first.headers["etag"]
    for known in (tag, f'"other", {tag}'):
        again = ask(app, path, if_none_match=known, accept_encoding="gzip")
        assert (again.status, again.body) == (304, b"")
        assert again.headers["etag"] == tag
        for name in ("cache-control", "content-security-policy"):
            assert again.headers[name] == first.headers[name]
    assert ask(app, path, if_none_match='W/"other"').status == 200


def test_another_build_has_another_tag_and_name(app: FastAPI, tmp_path: Path) -> None:
    (tmp_path / "static" / "index.html").write_text("<!doctype html><title>New</title>")
    (tmp_path / "static" / "build.json").write_text('{"build": "other"}')
    newer = app_with(tmp_path / "static", tmp_path)
    assert ask(newer, "/").headers["etag"] != ask(app, "/").headers["etag"]
    assert json.loads(ask(app, "/api/about").body)["page"] == "1a2b3c4d5e6f"
    assert json.loads(ask(newer, "/api/about").body)["page"] == "other"


# Unknown paths

NOWHERE = [
    "/assets/old-9f.js",
    "/assets/old",
    "/index.html",
    "/.vite/manifest.json",
    "/t/k7m2q9x4w8c3h5td.",
    "/favicon.ico",
]
PROGRAMS = ["/api/nothing", "/api", "/api/tables/a/b/c", "/healthz/more", "/metrics/more"]


@pytest.mark.parametrize("path", NOWHERE)
def test_a_person_who_is_lost_gets_the_page(app: FastAPI, path: str) -> None:
    told = ask(app, path, accept="text/html,application/xhtml+xml,*/*;q=0.8")
    assert (told.status, told.body) == (404, INDEX.encode())
    assert "script-src" in policy(told)
    tag = ask(app, "/").headers["etag"]
    assert ask(app, path, accept="text/html", if_none_match=tag).status == 404


@pytest.mark.parametrize("path", [*NOWHERE, *PROGRAMS])
@pytest.mark.parametrize("accept", ["*/*", "application/json", ""])
def test_a_program_that_is_lost_is_told_in_json(app: FastAPI, path: str, accept: str) -> None:
    told = ask(app, path, accept=accept)
    assert told.status == 404
    assert json.loads(told.body) == {"code": "bad_message", "sentence": "Not Found"}


@pytest.mark.parametrize(
    ("path", "method"), [*((path, "GET") for path in PROGRAMS), ("/nothing.js", "POST")]
)
def test_what_no_person_types_is_refused_in_json(app: FastAPI, path: str, method: str) -> None:
    told = ask(app, path, method, accept="text/html")
    assert told.status == 404
    assert json.loads(told.body)["code"] == "bad_message"


@pytest.mark.parametrize("path", ["/", "/t/abc", "/nothing", "/assets/page-1a2b.js"])
def test_the_page_can_only_be_read(app: FastAPI, path: str) -> None:
    told = ask(app, path, "POST")
    assert told.status == 405
    assert told.headers["allow"] == "GET, HEAD"


@pytest.mark.parametrize("host", ["x/t/", "x/api/", "[", "x?y", "x#y", "\\"])
def test_a_strange_host_header_changes_nothing(app: FastAPI, host: str) -> None:
    for path in ("/", "/sw.js", "/t/abc"):
        told = ask(app, path, host=host)
        assert told.status == 200
        assert ("x-robots-tag" in told.headers) == (path == "/t/abc")
    assert ask(app, "/nothing.js", accept="text/html", host=host).body == INDEX.encode()


# A server whose page was not built


@pytest.mark.parametrize("path", SCREENS)
def test_without_a_page_people_are_told_how_to_build_it(unbuilt: FastAPI, path: str) -> None:
    told = ask(unbuilt, path, accept="text/html")
    assert told.status == 503
    assert told.headers["cache-control"] == "no-store"
    page = told.body.decode()
    assert re.findall('lang="(..)"', page) == ["en", "de", "it"]
    assert page.count("<code>make page</code>") == page.count('href="/api/docs"') == 3


def test_without_a_page_the_server_works_as_ever(unbuilt: FastAPI) -> None:
    about = ask(unbuilt, "/api/about")
    assert about.status == 200
    assert json.loads(about.body)["page"] is None
    assert ask(unbuilt, "/sw.js", accept="text/html").status == 404
    told = ask(unbuilt, "/nothing.js", accept="text/html")
    assert json.loads(told.body)["code"] == "bad_message"


# What is no part of the page


def test_the_browsable_page_runs_its_own_script_and_no_other(unbuilt: FastAPI) -> None:
    told = ask(unbuilt, "/api/docs")
    (script,) = re.findall("<script>(.*?)</script>", told.body.decode(), re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    allowed = policy(told)
    assert allowed["default-src"] == "'none'"
    assert allowed["script-src"] == f"'self' 'sha256-{digest}'"
    assert allowed["connect-src"] == "'self'"


@pytest.mark.parametrize("path", ["/api/about", "/api/nothing", "/nothing.js"])
def test_an_answer_in_json_may_do_nothing_at_all(unbuilt: FastAPI, path: str) -> None:
    told = ask(unbuilt, path)
    assert policy(told) == {"default-src": "'none'", "frame-ancestors": "'none'"}
