"""The house itself: who knows whom, what things are called, how large rooms are."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from rowlock import find_variant, shipped_variants

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
