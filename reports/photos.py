"""Takes the pictures of the page that the docs show: `make pictures`.

A real server, a real browser, and games that bots have begun; the dice are always the same.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import sync_playwright

from reports import DOCS
from tests.server.running import running
from tests.web.browsing import DESKTOP, PHONE, Person, launch
from tests.web.prepared import Prepared

PICTURES = DOCS / "pictures"
SHARP = {**PHONE, "device_scale_factor": 2}


def main() -> None:
    """Take all of them."""
    with running(bot_pause=0) as server, sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        tables = Prepared(server)

        def photo(name: str, table: str | None, **options: Any) -> None:
            person = Person(browser, server.address, "Emma", reduced_motion="reduce", **options)
            if table is None:
                person.page.goto("/", wait_until="networkidle")
            else:
                person.sit(*tables[table])
                person.page.wait_for_selector("[data-roll]")
                person.page.wait_for_timeout(500)
            person.page.screenshot(path=PICTURES / f"{name}.png")
            person.context.close()

        photo("start-phone", None, **SHARP)
        photo("table-phone", "deciding", **SHARP)
        photo("table-dark", "deciding:bonus_chain", color_scheme="dark", **SHARP)
        photo("table-desktop", "deciding:mixed_colours", **DESKTOP)
        tables.close()
        browser.close()


if __name__ == "__main__":
    main()
