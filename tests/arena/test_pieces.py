"""Pieces: the same games by either engine and in any cut, with duplicate dice."""

from __future__ import annotations

import pickle
from dataclasses import replace
from functools import reduce
from operator import add

import numpy as np
import pytest

from reports import ROOT
from rowlock import Played, find_variant, load_variant, shipped_variants
from rowlock.arena import play_piece, rotations
from rowlock.arena.pieces import has_kernels, split
from rowlock.dice import Roll
from rowlock.fast import Batch, find_policy
from rowlock.positions import results_of
from rowlock.rules import Rule
from tests.arena.games import FIRST, a_record, counted, piece


def test_in_the_rotations_everybody_sits_everywhere_once() -> None:
    codes = ("random", "keen", "keen:2", "keen:3")
    turned = rotations(codes)
    assert len(turned) == 4
    assert turned[0] == codes
    for seat in range(4):
        assert {seats[seat] for seats in turned} == set(codes)


@pytest.mark.parametrize(
    ("codes", "orders"),
    [("aa", 1), ("ab", 2), ("abab", 2), ("abbb", 4), ("aaaa", 1), ("abcabc", 3), ("a", 1)],
)
def test_rotations_that_are_the_same_are_played_once(codes: str, orders: int) -> None:
    turned = rotations(codes)
    assert len(turned) == len(set(turned)) == orders
    for seat in range(len(codes)):
        times = [sum(seats[seat] == code for seats in turned) for code in codes]
        assert times == [codes.count(code) * orders // len(codes) for code in codes]


def test_all_rotations_of_a_deal_have_the_same_dice() -> None:
    codes = ("random", "keen", "keen:2")
    for deal in range(3):
        games = [a_record(FIRST, seats, 9, deal) for seats in rotations(codes)]
        thrown = [[move.whites for move in game.moves if isinstance(move, Roll)] for game in games]
        shared = min(map(len, thrown))
        assert shared > 5
        assert all(rolls[:shared] == thrown[0][:shared] for rolls in thrown)
        decided = {tuple(m for m in game.moves if isinstance(m, Played)) for game in games}
        assert len(decided) == 3, "but they are different games"


@pytest.mark.parametrize("key", shipped_variants())
def test_both_engines_count_the_same(key: str) -> None:
    for codes in (("random", "keen"), ("keen:2", "random", "keen:0")):
        slow = piece(*codes, deals=range(7, 10), seed=-3, variant=find_variant(key), fast=False)
        fast = piece(*codes, deals=range(7, 10), seed=-3, variant=find_variant(key))
        assert play_piece(slow) == play_piece(fast)


def test_both_engines_count_the_same_in_somebodys_own_variant() -> None:
    variant = load_variant(ROOT / "docs" / "examples" / "chain_of_colours.toml")
    slow = piece("random", "keen", "keen", deals=range(4), variant=variant, fast=False)
    assert play_piece(slow) == counted("random", "keen", "keen", deals=range(4), variant=variant)


def test_written_games_give_the_results_of_a_batch() -> None:
    codes = ("keen", "random", "keen:2")
    policies = [policy for code in codes if (policy := find_policy(code, FIRST))]
    batch = Batch(FIRST, policies, seed=4).play(range(6))
    written = results_of([a_record(FIRST, codes, 4, deal) for deal in range(6)])
    for name in batch._fields:
        mine, theirs = getattr(written, name), getattr(batch, name)
        assert mine.dtype == theirs.dtype
        np.testing.assert_array_equal(mine, theirs)


def test_a_piece_can_be_cut_and_sent() -> None:
    whole = piece("keen", "random", deals=range(5, 25), seed=8)
    for size in (1, 7, 1000):
        cut = list(split(whole, size))
        assert [deal for part in cut for deal in part.deals] == list(whole.deals)
        assert max(len(part.deals) for part in cut) <= max(1, size // 2)
        arrived = [pickle.loads(pickle.dumps(part)) for part in cut]
        assert arrived == cut
        assert reduce(add, map(play_piece, arrived)) == play_piece(whole)


def test_kernels_are_used_where_every_player_and_every_rule_has_one() -> None:
    class Own(Rule):
        """Nothing that a kernel knows."""

    assert has_kernels(FIRST, ["keen", "random", "keen:7"], 3)
    assert not has_kernels(FIRST, ["keen", "thinker"], 2)
    assert not has_kernels(replace(FIRST, rules=(Own(),)), ["keen", "random", "oracle"], 2)
