"""Files of values: gone on with after any interruption, and never taken for what they are not."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import numpy as np
import pytest

from rowlock import NotNotation
from rowlock.solve import Values, read_values, solve
from rowlock.solve.files import Part, ValuesInfo, values_folder
from rowlock.solve.states import make_pad
from tests.solve.pads import MIDDLING, TINY, pad_of

VARIANT = MIDDLING["eightfold"]
ENDS = make_pad(VARIANT).ends.tolist()
HEADER = 4096


def solved(folder: Path, seats: int = 2) -> Path:
    """The file of a solved variant."""
    values = solve(VARIANT, seats, folder=folder, workers=1)
    assert values.path
    return values.path


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return solved(tmp_path_factory.mktemp("whole"))


class Stopping:
    """Watches, and stops the solver as Ctrl-C does."""

    def __init__(self, when: int) -> None:
        self.when = when
        self.seen: list[int] = []

    def __call__(self, done: int, total: int) -> None:
        assert total == ENDS[-1]
        self.seen.append(done)
        if done >= self.when:
            raise KeyboardInterrupt


def stopped(folder: Path, when: int) -> Path:
    """What is left when the solver is stopped as soon as so many sheets are solved."""
    with pytest.raises(KeyboardInterrupt):
        solve(VARIANT, 2, folder=folder, workers=2, watch=Stopping(when))
    (part,) = folder.iterdir()
    assert part.suffix == ".part"
    return part


def go_on(folder: Path) -> tuple[Path, int]:
    """Solve to the end; gives the file, and how many sheets were there already."""
    watch = Stopping(10**9)
    path = solve(VARIANT, 2, folder=folder, workers=1, watch=watch).path
    assert path
    assert list(folder.iterdir()) == [path]
    return path, watch.seen[0]


@pytest.mark.parametrize("level", range(len(ENDS)))
def test_stopped_in_any_level_it_goes_on_to_the_same_bytes(
    level: int, tmp_path: Path, whole: Path
) -> None:
    stopped(tmp_path, ENDS[level])
    path, had = go_on(tmp_path)
    assert had == (ENDS[level - 1] if level else 0)
    assert path.name == whole.name
    assert path.read_bytes() == whole.read_bytes()


def test_stopped_again_and_again_it_comes_to_the_end(tmp_path: Path, whole: Path) -> None:
    for end in ENDS:
        stopped(tmp_path, end)
    assert go_on(tmp_path)[0].read_bytes() == whole.read_bytes()


def test_half_a_level_behind_the_last_whole_one_does_no_harm(tmp_path: Path, whole: Path) -> None:
    part = stopped(tmp_path, ENDS[5])
    with part.open("ab") as file:
        file.write(b"half a level")
    path, had = go_on(tmp_path)
    assert had == ENDS[4]
    assert path.read_bytes() == whole.read_bytes()


def _cut(data: bytes) -> bytes:
    return data[:-1]


def _another_version(data: bytes) -> bytes:
    return data.replace(b'"rowlock": "', b'"rowlock": "9', 1)[: len(data)]


def _between_levels(data: bytes) -> bytes:
    solved = json.loads(data[17:HEADER])["solved"]
    return data.replace(b'"solved": %d' % solved, b'"solved": %d' % (solved - 1), 1)


def _foreign(data: bytes) -> bytes:
    return b"somebody else's" + data[15:]


def _nothing(_: bytes) -> bytes:
    return b""


@pytest.mark.parametrize("spoil", [_cut, _another_version, _between_levels, _foreign, _nothing])
def test_a_spoilt_beginning_is_begun_again(spoil: object, tmp_path: Path, whole: Path) -> None:
    assert callable(spoil)
    part = stopped(tmp_path, ENDS[7])
    part.write_bytes(spoil(part.read_bytes()))
    path, had = go_on(tmp_path)
    assert had == 0
    assert path.read_bytes() == whole.read_bytes()


# Reading


def test_a_whole_file_is_read_without_solving(whole: Path) -> None:
    watch = Stopping(0)
    again = solve(VARIANT, 2, folder=whole.parent, watch=watch)
    assert watch.seen == []
    assert isinstance(again.to_come, np.memmap)
    assert not again.to_come.flags.writeable
    assert read_values(whole, VARIANT, 2).starts == again.starts


def test_the_header_says_what_it_is(whole: Path) -> None:
    data = whole.read_bytes()
    assert data.startswith(b"rowlock values 1\n")
    about = json.loads(data[17:HEADER])
    assert about["variant"] == VARIANT.key
    assert (about["edition"], about["seats"], about["misses"]) == (1, 2, 2)
    assert about["solved"] == about["sheets"] == ENDS[-1]
    assert len(data) == HEADER + ENDS[-1] * 2 * 2 * 8


def refusal(path: Path, seats: int = 2, variant: object = VARIANT) -> str:
    """Why a file is refused, from wherever it is read."""
    with pytest.raises(NotNotation) as caught:
        read_values(path, variant, seats)  # type: ignore[arg-type]
    assert str(caught.value).startswith(f"{path}: ")
    return caught.value.message


def changed(whole: Path, folder: Path, old: bytes, new: bytes) -> Path:
    data = whole.read_bytes()
    assert data.count(old) == 1
    header = data[:HEADER].replace(old, new)
    path = folder / whole.name
    path.write_bytes((header.rstrip() + b" " * HEADER)[:HEADER] + data[HEADER:])
    return path


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'"eightfold"', b'"eightfool"', "of the variant eightfold, found eightfool"),
        (b'"edition": 1', b'"edition": 2', "of the edition 1, found 2"),
        (b'"tables": "', b'"tables": "0', "of the digest of the variant's tables"),
        (b'"seats": 2', b'"seats": 3', "of the number of seats 2, found 3"),
        (b'"misses": 2', b'"misses": 3', "of the shape"),
        (b'"solved": 2', b'"solved": 1', "these values are not whole: 1,937 of 2,937 sheets"),
        (b'"solved": ', b'"solved": "x', "this is no file of values"),
        (b'"solved": 2937', b'"solved": 2937.0', "this is no file of values"),
        (b'"solved": ', b'"resolved": ', "this is no file of values"),
        (b"rowlock values 1", b"rowlock values 2", "this is no file of values"),
    ],
)
def test_a_file_of_something_else_is_refused(
    old: bytes, new: bytes, said: str, whole: Path, tmp_path: Path
) -> None:
    path = changed(whole, tmp_path, old, new)
    assert said in refusal(path)
    assert refusal(path).endswith("; remove it to solve again")
    with pytest.raises(NotNotation, match="remove it to solve again"):
        solve(VARIANT, 2, folder=tmp_path)


@pytest.mark.parametrize("size", [0, 10, HEADER - 1, HEADER, -8, -1])
def test_a_cut_file_is_refused(size: int, whole: Path, tmp_path: Path) -> None:
    path = tmp_path / whole.name
    path.write_bytes(whole.read_bytes()[:size])
    expected = "this is no file of values" if 0 <= size < HEADER else r"bytes, found"
    assert expected in refusal(path)


def test_a_file_with_more_behind_it_is_refused(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / whole.name
    path.write_bytes(whole.read_bytes() + b"!")
    assert "bytes, found" in refusal(path)


def test_a_part_under_the_name_of_a_whole_is_refused(whole: Path, tmp_path: Path) -> None:
    part = stopped(tmp_path, ENDS[-1])
    assert "these values are not whole" in refusal(part.rename(part.with_suffix(".values")))


def test_no_file_at_all_is_said_to_be_none(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none").startswith("no values could be read: No such file")
    assert refusal(tmp_path).startswith("no values could be read: Is a directory")


def test_everything_that_makes_other_values_makes_another_file(tmp_path: Path) -> None:
    rows = "2-4 / 2-4 / 4-2 / 4-2"
    for variant in (
        pad_of("pad", rows),
        pad_of("pad", rows, edition=2),
        pad_of("pad", rows, misses=1),
        pad_of("pad", "2-4 / 2-4 / 4-2 / 4-3"),
        pad_of("other", rows),
    ):
        for seats in (1, 2):
            assert not solve(variant, seats, folder=tmp_path, workers=1).trouble
    assert len(list(tmp_path.iterdir())) == 10


def test_values_are_kept_in_the_users_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    values = solve(TINY["alike"], workers=1)
    assert values.path
    assert values.path.parent == values_folder() == tmp_path / "rowlock" / "values"


# Writing that fails


def is_right(values: Values, whole: Path) -> None:
    """The values are there all the same, and nothing else says where."""
    assert values.path is None
    assert values.starts == read_values(whole, VARIANT, 2).starts
    assert np.array_equal(values.to_come, read_values(whole, VARIANT, 2).to_come)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path, whole: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    values = solve(VARIANT, 2, folder=tmp_path / "file", workers=1)
    assert values.trouble.startswith(f"the values could not be kept as {tmp_path / 'file'}{os.sep}")
    assert values.trouble.endswith(": File exists")
    is_right(values, whole)


def test_a_folder_without_permission_is_told(
    tmp_path: Path, whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> int:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    with monkeypatch.context() as patch:
        patch.setattr("rowlock.solve.files.os.open", refused)
        values = solve(VARIANT, 2, folder=tmp_path, workers=1)
    assert values.trouble.endswith(": Permission denied")
    is_right(values, whole)


@pytest.mark.parametrize("level", [0, 5, len(ENDS) - 1])
def test_a_full_disk_is_told_and_nothing_is_left_on_it(
    level: int, tmp_path: Path, whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = Part.add

    def full(part: Part, values: np.typing.NDArray[np.float64], begin: int, end: int) -> None:
        if end == ENDS[level]:
            part.file.write(b"some of it")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        add(part, values, begin, end)

    with monkeypatch.context() as patch:
        patch.setattr(Part, "add", full)
        values = solve(VARIANT, 2, folder=tmp_path, workers=1)
    assert values.trouble.endswith(": No space left on device")
    assert list(tmp_path.iterdir()) == []
    is_right(values, whole)


def test_a_name_that_cannot_be_given_is_told(
    tmp_path: Path, whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    with monkeypatch.context() as patch:
        patch.setattr("rowlock.solve.files.os.replace", refused)
        values = solve(VARIANT, 2, folder=tmp_path, workers=1)
    assert values.trouble.endswith(": Operation not permitted")
    is_right(values, whole)
    assert go_on(tmp_path)[1] == ENDS[-1]


def test_two_do_not_write_into_one_file(tmp_path: Path, whole: Path) -> None:
    part = Part(tmp_path / whole.name, ValuesInfo.of(VARIANT, 2, ENDS[-1]))
    values = solve(VARIANT, 2, folder=tmp_path, workers=1)
    assert "another process is solving into" in values.trouble
    is_right(values, whole)
    part.close()
    assert go_on(tmp_path)[1] == 0
