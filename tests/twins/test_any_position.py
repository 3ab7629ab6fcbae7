"""Hypothesis looks for a variant and a position in which the engines differ."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rowlock.positions import pack, unpack
from rowlock.testing import strategies as some
from rowlock.variant import Variant, read_variant
from tests.twins.comparing import compare
from tests.twins.stories import Story, from_position, told
from tests.twins.variants import VARIANTS, variant_of

slow = settings(
    deadline=None,
    max_examples=200,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def any_variant(data: st.DataObject) -> Variant:
    """A variant by its key, or from a made-up file; both can be read in a failing example."""
    drawn = data.draw(st.one_of(st.sampled_from(VARIANTS), some.variant_files()))
    return variant_of(drawn) if drawn in VARIANTS else read_variant(drawn, "made_up")


@slow
@given(st.data())
def test_whatever_may_be_decided_comes_out_alike(data: st.DataObject) -> None:
    variant = any_variant(data)
    game = data.draw(some.games(variant, most_seats=8))
    stories = from_position(game) or [Story([game], [])]
    compare(stories)
    assert unpack(variant, pack([game]), 0) == game


@slow
@given(st.data())
def test_whatever_is_rolled_comes_out_alike(data: st.DataObject) -> None:
    game = data.draw(some.positions(any_variant(data), most_seats=8))
    if not game.over:
        roll = data.draw(some.rolls(game.dice))
        rolled = game.rolled(roll).game
        compare([Story([game, rolled], [roll]), *from_position(rolled)])


@settings(slow, max_examples=80)
@given(st.data())
def test_whole_games_of_any_variant_are_alike(data: st.DataObject) -> None:
    story = told(data.draw(some.played_games(any_variant(data))))
    assert compare([story]) == story.decisions
