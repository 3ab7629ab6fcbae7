"""Does a variant hold together? Play it, under every law, and see."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

from rowlock.dice import throw
from rowlock.events import Cause, Closed, Event, Marked
from rowlock.game import Game
from rowlock.players import Keen, Player, Random
from rowlock.record import Move, Played, Record, play_move
from rowlock.sheet import COLOURS
from rowlock.testing.laws import (
    check_end,
    check_order_free,
    check_printed,
    check_record,
    check_refusals,
    check_step,
    check_view,
    random_answers,
)
from rowlock.variant import MAX_SEATS, Variant

__all__ = ["Report", "check_variant"]


@dataclass(frozen=True)
class Report:
    """What the games of a check showed."""

    games: int
    turns: int
    endings: tuple[tuple[str, int], ...]
    causes: tuple[tuple[str, int], ...]
    closed: tuple[tuple[str, int], ...]
    points: float  # a seat's mean, keen players only

    def __str__(self) -> str:
        endings = ", ".join(f"{n} by {ending}" for ending, n in self.endings)
        rows = " ".join(f"{row} {n}" for row, n in self.closed)
        return (
            f"{self.games} games, {self.turns / self.games:.1f} turns each, ended {endings}; "
            f"rows closed: {rows}; a keen player scores {self.points:.1f}"
        )


def check_variant(variant: Variant, games: int = 64, seed: int = 1) -> Report:
    """Play games with 1 to 8 seats under every law; an AssertionError tells what is wrong.

    Half the games are keen against keen, since games of random players hardly ever see
    a lock; a variant in which not even keen players close every row now and then is refused.
    """
    try:
        return _checked(variant, games, seed)
    except AssertionError:
        raise
    except Exception as error:  # whatever a rule of somebody's own may raise
        raise AssertionError(f"a rule broke off: {type(error).__name__}: {error}") from error


def _checked(variant: Variant, games: int, seed: int) -> Report:
    check_printed(variant)
    events: list[Event] = []
    turns = 0
    scores: list[int] = []
    endings: Counter[str] = Counter()
    for number in range(games):
        source = random.Random(f"{seed} {number}")
        seats = 1 + number % MAX_SEATS
        keen = number // MAX_SEATS % 2 == 0
        players: list[Player] = [Keen() if keen else _mixed(source) for _ in range(seats)]
        record, told = _play(variant, players, source)
        check_record(record)
        game = record.game()
        check_end(game)
        outcome = game.outcome()
        assert outcome is not None, "a game that is over has an outcome"
        endings[outcome.ending.value] += 1
        turns += game.turn
        events += told
        if keen:
            scores += outcome.totals
    closed = Counter(event.row.name for event in events if isinstance(event, Closed))
    if games >= 64:
        never = [row.name for row in COLOURS if not closed[row.name]]
        assert not never, f"row {never[0]} was never closed in {games} games: can it be locked?"
    causes = Counter(event.cause.value for event in events if isinstance(event, Marked))
    return Report(
        games=games,
        turns=turns,
        endings=tuple(sorted(endings.items())),
        causes=tuple((cause.value, causes[cause.value]) for cause in Cause),
        closed=tuple((row.name, closed[row.name]) for row in COLOURS),
        points=sum(scores) / max(1, len(scores)),
    )


def _mixed(source: random.Random) -> Player:
    players: list[Player] = [Random(source), Keen(0), Keen(2)]
    return source.choice(players)


def _play(
    variant: Variant, players: list[Player], source: random.Random
) -> tuple[Record, list[Event]]:
    """Play one game, checking every step of it."""
    record = Record(variant, len(players), source.randrange(len(players)))
    game = record.start()
    moves: list[Move] = []
    told: list[Event] = []

    def make(move: Move, game: Game) -> Game:
        step = play_move(game, move)
        check_step(game, step)
        moves.append(move)
        told.extend(step.events)
        return step.game

    while not game.over:
        game = make(throw(game.dice, source), game)
        check_order_free(game, random_answers(game, source))
        while game.to_move():
            if source.randrange(32) == 0:
                check_refusals(game)
                check_view(game)
            seat = source.choice(sorted(game.to_move()))
            game = make(Played(seat, players[seat].decide(game.view(seat), seat)), game)
    check_refusals(game)
    # The written game lists white decisions by seat, whoever was first.
    return record.plus(*moves), told
