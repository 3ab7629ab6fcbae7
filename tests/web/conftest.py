"""One chromium and one server for all tests of the page, and browsers for its people.

They live as long as tests of this folder follow one another, not for the whole session:
as long as Playwright runs, no other test could use asyncio.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.server.running import Server, running
from tests.web.browsing import People, Person, launch, missing
from tests.web.prepared import Prepared


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The browser."""
    if missing():
        pytest.skip(missing())
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def server(chromium: Browser) -> Iterator[Server]:
    """A server whose bots do not hesitate. A test that stops it, or needs other settings,
    starts one of its own with `running`.
    """
    with running(bot_pause=0) as started:
        yield started


@pytest.fixture(scope="package")
def prepared(server: Server) -> Iterator[Prepared]:
    """Tables where something has happened already, for tests that look at screens."""
    made = Prepared(server)
    yield made
    made.close()


@pytest.fixture
def people(chromium: Browser) -> Iterator[People]:
    """Lets somebody come: `people("Emma", server, prefs={...}, **PHONE)`.

    At the end of the test nothing may have gone wrong in any of these browsers, but for
    what a test allowed by `Person.allow`.
    """
    came: list[Person] = []

    def come(name: str, at: Server | str, **options: Any) -> Person:
        address = at if isinstance(at, str) else at.address
        came.append(Person(chromium, address, name, **options))
        return came[-1]

    yield come
    wrong = [f"{person.name}: {what}" for person in came for what in person.wrong()]
    for person in came:
        person.context.close()
    if wrong:
        pytest.fail("\n".join(["in the browsers of", *wrong]), pytrace=False)
