"""A server starts without what only few requests need; the description is complete all the same."""

from __future__ import annotations

import json
import subprocess
import sys

from fastapi.routing import APIRoute

from rowlock.server.api import api
from rowlock.server.describing import LateRoute, describe
from tests.server.running import running


def test_starting_loads_neither_lessons_nor_the_fast_engine() -> None:
    code = "import sys, json, rowlock.server.serve; print(json.dumps(list(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    loaded = set(json.loads(run.stdout))
    assert "rowlock.server.api" in loaded
    assert not loaded & {"rowlock.lessons", "rowlock.fast", "numpy", "asyncpg"}


def test_models_of_answers_are_made_for_the_description_alone() -> None:
    routes = [route for route in api.routes if isinstance(route, APIRoute)]
    assert routes
    for route in routes:
        assert isinstance(route, LateRoute), route.path  # else every start makes its models
        assert not route.response_field
        assert not route.response_fields
        full = route.described()
        assert full.response_fields
        assert (full.path, full.methods, full.name) == (route.path, route.methods, route.name)


def test_every_route_is_described_with_its_answers() -> None:
    described = describe(api.routes)
    assert described["paths"].keys() == {route.path for route in api.routes}  # type: ignore[attr-defined]
    for methods in described["paths"].values():
        for said in methods.values():
            assert {"413", "422", "429", "503"} < said["responses"].keys()
    opened = described["paths"]["/api/tables"]["post"]["responses"]["201"]["content"]
    assert opened["application/json"]["schema"] == {"$ref": "#/components/schemas/OpenedTable"}


def test_a_server_that_has_just_started_has_its_bots() -> None:
    """They are read behind its back; whoever asks at once waits for them."""
    with running() as server:
        assert "oracle" in [bot["code"] for bot in server.get("/api/about")["bots"]]
