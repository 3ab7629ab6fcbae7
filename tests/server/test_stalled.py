"""Whoever does not read is cut off, and costs little until then."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from benchmarks.wire import frame
from tests.server.bystander import bystander, undisturbed
from tests.server.rude import Rude, metric, resident, until
from tests.server.running import Server, running

HELLO = frame(b'{"type":"hello","id":1}')


def stalled(server: Server, table: str, hellos: int = 20) -> Rude:
    """A socket that asks for the whole table again and again, and reads nothing."""
    rude = Rude(server)
    assert rude.open(table) == 101
    rude.send(HELLO * hellos)
    return rude


def test_four_hundred_who_do_not_read_are_gone_soon_and_hold_nobody_up() -> None:
    rude: list[Rude] = []
    with running(send_seconds=4) as server:
        tables = [server.open("keen", "keen", variant="longo")["table"] for _ in range(8)]
        hosts = [Rude(server) for _ in tables]
        for host, table in zip(hosts, tables, strict=True):
            assert host.open(table) == 101

        def attack() -> None:
            for number in range(400):
                rude.append(stalled(server, tables[number % len(tables)]))
            begun = time.monotonic()
            until(lambda: all(each.reset for each in rude), 30)
            assert time.monotonic() - begun < 25
            assert resident(server) < 300

        pings = undisturbed(server, attack)
        assert pings.calm, pings
        until(lambda: metric(server, "rowlock_connections") <= len(hosts) + 1)
        assert metric(server, 'rowlock_connections_cut_total{why="unread"}') >= 400
        assert metric(server, "rowlock_unread_bytes") == 0
        for each in (*rude, *hosts):
            each.close()


def test_a_socket_counts_until_it_is_really_gone() -> None:
    with running(send_seconds=5, sockets_per_address=5) as server:
        table = server.open("keen", "keen", variant="longo")["table"]
        rude = [stalled(server, table) for _ in range(5)]
        until(lambda: metric(server, "rowlock_unread_bytes") > 20_000)
        for each in rude:
            each.send(frame(b"{", kind=8))  # a close that the server must answer, and cannot
        assert Rude(server).open(table) == 429
        assert metric(server, "rowlock_sockets") == 5
        until(lambda: all(each.reset for each in rude))
        until(lambda: metric(server, "rowlock_sockets") == 0)
        assert Rude(server).open(table) == 101


def test_a_socket_that_is_closing_is_closed_though_nobody_reads() -> None:
    with running(send_seconds=1, hello_seconds=0.2, messages_at_once=10**6) as server:
        table = server.open("keen", "keen", variant="longo")["table"]
        rude = Rude(server)
        assert rude.open(table) == 101
        rude.send(HELLO * 20)
        rude.send(frame(b"x") * 2000)  # refused so often that the server says good-bye
        until(lambda: rude.reset)
        until(lambda: metric(server, "rowlock_sockets") == 0)


def test_what_waits_for_all_of_them_is_bounded_who_waits_longest_goes_first() -> None:
    with running(unread_bytes=300_000) as server:
        table = server.open("keen", "keen", variant="longo")["table"]
        rude = []
        for _ in range(20):
            rude.append(stalled(server, table))
            assert metric(server, "rowlock_unread_bytes") <= 300_000
        until(lambda: rude[0].reset)
        until(lambda: sum(each.reset for each in rude) >= 5)
        assert not rude[-1].reset
        assert metric(server, 'rowlock_connections_cut_total{why="memory"}') >= 5


def ask_for_much(server: Server) -> bytes:
    return b"GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 40


def ask_for_a_story(server: Server) -> bytes:
    table = server.open("Emma", "+")["table"]
    lines = f"GET /api/tables/{table} HTTP/1.1\r\nHost: x\r\n\r\n"
    return lines.encode() * 200


@pytest.mark.parametrize("asked", [ask_for_much, ask_for_a_story])
def test_who_asks_for_much_and_reads_nothing_is_cut_off(
    asked: Callable[[Server], bytes],
) -> None:
    rude: list[Rude] = []
    with running(send_seconds=2) as server:
        request = asked(server)
        before = resident(server)

        def attack() -> None:
            for _ in range(40):
                rude.append(Rude(server))
                rude[-1].wire.setblocking(False)
                rude[-1].send(request)
            until(lambda: all(each.reset for each in rude[-40:]), 20)
            assert resident(server) < before + 100

        pings = undisturbed(server, attack)
        assert pings.calm, pings
        until(lambda: metric(server, "rowlock_connections") <= 1)


def test_who_reads_slowly_but_steadily_is_served() -> None:
    with running(send_seconds=1) as server:
        path = "/api/browse/swagger-ui-bundle.js"
        rude = Rude(server, window=16_384)
        rude.send(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        read = 0
        begun = time.monotonic()
        while time.monotonic() - begun < 4 and (got := len(rude.wire.recv(8192))):
            read += got
            time.sleep(0.05)
        assert not rude.reset
        while got := len(rude.wire.recv(1 << 20)):
            read += got
    assert read > 1_000_000


def test_pings_that_are_not_read_are_not_answered_for_ever() -> None:
    with running(send_seconds=2) as server, bystander(server) as pings:
        table = server.open("keen", "keen", variant="longo")["table"]
        rude = stalled(server, table)
        rude.wire.settimeout(0.3)
        flood = frame(bytes(125), kind=9) * 1000
        for _ in range(200):
            rude.send(flood)
        assert resident(server) < 150
        until(lambda: rude.reset)
    assert not pings.lost
