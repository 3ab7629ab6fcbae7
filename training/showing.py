"""A training in the terminal: a bar while it runs, or a line now and then."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from training.learning import Learner

__all__ = ["showing"]

_LINES = 10.0  # seconds from one line to the next where there is no bar
_FRAMES = 0.2


@contextmanager
def showing() -> Iterator[tuple[Callable[[str], None], Callable[[Learner], None]]]:
    """What tells a sentence, and what is shown a learner now and then."""
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    columns = (
        BarColumn(bar_width=None),
        TextColumn("{task.fields[left]} left"),
        TextColumn("{task.fields[told]}"),
    )
    progress = Progress(*columns, console=console, disable=not console.is_terminal)
    task: Any = None
    told = -_LINES
    begun: tuple[float, int] | None = None

    def watch(learner: Learner) -> None:
        nonlocal task, told, begun
        now = time.monotonic()
        begun = begun or (learner.elapsed, learner.games)
        if now - told < (_FRAMES if console.is_terminal else _LINES):
            return
        told = now
        seconds = learner.plan.seconds
        left = _clock(max(0.0, seconds - learner.elapsed))
        text = _figures(learner, *begun)
        if not console.is_terminal:
            console.print(f"{learner.done:4.0%}  {left} left  {text}")
            return
        if task is None:
            progress.start()
            task = progress.add_task("", total=seconds, left=left, told=text)
        progress.update(task, completed=min(learner.elapsed, seconds), left=left, told=text)

    try:
        yield console.print, watch
    finally:
        progress.stop()


def _figures(learner: Learner, since: float, games: int) -> str:
    """What a learner has done, and how fast since it began or went on."""
    if learner.games == games:
        return f"{games:,} games"
    speed = (learner.games - games) / (learner.elapsed - since)
    loss = f"{learner.losses[0]:.4f}" if learner.losses else "-"
    return f"{learner.games:,} games  {speed:,.0f} games/s  loss {loss}"


def _clock(seconds: float) -> str:
    hours, rest = divmod(round(seconds), 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}"
