"""Many games of one person: whose they are, in which order, and what they brought on average."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from rowlock import Record
from rowlock.review.model import Unit
from rowlock.review.statistics import (
    GameStats,
    PlayerStats,
    bots_at,
    count_people,
    find_seat,
    in_order,
    stats_of,
)
from tests.review.reviewed import a_game, made_up


def game(
    number: int, errors: float = 0.1, variant: str = "Classic", against: tuple[str, ...] = ("keen",)
) -> GameStats:
    return GameStats(
        source=f"{number}.rowlock",
        date="",
        variant=variant,
        unit="win",
        against=against,
        result=float(number % 2),
        points=10 * number,
        luck=number / 100,
        errors=errors,
        decisions=30,
        slips=1,
        mistakes=2,
        blunders=3,
    )


def of(*games: GameStats, unit: Unit = "win") -> PlayerStats:
    return PlayerStats("Ann", unit, games)


def test_the_means_are_the_means() -> None:
    means = of(game(1, 0.1), game(2, 0.2), game(3, 0.6)).all
    assert means.games == 3
    assert means.result == pytest.approx(2 / 3)
    assert means.points == 20
    assert means.luck == pytest.approx(0.02)
    assert means.errors == pytest.approx(0.3)


def test_games_are_parted_by_variant_and_by_everybody_at_the_table() -> None:
    stats = of(
        game(1, against=("Max",)),
        game(2, variant="Longo", against=("keen", "Max")),
        game(3, variant="Longo", against=("keen", "keen")),
        game(4, variant="Longo", against=("keen",)),
    )
    assert {name: means.games for name, means in stats.by_variant.items()} == {
        "Longo": 3,
        "Classic": 1,
    }
    assert list(stats.by_variant) == ["Longo", "Classic"], "the most frequent first"
    assert {name: means.games for name, means in stats.by_opponent.items()} == {"keen": 3, "Max": 2}
    assert stats.by_opponent["Max"].points == 15


def test_the_halves_tell_whether_it_gets_better() -> None:
    assert of(game(1)).halves is None
    for middle in ((), (game(9, 0.9),)):
        halves = of(game(1, 0.4), game(2, 0.2), *middle, game(3, 0.1), game(4, 0.1)).halves
        assert halves is not None
        assert [half.games for half in halves] == [2, 2]
        assert [half.errors for half in halves] == pytest.approx([0.3, 0.1])


def test_the_best_game_is_the_one_in_which_least_was_given_away() -> None:
    stats = of(game(1, 0.4), game(2, 0.05), game(3, 0.6))
    assert (stats.best.source, stats.worst.source) == ("2.rowlock", "3.rowlock")


def test_all_of_it_is_plain_data() -> None:
    stats = of(game(1, 0.4), game(2, 0.05))
    data = json.loads(json.dumps(stats.as_json()))
    assert data["all"]["games"] == 2
    assert data["by_opponent"]["keen"]["errors"] == pytest.approx(0.225)
    assert data["first_half"]["errors"] == 0.4
    assert data["second_half"]["errors"] == 0.05
    assert (data["best"], data["worst"]) == ("2.rowlock", "1.rowlock")
    assert data["games"][1]["points"] == 20
    assert of(game(1)).as_json()["first_half"] is None


def test_a_reviewed_game_is_told_from_a_seat() -> None:
    record = a_game(names=("Ann", "Leo", "Max"), tags=(("Date", "2026-11-01"), PLAYERS))
    found = made_up(record)
    told = stats_of(record, found, 2, "x.rowlock")
    assert told.against == ("Ann", "casual")
    assert told.points == found.outcome.totals[2]
    assert (told.luck, told.errors) == (found.seats[2].luck, found.seats[2].errors)
    assert (told.date, told.variant, told.unit) == ("2026-11-01", "Classic", "win")
    assert told.blunders == found.seats[2].blunders


PLAYERS = ("Players", "you casual you")


def record_of(*names: str, players: str = "", date: str = "") -> Record:
    tags = tuple((key, value) for key, value in (("Players", players), ("Date", date)) if value)
    return replace(a_game(names=("A",) * len(names)), names=names, tags=tags)


def test_who_is_a_bot_is_said_by_the_tag() -> None:
    assert bots_at(record_of("Ann", "Leo", players="you casual")) == (None, "casual")
    assert bots_at(record_of("Ann", "Leo")) == (None, None)
    assert bots_at(record_of("Ann", "Leo", players="you")) == (None, None), "a tag of nonsense"
    assert bots_at(record_of("Ann", "Leo", players="you 'x")) == (None, None)
    own = "you 'run:python3 bot.py'"
    assert bots_at(record_of("Ann", "bot", players=own)) == (None, "run:python3 bot.py")


def test_a_person_is_found_by_name_in_capitals_or_not_and_a_bot_is_not() -> None:
    record = record_of("Leo", " ann  MARIA ", players="casual you")
    assert find_seat(record, "Ann Maria") == 1
    assert find_seat(record, "Leo") is None
    assert find_seat(record, "Max") is None
    assert find_seat(replace(record, names=()), "Ann") is None


def test_people_are_counted_once_a_record_the_most_frequent_first() -> None:
    records = [
        record_of("Max", "keen", players="you keen"),
        record_of("Ann", "Max", players="you you"),
        record_of("ANN", "keen"),
        record_of("Ann", "Ann"),
        record_of("", "Ann", players="you you"),
    ]
    assert count_people(records) == {"Ann": 4, "Max": 2}


def test_games_stand_by_day_if_all_have_one() -> None:
    late = ("late", record_of("Ann", date="2026-11-03"))
    early = ("early", record_of("Ann", date="2025-12-30"))
    again = ("again", record_of("Ann", date="2026-11-03"))
    unknown = ("unknown", record_of("Ann", date="yesterday"))
    assert in_order([late, early, again]) == [early, late, again]
    assert in_order([late, unknown, early]) == [late, unknown, early]
