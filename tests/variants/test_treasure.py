"""A mechanic of somebody's own, one module and no twin: it plays, reads, prints and serves.

The same module stands in docs/adding-a-mechanic.md. Nothing else in the package knows of it.
"""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from rowlock import Game, NotNotation, Record, Roll, Variant, find_player, load_variant, parse_move
from rowlock import play as play_game
from rowlock.drawables import Badge, Field, Link, Note, ScoreLine, Strip, Text
from rowlock.errors import IllegalMove, UnknownVariant
from rowlock.events import Cause, Marked, as_json
from rowlock.fast import compile_variant
from rowlock.languages import LANGUAGES
from rowlock.mechanics import find_installed, known, register, unregister
from rowlock.moves import Decision
from rowlock.printed import printed
from rowlock.record import read_record
from rowlock.rules import Blank, Effect, Rule
from rowlock.section import Section
from rowlock.server.creation import OpenTable, setup_for
from rowlock.server.stage import Stage
from rowlock.server.table import Table as ServerTable
from rowlock.sheet import Cell, Colour, Sheet
from rowlock.testing import check_variant
from rowlock.tui import Ink, Table, draw_sheet, draw_tally, find_words, tell
from rowlock.tui.files import FileSaver
from rowlock.variant import read_variant
from tests.server.tables import Driver, check_message, holder
from tests.toys.treasure import Hoard, Treasure

FILE = Path(__file__).parents[1] / "toys" / "treasure.toml"


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    register(Treasure)
    yield
    unregister(Treasure)


@pytest.fixture
def variant() -> Variant:
    return load_variant(FILE)


def rolled(variant: Variant, *sheets: str, roll: str = "34r1y2g3b4") -> Game:
    game = Game.at(variant, [variant.sheet(text, seat) for seat, text in enumerate(sheets)])
    return game.rolled(Roll.parse(roll)).game


def test_a_file_names_it_once_it_is_registered(variant: Variant) -> None:
    assert [rule.name for rule in variant.rules] == ["treasure"]
    assert known()["treasure"] is Treasure
    unregister(Treasure)
    with pytest.raises(NotNotation, match=r"rules: expected a list of lucky, [^']*, found"):
        load_variant(FILE)


def test_an_installed_package_may_bring_it(monkeypatch: pytest.MonkeyPatch) -> None:
    unregister(Treasure)

    class Point:
        def load(self) -> type[Treasure]:
            return Treasure

    asked: list[str] = []

    def entry_points(group: str) -> list[Point]:
        asked.append(group)
        return [Point()]

    monkeypatch.setattr("importlib.metadata.entry_points", entry_points)
    find_installed.cache_clear()
    try:
        assert [load_variant(FILE).rules, load_variant(FILE).rules] == [(Treasure(),)] * 2
        with pytest.raises(NotNotation, match=r"a list of lucky, [^']*, treasure, found"):
            read_variant(FILE.read_text().replace('"treasure"]', '"gold"]'), "gold")
    finally:
        find_installed.cache_clear()
    assert asked == ["rowlock.mechanics"], "they are looked for once"


def test_a_package_that_cannot_be_loaded_spoils_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Point:
        value = "broken.package:Rule"

        def load(self) -> type[Treasure]:
            raise ImportError("no module named numbers")

    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [Point()])
    find_installed.cache_clear()
    try:
        with pytest.warns(match="mechanic broken.package:Rule is left out: ImportError: no module"):
            find_installed()
        assert load_variant(FILE).rules == (Treasure(),)
    finally:
        find_installed.cache_clear()


@pytest.mark.parametrize("name", ["two words", "dotted.name", "Large", ""])
def test_a_name_is_a_small_word(name: str) -> None:
    odd = type("Odd", (Treasure,), {"name": name})
    with pytest.raises(ValueError, match="expected a small word as the name of a rule, found"):
        register(odd)


def test_a_name_is_given_only_once() -> None:
    assert register(Treasure) is Treasure

    class Other(Treasure):
        name = "treasure"

    with pytest.raises(ValueError, match="a rule called 'treasure' is registered already"):
        register(Other)


def test_its_own_keys_are_checked_by_itself() -> None:
    text = FILE.read_text()
    for old, new, said in (
        ("R5 Y8", "R5 Z8", r"sheets\[1\]\.treasure: expected cells of the sheet"),
        ("Y4-B3", "Y4-B12", r"sheets\[2\]\.tunnel: expected two cells that lock no row"),
        ("key = 7", "key = 13", "key: expected a whole number from 2 to 12, found 13"),
        ("[1, 2, 4, 8]", "[]", "coins: expected a list of different whole numbers"),
        ('"treasure"]', "]", 'treasure and tunnel and key and coins: expected "treasure" among'),
    ):
        with pytest.raises(NotNotation, match=said):
            read_variant(text.replace(old, new, 1), "treasure")


def test_it_obeys_the_laws_of_every_variant(variant: Variant) -> None:
    report = check_variant(variant, games=24)
    causes = dict(report.causes)
    assert causes["lucky"] > 0 < causes["bonus"]


def test_a_cell_that_it_offers_is_crossed_and_what_it_demands_follows(variant: Variant) -> None:
    game = rolled(variant, "G 12 11 5", "")
    assert [str(move) for move in game.legal(0)] == ["R7", "Y7", "B7", "*R5", "*Y8", "*B9", "-"]
    game, events = game.apply(0, parse_move("*R5"))
    assert [as_json(event) for event in events] == [
        {"event": "marked", "seat": 1, "cell": "R5", "cause": "lucky", "lock": False}
        | {"rule": "treasure"},
        {"event": "struck", "seat": 1, "fields": [1], "strip": "coins"},
        {"event": "marked", "seat": 1, "cell": "G6", "cause": "bonus", "lock": False}
        | {"rule": "treasure"},
        {"event": "struck", "seat": 1, "fields": [2], "strip": "coins"},
    ]
    sheet = game.sheets[0]
    assert str(sheet) == "R 5 | Y | G 12 11 6 5 | B | coins 1 2", "left of the last cross"
    assert sheet.reach(sheet.page.rows[2].colour) == 8, "right of the rightmost cross"
    assert variant.tally(sheet).bonuses == (("treasure", 3),)
    assert variant.sheet(str(sheet)) == sheet


def test_a_demanded_cross_comes_in_a_closed_and_in_a_locked_row_too(variant: Variant) -> None:
    locked = "R | Y | G 12 11 10 9 8 2 | B"
    game = rolled(variant, locked, "", roll="14r1y2b4")
    after = game.apply(0, parse_move("R5")).game.sheets[0]
    assert str(after) == "R 5 | Y | G 12 11 10 9 8 6 2 | B | coins 1 2"
    assert after.crosses(after.page.rows[2].colour) == 8, "it counts like any other, and the lock"
    assert variant.sheet(str(after)) == after
    shut = rolled(variant, "", "R | Y | G 2 3 4 5 6 12 | B", roll="14r1y2b4")
    assert str(shut.apply(0, parse_move("R5")).game.sheets[0]).startswith("R 5 | Y | G 6 | B")


def test_a_game_is_written_and_read_again(variant: Variant) -> None:
    players = [find_player("keen", 1), find_player("random", 2), find_player("ga", 3)]
    record = play_game(variant, players, seed=3)
    assert record.game().over
    assert read_record(record.write(), lambda _: variant) == record
    assert any(isinstance(e, Marked) and e.cause is Cause.OFFERED for e in _events(record))


def test_only_the_fast_engine_says_that_it_has_no_twin(variant: Variant) -> None:
    with pytest.raises(UnknownVariant, match="no twin of the rule"):
        compile_variant(variant)


def test_it_is_printed_as_things_that_anybody_can_draw(variant: Variant) -> None:
    shown = printed(variant)
    page = shown["pages"][1]
    assert shown["mechanics"][0]["title"] == {"en": "treasure", "de": "Schatz", "it": "tesoro"}
    assert [badge["shape"] for badge in page["badges"]] == ["frame"]
    assert page["badges"][0]["cells"] == ["R9", "Y4", "G10", "B3"]
    assert [link["cells"] for link in page["links"]] == [["Y4", "B3"]]
    assert [field["text"] for field in page["strips"][0]["fields"]] == ["1", "2", "4", "8"]
    assert (page["notes"][0]["values"], page["lines"][0]["name"]) == (["7"], "treasure")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_draws_and_tells_it_in_its_own_words(variant: Variant, language: str) -> None:
    words, ink = find_words(language), Ink(False)
    sheet = variant.sheet("R 5 | G 6 | coins 1 2")
    lines = draw_sheet(variant, sheet, ink, words=words)
    text = "\n".join(lines)
    assert "X5+" in lines[0]
    assert " 8+" in lines[1]
    for word in (Treasure.title, Treasure.offer):
        assert word is not None
        assert any(line.startswith(f" {word[language]} ") for line in lines)
    assert " x x 4 8" in text
    assert "R5-G6" in text
    assert "treasure 3" in draw_tally(variant.tally(sheet), sheet.page)
    _, events = rolled(variant, "", "").apply(0, parse_move("*R5"))
    told = [tell(event, ("Ann", "Ben"), variant, words) for event in events]
    assert f"R5 ({Treasure.offer[language] if Treasure.offer else ''})" in told[0]
    assert variant.page(0).strips[0].of[language] in told[1]


def test_a_game_is_played_in_a_terminal(variant: Variant, tmp_path: Path) -> None:
    said: list[str] = []
    bot = find_player("keen")

    def ask(_: str) -> str:
        view = table.game.view(0)
        return str(bot.decide(view, 0)) if 0 in view.to_move() else ""

    table = Table(
        Record(variant, 2, names=("You", "Ben")),
        {1: find_player("keen")},
        random.Random(5),
        ask,
        said.append,
        FileSaver(str(tmp_path / "game.rowlock"), own=True),
        Ink.of(io.StringIO(), "never"),
        False,
        find_words("en"),
    )
    table.run()
    assert table.game.over
    assert any("of the coins" in line for line in said)


def test_a_game_is_played_at_a_table_of_the_server() -> None:
    asked = OpenTable.model_validate(
        {
            "variant": "treasure",
            "variant_file": FILE.read_text(),
            "seats": [{"kind": "person", "name": "Emma"}, {"kind": "bot", "bot": "keen"}],
        }
    )
    driver = Driver(setup_for(asked, holder("Emma")))
    driver.say("Emma", "start")
    view = check_message(driver.seen(1))
    assert view["variant"]["pages"][0]["badges"][0]["cells"] == ["R5", "Y8", "G6", "B9"]
    source = random.Random(4)
    struck: set[str] = set()
    bot = find_player("keen")

    def choose(table: ServerTable, seat: int, legal: tuple[Decision, ...]) -> Decision:
        struck.update(event["strip"] for event in driver.told() if event["event"] == "struck")
        return bot.decide(table.own(seat).view(seat), seat)

    driver.play_out(choose, source)
    assert driver.table.stage is Stage.DONE
    assert struck == {"coins"}
    check_message(driver.seen(1))
    driver.check_fold()


def _events(record: Record) -> Iterator[object]:
    return (event for step in record.steps() for event in step.events)


def test_what_two_rules_offer_is_listed_once_and_named_after_the_first() -> None:
    text = FILE.read_text()
    for old, new in (
        ('rules = ["treasure"]', 'rules = ["linked", "treasure", "lucky"]'),
        ("key = 7", "key = 7\nlucky = [[7, 12]]"),
        ('treasure = "R5 Y8', 'links = "Y3-B3"\ntreasure = "R2 R5 Y8'),
        ('treasure = "R9 Y4', 'links = "R3-Y3"\ntreasure = "R9 Y4'),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    game = rolled(read_variant(text, "both"), "Y 2 3 | G 12 | B 12 3", "", roll="34r1y2g3b4")
    offered = [mark for mark in game.white_marks(0) if mark.offered]
    assert [str(mark) for mark in offered] == ["*R2", "*R5", "*Y8", "*G6"], "R2 is lucky as well"
    assert {game.offered_by(0, mark) for mark in offered} == {"treasure"}


def test_what_its_tunnel_can_still_bring_is_not_lost(variant: Variant) -> None:
    cells = variant.page(0).cells
    assert cells["R5"] not in variant.sheet("R 7").lost()
    assert cells["R6"] in variant.sheet("R 7").lost()
    assert cells["R5"] in variant.sheet("R 7 | G 5").lost()


def hoard(**printed: object) -> type[Treasure]:
    """The same rule with something else printed."""
    part = type(
        "Odd",
        (Hoard,),
        {name: lambda self, page, what=what: what for name, what in printed.items()},
    )

    class Odd(Treasure):
        name = "treasure"

        @classmethod
        def read(cls, section: Section, blank: Blank) -> Hoard:
            read = Treasure.read(section, blank)
            odd: Hoard = part(read.cells, read.tunnel, read.key, read.coins)
            return odd

    return Odd


_ODD = Text("odd", "odd", "odd")


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        ({"badges": (Badge("treasure", "", ("R99",), _ODD),)}, "cells of this sheet, found 'R99'"),
        ({"links": (Link("treasure", ("R5", "Q1"), _ODD),)}, "cells of this sheet, found 'Q1'"),
        ({"lines": (ScoreLine("treasure", "x", _ODD, _ODD, ("Y1",)),)}, "sheet, found 'Y1'"),
        ({"notes": (Note("oops", _ODD, ("7",), _ODD),)}, "the name of a rule on all .*'oops'"),
        ({"notes": (Note("treasure", _ODD, (7,), _ODD),)}, r"words as the values .* \(7,\)"),  # type: ignore[arg-type]
        *(
            (
                {"strips": (Strip("treasure", name, (Field("1"),), _ODD, _ODD, _ODD),)},
                "of a strip, found",
            )
            for name in ("R", "x1", "misses", "gold coins", "a|b", "")
        ),
    ],
)
def test_what_nobody_could_draw_is_refused_when_the_file_is_read(
    printed: dict[str, object], said: str
) -> None:
    unregister(Treasure)
    odd = register(hoard(**printed))
    try:
        with pytest.raises(NotNotation, match=said):
            load_variant(FILE)
    finally:
        unregister(odd)


def test_a_rule_strikes_the_fields_of_its_own_strip(variant: Variant) -> None:
    for place in (-1, 4, 70):
        with pytest.raises(IllegalMove, match="coins: expected a field from 0 to 3, found"):
            variant.sheet().strike("coins", [place])


def test_a_rule_crosses_by_effects_and_gives_no_misses(variant: Variant) -> None:
    class Miser(Treasure):
        name = "miser"

        def after_cross(self, sheet: Sheet, cell: Cell) -> tuple[Sheet, tuple[Effect, ...]]:
            return sheet.miss(), ()

    class Hasty(Treasure):
        name = "hasty"

        def after_cross(self, sheet: Sheet, cell: Cell) -> tuple[Sheet, tuple[Effect, ...]]:
            return sheet.force(sheet.page.cells["B2"]), ()

    for rule in (Miser, Hasty):
        game = rolled(replace(variant, rules=(rule(),)), "", "")
        with pytest.raises(ValueError, match="a rule may strike fields; crosses are effects"):
            game.apply(0, parse_move("R7"))


def test_a_rule_without_a_dataclass_is_the_same_in_two_readings() -> None:
    class Plain(Rule):
        pass

    assert Plain() == Plain()
    assert hash(Plain()) == hash(Plain())
    assert Plain() != Treasure()


def test_an_offer_that_cannot_be_crossed_is_none(variant: Variant) -> None:
    class Generous(Treasure):
        name = "generous"

        def offers(self, sheet: Sheet, announced: int, closed: frozenset[Colour]) -> list[Cell]:
            return list(sheet.page.cells.values())

    sheets = [variant.sheet("R 9", 0), variant.sheet("", 1)]
    game = Game.at(replace(variant, rules=(Generous(),)), sheets, closed=[Colour.B])
    offered = {str(m) for m in game.rolled(Roll.parse("34r1y2g3")).game.white_marks(0)}
    assert "*R10" in offered
    assert not offered & {"*R5", "*R12", "*B10"}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"keys": ("treasure", "name")}, "odd: name belongs to every variant file"),
        (
            {"choice": type("C", (), {"name": "two words", "tag": "Odd"})()},
            "a small word of its own",
        ),
        ({"choice": type("C", (), {"name": "lucky", "tag": "Odd"})()}, "a small word of its own"),
        ({"choice": type("C", (), {"tag": "Odd"})()}, "a small word of its own to choose by"),
        ({"choice": type("C", (), {"name": "odd", "tag": "Date"})()}, "a tag of its own, .*'Date'"),
        ({"choice": type("C", (), {"name": "odd", "tag": "Lucky"})()}, "a tag of its own"),
    ],
)
def test_a_rule_that_would_spoil_files_or_commands_is_not_registered(
    fields: dict[str, object], said: str
) -> None:
    odd = type("Odd", (Treasure,), {"name": "odd", **fields})
    with pytest.raises(ValueError, match=said):
        register(odd)
    with pytest.raises(ValueError, match="expected a class of rules, found 7"):
        register(7)  # type: ignore[arg-type]
    assert "odd" not in known()


def test_words_of_a_rule_stand_for_themselves() -> None:
    class Titled(Rule):
        title = Text("a", "b", "c")

    class Explained(Rule):
        about = Text("a", "b", "c")

    assert (Titled.about.en, Explained.about.en, Explained.title.en) == ("", "a", "explained")
