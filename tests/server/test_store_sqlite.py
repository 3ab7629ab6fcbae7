"""What is peculiar to tables in one file: its lock, its modes, its group commit, a bad disk."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rowlock.server.stage import Stage
from rowlock.server.store import Notice, StoreError
from rowlock.server.store.sqlite import SqliteStore, connect

posix = pytest.mark.skipif(sys.platform == "win32", reason="files have no modes on Windows")


def quiet(_: Notice) -> None:
    """Listen to nothing."""


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def refusal(path: Path) -> str:
    """What is said when this file cannot be opened."""

    async def go() -> None:
        await SqliteStore(path).open(quiet)

    with pytest.raises(StoreError) as refused:
        asyncio.run(go())
    return str(refused.value)


# The lock


def test_a_second_server_of_the_same_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    link = tmp_path / "link.db"
    with contextlib.suppress(OSError):  # Windows may not let us
        link.symlink_to(path)

    async def go() -> None:
        first, second = SqliteStore(path), SqliteStore(link if link.is_symlink() else path)
        await first.open(quiet)
        for _ in range(2):  # looking must not break the lock
            with pytest.raises(StoreError, match="another server is using this file"):
                await second.open(quiet)
        await first.create("one", 0.0, "opening", False)
        await first.close()
        await second.open(quiet)
        assert await second.read("one") is not None
        await second.close()

    asyncio.run(go())


SERVER = """
import asyncio, sys
from rowlock.server.store.sqlite import SqliteStore

async def go():
    store = SqliteStore(sys.argv[1])
    await store.open(lambda _: None)
    await store.create("one", 0.0, "opening", False)
    n = 0
    while True:
        n += 1
        await store.append("one", n, 0.0, f"entry {n}")
        print(n, flush=True)

asyncio.run(go())
"""


def test_a_killed_server_leaves_its_entries_and_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with subprocess.Popen(
        [sys.executable, "-c", SERVER, str(path)], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        told = 0
        while told < 20:
            told = int(server.stdout.readline())
        assert "another server is using this file" in refusal(path)
        server.kill()
        told = max([told, *(int(line) for line in server.stdout if line.endswith("\n"))])

    async def go() -> None:
        store = SqliteStore(path)
        await store.open(quiet)
        kept = await store.read("one")
        await store.close()
        assert kept is not None
        # All that was said to be safe, and at most the one that was being written.
        assert [entry.n for entry in kept.entries] in (
            list(range(1, told + 1)),
            list(range(1, told + 2)),
        )

    asyncio.run(go())


SECOND = """
import asyncio, sys
from rowlock.server.store import StoreError
from rowlock.server.store.sqlite import SqliteStore

async def go():
    store = SqliteStore(sys.argv[1])
    try:
        await store.open(lambda _: None)
    except StoreError as error:
        print(error)
    else:
        print("open")
        await store.close()

asyncio.run(go())
"""


def second(path: Path) -> str:
    """What another process is told that opens this file."""
    command = [sys.executable, "-c", SECOND, str(path)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    return run.stdout.strip()


@pytest.fixture
def first(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A server in a process of its own that writes into `tables.db` all the time."""
    command = [sys.executable, "-c", SERVER, str(tmp_path / "tables.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == "1\n"
        try:
            yield server
        finally:
            server.kill()


@posix
@pytest.mark.parametrize("how", ["same name", "hard link", "symbolic link", "no lock", "both"])
def test_no_second_server_of_the_same_file_whatever_it_is_called(
    tmp_path: Path, first: subprocess.Popen[str], how: str
) -> None:
    path = other = tmp_path / "tables.db"
    if how in ("no lock", "both"):
        (tmp_path / "tables.db-serving").unlink()
    if how in ("hard link", "both"):
        other = tmp_path / "other.db"
        other.hardlink_to(path)
    if how == "symbolic link":
        other = tmp_path / "elsewhere" / "link.db"
        other.parent.mkdir()
        other.symlink_to(path)
    for _ in range(2):  # looking must not break the lock
        assert second(other).startswith("another server is using this file: ")
    first.kill()
    first.wait()
    if other != path and not other.is_symlink():
        several = f"{other} has several names (hard links): keep one of them"
        assert second(other) == several, "what one name has not written yet the other would miss"
        other.unlink()
        other = path
    assert second(other) == "open", "the lock goes with its process"


@posix
def test_looking_does_not_take_the_locks_of_sqlite_away(tmp_path: Path) -> None:
    """A second store of the same process must not close a descriptor of the file."""
    path = tmp_path / "tables.db"

    async def go() -> None:
        store = SqliteStore(path)
        await store.open(quiet)
        await store.create("one", 0.0, "opening", False)
        link = tmp_path / "other.db"
        link.hardlink_to(path)
        for name in (path, link):
            with pytest.raises(StoreError, match="another server is using this file"):
                await SqliteStore(name).open(quiet)
        locks = Path("/proc/locks")
        if locks.exists():
            inode = path.stat().st_ino
            ours = [line for line in locks.read_text().splitlines() if f":{inode} " in line]
            kinds = {line.split()[1] for line in ours if f" {os.getpid()} " in line}
            assert kinds == {"FLOCK", "POSIX"}
        await store.close()

    asyncio.run(go())


@posix
@pytest.mark.parametrize("how", ["taken away", "replaced"])
def test_a_file_that_goes_away_under_the_server_is_not_written_any_more(
    tmp_path: Path, how: str
) -> None:
    path = tmp_path / "tables.db"

    async def go() -> None:
        store = SqliteStore(path)
        await store.open(quiet)
        await store.create("one", 0.0, "opening", False)
        await store.check()
        path.rename(tmp_path / "moved.db")
        if how == "replaced":
            path.touch()
        with pytest.raises(StoreError, match=f"{path} was {how}"):
            await store.append("one", 1, 0.0, "entry")
        with pytest.raises(StoreError, match=f"{path} was {how}"):
            await store.check()
        path.unlink(missing_ok=True)
        (tmp_path / "moved.db").rename(path)
        await store.check()
        assert await store.append("one", 1, 0.0, "entry")
        await store.close()

    asyncio.run(go())


@posix
def test_where_the_file_itself_cannot_be_locked_the_lock_beside_it_must_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rowlock.server.store.file_lock.sys.platform", "sunos5")
    path = tmp_path / "tables.db"

    async def go() -> None:
        store = SqliteStore(path)
        await store.open(quiet)
        await store.create("one", 0.0, "opening", False)
        with pytest.raises(StoreError, match="another server is using this file"):
            await SqliteStore(path).open(quiet)
        (tmp_path / "tables.db-serving").unlink()
        for _ in range(2):
            with pytest.raises(StoreError, match="-serving was taken away"):
                await store.append("one", 1, 0.0, "entry")
            (tmp_path / "tables.db-serving").touch()  # that of another server
        await store.close()

    asyncio.run(go())


# Wrong files


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database at all, but something dear to somebody")
    path.chmod(0o644)
    before = mode(path)
    assert refusal(path) == f"{path} is not a database of Rowlock"
    assert path.read_text().startswith("not a database")
    assert mode(path) == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_database_of_somebody_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "bookmarks.db"
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE bookmarks (url TEXT)")
    before = path.read_bytes()
    assert refusal(path) == f"{path} is not a database of Rowlock"
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_damaged_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_bytes(b"SQLite format 3\0" + b"rubbish" * 1000)
    assert refusal(path).startswith(f"{path} cannot be opened: ")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path) == f"{tmp_path} is a folder, expected a file"


def test_a_file_where_a_folder_should_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    path = tmp_path / "file" / "tables.db"
    assert refusal(path).startswith(f"{path} cannot be opened: ")


@posix
def test_a_folder_that_cannot_be_written_is_refused() -> None:
    assert "cannot be opened" in refusal(Path("/proc/tables.db"))  # not even by root
    assert "cannot be opened" in refusal(Path("/proc/deeper/tables.db"))


def test_after_a_refusal_the_file_may_be_opened(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_text("rubbish")
    assert refusal(path)
    path.write_text("")

    async def go() -> None:
        store = SqliteStore(path)
        await store.open(quiet)
        await store.close()

    asyncio.run(go())


# Modes


@posix
def test_only_the_owner_may_read_what_is_secret(tmp_path: Path) -> None:
    path = tmp_path / "new" / "deeper" / "tables.db"

    async def go() -> None:
        store = SqliteStore(path)
        await store.open(quiet)
        await store.create("one", 0.0, "opening", False)
        assert mode(path.parent) == 0o700
        files = list(path.parent.iterdir())
        assert {file.name for file in files} >= {"tables.db", "tables.db-wal"}
        assert {mode(file) for file in files} == {0o600}
        await store.close()

    old = os.umask(0)
    try:
        asyncio.run(go())
    finally:
        os.umask(old)


@posix
def test_a_file_that_was_open_to_all_is_closed_to_them(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.touch(0o666)
    path.chmod(0o666)

    async def go() -> None:
        store = SqliteStore(path)
        await store.open(quiet)
        await store.close()

    asyncio.run(go())
    assert mode(path) == 0o600


def test_a_path_may_begin_at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))

    async def go() -> None:
        store = SqliteStore("~/tables.db")
        await store.open(quiet)
        await store.close()

    asyncio.run(go())
    assert (tmp_path / "tables.db").exists()


# Writing


def test_every_commit_waits_for_the_disk(tmp_path: Path) -> None:
    with contextlib.closing(connect(tmp_path / "tables.db")) as connection:
        pragmas = {
            name: connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
        assert pragmas == {
            "journal_mode": "wal",
            "synchronous": 2,  # FULL
            "foreign_keys": 1,
            "busy_timeout": 5000,
        }
        assert connection.isolation_level is None


def commits(log: Path) -> int:
    """How many transactions a write-ahead log holds: a frame that ends one says how large the
    database is then, the others say 0.
    """
    data = log.read_bytes()
    page = int.from_bytes(data[8:12], "big")
    frames = [data[at : at + 24] for at in range(32, len(data), 24 + page)]
    return sum(frame[8:16] == data[16:24] and frame[4:8] != bytes(4) for frame in frames)


def test_what_waits_together_is_written_together(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    log = tmp_path / "tables.db-wal"

    async def go() -> None:
        store = SqliteStore(path)
        await store.open(quiet)
        await store.create("one", 0.0, "opening", False)
        before = commits(log)
        for n in range(1, 6):
            await store.append("one", n, 0.0, "alone")
        assert commits(log) - before == 5
        before = commits(log)
        together = (store.append("one", n, 0.0, "together") for n in range(6, 1006))
        assert all(await asyncio.gather(*together))
        # Most often two: what the thread found at once, and what came while it wrote that.
        assert 1 <= commits(log) - before <= 50
        await store.close()

    asyncio.run(go())


def test_lists_are_found_by_an_index(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    async def go() -> None:
        store = SqliteStore(path)
        await store.open(quiet)
        await store.close()

    asyncio.run(go())
    from rowlock.server.store import sqlite

    with contextlib.closing(connect(path)) as connection:

        def plan(query: str, *values: object) -> str:
            return "\n".join(
                row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {query}", values)
            )

        assert "USING INDEX tables_public" in plan(sqlite._PUBLIC, 10)
        assert "TEMP B-TREE" not in plan(sqlite._PUBLIC, 10)
        assert "USING INDEX tables_by_stage (stage=? AND at<?)" in plan(
            sqlite._IDLE, "waiting", 1.0, 1
        )
        assert "COVERING INDEX tables_by_stage" in plan(sqlite._COUNT)


# A bad disk


@contextlib.contextmanager
def no_room(path: Path) -> Iterator[None]:
    """Let no file of this process grow beyond the size of this one."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, ignored)


@posix
def test_when_the_disk_is_full_everybody_is_told_and_it_goes_on_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    async def go() -> None:
        store = SqliteStore(path)
        await store.open(quiet)
        await store.create("one", 0.0, "opening", False)
        with no_room(tmp_path / "tables.db-wal"):
            for _ in range(2):
                outcomes = await asyncio.gather(
                    *(store.append("one", n, 0.0, "x" * 1000) for n in range(1, 51)),
                    return_exceptions=True,
                )
                assert {str(outcome) for outcome in outcomes} == {
                    f"{path} cannot be written: disk I/O error"
                }
                assert all(isinstance(outcome, StoreError) for outcome in outcomes)
            kept = await store.read("one")
            assert kept is not None
            assert kept.entries == ()
        assert await store.append("one", 1, 0.0, "there is room again", Stage.PLAYING)
        await store.close()
        await store.open(quiet)
        kept = await store.read("one")
        assert kept is not None
        assert [entry.entry for entry in kept.entries] == ["there is room again"]
        await store.close()

    asyncio.run(go())


def test_a_number_too_large_for_the_file_spoils_nothing_else(tmp_path: Path) -> None:
    async def go() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        await store.open(quiet)
        await store.create("one", 0.0, "opening", False)
        numbers = [1, 2**70, 2]
        outcomes = await asyncio.gather(
            *(store.append("one", n, 0.0, str(n)) for n in numbers), return_exceptions=True
        )
        assert outcomes[0] is True
        assert outcomes[2] is True
        assert isinstance(outcomes[1], StoreError)
        assert "cannot be kept" in str(outcomes[1])
        await store.close()

    asyncio.run(go())


def test_reading_does_not_wait_for_a_writer(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    async def go() -> None:
        store = SqliteStore(path)
        await store.open(quiet)
        await store.create("one", 0.0, "opening", False)
        with contextlib.closing(connect(path)) as other:
            other.execute("BEGIN IMMEDIATE")
            waiting = asyncio.create_task(store.append("one", 1, 0.0, "entry"))
            async with asyncio.timeout(2):
                for _ in range(10):
                    kept = await store.read("one")
                    assert kept is not None
                    assert kept.entries == ()
            assert not waiting.done()
            other.execute("ROLLBACK")
            assert await waiting
        await store.close()

    asyncio.run(go())
