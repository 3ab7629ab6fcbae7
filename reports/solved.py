"""Solves what can be solved and writes down what came of it: `make solved`.

Every number on the page comes from the run; the words around them hold whatever they are.
"""

from __future__ import annotations

import argparse
import os
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from reports import DOCS, RULES
from reports.openings import Opening, first_crosses, openings_plot, scores_plot
from reports.plots import draw
from reports.tables import table
from rowlock.errors import UnknownVariant
from rowlock.solve import MOST_SEATS, Values, play_by_values, solve
from rowlock.solve.files import ValuesInfo, file_name, values_folder
from rowlock.solve.states import check_rules
from rowlock.variant import Variant, find_variant, load_variant, shipped_variants

__all__ = ["KNOWN", "Solved", "main", "page"]

GAMES = 1_000_000
SEED = 1
_WIDTH = 90
_NEAR = 0.0001

KNOWN = {
    ("classic", 1): (115.4831,),
    ("classic", 2): (130.5014, 131.1327),
    ("classic", 3): (142.4191, 143.0079, 143.6031),
    ("classic", 4): (152.2989, 152.8414, 153.3903, 153.9441),
    ("classic", 5): (160.6947, 161.1916, 161.6950, 162.2037, 162.7163),
}
"""Values that others have found too, seat by seat."""


@dataclass
class Solved:
    """What is known of a variant, and of others that are the same game on different paper."""

    variants: list[Variant]
    sheets: int = 0
    starts: dict[int, tuple[float, ...]] = field(default_factory=dict)  # by number of seats
    openings: list[Opening] = field(default_factory=list)
    scores: NDArray[np.int16] = field(default_factory=lambda: np.empty(0, np.int16))

    @property
    def name(self) -> str:
        """All their names."""
        return ", ".join(variant.name for variant in self.variants)

    @property
    def links(self) -> str:
        """All their names, each leading to its rules."""
        return ", ".join(
            f"[{variant.name}]({RULES}/en/{variant.key}.md)"
            if variant.key in shipped_variants()
            else variant.name
            for variant in self.variants
        )

    @property
    def error(self) -> float:
        """The standard error of the mean score."""
        return float(self.scores.std() / np.sqrt(len(self.scores)))


def solve_all(
    variants: Sequence[Variant], seats: Sequence[int], games: int, folder: Path, kept: bool
) -> tuple[list[Solved], dict[str, str]]:
    """What could be solved, and why the others could not."""
    found: list[Solved] = []
    refused: dict[str, str] = {}
    for variant in variants:
        try:
            check_rules(variant)
        except UnknownVariant as error:
            refused[variant.name] = error.message
            continue
        same = [s for s in found if _digest(s.variants[0]) == _digest(variant)]
        if same:
            same[0].variants.append(variant)
            continue
        solved = Solved([variant])
        for count in seats:
            if count > 1 and len(variant.pages) > 1:  # every seat has a sheet of its own
                continue
            if kept and not (folder / file_name(ValuesInfo.of(variant, count, 0))).exists():
                continue
            values = solve(variant, count, folder=folder)
            if values.trouble:
                sys.exit(values.trouble)
            _add(solved, values, games)
        if 1 in solved.starts:
            found.append(solved)
        else:
            refused[variant.name] = f"{variant.name} was not solved for this page"
    return found, refused


def _add(solved: Solved, values: Values, games: int) -> None:
    told = solved.starts[values.seats] = values.starts
    print(f"{values.variant.name}, {values.seats}: {told}", file=sys.stderr, flush=True)
    known = KNOWN.get((values.variant.key, values.seats), told)
    if any(abs(a - b) > _NEAR for a, b in zip(told, known, strict=True)):
        sys.exit(f"{values.variant.name}, {values.seats} seats: expected {known}, found {told}")
    solved.sheets = len(values.pad.order)
    if values.seats == 1:
        solved.openings = first_crosses(values)
        threads = os.cpu_count() or 1
        solved.scores = play_by_values(values, range(games), SEED, threads)
        if abs(float(solved.scores.mean()) - told[0]) > 3 * solved.error:
            sys.exit(
                f"{values.variant.name}: played games bring {solved.scores.mean()}, not {told}"
            )


def _digest(variant: Variant) -> str:
    return ValuesInfo.of(variant, 1, 0).tables


def page(found: Sequence[Solved], refused: dict[str, str], command: str) -> str:
    """The whole page."""
    parts = [
        "# Solved",
        _wrapped(
            "Somebody who plays alone and makes no mistake: how many points is that, and what is "
            "each sheet worth on the way? For variants whose sheets are few enough this can be "
            "worked out exactly, for every sheet there is. `rowlock solve` does it, on your own "
            "machine, for the shipped variants and for a file of your own."
        ),
        "## Best play alone",
        _wrapped(
            "You roll every time, and the game ends by your own locks and misses. What the best "
            "player of all reaches on average:"
        ),
        _alone(found),
        _wrapped(
            "The optimum is exact. The other figures are of games that were played by its values, "
            "with the standard error of their mean in brackets: what one game brings, and where "
            "nine of ten games lie."
        ),
        f"![{scores_plot.told}](pictures/{scores_plot.file})",
        "## The first cross",
        _wrapped(
            "What the very first cross on an empty sheet changes: the value of the sheet with it, "
            "less the value of the empty sheet, before the next roll. A cross with less than zero "
            "is worse than none, but a miss counts too: on the empty sheet it changes "
            f"{_number(found[0].openings[0].missed, 1, sign=True)} in {found[0].name}."
        ),
        _best_openings(found),
        f"![{openings_plot.told}](pictures/{openings_plot.file})",
        "## The friendly game",
        _wrapped(
            "With more at the table there is something to be had from the others' rolls: the sum "
            "of the white dice. In the friendly game that is all they do; they never close a row "
            "or end the game. So your own sheet is all that matters, and that can be solved too. "
            "Real opponents hurry, so nobody reaches this at a real table: it says what could be "
            "had without them. The white action is simultaneous here: that a table announces locks "
            "(ruling 13) changes nothing where others lock nothing. Seats are in the order of "
            "rolling."
        ),
        _friendly(found),
        "## Using it",
        *_using(),
        "## What can be solved",
        *_limits(found, refused),
        "## How this was found",
        *_closing(found, command),
    ]
    return "\n\n".join(parts) + "\n"


def _alone(found: Sequence[Solved]) -> str:
    rows = [["Variant", "optimum", "played", "median", "nine of ten", "best seen"]]
    for solved in found:
        low, middle, high = np.quantile(solved.scores, [0.05, 0.5, 0.95])
        rows.append(
            [
                solved.links,
                _number(solved.starts[1][0], 4),
                f"{_number(float(solved.scores.mean()), 3)} ({solved.error:.3f})",
                _number(middle),
                f"{_number(low)} to {_number(high)}",
                _number(int(solved.scores.max())),
            ]
        )
    return table(rows)


def _best_openings(found: Sequence[Solved]) -> str:
    rows = [["Variant", "the best first crosses", "the worst"]]
    for solved in found:
        ranked = sorted(solved.openings, key=lambda opening: -opening.change)
        told = [f"{o.cell} {_number(o.change, 2, sign=True)}" for o in ranked]
        rows.append([solved.links, ", ".join(told[:4]), told[-1]])
    return table(rows)


def _friendly(found: Sequence[Solved]) -> str:
    rows = [["Variant", "seats", "seat by seat"]]
    for solved in found:
        for seats, starts in solved.starts.items():
            if seats > 1:
                told = " / ".join(_number(value, 4) for value in starts)
                rows.append([solved.links, str(seats), told])
    return table(rows)


def _using() -> list[str]:
    return [
        _wrapped(
            "`pip install 'rowlock[arena]'`, then ask for a variant; the first time it is solved, "
            "which takes half a minute for the first one, and then its values lie in a file in "
            "your cache. If you stop it, the same command goes on where it was."
        ),
        "```console\n$ rowlock solve classic\n$ rowlock solve classic --seats 3\n"
        '$ rowlock solve --show "R 5 7 | Y | G 12 9 | B 10 | x1"\n'
        '$ rowlock solve --show "R 5 7 | Y | G 12 9 | B 10 | x1" --roll 14r3y6g3b3\n```',
        _wrapped(
            "The last one lists every way to use that roll, the best first, with what the sheet "
            "will have at the end on average. In Python, here with a pad so small that it is "
            "solved at once:"
        ),
        _EXAMPLE,
        _wrapped(
            "`Values.value(sheet, before)` is the value when `before` others roll before you, "
            "`Values.starts` that of the empty sheet for each seat, and `play_by_values` plays "
            "games alone by the million. Without `folder` the file is in your cache. If it cannot "
            "be written the values are there all the same, and `Values.trouble` says why they "
            "were not kept."
        ),
        _wrapped(
            "A file begins with 4,096 bytes of text: what it is of (variant, edition, a digest of "
            "all that is printed, seats, version), and how many sheets are solved. Then follow "
            "the numbers, 8 bytes each: for every sheet, for every number of rolls before your "
            "own, for every number of misses, the points still to come. It is memory-mapped, so "
            "opening it reads next to nothing. Until it is whole its name ends in `.part`, and a "
            "file that is cut, foreign or of another edition is refused."
        ),
    ]


_EXAMPLE = '''```python
>>> from rowlock import Roll, read_variant
>>> from rowlock.solve import solve
>>> small = read_variant("""
... name = "Small"
... edition = 1
... players = [1, 5]
... faces = 3
... lock = { cells = 1, needs = 2 }
... end = { locks = 2, misses = 2, miss_points = -5 }
... [rows]
... R = "2-6"
... Y = "2-6"
... G = "6-2"
... B = "6-2"
... """, "small")
>>> values = solve(small, folder="build/values")
>>> round(values.value(small.sheet()), 4)
47.8031
>>> sheet = small.sheet("R 2 | G 5 | x1")
>>> for option in values.options(sheet, Roll.parse("13r2y1g3b2"))[:3]:
...     print(option, round(option.value, 4))
- / R3 39.878
- / Y2 39.8479
G4 / R3 39.1087
>>> [round(value, 4) for value in solve(small, seats=3, folder="build/values").starts]
[52.4448, 52.744, 53.0083]

```'''


def _limits(found: Sequence[Solved], refused: dict[str, str]) -> list[str]:
    rows = [["Variant", "sheets that are kept", "file, alone"]]
    for solved in found:
        size = solved.sheets * solved.variants[0].end_misses * 8 / 1e6
        rows.append([solved.links, f"{solved.sheets:,}", f"{size:,.0f} MB"])
    parts = [
        _wrapped(
            "What may still be crossed depends on two numbers a row, its reach and its crosses, "
            "and that is few enough: sheets that a symmetry of the pad turns into each other are "
            "kept once. Lucky numbers ask for the crosses of closed rows too, and since every "
            "seat has others, a variant with them is solved alone, for the first seat's sheet. "
            "A file for several seats is as many times as large."
        ),
        table(rows),
    ]
    if refused:
        parts.append("What is said of the others:")
        parts.append("\n".join(_wrapped(f"- {why}.", indent=True) for why in refused.values()))
    return parts


def _closing(found: Sequence[Solved], command: str) -> list[str]:
    games = len(found[0].scores)
    return [
        _wrapped(
            "The worth of a sheet is what is still to come. It is worked out from full sheets to "
            "empty ones: for every roll the best of all white crosses, colour crosses and pairs "
            "of both, and the mean over all rolls. With the white dice fixed, a colour cross uses "
            "one of four independent dice, so the chance that the best one stays below a number "
            "is a product, and sorting two dozen numbers replaces 1,296 rolls. On small pads all "
            "of it is compared with looking at every roll in the readable engine."
        ),
        f"The page and its pictures were written, every figure of them, by\n\n"
        f"```console\n$ {command}\n```",
        _wrapped(
            f"It stops if a value differs from what others have found by more than {_NEAR}, or if "
            f"the mean of the {games:,} games of each variant (seed {SEED}) is more than three "
            f"standard errors away from the optimum."
        ),
    ]


def _number(value: float, digits: int = 0, sign: bool = False) -> str:
    return f"{value:{'+' if sign else ''},.{digits}f}".replace("-", "\N{MINUS SIGN}")


def _wrapped(words: str, indent: bool = False) -> str:
    return textwrap.fill(
        words,
        _WIDTH,
        break_on_hyphens=False,
        break_long_words=False,
        subsequent_indent="  " if indent else "",
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Solve, play, draw and write."""
    parser = argparse.ArgumentParser(description="Writes docs/solved.md and its pictures.")
    parser.add_argument("variants", nargs="*", help="keys or .toml files (all that ship)")
    parser.add_argument(
        "--seats", type=int, nargs="*", default=range(1, MOST_SEATS + 1), help="(1 to 5)"
    )
    parser.add_argument("--kept", action="store_true", help="only values that are kept already")
    parser.add_argument("--games", type=int, default=GAMES, help="of each variant (a million)")
    parser.add_argument("--to", type=Path, default=DOCS, help="another folder than docs")
    parser.add_argument("--folder", type=Path, help="for the values; else your cache")
    given = sys.argv[1:] if arguments is None else arguments
    options = parser.parse_args(given)
    names = options.variants or shipped_variants()
    variants = [load_variant(n) if n.endswith(".toml") else find_variant(n) for n in names]
    folder = options.folder or values_folder()
    found, refused = solve_all(variants, options.seats, options.games, folder, options.kept)
    command = f'make solved ARGS="{" ".join(given)}"' if given else "make solved"
    (options.to / "pictures").mkdir(parents=True, exist_ok=True)
    pads = [(s.name, s.openings, s.scores) for s in found]
    for plot in (scores_plot, openings_plot):
        draw(plot.of(pads), (), options.to / "pictures" / plot.file)
    text = page(found, refused, command)
    (options.to / "solved.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
