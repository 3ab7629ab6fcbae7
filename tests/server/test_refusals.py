"""Bad input of every kind, over real sockets and HTTP: a clear refusal, and nothing else."""

from __future__ import annotations

import asyncio
import json
import socket
import time
import unicodedata
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from rowlock import read_record
from rowlock.fair import verify
from rowlock.server.creation import OpenTable, hash_of, setup_for
from rowlock.server.hub import Hub
from rowlock.server.metrics import Metrics
from rowlock.server.protocol import Refused, Start
from rowlock.server.settings import Settings
from rowlock.server.stage import Stage
from rowlock.server.store import open_store
from rowlock.variant import variant_text
from tests.server.client import Client, Refusal, play_out
from tests.server.running import Server, running, seats


async def refused(work: Awaitable[Any]) -> tuple[str, str]:
    """The code and the sentence of a refusal."""
    with pytest.raises(Refusal) as caught:
        await work
    assert caught.value.sentence
    return caught.value.code, caught.value.sentence


async def denied(url: str, **options: Any) -> tuple[int, str]:
    """The status and the code with which a socket is refused before it is open."""
    with pytest.raises(InvalidStatus) as caught:
        await connect(url, **options)
    response = caught.value.response
    said = json.loads(response.body or b"")
    assert set(said) == {"code", "sentence"}
    assert said["sentence"]
    return response.status_code, said["code"]


def opening_refused(server: Server, **asked: Any) -> tuple[int, str, str]:
    status, told = server.request("POST", "/api/tables", {"seats": seats("Emma"), **asked})
    assert set(told) == {"code", "sentence"}
    return status, told["code"], told["sentence"]


# Keys and origins


@pytest.mark.parametrize("wrong", ["", "x", "é" * 43, "0" * 64, "a" * 100, "\0", "' OR 1=1"])
def test_a_wrong_key_is_refused_and_one_can_watch_instead(server: Server, wrong: str) -> None:
    async def play() -> None:
        opened = server.open("Emma", "Max")
        client = Client(server.socket(opened["table"]), wrong)
        await client.connect()
        try:
            code, sentence = await refused(client.hello())
            assert code == "wrong_key"
            assert "watch" in sentence
            assert client.view == {}
            client.key = None
            await client.hello()
            assert client.view["host"] is False
            assert (await refused(client.ask("start")))[0] == "not_host"
        finally:
            await client.close()

    asyncio.run(play())


def test_neither_the_hash_of_a_key_nor_a_key_of_another_table_is_a_key(server: Server) -> None:
    async def play() -> None:
        opened, other = server.open("Emma"), server.open("Emma")
        for key in (hash_of(opened["key"]), other["key"], opened["key"] + " "):
            client = Client(server.socket(opened["table"]), key)
            await client.connect()
            assert (await refused(client.hello()))[0] == "wrong_key"
            await client.close()

    asyncio.run(play())


def test_a_key_that_is_too_long_is_no_message(server: Server) -> None:
    async def play() -> None:
        client = Client(server.socket(server.open("Emma")["table"]), "a" * 101)
        await client.connect()
        assert (await refused(client.hello()))[0] == "bad_message"
        await client.close()

    asyncio.run(play())


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "https://127.0.0.1",
        "http://127.0.0.1:1",
        "http://127.0.0.1.evil.example:{port}",
        "http://user@127.0.0.1:{port}",
        "null",
        "http://[",
        "http://[::1",
        "//",
        "file://",
    ],
)
def test_a_page_of_another_site_is_refused_before_the_socket_opens(
    server: Server, origin: str
) -> None:
    async def play() -> None:
        url = server.socket(server.open("Emma")["table"])
        at = origin.replace("{port}", str(server.port))
        assert await denied(url, origin=at) == (403, "wrong_origin")

    asyncio.run(play())


def test_a_page_of_this_server_and_a_program_without_origin_may_connect(server: Server) -> None:
    async def play() -> None:
        url = server.socket(server.open("Emma")["table"])
        for origin in (None, server.address, f"https://127.0.0.1:{server.port}"):
            client = Client(url)
            await client.connect(origin=origin)
            await client.hello()
            await client.close()

    asyncio.run(play())


def test_a_page_of_an_allowed_site_may_connect() -> None:
    async def play(server: Server) -> None:
        url = server.socket(server.open("Emma")["table"])
        for origin in ("https://play.example", "http://other.example:8080"):
            client = Client(url)
            await client.connect(origin=origin)
            await client.hello()
            await client.close()
        for origin in ("https://play.example.org", "http://other.example", "https://example"):
            assert await denied(url, origin=origin) == (403, "wrong_origin")

    with running(origins="https://play.example other.example:8080") as server:
        asyncio.run(play(server))


def test_a_refused_page_is_no_error_of_the_server() -> None:
    async def play(server: Server) -> None:
        assert await denied(server.socket("x"), origin="http://evil.example") == (
            403,
            "wrong_origin",
        )

    with running() as server:
        asyncio.run(play(server))
    assert [line for line in server.log if json.loads(line)["level"] == "error"] == []


def test_an_unknown_table_is_refused_and_the_socket_is_closed_for_good(server: Server) -> None:
    async def play() -> None:
        for table in ("abcdefgh", "%00", "%ff", "a" * 3000, ".."):
            client = Client(server.socket(table))
            await client.connect()
            assert (await refused(client.hello()))[0] == "unknown_table"
            await client.until(lambda: client.bye is not None)  # noqa: B023
            assert client.bye
            assert (client.bye["code"], client.bye["back"]) == ("unknown_table", None)
            await client.close()

    asyncio.run(play())


def test_asking_for_unknown_tables_leaves_nothing_behind(tmp_path: Path) -> None:
    async def play() -> None:
        hub = Hub(open_store(f"sqlite:{tmp_path / 'tables.db'}"), Settings(), Metrics())
        await hub.start()
        try:
            for number in range(10):
                with pytest.raises(Refused):
                    await hub.find(f"nothing{number}")
            assert not hub.loading
            assert not hub.rooms
        finally:
            await hub.stop()
            await hub.close()

    asyncio.run(play())


# Tables that expired, are full, or have begun


def test_a_table_that_nobody_came_to_expires_and_its_seed_is_revealed() -> None:
    async def play(server: Server) -> None:
        waiting = server.open("Emma", "+")
        playing = server.open("Emma", "Max")
        attended = server.open("Emma", "+")
        async with Client(server.socket(attended["table"])) as watcher:
            async with Client(server.socket(playing["table"]), playing["key"]) as emma:
                await emma.ask("start")
                await play_out(emma, turns=2)
            for _ in range(100):
                views = [server.get(f"/api/tables/{o['table']}") for o in (waiting, playing)]
                if all(view["now"]["stage"] == "done" for view in views):
                    break
                await asyncio.sleep(0.1)
            for view in views:
                assert view["now"]["stopped"] == "age"
                assert view["now"]["dice"]["server_seed"]
            assert watcher.now["stage"] == "waiting"  # somebody is there
        url = server.socket(waiting["table"])
        async with Client(url) as late, Client(url, waiting["key"]) as host:
            assert late.now["stage"] == "done"
            code, sentence = await refused(late.ask("sit", name="Max"))
            assert code == "expired"
            assert "nobody came" in sentence
            assert (await refused(host.ask("start")))[0] == "expired"
        async with Client(server.socket(playing["table"]), playing["key"]) as emma:
            assert (await refused(emma.ask("roll", turn=3)))[0] == "expired"
            story = server.get(f"/api/tables/{playing['table']}/story")
            assert [event["event"] for event in story[-1]["events"]] == ["stopped", "revealed"]
        record = read_record(server.get(f"/api/tables/{playing['table']}/record"))
        assert verify(record).commitment == playing["commitment"]

    with running(waiting_hours=0.0003, playing_days=0.00002, tidy_seconds=0.2) as server:
        asyncio.run(play(server))


def test_a_full_table_and_a_taken_seat_are_refused(server: Server) -> None:
    async def play() -> None:
        opened = server.open("Emma", "+", "+")
        url = server.socket(opened["table"])
        async with Client(url) as max_, Client(url) as laura, Client(url) as late:
            await max_.sit("Max", seat=3)
            assert (await refused(laura.sit("Laura", seat=3)))[0] == "seat_taken"
            assert (await refused(laura.sit("Laura", seat=1)))[0] == "seat_taken"
            assert (await refused(laura.sit("Laura", seat=4)))[0] == "no_such_seat"
            assert (await refused(laura.sit("Laura", seat=9)))[0] == "bad_message"
            await laura.sit("Laura")
            for fields in ({}, {"seat": 1}, {"seat": 3}):
                code, sentence = await refused(late.sit("Late", **fields))
                assert code == "table_full"
                assert "watch" in sentence
            assert late.key is None
        async with Client(url, opened["key"]) as emma:
            for _ in range(5):
                await emma.ask("add")
            assert (await refused(emma.ask("add")))[0] == "table_full"

    asyncio.run(play())


def test_of_two_who_want_the_last_seat_one_gets_it(server: Server) -> None:
    async def play() -> None:
        url = server.socket(server.open("Emma", "+")["table"])
        async with Client(url) as one, Client(url) as other:
            told = await asyncio.gather(
                one.ask("sit", name="A"), other.ask("sit", name="B"), return_exceptions=True
            )
            lost = [answer for answer in told if isinstance(answer, Refusal)]
            assert [refusal.code for refusal in lost] == ["table_full"]

    asyncio.run(play())


# Variants


@pytest.mark.parametrize(
    "key", ["qwixx", " ", "Classic", "classic.toml", "../classic", "/etc/passwd", "classic\0", "é"]
)
def test_an_unknown_variant_is_refused_and_the_known_are_named(server: Server, key: str) -> None:
    status, code, sentence = opening_refused(server, variant=key)
    assert (status, code) == (404, "unknown_variant")
    assert "classic, xl, longo" in sentence


GOOD = variant_text("classic")


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("", "name"),
        ("\0", "line 1|mine.toml:1:1"),
        ("name = ", "not a TOML file"),
        (GOOD + "\n[[[", "mine.toml:1"),
        (GOOD.replace("faces = 6", "faces = 60"), "faces: expected a whole number from 2 to 9"),
        (GOOD.replace("faces = 6", "faces = true"), "faces"),
        (GOOD.replace("edition = 1\n", ""), "edition"),
        (GOOD.replace('R = "2-12"', 'R = "2-13"'), "row R, cell '2-13'"),
        (GOOD.replace('Y = "2-12"', 'Y = "2-11 B12"'), "row Y, cell"),
        (GOOD.replace('G = "12-2"', 'G = "12 12"'), "row G, cell"),
        (GOOD.replace('G = "12-2"', "G = 7"), "rows.G"),
        (GOOD.replace("players = [2, 5]", "players = [5, 2]"), "players"),
        ("surprise = 1\n" + GOOD, "unknown entry 'surprise'"),
        ('rules = ["cheat"]\n' + GOOD, "rules"),
        (GOOD.replace('"Classic"', '"Class\\u0007ic"'), "name"),
        (GOOD.replace('"Classic"', '"' + "x" * 41 + '"'), "name"),
    ],
)
def test_a_bad_variant_file_is_refused_and_the_place_is_named(
    server: Server, file: str, said: str
) -> None:
    status, code, sentence = opening_refused(server, variant="mine", variant_file=file)
    assert (status, code) == (422, "bad_variant")
    assert sentence.startswith("mine.toml")
    assert any(one in sentence for one in said.split("|"))
    assert len(sentence) < 400


def test_a_variant_file_that_is_too_large_is_refused(server: Server) -> None:
    large = GOOD + "#" * 65536
    status, code, sentence = opening_refused(server, variant="mine", variant_file=large)
    assert (status, code) == (422, "bad_message")
    assert "variant_file" in sentence
    assert "65536" in sentence


@pytest.mark.parametrize("key", [" ", "A", "a b", "../x", "x" * 41, "1x", "\0"])
def test_a_variant_file_under_a_bad_key_is_refused(server: Server, key: str) -> None:
    status, code, sentence = opening_refused(server, variant=key, variant_file=GOOD)
    assert (status, code) == (422, "bad_variant")
    assert "small letters" in sentence


def test_a_file_of_ones_own_does_not_pass_for_a_variant_that_ships(server: Server) -> None:
    """Else a guest would believe to play by the rules everybody knows."""
    mine = GOOD.replace("needs = 5", "needs = 1")
    status, told = server.request(
        "POST",
        "/api/tables",
        {"seats": seats("Emma", "+"), "variant": "classic", "variant_file": mine},
    )
    if status == 201:
        assert server.get(f"/api/tables/{told['table']}")["variant"]["shipped"] is False
    else:
        assert told["code"] == "bad_variant"


# Names


BAD_NAMES = [
    "",
    "   ",
    "\t\n",
    "\u00a0\u2003",
    "Em\0ma",
    "Em\x07ma",
    "\x1b[31mEmma",
    "Emma\x7f",
    "Em\x9bma",
    "\u202eammE",
    "Em\u2066ma",
    "Em\u200bma",
    "\ufeffEmma",
    "Em\ue000ma",
    "Em\U000e0041ma",
    "Em\uffffma",
    "x" * 21,
    "x" * 200,
    "é" * 21,
    "👑" * 21,
]


@pytest.mark.parametrize("name", BAD_NAMES)
def test_a_bad_name_is_refused(server: Server, name: str) -> None:
    async def play() -> None:
        status, told = server.request(
            "POST", "/api/tables", {"seats": [{"kind": "person", "name": name}]}
        )
        assert (status, told["code"]) == (422, "bad_name")
        assert "1 to 20 letters" in told["sentence"]
        async with Client(server.socket(server.open("Emma", "+")["table"])) as guest:
            code, sentence = await refused(guest.sit(name))
            assert code == "bad_name"
            assert "1 to 20 letters" in sentence
            await guest.sit("Max")

    asyncio.run(play())


@pytest.mark.parametrize("size", [201, 1000, 3000, 10_000])
def test_a_very_long_name_is_refused(server: Server, size: int) -> None:
    async def play() -> None:
        seat = {"kind": "person", "name": "x" * size}
        status, told = server.request("POST", "/api/tables", {"seats": [seat]})
        assert status == 422
        assert "name" in told["sentence"]
        assert len(told["sentence"]) < 200
        async with Client(server.socket(server.open("Emma", "+")["table"])) as guest:
            await guest.send(json.dumps({"type": "sit", "id": 77, "name": "x" * size}))
            await guest.until(lambda: guest.messages[-1].get("ok") is False)
            answer = guest.messages[-1]
            assert answer["code"] == ("bad_name" if size < 4000 else "bad_message")
            assert len(answer["sentence"]) < 200

    asyncio.run(play())


@pytest.mark.parametrize(
    "name", ["Em\nma", "Em\tma", "Em\x1fma", "Em\x85ma", "Em\u2028ma", " Emma "]
)
def test_white_space_in_a_name_is_refused_or_becomes_a_plain_space(
    server: Server, name: str
) -> None:
    status, told = server.request(
        "POST", "/api/tables", {"seats": [{"kind": "person", "name": name}]}
    )
    if status == 201:
        shown = server.get(f"/api/tables/{told['table']}")["places"][0]["name"]
        assert shown in ("Em ma", "Emma")
    else:
        assert told["code"] == "bad_name"


@pytest.mark.parametrize(
    "name",
    ["Émile", "E\u0301mile", "李小龙", 'a"b', "a\\b", "a]b[", "a;b|c#d", "<b>x</b>", "👑", "- x -"],
)
def test_a_strange_but_good_name_is_shown_and_written(server: Server, name: str) -> None:
    async def play() -> None:
        opened = server.open("Emma", "+")
        url = server.socket(opened["table"])
        async with Client(url, opened["key"]) as host, Client(url) as guest:
            await guest.sit(name)
            await host.ask("start")
            await host.ask("stop")
        record = read_record(server.get(f"/api/tables/{opened['table']}/record"))
        assert record.names == ("Emma", unicodedata.normalize("NFC", name))

    asyncio.run(play())


# Too much and too fast


def test_too_many_sockets_of_an_address_are_refused() -> None:
    async def play(server: Server) -> None:
        url = server.socket(server.open("Emma", "+")["table"])
        clients = [Client(url) for _ in range(3)]
        for client in clients:
            await client.connect()
            await client.hello()
        assert await denied(url) == (429, "too_many_sockets")
        await clients[0].close()
        for _ in range(100):
            try:
                await clients[0].connect()
                break
            except InvalidStatus:
                await asyncio.sleep(0.02)
        await clients[0].hello()
        assert await denied(url) == (429, "too_many_sockets")
        for client in clients:
            await client.close()

    with running(sockets_per_address=3) as server:
        asyncio.run(play(server))


def test_too_many_sockets_of_all_are_refused() -> None:
    async def play(server: Server) -> None:
        url = server.socket(server.open("Emma", "+")["table"])
        async with Client(url), Client(url):
            assert await denied(url) == (429, "too_many_sockets")

    with running(sockets=2) as server:
        asyncio.run(play(server))


def test_too_many_tables_of_an_address_are_refused() -> None:
    with running(tables_per_hour=3) as server:
        for _ in range(3):
            server.open("Emma")
        status, code, sentence = opening_refused(server)
        assert (status, code) == (429, "too_many_tables")
        assert "wait" in sentence
        assert server.get("/api/about")


def test_too_many_requests_of_an_address_are_refused() -> None:
    with running(requests_at_once=5, requests_per_second=2) as server:
        told = [server.request("GET", "/api/about") for _ in range(12)]
        assert [status for status, _ in told[:5]] == [200] * 5
        late = [answer for status, answer in told if status == 429]
        assert late
        assert all(answer["code"] == "too_fast" for answer in late)
        assert server.get("/healthz")["ok"]  # whoever watches the server is not counted
        # Nor are the files of the page: a family may open it all at once.
        assert {server.request("GET", "/assets/none.js")[0] for _ in range(30)} == {404}
        time.sleep(0.7)
        assert server.get("/api/about")


def test_messages_that_come_too_fast_are_refused_and_later_ones_are_not() -> None:
    async def play(server: Server) -> None:
        opened = server.open("Emma", "+")
        async with Client(server.socket(opened["table"]), opened["key"], mixes=False) as emma:
            told = await asyncio.gather(
                *(emma.ask("add") for _ in range(4)),
                *(emma.ask("ping") for _ in range(4)),
                return_exceptions=True,
            )
            codes = [one.code if isinstance(one, Refusal) else "done" for one in told]
            assert codes[:4] == ["done"] * 4
            assert codes[4:] == ["too_fast"] * 4
            assert len(emma.places) == 6
            await asyncio.sleep(0.6)
            await emma.ask("ping")
            assert emma.bye is None

    with running(messages_at_once=5, messages_per_second=2) as server:
        asyncio.run(play(server))


def test_whoever_is_refused_all_the_time_is_sent_away_and_can_come_back(server: Server) -> None:
    async def play() -> None:
        opened = server.open("Emma", "+")
        client = Client(server.socket(opened["table"]), opened["key"])
        async with client:
            wire = client.wire
            assert wire is not None
            for _ in range(101):
                await client.send("rubbish")
            await client.until(lambda: client.bye is not None)
            assert client.bye
            assert client.bye["code"] == "too_fast"
            assert client.bye["back"] > 0
            answers = [m for m in client.messages if m["type"] == "answer" and not m["ok"]]
            assert len(answers) == 101
            await wire.wait_closed()
            assert wire.close_code == 4000
        async with Client(server.socket(opened["table"]), opened["key"]) as again:
            for _ in range(100):
                await again.send("rubbish")
            await again.ask("ping")  # something sensible in between
            for _ in range(100):
                await again.send("rubbish")
            await again.ask("ping")
            assert again.bye is None

    asyncio.run(play())


def test_whoever_does_not_say_hello_in_time_is_sent_away() -> None:
    async def play(server: Server) -> None:
        url = server.socket(server.open("Emma", "+")["table"])
        begun = time.monotonic()
        for talks in (False, True):
            client = Client(url)
            await client.connect()
            wire = client.wire
            assert wire is not None
            if talks:
                await client.ask("ping")
                assert (await refused(client.ask("start")))[0] == "hello_first"
            await client.until(lambda: client.bye is not None)  # noqa: B023
            assert client.bye
            assert client.bye["code"] == "hello_first"
            assert "hello" in client.bye["sentence"]
            await wire.wait_closed()
            assert wire.close_code == 4000
            await client.close()
        assert 1 <= time.monotonic() - begun < 6
        async with Client(url) as quick:
            await asyncio.sleep(0.8)
            await quick.ask("ping")

    with running(hello_seconds=0.6) as server:
        asyncio.run(play(server))


def test_a_message_that_is_too_large_is_refused_or_closes_the_socket(server: Server) -> None:
    async def play() -> None:
        url = server.socket(server.open("Emma", "+")["table"])
        async with Client(url) as client:
            await client.send(json.dumps({"type": "ping", "id": 500}).ljust(4096))
            await client.until(lambda: client.messages[-1].get("id") == 500)
            assert client.messages[-1]["ok"] is True
            await client.send(json.dumps({"type": "ping", "id": 501}).ljust(4097))
            await client.until(lambda: client.messages[-1].get("ok") is False)
            assert "4096" in client.messages[-1]["sentence"]
            wire = client.wire
            assert wire is not None
            await client.send(" " * 70_000)
            async with asyncio.timeout(10):
                await wire.wait_closed()
            assert wire.close_code == 1009

    asyncio.run(play())


def never_reads(server: Server, table: str, hello: dict[str, Any]) -> socket.socket:
    """A socket that has said hello and reads nothing."""
    wire = socket.socket()
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)  # so little waits on the way
    wire.settimeout(20)
    wire.connect(("127.0.0.1", server.port))
    wire.sendall(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    told = b""
    while b"\r\n\r\n" not in told:
        told += wire.recv(1)
    data = json.dumps({"type": "hello", "id": 1, **hello}).encode()
    wire.sendall(bytes([0x81, 0x80 | len(data)]) + bytes(4) + data)
    return wire


def dropped(server: Server) -> int:
    found = server.get("/metrics").split("\nrowlock_sockets_dropped_total ")[1]
    return int(float(found.split()[0]))


def test_a_slow_reader_is_dropped_holds_nobody_up_and_can_come_back() -> None:
    async def play(server: Server) -> None:
        opened = server.open("Emma", "+")
        url = server.socket(opened["table"])
        async with Client(url, opened["key"]) as emma, Client(url) as max_:
            await max_.sit("Max")
            await emma.ask("start")
            await max_.until(lambda: bool(max_.now["stage"] == "playing"))
            since, key = max_.v, max_.key
            await max_.close()
            await emma.until(lambda: emma.present["seats"] == [1])
            with never_reads(server, opened["table"], {"key": key}):
                await emma.until(lambda: emma.present["seats"] == [1, 2])
                longest, said = 0.0, 0
                while not dropped(server):
                    for _ in range(200):
                        begun = time.perf_counter()
                        await emma.ask("react", seat=1, reaction="hurry")
                        longest = max(longest, time.perf_counter() - begun)
                    said += 200
                    assert said < 100_000, "nobody was dropped"
                print(f"dropped after {said} messages; the slowest answer took {longest:.3f} s")
                assert longest < 1
                await emma.until(lambda: emma.present["seats"] == [1])
            if emma.now["active"] == 1:
                await emma.roll()
            async with Client(url, key, since) as back:
                assert back.v == emma.v
                assert back.yours.keys() == {2}
                await asyncio.gather(play_out(emma), play_out(back))
            assert emma.bye is None

    with running(queue=20, send_seconds=1) as server:
        asyncio.run(play(server))


def test_whoever_asks_much_and_reads_nothing_is_dropped_too() -> None:
    async def play(server: Server) -> None:
        opened = server.open("Emma", "+")
        data = json.dumps({"type": "hello", "id": 1, "key": opened["key"]}).encode()
        again = bytes([0x81, 0x80 | len(data)]) + bytes(4) + data
        with never_reads(server, opened["table"], {"key": opened["key"]}) as wire:
            wire.settimeout(0.2)
            for _ in range(5000):
                try:
                    wire.sendall(again)
                except OSError:
                    break
            for _ in range(100):
                if dropped(server):
                    break
                await asyncio.sleep(0.1)
            assert dropped(server) == 1

    with running(queue=20, send_seconds=1) as server:
        asyncio.run(play(server))


# Nobody can stop a table


def test_one_who_changes_their_mind_without_end_keeps_nobody_from_deciding(
    server: Server,
) -> None:
    async def play() -> None:
        opened = server.open("Emma", "+", first=1, real_dice=True)
        url = server.socket(opened["table"])
        async with Client(url, opened["key"]) as emma, Client(url) as mallory:
            await mallory.sit("Mallory")
            await emma.ask("start")
            await emma.roll("34r1y1g1b1")
            await mallory.until(lambda: bool(mallory.now["phase"] == "white"))

            async def waver() -> None:
                for _ in range(200):
                    await mallory.decide(2, "R7")
                    await mallory.decide(2, "-")

            assert (await refused(waver()))[0] == "too_many_changes"
            await emma.decide(1, "G7")
            assert emma.now["phase"] == "colour"

    asyncio.run(play())


@pytest.mark.parametrize("open_white", [False, True])
@pytest.mark.parametrize("who", [("Emma",), ("Emma", "Max"), ("Emma", "Max", "Laura")])
def test_whoever_answers_last_ends_the_action(
    server: Server, who: tuple[str, ...], open_white: bool
) -> None:
    async def play() -> None:
        opened = server.open(*who, first=1, open_white=open_white, real_dice=True)
        async with Client(server.socket(opened["table"]), opened["key"]) as device:
            await device.ask("start")
            await device.roll("34r1y1g1b1")
            for seat in range(len(who), 0, -1):  # the active seat last
                await device.decide(seat, "R7", "white")
            assert device.now["phase"] == "colour"

    asyncio.run(play())


def test_what_was_written_is_told_even_if_the_one_who_asked_has_gone(tmp_path: Path) -> None:
    async def play() -> None:
        store = open_store(f"sqlite:{tmp_path / 'tables.db'}")
        hub = Hub(store, Settings(), Metrics())
        await hub.start()
        begun, append = asyncio.Event(), store.append

        async def slow(*given: Any) -> bool:
            begun.set()
            await asyncio.sleep(0.1)
            return await append(*given)

        store.append = slow  # type: ignore[assignment,method-assign]
        try:
            asked = OpenTable.model_validate({"seats": seats("Emma")})
            setup = setup_for(asked, hash_of("key"))
            await hub.open(setup, "")
            room = await hub.find(setup.id)
            asking = asyncio.create_task(hub.ask(room, hash_of("key"), Start(type="start", id=1)))
            await begun.wait()
            asking.cancel()  # as when the socket is dropped while it waits
            await asyncio.gather(asking, return_exceptions=True)
            await asyncio.sleep(0.5)
            kept = await store.read(setup.id)
            assert kept is not None
            assert room.table.n == len(kept.entries)
            if kept.entries:
                assert room.table.stage is Stage.PLAYING
        finally:
            await hub.stop()
            await hub.close()

    asyncio.run(play())
