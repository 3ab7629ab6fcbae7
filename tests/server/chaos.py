"""Kill the server again and again while people play, and see that nothing is lost.

    python -m tests.server.chaos --store sqlite --kills 100
    python -m tests.server.chaos --store postgres --kills 100

SQLite: one server. PostgreSQL: two over the same database, the sockets of a table spread
over both; mostly one of them is killed, sometimes both. Everybody comes back by
themselves. At the end every game is played out, and compared with what people were told.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import secrets
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import websockets

from rowlock import RowlockError, read_record, shipped_variants
from rowlock.fair import verify
from tests.server.client import Client, Refusal
from tests.server.evidence import evidence_of
from tests.server.postgres import fresh_database
from tests.server.running import Server
from tests.server.witness import Ledger, Witness

__all__ = ["Report", "chaos"]

T = TypeVar("T")

SEATINGS = [  # see `seats`; the first person opens the table, `+` are others
    ("Ann", "+", "keen"),
    ("Ann", "+", "+"),
    ("Ann", "Ben", "+"),  # two people at one device
    ("Ann", "random", "+"),
]
STUCK = 30.0  # seconds without anything new at a table, though somebody always answers
BROKEN = (OSError, websockets.WebSocketException)


@dataclass
class Report:
    """What happened."""

    seed: int
    kills: int = 0
    mixing: int = 0  # kills while seeds were on their way into the dice
    games: int = 0
    decisions: int = 0
    returns: int = 0
    complaints: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.kills} kills ({self.mixing} while dice were mixed), {self.games} games, "
            f"{self.decisions} decisions acknowledged, {self.returns} returns, "
            f"{len(self.complaints)} complaints"
        )


class _Chaos:
    def __init__(self, servers: list[Server], report: Report, progress: bool) -> None:
        self.servers = servers
        self.report = report
        self.progress = progress
        self.enough = False
        self.ledgers: set[Ledger] = set()

    # Killing

    async def kill(self, kills: int, chance: random.Random) -> None:
        """Kill and start again, at random moments, until it is enough."""
        while self.report.kills < kills:
            await asyncio.sleep(chance.uniform(0.1, 1.5))
            if not self.report.mixing or chance.random() < 0.3:
                await self._until_mixing()
            self.report.mixing += any(ledger.mixing for ledger in self.ledgers)
            both = chance.random() < 0.2
            victims = self.servers if both else [chance.choice(self.servers)]
            pauses = [chance.uniform(0, 0.3) for _ in victims]
            await asyncio.gather(*map(self._restart, victims, pauses))
            if self.progress and self.report.kills % 5 < len(victims):
                print(self.report, flush=True)
        self.enough = True

    async def _until_mixing(self) -> None:
        """Wait a while for a table at which seeds are promised or revealed."""
        until = time.monotonic() + 5
        while time.monotonic() < until and not any(each.mixing for each in self.ledgers):
            await asyncio.sleep(0.01)

    async def _restart(self, server: Server, pause: float) -> None:
        await asyncio.to_thread(server.kill)
        self.report.kills += 1
        await asyncio.sleep(pause)
        await asyncio.to_thread(server.start)

    # Playing

    async def tables(self, number: int, chance: random.Random) -> None:
        """Play one game after the other, until there were enough kills."""
        while not self.enough:
            await self._game(number, chance)
            number += 1

    async def _game(self, number: int, chance: random.Random) -> None:
        options: dict[str, Any] = {
            "variant": shipped_variants()[number % len(shipped_variants())],
            "open_white": chance.random() < 0.2,
            "locks": chance.choice(["announced", "announced", "sealed"]),
            "hidden_scores": chance.random() < 0.2,
        }
        who = SEATINGS[number % len(SEATINGS)]
        table, keys = await self._patiently(lambda: self._sit_down(who, options, chance))
        ledger = Ledger(table)
        ledger.moved = asyncio.get_running_loop().time()
        self.ledgers.add(ledger)

        def url() -> str:
            return chance.choice(self.servers).socket(table)

        witnesses = [
            Witness(f"witness {i}", key, ledger, url, chance, options["open_white"])
            for i, key in enumerate(keys, 1)
        ]
        playing = [asyncio.create_task(witness.play()) for witness in witnesses]
        watching = asyncio.create_task(self._watch(ledger, playing))
        ended = await asyncio.gather(*playing, return_exceptions=True)
        watching.cancel()
        self.ledgers.discard(ledger)
        for error in ended:
            if isinstance(error, BaseException):
                ledger.complain(f"{type(error).__name__}: {error}")
        text = await self._get(f"/api/tables/{table}/record")
        story = await self._get(f"/api/tables/{table}/story")
        try:
            record = read_record(str(text))
            verdict = verify(record)
        except RowlockError as error:
            ledger.complain(str(error))
        else:
            written = evidence_of(record)
            silent = [e["seat"] for told in story for e in told["events"] if e["event"] == "silent"]
            # Who opened the table was there when it started.
            if not verdict.promised or (0 not in verdict.seeds and 1 not in silent):
                ledger.complain(f"the seeds are not as they were promised: {verdict}")
            if not written.over:
                ledger.complain("the game has not ended")
            ledger.check(written, story)
            for witness in witnesses:
                witness.check(written)
        self.report.games += 1
        self.report.decisions += sum(witness.acknowledged for witness in witnesses)
        self.report.returns += sum(witness.returns for witness in witnesses)
        if ledger.complaints:
            print(f"{options} {who}\n{text}", *ledger.complaints, sep="\n", file=sys.stderr)
            self.report.complaints += ledger.complaints

    async def _watch(self, ledger: Ledger, playing: list[asyncio.Task[None]]) -> None:
        while asyncio.get_running_loop().time() < ledger.moved + STUCK:
            await asyncio.sleep(0.5)
        last = max(ledger.states, default=0)
        ledger.complain(f"nothing came after {last} for so long: {ledger.states.get(last)}")
        for task in playing:
            task.cancel()

    async def _sit_down(
        self, who: tuple[str, ...], options: dict[str, Any], chance: random.Random
    ) -> tuple[str, list[str]]:
        """Open a table and take its seats; its id, and the keys of those who sit there.

        If a server is killed meanwhile, another table is opened.
        """
        server = chance.choice(self.servers)
        opened = await asyncio.to_thread(lambda: server.open(*who, **options))
        keys = [opened["key"]]
        for _ in range(who.count("+")):
            socket = chance.choice(self.servers).socket(opened["table"])
            async with Client(socket) as client:
                await client.sit("Guest")
                assert client.key is not None
                keys.append(client.key)
        return opened["table"], keys

    async def _get(self, path: str) -> Any:
        async def get() -> Any:
            status, told = await asyncio.to_thread(random.choice(self.servers).request, "GET", path)
            if status == 503:
                raise ConnectionError(told)
            return told  # or why it was refused, which is no record

        return await self._patiently(get)

    async def _patiently(self, ask: Callable[[], Awaitable[T]]) -> T:
        until = time.monotonic() + STUCK
        while True:
            try:
                return await ask()
            except (*BROKEN, Refusal):
                if time.monotonic() > until:
                    raise
                await asyncio.sleep(0.1)


async def _run(
    servers: list[Server], report: Report, kills: int, tables: int, progress: bool
) -> None:
    chance = random.Random(report.seed)
    mayhem = _Chaos(servers, report, progress)
    own = [random.Random(chance.random()) for _ in range(tables)]
    async with asyncio.TaskGroup() as group:
        group.create_task(mayhem.kill(kills, chance))
        for number in range(tables):
            group.create_task(mayhem.tables(number, own[number]))


def chaos(
    store: str, kills: int, tables: int = 12, seed: int | None = None, progress: bool = False
) -> Report:
    """Play a number of tables at a time while servers are killed."""
    report = Report(secrets.randbelow(10**6) if seed is None else seed)
    print(f"seed {report.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stop:
        one = store == "sqlite"
        db = f"sqlite:{Path(folder) / 'tables.db'}" if one else fresh_database()
        servers = []
        for _ in range(1 if one else 2):
            servers.append(Server(db, beat_seconds=2, bot_pause=0.02))
            stop.callback(_stop, servers[-1], report)
        asyncio.run(_run(servers, report, kills, tables, progress))
    return report


def _stop(server: Server, report: Report) -> None:
    if server.process.poll() is None and server.stop() != 0:
        report.complaints.append(f"the server ended with {server.process.returncode}")
    report.complaints += [line for line in server.log if '"level": "error"' in line]


def main() -> int:
    """Be the command; the exit code says whether all went well."""
    parser = argparse.ArgumentParser(description="Kill the server while people play.")
    parser.add_argument("--store", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seed", type=int)
    given = parser.parse_args()
    begin = time.monotonic()
    report = chaos(given.store, given.kills, given.tables, given.seed, progress=True)
    for sentence in report.complaints[:20]:
        print(sentence)
    print(f"{given.store}, seed {report.seed}: {report}, {time.monotonic() - begin:.0f} s")
    return 1 if report.complaints else 0


if __name__ == "__main__":
    sys.exit(main())
