"""Reviews whose values are invented, but agree with one another: quick, and the same each time.

`python -m tests.server.invented serve` is the command `rowlock` with a process for reviews that
makes such ones. It dies if somebody at the table is called Dies, says nothing for long if somebody
is called Hangs, has a fault in it for Fails, and knows no values for Unknown.
"""

from __future__ import annotations

import os
import sys
import time
import zlib
from collections import defaultdict

from rowlock.cli import main
from rowlock.errors import UnknownPlayer
from rowlock.events import Seat
from rowlock.game import Game, Phase
from rowlock.languages import Text
from rowlock.moves import Decision
from rowlock.record import Played, Record
from rowlock.review.model import (
    Grade,
    Judgement,
    Option,
    Review,
    SeatReview,
    TurnReview,
    on_grid,
)
from rowlock.server import reviewing

__all__ = ["invented"]

REASON = Text(
    "It was worth more.",
    "Das wäre mehr wert gewesen.",
    "Valeva di più.",
)


def invented(record: Record) -> Review:
    """A review of a finished game."""
    game = record.start()
    judgements: list[Judgement] = []
    for move, step in enumerate(record.steps()):
        played = record.moves[move]
        if isinstance(played, Played):
            options = _options(game.view(played.seat), played.seat)
            if len(options) > 1:
                judgements.append(_judged(game, played.seat, move, options, played.decision))
        game = step.game
    outcome = game.outcome()
    assert outcome is not None
    unit = "win" if record.seats > 1 else "points"
    winners = outcome.winners
    result = [
        float(total) if unit == "points" else (seat in winners) / len(winners)
        for seat, total in enumerate(outcome.totals)
    ]
    turns = _turns(record, judgements, result)
    return Review(
        variant=record.variant,
        unit="win" if record.seats > 1 else "points",
        outcome=outcome,
        seats=tuple(_seat(record, seat, turns, judgements) for seat in range(record.seats)),
        turns=turns,
        judgements=tuple(judgements),
    )


def _part(*of: object) -> float:
    """A number from 0 to 1 that is always the same for the same things."""
    return on_grid(zlib.crc32(" ".join(map(str, of)).encode()) / 2**32)


def _scale(seats: int) -> float:
    return 1.0 if seats > 1 else 40.0


def _options(view: Game, seat: Seat) -> list[Option]:
    scale = _scale(view.seats)
    made = [
        Option(
            decision,
            worth=on_grid(scale * (0.5 + 0.12 * (_part(view.turn, seat, decision) - 0.5))),
            score=on_grid(60 + 20 * _part(decision, view.turn)),
        )
        for decision in view.legal(seat)
    ]
    return sorted(made, key=lambda option: -option.worth)


def _judged(
    game: Game, seat: Seat, move: int, options: list[Option], decision: Decision
) -> Judgement:
    played = next(option for option in options if option.decision == decision)
    away = (options[0].worth - played.worth) / _scale(game.seats)
    grade: Grade | None = None
    if away >= 0.02:
        grade = "blunder" if away >= 0.09 else "mistake" if away >= 0.05 else "slip"
    return Judgement(
        turn=game.turn,
        seat=seat,
        action="white" if game.phase is Phase.WHITE else "colour",
        move=move,
        options=tuple(options),
        played=played,
        grade=grade,
        reason=REASON if grade else None,
    )


def _turns(
    record: Record, judgements: list[Judgement], result: list[float]
) -> tuple[TurnReview, ...]:
    errors: dict[tuple[int, Seat], float] = defaultdict(float)
    for one in judgements:
        errors[one.turn, one.seat] += one.given_away
    rolls, seats = record.rolls(), range(record.seats)
    last = len(rolls)

    def hope(turn: int, seat: Seat, more: str = "") -> float:
        """From an equal share to the result, by a crooked way."""
        share = (turn - 1) / last
        swing = 0.5 * (_part(seat, turn, more) - 0.5) * (1 - share) * _scale(record.seats)
        begin = 1 / record.seats if record.seats > 1 else result[seat] - 9.5
        return on_grid(begin + (result[seat] - begin) * share + (swing if turn > 1 else 0))

    made = []
    for turn, place in enumerate(rolls, 1):
        roll = record.moves[place]
        assert not isinstance(roll, Played)
        end = [hope(turn + 1, seat) if turn < last else result[seat] for seat in seats]
        made.append(
            TurnReview(
                turn=turn,
                active=(record.first + turn - 1) % record.seats,
                roll=roll,
                before=tuple(hope(turn, seat) for seat in seats),
                rolled=tuple(hope(turn, seat, "rolled") for seat in seats),
                after=tuple(end),
                errors=tuple(errors[turn, seat] for seat in seats),
            )
        )
    return tuple(made)


def _seat(
    record: Record, seat: Seat, turns: tuple[TurnReview, ...], judgements: list[Judgement]
) -> SeatReview:
    own = [one for one in judgements if one.seat == seat]
    grades = [one.grade for one in own]
    return SeatReview(
        name=record.called()[seat],
        start=turns[0].before[seat],
        result=turns[-1].after[seat],
        luck=sum(turn.luck[seat] for turn in turns),
        errors=sum(turn.errors[seat] for turn in turns),
        others=sum(turn.others[seat] for turn in turns),
        decisions=len(own),
        slips=grades.count("slip"),
        mistakes=grades.count("mistake"),
        blunders=grades.count("blunder"),
        level="expert" if seat == 0 else None,
    )


def _make(record: Record) -> Review:
    if "Dies" in record.names:
        os._exit(3)
    if "Hangs" in record.names:
        time.sleep(60)
    if "Fails" in record.names:
        raise ZeroDivisionError("a fault")
    if "Unknown" in record.names:
        raise UnknownPlayer("there are no trained values here")
    if "Ponders" in record.names:
        time.sleep(0.5)
    return invented(record)


if __name__ == "__main__":
    if sys.argv[1] == "review":
        reviewing.main(_make)
    else:
        reviewing.COMMAND = (sys.executable, "-m", "tests.server.invented", "review")
        sys.exit(main())
