"""The examples of the reference for authors: one for every name, each a single expression."""

from __future__ import annotations

import types
from collections.abc import Mapping
from typing import Any

import numpy as np

import rowlock.fast.jit
import rowlock.fast.pen
import rowlock.fast.policies
import rowlock.fast.sheets
import rowlock.fast.tables
import rowlock.fast.turns
from docs.bots.planners import planner
from rowlock import Game, Roll, Sheet, find_variant, parse_move
from rowlock.dice import Dice
from rowlock.fast import Policy, compile_variant, find_policy
from rowlock.fast.policy import new_desk
from rowlock.moves import Mark, Pass, Pick
from rowlock.positions import pack
from rowlock.sheet import COLOURS, Cell, Colour

__all__ = ["CLASSES", "KERNELS", "LAYOUTS", "NAMES"]

_classic = find_variant("classic")
_sheets = [_classic.sheet("R 4 | Y 4 5 7 | B 8"), _classic.sheet("Y 2 4 | G 11 9 8 7 | B 12")]
_view = Game.at(_classic, _sheets, turn=9).rolled(Roll.parse("54r2y3g1b1")).game
_late = _view.apply(0, Pass()).game.apply(1, parse_move("B9")).game
_over = Game.at(_classic, [_classic.sheet("R 2 3 4 5 6 12 | Y 2 3 4 5 6 12"), _sheets[1]])
_t = compile_variant(_classic)
_games = pack([_late])
_desk = new_desk(_t, 0, 2)

NAMES: dict[str, Any] = {
    **vars(rowlock.fast.sheets),
    **vars(rowlock.fast.pen),
    **vars(rowlock.fast.turns),
    **vars(rowlock.fast.tables),
    **vars(rowlock.fast.jit),
    "stream_of": rowlock.fast.policies.stream_of,
    "Colour": Colour,
    "COLOURS": COLOURS,
    "Cell": Cell,
    "Dice": Dice,
    "Game": Game,
    "Mark": Mark,
    "Pass": Pass,
    "Pick": Pick,
    "Roll": Roll,
    "Sheet": Sheet,
    "parse_move": parse_move,
    "find_policy": find_policy,
    "find_variant": find_variant,
    "planner": planner,
    "classic": _classic,
    "view": _view,
    "late": _late,
    "over": _over,
    "sheet": _sheets[1],
    "roll": _view.roll,
    "page": _classic.page(0),
    "t": _t,
    "games": _games,
    "desk": _desk,
    "np": np,
}
"""What the examples are about; the page says it in words."""

CLASSES: Mapping[type, Mapping[str, str]] = {
    Game: {
        "variant": "view.variant.end_misses",
        "sheets": "str(view.sheets[1])",
        "active": "view.active",
        "turn": "view.turn",
        "phase": "view.phase.value, late.phase.value",
        "roll": "str(view.roll)",
        "closed": "sorted(row.name for row in over.closed)",
        "waiting": "sorted(view.waiting), sorted(late.waiting)",
        "pending": "view.pending",
        "before": "late.before[1] == late.sheets[1]",
        "start": "Game.start(classic, 3).seats",
        "at": "Game.at(classic, [classic.sheet('R 5 7'), classic.sheet()], turn=4).turn",
        "seats": "view.seats",
        "over": "view.over, over.over",
        "dice": "view.dice.faces",
        "to_move": "sorted(view.to_move())",
        "legal": "[str(decision) for decision in view.legal(1)]",
        "able_picks": "view.able_picks(1)",
        "white_marks": "[str(mark) for mark in view.white_marks(1)]",
        "offered_by": "Game.start(find_variant('longo'), 2).rolled(Roll.parse('14r1y1g1b1'))"
        ".game.offered_by(0, Mark(Colour.R, 2, offered=True))",
        "colour_marks": "[str(mark) for mark in view.colour_marks(0)]",
        "due": "late.due()",
        "tally": "view.tally(1).total",
        "outcome": "over.outcome().totals",
        "view": "str(view.apply(0, parse_move('R9')).game.view(1).sheets[0])",
        "rolled": "Game.start(classic).rolled(Roll.parse('34r1y1g1b1')).game.phase.value",
        "apply": "late.apply(0, Pass()).game.sheets[0].misses",
    },
    Sheet: {
        "page": "sheet.page.lock_needs",
        "marks": "sheet.marks",
        "misses": "sheet.misses",
        "struck": "sheet.struck",
        "crosses": "[sheet.crosses(row) for row in COLOURS]",
        "reach": "sheet.reach(Colour.G)",
        "locked": "sheet.locked(Colour.G)",
        "crossed": "sheet.crossed(page.cells['G9'])",
        "crossed_cells": "[cell.number for cell in sheet.crossed_cells(Colour.G)]",
        "crossed_since": "sheet.crossed_since(sheet), sheet.crossed_since(classic.sheet())",
        "locks": "sheet.locks(page.cells['R11']), sheet.locks(page.cells['R12'])",
        "can_cross": "sheet.can_cross(page.cells['G10']), sheet.can_cross(page.cells['G6'])",
        "lost": "[str(cell) for cell in sheet.lost()]",
        "next_cell": "str(sheet.next_cell(Colour.G))",
        "fewest": "[row.name for row in sheet.fewest()]",
        "cross": "str(sheet.cross(page.cells['R5']))",
        "miss": "sheet.miss().misses",
        "force": "str(sheet.force(page.cells['G12']))",
        "with_crosses": "str(sheet.with_crosses(Colour.G, [page.cells['G2']]))",
        "is_struck": "find_variant('bonus_chain').sheet('bar 1 3').is_struck('bar', 2)",
        "struck_in": "find_variant('bonus_chain').sheet('bar 1 3').struck_in('bar')",
        "struck_since": "find_variant('bonus_chain').sheet('bar 3').struck_since("
        "find_variant('bonus_chain').sheet())",
        "next_field": "find_variant('bonus_chain').sheet('bar 1 3').next_field('bar')",
        "strike": "str(find_variant('bonus_chain').sheet().strike('bar', [0, 2]))",
        "parse": "Sheet.parse('R 5 7 | x1', page).misses",
    },
    Roll: {
        "whites": "roll.whites",
        "colours": "roll.colours, roll.without([Colour.Y]).colours",
        "announced": "roll.announced",
        "sums": "roll.sums(Colour.R), roll.without([Colour.R]).sums(Colour.R)",
        "dice_for": "roll.dice_for(Colour.R, roll.sums(Colour.R)[1])",
        "without": "str(roll.without([Colour.R, Colour.B]))",
        "parse": "Roll.parse('31r6g1b2').colours",
    },
    Mark: {
        "row": "parse_move('R9').row.name",
        "number": "parse_move('R9').number",
        "offered": "parse_move('*G16').offered",
        "cell": "page.cells[parse_move('R9').cell].index",
        "of": "str(Mark.of(page.cells['B9']))",
    },
    Policy: {
        "code": "planner.code",
        "decide": "planner.decide.__name__",
        "numbers": "list(find_policy('keen:2', classic).numbers)",
        "scratch": "planner.scratch",
        "memory": "planner.memory",
    },
    Cell: {
        "row": "page.cells['B9'].row.name",
        "index": "page.cells['B9'].index",
        "colour": "find_variant('mixed_colours').page(0).cells['R5'].colour.name",
        "number": "page.cells['B9'].number",
        "badge": "page.cells['B9'].badge",
    },
}

KERNELS: Mapping[types.ModuleType, Mapping[str, str]] = {
    rowlock.fast.turns: {
        "has_crossed": "has_crossed(games, 0), has_crossed(games, 1)",
        "legal": "[int(c) for c in desk.options[:legal(t, games, 0, 0, desk.options)]]",
        "white_marks": "[int(c) for c in desk.spare[:white_marks(t, games, 0, 1, desk.spare)]]",
        "colour_marks": "[int(c) for c in desk.spare[:colour_marks(t, games, 0, 0, desk.spare)]]",
        "white_marks_on": "white_marks_on(t, games.sheets, 1, 7, desk.spare)",
        "colour_marks_on": "colour_marks_on(t, games.sheets, 0, games.roll, 0, 0b1000, desk.spare)",
        "see_sheet": "see_sheet(t, games, 0, 0, 1, desk.trial, 5) or desk.trial.marks[5].tolist()",
        "draw": "draw(1, 37, 0, stream_of(0))",
    },
    rowlock.fast.sheets: {
        "crosses": "crosses(t, 0, 0b10000011111, 0)",
        "reach": "reach(0b101)",
        "is_free": "is_free(games.sheets, 0, 0 * 32 + 5)",
        "next_cell": "next_cell(games.sheets, 0, 0)",
        "copy_sheet": "copy_sheet(games.sheets, 1, desk.trial, 0) or desk.trial.marks[0].tolist()",
        "refresh": "refresh(t, desk.trial, 0, 0b0001) or desk.trial.free[0].tolist()",
        "fewest": "fewest(t, games.sheets, 0)",
        "ready": "ready(t, games.sheets, 0)",
        "tied": "tied(t, games.sheets, 0)",
    },
    rowlock.fast.pen: {
        "cross_or_pick": "cross_or_pick(t, desk.trial, 0, 3 * 32 + 4) or tally(t, desk.trial, 0)",
        "tally": "tally(t, games.sheets, 1)",
        "picks": "picks(t, games.sheets, 0, desk.spare)",
        "first_able": "first_able(games.sheets, 0, np.array([257, 258], np.int16))",
    },
    rowlock.fast.jit: {
        "kernel": "kernel(reach)(0b101)",
        "large_kernel": "large_kernel(reach)(0b101)",
        "bit_count": "bit_count(0b1011)",
        "bit_length": "bit_length(0b1011)",
    },
    rowlock.fast.policies: {"stream_of": "stream_of(0)"},
    rowlock.fast.tables: {
        "row_of": "row_of(3 * 32 + 4)",
        "cell_of": "cell_of(3 * 32 + 4)",
        "code_of": "code_of(Mark(Colour.B, 9), page)",
        "decision_of": "str(decision_of(256 + 2, page))",
    },
}

LAYOUTS = (_desk, _games, _games.sheets, _t)
