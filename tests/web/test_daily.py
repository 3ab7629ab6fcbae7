"""The daily game in a browser: from the start page to the line to share, and the day after."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from rowlock import read_record
from rowlock.fair import verify
from rowlock.server.days import Day, day_at
from tests.server.days import HOUR, NOON, Place, new_key, shown
from tests.web.browsing import DESKTOP, PHONE, People, Person, play_on, text
from tests.web.prepared import try_daily


@pytest.fixture
def place(tmp_path: Path, chromium: object) -> Iterator[Place]:
    del chromium  # without one there is nothing to be tried
    with Place(tmp_path, bot_pause=0) as there:
        yield there


def said(key: str, **values: object) -> str:
    """A text of the page with its values put in."""
    return re.sub(r"\{(\w+)\}", lambda found: str(values[found[1]]), text(key))


def play(person: Person, turns: int | None = None) -> None:
    """Go on at the table; the first roll is one's own to make."""
    person.wait("[data-roll], [data-do=roll]:enabled, main.result")
    if person.page.locator("[data-do=roll]").is_visible():
        person.press("[data-do=roll]")
    play_on(person, turns)


def today(place: Place) -> Day:
    return day_at(place.clock.now)


def key_of(person: Person) -> str:
    kept: dict[str, Any] = person.page.evaluate("JSON.parse(localStorage['rowlock.daily'])")
    return str(kept["key"])


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_from_the_start_page_to_the_line_to_share(
    place: Place, people: People, device: dict[str, Any]
) -> None:
    try_daily(place.server, new_key())
    emma = people("Emma", place.server, prefs={"name": "Emma"}, **device)
    emma.context.grant_permissions(["clipboard-read", "clipboard-write"])
    emma.page.goto("/")
    expect(emma.page.locator("[data-today]")).to_contain_text(text("start.today_says"))
    emma.press("[data-today]")
    number = today(place).number
    expect(emma.page.get_by_role("heading", level=1)).to_have_text(said("daily.title", n=number))
    assert not emma.page.evaluate("localStorage['rowlock.daily']")  # who only looks has no key
    emma.press("[data-begin]")
    play(emma, turns=1)
    table = emma.page.url.rpartition("/")[2]
    emma.page.goto("/daily")  # somebody comes back later
    emma.press(emma.page.get_by_role("link", name=text("daily.go_on")))
    expect(emma.page).to_have_url(re.compile(f"/t/{table}$"))
    emma.page.reload()
    play(emma)

    emma.press("[data-day]")
    emma.wait("[data-daily=done]")
    told = shown(place.server, key_of(emma))
    yours = told["yours"]
    assert yours["table"] == table
    score = f"{yours['points']} : {yours['against']}".replace("-", "\u2212")
    expect(emma.page.locator("[data-score]")).to_contain_text(score)
    assert yours["place"] == 1  # the other one crossed nothing
    expect(emma.page.locator("[data-place]")).to_have_text("Place 1 of 2.")
    expect(emma.page.locator("[data-bars] .yours")).to_have_count(1)
    bars = emma.page.locator("[data-bars] .count").all_inner_texts()
    assert sum(int(bar) for bar in bars if bar) == 2
    emma.page.locator("[data-skill=true]").wait_for(timeout=60_000)  # a review takes its time
    line = emma.page.locator("[data-line]").inner_text()
    assert re.fullmatch(
        rf"Rowlock, daily game {number}: \d+ points?, Pythia \d+\. Place 1 of 2\. "
        r"Luck [+\u2212]?[\d.]+%, given away [\d.]+%\.",
        line,
    )
    emma.press("[data-share]")
    emma.page.get_by_text(text("replay.copied")).wait_for()
    copied = emma.page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{line}\n{place.server.address}/daily"
    emma.page.goto("/")
    expect(emma.page.locator("[data-today]")).to_contain_text(str(yours["points"]))


def test_what_is_refused_is_not_offered(place: Place, people: People) -> None:
    emma = people("Emma", place.server, prefs={"name": "Emma"})
    emma.page.goto("/daily")
    emma.press("[data-begin]")
    play(emma, turns=2)
    page = emma.page
    expect(page.get_by_role("heading", level=1)).to_have_text(text("daily.name"))
    expect(page.locator("[data-do=undo], [data-hint]")).to_have_count(0)
    page.locator("details.menu summary").click()
    menu = page.locator(".sheetlet")
    expect(menu.get_by_role("button", name=text("table.settings"))).to_be_visible()
    for key in ("table.share", "table.let_bot_play_me", "table.end"):
        expect(menu.get_by_role("button", name=text(key))).to_have_count(0)
    page.keyboard.press("Escape")
    play(emma)
    expect(page.locator("[data-rematch]")).to_have_count(0)
    expect(page.get_by_role("button", name=text("replay.share"))).to_have_count(0)
    # The dice cannot be checked yet, and that is said.
    emma.press(page.get_by_role("button", name=text("replay.check")))
    expect(page.locator("[data-verdict=secret] [role=status]")).to_have_text(
        text("daily.table_secret")
    )
    with page.expect_download() as saving:
        emma.press("[data-save]")
    saved = Path(saving.value.path()).read_text()
    assert "ServerSeed" not in saved
    assert read_record(saved).game().over


def test_others_see_it_when_the_day_is_over_and_read_no_name(place: Place, people: People) -> None:
    emma, max_ = people("Emma", place.server, prefs={"name": "Emma"}), people("Max", place.server)
    emma.page.goto("/daily")
    emma.press("[data-begin]")
    play(emma)
    expect(emma.page.locator("main.result")).to_contain_text("Emma")
    link = emma.page.url
    max_.page.goto(link)
    expect(max_.page.get_by_role("alert")).to_contain_text(text("refused.not_yet"))
    day = today(place)
    place.clock.to(day.end + 3 * HOUR)
    max_.page.goto("/daily")
    yesterday = max_.page.locator("[data-yesterday]")
    expect(yesterday).to_contain_text(said("daily.yesterday", n=day.number))
    max_.press("[data-best]")
    expect(max_.page).to_have_url(link)
    expect(max_.page.locator("main.result")).to_contain_text(text("daily.somebody"))
    expect(max_.page.locator("body")).not_to_contain_text("Emma")
    max_.press(max_.page.get_by_role("button", name=text("replay.check")))
    max_.wait("[data-verdict=fair]")
    table = link.rpartition("/")[2]
    assert verify(read_record(place.server.get(f"/api/tables/{table}/record"))).day == day.name


def test_days_in_a_row_are_counted_and_a_missed_one_is_no_drama(
    place: Place, people: People
) -> None:
    emma = people("Emma", place.server)
    page, first = emma.page, today(place)

    def on(days: int) -> None:
        place.clock.to(first.start + days * 24 * HOUR + NOON)

    def done() -> None:
        """Today's game, finished without a page but with the key of this browser."""
        page.goto("/daily")
        emma.press("[data-begin]")
        emma.wait("[data-roll], [data-do=roll]")
        page.goto("/daily")
        try_daily(place.server, key_of(emma))
        page.goto("/daily")
        emma.wait("[data-daily=done]")

    done()
    expect(page.locator("[data-row]")).to_have_count(0)  # one day is no row
    on(1)
    page.goto("/daily")
    expect(page.locator("main")).to_contain_text("You played yesterday, too.")
    done()
    expect(page.locator("[data-row]")).to_contain_text("2 days in a row.")
    expect(page.locator("[data-line]")).to_contain_text("2 days in a row.")
    on(4)
    page.goto("/daily")
    emma.wait("[data-begin]")
    expect(page.locator("main")).not_to_contain_text("in a row")
    page.goto(f"/daily/{day_at(first.start + 24 * HOUR).name}")
    expect(page.locator("[data-daily=done]")).to_contain_text(text("daily.said").split(",")[0])
    page.goto(f"/daily/{day_at(first.start + 48 * HOUR).name}")
    emma.allow("404")
    expect(page.get_by_role("alert")).to_contain_text(text("refused.unknown_day"))


def test_a_game_of_yesterday_can_still_be_finished(place: Place, people: People) -> None:
    emma = people("Emma", place.server)
    emma.page.goto("/daily")
    emma.press("[data-begin]")
    play(emma, turns=1)
    day = today(place)
    emma.page.goto("/daily")
    place.clock.to(day.end + HOUR)
    emma.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # back from sleep
    emma.wait("[data-begin]")
    yesterday = emma.page.locator("[data-yesterday]")
    emma.press(yesterday.get_by_role("link", name=text("daily.go_on")))
    play(emma)
    emma.press("[data-day]")
    emma.wait("[data-daily=done]")
    assert emma.page.url.endswith(day.name)
    expect(emma.page.locator("[data-place]")).to_have_text("Nobody else has finished yet.")


def test_it_can_be_begun_with_the_keyboard_alone(place: Place, people: People) -> None:
    emma = people("Emma", place.server)
    emma.page.goto("/")
    for _ in range(30):
        emma.page.keyboard.press("Tab")
        if emma.page.evaluate("document.activeElement.matches('[data-today]')"):
            break
    emma.page.keyboard.press("Enter")
    emma.wait("[data-begin]")
    for _ in range(5):
        emma.page.keyboard.press("Tab")
        if emma.page.evaluate("document.activeElement.matches('[data-begin]')"):
            break
    emma.page.keyboard.press("Enter")
    emma.wait("[data-roll], [data-do=roll]")


def test_without_the_server_it_is_said_and_tried_again(place: Place, people: People) -> None:
    emma = people("Emma", place.server)
    emma.allow("/api/daily", "ERR_FAILED")
    emma.page.route("**/api/daily", lambda route: route.abort())
    emma.page.goto("/daily")
    expect(emma.page.get_by_role("alert")).to_contain_text(text("refused.away"))
    emma.page.unroute_all()
    emma.press(emma.page.get_by_role("button", name=text("problem.try_again")))
    emma.wait("[data-begin]")
