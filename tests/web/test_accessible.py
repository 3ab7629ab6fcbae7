"""For every eye, hand and ear: what can be measured of it, on every screen."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.server.running import Server
from tests.web.browsing import People, Person
from tests.web.prepared import Prepared
from tests.web.screens import SCREENS, SHEETS, SIZES, Screen, beside_the_screen, visit

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
BY_NAME = {screen.name: screen for screen in SCREENS}


@functools.cache
def axe() -> str:
    return AXE.read_text()


_RUN = """(tags) => axe.run(document, { runOnly: tags, resultTypes: ["violations"] }).then(
  ({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map((node) =>
      `${id}: ${node.target.join(" ")}: ${node.any.concat(node.all, node.none)[0]?.message}`)))"""


def violations(page: Page) -> list[str]:
    """What axe-core finds; it is put into the page from outside, past its policy."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe())
    found: list[str] = page.evaluate(_RUN, TAGS)
    return found


_SMALL = """() => {
  const pressed = "a[href], button, summary, select, input, textarea, [role=button], label:has(input)";
  return [...document.querySelectorAll(pressed)].flatMap((one) => {
    const around = one.closest("label") ?? one;  // what is around an input is pressed as well
    const { width, height } = around.getBoundingClientRect();
    if (!width || !one.checkVisibility({ visibilityProperty: true })) return [];
    // A link in the middle of a sentence is as high as its line.
    const inline = getComputedStyle(around).display === "inline" && around.tagName === "A";
    const sentence = inline && around.parentElement.innerText.trim() !== around.innerText.trim();
    if (sentence || (width >= 24 && height >= 24)) return [];
    return [`${one.tagName} ${one.className} ${Math.round(width)}×${Math.round(height)}`];
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


def size(person: Person, name: str) -> None:
    width, height = SIZES[name]
    person.page.set_viewport_size({"width": width, "height": height})


def looker(people: People, server: Server, **options: Any) -> Person:
    one = people("Emma", server, reduced_motion="reduce", service_workers="block", **options)
    one.allow("Service Worker registration blocked")
    return one


@pytest.mark.parametrize("screen", SCREENS, ids=str)
def test_every_screen(screen: Screen, server: Server, people: People, prepared: Prepared) -> None:
    wrong: dict[str, list[str]] = {}
    # A phone by day, in English.
    emma = looker(people, server, color_scheme="light", has_touch=True)
    narrow = "phone" if "phone" in screen.sizes else "tablet"
    size(emma, narrow)
    visit(emma, screen, prepared)
    wrong["axe, light"] = violations(emma.page)
    wrong["sideways"] = beside_the_screen(emma.page)
    wrong["small"] = emma.page.evaluate(_SMALL)
    # A desk by night, in German; then the longest words on a phone, and twice as large.
    size(emma, "desktop")
    emma.page.emulate_media(color_scheme="dark")
    visit(emma, screen, prepared, language="de")
    wrong["axe, dark"] = violations(emma.page)
    size(emma, narrow)
    wrong["sideways in German"] = beside_the_screen(emma.page)
    size(emma, "tablet")
    emma.page.evaluate("document.documentElement.style.fontSize = '212.5%'")
    wrong["sideways, text twice as large"] = beside_the_screen(emma.page)
    wrong["cut off, text twice as large"] = emma.page.evaluate(_CUT)
    assert not {what: found for what, found in wrong.items() if found}


@pytest.mark.parametrize("scheme", ["vivid", "muted", "grades"])
def test_every_scheme_of_colours(
    scheme: str, server: Server, people: People, prepared: Prepared
) -> None:
    wrong = {}
    emma = looker(people, server)
    for name in ("table-own", "result", "start-first"):
        visit(emma, BY_NAME[name], prepared, scheme=scheme)
        for look in ("light", "dark"):
            emma.page.emulate_media(color_scheme=look)  # type: ignore[arg-type]
            wrong[f"{name}, {look}"] = violations(emma.page)
    assert not {what: found for what, found in wrong.items() if found}


# Nothing covers the sheet

_COVERED = """() => {
  const sheet = document.querySelector("main .sheet");
  sheet.scrollIntoView({ block: "nearest" });
  return [...document.querySelectorAll("main .sheet [data-cell]")].filter((tile) => {
    const { left, top, width, height } = tile.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return !there || !tile.contains(there);
  }).map((tile) => tile.dataset.cell);
}"""


@pytest.mark.parametrize("screen", SHEETS, ids=str)
def test_nothing_covers_the_own_sheet(
    screen: Screen, server: Server, people: People, prepared: Prepared
) -> None:
    emma = looker(people, server)
    visit(emma, screen, prepared)
    for name in SIZES:
        size(emma, name)
        assert emma.page.evaluate(_COVERED) == [], name
