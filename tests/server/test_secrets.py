"""No message to anybody holds another's sealed decision, a key, or a seed that is not told yet."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rowlock import shipped_variants
from rowlock.server.creation import hash_of
from tests.server.client import Client, Refusal, play_out
from tests.server.running import Server, running

ASKED = ["", "/story", "/record", "/variant"]
SEEDS = {1: "zebra-one-7Q", 2: "quagga_two_8R", 3: "okapi-three-9S"}


def seed_of(server: Server, table: str) -> str:
    """The server's seed, which only the database knows."""
    file = server.db.removeprefix("sqlite:")
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as kept:
        (text,) = kept.execute("SELECT opening FROM tables WHERE id = ?", (table,)).fetchone()
    seed = str(json.loads(text)["seed"])
    assert len(seed) == 64
    return seed


def spellings(seed: str) -> set[str]:
    """The ways in which a seed might be written."""
    data = bytes.fromhex(seed)
    plain, for_links = base64.b64encode(data).decode(), base64.urlsafe_b64encode(data).decode()
    return {seed, seed.upper(), plain.rstrip("="), for_links.rstrip("="), repr(data)[2:-1]}


class Party:
    """Three people with a key each, and somebody who watches, at one table."""

    def __init__(self, server: Server, **options: Any) -> None:
        self.server = server
        opened = server.open("Emma", "+", "+", **options)
        self.table = opened["table"]
        self.opened = json.dumps(opened)
        url = server.socket(self.table)
        self.emma, self.max, self.laura = Client(url, opened["key"]), Client(url), Client(url)
        self.watcher = Client(url)
        self.people = [self.emma, self.max, self.laura]
        self.asked: list[str] = []  # the answers to requests
        self.real_dice = bool(options.get("real_dice"))
        self.steps = 0

    async def __aenter__(self) -> Party:
        for client in (*self.people, self.watcher):
            await client.connect()
            await client.hello()
        await self.max.sit("Max")
        await self.laura.sit("Laura")
        return self

    async def __aexit__(self, *_: object) -> None:
        for client in (*self.people, self.watcher):
            await client.close()

    @property
    def clients(self) -> dict[str, Client]:
        return {"Emma": self.emma, "Max": self.max, "Laura": self.laura, "watcher": self.watcher}

    async def start(self) -> None:
        await self.emma.ask("start")
        await self.settle()

    async def settle(self) -> None:
        """Until everybody was told the same; what one asks is told before it is answered."""
        v = max(client.v for client in self.people)
        for client in (*self.people, self.watcher):
            await client.until(lambda client=client: client.v >= v)  # type: ignore[misc]

    def look(self) -> list[str]:
        """Everything that can be asked about the table."""
        answers = []
        for path in ASKED:
            answers.append(str(self.server.request("GET", f"/api/tables/{self.table}{path}")))
        answers.append(str(self.server.request("GET", "/api/tables")))
        self.asked += answers
        return answers

    async def roll(self, source: random.Random) -> None:
        now = self.emma.now
        dice = None
        if self.real_dice:
            faces = self.emma.view["variant"]["faces"]
            dice = "".join(str(source.randint(1, faces)) for _ in "ww")
            for colour in "RYGB":
                die = source.randint(1, faces)
                dice += f"{colour.lower()}{die}" if colour not in now["closed"] else ""
        await self.people[now["active"] - 1].roll(dice)
        await self.settle()

    async def decide(self, seat: int, choose: Callable[[list[str]], str]) -> None:
        """Answer for this seat, and settle what ties follow."""
        client = self.people[seat - 1]
        if seat not in client.now["waiting"]:
            return
        turn, phase = client.now["turn"], client.now["phase"]
        await client.decide(seat, choose(client.yours[seat]["legal"]))
        while (
            (client.now["turn"], client.now["phase"]) == (turn, phase)
            and seat in client.now["waiting"]
            and client.yours[seat]["legal"][0].startswith("~")
        ):
            await client.decide(seat, client.yours[seat]["legal"][0])
        await self.settle()

    async def step(self, source: random.Random) -> None:
        """The next thing that the game waits for."""
        self.steps += 1
        assert self.steps < 1000, "the game does not go on"
        if self.emma.now["phase"] == "roll":
            await self.roll(source)
        else:
            await self.decide(self.emma.now["waiting"][0], source.choice)


async def refusals(party: Party) -> None:
    """Ask what others may not ask; the answers are kept like all messages."""
    now = party.emma.now
    meant = {"seat": 2, "turn": max(1, now["turn"]), "phase": "white"}
    for client in (party.laura, party.watcher, party.emma):
        for kind, fields in (
            ("decide", {**meant, "decision": "R5"}),
            ("undo", meant),
            ("hint", meant),
            ("check", {**meant, "decision": "R5"}),
            ("take_back", {"seat": 2}),
            ("hand_over", {"seat": 2, "bot": "keen"}),
            ("leave", {"seat": 2}),
            ("reveal", {"seed": "é"}),
            ("commit", {"commitment": "é"}),
            ("roll", {"turn": 999}),
            ("sit", {"name": "Eve"}),
        ):
            with contextlib.suppress(Refusal):
                await client.ask(kind, **fields)
                pytest.fail(f"{kind} was accepted")
        await client.send(json.dumps({"type": "hello", "id": 9, "key": party.max.key, "x": 1}))
        await client.ask("ping")


# Seeds and keys


@pytest.mark.parametrize("key", ["classic", "longo", "bonus_chain"])
def test_no_seed_key_or_hash_is_told_before_its_time(server: Server, key: str) -> None:
    async def play() -> None:
        source = random.Random(key)
        async with Party(server, variant=key, public=True) as party:
            secret = spellings(seed_of(server, party.table))
            keys = {name: str(client.key) for name, client in party.clients.items()}
            del keys["watcher"]
            hashes = {hash_of(one) for one in keys.values()}
            for seat, seed in SEEDS.items():
                await party.people[seat - 1].promise(seed)
            await refusals(party)
            party.look()
            before_start = [party.opened, *party.asked, *everything(party)]
            for text in before_start:
                assert not any(seed in text for seed in SEEDS.values()), text
            await party.start()
            await refusals(party)
            while party.emma.now["stage"] == "playing":
                party.look()
                during = len(party.asked)
                if party.emma.now["turn"] == 4 and party.emma.now["phase"] == "roll":
                    await refusals(party)
                await party.step(source)
            for text in party.asked[:during]:
                assert not any(one in text for one in secret), text
            assert any(seed in text for text in party.look() for seed in secret)  # told now
            for name, client in party.clients.items():
                for message in client.messages:
                    text = json.dumps(message, ensure_ascii=False)
                    events = [event["event"] for event in message.get("events", ())]
                    if any(one in text for one in secret):
                        assert events[-1] == "revealed", text
                        assert message["now"]["stage"] == "done"
                    assert not any(one in text for one in hashes), text
                    for owner, one in keys.items():
                        if one in text:  # the answer to `sit`, and nowhere else
                            assert owner == name, text
                            assert set(message) == {"type", "id", "ok", "key", "seat"}
            for text in (*party.asked, server.get("/metrics"), str(server.get("/api/about"))):
                assert not any(one in text for one in hashes | set(keys.values())), text

    asyncio.run(play())


def everything(party: Party) -> list[str]:
    """All messages to everybody."""
    return [
        json.dumps(message, ensure_ascii=False)
        for client in party.clients.values()
        for message in client.messages
    ]


def test_a_table_that_is_stopped_reveals_its_seed_and_a_rematch_has_another(
    server: Server,
) -> None:
    async def play() -> None:
        async with Party(server) as party:
            seed = seed_of(server, party.table)
            await party.start()
            assert not any(seed in text for text in (*everything(party), *party.look()))
            await party.emma.ask("stop")
            await party.settle()
            assert party.watcher.now["dice"]["server_seed"] == seed
            new = (await party.max.ask("rematch"))["table"]
            fresh = seed_of(server, new)
            assert fresh != seed
            async with Client(server.socket(new), party.max.key) as again:
                assert fresh not in json.dumps(again.messages)
                assert seed not in json.dumps(again.messages)

    asyncio.run(play())


def test_real_dice_have_no_seed_to_tell(server: Server) -> None:
    async def play() -> None:
        async with Party(server, real_dice=True) as party:
            secret = spellings(seed_of(server, party.table))
            await party.start()
            await party.roll(random.Random(1))
            await party.emma.ask("stop")
            await party.settle()
            for text in (party.opened, *everything(party), *party.look()):
                assert not any(one in text for one in secret)

    asyncio.run(play())


# Sealed decisions


def told_of(party: Party, marks: dict[str, int]) -> dict[str, list[Any]]:
    """What Emma, Laura and the watcher were told since then, without ids of tables and times."""
    told = {}
    for name in ("Emma", "Laura", "watcher"):
        messages = party.clients[name].messages[marks[name] :]
        text = json.dumps(messages, sort_keys=True)
        told[name] = json.loads(text.replace(party.table, "TABLE"))
    return told


def marks_of(party: Party) -> dict[str, int]:
    return {name: len(client.messages) for name, client in party.clients.items()}


async def come_back(party: Party) -> list[Any]:
    """What those hear who come anew, or come back."""
    heard: list[Any] = []
    for name, since in (("Emma", None), ("Laura", 3), ("watcher", None), ("watcher", 5)):
        known = party.clients[name]
        fresh = Client(known.url, known.key, since)
        async with fresh:
            await fresh.ask("ping")
            kept = [m for m in fresh.messages if m["type"] in ("view", "told", "answer")]
            heard.append(json.loads(json.dumps(kept).replace(party.table, "TABLE")))
    return heard


async def sealed_round(party: Party, script: list[str], mark: str) -> tuple[Any, ...]:
    """Let Max (seat 2) follow a script in an open white action; what the others learn."""
    marks = marks_of(party)
    looked: list[list[str]] = []
    for word in script:
        now = party.max.now
        match word:
            case "undo":
                await party.max.ask("undo", seat=2, turn=now["turn"], phase="white")
            case "ahead" | "other ahead":
                if now["active"] == 2:
                    colour = party.max.yours[2]["colour"]
                    await party.max.decide(2, colour[0 if word == "ahead" else -1], "colour")
            case "emma":
                await party.decide(1, lambda legal: legal[-1])
            case "mark":
                await party.max.decide(2, mark)
            case _:
                await party.max.decide(2, word)
        await party.settle()
        looked.append([text.replace(party.table, "TABLE") for text in party.look()[:4]])
    await refusals(party)
    heard = await come_back(party)
    await asyncio.sleep(0.05)  # what should not come would have come
    told = told_of(party, marks)
    for name in told:  # others come and go at their own pace
        told[name] = [m for m in told[name] if m["type"] != "present"]
    assert party.emma.now["phase"] == "white"
    return told, looked, heard


# The same steps twice, which differ only in what Max decides.
SCRIPTS = {
    "mark or pass": (["mark", "emma"], ["-", "emma"]),
    "after others": (["emma", "mark"], ["emma", "-"]),
    "undone": (["mark", "undo", "emma", "-"], ["-", "undo", "emma", "mark"]),
    "colour ahead": (["mark", "ahead", "emma"], ["-", "other ahead", "emma"]),
}


async def until_max_can_choose(party: Party, turn: int, active: bool) -> str:
    """Play to a white action, from this turn on, in which Max could make a cross without a tie."""
    source = random.Random(turn)
    while True:
        now = party.emma.now
        if now["turn"] >= turn and now["phase"] == "white" and {2, 3} <= set(now["waiting"]):
            mark = await free_mark(party)
            if mark and (now["active"] == 2 or not active):
                return mark
        await party.step(source)


async def free_mark(party: Party) -> str:
    turn = party.max.now["turn"]
    for mark in party.max.yours[2]["legal"][:-1]:
        await party.max.decide(2, mark)
        tie = party.max.yours[2]["legal"][0].startswith("~")
        await party.max.ask("undo", seat=2, turn=turn, phase="white")
        await party.settle()
        if not tie:
            return str(mark)
    return ""


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("key", shipped_variants())
def test_others_are_told_the_same_whatever_is_sealed(server: Server, key: str, script: str) -> None:
    """Two tables with the same dice: until the action ends nothing tells them apart."""

    async def play() -> None:
        turn, active = 4 + len(script) % 3, script == "colour ahead"
        options = {"variant": key, "real_dice": True, "first": 1}
        async with Party(server, **options) as one, Party(server, **options) as other:
            await one.start()
            await other.start()
            mark = await until_max_can_choose(one, turn, active)
            assert mark == await until_max_can_choose(other, turn, active)
            first, second = SCRIPTS[script]
            told, looked, heard = await sealed_round(one, first, mark)
            told_2, looked_2, heard_2 = await sealed_round(other, second, mark)
            for name in told:
                assert told[name] == told_2[name], name
            assert looked == looked_2
            assert heard == heard_2
            ticks = {event["event"] for m in told["watcher"] for event in m.get("events", ())}
            assert ticks <= {"answered", "thinking"}
            # Then the action ends, and the tables differ.
            for party in (one, other):
                await party.decide(3, lambda legal: legal[-1])
            sheets = [party.watcher.now["sheets"][1] for party in (one, other)]
            assert sheets[0] != sheets[1]

    asyncio.run(play())


def test_a_change_of_mind_is_not_told_at_all(server: Server) -> None:
    async def play() -> None:
        async with Party(server, real_dice=True, first=1) as party:
            await party.start()
            await party.emma.roll("34r1y1g1b1")
            await party.settle()
            await party.max.decide(2, "R7")
            await party.settle()
            marks, v = marks_of(party), party.watcher.v
            before = party.look()
            for decision in ("Y7", "-", "B7", "B7", "R7"):
                await party.max.decide(2, decision)
            await asyncio.sleep(0.1)
            for said in told_of(party, marks).values():  # who is there may be told late
                assert [message for message in said if message["type"] != "present"] == []
            assert party.look() == before
            async with Client(party.watcher.url) as fresh:
                assert fresh.v == v

    asyncio.run(play())


def test_a_tick_says_who_and_nothing_else(server: Server) -> None:
    async def play() -> None:
        async with Party(server, real_dice=True, first=1) as party:
            await party.start()
            await party.emma.roll("34r1y1g1b1")
            await party.settle()
            seen = len(party.watcher.messages)
            await party.max.decide(2, "R7")
            await party.max.ask("undo", seat=2, turn=1, phase="white")
            await party.settle()
            answered, thinking = party.watcher.messages[seen:]
            assert answered["events"] == [{"v": answered["v"], "event": "answered", "seat": 2}]
            assert thinking["events"] == [{"v": thinking["v"], "event": "thinking", "seat": 2}]
            for message, waiting in ((answered, [1, 3]), (thinking, [1, 2, 3])):
                assert set(message) == {"type", "v", "events", "now"}
                assert message["now"] == {
                    "stage": "playing",
                    "turn": 1,
                    "phase": "white",
                    "active": 1,
                    "roll": "34r1y1g1b1",
                    "waiting": waiting,
                    "clock": None,
                    "mixing": None,
                    "announced": [],
                    "asked_again": [],
                }

    asyncio.run(play())


@pytest.mark.parametrize("key", shipped_variants())
def test_in_whole_games_nothing_private_goes_to_others_and_nothing_sealed_to_anybody(
    server: Server, key: str
) -> None:
    """Also of a bot, and also to people who have several seats."""

    async def play() -> None:
        opened = server.open("Emma", "Max", "+", "keen", variant=key)
        url = server.socket(opened["table"])
        device, laura, watcher = Client(url, opened["key"]), Client(url), Client(url)
        async with device, laura, watcher:
            await laura.sit("Laura")
            await device.ask("start")
            await laura.until(lambda: bool(laura.now["stage"] == "playing"))
            await asyncio.gather(play_out(device), play_out(laura))
            await watcher.until(lambda: bool(watcher.now["stage"] == "done"))
        story = server.get(f"/api/tables/{opened['table']}/story")
        for client, own in ((device, {1, 2}), (laura, {3}), (watcher, set())):
            check_story(client.messages, own)
        check_story(story, set())

    asyncio.run(play())


def check_story(messages: list[dict[str, Any]], own: set[int]) -> None:
    """While a white action goes on, the sheets stay as they were and no cross is told."""
    begun: dict[int, list[str]] = {}  # the sheets when a turn began
    quiet = {"rolled", "answered", "thinking", "started", "announced"}
    sheets: list[str] = []
    turn = phase = None
    for message in messages:
        assert {seat["seat"] for seat in message.get("yours", ())} <= own
        now = message.get("now")
        if now is None:
            continue
        events = [event["event"] for event in message.get("events", ())]
        sheets = now.get("sheets", sheets)
        if now["phase"] == "white":
            started = begun.setdefault(now["turn"], sheets)
            assert sheets == started
            if (turn, phase) == (now["turn"], "white"):
                assert set(events) <= quiet, message
        turn, phase = now["turn"], now["phase"]


# Logs and files


def test_no_secret_is_logged_or_kept_in_the_clear(tmp_path: Path) -> None:
    async def play(server: Server) -> tuple[list[str], list[str]]:
        async with Party(server) as party:
            keys = [str(client.key) for client in party.people]
            secrets = [*spellings(seed_of(server, party.table)), party.table, *keys]
            secrets += map(hash_of, keys)
            for seat, seed in SEEDS.items():
                await party.people[seat - 1].promise(seed)
            await party.start()
            source = random.Random(1)
            for _ in range(30):
                await party.step(source)
            await refusals(party)
            party.look()
            wrong = Client(party.emma.url, "wrong-key-wrong-key")
            await wrong.connect()
            with pytest.raises(Refusal) as caught:
                await wrong.hello()
            assert "wrong-key-wrong-key" not in caught.value.sentence
            assert wrong.wire is not None
            await wrong.wire.send("{" + "x" * 70_000)  # closes it
            await wrong.close()
            path = f"/api/tables/{party.table}"
            assert server.request("POST", path, {"key": party.emma.key})[0] == 405
            await party.emma.ask("stop")
        return keys, [*secrets, *SEEDS.values(), "wrong-key-wrong-key"]

    database = tmp_path / "tables.db"
    with running(f"sqlite:{database}", log="debug") as server:
        keys, secrets = asyncio.run(play(server))
        server.stop()
        log = "".join(server.log)
        for secret in secrets:
            assert secret not in log
        kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
        for key in keys:
            assert key.encode() not in kept
            assert hash_of(key).encode() in kept


def test_no_refusal_repeats_a_secret(server: Server) -> None:
    """Whoever mistypes a message does not find the key in the answer, nor in an error."""

    async def play() -> None:
        opened = server.open("Emma", "+")
        key = opened["key"]
        client = Client(server.socket(opened["table"]))
        await client.connect()
        for text in (
            json.dumps({"type": "hello", "id": 901, "key": key, "more": 1}),
            json.dumps({"type": "hello", "id": 901, "key": [key]}),
            json.dumps({"type": key, "id": 901}),
            json.dumps({"type": "hello", "id": key}),
            json.dumps({"type": "hello", "id": 901, "key": key + "x"}),
            json.dumps({"type": "hello", "id": 901, "key": key})[:-3],
            json.dumps({"type": "sit", "id": 901, "name": key}),
            json.dumps({"type": "reveal", "id": 901, "seed": key + "é"}),
            json.dumps({"type": "commit", "id": 901, "commitment": key}),
        ):
            await client.send(text)
        await client.ask("ping")
        answers = [message for message in client.messages if not message["ok"]]
        assert len(answers) == 9
        # A type that is none is named, since a programmer wants to see it.
        told = [answer for answer in answers if key in answer["sentence"]]
        assert [answer["sentence"].startswith("Input tag") for answer in told] in ([], [True])
        await client.close()
        for body in ({"key": key}, {"seats": key}, {"seats": [{"kind": "person", "key": key}]}):
            status, said = server.request("POST", "/api/tables", body)
            assert status == 422
            assert key not in said["sentence"]

    asyncio.run(play())
