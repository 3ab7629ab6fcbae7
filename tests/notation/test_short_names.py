"""Moves, rolls and sheets as text: read, written, refused."""

from __future__ import annotations

import pytest

from rowlock import (
    Colour,
    IllegalMove,
    Mark,
    NotNotation,
    Pass,
    Pick,
    Roll,
    Sheet,
    find_variant,
    parse_move,
    shipped_variants,
)
from rowlock.errors import Contradiction, Place, nearest
from rowlock.moves import Decision


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("R5", Mark(Colour.R, 5)),
        ("B12", Mark(Colour.B, 12)),
        ("*G16", Mark(Colour.G, 16, offered=True)),
        ("~Y", Pick(Colour.Y)),
        ("-", Pass()),
    ],
)
def test_a_move_has_one_short_name(text: str, move: Decision) -> None:
    assert parse_move(text) == move
    assert str(move) == text


def test_a_mark_is_made_of_a_cell() -> None:
    cell = find_variant("mixed_colours").page(0).cells["R5"]
    assert cell.colour is Colour.B
    assert str(Mark.of(cell)) == "R5" == Mark.of(cell, offered=True).cell
    assert str(Mark.of(cell, offered=True)) == "*R5"


@pytest.mark.parametrize("text", ["", "r5", "R", "R05", "R123", "W5", "*-", "~", "~W", "--", "R 5"])
def test_what_is_no_move_is_refused_with_examples(text: str) -> None:
    with pytest.raises(NotNotation) as caught:
        parse_move(text)
    assert str(caught.value) == (
        "line 1, column 1: expected a move: R5 (row and number), *G16 (instead of the sum), "
        f"~Y (settle a tie) or - (pass), found {text!r}"
    )


def test_a_long_wrong_move_is_not_repeated_whole() -> None:
    with pytest.raises(NotNotation) as caught:
        parse_move("x" * 5000)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("text", ["14r3y6g3b3", "66", "12b3", "31r6g1b2", "88r8y8g8b8"])
def test_a_roll_reads_back(text: str) -> None:
    assert str(Roll.parse(text)) == text


def test_a_roll_knows_its_sums() -> None:
    roll = Roll.parse("14r3g6")
    assert roll.announced == 5
    assert roll.sums(Colour.R) == (4, 7)
    assert roll.sums(Colour.G) == (7, 10)
    assert roll.sums(Colour.Y) == roll.sums(Colour.B) == ()
    assert Roll.parse("33r3").sums(Colour.R) == (6,), "two ways to one sum are one way"


@pytest.mark.parametrize(
    "text", ["", "1", "123", "14r", "14r0", "14R3", "14y3r3", "14r3r3", "04", "14 r3", "14w3"]
)
def test_what_is_no_roll_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(NotNotation, match=r"expected a roll such as 14r3y6g3b3 .*found"):
        Roll.parse(text)


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("classic", "R 5 7 | Y 3 4 7 8 10 | G 12 9 | B 10 | x1"),
        ("classic", "R | Y | G | B"),
        ("classic", "R 2 3 4 5 6 12 | Y | G | B | x4"),
        ("longo", "R | Y | G 16 15 14 13 12 11 3 | B"),
        ("mixed_numbers", "R 10 6 2 | Y 9 | G 8 2 | B 5 7"),
        ("bonus_chain", "R 3 | Y | G 11 | B | bar 1 4 12 | x3"),
    ],
)
def test_a_sheet_reads_back(key: str, text: str) -> None:
    assert str(find_variant(key).sheet(text)) == text


def test_a_sheet_may_be_written_in_any_order_and_with_holes() -> None:
    variant = find_variant("bonus_chain")
    assert variant.sheet("x1|bar 2 1 |  B 12   11|R") == variant.sheet(
        "R | Y | G | B 12 11 | bar 1 2 | x1"
    )
    assert variant.sheet("") == variant.sheet("   ") == Sheet(variant.page(0))
    assert variant.sheet("x0") == variant.sheet()


def test_a_repr_names_the_variant_and_the_seat() -> None:
    assert repr(find_variant("longo").sheet("R 4", seat=1)) == (
        "find_variant('longo').sheet('R 4 | Y | G | B', seat=1)"
    )
    assert repr(find_variant("classic").sheet()) == "find_variant('classic').sheet('R | Y | G | B')"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("R 5 | W 3", "column 7: expected R, Y, G, B or x0 to x4, found 'W'"),
        ("R 5 R 7", "column 5: expected a number of row R (2 3 4 5 6 7 8 9 10 11 12), found 'R'"),
        ("R 5 | R 7", "column 7: 'R' stands here twice"),
        ("x1 | x2", "column 6: 'misses' stands here twice"),
        ("R 13", "column 3: expected a number of row R (2 3 4 5 6 7 8 9 10 11 12), found '13'"),
        ("R 7 5", "column 5: R5 cannot be crossed on R 7 | Y | G | B"),
        ("R 5 5", "column 5: R5 cannot be crossed on R 5 | Y | G | B"),
        ("Y | R 2 3 4 5 12", "column 15: R12 cannot be crossed on R 2 3 4 5 | Y | G | B"),
        ("x5", "column 1: expected R, Y, G, B or x0 to x4, found 'x5'"),
        ("x1 2", "column 1: expected R, Y, G, B or x0 to x4, found 'x1'"),
        ("x", "column 1: expected R, Y, G, B or x0 to x4, found 'x'"),
        ("bar 1", "column 1: expected R, Y, G, B or x0 to x4, found 'bar'"),
        ("R 5 | | Y", "column 6: expected a row, such as R 5 7, between the bars"),
        ("R 5 |", "column 6: expected a row, such as R 5 7, between the bars"),
    ],
)
def test_a_wrong_sheet_is_refused_with_its_column(text: str, said: str) -> None:
    with pytest.raises(NotNotation) as caught:
        find_variant("classic").sheet(text)
    assert str(caught.value) == f"line 1, {said}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bar 13", "column 5: expected a field of the bonus bar, 1 to 12, found '13'"),
        ("bar 1 0", "column 7: expected a field of the bonus bar, 1 to 12, found '0'"),
        ("bar x", "column 5: expected a field of the bonus bar, 1 to 12, found 'x'"),
        ("foo", "column 1: expected R, Y, G, B, bar or x0 to x4, found 'foo'"),
    ],
)
def test_a_wrong_bar_is_refused_with_its_column(text: str, said: str) -> None:
    with pytest.raises(NotNotation) as caught:
        find_variant("bonus_chain").sheet(text)
    assert str(caught.value) == f"line 1, {said}"


def test_a_pen_refuses_a_cell_it_may_not_cross() -> None:
    sheet = find_variant("classic").sheet("R 7")
    with pytest.raises(IllegalMove, match=r"^R5 cannot be crossed on R 7 \| Y \| G \| B$"):
        sheet.cross(sheet.page.cells["R5"])


def test_errors_tell_their_place_in_the_way_editors_know() -> None:
    error = Contradiction("two truths")
    assert (str(error), error.place, error.message) == ("two truths", None, "two truths")
    moved = error.at(Place("a.rowlock", 3, 7))
    assert type(moved) is Contradiction
    assert str(moved) == "a.rowlock:3:7: two truths"
    assert str(error.at(Place("a.rowlock"))) == "a.rowlock: two truths"
    assert str(error.at(Place(line=3, column=7))) == "line 3, column 7: two truths"
    assert str(error.at(Place())) == "two truths"
    assert isinstance(error, ValueError)


def test_the_nearest_name_is_suggested_if_any_is_near() -> None:
    assert nearest("Kean", ["keen", "random"]) == "did you mean 'keen'? "
    assert nearest("zzz", ["keen", "random"]) == ""


def test_pages_are_hashed_by_title_and_seat() -> None:
    pages = {find_variant(key).page(seat) for key in shipped_variants() for seat in range(5)}
    assert len(pages) == sum(len(find_variant(key).pages) for key in shipped_variants())
