"""Sheets and points that are only looked at: all of it can be read, in every window."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.server.running import Server
from tests.web.browsing import PHONE, People, hand, text
from tests.web.prepared import Prepared, guest

TALLER = """() => [...document.querySelectorAll("main .band")].flatMap((band) => {
  const a = band.getBoundingClientRect();
  return [...band.querySelectorAll(".number, .tile, .start, .lock, .points")].filter((one) => {
    const b = one.getBoundingClientRect();
    return b.top < a.top - 0.5 || b.bottom > a.bottom + 0.5;
  }).map((one) => `${one.className} ${one.innerText}: ${a.height}`);
})"""


@pytest.mark.parametrize("what", ["two", "locking", "deciding", "deciding:longo", "many"])
def test_nothing_of_a_watched_sheet_is_cut(
    what: str, server: Server, people: People, prepared: Prepared
) -> None:
    """Two, two with an announcement, four and eight: what a row holds is as low as the row."""
    table, _ = prepared[what]
    walter = people("Walter", server)
    walter.sit(table)
    walter.wait(".gallery .sheet")
    for width, height in ((1280, 720), (1280, 800), (1366, 768), (1440, 900)):
        walter.page.set_viewport_size({"width": width, "height": height})
        assert walter.page.evaluate(TALLER) == [], (width, height)


def test_who_watches_on_a_phone_can_read_it_all(
    server: Server, people: People, prepared: Prepared
) -> None:
    """Whose roll it is and who is waited for, with a clock or without; also in large letters."""
    lost = """() => {
      const felt = document.querySelector(".felt").getBoundingClientRect();
      const tray = document.querySelector(".tray").getBoundingClientRect();
      return [...document.querySelectorAll(".headline .state > *")].filter((one) => {
        if (getComputedStyle(one).position === "absolute") return false; // only heard
        const { top, bottom } = one.getBoundingClientRect();
        return top < felt.top || bottom > tray.top + 0.5 || one.scrollWidth > one.clientWidth + 1;
      }).map((one) => one.innerText);
    }"""
    clocked = server.open("Emma", "+", real_dice=True, first=1, time="relaxed")
    with (
        guest(server, clocked["table"], "Maximilian-Alexander"),
        hand(server, clocked["table"], clocked["key"]) as emma,
    ):
        emma.say("start")
        emma.say("roll", turn=1, dice="44r5y3g3b3")
        emma.decide(1, "-")
        walter = people("Walter", server, prefs={"calm": True}, **PHONE)
        for table in (prepared["locking"][0], clocked["table"]):
            walter.sit(table)
            walter.wait("[data-waits]")
            if table == clocked["table"]:
                walter.wait(".headline .seconds")
            for width, letters in ((390, "106.25%"), (360, "106.25%"), (360, "212.5%")):
                walter.page.set_viewport_size({"width": width, "height": 740})
                walter.page.evaluate(f"document.documentElement.style.fontSize = '{letters}'")
                assert walter.page.evaluate(lost) == [], (table, width, letters)


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1280, 800), (1440, 900)])
def test_what_moves_a_replay_lies_on_no_sheet(
    width: int, height: int, server: Server, people: People, prepared: Prepared
) -> None:
    table, key = prepared["over"]
    emma = people("Emma", server, prefs={"calm": True})
    emma.page.set_viewport_size({"width": width, "height": height})
    emma.sit(table, key)
    emma.press(emma.page.get_by_role("button", name=text("replay.replay")))
    emma.wait(".replay input[type=range]")
    expect(emma.page.locator(".replay .large")).to_have_count(3)
    bottoms = "all => all.map((one) => one.getBoundingClientRect().bottom)"
    lowest = max(emma.page.locator(".replay .large").evaluate_all(bottoms))
    top = "one => one.getBoundingClientRect().top"
    assert lowest <= emma.page.locator(".replay input[type=range]").evaluate(top)
    assert emma.page.evaluate(TALLER) == []


def test_the_table_of_points_breaks_no_name(
    server: Server, people: People, prepared: Prepared
) -> None:
    """At hyphens only, and with letters twice as large the total is still in sight."""
    table, key = prepared["stopped"]
    emma = people("Emma", server, prefs={"calm": True}, **PHONE)
    emma.page.set_viewport_size({"width": 360, "height": 740})
    emma.sit(table, key)
    name = emma.page.locator("tbody .who", has_text="Maximilian-Alexander")
    lines = """one => {
      const text = document.createTreeWalker(one, NodeFilter.SHOW_TEXT).nextNode();
      const range = document.createRange(), all = {};
      for (let i = 0; i < text.length; i++) {
        range.setStart(text, i), range.setEnd(text, i + 1);
        const top = Math.round(range.getBoundingClientRect().top);
        all[top] = (all[top] ?? "") + text.data[i];
      }
      return Object.values(all).map((line) => line.trim()).filter(Boolean);
    }"""
    assert name.evaluate(lines) == ["Maximilian-", "Alexander"]
    emma.page.evaluate("document.documentElement.style.fontSize = '212.5%'")
    assert name.evaluate(lines) == ["Maximilian-", "Alexander"]
    right = "one => one.getBoundingClientRect().right"
    assert emma.page.locator("tbody td.total").first.evaluate(right) <= 360
