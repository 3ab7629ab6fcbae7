"""Whole games with fair dice, and what can be done to their text."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from rowlock import Game, Played, Record, Roll, Variant, find_variant, shipped_variants
from rowlock.fair import FairDice, fair_tags, mix_of
from rowlock.players import Keen

__all__ = ["DEFAULT", "SEED", "SEEDS", "TABLE", "changed", "fair_game", "other_roll", "without"]

DEFAULT = shipped_variants()[0]
SEED = bytes(range(100, 132))
TABLE = "k7Qm-2_x"
SEEDS = ("a1b2", "", "c3-_", "", "Z", "9", "", "seven")


def fair_game(
    variant: str | Variant = DEFAULT,
    seats: int = 3,
    seed: bytes = SEED,
    table: str = TABLE,
    *,
    lot: bool = True,
    revealed: bool = True,
    promised: bool = True,
    seeds: tuple[str, ...] = SEEDS,
    turns: int | None = None,
) -> Record:
    """A game of keen players with fair dice, whole or broken off after some turns.

    Whoever gives a seed in `SEEDS` is a person, the others are bots.
    """
    if isinstance(variant, str):
        variant = find_variant(variant)
    seeds = seeds[:seats]
    dice = FairDice(seed, table, mix_of(seeds))
    commitments = [hashlib.sha256(own.encode()).hexdigest() if own else "" for own in seeds]
    fair = fair_tags(dice, commitments if promised else None, lot=lot, revealed=revealed)
    codes = ["you" if own else "keen" for own in SEEDS[:seats]]
    record = Record(
        variant,
        seats,
        first=dice.lot(seats) if lot else 0,
        tags=(("Date", "2026-11-15"), ("Players", " ".join(codes)), *fair),
    )
    players = [Keen(seat % 3) for seat in range(seats)]
    moves: list[Roll | Played] = []
    game: Game = record.start()
    while not game.over and (turns is None or game.turn <= turns):
        roll = dice.roll(game.turn, game.dice)
        moves.append(roll)
        game = game.rolled(roll).game
        while game.to_move():
            seat = min(game.to_move())
            played = Played(seat, players[seat].decide(game.view(seat), seat))
            moves.append(played)
            game = game.apply(*played).game
    return record.plus(*moves)


def changed(record: Record, tag: str, value: str) -> Record:
    """The record with another value in a tag that it has."""
    assert tag in dict(record.tags)
    return replace(record, tags=tuple((k, value if k == tag else v) for k, v in record.tags))


def without(record: Record, tag: str) -> Record:
    """The record with a tag left out."""
    assert tag in dict(record.tags)
    return replace(record, tags=tuple((k, v) for k, v in record.tags if k != tag))


def other_roll(record: Record, turn: int) -> tuple[Record, str, str]:
    """The record broken off after another roll in this turn; the true roll, and the other."""
    at = record.rolls()[turn - 1]
    true = record.moves[at]
    assert isinstance(true, Roll)
    first, second = true.whites
    whites = (first % 6 + 1, second)
    other = Roll(whites, true.colours)
    return replace(record, moves=(*record.moves[:at], other)), str(true), str(other)
