"""A mechanic that the page has never heard of: one Python module, drawn and played all the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.server.running import Server, running
from tests.toys.treasure import CELL, EACH, KEY, OPENS, TITLE, TUNNEL
from tests.web.browsing import People, Person
from tests.web.test_sheets import ghosts, seated

FILE = Path(__file__).parents[1] / "toys" / "treasure.toml"


@pytest.fixture(scope="module")
def toys(chromium: Browser) -> Iterator[Server]:
    """A server on which the mechanic is installed."""
    with running(bot_pause=0, module="tests.toys") as started:
        yield started


def at_the_table(toys: Server, people: People, language: str) -> Person:
    """Emma before her decision; the white dice make seven, which is the key."""
    return seated(
        toys,
        people,
        dice="34r1y1g1b1",
        max_passes=True,
        variant="treasure",
        variant_file=FILE.read_text(),
        with_={"prefs": {"language": language}, "viewport": {"width": 390, "height": 844}},
    )


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_what_it_prints_is_drawn_in_its_own_words(
    toys: Server, people: People, language: str
) -> None:
    emma = at_the_table(toys, people, language)
    sheet = emma.page.locator("main .sheet").first
    expect(sheet.locator(".shape.frame")).to_have_count(4)
    expect(sheet.locator("[data-strip=coins] .field")).to_have_text(["1", "2", "4", "8"])
    expect(sheet.locator("[data-link]")).to_have_count(1)
    expect(sheet).to_contain_text(re.compile(f"{KEY[language]}\\W+7", re.IGNORECASE))
    expect(sheet).to_contain_text(OPENS[language])
    expect(sheet).to_contain_text(TUNNEL[language])
    line = sheet.locator("[data-line=treasure]")
    expect(line).to_have_attribute("aria-label", re.compile(TITLE[language], re.IGNORECASE))
    expect(line).to_have_attribute("aria-label", re.compile(re.escape(EACH[language])))
    framed = sheet.locator("button.tile[data-cell=R5]")
    expect(framed).to_have_attribute("aria-label", re.compile(CELL[language]))


def test_what_it_offers_is_tapped_and_what_it_demands_is_shown_before(
    toys: Server, people: People
) -> None:
    emma = at_the_table(toys, people, "en")
    emma.press("button.tile[data-cell=R5]")
    expect(emma.page.locator("[data-foretold]")).to_have_text("Also crosses green 6")
    assert ghosts(emma) == ["G6"]
    emma.press("[data-do=confirm]")
    for cell in ("R5", "G6"):
        expect(emma.crossed(cell)).to_have_count(1)
    sheet = emma.page.locator("main .sheet").first
    expect(sheet.locator("[data-strip=coins] .field.struck")).to_have_count(2)
    expect(sheet.locator("[data-line=treasure] .points")).to_have_text("3")
    story = emma.page.locator("section.story")
    emma.press(story.get_by_role("button").first)
    expect(story).to_contain_text(re.compile(r"red 5.*key", re.IGNORECASE | re.DOTALL))
