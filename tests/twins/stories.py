"""Pieces of play by the readable engine, kept move by move for the other engine to repeat."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import pytest

from rowlock.dice import Roll, throw
from rowlock.game import Game, Step
from rowlock.moves import Decision
from rowlock.players import Player, find_player
from rowlock.record import Move, Played, Record, play_move
from rowlock.sheet import Colour, Sheet
from rowlock.variant import Variant

__all__ = [
    "LINE_UPS",
    "Story",
    "alike",
    "from_position",
    "listening",
    "play_on",
    "players_of",
    "replayed",
    "scattered",
    "some_stories",
    "told",
]

LINE_UPS = {
    "keen": ("keen",),
    "random": ("random",),
    "mixed": ("keen", "random", "keen:0", "keen:3"),
    "wild": ("random", "keen:3"),
}
"""Who sits where, repeating in order. Random play alone hardly ever sees a lock."""


class Story(NamedTuple):
    """Moves, and the games before the first of them and after each."""

    games: list[Game]
    moves: list[Move]

    @property
    def decisions(self) -> int:
        """How many of the moves are decisions."""
        return sum(isinstance(move, Played) for move in self.moves)


def told(record: Record) -> Story:
    """A record as a story."""
    return Story(
        [record.start(), *(step.game for step in record.steps())],
        list(record.moves),
    )


def play_on(
    game: Game,
    players: Sequence[Player],
    source: random.Random,
    turns: int = 999,
    in_order: bool = True,
) -> Story:
    """Play so many turns more; white decisions come in the order of seats, or in any."""
    story = Story([game], [])
    last = game.turn + turns
    while not game.over and game.turn < last:
        roll = throw(game.dice, source)
        game = game.rolled(roll).game
        story.moves.append(roll)
        story.games.append(game)
        while game.waiting:
            seat = min(game.waiting) if in_order else source.choice(sorted(game.waiting))
            decision = players[seat].decide(game.view(seat), seat)
            game = game.apply(seat, decision).game
            story.moves.append(Played(seat, decision))
            story.games.append(game)
    return story


def players_of(line_up: str, seats: int, source: random.Random) -> list[Player]:
    """The players of a line-up at a table of so many."""
    codes = LINE_UPS[line_up]
    return [find_player(codes[seat % len(codes)], source) for seat in range(seats)]


def scattered(variant: Variant, seats: int, source: random.Random) -> Game:
    """A game that is well on its way, with marks such as nobody would make on purpose."""
    locked: set[Colour] = set()

    def sheet(seat: int) -> Sheet:
        page = variant.page(seat)
        sheet = Sheet(page)
        for row in page.rows:
            share = source.random()
            # One more lock would end the game before it goes on.
            may_lock = row.colour in locked or len(locked) + 1 < variant.end_locks
            open_cells = len(row.cells) - (0 if may_lock else page.lock_cells)
            for cell in row.cells[: source.randrange(open_cells + 1)]:
                wanted = source.random() < (max(share, 0.7) if cell.badge else share)
                if wanted and sheet.can_cross(cell):
                    sheet = sheet.cross(cell)
            if sheet.locked(row.colour):
                locked.add(row.colour)
        fields = sum(len(strip.fields) for strip in page.strips)
        struck = source.getrandbits(fields) & source.getrandbits(fields)
        return Sheet(page, sheet.marks, source.randrange(page.miss_boxes), struck)

    sheets = [sheet(seat) for seat in range(seats)]
    return Game.at(variant, sheets, source.randrange(seats), turn=source.randrange(1, 50))


def some_stories(variant: Variant, seats: int, seed: str, decisions: int) -> Iterator[Story]:
    """Stories with at least so many decisions: games of every line-up in turn, and as much play
    from positions that games seldom come to."""
    source = random.Random(seed)
    whole = made_up = 0
    for number in itertools.count():
        if whole + made_up >= decisions:
            return
        line_up = tuple(LINE_UPS)[number % len(LINE_UPS)]
        players = players_of(line_up, seats, source)
        in_order = source.random() < 0.5
        if whole <= made_up:
            start = Game.start(variant, seats, source.randrange(seats))
            story = play_on(start, players, source, in_order=in_order)
            whole += story.decisions
        else:
            story = play_on(scattered(variant, seats, source), players, source, 2, in_order)
            made_up += story.decisions
        yield story


@contextmanager
def listening() -> Iterator[list[Story]]:
    """Every move that any game makes meanwhile, as a story of its own."""
    heard: list[Story] = []
    rolled, apply = Game.rolled, Game.apply

    def heard_roll(self: Game, roll: Roll) -> Step:
        step = rolled(self, roll)
        heard.append(Story([self, step.game], [roll]))
        return step

    def heard_decision(self: Game, seat: int, decision: Decision) -> Step:
        step = apply(self, seat, decision)
        heard.append(Story([self, step.game], [Played(seat, decision)]))
        return step

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Game, "rolled", heard_roll)
        patch.setattr(Game, "apply", heard_decision)
        yield heard


def alike(stories: Iterable[Story]) -> list[list[Story]]:
    """The stories sorted by variant and number of seats, since only such can be packed."""
    sorts: dict[tuple[str, int], list[list[Story]]] = {}
    for story in stories:
        game = story.games[0]
        for sort in sorts.setdefault((game.variant.key, game.seats), []):
            if sort[0].games[0].variant == game.variant:
                sort.append(story)
                break
        else:
            sorts[game.variant.key, game.seats].append([story])
    return [sort for same in sorts.values() for sort in same]


def from_position(game: Game) -> list[Story]:
    """Every decision that somebody may take in this position, each as a story."""
    return [
        Story([game, game.apply(seat, decision).game], [Played(seat, decision)])
        for seat in sorted(game.to_move())
        for decision in game.legal(seat)
    ]


def replayed(start: Game, moves: Iterable[Move]) -> Story:
    """These moves from this position."""
    story = Story([start], [])
    for move in moves:
        story.games.append(play_move(story.games[-1], move).game)
        story.moves.append(move)
    return story
