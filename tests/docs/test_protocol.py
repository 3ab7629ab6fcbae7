"""The page of the protocol shows every message, event, option, refusal and request, rightly."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from pydantic import BaseModel, TypeAdapter
from pydantic_core import PydanticUndefined

from reports import DOCS
from rowlock.review import BLUNDER
from rowlock.server.api import OpenedTable, Refusal
from rowlock.server.app import make_app
from rowlock.server.creation import OpenTable
from rowlock.server.daily import DailyShown, DailyTable
from rowlock.server.daily_api import DailyStart
from rowlock.server.describing import describe
from rowlock.server.hints import CHECK_SECONDS
from rowlock.server.naming import LONGEST_NAME
from rowlock.server.progress import TAIL
from rowlock.server.protocol import Code, Incoming, Reaction, incoming
from rowlock.server.settings import Settings
from rowlock.server.setup import SECONDS
from rowlock.server.shown import Outgoing, Previews, ToldEvents, outgoing
from rowlock.server.store import open_store
from rowlock.server.story import Caused, StoryEvent
from tests.docs.test_docs import blocks
from tests.server.running import running

PAGE = (DOCS / "protocol.md").read_text(encoding="utf-8")
ADAPTERS: dict[str, TypeAdapter[Any]] = {
    "in": incoming,
    "out": outgoing,
    "event": TypeAdapter(StoryEvent),
    "open": TypeAdapter(OpenTable),
    "opened": TypeAdapter(OpenedTable),
    "refusal": TypeAdapter(Refusal),
    "previews": TypeAdapter(Previews),
    "daily": TypeAdapter(DailyShown),
    "try": TypeAdapter(DailyStart),
    "tried": TypeAdapter(DailyTable),
}


def examples(kind: str) -> list[Any]:
    """The examples of a kind as data; a block of events has one a line."""
    found = [text for marked, text in blocks(PAGE, "json") if marked == kind]
    if kind == "event":
        found = [line for text in found for line in text.splitlines()]
    return [json.loads(text) for text in found]


def section(title: str) -> str:
    """The part of the page under a heading."""
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def types(union: Any, field: str = "type") -> dict[str, Any]:
    """The types of a union by what their field always says."""
    return {get_args(fields(kind)[field])[0]: kind for kind in get_args(union)}


def fields(kind: Any) -> dict[str, Any]:
    """The fields of a message."""
    if issubclass(kind, BaseModel):
        return {name: field.annotation for name, field in kind.model_fields.items()}
    return get_type_hints(kind)


def test_every_json_block_says_what_it_is() -> None:
    assert {kind for kind, _ in blocks(PAGE, "json")} == set(ADAPTERS)


@pytest.mark.parametrize("kind", ADAPTERS)
def test_every_example_is_what_the_code_reads_or_says(kind: str) -> None:
    adapter = ADAPTERS[kind]
    for example in examples(kind):
        read = adapter.validate_json(json.dumps(example), strict=kind != "open")
        # Nothing is shown that is not there, and nothing is left out that must be.
        assert adapter.dump_python(read, mode="json", exclude_unset=True) == example


@pytest.mark.parametrize(("kind", "union"), [("in", Incoming), ("out", Outgoing)])
def test_every_message_is_shown_with_every_field(kind: str, union: Any) -> None:
    known = types(union)
    assert {example["type"] for example in examples(kind)} == set(known)
    for name, message in known.items():
        shown = [set(example) for example in examples(kind) if example["type"] == name]
        assert set.union(*shown) == set(fields(message)), name


def test_every_event_is_shown_once() -> None:
    known = types(get_args(StoryEvent)[0], "event")
    assert sorted(example["event"] for example in examples("event")) == sorted(known)


def test_everything_that_a_decision_may_cause_is_shown() -> None:
    known = types(get_args(Caused)[0], "event")
    (example,) = examples("previews")
    shown = [cause["event"] for part in example.values() for one in part.values() for cause in one]
    assert set(shown) == set(known)


def test_every_refusal_has_one_sentence() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|$", section("Refusals"), re.MULTILINE)
    assert [code for code, _ in rows] == [code.value for code in Code]
    for code, sentence in rows:
        assert re.fullmatch(r"[A-Z][^.?]*[.?]", sentence), code


def test_every_option_of_a_table_is_shown_with_its_default() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \|", section("Opening a table"), re.MULTILINE)
    known = {
        name: "must be there"
        if field.default is PydanticUndefined
        else f"`{json.dumps(field.default)}`"
        for name, field in OpenTable.model_fields.items()
    }
    assert dict(rows) == known
    for pace, seconds in SECONDS.items():
        assert f"`{pace}`" + (f" ({seconds} s)" if seconds else "") in PAGE


def test_every_reaction_is_named() -> None:
    named = re.search(r"There\s+are (`well_done`.*?)\.", PAGE, re.DOTALL)
    assert named
    assert re.findall(r"`(\w+)`", named[1]) == list(get_args(Reaction))


def test_every_request_is_listed(tmp_path: Path) -> None:
    app = make_app(open_store(f"sqlite:{tmp_path / 'never.db'}"), Settings())
    known = {
        f"{method.upper()} {path}"
        for path, methods in describe(app.routes)["paths"].items()
        for method in methods
    }
    rows = re.findall(
        r"^\| `(\w+ /\S+)` \|", section("What can be asked without a socket"), re.MULTILINE
    )
    assert set(rows) == known
    assert len(rows) == len(known)


def test_the_limits_are_those_of_the_settings() -> None:
    limits, usual = section("Limits"), Settings()
    for number, unit in [
        (usual.message_size, "characters"),
        (usual.messages_at_once, "at once"),
        (usual.messages_per_second, "a second"),
        (usual.requests_at_once, "at once"),
        (usual.requests_per_second, "a second"),
        (usual.tables_per_hour, "new tables"),
        (usual.hints_at_once, "at once"),
        (usual.hints_per_minute, "a minute from one address"),
        (usual.body_size // 1024, "KiB"),
        (usual.queue_bytes // 1024, "KiB"),
        (usual.sockets_per_second, "a second"),
        (usual.message_seconds, "seconds to its end"),
        (usual.send_seconds, "seconds to read"),
        (usual.request_seconds, "seconds to say"),
        (usual.waiting_hours, "hours"),
        (usual.playing_days, "days"),
    ]:
        assert f" {number:,} {unit}" in limits, unit
    assert f"| {usual.sockets_per_address} |" in limits
    assert f"| {usual.queue}, then" in limits
    assert f"Every {usual.beat_seconds:.0f} seconds" in PAGE
    assert f"more than {TAIL} events" in PAGE
    assert f"1 to {LONGEST_NAME} letters" in PAGE
    assert f"gives away {100 * BLUNDER:.0f} % of your chance" in PAGE
    assert f"more than {CHECK_SECONDS} seconds" in PAGE


def test_the_client_of_the_page_plays_a_whole_game(tmp_path: Path) -> None:
    (code,) = [text for marked, text in blocks(PAGE, "python") if marked == "client"]
    assert len(code.splitlines()) <= 45
    assert max(map(len, code.splitlines())) <= 100
    script = tmp_path / "client.py"
    script.write_text(code, encoding="utf-8")
    with running() as server:
        command = [sys.executable, str(script), server.address]
        run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert run.returncode == 0, run.stderr
        assert set(ast.literal_eval(run.stdout)) == {"ending", "misses", "totals", "winners"}
        counted = server.get("/metrics")
        assert "rowlock_games_finished_total 1.0" in counted


def test_a_story_can_be_told_again_as_the_page_says() -> None:
    with running() as server:
        (code,) = [text for marked, text in blocks(PAGE, "python") if marked == "client"]
        code = code.replace('print(now["outcome"])', 'print(opened["table"])')
        run = subprocess.run(
            [sys.executable, "-c", code, server.address],
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        table = run.stdout.strip()
        story = server.get(f"/api/tables/{table}/story")
        view = server.get(f"/api/tables/{table}")
    now: dict[str, Any] = {}
    numbers: list[int] = []
    told: TypeAdapter[Any] = TypeAdapter(ToldEvents)
    for message in story:
        told.validate_python(message)
        assert "yours" not in message
        assert message["now"]["clock"] is None
        now |= message["now"]
        numbers += [event["v"] for event in message["events"]]
    assert now == view["now"]
    assert numbers == list(range(1, view["v"] + 1))
