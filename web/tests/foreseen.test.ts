/** What a choice brings with it, as the server foretold it. */
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Caused } from "../src/table/foreseen";
import type { PrintedBadge } from "../src/wire/messages";
import { badge, page, words, yours } from "./pages";

vi.stubGlobal("navigator", { languages: ["en-GB"] });
vi.stubGlobal("document", { documentElement: { lang: "" } });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });

const { foreseen, foreseenInWords, ghostsOf, NO_GHOSTS } = await import("../src/table/foreseen");
const { speak } = await import("../src/words/index.svelte");
beforeAll(() => speak());

const marked = (cell: string, lock = false): Caused => ({
  event: "marked",
  cell,
  cause: "bonus",
  lock,
});
const struck = (...fields: number[]): Caused => ({ event: "struck", strip: "bar", fields });
const own = yours({
  previews: {
    legal: { R9: [struck(1), marked("R10")], "~B": [marked("B11")] },
    colour: { Y5: [struck(1), marked("R3")], "R9 Y5": [struck(2), marked("Y6")] },
  },
});

describe("what follows from the choice", () => {
  test("white alone, colour alone, and the colour after the white", () => {
    expect(foreseen(own, { white: "R9", colour: "" }, "white")).toEqual([struck(1), marked("R10")]);
    expect(foreseen(own, { white: "", colour: "Y5" }, "white")).toEqual([struck(1), marked("R3")]);
    expect(ghostsOf(foreseen(own, { white: "R9", colour: "Y5" }, "white"))).toEqual({
      cells: new Set(["R10", "Y6"]),
      fields: new Set(["bar 1", "bar 2"]),
    });
  });
  test("in the colour action it is what may be decided now", () => {
    expect(foreseen(own, { white: "", colour: "~B" }, "colour")).toEqual([marked("B11")]);
  });
  test("nothing where nothing follows", () => {
    expect(foreseen(own, { white: "G9", colour: "" }, "white")).toEqual([]);
    expect(foreseen(yours({}), { white: "R9", colour: "" }, "white")).toEqual([]);
    expect(foreseen(undefined, { white: "R9", colour: "" }, "white")).toEqual([]);
    expect(ghostsOf([])).toBe(NO_GHOSTS);
  });
});

describe("in words", () => {
  const says = (causes: Caused[], white = "G9", badges: PrintedBadge[] = []) =>
    foreseenInWords(causes, { white, colour: "" }, page({ badges }));
  test("crosses, and what lapses", () => {
    expect(
      says([struck(1), marked("B5"), struck(2), marked("Y10"), { event: "lapsed", row: "R" }]),
    ).toBe("Also crosses blue 5 and yellow 10; 1 bonus cross is lost (red)");
    expect(says([{ event: "lapsed", row: null }])).toBe("1 bonus cross is lost");
    expect(says([])).toBe("");
  });
  test("a lock, one's own or one that is brought", () => {
    expect(says([], "R12")).toBe("Locks the red row");
    expect(says([marked("B2", true)])).toBe("Also crosses blue 2; locks the blue row");
  });
  test("a pair with all that it brings, and a tie", () => {
    const legend = words("2 crosses in your emptiest row, 5 points");
    const badges = [badge("f", ["Y11", "G9"], { legend })];
    expect(
      says(
        [
          { event: "completed", badge: "f" },
          { event: "tie", rows: ["R", "B"], times: 2 },
        ],
        "Y11",
        badges,
      ),
    ).toBe(
      "Completes F: 2 crosses in your emptiest row, 5 points; then you choose where 2 bonus crosses go: red or blue",
    );
  });
});
