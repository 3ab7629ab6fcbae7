"""What a decision would cause is told to its own seat before, and to nobody else."""

from __future__ import annotations

import random
import tracemalloc
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rowlock.events import as_json
from rowlock.game import Phase
from rowlock.moves import Mark, Pick, parse_move
from rowlock.server.previews import _drawn, previews_of
from rowlock.server.view import told_text, view_text
from rowlock.variant import read_variant
from tests.server.hostile import CHAIN
from tests.server.tables import Driver, started, table_setup

EXAMPLE = Path(__file__).parents[2] / "docs/examples/chain_of_colours.toml"
BONUS = {"cause": "bonus", "lock": False, "event": "marked"}


def test_a_star_foretells_the_whole_chain() -> None:
    table = started("Emma", "Ben", variant="bonus_chain").stand(
        "R 2 | Y 2 3 4 | G | B", "R | Y | G | B"
    )
    table.roll("45r1y1g1b1")
    previews = table.yours(1)["previews"]
    # The first field of the bar is red; ten is the next cell of that row.
    assert previews["legal"]["R9"] == [
        {"event": "struck", "fields": [1], "strip": "bar"},
        {**BONUS, "cell": "R10"},
    ]
    # Green 9 causes nothing, so it is not there; nor is a pass.
    assert {"G9", "-"} <= set(table.yours(1)["legal"])
    assert not {"G9", "-"} & set(previews["legal"])
    # A five and a colour die: the star on yellow 5 strikes the red field as well.
    assert previews["colour"]["Y5"] == [
        {"event": "struck", "fields": [1], "strip": "bar"},
        {**BONUS, "cell": "R3"},
        {"event": "struck", "fields": [2], "strip": "bar"},
        {**BONUS, "cell": "Y6"},
    ]
    # After red 9 the second field is the next, and it is yellow.
    assert previews["colour"]["R9 Y5"] == [
        {"event": "struck", "fields": [2], "strip": "bar"},
        {**BONUS, "cell": "Y6"},
    ]


def test_once_the_white_decision_is_given_the_colour_follows_it() -> None:
    table = started("Emma", "Ben", variant="bonus_chain").stand(
        "R 2 | Y 2 3 4 | G | B", "R | Y | G | B"
    )
    table.roll("45r1y1g1b1").decide(1, "R9")
    previews = table.yours(1)["previews"]
    assert previews["colour"]["Y5"][0] == {"event": "struck", "fields": [2], "strip": "bar"}
    assert not [name for name in previews["colour"] if " " in name]
    assert "R9" in previews["legal"]  # she may still decide otherwise


def test_a_bonus_that_would_lapse_is_said_before() -> None:
    table = started("Emma", "Ben", variant="bonus_chain").stand(
        "R | Y | G | B", "R | Y | G | B", closed="Y"
    )
    table.roll("12r1g1b1")
    assert table.yours(1)["previews"]["legal"]["R3"] == [
        {"event": "struck", "fields": [1], "strip": "bar"},
        {**BONUS, "cell": "R4"},
    ]
    late = started("Emma", "Ben", variant="bonus_chain").stand("R 11 | Y | G | B", "R | Y | G | B")
    late.roll("55r1y1g1b1")
    # Red 12 would be the next, but a lock needs five crosses.
    assert late.yours(1)["previews"]["legal"]["B10"] == [
        {"event": "struck", "fields": [1], "strip": "bar"},
        {"event": "lapsed", "row": "R"},
    ]


def test_a_pair_foretells_its_tie_and_each_row_what_it_takes() -> None:
    table = started("Emma", "Ben", variant="bonus_pairs").stand(
        "R 2 | Y 2 3 | G 12 11 10 9 | B 12 11", "R | Y | G | B"
    )
    table.roll("56r1y1g1b1")
    assert table.yours(1)["previews"]["legal"]["Y11"] == [
        {"event": "completed", "badge": "f"},
        {**BONUS, "cell": "R3"},
        {**BONUS, "cell": "R4"},
    ]
    tie = started("Emma", "Ben", variant="bonus_pairs").stand(
        "R 2 | Y 2 3 | G 12 11 10 9 | B 12", "R | Y | G | B"
    )
    tie.roll("56r1y1g1b1")
    assert tie.yours(1)["previews"]["legal"]["Y11"] == [
        {"event": "completed", "badge": "f"},
        {"event": "tie", "rows": ["R", "B"], "times": 2},
    ]
    tie.decide(1, "Y11")
    picks = tie.yours(1)["previews"]["legal"]
    assert picks["~B"] == [{**BONUS, "cell": "B11"}, {**BONUS, "cell": "B10"}]


def test_a_linked_cell_foretells_the_other_wherever_it_stands() -> None:
    table = started("Emma", "Ben", variant="connected_chain").stand(
        "R | Y 4 9 | G | B", "R | Y 9 | G | B"
    )
    table.roll("33r1y1g1b1")
    assert table.yours(1)["previews"]["legal"]["R6"] == [{**BONUS, "cell": "Y6", "rule": "linked"}]
    # Ben has another sheet, where red 6 hangs together with nothing.
    assert "R6" not in table.yours(2)["previews"]["legal"]


@pytest.mark.parametrize("variant", ["classic", "longo", "mixed_colours", "connected_steps"])
def test_where_a_cross_causes_nothing_there_are_none(variant: str) -> None:
    table = started("Emma", "Ben", variant=variant)
    table.roll("44r5y3g3b3")
    assert "previews" not in table.yours(1)


def test_none_before_the_roll_and_none_if_nothing_is_caused() -> None:
    table = started("Emma", "Ben", variant="bonus_chain")
    assert "previews" not in table.yours(1)
    table.roll("66r6y6g6b6")
    assert "previews" not in table.yours(1)


def test_nobody_else_is_told() -> None:
    table = started("Emma", "Ben", variant="bonus_chain").roll("12r1y1g1b1")
    assert "previews" in table.yours(1)
    assert "previews" not in view_text(table.table, "", None)
    assert "previews" not in (told_text(table.table, 0, None, None) or "")
    # What Ben has sealed changes nothing of what Emma is told.
    before = table.yours(1)
    table.decide(2, "R3")
    assert table.yours(1) == before


def _law(driver: Driver, seed: int) -> int:
    """Play a game by chance; before each decision, its preview is what then happens."""
    source = random.Random(seed)
    found = 0

    def choose(table: Any, seat: int, legal: Any) -> Any:
        nonlocal found
        previews = previews_of(table, seat) or {"legal": {}, "colour": {}}
        own = table.own(seat)
        for decision in legal:
            events = own.apply(seat, decision).events
            happens = [
                {name: said for name, said in as_json(event).items() if name != "seat"}
                for event in events[0 if isinstance(decision, Pick) else 1 :]
                if getattr(event, "seat", None) == seat
            ]
            said = [
                event
                for event in previews["legal"].get(str(decision), [])
                if event["event"] != "tie"
            ]
            assert happens[: len(said)] == said
            # What is left comes of the end of the action: a row closes, a miss.
            assert {event["event"] for event in happens[len(said) :]} <= {"struck", "missed"}
            found += len(said)
        if own.phase is Phase.WHITE and seat == own.active:
            _pairs(own, seat, previews)
        return source.choice(legal)

    driver.play_out(choose, source)
    return found


def _pairs(own: Any, seat: int, previews: Any) -> None:
    for name, said in previews["colour"].items():
        white, _, colour = name.partition(" ")
        if colour:
            game = own.apply(seat, parse_move(white)).game
            mark = parse_move(colour)
            assert isinstance(mark, Mark)
            alone = previews["colour"].get(colour, [])
            assert said != alone
            assert game.sheets[seat].can_cross(game.sheets[seat].page.cells[mark.cell])


@pytest.mark.parametrize("variant", ["bonus_chain", "bonus_pairs", "connected_chain", "own"])
def test_what_is_foretold_happens(variant: str) -> None:
    found = 0
    for seed in range(6):
        opened = table_setup("Emma", "Ben", variant="classic" if variant == "own" else variant)
        if variant == "own":
            file = EXAMPLE.read_text()
            opened = replace(opened, variant_key="own", edition=1, variant_file=file)
        driver = Driver(opened)
        driver.say("Emma", "start")
        found += _law(driver, seed)
    assert found >= 15


def test_pads_of_nothing_but_badges_take_little_memory() -> None:
    tracemalloc.start()
    try:
        for number in range(120):
            variant = read_variant(CHAIN.replace("Hostile", f"Hostile {number}"), "own")
            sheet = variant.sheet()
            for cell in list(sheet.page.cells.values())[:12]:
                _, _, caused = _drawn(variant, sheet, frozenset(), (), Mark.of(cell))
                assert len(caused) > 20
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
        _drawn.cache_clear()
    assert taken < 12e6, "1,440 of them take 38 MB"
