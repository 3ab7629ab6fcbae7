"""Every screen of the page, and how one comes to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from playwright.sync_api import Page

import rowlock
from tests.server.running import Server
from tests.web.browsing import People, Person
from tests.web.prepared import OWN_VARIANT, Prepared

__all__ = ["SCREENS", "SHEETS", "SIZES", "Screen", "beside_the_screen", "light", "looker", "visit"]

SIZES = {
    "phone": (360, 740),
    "lying": (740, 360),
    "tablet": (820, 1180),
    "desktop": (1440, 900),
}


def _nothing(page: Page) -> None:
    del page


@dataclass(frozen=True)
class Screen:
    """A screen: where it is, by what one sees that it is there, and what is done then."""

    name: str
    path: str = "/t/"
    ready: str = "main"
    table: str = ""
    """Which of the prepared tables; the path is completed by its name."""
    key: bool = True
    """Whether one sits there, or watches."""
    prefs: dict[str, Any] = field(default_factory=dict)
    then: Callable[[Page], None] = _nothing
    sizes: tuple[str, ...] = tuple(SIZES)
    pictured: bool = True
    """Whether there are pictures of it; not if it looks like another one."""
    counts: str = "html"
    """What of it is looked at by axe-core: not what lies behind."""
    allowed: tuple[str, ...] = ()
    """What may be complained of, because the screen tells of something that is wrong."""

    def __str__(self) -> str:
        return self.name


def looker(people: People, server: Server) -> Person:
    """Somebody with a phone who comes to look at screens."""
    quiet: dict[str, Any] = {"reduced_motion": "reduce", "service_workers": "block"}
    person = people("Emma", server, has_touch=True, **quiet)
    person.allow("Service Worker registration blocked")
    return person


def visit(person: Person, screen: Screen, prepared: Prepared, **prefs: Any) -> None:
    """Come to a screen in a browser that remembers nothing but what it needs for it."""
    page = person.page
    person.allow("favicon.ico", *screen.allowed)
    if not page.url.startswith("http"):
        page.goto("/robots.txt")  # a place with the same memory
    remembered: dict[str, object] = {
        "rowlock.prefs": {"name": "Emma", "calm": True, "passTo": False, "versed": True}
        | screen.prefs
        | prefs
    }
    path = screen.path
    if screen.table:
        table, key = prepared[screen.table]
        path += "" if path == "/daily" else table
        game = {
            "table": table,
            "at": 1,
            "variant": "",
            "names": [],
            "mine": [1],
            "stage": "waiting",
        }
        if screen.key:
            remembered["rowlock.games"] = [game | {"key": key}]
            remembered["rowlock.daily"] = {"key": key, "done": {}}
    if screen.name == "start":
        remembered["rowlock.games"] = GAMES
    page.evaluate(
        """all => {
          localStorage.clear();
          for (const [place, value] of Object.entries(all))
            localStorage.setItem(place, JSON.stringify(value));
        }""",
        remembered,
    )
    page.goto(path)
    page.wait_for_selector(screen.ready)
    screen.then(page)


_SETTLED = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame();
  for (let i = 0; i < 60 && document.getAnimations().length; i++) await frame();
  await frame();
}"""


def light(page: Page, look: Literal["light", "dark"]) -> None:
    """By day or by night; waits until all has its new colour."""
    page.emulate_media(color_scheme=look)
    page.evaluate(_SETTLED)


_BESIDE = """() => {
  const root = document.documentElement;
  if (root.scrollWidth <= root.clientWidth) return [];
  const beside = [...document.body.querySelectorAll("*")].filter(
    (one) => one.getBoundingClientRect().right > root.clientWidth + 0.5
      && one.checkVisibility({ contentVisibilityAuto: true }),
  );
  const named = (one) => `${one.tagName} ${one.className} ${one.innerText?.slice(0, 20)}`;
  return [`${root.scrollWidth} > ${root.clientWidth}`, ...beside.slice(-4).map(named)];
}"""


def beside_the_screen(page: Page) -> list[str]:
    """If one would have to scroll sideways: how far, and for what."""
    found: list[str] = page.evaluate(_BESIDE)
    return found


GAMES = [
    {"table": "a", "key": "k", "at": 1e12, "variant": "Classic", "names": ["Emma", "Max"]}
    | {"mine": [1], "stage": "done", "totals": [97, 64], "winners": [1]},
    {"table": "b", "key": "k", "at": 1e12, "variant": "gemixxt A", "mine": [1], "stage": "playing"}
    | {"names": ["Emma", "Maximilian-Alexander", "Carla", "Pip"], "totals": None}
    | {"winners": None},
    {"table": "c", "key": None, "at": 1e12, "variant": "Bonus B", "names": ["Zoe", "Carla"]}
    | {"mine": [], "stage": "done", "totals": None, "winners": None},
]

# What is done on a screen. These are the same in every language, so they go by what stays.


def _press(*what: str) -> Callable[[Page], None]:
    def press(page: Page) -> None:
        for one in what:
            page.locator(one).first.click()

    return press


def _replay(page: Page) -> None:
    page.locator("main.result .actions button:not([data-rematch])").first.click()
    page.wait_for_selector("main.replay input[type=range]")
    page.locator("main.replay input[type=range]").fill("20")


def _review(page: Page) -> None:
    page.locator("main.result [data-review]").click()
    page.wait_for_selector("main.review .sources", timeout=60_000)


def _review_tried(page: Page) -> None:
    _review(page)
    if page.locator("[data-reveal]").count():  # whoever made no mistake has nothing to try
        page.locator("[data-reveal]").click()
    page.locator("main.review details summary").first.click()
    for box in page.locator(".decisions input").all():
        box.check()
    page.locator(".trial, .try").last.scroll_into_view_if_needed()


def _check(page: Page) -> None:
    page.locator("main.result .actions button[aria-expanded]").click()
    page.wait_for_selector("[data-verdict=fair]")
    for summary in page.locator("[data-verdict] summary").all():
        summary.click()


def _own_variant(page: Page) -> None:
    page.locator("label:has(input[name=variant])").last.click()
    page.locator("textarea").fill(OWN_VARIANT.read_text())


def _options(page: Page) -> None:
    page.wait_for_selector("input[name=variant] >> nth=3", state="attached")
    page.locator("form details summary").click()


def _pick(page: Page) -> None:
    """Both actions are chosen, and not confirmed."""
    page.locator(".chip[data-action=white]").first.click()
    page.locator(".chip[data-action=colour]").last.click()
    page.wait_for_selector("[data-do=confirm]")


def _hint(page: Page) -> None:
    page.locator("[data-do=hint]").click()
    page.wait_for_selector("[data-hint]")
    page.locator("[data-advised]").first.click()


def _blunder(page: Page) -> None:
    """Once more, if the server had no time to say something."""
    for _ in range(20):
        page.locator(".chip[data-decision=R11][data-action=white]").click()
        page.locator("[data-do=confirm]").click()
        page.wait_for_selector("[data-warning], [data-do=undo]")
        if page.locator("[data-warning]").count():
            return
        page.locator("[data-do=undo]").click()
        page.wait_for_selector("[data-do=pass]")


def _learn(steps: int, done: bool = False) -> Callable[[Page], None]:
    def learn(page: Page) -> None:
        for _ in range(steps):
            page.locator("nav .onward").click()
        if done:
            page.locator(".paper button.tile").first.click()
            page.wait_for_selector("nav .onward.main")
            page.wait_for_timeout(100)

    return learn


def _learn_to_the_end(page: Page) -> None:
    while page.locator("nav .onward").count():
        page.locator("nav .onward").click()
    page.wait_for_selector(".finish")


def _pass_to(page: Page) -> None:
    page.locator(".other").first.click()
    page.wait_for_selector("[data-do=i-am]")


def _menu(page: Page) -> None:
    page.locator("details.menu summary").click()
    page.wait_for_selector(".sheetlet")


def _settings(page: Page) -> None:
    _menu(page)
    page.locator(".sheetlet button").first.click()
    page.wait_for_selector("dialog[open]")


def _settings_of_start(page: Page) -> None:
    page.locator("button.gear").click()
    page.wait_for_selector("dialog[open]")


def _loaded(page: Page) -> None:
    page.wait_for_selector("#gallery ~ ul > li")


def _away(page: Page) -> None:
    """Nobody answers what the page asks; the page itself is there."""
    page.route("**/api/**", lambda route: route.abort())
    page.reload()
    page.wait_for_selector(".away")
    page.unroute_all()


AWAY = ("ERR_FAILED", "/api/")

SHEETS = [
    Screen(
        f"table-{variant}",
        ready="[data-asks]",
        table=f"deciding:{variant}",
        pictured=variant in ("classic", "longo", "bonus_pairs", "own"),
    )
    for variant in [*rowlock.shipped_variants(), "own"]
]
"""The same moment of a game on every kind of sheet."""

SCREENS = [
    Screen("start-first", "/", then=_loaded),
    Screen("start", "/", then=_loaded),
    Screen("start-settings", "/", then=_settings_of_start, pictured=False),
    Screen("start-away", "/", then=_away, allowed=AWAY),
    Screen("set-up-bots", "/new/bots", then=_options),
    Screen("set-up-friends", "/new/friends", then=_options),
    Screen("set-up-device", "/new/device", then=_options),
    Screen("set-up-dice", "/new/dice", then=_options),
    Screen("set-up-own", "/new/bots", then=_own_variant),
    Screen("lobby-host", ready="#seats", table="lobby"),
    Screen("lobby-visitor", ready="#seats", table="lobby", key=False),
    Screen("lobby-seated", ready="#seats", table="seated", pictured=False),
    Screen("table-roll", ready="[data-do=roll]", table="rolling"),
    Screen("table-typing", ready="[data-typed]", table="rolling:longo", prefs={"typedMoves": True}),
    *SHEETS,
    Screen("table-picked", ready="[data-asks]", table="deciding", then=_pick),
    Screen("table-hint", ready="[data-asks]", table="advised", then=_hint),
    Screen(
        "table-warned",
        ready="[data-asks]",
        table="advised",
        then=_blunder,
        prefs={"warnings": True},
    ),
    Screen("table-answered", ready="[data-do=undo]", table="answered"),
    Screen("table-colour", ready="[data-asks=colour]", table="colour"),
    Screen("table-tie", ready=".rowpick", table="tie"),
    Screen("table-announced", ready="[data-do=lock-too]", table="announced"),
    Screen("table-locking", ready="[data-announced]", table="locking"),
    Screen("table-many", ready="[data-asks]", table="many"),
    Screen("table-alone", ready="[data-asks]", table="alone", pictured=False),
    Screen("table-one-device", ready="[data-asks]", table="three"),
    Screen(
        "table-pass-to", ready="[data-asks]", table="three", then=_pass_to, prefs={"passTo": True}
    ),
    Screen("table-bot-plays", ready=".actions .button", table="bot_plays", pictured=False),
    Screen("table-sheet-opened", ready="[data-asks]", table="deciding", then=_press(".other")),
    Screen("table-menu", ready="[data-asks]", table="deciding", then=_menu, counts=".bar"),
    Screen("table-settings", ready="[data-asks]", table="deciding", then=_settings),
    Screen("table-real-dice", ready="form.real", table="throwing"),
    Screen(
        "table-between",
        ready=".panel.turned [data-asks]",
        table="two",
        prefs={"between": True},
        sizes=("tablet", "desktop"),
    ),
    Screen("watching", ready=".gallery .sheet", table="deciding", key=False),
    Screen("watching-two", ready=".gallery .sheet", table="locking", key=False),
    Screen("watching-many", ready=".gallery .sheet", table="many", key=False),
    Screen("result", ready="main.result", table="over"),
    Screen("result-many", ready="main.result", table="over:bonus_pairs"),
    Screen("result-stopped", ready="main.result", table="stopped", pictured=False),
    Screen("replay", ready="main.result", table="over", then=_replay),
    Screen(
        "replay-many", ready="main.result", table="over:bonus_pairs", then=_replay, pictured=False
    ),
    Screen("review", ready="main.result", table="over", then=_review),
    Screen("review-tried", ready="main.result", table="over", then=_review_tried),
    Screen(
        "review-many", ready="main.result", table="over:bonus_pairs", then=_review, pictured=False
    ),
    Screen("check-dice", ready="main.result", table="over", then=_check),
    Screen("daily", "/daily", ready="[data-begin]"),
    Screen("daily-done", "/daily", ready="[data-bars]", table="daily", then=_press("summary")),
    Screen("daily-result", ready="main.result", table="daily", pictured=False),
    Screen("rules", "/rules", ready="main h2"),
    Screen("rules-classic", "/rules/classic", ready="article h2"),
    Screen("rules-bonus-pairs", "/rules/bonus_pairs", ready="article h2", pictured=False),
    Screen("learn-first", "/learn", ready=".paper"),
    Screen("learn-step-done", "/learn", ready=".paper", then=_learn(1, done=True)),
    Screen("learn-last", "/learn", ready=".paper", then=_learn(6), pictured=False),
    Screen("learn-finish", "/learn", ready=".paper", then=_learn_to_the_end),
    Screen("learn-introduction", "/learn/longo", ready=".introduction"),
    Screen("problem-table", "/t/nonsense", ready="[role=alert]"),
    Screen("problem-page", "/such/a/page", ready="[role=alert]", allowed=("404",), pictured=False),
    Screen(
        "problem-variant", "/rules/nonsense", ready="[role=alert]", allowed=("404",), pictured=False
    ),
]
"""All of them."""
