import { prefs } from "../prefs.svelte";
import type { Now, Points } from "../wire/messages";

/** The points of a seat, if the table and this person want running scores to be seen. */
export function shownPoints(now: Now, seat: number): Points | null {
  if (!prefs.ownScores && now.stage === "playing") return null;
  return now.points?.[seat - 1] ?? null;
}
