"""English."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["NAMES", "TEXTS"]

NAMES: Mapping[str, str] = {
    "white": "white",
    "and": "{first} and {last}",
    "colour.R": "red",
    "colour.Y": "yellow",
    "colour.G": "green",
    "colour.B": "blue",
    "row.R": "red row",
    "row.Y": "yellow row",
    "row.G": "green row",
    "row.B": "blue row",
}

TEXTS: Mapping[str, str] = {
    "rows.title": "From left to right",
    "rows.text": (
        "This is your sheet. You cross its rows from left to right. You may skip numbers, but "
        "there is no way back."
    ),
    "rows.task": "Tap any bright number.",
    "rows.hint": "There is no way back: tap a bright number, right of the cross.",
    "rows.skipped.one": "Crossed! The number that you skipped is gone for you.",
    "rows.skipped": "Crossed! The {n} numbers that you skipped are gone for you.",
    "rows.beside": "Crossed, and not a single number skipped. Very good!",
    "rows.task.typed": (
        "Type the name of a number in brackets, such as {cell}: the row and the number."
    ),
    "rows.hint.typed": "There is no way back: type a number in brackets, right of the cross.",
    "white.title": "White dice are for everybody",
    "white.text": "Max rolls. Everybody may cross the sum of the two white dice once, in any row.",
    "white.task": "{a} + {b} = {sum}. Tap a {sum}.",
    "white.hint": "Look for a bright {sum}: that is what the white dice make.",
    "white.done": (
        "{cell} is yours. Passing would have been fine too: it is Max’s turn, so it would have "
        "cost you nothing."
    ),
    "white.task.typed": "{a} + {b} = {sum}. Type a {sum}, such as {cell}.",
    "white.hint.typed": "Look for a {sum} in brackets: that is what the white dice make.",
    "colour.title": "Whoever rolls may do more",
    "colour.text": (
        "Now you roll. After the white dice, you alone may add one white and one coloured die, "
        "and cross the sum in that colour."
    ),
    "colour.task": "Tap one of the dashed numbers.",
    "colour.hint": "Not this one: tap a number with a dashed frame.",
    "colour.done": "{white} + {die} = {cell}. So you can make two crosses in your own turn.",
    "colour.task.typed": "Type one of the numbers in brackets.",
    "colour.hint.typed": "Not this one: type a number in brackets.",
    "lock.title": "The lock",
    "lock.text.one": (
        "The last number of a row may be crossed after {n} cross in it. It locks the row."
    ),
    "lock.text": (
        "The last number of a row may only be crossed after {n} crosses in it. It locks the row."
    ),
    "lock.task.one": "There is {n} cross. Tap {cell}!",
    "lock.task": "There are {n} crosses. Tap {cell}!",
    "lock.hint": "This time tap {cell}, right before the lock.",
    "lock.done": (
        "You cross the lock as well, which counts as one more cross. The row is closed for "
        "everybody, and its die leaves the game."
    ),
    "lock.task.typed": "There are {n} crosses. Type {cell}!",
    "lock.task.typed.one": "There is {n} cross. Type {cell}!",
    "lock.hint.typed": "This time type {cell}, right before the lock.",
    "miss.title": "A miss",
    "miss.text": (
        "You roll, but nothing fits. Whoever rolls and crosses nothing takes a miss: {n} points."
    ),
    "miss.task": "Nothing can be crossed: pass.",
    "miss.hint": "No number fits this roll. Press “Pass”.",
    "miss.done": (
        "A miss counts {n} points. Only whoever rolls can get one; the others pass for free."
    ),
    "miss.task.typed": "Nothing can be crossed: type - to pass.",
    "miss.hint.typed": "No number fits this roll. Type -",
    "value.title": "Long rows win",
    "value.text": "Each further cross in a row is worth more than the one before.",
    "value.task": "Tap {cell}, and look at the end of the row.",
    "value.hint": "Tap {cell}, it is the bright one.",
    "value.count.one": "{n} cross: {points} point.",
    "value.count": "{n} crosses: {points} points.",
    "value.more": "The next one makes {next}, then {after}, and so on.",
    "value.task.typed": "Type {cell}, and look at the end of the row.",
    "value.hint.typed": "Type {cell}, it stands in brackets.",
    "end.title": "The end",
    "end.text": (
        "The game ends at once when {locks}, or {misses}. Whoever has the most points wins."
    ),
    "end.locks.1": "a row is closed",
    "end.locks.2": "two rows are closed",
    "end.locks.3": "three rows are closed",
    "end.locks.4": "all four rows are closed",
    "end.misses": "when somebody has {n} misses",
    "end.misses.one": "at somebody’s first miss",
    "end.task.1": "Tap {cell}: the lock that ends it!",
    "end.task.2": "Max has locked the {rows}. Tap {cell}: the second lock!",
    "end.task.3": "Max has locked the {rows}. Tap {cell}: the third lock!",
    "end.task.4": "Max has locked the {rows}. Tap {cell}: the fourth lock!",
    "end.done": "{locks}, the game is over. You have {n} points.",
    "end.done.one": "{locks}, the game is over. You have {n} point.",
    "end.closed.1": "a row is closed",
    "end.closed.2": "two rows are closed",
    "end.closed.3": "three rows are closed",
    "end.closed.4": "all four rows are closed",
    "end.task.1.typed": "Type {cell}: the lock that ends it!",
    "end.task.2.typed": "Max has locked the {rows}. Type {cell}: the second lock!",
    "end.task.3.typed": "Max has locked the {rows}. Type {cell}: the third lock!",
    "end.task.4.typed": "Max has locked the {rows}. Type {cell}: the fourth lock!",
    "dice.title": "Dice with {n} faces",
    "dice.text": "These dice show 1 to {n}. Sums go up to {most}, and a row has {longest} numbers.",
    "dice.done": "{cell} is crossed. Everything else works as you know it.",
    "locks.title": "More than one way to lock",
    "locks.text.one": "Any of the last {last} numbers locks the row, after {n} cross.",
    "locks.text": "Any of the last {last} numbers locks the row, but only after {n} crosses.",
    "locks.task": "Tap one of them. Which one is up to you.",
    "locks.hint": "Tap one of the last numbers of the row.",
    "locks.done": (
        "Locked with {cell}. The row is closed at once, so {numbers} can no longer be crossed."
    ),
    "locks.task.typed": "Type one of them: {moves}. Which one is up to you.",
    "locks.hint.typed": "Type one of the last numbers of the row.",
    "wandering.title": "Wandering colours",
    "wandering.text": (
        "A coloured die looks for its own colour, in whichever row that is. The white dice do "
        "not care about colours."
    ),
    "wandering.hint": "Possible, but try a colour that has wandered into another row.",
    "wandering.done": "{white} + {die} = {cell}. The {row} gets the cross.",
    "gone.title": "The lock names the row",
    "gone.text.one": "A row is named after its lock. It takes {n} cross of any colour to close it.",
    "gone.text": "A row is named after its lock. It takes {n} crosses of any colours to close it.",
    "gone.done": (
        "The {row} is closed with all its colours, and its die leaves. In other rows, {colour} "
        "can still be crossed with the white dice."
    ),
    "places.title": "The place counts",
    "places.text": (
        "The numbers are shuffled. You still cross from left to right; how large a number is "
        "makes no difference."
    ),
    "places.task": "Tap any number right of {cell}, larger or smaller.",
    "places.done": "{number} stands right of {before}, and that is all that counts.",
    "places.task.typed": "Type any number right of {cell}, larger or smaller.",
    "last.title": "Different last numbers",
    "last.text.one": "Here the rows end in {numbers}. These lock, after {n} cross.",
    "last.text": "Here the rows end in {numbers}. These lock, after {n} crosses.",
    "tried.task": "Tap {cell} and see what it brings.",
    "tried.task.typed": "Type {cell} and see what it brings.",
    "tried.hint": "This time tap {cell}.",
    "tried.hint.typed": "This time type {cell}.",
    "tried.crosses": "It brought {n} more crosses.",
    "tried.crosses.one": "It brought {n} more cross.",
    "tried.marks": "Look below the rows: something has changed there.",
}
