"""How bad is bad: what a decision must give away to be called a slip, a mistake or a blunder."""

from __future__ import annotations

from rowlock.review.model import Grade, Unit

__all__ = ["BLUNDER", "GOOD_ENOUGH", "GRADES", "MISTAKE", "SLIP", "grade_of"]

SLIP, MISTAKE, BLUNDER = 0.01, 0.03, 0.06
"""Of the chance to win, from which on a decision has this grade; see docs/review.md for how often
each level makes one."""
GOOD_ENOUGH = 0.01
"""Who tries a decision again may give this much away and has still answered well."""
POINTS = 25.0
"""In a game alone, the points that weigh as much as the whole chance to win."""

GRADES: dict[Grade, float] = {"blunder": BLUNDER, "mistake": MISTAKE, "slip": SLIP}


def grade_of(given_away: float, unit: Unit = "win") -> Grade | None:
    """What is said of a decision that gave this much away; nothing if it was good enough."""
    weight = POINTS if unit == "points" else 1.0
    for grade, least in GRADES.items():
        if given_away >= least * weight:
            return grade
    return None
