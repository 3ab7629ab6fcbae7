"""A review as plain data: for the page, for `rowlock review --json`, for any other program.

Seats and turns count from 1; decisions and rolls are written in the notation.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from rowlock.review.grades import GOOD_ENOUGH, POINTS
from rowlock.review.model import Judgement, Review, SeatReview, TurnReview

__all__ = ["plain"]


def plain(review: Review) -> dict[str, Any]:
    """The whole review, ready for JSON. Numbers are not rounded, so that sums stay exact."""
    return {
        "variant": review.variant.key,
        "unit": review.unit,
        "good_enough": GOOD_ENOUGH * (POINTS if review.unit == "points" else 1),
        "seats": [_seat(seat) for seat in review.seats],
        "turns": [_turn(turn) for turn in review.turns],
        "judgements": [_judgement(one) for one in review.judgements],
    }


def _seat(seat: SeatReview) -> dict[str, Any]:
    return asdict(seat)


def _turn(turn: TurnReview) -> dict[str, Any]:
    return {
        "turn": turn.turn,
        "active": turn.active + 1,
        "roll": str(turn.roll),
        "before": list(turn.before),
        "rolled": list(turn.rolled),
        "after": list(turn.after),
        "luck": list(turn.luck),
        "errors": list(turn.errors),
        "others": list(turn.others),
    }


def _judgement(one: Judgement) -> dict[str, Any]:
    return {
        "turn": one.turn,
        "seat": one.seat + 1,
        "action": one.action,
        "move": one.move,
        "played": str(one.played.decision),
        "best": str(one.best.decision),
        "given_away": one.given_away,
        "grade": one.grade,
        "reason": None if one.reason is None else asdict(one.reason),
        "options": [
            {"decision": str(option.decision), "worth": option.worth, "score": option.score}
            for option in one.options
        ],
    }
