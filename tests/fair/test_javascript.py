"""docs/verify.mjs, the second verifier, agrees with the first."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from rowlock import Record, RowlockError, find_variant, read_record, shipped_variants
from rowlock.fair import real_tags, verify
from tests.cli.running import Ran
from tests.fair import spec
from tests.fair.games import SEED, SEEDS, changed, fair_game, other_roll, without

PROGRAM = Path(__file__).parents[2] / "docs" / "verify.mjs"
GAME = fair_game()
MIXED = {
    seats: "seeds of "
    + ", ".join(f"seat {i}" for i, seed in enumerate(SEEDS[:seats], 1) if seed)
    + ", promised beforehand"
    for seats in (1, 2, 5, 8)
}


def node(*arguments: str | Path) -> Ran:
    """Run the program; where tests must not be left out, Node must be there."""
    found = shutil.which("node")
    if found is None:
        sentence = "docs/verify.mjs is tested with Node 18 or newer; there is no `node` here"
        if os.environ.get("CI"):
            pytest.fail(sentence)
        pytest.skip(sentence)
    run = subprocess.run(
        [found, PROGRAM, *arguments], capture_output=True, text=True, encoding="utf-8", timeout=60
    )
    return Ran(run.returncode, run.stdout, run.stderr)


def verified(folder: Path, text: str | Record, *options: str) -> Ran:
    path = folder / "game.rowlock"
    path.write_text(text if isinstance(text, str) else text.write(), encoding="utf-8")
    return node(path, *options)


def complaint(ran: Ran) -> str:
    """The one sentence in which the program says what is wrong."""
    assert (ran.code, ran.out) == (1, ""), ran
    assert ran.err.startswith("verify: ")
    assert len(ran.err.splitlines()) == 1, ran.err
    return ran.err.removeprefix("verify: ").rstrip("\n")


def faces(key: str) -> tuple[str, ...]:
    known = find_variant(key).faces
    return () if known == 6 else ("--faces", str(known))


@pytest.mark.parametrize("key", shipped_variants())
@pytest.mark.parametrize("seats", [1, 2, 5, 8])
def test_good_games_are_verified(key: str, seats: int, tmp_path: Path) -> None:
    record = fair_game(key, seats)
    said = verified(tmp_path, record, *faces(key)).fine()
    assert said == (
        f"{tmp_path / 'game.rowlock'}: fair dice: {len(record.rolls())} rolls and the lot for "
        f"the first seat checked, commitment {spec.committed(SEED)}; {MIXED[seats]}.\n"
    )


@pytest.mark.parametrize("key", shipped_variants())
def test_changed_rolls_are_found(key: str, tmp_path: Path) -> None:
    record, true, other = other_roll(fair_game(key), 9)
    said = complaint(verified(tmp_path, record, *faces(key)))
    assert said.endswith(f"faces give {true}, found 9. {other}")


def test_free_white_space_and_comments_are_read(tmp_path: Path) -> None:
    parts = GAME.write().split('"')  # what stands in quotation marks stays as it is
    parts[::2] = [part.replace(" ", "\n\t ") for part in parts[::2]]
    text = '"'.join(parts).replace("\n\n1.", '\n; 1. 1 11 [Mix ""] "\n\n\n1.')
    text = "\ufeff" + text.replace('[Date\n\t "', '[Note "a ; \\"b\\" ["]\n[Date "')
    assert text.count("\n\t ") > 100
    assert '; 1. 1 11 [Mix ""]' in text
    assert '[Note "a ; ' in text
    assert verify(read_record(text)).rolls == len(GAME.rolls())
    verified(tmp_path, text).fine()


def test_what_could_be_read_in_two_ways_is_refused_by_both(tmp_path: Path) -> None:
    """The last of two tags, or what stands after the turns, might be what somebody believes."""
    text = GAME.write()
    lines = text.splitlines(keepends=True)
    tags = [line for line in lines if line.startswith("[")]
    doubled = [text.replace(line, line + line) for line in tags]
    spaced = text.replace("[Date ", '[Seat 2 "x"]\n[Seat\t 2 "y"]\n[Date ')
    late = [text + line for line in ('[Table "other"]\n', '[Note "new"]\n', tags[0])]
    junk = [text + rest for rest in ('"garbage\n', "[broken\n", "]", "\ufeff", "ä", "{}")]
    inside = [
        text.replace('[Date "', f'[Note "{value}"]\n[Date "')
        for value in ("a\x85b", "a\u2028b", "a\u00a0b", "a\nb", "a\\b", "a\ufeffb", "\0")
    ]
    named = [text.replace("[Date ", f"[{name} ") for name in ("_Date", "Da-te", "\ufeffDate", "1")]
    for lie in (*doubled, spaced, *late, *junk, *inside, *named):
        assert lie != text
        with pytest.raises(RowlockError):
            verify(read_record(lie))
        said = complaint(verified(tmp_path, lie))
        assert ": expected each tag once, and then turns, found " in said


def test_names_are_read_as_people_write_them(tmp_path: Path) -> None:
    for name in ("Zoë", "Ali\u200cReza", "👩\u200d🚀", "李", "a ; b", '"', "\\", "__proto__"):
        verified(tmp_path, replace(GAME, names=(name, "Ben", "Cleo"))).fine()


def test_without_a_lot_the_first_seat_is_not_checked(tmp_path: Path) -> None:
    assert "the lot" not in verified(tmp_path, fair_game(lot=False)).fine()


def test_a_game_broken_off_is_verified(tmp_path: Path) -> None:
    assert "fair dice: 0 rolls" in verified(tmp_path, fair_game(turns=0)).fine()
    owed = replace(GAME, moves=GAME.moves[:2])
    assert "fair dice: 1 rolls" in verified(tmp_path, owed).fine()


def test_a_changed_lot_is_found(tmp_path: Path) -> None:
    drawn = GAME.first + 1
    said = complaint(verified(tmp_path, replace(GAME, first=drawn % 3, moves=())))
    assert said.endswith(f": the lot gives seat {drawn}, the record says seat {drawn % 3 + 1}")


def test_a_changed_seed_or_commitment_is_found(tmp_path: Path) -> None:
    for tag in ("ServerSeed", "Commitment"):
        said = complaint(verified(tmp_path, changed(GAME, tag, "0" * 64)))
        assert ": the seed gives " in said
        assert ", promised was " in said


@pytest.mark.parametrize(("tag", "value"), [("Mix", "a1b2,,c3-"), ("Table", "k7Qm-2_y")])
def test_a_changed_mix_or_table_is_found(tag: str, value: str, tmp_path: Path) -> None:
    record = without(without(changed(GAME, tag, value), "Lot"), "SeedCommitments")
    assert ": turn 1: dice of 6 faces give " in complaint(verified(tmp_path, record))


def test_wrong_faces_are_told(tmp_path: Path) -> None:
    said = complaint(verified(tmp_path, GAME, "--faces", "8"))
    assert ": dice of 8 faces give " in said


def test_turns_in_another_order_are_found(tmp_path: Path) -> None:
    text = GAME.write().replace("\n2. ", "\n3. ")
    assert ": turn 2: " in complaint(verified(tmp_path, text))


@pytest.mark.parametrize("tag", ["Table", "Dice", "Commitment", "Mix", "ServerSeed"])
def test_a_missing_tag_is_named(tag: str, tmp_path: Path) -> None:
    said = complaint(verified(tmp_path, without(GAME, tag)))
    assert f": expected a tag [{tag}] that fits " in said
    assert said.endswith("found none")


@pytest.mark.parametrize(
    ("tag", "value"),
    [
        ("ServerSeed", "0" * 63),
        ("ServerSeed", "A" * 64),
        ("Commitment", "g" * 64),
        ("Mix", "a,b"),
        ("Mix", "a,b,c,d"),
        ("Mix", "a b,,"),
        ("Table", ""),
        ("Lot", "no"),
    ],
)
def test_a_malformed_tag_is_named(tag: str, value: str, tmp_path: Path) -> None:
    said = complaint(verified(tmp_path, changed(GAME, tag, value)))
    assert f": expected a tag [{tag}] that fits " in said
    assert said.endswith(f"found {value}")


def test_real_dice_cannot_be_verified(tmp_path: Path) -> None:
    said = complaint(verified(tmp_path, Record(GAME.variant, 2, tags=real_tags("kitchen"))))
    assert said.endswith(": expected a tag [Dice] that fits /^server$/, found real")


@pytest.mark.parametrize(
    "arguments", [(), ("a", "b"), ("a", "--faces", "1"), ("a", "--faces", "6", "b")]
)
def test_a_wrong_command_line_is_told(arguments: tuple[str, ...]) -> None:
    assert complaint(node(*arguments)).startswith("expected a record and perhaps the faces")


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert "no such file" in complaint(node(tmp_path / "none.rowlock"))


def test_the_program_stays_short_and_needs_nothing_but_node() -> None:
    lines = PROGRAM.read_text(encoding="utf-8").splitlines()
    assert 80 < len(lines) <= 90  # docs/fair-dice.md calls them ninety
    imports = [line.rsplit(" ", 1)[1] for line in lines if line.startswith("import ")]
    assert imports == ['"node:crypto";', '"node:fs";']


# The seeds of the players


def test_a_seed_at_the_seat_of_a_bot_is_refused(tmp_path: Path) -> None:
    record = fair_game(seeds=("a1b2", "luck", "c3-_"))
    for lie in (record, without(record, "SeedCommitments")):
        said = complaint(verified(tmp_path, lie))
        assert said.endswith(": seat 2 is a bot's (keen), and bots give no seeds")
    for lie in (without(record, "Players"), changed(record, "Players", "you you")):
        assert ": expected a tag [Players] that fits " in complaint(verified(tmp_path, lie))


def test_older_records_and_those_without_seeds_say_so(tmp_path: Path) -> None:
    older = verified(tmp_path, fair_game(promised=False)).fine()
    assert older.endswith("; seeds of seat 1, seat 3, not promised beforehand.\n")
    none = without(fair_game(seeds=("", "", ""), promised=False), "Players")
    for record in (none, fair_game(seeds=("", "", ""))):
        said = verified(tmp_path, record).fine()
        assert said.endswith("; nobody but the server gave a seed.\n")


def test_a_seed_that_was_not_promised_is_found(tmp_path: Path) -> None:
    first, third = (spec.committed(seed.encode()) for seed in ("a1b2", "c3-_"))
    other = spec.committed(b"other")
    for value, seat, fitting, promised in (
        (f"{other},,{third}", 1, first, other),
        (f"{first},,", 3, third, "none"),
        (f"{first},{other},{third}", 2, "none", other),
        (f"{first},{spec.committed(b'')},{third}", 2, "none", spec.committed(b"")),
    ):
        said = complaint(verified(tmp_path, changed(GAME, "SeedCommitments", value)))
        assert said.endswith(f": the seed of seat {seat} gives {fitting}, promised was {promised}")
    for value in ("x", f"{first},", f"{first.upper()},,"):
        said = complaint(verified(tmp_path, changed(GAME, "SeedCommitments", value)))
        assert ": expected a tag [SeedCommitments] that fits " in said
