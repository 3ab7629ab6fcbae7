/** What this browser keeps of the daily games: its key, and how the last days went. */
import { keep, kept } from "../prefs.svelte";
import { newKey } from "../table/keys";

/** A day that was finished here; luck and what was given away once they are known. */
export interface Done {
  points: number;
  against: number;
  luck?: number;
  errors?: number;
}

interface Kept {
  key: string;
  done: Record<string, Done>;
}

const PLACE = "rowlock.daily";
const MOST = 400; // days
const DAY = 24 * 3600 * 1000;

function all(): Kept {
  const found = kept<Partial<Kept>>(PLACE);
  const done = found?.done;
  return {
    key: typeof found?.key === "string" ? found.key : "",
    done: typeof done === "object" && done !== null ? done : {},
  };
}

/** The key of this browser's tries; nothing before the first one. */
export function dailyKey(): string | null {
  return all().key || null;
}

/** The same; it is made if there is none. */
export function ownKey(): string {
  const { key, done } = all();
  if (key) return key;
  const made = newKey();
  keep(PLACE, { key: made, done });
  return made;
}

export function doneOn(day: string): Done | null {
  return all().done[day] ?? null;
}

/** Remembers how a day went, or what is new of it; the oldest days are forgotten. */
export function noteDone(day: string, news: Done): void {
  const { key, done } = all();
  const known = { ...done, [day]: { ...done[day], ...news } };
  const days = Object.keys(known).sort().slice(-MOST);
  keep(PLACE, { key, done: Object.fromEntries(days.map((one) => [one, known[one]])) });
}

/** The day before one: "2026-11-19" before "2026-11-20". */
export function dayBefore(day: string): string {
  return dayAt(Date.parse(day) - DAY);
}

/** The day of a time, by UTC. */
export function dayAt(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** How many days in a row were finished, up to this one or, as long as it goes on, the one before. */
export function inARow(today: string, days: readonly string[] = Object.keys(all().done)): number {
  const finished = new Set(days);
  let day = finished.has(today) ? today : dayBefore(today);
  let n = 0;
  for (; finished.has(day); day = dayBefore(day)) n += 1;
  return n;
}
