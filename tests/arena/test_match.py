"""Who meets whom, how often, and what is refused before anything is played."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from rowlock import RowlockError
from rowlock.arena import Match, contest
from tests.arena.games import FIRST


def match(*players: str, seats: int = 2, games: int | None = 100, seed: int = 0) -> Match:
    return Match(FIRST, players, seats, games, seed)


def test_as_many_players_as_seats_are_one_table() -> None:
    one = match("keen", "random", "keen:2", seats=3)
    assert one.line_ups == (("keen", "random", "keen:2"),)
    assert not one.round_robin


def test_the_last_of_too_few_players_takes_the_other_seats() -> None:
    assert match("random", "keen", seats=4).line_ups == (("random", "keen", "keen", "keen"),)


def test_of_more_players_than_seats_every_choice_meets() -> None:
    players = ("keen", "random", "keen:2", "keen:0", "keen:3")
    for seats in (2, 3, 4):
        robin = match(*players, seats=seats)
        assert robin.round_robin
        assert {frozenset(codes) for codes in robin.line_ups} == {
            frozenset(codes) for codes in combinations(players, seats)
        }
        assert len(robin.line_ups) == len(set(robin.line_ups))


def test_a_player_that_is_named_twice_makes_no_table_twice() -> None:
    robin = match("keen", "keen", "random")
    assert robin.line_ups == (("keen", "keen"), ("keen", "random"))


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert match("keen", "random", games=1).total == 2
    assert match("keen", "random", games=100).total == 100
    assert match("keen", "random", seats=3, games=100).total == 102
    assert match("keen", "random", "keen:2", games=101).total == 3 * 102
    assert match("keen", "keen", games=101).total == 101, "one order of seats alone"


def test_no_two_tables_have_the_same_dice() -> None:
    tables = match("keen", "keen", "random", "keen:2", games=7).tables
    assert [len(table.deals) for table in tables] == [7, 4, 4, 4]
    for one, other in pairwise(tables):
        assert one.deals.stop == other.deals.start


def test_without_a_number_a_sensible_one_is_played() -> None:
    assert match("keen", "random", games=None).total == 10_000


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        (["keen"], {}, "expected two players at least, found 1"),
        ([], {}, "expected two players at least, found 0"),
        (["keen", "rndom"], {}, "no player is called 'rndom'; did you mean 'random'?"),
        (["keen", "random"], {"seats": 0}, "seats: expected 1 to 8, found 0"),
        (["keen", "random"], {"seats": 9}, "seats: expected 1 to 8, found 9"),
        (["keen", "random"], {"games": 0}, "games: expected 1 to 1,000,000,000,000, found 0"),
        (["keen", "random"], {"seed": 2**63}, "seed: expected a number of at most 64 bits"),
        (["keen", "random"], {"variant": "nix"}, "no variant is called 'nix'"),
        (["keen", "random"], {"workers": 0}, "workers: expected at least 1, found 0"),
        (["keen", "random"], {"on": "moon"}, "expected ray or ray://host:port"),
        (["keen", "random"], {"on": "ray://host"}, "expected ray or ray://host:port"),
    ],
)
def test_what_cannot_be_played_is_refused(
    players: list[str], options: dict[str, object], sentence: str
) -> None:
    with pytest.raises(RowlockError) as caught:
        contest(players, **options)  # type: ignore[arg-type] # one wrong option at a time
    assert sentence in str(caught.value)
