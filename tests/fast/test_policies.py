"""Anybody's own policy plays like those of the house."""

from __future__ import annotations

import numpy as np
import pytest

from rowlock.fast import Batch, Policy, find_policy
from rowlock.fast.policies import BUILT_IN
from rowlock.players import player_codes
from tests.fast.plugging import TABLES, check
from tests.fast.processes import plainly
from tests.twins.variants import variant_of

CLASSIC = variant_of("classic")


def test_policies_of_all_sorts_play_at_one_table() -> None:
    # Compiling takes a while, so the other tables are tried without a compiler.
    check("all of them", "everything", 30)


def test_policies_alone_or_in_any_company_play_as_they_say() -> None:
    told = plainly(
        "from tests.fast.plugging import TABLES, check\n"
        "for name in TABLES:\n"
        "    for key in ('bonus_pairs', 'longo', 'tiny'):\n"
        "        check(name, key, 6)\n"
        "    print(name)\n"
    )
    assert told.splitlines() == list(TABLES)


@pytest.mark.parametrize("code", [code for code in player_codes() if code != "solo"])
def test_every_player_of_the_house_but_solo_has_a_kernel(code: str) -> None:
    policy = find_policy(code, CLASSIC)
    assert policy
    assert policy.code == code
    assert policy.decide in BUILT_IN


@pytest.mark.parametrize(
    "code", ["", "nobody", "keen:", "keen:x", "keen:-1", "keen:1.5", "random:2", "Keen", "keen:100"]
)
def test_a_code_without_a_kernel_gives_no_policy(code: str) -> None:
    assert find_policy(code, CLASSIC) is None


@pytest.mark.parametrize("skips", [0, 1, 3, 99])
def test_the_number_of_a_keen_policy_is_that_of_its_code(skips: int) -> None:
    policy = find_policy(f"keen:{skips}", CLASSIC)
    assert policy
    assert list(policy.numbers) == [skips, 1], "and it has foresight"


def test_numbers_may_be_an_array() -> None:
    keen = find_policy("keen:2", CLASSIC)
    assert keen
    other = Policy("mine", keen.decide, np.array([2.0, 1.0], np.float32))
    one = Batch(CLASSIC, [keen, keen]).play(range(50))
    two = Batch(CLASSIC, [other, other]).play(range(50))
    assert one.scores.tolist() == two.scores.tolist()
