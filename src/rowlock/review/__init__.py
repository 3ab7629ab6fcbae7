"""What a played game was worth: luck and errors, turn by turn, and the decisions that mattered."""

from rowlock.review.grades import BLUNDER, MISTAKE, SLIP, grade_of
from rowlock.review.model import Grade, Judgement, Option, Review, SeatReview, TurnReview
from rowlock.review.reviewing import review

__all__ = [
    "BLUNDER",
    "MISTAKE",
    "SLIP",
    "Grade",
    "Judgement",
    "Option",
    "Review",
    "SeatReview",
    "TurnReview",
    "grade_of",
    "review",
]
