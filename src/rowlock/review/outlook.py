"""What every seat can hope for before a roll: the mean over all rolls, exactly, and each roll.

Best play after a roll is taken to be: whoever has not rolled answers the white dice with what is
best if the others do what would be best for them if nobody else crossed anything; whoever rolled
takes the best white and colour decision, these answers given. Everything is valued by the trained
network at the end of the turn, or by the points where the game is over.

The mean needs no list of 46,656 rolls. With the white dice given, what is best with a coloured die
depends on that die alone, and the four are independent: how often the best of a colour is the best
of all is a product.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rowlock.dice import Roll
from rowlock.fast.net import DEEP, HEADS, NARROW, WIDE, Shape, order, shape_of, weights_at
from rowlock.fast.prospects import (
    ANY,
    NO_COLOUR,
    Leaves,
    list_sheets,
    new_leaves,
    spread_answers,
    spread_turn,
)
from rowlock.fast.sheets import Sheets, empty_sheets
from rowlock.fast.tables import Tables
from rowlock.fast.turns import Games
from rowlock.fast.weights import Trained
from rowlock.sheet import COLOURS

__all__ = ["Outlook", "Valuer"]

Floats: TypeAlias = NDArray[np.float32]
Features: TypeAlias = NDArray[np.int32]
Doubles: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]

_SURE = 40.0  # beyond every logit of the network
_NONE = -1e9  # below every value: there is no such option


@dataclass(frozen=True, eq=False)
class Outlook:
    """What a turn brings every seat: on average, and with each roll."""

    mean: Doubles  # [seat] the chance to win, over all rolls
    white: dict[tuple[int, int], int]  # the number of a pair of white dice, the lower one first
    second: Ints  # [pair, colour, die] the option that is best with it, -1 for none
    first: Ints  # [pair] the best without a colour
    value: Doubles  # [option] to the seat that rolls
    chances: Doubles  # [option, seat]; only of those that can be best

    def of(self, roll: Roll) -> tuple[float, ...]:
        """What this roll brings every seat under best play."""
        low, high = sorted(roll.whites)
        pair = self.white[low, high]
        best = int(self.first[pair])
        for colour, die in zip(COLOURS, roll.colours):
            if die:
                option = int(self.second[pair, colour, die - 1])
                if option >= 0 and self.value[option] > self.value[best]:
                    best = option
        return tuple(self.chances[best].tolist())


class Valuer:
    """The network of a variant as matrices, and room to work in."""

    def __init__(self, trained: Trained, seats: int) -> None:
        self.t: Tables = trained.tables
        self.seats = seats
        self.shape: Shape = _plain(shape_of)(self.t)
        at = _plain(weights_at)(self.shape, 0)
        w = trained.weights
        count = self.shape.features
        self.own = w[at.own : at.other].reshape(count, WIDE)
        self.other = w[at.other : at.pool].reshape(count, NARROW)
        self.pool = w[at.pool : at.deeper].reshape(NARROW, WIDE)
        self.deeper = w[at.deeper : at.deep_bias].reshape(WIDE, DEEP)
        self.deep_bias = w[at.deep_bias : at.heads]
        self.head = w[at.heads : at.head_bias].reshape(HEADS, DEEP)[0]
        self.head_bias = w[at.head_bias]
        self.leaves = new_leaves(self.t, self.shape.width)
        self.answers = new_leaves(self.t, self.shape.width)
        self.around = new_leaves(self.t, self.shape.width)
        self.options = np.empty(self.t.most_legal, np.int16)
        self.whites = [
            (low, high)
            for low in range(1, self.t.faces + 1)
            for high in range(low, self.t.faces + 1)
        ]

    def outlook(self, games: Games, i: int = 0) -> Outlook:
        """What the next roll of game i brings, which waits for it."""
        return _Turn(self, games, i).outlook()

    def order(self, seat: int, rolls: int) -> int:
        """The feature that says how soon a seat rolls."""
        return int(_plain(order)(self.shape, self.seats, seat, rolls))

    def as_other(self, features: Features, soon: int) -> Floats:
        """What sheets are to the seats that do not have them [sheet, NARROW]."""
        rows: Floats = self.other[features].sum(axis=1) + self.other[soon]
        return np.maximum(rows, 0)

    def as_own(self, features: Features, soon: int) -> Floats:
        """What sheets are to those who have them [sheet, WIDE]."""
        rows: Floats = self.own[features].sum(axis=1) + self.own[soon]
        return rows

    def logits(self, own: Floats, others: Floats) -> Doubles:
        """The values of own sheets, with what all the others are through POOL [sheet, WIDE]."""
        deep = np.maximum(own + others, 0) @ self.deeper + self.deep_bias
        values: Doubles = (np.maximum(deep, 0) @ self.head + self.head_bias).astype(np.float64)
        return values


class _Turn:
    """One turn, before its roll."""

    def __init__(self, valuer: Valuer, games: Games, i: int) -> None:
        self.v = valuer
        self.t, self.shape = valuer.t, valuer.shape
        self.sheets = games.sheets
        self.first = i * valuer.seats  # the sheet of seat 0
        self.active = int(games.active[i])
        self.others = [seat for seat in range(valuer.seats) if seat != self.active]
        rolls = (self.active + 1) % valuer.seats
        self.soon = [valuer.order(seat, rolls) for seat in range(valuer.seats)]
        self.closed = int(games.closed[i])
        self.sums = 2 * self.t.faces + 1  # of two dice, and one more

    def outlook(self) -> Outlook:
        """Every option of every roll, the best of each, and how likely that is."""
        answers, beside = self._answers()
        v, leaves = self.v, self.v.leaves
        args = (self.t, self.shape, self.sheets, self.first + self.active, self.active)
        count = spread_turn(*args, beside, leaves, v.options)
        leaf, announced = _each_sum(leaves, count, beside)
        # What the others' sheets are depends on the sum, and on the rows that are closed then.
        keys, place = np.unique(announced * 16 + leaves.closed[leaf], return_inverse=True)
        around = _Around(self, answers, keys // 16, keys % 16, self.others)
        own = v.as_own(leaves.features[:count], self.soon[self.active])
        value = v.logits(own[leaf], (around.sum() @ v.pool)[place])
        chance = _chance(value)
        over = np.flatnonzero(leaves.over[leaf])
        points = leaves.points[leaf[over]]
        value[over], chance[over] = _end(points, around.points[place[over]])

        first, second = self._best(leaf, announced, value)
        likely, wanted = self._likely(first, second, value)
        chances = np.zeros((len(leaf), v.seats))
        chances[:, self.active] = chance
        for seat in self.others:
            chances[wanted, seat] = self._others_chance(seat, around, leaf[wanted], place[wanted])
        # Each seat is valued by itself; together they win one game.
        chances[wanted] /= chances[wanted].sum(axis=1, keepdims=True)
        return Outlook(
            likely[wanted] @ chances[wanted],
            {pair: number for number, pair in enumerate(v.whites)},
            second,
            first,
            value,
            chances,
        )

    def _answers(self) -> tuple[Sheets, NDArray[np.int8]]:
        """What those who do not roll make of each sum, and the rows that they lock with it.

        As `oracle` does it: first what everybody would do if all others passed, then what is best
        if they do that. Who rolls is taken for one of them here, since what the colours bring
        depends on more dice.
        """
        table = empty_sheets(self.t, self.v.seats * self.sums)
        seat = np.repeat(np.arange(self.v.seats), self.sums)
        _copy(self.sheets, self.first + seat, table, np.arange(len(seat)))
        alone = self._best_answers(range(self.v.seats), table)
        answers = self._best_answers(self.others, alone)
        return answers, self._locks(answers, self.others)

    def _locks(self, sheets: Sheets, seats: list[int]) -> NDArray[np.int8]:
        """The rows that these seats lock now with each sum of the white dice, as bits."""
        here = np.array(seats)[:, None] * self.sums + np.arange(self.sums)
        locks: NDArray[np.int8] = np.bitwise_or.reduce(sheets.locks[here], axis=0)
        return locks & ~np.int8(self.closed)

    def _best_answers(self, seats: Iterable[int], around: Sheets) -> Sheets:
        """The sheets of seats that cross the sum as is best for them, the others' sheets given."""
        v, leaves = self.v, self.v.answers
        answers = empty_sheets(self.t, v.seats * self.sums)
        for seat in seats:
            rest = [other for other in range(v.seats) if other != seat]
            args = (self.t, self.shape, self.sheets, self.first + seat, seat)
            count = spread_answers(*args, self._locks(around, rest), leaves, v.options)
            announced = leaves.announced[:count].astype(np.int64)
            keys, place = np.unique(announced * 16 + leaves.closed[:count], return_inverse=True)
            cases = _Around(self, around, keys // 16, keys % 16, rest)
            own = v.as_own(leaves.features[:count], self.soon[seat])
            value = v.logits(own, (cases.sum() @ v.pool)[place])
            over = np.flatnonzero(leaves.over[:count])
            value[over], _ = _end(leaves.points[over], cases.points[place[over]])
            best = np.zeros(self.sums, np.int64)
            rising = np.argsort(value, kind="stable")
            best[announced[rising]] = rising  # where several are written, the last stays: the best
            _copy(leaves.sheets, best[2:], answers, seat * self.sums + np.arange(2, self.sums))
        return answers

    def _best(self, leaf: Ints, announced: Ints, value: Doubles) -> tuple[Ints, Ints]:
        """For each pair of white dice the best option without a colour, and with each die."""
        leaves, faces = self.v.leaves, self.t.faces
        colour, total = leaves.colour[leaf], leaves.total[leaf]
        rising = np.argsort(value, kind="stable")
        plain = rising[colour[rising] == NO_COLOUR]
        coloured = rising[colour[rising] != NO_COLOUR]
        first = np.full(self.sums, -1, np.int64)
        first[announced[plain]] = plain
        second = np.full((self.sums, 4, self.sums), -1, np.int64)
        second[announced[coloured], colour[coloured], total[coloured]] = coloured
        low, high = np.array(self.v.whites).T
        die = np.arange(1, faces + 1)
        with_low = second[low + high][np.arange(len(low))[:, None], :, low[:, None] + die]
        with_high = second[low + high][np.arange(len(low))[:, None], :, high[:, None] + die]
        worth = np.append(value, _NONE)  # at the end: of none
        better = np.where(worth[with_low] >= worth[with_high], with_low, with_high)
        return first[low + high], better.transpose(0, 2, 1)

    def _likely(self, first: Ints, second: Ints, value: Doubles) -> tuple[Doubles, Ints]:
        """How likely each option is the best, over all rolls, and those that can be."""
        faces = self.t.faces
        worth = np.append(value, _NONE)[second]  # [pair, colour, die]
        base = value[first]
        count = len(base)
        # Of another colour's dice, the share that leaves this option the best; of two that are
        # worth the same the earlier colour is taken.
        mine = worth[:, :, :, None, None]
        theirs = worth[:, None, None, :, :]
        colours = np.arange(4)
        earlier = colours[:, None] > colours[None, :]
        fewer = np.where(earlier[None, :, None, :, None], theirs < mine, theirs <= mine)
        share = fewer.mean(axis=4)  # [pair, colour, die, other colour]
        share[:, colours, :, colours] = 1
        chosen = share.prod(axis=3) / faces * (worth > base[:, None, None])
        low, high = np.array(self.v.whites).T
        weight = np.where(low == high, 1, 2) / faces**2
        likely = np.zeros(len(value) + 1)
        np.add.at(likely, second, chosen * weight[:, None, None])
        np.add.at(likely, first, (1 - chosen.reshape(count, -1).sum(axis=1)) * weight)
        likely = likely[:-1]
        return likely, np.flatnonzero(likely > 0)

    def _others_chance(self, seat: int, around: _Around, leaf: Ints, place: Ints) -> Doubles:
        """What these options bring a seat that has not rolled."""
        v, leaves = self.v, self.v.leaves
        mine = self.others.index(seat)
        active = v.as_other(leaves.features[leaf], self.soon[self.active])
        rest = around.vectors.sum(axis=1) - around.vectors[:, mine]
        own = v.as_own(around.features[:, mine], self.soon[seat])
        chance = _chance(v.logits(own[place], (rest[place] + active) @ v.pool))
        over = np.flatnonzero(leaves.over[leaf])
        there = np.delete(around.points[place[over]], mine, axis=1)
        others = np.concatenate([there, leaves.points[leaf[over], None]], axis=1)
        _, chance[over] = _end(around.points[place[over], mine], others)
        return chance


class _Around:
    """The sheets of some seats, by the sum of the white dice and the rows that are closed then."""

    def __init__(
        self, turn: _Turn, sheets: Sheets, announced: Ints, closed: Ints, seats: list[int]
    ) -> None:
        v = turn.v
        count, seats_here = len(announced), np.array(seats, np.int64)
        which = announced[:, None] + seats_here * turn.sums
        leaves = v.around
        list_sheets(
            turn.t,
            turn.shape,
            sheets,
            which.reshape(-1),
            np.tile(seats_here, count),
            np.repeat(closed, len(seats)),
            leaves,
        )
        size = count * len(seats)
        self.points = leaves.points[:size].reshape(count, -1).copy()  # [case, seat]
        self.features = leaves.features[:size].reshape(count, len(seats), -1).copy()
        soon = [turn.soon[seat] for seat in seats]
        self.vectors = np.stack(  # [case, seat, NARROW]
            [v.as_other(self.features[:, n], soon[n]) for n in range(len(seats))], axis=1
        )

    def sum(self) -> Floats:
        """What all these seats together are to another [case, NARROW]."""
        total: Floats = self.vectors.sum(axis=1)
        return total


def _each_sum(leaves: Leaves, count: int, beside: NDArray[np.int8]) -> tuple[Ints, Ints]:
    """Every option: a sheet, and the sum of the white dice with which it can be reached."""
    announced = leaves.announced[:count].astype(np.int64)
    leaf = [np.flatnonzero(announced != ANY)]
    sums = [announced[leaf[0]]]
    for total in range(2, len(beside)):
        free = np.flatnonzero((announced == ANY) & (leaves.beside[:count] == beside[total]))
        leaf.append(free)
        sums.append(np.full(len(free), total))
    return np.concatenate(leaf), np.concatenate(sums)


def _copy(source: Sheets, which: Ints, target: Sheets, to: Ints) -> None:
    for field in Sheets._fields:
        getattr(target, field)[to] = getattr(source, field)[which]


def _chance(logit: Doubles) -> Doubles:
    return 1 / (1 + np.exp(-logit))


def _end(own: NDArray[np.int16], others: NDArray[np.int16]) -> tuple[Doubles, Doubles]:
    """What the end of the game is worth to whoever has these points, and the win or its share."""
    best = others.max(axis=1, initial=-32768)
    margin = own.astype(np.float64) - best
    tied = (others == own[:, None]).sum(axis=1)
    value = np.where(margin > 0, _SURE, -_SURE) + margin / 64
    shared = margin == 0
    value[shared] = -np.log(tied[shared])
    return value, np.where(margin > 0, 1.0, np.where(shared, 1 / (1 + tied), 0.0))


def _plain(kernel: Any) -> Any:
    """A small kernel as plain Python: to call it once nothing need be compiled."""
    return getattr(kernel, "py_func", kernel)
