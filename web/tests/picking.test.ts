import { describe, expect, test } from "vitest";
import {
  answered,
  decisions,
  diceOf,
  NO_PICKS,
  openActions,
  optionOf,
  optionsOf,
  stillPossible,
  tap,
  tied,
} from "../src/table/picking";
import { readRoll } from "../src/sheet/marks";
import { now, yours } from "./pages";

const own = yours({});
const options = optionsOf(own, now({}));
const said = (list: ReturnType<typeof decisions>): string[] =>
  list.map((option) => `${option.action} ${option.decision}`);

describe("what may be decided", () => {
  test("both actions are there at once for who rolled", () => {
    expect(said(options)).toEqual([
      "white R8",
      "white Y8",
      "white -",
      "colour R9",
      "colour Y7",
      "colour Y8",
      "colour -",
    ]);
  });
  test("in the colour action only colours", () => {
    const list = optionsOf(yours({ legal: ["R9", "-"], colour: [] }), now({ phase: "colour" }));
    expect(said(list)).toEqual(["colour R9", "colour -"]);
  });
  test("nothing before the roll, for watchers, and when it is over", () => {
    expect(optionsOf(own, now({ phase: "roll" }))).toEqual([]);
    expect(optionsOf(undefined, now({}))).toEqual([]);
    expect(optionsOf(own, now({ stage: "done" }))).toEqual([]);
    expect(optionsOf(yours({ legal: [] }), now({}))).toEqual([]);
  });
  test("lucky moves, picks and passes are told apart", () => {
    expect(optionOf("*G16", "white")).toMatchObject({ kind: "offered", cell: "G16" });
    expect(optionOf("~Y", "white")).toMatchObject({ kind: "row", cell: "Y" });
    expect(optionOf("-", "white")).toMatchObject({ kind: "pass", cell: "" });
    expect(tied([optionOf("~Y", "white"), optionOf("R5", "white")])).toBe(true);
    expect(tied(options)).toBe(false);
  });
  test("a row that can take no cross may be picked, and says so", () => {
    const list = optionsOf(yours({ legal: ["~R", "~B", "-"], lapse: ["~R"], colour: [] }), now({}));
    expect(list.map((option) => option.lapses ?? false)).toEqual([true, false, false]);
    expect(tap("R", list, NO_PICKS, own)).toEqual({ white: "~R", colour: "" });
  });
});

describe("a tap", () => {
  test("chooses for the white dice first, then for a colour", () => {
    const first = tap("Y8", options, NO_PICKS, own);
    expect(first).toEqual({ white: "Y8", colour: "" });
    expect(tap("R9", options, first, own)).toEqual({ white: "Y8", colour: "R9" });
  });
  test("a cell of both actions is a colour once white is used", () => {
    expect(tap("Y8", options, { white: "R8", colour: "" }, own)).toEqual({
      white: "R8",
      colour: "Y8",
    });
    const sealed = yours({ sealed: "R8" });
    expect(tap("Y8", optionsOf(sealed, now({ waiting: [2] })), NO_PICKS, sealed).colour).toBe("Y8");
  });
  test("a chip says which action it means", () => {
    expect(tap("Y8", options, NO_PICKS, own, "colour")).toEqual({ white: "", colour: "Y8" });
    expect(tap("Y8", options, NO_PICKS, own, "white")).toEqual({ white: "Y8", colour: "" });
  });
  test("another cell of the same action replaces it, the same one lets go", () => {
    expect(tap("R8", options, { white: "Y8", colour: "" }, own)).toEqual({
      white: "R8",
      colour: "",
    });
    expect(tap("R8", options, { white: "R8", colour: "" }, own)).toEqual(NO_PICKS);
  });
  test("on anything else does nothing", () => {
    expect(tap("R2", options, NO_PICKS, own)).toBe(NO_PICKS);
  });
});

describe("confirming", () => {
  test("sends white, then colour", () => {
    expect(said(decisions({ white: "R8", colour: "Y7" }, own, now({})))).toEqual([
      "white R8",
      "colour Y7",
    ]);
  });
  test("a colour alone passes the white dice", () => {
    expect(said(decisions({ white: "", colour: "Y7" }, own, now({})))).toEqual([
      "white -",
      "colour Y7",
    ]);
  });
  test("a colour after a white decision leaves that as it is", () => {
    const sealed = yours({ sealed: "R8" });
    expect(said(decisions({ white: "", colour: "Y7" }, sealed, now({ waiting: [2] })))).toEqual([
      "colour Y7",
    ]);
  });
  test("in the colour action no white decision is sent", () => {
    expect(said(decisions({ white: "", colour: "Y7" }, own, now({ phase: "colour" })))).toEqual([
      "colour Y7",
    ]);
  });
  test("white alone leaves the colour open", () => {
    expect(said(decisions({ white: "R8", colour: "" }, own, now({})))).toEqual(["white R8"]);
  });
});

describe("what is left to choose", () => {
  test("both, then the colour, then nothing", () => {
    expect(openActions(own, now({}))).toEqual(["white", "colour"]);
    const sealed = yours({ sealed: "R8" });
    expect(openActions(sealed, now({ waiting: [2] }))).toEqual(["colour"]);
    expect(openActions(yours({ sealed: "R8", colour: [] }), now({ waiting: [2] }))).toEqual([]);
    const ahead = yours({ sealed: "R8", ahead: "Y7" });
    expect(openActions(ahead, now({ waiting: [2] }))).toEqual([]);
    expect(openActions(yours({ colour: ["-"] }), now({}))).toEqual(["white"]);
    expect(openActions(own, now({ phase: "colour" }))).toEqual(["colour"]);
  });
  test("a seat that must settle a tie has not answered", () => {
    const half = yours({ sealed: "G9" });
    expect(answered(half, now({ waiting: [1] }))).toBe(false);
    expect(answered(half, now({ waiting: [2] }))).toBe(true);
    expect(openActions(half, now({ waiting: [1] }))).toContain("white");
  });
});

test("choices that became impossible are let go", () => {
  expect(stillPossible({ white: "R8", colour: "B5" }, options)).toEqual({
    white: "R8",
    colour: "",
  });
});

test("a cell that a mechanic offers says which one", () => {
  const words = { en: "a", de: "b", it: "c" };
  const mechanic = { name: "m", icon: "clover", title: words, about: words, offer: words };
  const other = { ...mechanic, name: "s" };
  const own = yours({ legal: ["*G16", "R5", "*B2"], offers: { "*G16": "m", "*B2": "s" } });
  const found = optionsOf(own, now({}), [other, mechanic]);
  expect(found.slice(0, 3).map((option) => option.by?.name)).toEqual(["m", undefined, "s"]);
});

describe("the dice that make a cell", () => {
  const dice = readRoll("14r3y6g3b3");
  const own = yours({ legal: ["R5", "-"], colour: ["R7", "-"], dice: { R7: [1, 2], R5: [9, 9] } });
  const options = optionsOf(own, now({}));
  test("the white ones for the white action", () => {
    expect(diceOf(options[0]!, dice)).toEqual([0, 1]);
  });
  test("for a colour those that the server says, ahead and in its action", () => {
    expect(options.map((option) => [option.decision, option.dice])).toEqual([
      ["R5", undefined],
      ["-", undefined],
      ["R7", [1, 2]],
      ["-", undefined],
    ]);
    expect(diceOf(options[2]!, dice)).toEqual([1, 2]);
    expect(diceOf(options[3]!, dice)).toEqual([]);
    const later = optionsOf(
      yours({ legal: ["R7"], dice: { R7: [1, 2] } }),
      now({ phase: "colour" }),
    );
    expect(diceOf(later[0]!, dice)).toEqual([1, 2]);
  });
});
