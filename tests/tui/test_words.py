"""The words of the table: the same keys and blanks in every language, none of them idle."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from string import Formatter

import pytest

import rowlock
from rowlock import UnknownPlayer, find_variant, shipped_variants
from rowlock.events import Seat
from rowlock.languages import LANGUAGES
from rowlock.players import Keen, Player, evaluate
from rowlock.tui import find_words
from rowlock.tui.advice import notes
from rowlock.tui.prose import as_text
from rowlock.tui.table import Leave
from rowlock.tui.words import COMMANDS, ENGLISH, TEXTS
from rowlock.variant import MAX_SEATS
from rowlock.variants.pages import rules_page
from tests.tui.sitting import Sitting, fresh

every_language = pytest.mark.parametrize("language", LANGUAGES)
others = pytest.mark.parametrize("language", LANGUAGES[1:])
KEY = shipped_variants()[0]
ENDINGS = r"\.(?:you|one)$"


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def spoken_words(texts: Iterable[str]) -> set[str]:
    return set(re.findall(r"[a-z]{4,}", re.sub(r"{\w+}", "", " ".join(texts)).lower()))


def test_the_languages_are_those_of_the_rule_pages() -> None:
    assert tuple(TEXTS) == LANGUAGES


@others
def test_every_language_has_the_same_keys_with_the_same_blanks(language: str) -> None:
    assert list(TEXTS[language]) == list(ENGLISH.texts)
    for key, text in TEXTS[language].items():
        assert blanks(text) == blanks(ENGLISH.texts[key]), key
        assert text.strip()


@others
def test_nothing_is_left_in_english(language: str) -> None:
    """But for what is the same in both, which is short."""
    same = [key for key, text in TEXTS[language].items() if text == ENGLISH.texts[key]]
    assert same == [key for key in same if len(re.sub(r"{\w+}", "", ENGLISH.texts[key])) < 4]


def test_no_text_is_idle() -> None:
    source = Path(rowlock.__file__).parent
    rooms = [*source.glob("tui/*.py"), *source.glob("tui/words/__init__.py")]
    code = "".join(p.read_text(encoding="utf-8") for p in [*rooms, *source.glob("cli/*.py")])
    asked = set(re.findall(r"""["']([a-z_]+(?:\.[A-Za-z_]+)?)["']""", code))
    asked |= {f"command.{command}" for command in COMMANDS}
    assert [key for key in ENGLISH.texts if re.sub(ENDINGS, "", key) not in asked] == []
    with_ending = {key for key in ENGLISH.texts if re.search(ENDINGS, key)}
    bases = {re.sub(ENDINGS, "", key) for key in with_ending}
    assert bases <= set(ENGLISH.texts)


@every_language
def test_help_names_every_command_and_fits_the_terminal(language: str) -> None:
    words = find_words(language)
    listed = re.findall(r"^  (\S+)  ", words("help"), re.MULTILINE)
    for command in COMMANDS:
        first = words(f"command.{command}").split()[0]
        assert first in (words("help") if command == "pass" else listed)
    assert max(map(len, words("help").splitlines())) <= 80


@every_language
def test_commands_are_understood_in_the_language_and_in_english(language: str) -> None:
    words = find_words(language)
    for command in COMMANDS:
        typed = [*words(f"command.{command}").split(), *ENGLISH(f"command.{command}").split()]
        for word in typed:
            assert words.command(word) == words.command(word.upper()) == command
    assert words.command("r5") is None
    assert words.command("") is None


@others
def test_the_words_of_one_language_are_not_commands_of_another(language: str) -> None:
    for word in find_words(language)("command.hint").split():
        assert ENGLISH.command(word) is None


@every_language
def test_every_command_does_the_same_in_every_language(language: str) -> None:
    words = find_words(language)

    def typed(command: str) -> str:
        return words(f"command.{command}").split()[0]

    lines = [typed(command) for command in ("help", "hint", "sheet", "rules", "save")]
    lines += [typed("pass"), typed("undo"), "-", typed("quit")]
    sitting = Sitting(fresh(KEY), lines, words=words)
    with pytest.raises(Leave):
        sitting.run()
    assert sitting.screens[1] == f"{words('help')}\n"
    assert " % " in sitting.screens[2] or "keen" in sitting.screens[2]
    assert sitting.screens[3] == sitting.screens[0]
    assert sitting.screens[4] == f"{as_text(rules_page(KEY, language))}\n"
    assert sitting.screens[5] == f"{words('play.saved', path='the shelf')}\n"
    assert sitting.screens[7].startswith(words("undo.done", name="Ann"))
    assert sitting.prompts[-1] == "Bob> "


@pytest.mark.parametrize("key", shipped_variants())
@others
def test_a_whole_game_is_told_in_the_language_and_fits_the_terminal(
    key: str, language: str
) -> None:
    """The same game as in English, with nothing of English in it but bots and notation."""
    words = find_words(language)
    bots: dict[Seat, Player] = {1: Keen(), 2: Keen(2)}

    def played(spoken: str) -> Sitting:
        helper = Keen(1)

        def typed(prompt: str, screen: str) -> str:
            table = sitting.table
            if not prompt.startswith(table.names[0]):
                return ""
            return str(helper.decide(table.game.view(0), 0))

        record = replace(fresh(key, 3), names=("You", "keen", "keen:2"))
        sitting = Sitting(record, typed, bots, pause=True, words=find_words(spoken))
        return sitting.run()

    said, english = played(language), played("en")
    assert said.record == english.record
    text = "".join(said.screens) + "\n".join(said.prompts)
    assert words("you") in text
    foreign = spoken_words(ENGLISH.texts.values()) - spoken_words(words.texts.values())
    assert len(foreign) > 100
    assert spoken_words([text]) & foreign == set()
    for screen in said.screens:
        for line in screen.splitlines():
            assert len(line) <= 80, line
    assert max(map(len, said.prompts)) <= 60


@pytest.mark.parametrize(
    ("names", "called"),
    [
        (("You", "keen"), ("Du", "keen")),
        (("You 1", "You 2"), ("Du 1", "Du 2")),
        (("Youssef", "You too"), ("Youssef", "You too")),
        ((), ("Platz 1", "Platz 2")),
        (("", "Emma"), ("Platz 1", "Emma")),
    ],
)
def test_whoever_has_no_name_is_called_by_the_language(
    names: tuple[str, ...], called: tuple[str, ...]
) -> None:
    assert find_words("de").names(replace(fresh(KEY), names=names)) == called


@every_language
def test_a_variant_of_ones_own_has_no_rules_to_show(language: str) -> None:
    words = find_words(language)
    record = fresh(KEY)
    own = replace(record, variant=replace(record.variant, key="mine"))
    sitting = Sitting(own, ["rules"], words=words).run()
    said = words("table.no_rules", variant=record.variant.name)
    assert sitting.screens[1] == f"{said}\n"


@pytest.mark.parametrize(
    ("codes", "seats", "language", "said"),
    [
        (["oracle"], 1, "en", "Note: oracle plays as ga here: trained values say nothing"),
        (["oracle", "expert"], 1, "de", "Hinweis: expert und oracle spielen hier wie ga: "),
        (["keen", "oracle"], MAX_SEATS, "it", "Nota: oracle conosce al massimo 5 posti"),
        (["oracle", "novice"], MAX_SEATS, "en", "Note: novice and oracle play as if there were 5"),
    ],
)
def test_notes_before_the_game_are_in_the_language(
    codes: list[str], seats: int, language: str, said: str
) -> None:
    words = find_words(language)
    variant = find_variant(KEY)
    low, high = variant.players
    printed = words("play.printed_for", variant=variant.name, low=low, high=high)
    first, second = notes(codes, variant, seats, words)
    assert first == printed
    assert second.startswith(said)
    assert notes(["keen"], variant, 2, words) == []


@every_language
def test_without_numpy_a_hint_says_what_it_is_for_and_what_to_type(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("rowlock.fast")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    words = find_words(language)
    said = Sitting(fresh(KEY), ["hint"], words=words).run().screens[1]
    assert re.match(r"keen \w+ \S+", said)
    assert "pip install 'rowlock[fast]'" in said
    assert "evaluate" not in said
    assert words("hint.packages") in said
    game = Sitting(fresh(KEY)).run().table.game
    with pytest.raises(UnknownPlayer, match="to weigh up decisions, Rowlock needs more packages"):
        evaluate(game, 0)
