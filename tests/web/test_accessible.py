"""For every eye, hand and ear: what can be measured of it, on every screen.

That no screen is wider than the window is looked at in English where its pictures are taken
(test_screenshots.py), and here in German, whose words are the longest.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page

from tests.server.running import Server
from tests.web.browsing import People, Person, hand
from tests.web.prepared import Prepared, guest
from tests.web.screens import (
    SCREENS,
    SHEETS,
    SIZES,
    Screen,
    beside_the_screen,
    light,
    looker,
    visit,
)

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PARTS = 8
"""So many tests, each with a share of the screens."""

# Numbers that were passed over, and rows that are closed, are pale on purpose. They are
# inactive, and of those WCAG 1.4.3 asks no contrast. On the longest sheet a phone's cells are
# narrower than 24 px; WCAG 2.5.8 allows it, because the same can be chosen below (`_SMALL`).
_AXE = """({ what, within }) => axe.run(
  { include: within, exclude: [".tile.lost", ".band.shut .tile", ".slot.shut .tile"] },
  { runOnly: what, resultTypes: ["violations"], preload: false },
).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
  nodes
    .filter((node) => id !== "target-size" || !node.html.includes("data-cell"))
    .slice(0, 3)
    .map((node) => `${id}: ${node.target.join(" ")}: ${
      node.any.concat(node.all, node.none)[0]?.message}`)))"""

# Whatever is pressed has 24 by 24 pixels at least, with the label around it. A link in the
# middle of a sentence is as high as its line; a cell may be small if it can be chosen below.
_SMALL = """() => {
  const pressed = "a[href], button, summary, select, input, textarea, [role=button]";
  return [...document.querySelectorAll(pressed)].flatMap((one) => {
    const around = one.closest("label") ?? one;
    const { width, height } = around.getBoundingClientRect();
    if (!width || !one.checkVisibility({ visibilityProperty: true })) return [];
    if (width >= 24 && height >= 24) return [];
    const inline = around.tagName === "A" && getComputedStyle(around).display === "inline";
    const line = around.parentElement.innerText.trim();
    if (inline && line !== around.innerText.trim()) return [];
    const cell = one.dataset.cell;
    if (cell && document.querySelector(`.chip[data-decision$='${cell}']`)) return [];
    const size = `${Math.round(width)} x ${Math.round(height)}`;
    return [`${one.tagName} ${one.className} ${size}`];
  });
}"""
_CUT = """() => [...document.querySelectorAll("button, .button, a, summary, label, h1, h2, legend")]
  .filter((one) => {
    if (!one.checkVisibility() || one.closest("[aria-hidden=true], .unseen")) return false;
    const style = getComputedStyle(one);
    const hidden = /hidden|clip/.test(style.overflowX + style.overflowY);
    return hidden && style.textOverflow !== "ellipsis"
      && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1);
  })
  .map((one) => `${one.tagName} ${one.className}: ${one.innerText.slice(0, 40)}`)"""
_COVERED = """() => {
  document.querySelector("main .sheet").scrollIntoView({ block: "nearest" });
  return [...document.querySelectorAll("main .sheet [data-cell]")].filter((tile) => {
    const { left, top, width, height } = tile.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return !there || !tile.contains(there);
  }).map((tile) => tile.dataset.cell);
}"""
LARGER = "document.documentElement.style.fontSize = '212.5%'"  # it is 106.25 % by itself


@functools.cache
def axe() -> str:
    if not AXE.exists():
        pytest.skip("no axe-core: make page")
    return AXE.read_text()


def violations(page: Page, what: list[str], within: str = "html") -> list[str]:
    """What axe-core finds; it is put into the page from outside, past its policy."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe())
    found: list[str] = page.evaluate(_AXE, {"what": what, "within": [within]})
    return found


def size(person: Person, name: str) -> None:
    width, height = SIZES[name]
    person.page.set_viewport_size({"width": width, "height": height})


def look(person: Person, screen: Screen, prepared: Prepared) -> dict[str, list[str]]:
    """Everything that is wrong with a screen."""
    page, wrong = person.page, {}
    narrow = "phone" if "phone" in screen.sizes else "tablet"
    size(person, narrow)
    page.emulate_media(color_scheme="light")
    visit(person, screen, prepared, language="de")
    wrong["axe"] = violations(page, TAGS, screen.counts)
    wrong["sideways"] = beside_the_screen(page)
    wrong["small"] = page.evaluate(_SMALL)
    if screen in SHEETS:
        for name in SIZES:
            size(person, name)
            wrong[f"covered, {name}"] = page.evaluate(_COVERED)
        size(person, narrow)
    light(page, "dark")
    wrong["axe, dark"] = violations(page, ["color-contrast"], screen.counts)
    page.evaluate(LARGER)
    for name in {narrow, "tablet"}:
        size(person, name)
        wrong[f"sideways, {name}, text twice as large"] = beside_the_screen(page)
        wrong[f"cut off, {name}, text twice as large"] = page.evaluate(_CUT)
    return {what: found for what, found in wrong.items() if found}


@pytest.mark.parametrize("part", range(PARTS))
def test_every_screen(part: int, server: Server, people: People, prepared: Prepared) -> None:
    emma = looker(people, server)
    wrong = [
        f"{screen}, {what}: {found}"
        for screen in SCREENS[part::PARTS]
        for what, found in look(emma, screen, prepared).items()
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("scheme", ["vivid", "muted", "grades"])
def test_every_scheme_of_colours(
    scheme: str, server: Server, people: People, prepared: Prepared
) -> None:
    wrong = {}
    emma = looker(people, server)
    visit(emma, SHEETS[-1], prepared, scheme=scheme)
    looks: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for name in looks:
        light(emma.page, name)
        wrong[name] = violations(emma.page, ["color-contrast"])
    assert not {what: found for what, found in wrong.items() if found}


# Nothing covers the sheet


def test_news_do_not_cover_the_own_sheet(server: Server, people: People) -> None:
    opened = server.open("Emma", "+", real_dice=True, first=1)
    table = opened["table"]
    with guest(server, table, "Max") as max_, hand(server, table, opened["key"]) as own:
        own.say("start")
        emma = looker(people, server)
        emma.sit(table, opened["key"])
        emma.page.wait_for_selector("form.real")
        own.say("roll", turn=1, dice="11r1y6g1b1")
        max_.decide(2, "-")
        own.decide(1, "-")
        own.decide(1, "-")  # a miss, which is told in large letters for a while
        emma.page.wait_for_selector("[data-news]")
        for name in SIZES:
            size(emma, name)
            assert emma.page.evaluate(_COVERED) == [], name
        assert emma.page.locator("[data-news]").count(), "it was gone too soon to be seen"
