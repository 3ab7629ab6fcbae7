"""The three planners of the docs, a class, a program and a policy, decide alike everywhere.

Each keeps its plan in another way; a plan that was lost, or kept for too long, would show.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rowlock import find_variant, play, shipped_variants
from rowlock.fast import Batch, find_policy
from rowlock.players import Keen, find_player, play_numbered
from rowlock.players.program import end_programs
from rowlock.positions import record_of
from tests.players.bots import node

CLASS = "class:docs.bots.planner.Planner"
PROGRAM = f"run:120:{node()} docs/bots/planner.mjs"
POLICY = "docs.bots.planners:planner"
PLAIN = [key for key in shipped_variants() if not find_variant(key).rules]


@pytest.fixture(autouse=True)
def _ended() -> Iterator[None]:
    yield
    end_programs()


@pytest.mark.parametrize("key", PLAIN)
def test_a_class_and_a_program_plan_alike(key: str) -> None:
    variant = find_variant(key)
    for number in range(4):
        one = play_numbered(variant, [CLASS, "keen", CLASS], 5, number, own=True)
        assert play_numbered(variant, [PROGRAM, "keen", PROGRAM], 5, number, own=True) == one


def test_an_object_may_play_several_games() -> None:
    variant = find_variant(PLAIN[0])
    planner = find_player(CLASS, own=True)
    records = [play(variant, [planner, Keen()], seed) for seed in (1, 2)]
    fresh = [play(variant, [find_player(CLASS, own=True), Keen()], seed) for seed in (1, 2)]
    assert records == fresh


@pytest.mark.parametrize("key", shipped_variants())
def test_a_policy_plans_like_the_class_also_beside_it(key: str) -> None:
    variant = find_variant(key)
    for number in range(3):
        one = play_numbered(variant, [CLASS, "keen", CLASS], 5, number, own=True)
        assert play_numbered(variant, [POLICY, "keen", CLASS], 5, number, own=True) == one
        assert play_numbered(variant, [CLASS, "keen", POLICY], 5, number, own=True) == one


def test_a_policy_remembers_in_a_batch_what_it_planned() -> None:
    from docs.bots.planners import planner

    variant = find_variant(PLAIN[0])
    keen = find_policy("keen", variant)
    assert keen
    batch = Batch(variant, [planner, keen, planner], seed=5)
    for number in range(20):
        one = play_numbered(variant, [CLASS, "keen", CLASS], 5, number, own=True)
        assert record_of(batch, number).moves == one.moves
    together = batch.play(range(20), threads=2)
    assert together.scores.tolist() == [
        batch.play(range(n, n + 1)).scores[0].tolist() for n in range(20)
    ], "and forgets it when a game is over"
