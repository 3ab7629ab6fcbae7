"""The door: REST for opening and looking up tables, a socket for playing at one.

FastAPI, because its types are the checks, the OpenAPI description and the browsable page
at once; the same library, pydantic, checks the messages of the sockets.
"""

from __future__ import annotations

import json
import logging
import re
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path

import fastapi_swagger
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.exceptions import HTTPException

import rowlock
from rowlock.server.api import api
from rowlock.server.conversation import serve_socket
from rowlock.server.describing import describe
from rowlock.server.guard import Guard, refusal
from rowlock.server.hub import Hub
from rowlock.server.metrics import Metrics, may_watch
from rowlock.server.packing import Packed, Shelf, answer, pack
from rowlock.server.page import BUILT, PlayersPage
from rowlock.server.protocol import Code, Refused
from rowlock.server.settings import Settings
from rowlock.server.store import Store, StoreError

__all__ = ["make_app"]

log = logging.getLogger("rowlock")

_STATUS = {
    Code.UNKNOWN_TABLE: 404,
    Code.UNKNOWN_VARIANT: 404,
    Code.UNKNOWN_DAY: 404,
    Code.NOT_YET: 403,
    Code.NOT_STARTED: 409,
    Code.NOT_OVER: 409,
    Code.ENDED_EARLY: 409,
    Code.NO_REVIEW: 409,
    Code.EXPIRED: 410,
    Code.OTHER_EDITION: 410,
    Code.TOO_FAST: 429,
    Code.TOO_MANY_TABLES: 429,
    Code.STOPPING: 503,
    Code.UNAVAILABLE: 503,
}


_BUNDLE = {
    "favicon-32x32.png": "image/png",
    "swagger-ui-bundle.js": "text/javascript",
    "swagger-ui.css": "text/css",
}
"""The files of the browsable page."""


def make_app(store: Store, settings: Settings, built: Path = BUILT) -> FastAPI:
    """The application with the page built there; its hub is `app.state.hub`."""
    metrics = Metrics()
    hub = Hub(store, settings, metrics)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await hub.start()
        yield
        await hub.stop()
        await hub.close()

    app = FastAPI(
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,  # it is made when somebody asks for it, and served below
    )
    app.state.hub = hub
    app.state.shelf = Shelf()
    app.state.page = page = PlayersPage(built)
    app.router.routes.extend(api.routes)  # to include it would make every route once more
    _add_pages(app, hub)
    app.router.routes.extend(page.routes())
    _add_errors(app, hub, page)
    app.add_middleware(
        Guard, settings=settings, metrics=metrics, serve_socket=partial(serve_socket, hub)
    )
    return app


def _add_pages(app: FastAPI, hub: Hub) -> None:
    @app.get("/healthz", include_in_schema=False)
    async def healthz() -> JSONResponse:
        """Whether this worker can serve: the database can be read and written, and the server is
        not about to stop.
        """
        why = "the server stops" if hub.stopping else await hub.health.trouble()
        if why:
            return JSONResponse({"ok": False, "why": why}, 503)
        return JSONResponse({"ok": True, "version": rowlock.__version__})

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        if not may_watch(request, hub.settings.metrics_token):
            raise HTTPException(404)
        return Response(generate_latest(hub.metrics.registry), media_type=CONTENT_TYPE_LATEST)

    docs = get_swagger_ui_html(
        openapi_url="openapi.json",
        title="Rowlock",
        swagger_js_url="browse/swagger-ui-bundle.js",
        swagger_css_url="browse/swagger-ui.css",
        swagger_favicon_url="browse/favicon-32x32.png",
    )
    docs.headers["Content-Security-Policy"] = _docs_policy(bytes(docs.body).decode())

    @app.get("/api/docs", include_in_schema=False)
    async def browse() -> Response:
        return docs

    @app.get("/api/openapi.json", include_in_schema=False)
    async def described(request: Request) -> Response:
        def make() -> Packed:
            return pack(json.dumps(describe(app.routes)).encode(), "application/json")

        return answer(request, await app.state.shelf.get("openapi", make))

    # The browsable page is served from here: no request goes to any other host.
    @app.api_route("/api/browse/{name}", methods=["GET", "HEAD"], include_in_schema=False)
    async def bundled(request: Request, name: str) -> Response:
        if name not in _BUNDLE:
            raise HTTPException(404)
        path = Path(fastapi_swagger.__file__).parent / "resources" / name
        told = await app.state.shelf.get(name, lambda: pack(path.read_bytes(), _BUNDLE[name]))
        return answer(request, told, headers={"Cache-Control": "no-cache"})


def _docs_policy(html: str) -> str:
    """What the browsable page may do: its one script stands in it, and is named by its hash."""
    (script,) = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
    digest = b64encode(sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'self' 'sha256-{digest}'; "
        "style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def _add_errors(app: FastAPI, hub: Hub, page: PlayersPage) -> None:
    """Every error is JSON with a code and a sentence, and never a traceback; only a person who
    came to an unknown path gets the page, which has a screen for it.
    """
    refuse = partial(refusal, hub.metrics)

    @app.exception_handler(Refused)
    async def refused(_: Request, error: Refused) -> JSONResponse:
        return refuse(_STATUS.get(error.code, 422), error.code, error.sentence)

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return refuse(422, Code.BAD_MESSAGE, f"{where}: {first['msg']}"[:300])

    @app.exception_handler(StoreError)
    async def unavailable(_: Request, error: StoreError) -> JSONResponse:
        hub.health.note(error)
        return refuse(503, Code.UNAVAILABLE, "the database does not answer now; try again")

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and (lost := page.lost(request)):
            return lost
        response = refuse(error.status_code, Code.BAD_MESSAGE, str(error.detail))
        response.headers.update(error.headers or {})
        if error.status_code == 405:
            response.headers["Allow"] = _allowed(request, response.headers.get("Allow"))
        return response

    @app.exception_handler(Exception)
    async def unexpected(request: Request, error: Exception) -> JSONResponse:
        log.error(
            "a request failed",
            exc_info=error,
            extra={"route": getattr(request.scope.get("route"), "path", "")},
        )
        return refuse(500, Code.UNAVAILABLE, "something went wrong here; it was noted")


def _allowed(request: Request, found: str | None) -> str:
    """All methods of a path: Starlette names those of the first route, and for files none."""
    path = request.url.path
    routes = [route for route in api.routes if isinstance(route, APIRoute)]
    methods = {m for route in routes if route.path_regex.match(path) for m in route.methods or ()}
    return ", ".join(sorted(methods or (found or "GET, HEAD").split(", ")))
