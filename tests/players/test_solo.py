"""The player who plays by the exact values of its own sheet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from rowlock import Game, Phase, Roll, UnknownPlayer, find_player, find_variant, play
from rowlock.arena import Match
from rowlock.lots import GameDice
from rowlock.players import Solo, make_ready
from rowlock.players.solo import ready_values
from rowlock.solve import play_by_values, solve
from rowlock.variant import Variant
from tests.cli.running import run
from tests.fast.processes import plainly
from tests.solve.pads import MIDDLING, TINY, pad_of

middling = pytest.mark.parametrize("key", MIDDLING)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the values are kept meanwhile."""
    monkeypatch.setattr("rowlock.solve.solving.values_folder", lambda: tmp_path)
    ready_values.cache_clear()
    yield tmp_path
    ready_values.cache_clear()


def points_of(variant: Variant, seed: int, number: int) -> int:
    return play(variant, [Solo()], GameDice(seed, number)).game().tally(0).total


@middling
def test_games_alone_bring_what_the_values_promise(key: str) -> None:
    variant = MIDDLING[key]
    points = np.array([points_of(variant, 3, number) for number in range(150)])
    error = float(points.std()) / len(points) ** 0.5
    assert abs(float(points.mean()) - ready_values(variant, 1).starts[0]) < 4 * error


def test_alone_it_plays_as_the_kernel_that_plays_by_values() -> None:
    """On a pad without symmetries, where few options are worth the same."""
    variant = MIDDLING["shuffled3"]
    told = play_by_values(ready_values(variant, 1), range(100), seed=9)
    assert np.mean([points_of(variant, 9, n) == told[n] for n in range(100)]) > 0.9


def decided(game: Game, seat: int) -> str:
    return str(Solo().decide(game.view(seat), seat))


@middling
@pytest.mark.parametrize("seats", [1, 2, 3])
def test_every_decision_leads_to_the_sheet_of_most_value(key: str, seats: int) -> None:
    """Told once more in other words, as long as nobody else has closed a row."""
    variant = MIDDLING[key]
    values = ready_values(variant, seats)
    asked = 0
    for number in range(6):
        for step in play(variant, [Solo() for _ in range(seats)], number).steps():
            game = step.game
            locked = {r for s in game.sheets for r in game.closed if s.locked(r)}
            for seat in game.to_move():
                sheet = game.before[seat]
                if any(not sheet.locked(row) for row in locked) or game.roll is None:
                    continue
                mine = Solo().decide(game.view(seat), seat)
                if seat == game.active and game.phase is Phase.WHITE:
                    best = values.options(game.sheets[seat], game.roll)[0]
                    found = max(
                        option.value
                        for option in values.options(game.sheets[seat], game.roll)
                        if option.white == mine
                    )
                    assert found == best.value
                    asked += 1
                elif seat != game.active:
                    before = (seat - game.active) % seats - 1
                    worth = {
                        decision: values.value(game.apply(seat, decision).game.sheets[seat], before)
                        for decision in game.legal(seat)
                        if game.to_move() != {seat}
                    }
                    assert not worth or worth[mine] == max(worth.values())
                    asked += bool(worth)
    assert asked > 20


def test_it_plays_whole_games_with_anybody_though_others_close_rows() -> None:
    for key in ("eightfold", "mixed3", "blessed3"):
        variant = MIDDLING[key]
        foreign = 0
        for number in range(30):
            players = [Solo(), find_player("keen:9"), find_player("random", number)]
            record = play(variant, players, number, first=number % 3)
            assert record.game().over
            foreign += any(
                row in step.game.closed and not step.game.sheets[0].locked(row)
                for step in record.steps()
                for row in step.game.closed
                if not step.game.over
            )
        assert foreign > 3


def test_a_row_that_another_has_closed_counts_as_locked_and_brings_nothing() -> None:
    """A lock of one's own would now end the game, and there is more to be had."""
    variant = pad_of("pad", "2-6 / 2-6 / 6-2 / 6-2", faces=3, needs=2, misses=4, miss_points=-1)
    mine, other = variant.sheet("R 2 3"), variant.sheet("G 6 5 2")
    roll = "33r1y1b1"
    closed = Game.at(variant, [mine, other], active=1).rolled(Roll.parse(roll)).game
    same = Game.at(variant, [variant.sheet("R 2 3 | G 6 5 2"), variant.sheet()], active=1)
    assert closed.closed == same.closed
    assert decided(closed, 0) == decided(same.rolled(Roll.parse(roll)).game, 0) == "B6"


@pytest.mark.parametrize("seats", [6, 8])
def test_a_large_table_is_taken_for_one_of_five(seats: int) -> None:
    variant = TINY["alike"]
    assert play(variant, [Solo() for _ in range(seats)], 3).game().over
    assert ready_values(variant, seats).seats == 5


def test_one_player_can_play_different_games() -> None:
    player = Solo()
    for variant in (TINY["alike"], TINY["uneven"], TINY["alike"]):
        assert play(variant, [player], 1).game().over
        assert play(variant, [player, Solo()], 1).game().over


# What is told and what is refused


def test_it_is_told_that_values_are_worked_out_and_only_once(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    variant = MIDDLING["eightfold"]
    make_ready(["keen", "solo"], variant, 2)
    said = capsys.readouterr().err
    first = "rowlock: solving eightfold with 2 seats, once on this machine: 0 % ...\n"
    assert said.startswith(first)
    assert said.endswith(": 100 % ...\n")
    assert len(list(folder.iterdir())) == 1
    ready_values.cache_clear()
    make_ready(["solo"], variant, 2)
    assert capsys.readouterr().err == ""


def test_values_that_cannot_be_kept_are_used_all_the_same(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    file = folder / "file"
    file.write_text("")
    monkeypatch.setattr("rowlock.solve.solving.values_folder", lambda: file)
    assert play(TINY["alike"], [Solo()], 1).game().over
    assert "the values could not be kept" in capsys.readouterr().err


@pytest.mark.parametrize("key", ["bonus_chain", "bonus_pairs"])
def test_a_variant_that_cannot_be_solved_is_refused(key: str) -> None:
    variant = find_variant(key)
    with pytest.raises(UnknownPlayer, match=r"solo cannot play here: .* cannot be solved: with"):
        play(variant, [Solo(), find_player("keen")], 1)
    with pytest.raises(UnknownPlayer, match="solo cannot play here"):
        Match(variant, ("solo", "keen"))


def test_where_every_seat_has_another_sheet_only_a_game_alone_is_known() -> None:
    variant = pad_of("pad", "2-3 / 2-3 / 4-3 / 4-3", lucky="[[2], [3]]")
    assert play(variant, [Solo()], 1).game().over
    with pytest.raises(UnknownPlayer, match="solo cannot play here: pad is solved for 1 seat only"):
        make_ready(["solo"], variant, 2)


def test_the_command_says_so_too() -> None:
    refused = run("play", "bonus_chain", "--seats", "solo,keen")
    assert refused.code == 1
    assert refused.err.startswith("rowlock: solo cannot play here: ")
    assert refused.err.count("\n") == 1


def test_without_a_compiler_small_pads_are_solved_and_large_ones_refused() -> None:
    told = plainly(
        "from rowlock import find_variant\n"
        "from rowlock.errors import UnknownPlayer\n"
        "from rowlock.players import make_ready\n"
        "try:\n"
        "    make_ready(['solo'], find_variant('classic'), 1)\n"
        "except UnknownPlayer as error:\n"
        "    print(error)\n"
    )
    assert told == (
        "solo cannot play here: Classic is too large without a compiler; expected numba "
        "(pip install 'rowlock[fast]') and a command that uses it, such as arena\n"
    )


def test_the_arena_plays_it_against_those_who_have_kernels() -> None:
    match = Match(TINY["alike"], ("solo", "keen"), games=4)
    assert [table.fast for table in match.tables] == [False]
    assert solve(TINY["alike"], 2).path
