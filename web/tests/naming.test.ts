/** What people see is what they are told: cells, rows, dice and badges by name. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { StoryEvent } from "../src/wire/messages";
import { badge, page, words } from "./pages";

vi.stubGlobal("navigator", { languages: ["en-GB"] });
vi.stubGlobal("document", { documentElement: { lang: "" } });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });

const { prefs } = await import("../src/prefs.svelte");
const { numeral, speak, t } = await import("../src/words/index.svelte");
const { cellName, decisionName, LETTERS, printedInWords, shortCell, shortName } =
  await import("../src/words/naming");
const { told } = await import("../src/words/telling");
const { newsOf } = await import("../src/table/news");

async function language(which: "en" | "de" | "it"): Promise<void> {
  prefs.language = which;
  await speak();
}
beforeEach(() => language("en"));

// A seven in the yellow row that is printed green; and a sheet with two green sevens.
const mixed = page({});
mixed.rows[1]!.cells[5]!.colour = "G";
mixed.rows[2]!.cells[5]!.colour = "Y";
const twice = page({});
twice.rows[0]!.cells[5]!.colour = "G";

describe("a cell", () => {
  test("has the colour that it is printed in", () => {
    expect(cellName("Y7", mixed)).toBe("green 7");
    expect(shortCell("Y7", mixed)).toBe("G7");
    expect(decisionName("*Y7", mixed)).toBe("green 7");
    expect(cellName("Y8", mixed)).toBe("yellow 8");
    expect(decisionName("~Y", mixed)).toBe("yellow");
  });
  test("says its row where colour and number stand twice", async () => {
    expect(cellName("R7", twice)).toBe("green 7 in the red row");
    expect(cellName("G7", twice)).toBe("green 7 in the green row");
    expect(cellName("G8", twice)).toBe("green 8");
    expect(shortCell("R7", twice)).toBe("G7 (R)");
    await language("de");
    expect(cellName("R7", twice)).toBe("Grün 7 in der Reihe Rot");
  });
  test("is told by the page of its own seat, in the story and in the headline", () => {
    const marked = (seat: number, lock = false): StoryEvent => ({
      v: 1,
      event: "marked",
      seat,
      cell: "Y7",
      cause: "colour",
      lock,
    });
    const name = (seat: number): string => ["Emma", "Max"][seat - 1]!;
    const pageOf = (seat: number): typeof mixed => [mixed, page({})][seat - 1]!;
    expect(told(marked(1), name, pageOf)).toBe("Emma crossed green 7 with a colour die.");
    expect(told(marked(2), name, pageOf)).toBe("Max crossed yellow 7 with a colour die.");
    const news = newsOf([marked(1, true)], name, [2], pageOf);
    expect(news.headline).toBe("Emma crossed green 7 and the lock.");
    expect(news.spoken).toEqual([news.headline]);
  });
});

test.each([
  ["en", "R Y G B"],
  ["de", "Ro Ge Gr Bl"],
  ["it", "Ro Gi Ve Bl"],
] as const)("%s: rows and dice have short names that cannot be confused", async (which, names) => {
  await language(which);
  expect(LETTERS.map(shortName).join(" ")).toBe(names);
});

describe("what is printed on a cell is heard in words", () => {
  const printed = page({
    badges: [
      badge("*", ["R3"], { name: words("bonus cell") }),
      badge("f", ["R4"], { legend: words("5 points") }),
      badge("", ["R3"], { shape: "frame", name: words("framed") }),
    ],
    links: [{ rule: "", cells: ["R3", "Y3"], says: words("both") }],
  });
  test("badges with what they bring, and links", () => {
    expect(printedInWords("R4", printed)).toEqual(["pair F: 5 points"]);
    expect(printedInWords("R3", printed)).toEqual(["bonus cell", "framed", "linked with yellow 3"]);
    expect(printedInWords("Y3", printed)).toEqual(["linked with red 3"]);
    expect(printedInWords("B12", printed)).toEqual([]);
  });
  test("in the language that is chosen", async () => {
    await language("de");
    const name = { en: "framed", de: "gerahmt", it: "incorniciata" };
    const here = page({ badges: [badge("", ["R3"], { name })], links: printed.links });
    expect(printedInWords("R3", here)).toEqual(["gerahmt", "verbunden mit Gelb 3"]);
  });
});

describe("one minus sign", () => {
  test("in every language, also inside a text", async () => {
    for (const which of ["en", "de", "it"] as const) {
      await language(which);
      expect(numeral(-5)).toBe("\u22125");
      expect(t("points", { n: -5 })).toContain("\u22125");
      expect(t("table.take_miss", { points: -5 })).toContain("(\u22125)");
    }
  });
  test("no text shows a hyphen before a number", () => {
    const words = join(import.meta.dirname, "../src/words");
    const texts = readdirSync(words, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => readFileSync(join(words, path), "utf8"));
    expect(texts.flatMap((text) => text.match(/[ ("][-–][0-9{]/g) ?? [])).toEqual([]);
  });
});
