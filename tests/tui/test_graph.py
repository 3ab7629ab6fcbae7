"""Graphs as text: every value stands where it belongs, in at most 80 columns of plain letters."""

from __future__ import annotations

import pytest

from rowlock.review.course import Scale
from rowlock.tui.graph import draw_graph, sparkline

CHANCES = Scale((0.0, 0.25, 0.5, 0.75, 1.0))
LABELS = ("0 %", "25 %", "50 %", "75 %", "100 %")
LEFT = 8  # columns before the first turn


def drawn(*lines: list[float]) -> list[str]:
    return draw_graph(lines, CHANCES, LABELS)


def test_each_tick_is_named_beside_its_row() -> None:
    graph = drawn([0.5, 0.5])
    rows = [row[:LEFT] for row in graph[:17]]
    assert rows[::4] == [" 100 % +", "  75 % +", "  50 % +", "  25 % +", "   0 % +"]
    assert all(row == "       |" for n, row in enumerate(rows) if n % 4)


def test_a_line_is_drawn_with_its_number_and_joined_by_points() -> None:
    graph = drawn([0.0, 1.0, 0.5])
    assert graph[16][LEFT] == "1"
    assert graph[0][LEFT + 4] == "1"
    assert graph[8][LEFT + 8] == "1"
    assert [row[LEFT:].rstrip() for row in graph[4:13:4]] == ["   .  .", "  .     1", " ."]


def test_lines_that_meet_are_drawn_as_one_star() -> None:
    graph = drawn([0.5, 1.0], [0.5, 0.0])
    assert graph[8][LEFT] == "*"
    assert graph[0].endswith("1")
    assert graph[16].endswith("2")


def test_many_lines_are_not_joined() -> None:
    graph = drawn([0.0, 1.0], [0.2, 0.1], [0.9, 0.3])
    assert not any("." in row for row in graph)


@pytest.mark.parametrize("turns", [1, 2, 17, 18, 30, 70, 71, 72, 73, 400])
def test_however_long_a_game_is_the_graph_fits_and_is_plain(turns: int) -> None:
    signs = ["?"] + [""] * (turns - 2) + ["!"] if turns > 1 else ["!"]
    lines = [[0.5] * turns + [1.0], [0.5] * turns + [0.0]]
    graph = draw_graph(lines, CHANCES, LABELS, [("1", signs)])
    assert max(map(len, graph)) <= 80
    assert "\n".join(graph).isascii()
    assert graph[0].endswith("1")
    assert graph[16].endswith("2")
    assert graph[-1].startswith("     1 |")
    assert len(graph[-1]) == len(graph[0]), "the sign of a turn stands below its end"


def test_the_axis_names_turns_where_they_stand() -> None:
    graph = drawn([0.0] * 31)
    axis, numbers = graph[17][LEFT:], graph[18][LEFT:]
    assert numbers.split() == [str(n) for n in range(0, 31, 2)]
    for number in numbers.split():
        end = f" {numbers} ".index(f" {number} ") + len(number) - 1
        assert axis[end] == "+"
        assert end == int(number) * 2


def test_points_have_a_scale_of_their_own() -> None:
    graph = draw_graph([[20, 35, 60]], Scale((20.0, 40.0, 60.0)), ("20", "40", "60"))
    assert [row[:LEFT].strip(" +|") for row in graph[:9:4]] == ["60", "40", "20"]
    assert graph[8][LEFT] == "1"
    assert graph[0].endswith("1")


def test_a_sparkline_is_high_where_the_values_are() -> None:
    assert sparkline([0, 1, 2, 4], "utf-8") == "▁▃▅█"
    assert sparkline([0, 1, 2, 4], "ascii") == "1358"
    assert sparkline([0, 0], "ascii") == "11"
    assert sparkline([], "ascii") == ""


def test_a_long_sparkline_shows_means() -> None:
    assert sparkline([1, 3] * 40 + [4, 4], "ascii", most=41) == "5" * 40 + "8"
