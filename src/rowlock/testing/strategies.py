"""Hypothesis strategies for everything the rules know. Needs `rowlock[testing]`.

Sheets and positions are built cell by cell, so that a failing example shrinks to a small
one; whole games come from players and a seed, since a hundred choices shrink to nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace

from hypothesis import strategies as st

from rowlock.dice import Dice, Roll
from rowlock.game import Game, Phase
from rowlock.mechanics import known
from rowlock.players import Keen, Player, Random, play
from rowlock.record import Record
from rowlock.rules import Draft, Rule
from rowlock.sheet import COLOURS, Sheet
from rowlock.variant import MAX_SEATS, Variant, find_variant, read_variant, shipped_variants

__all__ = [
    "games",
    "made_up_variants",
    "played_games",
    "positions",
    "rolls",
    "sheets",
    "variant_files",
    "variants",
]


def variants() -> st.SearchStrategy[Variant]:
    """A variant: one that ships, or one that nobody has thought of yet."""
    shipped = st.sampled_from([find_variant(key) for key in shipped_variants()])
    return st.one_of(shipped, made_up_variants())


def made_up_variants(most_sheets: int = 3) -> st.SearchStrategy[Variant]:
    """A variant read from a made-up file; with several sheets each may be another."""
    return variant_files(most_sheets).map(lambda text: read_variant(text, "made_up"))


@st.composite
def variant_files(draw: st.DrawFn, most_sheets: int = 3) -> str:
    """The text of a good variant file: any rows, locks, dice and mixture of rules."""
    faces = draw(st.integers(4, 9))
    lock_cells = draw(st.integers(1, 2))
    lock_needs = draw(st.integers(0, 4))
    rules = draw(st.lists(st.sampled_from(_made_up_rules()), unique=True))
    lines = [
        'name = "Made up"',
        "edition = 1",
        "players = [1, 8]",
        f"faces = {faces}",
        f"lock = {{ cells = {lock_cells}, needs = {lock_needs} }}",
        f"end = {{ locks = {draw(st.integers(1, 3))}, misses = {draw(st.integers(1, 5))}, "
        f"miss_points = {draw(st.integers(-9, 0))} }}",
        f"rules = {rules}",
    ]
    sheets = draw(st.integers(1, most_sheets))
    for _ in range(sheets):
        lines += ["[[sheets]]"] * (sheets > 1)
        lines += _sheet(draw, rules, faces, (lock_cells, lock_needs), sheets > 1)
    return "\n".join(lines) + "\n"


def _made_up_rules() -> list[str]:
    """The rules that made-up files may name: one that reads something has to bring an example.

    Others may be registered too, by whatever package, and must not break everybody's tests.
    """
    bare = Rule.example.__func__  # type: ignore[attr-defined]
    return [
        name
        for name, rule in known().items()
        if not rule.keys or getattr(rule.example, "__func__", None) is not bare
    ]


class _Drawing:
    """Lets rules make up what they print."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw

    def between(self, low: int, high: int) -> int:
        return self.draw(st.integers(low, high))


def _sheet(
    draw: st.DrawFn, rules: list[str], faces: int, lock: tuple[int, int], one_sheet: bool
) -> list[str]:
    """What the file says of one sheet, or of all."""
    shortest = max(sum(lock), 3)
    numbers = st.lists(
        st.integers(2, 2 * faces), min_size=shortest, max_size=2 * faces - 1, unique=True
    )
    rows = {row.name: [f"{row.name}{n}" for n in draw(numbers)] for row in COLOURS}
    cells = tuple(draw(st.permutations([name for names in rows.values() for name in names])))
    locking = frozenset(name for names in rows.values() for name in names[-lock[0] :])
    lines: list[str] = []
    signs: dict[str, str] = {}
    for rule in rules:
        free = tuple(name for name in cells if name not in signs)
        draft = Draft(_Drawing(draw), cells, free, locking, faces, one_sheet)
        example = known()[rule].example(draft)
        lines += example.entries
        signs |= example.signs
    written = (f'{row} = "{" ".join(_written(draw, names, signs))}"' for row, names in rows.items())
    return [*lines, f"rows = {{ {', '.join(written)} }}"]


def _written(draw: st.DrawFn, names: list[str], signs: Mapping[str, str]) -> Iterator[str]:
    """The cells of a row in its little language; the last has the colour of the lock."""
    for name in names:
        own = "" if name == names[-1] else draw(st.sampled_from(["", "R", "Y", "G", "B"]))
        yield f"{own}{name[1:]}{signs.get(name, '')}"


@st.composite
def sheets(draw: st.DrawFn, variant: Variant, seat: int = 0) -> Sheet:
    """A sheet of this variant as it may lie on a table; it need not have come from a game."""
    page = variant.page(seat)
    sheet = Sheet(page)
    for row in page.rows:
        for crossed, cell in zip(draw(_marks(len(row.cells))), row.cells, strict=True):
            if crossed and sheet.can_cross(cell):
                sheet = sheet.cross(cell)
    for strip in page.strips:
        struck = draw(_marks(len(strip.fields)))
        sheet = sheet.strike(strip.name, (i for i, is_struck in enumerate(struck) if is_struck))
    return replace(sheet, misses=draw(st.integers(0, page.miss_boxes - 1)))


def _marks(cells: int) -> st.SearchStrategy[list[bool]]:
    return st.lists(st.booleans(), min_size=cells, max_size=cells)


def rolls(dice: Dice) -> st.SearchStrategy[Roll]:
    """A roll of these dice."""
    die = st.integers(1, dice.faces)
    colours = [die if colour in dice.colours else st.just(0) for colour in COLOURS]
    return st.builds(Roll, st.tuples(die, die), st.tuples(*colours))


@st.composite
def positions(draw: st.DrawFn, variant: Variant, most_seats: int = 4) -> Game:
    """A game before a roll, its sheets made up."""
    seats = draw(st.integers(1, min(most_seats, MAX_SEATS)))
    made = [draw(sheets(variant, seat)) for seat in range(seats)]
    return Game.at(variant, made, active=draw(st.integers(0, seats - 1)))


@st.composite
def games(draw: st.DrawFn, variant: Variant, most_seats: int = 4) -> Game:
    """A game in progress: some position, then perhaps a roll and some decisions."""
    game = draw(positions(variant, most_seats))
    if game.over or draw(st.booleans()):
        return game
    game = game.rolled(draw(rolls(game.dice))).game
    for _ in range(draw(st.integers(0, game.seats))):
        if game.phase not in (Phase.WHITE, Phase.COLOUR):
            break
        seat = draw(st.sampled_from(sorted(game.to_move())))
        game = game.apply(seat, draw(st.sampled_from(list(game.legal(seat))))).game
    return game


@st.composite
def played_games(draw: st.DrawFn, variant: Variant, most_seats: int = 5) -> Record:
    """A whole game, played by keen and random players."""
    seed = draw(st.integers(0, 2**32 - 1))
    source = random.Random(seed)
    kinds: list[Player] = [Keen(), Keen(0), Keen(3), Random(source)]
    players = draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=most_seats))
    return play(variant, players, seed, first=draw(st.integers(0, len(players) - 1)))
