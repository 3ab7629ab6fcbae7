"""What sheets are worth: the same as by looking at every roll in the readable engine."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from rowlock import Game, IllegalMove, Roll, Sheet, UnknownVariant, find_variant
from rowlock.dice import throw
from rowlock.fast import compile_variant
from rowlock.lots import GameDice
from rowlock.solve import Values, play_by_values, solve
from rowlock.solve.backwards import Doubles
from rowlock.solve.solving import work_out_all
from rowlock.solve.states import make_pad, number_of, symmetries
from rowlock.variant import Variant
from tests.solve.naive import Naive, all_rolls, own_roll, turns_of
from tests.solve.pads import MIDDLING, TINY, pad_of

EXACT = 1e-9
SHEETS = 40  # looked at more closely

tiny = pytest.mark.parametrize("key", TINY)
middling = pytest.mark.parametrize("key", MIDDLING)


def solved(variant: Variant, folder: Path, seats: int = 1) -> Values:
    values = solve(variant, seats, folder=folder, workers=1)
    assert not values.trouble
    return values


def in_memory(variant: Variant, seats: int, symmetric: bool = True, workers: int = 1) -> Values:
    """Solved without any file."""
    pad = make_pad(variant, symmetric)
    numbers: Doubles = np.full((len(pad.order), seats, variant.end_misses), np.nan)
    work_out_all(pad, numbers, 0, workers, lambda _a, _b: None, lambda _a, _b: None)
    return Values(variant, seats, pad, numbers)


def some_sheets(variant: Variant, count: int) -> list[Sheet]:
    """Sheets as random games alone leave them, on which the game is not over."""
    lots = random.Random(count)
    found: list[Sheet] = []
    while len(found) < count:
        game = Game.start(variant, 1)
        while not game.over:
            found.append(game.sheets[0])
            game = game.rolled(throw(game.dice, lots)).game
            while game.to_move():
                game = game.apply(0, lots.choice(game.legal(0))).game
    return lots.sample(found, count)


@tiny
def test_the_game_alone_is_worth_what_looking_at_everything_says(key: str, tmp_path: Path) -> None:
    variant = TINY[key]
    values, naive = solved(variant, tmp_path), Naive(variant, 1)
    assert values.starts == pytest.approx((naive.value(variant.sheet()),), abs=EXACT)
    assert len(naive.known) > 100
    for (sheet, _), worth in naive.known.items():
        assert values.value(sheet) == pytest.approx(worth, abs=EXACT), sheet


@pytest.mark.parametrize(("key", "seats"), [("uneven", 2), ("mixed", 3), ("alike", 5)])
def test_the_friendly_game_is_worth_what_looking_at_everything_says(
    key: str, seats: int, tmp_path: Path
) -> None:
    variant = TINY[key]
    values, naive = solved(variant, tmp_path, seats), Naive(variant, seats)
    starts = [naive.value(variant.sheet(), before) for before in range(seats)]
    assert values.starts == pytest.approx(starts, abs=EXACT)
    for (sheet, before), worth in naive.known.items():
        assert values.value(sheet, before) == pytest.approx(worth, abs=EXACT), (sheet, before)


@middling
def test_a_sheet_is_worth_the_mean_of_the_best_over_all_rolls(key: str, tmp_path: Path) -> None:
    variant = MIDDLING[key]
    values = solved(variant, tmp_path)
    for sheet in some_sheets(variant, 6):
        worth = own_roll(Game.at(variant, [sheet]), values.value)
        assert values.value(sheet) == pytest.approx(worth, abs=EXACT), sheet


@pytest.mark.parametrize("variant", [*TINY.values(), *MIDDLING.values()], ids=lambda v: v.key)
def test_options_are_all_that_the_readable_engine_allows(variant: Variant, tmp_path: Path) -> None:
    values = solved(variant, tmp_path)
    lots = random.Random(1)
    for sheet in some_sheets(variant, SHEETS):
        game = Game.at(variant, [sheet])
        rolled = game.rolled(lots.choice(all_rolls(game))).game
        assert rolled.roll
        found = values.options(sheet, rolled.roll)
        expected = {(white, colour): after.sheets[0] for white, colour, after in turns_of(rolled)}
        assert {(option.white, option.colour): option.sheet for option in found} == expected
        assert len(found) == len(expected)
        assert [o.value for o in found] == [values.value(o.sheet) for o in found]
        assert [o.value for o in found] == sorted((o.value for o in found), reverse=True)


def test_after_the_own_turn_the_others_roll(tmp_path: Path) -> None:
    values = solved(TINY["uneven"], tmp_path, seats=3)
    for option in values.options(TINY["uneven"].sheet("R 2"), Roll.parse("12r1y1g2b2")):
        assert option.value == values.value(option.sheet, before=2)


def test_an_option_is_written_as_in_a_record(tmp_path: Path) -> None:
    variant = TINY["one_lock"]
    values = solved(variant, tmp_path)
    sheet = variant.sheet("R 2")
    assert {str(option) for option in values.options(sheet, Roll.parse("22r1y1g1b1"))} == {
        "R4",  # the lock, which ends the game
        *("Y4 / R3", "Y4 / Y3", "Y4 / G3", "Y4 / -"),
        *("- / R3", "- / Y3", "- / G3", "- / -"),
    }


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("variant", [TINY["alike"], MIDDLING["eightfold"]], ids=lambda v: v.key)
def test_symmetries_change_no_value(variant: Variant, seats: int) -> None:
    once, all_kept = in_memory(variant, seats), in_memory(variant, seats, symmetric=False)
    assert len(once.pad.order) <= len(all_kept.pad.order) / 4
    for sheet in some_sheets(variant, 500):
        for before in range(seats):
            worth = all_kept.value(sheet, before)
            assert once.value(sheet, before) == pytest.approx(worth, abs=EXACT)


@pytest.mark.parametrize(
    ("rows", "count"),
    [
        ("2-4 / 2-4 / 4-2 / 4-2", 8),
        ("2-4 / 2-4 / 2-4 / 2-4", 24),
        ("2-4 / 2-4 / 2-4 / 4-2", 6),
        ("2-4 / 2-4 / 4-2 / 4-3", 2),
        ("2-4 / 4-2 / 2-3 / 3-2", 1),
        ("2-4 / 4-2 / 2-3 / 4-3", 2),  # both pairs of rows at once, mirrored
        ("Y2 R3-4 / R2 Y3-4 / 4-2 / 4-3", 2),
        ("Y2 R3-4 / G2 Y3-4 / 4-2 / 4-3", 1),
    ],
)
def test_symmetries_are_found_from_what_is_printed(rows: str, count: int) -> None:
    found = symmetries(compile_variant(pad_of("pad", rows)))
    assert len(found) == count
    assert (0, 1, 2, 3) in found


def test_lucky_numbers_can_break_a_symmetry() -> None:
    rows = "2-4 / 2-4 / 4-2 / 4-2"
    assert len(symmetries(compile_variant(pad_of("pad", rows, lucky="[[2, 4]]")))) == 8
    assert len(symmetries(compile_variant(pad_of("pad", rows, lucky="[[2, 3]]")))) == 4


@middling
def test_every_sheet_has_one_place_and_what_follows_lies_before_it(key: str) -> None:
    variant = MIDDLING[key]
    pad = make_pad(variant)
    assert sorted(pad.place[pad.order].tolist()) == list(range(len(pad.order)))
    assert pad.ends[-1] == len(pad.order)
    for sheet in some_sheets(variant, 200):
        place = pad.place[number_of(pad, sheet)]
        level = int(np.searchsorted(pad.ends, place, side="right"))
        for cell in sheet.page.cells.values():
            if sheet.can_cross(cell):
                then = pad.place[number_of(pad, sheet.cross(cell))]
                assert then < (pad.ends[level - 1] if level else 0)


@middling
@pytest.mark.parametrize("seats", [1, 4])
def test_any_number_of_threads_gives_the_same_bits(key: str, seats: int) -> None:
    one = in_memory(MIDDLING[key], seats, workers=1).to_come
    assert not np.isnan(one).any()
    assert one.tobytes() == in_memory(MIDDLING[key], seats, workers=3).to_come.tobytes()


# Playing by the values


@middling
def test_games_played_by_the_values_bring_what_they_promise(key: str, tmp_path: Path) -> None:
    values = solved(MIDDLING[key], tmp_path)
    scores = play_by_values(values, range(40_000), seed=5, threads=2)
    error = float(scores.std()) / len(scores) ** 0.5
    assert abs(float(scores.mean()) - values.starts[0]) < 3 * error


@middling
def test_the_best_options_in_the_readable_engine_bring_the_same(key: str, tmp_path: Path) -> None:
    variant = MIDDLING[key]
    values = solved(variant, tmp_path)
    told, seen = play_by_values(values, range(300), seed=9), []
    for number in range(300):
        game, dice = Game.start(variant, 1), GameDice(9, number)
        while not game.over:
            game = game.rolled(throw(game.dice, dice)).game
            assert game.roll
            best = values.options(game.sheets[0], game.roll)[0]
            game = game.apply(0, best.white).game
            if best.colour is not None:
                game = game.apply(0, best.colour).game
            assert game.sheets[0] == best.sheet
        seen.append(game.tally(0).total)
    # Of sheets that are worth the same either may be taken, and then the dice do not fit.
    alike = float(np.mean(told == seen))
    assert alike > (0.9 if len(values.pad.symmetry) == 1 else 0.3)


def test_games_are_played_alone_and_in_order(tmp_path: Path) -> None:
    with pytest.raises(IllegalMove, match="expected the values of 1 seat, not of 2"):
        play_by_values(solved(TINY["alike"], tmp_path, 2), range(5))
    with pytest.raises(IllegalMove, match="one after the other"):
        play_by_values(solved(TINY["alike"], tmp_path), range(0, 9, 2))


# What is refused


@pytest.mark.parametrize("key", ["bonus_chain", "bonus_pairs"])
def test_a_variant_with_rules_that_add_to_the_state_is_refused(key: str) -> None:
    rule = key.removeprefix("bonus_")
    with pytest.raises(UnknownVariant, match=rf"cannot be solved: with its rules \({rule}\)"):
        solve(find_variant(key))


def test_a_variant_that_needs_too_much_memory_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("rowlock.solve.solving.np.empty", no_room)
    with pytest.raises(UnknownVariant, match="its sheets need more memory than there is"):
        solve(TINY["alike"], folder=tmp_path)


@pytest.mark.parametrize("seats", [0, 6])
def test_seats_and_workers_out_of_range_are_refused(seats: int, tmp_path: Path) -> None:
    with pytest.raises(IllegalMove, match=f"1 to 5 seats, not {seats}"):
        solve(TINY["alike"], seats, folder=tmp_path)
    with pytest.raises(IllegalMove, match="at least one worker, not 0"):
        solve(TINY["alike"], folder=tmp_path, workers=0)


def test_sheets_that_differ_from_seat_to_seat_are_solved_alone(tmp_path: Path) -> None:
    variant = pad_of("pad", "2-3 / 2-3 / 4-3 / 4-3", lucky="[[2], [3]]")
    with pytest.raises(IllegalMove, match="for 1 seat only, not for 2"):
        solve(variant, 2, folder=tmp_path)
    values = solved(variant, tmp_path)
    with pytest.raises(IllegalMove, match="a sheet of seat 1, found one of seat 2"):
        values.value(variant.sheet(seat=1))


def test_positions_that_cannot_be_are_refused(tmp_path: Path) -> None:
    variant = TINY["uneven"]
    values = solved(variant, tmp_path)
    roll = Roll.parse("12r1y1g2b2")
    with pytest.raises(IllegalMove, match="expected a sheet of uneven, found one of alike"):
        values.value(TINY["alike"].sheet())
    with pytest.raises(IllegalMove, match=r"with 1 seat 0 to 0 others roll .* not 1"):
        values.value(variant.sheet(), before=1)
    with pytest.raises(IllegalMove, match=r"the game is over on .*: 2 rows are locked"):
        values.options(variant.sheet("R 2 4 | G 4 2"), roll)
    with pytest.raises(IllegalMove, match=r"the game is over on .*: it has 1 miss"):
        values.options(variant.sheet("x1"), roll)
    with pytest.raises(IllegalMove, match="the coloured dice in play are y g b"):
        values.options(variant.sheet("R 2 4"), roll)
    with pytest.raises(IllegalMove, match="the dice go from 1 to 2"):
        values.options(variant.sheet(), Roll.parse("13r1y1g2b2"))


def test_a_sheet_on_which_the_game_is_over_is_worth_its_points(tmp_path: Path) -> None:
    variant = TINY["uneven"]
    values = solved(variant, tmp_path)
    assert values.value(variant.sheet("R 2 4 | G 4 3 2")) == 6 + 10
    assert values.value(variant.sheet("R 2 3 | x1")) == 3 - 1
