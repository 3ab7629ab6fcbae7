"""The test kit: it passes what is right and notices what is broken."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import find, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

import rowlock.testing
from rowlock import (
    Game,
    Phase,
    Record,
    Roll,
    Sheet,
    Step,
    Variant,
    find_variant,
    parse_move,
    play,
)
from rowlock import shipped_variants as shipped
from rowlock.drawables import Badge, Field, Link, Note, Strip, Text
from rowlock.mechanics import register, unregister
from rowlock.moves import Decision
from rowlock.players import Keen
from rowlock.rules import Effect, Hand, Next, Rule
from rowlock.score import Tally
from rowlock.sheet import Cell, Colour, Page, Part
from rowlock.testing import (
    Report,
    check_end,
    check_order_free,
    check_printed,
    check_record,
    check_refusals,
    check_step,
    check_variant,
    check_view,
)
from rowlock.testing import strategies as some
from rowlock.variant import read_variant


@pytest.mark.parametrize("key", shipped())
def test_every_shipped_variant_is_good(key: str) -> None:
    report = check_variant(find_variant(key))
    assert report.games == 64
    assert dict(report.endings).keys() == {"locks", "misses"}
    assert all(times for _, times in report.closed)
    assert f"64 games, {report.turns / 64:.1f} turns each, ended " in str(report)
    causes = dict(report.causes)
    assert causes["white"] > 500 < causes["colour"]
    rules = {type(rule).__name__.lower() for rule in find_variant(key).rules}
    assert bool(causes["lucky"]) == ("lucky" in rules)
    assert bool(causes["bonus"]) == bool(rules & {"chain", "pairs", "linked"})


def test_the_same_check_gives_the_same_report() -> None:
    variant = find_variant(shipped()[0])
    first, again = check_variant(variant, games=8), check_variant(variant, games=8)
    assert isinstance(first, Report)
    assert first == again != check_variant(variant, games=8, seed=2)


def test_a_row_that_is_never_locked_is_noticed() -> None:
    text = (
        'name = "Hopeless"\nedition = 1\nplayers = [2, 5]\nfaces = 9\n'
        "lock = { cells = 1, needs = 16 }\n"
        "end = { locks = 2, misses = 1, miss_points = -5 }\n[rows]\n"
    )
    rows = "".join(f'{row.name} = "2-18"\n' for row in Colour)
    with pytest.raises(AssertionError, match="row R was never closed in 64 games"):
        check_variant(read_variant(text + rows, "hopeless"))


CLASSIC = find_variant("classic")

# Broken rules, each of which breaks one law


class Eraser(Rule):
    """Takes all crosses off a sheet when a row closes."""

    def after_close(self, sheet: Sheet, row: Colour) -> Sheet:
        return Sheet(sheet.page, misses=sheet.misses)


class Misser(Rule):
    """Gives a miss with every cross."""

    def after_cross(self, sheet: Sheet, cell: Cell) -> tuple[Sheet, tuple[Effect, ...]]:
        return sheet.miss(), ()


class Moody(Rule):
    """Counts a sheet otherwise each time it is asked."""

    asked = 0

    def tally(self, sheet: Sheet, tally: Tally) -> Tally:
        Moody.asked += 1
        return tally.plus("mood", Moody.asked)


class Crash(Rule):
    """Looks for a cell that is not there."""

    def after_cross(self, sheet: Sheet, cell: Cell) -> tuple[Sheet, tuple[Effect, ...]]:
        return sheet, (Next(sheet.page.cells["R99"].row),)


@dataclass
class Listed(Effect):
    """A choice that nobody can use as a key, since it could be changed."""

    rows: list[Colour]

    def asks(self, sheet: Sheet, closed: frozenset[Colour]) -> tuple[Colour, ...]:
        return tuple(self.rows)

    def settle(self, hand: Hand, row: Colour | None) -> None:
        hand.lapse(row)


class Lists(Rule):
    """Asks for a row after every cross, and does nothing with it."""

    def after_cross(self, sheet: Sheet, cell: Cell) -> tuple[Sheet, tuple[Effect, ...]]:
        return sheet, (Listed([Colour.R, Colour.Y]),)


class Hurried(Rule):
    """Looks at what others have done: the order of answers matters."""

    seen = 0

    def after_cross(self, sheet: Sheet, cell: Cell) -> tuple[Sheet, tuple[Effect, ...]]:
        Hurried.seen += 1
        return sheet, (Next(Colour.R),) if Hurried.seen % 3 == 0 else ()


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (Eraser, "."),
        (Misser, "."),
        (Hurried, "."),
        (Moody, "a rule broke off: Contradiction: "),
        (Crash, "a rule broke off: KeyError: 'R99'"),
        (Lists, r"cannot be hashed, make it a frozen dataclass: Listed\(rows="),
    ],
)
def test_a_rule_that_breaks_a_law_is_noticed_in_a_sentence(rule: type[Rule], said: str) -> None:
    variant = replace(find_variant(shipped()[0]), rules=(rule(),))
    with pytest.raises(AssertionError, match=said):
        check_variant(variant, games=16)


class Generous(Rule):
    """Counts every row for one point more, and half of what misses cost."""

    def tally(self, sheet: Sheet, tally: Tally) -> Tally:
        return Tally(tuple(points + 1 for points in tally.rows), tally.misses // 2, tally.bonuses)


def test_a_rule_may_change_what_rows_and_misses_count() -> None:
    variant = replace(find_variant(shipped()[0]), rules=(Generous(),))
    assert check_variant(variant, games=16).games == 16


def test_points_that_no_rule_has_changed_are_those_of_the_sheet(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("rowlock.variant.count", lambda sheet: Tally((1, 1, 1, 1), 0))
    with pytest.raises(AssertionError, match="miscounted: R "):
        check_variant(find_variant(shipped()[0]), games=8)


def test_every_law_says_what_it_is_about() -> None:
    for path in Path(rowlock.testing.__file__).parent.glob("*.py"):
        asserts = [n for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.Assert)]
        assert [n.lineno for n in asserts if n.msg is None] == [], path


# What cannot be drawn

SAID = Text("a", "b", "c")


@dataclass(frozen=True, slots=True)
class Scribble(Part):
    """Prints whatever it is given."""

    drawn: tuple[Any, ...]

    def badges(self, page: Page) -> tuple[Badge, ...]:
        return tuple(each for each in self.drawn if isinstance(each, Badge))

    def links(self, page: Page) -> tuple[Link, ...]:
        return tuple(each for each in self.drawn if isinstance(each, Link))

    def strips(self, page: Page) -> tuple[Strip, ...]:
        return tuple(each for each in self.drawn if isinstance(each, Strip))

    def notes(self, page: Page) -> tuple[Note, ...]:
        return tuple(each for each in self.drawn if isinstance(each, Note))


class Scribbler(Rule):
    """Prints a part of whatever kind."""


def scribbled(*drawn: Any) -> Variant:
    pages = (replace(CLASSIC.pages[0], parts=(Scribble(drawn),)),)
    return replace(CLASSIC, rules=(Scribbler(),), pages=pages)


GOOD = Badge("scribbler", "", ("R5",), SAID, shape="frame")


def test_what_anybody_can_draw_is_good() -> None:
    strip = Strip("scribbler", "box", (Field("1"), Field("2", Colour.R)), SAID, SAID, SAID)
    link, note = Link("scribbler", ("R5", "Y5"), SAID), Note("scribbler", SAID, ("7",), SAID)
    check_printed(scribbled(GOOD, strip, link, note))
    for key in shipped():
        check_printed(find_variant(key))


@pytest.mark.parametrize(
    ("drawn", "said"),
    [
        (replace(GOOD, rule="nobody"), "Badge of nobody: expected the name of a rule"),
        (Note("nobody", SAID, ("7",), SAID), "Note of nobody: expected the name of a rule"),
        (replace(GOOD, cells=("R99",)), "scribbler: there is no cell 'R99' to print on"),
        (replace(GOOD, shape=cast("Any", "star")), "expected sign, frame, circle as shape"),
        (replace(GOOD, name=cast("Any", "framed")), "expected a Text as name: 'framed'"),
        (replace(GOOD, legend=cast("Any", "all")), "expected a Text as legend: 'all'"),
        (Link("scribbler", cast("Any", ("R5",)), SAID), "a link has two ends"),
        (
            Note("scribbler", SAID, (cast("Any", frozenset({7})),), SAID),
            "a rule broke off: TypeError",
        ),
    ],
)
def test_what_nobody_can_draw_is_noticed_before_a_game(drawn: object, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check_variant(scribbled(drawn), games=1)


def test_words_of_a_rule_in_one_language_are_noticed() -> None:
    named = type("Named", (Rule,), {"title": "named"})
    with pytest.raises(AssertionError, match="named: expected a Text, found 'named'"):
        check_variant(replace(CLASSIC, rules=(named(),)), games=1)


# Each law by itself


def rolled(*sheets: str, roll: str = "34r1y2g3b4") -> Game:
    game = Game.at(CLASSIC, [CLASSIC.sheet(text) for text in sheets])
    return game.rolled(Roll.parse(roll)).game


def test_a_step_back_is_noticed() -> None:
    before, after = rolled("R 5", ""), rolled("", "")
    check_step(after, Step(after, ()))
    with pytest.raises(AssertionError, match="a cross vanished"):
        check_step(before, Step(after, ()))
    with pytest.raises(AssertionError, match="misses jumped"):
        check_step(after, Step(rolled("x2", ""), ()))
    with pytest.raises(AssertionError, match="misses and their events differ"):
        check_step(after, Step(rolled("x1", ""), ()))
    shut = replace(after, closed=frozenset({Colour.R}))
    with pytest.raises(AssertionError, match="a closed row opened again"):
        check_step(shut, Step(after, ()))


def test_a_lock_that_was_not_earned_is_noticed() -> None:
    page = CLASSIC.page(0)
    game = rolled("", "")
    locked = replace(game, sheets=(Sheet(page, (1 << 10, 0, 0, 0)), game.sheets[1]))
    with pytest.raises(AssertionError, match="a lock was not earned"):
        check_step(game, Step(locked, ()))


def test_an_end_too_early_is_noticed() -> None:
    record = play(CLASSIC, [Keen(), Keen()], seed=1)
    check_end(record.game())
    with pytest.raises(AssertionError, match="the game is not over"):
        check_end(record.start())
    moody = replace(CLASSIC, rules=(Moody(),))
    with pytest.raises(AssertionError, match=r"counted twice, R .* has other points"):
        check_end(replace(record.game(), variant=moody))
    early = replace(record.start(), phase=Phase.OVER)
    with pytest.raises(AssertionError, match="by locks or by misses"):
        check_end(early)


def test_views_and_refusals_hold_in_a_game_under_way() -> None:
    game = rolled("R 5", "").apply(0, parse_move("R7")).game
    check_view(game)
    check_refusals(game)


def test_the_order_of_answers_is_tried() -> None:
    answers: dict[int, list[Decision]] = {0: [parse_move("R7")], 1: [parse_move("Y7")]}
    after = check_order_free(rolled("", ""), answers)
    assert after.phase is Phase.COLOUR
    with pytest.raises(AssertionError, match="only a white action"):
        check_order_free(after, {})


def test_a_record_that_reads_back_otherwise_is_noticed() -> None:
    record = play(CLASSIC, [Keen(), Keen()], seed=1)
    check_record(record)
    with pytest.raises(AssertionError):
        check_record(_Forgetful(CLASSIC, 2, 0, record.moves))


class _Forgetful(Record):
    """A record that leaves its last turn out when it is written."""

    def write(self, checked: bool = True) -> str:
        text = super().write(checked)
        lines = [line for line in text.splitlines() if "Result" not in line and "End" not in line]
        return "\n".join(lines[:-1]) + "\n"


# The strategies find what is rare


def found(strategy: st.SearchStrategy[Variant], wanted: str) -> Variant:
    def has(variant: Variant) -> bool:
        return any(type(rule).__name__ == wanted for rule in variant.rules)

    return find(
        strategy, has, settings=settings(max_examples=2000, database=None, derandomize=True)
    )


@pytest.mark.parametrize("rule", ["Lucky", "Chain", "Pairs"])
def test_made_up_variants_use_every_rule(rule: str) -> None:
    assert found(some.made_up_variants(), rule).key == "made_up"


class Terse(Rule):
    """Reads an entry, and has no example of it."""

    keys = ("terse",)


class Plain(Rule):
    """Reads nothing, so that it needs no example."""


@pytest.fixture
def _terse() -> Iterator[None]:
    for rule in (Terse, Plain):
        register(rule)
    yield
    for rule in (Terse, Plain):
        unregister(rule)


@pytest.mark.usefixtures("_terse")
def test_a_registered_rule_without_an_example_is_left_out_if_it_needs_one() -> None:
    quick = settings(max_examples=100, database=None, derandomize=True)
    assert find(some.variant_files(1), lambda text: "'plain'" in text, settings=quick)
    with pytest.raises(NoSuchExample):
        find(some.variant_files(1), lambda text: "'terse'" in text, settings=quick)


def test_made_up_sheets_are_sometimes_locked_and_games_sometimes_over() -> None:
    quick = settings(max_examples=5000, database=None, derandomize=True)
    sheet = find(some.sheets(CLASSIC), lambda sheet: sheet.locked(Colour.G), settings=quick)
    assert sheet.crosses(Colour.G) >= 7
    assert find(some.games(CLASSIC), lambda game: game.phase is Phase.COLOUR, settings=quick)
    assert find(some.games(CLASSIC), lambda game: game.over, settings=quick)
