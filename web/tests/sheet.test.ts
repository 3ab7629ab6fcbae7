import { describe, expect, test } from "vitest";
import { marksOf, NOTHING, pageOf, penCross, readRoll, readSheet } from "../src/sheet/marks";
import { small } from "../src/sheet/small";
import { countOf, printedOn } from "../src/sheet/printed";
import { badge, now, page, strip, words } from "./pages";

describe("a written sheet", () => {
  test("rows, bar and misses are read", () => {
    const marks = readSheet("R 3 4 | Y 5 | G 11 | B | bar 1 2 12 | x2");
    expect([...marks.crossed]).toEqual(["R3", "R4", "Y5", "G11"]);
    expect([...marks.struck]).toEqual(["bar 1", "bar 2", "bar 12"]);
    expect(marks.misses).toBe(2);
  });
  test("an empty one has nothing", () => {
    expect(readSheet("R | Y | G | B")).toEqual(NOTHING);
    expect(readSheet("").crossed.size).toBe(0);
  });
  test("what is lost and locked is what the server says, and nothing else", () => {
    const states = [
      { lost: "", locked: [] },
      { lost: "R 2 4 | G 12", locked: ["Y" as const] },
    ];
    const sheets = ["R 3 12 | Y 12 | G | B", "R 3 5 | Y 12 | G 11 | B"];
    const [first, second] = [1, 2].map((seat) => marksOf(now({ sheets, states }), seat));
    expect([first!.lost.size, first!.locked.size]).toEqual([0, 0]);
    expect([...second!.lost]).toEqual(["R2", "R4", "G12"]);
    expect([...second!.locked]).toEqual(["Y"]);
    expect([...second!.crossed]).toEqual(["R3", "R5", "Y12", "G11"]);
    expect(marksOf(now({}), 1)).toEqual(NOTHING);
  });
  test("any strip has its fields there, by its name", () => {
    const marks = readSheet("R 3 | stairs 2 | bar 1 | x1");
    expect([...marks.struck]).toEqual(["stairs 2", "bar 1"]);
    expect(marks.misses).toBe(1);
  });
  test("pages are counted round", () => {
    const pages = [page({ miss_boxes: 3 }), page({ miss_boxes: 5 })];
    expect([1, 2, 3, 8].map((seat) => pageOf(pages, seat).miss_boxes)).toEqual([3, 5, 3, 5]);
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
  const marks = readSheet("R 2 4 | G 12 | x1", { lost: "R 3", locked: [] });
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
  test("a lock of one's own is closed and not hidden by a cross, and its row is framed", () => {
    const locked = readSheet("R 2 3 4 5 6 12", { lost: "", locked: ["R"] });
    const drawn = small(page({}), locked, ["R"]);
    expect(drawn.locks[0]).toMatchObject({ crossed: true, closed: false });
    expect(drawn.crosses).toHaveLength(6);
    expect(drawn.shut).toMatchObject([{ own: true }]);
  });
  test("a row that others closed is struck through", () => {
    const drawn = small(page({}), readSheet("R 2 3 | Y 11"), ["R", "Y"]);
    expect(drawn.locks.map((lock) => lock.closed)).toEqual([true, true, false, false]);
    expect(drawn.shut.map((row) => row.own)).toEqual([false, false]);
  });
  test("what can still be crossed in a closed row is not struck through", () => {
    const marks = readSheet("R 2", { lost: "R 3 5", locked: [] });
    const [row] = small(page({}), marks, ["R"]).shut;
    expect([row!.veil, row!.strike].map((path) => path.match(/M/g)?.length)).toEqual([2, 2]);
  });
  test("a frame or circle around a lost cell is as faint as the cell", () => {
    const badge = { rule: "r", sign: "", cells: ["R3", "R4"], name: words("b"), legend: null };
    const framed = page({ badges: [{ ...badge, shape: "frame" }] });
    const drawn = small(framed, readSheet("R", { lost: "R 3", locked: [] }), []);
    expect(drawn.shapes.map((shape) => shape.gone)).toEqual([true, false]);
  });
  test("a strip is as long as it is printed", () => {
    const drawn = small(page({ strips: [strip("R", "Y", "B")] }), readSheet("R 3 | bar 1"), []);
    expect(drawn.fields.map((field) => field.struck)).toEqual([true, false, false]);
  });
  test("a strip may have more fields than a number has bits", () => {
    const bar = strip(...Array.from({ length: 40 }, () => "R" as const));
    const drawn = small(page({ strips: [bar] }), readSheet("R 3 | bar 1 33 40"), []);
    expect(drawn.fields.flatMap((field, i) => (field.struck ? [i + 1] : []))).toEqual([1, 33, 40]);
    expect(drawn.fields.at(-1)!.x + drawn.fields.at(-1)!.width).toBeLessThan(drawn.width);
  });
  test("every strip has a line of its own, above the misses", () => {
    const two = page({ strips: [strip("R"), { ...strip("Y", "G"), name: "other" }] });
    const drawn = small(two, readSheet("R | other 2"), []);
    expect(drawn.fields.map((field) => field.struck)).toEqual([false, false, true]);
    expect(new Set(drawn.fields.map((field) => field.y)).size).toBe(2);
    expect(drawn.misses[0]!.y).toBeGreaterThan(Math.max(...drawn.fields.map((field) => field.y)));
  });
  test("badges, frames, circles and links are drawn where their cells lie", () => {
    const printed = page({
      badges: [
        badge("t", ["R2"]),
        badge("", ["R6", "Y6"], { shape: "circle" }),
        badge("", ["G12"], { shape: "frame" }),
      ],
      links: [
        { rule: "", cells: ["R6", "Y6"], says: words("both") },
        { rule: "", cells: ["R6", "Y99"], says: words("one end is missing") },
      ],
    });
    const drawn = small(printed, readSheet("R | Y | G | B"), []);
    expect(drawn.badges).toHaveLength(1);
    expect(drawn.shapes.map(({ shape }) => shape)).toEqual(["circle", "circle", "frame"]);
    const [red, yellow] = drawn.shapes;
    expect(drawn.links).toEqual([`M${red!.x} ${red!.y}L${yellow!.x} ${yellow!.y}`]);
    expect(red!.x).toBe(yellow!.x);
  });
});

describe("what rules have printed on a cell", () => {
  const printed = page({
    badges: [badge("t", ["R6", "B4"]), badge("", ["R6"], { shape: "frame" })],
    links: [
      { rule: "", cells: ["R6", "Y6"], says: words("both") },
      { rule: "", cells: ["R6", "G8"], says: words("both") },
    ],
  });
  test("all its badges, and the other ends of its links", () => {
    expect(printedOn(printed, "R6").badges.map(({ sign }) => sign)).toEqual(["t", ""]);
    expect(printedOn(printed, "R6").linked).toEqual(["Y6", "G8"]);
    expect(printedOn(printed, "Y6")).toEqual({ badges: [], linked: ["R6"] });
    expect(printedOn(printed, "B12")).toEqual({ badges: [], linked: [] });
  });
  test("is counted by the cells that are crossed", () => {
    expect(countOf(["R6", "B4"], new Set(["B4", "Y6"]))).toBe(1);
  });
});
