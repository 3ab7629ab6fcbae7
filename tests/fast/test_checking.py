"""Somebody's own policy is held to its options; whoever fails is told by name and place."""

from __future__ import annotations

import numpy as np
import pytest

from rowlock import IllegalMove
from rowlock.fast import Batch, Policy, find_policy
from rowlock.fast.checking import checked
from rowlock.fast.policies import BUILT_IN
from rowlock.fast.policy import Floats
from tests.fast.misbehaving import check_batch, check_meddling, check_others, misbehave
from tests.fast.plugging import decide_by_number
from tests.fast.processes import plainly
from tests.twins.variants import variant_of

CLASSIC = variant_of("classic")


def test_what_is_no_option_is_refused_with_the_position() -> None:
    check_batch()


def test_whoever_changes_the_game_is_no_winner_but_told() -> None:
    check_meddling()


def test_what_is_no_whole_number_is_refused_before_anything_is_played() -> None:
    check_others()


def test_without_a_compiler_the_same_is_refused() -> None:
    told = plainly(
        "from tests.fast.misbehaving import check_batch, check_meddling, check_others\n"
        "check_batch()\n"
        "check_meddling()\n"
        "check_others()\n"
        "print('fine')\n"
    )
    assert told == "fine\n"


def test_those_of_the_house_are_not_checked() -> None:
    """It would cost them something, and the twins do it."""
    keen = find_policy("keen", CLASSIC)
    assert keen
    assert Batch(CLASSIC, [keen, keen])._seated is BUILT_IN
    beside = Batch(CLASSIC, [keen, Policy("mine", misbehave, (0,))])
    assert set(beside._seated) == {keen.decide, misbehave}
    before = checked.cache_info().misses
    beside.decisions(0)
    assert checked.cache_info().misses <= before + 1


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"code": ""}, "expected a name for a policy, found ''"),
        ({"code": 7}, "expected a name for a policy, found 7"),
        ({"decide": 7}, "policy 'mine': expected a kernel that decides, found 7"),
        ({"scratch": -1}, "policy 'mine': scratch: expected a number from 0, not -1"),
        ({"memory": 1.5}, "policy 'mine': memory: expected a number from 0, not 1.5"),
        ({"numbers": ["a"]}, "policy 'mine': numbers: expected a list of numbers"),
        ({"numbers": 3}, "policy 'mine': numbers: expected a list of numbers"),
        ({"numbers": [[1.0]]}, "policy 'mine': numbers: expected a list of numbers"),
    ],
)
def test_what_cannot_be_a_policy_is_told(wrong: dict[str, object], sentence: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        Policy(**{"code": "mine", "decide": decide_by_number, **wrong})  # type: ignore[arg-type]
    assert caught.value.message.startswith(sentence)


def test_pieces_are_so_small_that_all_threads_have_work(monkeypatch: pytest.MonkeyPatch) -> None:
    keen = find_policy("keen", CLASSIC)
    assert keen
    sizes: list[int] = []

    def note(_: Batch, number: int, results: tuple[Floats, ...], log: object) -> int:
        sizes.append(len(results[0]))
        return 0

    monkeypatch.setattr(Batch, "_play_part", note)
    mine = Batch(CLASSIC, [keen, keen])
    for games, threads in ((2_000, 2), (50, 4), (1, 2), (0, 3)):
        sizes.clear()
        assert len(mine.play(range(games), threads).turns) == games
        assert sum(sizes) == games
        assert max(sizes, default=0) <= -(-games // (16 * threads))
    sizes.clear()
    mine.play(range(1_000_000), 2)
    assert np.unique(sizes).tolist() == [20_000], "many games are played in large pieces"
