"""The kernel of `rollout`: play many games to their end from every decision, and count.

What comes after the decision is played by `keen`, for every seat. The dice of these games come
from lots of the deciding seat's own: nobody can know those that the real game will have.
"""

from __future__ import annotations

from rowlock.fast.jit import kernel, large_kernel
from rowlock.fast.keen import KEEN, decide_keen
from rowlock.fast.policy import Desk, Floats
from rowlock.fast.sheets import Sheets, cross_or_pick, picks, tally
from rowlock.fast.tables import PASS, Int16s, Tables
from rowlock.fast.turns import (
    OVER,
    ROLL,
    WHITE,
    Games,
    colour_marks,
    draw,
    end_action,
    rolled,
    see_sheet,
    thrown,
    white_marks,
)
from rowlock.lots import seat_stream

__all__ = ["PLAYOUTS", "decide_rollout", "rollout_numbers"]

PLAYOUTS = 100
"""The games for each decision, unless the code says another number."""
_WIN = 840  # can be shared evenly by any number of seats up to 8
_OPTIONS, _WINS, _MARGINS = 0, 256, 512
"""Where the decisions, and the sums of what they brought, are jotted down."""

stream_of = kernel(seat_stream)


def rollout_numbers(playouts: int) -> tuple[float, ...]:
    """The numbers of the policy that plays so many games for every decision."""
    return float(playouts), *KEEN


@large_kernel
def decide_rollout(
    t: Tables,
    games: Games,
    i: int,
    seat: int,
    desk: Desk,
    count: int,
    numbers: Floats,
    start: int,
) -> int:
    """The decision that wins most often; of several, the one that is ahead by most.

    Every decision is tried with the same dice, so that luck does not tell them apart. However
    many decisions there are, as many lots are drawn as games are played for each.
    """
    jots = desk.jots
    for place in range(count):
        jots[_OPTIONS + place] = desk.options[place]
        jots[_WINS + place] = 0
        jots[_MARGINS + place] = 0
    k = i * games.seats + seat
    playouts = int(numbers[start])
    stream = stream_of(seat)
    for playout in range(playouts):
        lot = int(games.draws[k]) + playout
        words = draw(int(games.seed[i]), int(games.number[i]), lot, stream)
        seed, number = words[0] | words[1] << 32, words[2] | words[3] << 32
        for place in range(count):
            code = int(jots[_OPTIONS + place])
            play_out(t, games, i, seat, code, desk, numbers, start + 1, seed, number, stream)
            count_up(t, games.seats, seat, desk, place)
    games.draws[k] += playouts
    best = 0
    for place in range(1, count):
        more = jots[_WINS + place] - jots[_WINS + best]
        further = jots[_MARGINS + place] - jots[_MARGINS + best]
        if more > 0 or (more == 0 and further > 0):
            best = place
    return int(jots[_OPTIONS + best])


@large_kernel
def play_out(
    t: Tables,
    games: Games,
    i: int,
    seat: int,
    code: int,
    desk: Desk,
    numbers: Floats,
    start: int,
    seed: int,
    number: int,
    stream: int,
) -> None:
    """Take a decision on the desk and play to the end from there."""
    blank = desk.replay
    replay = Games(
        blank.sheets,
        blank.before_marks,
        blank.before_bar,
        blank.draws,
        games.seats,  # the room may be larger
        blank.active,
        blank.turn,
        blank.phase,
        blank.roll,
        blank.closed,
        blank.waiting,
        blank.seed,
        blank.number,
    )
    lay_out(t, games, i, seat, replay)
    take(t, replay.sheets, seat, code, desk.options)
    decided = seat
    block = 0
    words = draw(seed, number, block, stream)
    while replay.phase[0] != OVER:
        if replay.phase[0] == ROLL:
            if replay.turn[0] & 1:
                block += 1
                words = draw(seed, number, block, stream)
            thrown(t, replay, 0, words)
            rolled(replay, 0)
        white = replay.phase[0] == WHITE
        # One loop for both actions: what is written once is compiled once.
        for other in range(replay.seats):
            if other == decided or not (white or other == replay.active[0]):
                continue
            if white:
                marks = white_marks(t, replay, 0, other, desk.options)
            else:
                marks = colour_marks(t, replay, 0, other, desk.options)
            if marks:
                desk.options[marks] = PASS
                keen = decide_keen(t, replay, 0, other, desk, marks + 1, numbers, start)
                if keen != PASS:
                    take(t, replay.sheets, other, keen, desk.options)
        decided = -1
        end_action(t, replay, 0)


@kernel
def lay_out(t: Tables, games: Games, i: int, seat: int, replay: Games) -> None:
    """Copy a game as this seat may see it."""
    for other in range(games.seats):
        see_sheet(t, games, i, seat, other, replay.sheets, other)
        k = i * games.seats + other
        for row in range(4):
            replay.before_marks[other, row] = games.before_marks[k, row]
        replay.before_bar[other] = games.before_bar[k]
    replay.active[0] = games.active[i]
    replay.turn[0] = games.turn[i]
    replay.phase[0] = games.phase[i]
    replay.closed[0] = games.closed[i]
    for die in range(6):
        replay.roll[0, die] = games.roll[i, die]


@large_kernel
def take(t: Tables, sheets: Sheets, seat: int, code: int, options: Int16s) -> None:
    """Take a decision, and settle ties as keen does: the first row takes the crosses."""
    cross_or_pick(t, sheets, seat, code)
    while sheets.waits[seat]:
        picks(t, sheets, seat, options)
        cross_or_pick(t, sheets, seat, options[0])


@kernel
def count_up(t: Tables, seats: int, seat: int, desk: Desk, place: int) -> None:
    """Add how the game on the desk ended to what is known of a decision."""
    own = tally(t, desk.replay.sheets, seat)
    best, winners = -32768, 1
    for other in range(seats):
        if other != seat:
            points = tally(t, desk.replay.sheets, other)
            best = max(best, points)
            winners += 1 if points == own else 0
    if own >= best:
        desk.jots[_WINS + place] += _WIN // winners
    desk.jots[_MARGINS + place] += own if seats == 1 else own - best
