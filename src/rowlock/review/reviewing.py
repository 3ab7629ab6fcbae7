"""A record, played again with the values beside it: from what was played to a `Review`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol

from rowlock.compiler import without_compiler
from rowlock.dice import Roll
from rowlock.errors import IllegalMove
from rowlock.events import Seat
from rowlock.game import Game, Outcome, Phase
from rowlock.moves import Decision, Mark, Pass
from rowlock.players import evaluate
from rowlock.players.packed import need_kernels
from rowlock.players.solo import ready_values
from rowlock.record import Played, Record, play_move
from rowlock.review.grades import grade_of
from rowlock.review.levels import level_of
from rowlock.review.model import (
    Action,
    Judgement,
    Option,
    Review,
    SeatReview,
    TurnReview,
    Unit,
    on_grid,
)
from rowlock.review.reasons import explain

__all__ = ["Watch", "review"]

Watch = Callable[[int, int], None]
"""Told how many turns are looked at, and of how many."""


def review(record: Record, watch: Watch | None = None) -> Review:
    """What every turn and every decision of a finished game was worth.

    With others at the table the trained values judge, in chances to win; alone the exact ones, in
    points. A game that is not over, or of which nothing is known, is refused with a sentence.
    """
    need_kernels("to look at a game again, Rowlock")
    outcome = record.game().outcome()
    if outcome is None:
        raise IllegalMove(
            "this game is not over, and a review tells what came of it; expected a finished game"
        )
    if record.seats == 1:
        values: _Values = _Exact(record)
        return _look(record, outcome, values, "points", watch)
    with without_compiler():
        return _look(record, outcome, _Trained(record), "win", watch)


class _Hopes(NamedTuple):
    """What every seat can hope for before a roll, and with each of them."""

    mean: tuple[float, ...]
    of: Callable[[Roll], tuple[float, ...]]


class _Values(Protocol):
    """What knows the worth of turns and of decisions."""

    def before(self, game: Game) -> _Hopes:
        """Of a game that waits for a roll."""

    def options(self, game: Game, seat: Seat) -> tuple[Option, ...]:
        """Everything that a seat may decide, the best first."""


class _Trained:
    """The network, for two seats and more."""

    def __init__(self, record: Record) -> None:
        from rowlock.review.luck import valuer_of

        self._valuer = valuer_of(record.variant, record.seats)

    def before(self, game: Game) -> _Hopes:
        from rowlock.positions import pack

        outlook = self._valuer.outlook(pack([game]))
        return _Hopes(
            tuple(map(on_grid, outlook.mean.tolist())),
            lambda roll: tuple(map(on_grid, outlook.of(roll))),
        )

    def options(self, game: Game, seat: Seat) -> tuple[Option, ...]:
        judged = evaluate(game, seat)
        return tuple(Option(one.decision, on_grid(one.win), one.score) for one in judged)


class _Exact:
    """The solved game, for one seat."""

    def __init__(self, record: Record) -> None:
        self._values = ready_values(record.variant, 1)

    def before(self, game: Game) -> _Hopes:
        sheet = game.sheets[0]

        def of(roll: Roll) -> tuple[float, ...]:
            return (on_grid(self._values.options(sheet, roll)[0].value),)

        return _Hopes((on_grid(self._values.value(sheet)),), of)

    def options(self, game: Game, seat: Seat) -> tuple[Option, ...]:
        legal = game.legal(seat)
        worth: dict[Decision, float] = {}
        if game.phase is Phase.WHITE:
            assert game.roll is not None
            for one in self._values.options(game.sheets[0], game.roll):
                worth.setdefault(one.white, one.value)  # the best colour decision comes first
        else:
            sheet, before = game.sheets[0], game.before[0]
            for decision in legal:
                then = sheet
                if isinstance(decision, Mark):
                    then = sheet.cross(sheet.page.cells[decision.cell])
                elif isinstance(decision, Pass) and not sheet.crossed_since(before):
                    then = sheet.miss()
                worth[decision] = self._values.value(then)
        found = [Option(one, on_grid(worth[one]), worth[one]) for one in legal]
        return tuple(sorted(found, key=lambda option: -option.worth))


def _look(
    record: Record, outcome: Outcome, values: _Values, unit: Unit, watch: Watch | None
) -> Review:
    turns: list[TurnReview] = []
    judgements: list[Judgement] = []
    spans = list(_spans(record))
    hopes = values.before(spans[0].game)
    start = hopes.mean
    for number, span in enumerate(spans):
        if watch:
            watch(number, len(spans))
        mean, rolled = hopes.mean, hopes.of(span.roll)
        found = [_judge(values, *one, unit) for one in span.decisions]
        found = [one for one in found if not one.is_forced]
        if span.after is None:
            after = _results(outcome, unit)
        else:
            hopes = values.before(span.after)
            after = hopes.mean
        errors = tuple(
            sum(one.given_away for one in found if one.seat == seat) for seat in range(record.seats)
        )
        judgements += found
        turns.append(
            TurnReview(span.game.turn, span.game.active, span.roll, mean, rolled, after, errors)
        )
    seats = tuple(
        _seat(record, name, seat, start, outcome, unit, turns, judgements)
        for seat, name in enumerate(record.called())
    )
    return Review(record.variant, unit, outcome, seats, tuple(turns), tuple(judgements))


class _Span(NamedTuple):
    """A turn of a record: the games before and after it, and what was decided in between."""

    game: Game
    roll: Roll
    decisions: list[tuple[Game, int, Played]]
    after: Game | None  # none if the game is over then


def _spans(record: Record) -> Iterator[_Span]:
    game = record.start()
    span: _Span | None = None
    for place, move in enumerate(record.moves):
        if isinstance(move, Roll):
            if span:
                yield span._replace(after=game)
            span = _Span(game, move, [], None)
        elif span:
            span.decisions.append((game, place, move))
        game = play_move(game, move).game
    if span:
        yield span


def _judge(values: _Values, game: Game, place: int, move: Played, unit: Unit) -> Judgement:
    action: Action = "white" if game.phase is Phase.WHITE else "colour"
    seat, decision = move
    legal = game.legal(seat)
    if len(legal) == 1:
        only = Option(decision, 0.0, 0.0)
        return Judgement(game.turn, seat, action, place, (only,), only)
    options = values.options(game, seat)
    played = next(option for option in options if option.decision == decision)
    grade = grade_of(options[0].worth - played.worth, unit)
    reason = explain(game.view(seat), seat, options, decision) if grade else None
    return Judgement(game.turn, seat, action, place, options, played, grade, reason)


def _results(outcome: Outcome, unit: Unit) -> tuple[float, ...]:
    """What the game brought every seat."""
    if unit == "points":
        return tuple(map(float, outcome.totals))
    share = on_grid(1 / len(outcome.winners))
    return tuple(share if seat in outcome.winners else 0.0 for seat in range(len(outcome.totals)))


def _seat(
    record: Record,
    name: str,
    seat: Seat,
    start: tuple[float, ...],
    outcome: Outcome,
    unit: Unit,
    turns: list[TurnReview],
    judgements: list[Judgement],
) -> SeatReview:
    own = [one for one in judgements if one.seat == seat]
    errors = sum(turn.errors[seat] for turn in turns)
    level = level_of(record.variant, record.seats, errors) if unit == "win" else None
    return SeatReview(
        name=name,
        start=start[seat],
        result=_results(outcome, unit)[seat],
        luck=sum(turn.luck[seat] for turn in turns),
        errors=errors,
        others=sum(turn.others[seat] for turn in turns),
        decisions=len(own),
        slips=sum(one.grade == "slip" for one in own),
        mistakes=sum(one.grade == "mistake" for one in own),
        blunders=sum(one.grade == "blunder" for one in own),
        level=level,
    )
