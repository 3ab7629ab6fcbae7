"""The seams where a variant may depart from the common game, and the effects of a cross.

The rules that use them are the mechanics, one module each. A rule never asks which variant it
is in: what it needs is printed on the page, in a part of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from rowlock.drawables import Text
from rowlock.score import Tally
from rowlock.section import Section
from rowlock.sheet import Cell, Colour, Page, Part, Sheet

__all__ = [
    "FILE_KEYS",
    "TAGS",
    "Blank",
    "Chance",
    "Choice",
    "Complete",
    "Draft",
    "Effect",
    "Example",
    "Fewest",
    "Force",
    "Hand",
    "Next",
    "Option",
    "Rule",
    "ready",
    "tied",
]


FILE_KEYS = frozenset(
    ("name", "edition", "players", "faces", "lock", "end", "sheets", "rows", "rules")
)
"""The entries of a variant file that belong to no rule."""
TAGS = frozenset(("Date", "Seed", "Players", "Locks"))
"""Tags of a record that tell something else than a choice."""


class Hand(Protocol):
    """What an effect may do when it is settled; the pen can do it."""

    sheet: Sheet
    closed: frozenset[Colour]

    def extra(self, cell: Cell, rule: str = "") -> None:
        """Cross a cell that may be crossed; the rule whose words say why, if not a bonus."""

    def force(self, cell: Cell, rule: str = "") -> None:
        """Cross a cell, whatever speaks against it."""

    def lapse(self, row: Colour | None) -> None:
        """Tell that an extra cross is lost."""

    def complete(self, badge: str) -> None:
        """Tell that all cells of a badge are crossed."""

    def push(self, *effects: Effect) -> None:
        """Let these be settled before all that waits."""


class Effect:
    """What a cross causes: settled at once, but for a choice that its seat has to make."""

    __slots__ = ()

    @property
    def crosses(self) -> int:
        """How many crosses go to the row that is chosen."""
        return 1

    def asks(self, sheet: Sheet, closed: frozenset[Colour]) -> tuple[Colour, ...]:
        """The rows to choose among. Several are asked; a single one needs no question."""
        return ()

    def able(self, sheet: Sheet, closed: frozenset[Colour]) -> tuple[Colour, ...]:
        """Those rows among them in which it does not lapse."""
        return self.asks(sheet, closed)

    def settle(self, hand: Hand, row: Colour | None) -> None:
        """Do it; in the row that was chosen, or the only one there was, or none."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Next(Effect):
    """The next cell of this row must be crossed, if it can be."""

    row: Colour

    def settle(self, hand: Hand, row: Colour | None) -> None:
        """Cross it, or let it lapse."""
        cell = None if self.row in hand.closed else hand.sheet.next_cell(self.row)
        if cell is None:
            hand.lapse(self.row)
        else:
            hand.extra(cell)


@dataclass(frozen=True, slots=True)
class Fewest(Effect):
    """The next cells (`times` of them) of the row with the fewest crosses; see `tied`."""

    times: int

    @property
    def crosses(self) -> int:
        """As many as it says."""
        return self.times

    def asks(self, sheet: Sheet, closed: frozenset[Colour]) -> tuple[Colour, ...]:
        """The tied rows."""
        return tied(sheet, closed)

    def able(self, sheet: Sheet, closed: frozenset[Colour]) -> tuple[Colour, ...]:
        """Those with a next cell."""
        return tuple(cell.row for cell in ready(sheet, closed))

    def settle(self, hand: Hand, row: Colour | None) -> None:
        """Let the row take them, one by one."""
        if row is None:
            hand.lapse(None)
        else:
            hand.push(*(Next(row),) * self.times)


@dataclass(frozen=True, slots=True)
class Force(Effect):
    """This cell must be crossed: left of the last cross too, and in a closed row too."""

    cell: Cell
    rule: str = ""  # the rule whose words say why

    def settle(self, hand: Hand, row: Colour | None) -> None:
        """Cross it if it is not crossed already."""
        if not hand.sheet.crossed(self.cell):
            hand.force(self.cell, self.rule)


@dataclass(frozen=True, slots=True)
class Complete(Effect):
    """All cells of a badge are crossed: nothing to settle, only to be told."""

    badge: str

    def settle(self, hand: Hand, row: Colour | None) -> None:
        """Tell it."""
        hand.complete(self.badge)


def ready(sheet: Sheet, closed: frozenset[Colour]) -> tuple[Cell, ...]:
    """The next cells of the rows with the fewest crosses, where there is one (ruling 7)."""
    cells = (sheet.next_cell(row) for row in sheet.fewest() if row not in closed)
    return tuple(cell for cell in cells if cell is not None)


def tied(sheet: Sheet, closed: frozenset[Colour]) -> tuple[Colour, ...]:
    """The rows that crosses which must be made can be given to; several are asked (ruling 7).

    All with the fewest crosses, also those where the crosses would lapse: who has the bonus may
    give it away there. None if it would lapse in every one of them.
    """
    return sheet.fewest() if ready(sheet, closed) else ()


@dataclass(frozen=True, slots=True)
class Blank:
    """A sheet with its rows and nothing else yet, for a rule that reads what it prints there."""

    page: Page
    faces: int  # of a die
    sheets: int  # how many different ones the file describes


class Chance(Protocol):
    """Where made-up examples come from: anything that can draw a number."""

    def between(self, low: int, high: int) -> int:
        """A whole number, both ends included."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A made-up file, for a rule that adds something of its own."""

    chance: Chance
    cells: tuple[str, ...]  # the names of all, in no order
    free: tuple[str, ...]  # those without a sign
    locking: frozenset[str]  # those that lock a row
    faces: int
    one_sheet: bool  # whether it is about one sheet, or about the file as a whole


@dataclass(frozen=True, slots=True)
class Example:
    """What a made-up file says for a rule, so that the test kit can play with it."""

    entries: tuple[str, ...] = ()  # lines of the file
    signs: Mapping[str, str] = field(default_factory=dict)  # of cells, by their names


@dataclass(frozen=True, slots=True)
class Option:
    """One of the values that a seat may well choose."""

    value: str  # as it is written
    says: Text


class Choice:
    """What a table may choose of a rule: other things than those that are printed, one a seat.

    It is written as values with spaces between them, which go round the seats in order.
    """

    name: ClassVar[str]  # of the option of a command, and on the wire
    tag: ClassVar[str]  # in a record
    form: ClassVar[str]  # how it is written, for a command's help: A/B,...
    title: ClassVar[Text]  # what is chosen
    says: ClassVar[Text]  # how it is written, for a command's help
    hint: ClassVar[Text]  # what may be chosen, for whoever picks from a list
    printed: ClassVar[Text]  # what is not played then, for a sentence: the printed ...

    def choose(
        self, printed: tuple[Page, ...], faces: int, text: str
    ) -> tuple[tuple[Page, ...], str]:
        """The pages with this choice, and the choice as it is kept; none if it is no change."""
        raise NotImplementedError

    def values(self, pages: tuple[Page, ...]) -> tuple[str, ...]:
        """What is on these pages, one a page, as it is written."""
        raise NotImplementedError

    def options(self, printed: tuple[Page, ...], faces: int) -> tuple[Option, ...]:
        """What is as good as that which is printed."""
        raise NotImplementedError


class Rule:
    """A departure from the common game; every seam does nothing unless overridden."""

    name: ClassVar[str]  # how files and the register call it
    title: ClassVar[Text]  # what people call it
    icon: ClassVar[str] = "star"  # a small picture that the page draws for it, if it has it
    about: ClassVar[Text]  # how it is played: a paragraph of Markdown
    offer: ClassVar[Text | None] = None  # why a cell was crossed that it offered or forced
    keys: ClassVar[tuple[str, ...]] = ()  # what it reads from a file, of all sheets or of one
    signs: ClassVar[str] = ""  # those of its badges that stand in rows
    signs_said: ClassVar[str] = ""  # the same in words: cells with these
    choice: ClassVar[Choice | None] = None  # what a table may choose

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "name" not in cls.__dict__:
            cls.name = cls.__name__.lower()
        if not hasattr(cls, "title"):
            cls.title = Text(cls.name, cls.name, cls.name)
        if not hasattr(cls, "about"):
            cls.about = Text("", "", "")

    def __eq__(self, other: object) -> bool:
        # A rule holds nothing: what it knows is printed.
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))

    @classmethod
    def sheets(cls, section: Section) -> int:
        """How many different sheets its entries at the top of a file describe by themselves."""
        return 1

    @classmethod
    def read(cls, section: Section, blank: Blank) -> Part | None:
        """What it prints on one sheet, read from its keys and checked; none if nothing."""
        return None

    @classmethod
    def example(cls, draft: Draft) -> Example:
        """Entries and signs that it can read, made up for the test kit."""
        return Example()

    def offers(self, sheet: Sheet, announced: int, closed: frozenset[Colour]) -> Iterable[Cell]:
        """Cells that may be crossed in the white action instead of the announced sum."""
        return ()

    def after_cross(self, sheet: Sheet, cell: Cell) -> tuple[Sheet, tuple[Effect, ...]]:
        """What a cross causes, its lock being settled already."""
        return sheet, ()

    def after_close(self, sheet: Sheet, row: Colour) -> Sheet:
        """What a closed row changes on a sheet; must bear being asked twice."""
        return sheet

    def tally(self, sheet: Sheet, tally: Tally) -> Tally:
        """What the rule changes in the points."""
        return tally
