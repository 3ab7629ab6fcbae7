"""With the keyboard alone, and for people who listen."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.running import Server
from tests.web.browsing import PHONE, People, Person, decide, hand, roll, text, together
from tests.web.prepared import LOCKS_RED, guest
from tests.web.saying import said

_FOCUS = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  const drawn = (one) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
  };
  const { width, height } = at.getBoundingClientRect();
  return {
    tag: at.tagName,
    data: { ...at.dataset },
    text: (at.ariaLabel || at.innerText || at.getAttribute("aria-label") || "").trim(),
    // What is only put there to hold the place in the order need not be seen.
    seen: at.tabIndex < 0 || drawn(at) || (width < 2 && drawn(at.closest("label"))),
    size: width * height,
  };
}"""


def focus(person: Person) -> dict[str, Any] | None:
    """What has the focus; nothing if it is lost."""
    found: dict[str, Any] | None = person.page.evaluate(_FOCUS)
    return found


def press(person: Person, *keys: str) -> None:
    for key in keys:
        person.page.keyboard.press(key)


def tab_to(person: Person, name: str, key: str = "Tab") -> None:
    """On with Tab, until this has the focus; each stop on the way can be seen."""
    for _ in range(60):
        press(person, key)
        at = focus(person)
        if at is None:
            continue  # round the end of the page
        assert at["seen"], f"one does not see where the focus is: {at}"
        if name in at["text"]:
            return
    raise AssertionError(f"Tab does not lead to {name!r}")


# A whole game

_ASKED = """() => {
  if (document.querySelector("main.result")) return { what: "over" };
  if (document.querySelector("[data-do=roll]:enabled")) return { what: "roll" };
  if (document.querySelector("[data-do=else]")) return { what: "again" };
  const asks = document.querySelector("[data-asks]");
  if (!asks || document.querySelector(".chip:disabled, [data-do]:disabled")) return null;
  const turn = document.querySelector(".bar .turn").textContent;
  const chips = [...document.querySelectorAll(".chip")].map((chip) => ({ ...chip.dataset }));
  return { what: asks.dataset.asks, said: asks.textContent, turn, chips };
}"""


def asked(person: Person, before: object) -> dict[str, Any]:
    """What the page wants to be told, as soon as it is something else than before."""
    person.page.wait_for_function(
        f"""before => {{
          const now = ({_ASKED})();
          return now && (now.what === "over" || JSON.stringify(now) !== JSON.stringify(before));
        }}""",
        arg=before,
    )
    found: dict[str, Any] = person.page.evaluate(_ASKED)
    return found


def test_a_whole_game_from_the_start_page(server: Server, people: People) -> None:
    """Letters go to the field for moves wherever the focus is, and Enter does the rest."""
    emma = people("Emma", server)
    emma.page.goto("/")
    tab_to(emma, text("start.play_now"))
    press(emma, "Enter")
    emma.page.wait_for_selector("[data-roll]")
    did: Counter[str] = Counter()
    now: dict[str, Any] | None = None
    for _ in range(200):
        now = asked(emma, now)
        if now["what"] == "over":
            break
        if now["what"] == "roll":
            press(emma, "Enter")
        elif now["what"] == "again":
            tab_to(emma, text("table.lock_too"))
            press(emma, "Enter")
        else:
            emma.page.keyboard.type(typed(now, did))
            press(emma, "Enter")
        did[now["what"]] += 1
        at = focus(emma)
        assert at, f"the focus was lost after {now}"
        assert at["seen"]
    emma.page.wait_for_selector("main.result")
    print(dict(did))
    assert did["roll"] >= 4
    assert did["one"]
    assert did["both"]
    assert did["nothing"]


def typed(now: dict[str, Any], did: Counter[str]) -> str:
    """A move to type: one cross or two at first, then nothing, so that the game ends soon."""
    white, colour = (
        [str(chip["decision"]) for chip in now["chips"] if chip["action"] == action]
        for action in ("white", "colour")
    )
    if white and colour and not did["both"]:
        other = [one for one in colour if one[0] != white[0][0]]
        if other:
            did["both"] += 1
            return f"{white[0].lower()} {other[-1]}"
    if white and did["one"] < 2:
        did["one"] += 1
        return white[0].lower()
    did["nothing"] += 1
    return "-"


# The sheet


def asked_emma(server: Server, people: People, **options: Any) -> Person:
    """Emma, who is asked about dice with which much is possible."""
    opened = server.open("Emma", "Max", real_dice=True)
    with hand(server, opened["table"], opened["key"]) as both:
        both.say("start")
        both.say("roll", turn=1, dice="43r5y4g3b2")
        both.decide(2, "-")
    emma = people("Emma", server, **options)
    emma.sit(opened["table"], opened["key"])
    emma.page.wait_for_selector("[data-asks=white]")
    return emma


def test_tab_reaches_all_that_may_be_crossed(server: Server, people: People) -> None:
    emma = asked_emma(server, people)
    tiles = emma.page.locator("main button.tile").evaluate_all(
        "all => all.map(t => t.dataset.cell)"
    )
    chips = emma.page.locator(".chip").count()
    assert len(tiles) > 8
    came: list[dict[str, Any]] = []
    for _ in range(60):
        press(emma, "Tab")
        at = focus(emma)
        if at is None:
            break
        assert at["seen"], at
        came.append(at)
    assert [at["data"]["cell"] for at in came if "cell" in at["data"]] == tiles
    assert sum("decision" in at["data"] for at in came) == chips
    did = [at["data"].get("do") or ("decision" in at["data"] and "chip") for at in came]
    assert did.index("pass") == len(did) - did[::-1].index("chip")  # right after the good choices
    assert all(at["text"] for at in came if at["tag"] != "INPUT"), "each says what it is"


@pytest.mark.parametrize("key", ["Enter", " "])
def test_a_cell_is_chosen_and_confirmed_by_keys(key: str, server: Server, people: People) -> None:
    emma = asked_emma(server, people)
    tab_to(emma, said("cell", colour=text("colour.R"), number=7))
    press(emma, key)
    tile = emma.page.locator("button.tile[data-cell=R7]")
    expect(tile).to_have_attribute("aria-pressed", "true")
    expect(tile).to_be_focused()
    tab_to(emma, said("table.cross", cells=said("cell", colour=text("colour.R"), number=7)))
    press(emma, key)
    expect(emma.crossed("R7")).to_have_count(1)
    assert focus(emma), "the focus was lost"
    # From there the next decision is near.
    tab_to(emma, text("table.no_colour"))
    press(emma, key)
    expect(emma.page.locator("form.real")).to_be_visible()


def test_a_typed_move_that_is_not_possible_is_explained(server: Server, people: People) -> None:
    opened = server.open("Emma", "Max", first=1)
    emma = people("Emma", server)
    emma.sit(opened["table"], opened["key"])
    emma.page.wait_for_selector("[data-do=roll]")
    press(emma, "Enter")
    emma.page.wait_for_selector("[data-asks]")
    field = emma.page.locator("[data-typed]")
    options = emma.page.locator(".chip").evaluate_all(
        "all => all.map(chip => chip.dataset.decision)"
    )
    for wrong in ("R99", "hello"):
        field.focus()
        emma.page.keyboard.type(wrong)
        press(emma, "Enter")
        alert = emma.page.locator(f"#{field.get_attribute('aria-describedby')}")
        expect(alert).to_have_attribute("role", "alert")
        expect(alert).to_contain_text(said("table.typed_wrong", word=wrong).partition(".")[0])
        for option in options:
            expect(alert).to_contain_text(option)
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_be_focused()
        field.fill("")
    field.fill("-")
    press(emma, "Enter")
    # Max is asked now, who has done nothing wrong.
    expect(emma.page.locator(".actions[data-seat='2'] [data-typed]")).to_be_visible()
    expect(emma.page.locator(".typed").get_by_role("alert")).to_have_text("")
    expect(field).to_have_attribute("aria-invalid", "false")


def test_the_field_for_moves_is_there_for_who_wants_it(server: Server, people: People) -> None:
    opened = server.open("Emma", "Max", first=1)
    emma = people("Emma", server, **PHONE)
    emma.sit(opened["table"], opened["key"])
    emma.page.wait_for_selector("[data-do=roll]")
    expect(emma.page.locator("[data-typed]")).to_have_count(0)
    emma.page.evaluate(
        """() => localStorage.setItem("rowlock.prefs", JSON.stringify({
          typedMoves: true, versed: true }))"""
    )
    emma.page.reload()
    expect(emma.page.get_by_label(text("table.typed"))).to_be_visible()


_CUT = """field => {
  const { font, paddingLeft, paddingRight } = getComputedStyle(field);
  const pen = Object.assign(document.createElement("canvas").getContext("2d"), { font });
  const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return pen.measureText(field.placeholder).width > room;
}"""


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_the_hint_of_the_field_for_moves_is_not_cut(
    language: str, server: Server, people: People
) -> None:
    emma = asked_emma(server, people, prefs={"language": language})
    field = emma.page.locator("[data-typed]")
    expect(field).to_have_attribute("placeholder", re.compile("\N{MINUS SIGN}$"))
    assert not field.evaluate(_CUT)
    field.fill("\N{MINUS SIGN}")
    press(emma, "Enter")
    expect(emma.page.locator("[data-asks=colour]")).to_be_visible()


def test_the_field_for_moves_is_there_only_while_it_is_of_use(
    server: Server, people: People
) -> None:
    emma = asked_emma(server, people, prefs={"versed": False})
    expect(emma.page.locator("[data-typed]")).to_have_count(0)  # codes, for somebody new
    decide(emma)
    expect(emma.page.locator("[data-asks=colour]")).to_be_visible()
    decide(emma)
    expect(emma.page.locator("form.real")).to_be_visible()
    expect(emma.page.locator("[data-typed]")).to_have_count(0)  # no move to type
    roll(emma, "43r5y4g3b2")
    expect(emma.page.locator("[data-typed]")).to_be_visible()


def test_real_dice_by_keyboard(server: Server, people: People) -> None:
    opened = server.open("Emma", "Max", real_dice=True)
    emma = people("Emma", server)
    emma.sit(opened["table"], opened["key"])
    emma.page.wait_for_selector("form.real")
    for die, shown in enumerate((1, 6, 2, 3, 4, 5)):
        tab_to(
            emma,
            said("table.white_die", n=die + 1) if die < 2 else text(f"colour.{'RYGB'[die - 2]}"),
        )
        press(emma, " ", *["ArrowRight"] * (shown - 1))
    tab_to(emma, text("table.these_are_the_dice"))
    press(emma, "Enter")
    emma.page.wait_for_selector("[data-roll='16r2y3g4b5']")
    assert focus(emma), "the focus was lost"


# The menu and dialogs


def test_the_menu_and_its_dialog(server: Server, people: People) -> None:
    emma = asked_emma(server, people)
    tab_to(emma, text("table.menu"))
    press(emma, "Enter")
    expect(emma.page.locator(".sheetlet")).to_be_visible()
    press(emma, "Escape")
    expect(emma.page.locator(".sheetlet")).not_to_be_visible()
    at = focus(emma)
    assert at
    assert at["text"] == text("table.menu")
    press(emma, "Enter")
    tab_to(emma, text("table.settings"))
    press(emma, "Enter")
    dialog = emma.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    for _ in range(25):  # the focus stays inside
        press(emma, "Tab")
        at = focus(emma)
        assert not at or emma.page.evaluate("!!document.activeElement.closest('dialog')")
        assert not at or at["seen"], at
    press(emma, "Escape")
    expect(dialog).to_have_count(0)
    at = focus(emma)
    assert at, "the focus was lost when the dialog closed"
    assert at["text"] == text("table.menu")


def test_the_settings_of_the_start_page_give_the_focus_back(server: Server, people: People) -> None:
    emma = people("Emma", server)
    emma.page.goto("/")
    tab_to(emma, text("start.settings"))
    press(emma, "Enter")
    expect(emma.page.get_by_role("dialog")).to_be_visible()
    press(emma, "Escape")
    expect(emma.page.get_by_role("dialog")).to_have_count(0)
    expect(emma.page.get_by_role("button", name=text("start.settings"))).to_be_focused()


def test_a_small_sheet_opens_and_closes(server: Server, people: People) -> None:
    emma, _, _ = together(server, people, real_dice=True)
    tab_to(emma, "Max")
    press(emma, "Enter")
    expect(emma.other(2)).to_have_attribute("aria-expanded", "true")
    sheet = emma.page.get_by_role("region", name=said("sheet.of", name="Max"))
    expect(sheet).to_be_visible()
    tab_to(emma, said("close"))
    press(emma, "Enter")
    expect(sheet).to_have_count(0)
    assert focus(emma), "the focus was lost"


def test_setting_up_a_table_by_keyboard(server: Server, people: People) -> None:
    emma = people("Emma", server)
    emma.page.goto("/")
    tab_to(emma, text("start.friends"))
    press(emma, "Enter")
    expect(emma.page.get_by_role("heading", level=1)).to_have_text(text("start.set_up.friends"))
    field = emma.page.get_by_label(text("start.your_name"))
    for _ in range(10):
        press(emma, "Tab")
        if field.evaluate("one => one === document.activeElement"):
            break
    emma.page.keyboard.type("Emma")
    press(emma, "Enter")
    expect(emma.page.get_by_role("heading", level=1)).to_have_text(text("start.lobby_host"))


# What is heard


def live(person: Person) -> Any:
    return person.page.locator("[data-live]")


def test_what_is_heard_of_a_roll_and_of_the_others(server: Server, people: People) -> None:
    opened = server.open("Emma", "+", real_dice=True, first=1)
    table = opened["table"]
    with guest(server, table, "Max") as max_, hand(server, table, opened["key"]) as other:
        other.say("start")
        emma = people("Emma", server)
        emma.sit(table, opened["key"])
        emma.page.wait_for_selector("form.real")
        expect(live(emma)).to_have_attribute("aria-live", "polite")
        expect(emma.page.locator("[data-urgent]")).to_have_attribute("aria-live", "assertive")
        roll(emma, "43r5y4g3b2")
        words = ", ".join(
            [
                said("roll.whites", a=4, b=3),
                *(
                    said("cell", colour=text(f"colour.{row}"), number=number)
                    for row, number in zip("RYGB", (5, 4, 3, 2))
                ),
            ]
        )
        expect(live(emma)).to_contain_text(said("told.you.rolled", roll=words))
        may = said("table.you_may_cross").partition("{")[0]
        expect(live(emma)).to_contain_text(re.compile(f"{may}.*red 7.*blue 7"))
        max_.decide(2, "G7")
        decide(emma)
        green = said("cell", colour=text("colour.G"), number=7)
        expect(live(emma)).to_contain_text(said("told.marked.white", name="Max", cell=green))
        expect(live(emma)).to_contain_text(re.compile(f"{may}.*red 9"))  # the colour comes now


def test_a_lock_and_the_result_are_heard_at_once(server: Server, people: People) -> None:
    opened = server.open("Emma", "+", real_dice=True, first=1)
    table = opened["table"]
    with guest(server, table, "Max") as max_, hand(server, table, opened["key"]) as other:
        other.say("start")
        emma = people("Emma", server)
        emma.sit(table, opened["key"])
        emma.page.wait_for_selector("form.real")
        for turn, whites in enumerate(LOCKS_RED, 1):
            number = int(whites[0]) + int(whites[1])
            active, seat = ((other, 1), (max_, 2))[1 - turn % 2]
            active.say("ping")
            active.say("roll", turn=turn, dice=f"{whites}r1y6g1b1")
            max_.decide(2, f"R{number}")
            other.decide(1, "-")
            active.say("ping")
            if active.now["phase"] == "colour":
                active.decide(seat, "-")
        closed = said("told.closed", colour=text("colour.R"), names="Max")
        expect(emma.page.locator("[data-urgent]")).to_have_text(closed)
        expect(emma.page.locator(".band.c-R").first).to_have_attribute(
            "aria-label", re.compile(said("sheet.closed"))
        )
        other.say("stop")
        emma.page.wait_for_selector("main.result")
        expect(
            emma.page.get_by_role("status").filter(has_text=text("told.stopped.host"))
        ).to_have_count(1)


def test_a_won_game_is_announced(server: Server, people: People) -> None:
    opened = server.open("Emma", "Max", real_dice=True)
    with hand(server, opened["table"], opened["key"]) as both:
        both.say("start")
        both.play("1. 1 43r5y4g3b2 - R7 / -")
        for turn in range(2, 7):
            both.play(f"{turn}. {2 - turn % 2} 66r1y1g1b1 - - / -")
        emma = people("Emma", server)
        emma.sit(opened["table"], opened["key"])
        emma.page.wait_for_selector("form.real")
        both.play("7. 1 66r1y1g1b1 - - / -")  # her fourth miss
        points = max(both.now["outcome"]["totals"])
        over = said("told.won", names="Max", points=points)
        expect(live(emma)).to_contain_text(over)
        emma.page.wait_for_selector("main.result")
        status = emma.page.get_by_role("status").filter(has_text=said("replay.wins", name="Max"))
        expect(status).to_contain_text(said("replay.by_misses", names="Emma", n=4))
