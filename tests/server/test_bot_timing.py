"""Nobody sees from the time a bot takes what it has sealed."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rowlock.events import Seat
from rowlock.game import Game
from rowlock.moves import Decision
from rowlock.players import find_player
from rowlock.server.creation import hash_of, setup_for
from rowlock.server.hub import Hub
from rowlock.server.metrics import Metrics
from rowlock.server.protocol import RollDice, Start
from rowlock.server.settings import Settings
from rowlock.server.sockets import Socket
from rowlock.server.store.sqlite import SqliteStore
from tests.server.test_automation import TIE
from tests.server.test_clock import asked
from tests.server.test_hub import Line

KEY = hash_of("a secret")
PAUSE = 1.6
SLOW = 0.15  # what a tie costs: enough to be seen, if it could be


class Ponderer:
    """Plays like keen, but ponders over ties."""

    def __init__(self, code: str, seed: str) -> None:
        self.player = find_player(code, seed)

    def decide(self, game: Game, seat: Seat) -> Decision:
        if game.pending[seat]:
            time.sleep(SLOW)
        return self.player.decide(game, seat)


class Timed(Line):
    """Remembers when it was told of which event."""

    def __init__(self) -> None:
        super().__init__()
        self.when: dict[str, float] = {}

    async def _send(self, message: Any) -> None:
        await super()._send(message)
        for event in self.sent[-1].get("events", ()):
            self.when[f"{event['event']} {event.get('seat', '')}".strip()] = time.monotonic()


async def answers(folder: Path, *sheets: str) -> tuple[float, float]:
    """How long after the roll the first bot has answered, and then the second."""
    hub = Hub(SqliteStore(folder / "tables.db"), Settings(bot_pause=PAUSE), Metrics())
    await hub.start()
    setup = setup_for(
        asked("Emma", "keen", "keen", variant="bonus_pairs", real_dice=True, first=1), KEY
    )
    await hub.open(setup, "")
    room, line = await hub.find(setup.id), Timed()
    socket = Socket(line, 1000, 1)
    socket.start()
    await hub.join(room, socket, KEY, None)
    await hub.ask(room, KEY, Start(id=1, type="start"))
    variant = room.table.setup.variant
    lying = [variant.sheet(text, seat) for seat, text in enumerate(sheets)]
    room.table = replace(room.table, game=Game.at(variant, lying, 0, []))
    await hub.ask(room, KEY, RollDice(id=1, type="roll", turn=1, dice="45r1y1g1b1"))
    rolled = time.monotonic()
    async with asyncio.timeout(10):
        while not {"answered 2", "answered 3"} <= set(line.when):
            await asyncio.sleep(0.005)
    n = room.table.n
    await hub.stop()
    await hub.close()
    assert n == 4, "the start, the roll, and one entry a bot"
    return line.when["answered 2"] - rolled, line.when["answered 3"] - line.when["answered 2"]


@pytest.mark.parametrize("sheets", [(*TIE, TIE[0]), (TIE[0], TIE[0], TIE[1])], ids=["2", "3"])
def test_a_tie_that_takes_long_to_settle_is_not_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sheets: tuple[str, ...]
) -> None:
    monkeypatch.setattr("rowlock.server.automation.find_player", Ponderer)
    for attempt in range(3):  # a busy machine may be late once
        (tmp_path / str(attempt)).mkdir()
        first, second = asyncio.run(answers(tmp_path / str(attempt), *sheets))
        assert first > PAUSE / 4 - 0.02, "too early"
        if first < PAUSE / 4 + SLOW / 2 and second < SLOW / 2:
            return
    raise AssertionError(f"it was seen: {first:.3f} s, and {second:.3f} s after that")
