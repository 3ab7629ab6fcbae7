"""`check`: every file gets its line, and one bad file is enough for exit code 1."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import rowlock.cli.records
from rowlock import Roll, Variant, shipped_variants
from rowlock.record import MAX_BYTES as RECORD_BYTES
from rowlock.testing import Report, check_variant
from rowlock.variant import MAX_BYTES as VARIANT_BYTES
from tests.cli.running import DEFAULT, a_record, own_variant, run, variant_file

every_variant = pytest.mark.parametrize("key", shipped_variants())


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def _few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """A variant is checked by few games, where the test is not about how well it is checked."""

    def quick(variant: Variant) -> Report:
        return check_variant(variant, games=4)

    monkeypatch.setattr(rowlock.cli.records, "check_variant", quick)


def write(name: str, text: str | bytes) -> str:
    Path(name).write_bytes(text.encode() if isinstance(text, str) else text)
    return name


@every_variant
def test_a_good_record_is_told_with_its_result(key: str) -> None:
    record = a_record(key, 3)
    outcome = record.game().outcome()
    assert outcome is not None
    points = " ".join(map(str, outcome.totals))
    said = f"a good record of {key}, {points}, ended by {outcome.ending.value}"
    for checked in (True, False):
        write("game.rowlock", record.write(checked))
        assert run("check", "game.rowlock").fine() == f"game.rowlock: {said}\n"


def test_a_good_record_of_a_game_under_way_is_told_with_the_turns_played() -> None:
    """A turn counts when its dice are rolled; the next one does not count before."""
    record = a_record()
    for moves in range(12):
        cut = replace(record, moves=record.moves[:moves])
        rolls = sum(isinstance(move, Roll) for move in cut.moves)
        write("game.rowlock", cut.write())
        said = run("check", "game.rowlock").fine()
        turns = "1 turn" if rolls == 1 else f"{rolls} turns"
        assert said == f"game.rowlock: a good record of {DEFAULT}, {turns}, not over\n"


def test_a_good_variant_is_told_with_what_its_games_showed() -> None:
    """The full check of sixty-four games, once."""
    mine = own_variant(Path(), old="needs = 5", new="needs = 4")
    said = run("check", mine).fine()
    assert said.startswith(f"{mine}: a good variant; 64 games, ")
    assert "rows closed: R " in said


def bad_record(old: str, new: str) -> str:
    text = a_record().write()
    assert old in text
    return text.replace(old, new, 1)


BAD: dict[str, tuple[str | bytes, str]] = {
    "an impossible roll": (bad_record("1. 1 2", "1. 1 9"), r":\d+:6: "),
    "a wrong seat": (bad_record("1. 1 ", "1. 2 "), r":\d+:4: turn 1 belongs to seat 1"),
    "a false result": (
        re.sub(r'\[Result ".*"\]', '[Result "1 2"]', a_record().write()),
        r":\d+:\d+: Result: the record says '1 2', the moves give '\d+ \d+'",
    ),
    "a false ending": (
        re.sub(r'\[Ending ".*"\]', '[Ending "boredom"]', a_record().write()),
        r":\d+:\d+: Ending: the record says 'boredom'",
    ),
    "another edition": (
        bad_record('[Edition "', '[Edition "7'),
        r":2:1: the record is of",
    ),
    "no tags": ("1. 1 25r3y6g1b4 Y7 - / G6\n", r":1:1: expected a tag for the variant"),
    "nothing at all": ("", r":1:1: expected a tag for the variant"),
    "only blanks": (" \n\t\n", r":1:1: expected a tag for the variant"),
    "an unknown variant": (
        bad_record(DEFAULT, "clasic"),
        r":1:1: no variant is called",
    ),
    "too many seats": (
        bad_record('[Seats "2"]', '[Seats "9"]'),
        r":3:1: Seats: expected",
    ),
    "too much": (" " * (RECORD_BYTES + 1), rf": .*at most {RECORD_BYTES} bytes"),
    "no text": (b"\xff\xfe\x00", r": expected UTF-8 text; byte 1 is not"),
    "no text in the middle": (
        a_record().write().encode() + b"\x80",
        r": expected UTF-8 text; byte \d+",
    ),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_record_is_told_with_the_place_and_what_was_expected(what: str) -> None:
    text, said = BAD[what]
    write("game.rowlock", text)
    ran = run("check", "game.rowlock")
    assert re.match(rf"game\.rowlock{said}", ran.complaint()), ran
    assert ran.out == ""


BAD_VARIANTS: dict[str, tuple[str | bytes, str]] = {
    "nothing at all": ("", "name: expected a text"),
    "no TOML": ("name = Classic", "not a TOML file"),
    "too many faces": ("faces = 66", "faces: expected a whole number"),
    "too much": (" " * (VARIANT_BYTES + 1), f"at most {VARIANT_BYTES} bytes"),
    "no text": (b"\xff", "expected UTF-8 text; byte 1 is not"),
}


@pytest.mark.parametrize("what", BAD_VARIANTS)
@pytest.mark.parametrize("folder", ["", "pads/"])
def test_a_bad_variant_is_told_with_its_file_named_once(what: str, folder: str) -> None:
    text, said = BAD_VARIANTS[what]
    if isinstance(text, str) and text.startswith("faces"):
        text = variant_file(DEFAULT).read_text().replace("faces = 6", text)
    Path("pads").mkdir()
    path = write(f"{folder}mine.toml", text)
    complaint = run("check", path).complaint()
    assert complaint.startswith(f"{path}:")
    assert said in complaint
    assert complaint.count("mine.toml") == 1


def test_a_variant_whose_rows_never_close_is_refused_in_a_sentence() -> None:
    """Read without fault, but no good: the first miss ends the game before any lock."""
    mine = own_variant(Path(), old="misses = 4", new="misses = 1")
    mine.write_text(mine.read_text().replace("needs = 5", "needs = 10"))
    complaint = run("check", mine).complaint()
    assert complaint.startswith(f"{mine}: row ")
    assert "was never closed" in complaint


def test_what_fails_without_a_word_is_told_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def wordless(variant: Variant) -> Report:
        raise AssertionError

    monkeypatch.setattr(rowlock.cli.records, "check_variant", wordless)
    mine = own_variant(Path())
    assert run("check", mine).complaint() == f"{mine}: AssertionError, and not a word more"


@pytest.mark.usefixtures("_few_games")
def test_every_file_gets_a_line_and_one_bad_one_is_enough() -> None:
    good, bad = write("good.rowlock", a_record().write()), write("bad.rowlock", "nonsense")
    mine, wrong = str(own_variant(Path())), write("wrong.toml", "nonsense")
    other = write("other.rowlock", a_record(shipped_variants()[-1]).write())
    Path("folder").mkdir()
    ran = run("check", bad, good, wrong, "nobody.rowlock", mine, "folder", "nobody.toml", other)
    assert ran.code == 1
    assert [line.split(":")[0] for line in ran.out.splitlines()] == [good, mine, other]
    assert all("a good " in line for line in ran.out.splitlines())
    complaints = ran.err.splitlines()
    assert [line.split(":")[:2] for line in complaints] == [
        ["rowlock", f" {name}"] for name in (bad, wrong, "nobody.rowlock", "folder", "nobody.toml")
    ]
    assert "Traceback" not in ran.err


@pytest.mark.usefixtures("_few_games")
def test_good_files_alone_are_no_complaint() -> None:
    good, mine = write("good.rowlock", a_record().write()), own_variant(Path())
    assert len(run("check", good, mine, good).fine().splitlines()) == 3


def test_a_bad_file_after_a_good_one_and_before_is_not_forgotten() -> None:
    good, bad = write("good.rowlock", a_record().write()), write("bad.rowlock", "nonsense")
    assert run("check", good, bad).code == run("check", bad, good).code == 1


def test_a_folder_or_a_missing_file_is_told_as_such() -> None:
    Path("folder").mkdir()
    assert run("check", "folder").complaint() == "folder: Is a directory"
    assert run("check", "nobody.rowlock").complaint() == "nobody.rowlock: No such file or directory"
    assert "nobody.toml: " in run("check", "nobody.toml").complaint()
    assert run("check", "good/nobody").complaint() == "good/nobody: No such file or directory"


def test_a_file_without_end_is_refused() -> None:
    assert "too large" in run("check", "/dev/zero").complaint()


def own_record() -> str:
    variant = replace(a_record().variant, key="mine")
    return replace(a_record(), variant=variant).write()


def test_a_record_of_somebodys_own_variant_is_checked_beside_its_file() -> None:
    Path("pads").mkdir()
    own_variant(Path("pads"))
    path = write("pads/game.rowlock", own_record())
    assert "a good record of mine" in run("check", path).fine()


def test_a_record_of_somebodys_own_variant_elsewhere_is_checked_with_the_option() -> None:
    Path("pads").mkdir()
    mine = own_variant(Path("pads"))
    path = write("game.rowlock", own_record())
    assert "a good record of mine" in run("check", path, "--variant", mine).fine()
    assert "no variant is called 'mine'" in run("check", path).complaint()


def test_the_option_does_not_touch_records_of_shipped_variants() -> None:
    """`rowlock check *.rowlock --variant mine.toml` in a folder with games of both."""
    Path("pads").mkdir()
    mine = own_variant(Path("pads"), old="needs = 5", new="needs = 9")
    own = replace(a_record().variant, key="mine")
    short = replace(a_record(), variant=own, moves=a_record().moves[:9])
    write("mine.rowlock", short.write())
    write("other.rowlock", a_record().write())
    out = run("check", "mine.rowlock", "other.rowlock", "--variant", mine).fine()
    assert "mine.rowlock: a good record of mine" in out
    assert f"other.rowlock: a good record of {DEFAULT}" in out


def test_a_bad_variant_beside_a_record_is_told_by_its_own_name() -> None:
    own_variant(Path(), old="faces = 6", new="faces = 66")
    path = write("game.rowlock", own_record())
    complaint = run("check", path).complaint()
    assert complaint.startswith(path)
    assert "mine.toml: faces: expected" in complaint


def test_a_bad_variant_in_the_option_is_told_for_each_record() -> None:
    path = write("game.rowlock", own_record())
    assert "nobody.toml" in run("check", path, "--variant", "nobody.toml").complaint()
    assert "no variant is called" in run("check", path, "--variant", "nobody").complaint()


def test_a_path_with_a_colon_or_a_blank_is_told_whole() -> None:
    for name in ("a:b.rowlock", "a b.rowlock", "-.rowlock"):
        write(name, "")
        assert run("check", "--", name).complaint().startswith(f"{name}:1:1: ")


@pytest.mark.parametrize("path", ["mine.toml", "../mine.toml", "/etc/mine.toml", "./mine", "mine/"])
def test_a_record_never_names_a_path_that_is_then_read(path: str) -> None:
    """Records come from strangers."""
    own_variant(Path())
    write("game.rowlock", own_record().replace('[Variant "mine"]', f'[Variant "{path}"]'))
    complaint = run("check", "game.rowlock").complaint()
    assert complaint.startswith(f"game.rowlock:1:1: no variant is called {path!r}")
