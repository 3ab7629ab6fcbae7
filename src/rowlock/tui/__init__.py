"""The table in a terminal: sheets and dice as text, the story in words, a game to play."""

from rowlock.tui.draw import draw_dice, draw_sheet, draw_small, draw_tally
from rowlock.tui.ink import Ink
from rowlock.tui.screen import Screen
from rowlock.tui.story import tell
from rowlock.tui.table import Table
from rowlock.tui.words import Words, find_words

__all__ = [
    "Ink",
    "Screen",
    "Table",
    "Words",
    "draw_dice",
    "draw_sheet",
    "draw_small",
    "draw_tally",
    "find_words",
    "tell",
]
