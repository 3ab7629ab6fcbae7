"""Learning a small pad from scratch, and going on with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rowlock.errors import NotNotation
from rowlock.fast import compile_variant, find_policy
from rowlock.fast.oracle import FOLLOWS, NOISE, OVERLOOK
from rowlock.fast.samples import take_samples
from rowlock.fast.weights import WeightsInfo, find_weights, own_weights, read_weights
from rowlock.variant import Variant
from tests.players.trained import by_chance, no_weights
from tests.solve.pads import MIDDLING
from training import course as courses
from training.checkpoints import read_checkpoint, write_checkpoint
from training.course import Course, Given, default_out, finish, study
from training.learning import Learner, Plan
from training.matches import match, policy_of, wins

SMALL = MIDDLING["eightfold"]
OTHER = MIDDLING["mixed3"]


def learner_of(plan: Plan, variant: Variant = SMALL, start: Any = None) -> Learner:
    """Whose clock ticks once a round, so that everything comes out the same every time."""
    learner = Learner(compile_variant(variant), plan, start, clock=lambda: float(learner.rounds))
    return learner


def share(variant: Variant, learner: Learner, code: str) -> float:
    """What a learner wins against another player."""
    trained = policy_of("trained", variant, WeightsInfo.of(variant, 0), learner.weights())
    other = find_policy(code, variant)
    assert other
    return wins(match(variant, trained, other, 1_000), "trained").value


def test_a_few_rounds_lower_the_loss_and_beat_chance() -> None:
    plan = Plan(seconds=8, games=600, threads=1, batch=1_024)
    learner = learner_of(plan)
    before = share(SMALL, learner, "random")
    seen: dict[int, float] = {}

    def watch() -> None:
        if learner.losses:
            seen[learner.rounds] = learner.losses[0]

    assert learner.learn(watch=watch)
    assert learner.rounds == 8
    assert learner.games == 8 * 600
    assert learner.losses[0] < 0.9 * seen[1]
    after = share(SMALL, learner, "random")
    assert after > max(0.7, before + 0.05)


def test_the_same_plan_learns_the_same() -> None:
    plan = Plan(seconds=2, games=200, threads=1, shares={2: 1.0})
    found = []
    for _ in range(2):
        learner = learner_of(plan)
        learner.learn()
        found.append(learner.weights())
    np.testing.assert_array_equal(found[0], found[1])


def test_only_the_seats_that_are_wanted_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    seated = set()

    def take(t: Any, seats: int, *rest: Any) -> Any:
        seated.add(seats)
        return take_samples(t, seats, *rest)

    monkeypatch.setattr("training.learning.take_samples", take)
    learner_of(Plan(seconds=1, games=100, threads=1, shares={3: 0.2, 5: 0.1})).learn()
    assert seated == {2, 3, 5}, "2 to compile before the clock runs"


def test_it_plays_without_chance_and_thinks_for_the_others_in_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = []

    def take(t: Any, seats: int, seed: int, games: range, numbers: Any, *rest: Any) -> Any:
        told.append([numbers[0][place] for place in (NOISE, OVERLOOK, FOLLOWS)])
        return take_samples(t, seats, seed, games, numbers, *rest)

    monkeypatch.setattr("training.learning.take_samples", take)
    learner_of(Plan(seconds=5, games=100, threads=1, shares={2: 1.0}, follows_from=0.6)).learn()
    assert [one for one, _ in groupby(told)] == [[0, 0, 0], [0, 0, 1]]


def test_an_opponent_learns_from_its_own_seat_alone() -> None:
    """It meets weights by chance, which are easily beaten; both seats are its own in turn."""
    fixed = by_chance(SMALL)
    plan = Plan(seconds=8, games=600, threads=1, batch=1_024, shares={2: 1.0}, follows_from=0)
    learner = learner_of(replace(plan, against=fixed))
    assert learner.learn()
    trained = policy_of("trained", SMALL, WeightsInfo.of(SMALL, 0), learner.weights())
    other = policy_of("fixed", SMALL, WeightsInfo.of(SMALL, 0), fixed)
    assert wins(match(SMALL, trained, other, 1_000), "trained").low > 0.55


def test_a_start_is_where_learning_begins() -> None:
    given = learner_of(Plan(seconds=1)).network.weights()
    learner = learner_of(Plan(seconds=1, seed=9), start=given)
    np.testing.assert_allclose(learner.network.weights(), given, rtol=1e-6, atol=1e-7)
    np.testing.assert_allclose(learner.weights(), given, rtol=1e-6, atol=1e-7)


# Courses


@pytest.fixture
def small(tmp_path: Path) -> Course:
    return Course(SMALL, tmp_path / "new" / "small.weights", seconds=4, threads=1)


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courses, "_GAMES", 200)
    monkeypatch.setattr(courses, "_DEALS", 50)


class Ticking:
    """A clock that ticks once a round of the learner it looks at."""

    learner: Learner | None = None

    def __call__(self) -> float:
        return float(self.learner.rounds) if self.learner else 0.0

    def watch(self, learner: Learner) -> None:
        self.learner = learner


def begin(course: Course, stop_after: int = 99, told: list[str] | None = None) -> Learner | None:
    """A course whose clock ticks once a round."""
    clock = Ticking()
    tell: Callable[[str], None] = (told if told is not None else []).append
    return study(course, tell, lambda: clock() >= stop_after, clock.watch, clock)


def test_what_is_interrupted_is_gone_on_with_and_ends_in_a_whole_file(small: Course) -> None:
    assert begin(small, stop_after=2) is None
    assert small.part.exists()
    assert not small.out.exists()
    told: list[str] = []
    learner = begin(small, told=told)
    assert learner
    assert told == [f"Going on from {small.part}: 2 seconds and 400 games are done."]
    assert not small.out.exists()
    about = finish(small, learner)
    found, weights = read_weights(small.out, SMALL)
    assert found == about
    assert (found.games, found.seats) == (learner.games, "2-5")
    assert found.games >= 800
    assert found.strength["keen"].endswith(", 50 deals")
    np.testing.assert_array_equal(weights, learner.weights())
    assert list(small.out.parent.iterdir()) == [small.out]


def test_a_state_holds_all_that_is_learned(small: Course) -> None:
    one = learner_of(Plan(seconds=3, games=200, threads=1))
    one.learn(stop=lambda: one.rounds >= 2)
    write_checkpoint(small.part, small.of, one.state())
    state = read_checkpoint(small.part, small.of, one.device)
    assert state
    other = learner_of(Plan(seconds=3, games=200, threads=1, seed=4))
    other.restore(state)
    np.testing.assert_array_equal(other.weights(), one.weights())
    np.testing.assert_array_equal(other.network.weights(), one.network.weights())
    assert (other.games, other.rounds, other.losses) == (one.games, one.rounds, one.losses)
    moments = [learner.optimiser.state_dict()["state"] for learner in (one, other)]
    assert moments[0].keys() == moments[1].keys() != set()
    for key, moment in moments[0].items():
        for name, value in moment.items():
            np.testing.assert_array_equal(value.numpy(), moments[1][key][name].numpy())


def test_a_course_that_was_only_not_written_is_not_learned_again(small: Course) -> None:
    first = begin(small)
    assert first
    again = begin(small)
    assert again
    assert again.games == first.games
    np.testing.assert_array_equal(again.weights(), first.weights())


def test_weights_of_ones_own_are_found_by_the_trained_players(tmp_path: Path) -> None:
    with no_weights(tmp_path):
        course = Course(SMALL, default_out(SMALL, against=False), seconds=1, threads=1)
        assert course.out == own_weights(SMALL)
        learner = begin(course)
        assert learner
        finish(course, learner)
        found = find_weights(SMALL)
        assert found
        np.testing.assert_array_equal(found.weights, learner.weights())


def test_an_opponents_weights_are_not_taken_for_the_players(tmp_path: Path) -> None:
    with no_weights(tmp_path):
        out = default_out(SMALL, against=True)
        fixed = Given(WeightsInfo.of(SMALL, 7), by_chance(SMALL))
        course = Course(SMALL, out, seconds=2, threads=1, seats=(2,), against=fixed)
        learner = begin(course)
        assert learner
        about = finish(course, learner)
        assert set(about.strength) == {"keen", "the opponent"}
        assert (about.seats, about.games) == ("2", learner.games)
        assert find_weights(SMALL) is None


def test_games_that_a_start_was_learned_from_count(small: Course) -> None:
    given = Given(WeightsInfo.of(SMALL, 1_000), by_chance(SMALL))
    course = replace(small, start=given, seconds=1, seats=(2, 4))
    learner = begin(course)
    assert learner
    about = finish(course, learner)
    assert (about.games, about.seats) == (1_000 + learner.games, "2,4")


# Files that are not right


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seed": 5}, "seed 5, found 1"),
        ({"rate": 0.5}, "rate 0.5, found 0.002"),
        ({"seats": (2, 3)}, "seats 2-3, found 2-5"),
        ({"variant": OTHER}, f"variant {OTHER.key}, found {SMALL.key}"),
        ({"variant": replace(SMALL, edition=2)}, "edition 2, found 1"),
        ({"variant": replace(SMALL, end_misses=3)}, "digest of the variant's tables "),
        ({"start": Given(WeightsInfo.of(SMALL, 0), by_chance(SMALL))}, "start "),
        ({"against": Given(WeightsInfo.of(SMALL, 0), by_chance(SMALL))}, "opponent "),
    ],
)
def test_another_training_is_not_gone_on_with(
    small: Course, change: dict[str, Any], said: str
) -> None:
    assert begin(small, stop_after=0) is None
    before = small.part.read_bytes()
    with pytest.raises(NotNotation) as refused:
        begin(replace(small, **change))
    assert refused.value.message.startswith(f"expected a training with the {said}")
    assert refused.value.message.endswith("; remove the file to begin anew")
    assert str(refused.value).startswith(f"{small.part}: ")
    assert small.part.read_bytes() == before


def test_time_threads_and_device_may_be_others(small: Course) -> None:
    assert begin(small, stop_after=1) is None
    assert begin(replace(small, seconds=2, threads=2))


@pytest.mark.parametrize("size", [0, 10, 19, 60, 84, 500, -1])
def test_a_cut_checkpoint_is_refused(small: Course, size: int) -> None:
    assert begin(small, stop_after=0) is None
    small.part.write_bytes(small.part.read_bytes()[:size])
    with pytest.raises(NotNotation, match="expected a training to go on with"):
        begin(small)


def test_a_foreign_or_damaged_checkpoint_is_refused(small: Course) -> None:
    assert begin(small, stop_after=0) is None
    data = bytearray(small.part.read_bytes())
    small.part.write_bytes(b"something else" * 100)
    with pytest.raises(NotNotation, match="go on with, found something else; remove"):
        begin(small)
    data[len(data) // 2] ^= 1
    small.part.write_bytes(data)
    with pytest.raises(NotNotation, match="this one is cut or damaged; remove"):
        begin(small)


def test_a_full_disk_is_told_and_leaves_what_was_there(
    small: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    learner = begin(small)
    assert learner
    before = small.part.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(NotNotation) as refused:
        finish(small, learner)
    assert str(refused.value) == (
        f"{small.out}: the weights could not be written: No space left on device; what was "
        f"learned is in {small.part}, and the same command writes them"
    )
    with pytest.raises(OSError, match="No space left on device") as told:
        begin(small)
    assert told.value.filename == str(small.part)
    assert list(small.out.parent.iterdir()) == [small.part]
    assert small.part.read_bytes() == before


def test_a_disk_that_is_full_for_a_while_does_not_stop_the_training(
    small: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(courses, "_EVERY", 0)
    tries = []

    def write(*arguments: Any) -> None:
        tries.append(1)
        if len(tries) == 3:
            raise OSError(28, "No space left on device", str(small.part))
        write_checkpoint(*arguments)

    monkeypatch.setattr(courses, "write_checkpoint", write)
    told: list[str] = []
    assert begin(small, told=told)
    assert told == [f"{small.part}: not kept: No space left on device"]
    assert len(tries) > 4
