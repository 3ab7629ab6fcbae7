/** Locks that were announced in this action, before anything else of it is told. */
import type { Letter, Now, Yours } from "../wire/messages";

export interface Lock {
  row: Letter;
  /** Who locks it, in the order in which it was told. */
  seats: number[];
}

/** One for each row, in the order in which they were told. */
export function locksOf(now: Now): Lock[] {
  const rows = Map.groupBy(now.announced ?? [], ({ row }) => row);
  return [...rows].map(([row, told]) => ({ row, seats: told.map(({ seat }) => seat) }));
}

/** Is a seat asked about them? Then its time is shown there, and nowhere else. */
export function asksAbout(own: Yours | undefined, now: Now): boolean {
  return (now.announced ?? []).length > 0 && !!own && (own.lock_too.length > 0 || own.asked_again);
}
