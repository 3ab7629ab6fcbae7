"""Variant files: what is read, what is refused, and in which words."""

from __future__ import annotations

from pathlib import Path

import pytest

from rowlock import Game, find_variant, load_variant, read_variant, shipped_variants
from rowlock.errors import NotNotation, UnknownVariant
from rowlock.mechanics.chain import Chain
from rowlock.mechanics.lucky import Lucky
from rowlock.mechanics.pairs import PairBonus, Pairs
from rowlock.sheet import Colour
from rowlock.variant import MAX_BYTES, default_variant, named_variant, variant_text
from tests.parts import bar_on, bonuses_on, lucky_on

GOOD = """\
name = "Mine"
edition = 3
players = [2, 5]
faces = 6
lock = { cells = 1, needs = 5 }
end = { locks = 2, misses = 4, miss_points = -5 }

[rows]
R = "2-12"
Y = "2-12"
G = "12-2"
B = "12-2"
"""


def refused(text: str | bytes, key: str = "mine") -> str:
    """What the loader says to this file."""
    with pytest.raises(NotNotation) as caught:
        read_variant(text, key, "mine.toml")
    said = str(caught.value)
    assert said.startswith("mine.toml"), "an error names its file"
    return said


def test_a_good_file_says_all_of_a_variant() -> None:
    variant = read_variant(GOOD, "mine")
    page = variant.page(0)
    assert (variant.key, variant.name, variant.edition) == ("mine", "Mine", 3)
    assert variant.players == (2, 5)
    assert (variant.faces, variant.end_locks, variant.end_misses) == (6, 2, 4)
    assert (page.lock_cells, page.lock_needs, page.miss_boxes, page.miss_points) == (1, 5, 4, -5)
    assert (variant.rules, bar_on(page), lucky_on(page), page.title) == ((), (), (), "mine")
    assert [cell.number for cell in page.rows[Colour.G].cells] == list(range(12, 1, -1))
    assert {cell.colour for cell in page.rows[Colour.B].cells} == {Colour.B}


def test_a_variant_is_shown_in_a_few_words() -> None:
    assert repr(read_variant(GOOD, "mine")) == "<Variant mine, edition 3>"
    assert len(repr(Game.start(read_variant(GOOD, "mine"), 8))) < 2000


def test_bytes_and_text_read_the_same() -> None:
    assert read_variant(GOOD.encode(), "mine") == read_variant(GOOD, "mine")


def test_two_files_that_say_the_same_are_the_same_variant() -> None:
    again = GOOD.replace('"2-12"', '"2 3-11 12"')
    assert read_variant(again, "mine") == read_variant(GOOD, "mine")
    assert read_variant(again.replace("-5", "-4"), "mine") != read_variant(GOOD, "mine")


def test_rules_come_with_their_data() -> None:
    rows = GOOD.replace('R = "2-12"', 'R = "2* 3a 4-11 12"').replace(
        'Y = "2-12"', 'Y = "R2a 3-11 12*"'
    )
    text = 'rules = ["pairs", "lucky", "chain"]\nlucky = [[5], [6, 7, 8]]\nbar = "B R"\n' + rows
    variant = read_variant(text + "[pairs]\na = { fewest = 1, points = -3 }\n", "mine")
    assert variant.rules == (Pairs(), Lucky(), Chain())
    assert bonuses_on(variant.page(0)) == (PairBonus("a", fewest=1, points=-3),)
    assert [lucky_on(page) for page in variant.pages] == [(5,), (6, 7, 8)]
    assert lucky_on(variant.page(3)) == (6, 7, 8), "sheets repeat in order"
    assert variant.page(2).seat == 0
    assert bar_on(variant.page(0)) == (Colour.B, Colour.R)
    assert [str(cell) for cell in variant.page(0).badged["a"]] == ["R3", "Y2"]
    assert variant.page(0).cells["Y2"].colour is Colour.R


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('name = "Mine"', "", "name: expected a text of 1 to 40 printable characters, found no"),
        ('"Mine"', '""', "name: expected a text of 1 to 40"),
        ('"Mine"', f'"{"x" * 41}"', "name: expected a text of 1 to 40"),
        ('"Mine"', '"a\\tb"', "printable characters, found 'a\\tb'"),
        ('"Mine"', "7", "printable characters, found 7"),
        ("edition = 3", "edition = 0", "edition: expected a whole number from 1 to 9999, found 0"),
        ("edition = 3", "edition = 10000", "edition: expected a whole number from 1 to 9999"),
        ("edition = 3", "edition = true", "edition: expected a whole number"),
        ("edition = 3", "edition = 1.0", "edition: expected a whole number"),
        ("edition = 3", "", "edition: expected a whole number from 1 to 9999, found nothing"),
        ("[2, 5]", "[5, 2]", "players: expected [fewest, most] between 1 and 8, found [5, 2]"),
        ("[2, 5]", "[0, 2]", "players: expected [fewest, most]"),
        ("[2, 5]", "[true, true]", "players: expected [fewest, most]"),
        ("[2, 5]", "[2, 9]", "players: expected [fewest, most]"),
        ("[2, 5]", "[2]", "players: expected [fewest, most]"),
        ("[2, 5]", '"2-5"', "players: expected [fewest, most]"),
        ("players = [2, 5]", "", "players: expected [fewest, most] between 1 and 8, found nothing"),
        ("faces = 6", "faces = 1", "faces: expected a whole number from 2 to 9, found 1"),
        ("faces = 6", "faces = 10", "faces: expected a whole number from 2 to 9, found 10"),
        ("lock = { cells = 1, needs = 5 }", "lock = 1", "lock: expected a table, found 1"),
        ("cells = 1", "cells = 0", "lock.cells: expected a whole number from 1 to 4, found 0"),
        ("cells = 1", "cells = 5", "lock.cells: expected a whole number from 1 to 4, found 5"),
        ("needs = 5", "needs = -1", "lock.needs: expected a whole number from 0 to 16, found -1"),
        ("needs = 5", "needs = 17", "lock.needs: expected a whole number from 0 to 16, found 17"),
        ("needs = 5", "needs = 5, x = 1", "unknown entry 'lock.x'; known are cells, needs"),
        ("needs = 5", "needs = 11", "row R: expected at least 12 cells, since a lock needs 11"),
        ("locks = 2", "locks = 0", "end.locks: expected a whole number from 1 to 4, found 0"),
        ("locks = 2", "locks = 5", "end.locks: expected a whole number from 1 to 4, found 5"),
        ("misses = 4", "misses = 0", "end.misses: expected a whole number from 1 to 9, found 0"),
        ("misses = 4", "misses = 10", "end.misses: expected a whole number from 1 to 9, found 10"),
        ("= -5", "= 1", "end.miss_points: expected a whole number from -99 to 0, found 1"),
        ("= -5", "= -100", "end.miss_points: expected a whole number from -99 to 0, found -100"),
        ("= -5", "= -5, y = 1", "unknown entry 'end.y'; known are locks, misses, miss_points"),
        ('B = "12-2"', "", "rows.B: expected a text of 1 to 200"),
        ('B = "12-2"', 'B = "12-2"\nW = "2"', "unknown entry 'rows.W'; known are R, Y, G, B"),
        ('R = "2-12"', 'R = "2-13"', "row R, cell '2-13': 13 cannot be rolled with two dice of 6"),
        ('R = "2-12"', 'R = "1-12"', "row R, cell '1-12': 1 cannot be rolled"),
        ('R = "2-12"', 'R = "2-9 5 12"', "row R, cell '5': 5 stands in this row twice"),
        ('R = "2-12"', 'R = "2-11 Y12"', "row R, cell R12: a row ends on the colour of its lock; "
         "expected R12, found Y12"),
        ('R = "2-12"', 'R = "2..12"', "row R, cell '2..12': expected [colour]number[-number]"),
        ('R = "2-12"', 'R = "2-12A"', "row R, cell '2-12A': expected [colour]number[-number]"),
        ('R = "2-12"', 'R = "P2-12"', "row R, cell 'P2-12': expected [colour]number[-number]"),
        ('R = "2-12"', 'R = " "', "row R: expected at least 6 cells"),
        ('R = "2-12"', 'R = "2-6"', "row R: expected at least 6 cells, since a lock needs 5"),
        ("faces", "face", "faces: expected a whole number from 2 to 9, found nothing"),
        ('R = "2-12"', 'R = "2* 3-12"', 'expected "chain" among the rules too'),
        ('R = "2-12"', 'R = "2a 3a 4-12"', 'expected "pairs" among the rules too'),
        ("[rows]", "[pairs]\n[rows]", 'pairs and cells with letters: expected "pairs" among'),
    ],
)  # fmt: skip
def test_a_wrong_entry_is_refused_in_words(old: str, new: str, said: str) -> None:
    assert old in GOOD
    assert said in refused(GOOD.replace(old, new, 1))


@pytest.mark.parametrize(
    ("added", "said"),
    [
        ("colour = 1", "unknown entry 'colour'; known are name, "),
        ("rule = []", "unknown entry 'rule'; did you mean 'rules'?"),
        ('rules = ["luck"]', "rules: expected a list of lucky, chain, "
         "pairs, staircase, linked, found 'luck'; did you mean 'lucky'? a mechanic of your own "
         "must be installed"),
        ('rules = ["lucky", "chain", "pairs", "staircase", "linked", "qqq"]', "linked, found "
         "'qqq'; a mechanic of your own must be installed"),
        ("rules = [7]", "staircase, linked, found 7; a mechanic"),
        ("rules = 1", "rules: expected a list of lucky, chain, pairs"),
        ('rules = ["lucky", "lucky"]', "rules: expected each rule once"),
        ("lucky = [[5]]", 'lucky: expected "lucky" among the rules'),
        ('rules = ["lucky"]', "lucky: expected 1 to 8 lists of numbers"),
        ('rules = ["lucky"]\nlucky = []', "lucky: expected 1 to 8 list"),
        ('rules = ["lucky"]\nlucky = [5, 6]', "lucky: expected a list of lists of different "
         "whole numbers from 2 to 12, such as [[2, 12]], found [5, 6]"),
        ('rules = ["lucky"]\nlucky = [[5], 6]', "such as [[2, 12]], found [[5], 6]"),
        ('rules = ["lucky"]\nlucky = [[true]]', "lucky: expected a list of different whole"),
        ('rules = ["lucky"]\nlucky = [[]]', "lucky: expected a list of"),
        ('rules = ["lucky"]\nlucky = [[5, 5]]', "lucky: expected a list"),
        ('rules = ["lucky"]\nlucky = [[1]]', "whole numbers from 2 to 12"),
        ('rules = ["lucky"]\nlucky = [[13]]', "numbers from 2 to 12"),
        ('bar = "R"', 'expected "chain" among the rules too'),
        ('rules = ["chain"]', "bar: expected letters R, Y, G, B parted "
         "by spaces, found nothing"),
        ('rules = ["chain"]\nbar = "R W"', "bar: expected letters R, Y"),
        (f'rules = ["chain"]\nbar = "{"R " * 61}"', "bar: expected at most 60 fields, found 61"),
        ('rules = ["chain"]\nbar = "R Y"', "bar: expected as many fields "
         "as there are cells with * (0), found 2"),
        ('rules = ["pairs"]', "pairs: expected a table, found nothing"),
        ('steps = "R5"', 'steps: expected "staircase" among the rules'),
        ('rules = ["staircase"]', "steps: expected a text of 1 to 400 printable "
         "characters, found nothing"),
        ('rules = ["staircase"]\nsteps = "R5 R13"', "steps: expected different cells of "
         "this sheet, such as R5 Y6, parted by spaces, found 'R13'"),
        ('rules = ["staircase"]\nsteps = "R5 Y6 R5"', "steps: expected different cells of "
         "this sheet, such as R5 Y6, parted by spaces, found 'R5'"),
        ('links = "R6-Y6"', 'links: expected "linked" among the rules'),
        ('rules = ["linked"]', "links: expected a text of 1 to 400 printable "
         "characters, found nothing"),
        ('rules = ["linked"]\nlinks = "R6"', "links: expected two cells of different "
         "rows, such as R6-Y6, parted by spaces, found 'R6'"),
        ('rules = ["linked"]\nlinks = "R6-Y6-G6"', "two cells of different rows"),
        ('rules = ["linked"]\nlinks = "R6-Y13"', "two cells of different rows"),
        ('rules = ["linked"]\nlinks = "R6-R7"', "two cells of different rows"),
        ('rules = ["linked"]\nlinks = "R6-Y6 Y6-G6"', "links: expected each cell in "
         "one link, found 'Y6-G6'"),
        ('rules = ["linked"]\nlinks = "R6-Y12"', "links: expected no cell that locks "
         "its row, found 'R6-Y12'"),
        (f'rules = ["linked"]\nlinks = "{"R6-Y6 " * 27}"', "links: expected at most 26 "
         "links, found 27"),
    ],
)  # fmt: skip
def test_a_wrong_addition_is_refused_in_words(added: str, said: str) -> None:
    assert said in refused(f"{added}\n{GOOD}")


PAIRED = 'rules = ["pairs"]\n' + GOOD.replace('R = "2-12"', 'R = "2a 3a 4-12"') + "[pairs]\n"


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        ("", "pairs.a: expected a table, found nothing"),
        ("a = 3", "pairs.a: expected a table, found 3"),
        ("a = {}", "pairs.a: expected one of fewest, each_row, double_fewest, points, no_misses"),
        ("a = { fewest = 0 }", "pairs.a.fewest: expected a whole number from 1 to 9, found 0"),
        ("a = { fewest = 10 }", "pairs.a.fewest: expected a whole number from 1 to 9, found 10"),
        ("a = { each_row = 0 }", "pairs.a.each_row: expected a whole number from 1 to 9, found 0"),
        ("a = { each_row = 10 }", "pairs.a.each_row: expected a whole number from 1 to 9"),
        ("a = { points = 100 }", "pairs.a.points: expected a whole number from -99 to 99"),
        ("a = { points = -100 }", "pairs.a.points: expected a whole number from -99 to 99"),
        ("a = { no_misses = 1 }", "pairs.a.no_misses: expected true or false, found 1"),
        ("a = { no_misses = false }", "pairs.a: expected one of fewest"),
        ("a = { double_fewest = 'x' }", "pairs.a.double_fewest: expected true or false, found 'x'"),
        ("a = { point = 3 }", "unknown entry 'pairs.a.point'; did you mean 'points'?"),
        ("a = { points = 3 }\nb = { points = 3 }", "pairs.b: expected two cells with this badge, "
         "found 0"),
    ],
)  # fmt: skip
def test_wrong_pairs_are_refused_in_words(pairs: str, said: str) -> None:
    assert said in refused(PAIRED + pairs)


def test_a_badge_stands_on_two_cells() -> None:
    one = PAIRED.replace("2a 3a", "2a 3") + "a = { points = 3 }"
    assert "pairs.a: expected two cells with this badge, found 1" in refused(one)


def test_a_pad_with_pairs_has_at_least_one() -> None:
    none = PAIRED.replace("2a 3a", "2 3")
    assert "pairs: expected at least one badge" in refused(none)


@pytest.mark.parametrize(
    "limit",
    [
        "needs = 10",  # one cell more than the lock itself leaves all others to be crossed
        "needs = 0",
    ],
)
def test_the_limits_themselves_are_allowed(limit: str) -> None:
    assert read_variant(GOOD.replace("needs = 5", limit), "mine")


@pytest.mark.parametrize(
    "new", ["faces = 9", "edition = 9999", "edition = 1", "players = [1, 8]", "players = [3, 3]"]
)
def test_the_largest_and_smallest_are_allowed(new: str) -> None:
    entry = new.split(" = ")[0]
    lines = [new if line.startswith(entry) else line for line in GOOD.splitlines()]
    assert read_variant("\n".join(lines), "mine")


def test_malformed_toml_names_line_and_column() -> None:
    assert refused('name = "x"\nedition = = 3\n') == (
        "mine.toml:2:11: not a TOML file: Invalid value"
    )


def test_toml_cut_short_says_so() -> None:
    assert "not a TOML file" in refused(GOOD[: GOOD.index("}")])


def test_a_number_of_many_digits_is_refused() -> None:
    line = "mine.toml:2:1001: a line has at most 1000 characters"
    assert refused("\nedition = " + "9" * 5000) == line
    assert refused("\nedition = 0x" + "f" * 5000) == line
    assert refused("\n" + "a." * 5000 + "a = 1") == line


def test_deep_nesting_is_refused() -> None:
    assert refused("a = " + "[\n" * 5000) == (
        "mine.toml: expected a flat TOML file; this one nests too deeply"
    )


def test_another_encoding_is_refused() -> None:
    said = refused(GOOD.replace("Mine", "Grüße").encode("latin-1"))
    assert said == "mine.toml: expected UTF-8 text; byte 11 is not"


def test_a_huge_file_is_refused_by_its_size() -> None:
    padded = (GOOD + "#\n" * MAX_BYTES)[:MAX_BYTES]
    assert read_variant(padded, "mine")
    assert refused(padded + "#") == f"mine.toml: a variant file has at most {MAX_BYTES} bytes"


@pytest.mark.parametrize("key", ["", "Mine", "my-pad", "1st", "a" * 41, "ä"])
def test_a_key_is_made_of_small_letters(key: str) -> None:
    assert "a variant is named by its file: small letters" in refused(GOOD, key)


def test_the_longest_key_is_allowed() -> None:
    assert read_variant(GOOD, "a" * 40).key == "a" * 40


# Finding


def test_a_shipped_variant_is_found_by_its_key_and_read_once() -> None:
    for key in shipped_variants():
        assert find_variant(key).key == key
        assert find_variant(key) is find_variant(key)
    assert default_variant() in shipped_variants()


def test_an_unknown_variant_gets_the_nearest_suggested() -> None:
    with pytest.raises(UnknownVariant, match=r"no variant is called 'Long'; did you mean 'longo'"):
        find_variant("Long")
    with pytest.raises(UnknownVariant) as caught:
        find_variant("zzz")
    assert "did you mean" not in str(caught.value)
    assert all(key in str(caught.value) for key in shipped_variants())


def test_a_file_is_found_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "my_pad.toml"
    path.write_text(GOOD)
    assert load_variant(str(path)) == load_variant(path)
    assert load_variant(path).key == "my_pad"
    path.write_text(GOOD + "x = 1\n")
    with pytest.raises(NotNotation, match=r"my_pad\.toml: unknown entry 'rows\.x'"):
        load_variant(path)


def test_a_key_is_never_taken_for_a_path(tmp_path: Path) -> None:
    """Keys stand in strangers' records; they must not make us open files."""
    path = tmp_path / "my_pad.toml"
    path.write_text(GOOD)
    with pytest.raises(UnknownVariant, match="no variant is called"):
        find_variant(str(path))


def test_a_missing_file_is_an_unknown_variant(tmp_path: Path) -> None:
    with pytest.raises(UnknownVariant, match="No such file or directory"):
        load_variant(tmp_path / "nowhere.toml")
    with pytest.raises(UnknownVariant, match="directory"):
        load_variant(tmp_path)
    with pytest.raises(UnknownVariant, match="null byte"):
        load_variant("a\0b.toml")


# What a person calls a variant


@pytest.mark.parametrize("key", shipped_variants())
def test_a_variant_is_meant_by_its_key_or_its_name_however_it_is_typed(key: str) -> None:
    variant = find_variant(key)
    for named in (
        key,
        key.upper(),
        key.replace("_", "-"),
        variant.name,
        f" {variant.name.upper()} ",
    ):
        assert named_variant(named) == variant


def test_a_file_is_meant_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(variant_text(shipped_variants()[0]), encoding="utf-8")
    assert named_variant(str(path)) == load_variant(path)


def test_a_name_that_is_nothing_is_refused_with_the_way_to_name_a_file() -> None:
    with pytest.raises(UnknownVariant, match=r"\(a file of your own is named by its path"):
        named_variant("nothing")
