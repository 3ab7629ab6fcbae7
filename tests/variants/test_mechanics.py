"""What every mechanic shares: the register, what rules do by themselves, made-up examples."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from rowlock import Colour, Game, NotNotation, Roll, Sheet, find_variant, parse_move, read_variant
from rowlock.drawables import Field, Strip, Text
from rowlock.mechanics import choices, known, register, unregister
from rowlock.mechanics.chain import Chain
from rowlock.mechanics.lucky import Lucky
from rowlock.mechanics.pairs import Pairs
from rowlock.pen import Pen
from rowlock.rules import Blank, Choice, Draft, Effect, Example, Hand, Option, Rule
from rowlock.section import Section
from rowlock.sheet import COLOURS, Cell, Page, Part

HEAD = """
name = "Mine"
edition = 1
players = [2, 5]
faces = 6
lock = { cells = 1, needs = 5 }
end = { locks = 2, misses = 4, miss_points = -5 }
"""
ROWS = 'rows = { R = "2-12", Y = "2-12", G = "12-2", B = "12-2" }\n'
STARS = 'bar = "R"\nrows = { R = "2* 3-12", Y = "2-12", G = "12-2", B = "12-2" }\n'
CLASSIC = find_variant("classic")


class Dull(Rule):
    """A rule that changes nothing."""


@dataclass(frozen=True, slots=True)
class Boxes(Part):
    """A strip of so many fields."""

    name: str
    fields: int

    def strips(self, page: Page) -> tuple[Strip, ...]:
        text = Text(self.name, self.name, self.name)
        fields = (Field("1"),) * self.fields
        return (Strip("boxed", self.name, fields, text, text, text),)


class _Size(Choice):
    """How many fields there are."""

    name = "size"
    tag = "Size"
    form = "N"
    title = says = printed = Text("sizes", "Größen", "misure")

    def choose(
        self, printed: tuple[Page, ...], faces: int, text: str
    ) -> tuple[tuple[Page, ...], str]:
        pages = tuple(
            replace(page, parts=(*page.parts[:-1], Boxes("box", int(text)))) for page in printed
        )
        return pages, "" if pages == printed else text


class Boxed(Rule):
    """Prints a strip, and nothing more."""

    keys = ("box", "fields")
    choice = _Size()

    @classmethod
    def read(cls, section: Section, blank: Blank) -> Boxes:
        return Boxes(section.string("box", 9), section.integer("fields", 1, 99))


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    for rule in (Dull, Boxed):
        register(rule)
    yield
    for rule in (Dull, Boxed):
        unregister(rule)


class _Source:
    """Made-up numbers."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def between(self, low: int, high: int) -> int:
        return self.random.randint(low, high)


@pytest.mark.parametrize("rule", ["lucky", "chain", "pairs"])
@pytest.mark.parametrize("one_sheet", [True, False])
def test_a_made_up_example_is_read_by_its_own_mechanic(rule: str, one_sheet: bool) -> None:
    cells = {row.name: [f"{row.name}{n}" for n in range(2, 13)] for row in COLOURS}
    names = [name for row in cells.values() for name in row]
    locking = frozenset(row[-1] for row in cells.values())
    seen = set()
    for seed in range(20):
        source = _Source(seed)
        source.random.shuffle(names)
        draft = Draft(source, tuple(names), tuple(names), locking, 6, one_sheet)
        example = known()[rule].example(draft)
        rows = ", ".join(
            f'{row} = "{" ".join(n[1:] + example.signs.get(n, "") for n in written)}"'
            for row, written in cells.items()
        )
        sheets = "[[sheets]]\n" if one_sheet else ""
        entries = "\n".join(example.entries)
        text = f'{HEAD}rules = ["{rule}"]\n{sheets}{entries}\nrows = {{ {rows} }}\n'
        variant = read_variant(text, "made_up")
        assert variant.page(0).parts
        seen.add(variant.page(0).parts)
    assert len(seen) > 10, "examples differ"


def test_a_rule_that_says_nothing_of_itself_has_its_name_and_changes_nothing() -> None:
    variant = read_variant(f'{HEAD}rules = ["dull"]\n{ROWS}', "mine")
    assert [rule.name for rule in variant.rules] == ["dull"]
    assert (Dull.title, Dull.about) == (Text("dull", "dull", "dull"), Text("", "", ""))
    assert variant.page(0).parts == ()
    page = variant.page(0)
    assert (page.badges, page.links, page.strips, page.notes, page.lines) == ((),) * 5
    draft = Draft(_Source(1), ("R2",), ("R2",), frozenset(), 6, True)
    assert Dull.example(draft) == Example((), {})
    assert tuple(variant.rules[0].offers(variant.sheet(), 7, frozenset())) == ()


def test_on_a_page_without_its_part_a_mechanic_does_nothing() -> None:
    variant = replace(CLASSIC, rules=(Lucky(), Chain(), Pairs()))
    game = Game.start(variant, 1).rolled(Roll.parse("11r1y1g1b1")).game
    after = game.apply(0, parse_move("R2")).game.sheets[0]
    assert str(after) == "R 2 | Y | G | B"
    locked = Game.at(variant, [variant.sheet("R 2 3 4 5 6 12")])
    assert str(locked.sheets[0]) == "R 2 3 4 5 6 12 | Y | G | B"
    assert variant.tally(after) == CLASSIC.tally(after)
    starred = replace(variant, pages=find_variant("bonus_chain").pages)
    bare = replace(starred.pages[0], parts=())
    pen = Pen(starred.rules, frozenset(), 0, Sheet(bare))
    pen.extra(bare.cells["R3"])
    assert len(pen.events) == 1


class _Plain(Effect):
    """An effect that asks nothing, and forgot to say what it does."""


def test_an_effect_asks_nothing_unless_it_says_so() -> None:
    effect, sheet = _Plain(), Sheet(CLASSIC.page(0))
    assert (effect.crosses, effect.asks(sheet, frozenset()), effect.able(sheet, frozenset())) == (
        1,
        (),
        (),
    )
    with pytest.raises(NotImplementedError):
        effect.settle(Pen((), frozenset(), 0, sheet), None)


class _Either(Effect):
    """The first cell of the red or of the yellow row: the seat chooses."""

    def asks(self, sheet: Sheet, closed: frozenset[Colour]) -> tuple[Colour, ...]:
        return Colour.R, Colour.Y

    def settle(self, hand: Hand, row: Colour | None) -> None:
        assert row is not None
        hand.force(hand.sheet.page.rows[row].cells[0], "either")


class _Asking(Rule):
    """Whoever crosses green or blue is asked."""

    def after_cross(self, sheet: Sheet, cell: Cell) -> tuple[Sheet, tuple[Effect, ...]]:
        return sheet, (_Either(),) if cell.row > Colour.Y else ()


def test_an_effect_of_somebodys_own_may_ask_which_row() -> None:
    variant = replace(CLASSIC, rules=(_Asking(),))
    game = Game.start(variant, 1).rolled(Roll.parse("66r1y1g1b1")).game
    game = game.apply(0, parse_move("G12")).game
    assert [str(pick) for pick in game.legal(0)] == ["~R", "~Y"]
    assert [str(pick) for pick in game.able_picks(0)] == ["~R", "~Y"]
    game, events = game.apply(0, parse_move("~Y"))
    assert str(game.sheets[0]) == "R | Y 2 | G 12 | B"
    assert [getattr(event, "rule", "") for event in events] == ["either"]


def test_a_choice_must_say_how_it_is_made() -> None:
    choice = Choice()
    for ask in (
        lambda: choice.choose((), 6, ""),
        lambda: choice.values(()),
        lambda: choice.options((), 6),
    ):
        with pytest.raises(NotImplementedError):
            ask()
    assert Option("5/8", Text("a", "b", "c")).says["de"] == "b"


def test_several_things_may_be_chosen_and_each_can_be_taken_back() -> None:
    assert list(choices()) == ["lucky", "size"]
    text = f'{HEAD}rules = ["lucky", "boxed"]\nlucky = [[5, 8]]\nbox = "box"\nfields = 3\n{ROWS}'
    printed = read_variant(text, "mine")
    one = printed.choose("size", "5")
    assert one.chosen == (("size", "5"),)
    both = one.choose("lucky", "2/3")
    assert both.chosen == (("lucky", "2/3"), ("size", "5"))
    assert [len(strip.fields) for strip in both.page(0).strips] == [5]
    assert [note.values for note in both.page(0).notes] == [("2", "3")]
    assert both.choose("lucky", "5/8") == one
    assert one.choose("size", "3") == both.as_printed() == printed
    with pytest.raises(NotNotation, match="Classic has no sizes to choose"):
        CLASSIC.choose("size", "3")
    with pytest.raises(NotNotation, match="Classic has no 'rain' to choose"):
        CLASSIC.choose("rain", "3")


def test_several_strips_are_struck_and_written_each_by_its_name() -> None:
    text = f'{HEAD}rules = ["chain", "boxed"]\nbox = "box"\nfields = 3\n{STARS}'
    variant = read_variant(text, "mine")
    sheet = variant.sheet("box 1 3 | R 3")
    assert str(sheet) == "R 3 | Y | G | B | box 1 3"
    assert (sheet.struck_in("bar"), sheet.struck_in("box")) == ((), (0, 2))
    assert (sheet.next_field("bar"), sheet.next_field("box")) == (0, 1)
    assert sheet.strike("box", [1]).next_field("box") is None
    assert sheet.strike("bar", [0]).struck_since(sheet) == {"bar": (0,)}
    with pytest.raises(NotNotation, match="expected R, Y, G, B, bar, box or x0 to x4"):
        variant.sheet("chest 1")


@pytest.mark.parametrize(("name", "fields"), [("box", 60), ("bar", 2)])
def test_all_strips_of_a_page_have_their_own_names_and_limits(name: str, fields: int) -> None:
    text = f'{HEAD}rules = ["chain", "boxed"]\nbox = "{name}"\nfields = {fields}\n{STARS}'
    with pytest.raises(NotNotation, match="expected strips of different names with at most 60"):
        read_variant(text, "mine")


def test_the_crosses_of_a_row_can_be_made_up() -> None:
    sheet = CLASSIC.sheet("R 2 5 | Y 3 | x1")
    cells = sheet.page.rows[Colour.R].cells
    assert str(sheet.with_crosses(Colour.R, [cells[1], cells[10]])) == "R 3 12 | Y 3 | G | B | x1"
