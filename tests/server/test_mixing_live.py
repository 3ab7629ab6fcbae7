"""Real sockets mix the dice: a quick host, somebody silent, broken lines, killed servers."""

from __future__ import annotations

import asyncio
import json
import secrets
from pathlib import Path
from typing import Any

import pytest

from rowlock import read_record
from rowlock.fair import seed_commitment, verify
from tests.server.client import SEEDS, Client, Refusal
from tests.server.postgres import fresh_database
from tests.server.running import Server, running


class Person(Client):
    """Somebody who promises and reveals only when the test says so."""

    def __init__(self, url: str, key: str | None = None) -> None:
        super().__init__(url, key, mixes=False)
        self.seed = f"a-secret-{secrets.token_hex(16)}"

    async def commit(self) -> None:
        await self.ask("commit", commitment=seed_commitment(self.seed))

    async def reveal(self) -> None:
        await self.ask("reveal", seed=self.seed)

    def owes(self) -> set[str | None]:
        return {own["mix"] for own in self.yours.values()}


async def told(client: Client, step: str | None, waiting: list[int] | None = None) -> None:
    """Until this is told to everybody: what is asked for, and of whom."""

    def so() -> bool:
        mixing = client.now["mixing"]
        return (mixing and mixing["step"]) == step and (
            waiting is None or bool(mixing and mixing["waiting"] == waiting)
        )

    await client.until(so)


def mix_of(client: Client) -> str:
    return str(client.now["dice"]["mix"])


async def refused(asking: Any) -> str:
    with pytest.raises(Refusal) as caught:
        await asking
    return str(caught.value.code)


def test_a_quick_host_does_not_start_before_everybody_has_promised(server: Server) -> None:
    async def play() -> None:
        opened = server.open("Emma", "+", "keen")
        url = server.socket(opened["table"])
        emma, ben, watcher = Person(url, opened["key"]), Person(url), Person(url)
        async with emma, ben, watcher:
            await emma.commit()
            await ben.sit("Ben")
            await emma.ask("start")
            await told(watcher, "commit", [2])
            assert watcher.now["stage"] == "waiting"
            assert 0 < watcher.now["clock"]["left"] <= watcher.now["clock"]["limit"] == 10
            assert (emma.owes(), ben.owes()) == ({None}, {"commit"})
            await ben.commit()
            for client in (emma, ben):
                await told(client, "reveal", [1, 2])
                assert client.owes() == {"reveal"}
            # Everybody sees what was promised before anybody is asked to reveal.
            await told(watcher, "reveal", [1, 2])
            promised = [seed_commitment(one.seed) for one in (emma, ben)]
            assert watcher.now["dice"]["commitments"] == [*promised, None]
            await emma.reveal()
            await told(watcher, "reveal", [2])
            await ben.reveal()
            await watcher.until(lambda: watcher.now["stage"] == "playing")
            assert mix_of(watcher) == f"{emma.seed},{ben.seed},"
            await emma.ask("stop")
        record = read_record(server.get(f"/api/tables/{opened['table']}/record"))
        verdict = verify(record)
        assert (verdict.seeds, verdict.promised) == ((0, 1), True)

    asyncio.run(play())


def test_a_promise_goes_with_the_opening_and_with_the_seat(server: Server) -> None:
    """Whoever plays alone against a bot waits for one more message there and back."""

    async def play() -> None:
        mine, yours = f"mine-{secrets.token_hex(16)}", f"yours-{secrets.token_hex(16)}"
        opened = server.open("Emma", "+", commitment=seed_commitment(mine))
        url = server.socket(opened["table"])
        async with Person(url, opened["key"]) as emma, Person(url) as ben:
            await ben.sit("Ben", commitment=seed_commitment(yours))
            emma.seed, ben.seed = mine, yours
            await emma.ask("start")
            await told(emma, "reveal", [1, 2])
            await ben.reveal()
            await emma.reveal()
            await ben.until(lambda: ben.now["stage"] == "playing")
            assert mix_of(ben) == f"{mine},{yours}"

    asyncio.run(play())


def test_no_seed_is_told_to_anybody_before_the_last_was_revealed(server: Server) -> None:
    async def play() -> None:
        opened = server.open("Emma", "+", "+", public=True)
        url = server.socket(opened["table"])
        people = [Person(url, opened["key"]), Person(url), Person(url)]
        async with people[0] as emma, people[1] as ben, people[2] as cleo, Person(url) as watcher:
            await ben.sit("Ben")
            await cleo.sit("Cleo")
            for one in people:
                await one.commit()
            await emma.ask("start")
            await told(emma, "reveal")
            await cleo.reveal()
            await ben.reveal()
            await told(watcher, "reveal", [1])
            async with Person(url) as late, Person(url, ben.key) as other:
                seen: list[Any] = [
                    m for one in (*people, watcher, late, other) for m in one.messages
                ]
            for path in ("", "/story", "/record"):
                seen.append(server.request("GET", f"/api/tables/{opened['table']}{path}"))
            seen += [server.get("/api/tables"), server.get("/metrics"), server.log]
            text = json.dumps(seen)
            assert not any(one.seed in text for one in people)
            await emma.reveal()
            for one in (*people, watcher):
                await one.until(lambda one=one: one.now["stage"] == "playing")  # type: ignore[misc]
                assert mix_of(one) == ",".join(person.seed for person in people)

    asyncio.run(play())


def test_whoever_is_silent_loses_the_say_and_the_others_mix_anew(server: Server) -> None:
    """The one who does not reveal may know more: the others' seeds are not used."""

    async def play() -> None:
        opened = server.open("Emma", "+")
        url = server.socket(opened["table"])
        async with Client(url, opened["key"]) as emma, Person(url) as ben:
            await ben.sit("Ben")
            await ben.commit()
            await emma.until(lambda: all(emma.now["dice"]["commitments"]))
            first = SEEDS[emma.now["dice"]["commitments"][0]]
            await emma.ask("start")  # waits until the game begins: ten seconds
            events = [(e["event"], e.get("seat"), e.get("step")) for e in emma.events]
            assert events[-6:] == [
                ("mixing", None, "commit"),
                ("mixing", None, "reveal"),
                ("silent", 2, "reveal"),
                ("mixing", None, "commit"),
                ("mixing", None, "reveal"),
                ("started", None, None),
            ]
            mine, his = mix_of(emma).split(",")
            assert mine
            assert mine != first
            assert his == ""
            assert await refused(ben.ask("reveal", seed=ben.seed)) == "started"
            assert emma.now["dice"]["commitments"] == [seed_commitment(mine), None]

    asyncio.run(play())


def test_who_comes_back_in_the_middle_is_told_what_is_owed(server: Server) -> None:
    async def play() -> None:
        opened = server.open("Emma", "+")
        url = server.socket(opened["table"])
        async with Person(url, opened["key"]) as emma:
            async with Person(url) as ben:
                await ben.sit("Ben")
                await emma.until(lambda: emma.present.get("seats") == [1, 2])
                await emma.commit()
                await emma.ask("start")
            async with Person(url, ben.key) as again:
                assert again.owes() == {"commit"}
                again.seed = ben.seed
                await again.commit()
                await told(again, "reveal")
            async with Person(url, ben.key) as once_more:
                assert once_more.owes() == {"reveal"}
                once_more.since, once_more.seed = once_more.v, ben.seed
                await once_more.hello()  # also by what was missed
                assert once_more.owes() == {"reveal"}
                await once_more.reveal()
                assert once_more.owes() == {None}
                await once_more.reveal()  # said twice, it is the same
                await emma.reveal()
                await once_more.until(lambda: once_more.now["stage"] == "playing")
                assert mix_of(once_more) == f"{emma.seed},{ben.seed}"

    asyncio.run(play())


def test_whoever_is_away_is_not_waited_for(server: Server) -> None:
    async def play() -> None:
        opened = server.open("Emma", "+")
        url = server.socket(opened["table"])
        async with Client(url, opened["key"]) as emma:
            async with Client(url) as ben:
                await ben.sit("Ben")
                await emma.until(lambda: all(emma.now["dice"]["commitments"]))
            await emma.until(lambda: emma.present.get("seats") == [1])
            await asyncio.wait_for(emma.ask("start"), 5)
            mine, his = mix_of(emma).split(",")
            assert (bool(mine), his) == (True, "")

    asyncio.run(play())


def test_a_killed_server_goes_on_with_the_mixing(tmp_path: Path) -> None:
    async def play(server: Server) -> None:
        opened = server.open("Emma", "+")
        table = opened["table"]
        emma, ben = Person(server.socket(table), opened["key"]), Person(server.socket(table))
        async with emma, ben:
            await ben.sit("Ben")
            await emma.commit()
            await emma.ask("start")
            await told(ben, "commit", [2])
            await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        key, seeds = ben.key, (emma.seed, ben.seed)
        emma, ben = Person(server.socket(table), opened["key"]), Person(server.socket(table), key)
        emma.seed, ben.seed = seeds
        async with emma, ben:
            assert (emma.owes(), ben.owes()) == ({None}, {"commit"})
            await ben.commit()
            await told(ben, "reveal", [1, 2])
            await ben.reveal()
            await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        emma, ben = Person(server.socket(table), opened["key"]), Person(server.socket(table), key)
        emma.seed = seeds[0]
        async with emma, ben:
            assert (emma.owes(), ben.owes()) == ({"reveal"}, {None})
            await emma.reveal()
            await ben.until(lambda: ben.now["stage"] == "playing")
            assert mix_of(ben) == ",".join(seeds)

    with running(f"sqlite:{tmp_path / 'tables.db'}") as server:
        asyncio.run(play(server))


def test_two_workers_mix_the_dice_of_one_table() -> None:
    async def play(one: Server, two: Server) -> None:
        opened = one.open("Emma", "+")
        table = opened["table"]
        emma = Person(one.socket(table), opened["key"])
        ben = Person(two.socket(table))
        async with emma, ben:
            await ben.sit("Ben")
            await emma.until(lambda: emma.present.get("seats") == [1, 2])
            await emma.commit()
            await emma.ask("start")
            await told(ben, "commit", [2])
            await ben.commit()
            for person in (ben, emma):
                await told(person, "reveal")
            await asyncio.gather(emma.reveal(), ben.reveal())
            for person in (ben, emma):
                await person.until(lambda p=person: p.now["stage"] == "playing")  # type: ignore[misc]
                assert mix_of(person) == f"{emma.seed},{ben.seed}"

    database = fresh_database()
    with running(database, beat_seconds=0.5) as one, running(database, beat_seconds=0.5) as two:
        asyncio.run(play(one, two))


def test_a_client_that_promises_and_reveals_in_a_loop_is_refused(server: Server) -> None:
    async def play() -> None:
        opened = server.open("Emma", "+")
        url = server.socket(opened["table"])
        async with Person(url, opened["key"]) as emma, Person(url) as ben:
            await ben.sit("Ben")
            codes = []
            for _ in range(60):
                ben.seed = secrets.token_hex(16)
                try:
                    await ben.commit()
                except Refusal as refusal:
                    codes.append(refusal.code)
            assert codes == ["too_many_changes"] * 40
            for _ in range(20):
                assert await refused(ben.reveal()) == "too_early"
            await emma.commit()
            v = emma.v
            assert v <= 2, "promises are no story"
            await emma.ask("start")
            await told(ben, "reveal")
            for _ in range(20):
                assert await refused(ben.ask("reveal", seed="another")) == "bad_seed"
            assert ben.now["stage"] == "waiting"

    asyncio.run(play())


def test_the_host_can_stop_it(server: Server) -> None:
    async def play() -> None:
        opened = server.open("Emma", "+")
        url = server.socket(opened["table"])
        async with Person(url, opened["key"]) as emma, Person(url) as ben:
            await ben.sit("Ben")
            await emma.ask("start")
            assert await refused(ben.ask("leave", seat=2)) == "started"
            await emma.ask("stop")
            await ben.until(lambda: ben.now["stage"] == "done")
            assert ben.now["mixing"] is None
            assert await refused(ben.commit()) == "over"

    asyncio.run(play())
