"""The fair dice: the numbers of the specification, each as likely as the others."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable

import pytest

from rowlock import Colour, NotNotation, Roll
from rowlock.dice import Dice
from rowlock.fair import FairDice, check_seed, commitment, mix_of, new_seed
from tests.fair import spec

ALL = frozenset(Colour)
KEYS = [
    (bytes(32), "a", ""),
    (b"\xff" * 32, "k7Qm2", "a1b2,,c3"),
    (bytes(range(32)), "x" * 64, ",".join(["Z" * 64] * 8)),
    (bytes(range(255, 223, -1)), "_-_", ",,,,,,,"),
]
every_key = pytest.mark.parametrize("key", KEYS, ids=lambda key: key[1][:5])
Key = tuple[bytes, str, str]


def numbers(roll: Roll) -> list[int]:
    return [*roll.whites, *roll.colours]


# Known answers


def test_the_commitment_is_the_plain_sha256_of_the_bytes() -> None:
    """The first answer is the one that everybody knows of 32 zero bytes."""
    zero = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    assert commitment(bytes(32)) == FairDice(bytes(32), "a", "").commitment == zero


def test_a_roll_worked_out_by_hand() -> None:
    """The example of docs/fair-dice.md: 253 is skipped, 124 129 242 48 7 197 count."""
    dice = FairDice(bytes(range(32)), "k7Qm2", "emma7,max_9")
    assert str(dice.roll(1, Dice(6, ALL))) == "63r1y4g1b6"
    assert str(dice.roll(15, Dice(6, ALL))) == "54r3y1g2b6"
    assert str(dice.roll(15, Dice(6, frozenset({Colour.R, Colour.B})))) == "54r3b6"
    assert dice.lot(2) == 1


@every_key
@pytest.mark.parametrize("faces", range(2, 10))
def test_rolls_are_those_of_the_specification(key: Key, faces: int) -> None:
    dice = FairDice(*key)
    for n in range(1, 200):
        assert numbers(dice.roll(n, Dice(faces, ALL))) == spec.roll(*key, n, faces)


@every_key
@pytest.mark.parametrize("seats", range(1, 9))
def test_lots_are_those_of_the_specification(key: Key, seats: int) -> None:
    seed, table, mix = key
    for tail in range(200):
        other = f"{table[:60]}{tail}"
        assert FairDice(seed, other, mix).lot(seats) == spec.lot(seed, other, mix, seats) - 1


def test_dice_that_left_do_not_move_the_others() -> None:
    dice = FairDice(*KEYS[1])
    for n in range(1, 50):
        whole = dice.roll(n, Dice(6, ALL))
        for gone in Colour:
            assert dice.roll(n, Dice(6, ALL - {gone})) == whole.without({gone})


def test_every_part_changes_the_dice() -> None:
    base = (bytes(32), "table", "a,b")
    others = [(bytes(31) + b"\1", "table", "a,b"), (bytes(32), "tablf", "a,b")]
    others += [(bytes(32), "table", mix) for mix in ("b,a", "a,,b", "a", ",a,b", "a,b,")]

    def told(key: Key) -> tuple[str, ...]:
        return tuple(str(FairDice(*key).roll(n, Dice(6, ALL))) for n in range(1, 6))

    assert len({told(key) for key in [base, *others]}) == 1 + len(others)


# Bytes that are skipped


@pytest.mark.parametrize("faces", [6, 8, 9])
def test_bytes_too_high_to_be_fair_are_skipped(faces: int) -> None:
    """With 8 faces none is: 256 is a multiple. Both sides of the edge are met."""
    key = KEYS[1]
    edge = 256 - 256 % faces
    dice, seen = FairDice(*key), set()
    skipping = 0
    for n in range(1, 2000):
        assert numbers(dice.roll(n, Dice(faces, ALL))) == spec.roll(*key, n, faces)
        skip = spec.skipped(*key, n, faces)
        skipping += skip > 0
        seen |= set(spec.stream(*key, n)[: 6 + skip])
    assert seen == set(range(256))
    assert (skipping > 0) == (edge < 256) == (faces != 8)


@pytest.mark.parametrize("seats", range(1, 9))
def test_a_lot_skips_bytes_only_if_the_seats_do_not_divide_256(seats: int) -> None:
    edge = 256 - 256 % seats
    skipping = set()
    for tail in range(3000):
        key = (bytes(32), f"t{tail}", "")
        byte = spec.stream(*key, 0, blocks=1)[0]
        if byte >= edge:
            skipping.add(byte)
        else:
            assert FairDice(*key).lot(seats) == byte % seats
    assert skipping == set(range(edge, 256))


def test_a_second_block_is_taken_if_the_first_is_used_up() -> None:
    """With 129 faces half of the bytes are skipped, and some roll needs more than 32."""
    key, faces = KEYS[1], 129
    long = [n for n in range(1, 60000) if _accepted(spec.stream(*key, n, blocks=1), faces) < 6]
    assert long
    for n in long:
        assert numbers(FairDice(*key).roll(n, Dice(faces, ALL))) == spec.roll(*key, n, faces)


def _accepted(data: bytes, faces: int) -> int:
    return sum(byte < 256 - 256 % faces for byte in data)


# Evenness: fixed seeds, so these tests always see the same numbers.

CHI = {1: 10.8, 2: 13.8, 3: 16.3, 4: 18.5, 5: 20.5, 6: 22.5, 7: 24.3, 8: 26.1, 35: 66.6}
"""What chance exceeds once in a thousand, by degrees of freedom."""


def uneven(found: Iterable[object], kinds: int) -> float:
    counted = Counter(found)
    expected = counted.total() / kinds
    missing = kinds - len(counted)
    return sum((n - expected) ** 2 / expected for n in counted.values()) + missing * expected


@pytest.mark.parametrize("faces", [6, 8, 9])
def test_every_face_of_every_die_is_as_likely(faces: int) -> None:
    dice = FairDice(*KEYS[2])
    rolls = [numbers(dice.roll(n, Dice(faces, ALL))) for n in range(1, 6001)]
    for die in range(6):
        assert uneven((roll[die] for roll in rolls), faces) < CHI[faces - 1]


def test_two_dice_know_nothing_of_each_other_nor_of_the_roll_before() -> None:
    dice = FairDice(*KEYS[3])
    rolls = [numbers(dice.roll(n, Dice(6, ALL))) for n in range(1, 6001)]
    for one in range(6):
        for two in range(one):
            assert uneven(((roll[one], roll[two]) for roll in rolls), 36) < CHI[35]
        after = itertools.pairwise(rolls)
        assert uneven(((roll[one], then[one]) for roll, then in after), 36) < CHI[35]


@pytest.mark.parametrize("seats", range(2, 9))
def test_every_seat_is_as_likely_to_be_first(seats: int) -> None:
    lots = [FairDice(bytes(32), f"table{i}", "a,b").lot(seats) for i in range(4000)]
    assert set(lots) == set(range(seats))
    assert uneven(lots, seats) < CHI[seats - 1]


# What is refused, and what is never told


def test_new_seeds_are_32_bytes_and_never_the_same() -> None:
    seeds = {new_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert {len(seed) for seed in seeds} == {32}


def test_the_server_seed_is_not_in_the_repr_nor_in_a_complaint() -> None:
    seed = bytes(range(65, 97))
    shown = repr(FairDice(seed, "table", "a,b"))
    assert shown == "FairDice(table='table', mix='a,b')"
    with pytest.raises(NotNotation) as caught:
        FairDice(seed[:31], "table", "a,b")
    assert str(caught.value) == "expected a server seed of 32 bytes, found 31"


@pytest.mark.parametrize("seed", ["", "a", "0123456789", "Az_-", "x" * 64])
def test_a_good_seed_is_taken_as_it_is(seed: str) -> None:
    assert check_seed(seed) == seed
    assert mix_of([seed, "", seed]) == f"{seed},,{seed}"


@pytest.mark.parametrize("seed", ["x" * 65, "a b", "a,b", "a\n", "é", "٣", '"', "a.b", "\0"])
def test_a_bad_seed_is_refused_with_what_was_expected(seed: str) -> None:
    for refuse in (check_seed, lambda text: mix_of(["a", text])):
        with pytest.raises(NotNotation) as caught:
            refuse(seed)
        expected = "expected a seed of at most 64 letters, digits, _ and -, found "
        assert str(caught.value) == f"{expected}{seed!r}"


@pytest.mark.parametrize("mix", ["a b", "a,\n", "a;b", "x" * 65])
def test_dice_with_a_bad_mix_are_refused(mix: str) -> None:
    with pytest.raises(NotNotation, match="expected a seed"):
        FairDice(bytes(32), "table", mix)


@pytest.mark.parametrize("table", ["", "x" * 65, "a/b", "a\n", "é"])
def test_dice_with_a_bad_table_are_refused(table: str) -> None:
    with pytest.raises(NotNotation, match="expected a table of 1 to 64"):
        FairDice(bytes(32), table, "a")


@pytest.mark.parametrize("n", [0, -1])
def test_a_roll_never_uses_the_numbers_of_the_lot(n: int) -> None:
    with pytest.raises(NotNotation, match=f"expected a turn from 1 on, found {n}"):
        FairDice(*KEYS[0]).roll(n, Dice(6, ALL))


@pytest.mark.parametrize("seats", [-1, 0, 257])
def test_a_lot_among_none_or_too_many_is_refused(seats: int) -> None:
    with pytest.raises(NotNotation, match=f"among 1 to 256, not among {seats}"):
        FairDice(*KEYS[0]).lot(seats)
