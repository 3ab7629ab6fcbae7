"""People who forget nothing: what they were told, and what they were told is safe.

A `Ledger` holds what anybody was told at a table; whatever is told again, by whichever
server, must be the same. A `Witness` plays some seats of it over sockets that break.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import websockets
from websockets.asyncio.client import ClientConnection

from tests.server.client import Client, Refusal
from tests.server.evidence import Evidence, Key

__all__ = ["Ledger", "Op", "Witness", "possible"]

Given = tuple[str, ...]  # what is sealed of a seat in an action
AHEAD = "ahead"  # stands for the action in the key of a colour decision given in the white one
BEATEN = {"binding", "too_late", "over", "nothing_to_undo"}  # somebody else, or the end, was faster
PASSING = {"unavailable", "stopping"}  # come back in a moment
PUBLIC = ("stage", "turn", "phase", "active", "roll", "sheets", "closed")
LONGEST_THOUGHT = 0.06
LONGEST_MIX = 0.5


class Op(NamedTuple):
    """Something a seat asked for: a decision, or, if that is empty, to take one back."""

    decision: str
    sure: bool  # whether the answer came


def possible(start: Iterable[Given], ops: Iterable[Op]) -> set[Given]:
    """All that can be sealed after these, where an answer that never came leaves both open."""
    found = set(start)
    for decision, sure in ops:
        after = {_given(given, decision) for given in found}
        found = after if sure else found | after
    return found


def _given(before: Given, decision: str) -> Given:
    if not decision:
        return before[:-1]
    return (*before, decision) if decision.startswith("~") else (decision,)


class Ledger:
    """What was told at one table."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.complaints: list[str] = []
        self.events: dict[int, Any] = {}
        self.states: dict[int, dict[str, Any]] = {}
        self.first = 0  # the first number anybody began with
        self.mixing = False  # whether seeds are on their way into the dice
        self.moved = 0.0  # when something new was told

    def complain(self, sentence: str) -> None:
        """Note that something is not as it should be."""
        self.complaints.append(f"{self.table}: {sentence}")

    def told(self, message: dict[str, Any], who: str) -> None:
        """A message with `v` and `now`, and perhaps events."""
        v, now = message["v"], message["now"]
        self.mixing = now["mixing"] is not None
        for event in message.get("events", ()):
            known = self.events.setdefault(event["v"], event)
            if known != event:
                self.complain(f"{who} was told {event}, somebody else {known}")
        if v not in self.states:
            self.moved = asyncio.get_running_loop().time()
        state = self.states.setdefault(v, {})
        for name in PUBLIC:
            if name in now and state.setdefault(name, now[name]) != now[name]:
                self.complain(f"{who} at {v}: {name} is {now[name]!r}, was {state[name]!r}")

    def check(self, written: Evidence, story: list[dict[str, Any]]) -> None:
        """Compare with the record and the story of the finished game."""
        told = [self.events[v] for v in sorted(self.events)]
        rolls = [event["roll"] for event in told if event["event"] == "rolled"]
        if rolls != written.rolls:
            self.complain(f"the rolls {rolls} were told, the record has {written.rolls}")
        events = {event["v"]: event for message in story for event in message["events"]}
        if sorted(events) != list(range(1, len(events) + 1)):
            self.complain(f"the story's numbers are {sorted(events)}")
        missing = set(range(self.first + 1, len(events) + 1)) - set(self.events)
        if missing:
            self.complain(f"nobody was told {sorted(missing)}")
        for v, event in self.events.items():
            if events.get(v) != event:
                self.complain(f"{event} was told, the story has {events.get(v)}")


class _Socket(Client):
    """One connection of a witness."""

    def __init__(self, url: str, witness: Witness) -> None:
        super().__init__(url, witness.key, witness.v)
        self.witness = witness

    def take(self, message: dict[str, Any]) -> None:
        self.witness.heard(message)
        super().take(message)

    async def _mix(self, wire: ClientConnection) -> None:
        """Promise and reveal, but slowly, so that servers die in the middle of it."""
        if any(own["mix"] for own in self.yours.values()):
            await asyncio.sleep(self.witness.chance.uniform(0, LONGEST_MIX))
        await super()._mix(wire)


class Witness:
    """Somebody who plays from one device, and comes back whenever the socket breaks."""

    def __init__(
        self,
        name: str,
        key: str,
        ledger: Ledger,
        url: Callable[[], str],
        chance: random.Random,
        open_white: bool,
    ) -> None:
        self.name = name
        self.key = key
        self.ledger = ledger
        self.url = url
        self.chance = chance
        self.open_white = open_white
        self.v: int | None = None
        self.host = False
        self.ops: dict[Key, list[Op]] = {}
        self.done = False
        self.acknowledged = 0
        self.returns = -1

    # Playing

    async def play(self) -> None:
        """Play until the game is over."""
        while not self.done:
            socket = _Socket(self.url(), self)
            try:
                await socket.connect(open_timeout=5)
                self.returns += 1
                await socket.hello()
                await self._play(socket)
            except Refusal as refusal:
                if refusal.code not in PASSING:
                    self.complain(f"was refused: {refusal}")
                    raise
            except (OSError, websockets.WebSocketException):
                pass  # the server was killed
            finally:
                await socket.close()
            await asyncio.sleep(self.chance.uniform(0, 0.1))

    async def _play(self, socket: Client) -> None:
        def over() -> bool:
            return bool(socket.now["stage"] == "done")

        def asked() -> list[int]:
            return [seat for seat in socket.now["waiting"] if seat in socket.yours]

        while not over():
            if socket.now["stage"] == "waiting":
                if self.host:
                    await self._ask(socket, "start")
                await socket.until(lambda: socket.now["stage"] != "waiting")
            await socket.until(lambda: over() or bool(asked()))
            await asyncio.sleep(self.chance.uniform(0, LONGEST_THOUGHT))
            for seat in asked():
                if socket.now["phase"] == "roll":
                    await self._ask(socket, "roll", turn=socket.now["turn"])
                else:
                    await self._decide(socket, seat)
        self.done = True

    async def _decide(self, socket: Client, seat: int) -> None:
        """Decide; now and then for the colour too, or once more, or take it back."""
        turn, phase = socket.now["turn"], socket.now["phase"]
        colour = socket.yours[seat]["colour"]
        if colour and self.chance.random() < 0.3:
            await self._say(socket, (turn, AHEAD, seat), self._choice(colour))
        if (turn, phase) != (socket.now["turn"], socket.now["phase"]):
            return
        await self._say(socket, (turn, phase, seat), self._choice(socket.yours[seat]["legal"]))
        again = self.chance.random()
        if again < 0.15 and (turn, phase) == (socket.now["turn"], socket.now["phase"]):
            legal = socket.yours[seat]["legal"] if again > 0.05 else []
            decision = self._choice(legal) if legal else ""
            await self._say(socket, (turn, phase, seat), decision)

    def _choice(self, legal: list[str]) -> str:
        return legal[0] if self.chance.random() < 0.7 else self.chance.choice(legal)

    async def _say(self, socket: Client, key: Key, decision: str) -> None:
        """Ask for a decision, or for an undo, and remember whether it was acknowledged."""
        turn, phase, seat = key
        fields: dict[str, Any] = {"decision": decision} if decision else {}
        kind = "decide" if decision else "undo"
        ops = self.ops.setdefault(key, [])
        ops.append(Op(decision, False))
        phase = "colour" if phase == AHEAD else phase
        if await self._ask(socket, kind, seat=seat, turn=turn, phase=phase, **fields):
            ops[-1] = Op(decision, True)
            self.acknowledged += 1
        else:
            ops.pop()

    async def _ask(self, socket: Client, kind: str, **fields: Any) -> bool:
        """Ask for something that may come too late."""
        try:
            await socket.ask(kind, **fields)
        except Refusal as refusal:
            if refusal.code not in BEATEN | ({"started"} if kind == "start" else set()):
                if refusal.code not in PASSING:
                    self.complain(f"asked {kind} {fields}, was refused: {refusal}")
                raise
            return False
        return True

    # Remembering

    def complain(self, sentence: str) -> None:
        self.ledger.complain(f"{self.name}: {sentence}")

    def heard(self, message: dict[str, Any]) -> None:
        """Compare with all that was told before."""
        match message["type"]:
            case "view":
                self.host = message["host"]
                if self.v is None:
                    self.ledger.first = self.ledger.first or message["v"]
                elif message["v"] < self.v:
                    self.complain(f"{self.v} was told, the view after it is of {message['v']}")
            case "told":
                numbers = [event["v"] for event in message["events"]]
                begin = (self.v or 0) + 1
                if numbers != list(range(begin, begin + len(numbers))):
                    self.complain(f"{self.v} was told, the next events are {numbers}")
                if message["v"] != begin + len(numbers) - 1:
                    self.complain(f"after {numbers} the message is of {message['v']}")
            case "beat":
                if message["v"] != self.v:
                    self.complain(f"{self.v} was told, the table is at {message['v']}")
                return
            case "bye":
                self.complain(f"was sent away: {message}")
                return
            case _:
                return
        self.v = message["v"]
        self.ledger.told(message, self.name)
        for own in message.get("yours", ()):
            self._check_own(message["now"], own)

    def _check_own(self, now: dict[str, Any], own: dict[str, Any]) -> None:
        """What was acknowledged and not told yet must be sealed."""
        turn, phase, seat = now["turn"], now["phase"], own["seat"]
        ahead = possible({()}, self.ops.get((turn, AHEAD, seat), ()))
        if phase == "white" and not _joined(own["ahead"], ahead):
            self.complain(f"{now}: ahead is {own['ahead']!r}, expected one of {ahead}")
        ops = self.ops.get((turn, phase, seat))
        if ops and not self.open_white:
            sealed = possible({()} | (ahead if phase == "colour" else set()), ops)
            if not _joined(own["sealed"], sealed):
                self.complain(f"{now}: sealed is {own['sealed']!r}, expected one of {sealed}")

    def check(self, written: Evidence) -> None:
        """Everything that was acknowledged must be in the record."""
        keys = {(t, "colour" if phase == AHEAD else phase, seat) for t, phase, seat in self.ops}
        for turn, phase, seat in sorted(keys):
            start: set[Given] = {()}
            if phase == "colour":
                legal = written.colour.get(turn, set())
                given = possible({()}, self.ops.get((turn, AHEAD, seat), ()))
                start = {g if g and g[0] in legal else () for g in given}
            expected = possible(start, self.ops.get((turn, phase, seat), ()))
            if () in expected:
                expected |= {("-",)}  # where nothing else is possible, nobody is asked
            found = written.decisions.get((turn, phase, seat), ())
            if found not in expected:
                ops = [self.ops.get((turn, p, seat)) for p in (AHEAD, phase)]
                self.complain(
                    f"turn {turn} {phase} seat {seat}: the record has {found}, expected one of "
                    f"{sorted(expected)} after {json.dumps(ops)}"
                )


def _joined(text: str, given: set[Given]) -> bool:
    return text in {"".join(one) for one in given}
