"""A training from its beginning to its file: begun or gone on with, kept, measured, written."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import torch

from rowlock.errors import NotNotation, Place, UnknownVariant
from rowlock.fast import Tables, compile_variant, find_policy
from rowlock.fast.compiling import tables_digest
from rowlock.fast.net import shape_of, weights_at
from rowlock.fast.policy import Floats
from rowlock.fast.weights import (
    WeightsInfo,
    own_weights,
    read_weights,
    shipped_weights,
    write_weights,
)
from rowlock.variant import Variant, named_variant
from training.checkpoints import Of, read_checkpoint, write_checkpoint
from training.learning import SHARES, Learner, Plan
from training.matches import match, policy_of, strength

__all__ = ["Course", "Given", "default_out", "find_device", "finish", "given_weights", "study"]

_EVERY = 60.0  # seconds from one checkpoint to the next
_GAMES = 4_096  # of a round, for each thread
_DEALS = 2_000  # of the match at the end
_MEASURED = "keen"
_SEED_OF_MATCH = 2_026


class Given(NamedTuple):
    """Weights that somebody brought."""

    about: WeightsInfo
    weights: Floats


@dataclass(frozen=True)
class Course:
    """What is to be learned, how, and where it is written."""

    variant: Variant
    out: Path
    seconds: float
    threads: int
    device: str = "cpu"
    seed: int = 1
    rate: float = Plan.rate
    seats: tuple[int, ...] = tuple(SHARES)
    start: Given | None = None
    against: Given | None = None

    @property
    def part(self) -> Path:
        """Where the training is kept while it is under way."""
        return self.out.with_name(f"{self.out.name}.part")

    @cached_property
    def tables(self) -> Tables:
        """The variant, compiled."""
        return compile_variant(self.variant)

    @property
    def plan(self) -> Plan:
        """The same for a learner."""
        return Plan(
            seconds=self.seconds,
            games=_GAMES * self.threads,
            rate=self.rate,
            shares={seats: SHARES[seats] for seats in self.seats},
            follows_from=0.0 if self.against else Plan.follows_from,
            threads=self.threads,
            device=self.device,
            seed=self.seed,
            against=self.against.weights if self.against else None,
        )

    @property
    def of(self) -> Of:
        """What makes it the same training after an interruption.

        Time, threads and device may be others.
        """
        return {
            "variant": self.variant.key,
            "edition": self.variant.edition,
            "digest of the variant's tables": tables_digest(self.tables),
            "shape": " ".join(map(str, WeightsInfo.of(self.variant, 0).shape)),
            "seats": _seats(self.seats),
            "seed": self.seed,
            "rate": self.rate,
            "start": _digest(self.start),
            "opponent": _digest(self.against),
        }


def default_out(variant: Variant, against: bool) -> Path:
    """Where trained players look for weights; an opponent's lie beside, where nobody looks."""
    path = own_weights(variant)
    return path.with_suffix(".opponent.weights") if against else path


def find_device(name: str | None) -> str:
    """The device of this name, or the one there is."""
    if name is None:
        return "cuda" if torch.cuda.is_available() else "cpu"
    try:
        torch.zeros(1, device=name)
    except (RuntimeError, AssertionError, NotImplementedError):
        raise NotNotation(
            f"expected a device that PyTorch can use here, such as cpu or cuda, found {name!r:.40}"
        ) from None
    return name


def given_weights(name: str, variant: Variant) -> Given:
    """The weights to start from: a file of this variant's, or another variant with its weights.

    Those of another variant serve if its sheets have the same shape.
    """
    if Path(name).is_file() and not name.endswith(".toml"):
        return Given(*read_weights(Path(name), variant))
    try:
        other = named_variant(name)
    except UnknownVariant:
        raise NotNotation(
            f"expected a file of weights or a variant that has some, found {name!r:.80}"
        ) from None
    path = shipped_weights(other)
    if not path.is_file():
        path = own_weights(other)
    given = Given(*read_weights(path, other))
    shapes = [shape_of(compile_variant(one)) for one in (variant, other)]
    if shapes[0] != shapes[1]:
        raise NotNotation(
            f"the weights of {other.name} do not fit {variant.name}: expected sheets of the same "
            f"shape ({weights_at(shapes[0], 0).end:,} weights, found {len(given.weights):,})"
        )
    return given


def study(
    course: Course,
    tell: Callable[[str], None],
    stop: Callable[[], bool] = lambda: False,
    watch: Callable[[Learner], None] = lambda _: None,
    clock: Callable[[], float] = time.monotonic,
) -> Learner | None:
    """Learn, or go on with it; none if it was stopped, and then the part is kept."""
    learner = Learner(course.tables, course.plan, course.start and course.start.weights, clock)
    state = read_checkpoint(course.part, course.of, learner.device)
    if state is not None:
        learner.restore(state)
        tell(
            f"Going on from {course.part}: {learner.elapsed:,.0f} seconds and "
            f"{learner.games:,} games are done."
        )
    write_checkpoint(course.part, course.of, learner.state())  # tells now if nothing can be kept
    watch(learner)
    kept = time.monotonic()

    def look() -> None:
        nonlocal kept
        watch(learner)
        if time.monotonic() - kept >= _EVERY:
            kept = time.monotonic()
            try:
                write_checkpoint(course.part, course.of, learner.state())
            except OSError as error:  # there may be room again when it is needed
                tell(f"{course.part}: not kept: {error.strerror or error}")

    whole = learner.learn(stop, look)
    write_checkpoint(course.part, course.of, learner.state())
    return learner if whole else None


def finish(course: Course, learner: Learner) -> WeightsInfo:
    """Measure what was learned, write its file, and give up the part."""
    about = _about(course, learner)
    try:
        about = write_weights(course.out, about, learner.weights())
    except OSError as error:
        raise NotNotation(
            f"the weights could not be written: {error.strerror or error}; what was learned is in "
            f"{course.part}, and the same command writes them",
            Place(str(course.out)),
        ) from None
    course.part.unlink(missing_ok=True)
    return about


def _about(course: Course, learner: Learner) -> WeightsInfo:
    """What the file says of itself, with the strength that is measured now."""
    variant = course.variant
    before = course.start.about.games if course.start else 0
    about = WeightsInfo.of(variant, before + learner.games, seats=_seats(course.seats))
    trained = policy_of("trained", variant, about, learner.weights())
    others = {_MEASURED: find_policy(_MEASURED, variant)}
    if course.against:
        others["the opponent"] = policy_of("the opponent", variant, *course.against)
    found = {
        name: strength(
            match(variant, trained, other, _DEALS, _SEED_OF_MATCH, course.threads), "trained"
        )
        for name, other in others.items()
        if other
    }
    return WeightsInfo.of(variant, about.games, found, about.seats)


def _seats(seats: tuple[int, ...]) -> str:
    """As a person writes it: 2-5, or 2,4."""
    first, last = seats[0], seats[-1]
    if seats == tuple(range(first, last + 1)):
        return str(first) if first == last else f"{first}-{last}"
    return ",".join(map(str, seats))


def _digest(given: Given | None) -> str:
    return hashlib.sha256(given.weights.tobytes()).hexdigest() if given else "none"
