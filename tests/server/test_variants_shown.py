"""Variants as a client is told of them: what badges bring, and what kind of game it is."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from rowlock import Variant, find_variant, read_variant, shipped_variants
from rowlock.languages import LANGUAGES
from rowlock.server.view import variant_shown
from rowlock.variant import variant_text
from rowlock.variants.pages import summary
from tests.server.running import Server


def legends(variant: Variant) -> dict[str, str | None]:
    """What the badges of the first page bring, in English."""
    shown = variant_shown(variant)["pages"][0]["badges"]
    return {badge["sign"]: badge["legend"] and badge["legend"]["en"] for badge in shown}


def test_a_badge_tells_what_its_pair_brings() -> None:
    assert legends(find_variant("bonus_pairs")) == {
        "d": "the row with the fewest counts twice",
        "e": "1 cross in each row",
        "f": "2 crosses in the row with the fewest",
        "n": "misses cost nothing",
        "t": "13 points",
    }


def test_only_pairs_bring_something() -> None:
    without = [key for key in shipped_variants() if key != "bonus_pairs"]
    assert {legend for key in without for legend in legends(find_variant(key)).values()} <= {None}


def test_a_badge_with_several_effects_tells_each() -> None:
    file = variant_text("bonus_pairs").replace(
        "t = { points = 13 }",
        "t = { fewest = 1, each_row = 3, double_fewest = true, points = -1, no_misses = true }",
    )
    assert legends(read_variant(file, "mine", "mine.toml"))["t"] == (
        "1 cross in the row with the fewest, 3 crosses in each row, "
        "the row with the fewest counts twice, -1 point, misses cost nothing"
    )


def test_a_mechanic_names_its_picture_and_so_do_its_notes() -> None:
    longo = variant_shown(find_variant("longo"))
    assert [one["icon"] for one in longo["mechanics"]] == ["clover"]
    assert {note["icon"] for page in longo["pages"] for note in page["notes"]} == {"clover"}
    chain = variant_shown(find_variant("bonus_chain"))
    assert [one["icon"] for one in chain["mechanics"]] == ["star"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_variants_are_listed_with_a_summary(server: Server, language: str) -> None:
    listed = server.get(f"/api/variants?language={language}")
    assert listed == [
        {
            **json.loads(json.dumps(variant_shown(find_variant(key)))),
            "summary": summary(key, language),
            "choices": [
                {
                    "name": choice.name,
                    "title": asdict(choice.title),
                    "says": asdict(choice.hint),
                    "printed": list(choice.values(find_variant(key).pages)),
                    "options": [
                        {"value": option.value, "says": asdict(option.says)}
                        for option in choice.options(find_variant(key).pages, 8)
                    ],
                }
                for choice in find_variant(key).choices
            ],
        }
        for key in shipped_variants()
    ]
    assert [variant["key"] for variant in listed if variant["choices"]] == ["longo"]
    (longo,) = [variant for variant in listed if variant["choices"]]
    assert longo["choices"][0]["printed"] == ["5/10", "6/11", "7/12", "8/13", "4/9"]
    assert {"5/8", "5/10"} <= {option["value"] for option in longo["choices"][0]["options"]}


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
