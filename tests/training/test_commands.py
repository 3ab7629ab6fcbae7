"""The commands of training, as a person runs them."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from rowlock import find_variant
from rowlock.fast.weights import WeightsInfo, read_info, read_weights, write_weights
from rowlock.rules import Rule
from rowlock.variant import load_variant
from tests.cli.running import environment
from tests.players.trained import by_chance
from training import __main__ as command
from training import course, measure

ROOT = Path(__file__).parents[2]
TEXT = """\
name = "Small"
edition = 1
players = [2, 5]
faces = 3
lock = { cells = 1, needs = 2 }
end = { locks = 2, misses = 2, miss_points = -5 }

[rows]
R = "2-6"
Y = "2-6"
G = "6-2"
B = "6-2"
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text(TEXT)
    return path


@pytest.fixture
def weights(small: Path) -> Path:
    """Weights of the small variant."""
    variant = load_variant(small)
    path = small.with_suffix(".weights")
    write_weights(path, WeightsInfo.of(variant, 5), by_chance(variant))
    return path


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "_GAMES", 100)
    monkeypatch.setattr(course, "_DEALS", 50)


class Person:
    """Runs commands and reads what they say."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def train(self, *arguments: str | Path) -> str:
        return self._printed(command.main([str(argument) for argument in arguments]))

    def measure(self, *arguments: str | Path) -> str:
        return self._printed(measure.main([str(argument) for argument in arguments]))

    def refused(self, *arguments: str | Path) -> str:
        return self._complaint(command.main([str(argument) for argument in arguments]))

    def not_measured(self, *arguments: str | Path) -> str:
        return self._complaint(measure.main([str(argument) for argument in arguments]))

    def misused(self, *arguments: str | Path) -> str:
        with pytest.raises(SystemExit) as leaving:
            command.main([str(argument) for argument in arguments])
        assert leaving.value.code == 2
        return self.capsys.readouterr().err.splitlines()[-1]

    def _printed(self, code: int) -> str:
        said = self.capsys.readouterr()
        assert code == 0, said.err
        return said.out

    def _complaint(self, code: int) -> str:
        said = self.capsys.readouterr()
        assert code == 1
        assert said.out == ""
        assert "Traceback" not in said.err
        return said.err.splitlines()[-1].removeprefix("rowlock: ")


@pytest.fixture
def person(capsys: pytest.CaptureFixture[str]) -> Person:
    return Person(capsys)


def test_a_variant_of_ones_own_is_trained_and_measured(person: Person, small: Path) -> None:
    out = small.with_name("mine.weights")
    said = person.train(small, "--seconds", "0.5", "--threads", "1", "--out", out).splitlines()
    about = read_info(out)
    assert said[0] == f"Small: learned from {about.games:,} games."
    assert said[1] == f"Wins against keen, two seats: {about.strength['keen']}."
    assert said[2] == f"The weights are in {out}."
    assert (about.variant, about.seats) == ("small", "2-5")
    table = person.measure(out, "--variant", small, "--against", "random", "--games", "201")
    head, *lines = table.splitlines()
    assert head == "Small, two seats: 100 deals, 200 games; ties split"
    assert lines[0].split() == ["player", "wins", "95", "%", "interval", "points"]
    assert lines[-1].split()[0] == "random"
    shares = [float(line.split("%")[0].split()[-1]) for line in lines[-2:]]
    assert sum(shares) == pytest.approx(100, abs=0.011)


def test_two_files_are_measured_and_the_same_dice_give_the_same(
    person: Person, small: Path, weights: Path
) -> None:
    other = small.with_name("other.weights")
    variant = load_variant(small)
    write_weights(other, WeightsInfo.of(variant, 0), by_chance(variant, seed=2))
    both = [
        person.measure(weights, "--against", other, "--variant", small, "--games", "100", *more)
        for more in ((), ("--threads", "1"), ("--seed", "7"))
    ]
    assert both[0] == both[1] != both[2]


def test_an_opponent_is_trained_from_a_start(person: Person, small: Path, weights: Path) -> None:
    out = small.with_name("opponent.weights")
    arguments = ("--against", weights, "--start", weights, "--out", out, "--threads", "1")
    said = person.train(small, "--seconds", "0.3", *arguments)
    assert "\nWins against the opponent, two seats: " in said
    about, _ = read_weights(out, load_variant(small))
    assert about.seats == "2"
    assert about.games > 5


def test_ctrl_c_keeps_the_training_and_the_same_command_goes_on(small: Path) -> None:
    out = small.with_name("mine.weights")
    part = small.with_name("mine.weights.part")
    line = [sys.executable, "-m", "training", str(small), "--threads", "1", "--out", str(out)]

    def start(*more: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [*line, *more], stderr=subprocess.PIPE, text=True, cwd=ROOT, env=environment()
        )

    with start("--minutes", "60") as first:
        while not part.exists():
            assert first.poll() is None
            time.sleep(0.05)
        first.send_signal(signal.SIGINT)
        _, err = first.communicate()
    assert first.returncode == 130, err
    assert "Traceback" not in err
    said = f"rowlock: stopped; the same command goes on from {part}"
    assert err.splitlines()[-1] == said
    assert not out.exists()
    with start("--seconds", "0.01") as second:
        _, err = second.communicate()
    assert second.returncode == 0, err
    assert f"Going on from {part}: " in err
    assert not part.exists()
    read_weights(out, load_variant(small))


# What is wrong is told


def test_without_pytorch_it_says_what_to_install(
    person: Person, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    expected = (
        "training needs more packages (torch is missing): in the folder of Rowlock, "
        "pip install '.[training]'"
    )
    assert person.refused(small) == expected
    assert person.not_measured(small) == expected


def test_without_compiled_kernels_it_does_not_begin(
    person: Person, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rowlock.fast.compiles", lambda: False)
    assert person.refused(small).startswith("training needs compiled kernels")


def test_an_unknown_variant_is_told(person: Person, tmp_path: Path) -> None:
    assert "did you mean 'longo'?" in person.refused("longa")
    assert "No such file" in person.refused(tmp_path / "none.toml")


def test_a_rule_without_a_kernel_is_told(
    person: Person, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    strange = replace(load_variant(small), rules=(Rule(),))
    monkeypatch.setattr(command, "named_variant", lambda _: strange)
    for more in ((), ("--out", small.with_name("out.weights"))):
        said = person.refused(small, *more)
        assert said.startswith("the fast engine has no twin of the rule Rule; known are ")
    assert list(small.parent.iterdir()) == [small]


def test_where_nothing_can_be_written_it_does_not_begin(person: Person, small: Path) -> None:
    said = person.refused(small, "--out", small / "x.weights", "--threads", "1")
    assert said.startswith(f"{small}")
    assert "irectory" in said or "exists" in said
    said = person.refused(small, "--out", small.parent)
    assert said == f"{small.parent}: expected a file for the weights, found a folder"


def test_a_foreign_checkpoint_is_told(person: Person, small: Path) -> None:
    part = small.with_name("x.weights.part")
    part.write_text("my notes")
    said = person.refused(small, "--out", small.with_name("x.weights"))
    assert said.startswith(f"{part}: expected a training to go on with, found something else; ")
    assert part.read_text() == "my notes"


def test_weights_of_another_variant_are_no_opponent(
    person: Person, small: Path, weights: Path
) -> None:
    said = person.refused("classic", "--against", weights)
    assert said.startswith(f"{weights}: expected weights of the variant classic, found small; ")
    missing = small.with_name("none.weights")
    said = person.refused(small, "--against", missing)
    assert said == f"{missing}: no weights could be read: No such file or directory"
    said = person.refused(small, "--against", small)
    assert said.startswith(f"{small}: this is no file of weights; ")
    said = person.refused(small, "--against", weights, "--seats", "2-3")
    assert said == "--against is for games of two seats; expected no other --seats"


def test_a_start_must_fit(person: Person, small: Path, weights: Path) -> None:
    said = person.refused(small, "--start", "nothing")
    assert said == "expected a file of weights or a variant that has some, found 'nothing'"
    said = person.refused("longo", "--start", "classic")
    assert said.startswith("the weights of Classic do not fit Longo: expected sheets of the same ")
    said = person.refused("classic", "--start", weights)
    assert said.startswith(f"{weights}: expected weights of the variant classic, found small; ")


def test_weights_of_a_variant_of_the_same_shape_are_a_start() -> None:
    given = course.given_weights("classic", find_variant("mixed_colours"))
    assert given.about.variant == "classic"


def test_a_device_must_be_there(person: Person, small: Path) -> None:
    said = person.refused(small, "--device", "toaster")
    assert said == (
        "expected a device that PyTorch can use here, such as cpu or cuda, found 'toaster'"
    )


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--seconds", "0", "expected a number above 0, found '0'"),
        ("--minutes", "inf", "expected a number above 0, found 'inf'"),
        ("--rate", "fast", "expected a number above 0, found 'fast'"),
        ("--threads", "0", "expected at least 1, found 0"),
        ("--seed", "-1", "expected a whole number from 0 on, found '-1'"),
        ("--seats", "1-5", "expected numbers of seats from 2 to 5 such as 2-5 or 2,4, found '1-5'"),
        ("--seats", "5-2", "expected numbers of seats from 2 to 5 such as 2-5 or 2,4, found '5-2'"),
        ("--seats", "two", "expected numbers of seats from 2 to 5 such as 2-5 or 2,4, found 'two'"),
    ],
)
def test_a_wrong_option_is_told(person: Person, option: str, value: str, said: str) -> None:
    assert person.misused("classic", f"{option}={value}").endswith(f"{option}: {said}")


def test_seconds_and_minutes_are_not_given_both(person: Person) -> None:
    said = person.misused("classic", "--seconds", "1", "--minutes", "1")
    assert "not allowed with argument --seconds" in said


@pytest.mark.parametrize(
    ("text", "seats"), [("2-5", (2, 3, 4, 5)), ("4,2", (2, 4)), ("3", (3,)), ("2-3, 5", (2, 3, 5))]
)
def test_seats_are_read(text: str, seats: tuple[int, ...]) -> None:
    assert command.make_parser().parse_args(["classic", "--seats", text]).seats == seats


def test_what_cannot_be_measured_is_told(person: Person, small: Path, weights: Path) -> None:
    said = person.not_measured(weights)
    assert said == (
        f"{weights}: these are weights of 'small', which does not ship; name its file with "
        f"--variant"
    )
    said = person.not_measured(small)
    assert said == f"{small}: this is no file of weights"
    said = person.not_measured(weights, "--variant", small, "--against", "nobody")
    assert said.endswith("such as keen or ga, found 'nobody'")
    said = person.not_measured(weights, "--variant", small, "--against", "oracle")
    assert said == "oracle plays as ga here: there are no trained weights for Small."
    said = person.not_measured(weights, "--variant", small, "--against", weights)
    assert said == f"expected two players, found {weights} twice"
    said = person.not_measured(weights, "--variant", "classic")
    assert said.startswith(f"{weights}: expected weights of the variant classic, found small; ")
