"""From a request to open a table, or to play again, to an opening."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError

from rowlock import find_variant, shipped_variants
from rowlock.errors import Contradiction
from rowlock.server.opened import OpenTable, hash_of, new_key, opening_for, rematch_for
from rowlock.server.opening import Opening, Options, Place, read_opening, write_opening
from rowlock.server.protocol import Code, Refused
from rowlock.server.store import Stage
from rowlock.server.view import variant_shown, view_text
from rowlock.variant import variant_text
from tests.server.tables import Driver, check_message, holder, opening, started

EMMA = {"kind": "person", "name": "Emma"}
HOST = hash_of("a key")


def opened(**asked: Any) -> Opening:
    return opening_for(OpenTable.model_validate({"seats": [EMMA], **asked}), HOST)


def refusal(**asked: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        opened(**asked)
    return caught.value


def test_a_table_is_opened_with_people_bots_and_open_seats() -> None:
    seats = [EMMA, {"kind": "bot", "bot": "keen:2"}, {"kind": "open"}, EMMA]
    found = opened(seats=seats)
    assert found.places == (
        Place(name="Emma", holder=HOST),
        Place(name="keen:2", bot="keen:2"),
        Place(),
        Place(name="Emma 2", holder=HOST),
    )
    assert found.host == HOST
    assert found.variant.key == "classic"
    assert found.options == Options()


def test_all_that_the_host_chose_is_kept() -> None:
    found = opened(
        seats=[EMMA, EMMA],
        variant="longo",
        time="blitz",
        hidden_scores=True,
        open_white=True,
        real_dice=True,
        public=True,
        first=2,
    )
    assert found.options == Options("blitz", True, True, True, True, 1)
    assert found.variant is find_variant("longo")
    assert read_opening(write_opening(found)) == found


@pytest.mark.parametrize("seats", range(1, 9))
@pytest.mark.parametrize("variant", shipped_variants())
def test_any_variant_is_played_by_one_to_eight(variant: str, seats: int) -> None:
    found = opened(variant=variant, seats=[EMMA] * seats)
    driver = Driver(replace(found, host=holder("Emma")))
    driver.say("Emma", "start")
    assert driver.table.game is not None
    assert driver.table.game.seats == seats


@pytest.mark.parametrize(
    "asked",
    [
        {"seats": []},
        {"seats": [EMMA] * 9},
        {"seats": [{"kind": "cat"}]},
        {"seats": [{"kind": "open", "name": "x"}]},
        {"seats": [{"kind": "person"}]},
        {"seats": [{"kind": "person", "name": "x" * 201}]},
        {"time": "hasty"},
        {"first": 0},
        {"first": 9},
        {"variant": "x" * 61},
        {"variant_file": "x" * (64 * 1024 + 1)},
        {"variant_file": "\ud800"},
        {"seed": "00" * 32},
        {"host": "me"},
    ],
)
def test_what_is_no_request_is_no_request(asked: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        opened(**asked)


def test_ids_keys_and_seeds_are_long_random_and_new() -> None:
    some = [opened() for _ in range(50)]
    assert len({each.table for each in some}) == len({each.seed for each in some}) == 50
    assert all(re.fullmatch("[a-hjkmnp-z2-9]{16}", each.table) for each in some)
    assert all(len(each.server_seed) == 32 for each in some)
    keys = {new_key() for _ in range(50)}
    assert len(keys) == 50
    assert all(len(key) >= 43 for key in keys)


def test_of_a_key_only_its_hash_is_kept() -> None:
    assert hash_of("a key") == hashlib.sha256(b"a key").hexdigest()
    assert "a key" not in write_opening(opened())


def test_the_promise_is_the_hash_of_the_seed() -> None:
    found = opened()
    assert found.commitment == hashlib.sha256(bytes.fromhex(found.seed)).hexdigest()


def test_the_first_to_roll_is_one_of_the_seats() -> None:
    found = refusal(seats=[EMMA, EMMA], first=3)
    assert found.code is Code.NO_SUCH_SEAT
    assert found.sentence == "first: the table has 2 seats, not 3"


def test_a_variant_nobody_knows_is_refused() -> None:
    found = refusal(variant="clasic")
    assert found.code is Code.UNKNOWN_VARIANT
    assert "classic" in found.sentence
    assert refusal(variant="../../etc/passwd").code is Code.UNKNOWN_VARIANT


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"variant": "mine", "variant_file": "name ="}, "mine.toml"),
        ({"variant": "mine", "variant_file": ""}, "mine.toml"),
        ({"variant": "My Own", "variant_file": "x"}, "small letters"),
        ({"variant": "../x", "variant_file": "x"}, "small letters"),
        ({"variant": "mine", "variant_file": "é" * 40_000}, ""),
    ],
)
def test_a_variant_file_that_is_wrong_says_where(asked: dict[str, Any], sentence: str) -> None:
    found = refusal(**asked)
    assert found.code is Code.BAD_VARIANT
    assert sentence in found.sentence


def test_a_variant_of_ones_own_is_played_from_its_file() -> None:
    file = variant_text("classic").replace('"Classic"', '"Mine"').replace("faces = 6", "faces = 8")
    found = opened(variant="mine", variant_file=file)
    assert read_opening(write_opening(found)).variant.faces == 8
    shown = variant_shown(found.variant)
    assert (shown["key"], shown["name"], shown["shipped"]) == ("mine", "Mine", False)


@pytest.mark.parametrize("key", [{"variant": "classic"}, {}])
def test_a_variant_of_ones_own_is_never_shown_as_one_that_ships(key: dict[str, str]) -> None:
    file = variant_text("classic").replace("faces = 6", "faces = 8")
    try:
        found = opened(variant_file=file, **key)
    except Refused as refused:
        assert refused.code is Code.BAD_VARIANT  # noqa: PT017
    else:
        assert not variant_shown(found.variant)["shipped"]


def test_names_and_bots_are_checked_as_at_the_table() -> None:
    assert refusal(seats=[{"kind": "person", "name": "\x1b[2J"}]).code is Code.BAD_NAME
    assert refusal(seats=[{"kind": "bot", "bot": "kean"}]).code is Code.UNKNOWN_BOT


def test_nobody_at_a_new_table_is_called_like_another() -> None:
    bot = {"kind": "bot", "bot": "keen"}
    found = opened(seats=[bot, {"kind": "person", "name": "keen"}, bot, EMMA, EMMA])
    called = [place.name for place in found.places]
    assert len(set(called)) == 5


def test_a_rematch_begins_when_the_game_is_over() -> None:
    driver = started("Emma", "Ben")
    with pytest.raises(Refused) as caught:
        rematch_for(driver.table)
    assert caught.value.code is Code.NOT_OVER
    assert caught.value.sentence == "a rematch can begin when the game is over"
    with pytest.raises(Refused):
        rematch_for(Driver(opening("Emma")).table)
    driver.say("Emma", "stop")
    assert driver.table.stage is Stage.DONE
    assert read_opening(write_opening(rematch_for(driver.table))).places == driver.table.places


def test_everybody_is_first_once_in_a_row_of_rematches() -> None:
    found = opening("Emma", "Ben", "Cleo")
    first = []
    for _ in range(4):
        driver = Driver(found)
        driver.say("Emma", "start")
        first.append(driver.table.first)
        driver.say("Emma", "stop")
        found = rematch_for(driver.table)
    assert [(seat - first[0]) % 3 for seat in first] == [0, 1, 2, 0]


def test_a_table_of_another_format_or_edition_is_not_misunderstood() -> None:
    said = json.loads(write_opening(opening("Emma")))
    with pytest.raises(ValueError, match="expected a table of format 1, found 2"):
        read_opening(json.dumps({**said, "format": 2}))
    with pytest.raises(Contradiction, match="edition 7 of classic; known is 1"):
        assert read_opening(json.dumps({**said, "edition": 7})).variant


def test_the_day_of_a_table_is_the_day_it_was_opened() -> None:
    assert replace(opening("Emma"), at=1_700_000_000.0).date == "2023-11-14"


@pytest.mark.parametrize("variant", shipped_variants())
def test_all_that_is_printed_is_shown(variant: str) -> None:
    table = Driver(opening("Emma", variant=variant)).table
    shown = check_message(view_text(table, "", None))["variant"]
    page = find_variant(variant).page(0)
    assert shown["shipped"]
    assert [cell["name"] for row in shown["pages"][0]["rows"] for cell in row["cells"]] == [
        *page.cells
    ]
    assert shown["pages"][0]["bar"] == [colour.name for colour in page.bar]
