"""The kernel of `rollout`: play many games to their end from every decision, and count.

What comes after the decision is played by `keen`, for every seat. The dice of these games come
from lots of the deciding seat's own: nobody can know those that the real game will have.
"""

from __future__ import annotations

from typing import NamedTuple

from rowlock.bots import Choice
from rowlock.fast.jit import kernel, kernel_step, large_kernel
from rowlock.fast.keen import KEEN, decide_keen
from rowlock.fast.layout import ROLLOUT_INTS
from rowlock.fast.loop import nothing_more, play_to_end
from rowlock.fast.pen import cross_or_pick, first_able, picks, tally
from rowlock.fast.policy import Desk, Floats, Policy
from rowlock.fast.sheets import Sheets
from rowlock.fast.tables import Int16s, Tables
from rowlock.fast.turns import WHITE, Dice, Games, draw, see_sheet, stream_of
from rowlock.variant import Variant

__all__ = ["decide_rollout", "rollout_numbers", "rollout_policy"]

_WIN = 840  # can be shared evenly by any number of seats up to 8


def rollout_numbers(playouts: int) -> tuple[float, ...]:
    """The numbers of the policy that plays this number of games for every decision."""
    return float(playouts), *KEEN


def rollout_policy(choice: Choice, variant: Variant, seats: int) -> Policy:
    """The policy of the register; its number is how many games it plays."""
    return Policy(choice.code, decide_rollout, rollout_numbers(choice.number))


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
    ints = desk.ints
    for place in range(count):
        ints[ROLLOUT_INTS.options + place] = desk.options[place]
        ints[ROLLOUT_INTS.wins + place] = 0
        ints[ROLLOUT_INTS.margins + place] = 0
    k = i * games.seats + seat
    playouts = int(numbers[start])
    stream = stream_of(seat)
    for playout in range(playouts):
        lot = int(games.draws[k]) + playout
        words = draw(int(games.seed[i]), int(games.number[i]), lot, stream)
        seed, number = words[0] | words[1] << 32, words[2] | words[3] << 32
        for place in range(count):
            code = int(ints[ROLLOUT_INTS.options + place])
            play_out(t, games, i, seat, code, desk, numbers, start + 1, seed, number, stream)
            count_up(t, games.seats, seat, desk, place)
    games.draws[k] += playouts
    best = 0
    for place in range(1, count):
        more = ints[ROLLOUT_INTS.wins + place] - ints[ROLLOUT_INTS.wins + best]
        further = ints[ROLLOUT_INTS.margins + place] - ints[ROLLOUT_INTS.margins + best]
        if more > 0 or (more == 0 and further > 0):
            best = place
    return int(ints[ROLLOUT_INTS.options + best])


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
        blank.before_struck,
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
    dice = Dice(seed, number, stream, int(games.turn[i]) + 1 >> 1)
    play_to_end(decide_as_keen, nothing_more, Keen(numbers, start), dice, t, replay, desk)


class Keen(NamedTuple):
    """The numbers of `keen` and where they begin."""

    numbers: Floats
    start: int


@kernel_step
def decide_as_keen(keen: Keen, t: Tables, games: Games, seat: int, desk: Desk, count: int) -> int:
    """What `keen` decides."""
    if count == 1:
        return int(desk.options[0])
    return decide_keen(t, games, 0, seat, desk, count, keen.numbers, keen.start)


@kernel
def lay_out(t: Tables, games: Games, i: int, seat: int, replay: Games) -> None:
    """Copy a game as this seat may see it."""
    for other in range(games.seats):
        see_sheet(t, games, i, seat, other, replay.sheets, other)
        k = i * games.seats + other
        for row in range(4):
            replay.before_marks[other, row] = games.before_marks[k, row]
        replay.before_struck[other] = games.before_struck[k]
    replay.active[0] = games.active[i]
    replay.turn[0] = games.turn[i]
    replay.phase[0] = games.phase[i]
    replay.closed[0] = games.closed[i]
    white = games.phase[i] == WHITE
    replay.waiting[0] = (1 << games.seats) - 1 & ~(1 << seat) if white else 0
    for die in range(6):
        replay.roll[0, die] = games.roll[i, die]


@large_kernel
def take(t: Tables, sheets: Sheets, seat: int, code: int, options: Int16s) -> None:
    """Take a decision, and settle ties as keen does: by the first row that can take a cross."""
    cross_or_pick(t, sheets, seat, code)
    while sheets.waits[seat]:
        picks(t, sheets, seat, options)
        cross_or_pick(t, sheets, seat, first_able(sheets, seat, options))


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
        desk.ints[ROLLOUT_INTS.wins + place] += _WIN // winners
    desk.ints[ROLLOUT_INTS.margins + place] += own if seats == 1 else own - best
