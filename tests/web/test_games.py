"""Whole games against bots, by clicking and tapping as people do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import rowlock
from tests.server.running import Server
from tests.web.browsing import DESKTOP, PHONE, TABLET, People, Person, hand, play_on, text

ROOT = Path(__file__).parents[2]
OWN = ROOT / "docs/examples/chain_of_colours.toml"
VARIANTS = [*rowlock.shipped_variants(), OWN.stem]


def shown_totals(person: Person) -> list[int]:
    """The totals in the table of the result, by seat."""
    told = person.page.locator("main.result tr[data-seat]").evaluate_all(
        "rows => rows.map(row => [row.dataset.seat, row.querySelector('td.total').textContent])"
    )
    return [int(total.replace("\N{MINUS SIGN}", "-")) for _, total in sorted(told)]


def shown_sheets(person: Person) -> dict[str, tuple[int, set[str]]]:
    """The total and the crossed cells of each sheet of the result, by name."""
    told = person.page.locator("main.result .seat").evaluate_all(
        """seats => seats.map(seat => [
             seat.querySelector(".name").textContent,
             Number(seat.querySelector("[data-total]").textContent.replace("\\u2212", "-")),
             [...seat.querySelectorAll("[data-cell]")]
               .filter(cell => cell.querySelector(":scope > svg"))
               .map(cell => cell.dataset.cell),
           ])"""
    )
    return {name: (total, set(cells)) for name, total, cells in told}


def crossed_cells(sheet: str) -> set[str]:
    """The cells of a written sheet: `R 5 7 | Y | G 12 | B | x1`."""
    rows = [part.split() for part in sheet.split(" | ")]
    return {
        row[0] + number
        for row in rows
        if row[0] in "RYGB"
        for number in row[1:]
        if number.isdigit()
    }


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_whole_game_against_bots(variant: str, server: Server, people: People) -> None:
    place = VARIANTS.index(variant)
    what: dict[str, Any] = {"variant": variant}
    if variant == OWN.stem:
        what["variant_file"] = OWN.read_text()
    opened = server.open("Emma", *("keen", "random")[: 1 + place % 2], **what)
    emma = people("Emma", server, **(PHONE, DESKTOP, TABLET)[place % 3])
    emma.sit(opened["table"], opened["key"])
    did = play_on(emma)
    print(variant, dict(did))
    assert did["roll"]
    assert all(did[way] for way in ("tile", "chip", "button", "again"))

    address = f"/api/tables/{opened['table']}"
    view = server.get(address)
    assert view["now"]["stage"] == "done"
    totals = view["now"]["outcome"]["totals"]
    assert shown_totals(emma) == totals
    assert shown_sheets(emma) == {
        place["name"]: (total, crossed_cells(sheet))
        for place, total, sheet in zip(view["places"], totals, view["now"]["sheets"])
    }
    own = rowlock.read_variant(OWN.read_bytes(), OWN.stem) if variant == OWN.stem else None
    find = rowlock.find_variant if own is None else lambda _: own
    record = rowlock.read_record(server.get(f"{address}/record"), find)
    outcome = record.game().outcome()
    assert outcome is not None
    assert list(outcome.totals) == totals


@pytest.mark.parametrize("action", ["white", "colour"])
@pytest.mark.parametrize("way", [".rowpick", ".chip"])
def test_a_tie_is_settled_by_a_tap(action: str, way: str, server: Server, people: People) -> None:
    """Two rows are equally short, and the bonus may go to either."""
    record = (ROOT / f"tests/endings/bonus_pairs-pairs-pick-{action}.rowlock").read_text()
    turns = record.strip().partition("\n\n")[2].splitlines()
    opened = server.open("Emma", "Max", variant="bonus_pairs", real_dice=True)
    with hand(server, opened["table"], opened["key"]) as other:
        other.say("start")
        for turn in turns[:-1]:
            other.play(turn)
        other.say("roll", turn=other.now["turn"], dice=turns[-1].split()[2])
        other.decide(2, "-")
        if action == "colour":
            other.decide(1, "-")
        emma = people("Emma", server)
        emma.sit(opened["table"], opened["key"])
        emma.press("button.tile[data-cell=Y11]")
        emma.press("[data-do=confirm]")
        emma.wait(".rowpick")
        expect(emma.page.locator("[data-asks]")).to_contain_text(text("table.settle_tie"))
        bright = "all => all.map(one => getComputedStyle(one).filter === 'none')"
        rows = emma.page.locator("main .band:has(.rowpick)")
        assert all(rows.evaluate_all(bright))
        assert not any(emma.page.locator("main .band:not(:has(.rowpick))").evaluate_all(bright))
        row = "B" if action == "white" else "G"
        what = (
            f".rowpick[data-row={row}]" if way == ".rowpick" else f".chip[data-decision='~{row}']"
        )
        emma.press(what)
        emma.press("[data-do=confirm]" if way == ".rowpick" else what)
        if action == "white":
            expect(emma.page.locator(".rowpick")).to_have_count(0)
            other.decide(2, "-")
    emma.wait("main.result")
    assert shown_totals(emma) == [int(part) for part in record.partition('Result "')[2][:5].split()]


def test_a_row_where_the_crosses_lapse_says_so_and_may_be_picked(
    server: Server, people: People
) -> None:
    """All rows have one cross; in red and yellow only an unearned lock is left."""
    opened = server.open("Emma", "Max", variant="bonus_pairs", real_dice=True)
    with hand(server, opened["table"], opened["key"]) as other:
        other.say("start")
        other.play("1. 1 56r1y6g1b1 R11 - / Y11")
        other.play("2. 2 66r1y1g1b1 B12 - / -")
        other.say("roll", turn=3, dice="45r1y1g1b1")
        emma = people("Emma", server, **PHONE)
        emma.sit(opened["table"], opened["key"])
        emma.press("button.tile[data-cell=G9]")
        emma.press("[data-do=confirm]")
        emma.wait(".rowpick")
        for row, name in {"R": "Red", "Y": "Yellow", "G": "Green", "B": "Blue"}.items():
            lapses = " (the crosses are lost)" if row in "RY" else ""
            label = re.compile(rf"^\s*{name}( row)?{re.escape(lapses)}\s*$", re.IGNORECASE)
            expect(emma.page.locator(f".chip[data-decision='~{row}']")).to_have_text(label)
            rowpick = emma.page.locator(f".rowpick[data-row={row}]")
            expect(rowpick).to_have_attribute("aria-label", label)
        emma.press(".rowpick[data-row=R]")
        emma.press("[data-do=confirm]")
        expect(emma.page.locator(".rowpick")).to_have_count(0)
        other.decide(2, "-")
        other.say("ping")
        assert other.now["sheets"][0] == "R 11 | Y 11 | G 9 | B 12"


def test_a_chip_means_its_own_action(server: Server, people: People) -> None:
    """Red 4 may be crossed with the white dice and with a colour: the chips say which."""
    opened = server.open("Emma", "Max", real_dice=True)
    with hand(server, opened["table"], opened["key"]) as other:
        other.say("start")
        other.say("roll", turn=1, dice="22r2y6g6b6")
    emma = people("Emma", server, **PHONE)
    emma.sit(opened["table"], opened["key"])
    for action in ("white", "colour"):
        emma.press(f".chip[data-decision=R4][data-action={action}]")
        expect(emma.page.locator(".chip[aria-pressed=true]")).to_have_attribute(
            "data-action", action
        )
        emma.press("[data-do=clear]")


def test_play_now_leads_to_dice_on_the_table(server: Server, people: People) -> None:
    guest = people("Guest", server, **PHONE)
    guest.page.goto("/")
    guest.press(guest.page.get_by_role("button", name=text("start.play_now")))
    guest.wait("[data-roll]")
    guest.wait("[data-do=roll], [data-asks]")
    play_on(guest, turns=2)
