"""A game looked at again: luck, errors and what the others did are the whole result."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rowlock import IllegalMove, Pass, Record, Roll, UnknownPlayer, find_variant, read_record
from rowlock.bots import trained_codes
from rowlock.compiler import without_compiler
from rowlock.fast.weights import find_weights
from rowlock.players import evaluate, play_numbered
from rowlock.record import Played, play_move
from rowlock.review import BLUNDER, MISTAKE, SLIP, Review, grade_of, review
from rowlock.review.levels import _measured, level_of
from rowlock.variant import shipped_variants
from tests.players.trained import no_weights

KEYS = [key for key in shipped_variants() if find_weights(find_variant(key))]


def played(key: str, *codes: str, game: int = 0) -> Record:
    with without_compiler():
        return play_numbered(find_variant(key), codes, 31, game)


def check_sums(found: Review) -> None:
    for number, seat in enumerate(found.seats):
        assert seat.result - seat.start == seat.luck - seat.errors + seat.others
        assert seat.luck == sum(turn.luck[number] for turn in found.turns)
        own = [one for one in found.judgements if one.seat == number]
        assert seat.errors == sum(one.given_away for one in own)
        assert all(one.given_away >= 0 for one in own)
    for turn, following in zip(found.turns, found.turns[1:]):
        assert turn.after == following.before


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("codes", [("keen", "random"), ("greedy2", "oracle", "keen", "random")])
def test_the_parts_are_the_result_to_the_last_digit(key: str, codes: tuple[str, ...]) -> None:
    found = review(played(key, *codes))
    check_sums(found)
    assert found.unit == "win"
    assert sum(seat.result for seat in found.seats) == pytest.approx(1)


def test_the_strongest_gives_nothing_away_and_chance_gives_much() -> None:
    strong, weak = review(played("classic", "oracle", "random")).seats
    assert (strong.errors, strong.slips, strong.mistakes, strong.blunders) == (0, 0, 0, 0)
    assert weak.errors > 0.3
    assert weak.slips + weak.mistakes + weak.blunders > 3


def test_a_decision_is_judged_by_what_its_seat_could_see() -> None:
    record = played("classic", "keen", "keen", "keen")
    found = {one.move: one for one in review(record).judgements}
    game = record.start()
    with without_compiler():
        for place, move in enumerate(record.moves):
            if isinstance(move, Played) and place in found:
                told = evaluate(game.view(move.seat), move.seat)
                options = found[place].options
                assert [one.decision for one in options] == [one.decision for one in told]
                assert found[place].played.decision == move.decision
            game = play_move(game, move).game


def test_forced_decisions_are_left_out() -> None:
    record = played("classic", "keen", "keen")
    found = review(record)
    assert all(len(one.options) > 1 for one in found.judgements)
    decided = sum(isinstance(move, Played) for move in record.moves)
    assert 0 < len(found.judgements) < decided


def test_the_worst_are_the_dearest_of_one_seat() -> None:
    found = review(played("classic", "random", "random"))
    worst = found.worst(seat=1)
    dear = sorted((one.given_away for one in found.judgements if one.seat == 1), reverse=True)
    assert [one.given_away for one in worst] == dear[:3]
    assert {one.seat for one in worst} == {1}


@pytest.mark.parametrize(
    ("given_away", "grade"),
    [
        (0.0, None),
        (SLIP - 1e-6, None),
        (SLIP, "slip"),
        (MISTAKE, "mistake"),
        (BLUNDER, "blunder"),
        (1.0, "blunder"),
    ],
)
def test_grades_begin_where_they_are_said_to(given_away: float, grade: str | None) -> None:
    assert grade_of(given_away) == grade


def test_names_are_those_of_the_record() -> None:
    record = replace(played("classic", "keen", "random"), names=("Ada", ""))
    assert [seat.name for seat in review(record).seats] == ["Ada", "Seat 2"]


def test_an_unfinished_game_is_refused() -> None:
    record = played("classic", "keen", "keen")
    half = replace(record, moves=record.moves[:-1])
    with pytest.raises(IllegalMove, match="not over"):
        review(half)


def test_a_game_before_its_first_roll_is_refused() -> None:
    with pytest.raises(IllegalMove, match="not over"):
        review(Record(find_variant("classic")))


def test_without_weights_it_says_so(tmp_path: Path) -> None:
    with no_weights(tmp_path), pytest.raises(UnknownPlayer, match="no trained"):
        review(played("classic", "keen", "keen"))


def test_whoever_watches_is_told_of_every_turn() -> None:
    told: list[tuple[int, int]] = []
    record = played("classic", "keen", "keen")
    review(record, lambda *how_far: told.append(how_far))
    turns = len(record.rolls())
    assert told == [(number, turns) for number in range(turns)]


def test_a_game_that_was_typed_by_hand_is_reviewed() -> None:
    # Nobody ever crosses anything: four misses of one seat end it.
    turns = [f"{n}. {1 + (n + 1) % 2} 12r1y1g1b1 - - / -" for n in range(1, 8)]
    text = '[Variant "classic"]\n[Seats "2"]\n\n' + "\n".join(turns) + "\n"
    record = read_record(text)
    assert any(isinstance(move, Roll) for move in record.moves)
    found = review(record)
    check_sums(found)
    # Every decision with a choice was a pass.
    assert {str(one.played.decision) for one in found.judgements} == {str(Pass())}
    assert found.seats[0].errors > 0.1


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_level_was_measured_and_the_stronger_give_away_less(key: str, seats: int) -> None:
    measured = _measured()[key][str(seats)]
    assert list(measured) == list(trained_codes())  # from weak to strong
    means = list(measured.values())
    assert means == sorted(means, reverse=True)
    assert means[-1] < 0.002  # the strongest
    for code, mean in measured.items():
        assert level_of(find_variant(key), seats, mean) == code


def test_whoever_gives_away_more_than_any_level_plays_like_the_weakest() -> None:
    assert level_of(find_variant("classic"), 2, 9.0) == trained_codes()[0]


def test_larger_tables_are_compared_with_the_largest_that_was_measured() -> None:
    classic = find_variant("classic")
    weakest = _measured()["classic"]["5"][trained_codes()[0]]
    assert level_of(classic, 8, weakest) == trained_codes()[0]


def test_of_a_variant_that_was_not_measured_no_level_is_told() -> None:
    assert level_of(replace(find_variant("classic"), key="other"), 2, 0.1) is None
