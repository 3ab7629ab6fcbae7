"""The rule pages: complete in every language, true to the variant files, free of old slips."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator

import pytest

from reports import DOCS, PAGES
from rowlock import find_variant, shipped_variants
from rowlock.languages import LANGUAGES
from rowlock.score import points as worth
from rowlock.sheet import Colour, Page
from rowlock.variants.pages import rules_page
from tests.parts import bar_on, bonuses_on, links_on, lucky_on, steps_on

FACTS = (DOCS / "facts.md").read_text(encoding="utf-8")
every_language = pytest.mark.parametrize("language", LANGUAGES)
every_variant = pytest.mark.parametrize("key", shipped_variants())

RULINGS = {"en": "Ruling", "de": "Regelentscheidung", "it": "Chiarimento"}
COLOURS = {
    "en": {"R": "red", "Y": "yellow", "G": "green", "B": "blue"},
    "de": {"R": "Rot", "Y": "Gelb", "G": "Grün", "B": "Blau"},
    "it": {"R": "rosso", "Y": "giallo", "G": "verde", "B": "blu"},
}
# In which words ruling 13 is told: that it binds, who is asked again, and the other way.
ANNOUNCED = {
    "en": ("announced", "binding", "asked once more", "even after having answered", "`sealed`"),
    "de": (
        "angesagt",
        "verbindlich",
        "noch einmal gefragt",
        "selbst wenn er sich schon entschieden hatte",
        "`sealed`",
    ),
    "it": ("annuncia", "vincolante", "si chiede ancora una volta", "anche dopo", "`sealed`"),
}
# What was once on a page and was wrong, unclear, or no way to say it.
SLIPS = {
    "en": (
        r"nothing in both actions",
        r"two white ones (?:are )?rolled|rolls two white ones|^Two white ones|\. Two white ones",
        r"\balso (?:when|while|after|those|for|if)\b",
        r"[Mm]ost points win\b",
        r"two or even three",
        r"is printed for",
        r"the row with (?:her|his|your) fewest",
    ),
    "de": (
        r"so oft die Zahl",
        r"Nur eine Zwölf",
        r"mit deinen wenigsten",
        r"Geht ein Bonuskreuz nicht",
        r"lässt sie und",
        r"Ordnung",
        r"Regelentscheid(?:e|en|s)?\b",
        r"Gedruckt ist",
        r"[Mm]eisten Punkte gewinnen",
        r"zwei oder sogar drei",
    ),
    "it": (
        r"stampato (?:è )?per",
        r"fuori da questi limiti|limiti stampati",
        r"dietro al numero",
        r"Il giallo ha meno crocette",
        r"[Dd]ecision[ei]",
        r"perfino tre",
    ),
}
# Where the letters of the notation are explained, before any is used.
EXPLAINED = {
    "en": r"\b(R\d+) is the red|`(R\d+)` is the \d+ in the red row",
    "de": r"\b(R\d+) ist die rote|`(R\d+)` ist die \d+ in der roten Reihe",
    "it": r"\b(R\d+) è (?:il |l')\d+ rosso|`(R\d+)` è il \d+ della riga rossa",
}


def prose(key: str, language: str) -> str:
    """A page in one line, without the sheet as plain text."""
    text = re.sub(r"```text\n.*?```", "", rules_page(key, language), flags=re.DOTALL)
    return " ".join(text.split())


def ruling(number: int, key: str, language: str) -> str:
    """What a page says of a ruling; nothing if it is not there."""
    found = re.search(
        rf"^- \*\*{RULINGS[language]} {number}\.\*\* (.*?)(?=^- |^$)",
        rules_page(key, language),
        re.MULTILINE | re.DOTALL,
    )
    return " ".join(found[1].split()) if found else ""


def rows_of_tables(key: str, language: str) -> Iterator[list[str]]:
    for line in rules_page(key, language).splitlines():
        if line.startswith("| "):
            yield [cell.strip() for cell in line.strip("|").split("|")]


# Complete


@every_language
@every_variant
def test_every_variant_has_a_rule_page_in_every_language(key: str, language: str) -> None:
    text = rules_page(key, language)
    variant = find_variant(key)
    assert text.startswith(f"# {variant.name}\n")
    assert text.count("\n## ") == 6
    assert f"`{key}`" in text
    assert f"| {variant.edition} " in text.rsplit("\n## ", 1)[1], "the edition has its history"
    assert max(len(line) for line in text.splitlines()) <= 80
    assert "<!--" not in text


def test_no_rule_page_is_left_over() -> None:
    for language in LANGUAGES:
        found = {path.stem for path in (PAGES / language).glob("*.md")}
        assert found == set(shipped_variants())


@every_language
def test_each_of_the_thirteen_rulings_stands_on_some_page(language: str) -> None:
    pages = " ".join(rules_page(key, language) for key in shipped_variants())
    found = {int(n) for n in re.findall(rf"\*\*{RULINGS[language]} (\d+)\.\*\*", pages)}
    assert found == set(range(1, 14))


@every_variant
def test_the_languages_tell_the_same_in_the_same_order(key: str) -> None:
    def shape(language: str) -> list[tuple[int, ...]]:
        """How many items, steps, lines of tables and examples each part of a page has."""
        parts = re.split(r"^(#+) .*$", rules_page(key, language), flags=re.MULTILINE)[1:]
        kinds = (r"^- ", r"^\d\. ", r"^\|", r"^\*\*[^*]+\*\*", r"^```")
        return [
            (len(mark), *(len(re.findall(kind, text, re.MULTILINE)) for kind in kinds))
            for mark, text in zip(parts[::2], parts[1::2], strict=True)
        ]

    assert shape("de") == shape("en")
    assert shape("it") == shape("en")
    numbers = [
        re.findall(rf"\*\*{RULINGS[language]} (\d+)", rules_page(key, language))
        for language in LANGUAGES
    ]
    assert numbers[0] == numbers[1] == numbers[2]


def test_the_list_of_rulings_says_on_which_pages_they_are() -> None:
    overview = (DOCS / "rules" / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| (\d+) +\| [^|]+ \| ([^|]+?) +\|$", overview, re.MULTILINE)
    assert [int(number) for number, _ in listed] == list(range(1, 14))
    names = {find_variant(key).name: key for key in shipped_variants()}
    for number, told in listed:
        pages = names if told == "all" else told.split(", ")
        found = {name for name, key in names.items() if ruling(int(number), key, "en")}
        assert set(pages) == found, number


# Locks are announced


@every_language
@every_variant
def test_ruling_13_is_among_the_rulings_of_every_page(key: str, language: str) -> None:
    told = ruling(13, key, language)
    for words in ANNOUNCED[language]:
        assert words in told


@every_language
@every_variant
def test_announcing_is_told_where_locking_is_explained(key: str, language: str) -> None:
    explained = prose(key, language).split(f"## {RULINGS[language]}")[0]
    _, binding, asked, *_ = ANNOUNCED[language]
    assert binding in explained
    assert asked in explained


@pytest.mark.parametrize("page", ["notation", "arena", "fast", "solved", "rooms"])
def test_the_docs_of_the_engines_say_that_the_white_action_is_simultaneous(page: str) -> None:
    text = " ".join((DOCS / f"{page}.md").read_text(encoding="utf-8").split())
    told = [sentence for sentence in re.split(r"(?<=\.) ", text) if "ruling 13" in sentence]
    word = "final decisions" if page == "notation" else "simultaneous"
    assert any(word in sentence for sentence in told)


# No old slips


@every_language
@every_variant
def test_no_old_slip_is_back(key: str, language: str) -> None:
    text = prose(key, language)
    assert [slip for slip in SLIPS[language] if re.search(slip, text)] == []


@every_language
@every_variant
def test_quotation_marks_are_those_of_the_language(key: str, language: str) -> None:
    marks = set(re.findall(r"[\"“”„«»]", prose(key, language)))
    assert marks <= {"en": {'"'}, "de": {"„", "“"}, "it": {"«", "»"}}[language]


@every_language
@every_variant
def test_letters_of_rows_are_explained_before_they_are_used(key: str, language: str) -> None:
    text = prose(key, language)
    first = re.search(r"\b[RYGB]\d+\b", text)
    explained = re.search(EXPLAINED[language], text)
    assert first
    assert explained
    assert explained.start() in (first.start(), first.start() - 1)  # with or without a backtick
    for letter, colour in COLOURS[language].items():
        assert re.search(rf"\b{letter} (?:für )?{colour}\b", text), "the letters of the drawing"


# True to the data


@every_language
@every_variant
def test_the_players_of_the_box_are_those_of_the_variant(key: str, language: str) -> None:
    told = re.findall(r"\d+\N{EN DASH}\d+", ruling(12, key, language))
    assert told[0] == "{}\N{EN DASH}{}".format(*find_variant(key).players)
    if key == "longo":  # one box says this, the other that
        assert told[1] == "2\N{EN DASH}4"


@every_language
@every_variant
def test_a_page_says_how_long_a_game_takes(key: str, language: str) -> None:
    assert re.search(r"\b15 [Mm]inut", prose(key, language))


@every_language
@pytest.mark.parametrize("key", ["classic", "xl", "longo"])
def test_the_rolls_of_a_game_are_those_that_were_counted(key: str, language: str) -> None:
    counted = FACTS.split("## How long is a game?")[1]
    row = re.search(rf"^\| \[[^]]*\]\(\S+/pages/en/{key}\.md\) +\|(.*)\|$", counted, re.MULTILINE)
    assert row
    turns = [round(float(cell.split()[0])) for cell in row[1].split("|")]
    bots = next(
        s for s in re.split(r"(?<=\.) ", prose(key, language)) if re.search(r"\b[Bb]ots?\b", s)
    )
    assert [int(n) for n in re.findall(r"\d+", bots)] == [turns[0], turns[-1]]


@every_language
@every_variant
def test_tables_of_points_are_right(key: str, language: str) -> None:
    tables = list(rows_of_tables(key, language))
    for crosses, points in itertools.pairwise(tables):
        if crosses[0] in ("Crosses", "Kreuze", "Crocette"):
            assert [worth(int(n)) for n in crosses[1:]] == [int(n) for n in points[1:]]


@every_language
@every_variant
def test_sums_in_the_examples_are_right(key: str, language: str) -> None:
    for left, right in re.findall(r"(\d+(?: \S \d+)+) = (\d+)", prose(key, language)):
        signed = left.replace("+ ", "").replace("\N{MINUS SIGN} ", "-")  # and no hyphen
        assert sum(map(int, signed.split())) == int(right)


@every_language
def test_the_letters_of_bonus_b_are_those_of_the_sheet(language: str) -> None:
    variant = find_variant("bonus_pairs")
    badged = variant.page(0).badged
    rows = [row for row in rows_of_tables("bonus_pairs", language) if len(row) == 4]
    told = {letter: (name, cells) for letter, name, cells, _ in rows[1:]}
    assert set(told) == {bonus.badge.upper() for bonus in bonuses_on(variant.page(0))}
    text = prose("bonus_pairs", language)
    for letter, (name, cells) in told.items():
        assert cells == ", ".join(map(str, badged[letter.lower()]))
        assert re.search(rf"\*\*{name}\.\*\*", text, re.IGNORECASE), "each is explained by its name"


@every_language
def test_the_stars_and_the_bar_of_bonus_a_are_those_of_the_sheet(language: str) -> None:
    page = find_variant("bonus_chain").page(0)
    told = [
        row[1] for row in rows_of_tables("bonus_chain", language) if re.match(r"[RYGB]\d", row[1])
    ]
    stars = [[str(cell) for cell in page.badged["*"] if cell.row is row] for row in Colour]
    assert [cells.split(", ") for cells in told] == stars
    bar = ", ".join(COLOURS[language][field.name] for field in bar_on(page))
    assert f": {bar}." in prose("bonus_chain", language)


@every_language
@pytest.mark.parametrize(
    ("key", "printed"), [("connected_steps", steps_on), ("connected_chain", links_on)]
)
def test_the_five_sheets_of_the_connected_pads_are_those_of_the_variant(
    key: str, printed: Callable[[Page], tuple[str, ...]], language: str
) -> None:
    told = {row[0]: row[1] for row in rows_of_tables(key, language) if row[0] in {*"ABCDE"}}
    sheets = [" ".join(printed(page)) for page in find_variant(key).pages]
    assert told == dict(zip("ABCDE", sheets, strict=True))


@every_language
def test_the_lucky_numbers_of_longo_are_those_of_the_variant(language: str) -> None:
    variant = find_variant("longo")
    text = prose("longo", language)
    told = next(row for row in rows_of_tables("longo", language) if "/" in row[1])
    pairs = ["{}/{}".format(*lucky_on(variant.page(seat))) for seat in range(len(told) - 1)]
    assert told[1:] == pairs
    assert lucky_on(variant.page(len(pairs))) == lucky_on(variant.page(0)), "the table has them all"
    assert "5/8" in text
    ways = {n: variant.faces - abs(n - variant.faces - 1) for n in range(2, 2 * variant.faces + 1)}
    for pair in (*pairs, "5/8"):
        assert f"{sum(ways[int(n)] for n in pair.split('/'))}/{variant.faces**2}" in text


@every_language
def test_the_locking_numbers_of_gemixxt_b_are_those_of_the_sheet(language: str) -> None:
    page = find_variant("mixed_numbers").page(0)
    item = {"en": "Locking", "de": "Abschließen", "it": "Chiudere"}[language]
    told = prose("mixed_numbers", language).split(f"**{item}.**")[1].split(".")[0]
    assert [int(n) for n in re.findall(r"\d+", told)] == [row.cells[-1].number for row in page.rows]


@every_language
def test_ruling_7_offers_every_tied_row_in_bonus_b_and_only_open_ones_in_longo(
    language: str,
) -> None:
    every = {"en": "even closed or blocked ones", "de": "auch abgeschlossenen oder blockierten"}
    every["it"] = "anche chiuse o bloccate"
    only = {"en": "only those that can take", "de": "nur die Reihen", "it": "solo le righe"}
    bonus, lucky = ruling(7, "bonus_pairs", language), ruling(7, "longo", language)
    assert every[language] in bonus
    assert only[language] not in bonus
    assert only[language] in lucky
