"""`rowlock solve`: what every sheet is worth under best play."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rowlock.cli.options import INTERRUPTED, OK, Command, complain
from rowlock.dice import Roll
from rowlock.errors import IllegalMove, NotNotation
from rowlock.sheet import Sheet
from rowlock.tui.marks import read_marks
from rowlock.variant import default_variant, named_variant

if TYPE_CHECKING:  # it needs packages that not everybody has
    from rowlock.solve import Option, Values

__all__ = ["add_solve"]

_MOST_SEATS = 5  # as in `rowlock.solve`, which this help must do without


def add_solve(command: Command, known: str) -> None:
    """Add `solve`."""
    solve = command("solve", _solve, "Solve a variant: what every sheet is worth under best play.")
    solve.add_argument(
        "variant", nargs="?", default=default_variant(), metavar="VARIANT", help=known
    )
    solve.add_argument(
        "--seats",
        type=int,
        default=1,
        metavar="N",
        help=f"1: the game alone; 2 to {_MOST_SEATS}: the friendly game, in which the others roll "
        f"too but never close a row or end the game; default 1",
    )
    solve.add_argument(
        "--show", metavar="SHEET", help="the value of a sheet, such as 'R5 R7 G12 G9 x1'"
    )
    solve.add_argument(
        "--roll",
        metavar="ROLL",
        help="every option with this roll, such as 14r3y6g3b3, on that sheet or an empty one",
    )
    solve.add_argument(
        "--workers", type=int, metavar="N", help="how many cores to use; default: all"
    )
    solve.add_argument("--json", action="store_true", help="all of it as JSON")


def _solve(options: argparse.Namespace) -> int:
    try:
        import rich.progress  # noqa: F401  # not when the bar is due, but now

        from rowlock.solve import solve
    except ImportError as error:
        if (error.name or "").startswith("rowlock"):
            raise
        raise NotNotation(
            f"solving needs more packages ({error.name} is missing): pip install 'rowlock[arena]'"
        ) from None
    variant = named_variant(options.variant)
    sheet = read_marks(options.show or "", variant)
    roll = Roll.parse(options.roll) if options.roll is not None else None
    try:
        with _bar() as watch:
            values = solve(variant, options.seats, workers=options.workers, watch=watch)
    except KeyboardInterrupt:
        complain("stopped; the same command goes on where this one was")
        return INTERRUPTED
    if values.trouble:
        complain(values.trouble)
    if why := values.over(sheet):
        raise IllegalMove(f"the game is over on {sheet}: {why}; expected a sheet to play on")
    found = values.options(sheet, roll) if roll else ()
    if options.json:
        print(json.dumps(_as_json(values, sheet, roll, found), indent=2, ensure_ascii=False))
    elif options.show is None and roll is None:
        _tell_starts(values)
    else:
        _tell_sheet(values, sheet)
        if roll:
            _tell_options(roll, found)
    return OK


@contextmanager
def _bar() -> Iterator[Callable[[int, int], None]]:
    """A bar with the time left, if somebody looks and there is something to wait for."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _done, _total: None
        return
    columns = (
        BarColumn(bar_width=None),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} sheets"),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    progress = Progress(*columns, console=console)
    task = progress.add_task("", total=None, visible=False)

    def watch(done: int, total: int) -> None:
        progress.start()
        progress.update(task, completed=done, total=total, visible=True)

    try:
        yield watch
    finally:
        progress.stop()


def _tell_starts(values: Values) -> None:
    name = values.variant.name
    if values.seats == 1:
        print(f"{name}, alone: {values.starts[0]:.4f} points on average under best play.")
    else:
        print(f"{name}, {values.seats} seats, friendly: points on average under best play")
        for seat, value in enumerate(values.starts):
            first = "  rolls first" if seat == 0 else ""
            print(f"  seat {seat + 1}  {value:.4f}{first}")
    if values.path is not None:
        size = values.path.stat().st_size / 1e6
        print(f"The value of every sheet is in {values.path} ({size:,.1f} MB).")


def _tell_sheet(values: Values, sheet: Sheet) -> None:
    points = values.variant.tally(sheet).total
    print(f"{sheet}: {_points(points)} so far; on average at the end under best play")
    for before in range(values.seats):
        print(f"  {values.value(sheet, before):.4f}{_when(values.seats, before)}")


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def _when(seats: int, before: int) -> str:
    if seats == 1:
        return ""
    return f"  if {before or 'none'} of the others {'roll' if before > 1 else 'rolls'} before you"


def _tell_options(roll: Roll, found: tuple[Option, ...]) -> None:
    print(f"Every option with {roll}, and how much less it is than the best:")
    width = max(len(str(option)) for option in found)
    for option in found:
        less = f"-{found[0].value - option.value:.4f}".rjust(9)
        print(f"  {option!s:{width}}  {option.value:9.4f} {less}  {option.sheet}")


def _as_json(
    values: Values, sheet: Sheet, roll: Roll | None, found: tuple[Option, ...]
) -> dict[str, Any]:
    return {
        "variant": values.variant.key,
        "edition": values.variant.edition,
        "seats": values.seats,
        "file": str(values.path) if values.path else None,
        "starts": list(values.starts),
        "sheet": str(sheet),
        "points": values.variant.tally(sheet).total,
        "values": [values.value(sheet, before) for before in range(values.seats)],
        "roll": str(roll) if roll else None,
        "options": [
            {
                "white": str(option.white),
                "colour": str(option.colour) if option.colour else None,
                "value": option.value,
                "sheet": str(option.sheet),
            }
            for option in found
        ],
    }
