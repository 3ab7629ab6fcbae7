"""Valid variants that are made to be expensive, and what they may cost."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from rowlock import read_variant
from rowlock.announcing import locking_decisions
from rowlock.dice import Roll
from rowlock.events import Seat
from rowlock.game import Game, Phase, Step
from rowlock.moves import Decision
from rowlock.server.encoding import to_text
from rowlock.server.entries import Decided, Started, Threw
from rowlock.server.progress import advance
from rowlock.server.table import Table
from rowlock.server.view import yours_of
from rowlock.sheet import Colour
from tests.server.hostile import CHAIN, PAIRS, pad
from tests.server.tables import holder, table_setup

HOLDER = holder("Emma")


def hostile(file: str) -> Table:
    """A table of eight seats, all on one device, where this is played."""
    one = table_setup(*(f"P{n} on Emma" for n in range(8)))
    return Table.fresh(replace(one, variant_key="own", variant_file=file), 1.0)


def games(file: str, entries: int) -> list[Table]:
    """The tables of a game, entry by entry, as chance plays it."""
    rng, table = random.Random(7), advance(hostile(file), 1.0, Started())
    tables = [table]
    while len(tables) < entries and table.phase is not None:
        game, seat = table.game, table.waiting_for()[0]
        assert game is not None
        if game.phase is Phase.ROLL:
            table = advance(table, 1.0, Threw(game.turn, table.dice.roll(game.turn, game.dice)))
        else:
            chosen = rng.choice(table.legal(seat))
            table = advance(table, 1.0, Decided(seat, game.turn, game.phase, (chosen,)))
        tables.append(table)
    return tables


@pytest.mark.parametrize("file", [CHAIN, PAIRS], ids=["chain", "pairs"])
def test_previews_are_bounded(file: str) -> None:
    most = 0
    for table in games(file, 120):
        yours = yours_of(table, HOLDER)
        for own in yours:
            if "previews" in own:
                shown = own["previews"]
                caused = [*shown["legal"].values(), *shown["colour"].values()]
                most = max(most, sum(map(len, caused)))
        assert len(to_text(yours)) < 120_000
    assert 10 < most <= 250


def test_ties_in_ties_are_thought_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever row is picked brings the next tie; the order of the picks makes no difference."""
    badges = {0: "a", 1: "a", 17: "b", 18: "b", 34: "c", 35: "c", 51: "d", 52: "d"}
    pairs = "".join(f"{letter} = {{ fewest = 1 }}\n" for letter in "abcd")
    file = pad(["pairs"], (badges.get(n, "") for n in range(68)), pairs=pairs)
    variant = read_variant(file, "own")
    game = Game.at(variant, [variant.sheet("R 2 | Y 2 | G 18 | B 18")])
    game = game.rolled(Roll.parse("45r1y1g1b1")).game
    assert len(game.legal(0)) == 9
    apply, applied = Game.apply, 0

    def counted(game: Game, seat: Seat, decision: Decision) -> Step:
        nonlocal applied
        applied += 1
        return apply(game, seat, decision)

    monkeypatch.setattr(Game, "apply", counted)
    assert locking_decisions(game, 0, list(Colour)) == ()
    assert applied < 100, "every order of the picks was tried"
