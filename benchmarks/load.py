"""Many tables of four people, each with a socket of their own, all in one lean process.

Nothing here knows the rules: a seat decides when it is waited for, from what it is told
that it may. Measured is how long it takes until a decision is answered, and until all four
sockets of the table have been told what it led to.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import time
from typing import Any

from benchmarks.wire import Wire, frame
from tests.server.running import Server

__all__ = ["SEATS", "Figures", "Load", "Play", "Seat", "Sent"]

SEATS = 4
_ALL = (1 << SEATS) - 1
_ANSWERS = frozenset({"answered", "announced", "marked", "passed"})
_SKIPS = 1  # cells that a person skips without need
_ROLL = 0  # the id of every roll; other messages count from 1
_MIX = 1 << 40  # the id of whatever is said of the seed
_OPENING = 16  # tables that are opened at a time
_TICK = 0.001


class Sent:
    """A decision on its way."""

    __slots__ = ("at", "decision", "id", "measured", "phase", "seat", "seen", "turn", "v")

    def __init__(self, seat: Seat, decision: str, measured: bool) -> None:
        self.at = time.perf_counter()
        self.id = seat.ids
        self.seat = seat.number
        self.turn: int = seat.now["turn"]
        self.phase: str = seat.now["phase"]
        self.decision = decision
        self.measured = measured
        self.v = seat.v  # what this decision leads to has a higher number
        self.seen = 0  # a bit for each socket that was told


class Figures:
    """What was counted and measured; times in seconds."""

    def __init__(self) -> None:
        self.decisions = 0  # answered with ok
        self.rolls = 0
        self.messages = 0
        self.told: list[float] = []  # until everybody was told
        self.answered: list[float] = []
        self.behind: list[float] = []  # how much later than planned it was sent
        self.games = 0
        self.private = 0  # decisions that leave a tie, of which nobody else is told
        self.gaps = 0  # numbers that did not come in their order
        self.refusals: list[str] = []
        self.lost = 0  # sockets that the server closed


class Play:
    """One game: a table, its four seats, and all that was acknowledged at it."""

    def __init__(self, load: Load, table: str, keys: list[str | None]) -> None:
        self.load = load
        self.table = table
        self.seats = [Seat(self, number, key) for number, key in enumerate(keys, 1)]
        self.open: list[Sent] = []  # decisions that not everybody was told of
        self.acknowledged: list[Sent] = []
        self.head = 0  # decisions that are given at once, whatever the pace
        self.finished = 0  # sockets that know it is over
        self.raw = b""  # what came last, so that the same text is read once
        self.read: dict[str, Any] = {}

    async def begin(self) -> None:
        """Connect all seats, sit down where that is to be done, and start."""
        for seat in self.seats:
            await seat.come()
        await self.seats[0].ask('"type":"start"')

    def saw(self, seat: Seat, event: dict[str, Any], at: float) -> None:
        """A socket was told that somebody decided: of which decision is this?"""
        bit = 1 << (seat.number - 1)
        for sent in self.open:
            if sent.seat == event["seat"] and event["v"] > sent.v and not sent.seen & bit:
                sent.seen |= bit
                if sent.seen == _ALL:
                    self.open.remove(sent)
                    if sent.measured:
                        self.load.figures.told.append(at - sent.at)
                return


class Seat(Wire):
    """A person at a table: one socket."""

    def __init__(self, play: Play, number: int, key: str | None) -> None:
        super().__init__()
        self.play = play
        self.load = play.load
        self.number = number
        self.key = key
        self.ids = 0
        self.asked: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.v = -1
        self.now: dict[str, Any] = {"stage": "waiting", "waiting": ()}
        self.legal: list[str] = []
        self.cells: dict[str, int] = {}  # the place of each in its row
        self.sheet = ""
        self.sent: Sent | None = None  # a decision that is not answered
        self.queued = False
        self.rolled = 0
        self.over = False
        self.seed = f"{self.load.chance.getrandbits(128):032x}"

    async def come(self) -> None:
        """Connect, say hello, and sit down if no seat is ours yet."""
        load = self.load
        await self.connect("127.0.0.1", load.port, f"/api/tables/{self.play.table}/socket")
        if self.key is not None:
            await self.ask(f'"type":"hello","key":"{self.key}"')
        else:
            await self.ask('"type":"hello"')
            self.key = (await self.ask(f'"type":"sit","name":"Nr {self.number}"'))["key"]

    async def ask(self, fields: str) -> dict[str, Any]:
        """Say something and wait for the answer."""
        self.ids += 1
        waiting: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.asked[self.ids] = waiting
        self.write(frame(f'{{"id":{self.ids},{fields}}}'.encode()))
        return await waiting

    def decide(self) -> None:
        """Decide as people do, so that games are as long as theirs."""
        decision = self.choose()
        self.ids += 1
        self.queued = False
        self.sent = sent = Sent(self, decision, self.load.measuring)
        self.play.open.append(sent)
        self.write(
            frame(
                f'{{"id":{sent.id},"type":"decide","seat":{self.number},"turn":{sent.turn},'
                f'"phase":"{sent.phase}","decision":"{decision}"}}'.encode()
            )
        )

    def choose(self) -> str:
        """What skips the fewest cells; nothing, if that are many and no miss threatens."""
        if not self.cells:
            return self.legal[0]
        reach = {}
        for row in self.sheet.split(" | "):
            letter, *numbers = row.split()
            reach[letter] = self.cells[letter + numbers[-1]] + 1 if numbers else 0
        skips = [
            (self.cells[name] - reach[name[0]], move)
            for move in self.legal
            if (name := move.lstrip("*")) in self.cells
        ]
        skipped, move = min(skips, default=(0, self.legal[0]))
        return move if skipped <= _SKIPS or self.now["phase"] == "colour" else "-"

    # What comes

    def heard(self, payload: bytes) -> None:
        """Take a message; the very same text of another socket of the table is not read twice."""
        at, play, figures = time.perf_counter(), self.play, self.load.figures
        figures.messages += self.load.measuring
        if payload == play.raw:
            message = play.read
        else:
            message = json.loads(payload)
            play.raw, play.read = payload, message
        match message["type"]:
            case "told":
                self.told(message, at)
            case "answer":
                self.answered(message, at)
            case "view":
                self.v, self.now = message["v"], message["now"]
                self.keep_sheet()
                if "variant" in message:  # the server without rules has none
                    self.read_page(message["variant"]["pages"])
                self.keep_own(message["yours"])
            case "beat" if message["v"] != self.v:
                figures.gaps += 1
            case "bye":
                figures.refusals.append(message["code"])

    def told(self, message: dict[str, Any], at: float) -> None:
        """Something happened: every number must follow the last one."""
        v = self.v
        for event in message["events"]:
            v += 1
            if event["v"] != v:
                self.load.figures.gaps += 1
                v = event["v"]
            if event["event"] in _ANSWERS:
                self.play.saw(self, event, at)
        if message["v"] != v:
            self.load.figures.gaps += 1
        self.v = v
        self.now = message["now"]
        self.keep_sheet()
        if "yours" in message:
            self.keep_own(message["yours"])
        self.look()

    def read_page(self, pages: list[dict[str, Any]]) -> None:
        """Where the cells of the own page stand."""
        for row in pages[(self.number - 1) % len(pages)]["rows"]:
            self.cells |= {cell["name"]: index for index, cell in enumerate(row["cells"])}

    def keep_own(self, yours: list[dict[str, Any]]) -> None:
        """Remember what may be decided; promise a seed and reveal it when that is asked."""
        own = yours[0] if yours else {"legal": []}
        self.legal = own["legal"]
        match own.get("mix"):  # the server without rules has none
            case "commit":
                promise = hashlib.sha256(self.seed.encode()).hexdigest()
                said = f'"type":"commit","commitment":"{promise}"'
            case "reveal":
                said = f'"type":"reveal","seed":"{self.seed}"'
            case _:
                return
        self.write(frame(f'{{"id":{_MIX},{said}}}'.encode()))

    def keep_sheet(self) -> None:
        """Remember the own sheet, which is told only when sheets have changed."""
        if self.now.get("sheets"):
            self.sheet = self.now["sheets"][self.number - 1]

    def answered(self, message: dict[str, Any], at: float) -> None:
        """An answer: to a decision, to a roll, or to what somebody awaits."""
        load, figures, sent = self.load, self.load.figures, self.sent
        if not message["ok"]:
            figures.refusals.append(f"{message['code']}: {message['sentence']}")
        if sent is not None and message["id"] == sent.id:
            self.sent = None
            if message["ok"]:
                self.play.acknowledged.append(sent)
                if load.measuring:
                    figures.decisions += 1
                if sent.measured:
                    figures.answered.append(at - sent.at)
            if not sent.seen & (1 << (self.number - 1)):  # it is told before it is answered
                self.play.open.remove(sent)
                figures.private += sent.measured
            self.look()
        elif message["id"] == _ROLL:
            figures.rolls += load.measuring
        elif message["id"] == _MIX:
            return
        else:
            self.asked.pop(message["id"]).set_result(message)

    def look(self) -> None:
        """Do what is waited for: roll at once, decide when it is this seat's turn to be sent."""
        now, play, load = self.now, self.play, self.load
        if now["stage"] == "done" and not self.over:
            self.over = True
            play.finished += 1
            if play.finished == SEATS:
                load.finished(play)
        if self.number not in now["waiting"] or self.queued or self.sent is not None:
            return
        if now["phase"] == "roll":
            if self.rolled < now["turn"]:
                self.rolled = now["turn"]
                self.write(frame(f'{{"id":{_ROLL},"type":"roll","turn":{now["turn"]}}}'.encode()))
        elif load.unpaced or play.head > 0:
            play.head -= 1
            self.decide()
        else:
            self.queued = True
            load.ready.append(self)

    def lost(self) -> None:
        """The server closed the socket, which it should not."""
        self.load.figures.lost += 1


class Load:
    """All tables, and the pace at which they are played."""

    def __init__(self, server: Server, variants: list[str], seed: int) -> None:
        self.server = server
        self.port = server.port
        self.variants = variants
        self.chance = random.Random(seed)
        self.figures = Figures()
        self.plays: list[Play] = []  # all there ever were
        self.going: set[Play] = set()
        self.ready: list[Seat] = []  # seats that are waited for
        self.measuring = False
        self.unpaced = False
        self.replacing = True
        self.tasks: set[asyncio.Task[None]] = set()

    async def open_tables(self, tables: int, most_ahead: int) -> None:
        """Open tables, and bring each to another point of its game, so that not all end at once."""
        gate = asyncio.Semaphore(_OPENING)

        async def one(number: int) -> None:
            async with gate:
                opened = await asyncio.to_thread(
                    self.server.open,
                    *("Nr 1", *"+" * (SEATS - 1)),
                    variant=self.variants[number % len(self.variants)],
                )
                play = Play(self, opened["table"], [opened["key"], *[None] * (SEATS - 1)])
                await self._begin(play, self.chance.randrange(most_ahead) if most_ahead else 0)
                while play.head > 0 and play in self.going:
                    await asyncio.sleep(0.05)

        await asyncio.gather(*(one(number) for number in range(tables)))

    async def _begin(self, play: Play, head: int) -> None:
        play.head = head
        self.plays.append(play)
        self.going.add(play)
        await play.begin()

    def finished(self, play: Play) -> None:
        """A game is over: the same people go on at a new table, unless enough is played."""
        self.figures.games += self.measuring
        task = asyncio.get_running_loop().create_task(self._after(play))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _after(self, play: Play) -> None:
        while any(seat.sent is not None for seat in play.seats):  # the last answer is on its way
            await asyncio.sleep(_TICK)
        if self.replacing:
            answer = await play.seats[0].ask('"type":"rematch"')
            await self._begin(Play(self, answer["table"], [seat.key for seat in play.seats]), 0)
        for seat in play.seats:
            seat.close()
        self.going.discard(play)

    async def measure(self, rate: float, seconds: float) -> float:
        """Offer decisions at this rate (0: as many as can be), and measure; how long it was."""
        figures, ready, chance = self.figures, self.ready, self.chance
        self.measuring, self.unpaced = True, not rate
        begin = time.perf_counter()
        planned = 0
        while (now := time.perf_counter()) - begin < seconds:
            due = int((now - begin) * rate) if rate else len(ready)
            while planned < due and ready:
                i = chance.randrange(len(ready))
                ready[i], ready[-1] = ready[-1], ready[i]
                ready.pop().decide()
                planned += 1
                if rate:
                    figures.behind.append(now - begin - planned / rate)
            planned = due if rate else 0  # what nobody was ready for is not made up for
            await asyncio.sleep(_TICK)
        self.measuring = False
        return time.perf_counter() - begin

    async def play_out(self, patience: float) -> None:
        """Play every game to its end, as fast as can be."""
        self.replacing, self.unpaced = False, True
        while self.ready:
            self.ready.pop().decide()
        until = time.perf_counter() + patience
        while (self.going or self.tasks) and time.perf_counter() < until:
            await asyncio.sleep(0.05)
            if self.server.process.poll() is not None:
                return
