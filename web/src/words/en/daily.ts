/** The daily game. */
export const daily = {
  "daily.name": "Daily game",
  "daily.somebody": "Somebody",
  "daily.title": "Daily game {n}",
  "daily.says":
    "Everybody here rolls the same dice today, against {bot}, the strongest of our bots.",
  "daily.said":
    "Everybody here rolled the same dice that day, against {bot}, the strongest of our bots.",
  "daily.your_try": "Your try",
  "daily.begin": "Play today’s game",
  "daily.go_on": "Go on playing",
  "daily.rule_once": "One try a day, without a clock.",
  "daily.rule_stays": "What you decide stays: no taking back, no hints.",
  "daily.rule_reload": "You can come back any time today and go on.",
  "daily.playing": "Your game is waiting for you.",
  "daily.unfinished":
    "That game is not finished. It counts until {time}; after that you may finish it for fun.",
  "daily.not_played": "You did not play that day. That’s fine: there is a new one every day.",
  "daily.until": "Open until {time} your time, {left}.",
  "daily.next": "The next game begins at {time} your time, {left}.",

  "daily.you_won": "You beat {bot}!",
  "daily.you_drew": "Level with {bot}!",
  "daily.you_lost": "{bot} was ahead this time.",
  "daily.score": {
    one: "{n} point for you, {against} for {bot}.",
    other: "{n} points for you, {against} for {bot}.",
  },
  "daily.place": {
    one: "Nobody else has finished yet.",
    other: "Place {place} of {n}.",
  },
  "daily.late": "Finished after the dice were told, so it does not count.",
  "daily.skill": "Dice: {luck} of your chance to win. Given away: {errors}.",
  "daily.judging": "Your game is being looked at again …",
  "daily.in_a_row": { one: "{n} day in a row.", other: "{n} days in a row." },
  "daily.so_far": {
    one: "You played yesterday, too. Nice to see you again!",
    other: "{n} days in a row so far. Nice to see you again!",
  },
  "daily.look": "Your game",
  "daily.share": "Share this line",
  "daily.share.result": {
    one: "Rowlock, daily game {number}: {n} point, {bot} {against}.",
    other: "Rowlock, daily game {number}: {n} points, {bot} {against}.",
  },
  "daily.share.place": "Place {place} of {n}.",
  "daily.share.skill": "Luck {luck}, given away {errors}.",

  "daily.everybody": "What others did",
  "daily.finished": { one: "{n} has finished.", other: "{n} have finished." },
  "daily.against_bot": "Against the bot: {won} won, {drawn} drawn, {lost} lost.",
  "daily.bar": "{from} to {to} points: {n}.",
  "daily.bar_you": "You are among them.",
  "daily.bars_say": "How many have how many points; the number below is where a bar begins.",
  "daily.best": { one: "Watch the best try: {n} point", other: "Watch the best try: {n} points" },

  "daily.dice": "About the dice",
  "daily.dice_secret":
    "They were drawn when the day began, and this fingerprint was shown at once. They are told at {time}, when everybody has finished. Then you can check every roll.",
  "daily.dice_told": "The secret of this day is told: every roll can be worked out again.",
  "daily.dice_check": "Open this game, then choose “Check the dice”.",
  "daily.dice_alone":
    "They are the same for everybody, so they are the server’s alone: nobody’s own chance is mixed in.",
  "daily.table_secret":
    "The dice of the daily game are told when the day is over for everybody. Come back then to check them.",

  "daily.yesterday": "The day before: game {n}",
  "daily.that_day": "All about that day",
  "daily.to_today": "To today’s game",
  "daily.to_day": "To the day’s results",
};
