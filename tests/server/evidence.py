"""What a finished record says was rolled and decided, to be compared with what was told."""

from __future__ import annotations

from dataclasses import dataclass, field

from rowlock import Phase, Played, Record
from rowlock.record import play_move

__all__ = ["Evidence", "Key", "evidence_of"]

Key = tuple[int, str, int]
"""Turn, action and seat, all as they are in messages."""


@dataclass
class Evidence:
    """What happened, turn by turn."""

    rolls: list[str] = field(default_factory=list)
    decisions: dict[Key, tuple[str, ...]] = field(default_factory=dict)
    colour: dict[int, set[str]] = field(default_factory=dict)
    """What the active seat could have decided when the colour action of a turn began."""
    over: bool = False


def evidence_of(record: Record) -> Evidence:
    """Play the record again and note what it says."""
    found = Evidence()
    game = record.start()
    for move in record.moves:
        if isinstance(move, Played):
            key = (game.turn, game.phase.value, move.seat + 1)
            found.decisions[key] = (*found.decisions.get(key, ()), str(move.decision))
        else:
            found.rolls.append(str(move))
        game = play_move(game, move).game
        if game.phase is Phase.COLOUR and game.turn not in found.colour:
            found.colour[game.turn] = set(map(str, game.legal(game.active)))
    found.over = game.over
    return found
