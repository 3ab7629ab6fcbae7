"""The short form of `python -m tests.server.chaos`: nothing is lost when a server is killed."""

from __future__ import annotations

import pytest

from tests.server.chaos import chaos
from tests.server.witness import Op, possible


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_nothing_is_lost_when_servers_are_killed(store: str) -> None:
    report = chaos(store, kills=5, tables=5, seed=1)
    assert report.complaints == []
    assert report.kills >= 5
    assert report.mixing >= 1, "no server was killed while dice were mixed"
    assert report.games >= 5
    assert report.decisions > 50


def test_a_lost_answer_leaves_both_possible_and_the_next_one_settles_it() -> None:
    assert possible({()}, [Op("R5", True)]) == {("R5",)}
    assert possible({()}, [Op("R5", True), Op("Y6", False)]) == {("R5",), ("Y6",)}
    assert possible({()}, [Op("R5", False), Op("Y6", True)]) == {("Y6",)}
    assert possible({()}, [Op("R5", True), Op("~Y", True)]) == {("R5", "~Y")}
    assert possible({()}, [Op("R5", True), Op("", False)]) == {("R5",), ()}
