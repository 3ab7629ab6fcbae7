"""When something is wrong, it is said in a sentence of one's own language, with a way on."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, WebSocketRoute, expect

from tests.server.running import Server, running
from tests.web.browsing import PHONE, People, Person, hand, text
from tests.web.prepared import guest
from tests.web.saying import LANGUAGES, said

NO_LINE = ("WebSocket connection to", "net::ERR_", "/api/")
"""What a browser says when nobody answers."""
QUIET = "Service Worker registration blocked"
every_language = pytest.mark.parametrize("language", LANGUAGES)


def somebody(people: People, server: Server, language: str, **options: Any) -> Person:
    """Without a service worker, unless the test is about it: requests can be answered here."""
    quiet: dict[str, Any] = {"service_workers": "block"} | PHONE
    person = people("Max", server, prefs={"language": language}, **(quiet | options))
    person.allow(QUIET)
    return person


def problem(person: Person, reason: str) -> Locator:
    return person.page.locator(f"[role=alert][data-reason={reason}]")


# Addresses that lead nowhere


@every_language
def test_addresses_that_lead_nowhere(language: str, server: Server, people: People) -> None:
    max_ = somebody(people, server, language)
    max_.allow("404")
    for path, reason in (
        ("/t/nonsense", "unknown_table"),
        ("/t/k7m2q9x4w8c3h5td", "unknown_table"),
        ("/such/a/page", "no_such_page"),
        ("/new/nonsense", "no_such_page"),
        ("/rules/nonsense", "unknown_variant"),
        ("/learn/nonsense", "unknown_variant"),
    ):
        max_.page.goto(path)
        expect(problem(max_, reason)).to_contain_text(text(f"refused.{reason}", language))
        expect(max_.page.locator("html")).to_have_attribute("lang", language)
        home = max_.page.get_by_role("link", name=text("go.start", language))
        expect(home).to_be_visible()
    max_.press(home)
    expect(max_.page.get_by_role("button", name=text("start.play_now", language))).to_be_visible()


# Tables that are full, have begun, or are gone


@every_language
def test_tables_that_one_can_only_watch(language: str, server: Server, people: People) -> None:
    full = server.open("Emma", "+")
    with guest(server, full["table"], "Zoe"):
        max_ = somebody(people, server, language)
        max_.sit(full["table"])
        expect(max_.page.get_by_text(text("start.watching_full", language))).to_be_visible()
        expect(max_.page.get_by_label(text("start.your_name", language))).to_have_count(0)
    with hand(server, full["table"], full["key"]) as emma:
        emma.say("start")
    expect(max_.page.get_by_text(text("table.you_watch", language))).to_be_visible()
    max_.page.reload()
    expect(max_.page.get_by_text(text("table.you_watch", language))).to_be_visible()
    expect(max_.page.locator(".actions")).to_have_count(0)


def test_two_sit_down_at_once(server: Server, people: People) -> None:
    opened = server.open("Emma", "+")
    two = [people(name, server, **PHONE) for name in ("Max", "Zoe")]
    for one in two:
        one.sit(opened["table"])
        one.page.get_by_label(text("start.your_name")).fill(one.name)
    moment = time.time() * 1000 + 700
    for one in two:  # both at the same moment, as nearly as can be
        one.page.evaluate(
            """moment => void setTimeout(
              () => document.querySelector("main form")?.requestSubmit(), moment - Date.now())""",
            moment,
        )
    two[0].page.wait_for_timeout(1000)
    places = server.get(f"/api/tables/{opened['table']}")["places"]
    sits = places[1]["name"]
    seated, other = sorted(two, key=lambda one: one.name != sits)
    assert seated.name == sits
    expect(seated.page.get_by_role("heading", level=1)).to_have_text(text("start.lobby_seated"))
    expect(other.page.get_by_text(text("start.watching_full"))).to_be_visible()
    expect(other.page.get_by_role("heading", level=1)).not_to_have_text(text("start.lobby_seated"))
    other.page.reload()
    expect(other.page.get_by_text(text("start.watching_full"))).to_be_visible()


@contextlib.contextmanager
def late_news(
    person: Person, change: Callable[[dict[str, Any]], dict[str, Any]] = lambda said_: said_
) -> Iterator[list[bool]]:
    """What others do reaches this page late: as if all had happened in the same moment."""
    late = [False]

    def connect(page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        page.on_message(lambda told: server.send(json.dumps(change(json.loads(told)))))

        def told(message: str | bytes) -> None:
            if not (late[0] and json.loads(message)["type"] in ("told", "present")):
                page.send(message)

        server.on_message(told)

    person.page.route_web_socket("**/socket", connect)
    yield late


@every_language
def test_somebody_else_was_faster(language: str, server: Server, people: People) -> None:
    for reason in ("table_full", "started"):
        opened = server.open("Emma", "+")
        max_ = somebody(people, server, language)
        with late_news(max_) as late:
            max_.sit(opened["table"])
            max_.page.get_by_label(text("start.your_name", language)).fill("Max")
            late[0] = True
            with guest(server, opened["table"], "Zoe"):
                if reason == "started":
                    with hand(server, opened["table"], opened["key"]) as emma:
                        emma.say("start")
                max_.press(max_.page.get_by_role("button", name=text("start.sit_down", language)))
                alert = max_.page.get_by_role("alert").filter(
                    has_text=text(f"refused.{reason}", language)
                )
                expect(alert).to_be_visible()
            assert not max_.page.evaluate("JSON.parse(localStorage['rowlock.games'])[0].key")


def test_tables_that_were_closed_for_their_age(people: People) -> None:
    settings: dict[str, Any] = {
        "waiting_hours": 0.0003,
        "playing_days": 0.00002,
        "tidy_seconds": 0.2,
    }
    with running(**settings) as server:
        waiting = server.open("Emma", "+")
        playing = server.open("Emma", "Max")
        with hand(server, playing["table"], playing["key"]) as both:
            both.say("start")
            both.say("roll", turn=1)
        for opened in (waiting, playing):
            until = time.monotonic() + 10
            while server.get(f"/api/tables/{opened['table']}")["now"]["stage"] != "done":
                assert time.monotonic() < until
                time.sleep(0.1)
        for language in LANGUAGES:
            max_ = somebody(people, server, language)
            for opened in (waiting, playing) if language == "en" else (waiting,):
                max_.sit(opened["table"])
                expect(max_.page.get_by_role("heading", level=2).first).to_have_text(
                    text("told.stopped.age", language)
                )
            max_.page.goto("about:blank")  # before the server goes


def test_a_key_of_another_time_lets_one_watch(server: Server, people: People) -> None:
    opened = server.open("Emma", "Max")
    with hand(server, opened["table"], opened["key"]) as both:
        both.say("start")
    max_ = somebody(people, server, "en")
    max_.sit(opened["table"], "a-key-that-holds-nothing-at-this-table-0123")
    expect(max_.page.get_by_text(text("table.you_watch"))).to_be_visible()


# Names


@every_language
def test_names_that_cannot_be(language: str, server: Server, people: People) -> None:
    opened = server.open("Emma", "+")
    max_ = somebody(people, server, language)
    spoilt = [False]

    def spoil(said_: dict[str, Any]) -> dict[str, Any]:
        return said_ | {"name": "M" * 30} if spoilt[0] and said_["type"] == "sit" else said_

    with late_news(max_, spoil):
        max_.sit(opened["table"])
        field = max_.page.get_by_label(text("start.your_name", language))
        sit = max_.page.get_by_role("button", name=text("start.sit_down", language))
        for name, why in (
            ("", said("start.name_missing", language)),
            ("   ", said("start.name_missing", language)),
            ("M" * 21, said("start.name_long", language, n=20)),
            ("Ma\u200bx", said("start.name_strange", language)),
        ):
            field.fill(name)
            max_.press(sit)
            wrong = max_.page.locator(f"#{field.get_attribute('aria-describedby')}")
            expect(wrong).to_have_text(why)
            expect(wrong).to_have_attribute("role", "alert")
            expect(field).to_have_attribute("aria-invalid", "true")
            expect(field).to_be_focused()
        spoilt[0] = True  # if the page were mistaken, the server says no
        field.fill("Max")
        max_.press(sit)
        expect(wrong).to_have_text(text("refused.bad_name", language))
        spoilt[0] = False
        max_.press(sit)
        expect(max_.page.get_by_role("heading", level=1)).to_have_text(
            text("start.lobby_seated", language)
        )


@every_language
def test_names_when_a_table_is_set_up(language: str, server: Server, people: People) -> None:
    max_ = somebody(people, server, language)
    max_.page.goto("/new/friends")
    field = max_.page.get_by_label(text("start.your_name", language))
    for name, why in (
        ("", said("start.name_missing", language)),
        ("M" * 21, said("start.name_long", language, n=20)),
    ):
        field.fill(name)
        max_.press(max_.page.get_by_role("button", name=text("start.open_table", language)))
        wrong = max_.page.locator(f"#{field.get_attribute('aria-describedby')}")
        expect(wrong).to_have_text(why)
        expect(field).to_be_focused()
    field.fill("Max")
    max_.press(max_.page.get_by_role("button", name=text("start.open_table", language)))
    expect(max_.page.get_by_role("heading", level=1)).to_have_text(
        text("start.lobby_host", language)
    )


# A server that is away


def test_a_page_that_is_kept_starts_without_the_server(people: People) -> None:
    with running(bot_pause=0) as server:
        opened = server.open("Emma", "Max", real_dice=True)
        visitors = [
            somebody(people, server, language, service_workers="allow") for language in LANGUAGES
        ]
        for max_ in visitors:
            max_.allow(*NO_LINE)
            max_.sit(opened["table"], opened["key"])
            max_.page.wait_for_selector("form.real")
            max_.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        server.stop()
        for language, max_ in zip(LANGUAGES, visitors):
            max_.page.goto("/")
            away = max_.page.get_by_role("status").filter(has_text=text("refused.away", language))
            expect(away).to_be_visible()
            max_.press(max_.page.get_by_role("button", name=text("start.play_now", language)))
            alert = max_.page.get_by_role("alert").filter(has_text=text("refused.away", language))
            expect(alert).to_be_visible()
        table = visitors[0]
        table.page.goto(f"/t/{opened['table']}")
        expect(table.page.get_by_role("status")).to_have_text(text("refused.away"))
        rules = visitors[1]
        rules.page.goto("/rules/classic")
        expect(problem(rules, "away")).to_have_text(text("refused.away", "de"))
        server.start()
        table.page.wait_for_selector("form.real", timeout=20_000)  # by itself
        rules.press(rules.page.get_by_role("button", name=text("problem.try_again", "de")))
        expect(rules.page.locator("article h2").first).to_be_visible()
        start = visitors[2]
        start.press(start.page.get_by_role("button", name=text("problem.try_again", "it")))
        expect(start.page.get_by_role("heading", level=3).first).to_have_text("Classic")
        start.press(start.page.get_by_role("button", name=text("start.play_now", "it")))
        start.page.wait_for_selector("[data-roll]")


@every_language
def test_nobody_answers_while_a_table_is_set_up(
    language: str, server: Server, people: People
) -> None:
    max_ = somebody(people, server, language)
    max_.allow(*NO_LINE)
    max_.page.route("**/api/**", lambda route: route.abort())
    max_.page.goto("/new/device")
    away = max_.page.get_by_role("status").filter(has_text=text("refused.away", language))
    expect(away).to_be_visible()
    begin = max_.page.get_by_role("button", name=text("start.begin", language))
    max_.press(begin)
    alert = max_.page.get_by_role("alert").filter(has_text=text("refused.away", language))
    expect(alert).to_be_visible()
    max_.page.unroute_all()
    max_.press(max_.page.get_by_role("button", name=text("problem.try_again", language)))
    expect(max_.page.get_by_role("radio", name="Longo")).to_be_attached()
    expect(away).to_have_count(0)
    max_.press(begin)
    max_.page.wait_for_selector("[data-do=roll]")


# An old page


@every_language
def test_an_old_page_says_so_and_loads_itself_again_once(
    language: str, server: Server, people: People
) -> None:
    opened = server.open("Emma", "Max", real_dice=True)
    about = server.get("/api/about") | {"page": "of-tomorrow"}
    max_ = somebody(people, server, language)
    max_.allow(*NO_LINE)
    loads: list[str] = []
    max_.sit(opened["table"], opened["key"])
    max_.page.wait_for_selector("form.real")
    max_.page.on("load", lambda page: loads.append(page.url))
    max_.page.route("**/api/about", lambda route: route.fulfill(json=about))
    old = max_.page.get_by_role("status").filter(has_text=text("refused.old_page", language))
    break_the_line(max_)
    expect(old).to_be_visible()
    if language != "en":
        return
    max_.page.wait_for_event("load")
    max_.page.wait_for_selector("form.real")
    expect(old).to_have_count(0)
    break_the_line(max_)  # the server still has another one: it is said, and no more
    expect(old).to_be_visible()
    max_.page.wait_for_timeout(2000)
    assert len(loads) == 1
    expect(max_.page.locator("form.real")).to_be_visible()
    expect(max_.page.get_by_role("button", name=text("problem.again", language))).to_be_visible()


def break_the_line(person: Person) -> None:
    person.context.set_offline(True)
    person.context.set_offline(False)


# Limits


def test_too_many_tables(people: People) -> None:
    with running(tables_per_hour=1) as server:
        server.open("Emma", "keen")
        for language in LANGUAGES:
            max_ = somebody(people, server, language)
            max_.allow("429")
            sentence = text("refused.too_many_tables", language)
            max_.page.goto("/")
            max_.press(max_.page.get_by_role("button", name=text("start.play_now", language)))
            expect(max_.page.get_by_role("alert").filter(has_text=sentence)).to_be_visible()
            max_.page.goto("/new/bots")
            max_.press(max_.page.get_by_role("button", name=text("start.begin", language)))
            expect(max_.page.get_by_role("alert").filter(has_text=sentence)).to_be_visible()


def test_a_browser_that_keeps_nothing(server: Server, people: People) -> None:
    """As in some private windows: one plays all the same, as long as the page is open."""
    max_ = people("Max", server, service_workers="block", **PHONE)
    max_.allow(QUIET)
    max_.context.add_init_script(
        """for (const name of ["localStorage", "sessionStorage"])
             Object.defineProperty(window, name, { get() { throw new DOMException("no") } });"""
    )
    max_.page.goto("/")
    max_.press(max_.page.get_by_role("button", name=text("start.play_now")))
    max_.page.wait_for_selector("[data-roll], [data-do=roll]")
