"""Make the golden games of this folder: `python -m tests.games.make`.

They are made once and kept: a player may change its mind later, the rules may not.
So no test compares the files with this script; the records alone must go on to hold.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from rowlock import Record, find_player, find_variant, play
from rowlock.events import as_json

__all__ = ["FOLDER", "GAMES", "events_of"]

FOLDER = Path(__file__).parent

NAMES = ("Ida", "Björn", 'Ann "Ace" \\ Lee', "Zoë", "Отто")
"""One a seat; some need care when they are written."""


class Golden(NamedTuple):
    """How a game was made: who sat where, who rolled first, and the seed of all chance."""

    players: str
    seed: int
    first: int = 0


# The seeds are sought, so that every sort of event occurs, the rare ones too: a lucky lock,
# a lock by a chain, two seats at one lock, picks, and extra crosses that lapse.
GAMES = {
    "classic-1": Golden("keen random", 11),
    "classic-2": Golden("keen random keen:2 keen keen:0", 2, first=3),
    "xl-1": Golden("random keen:2", 20, first=1),
    "xl-2": Golden("keen random keen", 9),
    "longo-1": Golden("keen:2 random", 1),
    "longo-2": Golden("keen keen:2 random keen keen", 7, first=2),
    "mixed_colours-1": Golden("keen random", 20),
    "mixed_colours-2": Golden("random keen keen:2 keen", 2, first=1),
    "mixed_numbers-1": Golden("keen:2 random", 6, first=1),
    "mixed_numbers-2": Golden("keen random keen:3", 3),
    "bonus_chain-1": Golden("random keen", 4),
    "bonus_chain-2": Golden("keen keen:2 random keen", 1, first=2),
    "bonus_pairs-1": Golden("keen random", 19),
    "bonus_pairs-2": Golden("keen keen:2 keen random", 57, first=3),
    "connected_steps-1": Golden("keen random", 5),
    "connected_steps-2": Golden("keen keen:2 random keen keen:0", 8, first=4),
    "connected_chain-1": Golden("keen:2 random", 3, first=1),
    "connected_chain-2": Golden("random keen keen:2 keen random", 6, first=2),
}


def golden(name: str) -> Record:
    """Play a golden game."""
    codes, seed, first = GAMES[name]
    players = [find_player(code, f"{seed} {i}") for i, code in enumerate(codes.split())]
    record = play(find_variant(name.split("-")[0]), players, seed, first)
    tags = (("Players", codes), ("Seed", str(seed)))
    return replace(record, names=NAMES[: record.seats], tags=tags)


def events_of(record: Record) -> str:
    """The story of a game as JSON: a list of steps, each a list of events, one a line."""
    steps = [
        ",\n".join(f"    {json.dumps(as_json(event), ensure_ascii=False)}" for event in step.events)
        for step in record.steps()
    ]
    return "[\n" + ",\n".join(f"  [\n{step}\n  ]" for step in steps) + "\n]\n"


def main() -> None:
    """Play all golden games and write them."""
    for name in GAMES:
        record = golden(name)
        for ending, text in (("rowlock", record.write()), ("events.json", events_of(record))):
            path = FOLDER / f"{name}.{ending}"
            path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
