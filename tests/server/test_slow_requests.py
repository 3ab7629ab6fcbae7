"""Whoever begins and does not go on is cut off: requests, messages, or nothing at all."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterator

import pytest

from benchmarks.wire import frame
from tests.server.bystander import undisturbed
from tests.server.rude import Rude, handshake, metric, until
from tests.server.running import Server, running

HEAD = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
BODY = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n"


@pytest.fixture(scope="module")
def hasty() -> Iterator[Server]:
    with running(request_seconds=1, keep_seconds=1, message_seconds=1) as server:
        yield server


BEGINNINGS = {
    "nothing": b"",
    "half a line": b"GET /hea",
    "half of the headers": HEAD,
    "half a body": BODY + b"{",
    "half a handshake": handshake("x")[:-2],
    "an answer and nothing more": HEAD + b"\r\n",
    "an answer and half a request": HEAD + b"\r\n" + HEAD,
    "an answer to a body that never came": BODY.replace(b"1000", b"200000") + b"x" * 140_000,
}


@pytest.mark.parametrize("begun", BEGINNINGS.values(), ids=BEGINNINGS)
def test_a_request_that_is_not_finished_is_cut_off(hasty: Server, begun: bytes) -> None:
    rude = Rude(hasty, window=65_536)
    rude.send(begun)
    assert until(lambda: rude.gone) < 6


@pytest.mark.parametrize("begun", [HEAD + b"X-Long: ", BODY], ids=["headers", "body"])
def test_a_request_byte_by_byte_is_cut_off(hasty: Server, begun: bytes) -> None:
    rude = Rude(hasty)
    rude.send(begun)
    until_gone(rude, b"x")


def test_blank_lines_after_an_answer_keep_nobody(hasty: Server) -> None:
    rude = Rude(hasty)
    rude.send(HEAD + b"\r\n")
    until_gone(rude, b"\r\n")


def until_gone(rude: Rude, every: bytes) -> None:
    begun = time.monotonic()
    while not rude.gone:
        assert time.monotonic() - begun < 6, "it goes on"
        rude.send(every)
        time.sleep(0.1)


def test_who_asks_in_time_is_served_as_often_as_it_likes(hasty: Server) -> None:
    rude = Rude(hasty)
    for _ in range(6):
        rude.send(HEAD + b"\r\n")
        told = b""
        while not told.endswith(b"}"):
            told += rude.wire.recv(4096)
        assert told.startswith(b"HTTP/1.1 200 OK")
        time.sleep(0.4)


# Messages on a socket


def talking(server: Server) -> Rude:
    """A socket that has said hello and read what it was told."""
    rude = Rude(server, window=65_536)
    assert rude.open(server.open("Emma", "+")["table"]) == 101
    rude.say("hello")
    time.sleep(0.2)
    assert not rude.gone
    return rude


PING = frame(b'{"type":"ping","id":1}')
HALVES = {
    "half a head": PING[:1],
    "a head": PING[:2],
    "half a message": PING[:-1],
    "a whole message and half a head": PING + PING[:1],
    "a part": b"\x01" + PING[1:],
    "a part and a ping": b"\x01" + PING[1:] + frame(b"", kind=9),
}


@pytest.mark.parametrize("half", HALVES.values(), ids=HALVES)
def test_a_message_that_is_not_finished_is_cut_off(hasty: Server, half: bytes) -> None:
    rude = talking(hasty)
    rude.send(half)
    assert until(lambda: rude.gone) < 6


def test_a_message_byte_by_byte_is_cut_off(hasty: Server) -> None:
    rude = talking(hasty)
    rude.send(b"\x81\xfe\x0f\xff\0\0\0\0")
    until_gone(rude, b"x")


@pytest.mark.parametrize("part", [b"", b"x"], ids=["empty", "small"])
def test_parts_without_end_are_cut_off(hasty: Server, part: bytes) -> None:
    rude = talking(hasty)
    rude.send(b"\x01" + frame(part)[1:])
    until_gone(rude, b"\x00" + frame(part)[1:])


def test_slow_messages_that_end_are_answered(hasty: Server) -> None:
    rude = talking(hasty)
    for _ in range(3):
        for byte in PING:
            rude.send(bytes([byte]))
            time.sleep(0.02)
        assert b'"ok":true' in rude.wire.recv(4096)


def test_who_never_says_hello_is_sent_away() -> None:
    with running(hello_seconds=0.5, send_seconds=1) as server:
        rude = Rude(server)
        assert rude.open(server.open("Emma", "+")["table"]) == 101
        assert until(lambda: rude.gone) < 6
        until(lambda: metric(server, "rowlock_sockets") == 0)


@pytest.mark.parametrize(
    "one",
    [
        frame(b"", kind=9),
        frame(b"", kind=10),
        frame(b"{}"),
        b"\x00\x80\0\0\0\0",
    ],
    ids=["pings", "pongs", "messages", "parts"],
)
def test_a_flood_of_frames_is_cut_off_and_holds_nobody_up(one: bytes) -> None:
    with running(messages_per_second=100, messages_at_once=150) as server:
        table = server.open("Emma", "+")["table"]

        def attack() -> None:
            for _ in range(10):
                rude = Rude(server, window=65_536)
                assert rude.open(table) == 101
                rude.send(b"\x01\x80\0\0\0\0" if one[0] == 0 else b"")
                rude.send(one * 40_000)
                until(lambda rude=rude: rude.gone)  # type: ignore[misc]

        pings = undisturbed(server, attack)
        assert pings.calm, pings


# How many


def test_connections_of_one_address_are_limited_and_not_those_of_a_proxy() -> None:
    with running(connections_per_address=10) as server:
        mine = [Rude(server, "127.0.0.2") for _ in range(10)]
        one_more = Rude(server, "127.0.0.2")
        assert until(lambda: one_more.gone) < 5
        until(lambda: metric(server, 'rowlock_connections_refused_total{why="address"}') >= 1)
        assert not any(each.gone for each in mine)
        others = [Rude(server, "127.0.0.3"), *(Rude(server) for _ in range(30))]
        time.sleep(0.2)
        assert not any(each.gone for each in others)
        mine.pop().close()
        again: list[Rude] = []

        def let_in() -> bool:
            again.append(Rude(server, "127.0.0.2"))
            again[-1].send(HEAD + b"\r\n")
            with contextlib.suppress(ConnectionError):
                return again[-1].wire.recv(4096).startswith(b"HTTP/1.1 200")
            return False

        until(let_in)


def test_who_only_waits_makes_room_and_who_plays_stays() -> None:
    with running(connections=40) as server:
        player = talking(server)
        idle = [Rude(server) for _ in range(100)]
        until(lambda: sum(each.gone for each in idle) >= 60)
        assert idle[0].gone
        assert not idle[-1].gone
        player.send(PING)
        assert b'"ok":true' in player.wire.recv(4096)
        assert server.get("/healthz")["ok"] is True
        assert metric(server, "rowlock_connections") <= 40


def test_sockets_leave_room_for_requests() -> None:
    with running(connections=40) as server:
        table = server.open("Emma", "+")["table"]
        tried = [Rude(server) for _ in range(40)]
        answers = [each.open(table) for each in tried]
        assert answers.count(101) == 35
        assert server.get("/healthz")["ok"] is True


def test_one_address_cannot_open_sockets_without_end() -> None:
    with running(sockets_per_address=10, sockets_per_second=0.5) as server:
        table = server.open("Emma", "+")["table"]
        answers = []
        for _ in range(20):
            rude = Rude(server)
            answers.append(rude.open(table))
            rude.close()
        assert answers[:10] == [101] * 10
        assert answers.count(429) >= 8


def test_what_is_said_of_a_refusal_is_json() -> None:
    with running(sockets_per_address=0) as server:
        rude = Rude(server, window=65_536)
        rude.send(handshake("x"))
        told = b""
        with contextlib.suppress(ConnectionError):
            while more := rude.wire.recv(4096):
                told += more
        assert json.loads(told.partition(b"\r\n\r\n")[2])["code"] == "too_many_sockets"
