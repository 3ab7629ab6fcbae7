"""Laws that hold in every game: hypothesis looks for one in which they do not."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rowlock import Game, Phase, Sheet, find_player, find_variant, play, shipped_variants
from rowlock.dice import throw
from rowlock.moves import Decision
from rowlock.players import Keen
from rowlock.record import Played, Record
from rowlock.testing import (
    check_end,
    check_order_free,
    check_record,
    check_refusals,
    check_step,
    check_view,
)
from rowlock.testing import strategies as some
from rowlock.testing.laws import random_answers

VARIANTS = shipped_variants()
WHITE_ACTIONS = 10_500
ROUND_TRIPS = 2_100

slow = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@slow
@given(st.data())
def test_a_sheet_reads_back_from_its_text(data: st.DataObject) -> None:
    variant = data.draw(some.variants())
    sheet = data.draw(some.sheets(variant))
    assert Sheet.parse(str(sheet), sheet.page) == sheet
    assert hash(Sheet.parse(str(sheet), sheet.page)) == hash(sheet)


@pytest.mark.parametrize("key", VARIANTS)
@slow
@given(st.data())
def test_a_repr_can_be_pasted_back(key: str, data: st.DataObject) -> None:
    seat = data.draw(st.integers(0, 4))
    sheet = data.draw(some.sheets(find_variant(key), seat))
    assert eval(repr(sheet), {"find_variant": find_variant}) == sheet


@slow
@given(st.data())
def test_pens_only_add_and_what_is_illegal_changes_nothing(data: st.DataObject) -> None:
    game = data.draw(some.games(data.draw(some.variants())))
    check_refusals(game)
    check_view(game)
    for seat in sorted(game.to_move()):
        for decision in game.legal(seat):
            check_step(game, game.apply(seat, decision))


@slow
@given(st.data())
def test_the_white_action_is_order_free_in_any_position(data: st.DataObject) -> None:
    game = data.draw(some.positions(data.draw(some.variants())))
    if not game.over:
        game = game.rolled(data.draw(some.rolls(game.dice))).game
        seed = data.draw(st.integers(0, 2**32 - 1))
        check_order_free(game, random_answers(game, random.Random(seed)))


@slow
@given(st.data())
def test_a_whole_game_ends_rightly_and_reads_back(data: st.DataObject) -> None:
    record = data.draw(some.played_games(data.draw(some.variants())))
    check_record(record)
    check_end(record.game())


@slow
@given(st.data())
def test_a_game_cut_anywhere_reads_back(data: st.DataObject) -> None:
    record = data.draw(some.played_games(data.draw(some.variants())))
    cut = data.draw(st.integers(0, len(record.moves)))
    check_record(type(record)(record.variant, record.seats, record.first, record.moves[:cut]))


@slow
@given(st.data())
def test_every_step_of_a_game_keeps_the_laws(data: st.DataObject) -> None:
    record = data.draw(some.played_games(data.draw(some.variants()), most_seats=3))
    game = record.start()
    for step in record.steps():
        check_step(game, step)
        game = step.game


def _real_white_actions(key: str) -> list[Game]:
    """White actions as keen players meet them, just after the roll."""
    variant = find_variant(key)
    found: list[Game] = []
    number = 0
    wanted = -(-WHITE_ACTIONS // len(VARIANTS))
    while len(found) < wanted:
        source = random.Random(f"{key} {number}")
        seats = 2 + number % 4
        game = Game.start(variant, seats)
        number += 1
        while not game.over and len(found) < wanted:
            game = game.rolled(throw(game.dice, source)).game
            found.append(game)
            while game.to_move():
                seat = min(game.to_move())
                game = game.apply(seat, Keen().decide(game.view(seat), seat)).game
    return found


@pytest.mark.parametrize("key", VARIANTS)
def test_ten_thousand_real_white_actions_are_order_free(key: str) -> None:
    """The seven together are more than ten thousand; some must lock, and lock together."""
    source = random.Random(key)
    games = _real_white_actions(key)
    closings = 0
    for game in games:
        answers = random_answers(game, source)
        for seat in answers:
            if source.random() < 0.5:  # keen answers find locks, random ones find odd places
                answers[seat] = _keen_answers(game, seat)
        after = check_order_free(game, answers)
        closings += after.closed != game.closed
    assert len(games) * len(VARIANTS) >= 10_000
    assert closings > 10


def _keen_answers(game: Game, seat: int) -> list[Decision]:
    answers: list[Decision] = []
    view = game.view(seat)
    while seat in view.to_move() and view.phase is Phase.WHITE:
        decision = Keen().decide(view, seat)
        answers.append(decision)
        view = view.apply(seat, decision).game
    return answers


@pytest.mark.parametrize("key", VARIANTS)
def test_two_thousand_records_make_the_round_trip(key: str) -> None:
    variant = find_variant(key)
    each = -(-ROUND_TRIPS // len(VARIANTS))
    for number in range(each):
        seats = 1 + number % 5
        codes = [("keen", "random", "keen:3")[(number + seat) % 3] for seat in range(seats)]
        players = [find_player(code, f"{number} {seat}") for seat, code in enumerate(codes)]
        check_record(play(variant, players, seed=number, first=number % seats))
    assert each * len(VARIANTS) >= 2_000


def test_the_same_seed_plays_the_same_game_whatever_the_players_do() -> None:
    """Ruling 11: the dice do not depend on the play."""
    variant = find_variant(VARIANTS[0])
    keen = play(variant, [Keen(), Keen()], seed=7)
    idle = play(variant, [Keen(0), Keen(3)], seed=7)
    pairs = list(zip(_whites(keen), _whites(idle), strict=False))
    assert len(pairs) > 5
    assert all(a == b for a, b in pairs)


def _whites(record: Record) -> list[tuple[int, int]]:
    return [move.whites for move in record.moves if not isinstance(move, Played)]
