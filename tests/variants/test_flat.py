"""Files of strangers: looked over before they are parsed, and bounded where they would cost."""

from __future__ import annotations

import time

import pytest

from rowlock import read_variant
from rowlock.variant import MAX_BYTES
from tests.variants.test_loading import GOOD, refused

DEEP = f"[{'.'.join('a' * 490)}]\n" + "".join(f"{'b.' * 490}k{i} = 1\n" for i in range(63))
"""A parser takes seconds for a header of 490 parts and 63 keys of as many."""


@pytest.fixture
def unparsed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing may reach the parser."""
    monkeypatch.setattr("tomllib.loads", lambda _: pytest.fail("it was parsed"))


@pytest.mark.usefixtures("unparsed")
def test_keys_in_keys_in_keys_are_refused_before_they_are_parsed() -> None:
    assert len(DEEP) < MAX_BYTES
    said = "expected a flat TOML file: a line has at most 4 dots outside texts"
    assert refused(DEEP) == f"mine.toml:1:1: {said}"


@pytest.mark.usefixtures("unparsed")
@pytest.mark.parametrize(
    "before",
    [
        '"""\\""" \'\'\' # """',
        "'''\\''' # '",
        '"\\\\" # "',
        '"""a"""""',
        "'''a'''''",
        "'\"' # '",
        "1 # \"\"\" '''",
        '"" # "',
        '"""\n# """',
    ],
)
def test_nothing_hides_behind_a_quote(before: str) -> None:
    assert "at most 4 dots outside texts" in refused(f"a = {before}\n{DEEP}")


@pytest.mark.usefixtures("unparsed")
@pytest.mark.parametrize(
    ("many", "name"),
    [
        ("".join(f"k{i} = 1\n" for i in range(501)), "entries, found 501"),
        ("a = [\n" + "1,\n" * 501 + "]", "commas, found 501"),
        ("[a]\n" * 501, "square brackets, found 501"),
        ("a = [" + "{},\n" * 501 + "]", "commas, found 501"),
    ],
    ids=["entries", "list", "headers", "tables"],
)
def test_very_many_entries_are_refused_before_they_are_parsed(many: str, name: str) -> None:
    assert refused(many) == f"mine.toml: expected at most 500 {name}"


@pytest.mark.usefixtures("unparsed")
def test_brackets_in_brackets_are_refused_before_they_are_parsed() -> None:
    assert "nests too deeply" in refused("a = [[[{b = [[[]]]}]]]")


def test_dots_and_brackets_in_texts_and_comments_are_nobodys_business() -> None:
    odd = '"""' + "[" * 40 + '\\"""' + "=," * 450 + '"""'
    assert "unknown entry" in refused(f"a = {odd}\n" + GOOD)
    many = ("# " + "a.[{=," * 100 + "\n") * 10
    named = GOOD.replace("Mine", "[[[[[[[ ... ... =,").replace("[rows]", many + "[rows]")
    assert read_variant(named, "mine").name == "[[[[[[[ ... ... =,"
    literal = named.replace('"[[[[[[[ ... ... =,"', "'[[[[[[[ ... ... =,'")
    assert read_variant(literal, "mine").name == "[[[[[[[ ... ... =,"


@pytest.mark.parametrize(
    "text",
    [
        'a = """' + '\\"""' * 16_000,
        "a = '''" + "''\n" * 21_000,
        ('"' + "\\" * 901 + "\n") * 70,
        "a = 1 #" + "\n'" * 32_000,
        'a = """' + '""\n' * 21_000,
        "#\n" * 32_000,
    ],
    ids=range(6),
)
def test_looking_a_file_over_takes_no_longer_than_it_is(text: str) -> None:
    """The worst that is not refused at once takes about 20 ms; going back would take minutes."""

    def seconds() -> float:
        begun = time.process_time()
        refused(text[:MAX_BYTES])
        return time.process_time() - begun

    assert min(seconds() for _ in range(3)) < 0.2


def test_pairs_that_bring_more_than_a_sheet_holds_are_refused() -> None:
    letters = "abcdefg"
    row = " ".join(f"{n}{badge}" for n, badge in zip(range(2, 9), letters)) + " 9-12"
    good = GOOD.replace('R = "2-12"', f'R = "{row}"').replace('Y = "2-12"', f'Y = "{row}"')
    good = good.replace("faces = 6", 'faces = 6\nrules = ["pairs"]') + "[pairs]\n"
    six = "".join(f"{badge} = {{ fewest = 1 }}\n" for badge in letters[:6])
    most = good + six + "g = { points = 2 }\n"
    assert read_variant(most, "mine")
    assert refused(good + six + "g = { fewest = 1 }\n") == (
        "mine.toml: pairs: expected fewest at most 6 times, found 7"
    )
    wide = most.replace("points = 2", "each_row = 9")
    assert read_variant(wide.replace("fewest = 1", "fewest = 6"), "mine")
    assert refused(wide.replace("fewest = 1", "fewest = 7")) == (
        "mine.toml: pairs: expected at most 72 crosses from all of them, found 78"
    )
