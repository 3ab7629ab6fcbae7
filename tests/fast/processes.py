"""Other Python processes: some without a compiler, some with a cache of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

__all__ = ["ROOT", "UNCOUNTED", "plainly", "python", "without_numba"]

ROOT = Path(__file__).parents[2]


def python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments; it must not fail."""
    run = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run


def plainly(code: str) -> str:
    """What a program prints when numba is told not to compile."""
    return python("-c", code, NUMBA_DISABLE_JIT="1").stdout


UNCOUNTED = {"COVERAGE_PROCESS_START": "", "COVERAGE_PROCESS_CONFIG": ""}
"""For a process that shows no line which others do not show; counting lines takes time."""


def without_numba(code: str, folder: Path, **environment: str) -> str:
    """What a program prints where numba is not installed; the folder is for a stub of it."""
    stub = folder / "numba"
    stub.mkdir()
    (stub / "__init__.py").write_text('raise ImportError("there is no numba here")\n')
    path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
    return python("-c", code, PYTHONPATH=path, **environment).stdout
