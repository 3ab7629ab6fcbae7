"""`rowlock solve`, as a person runs it."""

from __future__ import annotations

import json
import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from rowlock import find_variant
from rowlock.solve import solve
from rowlock.variant import load_variant
from tests.cli.running import Ran, command, environment, run
from tests.solve.naive import Naive

TEXT = """\
name = "Small"
edition = 1
players = [1, 5]
faces = 2
lock = { cells = 1, needs = 1 }
end = { locks = 2, misses = 2, miss_points = -5 }

[rows]
R = "2-4"
Y = "2-3"
G = "4-2"
B = "4-3"
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "rowlock" / "values"


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text(TEXT)
    return path


def alone(path: Path) -> float:
    """What best play brings, by looking at everything."""
    variant = load_variant(path)
    return Naive(variant, 1).value(variant.sheet())


def complaint(ran: Ran) -> str:
    """The last line that was told; the compiler may have announced itself before."""
    assert ran.code == 1
    assert "Traceback" not in ran.err
    return ran.err.splitlines()[-1].removeprefix("rowlock: ")


def test_it_says_what_best_play_brings_and_where_the_values_are(small: Path, cache: Path) -> None:
    out = run("solve", small).out
    (path,) = cache.iterdir()
    value = solve(load_variant(small)).starts[0]
    assert out == (
        f"Small, alone: {value:.4f} points on average under best play.\n"
        f"The value of every sheet is in {path} (0.0 MB).\n"
    )
    assert run("solve", small).out == out


def test_it_says_what_every_seat_has(small: Path) -> None:
    out = run("solve", small, "--seats", "3", "--workers", "1").out
    starts = solve(load_variant(small), 3).starts
    head, *lines, _ = out.splitlines()
    assert head == "Small, 3 seats, friendly: points on average under best play"
    assert lines == [
        f"  seat 1  {starts[0]:.4f}  rolls first",
        f"  seat 2  {starts[1]:.4f}",
        f"  seat 3  {starts[2]:.4f}",
    ]


def test_it_shows_the_value_of_a_sheet(small: Path) -> None:
    values = solve(load_variant(small), 3)
    sheet = values.variant.sheet("R 2 | G 4 3 | x1")
    out = run("solve", small, "--seats", "3", "--show", "G 4 3 | R 2 | x1").out
    assert out.splitlines() == [
        "R 2 | Y | G 4 3 | B | x1: -1 points so far; on average at the end under best play",
        f"  {values.value(sheet, 0):.4f}  if none of the others rolls before you",
        f"  {values.value(sheet, 1):.4f}  if 1 of the others rolls before you",
        f"  {values.value(sheet, 2):.4f}  if 2 of the others roll before you",
    ]


def test_it_shows_every_option_the_best_first(small: Path) -> None:
    values = solve(load_variant(small))
    out = run("solve", small, "--show", "R 2", "--roll", "12r2y1g1b2").out.splitlines()
    assert out[1] == f"  {values.value(values.variant.sheet('R 2')):.4f}"
    assert out[2] == "Every option with 12r2y1g1b2, and how much less it is than the best:"
    numbers = [re.search(r"(-?[\d.]+) +-([\d.]+)  R", line) for line in out[3:]]
    shown = [float(found[1]) for found in numbers if found]
    assert len(shown) == len(out[3:]) > 10
    assert shown == sorted(shown, reverse=True)
    assert all(found and found[2] for found in numbers)
    (line,) = [line for line in out if line.strip().startswith("R3 / G3 ")]
    assert line.endswith("  R 2 3 | Y | G 3 | B")
    assert run("solve", small, "--roll", "12r2y1g1b2").out.startswith("R | Y | G | B: 0 points")


def test_it_gives_all_of_it_as_json(small: Path, cache: Path) -> None:
    ran = run("solve", small, "--seats", "2", "--show", "R 2", "--roll", "12r2y1g1b2", "--json")
    told = json.loads(ran.out)
    values = solve(load_variant(small), 2)
    sheet = values.variant.sheet("R 2")
    assert told["variant"] == "small"
    assert (told["seats"], told["points"], told["sheet"]) == (2, 1, "R 2 | Y | G | B")
    assert Path(told["file"]).parent == cache
    assert told["starts"] == list(values.starts)
    assert told["values"] == [values.value(sheet, 0), values.value(sheet, 1)]
    assert {"white": "-", "colour": "-", "sheet": "R 2 | Y | G | B | x1"}.items() <= next(
        o for o in told["options"] if o["white"] == o["colour"] == "-"
    ).items()
    assert [option["value"] for option in told["options"]] == sorted(
        (option["value"] for option in told["options"]), reverse=True
    )


def test_a_bar_moves_if_somebody_looks(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    first, second = run("solve", small), run("solve", small)
    assert "sheets" in first.err
    assert "sheets" not in second.err
    assert first.out == second.out


def test_stopping_it_says_that_it_can_go_on(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rowlock.solve.solve", stopped)
    ran = run("solve", small)
    assert (ran.code, ran.out) == (130, "")
    assert ran.err == "rowlock: stopped; the same command goes on where this one was\n"


def test_values_that_cannot_be_kept_are_told_all_the_same(small: Path, cache: Path) -> None:
    cache.parent.write_text("not a folder")
    ran = run("solve", small)
    assert ran.code == 0
    assert ran.err.splitlines()[-1].startswith("rowlock: the values could not be kept as ")
    assert ran.out == f"Small, alone: {alone(small):.4f} points on average under best play.\n"


def test_a_disk_that_is_really_full_leaves_nothing(small: Path, cache: Path) -> None:
    ran = subprocess.run(
        command("solve", small),
        capture_output=True,
        text=True,
        check=True,
        # Nor may whoever measures the coverage write more.
        env={k: v for k, v in environment(NUMBA_DISABLE_JIT="1").items() if "COVERAGE" not in k},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000)),
    )
    assert ran.stderr.endswith(": File too large\n")
    assert ran.stdout == f"Small, alone: {alone(small):.4f} points on average under best play.\n"
    assert list(cache.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--seats", "6"), "a game is solved for 1 to 5 seats, not 6"),
        (("--workers", "0"), "expected at least one worker, not 0"),
        (("--show", "R 2 4 | G 4 2"), "the game is over on R 2 4 | Y | G 4 2 | B: 2 rows are "),
        (("--show", "x2"), "the game is over on R | Y | G | B | x2: it has 2 misses; expected"),
        (("--show", "x3"), "line 1, column 1: expected a cell of this sheet, such as R5, or x0 "),
        (("--show", "R 9"), "line 1, column 3: expected a number of row R (2 3 4), found '9'"),
        (("--show", "R 4"), "line 1, column 3: R4 cannot be crossed on R | Y | G | B"),
        (("--roll", "12"), "the coloured dice in play are r y g b; the roll 12 shows none"),
        (("--roll", "13r1y1g1b1"), "the dice go from 1 to 2; the roll is 13r1y1g1b1"),
        (("--roll", "one"), "line 1, column 1: expected a roll such as 14r3y6g3b3"),
        (("--show", "R 2 4", "--roll", "11r1y1g1b1"), "the coloured dice in play are y g b;"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(
    arguments: tuple[str, ...], said: str, small: Path
) -> None:
    ran = run("solve", small, *arguments)
    assert complaint(ran).startswith(said)
    assert ran.out == ""


def test_what_is_no_position_is_said_before_anything_is_solved(small: Path, cache: Path) -> None:
    complaint(run("solve", small, "--show", "R 9"))
    complaint(run("solve", small, "--roll", "one"))
    assert not cache.exists()


def test_a_variant_that_cannot_be_solved_is_told_why() -> None:
    name = find_variant("bonus_pairs").name
    said = complaint(run("solve", "bonus_pairs"))
    assert said.startswith(f"{name} cannot be solved: with its rules (pairs) a sheet is worth ")


def test_a_spoilt_file_is_named(small: Path, cache: Path) -> None:
    run("solve", small)
    (path,) = cache.iterdir()
    path.write_bytes(path.read_bytes()[:-8])
    said = complaint(run("solve", small))
    assert said.startswith(f"{path}: expected ")
    assert said.endswith("; remove it to solve again")


@pytest.mark.parametrize("package", ["rich.progress", "numpy"])
def test_missing_packages_are_named_with_the_command_that_brings_them(
    package: str, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("rowlock.solve")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    said = complaint(run("solve", small))
    assert said == (
        f"solving needs more packages ({package} is missing): pip install 'rowlock[arena]'"
    )
