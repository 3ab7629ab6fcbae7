"""The metrics are for whoever runs the server, and tell nothing that is sealed."""

from __future__ import annotations

import asyncio
import http.client
import re

import pytest
from starlette.requests import Request

from rowlock.server.metrics import may_watch
from tests.server.client import Client, Refusal
from tests.server.running import Server, running

TOKEN = "a-long-secret"


def ask(server: Server, host: str = "", **headers: str) -> tuple[int, str]:
    """Ask for the metrics with these headers; the status, and what was told."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    try:
        connection.putrequest("GET", "/metrics", skip_host=bool(host))
        if host:
            connection.putheader("Host", host)
        for name, value in headers.items():
            connection.putheader(name.replace("_", "-"), value)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def test_the_metrics_are_for_the_machine_itself_and_not_for_who_comes_through_a_proxy() -> None:
    with running() as server:
        port = server.port
        for host in ("", f"127.0.0.1:{port}", f"localhost:{port}", f"[::1]:{port}"):
            status, told = ask(server, host)
            assert status == 200, host
            assert "rowlock_sockets " in told
        assert ask(server, Accept="text/plain", User_Agent="Prometheus/3.0")[0] == 200
        for headers in (
            {"X_Forwarded_For": "203.0.113.9"},
            {"X_Forwarded_For": "127.0.0.1"},
            {"X_Forwarded_For": "127.0.0.1, 127.0.0.1"},
            {"X_Forwarded_For": ""},
            {"X_Forwarded_Proto": "https"},
            {"X_Forwarded_Host": "127.0.0.1"},
            {"X_Real_IP": "127.0.0.1"},
            {"Forwarded": "for=127.0.0.1"},
            {"Via": "1.1 proxy"},
        ):
            status, told = ask(server, **headers)
            assert status == 404, headers
            assert "rowlock_" not in told
        for host in ("dice.example.org", f"dice.example.org:{port}", "[", "203.0.113.9", "[::2]"):
            assert ask(server, host)[0] == 404, host
        # Nobody learns that there is something: an unknown path of programs looks the same.
        assert server.request("GET", "/api/metrics")[1]["code"] == "bad_message"
        assert '"bad_message"' in ask(server, "dice.example.org")[1]
        assert ask(server, Authorization="Bearer ")[0] == 200


def test_with_a_token_nobody_sees_them_without_it() -> None:
    with running(metrics_token=TOKEN) as server:
        assert ask(server)[0] == 404
        for wrong in ("", TOKEN, f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}", f"Basic {TOKEN}"):
            assert ask(server, Authorization=wrong)[0] == 404, wrong
        status, told = ask(
            server, "dice.example.org", Authorization=f"Bearer {TOKEN}", X_Forwarded_For="1.2.3.4"
        )
        assert status == 200
        assert "rowlock_sockets " in told
    log = "".join(server.log)
    assert TOKEN not in log


def test_whoever_guesses_tokens_is_slowed_down() -> None:
    with running(metrics_token=TOKEN, requests_at_once=5, requests_per_second=0.001) as server:
        told = [ask(server, Authorization=f"Bearer {n}")[0] for n in range(7)]
        assert told == [404] * 5 + [429] * 2


@pytest.mark.parametrize(
    ("client", "here"),
    [
        (("127.0.0.1", 1), True),
        (("127.8.9.1", 1), True),
        (("::1", 1), True),
        (("::ffff:127.0.0.1", 1), True),
        (("192.168.1.7", 1), False),
        (("::ffff:192.168.1.7", 1), False),
        (("nonsense", 1), False),
        (None, False),
    ],
)
def test_only_the_machine_itself_is_here(client: tuple[str, int] | None, here: bool) -> None:
    headers = [(b"host", b"localhost:8000")]
    scope = {"type": "http", "client": client, "headers": headers}
    assert may_watch(Request(scope), "") is here
    scope["headers"] = [*headers, (b"authorization", b"Bearer x")]
    assert may_watch(Request(scope), "x"), "with a token it does not matter from where"


# What is sealed is not counted


def counted(server: Server) -> dict[str, float]:
    """All that goes up when something happens; not the sums of times."""
    lines = ask(server)[1].splitlines()
    found = [re.fullmatch(r"(rowlock_\w+?(?:\{.*\})?) (\S+)", line) for line in lines]
    return {each[1]: float(each[2]) for each in found if each and "_created" not in each[1]}


def test_no_number_tells_how_often_somebody_thought_again() -> None:
    async def play(server: Server) -> None:
        opened = server.open("Emma", "+")
        url = server.socket(opened["table"])
        async with Client(url, opened["key"]) as emma, Client(url) as ben:
            await ben.sit("Ben")
            await emma.ask("start")
            roller = emma if emma.now["active"] == 1 else ben
            await roller.until(lambda: roller.now["stage"] == "playing")
            await roller.roll()
            seat = 1 if roller is emma else 2
            await roller.until(lambda: roller.now["phase"] == "white")
            first, second = roller.yours[seat]["legal"][:2]
            before = counted(server)
            await roller.decide(seat, first)
            after = counted(server)
            assert after['rowlock_messages_total{type="decide"}'] == 1
            assert after['rowlock_entries_told_total{kind="decided"}'] == 1
            assert after != before, "the first decision is told, so it is counted"
            for decision in (second, first, first, second):
                await roller.decide(seat, decision)
            colour = roller.yours[seat]["colour"][0]
            turn = roller.now["turn"]
            await roller.decide(seat, colour, phase="colour")
            await roller.ask("undo", seat=seat, turn=turn, phase="colour")

            async def think_again_and_again() -> None:
                for n in range(40):
                    await roller.decide(seat, (first, second)[n % 2])

            with pytest.raises(Refusal, match="too_many_changes"):
                await think_again_and_again()
            assert counted(server) == after

    with running() as server:
        asyncio.run(play(server))
