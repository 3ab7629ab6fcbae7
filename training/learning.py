"""Self-play and learning side by side: kernels play on all cores while the network learns.

Values are learned by TD(lambda): a position's target is the value of the next one, mixed with
what came of it in the end.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np
import torch
from torch import Tensor, nn

from rowlock.fast.lessons import Lessons, take_lessons
from rowlock.fast.net import shape_of
from rowlock.fast.oracle import HEADER
from rowlock.fast.policies import Floats
from rowlock.fast.tables import Tables
from training.network import SCALES, Network

__all__ = ["Plan", "learn", "outcomes", "with_header"]


@dataclass
class Plan:
    """How long to learn, and from what."""

    seconds: float
    games: int = 24_576  # in one round
    batch: int = 8_192  # positions in one step
    passes: int = 2  # over the positions of a round
    rate: float = 2e-3
    last_rate: float = 3e-5
    trace: float = 0.9  # lambda
    shares: dict[int, float] = field(default_factory=lambda: {2: 0.55, 3: 0.2, 4: 0.15, 5: 0.1})
    openings: float = 0.2
    follows_from: float = 0.6  # the part of the time before the others' answers are followed
    threads: int = 2
    device: str = "cpu"
    seed: int = 1
    against: Floats | None = None  # a fixed opponent in two-seat games


def with_header(weights: Floats, noise: float = 0, follows: float = 0) -> Floats:
    """The numbers of a policy: what it is told, then the weights."""
    header = np.zeros(HEADER, np.float32)
    header[0], header[1] = noise, follows
    return np.concatenate([header, weights])


def learn(
    t: Tables,
    plan: Plan,
    tell: Callable[[str], None],
    network: Network | None = None,
    keep: Callable[[Network, int], None] = lambda _network, _games: None,
) -> tuple[Network, int]:
    """Let a network play against itself and learn from it; it, and how many games it played."""
    torch.manual_seed(plan.seed)
    device = torch.device(plan.device)
    if device.type == "cuda":
        torch.backends.cuda.matmul.allow_tf32 = True
    network = (network or Network(shape_of(t))).to(device)
    optimiser = torch.optim.Adam(network.parameters(), lr=plan.rate, betas=(0.9, 0.99))
    mean = torch.optim.swa_utils.AveragedModel(
        network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998)
    )
    take_lessons(t, 2, 0, range(1), (with_header(network.weights()),))  # compiles before the clock
    begun = time.monotonic()
    games = 0
    told = begun
    with ThreadPoolExecutor(plan.threads) as pool:
        pending = _start_round(pool, t, plan, network, 0, 0.0)
        number = 0
        while True:
            done = min(1.0, (time.monotonic() - begun) / plan.seconds)
            if done >= 1:
                break
            rate = plan.last_rate + (plan.rate - plan.last_rate) * 0.5 * (
                1 + math.cos(math.pi * done)
            )
            for group in optimiser.param_groups:
                group["lr"] = rate
            trace = plan.trace if done < 0.7 else 1 - (1 - plan.trace) * (1 - done) / 0.3
            lessons = [future.result() for future in pending]
            number += 1
            pending = _start_round(pool, t, plan, network, number, done)
            games += sum(len(lesson.scores) for lesson in lessons)
            learner = None if plan.against is None else (number - 1) % 2
            losses = _learn_round(lessons, network, mean, optimiser, plan, trace, learner)
            if time.monotonic() - told > 10:
                told = time.monotonic()
                keep(mean.module, games)
                win, *rest = losses
                others = " ".join(f"{loss:.4f}" for loss in rest)
                tell(
                    f"{told - begun:5.0f} s  round {number}  {games / 1e6:.2f} M games  "
                    f"{games / (told - begun):,.0f} games/s  loss {win:.4f} ({others})"
                )
        for future in pending:
            future.cancel()
    return mean.module, games


def _start_round(
    pool: ThreadPoolExecutor, t: Tables, plan: Plan, network: Network, number: int, done: float
) -> list[Future[Lessons]]:
    follows = float(done >= plan.follows_from)
    numbers = with_header(network.weights(), 0, follows)
    players: tuple[Floats, ...] = (numbers,)
    if plan.against is not None:
        players = (numbers, plan.against) if number % 2 == 0 else (plan.against, numbers)
    seed = plan.seed * 1_000_003 + number
    futures = []
    total = sum(plan.shares.values())
    for seats, share in plan.shares.items():
        count = round(plan.games * share / total)
        pieces = max(1, min(plan.threads * 2, count // 16))
        size = -(-count // pieces)
        for begin in range(0, count, size):
            piece = range(begin, min(count, begin + size))
            futures.append(
                pool.submit(take_lessons, t, seats, seed, piece, players, plan.openings)
            )
    return futures


def outcomes(scores: np.ndarray) -> np.ndarray:
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


def _learn_round(
    lessons: Sequence[Lessons],
    network: Network,
    mean: torch.optim.swa_utils.AveragedModel,
    optimiser: torch.optim.Optimizer,
    plan: Plan,
    trace: float,
    learner: int | None,
) -> list[float]:
    device = torch.device(plan.device)
    batches: list[tuple[Tensor, Tensor]] = []
    for seats in sorted({lesson.scores.shape[1] for lesson in lessons}):
        alike = [lesson for lesson in lessons if lesson.scores.shape[1] == seats]
        features, targets = _targets(alike, network, trace, device, learner)
        size = max(256, plan.batch * 2 // seats)
        for _ in range(plan.passes):
            shuffled = torch.randperm(len(features), device=device)
            for part in shuffled.split(size):
                batches.append((features[part], targets[part]))
    total = torch.zeros(4, device=device)
    for at in torch.randperm(len(batches)).tolist():
        features, targets = batches[at]
        loss = _loss(network(features), targets)
        optimiser.zero_grad()
        (loss[0] + 0.1 * loss[1] + 0.1 * loss[2] + 0.1 * loss[3]).backward()
        optimiser.step()
        mean.update_parameters(network)
        total += loss.detach()
    return [float(one) for one in total / max(1, len(batches))]


def _loss(heads: Tensor, targets: Tensor) -> Tensor:
    known = ~torch.isnan(targets[..., 0])
    heads, targets = heads[known], targets[known]
    win = nn.functional.binary_cross_entropy_with_logits(heads[:, 0], targets[:, 0])
    rest = ((heads[:, 1:] - targets[:, 1:]) ** 2).mean(0)
    return torch.cat([win[None], rest])


@torch.no_grad()
def _targets(
    lessons: Sequence[Lessons],
    network: Network,
    trace: float,
    device: torch.device,
    learner: int | None,
) -> tuple[Tensor, Tensor]:
    """Features with the order, and the lambda-return of every head, of all positions."""
    features = torch.cat(
        [
            torch.from_numpy(
                np.concatenate([lesson.features, lesson.order[:, :, None]], 2)
            ).to(device)
            for lesson in lessons
        ]
    ).int()
    scales = torch.tensor(SCALES, device=device)
    results = torch.cat([torch.from_numpy(outcomes(lesson.scores)) for lesson in lessons])
    results = results.to(device) / scales
    lengths = torch.cat([torch.from_numpy(np.diff(lesson.begins)) for lesson in lessons])
    lengths = lengths.to(device)
    ends = lengths.cumsum(0)
    values = torch.cat([_values(network(part)) for part in features.split(131_072)])
    targets = torch.empty_like(values)
    running = results.clone()
    for back in range(int(lengths.max())):
        going = lengths > back
        at = ends[going] - 1 - back
        if back:
            running[going] = (1 - trace) * values[at + 1] + trace * running[going]
        targets[at] = running[going]
    if learner is not None:  # the other seat's player is not to be learned
        targets[:, 1 - learner] = math.nan
    return features, targets


def _values(heads: Tensor) -> Tensor:
    return torch.cat([torch.sigmoid(heads[..., :1]), heads[..., 1:]], -1)
