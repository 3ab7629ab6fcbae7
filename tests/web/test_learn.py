"""The tutorial: every step of every variant can be done, with nothing but the server's frames."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from rowlock import shipped_variants
from tests.server.running import Server
from tests.web.browsing import DESKTOP, PHONE, People, Person, text
from tests.web.prepared import OWN_VARIANT
from tests.web.saying import LANGUAGES, LOCALES, said

BUBBLE = ".bubble"


def tile(person: Person, decision: str) -> str:
    """The cell of a decision, on the sheet of the lesson."""
    return f".paper [data-cell={decision.lstrip('*')}]"


def do_step(person: Person, step: dict[str, Any]) -> None:
    """Do what is asked for, the last of what is accepted, and see what came of it."""
    expect(person.page.get_by_role("heading", level=1)).to_have_text(step["title"])
    expect(person.page.locator(".text")).to_have_text(step["text"])
    for frame in step["frames"]:
        expect(person.page.locator(BUBBLE)).to_contain_text(frame["task"])
        answer = frame["answers"][-1]
        if answer["decision"] == "-":
            person.press(person.page.get_by_role("button", name=text("learn.pass"), exact=True))
        else:
            person.press(tile(person, answer["decision"]))
        expect(person.page.locator(BUBBLE)).to_contain_text(answer["said"])
    expect(person.page.locator("nav .onward.main")).to_be_visible()


@pytest.mark.parametrize("key", shipped_variants())
def test_a_lesson_can_be_done_to_its_end(key: str, server: Server, people: People) -> None:
    lesson = server.get(f"/api/variants/{key}/lesson")
    emma = people("Emma", server, reduced_motion="reduce", **PHONE)
    emma.page.goto(f"/learn/{key}")
    steps = lesson["twists"]["steps"] or lesson["basics"]["steps"]
    if lesson["twists"]["steps"] or lesson["like"]:
        emma.press(emma.page.locator(".introduction button.main"))
    emma.wait(".paper")
    for step in steps:
        do_step(emma, step)
        emma.press("nav .onward")
    expect(emma.page.get_by_role("heading", level=1)).to_have_text(text("learn.finish.title"))


def test_the_basics_may_come_first(server: Server, people: People) -> None:
    lesson = server.get("/api/variants/bonus_chain/lesson")
    emma = people("Emma", server, **DESKTOP)
    emma.page.goto("/learn/bonus_chain")
    emma.press(emma.page.get_by_role("button", name=text("learn.intro.basics"), exact=True))
    both = [*lesson["basics"]["steps"], *lesson["twists"]["steps"]]
    dots = emma.page.locator(".dots")
    for n, step in enumerate(both, 1):
        expect(dots).to_have_attribute("aria-label", said("learn.step", n=n, all=len(both)))
        expect(emma.page.get_by_role("heading", level=1)).to_have_text(step["title"])
        emma.press("nav .onward")


def test_a_wrong_tap_is_told_so_and_nothing_happens(server: Server, people: People) -> None:
    lesson = server.get("/api/variants/longo/lesson")
    (frame,) = lesson["twists"]["steps"][2]["frames"]
    emma = people("Emma", server, **PHONE)
    emma.page.goto("/learn/longo")
    emma.press(emma.page.locator(".introduction button.main"))
    for _ in range(2):
        emma.press("nav .onward")
    offered = emma.page.locator(".paper button.tile")
    before = offered.count()
    emma.press(tile(emma, frame["others"][0]["decision"]))  # possible, but not what is asked for
    expect(emma.page.locator(f"{BUBBLE}.wrong")).to_have_text(frame["hint"])
    assert offered.count() == before
    (answer,) = frame["answers"]
    emma.press(tile(emma, answer["decision"]))
    expect(emma.page.locator(f"{BUBBLE}.right")).to_contain_text(answer["said"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_is_told_in_the_language_of_the_page(
    language: str, server: Server, people: People
) -> None:
    lesson = server.get(f"/api/variants/mixed_colours/lesson?language={language}")
    emma = people("Emma", server, locale=LOCALES[language], **PHONE)
    emma.page.goto("/learn/mixed_colours")
    emma.press(emma.page.locator(".introduction button.main"))
    do_step(emma, lesson["twists"]["steps"][0])


def test_a_variant_of_ones_own_is_taught_at_its_table(server: Server, people: People) -> None:
    opened = server.open("Emma", "+", variant_file=OWN_VARIANT.read_text())
    lesson = server.get(f"/api/tables/{opened['table']}/lesson")
    assert lesson["twists"]["steps"]
    max_ = people("Max", server, **PHONE)
    max_.page.goto(f"/t/{opened['table']}")
    with max_.context.expect_page() as opening:
        max_.press(max_.page.get_by_role("link", name=text("start.learn"), exact=True))
    page = opening.value
    page.locator(".introduction button.main").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(lesson["twists"]["steps"][0]["title"])
    while page.locator("nav .onward").count():
        page.locator("nav .onward").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(text("learn.finish.title"))
    # It is played at its table; there are no rules to be read.
    expect(page.get_by_role("button", name=text("learn.finish.play"))).to_have_count(0)
    assert page.locator("main a[href^='/rules/']").count() == 0


def test_a_lesson_goes_on_without_a_network(server: Server, people: People) -> None:
    lesson = server.get("/api/variants/classic/lesson")
    emma = people("Emma", server, reduced_motion="reduce", **PHONE)
    emma.allow("ERR_INTERNET_DISCONNECTED")
    emma.page.goto("/learn")
    emma.wait(".paper")
    emma.context.set_offline(True)
    for step in lesson["basics"]["steps"]:
        do_step(emma, step)
        emma.press("nav .onward")
    expect(emma.page.get_by_role("heading", level=1)).to_have_text(text("learn.finish.title"))
    emma.context.set_offline(False)
