"""Both readings of the rules find the numbers of the perft files."""

from __future__ import annotations

from functools import cache

import pytest

from rowlock import find_variant, shipped_variants
from rowlock.mechanics.chain import Chain
from rowlock.mechanics.linked import Linked
from rowlock.mechanics.lucky import Lucky
from rowlock.mechanics.pairs import Pairs
from rowlock.variant import Variant
from tests.endings.ways import ways
from tests.games.bridge import dice, position
from tests.perft.blocks import FOLDER, Block, read, write
from tests.perft.count import Count, count
from tests.reference import second_reading as sr

FILES = sorted(FOLDER.glob("*.txt"))
BLOCKS = [(path.stem, block) for path in FILES for block in read(path.read_text(encoding="utf-8"))]
every_block = pytest.mark.parametrize(
    "block",
    [
        pytest.param(b, id=f"{stem}-{b.name.replace(',', '').replace(' ', '-')}")
        for stem, b in BLOCKS
    ],
)
every_variant = pytest.mark.parametrize("key", shipped_variants())


@cache
def counted(block: Block) -> Count:
    """The engine's count; kept, because two tests ask for it."""
    return count(block.game(), block.thrown())


def blocks_of(key: str) -> list[Block]:
    return [block for stem, block in BLOCKS if stem == key]


def test_every_variant_has_its_file_and_no_file_is_stray() -> None:
    assert {path.stem for path in FILES} == set(shipped_variants())
    kinds = {".txt", ".py"}
    assert {path.suffix for path in FOLDER.iterdir() if path.is_file()} == kinds


@every_variant
def test_the_file_is_as_the_script_writes_it(key: str) -> None:
    text = (FOLDER / f"{key}.txt").read_bytes().decode()
    assert write(read(text)) == text


@every_block
def test_the_engine_finds_the_numbers(block: Block) -> None:
    found = counted(block)
    assert (found.continuations, found.positions) == (block.continuations, block.positions)


@every_block
def test_the_second_reading_finds_the_numbers(block: Block) -> None:
    rolls = [(roll.whites, dice(roll)) for roll in block.thrown()]
    found = sr.continuations(position(block.game()), rolls)
    assert found == (block.continuations, block.positions)


@every_block
def test_the_position_is_written_in_full(block: Block) -> None:
    # Another implementation must not have to guess: closed rows, their struck fields
    # and all six dice stand in the file, though the engine could do without.
    game = block.game()
    assert tuple(map(str, game.sheets)) == block.sheets
    assert "".join(row.name for row in sorted(game.closed)) == block.closed.replace("-", "")
    assert all(0 not in roll.colours for roll in block.thrown())
    assert not game.over


@every_variant
def test_the_file_has_every_sort_of_position(key: str) -> None:
    blocks = blocks_of(key)
    empty = "R | Y | G | B"
    assert len(blocks) >= 6
    assert {block.variant for block in blocks} == {key}
    assert len({block.name for block in blocks}) == len(blocks)
    assert {len(block.sheets) for block in blocks} >= {1, 2, 3}
    assert any(set(block.sheets) == {empty} for block in blocks)
    assert any(block.closed == "-" and empty not in block.sheets for block in blocks)
    assert any(block.closed != "-" for block in blocks)
    assert any(block.active > 1 for block in blocks)


def expected(variant: Variant) -> set[str]:
    """What the blocks of a variant should meet, from its rules."""
    met = {"white", "colour", "lock by white", "lock by colour"}
    met |= {"shared lock", "end by locks", "end by misses"}
    if "two-at-once" in ways(variant):
        met.add("two rows at once")
    for rule in variant.rules:
        match rule:
            case Lucky():
                met |= {"lucky", "lock by lucky"}
            case Chain():
                met |= {"bonus", "lock by bonus", "lapse"}
            case Pairs():
                met |= {"bonus", "lock by bonus", "lapse", "pick"}
            case Linked():  # forced crosses never lock and never lapse
                met |= {"bonus"}
    return met


@every_variant
def test_the_blocks_meet_all_that_can_happen(key: str) -> None:
    met = {word for block in blocks_of(key) for word in counted(block).met}
    assert met == expected(find_variant(key))
