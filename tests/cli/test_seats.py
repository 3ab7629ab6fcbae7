"""`--seats`: who sits where, what they are called, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from rowlock import find_variant, read_record, shipped_variants
from rowlock.mechanics import register, unregister
from rowlock.players import player_codes
from rowlock.variant import MAX_SEATS
from tests.cli.running import run, saved_as
from tests.parts import lucky_of
from tests.toys.treasure import Treasure

SEATS = range(1, MAX_SEATS + 1)
TREASURE = Path(__file__).parents[1] / "toys" / "treasure.toml"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def seated(seats: str) -> tuple[tuple[str, ...], list[str]]:
    """The names and codes of a game with these seats."""
    run("play", "--seats", seats, "--seed", "1", "--save", "game.rowlock", typed="quit\n").fine()
    record = read_record(Path("game.rowlock").read_bytes())
    assert record.seats == len(record.names)
    return record.names, dict(record.tags)["Players"].split()


def refused(seats: str) -> str:
    ran = run("play", "--seats", seats, typed="-\n")
    assert ran.out == ""
    assert list(Path().iterdir()) == []
    return ran.complaint()


@pytest.mark.parametrize("seats", SEATS)
def test_one_to_eight_may_sit_down(seats: int) -> None:
    wished = ["you", "keen", "random", "keen:2"] * 2
    names, codes = seated(",".join(wished[:seats]))
    assert codes == wished[:seats]
    assert len(set(names)) == seats


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("key", shipped_variants())
def test_a_note_is_printed_outside_the_printed_range_and_only_there(key: str, seats: int) -> None:
    variant = find_variant(key)
    low, high = variant.players
    out = run("play", key, "--seats", ",".join(["you"] * seats), typed="quit\n").fine()
    note = f"Note: the box of {variant.name} says {low} to {high} players.\n"
    assert out.startswith(note) == (not low <= seats <= high)
    assert out.count("Note:") == (not low <= seats <= high)


def test_you_play_against_keen_if_nothing_is_said() -> None:
    out = run("play", "--seed", "1", typed="quit\n").fine()
    record = read_record(saved_as(out).read_bytes())
    assert record.names == ("You", "keen")
    assert dict(record.tags)["Players"] == "you keen"


def test_a_person_may_have_a_name() -> None:
    assert seated("you:Emma,keen") == (("Emma", "keen"), ["you", "keen"])


@pytest.mark.parametrize(
    ("seats", "names"),
    [
        ("you:Zoë", ("Zoë",)),
        ("you: Emma ", ("Emma",)),
        (" you , keen ", ("You", "keen")),
        ("you:", ("You",)),
        ("you:Anna:Lena", ("Anna:Lena",)),
        ('you:Ann "Ace" \\', ('Ann "Ace" \\',)),
        ("you:" + "x" * 50, ("x" * 20,)),
        ("you,you", ("You 1", "You 2")),
        ("you:Emma,you:Emma,you", ("Emma 1", "Emma 2", "You")),
        ("keen,you,keen", ("keen 1", "You", "keen 3")),
        ("you:keen,keen", ("keen 1", "keen 2")),
        ("keen:0,keen:2,keen", ("keen:0", "keen:2", "keen")),
    ],
)
def test_everybody_is_called_so_that_they_can_be_told_apart(
    seats: str, names: tuple[str, ...]
) -> None:
    assert seated(seats)[0] == names


@pytest.mark.parametrize(
    "seats",
    ["you,you,you", "keen,keen", "you:keen 2,keen,keen", f"you:{'x' * 20}1,you:{'x' * 20}2"],
)
def test_no_two_seats_have_the_same_name(seats: str) -> None:
    names, _ = seated(seats)
    assert len(set(names)) == len(names)


# All but solo, which would solve the game first.
@pytest.mark.parametrize("code", [code for code in player_codes() if code != "solo"])
def test_every_bot_can_play_alone(code: str) -> None:
    out = run("play", "--seats", code, "--seed", "1").fine()
    assert f"{code} ends with " in out
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("kean", "keen"),
        ("Keen", "keen"),
        ("rando", "random"),
        ("randm", "random"),
        ("keen2", "keen"),
    ],
)
def test_an_unknown_bot_is_answered_with_the_nearest(typed: str, meant: str) -> None:
    said = refused(f"you,{typed}")
    assert said.startswith(f"no player is called {typed!r}; did you mean {meant!r}? ")
    assert all(code in said for code in player_codes())


@pytest.mark.parametrize("code", ["zzzz", "keen:", "keen:x", "keen:100", "random:1", "Du"])
def test_what_is_like_no_bot_is_answered_with_all_of_them(code: str) -> None:
    said = refused(f"you,{code}")
    assert f"no player is called {code!r}; " in said
    assert all(known in said for known in player_codes())


@pytest.mark.parametrize("seats", ["", ",", "you,,keen", "you,", ",you", "  "])
def test_an_empty_seat_is_refused(seats: str) -> None:
    assert refused(seats).startswith("no player is called ''")


@pytest.mark.parametrize("many", [MAX_SEATS + 1, 50])
def test_too_many_seats_are_refused(many: int) -> None:
    seats = ",".join(["keen"] * many)
    assert refused(seats) == f"--seats: expected 1 to {MAX_SEATS}, found {many}"


def test_a_name_that_cannot_be_written_down_is_refused() -> None:
    assert "printable" in refused("you:Em\x07ma")
    assert "printable" in refused("you:Em\x1b[31mma")


def test_the_first_seat_is_asked_first_and_by_its_name() -> None:
    out = run("play", "--seats", "you:Emma,you:Max", "--first", "1", typed="-\n-\n").fine()
    assert out.index("Emma> ") < out.index("Max> ") < out.rindex("Emma> ")


def first_of(*options: str) -> int:
    """Which seat rolls first, counted from 1."""
    out = run("play", "--seats", "keen,keen,keen", *options, "--save", "lot.rowlock").fine()
    Path("lot.rowlock").unlink()
    return int(out[out.index("keen ") + len("keen ")])


def test_who_rolls_first_is_drawn_by_lot_and_the_seed_draws_the_same() -> None:
    lots = [first_of("--seed", str(seed)) for seed in range(30)]
    assert set(lots) == {1, 2, 3}
    assert lots[:5] == [first_of("--seed", str(seed)) for seed in range(5)]


@pytest.mark.parametrize("first", [1, 2, 3])
def test_who_rolls_first_can_be_chosen(first: int) -> None:
    assert first_of("--seed", "1", "--first", str(first)) == first


@pytest.mark.parametrize("first", ["0", "3", "-1"])
def test_who_rolls_first_sits_at_the_table(first: str) -> None:
    said = run("play", "--first", first).complaint()
    assert said == f"--first: expected a seat from 1 to 2, found {first}"


def test_a_bot_that_does_not_know_a_rule_is_refused_before_the_first_roll() -> None:
    register(Treasure)
    try:
        ran = run("play", str(TREASURE), "--seats", "rollout:5,keen")
    finally:
        unregister(Treasure)
    assert ran.complaint().startswith("rollout cannot play here: the fast engine has no twin")
    assert ran.out == ""


# Lucky numbers


def test_other_lucky_numbers_may_be_chosen_and_are_saved() -> None:
    run(
        *("play", "longo", "--lucky", "5/8,6/11", "--seats", "you,keen", "--save", "lucky.rowlock"),
        typed="quit\n",
    ).fine()
    saved = Path("lucky.rowlock").read_text()
    assert '[Lucky "5/8 6/11"]' in saved
    assert lucky_of(read_record(saved).variant) == ((5, 8), (6, 11))
    run("play", "longo", "--load", "lucky.rowlock", typed="quit\n").fine()
    said = run("play", "--lucky", "5/8", "--load", "lucky.rowlock", typed="").complaint()
    assert said.endswith("lucky.rowlock: a saved game has its lucky numbers already")
    assert "a game of longo" in run("play", "xl", "--load", "lucky.rowlock", typed="").complaint()


@pytest.mark.parametrize(
    ("key", "lucky", "said"),
    [
        ("longo", "5/5", "expected two different ones from 2 to 16, such as 5/8, found 5/5"),
        ("longo", "five", "expected pairs of lucky numbers such as 5/8 6/11, found 'five'"),
        ("classic", "5/8", "Classic has no lucky numbers to choose"),
    ],
)
def test_lucky_numbers_that_cannot_be_chosen_are_refused(key: str, lucky: str, said: str) -> None:
    assert run("play", key, "--lucky", lucky, typed="").complaint().endswith(said)
