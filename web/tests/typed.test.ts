/** Moves as people type them, in each language and as they see them. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { NO_PICKS, optionOf, optionsOf, type Option, type Picks } from "../src/table/picking";
import { now, page, yours } from "./pages";

vi.stubGlobal("navigator", { languages: ["en-GB"] });
vi.stubGlobal("document", { documentElement: { lang: "" } });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });

const { prefs } = await import("../src/prefs.svelte");
const { speak } = await import("../src/words/index.svelte");
const { beginsMove } = await import("../src/words/naming");
const { typed } = await import("../src/table/typed");

const plain = page({});
const own = yours({});
const options = optionsOf(own, now({}));
const picks = (white: string, colour = ""): { picks: Picks } => ({
  picks: { ...NO_PICKS, white, colour },
});
const all = (...cells: string[]): Option[] => cells.map((cell) => optionOf(cell, "white"));

async function language(which: "en" | "de" | "it"): Promise<void> {
  prefs.language = which;
  await speak();
}
beforeEach(() => language("en"));

describe("typed moves", () => {
  test("one, two, a pass, in any case", () => {
    expect(typed("r8", options, own, plain)).toEqual(picks("R8"));
    expect(typed(" R8 y7 ", options, own, plain)).toEqual(picks("R8", "Y7"));
    expect(typed("Y8+Y8", options, own, plain)).toEqual(picks("Y8", "Y8"));
    expect(typed("r8y7", options, own, plain)).toEqual(picks("R8", "Y7"));
    expect(typed("r9", options, own, plain)).toEqual(picks("", "R9"));
  });
  test("a pass is a hyphen or a minus sign", () => {
    for (const sign of ["-", "−", "–"])
      expect(typed(sign, options, own, plain)).toEqual(picks("-"));
  });
  test("once white is given, a colour is meant", () => {
    const sealed = yours({ sealed: "R8" });
    const list = optionsOf(sealed, now({ waiting: [2] }));
    expect(typed("y8", list, sealed, plain)).toEqual(picks("", "Y8"));
  });
  test("what is not possible is named", () => {
    expect(typed("R2", options, own, plain)).toEqual({ wrong: "R2" });
    expect(typed("R8 Y8 B2", options, own, plain)).toEqual({ wrong: "B2" });
    expect(typed("Q8", options, own, plain)).toEqual({ wrong: "Q8" });
    expect(typed("R8 7", options, own, plain)).toEqual({ wrong: "7" });
    expect(typed("  ", options, own, plain)).toEqual({ wrong: "" });
  });
  test("lucky moves and ties can be typed with or without their sign", () => {
    const lucky = all("*G16", "-");
    expect(typed("g16", lucky, own, plain)).toEqual(picks("*G16"));
    expect(typed("*g16", lucky, own, plain)).toEqual(picks("*G16"));
    expect(typed("~y", all("~Y"), own, plain)).toEqual(picks("~Y"));
    expect(typed("yellow", all("~Y"), own, plain)).toEqual(picks("~Y"));
    expect(typed("*r8", options, own, plain)).toEqual({ wrong: "*r8" });
  });
});

describe("in other languages", () => {
  const each = all("R7", "Y7", "G7", "B7");
  test.each([
    ["de", { Ro7: "R7", "ge 7": "Y7", GR7: "G7", bl7: "B7", "Grün 7": "G7", g7: "G7", y7: "Y7" }],
    ["it", { ro7: "R7", "Gi 7": "Y7", ve7: "G7", Bl7: "B7", "verde 7": "G7", g7: "G7", Y7: "Y7" }],
    ["en", { "red 7": "R7", g7: "G7", yellow7: "Y7", "B 7": "B7" }],
  ] as const)("%s: short names, names, and the letters of the notation", async (which, moves) => {
    await language(which);
    for (const [text, cell] of Object.entries(moves))
      expect([text, typed(text, each, own, plain)]).toEqual([text, picks(cell)]);
  });
  test("letters typed anywhere begin a move if one can begin so", async () => {
    const begin = (): string =>
      [..."abcdefghijklmnopqrstuvwxyz*~-−5"].filter((key) => beginsMove(key)).join("");
    expect(begin()).toBe("bgry*~-−");
    await language("it");
    expect(begin()).toBe("bgrvy*~-−");
    expect(beginsMove("V")).toBe(true);
    expect(beginsMove("Enter")).toBe(false);
  });
});

describe("as they are seen", () => {
  // In the yellow row the seven is green; in the green row it is yellow.
  const mixed = page({});
  mixed.rows[1]!.cells[5]!.colour = "G";
  mixed.rows[2]!.cells[5]!.colour = "Y";
  const each = all("Y7", "G7");
  test("a cell is named by the colour it is printed in", () => {
    expect(typed("g7", each, own, mixed)).toEqual(picks("Y7"));
    expect(typed("yellow 7", each, own, mixed)).toEqual(picks("G7"));
  });
  test("and never another one is taken for it", () => {
    expect(typed("g7", all("G7"), own, mixed)).toEqual({ wrong: "g7" });
  });
  test("what stands twice is named by its row, as in the notation", () => {
    const twice = page({});
    twice.rows[0]!.cells[5]!.colour = "G"; // two green sevens
    expect(typed("G7", all("R7", "G7"), own, twice)).toEqual(picks("G7"));
    expect(typed("R7", all("R7", "G7"), own, twice)).toEqual(picks("R7"));
  });
});
