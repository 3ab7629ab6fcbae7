"""A picture of every screen in four sizes, light and dark: build/screenshots."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from tests.server.running import Server
from tests.web.browsing import People
from tests.web.prepared import Prepared
from tests.web.screens import SCREENS, SIZES, beside_the_screen, visit

FOLDER = Path(__file__).parents[2] / "build/screenshots"
PARTS = 6
"""So many tests, each with a share of the screens."""


@pytest.mark.parametrize("part", range(PARTS))
def test_a_picture_of_every_screen(
    part: int, server: Server, people: People, prepared: Prepared
) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    emma = people("Emma", server, has_touch=True, reduced_motion="reduce", service_workers="block")
    emma.allow("Service Worker registration blocked")
    camera = emma.context.new_cdp_session(emma.page)
    wide = []
    for screen in SCREENS[part::PARTS]:
        come = True
        for size in screen.sizes:
            width, height = SIZES[size]
            emma.page.set_viewport_size({"width": width, "height": height})
            if come:
                visit(emma, screen, prepared)
                come = False
            for look in ("light", "dark"):
                emma.page.emulate_media(color_scheme=look)
                # Playwright's own way takes four times as long.
                taken = camera.send("Page.captureScreenshot", {"optimizeForSpeed": True})
                picture = base64.b64decode(taken["data"])
                assert picture.startswith(b"\x89PNG")
                (FOLDER / f"{screen}.{size}.{look}.png").write_bytes(picture)
            if beside := beside_the_screen(emma.page):
                wide.append(f"{screen} {size}: {beside}")
    assert not wide
