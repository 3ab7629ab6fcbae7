"""Games and made-up positions of every variant, move by move in both engines."""

from __future__ import annotations

import pytest

from rowlock.positions import pack, unpack
from rowlock.record import Played
from tests.twins.comparing import Twins
from tests.twins.stories import some_stories
from tests.twins.variants import VARIANTS, variant_of

POSITIONS = 2_100
TABLES = [(key, seats) for key in VARIANTS for seats in (1, 2, 3, 4, 5, 8)]
every_table = pytest.mark.parametrize(("key", "seats"), TABLES)


@every_table
def test_both_engines_play_alike(key: str, seats: int) -> None:
    stories = list(some_stories(variant_of(key), seats, f"twins {key} {seats}", POSITIONS))
    assert Twins(stories).check() >= POSITIONS


def test_two_hundred_thousand_positions_are_compared() -> None:
    assert len(TABLES) * POSITIONS >= 200_000


@every_table
def test_a_game_comes_back_from_arrays_as_it_was(key: str, seats: int) -> None:
    variant = variant_of(key)
    stories = some_stories(variant, seats, f"there and back {key} {seats}", 150)
    games = [game for story in stories for game in story.games]
    packed = pack(games)
    assert [unpack(variant, packed, i) for i in range(len(games))] == games


@pytest.mark.parametrize("key", VARIANTS)
def test_the_games_see_locks_misses_and_all_that_a_variant_adds(key: str) -> None:
    """The games above would prove little if nothing happened in them."""
    variant = variant_of(key)
    stories = list(some_stories(variant, 3, f"twins {key} 3", POSITIONS))
    ends = [story.games[-1].outcome() for story in stories]
    assert {end.ending.value for end in ends if end} == {"locks", "misses"}
    names = {type(rule).__name__ for rule in variant.rules}
    played = [str(m.decision) for s in stories for m in s.moves if isinstance(m, Played)]
    sheets = [sheet for story in stories for sheet in story.games[-1].sheets]
    if "Lucky" in names:
        assert any(move.startswith("*") for move in played)
    if "Chain" in names:
        assert any(sheet.struck for sheet in sheets)
    if "Pairs" in names:
        assert any(variant.tally(sheet).bonuses for sheet in sheets)
        assert any(move.startswith("~") for move in played)
