"""Reviews of real games with values made up: for what is drawn of a review, whoever made it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rowlock import Record, Roll, find_player, find_variant, play
from rowlock.game import Phase
from rowlock.languages import Text
from rowlock.record import play_move
from rowlock.review.model import (
    Grade,
    Judgement,
    Option,
    Review,
    SeatReview,
    TurnReview,
    Unit,
    on_grid,
)

__all__ = ["REASON", "a_game", "made_up"]

REASON = Text(
    "It would have kept the green row open, in which you had the most crosses of all.",
    "Damit wäre die grüne Reihe offen geblieben, in der du die meisten Kreuze hattest.",
    "Avrebbe tenuto aperta la riga verde, in cui avevi più crocette di tutti gli altri.",
)


def a_game(
    key: str = "classic",
    names: Sequence[str] = ("Ann", "keen"),
    seed: int = 1,
    tags: Sequence[tuple[str, str]] = (),
) -> Record:
    """A whole game, everybody having a name."""
    players = [find_player(f"keen:{seat % 3}") for seat in range(len(names))]
    record = play(find_variant(key), players, seed)
    return replace(record, names=tuple(names), tags=tuple(tags))


def made_up(record: Record, seed: int = 1, unit: Unit | None = None) -> Review:
    """A review of this game: its decisions are real, what they are worth is drawn by lot."""
    lots = random.Random(seed)
    unit = unit or ("points" if record.seats == 1 else "win")
    size = 1.0 if unit == "win" else 50.0
    outcome = record.game().outcome()
    assert outcome is not None
    judgements = list(_judgements(record, lots, size))
    share = on_grid(1 / len(outcome.winners))
    results = tuple(
        float(points) if unit == "points" else share * (seat in outcome.winners)
        for seat, points in enumerate(outcome.totals)
    )
    turns: list[TurnReview] = []
    before = (on_grid(size / record.seats),) * record.seats
    rolls = [move for move in record.moves if isinstance(move, Roll)]
    for number, roll in enumerate(rolls, 1):
        errors = tuple(
            sum(one.given_away for one in judgements if (one.turn, one.seat) == (number, seat))
            for seat in range(record.seats)
        )
        drawn = (value + lots.gauss(0, size / 15) for value in before)
        rolled = tuple(on_grid(min(max(value, 0.02 * size), 0.98 * size)) for value in drawn)
        after = tuple(on_grid(value - error / 4) for value, error in zip(rolled, errors))
        if number == len(rolls):
            after = results
        active = (record.first + number - 1) % record.seats
        turns.append(TurnReview(number, active, roll, before, rolled, after, errors))
        before = after
    seats = tuple(
        _seat(name, seat, turns, results[seat], judgements)
        for seat, name in enumerate(record.called())
    )
    return Review(record.variant, unit, outcome, seats, tuple(turns), tuple(judgements))


def _judgements(record: Record, lots: random.Random, size: float) -> Iterator[Judgement]:
    game = record.start()
    for place, move in enumerate(record.moves):
        if not isinstance(move, Roll) and len(game.legal(move.seat)) > 1:
            ranked = list(game.legal(move.seat))
            lots.shuffle(ranked)
            worth, options = 0.6 * size, []
            for decision in ranked:
                options.append(Option(decision, on_grid(worth), 60 + 20 * worth / size))
                worth -= size * lots.choice((0.0, 0.001, 0.004, 0.01, 0.04))
            played = next(one for one in options if one.decision == move.decision)
            grade = _grade((options[0].worth - played.worth) / size)
            yield Judgement(
                game.turn,
                move.seat,
                "white" if game.phase is Phase.WHITE else "colour",
                place,
                tuple(options),
                played,
                grade,
                REASON if grade else None,
            )
        game = play_move(game, move).game


def _grade(lost: float) -> Grade | None:
    if lost >= 0.04:
        return "blunder"
    if lost >= 0.01:
        return "mistake"
    return "slip" if lost >= 0.004 else None


def _seat(
    name: str,
    seat: int,
    turns: Sequence[TurnReview],
    result: float,
    judgements: Sequence[Judgement],
) -> SeatReview:
    grades = [one.grade for one in judgements if one.seat == seat]
    return SeatReview(
        name=name,
        start=turns[0].before[seat],
        result=result,
        luck=sum(turn.luck[seat] for turn in turns),
        errors=sum(turn.errors[seat] for turn in turns),
        others=sum(turn.others[seat] for turn in turns),
        decisions=len(grades),
        slips=grades.count("slip"),
        mistakes=grades.count("mistake"),
        blunders=grades.count("blunder"),
        level="expert",
    )
