"""Whatever the tests of the rules have written down: records, positions, sentences."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from rowlock import read_record, shipped_variants
from rowlock.game import Game
from rowlock.record import Played
from tests.fast.processes import ROOT, UNCOUNTED, python
from tests.perft.blocks import Block, read
from tests.perft.count import count
from tests.rulebook.positions import POSITIONS, Position
from tests.twins.comparing import compare
from tests.twins.stories import Story, from_position, listening, told

RECORDS = sorted(
    path for room in ("endings", "games") for path in (ROOT / "tests" / room).glob("*.rowlock")
)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_written_game_is_the_same_game_in_both_engines(path: Path) -> None:
    story = told(read_record(path.read_bytes()))
    others = [more for game in story.games for more in from_position(game)]
    assert compare([story, *others]) == story.decisions + len(others)
    assert story.games[-1].over


@pytest.mark.parametrize("key", shipped_variants())
def test_perft_positions_lead_on_alike(key: str) -> None:
    blocks = read((ROOT / "tests" / "perft" / f"{key}.txt").read_text(encoding="utf-8"))
    source = random.Random(key)
    with listening() as heard:
        for block in blocks:
            count(block.game(), block.thrown()[:1])
            for _ in range(20):
                _wander(block, source)
    assert compare(heard) > 1_500


def _wander(block: Block, source: random.Random) -> None:
    """Go through all rolls of a block with any decisions."""
    game = block.game()
    for roll in block.thrown():
        if game.over:
            return
        game = game.rolled(roll.without(game.closed)).game
        while game.to_move():
            seat = source.choice(sorted(game.to_move()))
            game = game.apply(seat, source.choice(game.legal(seat))).game


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_white_actions_come_out_alike_in_every_order(position: Position) -> None:
    with listening() as heard:
        ends = [position.play(order) for order in position.orders()]
    assert compare(heard) == sum(isinstance(story.moves[0], Played) for story in heard)
    assert len(set(map(_sheets, ends))) == 1


def _sheets(game: Game) -> tuple[str, ...]:
    return tuple(map(str, game.sheets))


def test_every_sentence_of_the_rule_book_holds_in_both_engines() -> None:
    run = python("-m", "tests.twins.overhearing", "tests/rulebook", **UNCOUNTED)
    compared = re.search(r"overheard and compared: (\d+) positions", run.stdout)
    assert compared
    assert int(compared[1]) > 30_000


def test_a_story_of_nothing_but_a_roll_has_no_position_to_compare() -> None:
    story = told(read_record(RECORDS[0].read_bytes()))
    assert compare([Story(story.games[:2], story.moves[:1])]) == 0
