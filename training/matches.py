"""Two players against each other by kernels, with duplicate dice: files of weights, or codes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rowlock.arena.counts import Counts
from rowlock.arena.intervals import Estimate, Sample, win_share
from rowlock.errors import UnknownPlayer
from rowlock.fast import Batch, Policy, compile_variant, find_policy
from rowlock.fast.oracle import SCRATCH, decide_oracle
from rowlock.fast.policy import Floats
from rowlock.fast.weights import Trained, WeightsInfo, read_weights
from rowlock.players.packed import caveats
from rowlock.variant import Variant

__all__ = ["match", "named_policy", "policy_of", "strength", "wins"]

_AT_ONCE = 10_000  # deals for each thread


def named_policy(name: str, variant: Variant) -> Policy:
    """The player that a person names: by the path of its weights, or by its code."""
    if Path(name).is_file():
        return policy_of(name, variant, *read_weights(Path(name), variant))
    found = find_policy(name, variant, 2)
    if found is None:
        raise UnknownPlayer(
            f"expected a file of weights, or the code of a player with a kernel such as keen or "
            f"ga, found {name!r:.80}"
        )
    for caveat in caveats([name], variant, 2):
        raise UnknownPlayer(caveat)
    return found


def policy_of(name: str, variant: Variant, about: WeightsInfo, weights: Floats) -> Policy:
    """The player that decides by these weights, at full strength."""
    trained = Trained(about, weights, compile_variant(variant))
    return Policy(name, decide_oracle, trained.numbers(), SCRATCH)


def match(
    variant: Variant,
    one: Policy,
    other: Policy,
    deals: int,
    seed: int = 0,
    threads: int = 1,
    watch: Callable[[int], None] = lambda _: None,
) -> Counts:
    """Play every deal twice with the same dice, so that each of the two sits on each seat.

    `watch` is told how many deals are played.
    """
    codes = (one.code, other.code)
    batches = [Batch(variant, players, seed) for players in ((one, other), (other, one))]
    counts = Counts.none(codes)
    size = _AT_ONCE * threads
    for begin in range(0, deals, size):
        part = range(begin, min(deals, begin + size))
        counts += Counts.of(codes, [batch.play(part, threads) for batch in batches])
        watch(part.stop)
    return counts


def wins(counts: Counts, code: str) -> Estimate:
    """The share of its games that a player has won, ties split."""
    return win_share([Sample(counts.deals, counts.players[code])])


def strength(counts: Counts, code: str) -> str:
    """The same, as a file of weights tells it."""
    found = wins(counts, code)
    return f"{found.value:.1%} ({found.low:.1%} to {found.high:.1%}), {counts.deals:,} deals"
