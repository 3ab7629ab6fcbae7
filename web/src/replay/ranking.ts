/** Who came where. The server says the totals; here they are only put in order. */
import type { Now } from "../wire/messages";

export interface Standing {
  seat: number;
  place: number; // equal totals share it
  total: number;
}

/** The seats by their totals, best first; nothing if no points were told. */
export function standingsOf(now: Now): Standing[] {
  const totals = now.outcome?.totals ?? now.points?.map((points) => points.total) ?? [];
  return totals
    .map((total, i) => ({
      seat: i + 1,
      place: 1 + totals.filter((other) => other > total).length,
      total,
    }))
    .sort((one, other) => one.place - other.place || one.seat - other.seat);
}
