"""Without a compiler everything is slower and otherwise the same."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import pytest

from rowlock.compiler import without_compiler
from rowlock.fast import compiles
from tests.fast import doings
from tests.fast.processes import UNCOUNTED, plainly, python, without_numba

TELL = """
import json
from rowlock.fast import compiles
from tests.fast.doings import digests
assert not compiles()
print(json.dumps(digests()))
"""


@cache
def compiled() -> dict[str, str]:
    assert compiles(), "the tests of the fast engine need numba: pip install 'rowlock[fast]'"
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


_CHOOSE = """
import sys
from rowlock.compiler import without_compiler
from rowlock.fast import compile_variant, compiles
from rowlock.fast.bulk import points
from rowlock.fast.sheets import empty_sheets
from rowlock.variant import default_variant, find_variant
t = compile_variant(find_variant(default_variant()))
sheets = empty_sheets(t, 2)
sheets.marks[1, 0] = 0b111
with without_compiler():
    with without_compiler():
        pass
    print(points(t, sheets).tolist(), compiles(), "numba" in sys.modules)
print(points(t, sheets).tolist(), compiles(), "numba" in sys.modules)
with without_compiler():
    print(points(t, sheets).tolist(), compiles())
"""


def test_whoever_calls_chooses_whatever_was_imported_or_called_before() -> None:
    told = python("-c", _CHOOSE).stdout
    assert told.splitlines() == ["[0, 6] False False", "[0, 6] True True", "[0, 6] False"]


def test_the_choice_holds_in_all_threads() -> None:
    with without_compiler(), ThreadPoolExecutor(1) as pool:
        assert not pool.submit(compiles).result()
    assert compiles()
