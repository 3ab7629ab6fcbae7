"""Who is at a table, here and in other workers."""

from __future__ import annotations

from rowlock.server.presence import Presence
from rowlock.server.view import as_text
from tests.server.tables import check_message


def test_at_first_nobody_is_there() -> None:
    presence = Presence()
    assert not presence.anybody
    assert presence.message() == {"type": "present", "seats": [], "watching": 0}


def test_who_is_here_is_told_with_seats_counted_from_one() -> None:
    presence = Presence()
    assert presence.here([2, 0], 3)
    assert check_message(as_text(presence.message())) == {
        "type": "present",
        "seats": [1, 3],
        "watching": 3,
    }
    assert presence.said() == {"seats": [0, 2], "watching": 3}
    assert presence.anybody


def test_only_a_change_is_news() -> None:
    presence = Presence()
    assert not presence.here([], 0)
    assert presence.here([1], 0)
    assert not presence.here({1}, 0)
    assert presence.here({1}, 1)
    assert presence.there("w2", [1], 0, 10.0) is False, "that seat is here as well"
    assert presence.there("w2", [0], 2, 10.0)
    assert not presence.there("w2", [0], 2, 20.0)


def test_workers_are_added_up() -> None:
    presence = Presence()
    presence.here([0], 1)
    presence.there("w2", [1], 2, 10.0)
    presence.there("w3", [1, 2], 0, 10.0)
    assert presence.seats == {0, 1, 2}
    assert presence.message()["watching"] == 3


def test_somebody_who_only_watches_is_somebody() -> None:
    presence = Presence()
    presence.there("w2", [], 1, 10.0)
    assert presence.anybody
    assert not presence.seats


def test_a_worker_that_says_nothing_is_forgotten() -> None:
    presence = Presence()
    presence.there("w2", [1], 0, 10.0)
    presence.there("w3", [], 0, 10.0)
    assert not presence.expire(9.9)
    assert presence.expire(10.0)
    assert not presence.anybody
    assert presence.others == {}
    assert not presence.expire(11.0)
