"""Rowlock: play, write down and study the Qwixx family of dice games.

This is the front door: the names most people need. It is unofficial; "Qwixx" is a
trade mark of its publisher.
"""

from rowlock.dice import Roll, throw
from rowlock.errors import (
    Contradiction,
    IllegalMove,
    NotNotation,
    PlayerFailed,
    RowlockError,
    UnknownPlayer,
    UnknownVariant,
)
from rowlock.game import Game, Outcome, Phase, Step
from rowlock.moves import Mark, Pass, Pick, parse_move
from rowlock.players import find_player, play
from rowlock.record import Played, Record, read_record
from rowlock.sheet import Colour, Sheet
from rowlock.variant import Variant, find_variant, load_variant, read_variant, shipped_variants

__version__ = "0.1.0"

__all__ = [
    "Colour",
    "Contradiction",
    "Game",
    "IllegalMove",
    "Mark",
    "NotNotation",
    "Outcome",
    "Pass",
    "Phase",
    "Pick",
    "Played",
    "PlayerFailed",
    "Record",
    "Roll",
    "RowlockError",
    "Sheet",
    "Step",
    "UnknownPlayer",
    "UnknownVariant",
    "Variant",
    "find_player",
    "find_variant",
    "load_variant",
    "parse_move",
    "play",
    "read_record",
    "read_variant",
    "shipped_variants",
    "throw",
]
