"""The test kit: it passes what is right and notices what is broken."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import find, settings
from hypothesis import strategies as st

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
from rowlock.moves import Decision
from rowlock.players import Keen
from rowlock.rules import Effect, Next, Rule
from rowlock.score import Tally
from rowlock.sheet import Cell, Colour
from rowlock.testing import (
    Report,
    check_end,
    check_order_free,
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


# Broken rules, each of which breaks one law


class Eraser(Rule):
    """Takes all crosses off a sheet when a row closes."""

    def after_close(self, sheet: Sheet, row: Colour) -> Sheet:
        return Sheet(sheet.page, misses=sheet.misses)


class Misser(Rule):
    """Gives a miss with every cross."""

    def after_cross(self, sheet: Sheet, cell: Cell) -> tuple[Sheet, tuple[Effect, ...]]:
        return sheet.miss(), ()


class Cheat(Rule):
    """Counts every row for one point more."""

    def tally(self, sheet: Sheet, tally: Tally) -> Tally:
        return replace(tally, rows=tuple(points + 1 for points in tally.rows))


class Again(Rule):
    """Offers the cells of the sum a second time, as lucky ones."""

    def offers(self, sheet: Sheet, announced: int, closed: frozenset[Colour]) -> tuple[Cell, ...]:
        cell = sheet.next_cell(Colour.R)
        return (cell, cell) if cell and Colour.R not in closed else ()


class Hurried(Rule):
    """Looks at what others have done: the order of answers matters."""

    seen = 0

    def after_cross(self, sheet: Sheet, cell: Cell) -> tuple[Sheet, tuple[Effect, ...]]:
        Hurried.seen += 1
        return sheet, (Next(Colour.R),) if Hurried.seen % 3 == 0 else ()


@pytest.mark.parametrize("rule", [Eraser, Misser, Cheat, Again, Hurried])
def test_a_rule_that_breaks_a_law_is_noticed(rule: type[Rule]) -> None:
    variant = replace(find_variant(shipped()[0]), rules=(rule(),))
    with pytest.raises(AssertionError):
        check_variant(variant, games=16)


# Each law by itself

CLASSIC = find_variant("classic")


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


def test_made_up_sheets_are_sometimes_locked_and_games_sometimes_over() -> None:
    quick = settings(max_examples=5000, database=None, derandomize=True)
    sheet = find(some.sheets(CLASSIC), lambda sheet: sheet.locked(Colour.G), settings=quick)
    assert sheet.crosses(Colour.G) >= 7
    assert find(some.games(CLASSIC), lambda game: game.phase is Phase.COLOUR, settings=quick)
    assert find(some.games(CLASSIC), lambda game: game.over, settings=quick)
