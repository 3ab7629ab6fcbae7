"""Many games between players: who is stronger, by how much, and how sure that is."""

from rowlock.arena.counts import WIN, Counts, Taken
from rowlock.arena.intervals import Estimate, Sample, mean_of, points, sd_of, win_share
from rowlock.arena.match import Match
from rowlock.arena.pieces import Piece, play_piece, results_of, rotations
from rowlock.arena.places import check_place, spread
from rowlock.arena.playing import contest, play_match
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
    "check_place",
    "contest",
    "mean_of",
    "play_match",
    "play_piece",
    "points",
    "rate",
    "results_of",
    "rotations",
    "sd_of",
    "spread",
    "win_share",
]
