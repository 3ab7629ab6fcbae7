"""Hypothesis strategies for everything the rules know. Needs `rowlock[testing]`.

Sheets and positions are built cell by cell, so that a failing example shrinks to a small
one; whole games come from players and a seed, since a hundred choices shrink to nothing.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from hypothesis import strategies as st

from rowlock.dice import Dice, Roll
from rowlock.game import Game, Phase
from rowlock.players import Keen, Player, Random, play
from rowlock.record import Record
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

_EFFECTS = (
    "{ fewest = 2 }",
    "{ each_row = 1 }",
    "{ double_fewest = true }",
    "{ points = 13 }",
    "{ no_misses = true }",
    "{ fewest = 1, each_row = 1, points = 5 }",
)


def variants() -> st.SearchStrategy[Variant]:
    """A variant: one that ships, or one that nobody has thought of yet."""
    shipped = st.sampled_from([find_variant(key) for key in shipped_variants()])
    return st.one_of(shipped, made_up_variants())


def made_up_variants() -> st.SearchStrategy[Variant]:
    """A variant read from a made-up file."""
    return variant_files().map(lambda text: read_variant(text, "made_up"))


@st.composite
def variant_files(draw: st.DrawFn) -> str:
    """The text of a good variant file: any rows, locks, dice and mixture of rules."""
    faces = draw(st.integers(4, 9))
    lock_cells = draw(st.integers(1, 2))
    lock_needs = draw(st.integers(0, 4))
    rules = draw(st.lists(st.sampled_from(["lucky", "chain", "pairs"]), unique=True))
    shortest = max(lock_cells + lock_needs, 3)
    numbers = st.lists(
        st.integers(2, 2 * faces), min_size=shortest, max_size=2 * faces - 1, unique=True
    )
    rows = {row.name: [str(n) for n in draw(numbers)] for row in COLOURS}
    badges = _badges(draw, rows, rules)
    written = {
        name: " ".join(
            (draw(st.sampled_from(["", "R", "Y", "G", "B"])) if i < len(cells) - 1 else "")
            + number
            + badges.get((name, i), "")
            for i, number in enumerate(cells)
        )
        for name, cells in rows.items()
    }
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
    if "lucky" in rules:
        pair = st.lists(st.integers(2, 2 * faces), min_size=1, max_size=4, unique=True)
        lines.append(f"lucky = {draw(st.lists(pair, min_size=1, max_size=5))}")
    if "chain" in rules:
        stars = sum(badge == "*" for badge in badges.values())
        fields = draw(st.lists(st.sampled_from("RYGB"), min_size=stars, max_size=stars))
        lines.append(f'bar = "{" ".join(fields)}"')
    lines.append("[rows]")
    lines += [f'{name} = "{text}"' for name, text in written.items()]
    if "pairs" in rules:
        lines.append("[pairs]")
        letters = sorted({badge for badge in badges.values() if badge != "*"})
        lines += [f"{letter} = {draw(st.sampled_from(_EFFECTS))}" for letter in letters]
    return "\n".join(lines) + "\n"


def _badges(
    draw: st.DrawFn, rows: Mapping[str, list[str]], rules: list[str]
) -> dict[tuple[str, int], str]:
    """Which cells carry a badge: stars for a chain, letters by twos for pairs."""
    places = draw(st.permutations([(name, i) for name in rows for i in range(len(rows[name]))]))
    badges: dict[tuple[str, int], str] = {}
    if "pairs" in rules:
        for letter in "fedtn"[: draw(st.integers(1, 5))]:
            badges[places.pop()] = badges[places.pop()] = letter
            if len(places) < 4:
                break
    if "chain" in rules:
        for _ in range(draw(st.integers(1, min(12, len(places))))):
            badges[places.pop()] = "*"
    return badges


@st.composite
def sheets(draw: st.DrawFn, variant: Variant, seat: int = 0) -> Sheet:
    """A sheet of this variant as it may lie on a table; it need not have come from a game."""
    page = variant.page(seat)
    sheet = Sheet(page)
    for row in page.rows:
        for crossed, cell in zip(draw(_marks(len(row.cells))), row.cells, strict=True):
            if crossed and sheet.can_cross(cell):
                sheet = sheet.cross(cell)
    struck = draw(st.integers(0, (1 << len(page.bar)) - 1))
    return Sheet(page, sheet.marks, draw(st.integers(0, page.miss_boxes - 1)), struck)


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
