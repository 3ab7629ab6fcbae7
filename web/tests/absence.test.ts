import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Absence } from "../src/table/absence.svelte";
import { aboutAway, awaited, mayHandOver } from "../src/table/doing";
import type { Table } from "../src/table/table.svelte";
import type { Present } from "../src/wire/messages";

function present(away: [number, number][], host: number | null = null, seats = [1]): Present {
  const told = away.map(([seat, left]) => ({ seat, left }));
  return { type: "present", seats, watching: 0, away: told, host };
}

function table(absence: Absence, told: Present, more: Partial<Table> = {}): Table {
  const person = { kind: "person", name: "Max", bot: null, bot_name: null };
  const places = [person, person, person];
  const now = { stage: "playing", waiting: [1, 2, 3] };
  const seatName = (seat: number): string => ["Emma", "Max", "Cleo"][seat - 1]!;
  const all = { absence, present: told, places, now, seatName, mine: [1], host: false, ...more };
  return all as unknown as Table;
}

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

test("whoever is away is counted down, each by themselves", () => {
  const absence = new Absence();
  absence.take(
    present([
      [2, 30],
      [3, 12.5],
    ]),
  );
  expect(absence.waits[2]).toEqual({ until: 1_030_000, limit: 30 });
  vi.advanceTimersByTime(12_499);
  expect(absence.waits[3]).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(absence.waits[3]).toBeUndefined();
  expect(absence.waits[2]).toBeDefined();
  vi.advanceTimersByTime(17_500);
  expect(absence.waits).toEqual({});
});

test("whoever comes back and goes again is waited for anew", () => {
  const absence = new Absence();
  absence.take(present([[2, 30]]));
  vi.advanceTimersByTime(29_000);
  absence.take(present([[2, 1]])); // somebody else came: told again, and as long as before
  expect(absence.waits[2]).toEqual({ until: 1_030_000, limit: 30 });
  absence.take(present([]));
  expect(absence.waits).toEqual({});
  absence.take(present([[2, 30]]));
  vi.advanceTimersByTime(2_000);
  expect(absence.waits[2]).toBeDefined();
  absence.close();
  vi.advanceTimersByTime(60_000);
  expect(absence.waits[2]).toBeDefined(); // the page was left: nothing goes on behind it
});

test("the host may let a bot play when the time has come, others only without the host", () => {
  const absence = new Absence();
  const here = present([[2, 5]]);
  absence.take(here);
  expect(mayHandOver(table(absence, here, { host: true }), 2)).toBe(false);
  vi.advanceTimersByTime(5_000);
  expect(mayHandOver(table(absence, here, { host: true }), 2)).toBe(true);
  expect(mayHandOver(table(absence, here, { host: true }), 1)).toBe(false); // is there
  expect(mayHandOver(table(absence, here), 2)).toBe(false);
  const gone = present([[2, 0]], 7, [1, 3]);
  absence.take(gone);
  expect(mayHandOver(table(absence, gone), 2)).toBe(false);
  vi.advanceTimersByTime(7_000);
  expect(mayHandOver(table(absence, gone), 2)).toBe(true);
  expect(mayHandOver(table(absence, gone, { mine: [3] }), 2)).toBe(false); // not the first
  expect(mayHandOver(table(absence, gone, { mine: [] }), 2)).toBe(false); // only watches
  absence.take(present([[2, 0]], 0));
  expect(absence.hostGone).toBe(true);
  absence.take(present([[2, 0]]));
  expect(absence.hostGone).toBe(false);
});

test("a host who plays is away as both at once: nothing is said in between", () => {
  const absence = new Absence();
  absence.take(present([[2, 5]], 5.01));
  vi.advanceTimersByTime(5_005);
  expect([absence.waits[2] !== undefined, absence.hostGone]).toEqual([true, false]);
  vi.advanceTimersByTime(5);
  expect([absence.waits[2] !== undefined, absence.hostGone]).toEqual([false, true]);
});

test("the game waits for those who are away, and for the soonest first", () => {
  const absence = new Absence();
  const here = present([
    [2, 9],
    [3, 5],
  ]);
  absence.take(here);
  expect(awaited(table(absence, here))).toEqual([3, 2]);
  const done = { now: { stage: "done", waiting: [2] } } as unknown as Partial<Table>;
  expect(awaited(table(absence, here, done))).toEqual([]);
});

test("what is said of somebody away changes only when something else can be done", () => {
  const absence = new Absence();
  const here = present([[2, 5]]);
  absence.take(here);
  const said = (more: Partial<Table> = {}, told = here): string =>
    aboutAway(table(absence, told, more), 2);
  expect(said()).toBe("table.may_be_back");
  vi.advanceTimersByTime(4_000);
  expect(said()).toBe("table.may_be_back");
  vi.advanceTimersByTime(1_000);
  expect(said()).toBe("table.host_may");
  expect(said({ host: true, mine: [] })).toBe("table.long_away"); // a host who only watches
  const alone = present([[2, 0]], 3, [1, 3]);
  absence.take(alone);
  expect(said({ mine: [3] }, alone)).toBe("table.may_be_back"); // the host may still come
  vi.advanceTimersByTime(3_000);
  expect(said({ mine: [3] }, alone)).toBe("table.other_may");
  expect(said({ mine: [1] }, alone)).toBe("table.long_away");
});
