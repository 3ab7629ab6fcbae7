"""Sheets, dice and sums as text: every cell is drawn as what it is, in 80 columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from rowlock import Game, Phase, Roll, Sheet, Variant, find_variant, play, shipped_variants
from rowlock.dice import Dice, throw
from rowlock.drawables import Badge, Note, ScoreLine, Text
from rowlock.mechanics.chain import Chain
from rowlock.mechanics.linked import Linked
from rowlock.mechanics.lucky import Lucky
from rowlock.mechanics.pairs import Pairs, legend
from rowlock.mechanics.staircase import Staircase
from rowlock.players import Keen
from rowlock.sheet import COLOURS, Cell, Colour, Page, Part
from rowlock.tui import Ink, draw_dice, draw_sheet, draw_small, draw_tally
from rowlock.tui.draw import draw_rows
from rowlock.tui.words import Words
from rowlock.variant import MAX_SEATS, read_variant
from tests.parts import bar_on, bonuses_on, links_on, lucky_on
from tests.tui.sitting import Loaded, plain, with_rule

every_variant = pytest.mark.parametrize("key", shipped_variants())
COLUMNS = 80
PLAIN, COLOURED = Ink(False), Ink(True)
NAMES = {Colour.R: "red", Colour.Y: "yellow", Colour.G: "green", Colour.B: "blue"}


@cache
def games(key: str) -> list[Game]:
    """Positions of every sort: three whole games, locks and closed rows included."""
    records = [play(find_variant(key), [Keen(n) for n in range(4)], seed) for seed in range(3)]
    return [step.game for record in records for step in record.steps()]


def sheets(key: str) -> Iterator[tuple[Game, Sheet]]:
    for game in games(key)[::3]:
        for sheet in game.sheets:
            yield game, sheet


def cells_of(line: str, cells: int) -> list[str]:
    """The cells of a drawn row: label 3 wide, cells alike, then lock 3 and points 4."""
    between = plain(line)[3:-7]
    assert len(between) % cells == 0, line
    width = len(between) // cells
    return [between[i : i + width] for i in range(0, len(between), width)]


def expected(game: Game, sheet: Sheet, cell: Cell, mixed: bool) -> str:
    if sheet.crossed(cell):
        return f"X{cell.number}{signs(sheet, cell)}"
    gone = sheet.marks[cell.row] >> cell.index or cell.row in game.closed or sheet.locked(cell.row)
    if gone and cell not in forceable(game, sheet):
        return "."
    return f"{cell.number}{cell.colour.name.lower() if mixed else ''}{signs(sheet, cell)}"


def forceable(game: Game, sheet: Sheet) -> set[Cell]:
    """What a rule may still cross; most rules nothing."""
    return {cell for part in sheet.page.parts for cell in part.forceable(sheet, game.closed)}


def signs(sheet: Sheet, cell: Cell) -> str:
    """The signs of a cell's badges."""
    return "".join(badge.sign for badge in sheet.page.badges if str(cell) in badge.cells)


@every_variant
@pytest.mark.parametrize("ink", [PLAIN, COLOURED], ids=["plain", "coloured"])
def test_every_cell_is_drawn_as_crossed_lost_or_open(key: str, ink: Ink) -> None:
    variant = find_variant(key)
    mixed = any(cell.colour != cell.row for cell in variant.page(0).cells.values())
    drawn: set[str] = set()
    for game, sheet in sheets(key):
        lines = draw_sheet(variant, sheet, ink, game.closed)
        for row, line in zip(sheet.page.rows, lines[:4], strict=True):
            texts = [text.strip() for text in cells_of(line, len(row.cells))]
            assert texts == [expected(game, sheet, cell, mixed) for cell in row.cells]
            drawn.update(text[0] for text in texts)
    assert {"X", "."} < drawn


@every_variant
def test_the_lock_tells_mine_from_closed_by_another_and_from_open(key: str) -> None:
    seen: set[str] = set()
    for game, sheet in sheets(key):
        tally = find_variant(key).tally(sheet)
        lines = draw_sheet(find_variant(key), sheet, PLAIN, game.closed)
        for row, line in zip(sheet.page.rows, lines[:4], strict=True):
            mine, shut = sheet.locked(row.colour), row.colour in game.closed
            lock = " #" if mine else "--" if shut else " L"
            assert line.startswith(f" {row.colour.name} ")
            assert line.endswith(f" {lock}{tally.rows[row.colour]:4}")
            seen.add(lock)
    assert seen == {" #", "--", " L"}


@every_variant
def test_what_may_be_crossed_stands_in_brackets_and_nothing_else(key: str) -> None:
    for game in games(key)[::5]:
        if game.phase is not Phase.WHITE:
            continue
        marks = {mark.cell for mark in game.white_marks(0)}
        lines = draw_sheet(game.variant, game.sheets[0], PLAIN, game.closed, frozenset(marks))
        for row, line in zip(game.sheets[0].page.rows, lines[:4], strict=True):
            texts = cells_of(line, len(row.cells))
            boxed = {str(cell) for cell, text in zip(row.cells, texts, strict=True) if "[" in text}
            assert boxed == {str(cell) for cell in row.cells} & marks


@every_variant
def test_the_misses_are_drawn_box_by_box(key: str) -> None:
    variant = find_variant(key)
    for misses in range(variant.end_misses + 1):
        line = draw_sheet(variant, variant.sheet(f"x{misses}"), PLAIN)[-1]
        boxes = line.split("(")[0].split()
        assert boxes == ["misses", *"X" * misses, *"_" * (variant.end_misses - misses)]
        assert line.endswith(f"  ({variant.page(0).miss_points} each)")


@pytest.mark.parametrize("key", with_rule(Chain))
def test_a_bar_field_shows_its_row_until_it_is_struck(key: str) -> None:
    bar = bar_on(find_variant(key).page(0))
    seen: set[str] = set()
    for _, sheet in sheets(key):
        line = next(x for x in draw_sheet(find_variant(key), sheet, PLAIN) if x.startswith(" bar"))
        fields = line.split()[1:]
        assert fields == ["x" if sheet.struck >> i & 1 else row.name for i, row in enumerate(bar)]
        seen.update(fields)
    assert seen == {"x", *(row.name for row in bar)}


@pytest.mark.parametrize("key", with_rule(Pairs))
def test_every_pair_has_a_line_with_its_cells_and_what_it_brings(key: str) -> None:
    variant = find_variant(key)
    bonuses = bonuses_on(variant.page(0))
    seen: set[str] = set()
    for _, sheet in sheets(key):
        lines = draw_sheet(variant, sheet, PLAIN)[4:-1]
        assert len(lines) == len(bonuses)
        for bonus, line in zip(bonuses, lines, strict=True):
            pair = sheet.page.badged[bonus.badge]
            box = "X" if all(sheet.crossed(cell) for cell in pair) else "_"
            head = f" {box} {bonus.badge}: {' '.join(map(str, pair))} "
            assert line.startswith(head)
            assert line[len(head) :].strip() == legend(bonus).en != ""
            seen.add(box)
    assert seen == {"X", "_"}
    words = [legend(bonus).en for bonus in bonuses]
    assert len(set(words)) == len(words)


@pytest.mark.parametrize("key", with_rule(Lucky))
def test_the_lucky_numbers_are_those_of_the_seat(key: str) -> None:
    variant = find_variant(key)
    for seat in range(MAX_SEATS):
        lines = draw_sheet(variant, variant.sheet("", seat), PLAIN)
        line = next(line for line in lines if line.startswith(" lucky"))
        assert line.split()[1:] == [str(number) for number in lucky_on(variant.page(seat))]


@every_variant
def test_no_line_below_the_rows_is_drawn_for_a_rule_that_is_not_played(key: str) -> None:
    variant = find_variant(key)
    rules = {type(rule) for rule in variant.rules}
    heads = [line.split()[0] for line in draw_sheet(variant, variant.sheet(), PLAIN)[4:]]
    assert ("bar" in heads) == (Chain in rules)
    assert ("lucky" in heads) == (Lucky in rules)
    assert ("_" in heads) == (Pairs in rules)
    assert ("steps" in heads) == (Staircase in rules)
    assert ("linked" in heads) == (Linked in rules)
    assert heads[-1] == "misses"


@pytest.mark.parametrize("key", with_rule(Linked))
@pytest.mark.parametrize(
    ("language", "title"),
    [("en", "linked cells"), ("de", "verbundene Felder"), ("it", "caselle legate")],
)
def test_all_links_of_a_seat_stand_in_one_line(key: str, language: str, title: str) -> None:
    variant = find_variant(key)
    for seat in range(MAX_SEATS):
        lines = draw_sheet(variant, variant.sheet(seat=seat), PLAIN, words=Words(language))[4:]
        found = [line for line in lines if line.startswith(f" {title} ")]
        assert found == [f" {title} {' '.join(links_on(variant.page(seat)))}"]
        assert len(lines) == 2, "the links and the misses"


def test_very_many_links_go_on_in_a_further_line() -> None:
    links = " ".join(f"R{n}-Y{n} G{n}-B{n}" for n in range(3, 12))
    text = f'rules = ["linked"]\nlinks = "{links}"\nfaces = 6\n{OWN_HEAD}'
    variant = read_variant(text, "own")
    first, *more, _ = draw_sheet(variant, variant.sheet(), PLAIN)[4:]
    assert f"{first} {' '.join(line.strip() for line in more)}" == f" linked cells {links}"
    assert all(len(line) <= COLUMNS for line in (first, *more))


def test_a_long_strip_goes_on_in_a_further_line_in_colour_too() -> None:
    bar = " ".join("RYGB"[i % 4] for i in range(40))
    rows = ", ".join(f'{row.name} = "2-11* 12"' for row in COLOURS)
    text = f'rules = ["chain"]\nbar = "{bar}"\nfaces = 6\n{OWN_HEAD}'
    variant = read_variant(re.sub("rows = .*", f"rows = {{ {rows} }}", text), "own")
    sheet = variant.sheet("bar 2 39")
    for ink in (PLAIN, COLOURED):
        lines = [plain(line) for line in draw_sheet(variant, sheet, ink)[4:-1]]
        assert len(lines) == 2
        assert all(len(line) <= COLUMNS for line in lines)
        fields = " ".join(line.strip() for line in lines).split()[1:]
        assert fields == ["x" if n in (2, 39) else row for n, row in enumerate(bar.split(), 1)]
        assert lines[1].index(lines[1].strip()) == lines[0].index(" R ") + 1, "under each other"


class _Framed(Part):
    """Many cells, of which there is much to tell, and as much to note."""

    cells = tuple(f"{row.name}{number}" for row in COLOURS for number in range(3, 12))
    said = " ".join(["many words that say what they bring"] * 4)

    def badges(self, page: Page) -> tuple[Badge, ...]:
        text = Text(self.said, self.said, self.said)
        return (Badge("framed", "", self.cells, Text("f", "f", "f"), text, "frame"),)

    def notes(self, page: Page) -> tuple[Note, ...]:
        label = Text("note", "Notiz", "nota")
        return (Note("framed", label, self.cells, label),)

    def lines(self, page: Page) -> tuple[ScoreLine, ...]:
        label = Text("sum", "Summe", "somma")
        return (ScoreLine("framed", "framed", label, label, self.cells),)


def test_long_legends_notes_and_lines_of_the_sum_go_on_in_further_lines() -> None:
    classic, part = find_variant(shipped_variants()[0]), _Framed()
    page = replace(classic.pages[0], parts=(part,))
    lines = draw_sheet(replace(classic, pages=(page,)), Sheet(page), PLAIN)[4:-1]
    assert all(len(line) <= COLUMNS for line in lines), "\n".join(lines)
    cells = " ".join(part.cells)
    told = " ".join(line.strip() for line in lines)
    assert " ".join(told.split()) == f"_ f: {cells} {part.said} note {cells} sum 0 ({cells})"


@pytest.mark.parametrize("key", with_rule(Staircase))
@pytest.mark.parametrize(
    ("language", "label"), [("en", "steps"), ("de", "Treppe"), ("it", "scala")]
)
def test_the_sum_names_a_further_line_in_the_language_of_the_table(
    key: str, language: str, label: str
) -> None:
    variant = find_variant(key)
    sheet = variant.sheet("R 7 | Y 2")
    told = draw_tally(variant.tally(sheet), sheet.page, Words(language))
    assert f" + {label} 3 - 0 = " in told


@pytest.mark.parametrize("key", with_rule(Staircase))
def test_the_further_line_of_the_sum_has_its_points_and_the_cells_that_are_left(key: str) -> None:
    variant = find_variant(key)
    lines = draw_sheet(variant, variant.sheet("R 7 | Y 2"), PLAIN)[4:]
    assert lines[0] == " steps  3  (G11 B10 G9 Y6 Y8 G5 B4 G3 Y12)"


OWN_HEAD = """
name = "Own"
edition = 1
players = [2, 5]
lock = { cells = 1, needs = 5 }
end = { locks = 2, misses = 4, miss_points = -5 }
rows = { R = "2-12", Y = "2-12", G = "12-2", B = "12-2" }
"""


@every_variant
def test_colour_adds_nothing_but_escapes(key: str) -> None:
    for game, sheet in sheets(key):
        options = frozenset(str(cell) for cell in sheet.page.cells.values())
        args = (game.variant, sheet)
        bare = draw_sheet(*args, PLAIN, game.closed, options)
        coloured = draw_sheet(*args, COLOURED, game.closed, options)
        assert [plain(line) for line in coloured] == bare
        assert not any("\x1b" in line for line in bare)
        assert all(line.count("\x1b[") >= 4 for line in coloured[:4])


def test_each_colour_has_an_ink_of_its_own_and_every_escape_ends() -> None:
    inks = {COLOURED.band("x", colour) for colour in (*COLOURS, None)}
    assert len(inks) == 5
    styles = (*inks, COLOURED.cross("x"), COLOURED.faint("x"), COLOURED.strong("x"))
    assert all(re.fullmatch(r"\x1b\[[0-9;]+mx\x1b\[0m", text) for text in styles)


def crossed_out(variant: Variant, seat: int) -> Sheet:
    """A sheet with as many crosses as it can take."""
    sheet = variant.sheet("", seat)
    for cell in sheet.page.cells.values():
        sheet = sheet.cross(cell) if sheet.can_cross(cell) else sheet
    for _ in range(variant.end_misses):
        sheet = sheet.miss()
    return sheet


def assert_fits(variant: Variant, sheet: Sheet, closed: frozenset[Colour] = frozenset()) -> None:
    cells = frozenset(sheet.page.cells)
    for options in (frozenset[str](), cells):
        lines = draw_sheet(variant, sheet, PLAIN, closed, options)
        assert max(map(len, lines)) <= COLUMNS, "\n".join(lines)
        rows = lines[: len(COLOURS)]
        assert len({len(line) for line in rows}) == 1, "\n".join(rows)
    assert len(draw_small(sheet, closed)) + 2 <= COLUMNS
    assert (
        len(draw_tally(variant.tally(sheet), sheet.page)) + len("a name of twenty let: ") <= COLUMNS
    )


@every_variant
def test_no_sheet_is_wider_than_the_terminal(key: str) -> None:
    variant = find_variant(key)
    for game, sheet in sheets(key):
        assert_fits(variant, sheet, game.closed)
    for seat in range(MAX_SEATS):
        assert_fits(variant, variant.sheet("", seat))
        assert_fits(variant, crossed_out(variant, seat))
        assert all(crossed_out(variant, seat).locked(row) for row in COLOURS)


OWN = """
name = "Own"
edition = 1
players = [2, 5]
faces = {faces}
lock = {{ cells = 1, needs = 5 }}
end = {{ locks = 2, misses = 4, miss_points = -5 }}
rules = {rules}
{bar}
[rows]
R = "{other}2 {other}3-{half}{badge} R{next}-{last}"
Y = "{other}2 {other}3-{half}{badge} Y{next}-{last}"
G = "{other}{last}-{next}{badge} G{half}-2"
B = "{other}{last}-{next}{badge} B{half}-2"
"""


@pytest.mark.parametrize("faces", [4, 6, 8])
@pytest.mark.parametrize("mixed", [False, True], ids=["one colour a row", "mixed cells"])
@pytest.mark.parametrize("chain", [False, True], ids=["no badges", "badges"])
def test_no_sheet_of_somebodys_own_variant_is_either(faces: int, mixed: bool, chain: bool) -> None:
    """Mixed cells on Longo's dice, with bonus cells: rules combine, and so must their drawing."""
    text = OWN.format(
        faces=faces,
        other="Y" if mixed else "",
        half=faces,
        next=faces + 1,
        last=2 * faces,
        badge="*" if chain else "",
        rules='["chain"]' if chain else "[]",
        bar=f'bar = "{" ".join("RYGB"[i % 4] for i in range(4 * faces - 4))}"' if chain else "",
    )
    variant = read_variant(text, "own")
    assert_fits(variant, variant.sheet())
    assert_fits(variant, crossed_out(variant, 0))
    rows = draw_rows(variant.sheet(), PLAIN), draw_rows(crossed_out(variant, 0), PLAIN)
    assert [len(line) for line in rows[0]] == [len(line) for line in rows[1]], "crosses shift cells"


@every_variant
def test_a_small_sheet_shows_each_cell_in_one_letter(key: str) -> None:
    seen: set[str] = set()
    for game, sheet in sheets(key):
        small = draw_small(sheet, game.closed)
        assert "\n" not in small
        rows = re.findall(r"([RYGB])([X.-]+)([# ]|$)", small)
        assert [name for name, _, _ in rows] == [row.name for row in COLOURS]
        for row, (_, marks, lock) in zip(sheet.page.rows, rows, strict=True):
            drawn = [expected(game, sheet, cell, False)[0] for cell in row.cells]
            assert marks == "".join(c if c in "X." else "-" for c in drawn)
            assert (lock == "#") == sheet.locked(row.colour)
            seen.update(marks, lock.strip())
    assert {"X", ".", "-", "#"} <= seen


@every_variant
def test_the_dice_show_both_whites_their_sum_and_the_colours_in_play(key: str) -> None:
    faces = find_variant(key).faces
    source = Loaded()
    for gone in (*((c,) for c in COLOURS), (), (Colour.R, Colour.B)):
        roll = throw(Dice(faces, frozenset(COLOURS) - set(gone)), source)
        shown = draw_dice(roll, PLAIN).split()
        first, second = roll.whites
        head = ["white", str(first), "+", str(second), "=", str(first + second)]
        dice = [(NAMES[c], str(roll.colours[c])) for c in COLOURS if c not in gone]
        assert shown == [*head, *(word for die in dice for word in die)]
        assert plain(draw_dice(roll, COLOURED)) == draw_dice(roll, PLAIN)
        assert len(draw_dice(roll, PLAIN)) + 2 <= COLUMNS


def test_a_roll_without_coloured_dice_is_only_white() -> None:
    assert draw_dice(Roll((3, 4), (0, 0, 0, 0)), PLAIN).split() == [
        "white",
        "3",
        "+",
        "4",
        "=",
        "7",
    ]


@every_variant
def test_the_sum_adds_up_and_names_every_row_and_bonus(key: str) -> None:
    bonuses = 0
    for game, sheet in sheets(key):
        tally = game.variant.tally(sheet)
        text, total = draw_tally(tally, sheet.page).split(" = ")
        plus, minus = text.split(" - ")
        parts = [part.split() for part in plus.split(" + ")]
        assert [name for name, _ in parts[:4]] == [row.name for row in COLOURS]
        assert [name for name, _ in parts[4:]] == [badge for badge, _ in tally.bonuses]
        assert sum(int(number) for _, number in parts) - int(minus) == int(total) == tally.total
        bonuses += len(tally.bonuses)
    assert bool(bonuses) == (key in {*with_rule(Pairs), *with_rule(Staircase)})
