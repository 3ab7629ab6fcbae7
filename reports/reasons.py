"""The kinds of reasons, with a position for each: the table of the page about reviews, and how
often each kind is given.

    python -m reports.reasons --games 30

plays numbered games at every level and prints the shares.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rowlock import find_variant, shipped_variants
from rowlock.bots import ADVISER, all_bots
from rowlock.dice import Roll
from rowlock.events import Seat
from rowlock.game import Game
from rowlock.moves import Decision, parse_move
from rowlock.players import evaluate, play_numbered
from rowlock.record import Played, play_move
from rowlock.review.grades import SLIP
from rowlock.review.kinds import NO_FACT, Kind, Reason
from rowlock.review.model import Option
from rowlock.review.reasons import in_words, reason_of

__all__ = ["EXAMPLES", "GROUPS", "Example", "Mistake", "mistakes", "reasons", "shares"]


@dataclass(frozen=True)
class Example:
    """A position in which a kind of reason is given, and what the kind is about."""

    says: str
    sheets: tuple[str, ...]
    roll: str
    better: str
    played: str
    seat: Seat = 0
    active: Seat = 0
    answers: str = ""  # in the white action, before the decision: `0:R5 1:-`
    variant: str = "classic"
    worth: tuple[float, float] = (0.6, 0.5)

    def view(self) -> Game:
        """The game as the seat sees it when the decision is due."""
        variant = find_variant(self.variant)
        sheets = [variant.sheet(text, seat) for seat, text in enumerate(self.sheets)]
        game = Game.at(variant, sheets, self.active).rolled(Roll.parse(self.roll)).game
        for answer in self.answers.split():
            seat, _, move = answer.partition(":")
            game = game.apply(int(seat), parse_move(move)).game
        return game.view(self.seat)

    def options(self) -> tuple[Option, ...]:
        """The two decisions; values are made up, since none is asked for where a fact speaks."""
        better, played = self.worth
        return (
            Option(parse_move(self.better), better, 60.0),
            Option(parse_move(self.played), played, 55.0),
        )

    def reason(self) -> Reason:
        """The reason that is given."""
        view, options = self.view(), self.options()
        assert {one.decision for one in options} <= set(view.legal(self.seat))
        return reason_of(view, self.seat, options, options[1].decision)


_EMPTY = "R | Y | G | B"
_BOTH = ("R 4 6 7 8 9 | Y 4 6 7 8 9 10 | G 12 7 6 5 | B 9 7", "R 3 5 7 8 9 | Y 3 4 6 7 | G 12 | B")

EXAMPLES: dict[Kind, Example] = {
    Kind.ENDS_BEHIND: Example(
        "the decision ends the game, and somebody else has more points",
        ("R 4 8 | Y 7 9 | G 3 | B 5 4 | x2", "R 4 8 9 | Y 7 9 | G 4 3 | B 3 | x3"),
        "35r1y6g5b2",
        "Y11",
        "-",
        seat=1,
        active=1,
        answers="0:- 1:-",
    ),
    Kind.ENDS_AHEAD: Example(
        "the better one ends the game, and you have the most points",
        ("R 2 3 4 5 6 12 | Y 3 4 5 6 7 | G 12 | B", "R 2 3 | Y 4 | G 10 | B"),
        "66y1g2b3",
        "Y12",
        "-",
    ),
    Kind.ENDS: Example(
        "the decision ends the game, for example a game alone",
        ("R 2 3 4 5 6 12 | Y 3 4 5 6 7 | G | B",),
        "66y1g2b3",
        "-",
        "Y12",
    ),
    Kind.TOGETHER_BEHIND: Example(
        "the decision ends the game if somebody else locks a row in the same action",
        _BOTH,
        "66r1y1g2b4",
        "-",
        "R12",
        seat=1,
    ),
    Kind.TOGETHER_AHEAD: Example(
        "the better one does, and you would win",
        _BOTH,
        "66r1y1g2b4",
        "Y12",
        "-",
    ),
    Kind.LAST_MISS: Example(
        "the decision leads to the miss that ends the game",
        ("R 7 11 | Y 9 11 | G 6 | B 4 | x3", "R | Y | G | B | x3"),
        "32r1y1g6b6",
        "G5",
        "-",
    ),
    Kind.MISS: Example(
        "the decision is a miss",
        (_EMPTY, _EMPTY),
        "14r5y1g1b2",
        "Y2",
        "-",
        answers="0:- 1:G5",
    ),
    Kind.MISS_AHEAD: Example(
        "the decision leads to a miss, because nothing fits in the colour action",
        ("R 8 9 | Y 6 7 9 11 | G 10 9 4 | B 7 5 3 | x2", "R 11 | Y 2 7 8 | G 5 4 3 | B 10 7"),
        "12r2y5g6b5",
        "G3",
        "-",
    ),
    Kind.MISS_CHEAPER: Example(
        "the decision gives up so many cells that a miss costs less",
        ("R 9 | Y | G | B", "R 9 10 | Y | G | B"),
        "32r2y3g6b6",
        "-",
        "Y9",
        answers="0:- 1:Y5",
        variant="mixed_colours",
    ),
    Kind.LOCK: Example(
        "the better one locks a row",
        ("R 2 4 5 7 9 10 | Y 5 6 | G 11 | B", "R 5 7 | Y 6 | G 9 | B"),
        "66r1y1g2b4",
        "R12",
        "-",
        active=1,
    ),
    Kind.COMPLETES: Example(
        "the better one completes what a rule has marked",
        ("R 8 9 | Y 6 | G 10 | B 7", "R 11 | Y 2 7 8 | G 5 4 | B 10"),
        "61r4y2g1b1",
        "Y7",
        "-",
        active=1,
        variant="bonus_pairs",
    ),
    Kind.EXTRA: Example(
        "the better one brings crosses beyond its own",
        ("R 2 | Y | G | B", _EMPTY),
        "46r2y6g6b1",
        "B10",
        "-",
        active=1,
        variant="bonus_chain",
    ),
    Kind.TAKES: Example(
        "of the rows to pick for extra crosses, one takes more of them",
        ("R 9 | Y 11 | G | B 9 7", "R 9 10 | Y 5 | G 7 | B 8 | x1"),
        "36r6y1g5b4",
        "~G",
        "~Y",
        answers="0:G9",
        variant="bonus_pairs",
    ),
    Kind.LINE: Example(
        "the better one counts in a further line of the sum as well",
        (_EMPTY, _EMPTY),
        "65r4y6g2b3",
        "G11",
        "-",
        variant="connected_steps",
    ),
    Kind.LEAVES: Example(
        "the better one leaves something for the colour action",
        ("R | Y | G 5 | B", _EMPTY),
        "16r3y2g6b3",
        "-",
        "Y7",
    ),
    Kind.FOLLOWS: Example(
        "after the better one, the colour action gives fewer cells up",
        (_EMPTY, _EMPTY),
        "14r6y5g4b2",
        "Y5",
        "R5",
    ),
    Kind.INSTEAD: Example(
        "the colour action alone gives fewer cells up",
        (_EMPTY, _EMPTY),
        "14r3y1g1b2",
        "-",
        "G5",
    ),
    Kind.FREE: Example(
        "the better one is a cross that gives nothing up, instead of none",
        ("R | Y 5 | G | B 10", "R 5 7 | Y | G 10 | B"),
        "66r2y6g6b1",
        "G12",
        "-",
        active=1,
    ),
    Kind.WORTH: Example(
        "the points of the better one are worth more than the cells it gives up",
        (_EMPTY, _EMPTY),
        "22r3y2g5b1",
        "R4",
        "-",
        active=1,
    ),
    Kind.CLOSING: Example(
        "somebody else has crosses enough to lock the row of the better one",
        ("R 2 3 4 5 | Y 2 | G 12 | B 12", "R 2 3 7 8 9 10 | Y 2 3 6 | G | B"),
        "53r3y6g1b1",
        "R8",
        "-",
        active=1,
    ),
    Kind.SOON: Example(
        "the game can end with the next turn",
        ("R 2 3 | Y 2 4 | G 12 11 10 | B 12", "R 8 | Y 9 | G | B | x3"),
        "43r6y1g5b5",
        "G7",
        "-",
        active=1,
    ),
    Kind.POINTS: Example(
        "the better one brings more points: the longer a row, the more its next cross is worth",
        ("R 2 4 6 7 | Y 6 | G 12 | B", "R 2 3 | Y 4 6 7 8 | G 12 | B 12"),
        "64r6y5g2b5",
        "R10",
        "G10",
    ),
    Kind.UNLOCKABLE: Example(
        "the decision leaves too few cells to ever lock a row",
        (_EMPTY, _EMPTY),
        "22r3y2g5b1",
        "R4",
        "G4",
        active=1,
    ),
    Kind.GIVES_UP: Example(
        "the decision gives up a cell that a rule has marked",
        (_EMPTY, _EMPTY),
        "52r4y4g5b5",
        "B10",
        "G7",
        answers="0:- 1:-",
        variant="bonus_chain",
    ),
    Kind.KEEPS: Example(
        "the points of the decision are worth less than the cells it gives up",
        ("R 4 | Y | G | B 3", "R 4 | Y | G | B 5"),
        "26r6y4g2b6",
        "-",
        "R8",
        active=1,
    ),
    Kind.FEWER: Example(
        "the decision gives more cells up",
        ("R | Y 5 | G | B", _EMPTY),
        "33r6y5g4b2",
        "Y6",
        "R6",
        active=1,
    ),
    Kind.LIKELIER: Example(
        "the decision gives up numbers that are rolled more often",
        ("R 3 | Y | G | B", "R 7 8 | Y | G 10 9 | B"),
        "54r1y4g6b3",
        "G11",
        "R5",
        answers="0:- 1:-",
    ),
    Kind.ROOM: Example(
        "the row of the better one has more room left",
        ("R | Y | G 10 8 | B", "R | Y 3 | G | B"),
        "35r2y2g3b6",
        "B11",
        "G6",
        answers="0:- 1:-",
    ),
    Kind.BADGE: Example(
        "the better one crosses a cell that a rule has marked",
        (_EMPTY, "R | Y 4 | G | B"),
        "55r4y4g3b3",
        "B10",
        "G10",
        variant="bonus_pairs",
    ),
    Kind.FITS: Example(
        "after the better one, more of the next rolls fit without a gap",
        ("R 6 8 11 | Y 6 10 | G 6 | B 5", "R 7 10 | Y 5 7 8 10 | G 6 3 | B 6"),
        "41r4y6g4b3",
        "-",
        "G5",
        active=1,
    ),
    Kind.WINS: Example(
        "no fact speaks: the values alone say so",
        (_EMPTY, _EMPTY),
        "11r4y4g3b3",
        "Y2",
        "R2",
        active=1,
    ),
    Kind.SCORES: Example(
        "the same, in a game alone",
        (_EMPTY,),
        "11r4y4g3b3",
        "Y2",
        "R2",
        worth=(84.2, 81.9),
    ),
    Kind.EVEN: Example(
        "the same, where the difference is tiny",
        (_EMPTY, _EMPTY),
        "11r4y4g3b3",
        "Y2",
        "R2",
        active=1,
        worth=(0.5, 0.499),
    ),
}


def reasons(_: Path, language: str) -> str:
    """The table of all kinds with a sentence each."""
    lines = ["| The fact | For example |", "|---|---|"]
    for kind, example in EXAMPLES.items():
        reason = example.reason()
        assert reason.kind is kind, f"{kind}: the example gives {reason.kind}"
        lines.append(f"| {example.says} | {in_words(reason)[language]} |")
    return "\n".join(lines)


# How often


@dataclass(frozen=True)
class Mistake:
    """A decision of a numbered game that gave something away."""

    view: Game
    seat: Seat
    options: tuple[Option, ...]
    played: Decision

    def reason(self) -> Reason:
        """Why the best option is better."""
        return reason_of(self.view, self.seat, self.options, self.played)


def mistakes(level: str, key: str, games: int, seed: int = 77) -> Iterator[Mistake]:
    """All graded decisions of some games in which everybody plays at one level."""
    variant = find_variant(key)
    low, high = variant.players
    for number in range(games):
        record = play_numbered(variant, [level] * (low + number % (high - low + 1)), seed, number)
        game = record.start()
        for move in record.moves:
            if isinstance(move, Played) and len(game.legal(move.seat)) > 1:
                judged = evaluate(game, move.seat)
                options = tuple(Option(one.decision, one.win, one.score) for one in judged)
                worth = {one.decision: one.worth for one in options}
                if options[0].worth - worth[move.decision] >= SLIP:
                    yield Mistake(game.view(move.seat), move.seat, options, move.decision)
            game = play_move(game, move).game


GROUPS: dict[str, tuple[Kind, ...]] = {
    "the end of the game": (
        Kind.ENDS_BEHIND,
        Kind.ENDS_AHEAD,
        Kind.ENDS,
        Kind.TOGETHER_BEHIND,
        Kind.TOGETHER_AHEAD,
        Kind.LAST_MISS,
    ),
    "a miss": (Kind.MISS, Kind.MISS_AHEAD, Kind.MISS_CHEAPER),
    "a lock": (Kind.LOCK, Kind.UNLOCKABLE),
    "what a rule brings": (
        Kind.COMPLETES,
        Kind.EXTRA,
        Kind.TAKES,
        Kind.LINE,
        Kind.GIVES_UP,
        Kind.BADGE,
    ),
    "the colour action to come": (Kind.LEAVES, Kind.FOLLOWS, Kind.INSTEAD),
    "points": (Kind.FREE, Kind.WORTH, Kind.CLOSING, Kind.SOON, Kind.POINTS),
    "cells": (Kind.KEEPS, Kind.FEWER, Kind.LIKELIER),
    "room to go on": (Kind.ROOM, Kind.FITS),
    "no fact": tuple(sorted(NO_FACT)),
}
"""What reasons are about."""


def shares(games: int, each: bool = False) -> str:
    """How many in 100 graded decisions get which reason, level by level; `each`: kind by kind."""
    levels = [bot.code for bot in all_bots() if bot.says is not None and bot.code != ADVISER]
    counts = {
        level: Counter(
            mistake.reason().kind
            for key in shipped_variants()
            for mistake in mistakes(level, key, games)
        )
        for level in levels
    }
    totals = [counts[level].total() for level in levels]
    groups = {kind.value: (kind,) for kind in Kind} if each else GROUPS
    lines = [f"| Reason | {' | '.join(f'`{level}`' for level in levels)} |"]
    lines.append("|---|" + "---:|" * len(levels))
    for name, kinds in groups.items():
        found = [sum(counts[level][kind] for kind in kinds) for level in levels]
        cells = [f"{100 * n / max(1, total):.1f} %" for n, total in zip(found, totals)]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    lines.append(f"| graded decisions | {' | '.join(f'{total:,}' for total in totals)} |")
    return "\n".join(lines)


def run() -> int:
    """Print the shares."""
    parser = argparse.ArgumentParser(description="How often each kind of reason is given.")
    parser.add_argument("--games", type=int, default=30, help="of each variant and level")
    parser.add_argument("--each", action="store_true", help="kind by kind")
    arguments = parser.parse_args()
    print(shares(arguments.games, arguments.each))
    return 0


if __name__ == "__main__":
    sys.exit(run())
