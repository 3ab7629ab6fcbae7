"""What a person sees of a contest in a terminal: a bar while it is played, tables afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich import box
from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from rowlock.arena.intervals import Estimate, mean_of, sd_of
from rowlock.arena.standing import Standing, counted
from rowlock.events import Ending
from rowlock.sheet import Colour

__all__ = ["bar", "report"]

_MANY = 100_000  # games that make a second digit worth printing
_SURE = "95 % sure"
_ROWS = {Colour.R: "red", Colour.Y: "yellow", Colour.G: "green", Colour.B: "blue"}
_ENDINGS = {Ending.LOCKS: "by locks", Ending.MISSES: "by misses"}


def report(standing: Standing) -> RenderableType:
    """The result as tables and sentences; it says the same for the same games."""
    parts: list[RenderableType] = [_title(standing), "", _players(standing)]
    if standing.match.adjusted:
        parts += ["", _adjusted(standing)]
    if ratings := _ratings(standing):
        parts += ["", ratings]
    return Group(*parts, "", *_sentences(standing))


def _title(standing: Standing) -> Text:
    title = Text(standing.title, "bold")
    tables = f" at {len(standing.tables):,} tables" if len(standing.tables) > 1 else ""
    title.append(
        f" ({counted(standing.deals, 'deal')}, seed {standing.match.seed}){tables}", "not bold"
    )
    return title


def _players(standing: Standing) -> Table:
    digits = 1 if standing.games < _MANY else 2
    alone = standing.match.seats == 1  # then everybody wins
    headings = ("points", "spread", "misses")
    table = _table(*headings) if alone else _table("games", "won", _SURE, *headings, "place")
    for line in sorted(standing.players(), key=lambda line: (-line.won.value, -line.score_mean)):
        reached = (f"{line.score_mean:.1f}", f"{line.score_sd:.1f}", f"{line.misses:.2f}")
        if alone:
            table.add_row(Text(line.code), *reached)
            continue
        won = (_percent(line.won.value, digits), _range(line.won, digits))
        table.add_row(Text(line.code), f"{line.games:,}", *won, *reached, f"{line.place:.2f}")
    return table


def _adjusted(standing: Standing) -> Table:
    """What was won with the luck of the dice taken out, and by how much surer that is."""
    table = _table("luck taken out", _SURE, "worth as many games")
    for line in sorted(standing.players(), key=lambda line: -line.won.value):
        if line.adjusted:
            times = ((line.won.high - line.won.low) / (line.adjusted.high - line.adjusted.low)) ** 2
            won = (_percent(line.adjusted.value, 2), _range(line.adjusted, 2))
            table.add_row(Text(line.code), *won, f"{line.games * times:,.0f}")
    return table


def _ratings(standing: Standing) -> Table | None:
    ratings = standing.ratings()
    table = _table("rating", _SURE)
    for code, value, low, high in ratings:
        table.add_row(Text(code), f"{value:.0f}", f"{low:.0f} to {high:.0f}")
    return table if ratings else None


def _table(*headings: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, collapse_padding=True)
    table.add_column("player", style="bold", overflow="fold")
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _sentences(standing: Standing) -> Iterator[str]:
    seats, turns = standing.seats(), standing.turns()
    for code, taken in Counter(standing.tables[0].codes).items():
        if len(standing.tables) == 1 and taken > 1:
            yield f"{escape(code)} sat on {taken} seats; what it won is for each of them."
    if len(seats) > 1:
        won, fair = seats[0].won, _percent(1 / len(seats))
        yield f"The first seat won {_percent(won.value)} ({_range(won)}); fair is {fair}."
    yield (
        f"A game took {mean_of(turns):.1f} turns, spread {sd_of(turns):.1f}, "
        f"from {min(turns)} to {max(turns)}."
    )
    endings = [f"{_ENDINGS[e]} {_percent(share)}" for e, share in standing.endings().items()]
    yield f"It ended {', '.join(endings)}."
    closed = [f"{_ROWS[row]} {_percent(share)}" for row, share in standing.closed().items()]
    yield f"Rows closed: {', '.join(closed)}."
    if not standing.complete:
        yield f"Stopped before the end: {standing.match.total:,} games were wanted."


def _range(share: Estimate, digits: int = 1) -> str:
    return f"{100 * share.low:.{digits}f} to {100 * share.high:.{digits}f}"


def _percent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f} %"


class _Rate(ProgressColumn):
    """How many games a second."""

    def render(self, task: Task) -> Text:
        """The speed in words; nothing while it is unknown."""
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f}/s" if speed else "", style="progress.data.speed")


@contextmanager
def bar(standing: Standing) -> Iterator[Callable[[Standing], None]]:
    """A bar with rate and time left, if somebody looks: whoever plays calls what this gives."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    columns = (
        BarColumn(bar_width=None),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} games"),
        _Rate(),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("", total=standing.match.total)
        yield lambda now: progress.update(task, completed=now.games)
