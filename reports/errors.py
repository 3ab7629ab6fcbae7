"""How the levels err, beside players of the same strength who only misjudge.

`python -m reports.errors` lets both kinds play and prints what the page of bots tells of them;
the figures stand in `deciding.py`. It takes some minutes.
"""

from __future__ import annotations

import argparse
import math
import os
from collections import defaultdict
from collections.abc import Sequence
from typing import TypeAlias

from reports.meetings import KEY
from reports.tables import table
from rowlock.bots import level_codes
from rowlock.events import Seat
from rowlock.fast.oracle import SCRATCH, decide_oracle, option_values, oracle_numbers
from rowlock.fast.policy import Floats, Policy
from rowlock.fast.weights import Trained, find_weights
from rowlock.game import Game, Phase
from rowlock.lots import GameDice, SeatLots
from rowlock.moves import Decision, Mark, Pass
from rowlock.players import play
from rowlock.players.packed import Position, drawing
from rowlock.variant import Variant, find_variant
from training.matches import match, wins

__all__ = ["MEASURES", "Erring", "figures", "main"]

_ERROR, _SLIP, _BLUNDER = 0.005, 0.02, 0.08
"""What a decision gives away of the chance to win to be an error; up to what it is a slip, and
from what on a blunder."""
_FAR = 4
"""Cells that nobody skips without a reason."""
_SURE = 30.0

Noted: TypeAlias = defaultdict[str, float]

MEASURES = (
    "decisions that are errors",
    "of these, slips",
    "of these, blunders",
    "of what is given away, by passing",
    "far jumps in 100 games",
    "needless misses in 100 games",
    "locks not taken",
    "given away by a late decision, beside an early one",
)


class Erring:
    """A player who decides by these numbers, and notes what it gives away."""

    def __init__(self, numbers: Floats, lots: SeatLots, noted: Noted) -> None:
        self.numbers = numbers
        self.lots = lots
        self.noted = noted

    def decide(self, view: Game, seat: Seat) -> Decision:
        """What the kernel decides."""
        legal = view.legal(seat)
        position = Position.of(view, seat) if len(legal) > 1 else None
        if position is None:
            return legal[0]
        with drawing(self.lots, position.games, seat):
            decision = position.ask(self.numbers)
        values = [_chance(row[0]) for row in option_values(position.desk, len(legal)).tolist()]
        self._note(view, seat, legal, values, legal.index(decision))
        return decision

    def _note(
        self,
        view: Game,
        seat: Seat,
        legal: Sequence[Decision],
        values: Sequence[float],
        taken: int,
    ) -> None:
        noted, sheet = self.noted, view.sheets[seat]
        best, second = sorted(values, reverse=True)[:2]
        lost = best - values[taken]
        time = "late" if view.closed else "early"
        noted["decisions"] += 1
        noted[time] += 1
        noted[f"lost {time}"] += lost
        noted["errors"] += lost > _ERROR
        noted["slips"] += _ERROR < lost <= _SLIP
        noted["blunders"] += lost > _BLUNDER
        passed = isinstance(legal[taken], Pass)
        noted["lost by passing"] += lost * passed
        skips = {
            place: sheet.page.cells[mark.cell].index - sheet.reach(mark.row)
            for place, mark in enumerate(legal)
            if isinstance(mark, Mark)
        }
        noted["jumps"] += lost > _SLIP and skips.get(taken, 0) >= _FAR
        missing = view.phase is Phase.COLOUR and not sheet.crossed_since(view.before[seat])
        noted["misses"] += passed and missing and lost > _ERROR
        first = legal[values.index(best)]
        if isinstance(first, Mark) and sheet.locks(sheet.page.cells[first.cell]):
            clear = best - second > _SLIP
            noted["locks"] += clear
            noted["locks not taken"] += clear and lost > 0


def figures(variant: Variant, numbers: Floats, games: int, seed: int = 1) -> list[str]:
    """What is noted of two such players in so many games, in the order of `MEASURES`."""
    noted: Noted = defaultdict(float)
    for game in range(games):
        players = [Erring(numbers, SeatLots(seed, game, seat), noted) for seat in (0, 1)]
        play(variant, players, GameDice(seed, game))
    lost = noted["lost early"] + noted["lost late"]
    late, early = (noted[f"lost {time}"] / max(1, noted[time]) for time in ("late", "early"))
    return [
        _percent(noted["errors"], noted["decisions"]),
        _percent(noted["slips"], noted["errors"]),
        _percent(noted["blunders"], noted["errors"]),
        _percent(noted["lost by passing"], lost),
        f"{50 * noted['jumps'] / games:.0f}",  # of one seat
        f"{50 * noted['misses'] / games:.0f}",
        _percent(noted["locks not taken"], noted["locks"]),
        _percent(late, early),
    ]


def _percent(part: float, whole: float) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "-"


def _chance(logit: float) -> float:
    return 1 / (1 + math.exp(-max(-_SURE, min(_SURE, logit))))


def equal_noise(variant: Variant, trained: Trained, code: str, games: int, threads: int) -> float:
    """How much somebody must misjudge who overlooks nothing, to be as strong as a level."""
    level = Policy(code, decide_oracle, trained.numbers(trained.chance(code)), SCRATCH)
    low, high = 0.0, 4.0
    for _ in range(8):
        noise = (low + high) / 2
        other = Policy(
            "noise", decide_oracle, oracle_numbers(trained.weights, noise=noise), SCRATCH
        )
        if wins(match(variant, other, level, games // 2, 1, threads), "noise").value > 0.5:
            low = noise
        else:
            high = noise
    return (low + high) / 2


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(description="How the levels err, and how plain noise does.")
    parser.add_argument("levels", nargs="*", help="(the strongest and the weakest)")
    parser.add_argument("--games", type=int, default=1_000, help="of each kind (1000)")
    parser.add_argument("--probe", type=int, default=10_000, help="to find equal strength (10000)")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, help="(all cores)")
    options = parser.parse_args(arguments)
    variant = find_variant(KEY)
    trained = find_weights(variant)
    assert trained is not None  # it ships
    columns = []
    for code in options.levels or (level_codes()[-1], level_codes()[0]):
        noise = equal_noise(variant, trained, code, options.probe, options.threads)
        plain = oracle_numbers(trained.weights, noise=noise)
        columns.append(
            [f"`{code}`", *figures(variant, trained.numbers(trained.chance(code)), options.games)]
        )
        columns.append([f"noise {noise:.2f}", *figures(variant, plain, options.games)])
    print(table([list(row) for row in zip(["", *MEASURES], *columns)]))


if __name__ == "__main__":
    main()
