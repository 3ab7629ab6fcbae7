"""Broken text ends in a value or in one of our errors, never in anything else.

The suite does a bounded run; `make fuzz` does a hundred thousand.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from importlib import resources

import pytest

from rowlock import (
    Roll,
    RowlockError,
    Sheet,
    find_player,
    find_variant,
    parse_move,
    play,
    read_record,
    read_variant,
    shipped_variants,
)
from rowlock.testing import check_record

TOTAL = int(os.environ.get("ROWLOCK_FUZZ", "20000"))
CHUNKS = 10
CHARACTERS = '0123456789RYGBrygb-~*/#>x?.;:"[]{}|=, \n\t\\\0\ufeff½٣é😀' + "abcdefWFS"

RECORDS = [
    play(
        find_variant(key),
        [find_player("keen"), find_player("random", seat), find_player("keen:3")][:seats],
        seed=seat,
    ).write()
    for key in shipped_variants()
    for seat, seats in enumerate((1, 2, 3))
]
FILES = [
    (resources.files("rowlock.variants") / f"{key}.toml").read_text() for key in shipped_variants()
]
MOVES = ["R5", "*G16", "~Y", "-", "B12"]
ROLLS = ["14r3y6g3b3", "66", "12b3", "88r8y8g8b8"]
SHEETS = ["R 5 7 | Y 3 4 | G 12 9 | B 10 | x1", "R | Y | G 11 | B | bar 1 4 8 | x3", ""]


def broken(text: str, others: list[str], source: random.Random) -> str:
    """The text with one to four mishaps: typos, cuts, doubled or swapped parts, splices."""
    for _ in range(source.randint(1, 4)):
        i, j = sorted(source.randrange(len(text) + 1) for _ in range(2))
        match source.randrange(8):
            case 0:
                text = text[:i] + source.choice(CHARACTERS) + text[i:]
            case 1:
                text = text[:i] + text[i + 1 :]
            case 2:
                text = text[:i] + source.choice(CHARACTERS) + text[i + 1 :]
            case 3:
                text = text[: max(i, 1)]
            case 4:
                lines = text.splitlines(keepends=True) or [""]
                k = source.randrange(len(lines))
                lines[k:k] = [source.choice(lines)]
                text = "".join(lines)
            case 5:
                words = text.split(" ")
                k, m = source.randrange(len(words)), source.randrange(len(words))
                words[k], words[m] = words[m], words[k]
                text = " ".join(words)
            case 6:
                text = text[:i] + source.choice(others)[i:]
            case _:
                text = text[:i] + text[i : min(j, i + 40)] * 2 + text[j:]
    return text


def survive(read: Callable[[str], object], text: str) -> bool:
    """Whether the text was read; a foreign error comes through and fails the test."""
    try:
        read(text)
    except RowlockError as error:
        said = error.message
    else:
        return True
    assert len(said) > 10, "an error must say what was expected"
    return False


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_broken_records(chunk: int) -> None:
    source = random.Random(f"records {chunk}")
    refused = 0
    for _ in range(TOTAL // CHUNKS // 4):
        text = broken(source.choice(RECORDS), RECORDS, source)
        if survive(read_record, text):
            check_record(read_record(text))
        else:
            refused += 1
    assert refused > 0


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_broken_variant_files(chunk: int) -> None:
    source = random.Random(f"files {chunk}")
    refused = 0
    for _ in range(TOTAL // CHUNKS // 4):
        text = broken(source.choice(FILES), FILES, source)
        refused += not survive(lambda text: read_variant(text, "broken"), text)
    assert refused > 0


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_broken_moves_rolls_and_sheets(chunk: int) -> None:
    source = random.Random(f"notation {chunk}")
    pages = [find_variant(key).page(0) for key in shipped_variants()]
    for _ in range(TOTAL // CHUNKS // 4):
        for read, good in ((parse_move, MOVES), (Roll.parse, ROLLS)):
            text = broken(source.choice(good), good, source)
            if survive(read, text):
                assert str(read(text)) == text, "what is read must be written the same"
        page = source.choice(pages)
        text = broken(source.choice(SHEETS), SHEETS, source)
        if survive(lambda text, page=page: Sheet.parse(text, page), text):  # type: ignore[misc]
            sheet = Sheet.parse(text, page)
            assert Sheet.parse(str(sheet), page) == sheet


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_broken_bytes(chunk: int) -> None:
    """Files come as bytes, in whatever encoding somebody's editor liked."""
    source = random.Random(f"bytes {chunk}")
    for _ in range(TOTAL // CHUNKS // 4):
        data = bytearray(source.choice(RECORDS + FILES).encode())
        for _ in range(source.randint(1, 5)):
            data[source.randrange(len(data))] = source.randrange(256)
        for read in (read_record, lambda data: read_variant(data, "broken")):
            try:
                read(bytes(data))
            except RowlockError:
                continue


@pytest.mark.parametrize(
    "text",
    ["a = " + "[" * 5000, "a = " + "9" * 5000, "[a." + "b." * 5000 + "c]", 'a = "' + "x" * 60000],
    ids=["nested lists", "a huge number", "nested tables", "a long text"],
)
def test_hostile_variant_files_are_refused(text: str) -> None:
    assert not survive(lambda text: read_variant(text, "hostile"), text)


@pytest.mark.parametrize(
    "text",
    ["[" * 10_000, '[Variant "' + "x" * 10_000, "1. " * 20_000, "; " * 20_000, ">" * 20_000],
    ids=["brackets", "an endless tag", "numbers", "comments", "chains"],
)
def test_hostile_records_are_refused_at_once(text: str) -> None:
    assert not survive(read_record, text)
