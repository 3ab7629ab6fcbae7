"""What stands on a sheet and under it: names, badges, closed rows, and what a choice brings."""

from __future__ import annotations

import re
from typing import Any, Literal

import pytest
from playwright.sync_api import expect

from rowlock.variant import variant_text
from tests.server.running import Server
from tests.web.browsing import DESKTOP, PHONE, People, Person, decide, hand, roll, text, together
from tests.web.prepared import LOCKS_RED
from tests.web.saying import said
from tests.web.screens import light

NARROW: dict[str, Any] = PHONE | {"viewport": {"width": 390, "height": 844}}


def seated(
    server: Server,
    people: People,
    *turns: str,
    dice: str = "",
    max_passes: bool = False,
    with_: Any = None,
    **options: Any,
) -> Person:
    """Emma at a table for her and Max on one device, after these turns and with these dice."""
    opened = server.open("Emma", "Max", real_dice=True, **options)
    with hand(server, opened["table"], opened["key"]) as both:
        both.say("start")
        for turn in turns:
            both.play(turn)
        if dice:
            both.say("roll", turn=both.now["turn"], dice=dice)
        if max_passes:
            both.decide(2, "-")
    emma = people("Emma", server, **({"prefs": {}} | (with_ or NARROW)))
    emma.sit(opened["table"], opened["key"])
    emma.page.wait_for_selector("[data-asks]" if dice else "main.result, form.real")
    return emma


def locked_red(by: int) -> list[str]:
    """Turns after which this seat has locked the red row."""
    turns = []
    for turn, whites in enumerate(LOCKS_RED, 1):
        cell = f"R{int(whites[0]) + int(whites[1])}"
        both = [cell if seat == by else "-" for seat in (1, 2)]
        turns.append(f"{turn}. {2 - turn % 2} {whites}r1y6g1b1 {' '.join(both)} / -")
    return turns


# Names


def test_a_cell_is_called_by_the_colour_that_is_seen(server: Server, people: People) -> None:
    emma = seated(
        server,
        people,
        dice="34r1y1g1b1",
        max_passes=True,
        variant="mixed_colours",
        with_=DESKTOP,
    )
    # The seven of the yellow row is printed green.
    tile = emma.page.locator("button.tile[data-cell=Y7]")
    expect(tile).to_have_attribute("aria-label", said("option.white", cell="green 7"))
    chip = emma.page.locator(".chip[data-decision=Y7][data-action=white]")
    expect(chip.locator(".what")).to_have_text("G7")
    expect(chip).to_have_accessible_name("green 7")
    emma.press(tile)
    expect(emma.page.locator("[data-do=confirm]")).to_have_text(
        said("table.cross", cells="green 7")
    )
    emma.press("[data-do=confirm]")
    marked = said("told.marked.white", name="Emma", cell="green 7")
    expect(emma.page.locator("section.story")).to_contain_text(marked)
    expect(emma.page.locator("[data-live]")).to_contain_text(marked)


def test_a_replay_names_what_is_seen(server: Server, people: People) -> None:
    opened = server.open("Emma", "Max", real_dice=True, variant="mixed_colours")
    with hand(server, opened["table"], opened["key"]) as both:
        both.say("start")
        both.play("1. 1 34r1y1g1b1 Y7 - / -")
        both.say("stop")
    emma = people("Emma", server)
    emma.sit(opened["table"], opened["key"])
    emma.page.wait_for_selector("main.result")
    emma.press(emma.page.get_by_role("button", name=text("replay.replay"), exact=True))
    emma.page.wait_for_selector(".large")
    emma.page.keyboard.press("End")
    emma.page.keyboard.press("ArrowLeft")  # before the host ended it
    emma.page.keyboard.press("ArrowLeft")  # before the colour that was not used
    expect(emma.page.locator(".did .chip.c-G").first).to_have_text("G7")


@pytest.mark.parametrize(
    ("language", "names", "typed"),
    [
        ("en", ["R", "Y", "G", "B"], "Y7"),
        ("de", ["Ro", "Ge", "Gr", "Bl"], "Ge7"),
        ("it", ["Ro", "Gi", "Ve", "Bl"], "Gi 7"),
    ],
)
def test_rows_and_dice_have_names_of_the_language_that_can_be_typed(
    language: str, names: list[str], typed: str, server: Server, people: People
) -> None:
    spoken = DESKTOP | {"prefs": {"language": language}}
    emma = seated(server, people, dice="34r1y1g1b1", max_passes=True, with_=spoken)
    expect(emma.page.locator("main .band .start b")).to_have_text(names)
    expect(emma.page.locator(".tray .letter")).to_have_text(names)
    white = emma.page.locator(".chip[data-action=white] .what")
    expect(white).to_have_text([f"{name}7" for name in names])
    emma.page.locator("body").click(position={"x": 2, "y": 2})
    emma.page.keyboard.type(typed)  # wherever the focus is
    expect(emma.page.locator("[data-typed]")).to_have_value(typed)
    emma.page.keyboard.press("Enter")
    expect(emma.crossed("Y7")).to_have_count(1)


def test_typed_moves_can_be_turned_off_where_there_is_a_keyboard(
    server: Server, people: People
) -> None:
    emma = seated(server, people, dice="34r1y1g1b1", with_=DESKTOP)
    expect(emma.page.locator("[data-typed]")).to_be_visible()
    emma.press(emma.page.locator("details.menu summary"))
    emma.press(emma.page.get_by_role("button", name=text("table.settings"), exact=True))
    switch = emma.page.get_by_role("switch", name=text("start.set.typedMoves"))
    expect(switch).to_be_checked()
    switch.uncheck()
    expect(emma.page.locator("[data-typed]")).to_have_count(0)
    emma.page.reload()
    emma.page.wait_for_selector("[data-asks]")
    expect(emma.page.locator("[data-typed]")).to_have_count(0)


# Variants of one's own


def test_a_badge_with_two_effects_tells_both(server: Server, people: People) -> None:
    file = variant_text("bonus_pairs").replace(
        "t = { points = 13 }", "t = { points = 13, double_fewest = true }"
    )
    emma = seated(server, people, dice="34r1y1g1b1", variant="mine", variant_file=file)
    foot = emma.page.locator("main .foot")
    expect(foot).to_contain_text("13 points")
    expect(foot.get_by_text("the row with the fewest counts twice")).to_have_count(2)


def test_a_long_bonus_bar_is_struck_where_it_should_be(server: Server, people: People) -> None:
    up = " ".join(["2", *(f"{number}*" for number in range(3, 13))])
    down = " ".join(["12", *(f"{number}*" for number in range(11, 1, -1))])
    file = re.sub(
        r"bar = .*",
        f'bar = "{" ".join(["Y", "G", "R", "B"] * 10)}"\n\n[rows]\n'
        f'R = "{up}"\nY = "{up}"\nG = "{down}"\nB = "{down}"\n',
        variant_text("bonus_chain").partition("[rows]")[0],
    )
    options = {"variant": "mine", "variant_file": file}
    emma = seated(server, people, dice="12r6y6g6b6", max_passes=True, **options)
    decide(emma, "R3")
    fields = emma.page.locator("main .strip .field")
    expect(fields).to_have_count(40)
    expect(emma.page.locator("main .strip .field.struck")).to_have_count(1)
    expect(fields.nth(0)).to_have_class(re.compile("struck"))
    edges = emma.page.locator("main .sheet, main .field:last-child").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().right)"
    )
    assert edges[1] < edges[0]


# What a choice brings with it


def ghosts(emma: Person) -> list[str]:
    """The cells that the choice would cross as well."""
    found: list[str] = emma.page.locator("main [data-cell]:has(svg.ghost)").evaluate_all(
        "all => all.map(one => one.dataset.cell)"
    )
    return found


def test_a_chosen_star_shows_the_crosses_it_forces(server: Server, people: People) -> None:
    emma, _, _ = together(server, people, real_dice=True, variant="bonus_chain")
    roll(emma, "12r6y4g1b6")
    foretold = emma.page.locator("[data-foretold]")
    expect(foretold).to_have_count(0)
    emma.press("button.tile[data-cell=R3]")
    expect(foretold).to_have_text("Also crosses red 4")
    assert ghosts(emma) == ["R4"]
    emma.press("button.tile[data-cell=Y5]")  # with a colour, after it
    expect(foretold).to_have_text("Also crosses red 4 and yellow 6")
    assert ghosts(emma) == ["R4", "Y6"]
    expect(emma.page.locator("main .strip .field.ghost")).to_have_count(2)
    expect(emma.page.locator("[data-do=confirm]")).to_have_accessible_description(
        "Also crosses red 4 and yellow 6"
    )
    emma.press("[data-do=confirm]")
    # What is given ahead stays in pencil with all that it brings, until all have answered.
    for cell in ("R3", "R4", "Y5", "Y6"):
        expect(emma.crossed(cell, pencil=True)).to_have_count(1)
    expect(emma.page.locator("main .strip .field.struck")).to_have_count(2)


def test_a_bonus_that_would_lapse_is_said_before(server: Server, people: People) -> None:
    turns = ("1. 1 56r1y1g1b1 R11 - / -", "2. 2 11r1y1g1b1 Y2 - / -")
    emma = seated(server, people, *turns, dice="55r1y1g1b1", variant="bonus_chain")
    emma.press("button.tile[data-cell=B10]")
    expect(emma.page.locator("[data-foretold]")).to_have_text(
        re.compile(re.escape(said("foreseen.lapses_in", n=1, rows="red")), re.IGNORECASE)
    )
    assert ghosts(emma) == []


def test_a_pair_says_what_it_brings(server: Server, people: People) -> None:
    turns = ("1. 1 45r1y1g1b1 G9 - / -", "2. 2 11r1y1g1b1 Y2 - / -")
    emma = seated(server, people, *turns, dice="56r1y1g1b1", variant="bonus_pairs")
    emma.press("button.tile[data-cell=Y11]")
    foretold = emma.page.locator("[data-foretold]")
    expect(foretold).to_contain_text("2 crosses in the row with the fewest")
    expect(foretold).to_contain_text("red or blue")


def test_a_star_is_heard_as_a_word(server: Server, people: People) -> None:
    emma = seated(server, people, dice="12r6y1g1b1", variant="bonus_chain")
    tile = emma.page.locator("button.tile[data-cell=R3]")
    expect(tile).to_have_accessible_name(f"{said('option.white', cell='red 3')}, bonus cell")


# What is seen


def test_a_cross_does_not_hide_a_badge(server: Server, people: People) -> None:
    turns = ("1. 1 12r1y1g1b1 R3 - / -", "2. 2 66r1y1g1b1 - - / -")
    emma = seated(server, people, *turns, dice="66r1y1g1b1", variant="bonus_chain", with_=DESKTOP)
    sheet = emma.page.locator("main .sheet:has([data-cell=R3] > svg.pen)")
    cell = sheet.locator("[data-cell=R3]")

    def picture(of: str) -> bytes:
        box = sheet.locator(f"[data-cell=R3]{of}").bounding_box()
        assert box
        side = min(box["width"], box["height"]) / 2
        left, top = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        return emma.page.screenshot(
            clip={"x": left - side / 2, "y": top - side / 2, "width": side, "height": side},
            animations="disabled",
        )

    crossed = [picture(""), picture(" .badge")]
    cell.evaluate("cell => (cell.querySelector('svg.pen').style.display = 'none')")
    empty = [picture(""), picture(" .badge")]
    assert crossed[0] != empty[0]
    assert crossed[1] == empty[1]


@pytest.mark.parametrize("size", [NARROW, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("by", [1, 2])
def test_closed_rows_look_closed_and_proud_where_one_locked_them(
    by: int, size: Any, server: Server, people: People
) -> None:
    emma = seated(server, people, *locked_red(by), dice="34y1g1b1", with_=size)
    row = emma.page.locator("main .band.c-R").first
    expect(row).to_have_class(re.compile(r"\bshut\b" if by == 2 else r"\bproud\b"))
    expect(row).not_to_have_class(re.compile(r"\bproud\b" if by == 2 else r"\bshut\b"))
    expect(row).to_have_attribute("aria-label", re.compile(text("sheet.closed")))
    name = re.compile(said("sheet.locked", name="Emma"))
    if by == 1:
        expect(row).to_have_attribute("aria-label", name)
    else:
        expect(row).not_to_have_attribute("aria-label", name)
    # The closed lock is seen as it is, and what is said of it stays within its field.
    expect(row.locator(".lock > svg")).to_have_count(1)
    word = row.locator(".end .word")
    expect(word).to_have_text(text("sheet.shut"))
    if size is DESKTOP:
        expect(word).to_be_visible()
        assert row.evaluate(
            """row => row.querySelector(".word").getBoundingClientRect().left
                 >= row.querySelector(".slot:nth-last-child(1 of .slot)")
                      .getBoundingClientRect().right"""
        )
    # On the small sheet of the other it is the other way round.
    other = emma.page.locator(".other svg")
    if other.count():
        expect(other.locator(".strike")).to_have_count(1 if by == 1 else 0)
        expect(other.locator(".frame")).to_have_count(0 if by == 1 else 1)
    expect(emma.page.locator("main .band:not(.c-R) .word")).to_have_count(0)


@pytest.mark.parametrize("look", ["light", "dark"])
def test_the_pencil_can_be_seen_on_every_cell(
    look: Literal["light", "dark"], server: Server, people: People
) -> None:
    emma = seated(server, people, dice="34r1y1g1b1")
    light(emma.page, look)
    cell = emma.page.locator("main button[data-cell=R7]")

    def contrast() -> float:
        """Between the stroke and what it is drawn on."""
        value: float = cell.evaluate(
            """cell => {
              const bright = colour => {
                const canvas = document.createElement("canvas").getContext("2d");
                canvas.fillStyle = colour;
                canvas.fillRect(0, 0, 1, 1);
                const data = [...canvas.getImageData(0, 0, 1, 1).data];
                const [r, g, b] = data.map(part => (part / 255) ** 2.2);
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
              };
              const both = [getComputedStyle(cell).backgroundColor,
                            getComputedStyle(cell.querySelector("svg path")).stroke].map(bright);
              return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
            }"""
        )
        return value

    emma.press(cell)
    expect(cell.locator("svg.pencil")).to_have_count(1)
    assert contrast() >= 4.5
    # The same where the choice is on a tile that still shines.
    cell.evaluate("cell => cell.classList.remove('picked')")
    assert contrast() >= 4.5


@pytest.mark.parametrize("width", [360, 390, 820, 1280])
def test_the_points_of_a_long_row_keep_away_from_its_edge(
    width: int, server: Server, people: People
) -> None:
    size = {"viewport": {"width": width, "height": 800}}
    emma = seated(
        server, people, *locked_red(1)[:5], dice="34r1y1g1b1", variant="longo", with_=size
    )
    gaps = emma.page.locator("main .band").evaluate_all(
        """all => all.map(band => band.getBoundingClientRect().right
             - band.querySelector(".points").getBoundingClientRect().right)"""
    )
    assert min(gaps) >= 2
    note = emma.page.locator("main .note")
    expect(note).to_contain_text("Lucky")
    expect(note.locator("b")).to_have_text(["6", "11"])
    expect(note).to_contain_text("you may cross the next cell of your emptiest row")


def test_one_minus_sign(server: Server, people: People) -> None:
    turns = ("1. 1 66r1y1g1b1 - - / -", "2. 2 66r1y1g1b1 - - / -")
    emma = seated(server, people, *turns, dice="34r1y1g1b1", with_=DESKTOP)
    shown = emma.page.locator("body").inner_text()
    assert not re.search(r"[-\u2013]\d", shown)
    assert len(re.findall("\u22125", shown)) >= 3  # each miss, both totals


def test_whose_misses_ended_the_game(server: Server, people: People) -> None:
    turns = [f"{turn}. {2 - turn % 2} 11r6y6g1b1 - - / -" for turn in range(1, 8, 2)]
    both = [turn for odd in turns for turn in (odd, _next(odd))][:7]
    emma = seated(server, people, *both)
    expect(emma.page.locator("main.result .head")).to_contain_text(
        said("replay.by_misses", n=4, names="Emma")
    )


def _next(turn: str) -> str:
    """The turn after it, in which Max crosses something."""
    number = int(turn.split(".")[0]) + 1
    return f"{number}. 2 1{number // 2}r6y6g6b6 - Y{1 + number // 2} / -"


# Somebody new


def test_somebody_new_is_shown_the_white_dice_first(server: Server, people: People) -> None:
    new = NARROW | {"prefs": {"versed": False}}
    emma = seated(server, people, dice="34r5y5g1b1", max_passes=True, with_=new)
    buttons = emma.page.locator(".actions button")
    assert buttons.count() <= 6
    expect(emma.page.locator(".say")).to_contain_text(text("table.first_white"))
    expect(emma.page.locator(".chip[data-action=colour]")).to_have_count(0)
    expect(emma.page.locator("main button.tile:not(.white)")).to_have_count(0)
    decide(emma, "R7")
    expect(emma.page.locator("[data-asks=colour]")).to_contain_text(text("table.first_colour"))
    assert emma.page.locator(".chip[data-action=colour]").count() > 0
    decide(emma, "Y9")
    # Whoever has played a turn is shown everything at once, here Max on the same device.
    roll(emma, "34r5y5g1b1")
    expect(emma.page.locator(".say")).to_contain_text(text("table.choose_both"))
    assert emma.page.locator(".chip[data-action=colour]").count() > 0


# Time


def test_what_is_in_pencil_counts_when_the_time_is_up(server: Server, people: People) -> None:
    opened = server.open("Emma", "Max", first=1, time="brisk")
    emma = people("Emma", server, **NARROW)
    emma.page.clock.install()
    emma.sit(opened["table"], opened["key"])
    emma.press("[data-do=roll]")
    emma.page.wait_for_selector("[data-asks=white]")
    emma.press("main button.tile.white >> nth=0")
    emma.page.wait_for_selector("[data-do=confirm]")
    cell = emma.page.locator("main button.tile.picked").get_attribute("data-cell")
    emma.page.clock.run_for(25_000)
    expect(emma.page.locator("[data-do=confirm]")).to_be_visible()
    emma.page.clock.run_for(4_800)
    expect(emma.page.locator("[data-do=confirm]")).to_have_count(0)
    assert any(f'"sealed":"{cell}"' in said for said in emma.heard)
    now = server.get(f"/api/tables/{opened['table']}")["now"]
    assert (now["turn"], now["phase"], now["waiting"]) == (1, "white", [2])
