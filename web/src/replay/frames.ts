/** A story made into pictures that can be leafed through: a pure fold, without any rules. */
import { readSheet } from "../sheet/marks";
import { EMPTY, placesAfter } from "../table/table.svelte";
import type { Now, PlaceShown, StoryEvent, ToldEvents } from "../wire/messages";

export interface Frame {
  /** The turn that is played, or 0 before the first roll. */
  turn: number;
  /** Who rolls in this turn. */
  active: number | null;
  /** The dice that lie on the table. */
  roll: string | null;
  /** Whether they were thrown just now. */
  rolled: boolean;
  /** The table after what happened. */
  now: Now;
  places: PlaceShown[];
  events: StoryEvent[];
  /** What each seat has just crossed, as `Sheet` wants it: cells, and misses as x1, x2. */
  fresh: ReadonlySet<string>[];
}

/** These change nothing that a replay shows. */
const SILENT = new Set<StoryEvent["event"]>([
  "answered",
  "thinking",
  "hinted",
  "seated",
  "mixing",
  "silent",
  "rematch",
]);

/**
 * One frame a roll and one for what came of it. `places` are the seats as they are now: the
 * story tells of seats only when they change, and stand-ins are not there from the beginning.
 */
export function framesOf(story: readonly ToldEvents[], places: readonly PlaceShown[]): Frame[] {
  const frames: Frame[] = [];
  let seats = places.map((place) =>
    place.kind === "person" ? { ...place, bot: null, bot_name: null } : place,
  );
  let now = EMPTY;
  let turn = 0;
  let active: number | null = null;
  let roll: string | null = null;

  for (const told of story) {
    const groups = groupsOf(told.events);
    for (const [i, events] of groups.entries()) {
      const before = now;
      const thrown = events.findLast((event) => event.event === "rolled");
      for (const event of events) seats = placesAfter(seats, event);
      if (thrown) {
        turn += 1;
        active = thrown.seat;
        roll = thrown.roll;
      }
      // The table is told as it is after the whole message, so not before its last group.
      if (i === groups.length - 1) now = { ...now, ...told.now };
      const shown = events.filter((event) => !SILENT.has(event.event));
      if (!shown.length) continue;
      if (turn === 0) active = now.active;
      const fresh = freshCrosses(before.sheets ?? [], now.sheets ?? []);
      frames.push({
        turn,
        active,
        roll,
        rolled: !!thrown,
        now,
        places: seats,
        events: shown,
        fresh,
      });
    }
  }
  return frames;
}

/** A roll is seen before what is made of it, even if both were told in one breath. */
function groupsOf(events: readonly StoryEvent[]): StoryEvent[][] {
  const groups: StoryEvent[][] = [[]];
  for (const [i, event] of events.entries()) {
    groups.at(-1)!.push(event);
    if (event.event === "rolled" && i < events.length - 1) groups.push([]);
  }
  return groups;
}

function freshCrosses(before: readonly string[], after: readonly string[]): Set<string>[] {
  return after.map((text, seat) => {
    const old = readSheet(before[seat] ?? "");
    const made = readSheet(text);
    const fresh = new Set([...made.crossed].filter((cell) => !old.crossed.has(cell)));
    for (let miss = old.misses + 1; miss <= made.misses; miss++) fresh.add(`x${miss}`);
    return fresh;
  });
}

/** The number of turns that were played. */
export function turnsOf(frames: readonly Frame[]): number {
  return frames.at(-1)?.turn ?? 0;
}

/** The place of a turn's first frame; the nearest one if there is no such turn. */
export function turnStart(frames: readonly Frame[], turn: number): number {
  const found = frames.findIndex((frame) => frame.turn >= turn);
  return found < 0 ? Math.max(0, frames.length - 1) : found;
}

/** The turn after this frame's, or before it; inside a turn "before" is its own beginning. */
export function turnStep(frames: readonly Frame[], at: number, step: 1 | -1): number {
  const frame = frames[at];
  if (!frame) return 0;
  if (step > 0)
    return frame.turn >= turnsOf(frames) ? frames.length - 1 : turnStart(frames, frame.turn + 1);
  const begin = turnStart(frames, frame.turn);
  return begin < at ? begin : turnStart(frames, Math.max(0, frame.turn - 1));
}
