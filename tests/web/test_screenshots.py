"""A picture of every screen in four sizes, light and dark: build/screenshots."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.running import Server
from tests.web.browsing import People
from tests.web.prepared import Prepared
from tests.web.screens import SCREENS, SIZES, beside_the_screen, visit

FOLDER = Path(__file__).parents[2] / "build/screenshots"
TOUCHED = [name for name in SIZES if name != "desktop"]
LOOKS = ("light", "dark")


@pytest.fixture(scope="module")
def prepared(server: Server) -> Iterator[Prepared]:
    made = Prepared(server)
    yield made
    made.close()


@pytest.mark.parametrize("sizes", [TOUCHED, ["desktop"]], ids=["touch", "desktop"])
@pytest.mark.parametrize("part", range(8))
def test_a_picture_of_every_screen(
    part: int, sizes: list[str], server: Server, people: People, prepared: Prepared
) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    emma = people(
        "Emma",
        server,
        has_touch=sizes is TOUCHED,
        reduced_motion="reduce",
        service_workers="block",
    )
    emma.allow("Service Worker registration blocked")
    wide = []
    for screen in SCREENS[part::8]:
        shown = [size for size in sizes if size in screen.sizes]
        for first, size in enumerate(shown):
            width, height = SIZES[size]
            emma.page.set_viewport_size({"width": width, "height": height})
            if not first:
                visit(emma, screen, prepared)
            for look in LOOKS:
                emma.page.emulate_media(color_scheme=look)  # type: ignore[arg-type]
                file = FOLDER / f"{screen}.{size}.{look}.png"
                file.unlink(missing_ok=True)
                emma.page.screenshot(path=file, full_page=True)
                assert file.stat().st_size > 1000
            if beside := beside_the_screen(emma.page):
                wide.append(f"{screen} {size}: {beside}")
    assert not wide
