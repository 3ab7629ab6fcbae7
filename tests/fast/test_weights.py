"""Files of weights: what is written is read, and nothing else is taken for it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

from rowlock import NotNotation, Variant, find_variant, shipped_variants
from rowlock.bots import level_codes, trained_codes
from rowlock.fast import compile_variant, find_policy
from rowlock.fast.layout import ORACLE, VALUES
from rowlock.fast.levels import OVERLOOKS
from rowlock.fast.net import DEEP, NARROW, WIDE, shape_of
from rowlock.fast.oracle import (
    FOLLOWS,
    HEADER,
    NOISE,
    OVERLOOK,
    SCRATCH,
    TELLS,
    decide_oracle,
)
from rowlock.fast.published import decide_ga
from rowlock.fast.weights import (
    WeightsInfo,
    find_weights,
    own_weights,
    read_weights,
    shipped_weights,
    usual_levels,
    write_weights,
)
from rowlock.rules import Rule
from tests.players.trained import by_chance, no_weights, with_weights
from tests.twins.variants import VARIANTS, variant_of

VARIANT = variant_of("classic")
OTHER = variant_of("longo")
FRONT = 4096
SHIPPED = [key for key in shipped_variants() if shipped_weights(find_variant(key)).exists()]


@pytest.fixture
def good(tmp_path: Path) -> Path:
    """A file of weights."""
    path = tmp_path / "some" / "good.weights"
    write_weights(path, WeightsInfo.of(VARIANT, 7, {"keen": "50.0 %"}), by_chance(VARIANT))
    return path


@pytest.fixture
def nothing_trained(tmp_path: Path) -> Iterator[None]:
    with no_weights(tmp_path):
        yield


def refusal(path: Path, variant: Variant = VARIANT) -> str:
    with pytest.raises(NotNotation) as refused:
        read_weights(path, variant)
    assert str(refused.value).startswith(f"{path}: ")
    return refused.value.message


def rewrite(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Let the header say something else."""
    data = path.read_bytes()
    magic, _, rest = data[:FRONT].partition(b"\n")
    entries = json.loads(rest)
    change(entries)
    path.write_bytes((magic + b"\n" + json.dumps(entries).encode()).ljust(FRONT) + data[FRONT:])


def test_what_is_written_is_read(good: Path) -> None:
    about, numbers = read_weights(good, VARIANT)
    assert numbers.tolist() == by_chance(VARIANT).tolist()
    assert numbers.dtype == np.float32
    assert not numbers.flags.writeable
    assert (about.variant, about.edition) == (VARIANT.key, VARIANT.edition)
    assert (about.seats, about.games, about.strength) == ("2-5", 7, {"keen": "50.0 %"})
    assert about.shape == (shape_of(compile_variant(VARIANT)).features, WIDE, NARROW, DEEP)
    assert list(good.parent.iterdir()) == [good]


@pytest.mark.parametrize("key", VARIANTS)
def test_a_header_knows_how_many_numbers_there_are(key: str) -> None:
    variant = variant_of(key)
    assert WeightsInfo.of(variant, 0).count == len(by_chance(variant))


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    said = refusal(tmp_path / "none.weights")
    assert said == "no weights could be read: No such file or directory"


@pytest.mark.parametrize("size", [0, 17, FRONT - 1])
def test_a_file_without_a_whole_header_is_none(good: Path, size: int) -> None:
    os.truncate(good, size)
    assert refusal(good) == "this is no file of weights; train again or remove the file"


@pytest.mark.parametrize("size", [FRONT, FRONT + 400, -4])
def test_a_cut_file_is_refused(good: Path, size: int) -> None:
    whole = good.stat().st_size
    os.truncate(good, size if size > 0 else whole + size)
    found = good.stat().st_size
    assert f"expected {whole:,} bytes, found {found:,}; " in refusal(good)


def test_a_file_with_more_behind_it_is_refused(good: Path) -> None:
    good.write_bytes(good.read_bytes() + b"more")
    assert " bytes, found " in refusal(good)


@pytest.mark.parametrize("text", [b"rowlock values 1\n{}", b"rowlock weights 2\n{}", b"\x00" * 9])
def test_a_foreign_file_is_refused(good: Path, text: bytes) -> None:
    good.write_bytes(text.ljust(2 * FRONT))
    assert refusal(good).startswith("this is no file of weights; ")


@pytest.mark.parametrize(
    "change",
    [
        lambda entries: entries.pop("games"),
        lambda entries: entries.update(more=1),
        lambda entries: entries.update(edition="1"),
        lambda entries: entries.update(strength="strong"),
        lambda entries: entries.update(wide=128.0),
    ],
)
def test_a_strange_header_is_none(good: Path, change: Callable[[dict[str, Any]], object]) -> None:
    rewrite(good, change)
    assert refusal(good).startswith("this is no file of weights; ")


@pytest.mark.parametrize(
    ("name", "value", "what"),
    [
        ("variant", "another", "variant"),
        ("edition", 99, "edition"),
        ("tables", "0" * 64, "digest of the variant's tables"),
        ("features", 3, "shape (features, wide, narrow, deep)"),
        ("wide", 3, "shape (features, wide, narrow, deep)"),
        ("narrow", 3, "shape (features, wide, narrow, deep)"),
        ("deep", 3, "shape (features, wide, narrow, deep)"),
    ],
)
def test_weights_of_something_else_are_refused(
    good: Path, name: str, value: object, what: str
) -> None:
    rewrite(good, lambda entries: entries.update({name: value}))
    said = refusal(good)
    assert said.startswith(f"expected weights of the {what} ")
    assert f"{value}" in said.split(", found ")[1]


def test_weights_of_another_variant_are_refused(good: Path) -> None:
    said = refusal(good, OTHER)
    assert said.startswith(f"expected weights of the variant {OTHER.key}, found {VARIANT.key}; ")


@pytest.mark.parametrize("place", [FRONT, FRONT + 1000, -1])
def test_damaged_numbers_are_refused(good: Path, place: int) -> None:
    data = bytearray(good.read_bytes())
    data[place] ^= 1
    good.write_bytes(data)
    assert refusal(good).endswith("these are damaged; train again or remove the file")


def test_only_whole_weights_that_are_numbers_are_written(good: Path) -> None:
    before = good.read_bytes()
    about, numbers = WeightsInfo.of(VARIANT, 0), by_chance(VARIANT)
    for bad, said in (
        (numbers[1:], f"expected {about.count:,} weights in a row, found the shape"),
        (np.where(numbers > 0.5, np.nan, numbers), "expected weights that are numbers"),
    ):
        with pytest.raises(NotNotation, match=said):
            write_weights(good, about, bad)
    with pytest.raises(NotNotation, match="expected a header below 4,096 bytes"):
        write_weights(good, replace(about, strength={"keen": "x" * 4096}), numbers)
    assert good.read_bytes() == before
    assert list(good.parent.iterdir()) == [good]


# Finding them


def test_weights_of_an_earlier_edition_with_the_same_print_will_do(good: Path) -> None:
    later = replace(VARIANT, edition=VARIANT.edition + 1)
    about, numbers = read_weights(good, later)
    assert about.edition == VARIANT.edition
    assert numbers.tolist() == by_chance(VARIANT).tolist()
    with pytest.raises(NotNotation, match="digest of the variant's tables"):
        read_weights(good, replace(later, end_misses=3))


@pytest.mark.usefixtures("nothing_trained")
def test_weights_of_ones_own_are_found_once_written(tmp_path: Path) -> None:
    assert find_weights(OTHER) is None
    path = own_weights(OTHER)
    assert path.is_relative_to(tmp_path)
    assert path.name.startswith(f"{OTHER.key}-{OTHER.edition}-")
    with with_weights([OTHER], tmp_path):
        found = find_weights(OTHER)
        assert found
        assert found.weights.tolist() == by_chance(OTHER).tolist()
        assert find_weights(OTHER) is found
        assert find_weights(VARIANT) is None
    assert find_weights(replace(OTHER, name="as it was")) is not None, "a name changes no table"


@pytest.mark.usefixtures("nothing_trained")
def test_a_damaged_file_of_ones_own_is_told_and_not_passed_over(tmp_path: Path) -> None:
    with with_weights([OTHER], tmp_path):
        os.truncate(own_weights(OTHER), 5000)
        with pytest.raises(NotNotation, match="bytes, found 5,000"):
            find_weights(OTHER)


def test_a_variant_that_only_has_the_key_of_another_has_none_of_its_weights(
    tmp_path: Path,
) -> None:
    path = tmp_path / "shipped.weights"
    with no_weights(tmp_path), patch("rowlock.fast.weights.shipped_weights", lambda _: path):
        write_weights(path, WeightsInfo.of(VARIANT, 0), by_chance(VARIANT))
        assert find_weights(replace(VARIANT, end_misses=3)) is None
        assert find_weights(VARIANT)


@pytest.mark.parametrize("key", SHIPPED)
def test_shipped_weights_are_of_the_variant_as_it_is(key: str) -> None:
    variant = find_variant(key)
    about, numbers = read_weights(shipped_weights(variant), variant)
    found = find_weights(variant)
    assert found
    assert found.about == about
    assert found.weights.tolist() == numbers.tolist()
    assert np.isfinite(numbers).all()


def test_the_first_variant_has_shipped_weights_and_all_take_little_room() -> None:
    assert shipped_variants()[0] in SHIPPED
    sizes = [shipped_weights(find_variant(key)).stat().st_size for key in SHIPPED]
    assert sum(sizes) <= 12_000_000


# Policies with them


@pytest.mark.usefixtures("nothing_trained")
def test_levels_differ_in_their_chance_alone(tmp_path: Path) -> None:
    with with_weights([OTHER], tmp_path):
        for code in trained_codes():
            chance = usual_levels().chance[code] if code in level_codes() else 0
            policy = find_policy(code, OTHER, 5)
            assert policy
            assert (policy.code, policy.decide) == (code, decide_oracle)
            header = np.asarray(policy.numbers[:HEADER])
            assert header[NOISE] == np.float32(chance)
            assert header[OVERLOOK] == np.float32(OVERLOOKS * chance)
            assert header[FOLLOWS] == 1
            assert header[TELLS] == 0
            assert list(policy.numbers[HEADER:]) == by_chance(OTHER).tolist()
            again = find_policy(code, OTHER)
            assert again
            assert policy.numbers is again.numbers


@pytest.mark.usefixtures("nothing_trained")
@pytest.mark.parametrize("code", trained_codes())
def test_without_weights_or_alone_they_play_as_ga(code: str, tmp_path: Path) -> None:
    without = find_policy(code, OTHER, 2)
    with with_weights([OTHER], tmp_path):
        alone = find_policy(code, OTHER, 1)
    strange = find_policy(code, replace(OTHER, rules=(Rule(),)), 2)
    for policy in (without, alone, strange):
        assert policy
        assert (policy.code, policy.decide) == (code, decide_ga)


@pytest.mark.parametrize("key", [*shipped_variants(), "everything"])
def test_there_is_scratch_for_every_legal_decision(key: str) -> None:
    most = compile_variant(variant_of(key)).most_legal
    assert ORACLE.values + most * VALUES <= SCRATCH
