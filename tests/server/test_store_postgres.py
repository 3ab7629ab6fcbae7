"""What is peculiar to PostgreSQL: several workers, broken connections, restarts, passwords."""

from __future__ import annotations

import asyncio
import contextlib
import time
import traceback
from collections.abc import AsyncIterator, Callable, Iterator

import asyncpg
import pytest

from rowlock.server.stage import Stage
from rowlock.server.store import Notice, StoreError, postgres
from rowlock.server.store.postgres import PostgresStore
from tests.server.postgres import Postgres, fresh_database


def quiet(_: Notice) -> None:
    """Listen to nothing."""


@contextlib.asynccontextmanager
async def opened(
    url: str, listener: Callable[[Notice], None] = quiet
) -> AsyncIterator[PostgresStore]:
    store = PostgresStore(url)
    await store.open(listener)
    try:
        yield store
    finally:
        await store.close()


async def soon(true: Callable[[], bool], seconds: float = 10) -> None:
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.01)


async def terminate(url: str, name: str) -> int:
    """End all connections of this name to the database; how many there were."""
    connection = await asyncpg.connect(url)
    ended = await connection.fetch(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = $1 AND datname = current_database()
        """,
        name,
    )
    await connection.close()
    return len(ended)


async def answers(store: PostgresStore) -> bool:
    try:
        await store.check()
    except StoreError:
        return False
    return True


# Several workers


def test_workers_hear_each_other(url: str) -> None:
    async def go() -> None:
        heard: dict[str, list[Notice]] = {"here": [], "there": []}
        async with (
            opened(url, heard["here"].append) as here,
            opened(url, heard["there"].append) as there,
        ):
            assert await here.create("one", 0.0, "opening", True)
            assert await there.append("one", 1, 0.0, "entry", Stage.PLAYING)
            assert not await here.append("one", 1, 0.0, "another", Stage.DONE)
            await here.broadcast("one", "🎲\nhello")
            expected = [Notice("one"), Notice("one", n=1), Notice("one", "🎲\nhello")]
            await soon(lambda: heard["here"] == expected)
            await soon(lambda: heard["there"] == expected)
            assert await there.count_tables() == {
                Stage.WAITING: 0,
                Stage.PLAYING: 1,
                Stage.DONE: 0,
            }

    asyncio.run(go())


def test_of_several_workers_one_writes_a_number_and_all_read_the_same(url: str) -> None:
    async def go() -> None:
        async with opened(url) as here, opened(url) as there:
            await here.create("one", 0.0, "opening", True)
            won = await asyncio.gather(
                *(
                    worker.append("one", n, 0.0, f"{n} by {name}", Stage.PLAYING)
                    for n in range(1, 101)
                    for name, worker in (("here", here), ("there", there))
                )
            )
            assert sum(won) == 100
            kept = await here.read("one")
            assert kept is not None
            assert [entry.n for entry in kept.entries] == list(range(1, 101))
            assert kept == await there.read("one")

    asyncio.run(go())


def test_workers_that_start_at_once_migrate_once(url: str) -> None:
    async def go() -> None:
        workers = [PostgresStore(url) for _ in range(8)]
        await asyncio.gather(*(worker.open(quiet) for worker in workers))
        await workers[0].create("one", 0.0, "opening", True)
        assert all(await asyncio.gather(*(worker.read("one") for worker in workers)))
        await asyncio.gather(*(worker.close() for worker in workers))
        connection = await asyncpg.connect(url)
        assert await connection.fetchval("SELECT count(*) FROM rowlock_schema") == 1
        await connection.close()

    asyncio.run(go())


# Broken connections


def test_a_worker_that_lost_its_ear_hears_again_and_knows_it_missed_something(url: str) -> None:
    async def go() -> None:
        news: list[Notice] = []
        async with opened(url, news.append) as here:
            for _ in range(3):
                news.clear()
                assert await terminate(url, "rowlock-listening") == 1
                await soon(lambda: news == [Notice("")])
                await here.broadcast("one", "again")
                await soon(lambda: news == [Notice(""), Notice("one", "again")])

    asyncio.run(go())


def test_a_listener_that_fails_goes_on_hearing(url: str) -> None:
    async def go() -> None:
        news: list[Notice] = []
        mistakes: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, what: mistakes.append(what))

        def listen(what: Notice) -> None:
            news.append(what)
            raise LookupError("a mistake in the listener")

        async with opened(url, listen) as store:
            await store.broadcast("one", "first")
            await soon(lambda: news == [Notice("one", "first")])
            await terminate(url, "rowlock-listening")
            await soon(lambda: news[1:] == [Notice("")])
            await terminate(url, "rowlock-listening")
            await soon(lambda: news[2:] == [Notice("")])
            await store.broadcast("one", "second")
            await soon(lambda: news[3:] == [Notice("one", "second")])
        assert len(mistakes) == 4

    asyncio.run(go())


def test_an_ear_that_went_deaf_without_a_word_is_noticed(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "_HEARTBEAT_S", 0.05)
    monkeypatch.setattr(postgres, "_CONNECT_S", 0.5)

    async def go() -> None:
        news: list[Notice] = []
        async with opened(url, news.append) as store:
            await asyncio.sleep(0.2)
            assert news == []  # several heartbeats, all answered
            transport = store._ear._transport  # type: ignore[attr-defined]
            transport.pause_reading()  # as if the network swallowed everything
            await soon(lambda: news == [Notice("")])

    asyncio.run(go())


def test_appends_survive_the_end_of_their_connections(url: str) -> None:
    async def go() -> None:
        async with opened(url) as store:
            await store.create("one", 0.0, "opening", True)
            written = ended = 0

            async def cut() -> None:
                nonlocal ended
                while ended < 12:
                    await asyncio.sleep(0.1)  # leave a slow machine the time to connect
                    ended += await terminate(url, "rowlock")

            cutting = asyncio.create_task(cut())
            while not cutting.done():
                numbers = range(written + 1, written + 51)
                assert all(
                    await asyncio.gather(
                        *(store.append("one", n, 0.0, f"entry {n}") for n in numbers)
                    )
                )
                written += 50
            await cutting
            kept = await store.read("one")
            assert kept is not None
            assert [entry.entry for entry in kept.entries] == [
                f"entry {n}" for n in range(1, written + 1)
            ]

    asyncio.run(go())


class Deaf:
    """A pool that does what it is asked, but loses the first answers on their way back."""

    def __init__(self, pool: postgres.Pool, lost: int) -> None:
        self._pool = pool
        self._lost = lost

    async def fetch(self, query: str, *args: object) -> list[asyncpg.Record]:
        rows = await self._pool.fetch(query, *args)
        if self._lost:
            self._lost -= 1
            raise asyncpg.ConnectionDoesNotExistError("connection was closed in the middle")
        return rows

    def __getattr__(self, name: str) -> object:
        return getattr(self._pool, name)


@contextlib.contextmanager
def losing(store: PostgresStore, answers: int) -> Iterator[None]:
    pool = store._pool
    assert pool is not None
    store._pool = Deaf(pool, answers)  # type: ignore[assignment]
    yield
    store._pool = pool


def test_a_write_whose_answer_was_lost_is_known_to_be_ours(url: str) -> None:
    async def go() -> None:
        async with opened(url) as store:
            with losing(store, 2):
                assert await store.create("one", 0.0, "opening", True)
            with losing(store, 2):
                assert await store.append("one", 1, 0.0, "ours", Stage.PLAYING)
            kept = await store.read("one")
            assert kept is not None
            assert [entry.entry for entry in kept.entries] == ["ours"]

    asyncio.run(go())


def test_a_refusal_whose_answer_was_lost_is_still_a_refusal(url: str) -> None:
    async def go() -> None:
        async with opened(url) as store:
            await store.create("one", 0.0, "opening", True)
            await store.append("one", 1, 0.0, "theirs")
            with losing(store, 1):
                assert not await store.append("one", 1, 0.0, "ours", Stage.DONE)
            with losing(store, 1):
                assert not await store.create("one", 0.0, "another", True)
            assert (await store.count_tables())[Stage.DONE] == 0

    asyncio.run(go())


# Restarts


def test_a_restart_of_postgresql_is_survived() -> None:
    server = Postgres()
    url = server.fresh_database()

    async def go() -> None:
        news: list[Notice] = []
        async with opened(url, news.append) as store:
            await store.create("one", 0.0, "opening", True)
            assert await store.append("one", 1, 0.0, "before")
            news.clear()
            await asyncio.to_thread(server.stop)
            assert not await answers(store)
            waiting = [
                asyncio.create_task(store.append("one", n, 0.0, f"meanwhile {n}"))
                for n in range(2, 12)
            ]
            reading = asyncio.create_task(store.read("one"))
            await asyncio.sleep(0.2)
            await asyncio.to_thread(server.start)
            assert all(await asyncio.gather(*waiting))
            assert await reading is not None
            await soon(lambda: Notice("") in news)
            assert await answers(store)
            kept = await store.read("one")
            assert kept is not None
            assert len(kept.entries) == 11

    try:
        asyncio.run(go())
    finally:
        server.end()


def test_when_postgresql_stays_away_everybody_is_told_in_time() -> None:
    server = Postgres()
    url = server.fresh_database()

    async def go() -> None:
        store = PostgresStore(url)
        await store.open(quiet)
        await store.create("one", 0.0, "opening", True)
        await asyncio.to_thread(server.stop)
        began = time.monotonic()
        with pytest.raises(StoreError, match="PostgreSQL: "):
            await store.check()
        assert time.monotonic() - began < 4
        closing = asyncio.create_task(store.append("one", 1, 0.0, "entry"))
        await asyncio.sleep(0)
        await store.close()  # waits for the answer, which is that there is none
        assert closing.done()
        with pytest.raises(StoreError, match="PostgreSQL: "):
            await closing
        assert 3 < time.monotonic() - began < 15
        with pytest.raises(StoreError, match="PostgreSQL: "):
            await store.open(quiet)

    try:
        asyncio.run(go())
    finally:
        server.end()


# Passwords

SECRETS = ["hunter2", "hunter2/../x", "hunter2:hunter2", "hunter2%40@hunter2", "hunter2 #?&="]


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize(
    "pattern",
    [
        "postgresql://somebody:{}@127.0.0.1:1/tables",
        "postgresql://somebody:{}@nowhere.invalid/tables",
        "postgresql://somebody:{}@127.0.0.1:port/tables",
        "postgresql://somebody:{}@[::1/tables",
        "postgresql://somebody:{}@/tables?host=/nowhere",
        "postgresql://somebody:{}@/tables?host=/nowhere&sslmode=odd",
        "postgres://{0}:{0}@127.0.0.1:1,127.0.0.1:2/{0}",
    ],
)
def test_no_error_repeats_the_password(pattern: str, secret: str) -> None:
    async def go() -> None:
        await PostgresStore(pattern.format(secret)).open(quiet)

    with pytest.raises(StoreError) as refused:
        asyncio.run(go())
    assert str(refused.value)
    assert "hunter2" not in "".join(traceback.format_exception(refused.value))


def test_an_error_of_the_server_names_what_is_wrong_but_no_secret(url: str) -> None:
    async def go() -> None:
        await PostgresStore(url.replace("/test_", "/no_").replace("@", ":hunter2@")).open(quiet)

    with pytest.raises(StoreError, match=r'database "no_.*" does not exist') as refused:
        asyncio.run(go())
    assert "hunter2" not in str(refused.value)


def test_an_error_about_an_entry_does_not_repeat_it(url: str) -> None:
    async def go() -> None:
        async with opened(url) as store:
            await store.create("one", 0.0, "opening", True)
            connection = await asyncpg.connect(url)
            await connection.execute("ALTER TABLE moves ADD CHECK (length(entry) < 10)")
            await connection.close()
            with pytest.raises(StoreError, match="violates check constraint") as refused:
                await store.append("one", 1, 0.0, "a seed that nobody has seen")
            assert "seed" not in str(refused.value)
            with pytest.raises(StoreError, match="out of int32 range"):
                await store.append("one", 2**70, 0.0, "entry")

    asyncio.run(go())


@pytest.fixture
def url() -> str:
    return fresh_database()
