import { prefs } from "../prefs.svelte";
import type { Now } from "../wire/messages";

/** The total of a seat, if the table and this person want running scores to be seen. */
export function shownPoints(now: Now, seat: number): number | null {
  if (!prefs.ownScores && now.stage === "playing") return null;
  return now.points?.[seat - 1]?.total ?? null;
}
