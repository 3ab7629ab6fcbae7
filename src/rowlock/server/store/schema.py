"""What both databases hold, how they came to it version by version, and which texts they take.

A migration is never changed once it was published: a new version is a new step at the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from rowlock.server.store import StoreError

__all__ = [
    "BROADCAST_LIMIT",
    "MIGRATIONS",
    "Dialect",
    "Migration",
    "broadcast_text",
    "is_odd",
    "refuse_odd",
    "migrations_after",
]

Dialect = Literal["sqlite", "postgres"]

BROADCAST_LIMIT = 7999
"""How many bytes a passing message may have with its table: what PostgreSQL takes."""


class Migration(NamedTuple):
    """The statements that lead from one version of the schema to the next."""

    sqlite: tuple[str, ...]
    postgres: tuple[str, ...]


MIGRATIONS: tuple[Migration, ...] = (
    Migration(
        sqlite=(
            "CREATE TABLE rowlock_schema (version INTEGER NOT NULL) STRICT",
            "INSERT INTO rowlock_schema (version) VALUES (0)",
            """
            CREATE TABLE tables (
                id TEXT NOT NULL PRIMARY KEY,
                at REAL NOT NULL,
                opening TEXT NOT NULL,
                public INTEGER NOT NULL,
                stage TEXT NOT NULL DEFAULT 'waiting'
            ) STRICT
            """,
            # Without rowid the moves of a table lie side by side, and each is written once,
            # not once in the table and once more in the index of its key.
            """
            CREATE TABLE moves (
                table_id TEXT NOT NULL REFERENCES tables (id),
                n INTEGER NOT NULL,
                at REAL NOT NULL,
                entry TEXT NOT NULL,
                PRIMARY KEY (table_id, n)
            ) STRICT, WITHOUT ROWID
            """,
        ),
        postgres=(
            "CREATE TABLE rowlock_schema (version INTEGER NOT NULL)",
            "INSERT INTO rowlock_schema (version) VALUES (0)",
            """
            CREATE TABLE tables (
                id TEXT NOT NULL PRIMARY KEY,
                at DOUBLE PRECISION NOT NULL,
                opening TEXT NOT NULL,
                public BOOLEAN NOT NULL,
                stage TEXT NOT NULL DEFAULT 'waiting'
            )
            """,
            """
            CREATE TABLE moves (
                table_id TEXT NOT NULL REFERENCES tables (id),
                n INTEGER NOT NULL,
                at DOUBLE PRECISION NOT NULL,
                entry TEXT NOT NULL,
                PRIMARY KEY (table_id, n)
            )
            """,
        ),
    ),
    # The list of public tables is asked often and must not grow slower with every game that
    # ends, so the done ones are left out. Stages are also counted, hence an index of them all.
    Migration(
        sqlite=(
            "CREATE INDEX tables_public ON tables (at) WHERE public = 1 AND stage <> 'done'",
            "CREATE INDEX tables_by_stage ON tables (stage, at)",
        ),
        postgres=(
            "CREATE INDEX tables_public ON tables (at) WHERE public AND stage <> 'done'",
            "CREATE INDEX tables_by_stage ON tables (stage, at)",
        ),
    ),
    # The daily game: one secret seed a day, and who tried it at which table. The key of a day is
    # what makes of several workers one that draws the seed, and the others read it.
    Migration(
        sqlite=(
            """
            CREATE TABLE daily_seeds (
                day TEXT NOT NULL PRIMARY KEY,
                at REAL NOT NULL,
                seed TEXT NOT NULL
            ) STRICT
            """,
            """
            CREATE TABLE daily_tries (
                day TEXT NOT NULL,
                table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
                at REAL NOT NULL,
                finished REAL,
                points INTEGER,
                against INTEGER,
                PRIMARY KEY (day, table_id)
            ) STRICT, WITHOUT ROWID
            """,
            "CREATE INDEX daily_open ON daily_tries (table_id) WHERE finished IS NULL",
        ),
        postgres=(
            """
            CREATE TABLE daily_seeds (
                day TEXT NOT NULL PRIMARY KEY,
                at DOUBLE PRECISION NOT NULL,
                seed TEXT NOT NULL
            )
            """,
            """
            CREATE TABLE daily_tries (
                day TEXT NOT NULL,
                table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
                at DOUBLE PRECISION NOT NULL,
                finished DOUBLE PRECISION,
                points INTEGER,
                against INTEGER,
                PRIMARY KEY (day, table_id)
            )
            """,
            "CREATE INDEX daily_open ON daily_tries (table_id) WHERE finished IS NULL",
        ),
    ),
)


def migrations_after(found: int, dialect: Dialect) -> Iterator[tuple[str, ...]]:
    """What a database of this version still lacks: for each version the statements that lead
    to it, the last of which writes the version down.
    """
    newest = len(MIGRATIONS)
    if found > newest:
        raise StoreError(
            f"the database was written by a newer Rowlock: schema {found}, this one knows {newest}"
        )
    for version, step in enumerate(MIGRATIONS[found:], found + 1):
        statements = step.sqlite if dialect == "sqlite" else step.postgres
        yield (*statements, f"UPDATE rowlock_schema SET version = {version}")


def is_odd(text: str) -> bool:
    """Whether a text has a NUL or half a character in it, which not every database can keep.
    JSON has neither.
    """
    if "\0" in text:
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def refuse_odd(*texts: str) -> None:
    """A StoreError for a text that not every database can keep."""
    if any(map(is_odd, texts)):
        raise StoreError("a text with a NUL or half a character in it cannot be kept")


def broadcast_text(table_id: str, message: str) -> str:
    """A passing message as it travels; a StoreError if it is longer than every store takes."""
    refuse_odd(table_id, message)
    payload = f"{table_id}\n{message}"
    if len(payload.encode()) > BROADCAST_LIMIT:
        raise StoreError(
            f"a passing message may have {BROADCAST_LIMIT} bytes with its table, not more"
        )
    return payload
