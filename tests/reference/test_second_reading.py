"""Tests that hold the second reading to the printed examples and the rulings."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from . import second_reading as sr
from .second_reading import Choice, Position, Sheet

DICE = {"R": 1, "Y": 1, "G": 1, "B": 1}


def sheet(misses: int = 0, struck: int = 0, **rows: list[int]) -> Sheet:
    """Build a sheet from rows, with the first few bar fields struck."""
    crosses = {row: list(rows.get(row, [])) for row in sr.ROWS}
    return Sheet(crosses, misses, set(range(struck)))


def texts(choices: list[Choice]) -> list[str]:
    """Keep only the names of the choices."""
    return [text for text, _ in choices]


def after(choices: list[Choice], answer: str) -> Sheet:
    """Find what an answer leads to; a missing answer fails the test."""
    return dict(choices)[answer]


def takes(variant: str, written: Sheet, row: str) -> list[int]:
    """List the numbers that a row can still take, by asking for every sum."""
    place = Position(variant, [written])
    numbers = [cell.number for cell in sr.LAYOUTS[variant].rows[row]]
    return [
        number
        for number in numbers
        if sr.cell_text(variant, row, number) in texts(sr.white_choices(place, 0, number))
    ]


# --- the data -----------------------------------------------------------------------


@pytest.mark.parametrize("variant", sr.LAYOUTS)
def test_every_colour_and_number_stands_once(variant: str) -> None:
    layout = sr.LAYOUTS[variant]
    cells = Counter(c[:2] for row in layout.rows.values() for c in row)
    top = 2 * layout.faces
    assert cells == {(c, n): 1 for c in sr.ROWS for n in range(2, top + 1)}
    for row, cells_of_row in layout.rows.items():
        tail = cells_of_row[-len(layout.locks[row]) :]
        assert [c.number for c in tail] == layout.locks[row]
        assert {c.colour for c in tail} == {row}


def test_badges_and_bar() -> None:
    chain = sr.LAYOUTS["bonus_chain"]
    pairs = sr.LAYOUTS["bonus_pairs"]
    assert Counter(chain.bar) == {"R": 3, "Y": 3, "G": 3, "B": 3}
    for row in sr.ROWS:
        assert sum(c.badge == "bar" for c in chain.rows[row]) == 3
    kinds = Counter(c.badge for row in pairs.rows.values() for c in row if c.badge)
    assert kinds == dict.fromkeys(sr.PAIRS, 2)


def test_lucky_pairs_are_balanced() -> None:
    sums = Counter(a + b for a, b in product(range(1, 9), repeat=2))
    assert [sums[a] + sums[b] for a, b in sr.LAYOUTS["longo"].lucky] == [11] * 5


# --- section 4: the printed examples ------------------------------------------------


def test_example_classic_sheet() -> None:
    written = sheet(R=[5, 7], Y=[10], G=[6], B=[10])
    assert takes("classic", written, "R") == [8, 9, 10, 11]
    assert takes("classic", written, "Y") == [11]
    assert takes("classic", written, "G") == [5, 4, 3]
    assert takes("classic", written, "B") == [9, 8, 7, 6, 5, 4, 3]
    enough = sheet(Y=[2, 3, 4, 5, 10])
    assert takes("classic", enough, "Y") == [11, 12]


def test_example_max_announces_five() -> None:
    place = sr.start("classic", 4)
    dice = {"R": 1, "Y": 1, "G": 1, "B": 6}
    end = sr.play_turn(place, (4, 1), dice, ["R5", "Y5", "-", "-"], "B10")
    assert end.over is None
    assert not end.missed
    assert end.position.sheets == [
        sheet(R=[5], B=[10]),
        sheet(Y=[5]),
        sheet(),
        sheet(),
    ]
    assert end.position.active == 1
    assert place == sr.start("classic", 4)


def test_example_laura_locks_green() -> None:
    place = Position("classic", [sheet(), sheet(G=[12, 11, 9, 8, 6])])
    end = sr.play_turn(place, (1, 1), {**DICE, "R": 4}, ["-", "G2"], "R5")
    assert end.position.closed == {"G"}
    assert sr.count("classic", end.position.sheets[1], "G") == 7
    offered = texts(sr.colour_choices(end.position, 1, (2, 3), DICE))
    assert offered == ["-", "R3", "R4", "Y3", "Y4", "B3", "B4"]


def test_example_three_rows_closed() -> None:
    max_, linus = sheet(R=[2, 3, 4, 5, 6]), sheet(Y=[2, 3, 4, 5, 6])
    place = Position("classic", [sheet(), max_, linus], {"G"})
    end = sr.play_turn(place, (6, 6), DICE, ["-", "R12", "Y12"], None)
    assert end.over == "locks"
    assert not end.missed
    assert end.position.closed == {"R", "Y", "G"}
    assert end.position.sheets[0].misses == 0


def test_example_laura_scores_seventy() -> None:
    written = sheet(
        2, R=[2, 3, 4, 5], Y=[2, 3, 4], G=[12, 11, 10, 9, 8, 2], B=list(range(12, 4, -1))
    )
    assert sr.score("classic", written) == 70


def test_example_longo() -> None:
    six = [2, 3, 4, 5, 6]
    written = sheet(R=[5, 7], Y=[*six, 13], G=[11], B=[14])
    assert takes("longo", written, "R") == [8, 9, 10, 11, 12, 13, 14]
    assert takes("longo", written, "Y") == [14, 15, 16]
    assert takes("longo", written, "G") == [10, 9, 8, 7, 6, 5, 4]
    assert takes("longo", written, "B") == [13, 12, 11, 10, 9, 8, 7, 6, 5, 4]
    place = Position("longo", [sheet(), sheet(R=[5], Y=[5], B=[14])], set(), 1)
    end = sr.play_turn(place, (5, 1), {**DICE, "B": 8}, ["-", "*G16"], "B13")
    assert end.position.sheets[1] == sheet(R=[5], Y=[5], G=[16], B=[14, 13])


def test_example_longo_locks() -> None:
    emma = Position("longo", [sheet(G=[16, 15, 14, 13, 12, 11])])
    assert "G3" in texts(sr.white_choices(emma, 0, 3))
    end = sr.play_turn(emma, (1, 2), DICE, ["G3"], "-")
    assert end.position.closed == {"G"}
    assert sr.count("longo", end.position.sheets[0], "G") == 8
    low = [2, 3, 4, 5, 6, 7]
    place = Position("longo", [sheet(R=low), sheet(Y=low)], {"G"})
    both = sr.play_turn(place, (8, 8), DICE, ["R16", "Y16"], None)
    assert both.over == "locks"
    assert both.position.closed == {"R", "Y", "G"}


def test_example_longo_score() -> None:
    green = [16, 15, 14, 13, 12, 11, 10, 3]
    written = sheet(2, R=[2, 3, 4, 5], Y=[2, 3, 4], G=green, B=list(range(16, 8, -1)))
    assert sr.score("longo", written) == 87


def test_longo_row_reaches_fifteen_crosses_at_most() -> None:
    assert sr.score("longo", sheet(R=list(range(2, 16)))) == 120
    assert takes("longo", sheet(R=list(range(2, 16))), "R") == []


def test_example_gemixxt_a() -> None:
    place = Position("mixed_colours", [sheet(R=[2, 3, 4, 5]), sheet()])
    assert "R12" not in texts(sr.white_choices(place, 0, 12))
    place.sheets[0].crosses["R"].append(6)
    end = sr.play_turn(place, (6, 6), DICE, ["R12", "-"], "-")
    assert end.position.closed == {"R"}
    place = Position("mixed_colours", end.position.sheets, {"R"}, 0)
    assert texts(sr.white_choices(place, 0, 5)) == ["-", "G5", "R5", "Y5"]
    offered = texts(sr.colour_choices(place, 0, (4, 4), DICE))
    assert offered == ["-", "Y5", "G5"]


def test_gemixxt_b_runs_in_printed_order() -> None:
    written = sheet(R=[10, 12], G=[8, 2, 10, 12, 6])
    assert takes("mixed_numbers", written, "R") == [5, 9, 7]
    assert takes("mixed_numbers", written, "G") == [9, 7, 4, 5, 11, 3]


def test_example_bonus_a_tim() -> None:
    place = Position("bonus_chain", [sheet(R=[4])])
    tim = after(sr.white_choices(place, 0, 11), "G11")
    assert tim == sheet(struck=1, R=[4, 5], G=[11])


def test_example_bonus_a_sarah() -> None:
    place = Position("bonus_chain", [sheet(struck=6, R=[8], B=[6], Y=[9])])
    sarah = after(sr.white_choices(place, 0, 9), "R9")
    assert sarah == sheet(struck=8, R=[8, 9], B=[6, 5], Y=[9, 10])


def test_example_bonus_a_maria() -> None:
    maria = sheet(Y=[2, 3, 4, 6, 7])
    place = Position("bonus_chain", [maria, sheet(struck=2), sheet()])
    end = sr.play_turn(place, (6, 6), DICE, ["Y12", "-", "-"], "-")
    assert [s.struck for s in end.position.sheets] == [{1, 7, 9}, {0, 1, 7, 9}, {1, 7, 9}]


def test_example_bonus_b_sarah() -> None:
    place = Position("bonus_pairs", [sheet(3, Y=[3])])
    assert sr.score("bonus_pairs", place.sheets[0]) == 1 - 15
    sarah = after(sr.white_choices(place, 0, 5), "G5")
    assert sarah == sheet(3, Y=[3], G=[5])
    assert sr.score("bonus_pairs", sarah) == 2


# --- section 1: turns, misses, ends -------------------------------------------------


def test_miss_only_for_the_idle_active_player() -> None:
    place = sr.start("classic", 2)
    idle = sr.play_turn(place, (1, 2), DICE, ["-", "R3"], "-")
    assert idle.missed
    assert [s.misses for s in idle.position.sheets] == [1, 0]
    assert not sr.play_turn(place, (1, 2), DICE, ["R3", "-"], "-").missed
    assert not sr.play_turn(place, (1, 2), DICE, ["-", "-"], "Y2").missed


def test_fourth_miss_ends() -> None:
    place = Position("classic", [sheet(), sheet(3)], set(), 1)
    end = sr.play_turn(place, (1, 2), DICE, ["-", "-"], "-")
    assert end.over == "misses"
    assert end.missed
    assert end.position.active == 1  # nobody rolls any more, so the role stays
    with pytest.raises(ValueError, match="over"):
        sr.play_turn(end.position, (1, 2), DICE, ["-", "-"], "-")


def test_fourth_miss_ends_even_where_misses_cost_nothing() -> None:
    place = Position("bonus_pairs", [sheet(3, Y=[3], G=[5])])
    end = sr.play_turn(place, (1, 1), DICE, ["-"], "-")
    assert end.over == "misses"
    assert sr.scores(end.position) == [2]


@pytest.mark.parametrize("crosses", [[2, 3, 4, 5], [2, 3, 4, 5, 6]])
def test_lock_needs_five_of_ones_own(crosses: list[int]) -> None:
    place = Position("classic", [sheet(R=[2, 3, 4, 5, 6]), sheet(R=crosses)])
    allowed = "R12" in texts(sr.white_choices(place, 1, 12))
    assert allowed == (len(crosses) >= 5)
    answer = "R12" if allowed else "-"
    end = sr.play_turn(place, (6, 6), DICE, ["R12", answer], "-")
    assert sr.count("classic", end.position.sheets[0], "R") == 7
    assert sr.count("classic", end.position.sheets[1], "R") == (7 if allowed else 4)


def test_two_equal_white_dice_make_one_choice() -> None:
    offered = texts(sr.colour_choices(sr.start("classic", 1), 0, (3, 3), {"R": 2}))
    assert offered == ["-", "R5"]


def test_illegal_answers_are_refused() -> None:
    place = sr.start("classic", 2)
    for whites, answers, colour in [
        ((1, 2), ["R4", "-"], "-"),
        ((1, 2), ["-", "-"], "R7"),
        ((1, 2), ["-"], "-"),
        ((1, 2), ["-", "-"], None),
        ((1, 7), ["-", "-"], "-"),
        ((6, 6), ["R12", "-"], "-"),
    ]:
        with pytest.raises(ValueError, match=r"is not one of|every seat|has to|no die"):
            sr.play_turn(place, whites, DICE, answers, colour)
    with pytest.raises(ValueError, match="active"):
        sr.colour_choices(place, 1, (1, 2), DICE)


# --- section 3: the rulings ---------------------------------------------------------


def test_ruling_1_locks_of_the_same_action_do_not_shut_anybody_out() -> None:
    low = [2, 3, 4, 5, 6]
    place = Position("classic", [sheet(R=low), sheet(R=low), sheet(R=[11])])
    end = sr.play_turn(place, (6, 6), DICE, ["R12", "R12", "G12"], "-")
    assert end.position.closed == {"R"}
    assert end.over is None
    assert [sr.count("classic", s, "R") for s in end.position.sheets] == [7, 7, 1]


def test_ruling_2_row_closed_in_white_is_closed_in_colour() -> None:
    low = [2, 3, 4, 5, 6]
    place = Position("classic", [sheet(R=[7]), sheet(R=low)])
    dice = {**DICE, "R": 4}
    end = sr.play_turn(place, (6, 6), dice, ["-", "-"], "R10")
    assert end.position.sheets[0].crosses["R"] == [7, 10]
    with pytest.raises(ValueError, match="R10"):
        sr.play_turn(place, (6, 6), dice, ["-", "R12"], "R10")


def test_ruling_3_no_colour_action_and_no_miss_after_the_second_lock() -> None:
    place = Position("classic", [sheet(3), sheet(R=[2, 3, 4, 5, 6])], {"B"})
    end = sr.play_turn(place, (6, 6), DICE, ["-", "R12"], None)
    assert end.over == "locks"
    assert not end.missed
    assert end.position.sheets[0].misses == 3
    with pytest.raises(ValueError, match="ended"):
        sr.play_turn(place, (6, 6), DICE, ["-", "R12"], "-")


def test_second_lock_in_the_colour_action_ends_too() -> None:
    place = Position("classic", [sheet(G=[12, 11, 10, 9, 8])], {"B"})
    end = sr.play_turn(place, (1, 2), DICE, ["-"], "G2")
    assert end.over == "locks"
    assert not end.missed


def test_ruling_4_the_lock_counts_only_for_those_who_crossed_it() -> None:
    low = [2, 3, 4, 5, 6]
    place = Position("classic", [sheet(R=low), sheet(R=low)])
    end = sr.play_turn(place, (6, 6), DICE, ["R12", "-"], "-")
    assert sr.scores(end.position) == [28, 15]


def test_ruling_5_both_crosses_in_one_row() -> None:
    place = sr.start("classic", 1)
    end = sr.play_turn(place, (1, 4), {"R": 3}, ["R5"], "R7")
    assert end.position.sheets[0].crosses["R"] == [5, 7]
    with pytest.raises(ValueError, match="R4"):
        sr.play_turn(place, (1, 4), {"R": 3}, ["R5"], "R4")


def test_ruling_7_fewest_counts_closed_rows() -> None:
    place = Position("longo", [sheet(Y=[2], G=[16], B=[16])], {"R"})
    assert not [t for t in texts(sr.white_choices(place, 0, 5)) if t[0] == "*"]
    place.closed.clear()
    assert texts(sr.white_choices(place, 0, 5))[-1] == "*R2"


def test_ruling_7_fewest_counts_the_lock() -> None:
    green = sheet(R=list(range(2, 9)), Y=list(range(2, 9)), B=list(range(16, 9, -1)))
    green.crosses["G"] = [16, 15, 14, 13, 12, 11, 3]
    place = Position("longo", [green], {"G"})
    offered = texts(sr.white_choices(place, 0, 5))
    assert [t for t in offered if t[0] == "*"] == ["*R9", "*Y9", "*B9"]


def test_lucky_ties_are_chosen_and_the_same_cell_is_listed_once() -> None:
    place = Position("longo", [sheet(R=[4], Y=[7], G=[16], B=[16])])
    offered = texts(sr.white_choices(place, 0, 5))
    assert offered == ["-", "R5", "G5", "B5", "*Y8", "*G15", "*B15"]
    assert texts(sr.white_choices(place, 0, 6)) == ["-", "R6", "G6", "B6"]
    dice = {"R": 5, "Y": 5, "G": 5, "B": 5}
    assert not [t for t in texts(sr.colour_choices(place, 0, (5, 5), dice)) if "*" in t]


def test_lucky_may_lock() -> None:
    other = list(range(2, 10))
    written = sheet(R=[2, 3, 4, 5, 6, 14], Y=other, G=list(range(16, 8, -1)))
    written.crosses["B"] = list(range(16, 8, -1))
    place = Position("longo", [written])
    end = sr.play_turn(place, (1, 4), DICE, ["*R15"], "-")
    assert end.position.closed == {"R"}
    written.crosses["R"].remove(2)
    assert "*R15" not in texts(sr.white_choices(place, 0, 5))


def test_ruling_7_bonus_offers_every_tied_row() -> None:
    place = Position("bonus_pairs", [sheet(R=[2, 3], Y=[11], B=[12, 11])])
    offered = sr.white_choices(place, 0, 9)
    assert texts(offered) == ["-", "R9", "G9~Y", "G9~G", "B9"]  # Y12 is blocked, G has one
    assert after(offered, "G9~G").crosses["G"] == [9, 8, 7]
    assert after(offered, "G9~Y") == sheet(R=[2, 3], Y=[11], G=[9], B=[12, 11])
    place.sheets[0].crosses.update(R=[2], B=[12])
    offered = sr.white_choices(place, 0, 9)
    assert texts(offered) == ["-", "R9", "G9~R", "G9~Y", "G9~G", "G9~B", "B9"]
    assert after(offered, "G9~B") == sheet(R=[2], Y=[11], G=[9], B=[12, 11, 10])
    place.closed.update("B")
    assert texts(sr.white_choices(place, 0, 9)) == ["-", "R9", "G9~R", "G9~Y", "G9~G", "G9~B"]


def test_ruling_7_bonus_lapses_where_only_blocked_rows_are_the_fewest() -> None:
    place = Position("bonus_pairs", [sheet(R=[2, 3], Y=[11], G=[12], B=[12, 11])])
    assert after(sr.white_choices(place, 0, 9), "G9").crosses["Y"] == [11]
    assert after(sr.white_choices(place, 0, 9), "G9").crosses["G"] == [12, 9]


def test_fewest_two_may_use_only_one_of_its_crosses() -> None:
    written = sheet(R=[10], Y=[2, 11], G=[12], B=[12, 11])
    g9 = after(sr.white_choices(Position("bonus_pairs", [written]), 0, 9), "G9")
    assert g9.crosses["R"] == [10, 11]


def test_ruling_8_next_cell() -> None:
    assert sr.next_cell("classic", set(), sheet(), "G") == 12
    assert sr.next_cell("classic", set(), sheet(R=[2, 9]), "R") == 10
    assert sr.next_cell("classic", set(), sheet(R=[2, 11]), "R") is None
    assert sr.next_cell("classic", set(), sheet(R=[2, 3, 4, 5, 11]), "R") == 12
    assert sr.next_cell("classic", {"R"}, sheet(R=[2, 9]), "R") is None


def test_ruling_9_a_field_without_next_cell_is_spent() -> None:
    place = Position("bonus_chain", [sheet(R=[11])])
    assert after(sr.white_choices(place, 0, 11), "G11") == sheet(struck=1, R=[11], G=[11])


def test_ruling_9_own_lock_strikes_own_fields_at_once() -> None:
    # G11 locks red by field 0, and red's other fields go with it; the badge that
    # another chain reaches later skips them.
    place = Position("bonus_chain", [sheet(R=[2, 4, 5, 7, 11]), sheet()])
    own = after(sr.white_choices(place, 0, 11), "G11")
    assert own.crosses["R"][-1] == 12
    assert own.struck == {0, 5, 8}
    end = sr.play_turn(place, (5, 6), DICE, ["G11", "-"], "-")
    assert end.position.closed == {"R"}
    assert end.position.sheets[1].struck == {0, 5, 8}


def test_ruling_9_others_fields_stay_free_until_the_action_ends() -> None:
    # Seat 0 locks red by a chain; seat 1's chain still enters red in that action (1).
    place = Position("bonus_chain", [sheet(R=[2, 4, 5, 7, 11]), sheet()])
    end = sr.play_turn(place, (5, 6), DICE, ["G11", "Y11"], "-")
    assert end.position.sheets[1].crosses["R"] == [2]
    assert end.position.sheets[1].struck == {0, 5, 8}


def test_bonus_chain_runs_on_and_may_end_the_game() -> None:
    written = sheet(struck=3, R=[2], Y=[2], B=[12, 11], G=[12, 8, 6, 5, 3])
    place = Position("bonus_chain", [written], {"Y"})
    written.struck |= {7, 9}
    # R3 strikes blue: B10, a badge, strikes green: G2 locks as the second row.
    end = sr.play_turn(place, (1, 2), DICE, ["R3"], None)
    assert end.over == "locks"
    assert end.position.closed == {"Y", "G"}
    assert end.position.sheets[0].struck == {0, 1, 2, 3, 4, 7, 9, 11}


def test_bonus_chain_with_an_exhausted_bar_does_nothing() -> None:
    place = Position("bonus_chain", [sheet(struck=12)])
    assert after(sr.white_choices(place, 0, 3), "R3") == sheet(struck=12, R=[3])


def test_ruling_10_each_row_settles_depth_first() -> None:
    # B7 completes "each row"; its Y11 completes "fewest two" after R2 and before
    # green and blue are served, so R, G and B are tied at one cross each.
    place = Position("bonus_pairs", [sheet(Y=[7, 10], G=[9])])
    offered = sr.colour_choices(place, 0, (1, 1), {"B": 6})
    assert texts(offered) == ["-", "B7~R", "B7~G", "B7~B"]
    yellow = [7, 10, 11]
    assert after(offered, "B7~R") == sheet(R=[2, 3, 4], Y=yellow, G=[9, 8], B=[7, 6])
    assert after(offered, "B7~G") == sheet(R=[2], Y=yellow, G=[9, 8, 7, 6], B=[7, 6])
    assert after(offered, "B7~B") == sheet(R=[2], Y=yellow, G=[9, 8], B=[7, 6, 5, 4])


def test_ruling_10_second_of_two_crosses_waits_for_what_the_first_triggers() -> None:
    written = sheet(R=[2, 3], Y=[7, 11], G=[12, 11], B=[8])
    g9 = after(sr.white_choices(Position("bonus_pairs", [written]), 0, 9), "G9")
    assert g9 == sheet(R=[2, 3, 4], Y=[7, 11], G=[12, 11, 9, 8], B=[8, 7, 6, 5])


def test_extra_crosses_may_lock_and_end_the_game() -> None:
    written = sheet(R=[2, 3, 4, 5, 11], Y=[2, 3, 4, 7], G=[12, 11, 10, 9, 3])
    end = sr.play_turn(Position("bonus_pairs", [written]), (3, 4), DICE, ["B7"], None)
    assert end.over == "locks"
    assert end.position.closed == {"R", "G"}
    assert end.position.sheets[0].crosses["Y"] == [2, 3, 4, 7, 8]


def test_ruling_12_lucky_pairs_repeat() -> None:
    assert [sr.lucky_pair("longo", seat) for seat in (0, 4, 5, 6)] == [
        (5, 10),
        (4, 9),
        (5, 10),
        (6, 11),
    ]
    assert sr.lucky_pair("classic", 0) == ()


def test_ruling_12_solo_is_always_active() -> None:
    place = sr.play_turn(sr.start("classic", 1), (1, 2), DICE, ["-"], "-").position
    assert place.active == 0
    assert place.sheets[0].misses == 1


# --- scores -------------------------------------------------------------------------


def test_bonus_pairs_scores() -> None:
    assert sr.score("classic", sheet(R=list(range(2, 13)))) == 78
    double = sheet(R=[2, 8], Y=[2, 3], G=[12, 11], B=[12, 10])
    assert sr.score("bonus_pairs", double) == 4 * 3 + 3
    assert sr.score("classic", double) == 4 * 3
    assert sr.score("bonus_pairs", sheet(1, R=[6, 8], B=[10, 4])) == 3 + 3 + 13 - 5


# --- counting -----------------------------------------------------------------------


def walk(place: Position, rolls: list[sr.Roll], ends: list[object]) -> None:
    """Count the slow way, by playing every sequence of answers through play_turn."""
    if not rolls or sr.over(place) is not None:
        closed = tuple(sorted(place.closed))
        ends.append((*(s.key() for s in place.sheets), closed, place.active))
        return
    (whites, dice), rest = rolls[0], rolls[1:]
    seats = range(len(place.sheets))
    offers = [texts(sr.white_choices(place, seat, sum(whites))) for seat in seats]
    every = [f"{c}{w + v}" for c, v in dice.items() for w in {*whites}]
    picked = [f"{cell}~{row}" for cell in every for row in sr.ROWS]
    for answers in product(*offers):
        played = 0
        for colour in [None, sr.PASS, *every, *picked]:
            try:
                end = sr.play_turn(place, whites, dice, list(answers), colour)
            except ValueError:
                continue
            played += 1
            walk(end.position, rest, ends)
        assert played


ROLLS: list[sr.Roll] = [
    ((5, 6), {"R": 6, "Y": 3, "G": 4, "B": 2}),
    ((4, 5), {"R": 5, "Y": 6, "G": 2, "B": 3}),
]


@pytest.mark.parametrize("variant", sr.LAYOUTS)
def test_continuations_agree_with_plain_play(variant: str) -> None:
    late = sheet(R=[2, 3, 4, 5, 6], Y=[7], G=[12, 10], B=[7])
    for row, cells in sr.LAYOUTS[variant].rows.items():
        order = [cell.number for cell in cells]
        late.crosses[row].sort(key=order.index)
    twelve: sr.Roll = ((6, 6), {"R": 6, "Y": 3, "G": 4, "B": 2})
    for place, rolls in [
        (sr.start(variant, 1), ROLLS),
        (sr.start(variant, 2), ROLLS[:1]),
        (Position(variant, [late, sheet(3, Y=[7])], {"B"}), [twelve, *ROLLS[:1]]),
        (Position(variant, [late, sheet(R=[2])], set(), 1), [twelve]),
    ]:
        ends: list[object] = []
        walk(place, rolls, ends)
        assert sr.continuations(place, rolls) == (len(ends), len(set(ends)))


def test_continuations_by_hand() -> None:
    place = sr.start("classic", 2)
    assert sr.continuations(place, []) == (1, 1)
    # Two: R, Y or nothing each (G2 and B2 would lock).  Then red six with white one:
    # R7 or nothing, always possible.
    assert sr.continuations(place, [((1, 1), {"R": 6})]) == (18, 18)
    ended = Position("classic", [sheet(4), sheet()])
    assert sr.continuations(ended, ROLLS) == (1, 1)
