"""The REST part under rubbish: described answers only, no 500, no traceback, no effect."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.config import SchemathesisConfig

from rowlock import shipped_variants
from rowlock.server.protocol import Code
from rowlock.variant import variant_text
from tests.server.client import Client, play_out
from tests.server.running import Server, running, seats

SEED = 20261115
EXAMPLES = 60
CODES = {code.value for code in Code}
NO_TRACE = re.compile(rb'Traceback|File "|site-packages|\.py\b|/usr/|/tmp/')

load_all_checks()  # they register themselves
# That a variant or a bot is known and a name can be shown is no matter of a schema.
NOT_FOR_US = CHECKS.get_by_names(["positive_data_acceptance"])


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running() as started:
        yield started
        for line in started.log:
            said = json.loads(line)
            assert said["level"] != "error", line
            assert "trace" not in said, line


@pytest.fixture(scope="module")
def described(server: Server) -> Any:
    return schemathesis.openapi.from_url(
        f"{server.address}/api/openapi.json", config=SchemathesisConfig(seed=SEED)
    )


@pytest.fixture(scope="module")
def tables(server: Server) -> dict[str, str]:
    """Tables in every stage, by what is special about them."""

    async def play() -> dict[str, str]:
        made: dict[str, str] = {"waiting": server.open("Emma", "+", public=True)["table"]}
        for key in shipped_variants():
            opened = server.open("Emma", "Max", variant=key, public=True, time="relaxed")
            made[key] = opened["table"]
            async with Client(server.socket(made[key]), opened["key"]) as host:
                await host.ask("start")
                await play_out(host, turns=3)
        for word in ("done", "stopped"):
            opened = server.open("Emma", "keen", hidden_scores=True)
            made[word] = opened["table"]
            async with Client(server.socket(made[word]), opened["key"]) as host:
                await host.ask("start")
                await (play_out(host) if word == "done" else host.ask("stop"))
        opened = server.open(
            "Emma", real_dice=True, variant="mine", variant_file=variant_text("longo")
        )
        made["own file"] = opened["table"]
        return made

    return asyncio.run(play())


# What the server says of itself is true

schema = schemathesis.pytest.from_fixture("described")


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)
def test_every_answer_is_one_that_was_described(case: Any) -> None:
    response = case.call_and_validate(excluded_checks=NOT_FOR_US)
    assert not NO_TRACE.search(response.content)
    assert response.headers["x-content-type-options"] == ["nosniff"]
    if response.status_code >= 400 and response.request.method != "HEAD":
        refusal = response.json()
        assert refusal["code"] in CODES
        assert refusal["sentence"]


@pytest.mark.parametrize("what", ["", "/story", "/record", "/variant"])
def test_the_answers_about_real_tables_are_as_described(
    described: Any, tables: dict[str, str], what: str
) -> None:
    operation = described["/api/tables/{table}" + what]["GET"]
    for word, table in tables.items():
        response = operation.Case(path_parameters={"table": table}).call_and_validate(
            excluded_checks=NOT_FOR_US
        )
        early = what == "/record" and word in ("waiting", "own file")
        assert response.status_code == (409 if early else 200)


def test_the_lists_are_as_described(described: Any, tables: dict[str, str]) -> None:
    listed = described["/api/tables"]["GET"].Case().call_and_validate().json()
    found = {one["table"] for one in listed}
    assert {tables["waiting"], *(tables[key] for key in shipped_variants())} <= found
    assert not {tables["done"], tables["stopped"], tables["own file"]} & found
    for key in shipped_variants():
        case = described["/api/variants/{key}"]["GET"].Case(path_parameters={"key": key})
        assert case.call_and_validate().status_code == 200


# What schemathesis cannot say


class Told(NamedTuple):
    """A raw answer."""

    status: int
    headers: dict[str, str]
    body: bytes

    def refusal(self) -> str:
        """The code of a refusal, which is JSON with a sentence."""
        assert not NO_TRACE.search(self.body)
        assert self.headers["content-type"] == "application/json"
        said = json.loads(self.body)
        assert set(said) == {"code", "sentence"}
        assert said["code"] in CODES
        assert said["sentence"]
        return str(said["code"])


def ask(server: Server, *parts: bytes) -> Told:
    """Send these very bytes and read until the server closes."""
    told = b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as wire:
        try:
            for part in parts:
                wire.sendall(part)
        except OSError:
            pass  # it had heard enough
        try:
            while more := wire.recv(65536):
                told += more
        except ConnectionResetError:
            pass
    head, _, body = told.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
    return Told(int(first.split()[1]), headers, body)


def get(server: Server, path: bytes, method: bytes = b"GET") -> Told:
    return ask(server, method + b" " + path + b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")


def post(
    server: Server,
    body: bytes,
    kind: bytes | None = b"application/json",
    more: bytes = b"",
    length: int | None = None,
) -> Told:
    head = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + more
    if kind is not None:
        head += b"Content-Type: " + kind + b"\r\n"
    size = len(body) if length is None else length
    return ask(server, head + b"Content-Length: %d\r\n\r\n" % size, body)


GOOD = json.dumps({"seats": seats("Emma", "+")}).encode()


def count(server: Server) -> float:
    found = re.search(r"^rowlock_tables_opened_total (\S+)", server.get("/metrics"), re.MULTILINE)
    assert found is not None
    return float(found[1])


def test_a_good_request_is_good(server: Server) -> None:
    before = count(server)
    assert post(server, GOOD).status == 201
    assert count(server) == before + 1


@pytest.mark.parametrize("size", [128 * 1024 + 1, 200_000, 10_000_000])
def test_a_large_body_is_refused(server: Server, size: int) -> None:
    before = count(server)
    told = post(server, GOOD.ljust(size))
    assert told.status == 413
    assert told.refusal() == "bad_message"
    assert count(server) == before


def test_a_body_of_the_largest_size_is_read(server: Server) -> None:
    assert post(server, GOOD.ljust(128 * 1024)).status == 201


def test_a_chunked_body_without_a_length_is_limited_too(server: Server) -> None:
    before = count(server)
    head = (
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
        b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    chunk = b"1000\r\n" + b" " * 4096 + b"\r\n"
    told = ask(server, head, *[chunk] * 100, b"0\r\n\r\n")
    assert told.status == 413
    assert told.refusal() == "bad_message"
    assert count(server) == before
    small = ask(server, head, b"%x\r\n" % len(GOOD) + GOOD + b"\r\n0\r\n\r\n")
    assert small.status == 201
    odd = ask(server, head, b"zz\r\n" + GOOD + b"\r\n0\r\n\r\n")
    assert odd.status == 400
    assert count(server) == before + 1


@pytest.mark.parametrize(
    "kind", [None, b"text/plain", b"application/x-www-form-urlencoded", b"rubbish", b"\xff", b""]
)
def test_a_body_of_another_type_is_refused(server: Server, kind: bytes | None) -> None:
    """So no form on a page of another site can open a table."""
    before = count(server)
    told = post(server, GOOD, kind)
    assert told.status == 422
    assert told.refusal() == "bad_message"
    assert count(server) == before


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b'{"seats":',
        b"null",
        b"[]",
        b"NaN",
        b'{"seats":NaN}',
        b'{"seats":[{"kind":"open"}],"first":Infinity}',
        b'{"seats":[{"kind":"open"}],"first":1e999}',
        b'{"seats":' + b"9" * 5000 + b"}",
        b"[" * 100_000,
        b'{"a":' * 20_000,
        b'\xff\xfe{"seats":[]}',
        b'{"seats":"\xff"}',
        b'{"seats":[{"kind":"open"}],"\\ud800":1}',
        b'{"seats":[{"kind":"\\ud800"}]}',
        b'{"seats":[{"kind":"person","name":"\\ud800"}]}',
        b'{"seats":[{"kind":"person","name":"\\u0000"}]}',
        b'{"seats":[{"kind":"open"}],"variant":"\\ud800"}',
        b'{"seats":[{"kind":"open"}],"variant":"x","variant_file":"\\udfff"}',
        b'{"seats":[{"kind":"open"}],"variant":"x","variant_file":"\\u0000"}',
        b'{"seats":[{"kind":"bot","bot":"\\ud800"}]}',
        b'{"seats":[{"kind":"open"}],"seats":[]}',
        b'{"seats":[{"kind":"open"}],"first":2}',
        b'{"seats":[{"kind":"open"}],"first":99999999999999999999999999}',
        b'{"seats":[{"kind":"open"}],"time":"bullet"}',
        b'{"seats":[{"kind":"open","name":"Emma"}]}',
        json.dumps({"seats": seats(*"+++++++++")}).encode(),
        json.dumps({"seats": []}).encode(),
        json.dumps({"seats": seats("nobody")}).encode(),
    ],
)
def test_broken_or_wrong_json_is_refused(server: Server, body: bytes) -> None:
    before = count(server)
    told = post(server, body)
    assert told.status in (400, 422)
    assert told.refusal() in ("bad_message", "bad_name", "bad_variant", "unknown_bot") or (
        told.refusal() == "no_such_seat"
    )
    assert count(server) == before


@pytest.mark.parametrize(
    "file",
    [
        'name = "X"\nedition = 0x' + "f" * 50_000,
        'name = "X"\nedition = 0b' + "1" * 50_000,
        "x = " + "[" * 30_000,
        "x = " + "{a=" * 15_000,
        "a" + ".a" * 30_000 + " = 1",
        "[" + "a." * 30_000 + "a]",
        "x = " + "9" * 60_000,
        'name = "' + "\\U0010FFFF" * 4000 + '"',
        "x = 1e999\ny = nan",
        "name = 1979-05-27T07:32:00Z",
    ],
    ids=[
        "a hexadecimal number",
        "a binary number",
        "nested lists",
        "nested tables",
        "a dotted key",
        "a dotted table",
        "a decimal number",
        "a long name",
        "odd floats",
        "a date",
    ],
)
def test_a_hostile_variant_file_is_refused_with_a_sentence(server: Server, file: str) -> None:
    """And quickly, since everybody else waits for it."""
    body = {"seats": seats("+"), "variant": "mine", "variant_file": file}
    begun = time.monotonic()
    status, told = server.request("POST", "/api/tables", body)
    assert status == 422
    assert told["code"] == "bad_variant"
    assert told["sentence"].startswith("mine.toml")
    assert time.monotonic() - begun < 3


def test_a_length_that_lies_opens_nothing(server: Server) -> None:
    before = count(server)
    assert post(server, GOOD, length=len(GOOD) - 3).refusal() == "bad_message"
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as wire:
        wire.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n" + GOOD)
    for length in (b"-1", b"0x10", b"99999999999999999999999"):
        told = ask(
            server,
            b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: " + length + b"\r\n\r\n",
            GOOD,
        )
        assert told.status == 400
    assert count(server) == before


PATHS = [
    b"/api",
    b"/api/",
    b"/api/nothing",
    b"/api/tables/../..",
    b"/api/tables/../../etc/passwd",
    b"/api/tables/%2e%2e/%2e%2e",
    b"/api/tables/..%2f..%2fetc%2fpasswd",
    b"/api/tables/%00",
    b"/api/tables/a%00b/record",
    b"/api/tables/%ff/story",
    b"/api/tables/%ed%a0%80",
    b"/api/tables/%",
    b"/api/tables/%zz/variant",
    b"/api/tables/'%20OR%201=1--",
    b"/api/variants/..%5c..%5cpyproject.toml",
    b"/api/variants/../classic",
    b"/api/variants/classic.toml",
    b"/api/variants/classic%00",
    b"/api/variants/__init__/rules",
    b"/api/variants/%2fetc%2fpasswd/rules",
    b"/api/browse",
    b"/api/browse/",
    b"/api/browse/%00",
    b"/api/browse/../../../../../../etc/passwd",
    b"/api/browse/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    b"/api/browse/..%2f__init__.py",
    b"/api/browse/" + b"a" * 5000,
    b"/assets/../../app.py",
    b"/assets/%2e%2e/%2e%2e/app.py",
    b"*",
    b"/.env",
    b"/api/openapi.json/",
]


@pytest.mark.parametrize("path", PATHS)
def test_an_unknown_path_is_refused(server: Server, path: bytes) -> None:
    told = get(server, path)
    while told.status == 307:  # only ever to the same path with another slash at its end
        found = told.headers["location"].removeprefix("http://x")
        assert found.rstrip("/") == path.decode().rstrip("/")
        told = get(server, found.encode())
        path = b""
    if path == b"" and told.status == 200:
        return
    assert told.status == 404
    assert told.refusal() in ("bad_message", "unknown_table", "unknown_variant")


@pytest.mark.parametrize(
    "path",
    [
        b"/nothing",
        b"/t/../api",
        b"//",
        b"/t/%00",
        b"/t/<script>",
        b"/t/%3Cscript%3E",
        b"/t/" + b"a" * 5000,
        b"/rules/%ff",
    ],
)
def test_the_page_is_the_same_whatever_its_path_says(server: Server, path: bytes) -> None:
    told, front = get(server, path), get(server, b"/")
    assert told.status == front.status
    assert told.status in (200, 503)  # the page may not be built here
    assert told.body == front.body


@pytest.mark.parametrize("what", [b"tables/%s", b"tables/%s/record", b"variants/%s"])
@pytest.mark.parametrize("size", [65, 1000, 8000, 60_000])
def test_a_very_long_id_is_refused(server: Server, what: bytes, size: int) -> None:
    told = get(server, b"/api/" + what % (b"a" * size))
    assert told.status == 422
    assert told.refusal() == "bad_message"
    assert len(told.body) < 500


@pytest.mark.parametrize("path", [b"\xff", b"http://[/", b"no-slash", b"/" + b"a" * 100_000])
def test_what_is_no_http_is_refused(server: Server, path: bytes) -> None:
    told = get(server, path)
    assert 400 <= told.status < 500
    assert not NO_TRACE.search(told.body)


@pytest.mark.parametrize(
    ("path", "allow"),
    [
        (b"/api/about", "GET"),
        (b"/api/tables", "GET, POST"),
        (b"/api/tables/abc", "GET"),
        (b"/api/tables/abc/record", "GET"),
        (b"/api/tables/abc/story", "GET"),
        (b"/api/variants/classic/rules", "GET"),
        (b"/healthz", "GET"),
        (b"/metrics", "GET"),
        (b"/", "GET, HEAD"),
        (b"/api/browse/swagger-ui.css", "GET, HEAD"),
    ],
)
@pytest.mark.parametrize("method", [b"OPTIONS", b"TRACE", b"PUT", b"DELETE", b"PATCH", b"CONNECT"])
def test_another_method_is_refused_and_those_there_are_named(
    server: Server, path: bytes, allow: str, method: bytes
) -> None:
    told = get(server, path, method)
    assert told.status == 405
    assert told.headers["allow"] == allow
    assert told.refusal() == "bad_message"
    assert "access-control-allow-origin" not in told.headers


def test_a_head_request_gets_no_body(server: Server) -> None:
    for path in (b"/api/about", b"/api/tables", b"/healthz", b"/"):
        told = get(server, path, b"HEAD")
        assert told.status in (200, 405, 503)  # 503: the page may not be built here
        assert told.body == b""


@pytest.mark.parametrize(
    "query",
    [
        b"?",
        b"?language=en&language=xx",
        b"?language=",
        b"?language=%00",
        b"?language=%ff",
        b"?language=../../x",
        b"?language=en%0d%0aX:%20y",
        b"?language[]=en",
        b"?" + b"a=b&" * 2000,
        b"?=&&&==",
        b"?language=" + b"e" * 30_000,
        b"?%ed%a0%80=%ed%a0%80",
    ],
)
def test_rubbish_in_the_query_is_refused_or_does_not_matter(server: Server, query: bytes) -> None:
    told = get(server, b"/api/variants/classic/rules" + query)
    if told.status != 200:
        assert told.status == 422
        assert told.refusal() == "bad_message"
        assert len(told.body) < 500
    assert get(server, b"/api/about" + query).status == 200


@pytest.mark.parametrize(
    "host", [b"", b"[", b"[::1", b"a b", b"\xff", b"x:port", b"x:99999", b"a@b", b"http://x", b"<"]
)
def test_a_strange_host_header_breaks_nothing(server: Server, host: bytes) -> None:
    for first in (b"GET /api/about", b"GET /api/about/", b"GET /", b"GET /nothing.js"):
        told = ask(server, first + b" HTTP/1.1\r\nHost: " + host + b"\r\nConnection: close\r\n\r\n")
        assert told.status < 500 or b"make page" in told.body  # it may not be built here
        assert not NO_TRACE.search(told.body)
    head = b"POST /api/tables HTTP/1.1\r\nHost: " + host + b"\r\nConnection: close\r\n"
    head += b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(GOOD)
    opened = ask(server, head, GOOD)
    assert opened.status == 201
    assert json.loads(opened.body)["link"].startswith("http")


def test_no_game_has_changed(server: Server, tables: dict[str, str]) -> None:
    """Everything above happened at the same server as these tables."""
    for word, table in tables.items():
        view = server.get(f"/api/tables/{table}")
        stage = {"waiting": "waiting", "own file": "waiting", "done": "done", "stopped": "done"}
        assert view["now"]["stage"] == stage.get(word, "playing")
        if word in shipped_variants():
            assert view["now"]["turn"] == 4


def test_the_server_is_well(server: Server) -> None:
    assert server.process.poll() is None
    assert server.get("/healthz")["ok"] is True
