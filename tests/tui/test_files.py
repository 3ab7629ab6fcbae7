"""Games as files: read with a limit, written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import rowlock.variants
from rowlock import (
    NotNotation,
    Record,
    UnknownVariant,
    find_variant,
    load_variant,
    play,
    shipped_variants,
)
from rowlock.players import Keen
from rowlock.record import MAX_BYTES, read_record
from rowlock.tui.files import FileSaver, load_record, read_limited
from tests.tui.sitting import Sitting, fresh

KEY = shipped_variants()[0]
RECORD = play(find_variant(KEY), [Keen(), Keen()])


def own_variant(folder: Path, name: str = "mine") -> Path:
    """Somebody's own variant: the first shipped one under another name."""
    path = folder / f"{name}.toml"
    path.write_bytes((Path(rowlock.variants.__file__).parent / f"{KEY}.toml").read_bytes())
    return path


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def files() -> list[str]:
    return sorted(os.listdir())


def test_a_game_is_written_as_its_record_and_nothing_is_left_over() -> None:
    assert FileSaver("a.rowlock").save(RECORD) == "a.rowlock"
    assert files() == ["a.rowlock"]
    assert Path("a.rowlock").read_text(encoding="utf-8") == RECORD.write()
    assert load_record("a.rowlock").write() == RECORD.write()


def test_a_game_is_kept_only_if_a_file_was_asked_for() -> None:
    FileSaver(None).keep(RECORD)
    assert files() == []
    FileSaver("a.rowlock").keep(RECORD)
    assert files() == ["a.rowlock"]


def test_a_game_without_a_name_gets_one_that_nobody_uses() -> None:
    names = {FileSaver(None).save(RECORD) for _ in range(5)}
    assert len(names) == 5
    assert files() == sorted(names)
    assert all(name.startswith("game-") and name.endswith(".rowlock") for name in names)


def test_a_game_without_a_name_keeps_the_one_it_got() -> None:
    saver = FileSaver(None)
    assert saver.save(RECORD) == saver.save(RECORD)
    assert len(files()) == 1


def test_a_game_saved_under_a_name_goes_on_there() -> None:
    saver = FileSaver(None)
    assert saver.save(RECORD, "b.rowlock") == "b.rowlock"
    assert saver.save(Record(RECORD.variant)) == "b.rowlock"
    assert load_record("b.rowlock").moves == ()


def test_saving_over_an_older_game_replaces_it_whole() -> None:
    saver = FileSaver("a.rowlock")
    saver.save(RECORD)
    saver.save(Record(RECORD.variant))
    assert Path("a.rowlock").read_text(encoding="utf-8") == Record(RECORD.variant).write()
    assert files() == ["a.rowlock"]


def test_a_crash_while_saving_leaves_the_old_file_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    FileSaver("a.rowlock").save(RECORD)

    def crash(source: object, target: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, "replace", crash)
    with pytest.raises(OSError, match="no space left"):
        FileSaver("a.rowlock", own=True).save(Record(RECORD.variant))
    assert files() == ["a.rowlock"]
    assert Path("a.rowlock").read_text(encoding="utf-8") == RECORD.write()


NOWHERE = ["no such folder/a.rowlock", "a file/a.rowlock", "a folder", ".", "..", "/", "a\0b"]


@pytest.mark.parametrize("where", NOWHERE)
def test_a_place_where_nothing_can_be_saved_is_an_error_and_leaves_nothing_behind(
    where: str,
) -> None:
    Path("a folder").mkdir()
    Path("a file").touch()
    with pytest.raises((OSError, ValueError)):
        FileSaver(None).save(RECORD, where)
    assert files() == ["a file", "a folder"]


@pytest.mark.parametrize("where", NOWHERE)
def test_typing_such_a_place_says_so_and_the_game_goes_on(where: str) -> None:
    Path("a folder").mkdir()
    Path("a file").touch()
    sitting = Sitting(fresh(KEY), [f"save {where}", "-"])
    sitting.table.saver = FileSaver(None)
    sitting.run()
    assert sitting.screens[1].startswith("The game could not be saved")
    assert len(sitting.moves) == 2


def test_a_place_that_failed_does_not_become_where_the_game_is_kept() -> None:
    saver = FileSaver("a.rowlock")
    with pytest.raises(OSError, match="No such file"):
        saver.save(RECORD, "no such folder/b.rowlock")
    saver.keep(RECORD)
    assert files() == ["a.rowlock"]


def test_a_failure_names_the_place_asked_for_and_not_a_hidden_one() -> None:
    sitting = Sitting(fresh(KEY), ["save no such folder/b.rowlock"])
    sitting.table.saver = FileSaver(None)
    said = sitting.run().screens[1]
    assert "no such folder/b.rowlock" in said
    assert f".b.rowlock.{os.getpid()}" not in said


def test_a_file_is_read_up_to_the_limit_and_not_beyond() -> None:
    Path("most").write_bytes(b" " * MAX_BYTES)
    Path("more").write_bytes(b" " * (MAX_BYTES + 1))
    assert len(read_limited("most")) == MAX_BYTES
    with pytest.raises(NotNotation, match=f"^more: .*at most {MAX_BYTES} bytes"):
        read_limited("more")


def test_a_file_without_end_is_refused_and_not_read_for_ever() -> None:
    with pytest.raises(NotNotation, match="too large"):
        read_limited("/dev/zero")


def own_record(name: str = "mine") -> None:
    Path("folder").mkdir(exist_ok=True)
    variant = load_variant(own_variant(Path("folder"), name))
    Path("folder/game.rowlock").write_text(play(variant, [Keen(), Keen()]).write())


def test_a_record_of_somebodys_own_variant_finds_it_beside_itself() -> None:
    own_record()
    assert load_record("folder/game.rowlock").variant.key == "mine"


def test_a_record_of_somebodys_own_variant_finds_it_where_it_is_told_to() -> None:
    own_record()
    Path("folder/mine.toml").rename("mine.toml")
    assert load_record("folder/game.rowlock", "mine.toml").variant.key == "mine"
    with pytest.raises(
        UnknownVariant, match=r"game\.rowlock:1:1: no variant is called 'mine'.*\.toml"
    ):
        load_record("folder/game.rowlock")


def test_a_file_beside_a_record_never_stands_in_for_a_shipped_variant() -> None:
    """Else a record would mean something else wherever somebody left such a file."""
    own_record(KEY)
    changed = Path(f"folder/{KEY}.toml")
    changed.write_text(changed.read_text().replace("edition = 1", "edition = 77"))
    Path("folder/game.rowlock").write_text(RECORD.write())
    assert load_record("folder/game.rowlock").variant is find_variant(KEY)


def test_a_variant_given_for_others_never_stands_in_for_a_shipped_one() -> None:
    """`--variant` is for records whose variant does not ship; see its help."""
    own_record()
    Path("game.rowlock").write_text(RECORD.write())
    assert load_record("game.rowlock", "folder/mine.toml").variant.key == KEY


def test_a_record_read_from_a_file_is_the_record_read_from_its_text() -> None:
    Path("a.rowlock").write_text(RECORD.write(), encoding="utf-8")
    assert load_record("a.rowlock") == read_record(RECORD.write())


def test_saving_through_a_link_writes_where_it_leads_and_keeps_the_link() -> None:
    Path("link.rowlock").symlink_to("real.rowlock")
    FileSaver("link.rowlock").save(RECORD)
    assert Path("link.rowlock").is_symlink()
    assert load_record("real.rowlock").write() == RECORD.write()


def test_what_is_no_plain_file_is_never_replaced_by_one() -> None:
    """Such as a pipe, or /dev/null for somebody who may do anything."""
    os.mkfifo("pipe.rowlock")
    with pytest.raises(OSError, match=r"pipe\.rowlock"):
        FileSaver("pipe.rowlock").save(RECORD)
    assert Path("pipe.rowlock").is_fifo()


def test_a_file_of_somebody_else_is_never_written_over() -> None:
    Path("diary.txt").write_text("Dear diary")
    saver = FileSaver("diary.txt")
    with pytest.raises(FileExistsError, match=r"there is such a file already: 'diary\.txt'"):
        saver.save(RECORD)
    with pytest.raises(FileExistsError):
        FileSaver(None).save(RECORD, "diary.txt")
    assert Path("diary.txt").read_text() == "Dear diary"
    saver.save(RECORD, "other.rowlock")
    saver.save(RECORD, "other.rowlock")
    assert files() == ["diary.txt", "other.rowlock"]
