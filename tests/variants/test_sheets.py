"""Sheets that differ from seat to seat: what a file may say of each, and what holds for all."""

from __future__ import annotations

import pytest

from rowlock import Colour, Game, NotNotation, Roll, Variant, read_variant
from rowlock.printed import printed
from rowlock.variant import MAX_SEATS
from tests.parts import bar_on, bonuses_on, lucky_on

HEAD = """
name = "Mine"
edition = 1
players = [2, 5]
faces = 6
lock = { cells = 1, needs = 5 }
end = { locks = 2, misses = 4, miss_points = -5 }
"""
ROWS = '{ R = "2-12", Y = "2-12", G = "12-2", B = "12-2" }'
STARS = '{ R = "2* 3-12", Y = "2-12", G = "12* 11-2", B = "12-2" }'
TURNED = '{ R = "12-2", Y = "12-2", G = "2-12", B = "2-12" }'


def read(text: str) -> Variant:
    return read_variant(HEAD + text, "mine")


def complaint(text: str) -> str:
    with pytest.raises(NotNotation) as caught:
        read(text)
    return caught.value.message


def numbers(variant: Variant, seat: int) -> list[int]:
    return [cell.number for cell in variant.page(seat).rows[Colour.R].cells]


def test_every_seat_has_the_rows_of_its_sheet_and_they_repeat_in_order() -> None:
    variant = read(f"[[sheets]]\nrows = {ROWS}\n[[sheets]]\nrows = {TURNED}\n")
    up, down = list(range(2, 13)), list(range(12, 1, -1))
    assert [numbers(variant, seat) for seat in range(5)] == [up, down, up, down, up]
    assert [page.seat for page in variant.pages] == [0, 1]
    assert [len(page["rows"]) for page in printed(variant)["pages"]] == [4, 4]


def test_what_stands_at_the_top_holds_for_sheets_that_do_not_say_otherwise() -> None:
    variant = read(
        f'rules = ["chain"]\nrows = {STARS}\nbar = "R Y"\n'
        f'[[sheets]]\n[[sheets]]\nbar = "G B"\n[[sheets]]\n'
        f'rows = {STARS.replace("12-2", "12* 11-2")}\nbar = "B B B"\n'
    )
    bars = ["".join(field.name for field in bar_on(page)) for page in variant.pages]
    assert bars == ["RY", "GB", "BBB"]
    assert variant.pages[0].rows is variant.pages[1].rows
    assert len(variant.page(2).badged["*"]) == 3


def test_rows_may_be_a_table_of_their_own() -> None:
    rows = 'R = "2-12"\nY = "2-12"\nG = "12-2"\nB = "12-2"\n'
    plain = read(f"[[sheets]]\n[sheets.rows]\n{rows}[[sheets]]\n[sheets.rows]\n{rows}")
    assert plain.page(0).rows == plain.page(1).rows


def test_bonuses_may_differ_from_sheet_to_sheet() -> None:
    rows = ROWS.replace('R = "2-12"', 'R = "2a 3a 4-12"')
    variant = read(
        f'rules = ["pairs"]\nrows = {rows}\n[[sheets]]\npairs = {{ a = {{ points = 3 }} }}\n'
        f"[[sheets]]\npairs = {{ a = {{ points = 5 }} }}\n"
    )
    assert [bonuses_on(page)[0].points for page in variant.pages] == [3, 5]
    game = Game.start(variant, 2)
    both = [variant.sheet("R 2 3", seat) for seat in range(2)]
    assert [variant.tally(sheet).bonuses for sheet in both] == [(("a", 3),), (("a", 5),)]
    assert game.sheets[0].page != game.sheets[1].page


def test_lucky_numbers_may_stand_in_their_sheets_or_in_lists_for_all() -> None:
    own = read(
        f'rules = ["lucky"]\nrows = {ROWS}\n[[sheets]]\nlucky = [5]\n[[sheets]]\nlucky = [6]'
    )
    lists = read(f'rules = ["lucky"]\nrows = {ROWS}\nlucky = [[5], [6]]\n')
    both = read(f'rules = ["lucky"]\nrows = {ROWS}\nlucky = [[5], [6]]\n[[sheets]]\n[[sheets]]\n')
    one = read(
        f'rules = ["lucky"]\nrows = {ROWS}\nlucky = [[5]]\n[[sheets]]\n[[sheets]]\nlucky = [6]'
    )
    single = read(f'rules = ["lucky"]\nrows = {ROWS}\n[[sheets]]\nlucky = [5]')
    assert own == lists == both == one
    assert [lucky_on(page) for page in own.pages] == [(5,), (6,)]
    assert [lucky_on(page) for page in single.pages] == [(5,)]
    many = read(f'rules = ["lucky"]\nlucky = [[5], [6], [7]]\n[[sheets]]\nrows = {ROWS}')
    assert [lucky_on(page) for page in many.pages] == [(5,), (6,), (7,)]


def test_chosen_lucky_numbers_go_round_sheets_that_differ() -> None:
    variant = read(
        f'rules = ["lucky"]\nlucky = [[5, 6], [6, 7]]\n[[sheets]]\nrows = {ROWS}\n'
        f"[[sheets]]\nrows = {TURNED}\n"
    )
    chosen = variant.choose("lucky", "5/8 4/9 2/3")
    assert [lucky_on(chosen.page(seat)) for seat in range(6)] == [(5, 8), (4, 9), (2, 3)] * 2
    assert [numbers(chosen, seat)[0] for seat in range(6)] == [2, 12] * 3
    assert chosen.as_printed() == variant
    assert variant.choose("lucky", "5/6 6/7") is variant


def test_a_game_with_different_sheets_is_played_and_told_seat_by_seat() -> None:
    variant = read(f"[[sheets]]\nrows = {ROWS}\n[[sheets]]\nrows = {TURNED}\n")
    game = Game.start(variant, 2).rolled(Roll.parse("11r1y1g1b1")).game
    assert [str(move) for move in game.legal(0)] == ["R2", "Y2", "-"]
    assert [str(move) for move in game.legal(1)] == ["G2", "B2", "-"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sheets = 3\n", "sheets: expected tables that begin with [[sheets]], found 3"),
        ("sheets = [3]\n", "sheets: expected tables that begin with [[sheets]], found [3]"),
        ("sheets = []\n", "sheets: expected 1 to 8 of them, found 0"),
        ("[[sheets]]\n" * 9, "sheets: expected 1 to 8 of them, found 9"),
        ("[[sheets]]\n", "sheets[1].rows: expected a table, found nothing"),
        (
            f"rows = {ROWS}\n[[sheets]]\n[[sheets]]\nrow = 3\n",
            "unknown entry 'sheets[2].row'; did you mean 'rows'? known are rows",
        ),
        (
            f"rows = {ROWS}\n[[sheets]]\nrows = {ROWS.replace('2-12', '2-13')}\n",
            "sheets[1].rows: row R, cell '2-13': 13 cannot be rolled with two dice of 6 faces; "
            "expected 2 to 12",
        ),
        (
            f'rows = {ROWS}\n[[sheets]]\n[[sheets]]\nbar = "R"\n',
            'bar and cells with *: expected "chain" among the rules too',
        ),
        (
            f'rules = ["chain"]\nrows = {STARS}\nbar = "R Y"\n[[sheets]]\n[[sheets]]\nbar = "R"\n',
            "sheets[2].bar: expected as many fields as there are cells with * (2), found 1",
        ),
        (
            f'rules = ["chain"]\nrows = {STARS}\n[[sheets]]\nbar = "R Y"\n[[sheets]]\n',
            "sheets[2].bar: expected letters R, Y, G, B parted by spaces, found nothing",
        ),
        (
            f'rules = ["lucky"]\nrows = {ROWS}\nlucky = [[2], [3], [4]]\n[[sheets]]\n[[sheets]]\n',
            "lucky: expected as many lists as there are sheets, 2, found 3",
        ),
        (
            f'rules = ["lucky"]\nrows = {ROWS}\n[[sheets]]\nlucky = [[2]]\n',
            "sheets[1].lucky: expected a list of different whole numbers from 2 to 12, found [[2]]",
        ),
        (
            f'rules = ["lucky"]\nrows = {ROWS}\n[[sheets]]\nlucky = [2]\n[[sheets]]\n',
            "sheets[2].lucky: expected a list of different whole numbers from 2 to 12, found "
            "nothing",
        ),
    ],
)
def test_what_is_wrong_with_a_sheet_is_said_with_its_number(text: str, said: str) -> None:
    assert complaint(text) == said


def test_there_are_at_most_as_many_sheets_as_seats() -> None:
    sheet = f"[[sheets]]\nrows = {ROWS}\n"
    assert len(read(sheet * MAX_SEATS).pages) == MAX_SEATS
    assert complaint(sheet * (MAX_SEATS + 1)).startswith("sheets: expected 1 to 8 of them")
