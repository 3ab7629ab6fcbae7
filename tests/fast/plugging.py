"""Policies as somebody may write them, each beside a readable player that decides alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rowlock.fast import Batch, Policy, Tables, find_policy, kernel
from rowlock.fast.policies import Desk, Floats
from rowlock.fast.tables import code_of
from rowlock.fast.turns import WHITE, Games
from rowlock.game import Game
from rowlock.lots import GameDice, SeatLots
from rowlock.moves import Decision
from rowlock.players import Player, find_player, play
from rowlock.positions import record_of
from tests.twins.test_batches import as_results, row_of
from tests.twins.variants import variant_of

__all__ = ["TABLES", "check"]


@kernel
def decide_by_number(
    t: Tables, games: Games, i: int, seat: int, desk: Desk, count: int, numbers: Floats, start: int
) -> int:
    """The option at a place that its numbers tell: one in white actions, another otherwise."""
    place = numbers[start] if games.phase[i] == WHITE else numbers[start + 1]
    return int(desk.options[int(place) % count])


@kernel
def decide_by_neighbours(
    t: Tables, games: Games, i: int, seat: int, desk: Desk, count: int, numbers: Floats, start: int
) -> int:
    """An option that depends on all sheets: on those of others as it may see them."""
    total = 0
    for other in range(games.seats):
        k = i * games.seats + other
        for row in range(4):
            if games.phase[i] == WHITE and other != seat:
                total += games.before_marks[k, row]
            else:
                total += games.sheets.marks[k, row]
    return int(desk.options[total % count])


@kernel
def decide_on_paper(
    t: Tables, games: Games, i: int, seat: int, desk: Desk, count: int, numbers: Floats, start: int
) -> int:
    """The option of the middle value, found with all the paper that lies on its desk."""
    for place in range(count):
        desk.scratch[place] = desk.options[place]
        desk.spare[place] = -5
    for _ in range(count // 2):
        best = 0
        for place in range(count):
            if desk.scratch[place] > desk.scratch[best]:
                best = place
        desk.scratch[best] = -9
    best = 0
    for place in range(count):
        if desk.scratch[place] > desk.scratch[best]:
            best = place
    return int(desk.options[best])


class ByNumber:
    """The readable twin of `decide_by_number`."""

    def __init__(self, white: int, otherwise: int) -> None:
        self.white, self.otherwise = white, otherwise

    def decide(self, view: Game, seat: int) -> Decision:
        options = view.legal(seat)
        place = self.white if view.phase.value == "white" else self.otherwise
        return options[place % len(options)]


class ByNeighbours:
    """The readable twin of `decide_by_neighbours`; a view shows it nothing sealed."""

    def decide(self, view: Game, seat: int) -> Decision:
        options = view.legal(seat)
        return options[sum(sum(sheet.marks) for sheet in view.sheets) % len(options)]


class OnPaper:
    """The readable twin of `decide_on_paper`."""

    def decide(self, view: Game, seat: int) -> Decision:
        page = view.variant.page(seat)
        options = sorted(view.legal(seat), key=lambda option: -code_of(option, page))
        return options[len(options) // 2]


class Sitting(NamedTuple):
    """A policy, and the readable player of the same mind (or its code)."""

    policy: Policy
    player: Player | str


def _of_the_house(code: str) -> Sitting:
    policy = find_policy(code, variant_of("classic"))
    assert policy
    return Sitting(policy, code)


def _by_number(white: int, otherwise: int) -> Sitting:
    return Sitting(
        Policy(f"number:{white}", decide_by_number, (white, otherwise)),
        ByNumber(white, otherwise),
    )


NEIGHBOURS = Sitting(Policy("neighbours", decide_by_neighbours), ByNeighbours())
PAPER = Sitting(Policy("paper", decide_on_paper, scratch=20), OnPaper())
KEEN, RANDOM = _of_the_house("keen"), _of_the_house("random")

TABLES: dict[str, Sequence[Sitting]] = {
    "one alone": [NEIGHBOURS],
    "one against itself": [NEIGHBOURS, NEIGHBOURS, NEIGHBOURS],
    "the same with other numbers": [_by_number(0, 5), _by_number(3, 1)],
    "with scratch paper": [PAPER, KEEN],
    "beside those of the house": [RANDOM, NEIGHBOURS, KEEN, RANDOM],
    "two of them": [_by_number(2, 0), NEIGHBOURS],
    "all of them": [NEIGHBOURS, _by_number(0, 1), KEEN, PAPER, RANDOM, _by_number(7, 2)],
}


def check(name: str, key: str, games: int) -> None:
    """Play games at this table, in both engines, and compare every move and number."""
    sittings = TABLES[name]
    batch = Batch(variant_of(key), [sitting.policy for sitting in sittings], seed=21)
    results = batch.play(range(games))
    for number in range(games):
        players = [
            find_player(sitting.player, SeatLots(batch.seed, number, seat))
            if isinstance(sitting.player, str)
            else sitting.player
            for seat, sitting in enumerate(sittings)
        ]
        record = play(batch.variant, players, GameDice(batch.seed, number))
        assert record_of(batch, number).moves == record.moves, record.write()
        assert row_of(results, number) == as_results(record.game()), record.write()
