"""Weights for tests: of variants that have none, filled by chance, in a folder of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import numpy as np

from rowlock import Variant
from rowlock.fast import compile_variant, weights
from rowlock.fast.net import empty_weights
from rowlock.fast.policies import Floats
from rowlock.fast.weights import WeightsInfo, own_weights, write_weights

__all__ = ["by_chance", "no_weights", "with_weights"]


def by_chance(variant: Variant, seed: int = 1) -> Floats:
    """Weights that make a player of firm, if strange, opinions."""
    count = len(empty_weights(compile_variant(variant)))
    numbers = np.random.default_rng(seed).normal(0, 0.2, count)
    return numbers.astype(np.float32)


@contextmanager
def with_weights(variants: Iterable[Variant], folder: Path) -> Iterator[None]:
    """Let these variants have weights of the user's own, and no others."""
    with no_weights(folder):
        for variant in variants:
            write_weights(own_weights(variant), WeightsInfo.of(variant, 0), by_chance(variant))
        weights._found.cache_clear()
        yield


@contextmanager
def no_weights(folder: Path) -> Iterator[None]:
    """Let nothing be trained: neither shipped nor in the user's folder, which is this one."""
    with (
        patch("platformdirs.user_data_path", lambda name: folder / name),
        patch.object(weights, "shipped_weights", lambda _: folder / "none"),
    ):
        weights._found.cache_clear()
        try:
            yield
        finally:
            weights._found.cache_clear()
