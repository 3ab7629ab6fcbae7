"""Columns stand under each other whatever is written in them."""

from __future__ import annotations

from rowlock.tui.columns import COLUMNS, aligned, cut, padded, width_of, wrapped


def test_wide_letters_count_twice_and_accents_not_at_all() -> None:
    assert width_of("Ann") == 3
    assert width_of("日本") == 4
    assert width_of("e\N{COMBINING ACUTE ACCENT}") == 1
    assert width_of("\N{WOMAN}\N{ZERO WIDTH JOINER}") == 2


def test_what_is_too_long_is_cut_with_two_points() -> None:
    assert cut("Maximilian", 10) == "Maximilian"
    assert cut("Maximilian", 9) == "Maximil.."
    assert cut("Max und Emma", 10) == "Max und.."
    assert width_of(cut("日本語の名前", 8)) <= 8
    assert cut("/data/ann/games/7.rowlock", 14, from_left=True) == "..es/7.rowlock"


def test_words_stand_left_and_numbers_right() -> None:
    rows = [["", "points"], ["日本", "7"], ["Maximilian", "107"]]
    lines = aligned(rows)
    assert lines == ["            points", "日本             7", "Maximilian     107"]
    assert len({width_of(line) for line in lines}) == 1
    assert padded("7", 3, right=True) == "  7"


def test_sentences_are_wrapped_at_blanks_and_keep_percentages_whole() -> None:
    text = " ".join(["word"] * 14) + " gives 12.5 % away"
    lines = wrapped(text, "  ")
    assert all(line.startswith("  ") and width_of(line) <= COLUMNS for line in lines)
    assert " ".join(line.strip() for line in lines) == text
    for length in range(60, 80):
        lines = wrapped("x" * length + " 12.5 % away")
        assert "%" not in [line.split()[0] for line in lines]
    assert wrapped("") == [""]
