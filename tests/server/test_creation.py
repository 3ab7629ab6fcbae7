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
from rowlock.server.creation import OpenTable, hash_of, new_key, rematch_setup, setup_for
from rowlock.server.protocol import Code, Refused
from rowlock.server.setup import Options, SeatState, TableSetup, read_setup, write_setup
from rowlock.server.stage import Stage
from rowlock.server.view import options_shown, variant_shown, view_text
from rowlock.variant import variant_text
from tests.parts import bar_on, with_lucky
from tests.server.tables import Driver, check_message, holder, started, table_setup

EMMA = {"kind": "person", "name": "Emma"}
HOST = hash_of("a key")


def opened(**asked: Any) -> TableSetup:
    return setup_for(OpenTable.model_validate({"seats": [EMMA], **asked}), HOST)


def refusal(**asked: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        opened(**asked)
    return caught.value


def test_a_table_is_opened_with_people_bots_and_open_seats() -> None:
    seats = [EMMA, {"kind": "bot", "bot": "keen:2"}, {"kind": "open"}, EMMA]
    found = opened(seats=seats)
    assert found.seats == (
        SeatState(name="Emma", holder=HOST),
        SeatState(name="Carla (2)", bot="keen:2"),
        SeatState(),
        SeatState(name="Emma 2", holder=HOST),
    )
    assert found.host == HOST
    assert found.variant.key == "classic"
    assert found.options == Options()


def test_all_that_the_host_chose_is_kept() -> None:
    found = opened(
        seats=[EMMA, EMMA],
        variant="longo",
        choices={"lucky": "8/5 6/11"},
        time="blitz",
        hidden_scores=True,
        open_white=True,
        locks="sealed",
        real_dice=True,
        public=True,
        first=2,
    )
    assert found.options == Options("blitz", True, True, "sealed", True, True, 1)
    assert found.variant == with_lucky(find_variant("longo"), [(5, 8), (6, 11)])
    assert read_setup(write_setup(found)) == found


def test_chosen_lucky_numbers_are_shown_recorded_and_kept_over_a_rematch() -> None:
    found = opened(seats=[EMMA, EMMA], variant="longo", choices={"lucky": "5/8"})
    assert options_shown(found)["choices"] == {"lucky": "5/8"}
    shown = variant_shown(found.variant)["pages"]
    assert [note["values"] for page in shown for note in page["notes"]] == [["5", "8"]]
    driver = Driver(replace(found, host=holder("Emma")))
    driver.say("Emma", "start")
    driver.say("Emma", "stop")
    assert '[Lucky "5/8"]' in driver.table.record.write()
    again = rematch_setup(driver.table)
    assert (again.choices, again.variant) == ((("lucky", "5/8"),), found.variant)


def test_printed_lucky_numbers_are_no_choice() -> None:
    found = opened(seats=[EMMA], variant="longo", choices={"lucky": "5/10 6/11 7/12 8/13 4/9"})
    assert found.choices == ()
    assert options_shown(found)["choices"] == {}
    assert found.variant == find_variant("longo")


def test_a_table_from_before_lucky_numbers_could_be_chosen_is_still_read() -> None:
    found = opened(seats=[EMMA], variant="longo")
    said = json.loads(write_setup(found))
    del said["choices"]
    assert read_setup(json.dumps(said)) == found


def test_a_table_that_chose_lucky_numbers_when_they_stood_beside_the_rest_is_still_read() -> None:
    found = opened(seats=[EMMA], variant="longo", choices={"lucky": "5/8 6/11"})
    said = json.loads(write_setup(found))
    assert said.pop("choices") == {"lucky": "5/8 6/11"}
    assert read_setup(json.dumps(said | {"lucky": "5/8 6/11"})) == found
    assert read_setup(json.dumps(said | {"lucky": ""})).variant == find_variant("longo")


@pytest.mark.parametrize(
    ("variant", "lucky", "said"),
    [
        ("classic", "5/8", "Classic has no lucky numbers to choose"),
        ("longo", "5/5", "found 5/5"),
        ("longo", "5/17", "found 5/17"),
    ],
)
def test_lucky_numbers_that_cannot_be_chosen_are_refused(
    variant: str, lucky: str, said: str
) -> None:
    with pytest.raises(Refused) as caught:
        opened(seats=[EMMA], variant=variant, choices={"lucky": lucky})
    assert caught.value.code is Code.BAD_CHOICE
    assert caught.value.sentence.endswith(said)


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
    assert len({each.id for each in some}) == len({each.seed for each in some}) == 50
    assert all(re.fullmatch("[a-hjkmnp-z2-9]{16}", each.id) for each in some)
    assert all(len(each.server_seed) == 32 for each in some)
    keys = {new_key() for _ in range(50)}
    assert len(keys) == 50
    assert all(len(key) >= 43 for key in keys)


def test_of_a_key_only_its_hash_is_kept() -> None:
    assert hash_of("a key") == hashlib.sha256(b"a key").hexdigest()
    assert "a key" not in write_setup(opened())


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
    assert read_setup(write_setup(found)).variant.faces == 8
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
    found = opened(seats=[bot, {"kind": "person", "name": "Carla"}, bot, EMMA, EMMA])
    called = [state.name for state in found.seats]
    assert called == ["Carla", "Carla 2", "Carla 3", "Emma", "Emma 2"]


def test_a_rematch_begins_when_the_game_is_over() -> None:
    driver = started("Emma", "Ben")
    with pytest.raises(Refused) as caught:
        rematch_setup(driver.table)
    assert caught.value.code is Code.NOT_OVER
    assert caught.value.sentence == "a rematch can begin when the game is over"
    with pytest.raises(Refused):
        rematch_setup(Driver(table_setup("Emma")).table)
    driver.say("Emma", "stop")
    assert driver.table.stage is Stage.DONE
    assert read_setup(write_setup(rematch_setup(driver.table))).seats == driver.table.seats


def test_everybody_is_first_once_in_a_row_of_rematches() -> None:
    found = table_setup("Emma", "Ben", "Cleo")
    first = []
    for _ in range(4):
        driver = Driver(found)
        driver.say("Emma", "start")
        first.append(driver.table.first)
        driver.say("Emma", "stop")
        found = rematch_setup(driver.table)
    assert [(seat - first[0]) % 3 for seat in first] == [0, 1, 2, 0]


def test_a_table_of_another_format_or_edition_is_not_misunderstood() -> None:
    said = json.loads(write_setup(table_setup("Emma")))
    with pytest.raises(ValueError, match="expected a table of format 1, found 2"):
        read_setup(json.dumps({**said, "format": 2}))
    with pytest.raises(Contradiction, match="edition 7 of the rules of classic; this server"):
        assert read_setup(json.dumps({**said, "edition": 7})).variant


def test_the_day_of_a_table_is_the_day_it_was_opened() -> None:
    assert replace(table_setup("Emma"), at=1_700_000_000.0).date == "2023-11-14"


@pytest.mark.parametrize("variant", shipped_variants())
def test_all_that_is_printed_is_shown(variant: str) -> None:
    table = Driver(table_setup("Emma", variant=variant)).table
    shown = check_message(view_text(table, "", None))["variant"]
    page = find_variant(variant).page(0)
    assert shown["shipped"]
    assert [cell["name"] for row in shown["pages"][0]["rows"] for cell in row["cells"]] == [
        *page.cells
    ]
    bar = [field["text"] for strip in shown["pages"][0]["strips"] for field in strip["fields"]]
    assert bar == [colour.name for colour in bar_on(page)]
