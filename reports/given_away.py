"""Measures how much each level gives away: `python -m reports.given_away`, a quarter of an hour.

All seats of a table are taken by the same level. Writes the numbers that a review compares a person
with (`src/rowlock/review/given_away.toml`), and the tables of docs/review.md.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from rich.progress import Progress

from reports import DOCS, ROOT
from reports.tables import table
from rowlock import find_variant, shipped_variants
from rowlock.bots import trained_codes
from rowlock.fast import Batch, find_policy
from rowlock.fast.weights import find_weights
from rowlock.players import evaluate
from rowlock.positions import record_of
from rowlock.record import Played, play_move
from rowlock.review.grades import GRADES, grade_of
from rowlock.review.levels import GIVEN_AWAY
from rowlock.variant import Variant

FILE = ROOT / "src" / "rowlock" / "review" / GIVEN_AWAY
PAGE = DOCS / "review.md"
SEED = 20_261_118
SHEETS = {2: 160, 3: 120, 4: 120, 5: 120}
"""Of each level, by the number of seats."""


@dataclass
class Given:
    """What one level gave away."""

    sheets: int = 0
    total: float = 0.0
    decisions: int = 0
    grades: Counter[str] = field(default_factory=Counter)

    @property
    def mean(self) -> float:
        """In a game, by one seat."""
        return self.total / self.sheets


def main() -> None:
    """Measure all of it, and write it down."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("variants", nargs="*", help="default: all with weights")
    options.add_argument("--share", type=float, default=1.0, help="of the usual number of games")
    options.add_argument("--to", type=Path, help="write here, and no docs")
    chosen = options.parse_args()
    keys = chosen.variants or [k for k in shipped_variants() if find_weights(find_variant(k))]
    found: dict[str, dict[int, dict[str, Given]]] = {}
    with Progress() as progress:
        task = progress.add_task("reviewing", total=len(keys) * len(SHEETS) * len(trained_codes()))
        for key in keys:
            variant = find_variant(key)
            found[key] = {}
            for seats, sheets in SHEETS.items():
                games = max(1, round(chosen.share * sheets / seats))
                found[key][seats] = {}
                for code in trained_codes():
                    progress.update(task, advance=1, description=f"{key}, {seats} seats, {code}")
                    found[key][seats][code] = measure(variant, code, seats, games)
    (chosen.to or FILE).write_text(_toml(found), encoding="utf-8")
    if not chosen.to:
        _paste(found)


def measure(variant: Variant, code: str, seats: int, games: int) -> Given:
    """What a level gives away at a table of its own kind."""
    policy = find_policy(code, variant, seats)
    assert policy is not None  # trained players are kernels
    batch = Batch(variant, [policy] * seats, SEED)
    given = Given()
    for number in range(games):
        record = record_of(batch, number)
        game = record.start()
        for move in record.moves:
            if isinstance(move, Played) and len(game.legal(move.seat)) > 1:
                judged = evaluate(game, move.seat)
                played = next(one for one in judged if one.decision == move.decision)
                lost = judged[0].win - played.win
                given.total += lost
                given.decisions += 1
                given.grades[grade_of(lost) or ""] += 1
            game = play_move(game, move).game
        given.sheets += seats
    return given


def _toml(found: dict[str, dict[int, dict[str, Given]]]) -> str:
    lines = [
        "# The chance to win that a level gives away in a game, by variant and number of seats:",
        "#     python -m reports.given_away",
        f'date = "{time.strftime("%Y-%m-%d")}"',
    ]
    for key, by_seats in found.items():
        lines += ["", f"[{key}]"]
        for seats, levels in by_seats.items():
            said = ", ".join(f"{code} = {given.mean:.4f}" for code, given in levels.items())
            lines.append(f"{seats} = {{ {said} }}")
    return "\n".join(lines) + "\n"


def _paste(found: dict[str, dict[int, dict[str, Given]]]) -> None:
    """Write the tables between their marks."""
    text = PAGE.read_text(encoding="utf-8")
    for name, made in (("grades", _grades(found)), ("levels", _levels(found))):
        begin, end = f"<!-- measured-{name} -->\n", "<!-- measured-end -->"
        before, _, rest = text.partition(begin)
        _, _, after = rest.partition(end)
        text = f"{before}{begin}{made}\n{end}{after}"
    PAGE.write_text(text, encoding="utf-8")


def _grades(found: dict[str, dict[int, dict[str, Given]]]) -> str:
    levels = next(iter(found.values()))[2]
    rows = [["level", *(f"{grade}s a game" for grade in GRADES), "decisions with a choice"]]
    for code, given in levels.items():
        counts = [f"{given.grades[grade] / given.sheets:.2f}" for grade in GRADES]
        rows.append([f"`{code}`", *counts, f"{given.decisions / given.sheets:.0f}"])
    return table(rows)


def _levels(found: dict[str, dict[int, dict[str, Given]]]) -> str:
    codes = list(next(iter(found.values()))[2])
    rows = [["Variant", *(f"`{code}`" for code in codes)]]
    for key, by_seats in found.items():
        means = [f"{100 * by_seats[2][code].mean:.1f} %" for code in codes]
        rows.append([find_variant(key).name, *means])
    return table(rows)


if __name__ == "__main__":
    main()
