/** A word about the result, for whoever sits here: glad or kind, and always true. */
import type { Key, Values } from "../words/index.svelte";
import { hashOf } from "../sheet/marks";
import type { Standing } from "./ranking";

export interface Word {
  key: Key;
  values: Values;
}

const CLOSE = 5;
const FAR = 30;

/**
 * `standings` are the best first. `seed` chooses among lines that fit equally well, so that the
 * same game is told in the same way each time. Nothing if nobody sits here, or nobody lost.
 */
export function wordFor(
  standings: readonly Standing[],
  mine: readonly number[],
  name: (seat: number) => string,
  seed: string,
): Word | null {
  const best = standings[0];
  if (!best || standings.length < 2 || !mine.length) return null;
  const first = standings.filter(({ place }) => place === 1);
  const own = standings.filter(({ seat }) => mine.includes(seat));
  const one = <K extends Key>(...keys: K[]): K => keys[hashOf(seed) % keys.length]!;
  if (own.length === standings.length) return null; // all of them: somebody has won in any case
  if (own.some(({ place }) => place === 1)) {
    if (first.length > 1) return { key: "replay.word.shared", values: {} };
    const n = best.total - standings[1]!.total;
    const values = { n, name: name(standings[1]!.seat) };
    if (n <= CLOSE) return { key: "replay.word.won_close", values };
    if (n >= FAR) return { key: "replay.word.won_far", values };
    return { key: "replay.word.won", values };
  }
  const mineBest = own[0];
  if (!mineBest) return null;
  const n = best.total - mineBest.total;
  if (n <= CLOSE) return { key: one("replay.word.close_1", "replay.word.close_2"), values: { n } };
  if (standings.length > 2 && mineBest.place === 2)
    return { key: "replay.word.second", values: { players: standings.length } };
  if (n >= FAR) return { key: one("replay.word.far_1", "replay.word.far_2"), values: {} };
  return {
    key: one("replay.word.lost_1", "replay.word.lost_2", "replay.word.lost_3"),
    values: { name: name(best.seat) },
  };
}
