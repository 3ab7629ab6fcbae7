"""All the ways to play, and all that a person can choose."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Locator, expect

from tests.server.running import Server, running
from tests.web.browsing import (
    DESKTOP,
    PHONE,
    TABLET,
    People,
    Person,
    begin,
    decide,
    hand,
    roll,
    text,
    together,
)
from tests.web.prepared import LOCKS_RED, guest
from tests.web.saying import said

EXAMPLE = Path(__file__).parents[2] / "docs/examples/chain_of_colours.toml"


def button(person: Person, name: str) -> Locator:
    return person.page.get_by_role("button", name=name, exact=True)


def link(person: Person, name: str) -> Locator:
    return person.page.get_by_role("link", name=re.compile(re.escape(name)))


def state(server: Server, person: Person) -> dict[str, Any]:
    """What the server says of the table that a person is at."""
    table = person.page.url.rpartition("/")[2]
    return dict(server.get(f"/api/tables/{table}")["now"])


def goes_on(server: Server, person: Person, before: dict[str, Any]) -> dict[str, Any]:
    """Wait until the table has gone on; how it is then."""
    for _ in range(200):
        now = state(server, person)
        if any(now[what] != before[what] for what in ("stage", "turn", "phase", "waiting")):
            return now
        person.page.wait_for_timeout(20)
    raise AssertionError(f"nothing happened: {before}")


def open_menu(person: Person) -> None:
    person.press(person.page.locator("details.menu summary"))


def open_settings(person: Person) -> Locator:
    """The settings, from the menu of the table."""
    open_menu(person)
    person.press(button(person, text("table.settings")))
    return person.page.get_by_role("dialog")


def boxes(person: Person, what: str) -> list[dict[str, float]]:
    """Where these are on the screen: left, top, right, bottom."""
    found: list[dict[str, float]] = person.page.locator(what).evaluate_all(
        """all => all.map(one => {
             const { left, top, right, bottom } = one.getBoundingClientRect();
             return { left, top, right, bottom };
           })"""
    )
    return found


# Several people, one device

THREE = ("Anna", "Ben", "Cleo")


def set_up_for_three(server: Server, people: People) -> Person:
    anna = people("Anna", server, **PHONE)
    anna.page.goto("/")
    anna.press(link(anna, text("start.device")))
    anna.press(button(anna, text("start.add_person")))
    for n, name in enumerate(THREE, 1):
        anna.page.get_by_label(said("start.name_of", n=n)).fill(name)
    begin(anna)
    anna.page.wait_for_selector("[data-do=roll]")
    return anna


def take(person: Person, name: str) -> None:
    """The device is passed on: until then no sheet is shown large, and nothing can be decided."""
    heading = person.page.get_by_role("status").filter(has_text=said("table.pass_to", name=name))
    expect(heading).to_be_visible()
    expect(person.page.locator(".panel, main .sheet")).to_have_count(0)
    expect(person.page.locator(".tray .die.bright")).to_have_count(0)  # what the last one chose
    person.press(button(person, said("table.i_am", name=name)))


def test_passing_on_can_be_switched_off_and_is_not_asked_between_two(
    server: Server, people: People
) -> None:
    opened = server.open("Emma", "Max", real_dice=True)
    emma = people("Emma", server, prefs={"passTo": True}, **TABLET)
    emma.sit(opened["table"], opened["key"])
    roll(emma, "44r5y3g3b3")
    decide(emma)
    expect(emma.page.locator("[data-do=i-am]")).to_be_visible()
    dialog = open_settings(emma)
    emma.press(dialog.get_by_label(text("start.set.passTo")))
    emma.press(button(emma, said("close")))
    expect(emma.page.locator(".actions[data-seat='2']")).to_be_visible()
    dialog = open_settings(emma)
    emma.press(dialog.get_by_label(text("start.set.passTo")))
    emma.press(dialog.get_by_label(text("start.set.between"), exact=True))
    emma.press(button(emma, said("close")))
    expect(emma.page.locator(".panel")).to_have_count(2)
    expect(emma.page.locator("[data-do=i-am]")).to_have_count(0)


def test_three_people_pass_one_device_round(server: Server, people: People) -> None:
    """Whoever owes something has the large sheet; it goes round more than once."""
    anna = set_up_for_three(server, people)
    now, asked = state(server, anna), 0
    holds = now["active"]  # whoever begins has the device in hand
    while now["turn"] < 5:
        owes = min(now["waiting"], key=lambda seat: (seat - now["active"]) % 3)
        if owes != holds:
            take(anna, THREE[owes - 1])
            holds = owes
        anna.page.wait_for_selector(f".actions[data-seat='{owes}']")
        expect(anna.page.locator("main .whose")).to_have_text(THREE[owes - 1])
        expect(anna.page.locator(".other")).to_have_count(2)
        if now["phase"] == "roll":
            anna.press("[data-do=roll]")
        else:
            anna.page.wait_for_selector(f"[data-asks={now['phase']}]")
            asked += 1
            if asked % 3 and anna.page.locator(".chip").count():
                anna.press(anna.page.locator(".chip").first)
                anna.press("[data-do=confirm]")
            else:
                anna.press("[data-do=pass]")
        now = goes_on(server, anna, now)
    assert asked > 12
    end(anna)
    anna.page.wait_for_selector("main.result")
    for name in THREE:
        expect(anna.page.locator("main.result tr[data-seat]").filter(has_text=name)).to_be_visible()


def test_one_sees_whose_sheet_it_is(server: Server, people: People) -> None:
    opened = server.open(*THREE, real_dice=True)
    anna = people("Anna", server, **PHONE)
    anna.sit(opened["table"], opened["key"])
    anna.page.wait_for_selector("form.real")
    for width, height in ((360, 740), (740, 360), (820, 1180), (1440, 900)):
        anna.page.set_viewport_size({"width": width, "height": height})
        expect(anna.page.locator(".whose")).to_be_visible()


def test_a_tap_on_an_own_small_sheet_brings_it_forward(server: Server, people: People) -> None:
    opened = server.open(*THREE, real_dice=True)
    anna = people("Anna", server, **PHONE)
    anna.sit(opened["table"], opened["key"])
    roll(anna, "44r5y3g3b3")
    anna.page.wait_for_selector(".actions[data-seat='1'] [data-asks]")
    anna.press(anna.other(3))
    anna.page.wait_for_selector(".actions[data-seat='3'] [data-asks]")
    expect(anna.page.locator("main .whose")).to_have_text("Cleo")
    expect(anna.other(1)).to_be_visible()
    decide(anna, "G8")
    anna.page.wait_for_selector(".actions[data-seat='1']")  # who still owes an answer
    decide(anna, "R8")
    anna.page.wait_for_selector(".actions[data-seat='2']")
    decide(anna)
    anna.page.wait_for_selector(".actions[data-seat='1'] [data-asks=colour]")
    for seat, count in ((2, 0), (3, 1)):
        expect(anna.other(seat).locator(".cross")).to_have_count(count)
    expect(anna.crossed("R8")).to_have_count(1)


# A tablet between two


def test_a_tablet_between_two_people(server: Server, people: People) -> None:
    opened = server.open("Emma", "Max", real_dice=True)
    two = people("Emma and Max", server, **TABLET)
    two.sit(opened["table"], opened["key"])
    two.page.wait_for_selector("form.real")
    open_menu(two)
    two.press(button(two, text("table.between")))
    expect(two.page.locator(".panel")).to_have_count(2)
    two.page.keyboard.press("Escape")
    two.page.mouse.click(5, 600)  # beside the menu
    expect(two.page.locator(".sheetlet")).not_to_be_visible()
    turned = two.page.locator(".panel").evaluate_all(
        "all => all.map(p => getComputedStyle(p).rotate)"
    )
    assert sorted(turned) == ["180deg", "none"]
    roll(two, "44r5y3g3b3")

    sheets = boxes(two, ".paper")
    far, near = sorted(sheets, key=lambda box: box["top"])
    assert far["top"] >= 0
    assert near["bottom"] <= 1180, "both sheets are on the screen, all of them"
    assert far["bottom"] <= near["top"], "neither covers the other"
    (dice,) = boxes(two, ".tray")
    assert far["bottom"] <= dice["top"]
    assert dice["bottom"] <= near["top"]
    hit = two.page.locator("main button.tile").evaluate_all(
        """tiles => tiles.filter(tile => {
             const { left, top, width, height } = tile.getBoundingClientRect();
             const there = document.elementFromPoint(left + width / 2, top + height / 2);
             return tile.contains(there);
           }).length"""
    )
    assert hit == two.page.locator("main button.tile").count() > 0

    for seat, cell in ((2, "B8"), (1, "R8")):
        own = two.page.locator(".own").filter(has=two.page.locator(f".actions[data-seat='{seat}']"))
        two.press(own.locator(f"button.tile[data-cell={cell}]"))
        two.press(own.locator("[data-do=confirm]"))
    expect(two.page.locator(".own").nth(0).locator("[data-cell=R8] > svg")).to_have_count(1)
    expect(two.page.locator(".own").nth(1).locator("[data-cell=B8] > svg")).to_have_count(1)
    two.press("[data-do=pass]")
    two.page.wait_for_selector(".actions[data-seat='2'] form.real")  # the one opposite throws
    roll(two, "11r1y1g1b1")


# Real dice


def test_real_dice_from_the_start_page_to_the_next_turn(server: Server, people: People) -> None:
    emma = people("Emma", server, **PHONE)
    emma.page.goto("/")
    emma.press(link(emma, text("start.dice")))
    for n, name in enumerate(("Emma", "Max"), 1):
        emma.page.get_by_label(said("start.name_of", n=n)).fill(name)
    emma.press(button(emma, text("start.add_bot")))
    begin(emma)
    emma.page.wait_for_selector("form.real")
    done = emma.page.locator("[data-do=real-roll]")
    dice = emma.page.locator("fieldset.die-row")
    expect(dice).to_have_count(6)
    for die in range(6):
        expect(done).to_be_disabled()
        emma.press(dice.nth(die).locator("label").nth(3))
    expect(done).to_be_enabled()
    emma.press(dice.nth(2).locator("label").nth(0))  # the last tap counts
    emma.press(done)
    emma.page.wait_for_selector("[data-roll='44r1y4g4b4']")
    for seat, name in ((1, "Emma"), (2, "Max")):
        if seat == 2:
            take(emma, name)
        emma.page.wait_for_selector(f".actions[data-seat='{seat}'] [data-asks=white]")
        decide(emma, "G8")
    take(emma, "Emma")
    emma.page.wait_for_selector("[data-asks=colour]")
    decide(emma)
    take(emma, "Max")
    emma.page.wait_for_selector(".actions[data-seat='2'] form.real")


def test_other_lucky_numbers_are_chosen_where_there_are_some(
    server: Server, people: People
) -> None:
    emma = people("Emma", server, **PHONE)
    emma.page.goto("/")
    emma.press(link(emma, text("start.device")))
    for n, name in enumerate(("Emma", "Max"), 1):
        emma.page.get_by_label(said("start.name_of", n=n)).fill(name)
    emma.page.wait_for_selector("input[name=variant][value=longo]", state="attached")
    expect(emma.page.locator("[data-choice]")).to_have_count(0)
    emma.press("label:has(input[name=variant][value=longo])")
    emma.press(emma.page.locator("summary", has_text="Lucky numbers"))
    first = emma.page.locator("[data-choice='lucky 1']")
    expect(first).to_have_value("5/10")
    expect(first.locator("option[value='5/8']")).to_have_text("5/8: in 11 of 64 rolls")
    first.select_option("5/8")
    begin(emma)
    emma.page.wait_for_url("**/t/*")
    view = server.get(f"/api/tables/{emma.page.url.rpartition('/')[2]}")
    assert view["options"]["choices"] == {"lucky": "5/8 6/11"}
    notes = [note["values"] for page in view["variant"]["pages"] for note in page["notes"]]
    assert notes == [["5", "8"], ["6", "11"]]


def test_bots_throw_real_dice_by_our_hands(server: Server, people: People) -> None:
    opened = server.open("Emma", "keen", real_dice=True, first=2)
    emma = people("Emma", server)
    emma.sit(opened["table"], opened["key"])
    expect(emma.page.locator(".actions")).to_contain_text(said("table.someone_rolls", name="Carla"))
    roll(emma, "44r5y3g3b3")
    emma.page.wait_for_selector("[data-asks=white]")
    decide(emma, "R8")
    roll(emma, "11r1y1g1b1")  # now our own


def test_a_closed_row_has_no_die_any_more(server: Server, people: People) -> None:
    opened = server.open("Emma", "Max", real_dice=True)
    with hand(server, opened["table"], opened["key"]) as both:
        both.say("start")
        for turn, whites in enumerate(LOCKS_RED, 1):
            cell = f"R{int(whites[0]) + int(whites[1])}"
            both.play(f"{turn}. {2 - turn % 2} {whites}r1y6g1b1 {cell} - / -")
        assert both.now["closed"] == ["R"]
    emma = people("Emma", server, **PHONE)
    emma.sit(opened["table"], opened["key"])
    emma.page.wait_for_selector("form.real")
    legends = emma.page.locator("fieldset.die-row legend").all_inner_texts()
    assert [legend.lower() for legend in legends] == [
        *(said("table.white_die", n=n).lower() for n in (1, 2)),
        *(text(f"colour.{row}") for row in "YGB"),
    ]
    roll(emma, "12y6g1b1")
    expect(emma.page.locator(".band.c-R button.tile")).to_have_count(0)


# Watching


def test_watching_by_the_link(server: Server, people: People) -> None:
    opened = server.open("Emma", "+", real_dice=True, first=1)
    table = opened["table"]
    with guest(server, table, "Max") as max_, hand(server, table, opened["key"]) as emma:
        emma.say("start")
        page = people("Emma", server)
        page.sit(table, opened["key"])
        page.page.wait_for_selector("form.real")
        watcher = people("Walter", server, **PHONE)
        watcher.sit(table)
        expect(watcher.page.get_by_text(text("table.you_watch"))).to_be_visible()
        expect(page.page.get_by_text(said("table.watching", n=1))).to_have_count(1)
        emma.say("roll", turn=1, dice="44r5y3g3b3")
        watcher.page.wait_for_selector("[data-roll='44r5y3g3b3']")
        emma.decide(1, "R8")
        expect(watcher.page.locator("[data-cell=R8] > svg")).to_have_count(0)  # still sealed
        max_.decide(2, "G8")
        expect(watcher.page.locator("[data-cell=R8] > svg")).to_have_count(1)
        expect(watcher.page.locator("[data-cell=G8] > svg")).to_have_count(1)
        for what in ("main button", ".actions", "[data-do]", "form", "[data-typed]"):
            expect(watcher.page.locator(what)).to_have_count(0)
        open_menu(watcher)
        expect(button(watcher, text("table.end"))).to_have_count(0)
        expect(watcher.page.locator(".sheetlet .reactions")).to_have_count(0)
        watcher.page.goto("about:blank")
        expect(page.page.get_by_text(said("table.watching", n=1))).to_have_count(0)


def test_public_tables_are_on_the_start_page(server: Server, people: People) -> None:
    waiting = server.open("Olga", "+", public=True)
    playing = server.open("Pia", "Quinn", public=True)
    server.open("Rosa", "+")  # not public
    with hand(server, playing["table"], playing["key"]) as both:
        both.say("start")
    guest_ = people("Sam", server, **PHONE)
    guest_.page.goto("/")
    tables = guest_.page.get_by_role("region", name=text("start.open_tables"))
    expect(tables.get_by_text("Rosa")).to_have_count(0)
    watch = tables.get_by_role("link", name=re.compile("Pia"))
    expect(watch).to_contain_text(text("start.game_watch"))
    join = tables.get_by_role("link", name=re.compile("Olga"))
    expect(join).to_contain_text(text("start.join"))
    guest_.press(join)
    guest_.page.get_by_label(text("start.your_name")).fill("Sam")
    guest_.press(button(guest_, text("start.sit_down")))
    expect(guest_.page.get_by_role("heading", level=1)).to_have_text(text("start.lobby_seated"))
    places = server.get(f"/api/tables/{waiting['table']}")["places"]
    assert [place["name"] for place in places] == ["Olga", "Sam"]
    guest_.page.go_back()
    guest_.press(watch)
    expect(guest_.page.get_by_text(text("table.you_watch"))).to_be_visible()


# Scores


def test_hidden_scores_stay_hidden_until_the_end(server: Server, people: People) -> None:
    emma, max_, _ = together(server, people, real_dice=True, hidden_scores=True)
    roll(emma, "44r5y3g3b3")
    decide(emma, "R8")
    decide(max_, "G8")
    decide(emma, "R9")
    max_.page.wait_for_selector("form.real")
    for person in (emma, max_):
        expect(person.page.locator("[data-total], .points")).to_have_count(0)
        assert not any('"total"' in said_ for said_ in person.heard)
    emma.press(emma.other(2))
    expect(emma.page.locator(".full [data-total], .full .points")).to_have_count(0)
    end(emma)
    max_.page.wait_for_selector("main.result")
    expect(max_.page.locator("main.result tr[data-seat='1'] td.total")).to_have_text("3")
    expect(max_.page.locator("main.result tr[data-seat='2'] td.total")).to_have_text("1")


def test_running_scores_can_be_switched_off_for_oneself(server: Server, people: People) -> None:
    emma, max_, _ = together(server, people, real_dice=True)
    expect(emma.page.locator("main [data-total]")).to_have_text("0")
    settings = open_settings(emma)
    settings.get_by_role("switch", name=text("start.set.ownScores")).uncheck()
    emma.page.keyboard.press("Escape")
    expect(emma.page.locator("[data-total], .points")).to_have_count(0)
    expect(max_.page.locator("main [data-total]")).to_have_text("0")


# Time


def test_the_time_runs_and_when_it_is_up_the_game_goes_on(server: Server, people: People) -> None:
    opened = server.open("Emma", "Max", time="blitz", first=1)
    with hand(server, opened["table"], opened["key"]) as both:
        both.say("start")
        both.say("roll", turn=1)
    emma = people("Emma", server, **PHONE)
    emma.sit(opened["table"], opened["key"])
    emma.page.wait_for_selector("[data-asks]")
    clock = emma.page.get_by_role("timer").first
    expect(clock).to_be_visible()
    begun = seconds(clock)
    assert 5 <= begun <= 10
    emma.page.wait_for_timeout(1300)
    assert seconds(clock) < begun
    emma.press("[data-story]")  # on a phone it is folded up
    told = emma.page.get_by_role("region", name=text("table.story"))
    for name in ("Emma", "Max"):
        expect(told).to_contain_text(said("told.timed_out", name=name), timeout=12_000)
    emma.page.wait_for_selector("[data-asks=colour]")
    assert seconds(clock) > 5, "a new decision has new time"


def seconds(clock: Locator) -> int:
    found = re.search(r"\d+", clock.get_attribute("aria-label") or "")
    assert found
    return int(found[0])


# Bots for people, and the end


def end(host: Person) -> None:
    open_menu(host)
    host.press(button(host, text("table.end")))
    host.press(button(host, text("table.end_sure")))


def test_a_bot_plays_for_me_until_i_am_back(server: Server, people: People) -> None:
    emma, max_, _ = together(server, people)
    open_menu(max_)
    max_.press(button(max_, text("table.let_bot_play_me")))
    expect(max_.page.locator(".actions")).to_contain_text(
        said("table.bot_plays_for_you", bot="Hugo")
    )
    told = emma.page.get_by_role("region", name=text("table.story"))
    expect(told).to_contain_text(said("told.handed", name="Max", bot="Hugo"))
    emma.press("[data-do=roll]")
    expect(max_.page.locator("main button.tile, .chip")).to_have_count(0)
    emma.press("[data-do=pass]")
    emma.press("[data-do=pass]")  # no colour either: the bot has answered by itself
    emma.page.wait_for_selector("[data-asks=white]")  # and rolled
    max_.press(button(max_, text("table.play_again_myself")))
    expect(told).to_contain_text(said("told.taken_back", name="Max"))
    emma.press("[data-do=pass]")
    max_.press("[data-do=pass]")


def test_the_host_lets_a_bot_play_for_who_is_away_for_a_while(people: People) -> None:
    with running(away_seconds=6) as server:
        away_for_a_while(server, people)


def away_for_a_while(server: Server, people: People) -> None:
    emma, max_, _ = together(server, people, real_dice=True)
    max_.page.goto("about:blank")
    expect(emma.other(2)).to_contain_text(text("table.away"))
    emma.press(emma.other(2))
    panel = emma.page.get_by_role("region", name="Max", exact=True)
    status = panel.get_by_role("status")
    plays = button(emma, said("table.let_bot_play", name="Max"))
    expect(status).to_have_text(said("table.may_be_back", name="Max"))
    expect(emma.other(2).get_by_role("timer")).to_be_visible()
    expect(plays).to_have_count(0)
    expect(status).to_have_text(said("table.long_away", name="Max"), timeout=15_000)
    expect(emma.other(2).get_by_role("timer")).to_have_count(0)
    emma.press(plays)
    roll(emma, "44r5y3g3b3")
    decide(emma, "R8")  # nobody has to wait for Max
    emma.page.wait_for_selector("[data-asks=colour]")


def test_the_game_waits_for_somebody_away_and_says_so(people: People) -> None:
    """The headline counts, those who listen hear it twice, and a button comes by itself."""
    with running(away_seconds=6) as server:
        emma, max_, _ = together(server, people, first=2)
        headline = emma.page.locator("[data-away]")
        emma.page.evaluate(
            """() => {
              window.heard = [];
              const live = document.querySelector("[data-live]");
              new MutationObserver(() => window.heard.push(live.textContent))
                .observe(live, { childList: true, subtree: true, characterData: true });
            }"""
        )
        max_.page.goto("about:blank")
        expect(headline).to_contain_text(re.compile(r"^Max is away; in \d s a bot can play\."))
        expect(emma.page.locator(".actions")).to_contain_text(said("table.may_be_back", name="Max"))
        rolls = emma.page.get_by_text(said("table.someone_rolls", name="Max"))
        expect(rolls).to_have_count(0)
        plays = button(emma, said("table.let_bot_play", name="Max"))
        expect(plays).to_be_visible(timeout=15_000)  # nothing had to be opened
        expect(headline).to_have_text(said("table.long_away", name="Max"))
        about = [said(f"table.{key}", name="Max") for key in ("may_be_back", "long_away")]
        assert emma.page.evaluate("() => window.heard") == about
        plays.focus()
        emma.page.keyboard.press("Enter")
        emma.page.wait_for_selector("[data-asks=white]")  # the bot has rolled
        expect(emma.page.locator(".actions")).to_be_focused()


def test_a_host_who_watches_lets_a_bot_play(people: People) -> None:
    with running(away_seconds=4) as server:
        opened = server.open("+", "+", first=1)
        table = opened["table"]
        walter, emma, max_ = (people(name, server) for name in ("Walter", "Emma", "Max"))
        walter.sit(table, opened["key"])
        for person, name in ((emma, "Emma"), (max_, "Max")):
            person.sit(table)
            person.page.get_by_label(text("start.your_name")).fill(name)
            person.press(person.page.get_by_role("button", name=text("start.sit_down")))
        begin(walter)
        emma.wait("[data-do=roll]")
        max_.page.goto("about:blank")
        plays = button(walter, said("table.let_bot_play", name="Max"))
        expect(plays).to_be_visible(timeout=15_000)  # beside the sheet: nobody waits for Max yet
        expect(walter.page.locator("[data-absent]")).to_have_count(0)
        emma.press("[data-do=roll]")
        emma.press("[data-do=pass]")
        waits = walter.page.locator("[data-absent='2']").get_by_role("button")
        expect(waits).to_have_text(said("table.let_bot_play", name="Max"))
        expect(plays).to_have_count(1)
        expect(emma.page.locator("[data-away]")).to_have_text(said("table.host_may", name="Max"))
        walter.press(waits)
        expect(emma.page.locator("[data-live]")).to_contain_text(
            re.compile(r"is playing for Max now\.")
        )


def test_only_the_host_can_end_the_game(server: Server, people: People) -> None:
    emma, max_, _ = together(server, people)
    open_menu(max_)
    expect(button(max_, text("table.share"))).to_be_visible()
    expect(button(max_, text("table.end"))).to_have_count(0)
    open_menu(emma)
    emma.press(button(emma, text("table.end")))
    expect(max_.page.locator("[data-do], .actions")).not_to_have_count(0)  # not yet
    emma.press(button(emma, text("table.end_sure")))
    for person in (emma, max_):
        person.page.wait_for_selector("main.result")
        expect(person.page.get_by_role("heading", name=text("told.stopped.host"))).to_be_visible()


def test_reactions_reach_the_others(server: Server, people: People) -> None:
    emma, max_, _ = together(server, people)
    open_menu(emma)
    emma.press(button(emma, text("reaction.well_done")))
    expect(max_.other(1)).to_contain_text(text("reaction.well_done"))


# Undo


def test_the_colour_given_ahead_is_taken_back_before_the_white(
    server: Server, people: People
) -> None:
    emma, max_, _ = together(server, people, real_dice=True)
    roll(emma, "44r5y3g3b3")
    decide(emma, "R8", "Y7")
    emma.page.wait_for_selector("[data-answered]")
    expect(emma.page.locator("[data-answered]")).to_contain_text("7")
    emma.press("[data-do=undo]")
    emma.page.wait_for_selector("[data-asks=colour]")
    expect(emma.crossed("Y7", pencil=True)).to_have_count(0)
    expect(emma.crossed("R8", pencil=True)).to_have_count(1)
    emma.press("[data-do=undo]")
    emma.page.wait_for_selector("[data-asks=white]")
    expect(emma.crossed("R8", pencil=True)).to_have_count(0)
    decide(emma, "G8", "B7")
    decide(max_, "R8")
    max_.page.wait_for_selector("form.real")
    expect(emma.crossed("G8")).to_have_count(1)
    expect(emma.crossed("B7")).to_have_count(1)
    expect(emma.page.locator("[data-do=undo]")).to_have_count(0)


# Settings


def test_one_tap_decides(server: Server, people: People) -> None:
    emma, max_, _ = together(server, people, real_dice=True, first=2)
    settings = open_settings(emma)
    settings.get_by_role("switch", name=text("start.set.oneTap")).check()
    emma.press(settings.get_by_role("button", name=said("close")))
    roll(max_, "44r5y3g3b3")
    emma.press("button.tile[data-cell=R8]")
    emma.page.wait_for_selector("[data-answered]")
    expect(max_.other(1).locator(".good")).to_be_visible()


def test_the_dice_roll_by_themselves(server: Server, people: People) -> None:
    opened = server.open("Emma", "Max", first=1)
    emma = people("Emma", server, prefs={"rollByItself": True}, **PHONE)
    emma.sit(opened["table"], opened["key"])
    emma.page.wait_for_selector("[data-asks=white]")
    assert state(server, emma)["turn"] == 1


def test_another_language_at_once_and_without_loading_again(server: Server, people: People) -> None:
    emma, _, _ = together(server, people, real_dice=True)
    emma.page.evaluate("window.same = true")
    settings = open_settings(emma)
    for language in ("de", "it", "en"):
        settings.get_by_role("combobox").select_option(language)
        expect(
            settings.get_by_role("heading", name=text("start.settings", language))
        ).to_be_visible()
        expect(emma.page.locator("html")).to_have_attribute("lang", language)
        expect(emma.page.locator("form.real")).to_contain_text(text("table.what_show", language))
        expect(emma.page.locator(".story h2")).to_have_text(text("table.story", language))
    settings.get_by_role("combobox").select_option("de")
    assert emma.page.evaluate("window.same")
    emma.page.reload()
    expect(emma.page.locator("form.real")).to_contain_text(text("table.what_show", "de"))


def test_the_language_of_the_start_page(server: Server, people: People) -> None:
    guest_ = people("Sam", server, locale="it-IT", **PHONE)
    guest_.page.goto("/")
    expect(button(guest_, text("start.play_now", "it"))).to_be_visible()
    guest_.page.get_by_label(text("start.language", "it")).select_option("de")
    expect(button(guest_, text("start.play_now", "de"))).to_be_visible()
    expect(guest_.page.locator("html")).to_have_attribute("lang", "de")


COLOURS = """() => ["R", "Y", "G", "B"].map((row) =>
  getComputedStyle(document.querySelector(`main .band.c-${row}`)).backgroundColor)"""


def test_looks_and_colours_change_at_once(server: Server, people: People) -> None:
    opened = server.open("Emma", "Max", real_dice=True)
    emma = people("Emma", server, **DESKTOP, color_scheme="light")
    emma.sit(opened["table"], opened["key"])
    emma.page.wait_for_selector("form.real")
    settings = open_settings(emma)
    desk = "() => getComputedStyle(document.body).backgroundColor"
    light = emma.page.evaluate(desk)
    emma.choose(settings.get_by_role("radio", name=text("start.theme.dark"), exact=True))
    dark = emma.page.evaluate(desk)
    assert dark != light
    emma.choose(settings.get_by_role("radio", name=text("start.theme.light"), exact=True))
    assert emma.page.evaluate(desk) == light
    emma.choose(settings.get_by_role("radio", name=text("start.theme.system")))
    emma.page.emulate_media(color_scheme="dark")
    assert emma.page.evaluate(desk) == dark
    seen = set()
    for scheme in ("standard", "vivid", "muted", "grades"):
        emma.choose(settings.get_by_role("radio", name=text(f"start.scheme.{scheme}")))
        shown = emma.page.evaluate(COLOURS)
        assert len(set(shown)) == 4, scheme
        seen.add(tuple(shown))
    assert len(seen) == 4
    emma.page.reload()
    emma.page.wait_for_selector("form.real")
    assert emma.page.evaluate(COLOURS) == shown


def test_calm_means_that_nothing_moves(server: Server, people: People) -> None:
    opened = server.open("Emma", "Max", real_dice=True)
    emma = people("Emma", server)
    emma.sit(opened["table"], opened["key"])
    emma.page.wait_for_selector("form.real")
    moves = """() => Math.max(...[...document.querySelectorAll("*")].flatMap((one) => {
      const style = getComputedStyle(one);
      return `${style.animationDuration}, ${style.transitionDuration}`.split(", ").map(parseFloat);
    }))"""
    roll(emma, "44r5y3g3b3")
    assert emma.page.evaluate(moves) > 0.05
    settings = open_settings(emma)
    settings.get_by_role("switch", name=text("start.set.calm")).check()
    assert emma.page.evaluate(moves) < 0.001
    settings.get_by_role("switch", name=text("start.set.calm")).uncheck()
    emma.page.emulate_media(reduced_motion="reduce")
    assert emma.page.evaluate(moves) < 0.001


# Games that this browser knows


def test_recent_games_are_remembered_continued_and_forgotten(
    server: Server, people: People
) -> None:
    emma, max_, table = together(server, people, real_dice=True)
    max_.page.goto("/")
    recent = max_.page.get_by_role("region", name=text("start.recent"))
    row = recent.get_by_role("link", name=re.compile("Emma"))
    expect(row).to_contain_text(text("start.game_playing"))
    expect(row).to_contain_text(text("start.game_continue"))
    max_.press(row)
    max_.page.wait_for_selector(".actions[data-seat='2']")
    end(emma)
    max_.page.wait_for_selector("main.result")
    max_.page.goto("/")
    expect(row).to_contain_text(text("start.game_stopped"))
    max_.press(row)
    max_.page.wait_for_selector("main.result")
    max_.page.goto("/")
    forget = max_.page.get_by_role("button", name=re.compile("Emma"))
    max_.press(forget)
    max_.press(button(max_, text("start.forget_no")))
    expect(row).to_be_visible()
    max_.press(forget)
    max_.press(button(max_, text("start.forget_yes")))
    expect(recent).to_have_count(0)
    max_.page.reload()
    expect(max_.page.get_by_role("heading", level=1)).to_be_visible()
    expect(recent).to_have_count(0)
    assert table not in (max_.page.evaluate("localStorage.getItem('rowlock.games')") or "")


def test_a_won_game_says_who_won(server: Server, people: People) -> None:
    opened = server.open("Emma", "Max", real_dice=True)
    with hand(server, opened["table"], opened["key"]) as both:
        both.say("start")
        both.play("1. 1 44r5y3g3b3 R8 - / -")
        for turn in range(2, 9):
            both.play(f"{turn}. {2 - turn % 2} 11r1y1g1b1 - - / -")
            if both.now["stage"] == "done":
                break
    emma = people("Emma", server, **PHONE)
    emma.sit(opened["table"], opened["key"])
    emma.page.wait_for_selector("main.result")
    emma.page.goto("/")
    won = said("start.game_won", name="Emma", n=both.now["outcome"]["totals"][0])
    expect(emma.page.get_by_role("region", name=text("start.recent"))).to_contain_text(won)


# A variant of one's own


def own_variant(person: Person, source: str, way: str) -> None:
    person.page.goto("/new/bots")
    person.choose(person.page.get_by_role("radio", name=text("start.own_variant")))
    if way == "paste":
        person.page.get_by_label(text("start.file_paste")).fill(source)
    else:
        file: FilePayload = {
            "name": "own.toml",
            "mimeType": "application/toml",
            "buffer": source.encode(),
        }
        person.page.locator("input[type=file]").set_input_files(file)
        expect(person.page.get_by_label(text("start.file_paste"))).to_have_value(source)
    begin(person)


@pytest.mark.parametrize("way", ["paste", "file"])
def test_a_variant_file_of_ones_own(way: str, server: Server, people: People) -> None:
    emma = people("Emma", server, **PHONE)
    own_variant(emma, EXAMPLE.read_text(), way)
    emma.page.wait_for_selector("[data-roll]")
    expect(emma.page.get_by_role("heading", level=1)).to_have_text("Chain of colours")
    expect(emma.page.locator("main .strip .field")).to_have_count(8)
    emma.page.goto("/")
    expect(emma.page.locator("#now-what")).to_contain_text("Chain of colours")


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_a_broken_variant_file_is_explained(language: str, server: Server, people: People) -> None:
    broken = EXAMPLE.read_text().replace("faces = 6", "faces = 60")
    status, refusal = server.request(
        "POST",
        "/api/tables",
        {"variant_file": broken, "seats": [{"kind": "person", "name": "Emma"}]},
    )
    assert (status, refusal["code"]) == (422, "bad_variant")
    emma = people("Emma", server, prefs={"language": language}, **PHONE)
    emma.allow("status of 422", "status 422")
    emma.page.goto("/new/bots")
    emma.choose(emma.page.get_by_role("radio", name=text("start.own_variant", language)))
    field = emma.page.get_by_label(text("start.file_paste", language))
    field.fill(broken)
    emma.press(button(emma, text("start.begin", language)))
    wrong = said("refused.bad_variant", language, sentence=refusal["sentence"])
    expect(emma.page.locator("#file-wrong")).to_have_text(wrong)
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    field.fill("")
    emma.press(button(emma, text("start.begin", language)))
    expect(emma.page.locator("#file-wrong")).to_have_text(text("start.file_empty", language))
