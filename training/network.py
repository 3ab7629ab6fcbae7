"""The network of `rowlock.fast.net` in PyTorch, and its weights as the flat array that it reads."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import embedding_bag

from rowlock.fast.net import DEEP, HEADS, NARROW, WIDE, Shape, weights_at
from rowlock.fast.policies import Floats

__all__ = ["SCALES", "Network"]

SCALES = (1.0, 1.0, 40.0, 40.0)
"""What one unit of each head means while learning, so that all are of about the same size."""


class Network(nn.Module):
    """Values of every seat at a table.

    The row of a feature is learned as the sum of what is its own and of what it shares with its
    like (how far a row has come, how many crosses it has): states that are hardly ever seen take
    after those beside them.
    """

    likeness: Tensor

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.register_buffer("likeness", torch.from_numpy(_likeness(shape)))
        shared = self.likeness.shape[1]
        self.own = nn.Parameter(torch.zeros(shape.features, WIDE))
        self.own_shared = nn.Parameter(torch.randn(shared, WIDE) * 0.2)
        self.other = nn.Parameter(torch.zeros(shape.features, NARROW))
        self.other_shared = nn.Parameter(torch.randn(shared, NARROW) * 0.2)
        with torch.no_grad():
            self.own[shape.order :].normal_(0, 0.3)
            self.other[shape.order :].normal_(0, 0.3)
        self.pool = nn.Parameter(torch.randn(NARROW, WIDE) * (0.5 / NARROW**0.5))
        self.deeper = nn.Linear(WIDE, DEEP)
        self.heads = nn.Linear(DEEP, HEADS)

    def tables(self) -> tuple[Tensor, Tensor]:
        """The rows of all features: as one's own and as another's. Feature 0 is nothing."""
        mask = torch.ones_like(self.own[:, :1])
        mask[0] = 0
        own = (self.own + self.likeness @ self.own_shared) * mask
        other = (self.other + self.likeness @ self.other_shared) * mask
        return own, other

    def forward(self, features: Tensor) -> Tensor:
        """The heads [position, seat, head] of features with the order [position, seat, feature]."""
        own_table, other_table = self.tables()
        positions, seats, width = features.shape
        flat = features.reshape(positions * seats, width)
        own = embedding_bag(flat, own_table, mode="sum").reshape(positions, seats, WIDE)
        other = embedding_bag(flat, other_table, mode="sum").reshape(positions, seats, NARROW)
        other = torch.relu(other)
        others = other.sum(1, keepdim=True) - other
        wide = torch.relu(own + others @ self.pool)
        out: Tensor = self.heads(torch.relu(self.deeper(wide)))
        return out

    def load(self, weights: Floats) -> Network:
        """Take over weights in the form of the flat array."""
        at = weights_at(self.shape, 0)
        scales = torch.tensor(SCALES)
        flat = torch.from_numpy(np.array(weights, np.float32))
        with torch.no_grad():
            self.own_shared.zero_()
            self.other_shared.zero_()
            self.own.copy_(flat[at.own : at.other].reshape(self.own.shape))
            self.other.copy_(flat[at.other : at.pool].reshape(self.other.shape))
            self.pool.copy_(flat[at.pool : at.deeper].reshape(self.pool.shape))
            self.deeper.weight.copy_(flat[at.deeper : at.deep_bias].reshape(WIDE, DEEP).T)
            self.deeper.bias.copy_(flat[at.deep_bias : at.heads])
            heads = flat[at.heads : at.head_bias].reshape(HEADS, DEEP)
            self.heads.weight.copy_(heads / scales[:, None])
            self.heads.bias.copy_(flat[at.head_bias : at.end] / scales)
        return self

    def weights(self) -> Floats:
        """The flat array that the kernels read."""
        own, other = self.tables()
        scales = torch.tensor(SCALES, device=own.device)[:, None]
        parts = [
            own,
            other,
            self.pool,
            self.deeper.weight.T,
            self.deeper.bias,
            self.heads.weight * scales,
            self.heads.bias * scales[:, 0],
        ]
        flat = torch.cat([part.detach().float().reshape(-1) for part in parts]).cpu().numpy()
        assert len(flat) == weights_at(self.shape, 0).end
        return np.ascontiguousarray(flat, np.float32)


def _likeness(shape: Shape) -> Floats:
    """What the features of rows and misses have in common with their like: [feature, trait]."""
    traits = np.zeros((shape.features, 4 * 6 + 1), np.float32)
    cells = shape.longest
    for row in range(4):
        at = 1 + row * shape.states
        for reach in range(cells + 1):
            for crosses in range(reach + 1):
                state = at + reach * (reach + 1) // 2 + crosses
                traits[state, 6 * row : 6 * row + 3] = (
                    reach / cells,
                    crosses / cells,
                    (crosses / cells) ** 2,
                )
        at += shape.states - 2 * (cells + 1)
        for locked in range(2):
            for crosses in range(cells + 1):
                total = (crosses + locked) / cells
                traits[at + locked * (cells + 1) + crosses, 6 * row + 3 : 6 * row + 6] = (
                    1,
                    total,
                    total**2,
                )
    for misses in range(shape.rules - shape.misses):
        traits[shape.misses + misses, 24] = misses / 4
    return traits
