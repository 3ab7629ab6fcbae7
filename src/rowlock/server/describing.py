"""The description of the REST part, which is worked out when somebody asks for it.

FastAPI would make the models of all answers when a server starts, though nothing but the
description needs them: an answer is made by us, and checked by the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute

import rowlock

__all__ = ["LateRoute", "describe"]


class LateRoute(APIRoute):
    """A route without the models of its answers; `described` makes the same one with them."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **given: Any) -> None:
        self.described = partial(APIRoute, path, endpoint, **given)
        super().__init__(path, endpoint, **given | {"response_model": None, "responses": None})


def describe(routes: Iterable[BaseRoute]) -> dict[str, Any]:
    """The OpenAPI description of those of these routes that are for programs."""
    return get_openapi(
        title="Rowlock",
        version=rowlock.__version__,
        description="Tables for the Qwixx family of dice games (unofficial). What happens at a "
        "table goes through its socket, `/api/tables/{table}/socket`; its messages are "
        "described in [messages.json](messages.json).",
        routes=[route.described() for route in routes if isinstance(route, LateRoute)],
    )
