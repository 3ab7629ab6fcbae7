"""Variants as a client is told of them: what badges bring, and what kind of game it is."""

from __future__ import annotations

import json

import pytest

from rowlock import find_variant, read_variant, shipped_variants
from rowlock.pages import LANGUAGES, summary
from rowlock.server.view import variant_shown
from rowlock.variant import variant_text
from tests.server.running import Server


def test_a_badge_tells_what_its_pair_brings() -> None:
    assert variant_shown(find_variant("bonus_pairs"))["badges"] == [
        {"badge": "d", "effect": "double_fewest", "amount": None},
        {"badge": "e", "effect": "each_row", "amount": 1},
        {"badge": "f", "effect": "fewest", "amount": 2},
        {"badge": "n", "effect": "no_misses", "amount": None},
        {"badge": "t", "effect": "points", "amount": 13},
    ]


def test_only_pairs_bring_something() -> None:
    without = [key for key in shipped_variants() if key != "bonus_pairs"]
    assert [variant_shown(find_variant(key))["badges"] for key in without] == [[]] * len(without)


def test_a_badge_with_several_effects_tells_each() -> None:
    file = variant_text("bonus_pairs").replace(
        "t = { points = 13 }",
        "t = { fewest = 1, each_row = 3, double_fewest = true, points = -1, no_misses = true }",
    )
    shown = variant_shown(read_variant(file, "mine", "mine.toml"))["badges"]
    assert [(one["effect"], one["amount"]) for one in shown if one["badge"] == "t"] == [
        ("fewest", 1),
        ("each_row", 3),
        ("double_fewest", None),
        ("points", -1),
        ("no_misses", None),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_variants_are_listed_with_a_summary(server: Server, language: str) -> None:
    listed = server.get(f"/api/variants?language={language}")
    assert listed == [
        {
            **json.loads(json.dumps(variant_shown(find_variant(key)))),
            "summary": summary(key, language),
        }
        for key in shipped_variants()
    ]


def test_the_list_is_english_if_nothing_is_asked(server: Server) -> None:
    assert server.get("/api/variants") == server.get("/api/variants?language=en")
    status, told = server.request("GET", "/api/variants?language=fr")
    assert (status, told["code"]) == (422, "bad_message")


def test_an_unknown_variant_is_refused_in_words_that_fit_here(server: Server) -> None:
    status, told = server.request("GET", "/api/variants/longos")
    assert (status, told["code"]) == (404, "unknown_variant")
    known = ", ".join(shipped_variants())
    expected = f"no variant is called 'longos'; did you mean 'longo'? known are {known}"
    assert told["sentence"] == expected
    seats = [{"kind": "open"}]
    status, told = server.request("POST", "/api/tables", {"variant": "longos", "seats": seats})
    assert (status, told["sentence"]) == (404, expected)


def test_the_server_tells_which_build_of_the_page_it_serves(server: Server) -> None:
    assert "page" in server.get("/api/about")
