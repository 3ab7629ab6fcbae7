"""`variants`, `rules`, `sheet`, help and version; exit codes and mistakes of every sort."""

from __future__ import annotations

import glob
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import rowlock.cli.records
from rowlock import Variant, __version__, find_variant, shipped_variants
from rowlock.languages import LANGUAGES
from rowlock.mechanics.chain import Chain
from rowlock.testing import Report, check_variant
from rowlock.tui import Ink, draw_sheet, draw_tally
from rowlock.tui.prose import as_text
from rowlock.variant import MAX_SEATS
from rowlock.variants.pages import rules_page
from tests.cli.running import DEFAULT, a_record, command, environment, own_variant, run
from tests.fair.games import fair_game
from tests.parts import bar_on
from tests.tui.sitting import plain, with_rule

every_variant = pytest.mark.parametrize("key", shipped_variants())
COMMANDS = ("play", "replay", "check", "variants", "rules", "sheet")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# variants


@every_variant
def test_every_variant_is_listed_with_its_facts(key: str) -> None:
    variant = find_variant(key)
    low, high = variant.players
    head, *lines = run("variants").fine().splitlines()
    line = lines[shipped_variants().index(key)]
    assert line.split()[0] == key
    for title, fact in {
        "name": variant.name,
        "players": f"{low}-{high}",
        "dice": f"1-{variant.faces}",
        "edition": str(variant.edition),
    }.items():
        assert line[head.index(title) :].startswith(fact), title
    rules = [rule.title.en for rule in variant.rules]
    assert line[head.index("rules") :] == (", ".join(rules) or "-")


def test_the_list_has_one_line_a_variant_and_fits_the_terminal() -> None:
    lines = run("variants").fine().splitlines()
    assert len(lines) == 1 + len(shipped_variants())
    assert max(map(len, lines)) <= 80


# rules


def rules(key: str, language: str) -> str:
    return f"{as_text(rules_page(key, language))}\n"


def test_the_rules_are_those_of_the_first_variant_if_none_is_named() -> None:
    assert run("rules").fine() == rules(DEFAULT, "en")


@every_variant
def test_piped_rules_are_plain_text_of_a_readable_width(key: str) -> None:
    env = environment(LANG="de_DE.UTF-8", COLUMNS="200")
    ran = subprocess.run(command("rules", key), capture_output=True, env=env, check=True)
    text = ran.stdout.decode()
    assert max(map(len, text.splitlines())) <= 80
    assert not re.search(r"\x1b|\*\*|`|^#|^\||\|$|---\||\]\(|<!--", text, re.MULTILINE)
    assert text.startswith(f"{find_variant(key).name}\n")


@every_variant
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_printed_in_the_language_wished_for(key: str, language: str) -> None:
    assert run("rules", key, "--language", language).fine() == rules(key, language)


@every_variant
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_printed_in_the_language_of_the_system(
    key: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANG", f"{language}_XX.UTF-8")
    assert run("rules", key).fine() == rules(key, language)
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert run("rules", key).fine() == rules(key, "en")


def test_somebodys_own_variant_has_no_rules_page() -> None:
    said = run("rules", own_variant(Path())).complaint()
    assert said == "there is no rule page for 'mine'; a variant file of your own has none"


def test_letters_that_the_terminal_lacks_are_no_crash() -> None:
    env = environment(PYTHONIOENCODING="ascii", LANG="C")
    ran = subprocess.run(
        command("rules", DEFAULT, "--language", "de"), capture_output=True, env=env, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"?" in ran.stdout


# sheet


@every_variant
def test_an_empty_sheet_is_printed_for_every_seat(key: str) -> None:
    variant = find_variant(key)
    for seat in range(1, MAX_SEATS + 1):
        drawn = draw_sheet(variant, variant.sheet("", seat - 1), Ink(False))
        more = "".join(f" + {line.name} 0" for line in variant.page(seat - 1).lines)
        drawn.append(f"Total: R 0 + Y 0 + G 0 + B 0{more} - 0 = 0")
        assert run("sheet", key, "--seat", str(seat)).fine().splitlines() == drawn


def test_the_sum_of_a_sheet_has_its_labels_in_the_language_of_the_command() -> None:
    drawn = run("sheet", "connected_steps", "--language", "de").fine()
    assert " + B 0 + Treppe 0 - 0 = 0" in drawn.splitlines()[-1]


@every_variant
def test_a_sheet_is_printed_with_its_marks(key: str) -> None:
    sheet = a_record(key).game().sheets[0]
    variant = find_variant(key)
    total = f"Total: {draw_tally(variant.tally(sheet), sheet.page)}"
    assert total.endswith(f" = {a_record(key).game().tally(0).total}")
    drawn = [*draw_sheet(variant, sheet, Ink(False)), total]
    assert run("sheet", key, "--marks", str(sheet)).fine().splitlines() == drawn
    coloured = run("sheet", key, "--marks", str(sheet), "--colour", "always").fine()
    assert plain(coloured).splitlines() == drawn
    assert "\x1b[" in coloured


def test_a_sheet_of_somebodys_own_variant_is_printed() -> None:
    assert run("sheet", own_variant(Path())).fine() == run("sheet", DEFAULT).fine()


@every_variant
def test_marks_may_be_written_as_they_are_typed_in_a_game(key: str) -> None:
    first, second = (row.cells for row in find_variant(key).page(0).rows[:2])
    typed = f"{first[3]} {first[1]} {str(second[0]).lower()} x2"
    written = f"R {first[1].number} {first[3].number} | Y {second[0].number} | x2"
    wished = run("sheet", key, "--marks", written).fine()
    assert run("sheet", key, "--marks", typed).fine() == wished
    assert run("sheet", key, "--marks", typed.replace(" ", ", ")).fine() == wished


@pytest.mark.parametrize(
    ("marks", "column", "said"),
    [
        ("R5 R77", 4, "expected a cell of this sheet"),
        ("R5 Q7", 4, "expected a cell of this sheet"),
        ("R5 x9", 4, "expected a cell of this sheet"),
        ("R5 7", 4, "expected a cell of this sheet"),
        ("R12", 1, "R12 cannot be crossed"),
        ("R5 Y3 R5", 7, "R5 cannot be crossed"),
    ],
)
def test_wrong_marks_as_they_are_typed_are_told_with_their_column(
    marks: str, column: int, said: str
) -> None:
    complaint = run("sheet", DEFAULT, "--marks", marks).complaint()
    assert complaint.startswith(f"line 1, column {column}: {said}")


@every_variant
def test_a_variant_may_be_called_as_it_is_printed_in_any_case(key: str) -> None:
    name = find_variant(key).name
    wished = run("sheet", key).fine()
    for typed in (name, name.lower(), name.upper(), key.upper(), f" {name} ".replace(" ", "  ")):
        assert run("sheet", typed).fine() == wished
    assert run("rules", name.upper()).fine() == run("rules", key).fine()
    out = run("play", name, "--seed", "1", "--save", "game.rowlock", typed="quit\n").fine()
    assert out.startswith(f"{name}. ")
    command = shlex.split(out.rpartition("Go on with: ")[2])
    assert "Saved as" in run(*command[1:], typed="quit\n").fine()
    batch = ("replay", "--batch", "1:1", "--variant")
    assert run(*batch, name.lower()).fine() == run(*batch, key).fine()


MARKS = [
    ("Q 3", 1, "expected R, Y, G, B"),
    ("R 5 77", 5, "expected a number of row R"),
    ("R 5 | Y three", 9, "expected a number of row Y"),
    ("R 5 | R 7", 7, "'R' stands here twice"),
    ("R 5 || Y 3", 6, "expected a row"),
    ("R 5 3", 5, "R3 cannot be crossed"),
    ("x99", 1, "expected R, Y, G, B"),
    ("R 5 | bar 1", 7, "expected R, Y, G, B"),
    ("|", 1, "expected a row"),
]


@pytest.mark.parametrize(("marks", "column", "said"), MARKS)
def test_wrong_marks_are_told_with_their_column(marks: str, column: int, said: str) -> None:
    complaint = run("sheet", DEFAULT, "--marks", marks).complaint()
    assert complaint.startswith(f"line 1, column {column}: {said}")


@pytest.mark.parametrize("key", with_rule(Chain))
def test_a_wrong_bar_field_is_told_with_its_column(key: str) -> None:
    fields = len(bar_on(find_variant(key).page(0)))
    complaint = run("sheet", key, "--marks", f"bar 1 {fields + 1}").complaint()
    assert complaint.startswith(
        f"line 1, column 7: expected a field of the bonus bar, 1 to {fields}"
    )


@pytest.mark.parametrize("seat", [0, -1, MAX_SEATS + 1])
def test_a_seat_that_nobody_has_is_refused(seat: int) -> None:
    said = run("sheet", DEFAULT, "--seat", str(seat)).complaint()
    assert said == f"--seat: expected 1 to {MAX_SEATS}, found {seat}"


# help and exit codes


def test_the_version_is_that_of_the_package() -> None:
    assert run("--version").fine() == f"rowlock {__version__}\n"


def test_the_help_lists_every_command_examples_and_exit_codes() -> None:
    text = run("--help").fine()
    assert run() == (0, text, ""), "and so does the command alone"
    for name in COMMANDS:
        assert re.search(rf"^    {name} +[A-Z].*\.$", text, re.MULTILINE)
    assert len(re.findall(r"^  rowlock ", text, re.MULTILINE)) >= len(COMMANDS) - 1
    assert documented() == {0, 1, 2, 130}
    assert max(map(len, text.splitlines())) <= 80


def documented() -> set[int]:
    codes = run("--help").fine().split("exit codes:")[1]
    return {int(code) for code in re.findall(r"^  (\d+)  ", codes, re.MULTILINE)}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_its_own_help(name: str) -> None:
    text = run(name, "--help").fine()
    assert text.startswith(f"usage: rowlock {name} ")
    options = re.findall(r"^  (--?\w[\w-]*)", text, re.MULTILINE)
    assert "-h" in options


def test_the_examples_of_the_help_work_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def quick(variant: Variant) -> Report:
        return check_variant(variant, games=2)

    monkeypatch.setattr(rowlock.cli.records, "check_variant", quick)
    own_variant(Path())
    Path("online.rowlock").write_text(fair_game().write())
    text = run("--help").fine()
    examples = re.findall(r"^  (rowlock .*?)(?:   .*)?$", text.split("examples:")[1], re.MULTILINE)
    assert len(examples) >= 5
    for example in examples:
        words = shlex.split(example)[1:]
        if words[0] == "serve":
            continue  # it would serve for ever; tests/server starts it
        if words[0] == "stats":
            continue  # it complains of games that are not over, as these here; see test_stats
        files = [sorted(glob.glob(word)) if "*" in word else [word] for word in words]
        run(*(name for names in files for name in names), typed="-\n-\n").fine()


def interrupted(monkeypatch: pytest.MonkeyPatch) -> int:
    def ctrl_c(prompt: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", ctrl_c)
    ran = run("play")
    assert len(list(Path().glob("game-*.rowlock"))) == 1
    assert ran.err == ""
    return ran.code


EXIT_CODES: dict[int, Callable[[pytest.MonkeyPatch], int]] = {
    0: lambda _: run("play", typed="quit\n").code,
    1: lambda _: run("play", "nothing").code,
    2: lambda _: run("play", "--nothing").code,
    130: interrupted,
}


@pytest.mark.parametrize("code", EXIT_CODES)
def test_every_documented_exit_code_happens(code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(EXIT_CODES) == documented()
    assert EXIT_CODES[code](monkeypatch) == code


def test_ctrl_c_elsewhere_is_130_too_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(variant: Variant) -> Report:
        raise KeyboardInterrupt

    monkeypatch.setattr(rowlock.cli.records, "check_variant", slow)
    assert run("check", own_variant(Path())) == (130, "", "")


WRONG_USE = [
    ["nothing"],
    ["--nothing"],
    ["play", "--nothing"],
    ["play", "--seed", "many"],
    ["play", "--colour", "mauve"],
    ["play", DEFAULT, "more"],
    ["replay"],
    ["replay", "a", "b"],
    ["replay", "a", "--at", "noon"],
    ["check"],
    ["variants", "more"],
    ["rules", DEFAULT, "--language", "la"],
    ["play", "--language", "la"],
    ["play", "--locks", "loud"],
    ["sheet", DEFAULT, "--seat", "first"],
    ["sheet", DEFAULT, "--marks"],
]


@pytest.mark.parametrize("arguments", WRONG_USE, ids=" ".join)
def test_a_wrong_command_line_exits_with_2_and_shows_the_usage(arguments: list[str]) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    usage, *_, last = ran.err.splitlines()
    assert usage.startswith("usage: rowlock")
    assert re.match(r"rowlock( \w+)?: error: .", last)


MISTAKES = [
    ["play", "clasic"],
    ["play", "nobody.toml"],
    ["play", "bad.toml"],
    ["play", "folder.toml"],
    ["play", "--seats", "nobody"],
    ["play", "--load", "nobody.rowlock"],
    ["play", "--load", "folder.toml"],
    ["play", "--load", "bad.rowlock"],
    ["replay", "nobody.rowlock"],
    ["replay", "bad.rowlock"],
    ["replay", "folder.toml"],
    ["replay", "good.rowlock", "--at", "999"],
    ["replay", "good.rowlock/inside"],
    ["check", "nobody.rowlock"],
    ["check", "bad.rowlock"],
    ["check", "bad.toml"],
    ["rules", "clasic"],
    ["rules", "nobody.toml"],
    ["sheet", "clasic"],
    ["sheet", ""],
    ["sheet", "bad.toml"],
    ["sheet", DEFAULT, "--marks", "Z"],
    ["sheet", DEFAULT, "--marks", "R\n5 \x1b[2J"],
    ["sheet", "x" * 5000],
    ["sheet", "a\nb"],
    ["play", "--seats", "you:a\nb"],
]


@pytest.mark.parametrize("arguments", MISTAKES, ids=lambda words: repr(" ".join(words))[:60])
def test_a_users_mistake_is_told_in_one_line(arguments: list[str]) -> None:
    Path("good.rowlock").write_text(a_record().write())
    Path("bad.rowlock").write_text("nonsense")
    Path("bad.toml").write_text("nonsense")
    Path("folder.toml").mkdir()
    ran = run(*arguments, typed="-\n")
    complaint = ran.complaint()
    assert ran.out == ""
    assert len(complaint) > 10
    assert "\x1b" not in complaint


def test_an_unknown_variant_is_answered_with_the_nearest() -> None:
    for key in shipped_variants():
        said = run("sheet", f"{key}s").complaint()
        assert f"no variant is called '{key}s'; did you mean '" in said
        assert all(known in said for known in shipped_variants())


def test_the_script_is_the_module() -> None:
    script = shutil.which("rowlock", path=str(Path(sys.executable).parent))
    assert script is not None
    for arguments in (["variants"], ["sheet", DEFAULT]):
        one = subprocess.run([script, *arguments], capture_output=True, check=True)
        other = subprocess.run(command(*arguments), capture_output=True, check=True)
        assert one.stdout == other.stdout != b""


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_a_closed_stream_is_no_traceback(closed: str) -> None:
    """As a job without a terminal may be started."""
    line = f"{shlex.join(command('variants'))} {closed}"
    ran = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)
    assert "Traceback" not in ran.stderr
    assert ran.returncode in (0, 1)
