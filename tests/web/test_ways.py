"""The ways through the page: in, on, and back again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from rowlock.bots import find_bot
from tests.server.running import Server
from tests.web.browsing import (
    PHONE,
    TABLET,
    People,
    Person,
    begin,
    hand,
    text,
    together,
)
from tests.web.prepared import Prepared
from tests.web.saying import LANGUAGES, LOCALES, said

SMALL = PHONE | {"viewport": {"width": 390, "height": 844}}


def button(person: Person, name: str) -> Locator:
    return person.page.get_by_role("button", name=name, exact=True)


def at_once(person: Person) -> str:
    """The dice lie on the table without any more taps; the table's name."""
    person.page.wait_for_url(re.compile("/t/"))
    person.wait("[data-roll]")
    return person.page.url.rpartition("/")[2]


# Back


def test_the_way_back_closes_a_replay(server: Server, people: People, prepared: Prepared) -> None:
    table, key = prepared["over"]
    emma = people("Emma", server, **PHONE)
    emma.page.goto("/")
    emma.sit(table, key)
    emma.press(button(emma, text("replay.replay")))
    emma.wait("main.replay")
    emma.page.go_back()
    emma.wait("main.result")
    assert emma.page.url.endswith(table)
    emma.page.go_forward()
    emma.wait("main.replay")
    expect(emma.page.get_by_role("link", name=text("go.start"))).to_have_count(0)  # one way back
    emma.press(button(emma, text("replay.result")))
    emma.wait("main.result")
    emma.page.go_back()  # now there is nothing more to close
    expect(emma.page.get_by_role("heading", level=1)).to_have_text(text("start.title"))


def test_the_way_back_closes_the_menu_and_the_settings(server: Server, people: People) -> None:
    opened = server.open("Emma", "keen", first=1)
    emma = people("Emma", server, **PHONE)
    emma.page.goto("/")
    emma.sit(opened["table"], opened["key"])
    emma.wait("[data-asks]")
    menu = emma.page.locator(".sheetlet")
    emma.press("details.menu summary")
    expect(menu).to_be_visible()
    emma.page.wait_for_function("() => history.state?.layers?.length")
    emma.page.go_back()
    expect(menu).not_to_be_visible()
    emma.press("details.menu summary")
    emma.press(button(emma, text("table.settings")))
    expect(emma.page.get_by_role("dialog")).to_be_visible()
    emma.page.go_back()
    expect(emma.page.get_by_role("dialog")).to_have_count(0)
    expect(emma.page.locator("[data-asks]")).to_be_visible()
    emma.press("details.menu summary")
    emma.press("details.menu summary")
    expect(menu).not_to_be_visible()
    emma.page.wait_for_function("() => !history.state?.layers?.length")
    emma.page.go_back()
    expect(emma.page.get_by_role("heading", level=1)).to_have_text(text("start.title"))


def test_the_way_back_closes_the_settings_of_the_start_page(server: Server, people: People) -> None:
    guest = people("Guest", server, **PHONE)
    guest.page.goto("/rules")
    guest.wait("main h2")
    guest.page.goto("/")
    guest.press(button(guest, text("start.settings")))
    expect(guest.page.get_by_role("dialog")).to_be_visible()
    guest.page.go_back()
    expect(guest.page.get_by_role("dialog")).to_have_count(0)
    expect(button(guest, text("start.play_now"))).to_be_visible()


def test_whatever_is_chosen_in_the_menu_closes_it(server: Server, people: People) -> None:
    opened = server.open("Emma", "Max", first=1)
    emma = people("Emma", server, **TABLET)
    emma.sit(opened["table"], opened["key"])
    emma.wait("[data-do=roll]")
    for name in ("table.between", "table.sound_off", "table.share", "table.between"):
        emma.press("details.menu summary")
        emma.press(button(emma, text(name)))
        expect(emma.page.locator(".sheetlet")).not_to_be_visible()
    expect(emma.page.locator(".panel")).to_have_count(1)


# Playing at once


def test_play_on_the_card_of_a_variant_opens_a_game(server: Server, people: People) -> None:
    guest = people("Guest", server, **PHONE)
    guest.page.goto("/")
    guest.press(guest.page.locator("[data-play=longo]"))
    table = server.get(f"/api/tables/{at_once(guest)}")
    assert table["variant"]["key"] == "longo"
    assert [place["name"] for place in table["places"]] == [text("start.guest"), "Nina"]
    guest.page.goto("/")  # and "Play now" remembers it
    expect(guest.page.locator("#now-what")).to_have_text(
        said("start.now_against", variant="Longo", names="Nina")
    )
    name = said("start.set_up_variant", variant="Bonus A")
    guest.press(guest.page.get_by_role("link", name=name))
    expect(guest.page.get_by_role("radio", name="Bonus A")).to_be_checked()


def test_play_now_after_the_lessons_opens_a_game(server: Server, people: People) -> None:
    guest = people("Guest", server, **PHONE)
    guest.page.goto("/learn")
    guest.wait(".paper")
    while guest.page.locator("nav .onward").count():
        guest.press("nav .onward")
    guest.press(button(guest, text("learn.finish.play")))
    assert server.get(f"/api/tables/{at_once(guest)}")["variant"]["key"] == "classic"
    guest.page.go_back()
    guest.page.goto("/rules/xl")
    guest.press(button(guest, text("learn.rules.play")))
    assert server.get(f"/api/tables/{at_once(guest)}")["variant"]["key"] == "xl"


def character(code: str, language: str = "en") -> str:
    """What people are told of a bot."""
    bot = find_bot(code)
    assert bot is not None
    assert bot.says is not None
    return bot.says[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_bots_are_people_to_play_against(language: str, server: Server, people: People) -> None:
    """By name, the easiest first, each with what one has to expect; never by a code."""
    emma = people("Emma", server, locale=LOCALES[language], **PHONE)
    emma.page.goto("/new/bots")
    cards = emma.page.locator("[data-bot]")
    expect(cards).to_have_count(6)
    codes = ["random", "newcomer", "novice", "casual", "expert", "oracle"]
    names = ["Pip", "Toni", "Nina", "Leo", "Hugo", "Pythia"]
    faces = {card.locator("[data-face] path").get_attribute("d") for card in cards.all()}
    assert len(faces) == len(codes)  # nobody looks like somebody else
    for card, code, name in zip(cards.all(), codes, names, strict=True):
        expect(card).to_have_text(
            re.compile(rf"^\s*{name}\s+{re.escape(character(code, language))}\s*$")
        )
    expect(emma.page.locator("[data-bot=novice]")).to_have_attribute("aria-pressed", "true")
    emma.press("[data-bot=oracle]")
    expect(cards).to_have_count(0)
    opponent = emma.page.locator("[data-opponent]")
    expect(opponent).to_contain_text("Pythia")
    emma.press(emma.page.get_by_role("button", name=said("start.add_bot", language), exact=True))
    expect(opponent.nth(1)).to_contain_text("Nina")  # somebody else, not a second Pythia
    shown = emma.page.locator("form").inner_text()
    assert not set(re.findall(r"\b[a-z]+\b", shown)) & {"keen", *codes} - {"random"}


def test_a_bot_is_chosen_in_the_lobby(server: Server, people: People) -> None:
    opened = server.open("Emma", "+", "+")
    emma = people("Emma", server, **PHONE)
    emma.sit(opened["table"], opened["key"])
    emma.press(button(emma, text("start.add_bot")))
    emma.press("[data-bot=expert]")
    seats = emma.page.locator("ol > li")
    expect(seats.nth(3)).to_contain_text("Hugo")
    expect(seats.nth(3)).to_contain_text(character("expert"))
    emma.press(button(emma, said("start.fill_bots", n=2)))
    expect(seats.nth(2)).to_contain_text("Nina")
    expect(seats.nth(3)).to_contain_text("Leo")


# The lobby


def test_the_lobby_of_a_rematch_says_one_thing_about_who_is_there(
    server: Server, people: People
) -> None:
    emma, max_, table = together(server, people)
    with hand(server, table, emma.key) as other:
        other.say("stop")
    max_.wait("main.result")
    max_.page.goto("about:blank")
    emma.press("[data-rematch]")
    expect(emma.page.get_by_role("heading", level=1)).to_have_text(text("start.lobby_again"))
    expect(emma.page.get_by_text(said("start.lobby_waits", names="Max"))).to_be_visible()
    expect(emma.page.locator("#invite")).to_have_count(0)
    why = emma.page.locator("#start-why")
    expect(why).to_have_text(said("start.begin_itself", names="Max"))
    seats = emma.page.locator("ol > li")
    expect(seats.nth(0)).to_contain_text(text("start.is_you"))
    expect(seats.nth(1)).to_contain_text(text("start.is_away"))
    max_.page.goto(f"/t/{table}")
    max_.press("[data-rematch]")
    emma.wait(".actions[data-seat='1']")  # both are there: it begins
    max_.wait(".actions[data-seat='2']")


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_invitation_to_this_computer_says_so(
    language: str, server: Server, people: People
) -> None:
    opened = server.open("Emma", "+")
    emma = people("Emma", server, locale=LOCALES[language])
    emma.sit(opened["table"], opened["key"])
    card = emma.page.locator("section:has(#invite)")
    expect(card.get_by_role("note")).to_have_text(said("start.lonely", language))
    command = card.get_by_text('make play ARGS="--host 0.0.0.0"')
    expect(command).not_to_be_visible()
    # A link that nobody else can open is neither to be photographed nor to be sent.
    expect(card.locator(".code, button")).to_have_count(0)
    emma.press(card.get_by_text(said("start.lonely_how", language)))
    expect(command).to_be_visible()
    expect(card.get_by_text("rowlock serve --host 0.0.0.0")).to_be_visible()
    # Only whoever hosts can change that.
    max_ = people("Max", server, locale=LOCALES[language])
    max_.page.goto(f"/t/{opened['table']}")
    max_.wait("#seats")
    expect(max_.page.get_by_role("note")).to_have_count(0)


def test_people_without_names_are_told_apart(server: Server, people: People) -> None:
    """Eight on one device: nobody's name is cut, though each has little room."""
    emma = people("Emma", server, **PHONE)
    emma.page.goto("/new/device")
    for _ in range(6):
        emma.press(button(emma, text("start.add_person")))
    begin(emma)
    emma.wait(".other")
    names = emma.page.locator(".other .name")
    assert names.count() == 7
    cut = names.evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth).length")
    assert cut == 0, names.all_inner_texts()
    assert len(set(names.all_inner_texts())) == 7


def test_whether_locks_are_announced_can_be_chosen(server: Server, people: People) -> None:
    emma = people("Emma", server, **PHONE)
    for told in ("announced", "sealed"):
        emma.page.goto("/new/friends")
        emma.page.get_by_label(text("start.your_name")).fill("Emma")
        options = emma.page.locator("form details")
        if options.get_attribute("open") is None:
            emma.press(options.locator("summary"))
        switch = options.get_by_label(text("start.locks"), exact=True)
        expect(switch).to_be_checked()
        if told == "sealed":
            emma.press(switch)
        emma.press(button(emma, text("start.open_table")))
        emma.page.wait_for_url(re.compile("/t/"))
        table = emma.page.url.rpartition("/")[2]
        assert server.get(f"/api/tables/{table}")["options"]["locks"] == told
    expect(emma.page.get_by_text(text("start.words_sealed"))).to_be_visible()


# The start page


def test_the_game_under_way_comes_first_on_a_phone(server: Server, people: People) -> None:
    emma = people("Emma", server, **SMALL)
    emma.page.goto("/")
    expect(emma.page.locator("[data-continue]")).to_have_count(0)
    emma.press(button(emma, text("start.play_now")))
    table = at_once(emma)
    emma.page.goto("/")
    first = emma.page.locator("main a, main button").first
    expect(first).to_contain_text(text("start.game_continue"))
    expect(first).to_contain_text("Nina")
    expect(first).to_be_in_viewport()
    emma.press(first)
    emma.page.wait_for_url(re.compile(table))


@pytest.mark.parametrize("locale", ["en-GB", "en-US", "de-AT"])
def test_dates_are_written_as_where_the_browser_is(
    locale: str, server: Server, people: People
) -> None:
    emma = people("Emma", server, locale=locale, timezone_id="UTC")
    emma._keep(
        "rowlock.games",
        [
            {"table": "a", "key": "k", "at": 1e12, "variant": "XL", "names": ["Emma"]}
            | {"mine": [1], "stage": "done", "totals": [9], "winners": [1]}
        ],
    )
    emma.page.goto("/")
    written = {"en-GB": "9 Sept 2001, 01:46", "en-US": "Sep 9, 2001", "de-AT": "09.09.2001"}
    expect(emma.page.locator("section:has(#recent) li")).to_contain_text(written[locale])


# At the table


def test_the_name_of_the_game_stays_while_the_line_is_broken(
    server: Server, people: People
) -> None:
    emma = people("Emma", server, **PHONE)
    opened = server.open("Emma", "keen", variant="mixed_colours", first=1)
    emma.sit(opened["table"], opened["key"])
    emma.wait("[data-asks]")
    title = emma.page.locator(".bar h1")
    before = title.bounding_box()
    emma.allow("WebSocket", "ERR_INTERNET_DISCONNECTED", "failed:")
    emma.context.set_offline(True)
    emma.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(emma.cut_off()).to_be_visible(timeout=40_000)
    assert title.bounding_box() == before
    assert title.evaluate("one => one.scrollWidth <= one.clientWidth")
    emma.context.set_offline(False)


_OVER = """(said) => {
  const one = document.querySelector(said).getBoundingClientRect();
  return [...document.querySelectorAll(".paper, .other")].filter((sheet) => {
    const other = sheet.getBoundingClientRect();
    return one.top < other.bottom && other.top < one.bottom
      && one.left < other.right && other.left < one.right;
  }).length;
}"""


def test_that_the_link_is_copied_is_said_beside_the_sheets(server: Server, people: People) -> None:
    opened = server.open("Emma", "keen", first=1)
    emma = people("Emma", server, **PHONE)
    emma.context.grant_permissions(["clipboard-read", "clipboard-write"])
    emma.page.add_init_script("delete Navigator.prototype.share")
    emma.sit(opened["table"], opened["key"])
    emma.wait("[data-asks]")
    emma.press("details.menu summary")
    emma.press(button(emma, text("table.share")))
    expect(emma.page.locator(".bar .link")).to_have_text(text("table.copied"))
    assert emma.page.evaluate(_OVER, ".bar .link") == 0


# Words


JARGON = re.compile(r"TOML|\bEdi(tion|zione)\b|Name in|Nome nei|commitment|\b[Ss]eed\b|Startwert")
SHOWN = """() => {
  const copy = document.body.cloneNode(true);
  for (const folded of copy.querySelectorAll("details"))
    for (const one of [...folded.children]) if (one.tagName !== "SUMMARY") one.remove();
  return copy.textContent;
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_jargon_outside_what_is_folded_away(
    language: str, server: Server, people: People, prepared: Prepared
) -> None:
    emma = people("Emma", server, locale=LOCALES[language])
    table, key = prepared["over"]
    emma.sit(table, key)
    emma.press("main.result .actions button[aria-expanded]")
    emma.wait("[data-verdict=fair]")
    assert not JARGON.findall(emma.page.evaluate(SHOWN))
    for path, ready in (
        ("/", "#gallery ~ ul > li"),
        ("/new/friends", "input[name=variant] >> nth=3"),
        ("/rules/classic", "article details.record"),
        (f"/t/{prepared['lobby'][0]}", "#seats"),
    ):
        emma.page.goto(path)
        emma.page.wait_for_selector(ready, state="attached")
        if path == "/new/friends":
            emma.press(emma.page.locator("label:has(input[name=variant])").last)
            emma.wait("textarea")
        assert not JARGON.findall(emma.page.evaluate(SHOWN)), path


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_link_that_leads_nowhere_leads_on(language: str, server: Server, people: People) -> None:
    emma = people("Emma", server, locale=LOCALES[language], **PHONE)
    emma.allow("404")
    for path, what in (("/such/a/page", "page"), ("/t/nonsense", "table")):
        emma.page.goto(path)
        expect(emma.page.get_by_role("heading", level=1)).to_have_text(
            said(f"problem.lost.{what}", language)
        )
        expect(emma.page.get_by_role("alert").first).to_contain_text(
            said(f"problem.lost_says.{what}", language)
        )
        expect(emma.page.get_by_role("link", name=said("go.start", language))).to_be_visible()
        expect(emma.page.locator("header")).to_have_text("Rowlock")
        left = "one => one.getBoundingClientRect().left"
        heading = emma.page.get_by_role("heading", level=1)
        assert emma.page.locator("header > *").evaluate(left) == heading.evaluate(left)
    emma.press(emma.page.get_by_role("button", name=said("start.play_now", language)))
    at_once(emma)
