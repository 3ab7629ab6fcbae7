"""Without a compiler everything is slower and otherwise the same."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from rowlock.fast import JITTED
from tests.fast import doings
from tests.fast.processes import UNCOUNTED, plainly, without_numba

TELL = """
import json
from rowlock.fast import JITTED
from tests.fast.doings import digests
assert not JITTED
print(json.dumps(digests()))
"""


@cache
def compiled() -> dict[str, str]:
    assert JITTED, "the tests of the fast engine need numba: pip install 'rowlock[fast]'"
    return doings.digests()


def test_numba_can_be_told_not_to_compile() -> None:
    assert json.loads(plainly(TELL)) == compiled()


def test_numba_need_not_be_installed(tmp_path: Path) -> None:
    assert json.loads(without_numba(TELL, tmp_path, **UNCOUNTED)) == compiled()


def test_digests_of_different_games_differ() -> None:
    # Two pads may well be played alike, but not all of them.
    assert len(set(compiled().values())) > len(compiled()) / 2


@pytest.mark.parametrize("name", ["bit_count", "bit_length"])
def test_bits_are_counted_alike(name: str) -> None:
    code = f"from rowlock.fast.jit import {name} as f; print([f(n) for n in (0, 1, 6, 255, 2**60)])"
    found = json.loads(plainly(code))
    assert found == [getattr(n, name)() for n in (0, 1, 6, 255, 2**60)]
