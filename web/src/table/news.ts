/** What of the events is worth saying aloud, and to whom. */
import type { Letter, StoryEvent } from "../wire/messages";
import { told } from "../words/telling";
import type { Sound } from "./sounds";

export interface News {
  /** For the line above the sheet: locks, misses, the end. */
  headline: string | null;
  colour: Letter | null;
  /** For people who listen: everything but what their own seats did. */
  spoken: string[];
  sound: Sound | null;
}

const LOUD: Record<string, number> = { cross: 1, roll: 2, miss: 3, lock: 4, end: 5 };

export function newsOf(
  events: readonly StoryEvent[],
  name: (seat: number) => string,
  mine: readonly number[],
): News {
  const news: News = { headline: null, colour: null, spoken: [], sound: null };
  const louder = (sound: Sound): void => {
    if (!news.sound || LOUD[sound]! > LOUD[news.sound]!) news.sound = sound;
  };
  for (const event of events) {
    const sentence = told(event, name);
    if (!sentence) continue;
    const own = "seat" in event && mine.includes(event.seat);
    switch (event.event) {
      case "rolled":
        louder("roll");
        break;
      case "marked":
        louder(event.lock ? "lock" : "cross");
        if (event.lock) {
          news.headline = sentence;
          news.colour = event.cell[0] as Letter;
        }
        break;
      case "closed":
        louder("lock");
        news.headline = sentence;
        news.colour = event.row;
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
