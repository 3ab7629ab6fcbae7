"""The docs run, and say what the code says."""

from __future__ import annotations

import argparse
import doctest
import re
from pathlib import Path

import pytest

import rowlock
from reports import ROOT, paste
from rowlock import (
    errors,
    events,
    find_variant,
    read_record,
    read_variant,
)
from rowlock.cli import make_parser
from rowlock.dice import Roll
from rowlock.errors import RowlockError
from rowlock.mechanics import known
from rowlock.moves import parse_move
from rowlock.players import player_codes
from rowlock.testing import check_variant
from rowlock.tui.words import ENGLISH

HELP = ENGLISH("help")
PAGES = paste.pages()
NOTATION = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
COMMANDS = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
ROOMS = (ROOT / "docs" / "rooms.md").read_text(encoding="utf-8")


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def blocks(text: str, language: str) -> list[tuple[str, str]]:
    """The fenced blocks of a language: what follows the language's name, and the text."""
    fenced = re.compile(rf"^```{language}(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return fenced.findall(text)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_pasted_parts_are_what_the_code_gives(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert paste.pasted(page, text) == text, "run: make docs"


def test_the_picture_is_what_the_table_shows() -> None:
    assert paste.PICTURE.read_text(encoding="utf-8") == paste.terminal(), "run: make docs"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_python_in_the_docs_runs(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    code = "\n".join(text for _, text in blocks(page.read_text(encoding="utf-8"), "python"))
    test = doctest.DocTestParser().get_doctest(code, {}, name(page), name(page), 0)
    told: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(test, out=told.append)
    assert result.failed == 0, "".join(told)


def test_the_readme_shows_about_ten_lines_of_library_use() -> None:
    code = blocks((ROOT / "README.md").read_text(encoding="utf-8"), "python")
    assert 8 <= sum(text.count(">>>") for _, text in code) <= 12


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#]+)", text) + re.findall(r"^\[\w+\]: (\S+)", text, re.MULTILINE)
    local = [target for target in targets if "://" not in target]
    assert [t for t in local if not (page.parent / t).exists()] == []


# The notation


def test_the_moves_of_the_notation_page_read_back() -> None:
    lines = "".join(text for _, text in blocks(NOTATION, "move")).split()
    assert [str(parse_move(line)) for line in lines] == lines
    assert len(lines) == 4


def test_the_rolls_of_the_notation_page_read_back() -> None:
    lines = "".join(text for _, text in blocks(NOTATION, "roll")).split()
    assert [str(Roll.parse(line)) for line in lines] == lines
    assert lines


def test_the_sheets_of_the_notation_page_read_back() -> None:
    found = blocks(NOTATION, "sheet")
    assert len(found) == 3
    for key, text in found:
        for line in text.splitlines():
            assert str(find_variant(key).sheet(line)) == line


def test_the_records_of_the_notation_page_are_good() -> None:
    found = blocks(NOTATION, "record")
    assert len(found) == 2
    for _, text in found:
        record = read_record(text)
        assert read_record(record.write()) == record


def test_the_refused_records_are_refused_in_those_words() -> None:
    wrong, messages = blocks(NOTATION, "record-error"), blocks(NOTATION, "message")
    assert len(wrong) == len(messages) == 3
    for (_, text), (_, message) in zip(wrong, messages, strict=True):
        with pytest.raises(RowlockError) as caught:
            read_record(text)
        assert str(caught.value) == message.strip()


def test_every_event_is_documented_with_its_fields() -> None:
    for event in events.Event.__args__:
        row = re.search(rf"^\| `{event.__name__.lower()}` \| (.*?) \|", NOTATION, re.MULTILINE)
        assert row, event
        assert set(re.findall(r"`(\w+)`", row[1])) == set(event.__slots__), event


# Commands, rooms, errors


def test_every_command_and_option_is_documented() -> None:
    (commands,) = [a for a in make_parser()._actions if isinstance(a, argparse._SubParsersAction)]
    for command, parser in commands.choices.items():
        assert f"\n## {command}\n" in COMMANDS
        for action in parser._actions:
            for option in action.option_strings:
                assert option in COMMANDS, f"{command} {option}"


def test_every_bot_and_every_word_at_the_prompt_is_documented() -> None:
    for code in player_codes():
        assert f"`{code}`" in COMMANDS
    for word in re.findall(r"^  (\S+)", HELP, re.MULTILINE):
        assert f"`{word}" in COMMANDS


def test_every_room_is_in_the_picture_of_the_house() -> None:
    source = ROOT / "src" / "rowlock"
    rooms = {p.name for p in source.glob("*.py")} | {
        f"{p.parent.name}/" for p in source.glob("*/__init__.py")
    }
    for room in rooms:
        assert re.search(rf"^  {room} ", ROOMS, re.MULTILINE), room


def test_every_room_of_the_server_is_in_its_picture() -> None:
    source = ROOT / "src" / "rowlock" / "server"
    picture = ROOMS.split("\nsrc/rowlock/server/\n")[1].split("```")[0]
    listed = re.findall(r"^  (\S+) ", picture, re.MULTILINE)
    rooms = {p.name for p in source.glob("*.py") if p.stem != "__init__"}
    rooms |= {f"{p.parent.name}/" for p in source.glob("*/__init__.py")}
    assert sorted(listed) == sorted(rooms)


def test_every_test_folder_is_in_the_picture_of_the_house() -> None:
    for folder in (ROOT / "tests").glob("*/__init__.py"):
        assert re.search(rf"\b{folder.parent.name}/", ROOMS), folder.parent.name


def test_every_error_and_every_rule_is_documented() -> None:
    adding = (ROOT / "docs" / "adding-a-variant.md").read_text(encoding="utf-8")
    for error in RowlockError.__subclasses__():
        assert f"`{error.__name__}`" in ROOMS
        assert error.__name__ in errors.__all__
        assert error.__name__ in rowlock.__all__
    for rule in known().values():
        assert f"   - `{rule.name}`: " in adding
        for key in rule.keys:
            assert re.search(rf"\b{key}\b", adding)


def test_adding_a_variant_takes_at_most_eleven_steps() -> None:
    adding = (ROOT / "docs" / "adding-a-variant.md").read_text(encoding="utf-8")
    steps = [int(n) for n in re.findall(r"^(\d+)\. \*\*", adding, re.MULTILINE)]
    assert steps == list(range(1, len(steps) + 1))
    assert 0 < len(steps) <= 11


def test_the_example_file_mixes_two_ideas_and_is_good() -> None:
    path = ROOT / "docs" / "examples" / "chain_of_colours.toml"
    variant = read_variant(path.read_bytes(), path.stem, path.name)
    cells = variant.page(0).cells.values()
    assert len(variant.rules) == 1
    assert any(cell.colour != cell.row for cell in cells)
    assert len({(cell.colour, cell.number) for cell in cells}) == len(cells) == 44
    report = check_variant(variant)
    assert dict(report.causes)["bonus"] > 100


def test_the_trade_mark_is_named() -> None:
    assert "trade mark" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_changelog_knows_this_version() -> None:
    assert f"## {rowlock.__version__} " in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
