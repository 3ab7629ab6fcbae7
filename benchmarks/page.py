"""How heavy is the page, and how quick? `make bench-page` prints two tables.

A real server, Debian's chromium, and Lighthouse with its mobile profile (a slow phone on a
slow network), which npm fetches for as long as this runs.
"""

from __future__ import annotations

import gzip
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from rowlock.server.page import BUILT
from tests.server.running import Server, running
from tests.web.browsing import CHROMIUM, PHONE, Person, decide, launch, missing, text

LIGHTHOUSE = "lighthouse@13.5.0"
CATEGORIES = ("performance", "accessibility", "best-practices")
ROUNDS = 9


def main() -> None:
    """Measure, and print the tables."""
    if missing():
        sys.exit(missing())
    with running(bot_pause=0.8) as server:
        with sync_playwright() as playwright:
            browser = launch(playwright.chromium)
            rows = [
                (
                    "first load, JavaScript and CSS, gzipped",
                    f"{first_load(browser, server):.1f} kB",
                ),
                ("the whole page, gzipped", f"{whole_page():.1f} kB"),
                ("from Play now to the first roll", spread(first_rolls(browser, server))),
                ("from a tap to another screen", spread(taps(browser, server))),
            ]
            browser.close()
        table(("", "measured"), rows)
        print()
        table(("Lighthouse, mobile", *CATEGORIES), lighthouse(server))


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    """Print a table as the docs show it."""
    for row in (head, ("---",) * len(head), *rows):
        print("| " + " | ".join(row) + " |")


def spread(milliseconds: list[float]) -> str:
    """The middle and the worst."""
    return f"{statistics.median(milliseconds):.0f} ms (at most {max(milliseconds):.0f} ms)"


def whole_page() -> float:
    """All files that the page is made of."""
    files = [path for path in BUILT.rglob("*") if path.is_file()]
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in files) / 1000


def first_load(browser: Browser, server: Server) -> float:
    """What a browser that was never here loads before anything is tapped."""
    person = Person(browser, server.address, "Emma", **PHONE)
    sizes: list[int] = []
    person.page.on(
        "response",
        lambda got: (
            sizes.append(len(gzip.compress(got.body(), 9)))
            if got.url.endswith((".js", ".css"))
            else None
        ),
    )
    person.page.goto("/", wait_until="networkidle")
    person.context.close()
    return sum(sizes) / 1000


def first_rolls(browser: Browser, server: Server) -> list[float]:
    """From the tap on Play now until dice lie on the table."""
    took: list[float] = []
    for _ in range(ROUNDS):
        person = Person(browser, server.address, "Emma", **PHONE)
        person.page.goto("/", wait_until="networkidle")
        begun = time.perf_counter()
        person.page.get_by_role("button", name=text("start.play_now")).tap()
        person.page.wait_for_selector("[data-roll]")
        took.append((time.perf_counter() - begun) * 1000)
        person.context.close()
    return took


def taps(browser: Browser, server: Server) -> list[float]:
    """From the tap that decides until the cross is on another screen."""
    opened = server.open("Emma", "Max", first=1, open_white=True)
    emma = Person(browser, server.address, "Emma", prefs={"oneTap": True, "rollByItself": True})
    watcher = Person(browser, server.address, "Linus")
    emma.sit(opened["table"], opened["key"])
    watcher.sit(opened["table"])
    took: list[float] = []
    while len(took) < ROUNDS:
        emma.page.wait_for_selector("button.tile.white, [data-do=pass]:enabled")
        tiles = emma.page.locator("button.tile.white")
        if not tiles.count():
            decide(emma)
            continue
        crosses = "document.querySelectorAll('.sheet .tile > svg').length"
        before = watcher.page.evaluate(crosses)
        begun = time.perf_counter()
        tiles.first.click()
        watcher.page.wait_for_function(f"() => {crosses} > {before}", polling=5)
        took.append((time.perf_counter() - begun) * 1000)
    emma.context.close()
    watcher.context.close()
    return took


def lighthouse(server: Server) -> list[tuple[str, ...]]:
    """The scores of the start page, of a table under way, and of a finished one."""
    playing = server.open("Emma", "keen", first=1)
    places = {
        "the start page": "/",
        "a table by its link": f"/t/{playing['table']}",
        "a rule page": f"/rules/{server.get('/api/about')['variants'][0]['key']}",
    }
    return [(name, *scores(server.address + path)) for name, path in places.items()]


def scores(address: str) -> tuple[str, ...]:
    """What Lighthouse says of a page."""
    programs = Path(sys.executable).parent
    quiet = "--headless --no-sandbox --disable-quic --disable-background-networking"
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        subprocess.run(
            [
                programs / "npx",
                "--yes",
                LIGHTHOUSE,
                address,
                "--quiet",
                "--output=json",
                f"--output-path={report}",
                f"--only-categories={','.join(CATEGORIES)}",
                f"--chrome-flags={quiet}",
            ],
            env={
                **os.environ,
                "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
                "CHROME_PATH": str(CHROMIUM),
            },
            check=True,
            timeout=240,
        )
        said: dict[str, Any] = json.loads(report.read_text())
    for name in CATEGORIES:
        for audit in said["categories"][name]["auditRefs"]:
            found = said["audits"][audit["id"]]
            if found["score"] is not None and found["score"] < 0.9 and audit["weight"]:
                print(
                    f"  {address}: {found['title']}: {found.get('displayValue', '')}",
                    file=sys.stderr,
                )
    return tuple(f"{said['categories'][name]['score'] * 100:.0f}" for name in CATEGORIES)


if __name__ == "__main__":
    main()
