"""What many tests of the server share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.running import Server, running


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server for all tests of a module, on a SQLite file of its own."""
    with running() as started:
        yield started
