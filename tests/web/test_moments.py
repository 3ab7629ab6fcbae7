"""What makes a game of it: dice that roll, the story in pictures, whose turn it is, the end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.server.running import Server
from tests.web.browsing import (
    PHONE,
    TABLET,
    Hand,
    People,
    Person,
    decide,
    hand,
    roll,
    text,
    together,
)
from tests.web.prepared import Prepared, guest
from tests.web.saying import said

KEY = "of-somebody-who-came-by-the-link-0123456789"

# The dice

DICE = """() => [...document.querySelectorAll(".tray .die")].map((die) => {
  const style = getComputedStyle(die);
  return [style.animationName.split("-").pop(), parseFloat(style.animationDuration) * 1000];
})"""
THROWN = """(shown) => {
  if (!document.querySelector(`[data-roll='${shown}']`)) return null;
  const told = document.querySelector(".tray .die").ariaLabel;
  const live = document.querySelectorAll(".chip:enabled, main button.tile").length;
  return { told, live, spoken: document.querySelector("[data-live]").innerText };
}"""


def test_dice_roll_before_they_show_and_nobody_waits(server: Server, people: People) -> None:
    emma, max_, table = together(server, people, real_dice=True)
    walter = people("Walter", server, **PHONE)
    walter.sit(table)
    walter.wait(".gallery .sheet")
    with hand(server, table, emma.key) as other:
        other.say("roll", turn=1, dice="44r5y3g3b3")
    for person in (emma, max_, walter):
        found = person.page.wait_for_function(THROWN, arg="44r5y3g3b3").json_value()
        # In the same moment as the dice are there: what they show, and all that can be tapped.
        assert found["told"] == f"{text('colour.W')} 4"
        assert found["spoken"]
        assert found["live"] > 0 or person is walter
        dice = person.page.evaluate(DICE)
        assert len(dice) == 6
        assert all(name == "tumble" and 400 <= took <= 600 for name, took in dice)
    emma.page.emulate_media(reduced_motion="reduce")
    assert all(took < 1 for _, took in emma.page.evaluate(DICE))
    still = "getComputedStyle(document.querySelector('.tray .comes b')).animationDelay"
    assert emma.page.evaluate(still) == "0s"


def test_dice_roll_on_one_device_too(server: Server, people: People) -> None:
    opened = server.open("Anna", "Ben", real_dice=True, first=1)
    anna = people("Anna", server, prefs={"passTo": False}, **PHONE)
    anna.sit(opened["table"], opened["key"])
    roll(anna, "44r5y3g3b3")
    assert all(took >= 400 for _, took in anna.page.evaluate(DICE))
    decide(anna)
    anna.wait(".actions[data-seat='2'] [data-asks]")


# The story


def story(person: Person) -> Locator:
    return person.page.get_by_role("region", name=text("table.story"))


def two_turns(server: Server, table: str, key: str, max_: Hand) -> None:
    with hand(server, table, key) as emma:
        for turn, (dice, cell) in enumerate((("44r5y3g3b3", "R8"), ("45r5y3g3b3", "-")), 1):
            roller = emma if turn % 2 else max_
            roller.say("roll", turn=turn, dice=dice)
            emma.decide(1, cell)
            max_.decide(2, "G9" if turn == 2 else "-")
            roller.decide(2 - turn % 2, "-")


def test_the_story_is_filled_after_a_reload_at_any_width(server: Server, people: People) -> None:
    opened = server.open("Emma", "+", real_dice=True, first=1)
    table, key = opened["table"], opened["key"]
    with guest(server, table, "Max") as max_:
        with hand(server, table, key) as emma:
            emma.say("start")
        two_turns(server, table, key, max_)
        phone = people("Emma", server, **PHONE)
        phone.sit(table, key)
        phone.wait(".story")
        expect(story(phone).locator("li")).to_have_count(0)  # folded up
        phone.press("[data-story]")
        tablet = people("Emma", server, **TABLET)
        tablet.sit(table, key)
        for person in (phone, tablet):
            expect(story(person)).to_contain_text(text("told.you.started"))
            expect(story(person).locator(".turn")).to_have_count(3)
        phone.press("[data-story]")
        expect(story(phone).locator("li")).to_have_count(0)


def test_the_story_is_told_in_pictures_each_turn_under_its_roll(
    server: Server, people: People
) -> None:
    opened = server.open("Emma", "+", real_dice=True, first=1)
    table, key = opened["table"], opened["key"]
    with guest(server, table, "Max") as max_, hand(server, table, key) as other:
        other.say("start")
        emma = people("Emma", server)
        emma.sit(table, key)
        emma.wait("form.real")
        two_turns(server, table, key, max_)
        turns = story(emma).locator(".turn")
        expect(turns).to_have_count(3)
        expect(turns.nth(0).locator(".roll small")).to_have_text("2")  # the newest comes first
        first = turns.nth(1)
        expect(first.locator(".roll .die")).to_have_count(6)
        cell = first.locator("[data-picture=R8]")
        expect(cell).to_have_text("8")
        expect(cell).to_have_class(re.compile("c-R"))
        # Who listens hears a sentence, and not the picture.
        heard = said("told.you.marked.white", cell=said("cell", colour=text("colour.R"), number=8))
        expect(first.locator("li").first.locator(".unseen")).to_have_text(heard)
        hidden = "one => !!one.closest('[aria-hidden=true]')"
        assert cell.evaluate(hidden)
        # Max crossed nothing with the white dice, Emma nothing with a colour.
        nothing = first.locator("li .nothing")
        expect(nothing).to_have_text([text("table.nothing")] * 2)
        expect(first.locator("li:has([data-colour]) .name")).to_have_text(text("table.you"))
        top = "one => one.getBoundingClientRect().top"
        assert first.locator(".roll").evaluate(top) < cell.evaluate(top)
        assert turns.nth(1).locator("ul").evaluate(top) < turns.nth(2).evaluate(top)


# Whose turn it is


@pytest.mark.parametrize("size", [PHONE, {}], ids=["phone", "desktop"])
def test_who_watches_sees_whose_turn_it_is(
    size: dict[str, object], server: Server, people: People
) -> None:
    opened = server.open("Emma", "+", real_dice=True, first=1)
    table = opened["table"]
    with guest(server, table, "Max") as max_, hand(server, table, opened["key"]) as emma:
        emma.say("start")
        walter = people("Walter", server, **size)
        walter.sit(table)
        state = walter.page.locator(".headline")
        expect(state).to_contain_text(said("table.someone_rolls", name="Emma"))
        seats = walter.page.locator(".gallery .seat")
        expect(walter.page.locator(".gallery .seat.active")).to_have_count(1)
        expect(seats.nth(0)).to_have_class(re.compile("active"))
        expect(seats.nth(0).locator(".state")).to_be_visible()
        expect(seats.nth(0)).to_contain_text(text("table.rolls"))
        emma.say("roll", turn=1, dice="44r5y3g3b3")
        emma.decide(1, "R8")
        expect(state).to_contain_text(said("table.roll_of", name="Emma"))
        expect(state).to_contain_text(said("table.waiting_for", names="Max"))
        expect(seats.nth(1)).to_contain_text(text("table.thinks"))
        expect(seats.nth(0)).to_contain_text(text("table.answered"))
        max_.decide(2, "-")
        expect(state).to_contain_text(said("table.waiting_for", names="Emma"))


def test_nobody_waits_for_others_who_has_not_answered(server: Server, people: People) -> None:
    opened = server.open("Emma", "+", real_dice=True, first=1)
    with (
        guest(server, opened["table"], "Max") as max_,
        hand(server, opened["table"], opened["key"]) as other,
    ):
        other.say("start")
        other.say("roll", turn=1, dice="44r5y3g3b3")
        emma = people("Emma", server, **PHONE)
        emma.sit(opened["table"], opened["key"])
        emma.wait("[data-asks=white]")
        expect(emma.page.locator("[data-waits]")).to_have_count(0)
        decide(emma, "R8")
        waits = said("table.waiting_for", names="Max")
        expect(emma.page.locator("[data-waits]")).to_have_text(waits)
        max_.decide(2, "-")
        expect(emma.page.locator("[data-waits]")).to_have_count(0)


def test_names_can_be_read_when_eight_sit_at_a_table(server: Server, people: People) -> None:
    names = [f"Player {n}" for n in range(1, 9)]
    opened = server.open(*names, real_dice=True, first=1)
    first = people("Player 1", server, **PHONE)
    first.sit(opened["table"], opened["key"])
    first.wait("form.real")
    cut = """() => [...document.querySelectorAll(".other .name")]
      .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)"""
    for width, height in ((360, 740), (390, 844), (820, 1180), (1024, 768), (1280, 800)):
        first.page.set_viewport_size({"width": width, "height": height})
        expect(first.page.locator(".other .name")).to_have_count(7)
        assert first.page.evaluate(cut) == [], width


# Nothing covers anything

OVERLAPS = """() => {
  const parts = ".bar, .felt, main .sheet, .other, .choices-of, .story > section, [data-moment]";
  const shown = [...document.querySelectorAll(parts)].filter((one) => one.checkVisibility());
  const boxes = shown.map((one) => [one.className, one.getBoundingClientRect(), one]);
  return boxes.flatMap(([name, a, one], i) => boxes.slice(i + 1)
    .filter(([, b, other]) => !one.contains(other)
      && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1
      && b.top < a.bottom - 1)
    .map(([other]) => `${name} / ${other}`));
}"""
ALL_SIZES = (
    (360, 740),
    (390, 844),
    (820, 1180),
    (844, 390),
    (1024, 768),
    (1280, 800),
    (1920, 1080),
)


@pytest.mark.parametrize("what", ["deciding", "many", "announced"])
def test_the_parts_of_the_table_never_overlap(
    what: str, server: Server, people: People, prepared: Prepared
) -> None:
    table, key = prepared[what]
    emma = people("Emma", server, prefs={"calm": True})
    emma.sit(table, key)
    emma.wait("[data-do=keep]" if what == "announced" else "[data-asks]")
    for width, height in ALL_SIZES:
        emma.page.set_viewport_size({"width": width, "height": height})
        if height < 520:
            emma.page.evaluate("scrollTo(0, 0)")
        assert emma.page.evaluate(OVERLAPS) == [], (width, height)


def test_a_wide_screen_is_used(server: Server, people: People, prepared: Prepared) -> None:
    """What is played with reaches down to the lowest sixth, and no wider than the window."""
    table, key = prepared["deciding"]
    emma = people("Emma", server)
    emma.sit(table, key)
    emma.wait("[data-asks]")
    look = """() => {
      const box = (what) => document.querySelector(what).getBoundingClientRect();
      return { bottom: box(".choices-of").bottom, sheet: box("main .sheet"), story: box(".story"),
        other: box(".other") };
    }"""
    for width, height in ((1024, 768), (1280, 800), (1440, 900), (1600, 900), (1920, 1080)):
        emma.page.set_viewport_size({"width": width, "height": height})
        found = emma.page.evaluate(look)
        assert height * 5 / 6 < found["bottom"] <= height + 40, (width, found)
        assert found["sheet"]["width"] >= width * 0.5, (width, found)
        assert found["story"]["left"] > found["sheet"]["right"], "the story stands beside it"
        assert found["story"]["bottom"] <= height + 40


@pytest.mark.parametrize("what", ["locking", "deciding", "many"])
def test_who_watches_sees_all_sheets_at_once(
    what: str, server: Server, people: People, prepared: Prepared
) -> None:
    """Two, four and eight: they fill a desktop's window, and fit in."""
    table, _ = prepared[what]
    walter = people("Walter", server)
    walter.sit(table)
    walter.wait(".gallery .sheet")
    for width, height in ((1280, 800), (1440, 900), (1920, 1080)):
        walter.page.set_viewport_size({"width": width, "height": height})
        boxes = walter.page.locator(".gallery .seat").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().bottom)"
        )
        assert height * 0.75 < max(boxes) <= height + 8, (width, boxes)


@pytest.mark.parametrize("many", [2, 8])
def test_news_and_reactions_cover_no_sheet(many: int, server: Server, people: People) -> None:
    opened = server.open("Emma", "+", *["keen"] * (many - 2), real_dice=True, first=1)
    table = opened["table"]
    covered = """() => [...document.querySelectorAll("[data-news], .reaction")].flatMap((news) => {
      const a = news.getBoundingClientRect();
      return [...document.querySelectorAll("main .sheet, .other > svg")].filter((sheet) => {
        const b = sheet.getBoundingClientRect();
        return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      }).map(() => news.className);
    })"""
    with guest(server, table, "Max") as max_, hand(server, table, opened["key"]) as own:
        own.say("start")
        emma = people("Emma", server, prefs={"calm": True})
        emma.sit(table, opened["key"])
        emma.wait("form.real")
        own.say("roll", turn=1, dice="11r1y6g1b1")
        max_.decide(2, "-")
        expect(emma.page.locator(".other .good")).to_have_count(many - 1)
        own.decide(1, "-")  # the last one
        own.decide(1, "-")  # a miss, which is told in large letters for a while
        max_.say("react", seat=2, reaction="well_done")
        expect(emma.page.locator("[data-news]")).to_be_visible()
        expect(emma.page.locator(".reaction")).to_be_visible()
        for width, height in ALL_SIZES:
            emma.page.set_viewport_size({"width": width, "height": height})
            assert emma.page.evaluate(covered) == [], (width, height)
        seen = emma.page.locator("[data-news]").count() and emma.page.locator(".reaction").count()
        assert seen, "they were gone too soon to be seen"


# The end


def ended(server: Server, crosses: dict[int, tuple[str, str]]) -> tuple[str, str]:
    """A game that ends by misses: who crosses what in which turn, and nothing else ever."""
    opened = server.open("Emma", "+", real_dice=True, first=1)
    table, key = opened["table"], opened["key"]
    whites = {2: "11", 3: "12", 4: "13", 8: "44"}
    with guest(server, table, "Max", KEY) as other, hand(server, table, key) as own:
        own.say("start")
        for turn in range(1, 10):
            emma, max_ = crosses.get(turn, ("-", "-"))
            sums = [int(cell[1:]) for cell in (emma, max_) if cell != "-"]
            roller, seat = (own, 1) if turn % 2 else (other, 2)
            roller.say("roll", turn=turn, dice=f"{whites[(sums or [2])[0]]}r1y1g1b1")
            own.decide(1, emma)
            other.decide(2, max_)
            roller.decide(seat, "-")
            own.say("ping")
            if own.now["stage"] == "done":
                return table, key
    raise AssertionError("it does not end")


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_the_end_has_a_word_for_everybody(language: str, server: Server, people: People) -> None:
    table, key = ended(server, {1: ("R8", "-"), 3: ("Y2", "-")})
    told = {}
    for name, whose in (("Emma", key), ("Max", KEY), ("Walter", None)):
        person = people(name, server, prefs={"language": language}, **PHONE)
        person.sit(table, whose)
        person.wait("[data-result]")
        told[name] = person.page.locator("[data-result]")
        size = "one => parseFloat(getComputedStyle(one).fontSize)"
        assert told[name].locator("h2").evaluate(size) >= 30
    expect(told["Emma"].locator("h2")).to_have_text(text("replay.you_win", language))
    expect(told["Max"].locator("h2")).to_have_text(said("replay.wins", language, name="Emma"))
    expect(told["Emma"].locator("[data-word]")).to_contain_text("Max")
    expect(told["Max"].locator("[data-word]")).to_be_visible()
    expect(told["Walter"].locator("[data-word]")).to_have_count(0)
    # It is said whose misses they were.
    expect(told["Max"]).to_contain_text(said("replay.by_your_misses", language, n=4))
    expect(told["Emma"]).to_contain_text(said("replay.by_misses", language, names="Max", n=4))
    # One's own line is one's own, and so is a game one has won.
    page = told["Emma"].page
    rows = page.locator("main.result tr[data-seat] th")
    expect(rows).to_have_text([text("replay.you_first", language), "Max"])
    shown = page.locator("tr[data-seat='1'] td.total").inner_text()
    total = int(shown.replace("\N{MINUS SIGN}", "-"))
    page.goto("/")
    recent = page.get_by_role("region", name=text("start.recent", language))
    expect(recent).to_contain_text(said("start.game_you_won", language, n=total))
    expect(recent).to_contain_text(said("start.game_against", language, names="Max"))


def test_a_shared_win_is_told_as_one(server: Server, people: People) -> None:
    turns = {1: ("-", "Y2"), 2: ("R2", "-"), 4: ("R3", "-"), 6: ("R4", "-")}
    table, key = ended(server, turns)
    emma = people("Emma", server, **PHONE)
    emma.sit(table, key)
    emma.wait("[data-result]")
    result = emma.page.locator("[data-result]")
    expect(result.locator("h2")).to_have_text(said("replay.you_share", names="Max"))
    expect(result.locator("[data-word]")).to_have_text(text("replay.word.shared"))
    # Many words are smaller than few, and a wide window keeps the margins of the table.
    emma.page.set_viewport_size({"width": 1280, "height": 800})
    size = "one => parseFloat(getComputedStyle(one).fontSize)"
    assert result.locator("h2").evaluate(size) <= 34
    left = "one => one.getBoundingClientRect().left"
    assert emma.page.locator("main.result").evaluate(left) == 16
