"""A policy for the fast engine that plans both actions of its turn, and remembers the plan."""

from rowlock.fast import Policy, Tables, kernel
from rowlock.fast.pen import cross_or_pick
from rowlock.fast.policy import Desk, Floats
from rowlock.fast.sheets import copy_sheet, reach
from rowlock.fast.tables import PASS, PICK, Int32s, cell_of, row_of
from rowlock.fast.turns import COLOUR, Games, colour_marks_on, has_crossed


@kernel
def worth(marks: Int32s, code: int) -> int:
    """Three points for a cross in these rows, less one for each cell that is used up."""
    return 0 if code == PASS else 2 - (cell_of(code) - reach(marks[row_of(code)]))


@kernel
def decide_planner(
    t: Tables, games: Games, i: int, seat: int, desk: Desk, count: int, numbers: Floats, start: int
) -> int:
    """In the white action of its own turn it looks ahead; then it does what it has planned."""
    k = i * games.seats + seat
    mine = games.sheets.marks[k]
    if desk.options[0] >= PICK:
        return int(desk.options[0])  # of the rows of a tie, the first
    best, most = int(desk.options[count - 1]), -99
    if games.phase[i] == COLOUR or games.active[i] != seat:
        planned = desk.memory[seat, 0] == games.turn[i] and games.phase[i] == COLOUR
        missing = games.phase[i] == COLOUR and not has_crossed(games, k)
        for place in range(count):
            code = int(desk.options[place])
            # The plan may be gone: somebody has locked the row. And there may be none.
            if planned and code == desk.memory[seat, 1]:
                return code
            value = t.miss_points if code == PASS and missing else worth(mine, code)
            if value > most:
                best, most = code, value
        return best
    for place in range(count):
        code = int(desk.options[place])
        copy_sheet(games.sheets, k, desk.trial, 0)
        cross_or_pick(t, desk.trial, 0, code)
        later = colour_marks_on(t, desk.trial, 0, games.roll, i, 0, desk.spare)
        desk.spare[later] = PASS
        for other in range(later + 1):
            then = int(desk.spare[other])
            value = worth(mine, code) + worth(desk.trial.marks[0], then)
            if code == PASS and then == PASS:
                value = t.miss_points
            if value > most:
                best, most = code, value
                desk.memory[seat, 0], desk.memory[seat, 1] = games.turn[i], then
    return best


planner = Policy("planner", decide_planner, memory=2)
