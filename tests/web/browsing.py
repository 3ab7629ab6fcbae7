"""Persons with a browser: what the tests of the page share.

A `Person` has a browser context of its own, so nothing is shared between two of them, and
one page in it. Whatever goes wrong there is collected; at the end of a test there must be
nothing (see conftest.py). The page is used as people use it: by what can be seen and tapped.
"""

from __future__ import annotations

import contextlib
import functools
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    BrowserType,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    WebSocket,
    expect,
)
from websockets.sync.client import ClientConnection, connect

from rowlock.server.page import BUILT
from tests.server.running import Server

__all__ = [
    "DESKTOP",
    "PHONE",
    "TABLET",
    "Hand",
    "People",
    "Person",
    "begin",
    "decide",
    "hand",
    "launch",
    "missing",
    "play_on",
    "roll",
    "text",
    "together",
]

CHROMIUM = Path("/usr/bin/chromium")
WORDS = Path(__file__).parents[2] / "web/src/words"

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}
TABLET: dict[str, Any] = {"viewport": {"width": 820, "height": 1180}, "has_touch": True}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}

People = Callable[..., "Person"]
"""Somebody with a browser of her own comes: `people("Emma", **PHONE)`; see `Person`."""


def missing() -> str:
    """What is not there and must be, to try the page in a browser; nothing if all is there."""
    if not CHROMIUM.exists():
        return f"no browser at {CHROMIUM}: apt-get install chromium"
    if not (BUILT / "index.html").exists():
        return "the page is not built: make page"
    return ""


def launch(kind: BrowserType) -> Browser:
    """Debian's chromium, which asks nobody for anything by itself."""
    quiet = ("quic", "background-networking", "component-update", "sync", "gpu")
    return kind.launch(
        executable_path=CHROMIUM, args=["--no-sandbox", *(f"--disable-{what}" for what in quiet)]
    )


@functools.cache
def _texts(language: str) -> dict[str, str]:
    sources = [file.read_text() for file in sorted((WORDS / language).glob("*.ts"))]
    found = re.findall(r'"([\w.]+)":\s*("(?:[^"\\]|\\.)*")', "".join(sources))
    return {key: json.loads(said) for key, said in found}


def text(key: str, language: str = "en") -> str:
    """A text of the page, so that a test need not change with its wording."""
    return _texts(language)[key]


class Person:
    """Somebody with a browser of her own. `options` are those of a Playwright context."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        name: str,
        prefs: dict[str, Any] | None = None,
        **options: Any,
    ) -> None:
        self.name = name
        self.key = ""
        """What she came to a table with."""
        self.host = urlsplit(address).netloc
        self.touches = bool(options.get("has_touch"))
        self.heard: list[str] = []
        """Every message that came over a socket, in order."""
        self._wrong: list[str] = []
        self._allowed: list[str] = []
        self.context: BrowserContext = browser.new_context(
            **({"base_url": address, "locale": "en-GB"} | DESKTOP | options)
        )
        self.context.set_default_timeout(10_000)
        # Whoever has never played a turn is shown less at first; most tests are not about that.
        kept = {"versed": True} | ({"passTo": False} | prefs if prefs is not None else {})
        self._keep("rowlock.prefs", kept)
        self._listen()
        self.page: Page = self.context.new_page()
        self.page.on("websocket", self._socket)

    # Watching

    def _listen(self) -> None:
        context, complain = self.context, self._wrong.append

        def console(said: ConsoleMessage) -> None:
            if said.type in ("error", "warning"):
                complain(f"console {said.type}: {said.text} ({said.location['url']})")

        context.on("console", console)
        context.on("weberror", lambda error: complain(f"page error: {error.error}"))
        context.on("request", lambda request: self._asked(request.url))
        context.on("requestfailed", self._failed)
        context.on(
            "response",
            lambda got: complain(f"status {got.status}: {got.url}") if got.status >= 400 else None,
        )

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # the page was left before it had come
            self._wrong.append(f"failed: {request.url} {request.failure}")

    def _asked(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc != self.host:
            self._wrong.append(f"asked another host: {url}")

    def _socket(self, socket: WebSocket) -> None:
        self._asked(socket.url)
        socket.on("framereceived", lambda said: self.heard.append(str(said)))

    def allow(self, *patterns: str) -> None:
        """What may be complained of in this test, because the test itself breaks something."""
        self._allowed += patterns

    def wrong(self) -> list[str]:
        """What went wrong in this browser and was not allowed."""
        if not self.page.is_closed():
            self.page.evaluate("0")  # what happened before has arrived by then
        return [
            said for said in self._wrong if not any(re.search(one, said) for one in self._allowed)
        ]

    # Doing

    def _keep(self, place: str, value: object) -> None:
        """Put something into the browser's memory, before the page looks, if it has nothing."""
        what = f"{json.dumps(place)}, {json.dumps(json.dumps(value))}"
        self.context.add_init_script(
            'if (origin !== "null")'  # the empty page has no memory
            f" localStorage.getItem({json.dumps(place)}) ?? localStorage.setItem({what})"
        )

    def sit(self, table: str, key: str | None = None) -> None:
        """Come to a table by its link; with a key, as the one who opened it through the API."""
        if key is not None:
            self.key = key
            game = {"table": table, "key": key, "at": 1, "variant": "", "names": [], "mine": []}
            self._keep("rowlock.games", [game | {"stage": "waiting"}])
            # Tests that are not about it do not say who holds the device.
            self.context.add_init_script(
                """if (origin !== "null") {
                     const prefs = JSON.parse(localStorage.getItem("rowlock.prefs") ?? "{}");
                     localStorage.setItem(
                       "rowlock.prefs", JSON.stringify({ passTo: false, ...prefs }));
                   }"""
            )
        self.page.goto(f"/t/{table}")

    def press(self, what: str | Locator) -> None:
        """A tap with a finger, or a click."""
        found = self.page.locator(what) if isinstance(what, str) else what
        if self.touches:
            found.tap()
        else:
            found.click()

    def choose(self, radio: Locator) -> None:
        """One of several, whose button is hidden behind what it stands for."""
        self.press(radio.locator("xpath=ancestor::label"))
        expect(radio).to_be_checked()

    def wait(self, what: str) -> None:
        """Wait until something can be seen. No hold on it is kept, so it can be thrown away."""
        self.page.locator(what).first.wait_for()

    def crossed(self, cell: str, pencil: bool = False) -> Locator:
        """The cross in a cell of the large sheet: of the pen, or while it is not told."""
        return self.page.locator(
            f"[data-cell={cell}] > svg{'.pencil' if pencil else ':not(.pencil)'}"
        )

    def other(self, seat: int) -> Locator:
        """Somebody else's small sheet: crosses are `.cross`, a tick beside the name `.good`."""
        return self.page.locator(f".other[data-seat='{seat}']")

    def cut_off(self) -> Locator:
        """The quiet sign that the line is broken."""
        return self.page.get_by_role("status").filter(has_text=text("table.reconnecting"))


# Coming together


def together(
    server: Server, people: People, *, emma: Person | None = None, **options: Any
) -> tuple[Person, Person, str]:
    """Emma opens a table, Max comes by the link, and Emma starts: they, and the table's name.

    Emma sits at seat 1 and rolls first, unless the options say something else.
    """
    opened = server.open("Emma", "+", **({"first": 1} | options))
    table = opened["table"]
    emma, max_ = emma or people("Emma", server), people("Max", server)
    emma.sit(table, opened["key"])
    max_.sit(table)
    max_.page.get_by_label(text("start.your_name")).fill("Max")
    max_.press(max_.page.get_by_role("button", name=text("start.sit_down")))
    begin(emma)
    emma.wait(".actions[data-seat='1']")
    max_.wait(".actions[data-seat='2']")
    return emma, max_, table


def begin(host: Person) -> None:
    """The host starts the game, as soon as everybody sits."""
    host.press(host.page.get_by_role("button", name=text("start.begin")))


class Hand:
    """Plays without a page, over a socket: to bring a table quickly to where a test begins.

    It gives no seed for the dice, so nobody has to wait for it, unless it keeps silent.
    """

    def __init__(self, socket: ClientConnection, silent: bool = False) -> None:
        self._silent = silent
        self.now: dict[str, Any] = {}
        self._ids = 0
        self._socket = socket
        self._yours: list[dict[str, Any]] = []

    def say(self, kind: str, **more: Any) -> dict[str, Any]:
        """Say something; the answer, which must not be a refusal."""
        answer = self._ask(kind, **more)
        if not self._silent and any(own["mix"] == "commit" for own in self._yours):
            self._ask("commit", commitment=None)
        until = time.monotonic() + 20
        while kind == "start" and self.now["stage"] == "waiting":  # a page at the table may mix
            assert time.monotonic() < until, "the game does not start"
            self._ask("ping")
        return answer

    def _ask(self, kind: str, **more: Any) -> dict[str, Any]:
        self._ids += 1
        self._socket.send(json.dumps({"type": kind, "id": self._ids, **more}))
        while True:
            told: dict[str, Any] = json.loads(self._socket.recv(10))
            self.now |= told.get("now", {})
            self._yours = told.get("yours", self._yours)
            if told["type"] == "answer" and told["id"] == self._ids:
                assert told["ok"], told
                return told

    def decide(self, seat: int, decision: str) -> None:
        """Decide in the action of now, unless the server has passed for the seat already."""
        self.say("ping")
        if seat in self.now["waiting"]:
            which = {"seat": seat, "turn": self.now["turn"], "phase": self.now["phase"]}
            self.say("decide", decision=decision, **which)

    def play(self, turn: str) -> None:
        """A turn as it is written in a record: `4. 2 56r4y1g4b1 G11 G11 / -`."""
        _, active, shown, *decisions = turn.replace("#", "").split()
        self.say("ping")
        self.say("roll", turn=self.now["turn"], dice=shown)
        white, _, colour = " ".join(decisions).partition(" / ")
        for seat, decision in enumerate(white.split(), 1):
            self.decide(seat, decision)
        self.say("ping")
        if self.now["phase"] == "colour":
            self.decide(int(active), colour or "-")


@contextlib.contextmanager
def hand(server: Server, table: str, key: str) -> Iterator[Hand]:
    """A hand for the seats of this key, which a page may hold as well."""
    with connect(server.socket(table), compression=None) as socket:
        made = Hand(socket)
        made.say("hello", key=key)
        yield made


# Playing

_LOOK = """() => {
  const all = (where) => [...document.querySelectorAll(where)];
  const turn = document.querySelector(".bar .turn")?.textContent ?? "";
  const look = { turn, stage: "waiting", chips: [], tiles: [], rows: [] };
  if (document.querySelector("main.result")) return { ...look, stage: "done" };
  // While bots think, what is possible may change under one's finger.
  if (all(".other .state").some((state) => !state.classList.contains("good"))) return look;
  if (document.querySelector("[data-do=roll]:enabled")) return { ...look, stage: "roll" };
  if (document.querySelector("[data-do=keep]:enabled")) return { ...look, stage: "again" };
  const chips = all(".chip:enabled").map((chip) => ({ ...chip.dataset }));
  if (!chips.length && !document.querySelector("[data-do=pass]:enabled")) return look;
  const tiles = all("main .band").flatMap((band) => {
    const cells = [...band.querySelectorAll("[data-cell]")];
    const last = cells.findLastIndex((cell) => cell.querySelector(":scope > svg"));
    return cells.flatMap((cell, place) => {
      if (cell.tagName !== "BUTTON") return [];
      return [{ cell: cell.dataset.cell, skips: Math.max(0, place - last - 1) }];
    });
  });
  const asks = document.querySelector("[data-asks]")?.dataset.asks ?? "";
  const rows = all(".rowpick").map((row) => row.dataset.row);
  return { ...look, stage: "asked", asks, chips, tiles, rows };
}"""


def look(person: Person, unlike: object = None) -> dict[str, Any]:
    """What the page lets one do, as soon as it is something else than before."""
    person.page.wait_for_function(
        f"""(before) => {{
          const now = ({_LOOK})();
          return now.stage !== "waiting" && JSON.stringify(now) !== before;
        }}""",
        arg=json.dumps(unlike, separators=(",", ":"), ensure_ascii=False) if unlike else None,
    )
    return dict(person.page.evaluate(_LOOK))


def decide(person: Person, *cells: str, confirm: bool = True) -> None:
    """Tap these cells, and then the button that confirms; no cells: cross nothing."""
    if not cells:
        person.press("[data-do=pass]")
        return
    for cell in cells:
        person.press(f"button.tile[data-cell={cell}]")
    if confirm:
        person.press("[data-do=confirm]")


def roll(person: Person, shown: str) -> None:
    """Tap in what the real dice show, such as `14r3y6g3b3`, and wait until they lie there."""
    person.wait("form.real")
    for die, face in enumerate(re.findall(r"\d", shown)):
        person.press(
            person.page.locator("fieldset.die-row").nth(die).locator("label").nth(int(face) - 1)
        )
    person.press("[data-do=real-roll]")
    person.wait(f"[data-roll='{shown}']")


def play_on(person: Person, turns: int | None = None) -> Counter[str]:
    """Play against bots, until the result or for so many turns; what was done how often.

    It leaves few gaps, so that games end in a while, and chooses in each way there is: a
    cell or a chip, and the same again or the button.
    """
    did: Counter[str] = Counter()
    before: object = None
    begun = set()
    # Whoever plays alone need not press for the first roll: the page does.
    person.wait("[data-roll], main.result")
    for _ in range(600):
        now = look(person, before)
        begun.add(now["turn"])
        if now["stage"] == "done" or (turns is not None and len(begun) > turns):
            return did
        if now["stage"] == "roll":
            person.press("[data-do=roll]")
            did["roll"] += 1
        elif now["stage"] == "again":  # somebody locks a row
            person.press("[data-do=keep]")
            did["again asked"] += 1
        elif now["rows"]:
            _settle(person, now, did)
        else:
            _choose(person, now, did)
        before = now
    raise AssertionError(f"a game without end: {did}")


def _settle(person: Person, now: dict[str, Any], did: Counter[str]) -> None:
    did["tie"] += 1
    row = now["rows"][0]
    what = f".rowpick[data-row={row}]" if did["tie"] % 2 else f".chip[data-decision='~{row}']"
    person.press(what)
    person.press("[data-do=confirm]")


def _choose(person: Person, now: dict[str, Any], did: Counter[str]) -> None:
    skips = {tile["cell"]: tile["skips"] for tile in now["tiles"]}
    ways = [
        (skips[cell], chip["action"] != "white", cell, chip)
        for chip in now["chips"]
        if (cell := chip["decision"].lstrip("*")) in skips
    ]
    ways.sort(key=lambda way: way[:3])
    did["asked"] += 1
    if not ways or (did["asked"] % 9 and ways[0][0] > (3 if now["asks"] == "white" else 5)):
        person.press("[data-do=pass]")
        did["pass"] += 1
        return
    _, _, cell, chip = ways[0]
    by_chip = did["asked"] % 3 == 0
    what = (
        f".chip[data-decision='{chip['decision']}'][data-action={chip['action']}]"
        if by_chip
        else f"button.tile[data-cell={cell}]"
    )
    did["chip" if by_chip else "tile"] += 1
    person.press(what)
    if chip["action"] == "white" and did["asked"] % 2:
        more = [way for way in ways if way[1] and way[2][0] != cell[0] and way[0] <= 2]
        if more:
            person.press(f".chip[data-decision='{more[0][3]['decision']}'][data-action=colour]")
            did["both"] += 1
    if did["asked"] % 2:
        person.press("[data-do=confirm]")
        did["button"] += 1
    else:
        person.press(what)
        did["again"] += 1
