/** La partita del giorno. */
export const daily = {
  "daily.name": "Partita del giorno",
  "daily.somebody": "Qualcuno",
  "daily.title": "Partita del giorno {n}",
  "daily.says": "Oggi qui tutti tirano gli stessi dadi, contro {bot}, il più forte dei nostri bot.",
  "daily.said":
    "Quel giorno qui tutti hanno tirato gli stessi dadi, contro {bot}, il più forte dei nostri bot.",
  "daily.your_try": "Il tuo tentativo",
  "daily.begin": "Gioca la partita di oggi",
  "daily.go_on": "Continua a giocare",
  "daily.rule_once": "Un tentativo al giorno, senza orologio.",
  "daily.rule_stays": "Quello che decidi resta: niente ripensamenti, niente consigli.",
  "daily.rule_reload": "Puoi tornare quando vuoi, oggi, e continuare.",
  "daily.playing": "La tua partita ti aspetta.",
  "daily.unfinished":
    "Quella partita non è finita. Conta fino alle {time}; dopo puoi finirla per divertimento.",
  "daily.not_played": "Quel giorno non hai giocato. Non importa: ogni giorno ce n’è una nuova.",
  "daily.until": "Fino alle {time} della tua ora, {left}.",
  "daily.next": "La prossima comincia alle {time} della tua ora, {left}.",

  "daily.you_won": "Hai battuto {bot}!",
  "daily.you_drew": "Pari con {bot}!",
  "daily.you_lost": "Questa volta {bot} era avanti.",
  "daily.score": {
    one: "{n} punto per te, {against} per {bot}.",
    other: "{n} punti per te, {against} per {bot}.",
  },
  "daily.place": {
    one: "Nessun altro ha ancora finito.",
    other: "Posto {place} su {n}.",
  },
  "daily.late": "Finita quando i dadi erano già svelati: per questo non conta.",
  "daily.skill": "Dadi: {luck} della tua probabilità di vincere. Regalato: {errors}.",
  "daily.judging": "La tua partita viene riguardata …",
  "daily.in_a_row": { one: "{n} giorno di fila.", other: "{n} giorni di fila." },
  "daily.so_far": {
    one: "Hai giocato anche ieri. Bello rivederti!",
    other: "Finora {n} giorni di fila. Bello rivederti!",
  },
  "daily.look": "La tua partita",
  "daily.share": "Condividi questa riga",
  "daily.share.result": {
    one: "Rowlock, partita del giorno {number}: {n} punto, {bot} {against}.",
    other: "Rowlock, partita del giorno {number}: {n} punti, {bot} {against}.",
  },
  "daily.share.place": "Posto {place} su {n}.",
  "daily.share.skill": "Fortuna {luck}, regalato {errors}.",

  "daily.everybody": "Come è andata agli altri",
  "daily.finished": { one: "{n} ha finito.", other: "{n} hanno finito." },
  "daily.against_bot": "Contro il bot: {won} vinte, {drawn} pari, {lost} perse.",
  "daily.bar": "Da {from} a {to} punti: {n}.",
  "daily.bar_you": "Ci sei anche tu.",
  "daily.bars_say": "Quanti hanno quanti punti; il numero sotto è l’inizio della barra.",
  "daily.best": {
    one: "Guarda il tentativo migliore: {n} punto",
    other: "Guarda il tentativo migliore: {n} punti",
  },

  "daily.dice": "Sui dadi",
  "daily.dice_secret":
    "Sono stati estratti all’inizio del giorno, e subito si è vista questa impronta. Vengono svelati alle {time}, quando tutti hanno finito. Allora puoi controllare ogni lancio.",
  "daily.dice_told": "Il segreto di questo giorno è svelato: ogni lancio si può ricalcolare.",
  "daily.dice_check": "Apri questa partita e scegli «Controlla i dadi».",
  "daily.dice_alone":
    "Sono uguali per tutti, quindi solo del server: il caso di nessun altro vi è mescolato.",
  "daily.table_secret":
    "I dadi della partita del giorno vengono svelati quando il giorno è finito per tutti. Torna allora per controllarli.",

  "daily.yesterday": "Il giorno prima: partita {n}",
  "daily.that_day": "Tutto su quel giorno",
  "daily.to_today": "Alla partita di oggi",
  "daily.to_day": "Ai risultati del giorno",
};
