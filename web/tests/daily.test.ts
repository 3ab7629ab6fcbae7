/** The daily game on the page: days in a row, results as bars, and the line to share. */
import { beforeEach, describe, expect, test } from "vitest";
import { binsOf, shareLine } from "../src/daily/figures";
import { dailyKey, dayAt, dayBefore, doneOn, inARow, noteDone, ownKey } from "../src/daily/kept";
import type { DailyResults, DailyShown } from "../src/wire/messages";
import { speak } from "../src/words/index.svelte";

const kept = new Map<string, string>();
Object.assign(globalThis, {
  localStorage: {
    getItem: (place: string) => kept.get(place) ?? null,
    setItem: (place: string, text: string) => void kept.set(place, text),
  },
  document: { documentElement: {} },
});
beforeEach(() => kept.clear());

describe("days", () => {
  test("begin and end by UTC", () => {
    expect(dayAt(Date.UTC(2026, 10, 20, 0, 0, 0))).toBe("2026-11-20");
    expect(dayAt(Date.UTC(2026, 10, 20, 23, 59, 59, 999))).toBe("2026-11-20");
    expect(dayBefore("2026-11-20")).toBe("2026-11-19");
    expect(dayBefore("2026-03-01")).toBe("2026-02-28");
    expect(dayBefore("2026-01-01")).toBe("2025-12-31");
  });
  test("in a row are counted up to today, or up to yesterday as long as today goes on", () => {
    const days = ["2026-11-16", "2026-11-18", "2026-11-19"];
    expect(inARow("2026-11-20", days)).toBe(2);
    expect(inARow("2026-11-20", [...days, "2026-11-20"])).toBe(3);
    expect(inARow("2026-11-21", days)).toBe(0);
    expect(inARow("2026-11-21", [...days, "2026-11-21"])).toBe(1);
    expect(inARow("2026-11-20", [])).toBe(0);
  });
});

describe("what is kept", () => {
  test("the key is made once, and not by looking", () => {
    expect(dailyKey()).toBeNull();
    const key = ownKey();
    expect(key).toMatch(/^[0-9a-f]{48}$/);
    expect(ownKey()).toBe(key);
    noteDone("2026-11-20", { points: 81, against: 94 });
    expect(dailyKey()).toBe(key);
  });
  test("what is new of a day is added to it", () => {
    noteDone("2026-11-20", { points: 81, against: 94, luck: 0.04, errors: 0.1 });
    noteDone("2026-11-20", { points: 81, against: 94 });
    expect(doneOn("2026-11-20")).toEqual({ points: 81, against: 94, luck: 0.04, errors: 0.1 });
    expect(doneOn("2026-11-19")).toBeNull();
  });
  test("the oldest days are forgotten", () => {
    const days = Array.from({ length: 450 }, (_, n) => dayAt(Date.UTC(2026, 10, 19 - n)));
    const done = Object.fromEntries(days.map((day) => [day, { points: 1, against: 2 }]));
    kept.set("rowlock.daily", JSON.stringify({ key: "k", done }));
    noteDone("2026-11-20", { points: 81, against: 94 });
    expect(inARow("2026-11-20")).toBe(400);
    expect(doneOn(days[449]!)).toBeNull();
  });
  test("what somebody else has written there does no harm", () => {
    for (const text of ["null", "[]", '"x"', '{"key":5,"done":null}', "{"]) {
      kept.set("rowlock.daily", text);
      expect(dailyKey()).toBeNull();
      expect(inARow("2026-11-20")).toBe(0);
    }
  });
});

function results(points: Record<number, number>): DailyResults {
  const bars = Object.entries(points).map(([n, count]) => ({ points: Number(n), count }));
  bars.sort((a, b) => a.points - b.points);
  const finished = bars.reduce((sum, { count }) => sum + count, 0);
  return { finished, won: 0, drawn: 0, lost: finished, points: bars };
}

describe("bars", () => {
  test("go from the fewest points to the most, without gaps", () => {
    const bins = binsOf(results({ 41: 1, 44: 2, 63: 1 }), 63);
    expect(bins.map(({ from, to, count }) => [from, to, count])).toEqual([
      [40, 44, 3],
      [45, 49, 0],
      [50, 54, 0],
      [55, 59, 0],
      [60, 64, 1],
    ]);
    expect(bins.filter(({ yours }) => yours).map(({ from }) => from)).toEqual([60]);
  });
  test.each([
    [{ 7: 1 }, 1],
    [{ "-12": 3, 0: 1, 131: 2 }, 8],
    [{ 3: 1, 199: 1 }, 10],
    [{}, 0],
  ])("are few, whatever the points: %j", (points, n) => {
    const bins = binsOf(results(points), null);
    expect(bins).toHaveLength(n);
    const all = Object.values(points).reduce((sum: number, count) => sum + count, 0);
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(all);
    expect(bins.some(({ yours }) => yours)).toBe(false);
  });
});

const SHOWN = {
  number: 324,
  bot_name: "Pythia",
  yours: { place: 3 },
  results: results({ 60: 4, 90: 2, 81: 1 }),
} as unknown as DailyShown;

describe("the line to share", () => {
  test("is made of words and numbers", async () => {
    await speak();
    const done = { points: 81, against: 94, luck: -0.042, errors: 0.118 };
    expect(shareLine(SHOWN, done, 4)).toBe(
      "Rowlock, daily game 324: 81 points, Pythia 94. Place 3 of 7. " +
        "Luck \u22124%, given away 12%. 4 days in a row.",
    );
  });
  test("says only what is known", async () => {
    await speak();
    const alone = { ...SHOWN, results: results({ 1: 1 }) };
    expect(shareLine(alone, { points: 1, against: 94 }, 1)).toBe(
      "Rowlock, daily game 324: 1 point, Pythia 94.",
    );
  });
});
