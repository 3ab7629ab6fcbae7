"""The perft files: positions and rolls, and how many continuations they have.

The files are for implementers in any language, so everything in them is plain text and
said in their own header; here they are only read and written.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import wrap

from rowlock import Colour, Game, Roll, find_variant
from tests.parts import links_on, lucky_on, steps_on

__all__ = ["FOLDER", "Block", "read", "write"]

FOLDER = Path(__file__).parent

HEADER = """\
# How many ways lead on from a position, and to how many positions: for anybody who writes
# the rules again, in whatever language, and wants to know whether they are the same rules.
#
# After this header come blocks, parted by an empty line. Each line is a word and its value:
#
#   name           what the block is about; only for people
#   variant        the key of the variant that is played
#   sheet          a sheet, one line a seat, the first seat first (see below)
#   active         the seat that rolls next, counted from 1
#   closed         the letters of the closed rows, or - if none is closed
#   rolls          the rolls that follow, one a turn
#   continuations  the first number to find: how many sequences of decisions there are
#   positions      the second: how many different positions these sequences end in
#
# A sheet such as "R 5 7 | Y | G 12 | B | bar 1 2 | x1" has its rows (a row is named by the
# colour of its lock) with the numbers crossed from left to right, whatever colour their cells
# have; then, if any are struck, the fields of the bonus bar counted from 1; then, if there are
# any, the misses. A crossed lock is not written: it follows from the number that locks.
#
# A roll such as 14r3y6g3b2 has the two white dice, then red, yellow, green and blue. All six
# are always given. The die of a row that is closed when it is rolled is to be ignored, and so
# is, in the colour action, the die of a row that closed in the white action before it.
#
# A turn is the white action, in which every seat decides without knowing of the others (locks
# count for all when the action ends), and then the colour action of the active seat. What is
# counted is decisions:
#
#   - In each action a seat has one decision for each cell it may cross, and one more for
#     crossing nothing. Two white dice that show the same make one sum with a coloured die.
#   - A lucky cross is a decision of its own, except of a cell which the announced sum may
#     cross anyway: that is one decision, not two.
#   - Where an extra cross leaves a choice between tied rows, each row is a decision more, also
#     one where the cross lapses, and also if two choices should lead to the same sheet. One row
#     alone is no choice, nor are rows of which none can take the cross: then it lapses.
#   - The white decisions of all seats combine freely: three seats with 4, 2 and 3 make 24.
#   - A game that ends takes part no more: it counts as one sequence, whatever rolls are left.
#
# Two final positions are the same if every seat has the same crosses, misses and struck
# fields, the same rows are closed, and the same seat is active (the next to roll; in a
# finished game the seat that rolled last).
"""


@dataclass(frozen=True)
class Block:
    """One position, its rolls, and the two numbers."""

    name: str
    variant: str
    sheets: tuple[str, ...]
    active: int  # counted from 1, as in the file
    closed: str
    rolls: tuple[str, ...]
    continuations: int
    positions: int

    def game(self) -> Game:
        """The position, before its first roll."""
        variant = find_variant(self.variant)
        sheets = [variant.sheet(text, seat) for seat, text in enumerate(self.sheets)]
        closed = [Colour[letter] for letter in self.closed.replace("-", "")]
        return Game.at(variant, sheets, self.active - 1, closed)

    def thrown(self) -> tuple[Roll, ...]:
        """The rolls, all six dice of each."""
        return tuple(Roll.parse(text) for text in self.rolls)

    def counted(self, continuations: int, positions: int) -> Block:
        """This block with other numbers."""
        return replace(self, continuations=continuations, positions=positions)


def read(text: str) -> list[Block]:
    """The blocks of a file."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    blocks = "\n".join(lines).strip("\n").split("\n\n")
    return [_read_block(block) for block in blocks]


def _read_block(text: str) -> Block:
    words: dict[str, list[str]] = {}
    for line in text.splitlines():
        word, value = line.split(maxsplit=1)
        words.setdefault(word, []).append(value)
    sheets = words.pop("sheet")
    one = {word: value for word, (value,) in words.items()}
    return Block(
        name=one.pop("name"),
        variant=one.pop("variant"),
        sheets=tuple(sheets),
        active=int(one.pop("active")),
        closed=one.pop("closed"),
        rolls=tuple(one.pop("rolls").split()),
        continuations=int(one.pop("continuations")),
        positions=int(one.pop("positions")),
    )


def write(blocks: list[Block]) -> str:
    """A whole file."""
    header = HEADER + _printed(blocks[0].variant)
    return "\n".join([header, *(_write_block(block) for block in blocks)])


def _printed(key: str) -> str:
    """What differs from sheet to sheet, if anything: nothing else in a file tells it."""
    pages = find_variant(key).pages
    lines: list[str] = []
    for what, sheets in (
        ("Lucky numbers", [" and ".join(map(str, lucky_on(page))) for page in pages]),
        ("Framed cells, a fifth row at the end", [" ".join(steps_on(page)) for page in pages]),
        ("Cells that are crossed together", [" ".join(links_on(page)) for page in pages]),
    ):
        if any(sheets):
            lines += wrap(f"{what}, seat by seat: {'; '.join(filter(None, sheets))}.", 92)
    return "".join(["#\n"] * bool(lines) + [f"# {line}\n" for line in lines])


def _write_block(block: Block) -> str:
    lines = [
        f"name {block.name}",
        f"variant {block.variant}",
        *(f"sheet {sheet}" for sheet in block.sheets),
        f"active {block.active}",
        f"closed {block.closed}",
        f"rolls {' '.join(block.rolls)}",
        f"continuations {block.continuations}",
        f"positions {block.positions}",
    ]
    return "\n".join(lines) + "\n"
