/** Tutorials and rule pages. */
export const learn = {
  "learn.title": "Learn: {name}",
  "learn.your_sheet": "Your sheet",
  "learn.the_dice": "The dice",
  "learn.step": "Step {n} of {all}",
  "learn.next": "Next",
  "learn.skip": "Skip",
  "learn.pass": "Pass",
  "learn.row.R": "red row",
  "learn.row.Y": "yellow row",
  "learn.row.G": "green row",
  "learn.row.B": "blue row",

  "learn.intro.different": "Show me what is different",
  "learn.intro.basics": "The basics first",
  "learn.intro.begin": "Show me",
  "learn.intro.known": "New to all this? Begin with the basics, it takes one minute.",
  "learn.intro.same":
    "{name} is played just like {like}. Only the pad and the number of people differ: it is for {from} to {to}.",

  "learn.finish.title": "That is all you need",
  "learn.finish.text":
    "Everything else the table shows you: what may be crossed lights up by itself.",
  "learn.finish.play": "Play now",
  "learn.finish.again": "Once more",
  "learn.finish.others": "Learn another game",

  "learn.rows.title": "From left to right",
  "learn.rows.text":
    "This is your sheet. You cross its rows from left to right. You may skip numbers, but there is no way back.",
  "learn.rows.task": "Tap any bright number.",
  "learn.rows.hint": "There is no way back: tap a bright number, right of the cross.",
  "learn.rows.skipped": {
    one: "Crossed! The {n} number that you skipped is gone for you.",
    other: "Crossed! The {n} numbers that you skipped are gone for you.",
  },
  "learn.rows.beside": "Crossed, and not a single number skipped. Very good!",

  "learn.white.title": "White dice are for everybody",
  "learn.white.text":
    "Max rolls. Everybody may cross the sum of the two white dice once, in any row.",
  "learn.white.task": "{a} + {b} = {sum}. Tap a {sum}.",
  "learn.white.hint": "Look for a bright {sum}: that is what the white dice make.",
  "learn.white.done":
    "{cell} is yours. Passing would be fine, too: it is Max's turn, so it costs you nothing.",

  "learn.colour.title": "Who rolls may do more",
  "learn.colour.text":
    "Now you roll. After the white dice, you alone may add one white and one coloured die, and cross the sum in that colour.",
  "learn.colour.task": "Tap one of the dashed numbers.",
  "learn.colour.hint": "Not this one: tap a number with a dashed frame.",
  "learn.colour.done": "{white} + {die} = {cell}. So you can make two crosses in your own turn.",

  "learn.lock.title": "The lock",
  "learn.lock.text": {
    one: "The last number of a row may be crossed after {n} cross in it. It locks the row.",
    other:
      "The last number of a row may only be crossed after {n} crosses in it. It locks the row.",
  },
  "learn.lock.task": {
    one: "There is {n} cross. Tap {cell}!",
    other: "There are {n} crosses. Tap {cell}!",
  },
  "learn.lock.hint": "This time tap {cell}, right before the lock.",
  "learn.lock.done":
    "You cross the lock as well, as one cross more. The row is closed for everybody, and its die leaves the game.",

  "learn.miss.title": "A miss",
  "learn.miss.text":
    "You roll, but nothing fits. Who rolls and crosses nothing takes a miss: {n} points.",
  "learn.miss.task": "Nothing can be crossed: pass.",
  "learn.miss.hint": "No number fits this roll. Press “Pass”.",
  "learn.miss.done":
    "A miss counts {n} points. Only who rolls can get one; the others pass for free.",

  "learn.value.title": "Long rows win",
  "learn.value.text": "Each further cross in a row is worth more than the one before.",
  "learn.value.task": "Tap {cell}, and look at the end of the row.",
  "learn.value.hint": "Tap {cell}, it is the bright one.",
  "learn.value.count": {
    one: "{n} cross: {points} point.",
    other: "{n} crosses: {points} points.",
  },
  "learn.value.more": "The next one makes {next}, then {after}, and so on.",

  "learn.end.title": "The end",
  "learn.end.text": {
    one: "The game ends at once when two rows are closed, or at somebody's first miss. Most points win.",
    other:
      "The game ends at once when two rows are closed, or when somebody has {n} misses. Most points win.",
  },
  "learn.end.task": "Max has locked the {row}. Tap {cell}: the second lock!",
  "learn.end.done": {
    one: "Two rows are closed, the game is over. You have {n} point.",
    other: "Two rows are closed, the game is over. You have {n} points.",
  },

  "learn.dice.title": "Dice with {n} faces",
  "learn.dice.text":
    "These dice show 1 to {n}. Sums go up to {most}, and a row has {longest} numbers.",
  "learn.dice.done": "{cell} is crossed. All else goes as you know it.",

  "learn.locks.title": "More than one way to lock",
  "learn.locks.text": {
    one: "Each of the last {last} numbers locks its row, after {n} cross.",
    other: "Each of the last {last} numbers locks its row, but only after {n} crosses.",
  },
  "learn.locks.task": "Tap one of them. Which one is up to you.",
  "learn.locks.hint": "Tap one of the last numbers of the row.",
  "learn.locks.done":
    "Locked with {cell}. The row is closed at once, so {numbers} can no longer be had.",

  "learn.luck.title": "Lucky numbers",
  "learn.luck.text":
    "Yours are {numbers}. When the white dice make one of them, you may cross the next number in your row with the fewest crosses instead.",
  "learn.luck.task": "{sum} is your number! Tap {cell}, with the clover.",
  "learn.luck.hint":
    "That is the plain {sum}, fine as well. But try your luck now: tap the clover.",
  "learn.luck.done":
    "{cell} is crossed and nothing is skipped. Luck comes instead of the {sum}, never on top of it.",
  "learn.tie.title": "Two rows alike",
  "learn.tie.text": "If several rows have the fewest crosses, you choose.",
  "learn.tie.task": "{sum} is lucky, too. Tap one of the clovers.",

  "learn.wandering.title": "Wandering colours",
  "learn.wandering.text":
    "A coloured die looks for its own colour, in whichever row that is. The white dice do not care about colours.",
  "learn.wandering.hint": "Possible, but try a colour that has wandered into another row.",
  "learn.wandering.done": "{white} + {die} = {cell}. The {row} gets the cross.",
  "learn.gone.title": "A row is its lock",
  "learn.gone.text": {
    one: "A row is named after its lock. It takes {n} cross of any colour to close it.",
    other: "A row is named after its lock. It takes {n} crosses of any colours to close it.",
  },
  "learn.gone.done":
    "The {row} is closed with all its colours, and its die leaves. In other rows, {colour} can still be crossed with the white dice.",

  "learn.places.title": "The place counts",
  "learn.places.text":
    "The numbers are shuffled. Still you cross from left to right; how large a number is makes no difference.",
  "learn.places.task": "Tap any number right of {cell}, larger or smaller.",
  "learn.places.done": "{number} stands right of {before}, and that is all that counts.",
  "learn.last.title": "Other last numbers",
  "learn.last.text": {
    one: "Here the rows end in {numbers}. These lock, after {n} cross.",
    other: "Here the rows end in {numbers}. These lock, after {n} crosses.",
  },

  "learn.chain.title": "Stars and the bonus bar",
  "learn.chain.text":
    "A star strikes the next field of the bar below. The field's colour names a row, and its next number is crossed at once.",
  "learn.chain.task": "The white dice make {sum}. Tap {cell}, with the star.",
  "learn.chain.hint": "Possible, but this time tap {cell}.",
  "learn.chain.link": "Field {n}: {row}, so {cell} is crossed as well.",
  "learn.chained.title": "A chain",
  "learn.chained.text":
    "If the extra cross hits a star, the next field follows. And you must take it, even if it hurts.",

  "learn.pair.title": "Pair {letter}",
  "learn.pair.text": "Two cells with the same letter belong together: cross both for their bonus.",
  "learn.pair.task": "{first} is crossed. Tap {second}!",
  "learn.pair.done": "Both {letter} are crossed.",
  "learn.effect.fewest": {
    one: "This pair brings {n} cross in your row with the fewest, at once.",
    other: "This pair brings {n} crosses in your row with the fewest, at once.",
  },
  "learn.effect.each_row": {
    one: "This pair brings {n} cross in each row, at once.",
    other: "This pair brings {n} crosses in each row, at once.",
  },
  "learn.effect.points": {
    one: "This pair brings {n} point at the end.",
    other: "This pair brings {n} points at the end.",
  },
  "learn.effect.double_fewest":
    "With this pair, your row with the fewest crosses counts twice at the end.",
  "learn.effect.no_misses": "With this pair, your misses cost nothing at the end.",
  "learn.got.fewest": {
    one: "Your {row} had the fewest: {n} cross more.",
    other: "Your {row} had the fewest: {n} crosses more.",
  },
  "learn.got.each_row": {
    one: "Each row goes on by {n} cross.",
    other: "Each row goes on by {n} crosses.",
  },
  "learn.got.points": { one: "{n} point more.", other: "{n} points more." },
  "learn.got.double_fewest": "Look at your total: the {row} counts twice.",
  "learn.got.no_misses": "Look at your total: the misses are forgiven.",

  "learn.rules.title": "Rules",
  "learn.rules.of": "Rules: {name}",
  "learn.rules.intro": "All games of this table, and how they are played.",
  "learn.rules.read": "Rules",
  "learn.rules.learn": "Tutorial",
  "learn.rules.play": "Play",
  "learn.rules.all": "All games",
  "learn.rules.people": "{from} to {to} people",
  "learn.rules.contents": "On this page",
  "learn.rules.sheet": "The sheet of {name}",
};
