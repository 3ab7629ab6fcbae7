/** What of the events is worth saying aloud, and to whom. */
import type { Letter, MechanicShown, PrintedPage, StoryEvent } from "../wire/messages";
import { told } from "../words/telling";
import type { Sound } from "./sounds";

export interface News {
  /** For the line above the dice: locks, misses, the end. */
  headline: string | null;
  colour: Letter | null;
  /** For people who listen: everything but what their own seats did. */
  spoken: string[];
  /** Of that, what must not wait: a row is locked, by announcement or for good. */
  urgent: string | null;
  sound: Sound | null;
}

const LOUD: Record<string, number> = { cross: 1, roll: 2, miss: 3, lock: 4, announce: 5, end: 6 };

export function newsOf(
  events: readonly StoryEvent[],
  name: (seat: number) => string,
  mine: readonly number[],
  page: (seat: number) => PrintedPage,
  mechanics: readonly MechanicShown[] = [],
): News {
  const news: News = { headline: null, colour: null, spoken: [], urgent: null, sound: null };
  const louder = (sound: Sound): void => {
    if (!news.sound || LOUD[sound]! > LOUD[news.sound]!) news.sound = sound;
  };
  const lock = (sentence: string, row: Letter): void => {
    news.headline = news.urgent = sentence;
    news.colour = row;
  };
  for (const event of events) {
    const sentence = told(event, name, page, mine.length === 1 ? mine[0]! : null, mechanics);
    if (!sentence) continue;
    const own = "seat" in event && mine.includes(event.seat);
    switch (event.event) {
      case "rolled":
        louder("roll");
        break;
      case "marked":
        louder(event.lock ? "lock" : "cross");
        if (event.lock) lock(sentence, event.cell[0] as Letter);
        break;
      case "announced":
        louder("announce");
        news.urgent = news.urgent ? `${news.urgent} ${sentence}` : sentence;
        continue; // the moment is shown by itself, and it is told at once
      case "closed":
        louder("lock");
        lock(sentence, event.row);
        break;
      case "missed":
        louder("miss");
        news.headline ??= sentence;
        break;
      case "ended":
      case "stopped":
        louder("end");
        news.headline = sentence;
        news.colour = null;
        break;
      case "hinted":
        if (own) continue; // the hint itself is there
        news.headline ??= sentence;
        break;
      case "timed_out":
      case "handed":
      case "taken_back":
      case "rematch":
        news.headline ??= sentence;
        break;
      case "revealed":
        continue;
      case "passed":
        if (own) continue;
    }
    news.spoken.push(sentence);
  }
  return news;
}
