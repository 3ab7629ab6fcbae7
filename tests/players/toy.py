"""A bot that is nowhere but here: its record, its player and its kernel."""

from __future__ import annotations

from rowlock.bots import Bot, Choice, Number
from rowlock.events import Seat
from rowlock.fast import Tables, kernel
from rowlock.fast.policies import Desk, Floats, Policy
from rowlock.fast.turns import Games
from rowlock.game import Game
from rowlock.languages import Text
from rowlock.moves import Decision
from rowlock.players import Lots
from rowlock.variant import Variant

__all__ = ["TOY"]

TOY = Bot(
    "toy",
    "Teddy",
    "Takes the decision of a place: the last one unless a number is named.",
    player="tests.players.toy:make_toy",
    kernel="tests.players.toy:decide_toy",
    policy="tests.players.toy:toy_policy",
    says=Text("last · takes the last", "zuletzt · nimmt das Letzte", "ultimo · prende l'ultimo"),
    number=Number("[1-9]", 1, "toy:2 takes the last but one"),
)


class Toy:
    def __init__(self, place: int) -> None:
        self.place = place

    def decide(self, view: Game, seat: Seat) -> Decision:
        legal = view.legal(seat)
        return legal[max(0, len(legal) - self.place)]


def make_toy(choice: Choice, lots: Lots) -> Toy:
    return Toy(choice.number)


@kernel
def decide_toy(
    t: Tables,
    games: Games,
    i: int,
    seat: int,
    desk: Desk,
    count: int,
    numbers: Floats,
    start: int,
) -> int:
    return int(desk.options[max(0, count - int(numbers[start]))])


def toy_policy(choice: Choice, variant: Variant, seats: int) -> Policy:
    return Policy(choice.code, decide_toy, (float(choice.number),))
