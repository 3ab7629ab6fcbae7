"""Databases of every earlier version are brought up to date, and nothing in them is lost."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path

import asyncpg
import pytest

from rowlock.server.stage import Stage
from rowlock.server.store import StoredTable, StoreError, Written, open_store, schema
from tests.server.postgres import fresh_database

SCHEMAS = Path(__file__).parent / "schemas"
NEWEST = len(schema.MIGRATIONS)
DIALECTS: list[schema.Dialect] = ["sqlite", "postgres"]
EARLIER = range(1, NEWEST)

TABLES = {
    "lonely": StoredTable(1000.5, '{"name": "It\'s lonely"}', ()),
    "lively": StoredTable(
        2000.25,
        '{"name": "Würfel 🎲"}',
        (
            Written(1, 2001.0, '{"id": "a", "seat": "Ada"}'),
            Written(2, 2002.0, '{"id": "b", "seat": "Bo"}'),
            Written(3, 2003.125, '{"id": "c", "start": true}'),
        ),
    ),
    "over": StoredTable(
        500.0, '{"name": "over"}', (Written(1, 501.0, '{"id": "d", "end": true}'),)
    ),
}


class Database:
    """An empty database of either kind, to prepare and to look into behind a store's back."""

    def __init__(self, dialect: schema.Dialect, folder: Path) -> None:
        self.dialect = dialect
        self.path = folder / "tables.db"
        self.url = f"sqlite:{self.path}" if dialect == "sqlite" else fresh_database()

    def execute(self, script: str) -> None:
        async def go() -> None:
            connection = await asyncpg.connect(self.url)
            await connection.execute(script)
            await connection.close()

        if self.dialect == "postgres":
            asyncio.run(go())
        else:
            with contextlib.closing(sqlite3.connect(self.path)) as connection:
                connection.executescript(script)

    def ask(self, query: str) -> list[tuple[object, ...]]:
        async def go() -> list[tuple[object, ...]]:
            connection = await asyncpg.connect(self.url)
            rows = await connection.fetch(query)
            await connection.close()
            return [tuple(row) for row in rows]

        if self.dialect == "postgres":
            return asyncio.run(go())
        with contextlib.closing(sqlite3.connect(self.path)) as connection:
            return connection.execute(query).fetchall()

    def version(self) -> int:
        ((version,),) = self.ask("SELECT version FROM rowlock_schema")
        assert isinstance(version, int)
        return version

    def schema(self) -> list[tuple[object, ...]]:
        """Everything there is, columns and indexes, in words that compare."""
        if self.dialect == "sqlite":
            names = "SELECT type, name FROM sqlite_schema ORDER BY 1, 2"
            columns = """
                SELECT s.name, c.name, c.type, c."notnull", c.dflt_value, c.pk
                FROM sqlite_schema s JOIN pragma_table_info(s.name) c ORDER BY 1, c.cid
            """
            return self.ask(names) + self.ask(columns)
        indexes = (
            "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1"
        )
        columns = """
            SELECT table_name, column_name, data_type, is_nullable, column_default
            FROM information_schema.columns WHERE table_schema = 'public'
            ORDER BY 1, ordinal_position
        """
        return self.ask(indexes) + self.ask(columns)

    def opened(self) -> None:
        """Open it with a store, as a server that starts, and close it again."""

        async def go() -> None:
            store = open_store(self.url)
            await store.open(lambda _: None)
            await store.close()

        asyncio.run(go())


@pytest.fixture(params=DIALECTS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    return Database(request.param, tmp_path)


def kept_from(version: int, database: Database) -> None:
    """Fill the database with what this version of Rowlock left."""
    database.execute((SCHEMAS / f"v{version}.{database.dialect}.sql").read_text(encoding="utf-8"))


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_earlier_version_has_an_example(dialect: schema.Dialect) -> None:
    expected = {f"v{version}.{dialect}.sql" for version in EARLIER}
    assert {path.name for path in SCHEMAS.glob(f"*.{dialect}.sql")} == expected


def test_a_new_database_has_the_newest_version(database: Database) -> None:
    database.opened()
    assert database.version() == NEWEST


@pytest.mark.parametrize("version", EARLIER)
def test_an_earlier_database_becomes_as_a_new_one(
    database: Database, version: int, tmp_path: Path
) -> None:
    kept_from(version, database)
    assert database.version() == version
    database.opened()
    (tmp_path / "new").mkdir()
    new = Database(database.dialect, tmp_path / "new")
    new.opened()
    assert database.version() == new.version() == NEWEST
    assert database.schema() == new.schema()


@pytest.mark.parametrize("version", EARLIER)
def test_nothing_is_lost_and_the_games_go_on(database: Database, version: int) -> None:
    kept_from(version, database)

    async def go() -> None:
        store = open_store(database.url)
        await store.open(lambda _: None)
        for table, kept in TABLES.items():
            assert await store.read(table) == kept
        assert await store.public_tables(10) == ["lively", "lonely"]
        assert await store.count_tables() == dict.fromkeys(Stage, 1)
        assert not await store.append("lively", 3, 3000.0, "too late")
        assert await store.append("lively", 4, 3000.0, "a move", Stage.DONE)
        assert await store.create("fresh", 3000.0, "opening", True)
        assert await store.public_tables(10) == ["fresh", "lonely"]
        assert await store.idle_tables(Stage.DONE, 9999.0, 9) == ["over", "lively"]
        await store.close()

    asyncio.run(go())


def test_opening_again_changes_nothing(database: Database) -> None:
    database.opened()
    before = database.schema()
    database.opened()
    assert (database.schema(), database.version()) == (before, NEWEST)


def test_a_newer_database_is_refused_and_left_alone(database: Database) -> None:
    database.opened()
    database.execute(f"UPDATE rowlock_schema SET version = {NEWEST + 1}")
    before = database.schema()
    sentence = f"written by a newer Rowlock: schema {NEWEST + 1}, this one knows {NEWEST}"
    with pytest.raises(StoreError, match=sentence):
        database.opened()
    assert (database.schema(), database.version()) == (before, NEWEST + 1)


def test_a_migration_that_fails_half_way_leaves_what_was(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.opened()
    database.execute("INSERT INTO tables (id, at, opening, public) VALUES ('one', 1, 'x', '1')")
    before = database.schema()
    broken = (
        "CREATE TABLE extra (id TEXT NOT NULL PRIMARY KEY)",
        "ALTER TABLE tables ADD COLUMN more TEXT",
        "DELETE FROM tables",
        "INSERT INTO nowhere VALUES (1)",
    )
    with monkeypatch.context() as patched:
        patched.setattr(
            schema, "MIGRATIONS", (*schema.MIGRATIONS, schema.Migration(broken, broken))
        )
        with pytest.raises(StoreError, match="nowhere"):
            database.opened()
    assert (database.schema(), database.version()) == (before, NEWEST)
    assert database.ask("SELECT id FROM tables") == [("one",)]
    whole = broken[:2]
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, schema.Migration(whole, whole)))
    database.opened()
    assert database.version() == NEWEST + 1
    assert database.ask("SELECT id, more FROM tables") == [("one", None)]
