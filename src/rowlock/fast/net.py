"""A small network that values a table from one seat's side, as kernels and as arrays.

A sheet is a list of features, always as long: the state of each row (how far it has come and
how many crosses it has, or that it is closed), its misses, and what the twins of its rules tell.
Each feature is a row of a table of weights, so a sheet is the sum of a few rows,
and a candidate differs from the sheet it came from by one or two. The other sheets go through
a layer of their own and are then added up, so any number of them fits in any order:

    others   sum of relu(rows of OTHER) over the other seats             NARROW numbers
    own      relu(rows of OWN + others x POOL)                           WIDE numbers
    deep     relu(own x DEEPER)                                          DEEP numbers
    heads    deep x HEADS: the win chance (as a logit), place, score, margin
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rowlock.fast.jit import bit_count, kernel
from rowlock.fast.policy import Floats
from rowlock.fast.sheets import Sheets, page_of, reach
from rowlock.fast.tables import Int32s, Tables
from rowlock.fast.twins import twin_features
from rowlock.fast.vectors import layer

__all__ = [
    "DEEP",
    "HEADS",
    "MOST_SEATS",
    "NARROW",
    "WIDE",
    "Shape",
    "Weights",
    "empty_weights",
    "features",
    "order",
    "shape_of",
    "to_deep",
    "to_wide",
    "weights_at",
]

WIDE, NARROW, DEEP, HEADS = 128, 32, 16, 4
MOST_SEATS = 5
"""Larger tables are valued as if they had this number of seats."""


class Shape(NamedTuple):
    """Where the features of a variant lie among the rows of weights."""

    longest: int  # cells of the longest row
    states: int  # of a row
    misses: int  # the feature of no miss
    rules: int  # the first of those that rules have
    order: int  # the first of those that say who is to roll
    features: int  # all of them
    width: int  # features of one sheet


@kernel
def shape_of(t: Tables) -> Shape:
    """Where the features of this variant lie; feature 0 is nothing at all."""
    longest = 0
    for page in range(t.pages):
        for row in range(4):
            longest = max(longest, int(t.length[page, row]))
    # Open: reach and crosses, as a triangle; closed: crosses, and whether it is locked here.
    states = (longest + 1) * (longest + 2) // 2 + 2 * (longest + 1)
    misses = 1 + 4 * states
    rules = misses + t.end_misses + 1
    first_order = rules + int(t.first_feature[-1])
    count = first_order + MOST_SEATS * (MOST_SEATS + 1) // 2
    return Shape(longest, states, misses, rules, first_order, count, 5 + t.width)


@kernel
def order(shape: Shape, seats: int, seat: int, rolls: int) -> int:
    """The feature that says how many sit here and how soon this one rolls."""
    wait = (seat - rolls + seats) % seats
    seats = min(seats, MOST_SEATS)
    return shape.order + seats * (seats - 1) // 2 + min(wait, seats - 1)


@kernel
def features(
    t: Tables,
    shape: Shape,
    sheets: Sheets,
    k: int,
    misses: int,
    closed: int,
    seat: int,
    out: Int32s,
    at: int,
) -> None:
    """Write the features of a sheet with this number of misses while these rows are closed."""
    triangle = shape.states - 2 * (shape.longest + 1)
    page = page_of(sheets, k)
    for row in range(4):
        marks = int(sheets.marks[k, row])
        count = bit_count(marks)
        if closed >> row & 1:
            here = 1 if marks & t.locking[page, row] else 0
            state = triangle + here * (shape.longest + 1) + count
        else:
            far = reach(marks)
            state = far * (far + 1) // 2 + count
        out[at + row] = 1 + row * shape.states + state
    out[at + 4] = shape.misses + min(misses, t.end_misses)
    at += 5
    for place in range(t.features.shape[0]):
        which = int(t.features[place])
        first = shape.rules + int(t.first_feature[which])
        at = twin_features(which, t, sheets, k, closed, seat, out, at, first)


class Weights(NamedTuple):
    """Where the weights begin among the numbers of a policy."""

    own: int  # [feature, WIDE]
    other: int  # [feature, NARROW]
    pool: int  # [NARROW, WIDE]
    deeper: int  # [WIDE, DEEP]
    deep_bias: int  # [DEEP]
    heads: int  # [HEADS, DEEP]
    head_bias: int  # [HEADS]
    end: int


@kernel
def weights_at(shape: Shape, start: int) -> Weights:
    """Where the weights lie if the first is at this place."""
    own = start
    other = own + shape.features * WIDE
    pool = other + shape.features * NARROW
    deeper = pool + NARROW * WIDE
    deep_bias = deeper + WIDE * DEEP
    heads = deep_bias + DEEP
    head_bias = heads + HEADS * DEEP
    return Weights(own, other, pool, deeper, deep_bias, heads, head_bias, head_bias + HEADS)


to_wide = layer(NARROW, WIDE)
"""Adds the layer of the others, through POOL, to one's own."""
to_deep = layer(WIDE, DEEP)
"""Adds one's own layer, through DEEPER, to the last."""


def empty_weights(t: Tables) -> Floats:
    """Room for the weights of a variant, all zero."""
    return np.zeros(weights_at(shape_of(t), 0).end, np.float32)
