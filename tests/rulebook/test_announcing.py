"""What an answer locks, who could lock that row too, and what all can work out (ruling 13)."""

from __future__ import annotations

from rowlock.announcing import locked_between, locking_decisions, with_announced
from rowlock.game import Game, Phase
from rowlock.sheet import Colour
from rowlock.variant import find_variant

from .table import announce, at, decide

RED, YELLOW, GREEN, BLUE = Colour.R, Colour.Y, Colour.G, Colour.B
RIPE = "R 2 3 4 5 6 | Y 2 3 4 5 6"
LUCKY = "R 2 3 4 5 6 14 | Y 2 3 4 5 6 7 8 | G 16 15 14 13 12 11 10 | B 16 15 14 13 12 11 10"
# Y11 completes the pair with G9: two crosses in red (11, 12) or blue (2), which tie.
TIED = "R 2 3 4 5 10 | Y 2 4 5 6 8 | G 12 11 10 9 8 7 6 | B 12 11 9 8 3"
# Y8 and B8 both strike the first field of the bar, which is red: R12.
CHAINED = "R 2 4 5 7 11"


def told(game: Game, seat: int, *rows: Colour) -> list[str]:
    """The decisions of a seat that lock one of these rows."""
    return [str(decision) for decision in locking_decisions(game, seat, rows)]


def test_ruling_13a_rows_locked_between_two_states_of_a_sheet() -> None:
    variant = find_variant("classic")
    before, after = variant.sheet("R 2 3 4 5 6"), variant.sheet("R 2 3 4 5 6 12")
    assert locked_between(before, after) == (RED,)
    assert locked_between(after, after) == ()


def test_ruling_13b_only_who_has_enough_crosses_could_lock_too() -> None:
    game = announce(at("classic", RIPE, RIPE, "R 2 3 4 5"), 12)
    assert told(game, 1, RED) == ["R12"]
    assert told(game, 1, RED, YELLOW) == ["R12", "Y12"]
    assert told(game, 2, RED) == []
    assert told(announce(at("classic", RIPE, RIPE), 11), 1, RED) == []


def test_ruling_13c_whoever_has_decided_is_asked_on_the_game_as_nobody_had() -> None:
    game = decide(announce(at("classic", RIPE, RIPE, ""), 12), {0: "R12", 1: "-"})
    assert told(game, 1, RED) == []
    assert told(game.view(None), 1, RED) == ["R12"]


def test_ruling_13d_a_lock_by_a_lucky_number_or_a_bonus_counts_too() -> None:
    lucky = announce(at("longo", LUCKY, LUCKY), 5)  # lucky only for seat 1
    assert (told(lucky, 0, RED), told(lucky, 1, RED)) == (["*R15"], [])
    tied = announce(at("bonus_pairs", TIED, ""), 11)
    assert (told(tied, 0, RED), told(tied, 0, BLUE), told(tied, 0, GREEN)) == (["Y11"], ["Y11"], [])
    chained = announce(at("bonus_chain", CHAINED, ""), 8)
    assert told(chained, 0, RED) == ["Y8", "B8"]


def test_ruling_13e_what_everybody_can_work_out_is_on_the_game() -> None:
    game = announce(at("classic", RIPE, RIPE), 12)
    heard = with_announced(game, {0: [RED]})
    assert heard.sheets[0].locked(RED)
    assert heard.sheets[1] == game.sheets[1]
    assert (heard.phase, heard.to_move(), heard.closed) == (
        Phase.WHITE,
        frozenset({1}),
        game.closed,
    )
    assert with_announced(game, {}) is game
    tied = with_announced(announce(at("bonus_pairs", TIED, ""), 11), {0: [BLUE]})
    assert tied.sheets[0].locked(BLUE)
    assert not tied.sheets[0].locked(RED)


def test_ruling_13f_a_lock_that_may_have_come_about_in_two_ways_stays_sealed() -> None:
    game = announce(at("bonus_chain", CHAINED, ""), 8)
    assert with_announced(game, {0: [RED]}) is game
