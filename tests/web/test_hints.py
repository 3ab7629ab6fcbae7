"""The coach on the page: hints for whom a decision is due, warnings for who wishes them."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, WebSocketRoute, expect

from tests.server.running import Server
from tests.web.browsing import PHONE, People, Person, decide, hand, text, together
from tests.web.prepared import guest
from tests.web.saying import LANGUAGES, LOCALES, said

DICE = "56r1y1g1b1"  # eleven: a fine start of green and blue, and a sad one of red and yellow
WITH_MAX = ("Emma", "+")  # so that an answer is not told at once
HINTED: dict[str, Any] = {"real_dice": True, "hints": True}


def at_the_table(server: Server, people: People, *who: str, **options: Any) -> Person:
    """Emma, for whom it is to decide: the dice lie there."""
    given = {name: options.pop(name) for name in ("hints", "variant") if name in options}
    table, key = rolled(server, *(who or ("Emma", "keen")), **given)
    emma = people("Emma", server, **options)
    emma.sit(table, key)
    emma.wait("[data-asks]")
    return emma


def rolled(server: Server, *who: str, **options: Any) -> tuple[str, str]:
    """A table whose first dice lie there, and Emma's key. Max, if he has a seat, takes his time."""
    opened = server.open(*who, real_dice=True, first=1, **options)
    table, key = opened["table"], opened["key"]
    if "+" in who:
        with guest(server, table, "Max"):
            pass
    with hand(server, table, key) as emma:
        emma.say("start")
        emma.say("roll", turn=1, dice=DICE)
    return table, key


def panel(person: Person) -> Locator:
    return person.page.locator("[data-hint]")


def advised(person: Person) -> list[str]:
    return [
        str(one.get_attribute("data-advised")) for one in panel(person).locator("ol button").all()
    ]


def ask(person: Person) -> None:
    person.press("[data-do=hint]")
    expect(panel(person)).to_be_visible()


def messages(person: Person, kind: str) -> list[dict[str, Any]]:
    """What came over the socket with this in it."""
    return [said for text in person.heard if kind in (said := json.loads(text))]


# A hint


@pytest.mark.parametrize("size", [PHONE, {}], ids=["phone", "desktop"])
def test_a_hint_ranks_what_may_be_chosen_and_chooses_without_sending(
    size: dict[str, Any], server: Server, people: People
) -> None:
    emma = at_the_table(server, people, **size)
    ask(emma)
    best, *others = advised(emma)
    assert best in ("G11", "B11")
    assert len(others) == 3
    emma.press("[data-do=more]")
    expect(panel(emma).locator("ol button")).to_have_count(5)
    assert advised(emma)[-1] in ("R11", "Y11")
    chances = [
        int(re.sub(r"\D", "", one.inner_text()))
        for one in panel(emma).locator("ol button .worth > b").all()
    ]
    assert chances == sorted(chances, reverse=True)
    assert (
        panel(emma)
        .locator("ol button")
        .first.evaluate("one => one.getBoundingClientRect().right <= innerWidth")
    )
    emma.press(panel(emma).locator(f"[data-advised={best}]"))
    expect(emma.crossed(best, pencil=True)).to_be_visible()
    expect(panel(emma).locator("[aria-pressed=true]")).to_have_attribute("data-advised", best)
    assert not messages(emma, "told") or not any(
        own["sealed"] for told in messages(emma, "yours") for own in told["yours"]
    )
    emma.press("[data-do=confirm]")
    emma.wait("[data-asks=colour], [data-answered]")
    expect(panel(emma)).to_have_count(0)  # it was about another decision


def test_a_hint_without_a_cell_leads_to_the_button_that_crosses_nothing(
    server: Server, people: People
) -> None:
    emma = at_the_table(server, people)
    decide(emma, "G11")
    emma.wait("[data-asks=colour]")
    ask(emma)
    assert advised(emma)[0] == "-"
    emma.press("[data-advised='-']")
    expect(emma.page.locator("[data-do=pass]")).to_be_focused()
    assert emma.page.locator("[data-do=confirm]").count() == 0


def test_what_goes_together_is_chosen_together(server: Server, people: People) -> None:
    emma = at_the_table(server, people)
    ask(emma)
    (told,) = [answer["hint"] for answer in messages(emma, "hint")]
    (passing,) = [one for one in told["options"] if one["decision"] == "-"]
    emma.press("[data-advised='-']")
    expect(emma.crossed(passing["then"], pencil=True)).to_be_visible()
    button = emma.page.locator("[data-do=confirm]")
    expect(button).to_contain_text(re.compile(r"\b" + passing["then"][1:] + r"\b"))


def test_others_are_told_and_it_stands_in_the_story(server: Server, people: People) -> None:
    emma, max_, table = together(server, people, **HINTED)
    with hand(server, table, emma.key) as other:
        other.say("roll", turn=1, dice=DICE)
    emma.wait("[data-asks]")
    ask(emma)
    expect(panel(emma)).to_contain_text(text("hint.told"))
    heard = said("told.hinted", name="Emma")
    expect(max_.page.locator("[data-live]")).to_contain_text(heard)
    expect(max_.page.get_by_role("region", name=text("table.story"))).to_contain_text(heard)
    emma.press("[data-do=hint]")
    expect(panel(emma)).to_have_count(0)
    ask(emma)
    max_.page.wait_for_timeout(200)
    assert "".join(max_.heard).count('"hinted"') == 1, "told once for each decision"
    assert not messages(max_, "hint")


def test_the_button_is_there_only_for_whom_it_is_due(server: Server, people: People) -> None:
    emma, max_, table = together(server, people, **HINTED)
    button = "[data-do=hint]"
    assert emma.page.locator(button).count() == 0  # the dice come first
    with hand(server, table, emma.key) as other:
        other.say("roll", turn=1, dice=DICE)
    walter = people("Walter", server)
    walter.sit(table)
    walter.wait(".gallery .sheet")
    for person in (emma, max_):
        person.wait(button)
    assert walter.page.locator(button).count() == 0
    decide(max_, "G11")
    expect(max_.page.locator(button)).to_have_count(0)
    newcomer = at_the_table(server, people, prefs={"versed": False})
    assert newcomer.page.locator(button).count() == 0, "few buttons in the first turn of all"
    alone, friend, plain = together(server, people, real_dice=True)
    del friend
    with hand(server, plain, alone.key) as other:
        other.say("roll", turn=1, dice=DICE)
    alone.wait("[data-asks]")
    assert alone.page.locator(button).count() == 0, "the table allows none"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_is_read_aloud_and_can_be_reached_with_the_keyboard(
    language: str, server: Server, people: People
) -> None:
    emma = at_the_table(
        server, people, locale=LOCALES[language], prefs={"language": language, "typedMoves": False}
    )
    page = emma.page
    button = page.get_by_role("button", name=text("hint.ask", language), exact=True)
    expect(button).to_have_attribute("aria-expanded", "false")
    button.focus()
    page.keyboard.press("Enter")
    expect(panel(emma)).to_be_visible()
    expect(button).to_have_attribute("aria-expanded", "true")
    (told,) = [answer["hint"] for answer in messages(emma, "hint")]
    best = told["options"][0]
    spoken = panel(emma).get_by_role("status")
    expect(spoken).to_contain_text(text("hint.best", language))
    expect(spoken).to_contain_text(f"{round(best['points'])}")
    if told["reason"]:
        expect(spoken).to_contain_text(told["reason"][language])
    page.keyboard.press("Tab")  # the button that closes it
    page.keyboard.press("Tab")
    expect(panel(emma).locator("ol button").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(emma.crossed(best["decision"], pencil=True)).to_be_visible()


@pytest.mark.parametrize(
    ("who", "variant", "basis"),
    [(("Emma",), "classic", "alone"), (("Emma", *["keen"] * 6), "classic", "crowd")],
)
def test_where_less_is_known_the_page_says_so(
    who: tuple[str, ...], variant: str, basis: str, server: Server, people: People
) -> None:
    emma = at_the_table(server, people, *who, variant=variant, **PHONE)
    ask(emma)
    expect(panel(emma)).to_contain_text(text(f"hint.basis.{basis}"))
    expect(panel(emma).locator(".bar")).to_have_count(0 if basis == "alone" else 4)
    emma.press(panel(emma).locator("ol button").first)
    emma.wait("[data-do=confirm], [data-do=pass]:focus")


# A warning


def warned(person: Person, cell: str = "R11") -> Locator:
    """Choose a blunder and confirm it; once more, if the server had no time to say something."""
    for _ in range(20):
        decide(person, cell)
        person.wait("[data-warning], [data-do=undo]")
        if person.page.locator("[data-warning]").count():
            break
        person.press("[data-do=undo]")
        person.wait("[data-do=pass]")
    return person.page.locator("[data-warning]")


@pytest.mark.parametrize("size", [PHONE, {}], ids=["phone", "desktop"])
def test_who_wishes_it_is_warned_before_a_blunder(
    size: dict[str, Any], server: Server, people: People
) -> None:
    emma = at_the_table(server, people, *WITH_MAX, hints=True, prefs={"warnings": True}, **size)
    warning = warned(emma)
    expect(warning).to_have_role("alert")
    expect(warning).to_contain_text(
        said("hint.warning", decision=said("cell", colour="red", number=11))
    )
    expect(emma.page.locator("[data-do=think-again]")).to_be_focused()
    emma.press("[data-do=think-again]")
    expect(warning).to_have_count(0)
    expect(emma.crossed("R11", pencil=True)).to_be_visible()  # still chosen, and not sent
    assert emma.page.locator("[data-do=undo]").count() == 0
    # Something else needs no warning.
    emma.press("[data-do=clear]")
    decide(emma, "G11")
    emma.wait("[data-do=undo]")
    assert warning.count() == 0


def test_a_blunder_can_be_played_all_the_same_and_better_be_shown(
    server: Server, people: People
) -> None:
    emma = at_the_table(server, people, *WITH_MAX, hints=True, prefs={"warnings": True})
    warned(emma)
    emma.press("[data-do=show]")
    expect(panel(emma)).to_be_visible()
    assert emma.page.locator("[data-warning]").count() == 0
    assert "".join(emma.heard).count('"hinted"') == 1, "a warning was the hint"
    warned(emma)
    emma.press("[data-do=anyway]")
    emma.wait("[data-do=undo]")
    sealed = [own["sealed"] for told in messages(emma, "yours") for own in told["yours"]]
    assert sealed[-1] == "R11"


def test_nobody_is_warned_who_did_not_wish_it_or_where_hints_are_not_allowed(
    server: Server, people: People
) -> None:
    for options in ({"hints": True}, {"hints": False, "prefs": {"warnings": True}}):
        emma = at_the_table(server, people, *WITH_MAX, **options)
        decide(emma, "R11")
        emma.wait("[data-do=undo]")
        assert emma.page.locator("[data-warning]").count() == 0
        assert not messages(emma, "warning"), "nothing was asked"


def test_a_coach_that_is_silent_holds_nobody_up(server: Server, people: People) -> None:
    emma = people("Emma", server, prefs={"warnings": True})

    def deaf(route: WebSocketRoute) -> None:
        """The server never hears of a check."""
        there = route.connect_to_server()
        route.on_message(lambda said: None if '"check"' in str(said) else there.send(said))

    emma.page.route_web_socket(re.compile("/socket$"), deaf)
    emma.sit(*rolled(server, *WITH_MAX, hints=True))
    emma.wait("[data-asks]")
    emma.page.evaluate("""() => {
      addEventListener("click", () => { window.tapped = performance.now(); }, true);
    }""")
    decide(emma, "R11")
    emma.wait("[data-do=undo]")
    assert emma.page.evaluate("performance.now() - tapped") < 3000  # 0.3 s on a machine at rest


# Choosing it


def test_the_host_allows_hints_and_the_lobby_says_so(server: Server, people: People) -> None:
    emma = people("Emma", server, **PHONE)
    emma.page.goto("/new/friends")
    emma.page.get_by_label(text("start.your_name")).first.fill("Emma")
    emma.press("form details summary")
    switch = emma.page.get_by_role("switch", name=text("start.hints"), exact=True)
    expect(switch).not_to_be_checked()
    switch.check()
    public = emma.page.get_by_role("switch", name=text("start.public"), exact=True)
    public.check()
    expect(switch).to_have_count(0)  # never at a public table
    public.uncheck()
    expect(switch).to_be_checked()
    emma.press("form [type=submit]")
    emma.wait("#seats")
    expect(emma.page.locator("main")).to_contain_text(text("start.words_hints"))


def test_play_now_has_hints(server: Server, people: People) -> None:
    emma = people("Emma", server, **PHONE)
    emma.page.goto("/")
    emma.press(emma.page.get_by_role("button", name=text("start.play_now")))
    emma.wait("[data-roll]")
    table = emma.page.url.rpartition("/")[2]
    assert server.get(f"/api/tables/{table}")["options"]["hints"] is True


def test_the_wish_to_be_warned_is_kept_in_the_browser(server: Server, people: People) -> None:
    emma = people("Emma", server)
    emma.page.goto("/")
    emma.press("button.gear")
    switch = emma.page.get_by_role("switch", name=text("start.set.warnings"), exact=True)
    expect(switch).not_to_be_checked()
    switch.check()
    assert emma.page.evaluate("JSON.parse(localStorage['rowlock.prefs']).warnings") is True
