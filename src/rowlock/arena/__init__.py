"""Many games between players: who is stronger, by how much, and how sure that is."""

from rowlock.arena.contests import contest, play_match
from rowlock.arena.counts import WIN, Counts, Taken
from rowlock.arena.executors import check_executor, spread
from rowlock.arena.intervals import Estimate, Sample, mean_of, points, sd_of, win_share
from rowlock.arena.match import Match
from rowlock.arena.pieces import Piece, play_piece, rotations
from rowlock.arena.ratings import Rating, rate
from rowlock.arena.standing import Line, Standing

__all__ = [
    "WIN",
    "Counts",
    "Estimate",
    "Line",
    "Match",
    "Piece",
    "Rating",
    "Sample",
    "Standing",
    "Taken",
    "check_executor",
    "contest",
    "mean_of",
    "play_match",
    "play_piece",
    "points",
    "rate",
    "rotations",
    "sd_of",
    "spread",
    "win_share",
]
