"""Where the two engines meet: games as arrays and back, batch games as records, and records as
the results of a batch.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rowlock.dice import Roll, throw
from rowlock.errors import IllegalMove
from rowlock.events import Ending
from rowlock.fast import LOCKS, MISSES, Batch, Results, compile_variant
from rowlock.fast.bulk import refreshed
from rowlock.fast.sheets import MORE, forced, forced_mark
from rowlock.fast.tables import Int32s, Int64s, cell_of, decision_of, row_of
from rowlock.fast.turns import Games, empty_games
from rowlock.fast.twins import TWINS
from rowlock.game import Game, Phase
from rowlock.lots import GameDice
from rowlock.record import Move, Played, Record
from rowlock.rules import Complete, Effect, Fewest, Force, Next
from rowlock.sheet import COLOURS, Colour, Page, Sheet
from rowlock.variant import Variant

__all__ = ["pack", "record_of", "results_of", "unpack"]

_PHASES = tuple(Phase)  # in the order of the kernels' numbers


def pack(games: Sequence[Game]) -> Games:
    """These games, all of one variant and one number of seats, as arrays."""
    if not games:
        raise IllegalMove("expected at least one game to pack")
    variant, seats = games[0].variant, games[0].seats
    if any(game.variant != variant or game.seats != seats for game in games):
        raise IllegalMove(f"expected games of {variant.key} with {seats} seats, all alike")
    t = compile_variant(variant)
    packed = empty_games(t, seats, len(games))
    sheets = [sheet for game in games for sheet in game.sheets]
    packed.sheets.marks[:] = [sheet.marks for sheet in sheets]
    packed.sheets.misses[:] = [sheet.misses for sheet in sheets]
    packed.sheets.struck[:] = [sheet.struck for sheet in sheets]
    for k, effects in enumerate(effects for game in games for effects in game.pending):
        codes = [_effect_code(effect) for effect in effects if not isinstance(effect, Complete)]
        packed.sheets.waits[k] = len(codes)
        packed.sheets.effects[k, : len(codes)] = codes[::-1]
    before = [sheet for game in games for sheet in game.before]
    packed.before_marks[:] = [sheet.marks for sheet in before]
    packed.before_struck[:] = [sheet.struck for sheet in before]
    packed.active[:] = [game.active for game in games]
    packed.turn[:] = [game.turn for game in games]
    packed.phase[:] = [_PHASES.index(game.phase) for game in games]
    packed.roll[:] = [_dice(game.roll) for game in games]
    packed.closed[:] = [_bits(game.closed) for game in games]
    packed.waiting[:] = [_bits(game.waiting) for game in games]
    return refreshed(t, packed)


def unpack(variant: Variant, games: Games, i: int) -> Game:
    """Game i of the arrays as a value of the readable engine."""
    seats = games.seats
    rows = range(i * seats, (i + 1) * seats)

    def sheet(k: int, marks: Int32s, struck: Int64s, misses: int) -> Sheet:
        crossed = tuple(int(bits) for bits in marks[k])
        return Sheet(variant.page(k - rows.start), crossed, misses, int(struck[k]))

    misses = [int(games.sheets.misses[k]) for k in rows]
    missed = misses.copy()  # when the turn began; only the miss that ends a game came after it
    active = int(games.active[i])
    white, other, *colours = (int(die) for die in games.roll[i])
    if white and missed[active] >= variant.end_misses:
        missed[active] -= 1
    return Game(
        variant=variant,
        sheets=tuple(
            sheet(k, games.sheets.marks, games.sheets.struck, n) for k, n in zip(rows, misses)
        ),
        active=active,
        turn=int(games.turn[i]),
        phase=_PHASES[games.phase[i]],
        roll=Roll((white, other), tuple(colours)) if white else None,
        closed=frozenset(row for row in COLOURS if games.closed[i] >> row & 1),
        waiting=frozenset(seat for seat in range(seats) if games.waiting[i] >> seat & 1),
        pending=tuple(_pending(variant, games, k) for k in rows),
        before=tuple(
            sheet(k, games.before_marks, games.before_struck, n) for k, n in zip(rows, missed)
        ),
    )


def record_of(batch: Batch, game: int) -> Record:
    """A game of a batch as a record: its dice, its kernels' decisions, checked move by move."""
    dice = GameDice(batch.seed, game)
    codes = [policy.code for policy in batch.policies]
    tags = (("Batch", f"{batch.seed}:{game}"), ("Players", " ".join(codes)))
    record = Record(batch.variant, batch.seats, batch.first, tags=tags)
    current = record.start()
    moves: list[Move] = []
    decisions = [
        Played(seat, decision_of(code, batch.variant.page(seat)))
        for seat, code in batch.decisions(game)
    ]
    for played in decisions:
        if current.roll is None:
            roll = throw(current.dice, dice)
            moves.append(roll)
            current = current.rolled(roll).game
        moves.append(played)
        current = current.apply(*played).game
    return record.plus(*moves)


def results_of(records: Sequence[Record]) -> Results:
    """How written games ended, as a batch tells it; all have as many seats."""
    games = [record.game() for record in records]
    outcomes = [outcome for game in games if (outcome := game.outcome())]
    sheets = [game.sheets for game in games]

    def bits(flags: Sequence[bool]) -> int:
        return sum(1 << i for i, flag in enumerate(flags) if flag)

    return Results(
        scores=np.array([outcome.totals for outcome in outcomes], np.int16),
        misses=np.array([[s.misses for s in row] for row in sheets], np.int8),
        crosses=np.array(
            [[[s.crosses(c) for c in COLOURS] for s in row] for row in sheets], np.int8
        ),
        locks=np.array(
            [[bits([s.locked(c) for c in COLOURS]) for s in row] for row in sheets], np.int8
        ),
        turns=np.array([game.turn for game in games], np.int16),
        ending=np.array([LOCKS if o.ending is Ending.LOCKS else MISSES for o in outcomes], np.int8),
        winners=np.array(
            [bits([seat in o.winners for seat in range(len(o.tallies))]) for o in outcomes],
            np.int16,
        ),
    )


def _effect_code(effect: Effect) -> int:
    match effect:
        case Next(row):
            return row
        case Fewest(times):
            return MORE + times
        case Force(cell):
            return forced(cell.row, cell.index)
    raise IllegalMove(f"the fast engine knows no effect such as {effect!r:.60}")


def _pending(variant: Variant, games: Games, k: int) -> tuple[Effect, ...]:
    """What waits on a sheet; what is only told is not among it."""
    page = variant.page(int(games.sheets.page[k]))
    codes = [int(code) for code in games.sheets.effects[k, : games.sheets.waits[k]]]
    return tuple(_effect(code, variant, page) for code in reversed(codes))


def _effect(code: int, variant: Variant, page: Page) -> Effect:
    if code > MORE:
        return Fewest(code - MORE)
    if code >= 0:
        return Next(Colour(code))
    mark = forced_mark(code)
    names = [rule.name for rule in variant.rules if TWINS[rule.name].forces]
    return Force(page.rows[row_of(mark)].cells[cell_of(mark)], names[0])


def _dice(roll: Roll | None) -> tuple[int, ...]:
    return (*roll.whites, *roll.colours) if roll else (0,) * 6


def _bits(members: frozenset[int] | frozenset[Colour]) -> int:
    return sum(1 << member for member in members)
