/** The story beside the table, whose sheet lies in front, and which locks were announced. */
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { StoryEvent } from "../src/wire/messages";
import { now, page } from "./pages";

vi.stubGlobal("navigator", { languages: ["en-GB"] });
vi.stubGlobal("document", { documentElement: { lang: "" } });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });

const { turnsOf } = await import("../src/table/story");
const { inFront } = await import("../src/table/front");
const { locksOf } = await import("../src/table/announced");
const { speak } = await import("../src/words/index.svelte");
beforeAll(() => speak());
const onPage = (): ReturnType<typeof page> => page({});
const name = (seat: number): string => ["Emma", "Max"][seat - 1]!;

const GAME: StoryEvent[] = [
  { v: 1, event: "started", first: 1, lot: false, mix: "" },
  { v: 2, event: "rolled", seat: 1, roll: "11r1y1g1b1" },
  { v: 3, event: "answered", seat: 2 },
  { v: 4, event: "marked", seat: 1, cell: "R2", cause: "white", lock: false },
  { v: 5, event: "passed", seat: 2 },
  { v: 6, event: "rolled", seat: 2, roll: "12r1y1g1b1" },
  { v: 7, event: "passed", seat: 1 },
];

describe("the story", () => {
  test("the newest turn comes first, and a roll stands above what followed from it", () => {
    const turns = turnsOf(GAME, name, onPage, 2);
    expect(turns.map(({ turn }) => turn)).toEqual([2, 1, null]);
    expect(turns.map(({ rolled }) => rolled?.event.roll)).toEqual([
      "12r1y1g1b1",
      "11r1y1g1b1",
      undefined,
    ]);
    expect(turns.map(({ lines }) => lines.map(({ event }) => event.v))).toEqual([[7], [4, 5], [1]]);
  });
  test("every picture has its sentence, and what needs no words is left out", () => {
    const [, first] = turnsOf(GAME, name, onPage, 2);
    expect(first!.rolled!.text).toContain("Emma");
    expect(first!.lines.every(({ text }) => /Emma|Max/.test(text))).toBe(true);
    expect(turnsOf([GAME[2]!], name, onPage, 2)).toEqual([]);
  });
  test("nothing with a colour is told apart from nothing with the white dice", () => {
    const passed = (v: number, seat: number): StoryEvent => ({ v, event: "passed", seat });
    const crossed: StoryEvent[] = [...GAME.slice(1, 5), passed(6, 1)];
    const nothing: StoryEvent[] = [GAME[5]!, passed(7, 1), passed(8, 2), passed(9, 2)];
    const bonus: StoryEvent[] = [
      { ...GAME[5]!, v: 10 },
      { v: 11, event: "marked", seat: 2, cell: "R3", cause: "bonus", lock: false },
      passed(12, 2),
    ];
    const turns = turnsOf([...crossed, ...nothing, ...bonus], name, onPage, 3);
    const with_ = turns.flatMap(({ lines }) => lines.filter(({ colour }) => colour));
    expect(with_.map(({ event }) => event.v)).toEqual([9, 6]);
  });
  test("turns are counted from the end: their beginning may be unknown", () => {
    expect(turnsOf(GAME.slice(4), name, onPage, 12).map(({ turn }) => turn)).toEqual([12, null]);
  });
});

describe("whose sheet lies in front", () => {
  const table = { active: 2, waiting: [1, 3] };
  test("whoever owes a decision, going round from who rolls", () => {
    expect(inFront([1, 2, 3], table, 3, null)).toBe(3);
    expect(inFront([1, 2, 3], { active: 2, waiting: [1] }, 3, null)).toBe(1);
    expect(inFront([1, 2, 3], { active: 2, waiting: [] }, 3, null)).toBe(2);
  });
  test("a tap brings another one forward, if it is one of ours", () => {
    expect(inFront([1, 2, 3], table, 3, 2)).toBe(2);
    expect(inFront([1, 3], table, 3, 2)).toBe(3);
  });
  test("who holds the device keeps it, until only others owe something", () => {
    expect(inFront([1, 2, 3], table, 3, null, 1)).toBe(1);
    expect(inFront([1, 2, 3], { active: 2, waiting: [] }, 3, null, 1)).toBe(1);
    expect(inFront([1, 2, 3], { active: 2, waiting: [3] }, 3, null, 1)).toBe(3);
  });
  test("nobody, for who watches", () => {
    expect(inFront([], table, 3, 2)).toBeNull();
  });
});

test("announced locks by their rows, as they were told", () => {
  const announced = [
    { seat: 2, row: "B" as const },
    { seat: 3, row: "R" as const },
    { seat: 1, row: "B" as const },
  ];
  expect(locksOf(now({ announced }))).toEqual([
    { row: "B", seats: [2, 1] },
    { row: "R", seats: [3] },
  ]);
  expect(locksOf(now({ announced: [] }))).toEqual([]);
});
