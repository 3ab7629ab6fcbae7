"""The schema from which the page makes its types holds every message and model, by name."""

from __future__ import annotations

import re
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from rowlock import find_variant
from rowlock.server.shown import message_schema
from rowlock.server.view import variant_shown
from tests.server.running import Server
from web import schema as web_schema
from web.schema import page_schema

SCHEMA = page_schema()
DEFINITIONS = SCHEMA["$defs"]


def references(part: Any) -> set[str]:
    if isinstance(part, list):
        return set().union(*map(references, part))
    if not isinstance(part, dict):
        return set()
    own = {part["$ref"]} if isinstance(part.get("$ref"), str) else set()
    return own.union(*map(references, part.values()))


def valid(name: str, value: Any) -> bool:
    return Draft202012Validator(SCHEMA | {"$ref": f"#/$defs/{name}"}).is_valid(value)


def test_every_message_and_every_model_is_there() -> None:
    assert set(message_schema()["$defs"]) < set(DEFINITIONS)
    rest = {"Listed", "OpenTable", "OpenedTable", "Refusal", "ServerInfo", "VariantListed"}
    named = {"AnySeat", "Code", "Letter", "Pace", "Reaction", "StoryEvent"}
    assert rest | named < set(DEFINITIONS)


def test_every_reference_leads_somewhere_and_every_name_is_used() -> None:
    found = {re.sub(r"^#/\$defs/", "", target) for target in references(SCHEMA)}
    assert found <= set(DEFINITIONS)
    assert set(web_schema._NAMED) <= found


def test_what_the_server_says_is_what_the_schema_says(server: Server) -> None:
    opened = server.open("Emma", "keen", public=True)
    assert valid("OpenedTable", opened)
    assert valid("ServerInfo", server.get("/api/about"))
    assert all(valid("Listed", listed) for listed in server.get("/api/tables"))
    assert all(valid("VariantListed", listed) for listed in server.get("/api/variants"))
    assert valid("View", server.get(f"/api/tables/{opened['table']}"))
    assert valid("Refusal", server.request("GET", "/api/nothing")[1])
    assert not valid("OpenedTable", {"table": opened["table"]})


def test_badges_are_described() -> None:
    (page,) = variant_shown(find_variant("bonus_pairs"))["pages"]
    assert page["badges"]
    for badge in page["badges"]:
        assert valid("PrintedBadge", badge)
        assert not valid("PrintedBadge", {**badge, "shape": "rain"})


def test_a_name_that_means_two_things_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_schema, "_rest_models", lambda: {"View": {"type": "string"}})
    with pytest.raises(SystemExit, match="View means two things"):
        page_schema()
