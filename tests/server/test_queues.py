"""Everybody has a turn: whoever asks for most waits longest."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Iterable

import pytest

from rowlock.dice import Roll
from rowlock.server.automation import next_auto_move
from rowlock.server.clock import TableClock
from rowlock.server.entries import Started, Threw
from rowlock.server.metrics import Metrics
from rowlock.server.progress import advance
from rowlock.server.protocol import Code, Refused
from rowlock.server.queues import FairQueue
from rowlock.server.room import Room
from rowlock.server.settings import Settings
from rowlock.server.table import Table
from rowlock.server.thinking import Thinking
from tests.server.tables import table_setup


def in_turn(play: Callable[[], Awaitable[None]]) -> None:
    async def go() -> None:
        async with asyncio.timeout(20):
            await play()

    asyncio.run(go())


async def order_of(queue: FairQueue, asked: Iterable[tuple[str, bool]]) -> list[str]:
    """The order in which these are done that are asked for while something else is."""
    gate, done = asyncio.Event(), []

    async def work(who: str) -> None:
        done.append(who)

    first = asyncio.create_task(queue.do("first", gate.wait))
    await asyncio.sleep(0)
    tasks = []
    for who, slow in asked:

        async def one(who: str = who, slow: bool = slow) -> None:
            await queue.do(who, lambda: work(who), slow=slow)

        tasks.append(asyncio.create_task(one()))
        await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(first, *tasks)
    return done


def test_each_address_has_its_turn() -> None:
    async def play() -> None:
        queue = FairQueue("bots", Metrics())
        asked = [("a", False)] * 4 + [("b", False)] * 2 + [("c", False)]
        assert await order_of(queue, asked) == ["a", "b", "c", "a", "b", "a", "a"]
        queue.close()

    in_turn(play)


def test_slow_work_comes_last() -> None:
    async def play() -> None:
        queue = FairQueue("bots", Metrics())
        asked = [("s", True), ("s", True), ("t", True), ("a", False), ("a", False)]
        assert await order_of(queue, asked) == ["a", "a", "s", "t", "s"]
        queue.close()

    in_turn(play)


def test_slow_work_has_its_share_of_the_time_and_no_more() -> None:
    async def play() -> None:
        queue = FairQueue("bots", Metrics(), share=0.25)
        begun = time.monotonic()
        await asyncio.gather(
            *(queue.do("a", lambda: asyncio.sleep(0.02), slow=True) for _ in range(5))
        )
        slow = time.monotonic() - begun
        begun = time.monotonic()
        await asyncio.gather(*(queue.do("a", lambda: asyncio.sleep(0.02)) for _ in range(5)))
        assert slow > 0.3
        assert time.monotonic() - begun < slow
        queue.close()

    in_turn(play)


def test_what_goes_beyond_the_purse_is_slow() -> None:
    async def play() -> None:
        queue = FairQueue("bots", Metrics(), budget=(0.05, 0.0))
        await queue.do("rich", lambda: asyncio.sleep(0.01))
        await queue.do("spent", lambda: asyncio.sleep(0.1))
        asked = [("spent", False), ("spent", False), ("rich", False), ("rich", False)]
        assert await order_of(queue, asked) == ["rich", "rich", "spent", "spent"]
        queue.close()

    in_turn(play)


def test_so_much_may_wait_of_one_address_and_no_more() -> None:
    async def play() -> None:
        queue = FairQueue("tables", Metrics(), each=2)
        gate = asyncio.Event()
        tasks = [asyncio.create_task(queue.do("a", gate.wait)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Refused) as caught:
            await queue.do("a", gate.wait)
        assert caught.value.code is Code.TOO_FAST
        tasks.append(asyncio.create_task(queue.do("b", gate.wait)))
        gate.set()
        await asyncio.gather(*tasks)
        queue.close()

    in_turn(play)


def test_whoever_has_gone_is_left_out_and_an_error_is_told_to_who_asked() -> None:
    async def play() -> None:
        queue = FairQueue("tables", Metrics())
        gate, done = asyncio.Event(), []

        async def note() -> None:
            done.append(1)

        async def fail() -> None:
            raise ValueError("no")

        first = asyncio.create_task(queue.do("a", gate.wait))
        gone = asyncio.create_task(queue.do("b", note))
        failing = asyncio.create_task(queue.do("c", fail))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        gate.set()
        with pytest.raises(ValueError, match="no"):
            await failing
        await first
        assert not done
        assert await queue.do("d", lambda: queue.in_thread(threading.get_ident)) != (
            threading.get_ident()
        )
        queue.close()

    in_turn(play)


def test_nothing_is_begun_after_the_end() -> None:
    async def play() -> None:
        queue = FairQueue("tables", Metrics())
        first = asyncio.create_task(queue.do("a", asyncio.Event().wait))
        second = asyncio.create_task(queue.do("a", asyncio.Event().wait))
        await asyncio.sleep(0.01)
        queue.close()
        with pytest.raises(asyncio.CancelledError):
            await first
        await asyncio.sleep(0.01)
        assert not second.done()
        second.cancel()

    in_turn(play)


def test_how_much_waits_can_be_seen() -> None:
    async def play() -> None:
        metrics = Metrics()
        queue = FairQueue("bots", metrics)
        gate = asyncio.Event()
        tasks = [asyncio.create_task(queue.do("a", gate.wait)) for _ in range(3)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)

        def value(name: str) -> float | None:
            return metrics.registry.get_sample_value(name, {"kind": "bots"})

        assert value("rowlock_queue") == 2
        gate.set()
        await asyncio.gather(*tasks)
        assert value("rowlock_queue") == 0
        assert value("rowlock_queue_seconds_count") == 3
        queue.close()

    in_turn(play)


def test_no_bot_is_turned_away_however_many_tables_there_are() -> None:
    """At some hundred tables of one address bots wait; each of them has its turn at last."""

    async def play() -> None:
        thinking = Thinking(Settings(), Metrics())
        first = advance(Table.fresh(table_setup("Emma", "keen!", first=0), 0.0), 0.0, Started())
        table = advance(first, 0.0, Threw(1, Roll.parse("34r1y1g1b1")))
        room = Room(table, TableClock(table, 0.0))
        auto_move = next_auto_move(table, 0.0, room.clock.start_times)
        assert auto_move is not None
        done = await asyncio.gather(*(thinking.entries(room, table, auto_move) for _ in range(300)))
        assert len(done) == 300
        thinking.close()

    in_turn(play)
