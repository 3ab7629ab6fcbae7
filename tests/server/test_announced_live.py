"""Announced locks over real sockets: what each is told, and a server killed in the middle."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from tests.server.client import Client, Refusal
from tests.server.running import Server, running
from tests.server.test_secrets import Party

SUMS = ["11", "12", "13", "14", "15"]  # two to six
LOCK = "66r1y1g1b1"
WHITE = {"turn": 6, "phase": "white"}


async def ripen(party: Party, who: str = "Emma Max Laura") -> None:
    """Five turns after which these people could lock red; then a twelve is rolled."""
    await party.start()
    for whites in SUMS:
        await party.people[party.emma.now["active"] - 1].roll(f"{whites}r6y6g1b1")
        await party.settle()
        for seat, name in enumerate(["Emma", "Max", "Laura"], 1):
            red = f"R{int(whites[0]) + int(whites[1])}"
            await party.decide(seat, lambda _, mark=red if name in who else "-": mark)  # type: ignore[misc]
        await party.decide(party.emma.now["active"], lambda _: "-")
    await party.people[party.emma.now["active"] - 1].roll(LOCK)
    await party.settle()


def heard(client: Client, since: int) -> list[tuple[str, Any]]:
    """The events a client was told after this one."""
    return [(e["event"], e.get("seat")) for e in client.events if e["v"] > since]


@pytest.mark.parametrize("again", ["R12", "-"])
def test_people_and_those_who_watch_hear_it_and_whoever_could_follow_is_asked(
    server: Server, again: str
) -> None:
    async def play() -> None:
        async with Party(server, real_dice=True, first=1) as party:
            await ripen(party, "Emma Max")
            v = party.watcher.v
            await party.max.decide(2, "-")
            await party.laura.decide(3, "-")
            await party.emma.decide(1, "R12")
            await party.settle()
            for client in party.clients.values():
                assert heard(client, v) == [("answered", 2), ("answered", 3), ("announced", 1)]
                assert client.now["announced"] == [{"seat": 1, "row": "R"}]
                assert client.now["waiting"] == [2]
            assert party.emma.yours[1]["binding"]
            assert party.max.yours[2]["asked_again"]
            assert not party.laura.yours[3]["asked_again"]
            with pytest.raises(Refusal, match="binding"):
                await party.emma.decide(1, "-")
            await party.max.decide(2, again)
            await party.settle()
            closed = [e for e in party.watcher.events if e["event"] == "closed"]
            assert closed[0]["seats"] == ([1, 2] if again == "R12" else [1])
            assert party.watcher.now["announced"] == []

    asyncio.run(play())


def test_nothing_but_the_announcement_is_told(server: Server) -> None:
    """Two tables that differ in what Max and Laura have sealed, when Emma announces."""

    async def announce(party: Party, of_max: str, of_laura: str) -> list[Any]:
        await ripen(party)
        marks = {name: len(client.messages) for name, client in party.clients.items()}
        await party.max.decide(2, of_max)
        await party.laura.decide(3, of_laura)
        await party.emma.decide(1, "R12")
        await party.settle()
        looked = [text.replace(party.table, "TABLE") for text in party.look()[:4]]
        told = [party.clients[name].messages[marks[name] :] for name in ("Emma", "watcher")]
        kept = [[m for m in messages if m["type"] in ("told", "view")] for messages in told]
        assert party.emma.now["waiting"] == [2, 3]
        return [looked, json.loads(json.dumps(kept).replace(party.table, "TABLE"))]

    async def play() -> None:
        options = {"real_dice": True, "first": 1}
        async with Party(server, **options) as one, Party(server, **options) as other:
            assert await announce(one, "-", "G12") == await announce(other, "B12", "-")

    asyncio.run(play())


def test_at_a_sealed_table_nobody_hears_of_a_lock_before_the_end(server: Server) -> None:
    async def play() -> None:
        async with Party(server, real_dice=True, first=1, locks="sealed") as party:
            await ripen(party)
            v = party.watcher.v
            await party.max.decide(2, "-")
            await party.emma.decide(1, "R12")
            await party.settle()
            assert heard(party.watcher, v) == [("answered", 2), ("answered", 1)]
            assert party.watcher.now["announced"] == []
            assert party.laura.yours[3]["lock_too"] == []

    asyncio.run(play())


def test_a_server_killed_between_announcement_and_answer_asks_again() -> None:
    async def announce(server: Server) -> Party:
        party = Party(server, real_dice=True, first=1)
        async with party:
            await ripen(party)
            await party.max.decide(2, "-")
            await party.laura.decide(3, "B12")
            await party.emma.decide(1, "R12")
            await party.settle()
            assert party.watcher.now["waiting"] == [2, 3]
            await asyncio.to_thread(server.kill)
        return party

    async def go_on(server: Server, party: Party) -> None:
        url = server.socket(party.table)
        emma, ben = Client(url, party.emma.key), Client(url, party.max.key)
        laura, watcher = Client(url, party.laura.key, party.laura.v), Client(url)
        async with emma, ben, laura, watcher:
            assert watcher.now["announced"] == [{"seat": 1, "row": "R"}]
            assert watcher.now["waiting"] == [2, 3]
            assert emma.yours[1]["binding"]
            assert (ben.yours[2]["asked_again"], ben.yours[2]["keep"]) == (True, "-")
            with pytest.raises(Refusal, match="binding"):
                await emma.ask("undo", seat=1, **WHITE)
            await ben.decide(2, "R12")
            await laura.decide(3, "B12")
            await watcher.until(lambda: watcher.now["phase"] != "white")
            closed = [e for e in watcher.events if e["event"] == "closed"]
            assert [(e["row"], e["seats"]) for e in closed] == [("R", [1, 2])]
            assert watcher.now["sheets"][2].endswith("B 12")

    with running() as server:
        party = asyncio.run(announce(server))
        server.start()
        asyncio.run(go_on(server, party))


def test_whoever_is_asked_again_has_a_clock_of_its_own(server: Server) -> None:
    async def play() -> None:
        async with Party(server, real_dice=True, first=1, time="relaxed") as party:
            await ripen(party)
            await party.max.decide(2, "-")
            await party.emma.decide(1, "R12")
            await party.settle()
            clock = party.watcher.now["clock"]
            assert (clock["limit"], clock["again"]["limit"]) == (90, 30)
            assert 25 < clock["again"]["left"] <= 30 < clock["left"]
            assert party.watcher.now["asked_again"] == [2]
            await party.laura.decide(3, "-")
            await party.settle()
            clock = party.watcher.now["clock"]
            assert (clock["limit"], clock["again"]["limit"]) == (30, 30)
            await party.max.decide(2, "-")
            await party.settle()
            assert party.watcher.now["clock"]["again"] is None

    asyncio.run(play())
