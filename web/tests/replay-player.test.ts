import { describe, expect, test } from "vitest";
import { framesOf, turnsOf } from "../src/replay/frames";
import { pauseAfter, Player } from "../src/replay/player.svelte";
import { standingsOf } from "../src/replay/ranking";
import { EMPTY } from "../src/table/table.svelte";
import { PLACES, storyOf } from "./fixtures/stories";

const frames = framesOf(storyOf("classic").story, PLACES.classic);
function player(at = 0): Player {
  const made = new Player();
  made.frames = frames;
  made.go(at);
  return made;
}
const last = frames.length - 1;

describe("leafing", () => {
  test("never leaves the game", () => {
    const one = player();
    one.leaf(-1);
    expect(one.at).toBe(0);
    one.leaf(last + 5);
    expect(one.at).toBe(last);
    expect(new Player().frame).toBeUndefined();
  });
  test("crosses are drawn only when one comes from the frame before", () => {
    const one = player(3);
    one.leaf(4);
    expect(one.onward).toBe(true);
    one.leaf(3);
    expect(one.onward).toBe(false);
    one.leaf(9);
    expect(one.onward).toBe(false);
  });
  test("by hand it does not go on by itself any more", () => {
    const one = player(3);
    one.toggle();
    expect(one.playing).toBe(true);
    one.leaf(5);
    expect(one.playing).toBe(false);
  });
  test("it stops at the end, and begins again from there", () => {
    const one = player(last - 1);
    one.toggle();
    one.go(last);
    expect(one.playing).toBe(false);
    one.toggle();
    expect([one.at, one.playing]).toEqual([0, true]);
  });
  test("an empty game does not play", () => {
    const one = new Player();
    one.toggle();
    expect([one.at, one.playing]).toEqual([0, false]);
  });
});

describe("keys", () => {
  const after = (key: string, at: number): number => {
    const one = player(at);
    expect(one.key(key)).toBe(true);
    return one.at;
  };
  test("step by step, turn by turn, first and last", () => {
    expect(after("ArrowRight", 3)).toBe(4);
    expect(after("ArrowLeft", 3)).toBe(2);
    expect(after("Home", 3)).toBe(0);
    expect(after("End", 3)).toBe(last);
    for (const key of ["ArrowUp", "PageUp"]) expect(frames[after(key, 0)]!.turn).toBe(1);
    for (const key of ["ArrowDown", "PageDown"])
      expect(frames[after(key, last)]!.turn).toBe(turnsOf(frames));
  });
  test("space plays and pauses", () => {
    const one = player(2);
    one.key(" ");
    expect(one.playing).toBe(true);
    one.key(" ");
    expect(one.playing).toBe(false);
  });
  test("other keys are left to others", () => {
    const one = player(2);
    for (const key of ["Enter", "Tab", "a", "Escape"]) expect(one.key(key)).toBe(false);
    expect(one.at).toBe(2);
  });
});

test("twice as fast is half as long, and much to read takes longer", () => {
  const frame = frames[1]!;
  expect(pauseAfter(frame, 2)).toBe(pauseAfter(frame, 1) / 2);
  const full = { ...frame, events: [...frame.events, ...frame.events] };
  expect(pauseAfter(full, 1)).toBeGreaterThan(pauseAfter(frame, 1));
});

describe("who came where", () => {
  const points = (
    total: number,
  ): { rows: number[]; misses: number; bonuses: []; total: number } => ({
    rows: [],
    misses: 0,
    bonuses: [],
    total,
  });
  test("the best first, equal totals share a place, and the next one is left out", () => {
    const outcome = {
      ending: "locks" as const,
      misses: [],
      totals: [20, 31, 31, 7],
      winners: [2, 3],
    };
    const found = standingsOf({ ...EMPTY, outcome });
    expect(found).toEqual([
      { seat: 2, place: 1, total: 31 },
      { seat: 3, place: 1, total: 31 },
      { seat: 1, place: 3, total: 20 },
      { seat: 4, place: 4, total: 7 },
    ]);
  });
  test("of a game that was broken off, by its points; none if they were not told", () => {
    const broken = standingsOf({ ...EMPTY, outcome: null, points: [points(-5), points(3)] });
    expect(broken.map(({ seat }) => seat)).toEqual([2, 1]);
    expect(standingsOf({ ...EMPTY, points: null })).toEqual([]);
  });
});
