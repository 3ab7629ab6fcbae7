"""Compiled code is found again in another process only if the types it was compiled for are."""

from __future__ import annotations

import pickle

import pytest

from rowlock import find_variant, shipped_variants
from rowlock.fast import compile_variant


@pytest.mark.parametrize("key", shipped_variants())
def test_what_a_kernel_is_given_has_types_that_another_process_can_name(key: str) -> None:
    tables = compile_variant(find_variant(key))
    for given in (tables, tables.twins, *tables.twins):
        assert pickle.loads(pickle.dumps(type(given))) is type(given)
