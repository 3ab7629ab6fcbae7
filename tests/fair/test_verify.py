"""`verify`: good games pass, and every way of cheating is told with both values."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rowlock import Contradiction, NotNotation, Record, read_record, shipped_variants
from rowlock.fair import FairDice, Verdict, fair_tags, real_tags, verify
from tests.fair import spec
from tests.fair.games import (
    SEED,
    SEEDS,
    TABLE,
    changed,
    fair_game,
    other_roll,
    without,
)

every_variant = pytest.mark.parametrize("key", shipped_variants())
GAME = fair_game()


def contradiction(record: Record) -> str:
    """What is said of a record that lies."""
    with pytest.raises(Contradiction) as caught:
        verify(read_record(record.write()))
    return str(caught.value)


def refused(record: Record) -> str:
    """What is said of a record that does not tell enough."""
    with pytest.raises(NotNotation) as caught:
        verify(read_record(record.write()))
    return str(caught.value)


@every_variant
@pytest.mark.parametrize("seats", [1, 2, 5, 8])
def test_a_whole_game_with_fair_dice_is_verified(key: str, seats: int) -> None:
    record = fair_game(key, seats)
    assert record.game().over
    for again in (record, read_record(record.write()), read_record(record.write(False))):
        people = tuple(seat for seat, seed in enumerate(SEEDS[:seats]) if seed)
        promised = Verdict(len(record.rolls()), True, spec.committed(SEED), people, True)
        assert verify(again) == promised


@every_variant
def test_dice_that_have_left_are_left_out(key: str) -> None:
    """Some game of every variant goes on after a row was closed."""
    for tail in range(40):
        record = fair_game(key, 2, table=f"t{tail}")
        shown = {str(record.moves[at]) for at in record.rolls()}
        if any(len(roll) < 10 for roll in shown):
            assert verify(record).rolls == len(record.rolls())
            return
    pytest.fail("no die has left")


def test_a_game_broken_off_is_verified_as_far_as_it_went() -> None:
    for turns in (0, 1, 2, 7):
        assert verify(fair_game(turns=turns)).rolls == turns
    owed = replace(GAME, moves=GAME.moves[:2])  # somebody left in the white action
    assert verify(read_record(owed.write())).rolls == 1


def test_without_a_lot_the_first_seat_is_not_checked() -> None:
    record = fair_game(lot=False)
    verdict = verify(record)
    assert not verdict.lot
    assert str(verdict) == (
        f"fair dice: {len(record.rolls())} rolls checked, commitment {spec.committed(SEED)}; "
        "seeds of seat 1, seat 3, promised beforehand"
    )


def test_the_verdict_in_words() -> None:
    said = f"fair dice: 1 roll and the lot for the first seat checked, commitment {'0' * 64}; "
    verdict = Verdict(1, True, "0" * 64)
    assert str(verdict) == said + "nobody but the server gave a seed"
    verdict = replace(verdict, seeds=(0, 2), names=("Emma", "Carla", "Ben"))
    assert str(verdict) == said + "seeds of seat 1 (Emma), seat 3 (Ben), not promised beforehand"
    verdict = replace(verdict, seeds=(2,), promised=True)
    assert str(verdict) == said + "seeds of seat 3 (Ben), promised beforehand"


# Tags


def test_the_tags_stand_in_their_order() -> None:
    dice = FairDice(SEED, TABLE, "a,,b")
    fixed = (
        ("Table", TABLE),
        ("Dice", "server"),
        ("Commitment", spec.committed(SEED)),
        ("Mix", "a,,b"),
    )
    lot, seed = ("Lot", "yes"), ("ServerSeed", SEED.hex())
    assert fair_tags(dice) == fixed
    assert fair_tags(dice, lot=True) == (*fixed, lot)
    assert fair_tags(dice, revealed=True) == (*fixed, seed)
    assert fair_tags(dice, lot=True, revealed=True) == (*fixed, lot, seed)
    promised = ("SeedCommitments", f"{'a' * 64},,{'b' * 64}")
    commitments = ("a" * 64, "", "b" * 64)
    assert fair_tags(dice, commitments, lot=True, revealed=True) == (*fixed, promised, lot, seed)


def test_before_the_end_the_seed_is_nowhere_in_the_record() -> None:
    text = fair_game(revealed=False, turns=5).write()
    assert SEED.hex() not in text


# Lies


@pytest.mark.parametrize("turn", [1, 2, 7, 15])
def test_a_changed_roll_is_found_with_its_turn(turn: int) -> None:
    record, true, other = other_roll(GAME, turn)
    assert contradiction(record) == f"turn {turn}: the dice give {true}, the record says {other}"


def test_a_changed_seed_does_not_fit_the_commitment() -> None:
    other = SEED[:-1] + b"\0"
    assert contradiction(changed(GAME, "ServerSeed", other.hex())) == (
        f"the server seed gives the commitment {spec.committed(other)}, "
        f"the record says {spec.committed(SEED)}"
    )


def test_a_changed_commitment_does_not_fit_the_seed() -> None:
    assert contradiction(changed(GAME, "Commitment", "0" * 64)) == (
        f"the server seed gives the commitment {spec.committed(SEED)}, the record says {'0' * 64}"
    )


def test_a_changed_seed_with_its_own_commitment_gives_other_rolls() -> None:
    other = SEED[:-1] + b"\0"
    record = changed(GAME, "ServerSeed", other.hex())
    record = without(changed(record, "Commitment", spec.committed(other)), "Lot")
    assert contradiction(record).startswith("turn 1: the dice give ")


@pytest.mark.parametrize(("tag", "value"), [("Mix", "a1b2,,c3-"), ("Table", "k7Qm-2_y")])
def test_a_changed_mix_or_table_gives_other_rolls(tag: str, value: str) -> None:
    record = without(without(changed(GAME, tag, value), "Lot"), "SeedCommitments")
    mix, table = dict(record.tags)["Mix"], dict(record.tags)["Table"]
    first, second, *colours = spec.roll(SEED, table, mix, 1, 6)
    given = f"{first}{second}r{colours[0]}y{colours[1]}g{colours[2]}b{colours[3]}"
    assert contradiction(record) == (
        f"turn 1: the dice give {given}, the record says {GAME.moves[0]}"
    )


def test_a_changed_lot_is_found() -> None:
    drawn = GAME.first + 1
    said = drawn % 3 + 1
    record = replace(GAME, first=said - 1, moves=())
    assert contradiction(record) == (
        f"the lot gives seat {drawn} as the first to roll, the record says seat {said}"
    )


def test_a_game_that_began_elsewhere_is_no_lot() -> None:
    """A lot that is claimed but was not drawn is found, though the rolls are right."""
    record = fair_game(lot=False)
    assert spec.lot(SEED, TABLE, dict(record.tags)["Mix"], 3) != 1
    tags = dict(record.tags) | {"Lot": "yes"}
    assert "the lot gives seat" in contradiction(replace(record, tags=tuple(tags.items())))


def test_a_swapped_turn_is_found() -> None:
    """The rolls are right but for their order."""
    at, after = GAME.rolls()[:2]
    record = replace(GAME, moves=(GAME.moves[after],))
    assert contradiction(record) == (
        f"turn 1: the dice give {GAME.moves[at]}, the record says {GAME.moves[after]}"
    )


# What does not tell enough


@pytest.mark.parametrize("tag", ["Table", "Dice", "Commitment", "Mix"])
def test_a_missing_tag_is_named(tag: str) -> None:
    said = refused(without(GAME, tag))
    assert said.startswith(f"expected a tag [{tag}]: ")
    assert said.endswith("; found none")


def test_a_game_without_any_tag_of_fair_dice_is_refused() -> None:
    assert "expected a tag [Dice]" in refused(replace(GAME, tags=()))


def test_a_seed_that_is_not_told_yet_is_asked_for() -> None:
    assert refused(fair_game(revealed=False)) == (
        "the server seed is not told yet, as it is when the game is over; "
        "expected a tag [ServerSeed] with 64 hex digits"
    )


def test_real_dice_cannot_be_verified() -> None:
    record = Record(GAME.variant, 2, tags=real_tags("kitchen"))
    assert '[Table "kitchen"]\n[Dice "real"]\n' in record.write()
    assert refused(record) == (
        "these were real dice, thrown by hand: there is nothing to verify; "
        'expected a record with [Dice "server"]'
    )


BAD_HEX = ["", "0", "0" * 63, "0" * 65, "g" * 64, "A" * 64, "0x" + "0" * 62, " " + "0" * 63]


@pytest.mark.parametrize("tag", ["ServerSeed", "Commitment"])
@pytest.mark.parametrize("value", BAD_HEX)
def test_malformed_hex_is_refused(tag: str, value: str) -> None:
    assert refused(changed(GAME, tag, value)) == (
        f"[{tag}]: expected 64 hex digits in small letters, found {value!r}"
    )


@pytest.mark.parametrize(
    ("tag", "value"),
    [
        ("Table", ""),
        ("Table", "a b"),
        ("Table", "x" * 65),
        ("Dice", "loaded"),
        ("Dice", ""),
        ("Mix", "a b,,"),
        ("Mix", "é,,"),
        ("Mix", ",".join(["x" * 65, "", ""])),
        ("Lot", "no"),
        ("Lot", ""),
    ],
)
def test_a_malformed_tag_is_refused(tag: str, value: str) -> None:
    said = refused(changed(GAME, tag, value))
    assert said.startswith(f"[{tag}]: expected ")
    assert said.endswith(f", found {value[:80]!r}")


@pytest.mark.parametrize(("mix", "found"), [("", 1), ("a,b", 2), (",,,", 4)])
def test_a_mix_of_more_or_fewer_seeds_than_seats_is_refused(mix: str, found: int) -> None:
    said = f"[Mix]: expected 3 seeds, one a seat, found {found}: {mix!r}"
    assert refused(changed(GAME, "Mix", mix)) == said


# The seeds of the players


def ground(wished: str) -> Record:
    """What an operator could do who may put a seed at a bot's seat: try until the dice please."""
    for n in range(10_000):
        record = fair_game(turns=1, lot=False, seeds=("a1b2", f"x{n}", "c3-_"))
        if str(record.moves[0]).startswith(wished):
            return record
    raise AssertionError("that takes luck")


def test_a_seed_at_the_seat_of_a_bot_is_refused() -> None:
    record = ground("66")
    seed = dict(record.tags)["Mix"].split(",")[1]
    for lie in (record, without(record, "SeedCommitments")):
        assert contradiction(lie) == (
            "seat 2 is a bot's (keen), and bots give no seeds; "
            f"the mix has {seed!r} there, which the server could choose"
        )


def test_to_say_nothing_of_the_players_is_no_way_round() -> None:
    record = ground("66")
    said = refused(without(record, "Players"))
    assert said.startswith("expected a tag [Players]: who sits where")
    for players, found in (("you", 1), ("you you you you", 4)):
        said = refused(changed(record, "Players", players))
        assert said == f"[Players]: expected 3 codes, one a seat, found {found}"
    for players in ("", " ", "you  you you"):
        assert refused(changed(record, "Players", players)).startswith("[Players]: expected who")


def test_who_calls_a_bot_a_person_is_named_in_the_verdict() -> None:
    """No record can show that; so the verdict says whose seeds there are."""
    record = replace(ground("66"), names=("Emma", "Carla", "Ben"))
    said = str(verify(changed(record, "Players", "you you you")))
    assert "seeds of seat 1 (Emma), seat 2 (Carla), seat 3 (Ben)" in said


def test_without_any_seed_nobody_need_be_named() -> None:
    record = without(fair_game(seeds=("", "", ""), promised=False), "Players")
    assert verify(record).seeds == ()
    assert verify(fair_game(seeds=("", "", ""))).seeds == ()


def test_an_older_record_is_verified_as_what_it_was() -> None:
    verdict = verify(fair_game(promised=False))
    assert (verdict.seeds, verdict.promised) == ((0, 2), False)
    assert str(verdict).endswith("; seeds of seat 1, seat 3, not promised beforehand")


def test_a_seed_that_was_not_promised_is_found() -> None:
    first, third = (spec.committed(seed.encode()) for seed in ("a1b2", "c3-_"))
    other = spec.committed(b"other")
    for value, seat, fitting, promised in (
        (f"{other},,{third}", "1 has the seed 'a1b2'", first, other),
        (f"{first},,", "3 has the seed 'c3-_'", third, "nothing"),
        (f"{first},{other},{third}", "2 has the seed ''", "nothing", other),
        (f"{first},{spec.committed(b'')},{third}", "2 has", "nothing", spec.committed(b"")),
    ):
        said = contradiction(changed(GAME, "SeedCommitments", value))
        assert said.startswith(f"seat {seat}")
        assert said.endswith(f"whose commitment is {fitting}; promised was {promised}")


def test_commitments_that_are_none_are_refused() -> None:
    first = spec.committed(b"a1b2")
    for value in ("x", f"{first}, ,", f"{first.upper()},,", f"{first[1:]},,"):
        said = refused(changed(GAME, "SeedCommitments", value))
        assert said.startswith("[SeedCommitments]: expected 64 hex digits or nothing")
    said = refused(changed(GAME, "SeedCommitments", f"{first},"))
    assert said == "[SeedCommitments]: expected 3, one a seat, found 2"


# The daily game

DAY = "2026-11-20"
NOBODY = ("", "", "", "", "", "", "", "")


def daily_game(*, revealed: bool = True) -> Record:
    record = fair_game(
        seats=2,
        table=f"daily-{DAY}",
        seeds=NOBODY,
        promised=False,
        revealed=revealed,
    )
    return replace(record, tags=(("Daily", DAY), *record.tags))


def test_a_daily_game_is_verified_like_any_other() -> None:
    verdict = verify(read_record(daily_game().write()))
    assert verdict.day == DAY
    assert verdict.rolls == len(daily_game().rolls())
    assert str(verdict).endswith(
        "those of everybody on 2026-11-20: nobody but the server gave a seed"
    )


def test_before_the_day_is_over_it_is_said_when_a_daily_game_can_be_verified() -> None:
    said = refused(daily_game(revealed=False))
    assert "the server seed is not told yet, as it is when the day is over for everybody" in said


def test_a_daily_game_has_the_dice_of_its_day_and_no_seeds_but_the_servers() -> None:
    other = changed(daily_game(), "Daily", "2026-11-21")
    assert "the dice of 2026-11-21 are called daily-2026-11-21" in contradiction(other)
    mixed = fair_game(seats=2, table=f"daily-{DAY}")
    mixed = replace(mixed, tags=(("Daily", DAY), *mixed.tags))
    assert "nobody gives a seed in a daily game; the mix is 'a1b2,'" in contradiction(mixed)
    assert "[Daily]: expected a day, such as 2026-11-20" in refused(
        changed(daily_game(), "Daily", "today")
    )


def test_the_tags_of_a_daily_game_say_its_day() -> None:
    dice = FairDice(SEED, f"daily-{DAY}", ",")
    assert fair_tags(dice, lot=True, day=DAY)[:2] == (("Daily", DAY), ("Table", f"daily-{DAY}"))
