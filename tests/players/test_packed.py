"""Trained players at the readable table decide as they do in a batch."""

from __future__ import annotations

import json
import random
import sys
import textwrap
from pathlib import Path

import pytest

from rowlock import Pass, UnknownPlayer, find_player, find_variant, play, shipped_variants
from rowlock.bots import trained_codes
from rowlock.fast.weights import find_weights, shipped_weights
from rowlock.lots import SeatLots
from rowlock.players import Packed, caveats, packed, play_numbered, table_bots
from rowlock.players.packed import is_ready
from rowlock.players.published import GeneticChampion
from rowlock.positions import record_of
from tests.cli.running import run
from tests.fast.processes import plainly, python, without_numba
from tests.players.trained import no_weights, with_weights
from tests.twins.test_batches import batch_of, check
from tests.twins.variants import variant_of

KEYS = ("classic", "longo", "bonus_chain", "bonus_pairs", "crowded_pairs", "everything", "tiny")
CLASSIC = variant_of("classic")
SHIPPED = [key for key in shipped_variants() if shipped_weights(find_variant(key)).exists()]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5, 8])
def test_a_packed_game_is_the_game_of_the_batch(key: str, seats: int, tmp_path: Path) -> None:
    five = ("novice", "oracle", "newcomer", "expert", "casual")
    codes = [five[seat % 5] for seat in range(seats)]
    variant = variant_of(key)
    with with_weights([variant], tmp_path):
        assert find_weights(variant)
        check(batch_of(variant, codes, seed=-3, first=seats - 1), codes, range(2**33, 2**33 + 2))


@pytest.mark.parametrize("key", SHIPPED)
def test_so_it_is_with_the_weights_and_levels_that_ship(key: str) -> None:
    codes = ("oracle", "newcomer")
    check(batch_of(find_variant(key), codes, seed=1), codes, range(37, 39))


def test_a_game_of_a_batch_is_replayed_by_the_command() -> None:
    codes = ("oracle", "novice")
    record = record_of(batch_of(CLASSIC, codes, seed=1), 37)
    assert play_numbered(CLASSIC, codes, 1, 37).moves == record.moves  # compiled, if it must be
    told = run("replay", "--batch", "1:37", "--seats", "oracle,novice", "--write").fine()
    assert told == record.write()


def test_lots_are_drawn_one_after_the_other_by_those_who_use_chance() -> None:
    record = play(CLASSIC, [find_player("keen")] * 2, 3)
    game = next(g for g in (s.game for s in record.steps()) if len(g.legal(0)) > 3)
    count = len(game.legal(0))
    novice, oracle = SeatLots(5, 6, 0), SeatLots(5, 6, 0)
    for asked in (1, 2, 3):
        Packed("novice", novice).decide(game.view(0), 0)
        Packed("oracle", oracle).decide(game.view(0), 0)
        # One for all rows that may be overlooked, then one for each decision.
        assert (novice.drawn, oracle.drawn) == (asked * (1 + count), 0)


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    def game(seed: int | str) -> str:
        return play(CLASSIC, [find_player("novice", seed), find_player("keen")], 8).write()

    assert game(1) == game(1)
    assert game("a b") == game("a b")
    assert len({game(seed) for seed in range(5)}) == 5
    assert Packed("novice", random.Random(4)).lots.seed < 2**63


def test_errors_change_decisions_of_which_each_is_legal() -> None:
    record = play(CLASSIC, [find_player("keen")] * 2, 3)
    game = next(g for g in (s.game for s in record.steps()) if g.turn > 4 and len(g.legal(0)) > 4)
    view = game.view(0)
    found = {find_player("novice", seed).decide(view, 0) for seed in range(200)}
    assert len(found) > 1
    assert found <= set(game.legal(0))
    assert len({find_player("oracle", seed).decide(view, 0) for seed in range(5)}) == 1


def test_what_others_have_sealed_changes_no_decision() -> None:
    asked = 0
    for step in play(CLASSIC, [find_player("random", 1)] * 3, 5).steps():
        game = step.game
        if game.phase.value == "white" and game.to_move() == {0, 1, 2} and len(game.legal(1)) > 2:
            asked += 1
            player = find_player("oracle")
            before = player.decide(game.view(1), 1)
            for decision in game.legal(0):
                sealed = game.apply(0, decision).game
                if not sealed.pending[0]:
                    assert player.decide(sealed.view(1), 1) == before
    assert asked > 3


# Without weights, numpy or numba


@pytest.mark.parametrize("code", trained_codes())
def test_without_weights_they_play_as_ga_and_say_so(code: str, tmp_path: Path) -> None:
    with no_weights(tmp_path):
        mine = play_numbered(CLASSIC, [code, "keen"], 3, 4)
        assert mine.moves == play_numbered(CLASSIC, ["ga", "keen"], 3, 4).moves
        assert caveats([code, "keen"], CLASSIC, 2) == (
            f"{code} plays as ga here: there are no trained weights for {CLASSIC.name}.",
        )
        check(batch_of(CLASSIC, [code, "keen"]), [code, "keen"], range(2))


def test_alone_they_play_as_ga_and_say_so() -> None:
    game = play(CLASSIC, [find_player("oracle")], 3)
    assert game.moves == play(CLASSIC, [GeneticChampion()], 3).moves
    assert caveats(["oracle"], CLASSIC, 1) == (
        "oracle plays as ga here: trained values say nothing about a game alone.",
    )


@pytest.mark.parametrize("seats", [6, 7, 8])
def test_at_a_large_table_they_say_what_they_do(seats: int) -> None:
    codes = ["oracle", "keen", "casual", "oracle", "novice"]
    assert caveats(codes, CLASSIC, seats) == (
        "novice, casual and oracle value this table as if it had 5 seats: "
        "the weights were trained with 2 to 5.",
    )


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_where_they_play_as_they_are_meant_to_nothing_is_said(seats: int) -> None:
    assert caveats(["oracle", "keen"], CLASSIC, seats) == ()
    assert caveats(["keen", "ga", "run:x"], CLASSIC, seats) == ()


def test_the_commands_say_it(tmp_path: Path) -> None:
    alone = "Note: oracle plays as ga here: trained values say nothing about a game alone.\n"
    assert alone in run("play", "--seats", "oracle", "--seed", "1").fine()
    with no_weights(tmp_path):
        told = run("arena", "oracle", "expert", "--games", "4", "--workers", "1").out
    said = "Note: expert and oracle play as ga here: there are no trained weights for Classic.\n"
    assert said in told


def without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("rowlock.fast")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)


@pytest.mark.parametrize("code", trained_codes())
def test_without_numpy_it_is_said_what_to_install(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_numpy(monkeypatch)
    with pytest.raises(UnknownPlayer) as refused:
        find_player(code)
    assert refused.value.message == (
        f"{code} needs more packages (numpy is missing): pip install 'rowlock[fast]'"
    )
    assert caveats(["keen"], CLASSIC, 2) == ()


def test_people_are_offered_trained_bots_where_they_can_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = ("random", "newcomer", "novice", "casual", "expert", "oracle")
    try:
        is_ready.cache_clear()
        assert table_bots() == every
        is_ready.cache_clear()
        with no_weights(tmp_path):
            assert table_bots() == ("random", "keen")
        is_ready.cache_clear()
        without_numpy(monkeypatch)
        assert table_bots() == ("random", "keen")
    finally:
        packed.is_ready.cache_clear()


_GAME = (
    "import json\n"
    "from rowlock import find_variant\n"
    "from rowlock.players import play_numbered, evaluate\n"
    "variant = find_variant('classic')\n"
    "record = play_numbered(variant, ['oracle', 'novice', 'expert'], 2, 3)\n"
    "asked = [step.game for step in record.steps() if 1 in step.game.to_move()][20]\n"
    "judged = [(str(j.decision), j.win, j.place, j.score, j.margin) for j in evaluate(asked, 1)]\n"
    "print(json.dumps([record.write(), judged]))\n"
)


def compiled() -> list[object]:
    from rowlock.players import evaluate

    record = play_numbered(CLASSIC, ["oracle", "novice", "expert"], 2, 3)
    asked = [step.game for step in record.steps() if 1 in step.game.to_move()][20]
    judged = [[str(j.decision), j.win, j.place, j.score, j.margin] for j in evaluate(asked, 1)]
    return [record.write(), judged]


def test_without_a_compiler_they_decide_the_same() -> None:
    assert json.loads(plainly(_GAME)) == compiled()


def test_without_numba_they_decide_the_same(tmp_path: Path) -> None:
    assert json.loads(without_numba(_GAME, tmp_path)) == compiled()


def test_a_process_that_decides_now_and_then_compiles_nothing() -> None:
    game = textwrap.indent(_GAME, "    ")
    code = "import sys\nfrom rowlock.compiler import without_compiler\n"
    code += f"with without_compiler():\n{game}"
    ran = python("-c", f"{code}\nprint('numba' in sys.modules)\n")
    told, numba = ran.stdout.splitlines()
    assert json.loads(told) == compiled()
    assert (numba, ran.stderr) == ("False", "")


@pytest.mark.parametrize("command", ["play", "replay"])
def test_nobody_who_plays_one_game_waits_for_a_compiler(command: str) -> None:
    asked = {
        "play": ["play", "--seats", "oracle,novice", "--seed", "1", "--first", "1"],
        "replay": ["replay", "--batch", "1:1", "--seats", "oracle,novice"],
    }[command]
    code = (
        "import sys\nfrom rowlock.cli import main\ncode = main()\nprint('numba' in sys.modules)\n"
    )
    ran = python("-c", code, *asked)
    assert ran.stdout.splitlines()[-1] == "False"
    assert ran.stderr == ""


def test_passing_is_a_decision_like_any_other() -> None:
    record = play(CLASSIC, [find_player("oracle")] * 2, 1)
    decided = [move.decision for move in record.moves if hasattr(move, "decision")]
    assert any(isinstance(decision, Pass) for decision in decided)
    assert not all(isinstance(decision, Pass) for decision in decided)
