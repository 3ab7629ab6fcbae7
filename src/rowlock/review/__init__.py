"""What a played game was worth: luck and errors, turn by turn, and the decisions that mattered."""

from rowlock.review.model import Judgement, Option, Review, SeatReview, TurnReview

__all__ = ["Judgement", "Option", "Review", "SeatReview", "TurnReview"]
