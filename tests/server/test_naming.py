"""Names are seen, and nobody's is taken for another's."""
# ruff: noqa: RUF001 (letters that look like others are what this is about)

from __future__ import annotations

import unicodedata

import pytest

from rowlock import read_record
from rowlock.server.entries import Sat
from rowlock.server.naming import LONGEST_NAME, shown_name, skeleton, unique_name
from tests.server.tables import Driver, table_setup

FAMILY = "👩‍👩‍👧‍👦"


@pytest.mark.parametrize(
    "name",
    [
        "\u3164",
        "\u3164\u3164 \u3164",
        "\u2800",
        "\u2800 \u2800",
        "\u115f",
        "\u1160",
        "\uffa0",
        "\u17b4",
        "\u17b5",
        "\ufe0f",
        "\u180e",
        "\u034f",
        "\u00ad",
        "\u061c",
        "\u200d",
        "\u200c\u200c",
        "\u2060",
        "\u2064",
        "\u206a",
        "\ufffc",
        "\U000e0001",
        "\U000e0061\U000e007f",
        "\U000e0100",
        "\U0001d173",
        "\U0001d159",
        "\u0301",  # a mark on nothing
        "\u0301\u0302\u0303",
        "\u20dd",
        "Em\u3164ma",
        "Emma\u2800",
        "Emma\ufe0f",
        "Emma \ufe0f",
        "E\ufe01mma",
        "Emma\u00ad",
        "Em\u034fma",
        "Em\u200dma",
        "Em\u200cma",
        "Emma\u200d",
        "👑\u200d",
        "\u200d👑",
        "👑\u200dEmma",
        "Emma\u200d👑",
        "سلام\u200c",
        "7\ufe0f",
        "Emma \u0301",
        "e" + "\u0300\u0316" * 4,
        "Z\u0334\u0335\u0336\u0337\u0338algo",
        "\u0e01" + "\u0e49" * 5,
        "\u202dEmma",
        "Emma\u2069",
        "\u200eEmma",
        "\ud800",
    ],
    ids=ascii,
)
def test_what_nobody_sees_is_no_name(name: str) -> None:
    assert shown_name(name) is None


@pytest.mark.parametrize(
    "name",
    [
        FAMILY,
        "🏳️‍🌈",
        "👩🏽‍🚀",
        "❤️‍🔥",
        "❤️",
        "✈︎",
        "↔️",
        "1️⃣",
        "#️⃣ one",
        "🇮🇹👍🏽",
        "محمد",
        "مُحَمَّد",
        "علی\u200cرضا",  # Persian, with the joiner that is no space
        "हिन्दी",
        "र्\u200dय",  # Marathi: the eyelash ra
        "ශ්\u200dරී",  # Sinhala
        "ก้ำ",
        "ที่รัก",
        "Nguyễn Thị Ánh",
        "יַעֲקֹב",
        "བོད",
        "កម្ពុជា",
        "가을",
        "Ægir Þór",
        "O’Neill-Łuk",
        "x\u0302\u0303\u0304\u0305",
        "-",
        "葛飾",
    ],
    ids=ascii,
)
def test_names_of_people_and_pictures_stay_as_they_are(name: str) -> None:
    assert shown_name(name) == unicodedata.normalize("NFC", name)


def test_the_text_is_looked_at_only_if_it_is_not_much_too_long() -> None:
    assert shown_name("x" * LONGEST_NAME) is not None
    assert shown_name(" " * 10 * LONGEST_NAME + "x") is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Emma", "EMMA"),
        ("Emma", "Ｅｍｍａ"),
        ("Emma", "𝐄𝐦𝐦𝐚"),
        ("Emma", "\u0415mma"),  # a Cyrillic letter
        ("Emma", "Emm\u0430"),
        ("Weiß", "weiss"),
        ("ﬁn", "fin"),
        ("❤️", "❤"),
        ("✈︎", "✈️"),
        ("علی\u200cرضا", "علیرضا"),
        ("Keen", "\u039aeen"),
        ("Emil", "EmiI"),
        ("Emil", "Emi1"),
        ("Emil", "Em\u0131l"),
        ("Emil", "Emi\u04cf"),
        ("Emil", "Emil."),
        ("Emil", "\u00b7Emil"),
    ],
    ids=ascii,
)
def test_two_names_that_look_the_same_are_told_apart(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)
    assert unique_name(other, [one]) == f"{other} 2"
    assert unique_name(other, ["", "Somebody else"]) == other


def test_other_names_do_not_look_the_same() -> None:
    names = [
        "Emma",
        "Emmi",
        "Em ma",
        "Emma 2",
        "Emma 12",
        "Lia",
        "Ila",
        ".",
        "-",
        "Zoe",
        "Zoë",
        "骰子",
        FAMILY,
        "👩‍👧",
    ]
    assert len({skeleton(name) for name in names}) == len(names)


def test_a_name_is_not_cut_behind_a_joiner() -> None:
    name = "x" * 12 + FAMILY
    assert shown_name(name) == name
    assert unique_name(name, [name]) == "x" * 12 + "👩‍👩‍👧" + " 2"


def test_the_sentence_is_the_same_for_everybody_who_sits_down() -> None:
    driver = Driver(table_setup("Emma", "", ""))
    code, sentence = driver.refused("Ben", "sit", name="\u3164")
    assert (code, sentence) == ("bad_name", "expected a name of 1 to 20 letters that can be seen")
    entry = driver.say("Ben", "sit", name="ＥＭＭＡ")
    assert isinstance(entry, Sat)
    assert entry.name == "ＥＭＭＡ 2"


def test_every_name_goes_safely_into_a_record() -> None:
    for name in (FAMILY, "❤️", "علی\u200cرضا", "ශ්\u200dරී", '"]\\[', "#️⃣"):
        driver = Driver(table_setup("Emma", ""))
        driver.say("Ben", "sit", name=name)
        driver.say("Emma", "start")
        driver.say("Emma", "stop")
        assert read_record(driver.table.record.write()).names == ("Emma", name)
