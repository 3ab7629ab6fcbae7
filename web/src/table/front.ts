/** Several people, one device: whose sheet lies in front. */
import type { Now } from "../wire/messages";

/**
 * Who was asked for by a tap; else who holds the device, if it is passed on by hand and nobody
 * else owes a decision instead; else whoever owes one, beginning with who rolls and going round;
 * else, as nobody owes any, the same way round among all who sit here.
 */
export function inFront(
  mine: readonly number[],
  now: Pick<Now, "active" | "waiting">,
  seats: number,
  asked: number | null,
  holder: number | null = null,
): number | null {
  if (!mine.length) return null;
  if (asked !== null && mine.includes(asked)) return asked;
  const owing = mine.filter((seat) => now.waiting.includes(seat));
  if (holder !== null && (!owing.length || owing.includes(holder))) return holder;
  const after = (seat: number): number => (seat - (now.active ?? 1) + seats) % seats;
  return (owing.length ? owing : mine).toSorted((a, b) => after(a) - after(b))[0]!;
}
