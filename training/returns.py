"""From games to what a network is to learn: what came of every position, and how far off it was.

Values are learned by TD(lambda): a position's target is the value of the next one, mixed with
what came of the game in the end.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from rowlock.fast.policy import Floats
from rowlock.fast.samples import Samples
from training.network import SCALES, Network

__all__ = ["losses", "outcomes", "returns"]

_AT_ONCE = 131_072  # positions that are valued together


def outcomes(scores: NDArray[Any]) -> Floats:
    """Win share, place, score and margin [game, seat, head] of final points [game, seat]."""
    own = scores[:, :, None].astype(np.float32)
    every = scores[:, None, :].astype(np.float32)
    more = (every > own).sum(2)
    tied = (every == own).sum(2)  # with itself
    win = np.where(more == 0, 1 / tied, 0)
    place = 1 + more + (tied - 1) / 2
    seats = scores.shape[1]
    others = np.where(np.eye(seats, dtype=bool), -np.inf, every)
    margin = own[:, :, 0] - others.max(2) if seats > 1 else own[:, :, 0]
    return np.stack([win, place, own[:, :, 0], margin], 2).astype(np.float32)


@torch.no_grad()
def returns(
    samples: Sequence[Samples], network: Network, trace: float, learner: int | None = None
) -> tuple[Tensor, Tensor]:
    """Features with the order, and the lambda-return of every head, of all positions.

    The samples are of one number of seats. If only one seat is a learner, the others' returns
    are no numbers.
    """
    device = network.pool.device
    features = torch.cat([_with_order(sample).to(device) for sample in samples]).int()
    results = torch.cat([torch.from_numpy(outcomes(sample.scores)) for sample in samples])
    results = results.to(device) / torch.tensor(SCALES, device=device)
    lengths = torch.cat([torch.from_numpy(np.diff(sample.begins)) for sample in samples])
    lengths = lengths.to(device)
    ends = lengths.cumsum(0)
    values = torch.cat([_values(network(part)) for part in features.split(_AT_ONCE)])
    targets = torch.empty_like(values)
    running = results.clone()
    for back in range(int(lengths.max())):
        going = lengths > back
        at = ends[going] - 1 - back
        if back:
            running[going] = (1 - trace) * values[at + 1] + trace * running[going]
        targets[at] = running[going]
    if learner is not None:
        targets[:, 1 - learner] = math.nan
    return features, targets


def losses(heads: Tensor, targets: Tensor) -> Tensor:
    """How far each head is off; targets that are no numbers do not count."""
    known = ~torch.isnan(targets[..., 0])
    heads, targets = heads[known], targets[known]
    win = nn.functional.binary_cross_entropy_with_logits(heads[:, 0], targets[:, 0])
    rest = ((heads[:, 1:] - targets[:, 1:]) ** 2).mean(0)
    return torch.cat([win[None], rest])


def _with_order(sample: Samples) -> Tensor:
    return torch.from_numpy(np.concatenate([sample.features, sample.order[:, :, None]], 2))


def _values(heads: Tensor) -> Tensor:
    return torch.cat([torch.sigmoid(heads[..., :1]), heads[..., 1:]], -1)
