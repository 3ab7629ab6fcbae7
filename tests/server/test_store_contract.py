"""What every store does, whatever database is behind it."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import ParamSpec

import pytest

from rowlock.server.stage import Stage
from rowlock.server.store import Notice, Store, StoredTable, StoreError, Written, open_store
from tests.server.postgres import fresh_database

P = ParamSpec("P")

ODD_BUT_FINE = [
    "",
    'it\'s "quoted" -- and; DROP TABLE tables',
    "%s ? ?1 $1 :name \\ \\n \n\r\t",
    "Würfel 🎲 骰子 \u202e\u0301\ufeff",
    "\x01\x1f\x7f\u2028",
    "x" * 100_000,
]

HARDLY_TEXT = ["a\0b", "\0", "half \ud83c"]


def in_a_loop(test: Callable[P, Coroutine[None, None, None]]) -> Callable[P, None]:
    """A plain test that runs an asynchronous one."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return f"sqlite:{tmp_path / 'tables.db'}" if request.param == "sqlite" else fresh_database()


class Ear:
    """A listener that remembers."""

    def __init__(self) -> None:
        self.news: list[Notice] = []
        self._more = asyncio.Event()

    def __call__(self, notice: Notice) -> None:
        self.news.append(notice)
        self._more.set()

    async def until(self, enough: Callable[[list[Notice]], bool]) -> None:
        async with asyncio.timeout(10):
            while not enough(self.news):
                self._more.clear()
                await self._more.wait()


@contextlib.asynccontextmanager
async def opened(url: str, ear: Callable[[Notice], None] = lambda _: None) -> AsyncIterator[Store]:
    store = open_store(url)
    await store.open(ear)
    try:
        yield store
    finally:
        await store.close()


@in_a_loop
async def test_a_table_is_kept_as_it_was_opened(url: str) -> None:
    async with opened(url) as store:
        assert await store.create("one", 12.5, '{"seats": 2}', True)
        assert await store.read("one") == StoredTable(12.5, '{"seats": 2}', ())


@in_a_loop
async def test_a_second_table_of_the_same_id_is_refused_and_changes_nothing(url: str) -> None:
    async with opened(url) as store:
        assert await store.create("one", 1.0, "first", True)
        assert not await store.create("one", 2.0, "second", False)
        assert await store.read("one") == StoredTable(1.0, "first", ())


@in_a_loop
async def test_entries_are_read_in_the_order_of_their_numbers(url: str) -> None:
    async with opened(url) as store:
        await store.create("one", 0.0, "opening", False)
        numbers = list(range(1, 24))
        for n in reversed(numbers):
            assert await store.append("one", n, n + 0.25, f"entry {n}")
        kept = await store.read("one")
        assert kept is not None
        assert kept.entries == tuple(Written(n, n + 0.25, f"entry {n}") for n in numbers)


@in_a_loop
async def test_times_are_kept_to_the_last_digit(url: str) -> None:
    at = 1_781_234_567.123456
    async with opened(url) as store:
        await store.create("one", at, "opening", False)
        await store.append("one", 1, at + 0.000001, "entry")
        assert await store.read("one") == StoredTable(
            at, "opening", (Written(1, at + 0.000001, "entry"),)
        )


@in_a_loop
async def test_an_entry_of_the_same_number_is_refused_and_changes_nothing(url: str) -> None:
    async with opened(url) as store:
        await store.create("one", 0.0, "opening", False)
        assert await store.append("one", 1, 1.0, "ours", Stage.PLAYING)
        assert not await store.append("one", 1, 2.0, "theirs", Stage.DONE)
        assert not await store.append("one", 1, 1.0, "ours", Stage.DONE)
        kept = await store.read("one")
        assert kept is not None
        assert kept.entries == (Written(1, 1.0, "ours"),)
        assert (await store.count_tables())[Stage.PLAYING] == 1


@in_a_loop
async def test_the_same_number_at_another_table_is_another_entry(url: str) -> None:
    async with opened(url) as store:
        for table in ("one", "two"):
            await store.create(table, 0.0, table, False)
            assert await store.append(table, 1, 1.0, f"at {table}")
        assert await store.read("two") == StoredTable(0.0, "two", (Written(1, 1.0, "at two"),))


@pytest.mark.parametrize(("after", "left"), [(-1, 5), (0, 5), (1, 4), (4, 1), (5, 0), (9, 0)])
@in_a_loop
async def test_reading_after_leaves_out_what_came_before(url: str, after: int, left: int) -> None:
    async with opened(url) as store:
        await store.create("one", 0.0, "opening", False)
        for n in range(1, 6):
            await store.append("one", n, 0.0, str(n))
        kept = await store.read("one", after=after)
        assert kept is not None
        assert kept.opening == "opening"
        assert [entry.n for entry in kept.entries] == list(range(6 - left, 6))


@pytest.mark.parametrize("table", ["", "unknown", "' OR 1=1 --", *HARDLY_TEXT])
@in_a_loop
async def test_an_unknown_table_is_none(url: str, table: str) -> None:
    async with opened(url) as store:
        await store.create("one", 0.0, "opening", False)
        assert await store.read(table) is None


@in_a_loop
async def test_nothing_is_appended_to_a_table_that_is_not_there(url: str) -> None:
    async with opened(url) as store:
        await store.create("one", 0.0, "opening", False)
        appends = [store.append(table, 1, 0.0, "entry") for table in ("no", "one", "nor")]
        first, second, third = await asyncio.gather(*appends, return_exceptions=True)
        assert str(first) == str(third) == "there is no such table"
        assert isinstance(first, StoreError)
        assert second is True
        assert await store.read("no") is None


@pytest.mark.parametrize("text", ODD_BUT_FINE)
@in_a_loop
async def test_every_text_comes_back_as_it_was(url: str, text: str) -> None:
    async with opened(url) as store:
        assert await store.create(text[:100], 0.0, text, True)
        assert await store.append(text[:100], 1, 0.0, text)
        assert await store.read(text[:100]) == StoredTable(0.0, text, (Written(1, 0.0, text),))
        assert await store.public_tables(5) == [text[:100]]


@pytest.mark.parametrize("text", HARDLY_TEXT)
@in_a_loop
async def test_a_text_that_is_none_is_refused_but_its_json_is_fine(url: str, text: str) -> None:
    async with opened(url) as store:
        await store.create("one", 0.0, "opening", True)
        for refused in (
            store.create("two", 0.0, text, True),
            store.create(text, 0.0, "opening", True),
            store.append("one", 1, 0.0, text),
            store.broadcast("one", text),
        ):
            with pytest.raises(StoreError, match="cannot be kept"):
                await refused
        assert await store.append("one", 1, 0.0, json.dumps(text))
        kept = await store.read("one")
        assert kept is not None
        assert json.loads(kept.entries[0].entry) == text


@in_a_loop
async def test_public_tables_are_listed_newest_first_until_they_are_done(url: str) -> None:
    async with opened(url) as store:
        for at, table in enumerate(["a", "b", "c", "d", "e"]):
            await store.create(table, float(at), "opening", public=table != "c")
        assert await store.public_tables(10) == ["e", "d", "b", "a"]
        assert await store.public_tables(2) == ["e", "d"]
        assert await store.public_tables(0) == []
        await store.append("d", 1, 9.0, "begun", Stage.PLAYING)
        assert await store.public_tables(10) == ["e", "d", "b", "a"]
        await store.append("d", 2, 9.0, "over", Stage.DONE)
        assert await store.public_tables(10) == ["e", "b", "a"]


@in_a_loop
async def test_stages_are_counted(url: str) -> None:
    async with opened(url) as store:
        nothing = {Stage.WAITING: 0, Stage.PLAYING: 0, Stage.DONE: 0}
        assert await store.count_tables() == nothing
        for table in ("a", "b", "c", "d"):
            await store.create(table, 0.0, "opening", False)
        await store.append("a", 1, 0.0, "begun", Stage.PLAYING)
        await store.append("b", 1, 0.0, "begun", Stage.PLAYING)
        await store.append("b", 2, 0.0, "a move")
        await store.append("c", 1, 0.0, "given up", Stage.DONE)
        assert await store.count_tables() == {
            Stage.WAITING: 1,
            Stage.PLAYING: 2,
            Stage.DONE: 1,
        }


@in_a_loop
async def test_idle_tables_are_those_where_nothing_was_written_oldest_first(url: str) -> None:
    async with opened(url) as store:
        await store.create("untouched", 10.0, "opening", False)
        await store.create("left", 1.0, "opening", True)
        await store.append("left", 1, 5.0, "a move")
        await store.append("left", 2, 20.0, "another")
        await store.create("lively", 2.0, "opening", False)
        await store.append("lively", 1, 99.0, "a move")
        await store.create("playing", 3.0, "opening", False)
        await store.append("playing", 1, 4.0, "begun", Stage.PLAYING)
        await store.create("new", 50.0, "opening", False)
        waiting = Stage.WAITING
        assert await store.idle_tables(waiting, 50.0, 10) == ["untouched", "left"]
        assert await store.idle_tables(waiting, 20.0, 10) == ["untouched"]
        assert await store.idle_tables(waiting, 100.0, 10) == [
            *("untouched", "left", "new", "lively")
        ]
        assert await store.idle_tables(waiting, 100.0, 1) == ["untouched"]
        assert await store.idle_tables(Stage.PLAYING, 50.0, 10) == ["playing"]
        assert await store.idle_tables(Stage.DONE, 50.0, 10) == []


@in_a_loop
async def test_what_is_said_is_heard_and_not_kept(url: str) -> None:
    ear = Ear()
    said = ['{"reaction": "🎲"}', "two\nlines\n", "x" * 7000]
    async with opened(url, ear) as store:
        await store.create("one", 0.0, "opening", False)
        for word in said:
            await store.broadcast("one", word)
        await ear.until(lambda news: [n.message for n in news if n.message] == said)
        assert {notice.table_id for notice in ear.news} == {"one"}
        assert await store.read("one") == StoredTable(0.0, "opening", ())


@pytest.mark.parametrize("said", ["x" * 8000, "🎲" * 2000])
@in_a_loop
async def test_what_is_too_long_to_be_said_is_refused(url: str, said: str) -> None:
    async with opened(url) as store:
        await store.broadcast("one", said[: len(said) // 2])
        with pytest.raises(StoreError, match="7999 bytes"):
            await store.broadcast("one", said)


@in_a_loop
async def test_the_longest_message_passes(url: str) -> None:
    ear = Ear()
    said = "x" * (7999 - len("one\n"))
    async with opened(url, ear) as store:
        await store.broadcast("one", said)
        await ear.until(lambda news: news == [Notice("one", said)])


@in_a_loop
async def test_of_all_who_want_to_write_a_number_exactly_one_may(url: str) -> None:
    async with opened(url) as store:
        await store.create("one", 0.0, "opening", False)
        rivals = [(n, rival) for rival in range(10) for n in range(1, 101)]
        won = await asyncio.gather(
            *(store.append("one", n, 0.0, f"{n} by {rival}") for n, rival in rivals)
        )
        winners = {n: f"{n} by {rival}" for (n, rival), first in zip(rivals, won) if first}
        assert sum(won) == len(winners) == 100
        kept = await store.read("one")
        assert kept is not None
        assert {entry.n: entry.entry for entry in kept.entries} == winners


@in_a_loop
async def test_reads_between_writes_see_whole_prefixes(url: str) -> None:
    async with opened(url) as store:
        await store.create("one", 0.0, "opening", False)

        async def write() -> None:
            for n in range(1, 101):
                assert await store.append("one", n, 0.0, str(n))
                kept = await store.read("one", after=n - 1)
                assert kept is not None
                assert [entry.n for entry in kept.entries] == [n]

        async def watch() -> None:
            seen = 0
            while seen < 100:
                kept = await store.read("one")
                assert kept is not None
                assert [e.n for e in kept.entries] == list(range(1, len(kept.entries) + 1))
                assert len(kept.entries) >= seen
                seen = len(kept.entries)

        async with asyncio.timeout(20):
            await asyncio.gather(write(), watch(), watch())


@in_a_loop
async def test_who_stops_waiting_spoils_nothing(url: str) -> None:
    async with opened(url) as store:
        await store.create("one", 0.0, "opening", False)
        tasks = [
            asyncio.create_task(store.append("one", n, 0.0, f"entry {n}")) for n in range(1, 101)
        ]
        await asyncio.sleep(0)
        for task in tasks[::2]:
            task.cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(outcome is True for outcome in outcomes[1::2])
        kept = await store.read("one")
        assert kept is not None
        assert {entry.n for entry in kept.entries} >= set(range(2, 101, 2))
        assert await store.append("one", 101, 0.0, "afterwards")


@in_a_loop
async def test_closing_finishes_what_was_begun_and_opening_finds_it(url: str) -> None:
    store = open_store(url)
    await store.open(lambda _: None)
    await store.create("one", 1.0, "opening", True)
    begun = [
        asyncio.create_task(store.append("one", n, 2.0, f"entry {n}", Stage.PLAYING))
        for n in range(1, 201)
    ]
    await asyncio.sleep(0)
    await store.close()
    assert all(task.done() for task in begun)
    assert all(await asyncio.gather(*begun))
    async with opened(url) as store:
        kept = await store.read("one")
        assert kept is not None
        assert (kept.at, kept.opening) == (1.0, "opening")
        assert [entry.n for entry in kept.entries] == list(range(1, 201))
        assert (await store.count_tables())[Stage.PLAYING] == 1
        assert not await store.append("one", 200, 0.0, "too late")


@in_a_loop
async def test_a_closed_store_refuses_everything_and_may_be_closed_again(url: str) -> None:
    store = open_store(url)
    await store.close()
    await store.open(lambda _: None)
    await store.close()
    await store.close()
    for refused in (
        store.create("one", 0.0, "opening", True),
        store.append("one", 1, 0.0, "entry"),
        store.read("one"),
        store.broadcast("one", "hello"),
        store.public_tables(1),
        store.idle_tables(Stage.DONE, 0.0, 1),
        store.count_tables(),
        store.check(),
        store.try_writing(),
    ):
        with pytest.raises(StoreError, match="the store is closed"):
            await refused


@in_a_loop
async def test_a_store_that_was_closed_can_be_opened_again_but_not_twice(url: str) -> None:
    store = open_store(url)
    for n in (1, 2):
        await store.open(lambda _: None)
        with pytest.raises(StoreError, match="open already"):
            await store.open(lambda _: None)
        await store.check()
        await store.create("one", 0.0, "opening", True)
        assert await store.append("one", n, 0.0, f"entry {n}")
        await store.close()


@in_a_loop
async def test_one_who_checks_is_content(url: str) -> None:
    async with opened(url) as store:
        await store.check()
        await store.try_writing()
        await store.check()  # it changed nothing


@pytest.mark.parametrize("wrong", ["", "sqlite:", "sqlite", "mysql://u:secret@h/d", "/a/path"])
def test_a_url_of_neither_kind_is_refused_without_repeating_it(wrong: str) -> None:
    with pytest.raises(StoreError, match="expected sqlite:PATH or postgresql://") as refused:
        open_store(wrong)
    assert "secret" not in str(refused.value)


# The daily games


@in_a_loop
async def test_a_day_has_one_seed_whoever_draws_it(url: str) -> None:
    async with opened(url) as store:
        assert await store.daily.seed("2026-11-20") is None
        drawn = [store.daily.keep_seed("2026-11-20", 1.0, f"seed {n}") for n in range(8)]
        seeds = set(await asyncio.gather(*drawn))
        assert len(seeds) == 1
        assert {await store.daily.seed("2026-11-20")} == seeds
        assert await store.daily.keep_seed("2026-11-22", 2.0, "another") == "another"
        assert await store.daily.previous("2026-11-22") == "2026-11-20"
        assert await store.daily.previous("2026-11-20") is None


@in_a_loop
async def test_a_try_is_noted_once_and_its_first_result_stays(url: str) -> None:
    async with opened(url) as store:
        rows = store.daily
        await store.create("one", 0.0, "opening", False)
        assert await rows.find("2026-11-20", "one") is None
        for at in (1.0, 2.0):
            await rows.begin("2026-11-20", "one", at)
        assert await rows.count("2026-11-20") == 1
        assert await rows.find("2026-11-20", "one") == (None, None, None)
        for at, points in ((3.0, 81), (4.0, 99)):
            await rows.finish("2026-11-20", "one", at, points, 64)
        assert await rows.find("2026-11-20", "one") == (3.0, 81, 64)
        assert await rows.find("2026-11-21", "one") is None


@in_a_loop
async def test_the_results_of_a_day_are_those_that_were_finished_in_time(url: str) -> None:
    async with opened(url) as store:
        rows = store.daily
        tries = [("a", 3.0, 70, 80), ("b", 3.0, 90, 80), ("c", 4.0, 70, 80), ("d", 9.0, 99, 1)]
        for table, at, points, against in tries:
            await store.create(table, 0.0, "opening", False)
            await rows.begin("2026-11-20", table, 1.0)
            await rows.finish("2026-11-20", table, at, points, against)
        await store.create("e", 0.0, "opening", False)
        await rows.begin("2026-11-20", "e", 1.0)
        assert await rows.results("2026-11-20", 5.0) == [(90, 80, 1, "b"), (70, 80, 2, "a")]
        await rows.finish("2026-11-20", "e", 4.0, None, None)  # ended without a result
        assert sum(each.tries for each in await rows.results("2026-11-20", 5.0)) == 3
        assert await rows.results("2026-11-19", 5.0) == []


@in_a_loop
async def test_tables_whose_result_was_not_kept_are_found_and_old_days_go(url: str) -> None:
    async with opened(url) as store:
        rows = store.daily
        for table, day in (
            ("done", "2026-11-20"),
            ("going on", "2026-11-20"),
            ("old", "2026-09-01"),
        ):
            await store.create(table, 0.0, "opening", False)
            await rows.keep_seed(day, 1.0, f"seed of {day}")
            await rows.begin(day, table, 1.0)
        await store.append("done", 1, 2.0, "the end", Stage.DONE)
        await store.append("old", 1, 2.0, "the end", Stage.DONE)
        assert sorted(await rows.untold(10)) == ["done", "old"]
        assert len(await rows.untold(1)) == 1
        await rows.forget("2026-11-20")
        assert await rows.untold(10) == ["done"]
        assert await rows.count("2026-09-01") == 0
        assert await rows.seed("2026-09-01") is None
        assert await rows.seed("2026-11-20") == "seed of 2026-11-20"
        assert await store.read("old") is not None
