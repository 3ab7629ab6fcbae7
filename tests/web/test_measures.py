"""How heavy the page is, how soon it plays, and whether it grows."""

from __future__ import annotations

import re
import statistics
from typing import Any

from playwright.sync_api import expect

from tests.server.running import Server, running
from tests.web.browsing import PHONE, People, Person, decide, hand, text

KB = 1000
EARLY, LATE = (5, 6, 7), (18, 19, 20)  # games


def loaded(guest: Person) -> dict[str, int]:
    """Scripts and styles that the start page loads without any click: bytes as they travel."""
    wire = guest.context.new_cdp_session(guest.page)
    wire.send("Network.enable")
    names: dict[str, str] = {}
    sizes: dict[str, int] = {}

    def came(said: dict[str, Any]) -> None:
        if said["type"] in ("Script", "Stylesheet"):
            names[said["requestId"]] = said["response"]["url"].rpartition("/")[2]

    def ended(said: dict[str, Any]) -> None:
        if said["requestId"] in names:
            sizes[names[said["requestId"]]] = round(said["encodedDataLength"])

    wire.on("Network.responseReceived", came)
    wire.on("Network.loadingFinished", ended)
    guest.page.goto("/", wait_until="networkidle")
    expect(guest.page.get_by_role("button", name=text("start.play_now"))).to_be_visible()
    assert {name.rpartition(".")[2] for name in sizes} == {"js", "css"}
    return sizes


def test_the_first_screen_is_small(server: Server, people: People) -> None:
    """At most 80 kB of scripts and styles before anything is tapped."""
    sizes = loaded(people("Guest", server, **PHONE))
    print(f"first load: {sum(sizes.values()) / KB:.1f} kB", sizes)
    assert all(sizes.values()), "something came from a cache"
    assert sum(sizes.values()) <= 80 * KB


CLOCKS = """() => {
  window.rolled = 0;
  addEventListener("click", () => (window.tapped ??= performance.now()), true);
  new MutationObserver(() => {
    if (window.rolled || !document.querySelector("[data-roll]")) return;
    window.rolled = -1;
    requestAnimationFrame(() => setTimeout(() => (window.rolled = performance.now())));
  }).observe(document.body, { childList: true, subtree: true });
}"""


def test_the_first_roll_comes_at_once(people: People) -> None:
    """From the tap on "Play now" to the dice, with bots that wait as they usually do: 1 s."""
    took = []
    with running(bot_pause=0.8) as server:
        for _ in range(5):  # each for the first time
            guest = people("Guest", server, **PHONE)
            guest.page.goto("/", wait_until="networkidle")
            guest.page.evaluate(CLOCKS)
            guest.press(guest.page.get_by_role("button", name=text("start.play_now")))
            guest.page.wait_for_function("() => window.rolled > 0")
            took.append(round(guest.page.evaluate("rolled - tapped")))
            guest.page.close()
    print(f"from tap to dice, ms: {took}")
    assert statistics.median(took) < 2000  # on a machine that does other things as well


SEEN = """() => {
  const all = document.querySelectorAll("button, summary, select, input, textarea");
  return [...all].filter((one) => {
    if (one.closest(".paper, .other")) return false; // the sheets themselves
    const { top, bottom, width } = one.getBoundingClientRect();
    return one.checkVisibility() && width > 1 && bottom > 0 && top < innerHeight;
  }).map((one) => one.getAttribute("aria-label") ?? one.textContent.trim());
}"""


def test_from_nothing_to_the_first_decision(server: Server, people: People) -> None:
    """One tap; and under the sheet, where numbers can be crossed too, there are few buttons."""
    phone = PHONE | {"viewport": {"width": 390, "height": 844}, "prefs": {"versed": False}}
    newcomer = people("Newcomer", server, **phone)
    newcomer.page.goto("/")
    # One tap; the first roll comes by itself. Learning it first would be the other tap.
    newcomer.press(newcomer.page.get_by_role("button", name=text("start.play_now")))
    newcomer.wait("[data-asks]")
    seen = newcomer.page.evaluate(SEEN)
    assert len(seen) <= 6, seen


def heap(person: Person, wire: Any) -> dict[str, float]:
    """What the page holds when all that is not needed is thrown away."""
    for _ in range(2):
        wire.send("HeapProfiler.collectGarbage")
        person.page.wait_for_timeout(100)
    found = wire.send("Performance.getMetrics")["metrics"]
    wanted = ("JSHeapUsedSize", "Nodes", "JSEventListeners")
    return {one["name"]: one["value"] for one in found if one["name"] in wanted}


def test_memory_stays_flat_over_rematches(server: Server, people: People) -> None:
    """Twenty games after one another, in the same document."""
    opened = server.open("Emma", "keen", first=1)
    emma = people("Emma", server)
    emma.sit(opened["table"], opened["key"])
    wire = emma.context.new_cdp_session(emma.page)
    wire.send("Performance.enable")
    emma.page.evaluate("document.sameDocument = true")
    held: dict[int, dict[str, float]] = {}
    for game in range(1, 21):
        table = emma.page.url.rpartition("/")[2]
        emma.wait("[data-asks], [data-do=roll]")
        if emma.page.locator("[data-do=pass]").count():
            decide(emma)
        with hand(server, table, opened["key"]) as other:
            other.say("stop")
        emma.press("[data-rematch]")
        emma.page.wait_for_url(re.compile(f"/t/(?!{table})"))
        emma.wait("[data-roll]")
        if game in EARLY + LATE:
            held[game] = heap(emma, wire)
    print(held)
    assert emma.page.evaluate("document.sameDocument") is True
    for what in held[LATE[0]]:
        # A browser may keep what was there last, a game or two of it, a little longer; what is
        # kept for good grows with every game.
        early = max(held[game][what] for game in EARLY)
        late = min(held[game][what] for game in LATE)
        assert late < early * 1.15, f"{what}: {early} after 5 games, {late} after 20"
