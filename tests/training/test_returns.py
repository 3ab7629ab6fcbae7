"""What is to be learned from a game, by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from torch import Tensor

from rowlock.fast import compile_variant
from rowlock.fast.net import shape_of
from rowlock.fast.samples import Samples
from tests.twins.variants import VARIANTS, variant_of
from training.network import Network
from training.returns import losses, outcomes, returns

SHAPE = shape_of(compile_variant(variant_of(VARIANTS[0])))


class Sayer(Network):
    """Says of a position what its first feature is worth: win chance, place, points and margin."""

    def forward(self, features: Tensor) -> Tensor:
        given = features[..., 0].float() / 10
        return torch.stack([torch.logit(given), given, given, -given], -1)


@pytest.mark.parametrize(
    ("scores", "wins", "places", "margins"),
    [
        ([30, 20], [1, 0], [1, 2], [10, -10]),
        ([20, 20], [0.5, 0.5], [1.5, 1.5], [0, 0]),
        ([5, -3, 5], [0.5, 0, 0.5], [1.5, 3, 1.5], [0, -8, 0]),
        ([7, 9, 7, 7], [0, 1, 0, 0], [3, 1, 3, 3], [-2, 2, -2, -2]),
        ([1, 1, 1, 1, 1], [0.2] * 5, [3] * 5, [0] * 5),
        ([12], [1], [1], [12]),
    ],
)
def test_outcomes_are_shares_of_the_win_places_points_and_margins(
    scores: list[int], wins: list[float], places: list[float], margins: list[float]
) -> None:
    found = outcomes(np.array([scores], np.int16))
    assert found.dtype == np.float32
    expected = np.array([wins, places, scores, margins], np.float32)
    np.testing.assert_allclose(found[0].T, expected, rtol=1e-6)


def samples_of(begins: list[int], first: list[list[int]], scores: list[list[int]]) -> Samples:
    """Games of two seats, of which only the first feature says something."""
    told = np.zeros((len(first), 2, SHAPE.width), np.int16)
    told[:, :, 0] = first
    order = np.full((len(first), 2), SHAPE.order, np.int16)
    return Samples(told, order, np.array(begins), np.array(scores, np.int16))


def test_a_return_is_the_next_value_mixed_with_what_came_of_it() -> None:
    first = samples_of([0, 3, 3, 4], [[1, 9], [2, 8], [4, 6], [3, 7]], [[80, 40], [0, 1], [40, 40]])
    second = samples_of([0, 1], [[5, 5]], [[0, 40]])
    features, targets = returns([first, second], Sayer(SHAPE), trace=0.75)
    assert features.shape == (5, 2, SHAPE.width + 1)
    assert features[:, 0, 0].tolist() == [1, 2, 4, 3, 5]
    assert set(features[..., -1].ravel().tolist()) == {SHAPE.order}
    # Of the first game, seat 1: it won 80 to 40, and was thought to win by 0.1, 0.2 and 0.4.
    last = 1.0
    middle = 0.25 * 0.4 + 0.75 * last
    early = 0.25 * 0.2 + 0.75 * middle
    assert targets[:3, 0, 0].tolist() == pytest.approx([early, middle, last])
    # Points and margins in units of 40.
    assert targets[2, 0].tolist() == pytest.approx([1, 1, 2, 1])
    assert targets[1, 0, 3].item() == pytest.approx(0.25 * -0.4 + 0.75 * 1)
    # Seat 2 lost, and was second.
    assert targets[2, 1].tolist() == pytest.approx([0, 2, 1, -1])
    assert targets[1, 1, 1].item() == pytest.approx(0.25 * 0.6 + 0.75 * 2)
    # A game without positions leaves nothing; the next one is tied, the last is lost by 40.
    assert targets[3, 0].tolist() == pytest.approx([0.5, 1.5, 1, 0])
    assert targets[4, 0].tolist() == pytest.approx([0, 2, 0, -1])


def test_with_a_trace_of_one_only_the_end_counts() -> None:
    sample = samples_of([0, 3], [[1, 9], [2, 8], [4, 6]], [[1, 0]])
    _, targets = returns([sample], Sayer(SHAPE), trace=1)
    assert targets[:, 0, 0].tolist() == [1, 1, 1]
    assert targets[:, 1, 0].tolist() == [0, 0, 0]


@pytest.mark.parametrize("learner", [0, 1])
def test_nothing_is_learned_from_the_seat_of_a_fixed_opponent(learner: int) -> None:
    sample = samples_of([0, 2], [[1, 9], [2, 8]], [[1, 0]])
    _, targets = returns([sample], Sayer(SHAPE), 0.9, learner)
    assert torch.isnan(targets[:, 1 - learner]).all()
    assert not torch.isnan(targets[:, learner]).any()
    heads = torch.zeros_like(targets)
    heads[:, 1 - learner] = 1e9
    known = losses(heads, targets)
    alone = losses(heads[:, learner : learner + 1], targets[:, learner : learner + 1])
    assert known.tolist() == alone.tolist()


def test_losses_are_those_of_each_head() -> None:
    heads = torch.tensor([[[0.0, 1, 2, 3]], [[0.0, 1, 2, 3]]])
    targets = torch.tensor([[[1.0, 1, 0, 0]], [[0.0, 2, 2, 0]]])
    assert losses(heads, targets).tolist() == pytest.approx([math.log(2), 0.5, 2, 9])
