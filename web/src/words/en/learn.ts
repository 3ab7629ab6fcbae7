/** Tutorials and rule pages. */
export const learn = {
  "learn.title": "Learn: {name}",
  "learn.your_sheet": "Your sheet",
  "learn.the_dice": "The dice",
  "learn.step": "Step {n} of {all}",
  "learn.next": "Next",
  "learn.skip": "Skip",
  "learn.pass": "Pass",

  "learn.intro.different": "Show me what is different",
  "learn.intro.basics": "The basics first",
  "learn.intro.begin": "Show me",
  "learn.intro.known": "New to all this? Begin with the basics, it takes one minute.",
  "learn.intro.same":
    "{name} is played just like {like}. Only the pad and the number of players differ: it is for {from} to {to}.",

  "learn.finish.title": "That is all you need",
  "learn.finish.text":
    "The table shows you everything else: what you may cross lights up by itself.",
  "learn.finish.play": "Play now",
  "learn.finish.again": "Once more",
  "learn.finish.others": "Learn another game",

  "learn.rules.title": "Rules",
  "learn.rules.of": "Rules: {name}",
  "learn.rules.intro": "All the games, and how they are played.",
  "learn.rules.read": "Rules",
  "learn.rules.learn": "Tutorial",
  "learn.rules.play": "Play",
  "learn.rules.all": "All games",
  "learn.rules.people": "{from} to {to} players",
  "learn.rules.record": "About these rules",
  "learn.rules.contents": "On this page",
  "learn.rules.sheet": "The sheet of {name}",
};
