"""English."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["TEXTS"]

TEXTS: Mapping[str, str] = {
    "you": "You",
    "seat": "Seat {n}",
    "and": "{first} and {last}",
    "decimal": ".",
    # What can be typed; the first word is the one that the help names.
    "command.help": "help ?",
    "command.hint": "hint",
    "command.undo": "undo",
    "command.sheet": "sheet",
    "command.rules": "rules",
    "command.save": "save",
    "command.quit": "quit exit",
    "command.pass": "pass",
    "help": """\
  R5      cross 5 in row R; the rows are R red, Y yellow, G green, B blue
  *G16    cross G16, which a rule offers instead of the announced sum
  ~Y      settle a tie: row Y takes the extra crosses
  -       pass (or: pass)
  hint    the best decisions, with your chance to win and the points to expect
  undo    take the last decision back, as long as nobody was told of it
  sheet   show the table again
  rules   the rules of this game
  save    save the game (save NAME: under that name)
  quit    save and leave
  help    this list""",
    # Colours
    "white": "white",
    "colour.R": "red",
    "colour.Y": "yellow",
    "colour.G": "green",
    "colour.B": "blue",
    # A sheet
    "sheet.misses": "misses",
    "sheet.each": "({points} each)",
    "sheet.total": "Total: {sum}",
    # The story
    "story.rolls": "{name} rolls {roll}: {sum} is announced.",
    "story.rolls.you": "You roll {roll}: {sum} is announced.",
    "story.crosses": "{name} crosses {cell}{why}{lock}.",
    "story.crosses.you": "You cross {cell}{why}{lock}.",
    "story.offered": " ({why})",
    "story.bonus": " as a bonus",
    "story.and_lock": " and the lock of row {row}",
    "story.passes": "{name} passes.",
    "story.passes.you": "You pass.",
    "story.strikes": "{name} strikes {fields} {of}.",
    "story.strikes.you": "You strike {fields} {of}.",
    "story.fields": "fields {numbers}",
    "story.fields.one": "field {numbers}",
    "story.completes": "{name} has both cells of {badge}.",
    "story.completes.you": "You have both cells of {badge}.",
    "story.loses": "{name} loses an extra cross{where}: it cannot be made.",
    "story.loses.you": "You lose an extra cross{where}: it cannot be made.",
    "story.in_row": " in row {row}",
    "story.misses": "{name} takes miss number {n}.",
    "story.misses.you": "You take miss number {n}.",
    "story.closed": "Row {row} is closed for everybody, locked by {names}.",
    "story.by_you": "you",
    "story.by_misses": "the last miss",
    "story.by_locks": "closed rows",
    "story.wins": "The game is over ({why}): {name} wins with {points}.",
    "story.wins.you": "The game is over ({why}): you win with {points}.",
    "story.alone": "The game is over ({why}): {name} ends with {points}.",
    "story.alone.you": "The game is over ({why}): you end with {points}.",
    "story.shared": "The game is over ({why}): {names} win together with {points}.",
    "story.shared_you": "you",
    "story.with_points": "{n} points",
    "story.with_points.one": "{n} point",
    "story.turn": "Turn {n}",
    # The table
    "table.other": "{name}: {points}, misses: {misses}",
    "table.points": "{n} points",
    "table.points.one": "{n} point",
    "table.rolled": "Turn {n}, {name} rolled:",
    "table.rolled.you": "Turn {n}, you rolled:",
    "table.white": "White action: {moves}  or - to pass",
    "table.white_none": "White action: nothing fits; type - or just Enter to pass",
    "table.colour": "Colour action: {moves}  or - to pass{miss}",
    "table.colour_none": "Colour action: nothing fits; type - or just Enter to pass{miss}",
    "table.a_miss": " (a miss)",
    "table.tie": "Choose a row for the extra crosses: {moves}",
    "table.tie_lapse": "Choose a row for the extra crosses (they lapse in {idle}): {moves}",
    "table.later": "Later, in the colour action, as it stands: {moves}",
    "table.locks": "{name} locks {colour}!",
    "table.locks.you": "You lock {colour}!",
    "table.lock_too": "You may lock it too: {moves}",
    "table.keep": "You had chosen {moves}; just Enter keeps that.",
    "table.pass_on": "Pass to {name}, then press Enter> ",
    "table.then_rolls": "Enter: {name} rolls{undo}> ",
    "table.then_rolls.you": "Enter: you roll{undo}> ",
    "table.then_result": "Enter: the result{undo}> ",
    "table.or_undo": " (or undo)",
    "table.go_on": "Press Enter to go on, or type undo, sheet, rules, save, quit or help.",
    "table.no_move": "{typed} is not a move. Type one of: {moves}   (or help)",
    "table.not_legal": "{typed} is not legal now. Type one of: {moves}   (or help)",
    "table.more": "Enter: more, or anything else to go back> ",
    "table.no_rules": "There is no rule page for {variant}: it is a variant of your own.",
    # Taking back
    "undo.done": "Taken back; {name} may decide again.",
    "undo.done.you": "Taken back; you may decide again.",
    "undo.nothing": "Nothing to take back: undo never goes back past a roll.",
    "undo.told": "Nothing to take back: what was decided has been told to everybody.",
    "undo.announced": "Nothing to take back: a lock that was announced stays.",
    # Hints
    "hint.line": "{move}: {win} % to win, about {points}",
    "hint.pass": "pass",
    "hint.plain": "{bot} would play {move}   ({why})",
    "hint.packages": (
        "for chances and points Rowlock needs numpy, which is not installed here; "
        "type in a shell: pip install 'rowlock[fast]'"
    ),
    "hint.alone": "trained values say nothing about a game alone",
    "hint.untrained": "there are no trained values for {variant}",
    # Before and after
    "play.begin": "{variant}. Type help to see what you can type, or rules for the rules.",
    "play.dice": "To get the same dice again another time: rowlock play --seed {seed}",
    "play.printed_for": "Note: the box of {variant} says {low} to {high} players.",
    "play.as_bot": "Note: {names} play as {bot} here: {why}.",
    "play.as_bot.one": "Note: {names} plays as {bot} here: {why}.",
    "play.crowd": "Note: {names} play as if there were {high} seats, the most they know.",
    "play.crowd.one": "Note: {names} plays as if there were {high} seats, the most it knows.",
    "play.chosen": "Note: {names} play as if {printed} were in use.",
    "play.chosen.one": "Note: {names} plays as if {printed} were in use.",
    "play.saved": "Saved as {path}.",
    "play.go_on": "Go on with: {command}",
    "play.not_saved": "The game could not be saved: {error}. Try: save NAME",
    "play.printed": "The game could not be saved ({error}). Here it is:",
    # Replays
    "replay.next_roll": "Next: {name} has to roll.",
    "replay.next_roll.you": "Next: you have to roll.",
    "replay.next_white": "Next: the white action waits for {names}.",
    "replay.next_colour": "Next: the colour action waits for {names}.",
    "replay.over": "The game is over.",
    # Lessons
    "learn.title": "Learn: {name}",
    "learn.same": "{name} is played just like {like}.",
    "learn.begin": "Type what you are asked for. Just Enter skips a step; help lists the rest.",
    "learn.which": "Enter: what is different; {word}: the basics first> ",
    "learn.word_basics": "basics b",
    "learn.word_back": "back",
    "learn.step": "Step {n} of {all}: {title}",
    "learn.next": "Enter: next> ",
    "learn.help": """\
  R5      cross 5 in row R; the rows are R red, Y yellow, G green, B blue
  -       pass (or: pass)
  Enter   skip this step
  back    the step before
  quit    leave
  help    this list""",
    "learn.done": "That is all you need. Play it: {command}",
    "learn.left": "Until next time.",
}
