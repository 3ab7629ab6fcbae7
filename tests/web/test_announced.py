"""Somebody locks a row, and everybody is told: who sees it, who is asked, and what follows."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.server.running import Server
from tests.web.browsing import PHONE, People, Person, decide, text
from tests.web.prepared import Prepared
from tests.web.saying import said
from tests.web.test_together import line_to

KEY = "of-somebody-who-came-by-the-link-0123456789"


APART = """() => {
  const box = (one) => one.getBoundingClientRect();
  const told = box(document.querySelector("[data-moment]"));
  return [...document.querySelectorAll("main .sheet, .other svg[viewBox]")].every((sheet) => {
    const { left, right, top, bottom } = box(sheet);
    return told.bottom <= top || told.top >= bottom || told.right <= left || told.left >= right;
  });
}"""
"""Whether what is told covers no sheet at all."""


def two(
    server: Server, people: People, prepared: Prepared, **options: object
) -> tuple[Person, Person, str]:
    """Emma and Max with a page each; both can lock red, it is Max's roll."""
    table, key, _ = prepared.near_lock("Emma", "+", guest_key=KEY, **options)
    emma, max_ = people("Emma", server), people("Max", server, **PHONE)
    emma.sit(table, key)
    max_.sit(table, KEY)
    for person in (emma, max_):
        person.wait("[data-asks=white]")
    return emma, max_, table


def lock_of(person: Person) -> Locator:
    """The own red row, once it is locked by oneself."""
    return person.page.locator("main .band.c-R.proud")


def is_told(person: Person, name: str) -> None:
    """That somebody locks red: in large letters, with its letter and a lock, and aloud."""
    told = person.page.locator("[data-announced=R]")
    expect(told).to_contain_text(said("table.locks", n=1, names=name, colour=text("colour.R")))
    expect(told.locator(".letter")).to_have_text("R")
    expect(told.locator(".seal svg")).to_be_visible()
    expect(person.page.locator("[data-urgent]")).to_contain_text(name)
    expect(person.page.locator("[data-urgent]")).to_contain_text(text("colour.R"))
    size = "one => parseFloat(getComputedStyle(one).fontSize)"
    assert told.evaluate(size) >= 18
    assert person.page.evaluate(APART), "it covers a sheet"


def test_who_had_passed_is_asked_again_and_locks_too(
    server: Server, people: People, prepared: Prepared
) -> None:
    emma, max_, _ = two(server, people, prepared, time="relaxed")
    decide(max_)
    max_.wait("[data-answered], [data-asks=colour]")
    decide(emma, "R12")
    own = said("table.you_lock", colour=text("colour.R"))
    expect(emma.page.locator("[data-announced=R]")).to_contain_text(own)
    expect(emma.page.locator("[data-do=lock-too], [data-do=keep]")).to_have_count(0)
    expect(emma.page.locator("[data-do=undo]")).to_have_count(0)  # it is told, so it stays
    is_told(max_, "Emma")
    expect(max_.page.locator("[data-urgent]")).to_contain_text(text("table.you_can_too"))
    expect(max_.other(1).locator("[data-locks=R]")).to_be_visible()
    expect(max_.page.locator("[data-moment]")).to_contain_text(text("table.you_can_too"))
    expect(max_.page.locator("[data-moment] [role=timer]")).to_be_visible()
    expect(max_.page.locator("[role=timer]")).to_have_count(1)
    expect(max_.page.locator("[data-do=keep]")).to_contain_text(text("table.nothing"))
    too = max_.page.locator("[data-do=lock-too]")
    expect(too).to_have_text(text("table.lock_too"))
    max_.press(too)
    for person in (emma, max_):
        expect(person.crossed("R12")).to_have_count(1)
        expect(lock_of(person)).to_have_count(1)
        expect(person.page.locator("[data-moment]")).to_have_count(0)


def test_who_is_asked_again_may_keep_the_answer(
    server: Server, people: People, prepared: Prepared
) -> None:
    emma, max_, _ = two(server, people, prepared)
    decide(max_, "B12")
    decide(emma, "R12")
    is_told(max_, "Emma")
    keep = max_.page.locator("[data-do=keep]")
    expect(keep).to_contain_text("12")
    max_.press(keep)
    expect(max_.crossed("B12")).to_have_count(1)
    expect(lock_of(max_)).to_have_count(0)
    expect(lock_of(emma)).to_have_count(1)
    expect(max_.page.locator("main .band.c-R button.tile")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_who_is_asked_again_is_asked_one_thing_that_fits_a_phone(
    language: str, server: Server, people: People, prepared: Prepared
) -> None:
    table, _, hands = prepared.near_lock("Maximilian-Alexander", "+", guest_key=KEY, time="relaxed")
    max_ = people(
        "Max",
        server,
        **PHONE
        | {"viewport": {"width": 390, "height": 844}}
        | {"prefs": {"language": language, "typedMoves": True}},
    )
    max_.sit(table, KEY)
    max_.wait("[data-asks=white]")
    decide(max_)
    max_.wait("[data-answered], [data-asks=colour]")
    hands[0].decide(1, "R12")
    max_.wait("[data-do=keep]")
    expect(max_.page.locator("[data-asks], .chip, [data-do=pass], [data-typed]")).to_have_count(0)
    assert max_.page.evaluate("document.documentElement.scrollHeight") <= 844
    # Whoever taps a cell has chosen something else, and can say so.
    max_.press("button.tile[data-cell=B12]")
    expect(max_.page.locator("[data-do=confirm]")).to_be_visible()
    max_.press("[data-do=clear]")
    max_.press("[data-do=else]")
    expect(max_.page.locator("[data-asks=white]")).to_be_visible()
    expect(max_.page.locator("[role=timer]")).to_have_count(1)
    max_.press(".chip[data-decision=B12]")
    max_.press("[data-do=confirm]")
    expect(max_.crossed("B12")).to_have_count(1)


def test_a_page_that_comes_later_sees_it_too(
    server: Server, people: People, prepared: Prepared
) -> None:
    emma, max_, table = two(server, people, prepared)
    decide(emma, "R12")
    max_.wait("[data-do=lock-too]")
    expect(max_.page.locator("[data-do=keep]")).to_have_count(0)  # no answer was given yet
    max_.page.reload()
    max_.wait("[data-do=lock-too]:enabled")
    walter = people("Walter", server, **PHONE)
    walter.sit(table)
    walter.wait("[data-announced=R]")
    emma.page.reload()
    emma.wait("[data-announced=R]")
    assert emma.page.evaluate(APART)
    max_.press("[data-do=lock-too]")
    expect(lock_of(max_)).to_have_count(1)


def test_who_watches_sees_hears_and_feels_it(
    server: Server, people: People, prepared: Prepared
) -> None:
    emma, _, table = two(server, people, prepared)
    walter = people("Walter", server, **PHONE)
    walter.page.add_init_script("navigator.vibrate = (how) => (window.shakes ??= []).push(how)")
    walter.sit(table)
    walter.wait(".gallery .sheet")
    walter.press(".felt")  # a browser lets nothing shake before the first touch
    decide(emma, "R12")
    is_told(walter, "Emma")
    assert [60, 40, 60, 40, 140] in walter.page.evaluate("window.shakes")
    expect(walter.page.locator("main button")).to_have_count(0)


def test_sealed_locks_are_told_to_nobody(
    server: Server, people: People, prepared: Prepared
) -> None:
    emma, max_, _ = two(server, people, prepared, locks="sealed")
    decide(emma, "R12")
    emma.wait("[data-answered]")
    expect(max_.other(1).locator(".good")).to_be_visible()
    for person in (emma, max_):
        expect(person.page.locator("[data-moment]")).to_have_count(0)
        expect(person.page.locator("[data-urgent]")).to_have_text("")
    decide(max_)
    expect(lock_of(emma)).to_have_count(1)


def test_one_device_goes_round_among_those_who_are_asked_again(
    server: Server, people: People, prepared: Prepared
) -> None:
    table, key, hands = prepared.near_lock("Anna", "Ben", "Cleo")
    anna = people("Anna", server, prefs={"passTo": False}, **PHONE)
    anna.sit(table, key)
    anna.wait(".actions[data-seat='3'] [data-asks=white]")  # whose roll it is
    hands[0].decide(1, "-")
    hands[1].decide(2, "-")
    decide(anna, "R12")
    anna.wait(".actions[data-seat='1']")
    is_told(anna, "Cleo")
    expect(anna.page.locator("main .whose")).to_have_text("Anna")
    anna.press("[data-do=lock-too]")
    anna.wait(".actions[data-seat='2']")
    expect(anna.page.locator("main .whose")).to_have_text("Ben")
    both = said("table.locks", n=2, names="Cleo and Anna", colour=text("colour.R"))
    expect(anna.page.locator("[data-announced=R]")).to_contain_text(both)
    anna.press("[data-do=keep]")
    expect(anna.page.locator("[data-moment]")).to_have_count(0)
    for seat, crosses in ((1, 6), (2, 5)):
        expect(anna.other(seat).locator(".cross")).to_have_count(crosses)


def test_a_decision_that_crossed_an_announcement_is_no_mistake(
    server: Server, people: People, prepared: Prepared
) -> None:
    """What was on its way is not taken, and the person decides again, knowing more."""
    table, _, hands = prepared.near_lock("Emma", "+", guest_key=KEY)
    with line_to(server) as line:
        max_ = people("Max", line.address, **PHONE)
        max_.sit(table, KEY)
        max_.wait("[data-asks=white]")
        line.flows.clear()
        decide(max_, "B12")  # said into a line that holds it back
        hands[0].decide(1, "R12")
        line.flows.set()
        is_told(max_, "Emma")
        expect(max_.page.locator(".actions .note")).to_have_text(text("refused.announced"))
        expect(max_.page.locator("[data-news]")).to_have_count(0)
        expect(max_.page.locator("button.tile[data-cell=B12]")).to_have_attribute(
            "aria-pressed", "true"
        )
        max_.press("[data-do=lock-too]")
        expect(max_.crossed("R12")).to_have_count(1)
        expect(max_.crossed("B12")).to_have_count(0)
