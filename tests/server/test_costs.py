"""What a stranger asks for costs the others nothing: attacks on a real server, and a bystander."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import itertools
import json
import sqlite3
import statistics
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest
from pydantic import ValidationError

from rowlock.dice import Roll
from rowlock.moves import Pass
from rowlock.server.clock import TableClock
from rowlock.server.creation import OpenTable
from rowlock.server.entries import Decided, Entry, Started, Threw, Undone, write_entry
from rowlock.server.progress import advance
from rowlock.server.room import Room
from rowlock.server.setup import TableSetup, write_setup
from rowlock.server.sockets import Socket
from rowlock.server.table import Table
from rowlock.server.view import yours_text
from tests.server.bystander import undisturbed
from tests.server.client import Client, Refusal, play_out
from tests.server.running import Server, running, seats
from tests.server.tables import holder, table_setup
from tests.server.test_hub import Line
from tests.variants.test_flat import DEEP


def asked_at_once(server: Server, paths: list[str], threads: int = 8) -> list[int]:
    """The status of each of these requests, several at a time."""
    with ThreadPoolExecutor(threads) as pool:
        return [status for status, _ in pool.map(lambda path: server.request("GET", path), paths)]


def long_table(number: int, entries: int = 3_000) -> tuple[TableSetup, list[Entry]]:
    """As many entries as a table takes: eight people who decide, and take it back again."""
    opened = table_setup(*(f"P{n}" for n in range(8)), seed=f"{number:064x}", first=0)
    table = advance(Table.fresh(opened, 0.0), 0.0, Started())
    written: list[Entry] = [Started()]

    def write(entry: Entry) -> None:
        nonlocal table
        table = advance(table, 0.0, entry)
        written.append(entry)

    while len(written) < entries:
        game = table.game
        assert game is not None
        if game.over:
            break
        if not game.to_move():
            write(Threw(game.turn, table.dice.roll(game.turn, game.dice)))
            continue
        turn, phase = game.turn, game.phase
        waiting = table.waiting_for()
        for seat in waiting:
            for _ in range(10):
                write(Decided(seat, turn, phase, (Pass(),)))
                if seat == waiting[-1]:
                    break
                write(Undone(seat, turn, phase))
            else:
                write(Decided(seat, turn, phase, (Pass(),)))
    return opened, written


def put(path: Path, table: str, opened: str, entries: list[str]) -> None:
    """Write a table into the file of a server."""
    with contextlib.closing(sqlite3.connect(path, timeout=20)) as file, file:
        file.execute("INSERT INTO tables VALUES (?, 0, ?, 1, 'playing')", (table, opened))
        file.executemany(
            "INSERT INTO moves VALUES (?, ?, 0, ?)",
            [(table, n, entry) for n, entry in enumerate(entries, 1)],
        )


def test_a_variant_file_of_keys_in_keys_stalls_nobody() -> None:
    body = {"seats": seats("Emma"), "variant_file": DEEP}

    def attack() -> None:
        with ThreadPoolExecutor(4) as pool:
            for told in pool.map(lambda _: server.request("POST", "/api/tables", body), range(12)):
                assert (told[0], told[1]["code"]) == (422, "bad_variant")

    with running() as server:
        pings = undisturbed(server, attack)
    assert pings.calm, pings


def test_a_bad_variant_file_counts_but_a_few_slips_are_forgiven() -> None:
    with running(tables_per_hour=4) as server:
        for _ in range(3):
            status, told = server.request(
                "POST", "/api/tables", {"seats": seats("Emma"), "variant_file": "name ="}
            )
            assert (status, told["code"]) == (422, "bad_variant")
        server.open("Emma")
        status, told = server.request(
            "POST", "/api/tables", {"seats": seats("Emma"), "variant_file": "name ="}
        )
        assert (status, told["code"]) == (429, "too_many_tables")


def test_many_long_tables_at_once_stall_nobody(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    opened, entries = long_table(1)
    assert len(entries) >= 3_000
    texts = [write_entry(entry, "mark") for entry in entries]
    text, numbers = write_setup(opened), itertools.count()

    def attack() -> None:
        some = [f"{next(numbers):016}" for _ in range(4)]
        for table in some:
            put(file, table, text.replace(opened.id, table), texts)
        paths = [
            f"/api/tables/{table}{what}" for table in some for what in ("", "/story", "/record")
        ]
        assert set(asked_at_once(server, paths)) == {200}
        assert asked_at_once(server, ["/api/tables"]) == [200]

    with running(f"sqlite:{file}") as server:
        pings = undisturbed(server, attack)
    assert pings.calm, pings


def test_large_files_are_packed_once_and_not_for_everybody() -> None:
    paths = [
        "/api/browse/swagger-ui-bundle.js",
        "/api/openapi.json",
        "/api/messages.json",
        "/api/variants",
    ]

    def get(path: str) -> Any:
        request = urllib.request.Request(
            server.address + path, headers={"Accept-Encoding": "gzip", "Host": "any"}
        )
        with urllib.request.urlopen(request, timeout=30) as told:
            return told.headers, told.read()

    def attack() -> None:
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(get, 10 * paths))

    with running() as server:
        for path in paths:
            headers, body = get(path)
            assert headers["Content-Encoding"] == "gzip"
            assert len(gzip.decompress(body)) > 3 * len(body)
        spent = []
        for _ in range(10):
            begun = time.perf_counter()
            get(paths[0])
            spent.append(time.perf_counter() - begun)
        pings = undisturbed(server, attack)
    assert pings.calm, pings
    assert min(spent) < 0.04, "it takes 66 ms and more to pack it"


def from_address(address: str) -> dict[str, Any]:
    """What a proxy says of somebody from there."""
    return {"additional_headers": {"X-Forwarded-For": address}}


async def come(stack: contextlib.AsyncExitStack, server: Server, address: str, *who: str) -> Client:
    """A client from this address at a table of its own, which is started."""
    opened = server.open(*who, first=1)
    client = Client(server.socket(opened["table"]), opened["key"])
    stack.push_async_callback(client.close)
    await client.connect(**from_address(address))
    await client.hello()
    await client.ask("start")
    return client


async def wait_for_bots(emma: Client, turns: int) -> list[float]:
    """Play these turns as quickly as one can; how long one had to wait for bots each time."""
    waited = []
    for turn in range(1, turns + 1):
        later, white, asked = (partial(is_so, emma, turn) for is_so in (_later, _white, _asked))
        if emma.now["active"] == 1:
            await emma.roll()
        await emma.until(white)
        if 1 in emma.now["waiting"]:
            await emma.decide(1, "-")
        begun = time.perf_counter()
        await emma.until(asked)
        waited.append(time.perf_counter() - begun)
        if emma.now["phase"] == "colour" and emma.now["waiting"] == [1]:
            await emma.decide(1, "-")
        await emma.until(later)
        if emma.now["stage"] == "done":
            break
    return waited


def _later(client: Client, turn: int) -> bool:
    return bool(client.now["turn"] > turn or client.now["stage"] == "done")


def _white(client: Client, turn: int) -> bool:
    return client.now["phase"] == "white" or _later(client, turn)


def _asked(client: Client, turn: int) -> bool:
    return client.now["waiting"] == [1] or _later(client, turn)


@pytest.mark.parametrize("seated", [False, True], ids=["bots alone", "with one seat taken"])
def test_whoever_lets_many_bots_think_makes_nobody_wait(seated: bool) -> None:
    """From one address many tables of bots that think hard; at another one a person plays."""

    async def attack(server: Server) -> None:
        async with contextlib.AsyncExitStack() as stack:
            who = ["Mallory" if seated else "oracle", *["oracle"] * 7]
            some = [await come(stack, server, "192.0.2.66", *who) for _ in range(24)]
            playing = [asyncio.create_task(play_out(client)) for client in some if seated]
            emma = await come(stack, server, "192.0.2.7", "Emma", "oracle", "oracle")
            waited.append(await wait_for_bots(emma, 4))
            begun, before = time.perf_counter(), sum(psutil.Process(pid).cpu_times()[:2])
            await asyncio.sleep(1)
            spent = sum(psutil.Process(pid).cpu_times()[:2]) - before
            shares.append(spent / (time.perf_counter() - begun))
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)

    waited: list[list[float]] = []
    shares: list[float] = []
    with running(bot_pause=0.05) as server:
        pid = server.process.pid
        pings = undisturbed(server, lambda: asyncio.run(attack(server)))
        told = server.get("/metrics")
    assert pings.calm, pings
    assert min(statistics.median(times) for times in waited) < 0.7, waited
    assert seated or min(shares) < 0.75, "bots that play alone take a whole core"
    assert 'rowlock_queue_seconds_count{kind="bots"}' in told


def test_reactions_are_bounded_at_each_table() -> None:
    async def play(server: Server) -> None:
        opened = server.open("Emma", "Ben", first=1)
        url = server.socket(opened["table"])
        async with contextlib.AsyncExitStack() as stack:
            some = [await stack.enter_async_context(Client(url, opened["key"])) for _ in range(5)]

            async def react(client: Client) -> int:
                done = 0
                for _ in range(10):
                    with contextlib.suppress(Refusal):
                        await client.ask("react", seat=1, reaction="hurry")
                        done += 1
                return done

            assert 5 <= sum(await asyncio.gather(*map(react, some))) <= 10

    with running(reactions_at_once=5, reactions_per_second=1) as server:
        asyncio.run(play(server))


def test_who_comes_and_goes_all_the_time_is_told_of_now_and_then() -> None:
    async def play(server: Server) -> None:
        opened = server.open("Emma", "+")
        url = server.socket(opened["table"])
        async with Client(url, opened["key"]) as emma:
            begun = time.perf_counter()
            for _ in range(40):
                async with Client(url):
                    pass
            seconds = time.perf_counter() - begun
            await emma.until(lambda: emma.present["watching"] == 0)
            told = sum(message["type"] == "present" for message in emma.messages)
            assert told <= 4 * seconds + 4, (told, seconds)

    with running() as server:
        asyncio.run(play(server))


def test_one_address_changes_so_many_seats_and_a_socket_says_hello_so_often() -> None:
    async def play(server: Server) -> None:
        opened = server.open("Emma", "+")
        url = server.socket(opened["table"])
        async with Client(url, mixes=False) as mallory:
            done = 0

            async def come_and_go() -> None:
                nonlocal done
                for done in range(20):  # noqa: B007
                    await mallory.sit("Mallory")
                    await mallory.ask("leave", seat=2)

            async def greet() -> None:
                for _ in range(40):
                    await mallory.ask("hello")

            with pytest.raises(Refusal, match="too many seats were changed"):
                await come_and_go()
            assert 4 <= done <= 6
            with pytest.raises(Refusal, match="told everything a moment ago"):
                await greet()
            await mallory.ask("ping")

    with running(seats_per_minute=10) as server:
        asyncio.run(play(server))


def test_a_promise_in_the_lobby_counts_as_a_change_of_a_seat() -> None:
    async def play(server: Server) -> None:
        opened = server.open("Emma", "+")
        async with Client(server.socket(opened["table"]), mixes=False) as mallory:
            promised = 0

            async def change_their_mind() -> None:
                nonlocal promised
                for sat in range(3):
                    await mallory.sit("Mallory")
                    for mind in range(19):
                        await mallory.ask("commit", commitment=f"{19 * sat + mind:064x}")
                        promised += 1
                    await mallory.ask("leave", seat=2)

            with pytest.raises(Refusal, match="too many seats were changed"):
                await change_their_mind()
            assert 9 <= promised <= 12

    with running(seats_per_minute=10) as server:
        asyncio.run(play(server))


def test_what_only_a_holder_may_see_is_made_once_for_all_the_holders_sockets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = 0

    def counted(table: Table, holder: str) -> str:
        nonlocal made
        made += 1
        return yours_text(table, holder)

    monkeypatch.setattr("rowlock.server.room.yours_text", counted)

    async def go() -> None:
        table = advance(Table.fresh(table_setup("Emma", "Ben", first=0), 0.0), 0.0, Started())
        room = Room(table, TableClock(table, 0.0))
        for name in 50 * ["Emma"] + 50 * ["Ben"]:
            socket = Socket(Line(), 10, 1)
            socket.holder = holder(name)
            room.sockets.add(socket)
        room.move_on(advance(table, 0.0, Threw(1, Roll.parse("34r1y1g1b1"))))

    asyncio.run(go())
    assert made == 2


def test_thousands_of_unknown_fields_are_one_mistake() -> None:
    many = {f"k{n}": n for n in range(9_000)}
    for asked in ({**many, "seats": seats("Emma")}, {"seats": [{"kind": "open", **many}]}):
        with pytest.raises(ValidationError) as caught:
            OpenTable.model_validate(asked)
        assert caught.value.error_count() == 1


# The list


def open_public(server: Server, address: str) -> dict[str, Any]:
    """Open a public table from this address; what is told, with its status."""
    asked = json.dumps({"seats": seats("Emma", "+"), "public": True}).encode()
    headers = {"Content-Type": "application/json", "X-Forwarded-For": address}
    request = urllib.request.Request(server.address + "/api/tables", asked, headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return {"status": response.status, **json.load(response)}
    except urllib.error.HTTPError as error:
        with error:
            return {"status": error.code, **json.load(error)}


def in_list(server: Server) -> list[str]:
    return [table["table"] for table in server.get("/api/tables")]


def test_one_address_has_few_tables_in_the_list_and_those_with_people_come_first() -> None:
    async def play(server: Server) -> None:
        mine = open_public(server, "10.0.0.1")
        async with Client(server.socket(mine["table"]), mine["key"]) as emma:
            with ThreadPoolExecutor(8) as pool:
                asked = list(pool.map(lambda _: open_public(server, "10.0.0.9"), range(60)))
            theirs = [told for told in asked if told["status"] == 201]
            assert len(theirs) == 3, "at once or one after the other"
            refused = [told for told in asked if told["status"] != 201]
            assert {(told["status"], told["code"]) for told in refused} == {
                (429, "too_many_tables")
            }
            assert "in the list" in refused[0]["sentence"]
            listed = in_list(server)
            assert listed[0] == mine["table"], "somebody is there"
            assert set(listed[1:]) == {told["table"] for told in theirs}
            # Whoever is done with a table may open another.
            done = theirs[0]
            async with Client(server.socket(done["table"]), done["key"]) as mallory:
                await mallory.ask("stop")
            assert open_public(server, "10.0.0.9")["status"] == 201
            assert done["table"] not in in_list(server)
            await emma.ask("ping")

    with running(public_per_address=3) as server:
        asyncio.run(play(server))


# Rows that cannot be read


@pytest.mark.parametrize(
    ("spoilt", "n"),
    [
        ({"opening": "no JSON"}, 0),
        ({"opening": "{}"}, 0),
        ({1: "no JSON"}, 1),
        ({2: '{"do":"decided","seat":9,"turn":1,"phase":"white","decision":"R2","mark":"m"}'}, 2),
        ({1: '{"do":"dance","mark":"m"}'}, 1),
        ({1: None}, 2),
    ],
    ids=["opening", "empty", "entry", "contradiction", "unknown", "missing"],
)
def test_a_row_that_cannot_be_read_is_refused_everywhere_and_named(
    tmp_path: Path, spoilt: dict[Any, str | None], n: int
) -> None:
    file = tmp_path / "tables.db"
    opened = table_setup("Emma", "Ben", first=0)
    good = [write_entry(entry, "m") for entry in (Started(), Threw(1, Roll.parse("34r1y1g1b1")))]
    with running(f"sqlite:{file}") as server:
        put(file, "spoilt", str(spoilt.get("opening", write_setup(opened))), good)
        with contextlib.closing(sqlite3.connect(file, timeout=20)) as base, base:
            for row, text in spoilt.items():
                if text is None:
                    base.execute("DELETE FROM moves WHERE n = ?", (row,))
                elif row != "opening":
                    base.execute("UPDATE moves SET entry = ? WHERE n = ?", (text, row))
        fine = server.open("Emma", "+", public=True)["table"]
        for what in ("", "/story", "/record", "/variant"):
            status, told = server.request("GET", f"/api/tables/spoilt{what}")
            assert (status, told["code"]) == (503, "unavailable"), what
        assert [table["table"] for table in server.get("/api/tables")] == [fine]

        async def hello() -> None:
            client = Client(server.socket("spoilt"))
            await client.connect()
            for _ in range(3):
                with pytest.raises(Refusal, match="unavailable"):
                    await client.hello()
            await client.close()

        asyncio.run(hello())
    notes = [json.loads(line) for line in server.log if "cannot be read" in line]
    assert [(note["table"], note["n"]) for note in notes] == [("spoi", n)], "noted once"
    assert not [line for line in server.log if "a request failed" in line]
