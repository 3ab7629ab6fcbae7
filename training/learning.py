"""Self-play and learning side by side: kernels play on all cores while the network learns."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from rowlock.fast.net import shape_of
from rowlock.fast.oracle import oracle_numbers
from rowlock.fast.policy import Floats
from rowlock.fast.samples import Samples, take_samples
from rowlock.fast.tables import Tables
from training.network import Network
from training.returns import losses, returns

__all__ = ["SHARES", "Learner", "Plan"]

SHARES = {2: 0.55, 3: 0.2, 4: 0.15, 5: 0.1}
"""The share of the games with each number of seats."""


@dataclass(frozen=True)
class Plan:
    """How long to learn, and from what."""

    seconds: float
    games: int = 24_576  # in one round
    batch: int = 8_192  # positions in one step, of two seats
    passes: int = 2  # over the positions of a round
    rate: float = 2e-3
    last_rate: float = 3e-5
    trace: float = 0.9  # lambda; it goes up to 1 in the last part of the time
    trace_until: float = 0.7
    mean: float = 0.998  # how much of the averaged weights stays after a step
    shares: dict[int, float] = field(default_factory=lambda: dict(SHARES))
    openings: float = 0.2  # the share of games that begin half by chance
    follows_from: float = 0.6  # the part of the time before the others' answers are followed
    threads: int = 2
    device: str = "cpu"
    seed: int = 1
    against: Floats | None = None  # the weights of a fixed opponent in two-seat games


class Learner:
    """A network that learns, with all that is needed to go on after an interruption.

    What is kept in the end is the mean of its weights over the last steps.
    """

    def __init__(
        self,
        t: Tables,
        plan: Plan,
        start: Floats | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        torch.manual_seed(plan.seed)
        self.t = t
        self.plan = plan
        self.clock = clock
        self.device = torch.device(plan.device)
        if self.device.type == "cuda":
            torch.backends.cuda.matmul.allow_tf32 = True
        network = Network(shape_of(t))
        if start is not None:
            network.load(start)
        self.network = network.to(self.device)
        self.optimiser = torch.optim.Adam(
            self.network.parameters(), lr=plan.rate, betas=(0.9, 0.99)
        )
        self.mean = AveragedModel(self.network, multi_avg_fn=get_ema_multi_avg_fn(plan.mean))
        self.elapsed = 0.0
        self.games = 0
        self.rounds = 0
        self.losses: list[float] = []  # of the last round: win chance, place, score, margin

    def weights(self) -> Floats:
        """What was learned so far."""
        module = self.mean.module
        assert isinstance(module, Network)
        return module.weights()

    def state(self) -> dict[str, Any]:
        """All that `restore` needs."""
        return {
            "network": self.network.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "mean": self.mean.state_dict(),
            "elapsed": self.elapsed,
            "games": self.games,
            "rounds": self.rounds,
            "losses": self.losses,
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Be as the learner was whose state this is."""
        self.network.load_state_dict(state["network"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.mean.load_state_dict(state["mean"])
        self.elapsed = state["elapsed"]
        self.games = state["games"]
        self.rounds = state["rounds"]
        self.losses = state["losses"]
        torch.manual_seed(self.plan.seed + self.rounds)

    @property
    def done(self) -> float:
        """The part of the time that has passed."""
        return min(1.0, self.elapsed / self.plan.seconds)

    def learn(
        self,
        stop: Callable[[], bool] = lambda: False,
        watch: Callable[[], None] = lambda: None,
    ) -> bool:
        """Play and learn until the time is over; false if it was stopped before.

        `watch` is called now and then, between two steps.
        """
        if self.done >= 1:
            return True
        first = oracle_numbers(self.network.weights(), follows=False)
        take_samples(self.t, 2, 0, range(1), (first,))  # compiles before the clock runs
        begun = self.clock() - self.elapsed

        def go_on() -> bool:
            self.elapsed = self.clock() - begun
            watch()
            return not stop()

        with ThreadPoolExecutor(self.plan.threads) as pool:
            pending = self._start_round(pool)
            try:
                while go_on() and self.done < 1:
                    done = self.done
                    while wait(pending, 0.1).not_done:
                        if not go_on():
                            return False
                    samples = [future.result() for future in pending]
                    self.rounds += 1
                    pending = self._start_round(pool, done)
                    self.games += sum(len(sample.scores) for sample in samples)
                    if not self._learn_round(samples, done, go_on):
                        return False
            finally:
                for future in pending:
                    future.cancel()
        return self.done >= 1

    def _start_round(
        self, pool: ThreadPoolExecutor, done: float | None = None
    ) -> list[Future[Samples]]:
        plan = self.plan
        follows = (self.done if done is None else done) >= plan.follows_from
        numbers = oracle_numbers(self.network.weights(), follows=follows)
        players: tuple[Floats, ...] = (numbers,)
        if plan.against is not None:
            fixed = oracle_numbers(plan.against, follows=True)
            players = (numbers, fixed) if self.rounds % 2 == 0 else (fixed, numbers)
        seed = plan.seed * 1_000_003 + self.rounds
        futures = []
        total = sum(plan.shares.values())
        for seats, share in plan.shares.items():
            count = round(plan.games * share / total)
            pieces = max(1, min(plan.threads * 2, count // 16))
            size = -(-count // pieces)
            for begin in range(0, count, size):
                piece = range(begin, min(count, begin + size))
                futures.append(
                    pool.submit(take_samples, self.t, seats, seed, piece, players, plan.openings)
                )
        return futures

    def _learn_round(
        self, samples: Sequence[Samples], done: float, go_on: Callable[[], bool]
    ) -> bool:
        """Learn from the games of a round; false if it was stopped before the last step."""
        plan = self.plan
        for group in self.optimiser.param_groups:
            group["lr"] = plan.last_rate + (plan.rate - plan.last_rate) * 0.5 * (
                1 + math.cos(math.pi * done)
            )
        trace = plan.trace
        if done >= plan.trace_until:
            trace = 1 - (1 - plan.trace) * (1 - done) / (1 - plan.trace_until)
        learner = None if plan.against is None else (self.rounds - 1) % 2
        batches: list[tuple[Tensor, Tensor]] = []
        for seats in sorted({sample.scores.shape[1] for sample in samples}):
            alike = [sample for sample in samples if sample.scores.shape[1] == seats]
            if not any(len(sample.features) for sample in alike):
                continue  # every game was over before it was looked at
            features, targets = returns(alike, self.network, trace, learner)
            size = max(256, plan.batch * 2 // seats)
            for _ in range(plan.passes):
                shuffled = torch.randperm(len(features), device=self.device)
                batches += [(features[part], targets[part]) for part in shuffled.split(size)]
        total = torch.zeros(4, device=self.device)
        for at in torch.randperm(len(batches)).tolist():
            features, targets = batches[at]
            loss = losses(self.network(features), targets)
            self.optimiser.zero_grad()
            (loss[0] + 0.1 * loss[1] + 0.1 * loss[2] + 0.1 * loss[3]).backward()
            self.optimiser.step()
            self.mean.update_parameters(self.network)
            total += loss.detach()
            if not go_on():
                return False
        self.losses = (total / max(1, len(batches))).tolist()
        return True
