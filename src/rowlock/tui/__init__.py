"""The table in a terminal: sheets and dice as text, the story in words, a game to play."""

from rowlock.tui.draw import draw_dice, draw_sheet, draw_small, draw_tally
from rowlock.tui.ink import Ink
from rowlock.tui.story import tell
from rowlock.tui.table import Table

__all__ = ["Ink", "Table", "draw_dice", "draw_sheet", "draw_small", "draw_tally", "tell"]
