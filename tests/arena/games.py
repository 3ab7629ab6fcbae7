"""Games of the readable engine with the dice and lots of a numbered deal."""

from __future__ import annotations

from collections.abc import Sequence

from rowlock import Record, find_player, find_variant, play, shipped_variants
from rowlock.arena import Counts, Piece, play_piece
from rowlock.lots import GameDice, SeatLots
from rowlock.variant import Variant

__all__ = ["FIRST", "a_record", "counted", "piece"]

FIRST = find_variant(shipped_variants()[0])


def a_record(variant: Variant, seats: Sequence[str], seed: int, deal: int) -> Record:
    players = [find_player(code, SeatLots(seed, deal, i)) for i, code in enumerate(seats)]
    return play(variant, players, GameDice(seed, deal))


def piece(
    *codes: str, deals: range, seed: int = 0, variant: Variant = FIRST, fast: bool = True
) -> Piece:
    return Piece(variant, codes, seed, deals, fast)


def counted(*codes: str, deals: range, seed: int = 0, variant: Variant = FIRST) -> Counts:
    return play_piece(piece(*codes, deals=deals, seed=seed, variant=variant))
