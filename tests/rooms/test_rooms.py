"""The house itself: who knows whom, what things are called, how large rooms are."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from rowlock import find_variant, shipped_variants
from rowlock.bots import BOTS
from rowlock.mechanics import known

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "rowlock"
MODULES = sorted(SOURCE.rglob("*.py"))
OUTSIDE = [path for path in MODULES if SOURCE / "variants" not in path.parents]


def name(path: Path) -> str:
    return str(path.relative_to(SOURCE))


def python(code: str) -> str:
    """What a fresh interpreter prints, its modules compiled as after an installation."""
    unwanted = ("PYTHONDONTWRITEBYTECODE", "COVERAGE")
    environment = {k: v for k, v in os.environ.items() if not k.startswith(unwanted)}
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, text=True, env=environment
    )
    return run.stdout


def test_rooms_know_only_the_rooms_below_them() -> None:
    lint = Path(sys.executable).with_name("lint-imports")
    run = subprocess.run([lint], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize("path", OUTSIDE, ids=name)
def test_no_code_outside_variants_names_a_variant(path: Path) -> None:
    words = [*shipped_variants(), *(find_variant(key).name for key in shipped_variants())]
    found = re.findall(rf"\b({'|'.join(words)})\b", path.read_text(), re.IGNORECASE)
    assert found == []


NAMING = {
    "events.py": "the word on the wire and in stored games for a cell that a rule offers",
    "server/story.py": "the same",
    "server/protocol.py": "a reaction that says: lucky you",
    "arena/pieces.py": "a lucky roll",
    "arena/ratings.py": "pairs of players",
    "tui/ink.py": "pairs of colours",
    "server/creation.py": "an example of a choice",
}
"""Modules in which the name of a mechanic stands all the same, and why."""


@pytest.mark.parametrize("path", OUTSIDE, ids=name)
def test_no_code_outside_the_mechanics_and_their_twins_names_one(path: Path) -> None:
    """Nor its module or its words: to add one, nothing else is changed.

    A mechanic may bring a twin in the fast rooms, and a lesson.
    """
    room = path.relative_to(SOURCE).parts
    if room[0] not in {"mechanics", "fast", "solve"} and room[:2] != ("lessons", "mechanics"):
        found = re.findall("|".join(known()), path.read_text(), re.IGNORECASE)
        assert bool(found) == (name(path) in NAMING), found


ORDINARY = {"random", "casual", "expert", "solo"}
"""Codes of bots that are also words of English or Italian: alone in quotes they are codes."""
NAMING_BOTS = {
    "bots.py": "the register",
    "players/__init__.py": "the modules of classes that programs may use by name",
    "players/rollout.py": "its own name, in a complaint",
    "players/solo.py": "its own name, in a complaint",
    "testing/variants.py": "what a check counts is told of the plain bot that it plays with",
}


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_no_code_outside_the_register_names_a_bot(path: Path) -> None:
    """A text in the code holds no bot's code: whoever needs one asks the register."""
    codes = {bot.code for bot in BOTS}
    found = set()
    for text in texts(ast.parse(path.read_text())):
        words = set(re.findall(r"\w+", text)) & codes
        found |= words - ORDINARY if text not in codes else words
    assert bool(found) == (name(path) in NAMING_BOTS), found


def texts(tree: ast.Module) -> Iterator[str]:
    """Every text in quotes that is not a docstring or a note below a name."""
    notes = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in notes:
            yield node.value


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_a_room_has_at_most_about_four_hundred_lines(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 420


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_a_room_has_a_name_that_explains_it(path: Path) -> None:
    assert path.stem not in {"utils", "helpers", "common", "base", "manager"}


@pytest.mark.parametrize("path", OUTSIDE, ids=name)
def test_numbers_are_drawn_in_one_place_only(path: Path) -> None:
    """The rules rooms know no chance; players, kit and command line bring it in.

    The fair dice and the lots of numbered games are sources themselves: their numbers follow
    from seeds, and `dice.py` draws from them.
    """
    if path.parent.name not in {"players", "testing", "tui", "cli"}:
        assert "import random" not in path.read_text()
        drawn = "randrange" in path.read_text()
        assert drawn == (path.name in {"dice.py", "fair.py", "lots.py"})


def test_every_variant_file_is_listed_and_every_listed_one_is_there() -> None:
    files = {path.stem for path in (SOURCE / "variants").glob("*.toml")}
    assert files == set(shipped_variants())


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_the_package_reads_nothing_of_a_checkout(path: Path) -> None:
    """What it needs travels with it: installed it finds the same as here."""
    assert '"docs"' not in path.read_text()


def test_the_package_depends_on_nothing() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["dependencies"] == []


def test_importing_loads_no_third_party_module() -> None:
    loaded = json.loads(
        python(
            "import sys; before = set(sys.modules); import rowlock, json;"
            "print(json.dumps(sorted({m.split('.')[0] for m in set(sys.modules) - before})))"
        )
    )
    assert set(loaded) - set(sys.stdlib_module_names) == {"rowlock"}


def test_importing_takes_less_than_fifty_milliseconds() -> None:
    """Processor time, the best of many tries: what else the machine does should not count."""
    code = (
        "import time; begin = time.process_time(); import rowlock;"
        "print(time.process_time() - begin)"
    )
    assert any(float(python(code)) < 0.050 for _ in range(50))


def test_no_file_names_a_registry_or_a_path_of_somebodys_machine() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    files = [file for file in listed.stdout.split() if (ROOT / file).is_file()]
    words = "index-" + "url", "files.python" + "hosted", "registry.npm" + "js", "/ho" + "me/"
    for file in files:
        text = (ROOT / file).read_text(encoding="utf-8", errors="replace")
        assert not [word for word in words if word in text], file
