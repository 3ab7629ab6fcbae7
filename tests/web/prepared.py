"""Tables that are brought to where a test or a picture begins, without a page."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from websockets.sync.client import connect

from tests.server.running import Server
from tests.web.browsing import Hand

__all__ = ["LOCKS_RED", "guest"]

LOCKS_RED = ("11", "12", "13", "14", "15", "66")
"""White dice with which whoever crosses red each time locks the row at the end."""


@contextlib.contextmanager
def guest(server: Server, table: str, name: str) -> Iterator[Hand]:
    """Somebody who comes by the link and takes the first open seat, without a page."""
    with connect(server.socket(table), compression=None) as socket:
        made = Hand(socket)
        made.say("hello")
        made.say("sit", name=name)
        yield made
