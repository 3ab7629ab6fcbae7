"""Lucky numbers that a table chooses: what fits, what is kept, what is refused."""

from __future__ import annotations

import pytest

from rowlock import Game, NotNotation, Roll, find_player, find_variant, play, read_variant
from rowlock.fast import compile_variant
from rowlock.fast.weights import find_weights
from rowlock.mechanics.lucky import equal_pairs, read_pairs, ways
from rowlock.players import caveats
from rowlock.variant import variant_text as shipped_text
from tests.parts import lucky_of, lucky_on, with_lucky
from tests.twins.test_batches import batch_of, check

LONGO = find_variant("longo")
CLASSIC = find_variant("classic")
CHOSEN = with_lucky(LONGO, [(5, 8), (6, 11)])


def test_pairs_go_round_the_seats_in_order() -> None:
    assert lucky_of(CHOSEN) == ((5, 8), (6, 11))
    assert [lucky_on(CHOSEN.page(seat)) for seat in range(5)] == [(5, 8), (6, 11)] * 2 + [(5, 8)]


def test_the_variant_is_the_same_otherwise_and_knows_what_is_printed() -> None:
    assert (CHOSEN.key, CHOSEN.edition, CHOSEN.rules) == (LONGO.key, LONGO.edition, LONGO.rules)
    assert CHOSEN.page(0).rows == LONGO.page(0).rows
    assert CHOSEN != LONGO
    assert CHOSEN.as_printed() == LONGO
    assert LONGO.as_printed() is LONGO
    assert with_lucky(CHOSEN, lucky_of(LONGO)) == LONGO
    assert with_lucky(with_lucky(LONGO, [(2, 16)]), lucky_of(CHOSEN)) == CHOSEN


def test_a_pair_is_the_same_in_either_order() -> None:
    assert with_lucky(LONGO, [(8, 5), (11, 6)]) == CHOSEN
    assert with_lucky(LONGO, [tuple(pair) for pair in lucky_of(LONGO)]) == LONGO


def test_what_is_printed_may_be_no_pairs() -> None:
    text = shipped_text("longo").replace("[[5, 10], [6, 11],", "[[5, 10, 2], [6],")
    odd = read_variant(text, "odd")
    assert lucky_of(odd)[:2] == ((5, 10, 2), (6,))
    assert with_lucky(odd, [(5, 8)]).as_printed() == odd


def test_the_chosen_numbers_are_lucky_and_the_printed_ones_are_not() -> None:
    game = Game.start(CHOSEN, 2)
    eight = game.rolled(Roll.parse("44r1y1g1b1")).game
    ten = game.rolled(Roll.parse("55r1y1g1b1")).game
    assert any(str(move).startswith("*") for move in eight.legal(0))
    assert not any(str(move).startswith("*") for move in eight.legal(1))
    assert not any(str(move).startswith("*") for move in ten.legal(0))


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        ([(5, 5)], "expected two different ones from 2 to 16, such as 5/8, found 5/5"),
        ([(5,)], "found 5"),
        ([(5, 8), (5, 8, 9)], "found 5/8/9"),
        ([(1, 8)], "found 1/8"),
        ([(8, 17)], "found 8/17"),
        ([], "expected pairs of lucky numbers such as 5/8 6/11, found ''"),
        ([(5, 8)] * 9, "expected 1 to 8 pairs of lucky numbers, found 9"),
    ],
)
def test_what_cannot_be_chosen_is_refused(pairs: list[tuple[int, ...]], said: str) -> None:
    with pytest.raises(NotNotation) as caught:
        with_lucky(LONGO, pairs)
    assert caught.value.message.endswith(said)


def test_a_variant_without_lucky_numbers_has_none_to_choose() -> None:
    assert CLASSIC.choices == ()
    assert lucky_of(CLASSIC) == equal_pairs(CLASSIC.pages, 6) == ()
    with pytest.raises(NotNotation, match="Classic has no lucky numbers to choose"):
        with_lucky(CLASSIC, [(5, 8)])


@pytest.mark.parametrize("text", ["5/8 6/11", "5/8,6/11", " 5/8 ,  6/11 "])
def test_pairs_are_written_with_a_stroke(text: str) -> None:
    assert read_pairs(text) == ((5, 8), (6, 11))
    assert LONGO.choose("lucky", text).chosen == (("lucky", "5/8 6/11"),)


@pytest.mark.parametrize("text", ["", ",", "5-8", "5/", "5/8;6/11", "100/2", "five"])
def test_anything_else_is_no_pair(text: str) -> None:
    with pytest.raises(NotNotation, match="expected pairs of lucky numbers such as 5/8 6/11"):
        read_pairs(text)


def test_how_often_a_pair_comes_up_is_counted_by_hand() -> None:
    rolls = [a + b for a in range(1, 9) for b in range(1, 9)]
    for pair in ((5, 8), (2, 16), (9, 10), (1, 17)):
        assert ways(pair, 8) == sum(total in pair for total in rolls)
    assert {ways(pair, 8) for pair in lucky_of(LONGO)} == {11}


def test_pairs_as_frequent_as_the_printed_ones_are_offered() -> None:
    offered = equal_pairs(LONGO.pages, 8)
    assert set(lucky_of(LONGO)) | {(5, 8)} <= set(offered)
    assert {ways(pair, 8) for pair in offered} == {11}
    assert len(offered) == 10
    (choice,) = LONGO.choices
    assert [option.value for option in choice.options(LONGO.pages, 8)] == [
        f"{low}/{high}" for low, high in offered
    ]
    assert choice.options(LONGO.pages, 8)[0].says.en.endswith(": in 11 of 64 rolls")
    assert choice.values(CHOSEN.pages) == ("5/8", "6/11")


def test_both_engines_play_with_the_chosen_numbers() -> None:
    t = compile_variant(CHOSEN)
    assert [list(page.nonzero()[0]) for page in t.twins.lucky.numbers] == [[5, 8], [6, 11]]
    codes = ("keen", "random", "ga")
    check(batch_of(CHOSEN, codes), codes, range(4))


def test_trained_players_use_their_weights_and_say_what_they_do_not_know() -> None:
    trained, printed = find_weights(CHOSEN), find_weights(LONGO)
    assert trained is not None
    assert printed is not None
    assert trained.about == printed.about
    chosen, usual = (about.tables.twins.lucky.numbers for about in (trained, printed))
    assert chosen[0, 8] == 1 != usual[0, 8]
    assert caveats(["expert"], LONGO, 3) == ()
    assert caveats(["expert"], CHOSEN, 3) == (
        "expert values sheets as if they had the printed lucky numbers.",
    )
    record = play(CHOSEN, [find_player("expert"), find_player("novice")], seed=2)
    assert record.game().over
