"""Prints one JSON Schema with everything the page says to the server and hears from it.

The page makes its types from it (`web/types.mjs`), so that a message that changes here and
not there is found when the page is checked, not when people play.
"""

from __future__ import annotations

import json
from typing import Any

from pydantic import TypeAdapter

from rowlock.bots import all_bots
from rowlock.server.api import api
from rowlock.server.creation import AnySeat
from rowlock.server.describing import describe
from rowlock.server.printing import words_of
from rowlock.server.protocol import Reaction
from rowlock.server.setup import Pace
from rowlock.server.shown import message_schema
from rowlock.server.story import Letter, StoryEvent

__all__ = ["page_schema"]

_NAMED: dict[str, Any] = {
    "AnySeat": AnySeat,
    "Letter": Letter,
    "Pace": Pace,
    "Reaction": Reaction,
    "StoryEvent": StoryEvent,
}
"""What pydantic writes out wherever it is used, though it has a name of its own."""
_ABOUT_A_PLACE = {"title", "description", "default", "examples"}
"""What is said about the place of a type, not about the type."""


def page_schema() -> dict[str, Any]:
    """The messages of the socket and the models of the REST part, each under its name."""
    messages = message_schema()["$defs"]
    models = _rest_models()
    for name in messages.keys() & models.keys():
        if messages[name] != models[name]:
            raise SystemExit(f"{name} means two things: one at a socket, another in REST")
    named = {name: _without_definitions(kind) for name, kind in _NAMED.items()}
    known = {_text(_plain(schema)): name for name, schema in named.items()}
    definitions = {name: _by_name(schema, known) for name, schema in (messages | models).items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What the page of Rowlock says and hears",
        "$defs": dict(sorted((definitions | named).items())),
        # The page says whom one would play against before it has asked anybody.
        "$comment": json.dumps({"bots": _bots()}),
    }


def _bots() -> dict[str, dict[str, Any]]:
    return {
        bot.code: {"name": bot.name, "says": bot.says and words_of(bot.says), "face": bot.face}
        for bot in all_bots()
    }


def _rest_models() -> dict[str, Any]:
    models = json.dumps(describe(api.routes)["components"]["schemas"])
    found: dict[str, Any] = json.loads(models.replace("#/components/schemas/", "#/$defs/"))
    return found


def _without_definitions(kind: Any) -> dict[str, Any]:
    """The schema of a type; what it refers to is defined among the messages and models."""
    schema = TypeAdapter(kind).json_schema()
    schema.pop("$defs", None)
    return schema


def _by_name(schema: Any, known: dict[str, str]) -> Any:
    """The schema with a reference wherever a type with a name is written out."""
    if isinstance(schema, list):
        return [_by_name(part, known) for part in schema]
    if not isinstance(schema, dict):
        return schema
    name = known.get(_text(_plain(schema)))
    if name is not None:
        kept = {key: value for key, value in schema.items() if key in _ABOUT_A_PLACE}
        return {"$ref": f"#/$defs/{name}", **kept}
    return {key: _by_name(part, known) for key, part in schema.items()}


def _plain(schema: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key not in _ABOUT_A_PLACE}


def _text(schema: dict[str, Any]) -> str:
    return json.dumps(schema, sort_keys=True)


if __name__ == "__main__":
    print(json.dumps(page_schema(), indent=2))
