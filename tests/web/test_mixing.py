"""Two people and a bot mix the dice: promised in the lobby, revealed at the start, then checked."""

from __future__ import annotations

import json
import time
from typing import Any

from playwright.sync_api import expect
from websockets.sync.client import connect

from rowlock import read_record
from rowlock.fair import seed_commitment, verify
from rowlock.server.mixing import MIXING_SECONDS
from tests.server.running import Server
from tests.web.browsing import Hand, People, Person, begin, hand, text
from tests.web.saying import said

# What the lobby says while the dice are mixed, each time that it changes.
LISTEN = """() => {
  window.shown = [];
  const says = document.querySelector("main .mixing");
  new MutationObserver(() => window.shown.push(says.textContent))
    .observe(says, { childList: true, subtree: true, characterData: true });
}"""
# Whether anything of the lobby was ever on the screen.
LOBBY = """
window.lobby = 0;
new MutationObserver(() => {
  if (document.querySelector("#seats")) window.lobby += 1;
}).observe(document, { childList: true, subtree: true });
"""


def seeds(person: Person, table: str) -> dict[str, Any]:
    """What this browser has kept of its seeds."""
    games = person.page.evaluate("() => localStorage.getItem('rowlock.games')")
    found = next(game for game in json.loads(games) if game["table"] == table)
    return dict(found["seeds"])


def sit_down(person: Person, table: str, name: str) -> None:
    person.sit(table)
    person.page.get_by_label(text("start.your_name")).fill(name)
    person.press(person.page.get_by_role("button", name=text("start.sit_down")))


def check(person: Person) -> None:
    """The dice are checked after the game, on the page."""
    verdict = person.page.locator("section[data-verdict]")
    expect(verdict).to_have_attribute("data-verdict", "fair")
    expect(verdict).to_have_attribute("data-own", "true")
    expect(verdict).to_contain_text(text("replay.dice.mixed.own"))


def test_everybody_promises_the_game_starts_and_all_fits(server: Server, people: People) -> None:
    opened = server.open("Emma", "+", "keen", first=1)
    table = opened["table"]
    emma, max_ = people("Emma", server), people("Max", server)
    emma.sit(table, opened["key"])
    sit_down(max_, table, "Max")
    promised = emma.page.locator("li", has_text=text("start.promised"))
    expect(promised).to_have_count(2)  # nobody had to do anything; the bot has none
    # Max types a word: it is mixed with chance, so its fingerprint gives nothing away.
    max_.press(max_.page.get_by_text(text("start.fair"), exact=True))
    max_.page.get_by_label(text("start.seed")).fill("äh?")
    max_.press(max_.page.get_by_role("button", name=text("start.seed_mix")))
    expect(max_.page.locator("#seed-said")).to_have_text(said("start.word_wrong", n=24))
    max_.page.get_by_label(text("start.seed")).fill("glueck")
    max_.press(max_.page.get_by_role("button", name=text("start.seed_mix")))
    expect(max_.page.locator("#seed-said")).to_have_text(text("start.seed_done"))
    word = seeds(max_, table)["made"][-1]
    assert word.startswith("glueck-")
    max_.press(max_.page.get_by_text(text("start.fair_details"), exact=True))
    expect(max_.page.get_by_text(seed_commitment(word))).to_be_visible()
    for person in (emma, max_):
        person.page.evaluate(LISTEN)
    begin(emma)
    emma.wait(".actions[data-seat='1']")
    max_.wait(".actions[data-seat='2']")
    # It took a moment, so no names were shown; and whoever pressed a button is not lost.
    expect(emma.page.locator(".actions[data-seat='1']")).to_be_focused()
    for person in (emma, max_):
        shown = person.page.evaluate("() => window.shown")
        assert not [one for one in shown if "Emma" in one or "Max" in one], shown
    mine = seeds(emma, table)["revealed"]
    assert mine["promised"] == [seed_commitment(mine["seed"]), seed_commitment(word), None]
    server_view = server.get(f"/api/tables/{table}")
    assert server_view["now"]["dice"]["mix"] == f"{mine['seed']},{word},"
    with hand(server, table, opened["key"]) as host:
        host.say("stop")
    for person in (emma, max_):
        person.press("main.result .actions button[aria-expanded]")
        check(person)
    verdict = verify(read_record(server.get(f"/api/tables/{table}/record")))
    assert (verdict.seeds, verdict.promised) == ((0, 1), True)


def test_play_now_has_its_own_seed_in_the_dice(server: Server, people: People) -> None:
    emma = people("Emma", server)
    emma.page.add_init_script(LOBBY)
    emma.page.goto(server.address)
    emma.press(emma.page.get_by_role("button", name=text("start.play_now")))
    emma.wait(".actions[data-seat='1']")
    assert emma.page.evaluate("() => [typeof window.lobby, window.lobby]") == ["number", 0]
    table = emma.page.url.rsplit("/", 1)[1]
    kept = seeds(emma, table)["revealed"]
    assert len(kept["seed"]) == 32
    mix = server.get(f"/api/tables/{table}")["now"]["dice"]["mix"]
    assert mix.split(",")[0] == kept["seed"]
    assert not any(mix.split(",")[1:])


def test_a_page_opened_anew_promises_again_for_a_silence_and_the_check_tells_of_it(
    server: Server, people: People
) -> None:
    """What this browser revealed before is kept, and the reason is found in the story."""
    opened = server.open("Emma", "+", "+", first=1)
    table = opened["table"]
    emma = people("Emma", server)
    emma.sit(table, opened["key"])
    with (
        connect(server.socket(table), compression=None) as bens,
        connect(server.socket(table), compression=None) as cleos,
    ):
        ben, cleo = Hand(bens, silent=True), Hand(cleos, silent=True)
        for one, name in ((ben, "Ben"), (cleo, "Cleo")):
            one.say("hello")
            one.say("sit", name=name, commitment=seed_commitment(f"{name}-luck"))
        expect(emma.page.locator("li", has_text=text("start.promised"))).to_have_count(3)
        begin(emma)
        cleo.say("reveal", seed="Cleo-luck")
        waits = said("start.mixing_waits", names="Ben", n=10)
        expect(emma.page.get_by_role("status").filter(has_text=waits)).to_be_visible()
        first = seeds(emma, table)["revealed"]
        emma.page.goto("about:blank")  # away when Ben's time is up
        until = time.monotonic() + 3 * MIXING_SECONDS
        while cleo.now["mixing"]["step"] == "reveal":
            assert time.monotonic() < until, "Ben's time is never up"
            cleo.say("ping")
        emma.sit(table, opened["key"])
        expect(emma.page.locator("li", has_text=text("start.promised"))).to_have_count(1)
        cleo.say("commit", commitment=seed_commitment("Cleo-again"))
        cleo.say("reveal", seed="Cleo-again")
        emma.wait(".actions[data-seat='1']")
    kept = seeds(emma, table)
    assert kept["again"] == [{**first, "silent": [2]}]
    mix = server.get(f"/api/tables/{table}")["now"]["dice"]["mix"]
    assert mix == f"{kept['revealed']['seed']},,Cleo-again"
    with hand(server, table, opened["key"]) as host:
        host.say("stop")
    emma.press("main.result .actions button[aria-expanded]")
    check(emma)
    verdict = emma.page.locator("section[data-verdict]")
    expect(verdict).to_contain_text(said("replay.dice.again", n=1, names="Ben"))


def test_who_is_missing_is_shown_and_said_while_the_dice_are_mixed(
    server: Server, people: People
) -> None:
    opened = server.open("Emma", "+")
    table = opened["table"]
    emma = people("Emma", server)
    emma.sit(table, opened["key"])
    with connect(server.socket(table), compression=None) as socket:
        ben = Hand(socket, silent=True)
        ben.say("hello")
        ben.say("sit", name="Ben")
        expect(emma.page.locator("li", has_text="Ben")).to_contain_text(text("start.is_here"))
        begin(emma)
        waits = emma.page.get_by_role("status").filter(
            has_text=said("start.mixing_waits", names="Ben", n=10)
        )
        expect(waits).to_be_visible()
        start = emma.page.get_by_role("button", name=text("start.mixing"))
        expect(start).to_be_focused()  # the button is still there
        expect(start).to_have_attribute("aria-disabled", "true")
        expect(emma.page.get_by_role("button", name=text("start.stand_up"))).to_be_disabled()
        emma.page.reload()  # the seed is kept beside the key
        expect(waits).to_be_visible()
        ben.say("commit", commitment=seed_commitment("bens-own-luck"))
        ben.say("reveal", seed="bens-own-luck")
        emma.wait(".actions[data-seat='1']")
    mix = server.get(f"/api/tables/{table}")["now"]["dice"]["mix"]
    assert mix == f"{seeds(emma, table)['revealed']['seed']},bens-own-luck"


def test_who_was_away_at_the_start_is_told_at_the_table_and_in_the_check(
    server: Server, people: People
) -> None:
    opened = server.open("Emma", "+", "+", first=1)
    table = opened["table"]
    emma, max_, ben = (people(name, server) for name in ("Emma", "Max", "Ben"))
    emma.sit(table, opened["key"])
    sit_down(max_, table, "Max")
    sit_down(ben, table, "Ben")
    row = emma.page.locator("li", has_text="Ben")
    expect(row).to_contain_text(text("start.promised"))
    ben.page.goto("about:blank")
    expect(row).to_contain_text(text("start.is_away"))
    expect(row).not_to_contain_text(text("start.promised"))  # he will not mix
    begin(emma)
    without = said("told.absent", name="Ben")
    for person in (emma, max_):
        expect(person.page.locator("[data-news]")).to_have_text(without)
        expect(person.page.locator("[data-live]")).to_contain_text(without)
    ben.sit(table)
    expect(ben.page.locator("[data-news]")).to_have_text(text("replay.dice.mixed.not_own"))
    with hand(server, table, opened["key"]) as host:
        host.say("stop")
    for person in (emma, max_):
        person.press("main.result .actions button[aria-expanded]")
        check(person)
        verdict = person.page.locator("section[data-verdict]")
        expect(verdict).to_contain_text(said("replay.dice.mixed.without", names="Ben"))
        expect(verdict.get_by_role("status")).to_have_text(text("replay.dice.none"))
        expect(verdict.locator(".fair")).to_have_count(0)  # nothing was rolled: no praise


def test_a_name_that_nobody_can_see_is_none_and_the_field_keeps_the_focus(
    server: Server, people: People
) -> None:
    table = server.open("Emma", "+")["table"]
    max_ = people("Max", server)
    for name, wrong in (("\u3164", "start.name_missing"), ("M\u3164x", "refused.bad_name")):
        sit_down(max_, table, name)
        expect(max_.page.get_by_role("alert").filter(has_text=text(wrong))).to_be_visible()
        expect(max_.page.get_by_label(text("start.your_name"))).to_be_focused()
