"""Something to look at while a command works: a bar, or a line if there is no package for bars."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["Watch", "waiting"]

Watch = Callable[[int, int], None]
"""Told how much is done, and of how much."""


@contextmanager
def waiting(what: str) -> Iterator[Watch]:
    """Show how far it is, if somebody looks; nothing of it stays, and nothing goes into a pipe."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    try:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )
    except ImportError:
        yield from _line(what)
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what.replace("[", r"\["), total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


def _line(what: str) -> Iterator[Watch]:
    widest = 0

    def watch(done: int, total: int) -> None:
        nonlocal widest
        line = f"{what} {done}/{total}"
        widest = max(widest, len(line))
        print(f"\r{line}", end="", file=sys.stderr, flush=True)

    try:
        yield watch
    finally:
        print(f"\r{'':{widest}}\r", end="", file=sys.stderr, flush=True)
