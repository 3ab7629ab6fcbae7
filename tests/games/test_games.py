"""Golden games: whole games of every variant, kept with all that happened in them."""

from __future__ import annotations

import json
from typing import get_args

import pytest

from rowlock import Pick, Played, Record, read_record, shipped_variants
from rowlock.events import Cause, Ending, Event, as_json
from tests.games.bridge import differences, replay
from tests.games.make import FOLDER, events_of

NAMES = sorted(path.stem for path in FOLDER.glob("*.rowlock"))
every_game = pytest.mark.parametrize("name", NAMES)


def record(name: str) -> Record:
    return read_record((FOLDER / f"{name}.rowlock").read_bytes(), source=f"{name}.rowlock")


def story(name: str) -> list[list[dict[str, object]]]:
    steps: list[list[dict[str, object]]] = json.loads((FOLDER / f"{name}.events.json").read_bytes())
    return steps


@pytest.mark.parametrize("key", shipped_variants())
def test_every_variant_has_a_game_of_two_and_one_of_more(key: str) -> None:
    games = [record(f"{key}-{n}") for n in (1, 2)]
    assert [game.variant.key for game in games] == [key, key]
    assert games[0].seats == 2
    assert 3 <= games[1].seats <= 5


def test_no_file_is_stray() -> None:
    names = [f"{key}-{n}" for key in shipped_variants() for n in (1, 2)]
    wanted = {f"{name}.{ending}" for name in names for ending in ("rowlock", "events.json")}
    assert {p.name for p in FOLDER.iterdir() if p.is_file() and p.suffix != ".py"} == wanted


@every_game
def test_the_events_are_those_kept(name: str) -> None:
    steps = [[as_json(event) for event in step.events] for step in record(name).steps()]
    assert steps == story(name)


@every_game
def test_the_story_is_written_one_event_a_line(name: str) -> None:
    text = (FOLDER / f"{name}.events.json").read_bytes().decode()
    assert events_of(record(name)) == text
    events = sum(len(step) for step in story(name))
    assert sum('"event"' in line for line in text.splitlines()) == events


@every_game
def test_the_record_is_written_back_byte_for_byte(name: str) -> None:
    assert record(name).write().encode() == (FOLDER / f"{name}.rowlock").read_bytes()


@every_game
def test_the_second_reading_plays_it_alike(name: str) -> None:
    told = [difference for both in replay(record(name)) for difference in differences(*both)]
    assert told == []


@every_game
def test_the_game_is_over_and_every_seat_is_named(name: str) -> None:
    game = record(name)
    assert game.game().over
    assert len(set(game.names)) == game.seats
    assert all(game.names)


def values(word: str) -> set[object]:
    """All values of a word in the events of all golden games."""
    events = [event for name in NAMES for step in story(name) for event in step]
    return {event[word] for event in events if word in event}


def test_every_sort_of_event_occurs() -> None:
    assert values("event") == {kind.__name__.lower() for kind in get_args(Event)}
    assert values("cause") == {cause.value for cause in Cause}
    assert values("ending") == {ending.value for ending in Ending}
    assert values("row") >= {None, "R", "Y", "G", "B"}  # None: a tie that nobody could take
    assert values("badge") >= {"f", "e"}  # the two that bring crosses


def test_ties_are_settled_and_locks_are_shared() -> None:
    moves = [move for name in NAMES for move in record(name).moves]
    assert any(isinstance(move, Played) and isinstance(move.decision, Pick) for move in moves)
    shut = [e for name in NAMES for step in story(name) for e in step if e["event"] == "closed"]
    assert any(len(seats) > 1 for e in shut if isinstance(seats := e["seats"], list))
