"""A picture of every screen in four sizes, by day and by night: build/screenshots."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Literal

import pytest

from tests.server.running import Server
from tests.web.browsing import People
from tests.web.prepared import Prepared
from tests.web.screens import SCREENS, SIZES, beside_the_screen, light, looker, visit

FOLDER = Path(__file__).parents[2] / "build/screenshots"
LOOKS: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PICTURED = [screen for screen in SCREENS if screen.pictured]
PARTS = 6
"""So many tests, each with a share of the screens."""


@pytest.mark.parametrize("part", range(PARTS))
def test_a_picture_of_every_screen(
    part: int, server: Server, people: People, prepared: Prepared
) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    emma = looker(people, server)
    camera = emma.context.new_cdp_session(emma.page)
    wide = []
    for screen in PICTURED[part::PARTS]:
        come = True
        for size in screen.sizes:
            width, height = SIZES[size]
            emma.page.set_viewport_size({"width": width, "height": height})
            if come:
                visit(emma, screen, prepared)
                come = False
            for look in LOOKS:
                light(emma.page, look)
                # Playwright's own way takes four times as long.
                taken = camera.send("Page.captureScreenshot", {"optimizeForSpeed": True})
                picture = base64.b64decode(taken["data"])
                assert picture.startswith(b"\x89PNG")
                (FOLDER / f"{screen}.{size}.{look}.png").write_bytes(picture)
            if beside := beside_the_screen(emma.page):
                wide.append(f"{screen} {size}: {beside}")
    assert not wide
