"""What every decision is worth: exact where the game ends, and never from what is sealed."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from rowlock import Game, IllegalMove, Roll, UnknownPlayer, find_player, find_variant, play
from rowlock.fast.weights import find_weights
from rowlock.moves import parse_move
from rowlock.players import Judged, evaluate
from rowlock.variant import default_variant, shipped_variants
from tests.players.trained import no_weights, with_weights
from tests.twins.variants import variant_of

VARIANT = find_variant(default_variant())
KEYS = [key for key in shipped_variants() if find_weights(find_variant(key))]


def at(roll: str, *sheets: str, active: int = 0) -> Game:
    """A game with these sheets, just rolled."""
    written = [VARIANT.sheet(text, seat) for seat, text in enumerate(sheets)]
    return Game.at(VARIANT, written, active).rolled(Roll.parse(roll)).game


def judged(game: Game, seat: int = 0) -> dict[str, Judged]:
    return {str(found.decision): found for found in evaluate(game, seat)}


GREEN = "G 12 11 10 9 8 2"  # locked, so one more lock ends the game


def test_a_lock_that_ends_the_game_forestalls_the_colour_action() -> None:
    # With R12 seat 1 has 60 points and ends the game; seat 2 could reach 62 in its colour action.
    game = at(
        "66r2y1g2",
        "R 3 5 6 8 11 | Y 7 8 9 10 | G 11 9 8 7 6 5 | B 12 10 8 | x1",
        "R 3 5 7 | Y 3 | G 12 11 9 8 6 | B 12 11 10 8 5 4 2",
        active=1,
    )
    assert judged(game)["R12"].win == 1.0


def test_a_decision_that_ends_the_game_ahead_wins_for_sure() -> None:
    game = at("66r1y1b1", f"R 2 3 4 5 6 7 | {GREEN}", f"Y 2 | B 11 | {GREEN}")
    found = judged(game)["R12"]
    assert (found.win, found.place) == (1.0, 1.0)
    mine = game.apply(0, parse_move("R12")).game.tally(0).total
    theirs = game.tally(1).total
    assert found.score == mine
    assert found.margin == mine - theirs
    assert evaluate(game, 0)[0] == found


def test_a_decision_that_ends_the_game_behind_loses_for_sure() -> None:
    ahead = "B 12 11 10 9 8 7 6 5 4 3"  # nothing fits that is announced
    game = at("66r1y1b1", f"R 2 3 4 5 6 | {GREEN}", f"{ahead} | {GREEN}", active=1)
    found = judged(game)["R12"]
    assert (found.win, found.place) == (0.0, 2.0)
    assert found.margin < 0
    assert evaluate(game, 0)[-1] == found


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_level_points_at_the_end_share_the_win(seats: int) -> None:
    """All have the same sheet, and each would take the lock that is offered to all."""
    sheet = f"R 2 3 4 5 6 | {GREEN}"
    found = judged(at("66r1y1b1", *[sheet] * seats))["R12"]
    assert found.win == pytest.approx(1 / seats, abs=1e-6)
    assert found.place == pytest.approx((1 + seats) / 2)
    assert found.margin == 0


def test_a_fourth_miss_is_the_end_and_is_counted() -> None:
    """Only the pass is left to the seat that rolled: what it leads to is brute force."""
    game = at("11r6y6g6b6", "R 9 | Y 9 | G 3 | B 3 | x3", "R 2 3 4 5 6 | x1")
    passed = game
    for seat in (0, 1):
        passed = passed.apply(seat, parse_move("-")).game
    (only,) = evaluate(passed, 0)
    over = passed.apply(0, parse_move("-")).game
    assert over.over
    assert (only.win, only.place) == (0.0, 2.0)
    assert only.score == over.tally(0).total
    assert only.margin == over.tally(0).total - over.tally(1).total


def test_every_decision_in_the_colour_action_that_ends_a_game_is_exact() -> None:
    game = at("12r6y6g6b6", "R 5 7 8 9 10 11 | Y 6 | x3", "R 2 3 4 | Y 4 5", active=0)
    for seat in (0, 1):
        game = game.apply(seat, parse_move("-")).game
    ends = []
    for found in evaluate(game, 0):
        after = game.apply(0, found.decision).game
        ends.append(after.over)
        if after.over:
            points = [after.tally(seat).total for seat in (0, 1)]
            assert found.score == points[0]
            assert found.margin == points[0] - points[1]
            assert found.win == float(points[0] > points[1])
        else:
            assert 0 < found.win < 1
    assert set(ends) == {True, False}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_legal_decision_is_judged_and_the_best_is_what_oracle_plays(
    key: str, seats: int
) -> None:
    variant = find_variant(key)
    oracle = find_player("oracle")
    record = play(variant, [find_player("keen"), *[find_player("random", 3)] * (seats - 1)], 4)
    asked = 0
    for step in record.steps():
        for seat in sorted(step.game.to_move()):
            found = evaluate(step.game, seat)
            legal = step.game.legal(seat)
            assert sorted(map(str, legal)) == sorted(str(one.decision) for one in found)
            assert found[0].decision == oracle.decide(step.game.view(seat), seat)
            assert all(0 <= one.win <= 1 for one in found)
            assert all(
                math.isfinite(number)
                for one in found
                for number in vars(one).values()
                if isinstance(number, float)
            )
            assert [one.win for one in found] == sorted((one.win for one in found), reverse=True)
            asked += 1
    assert asked > 40


def test_sealed_decisions_are_not_used() -> None:
    game = at("34r1y1g2b5", "R 2 | Y 3", "R 3 4 | B 9", "G 10")
    open_eyed = evaluate(game, 1)
    for decision in game.legal(0):
        assert evaluate(game.apply(0, decision).game, 1) == open_eyed


def test_a_tie_to_settle_is_judged_too(tmp_path: Path) -> None:
    variant = variant_of("bonus_pairs")
    sheets = [variant.sheet("R 2 | Y 11 | B 12", 0), variant.sheet("", 1)]
    with with_weights([variant], tmp_path):
        game = Game.at(variant, sheets, 0).rolled(Roll.parse("36r1y1g1b1")).game
        tied = game.apply(0, parse_move("G9")).game
        assert tied.pending[0]
        assert {str(one.decision) for one in evaluate(tied, 0)} == set(map(str, tied.legal(0)))


def test_whoever_owes_no_decision_is_told_what_is_due() -> None:
    game = at("34r1y1g2b5", "", "")
    decided = game.apply(0, parse_move("-")).game
    for owed_nothing in (decided, Game.at(VARIANT, [VARIANT.sheet("", s) for s in (0, 1)])):
        with pytest.raises(IllegalMove, match=r"^seat 1 has nothing to decide: ."):
            evaluate(owed_nothing, 0)


def test_without_weights_it_is_said_what_plays_there(tmp_path: Path) -> None:
    game = at("34r1y1g2b5", "", "")
    with no_weights(tmp_path), pytest.raises(UnknownPlayer) as refused:
        evaluate(game, 0)
    assert refused.value.message == (
        "there are no trained values here: oracle plays as ga here: "
        f"there are no trained weights for {VARIANT.name}."
    )


def test_alone_there_is_nothing_to_win() -> None:
    with pytest.raises(UnknownPlayer, match="say nothing about a game alone"):
        evaluate(at("34r1y1g2b5", ""), 0)
