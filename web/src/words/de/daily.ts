/** Das Tagesspiel. */
export const daily = {
  "daily.name": "Tagesspiel",
  "daily.somebody": "Jemand",
  "daily.title": "Tagesspiel {n}",
  "daily.says": "Heute würfeln hier alle dasselbe, gegen {bot}, den stärksten unserer Bots.",
  "daily.said":
    "An diesem Tag haben hier alle dasselbe gewürfelt, gegen {bot}, den stärksten unserer Bots.",
  "daily.your_try": "Dein Versuch",
  "daily.begin": "Jetzt spielen",
  "daily.go_on": "Weiterspielen",
  "daily.rule_once": "Ein Versuch am Tag, ohne Uhr.",
  "daily.rule_stays": "Was du entscheidest, bleibt: kein Zurücknehmen, keine Tipps.",
  "daily.rule_reload": "Du kannst heute jederzeit wiederkommen und weiterspielen.",
  "daily.playing": "Dein Spiel wartet auf dich.",
  "daily.unfinished":
    "Dieses Spiel ist nicht zu Ende. Es zählt bis {time}; danach kannst du es zum Spaß beenden.",
  "daily.not_played":
    "An diesem Tag hast du nicht gespielt. Macht nichts: Jeden Tag gibt es ein neues.",
  "daily.until": "Bis {time} Uhr deiner Zeit, {left}.",
  "daily.next": "Das nächste beginnt um {time} Uhr deiner Zeit, {left}.",

  "daily.you_won": "Du hast {bot} geschlagen!",
  "daily.you_drew": "Gleichauf mit {bot}!",
  "daily.you_lost": "Diesmal lag {bot} vorn.",
  "daily.score": {
    one: "{n} Punkt für dich, {against} für {bot}.",
    other: "{n} Punkte für dich, {against} für {bot}.",
  },
  "daily.place": {
    one: "Noch ist niemand sonst fertig.",
    other: "Platz {place} von {n}.",
  },
  "daily.late": "Erst fertig, als die Würfel verraten waren; darum zählt es nicht.",
  "daily.skill": "Würfel: {luck} deiner Gewinnchance. Verschenkt: {errors}.",
  "daily.judging": "Dein Spiel wird noch einmal angesehen …",
  "daily.in_a_row": { one: "{n} Tag in Folge.", other: "{n} Tage in Folge." },
  "daily.so_far": {
    one: "Du hast auch gestern gespielt. Schön, dass du wieder da bist!",
    other: "Bisher {n} Tage in Folge. Schön, dass du wieder da bist!",
  },
  "daily.look": "Dein Spiel",
  "daily.share": "Diese Zeile teilen",
  "daily.share.result": {
    one: "Rowlock, Tagesspiel {number}: {n} Punkt, {bot} {against}.",
    other: "Rowlock, Tagesspiel {number}: {n} Punkte, {bot} {against}.",
  },
  "daily.share.place": "Platz {place} von {n}.",
  "daily.share.skill": "Glück {luck}, verschenkt {errors}.",

  "daily.everybody": "Wie es den anderen ging",
  "daily.finished": { one: "{n} ist fertig.", other: "{n} sind fertig." },
  "daily.against_bot": "Gegen den Bot: {won} gewonnen, {drawn} unentschieden, {lost} verloren.",
  "daily.bar": "{from} bis {to} Punkte: {n}.",
  "daily.bar_you": "Du bist darunter.",
  "daily.bars_say":
    "Wie viele wie viele Punkte haben; die Zahl darunter ist der Anfang des Balkens.",
  "daily.best": {
    one: "Den besten Versuch ansehen: {n} Punkt",
    other: "Den besten Versuch ansehen: {n} Punkte",
  },

  "daily.dice": "Über die Würfel",
  "daily.dice_secret":
    "Sie wurden zu Beginn des Tages gezogen, und sofort war dieser Fingerabdruck zu sehen. Verraten werden sie um {time}, wenn alle fertig sind. Dann kannst du jeden Wurf nachprüfen.",
  "daily.dice_told": "Das Geheimnis dieses Tages ist verraten: Jeder Wurf lässt sich nachrechnen.",
  "daily.dice_check": "Öffne dieses Spiel und wähle „Würfel prüfen“.",
  "daily.dice_alone":
    "Sie sind für alle gleich, also allein vom Server: Von niemandem ist eigener Zufall dabei.",
  "daily.table_secret":
    "Die Würfel des Tagesspiels werden verraten, wenn der Tag für alle vorbei ist. Komm dann wieder, um sie zu prüfen.",

  "daily.yesterday": "Am Tag davor: Spiel {n}",
  "daily.that_day": "Alles über diesen Tag",
  "daily.to_today": "Zum Spiel von heute",
  "daily.to_day": "Zu den Ergebnissen des Tages",
};
