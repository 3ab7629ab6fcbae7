"""A little of all that the fast engine does, as digests: the same wherever it runs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rowlock.errors import IllegalMove
from rowlock.fast import Batch, Results, compile_variant, find_policy
from rowlock.fast.bulk import (
    apply_decisions,
    candidates,
    choose,
    legal_decisions,
    points,
    refreshed,
    set_rolls,
    take,
    throw_dice,
)
from rowlock.fast.sheets import Sheets
from rowlock.fast.tables import PASS, PICK
from rowlock.fast.turns import OVER, Games, empty_games
from rowlock.variant import Variant
from tests.twins.variants import VARIANTS, variant_of

__all__ = ["digests", "played_in_bulk"]


def digests() -> dict[str, str]:
    """For every variant a digest of games played one by one, and one of games in bulk."""
    found = {}
    for key in VARIANTS:
        variant = variant_of(key)
        found[f"{key}, batch"] = _digest(_batch(variant))
        found[f"{key}, bulk"] = _digest(_arrays(played_in_bulk(variant, 3, 45)))
    pairs = variant_of("bonus_pairs")
    for count in range(40, 50):
        found[f"candidates of {count} games"] = _digest(_many_candidates(pairs, count))
    found["a refusal"] = _refused(pairs)
    return found


def _batch(variant: Variant) -> Iterable[NDArray[Any]]:
    codes = ("keen", "random", "keen:0", "random")
    policies = [policy for code in codes if (policy := find_policy(code, variant))]
    batch = Batch(variant, policies, seed=-5, first=2)
    results: Results = batch.play(range(2**35, 2**35 + 5))
    return (*results, np.array(batch.decisions(2**35)))


def played_in_bulk(variant: Variant, seats: int, count: int) -> Games:
    """Many games to their end, seat by seat, by what seems best to a simple value function."""
    t = compile_variant(variant)
    games = empty_games(t, seats, count)
    games.seed[:] = 11
    games.number[:] = np.arange(count) * 1000
    dice = np.random.default_rng(3)
    turn = 0
    while (games.phase != OVER).any():
        turn += 1
        if turn % 2:
            throw_dice(t, games)
        else:
            set_rolls(t, games, dice.integers(1, t.faces + 1, (count, 6)))
        for seat in [*range(seats), *range(seats)]:
            if turn % 3 == 0:
                codes, counts = legal_decisions(t, games, seat)
                # The first decision, if there is one; else the place is filled with NOTHING.
                apply_decisions(t, games, seat, codes[:, 0])
                assert (counts >= 0).all()
            else:
                found = candidates(t, games, seat)
                worth = points(t, found.sheets) - found.sheets.marks.sum(axis=1) / 1000
                take(t, games, np.full(count, seat), found, choose(found, worth))
    return refreshed(t, games)


def _many_candidates(variant: Variant, count: int) -> Iterable[NDArray[Any]]:
    """More candidates than there is room for at first, wherever it runs out.

    R2, Y11 and B12 are crossed, so that G9 completes a pair and brings a tie of four rows,
    one of which cannot take a cross.
    """
    t = compile_variant(variant)
    games = empty_games(t, 1, count)
    games.sheets.marks[:] = [1, 1 << 9, 0, 1]
    games.before_marks[:] = games.sheets.marks
    set_rolls(t, refreshed(t, games), [[3, 4, 1, 1, 6, 1]] * count)
    apply_decisions(t, games, 0, [PASS] * count)
    found = candidates(t, games, 0)
    assert len(found.code) == 10 * count
    return (found.starts, found.game, found.code, found.picks, *_settled(found.sheets))


def _refused(variant: Variant) -> str:
    """What is said about a decision that is not legal."""
    t = compile_variant(variant)
    games = empty_games(t, 2, 3)
    throw_dice(t, games)
    try:
        apply_decisions(t, games, 1, [PASS, PASS, PICK])
    except IllegalMove as refused:
        assert (games.waiting == 3).all()
        return refused.message
    return "nothing"


def _arrays(games: Games) -> Iterable[NDArray[Any]]:
    others = (array for array in games[1:] if isinstance(array, np.ndarray))
    return (*_settled(games.sheets), *others)


def _settled(sheets: Sheets) -> Iterable[NDArray[Any]]:
    """All but the effects, of which none waits: what stands there is left over."""
    assert not sheets.waits.any()
    return (array for name, array in sheets._asdict().items() if name != "effects")


def _digest(arrays: Iterable[NDArray[Any]]) -> str:
    digest = hashlib.sha256()
    for array in arrays:
        digest.update(f"{array.dtype} {array.shape} ".encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


if __name__ == "__main__":
    print(json.dumps(digests()))
