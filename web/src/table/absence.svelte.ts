/** Who is away, and from when on a bot may play in their place. */
import type { Present } from "../wire/messages";

export interface Countdown {
  until: number; // by this device's own clock
  limit: number; // seconds, for how much of it is over
}

const TOGETHER = 0.25; // seconds

export class Absence {
  /** For those whose place nobody may give away yet; by seat. */
  waits: Readonly<Record<number, Countdown>> = $state.raw({});
  /** Whether the host has been away so long that somebody else may act. */
  hostGone = $state(false);

  private timers: ReturnType<typeof setTimeout>[] = [];

  take(present: Present): void {
    this.close();
    const now = Date.now();
    const waits: Record<number, Countdown> = {};
    const ends: { left: number; then: () => void }[] = [];
    for (const { seat, left } of present.away) {
      if (left <= 0) continue;
      const limit = Math.max(left, this.waits[seat]?.limit ?? 0);
      waits[seat] = { until: now + left * 1000, limit };
      ends.push({ left, then: () => this.over(seat) });
    }
    this.waits = waits;
    this.hostGone = present.host !== null && present.host <= 0;
    if (present.host) ends.push({ left: present.host, then: () => (this.hostGone = true) });
    this.count(ends);
  }

  close(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
  }

  private over(seat: number): void {
    this.waits = Object.fromEntries(
      Object.entries(this.waits).filter(([other]) => Number(other) !== seat),
    );
  }

  /** What ends at almost the same time ends at once: a host who plays is away as both. */
  private count(ends: { left: number; then: () => void }[]): void {
    const rest = ends.toSorted((a, b) => a.left - b.left);
    while (rest.length) {
      const first = rest[0]!.left;
      const more = rest.findIndex(({ left }) => left > first + TOGETHER);
      const bunch = rest.splice(0, more < 0 ? rest.length : more);
      const last = bunch.at(-1)!.left;
      this.timers.push(setTimeout(() => bunch.forEach(({ then }) => then()), last * 1000));
    }
  }
}
