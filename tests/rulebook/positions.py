"""White actions in which the order of decisions might matter, and must not (ruling 1)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

from rowlock.game import Game, Phase

from .table import announce, at, decide

RIPE_LONGO = "R 2 3 4 5 6 14 | Y 2 3 4 5 6 7 8 | G 16 15 14 13 12 11 10 | B 16 15 14 13 12 11 10"
RIPE_PAIRS = "R 2 3 4 5 7 10 | Y 2 4 5 6 8 9 | G 12 11 10 9 8 7 6 | B 12 11 9 8 6 5 3"


@dataclass(frozen=True)
class Position:
    """A white action with more than one thing going on, and what it must come to."""

    key: str
    announced: int
    sheets: tuple[str, ...]
    moves: tuple[str, ...]
    expected: tuple[str, ...]
    closed: str
    phase: Phase

    def orders(self) -> list[tuple[int, ...]]:
        """Every order of seats in which the moves can be made."""
        seats = [seat for seat, moves in enumerate(self.moves) for _ in moves.split()]
        return sorted(set(permutations(seats)))

    def play(self, order: tuple[int, ...]) -> Game:
        """The game after the moves in this order; a seat's own moves keep theirs."""
        game = announce(at(self.key, *self.sheets), self.announced)
        queues = [moves.split() for moves in self.moves]
        for seat in order:
            game = decide(game, {seat: queues[seat].pop(0)})
        return game


POSITIONS = {
    "locks": Position(
        "classic",
        12,
        ("R 2 3 4 5 6", "R 2 4 6 8 10", "Y 2 3 4 5 6", "R 2 3 4 5"),
        ("R12", "R12", "Y12", "-"),
        (
            "R 2 3 4 5 6 12 | Y | G | B",
            "R 2 4 6 8 10 12 | Y | G | B",
            "R | Y 2 3 4 5 6 12 | G | B",
            "R 2 3 4 5 | Y | G | B",
        ),
        "RY",
        Phase.OVER,
    ),
    "chains": Position(
        "bonus_chain",
        5,
        ("R 2 4 5 7 11", "R 2 4 5 7 10", "R 2"),
        ("Y5", "Y5", "B5"),
        (
            "R 2 4 5 7 11 12 | Y 5 | G | B | bar 1 6 9",
            "R 2 4 5 7 10 11 | Y 5 | G | B | bar 1 6 9",
            "R 2 3 | Y 2 | G | B 5 | bar 1 2 6 9",
        ),
        "R",
        Phase.COLOUR,
    ),
    "picks": Position(
        "bonus_pairs",
        9,
        ("Y 11 | G 12", "Y 11 | G 12", ""),
        ("G9 ~B", "G9 ~R", "R9"),
        ("R | Y 11 | G 12 9 | B 12 11", "R 2 3 | Y 11 | G 12 9 | B", "R 9 | Y | G | B"),
        "",
        Phase.COLOUR,
    ),
    "pick in a row that closes": Position(
        "bonus_pairs",
        11,
        ("Y 2 | G 9", RIPE_PAIRS, "R 5"),
        ("Y11 ~R", "Y11", "R11"),
        (
            "R 2 3 | Y 2 11 | G 9 | B",
            RIPE_PAIRS.replace("7 10", "7 10 11 12").replace("8 9 | G", "8 9 11 | G"),
            "R 5 11 | Y | G | B",
        ),
        "R",
        Phase.COLOUR,
    ),
    "luck": Position(
        "longo",
        5,
        (RIPE_LONGO, "R 2", "R 2 3 4 6 7 8", "G 16"),
        ("*R15", "R5", "-", "G5"),
        (
            RIPE_LONGO.replace("6 14", "6 14 15"),
            "R 2 5 | Y | G | B",
            "R 2 3 4 6 7 8 | Y | G | B",
            "R | Y | G 16 5 | B",
        ),
        "R",
        Phase.COLOUR,
    ),
}
