"""Compiling: announced, kept for the next time, and no hindrance where it cannot be kept."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

import rowlock
from rowlock.fast import jit
from rowlock.fast.sheets import reach
from tests.fast.processes import python, without_numba

SCORE = """
from rowlock.fast import compile_variant
from rowlock.fast.bulk import points
from rowlock.fast.sheets import empty_sheets
from rowlock.variant import default_variant, find_variant
t = compile_variant(find_variant(default_variant()))
sheets = empty_sheets(t, 2)
sheets.marks[1, 0] = 0b111
print(points(t, sheets).tolist())
"""
"""A small part of the engine, so that nobody waits for long."""


def test_compiling_is_announced_once_and_kept(tmp_path: Path) -> None:
    runs = [python("-c", SCORE, XDG_CACHE_HOME=str(tmp_path)) for _ in range(2)]
    assert [run.stdout for run in runs] == ["[0, 6]\n"] * 2
    assert runs[0].stderr == "rowlock: compiling the fast engine, once on this machine ...\n"
    assert runs[1].stderr == ""
    assert list(tmp_path.glob("rowlock/kernels/*/**/*.nbi"))


def test_where_nothing_can_be_kept_the_engine_works_all_the_same(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a file, where a folder is wanted")
    run = python("-c", SCORE, XDG_CACHE_HOME=str(taken))
    assert run.stdout == "[0, 6]\n"
    assert run.stderr == "rowlock: compiling the fast engine, for this run ...\n"
    assert taken.read_text() == "a file, where a folder is wanted"


def test_where_numba_is_not_installed_the_engine_works_all_the_same(tmp_path: Path) -> None:
    assert without_numba(SCORE, tmp_path) == "[0, 6]\n"


def test_without_a_compiler_nothing_is_announced_or_kept(tmp_path: Path) -> None:
    run = python("-c", SCORE, XDG_CACHE_HOME=str(tmp_path), NUMBA_DISABLE_JIT="1")
    assert (run.stdout, run.stderr) == ("[0, 6]\n", "")
    assert list(tmp_path.iterdir()) == []


def test_a_kernel_whose_source_is_gone_is_compiled_all_the_same() -> None:
    names: dict[str, Any] = {}
    exec(compile("def more(n): return n + 1", "/gone/more.py", "exec"), names)
    assert jit.Kernel(names["more"], keep=True)(1) == 2


def test_a_kernel_may_be_made_a_kernel_again() -> None:
    assert jit.kernel(reach)(0b101) == 3


# Where it is kept


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(jit, "_home", lambda: tmp_path / "kernels")
    return tmp_path / "kernels"


def test_the_folder_is_named_after_the_sources(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = jit._cache()
    assert folder == jit._cache()
    assert folder
    assert folder.parent == home
    copy = home.parent / "rowlock"
    shutil.copytree(Path(rowlock.__file__).parent, copy, ignore=shutil.ignore_patterns("static"))
    monkeypatch.setattr(jit, "__file__", str(copy / "fast" / "jit.py"))
    assert jit._cache() == folder
    for source in (copy / "fast" / "sheets.py", copy / "solve" / "states.py", copy / "lots.py"):
        before = jit._cache()
        source.write_text(source.read_text() + "# changed\n")
        assert jit._cache() != before


def test_only_a_few_versions_are_kept_the_newest_ones(home: Path) -> None:
    for age in range(9):
        (home / f"old{age}").mkdir(parents=True)
        os.utime(home / f"old{age}", (1000 - age, 1000 - age))
    folder = jit._cache()
    assert folder
    left = sorted(path.name for path in home.iterdir())
    assert left == sorted([folder.name, "old0", "old1", "old2"])


def test_a_folder_that_cannot_be_made_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(jit, "_home", lambda: tmp_path / "file" / "kernels")
    assert jit._cache() is None


def test_a_folder_that_cannot_be_written_is_none(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda folder, mode: mode != os.W_OK)
    assert jit._cache() is None
