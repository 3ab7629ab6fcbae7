"""The written game: tags, then one line a turn. The record is the truth; all else follows.

    [Variant "..."]
    [Seats "2"]

    1. 1 25r3y6g1b4 Y7 - / G6

See docs/notation.md for the whole grammar.
"""

from rowlock.record.reading import MAX_BYTES, read_record
from rowlock.record.writing import Move, Played, Record, play_move

__all__ = ["MAX_BYTES", "Move", "Played", "Record", "play_move", "read_record"]
