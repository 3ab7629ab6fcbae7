"""What a server is started with, and the limits on everything that grows."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from rowlock.errors import NotNotation

__all__ = ["Settings", "from_environment"]

_PREFIX = "ROWLOCK_"
_LEVELS = ("debug", "info", "warning", "error")
_KINDS: dict[str, type[int] | type[float] | type[str]] = {"int": int, "float": float, "str": str}


@dataclass(frozen=True)
class Settings:
    """The settings of a server; each can be given in the environment, as ROWLOCK_NAME."""

    db: str = ""  # sqlite:PATH or postgresql://...; empty: a file in the user's data folder
    log: str = "warning"  # debug, info, warning or error: the least that is noted
    proxies: str = "127.0.0.1"  # whose X-Forwarded-For is believed, parted by commas
    origins: str = ""  # other sites whose pages may connect, parted by spaces
    metrics_token: str = ""  # who may see /metrics; empty: only this machine itself
    bot_pause: float = 0.8  # seconds a bot waits, so that people can follow
    message_size: int = 4096  # characters of a message on a socket
    body_size: int = 128 * 1024  # bytes of a request's body
    messages_per_second: float = 20  # of one socket, for long
    messages_at_once: int = 60  # of one socket, for a moment
    reactions_per_second: float = 5  # at one table, for long
    reactions_at_once: int = 20  # at one table, for a moment
    hints_per_second: float = 1  # asked for at one table, and decisions checked, for long
    hints_at_once: int = 20  # at one table, for a moment
    hints_per_minute: float = 120  # of one address, tables together
    requests_per_second: float = 20  # of one address, for long
    requests_at_once: int = 100  # of one address, for a moment
    seats_per_minute: float = 60  # changed by one address, and seeds promised before the start
    tables_per_hour: float = 60  # opened by one address
    public_per_address: int = 3  # public tables that one address has in the list at a time
    sockets_per_address: int = 100
    sockets_per_second: float = 10  # opened by one address, for long
    sockets: int = 10_000  # of this worker
    connections_per_address: int = 200  # sockets and requests, of an address that is no proxy
    connections: int = 12_000  # sockets and requests, of this worker
    spare_files: int = 256  # file descriptors that are no connections, for the database and files
    frames_per_message: int = 5  # of one socket: parts of messages, pings
    queue: int = 256  # messages that wait for a slow reader
    queue_bytes: int = 256 * 1024  # bytes of them
    unread_bytes: int = 64 * 1024 * 1024  # that wait for all slow readers of this worker
    system_buffer: int = 64 * 1024  # bytes of a connection in the system, each way
    hello_seconds: float = 10  # to say hello
    beat_seconds: float = 15  # between two signs of life
    send_seconds: float = 20  # to take what was sent
    away_seconds: float = 30  # away from a game, before others may let a bot play for somebody
    message_seconds: float = 10  # to finish a message that was begun
    request_seconds: float = 20  # to say a whole request
    keep_seconds: float = 5  # between an answer and the next request
    review_seconds: float = 60  # to look at a finished game again
    collect_seconds: float = 2  # between two looks through memory
    idle_seconds: float = 120  # without a socket, before a table leaves memory
    waiting_hours: float = 24  # before a table that never started is closed
    playing_days: float = 30  # without a move, before a game is closed
    daily_tries: int = 20_000  # of the daily game of one day
    daily_grace_hours: float = 2  # after its day, to finish a daily game; then its dice are told
    daily_days: int = 60  # for which seeds and results of daily games are kept
    tidy_seconds: float = 600  # between two looks for such tables


def from_environment(environment: Mapping[str, str] | None = None, **given: Any) -> Settings:
    """The settings of the environment, and those that were given in its stead."""
    if environment is None:
        environment = os.environ
    found: dict[str, Any] = {}
    for field in fields(Settings):
        name = _PREFIX + field.name.upper()
        text = environment.get(name)
        if text is None:
            continue
        kind = _KINDS[str(field.type)]
        try:
            found[field.name] = kind(text)
        except ValueError:
            word = "a whole number" if kind is int else "a number"
            raise NotNotation(f"{name}: expected {word}, found {text[:40]!r}") from None
        if kind is str:
            continue
        if not 0 <= found[field.name] < 1e9:
            raise NotNotation(f"{name}: expected a number from 0 on, found {text[:40]!r}")
        if name.endswith("_SECONDS") and not found[field.name]:
            raise NotNotation(f"{name}: expected more than no time at all, found {text[:40]!r}")
    if found.get("log", "info") not in _LEVELS:
        raise NotNotation(f"{_PREFIX}LOG: expected one of {', '.join(_LEVELS)}")
    return Settings(**(found | {name: value for name, value in given.items() if value is not None}))
