"""Every way every variant can end, as a whole game that both readings of the rules play."""

from __future__ import annotations

from functools import cache

import pytest

from rowlock import Record, find_variant, read_record, shipped_variants
from rowlock.events import Ended
from tests.endings.make import FOLDER, games
from tests.endings.ways import End, way_of, ways
from tests.games.bridge import differences, replay

WANTED = {
    f"{key}-{way}.rowlock": (key, way)
    for key in shipped_variants()
    for way in ways(find_variant(key))
}
every_game = pytest.mark.parametrize("name", WANTED)


@cache
def record(name: str) -> Record:
    return read_record((FOLDER / name).read_bytes(), source=name)


def test_every_way_has_its_file_and_no_file_is_stray() -> None:
    assert {path.name for path in FOLDER.glob("*.rowlock")} == set(WANTED)
    assert {p.suffix for p in FOLDER.iterdir() if p.is_file()} == {".rowlock", ".py"}


def test_the_script_makes_these_very_files() -> None:
    made = {name: game.write().encode() for name, game in games().items()}
    kept = {name: (FOLDER / name).read_bytes() for name in made}
    assert made == kept


@every_game
def test_the_game_ends_in_just_this_way(name: str) -> None:
    key, way = WANTED[name]
    assert record(name).variant is find_variant(key)
    assert way_of(End.of(record(name))) == way


@every_game
def test_the_last_event_says_what_the_game_says(name: str) -> None:
    *_, last = record(name).steps()
    outcome = last.game.outcome()
    assert outcome is not None
    assert last.events[-1] == Ended(outcome.ending, outcome.totals, outcome.winners)
    assert sum(isinstance(e, Ended) for step in record(name).steps() for e in step.events) == 1


@every_game
def test_the_second_reading_plays_it_alike(name: str) -> None:
    told = [difference for both in replay(record(name)) for difference in differences(*both)]
    assert told == []


@every_game
def test_it_is_written_with_checked_marks_and_back_the_same(name: str) -> None:
    text = (FOLDER / name).read_bytes().decode()
    assert record(name).write(checked=True) == text
    assert record(name).write(checked=False) != text


def test_a_tie_is_shared_by_two_of_three() -> None:
    end = End.of(record("classic-tie.rowlock"))
    assert (end.record.seats, end.ended.winners) == (3, (0, 1))


def test_numbers_that_lock_one_row_only_cannot_close_two_at_once() -> None:
    # gemixxt B locks on 11, 10, 3 and 4: one announced sum never closes two rows.
    at_once = {"two-at-once", "three-at-once"}
    without = [key for key in shipped_variants() if not at_once & {*ways(find_variant(key))}]
    assert without == ["mixed_numbers"]
