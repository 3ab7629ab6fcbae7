import { describe, expect, test } from "vitest";
import {
  crossesOf,
  locked,
  pageOf,
  penCross,
  reach,
  readRoll,
  readSheet,
} from "../src/sheet/marks";
import { small } from "../src/sheet/small";
import { page, row } from "./pages";

describe("a written sheet", () => {
  test("rows, bar and misses are read", () => {
    const marks = readSheet("R 3 4 | Y 5 | G 11 | B | bar 1 2 12 | x2");
    expect([...marks.crossed]).toEqual(["R3", "R4", "Y5", "G11"]);
    expect(marks.struck).toBe(0b100000000011);
    expect(marks.misses).toBe(2);
  });
  test("an empty one has nothing", () => {
    expect(readSheet("R | Y | G | B")).toEqual({ crossed: new Set(), struck: 0, misses: 0 });
    expect(readSheet("").crossed.size).toBe(0);
  });
  test("reach is right of the last cross, whatever was skipped", () => {
    expect(reach(row("R", 2, 12), readSheet("R 3 7"))).toBe(6);
    expect(reach(row("G", 12, 2), readSheet("G 12"))).toBe(1);
    expect(reach(row("G", 12, 2), readSheet("R 12"))).toBe(0);
  });
  test("the last cell crosses the lock, and with two such cells either does", () => {
    const one = page({});
    const two = page({ lock_cells: 2 });
    expect(locked(one, one.rows[0]!, readSheet("R 2 3 4 5 6 12"))).toBe(true);
    expect(locked(one, one.rows[0]!, readSheet("R 2 3 4 5 6 11"))).toBe(false);
    expect(locked(two, two.rows[0]!, readSheet("R 2 3 4 5 6 7 11"))).toBe(true);
    expect(crossesOf(one, one.rows[0]!, readSheet("R 2 3 4 5 6 12"))).toBe(7);
    expect(crossesOf(one, one.rows[0]!, readSheet("R 2 3"))).toBe(2);
  });
  test("pages are counted round", () => {
    const pages = [page({ lucky: [5, 10] }), page({ lucky: [6, 11] })];
    expect([1, 2, 3, 8].map((seat) => pageOf(pages, seat).lucky[0])).toEqual([5, 6, 5, 6]);
  });
});

describe("dice", () => {
  test("whites come first, then the colours still in play", () => {
    expect(readRoll("14r3g6")).toEqual([
      { colour: "W", shows: 1 },
      { colour: "W", shows: 4 },
      { colour: "R", shows: 3 },
      { colour: "G", shows: 6 },
    ]);
    expect(readRoll(null)).toEqual([]);
  });
});

test("a pen's cross stays the same for a cell and differs from others", () => {
  expect(penCross("R5")).toEqual(penCross("R5"));
  expect(penCross("R5")).not.toEqual(penCross("R6"));
});

describe("a sheet in small", () => {
  const marks = readSheet("R 2 4 | G 12 | x1");
  test("tiles are open, gone or crossed, each in the colour it is printed in", () => {
    const drawn = small(page({}), marks, []);
    const count = (path: string): number => path.match(/M/g)?.length ?? 0;
    const red = drawn.colours.find((one) => one.colour === "R")!;
    expect([red.crossed, red.gone, red.open].map(count)).toEqual([2, 1, 8]);
    expect(count(red.band)).toBe(12);
    expect(drawn.crosses).toHaveLength(4);
    expect(drawn.misses.map((miss) => miss.crossed)).toEqual([true, false, false, false]);
    expect(drawn.numbers).toHaveLength(41);
  });
  test("a crossed lock has its cross, and a closed row is dimmed", () => {
    const drawn = small(page({}), readSheet("R 2 3 4 5 6 12"), ["R"]);
    expect(drawn.locks[0]!.crossed).toBe(true);
    expect(drawn.crosses).toHaveLength(7);
    expect(drawn.shut).toHaveLength(1);
  });
  test("the bar is as long as it is printed", () => {
    const drawn = small(page({ bar: ["R", "Y", "B"] }), readSheet("R 3 | bar 1"), []);
    expect(drawn.bar.map((field) => field.struck)).toEqual([true, false, false]);
  });
});
