import { describe, expect, test } from "vitest";
import { diceFor } from "../src/table/making";
import {
  answered,
  decisions,
  NO_PICKS,
  openActions,
  optionOf,
  optionsOf,
  stillPossible,
  tap,
  tied,
  typed,
} from "../src/table/picking";
import { readRoll } from "../src/sheet/marks";
import { now, page, yours } from "./pages";

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
    expect(optionOf("*G16", "white")).toMatchObject({ kind: "lucky", cell: "G16" });
    expect(optionOf("~Y", "white")).toMatchObject({ kind: "row", cell: "Y" });
    expect(optionOf("-", "white")).toMatchObject({ kind: "pass", cell: "" });
    expect(tied([optionOf("~Y", "white"), optionOf("R5", "white")])).toBe(true);
    expect(tied(options)).toBe(false);
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

describe("typed moves", () => {
  test("one, two, a pass, in any case", () => {
    expect(typed("r8", options, own)).toEqual({ picks: { white: "R8", colour: "" } });
    expect(typed(" R8 y7 ", options, own)).toEqual({ picks: { white: "R8", colour: "Y7" } });
    expect(typed("Y8+Y8", options, own)).toEqual({ picks: { white: "Y8", colour: "Y8" } });
    expect(typed("-", options, own)).toEqual({ picks: { white: "-", colour: "" } });
    expect(typed("r9", options, own)).toEqual({ picks: { white: "", colour: "R9" } });
  });
  test("once white is given, a colour is meant", () => {
    const sealed = yours({ sealed: "R8" });
    const list = optionsOf(sealed, now({ waiting: [2] }));
    expect(typed("y8", list, sealed)).toEqual({ picks: { white: "", colour: "Y8" } });
  });
  test("what is not possible is named", () => {
    expect(typed("R2", options, own)).toEqual({ wrong: "R2" });
    expect(typed("R8 Y8 B2", options, own)).toEqual({ wrong: "B2" });
    expect(typed("  ", options, own)).toEqual({ wrong: "" });
  });
  test("lucky moves and ties can be typed with or without their sign", () => {
    const lucky = [optionOf("*G16", "white"), optionOf("-", "white")];
    expect(typed("g16", lucky, own)).toEqual({ picks: { white: "*G16", colour: "" } });
    expect(typed("*g16", lucky, own)).toEqual({ picks: { white: "*G16", colour: "" } });
    expect(typed("~y", [optionOf("~Y", "white")], own)).toEqual({
      picks: { white: "~Y", colour: "" },
    });
  });
});

describe("the dice that make a cell", () => {
  const dice = readRoll("14r3y6g3b3");
  test("the white ones for the white action", () => {
    expect(diceFor(optionOf("R5", "white"), page({}), dice)).toEqual([0, 1]);
  });
  test("one white and the cell's own colour", () => {
    expect(diceFor(optionOf("R7", "colour"), page({}), dice)).toEqual([1, 2]);
    expect(diceFor(optionOf("R4", "colour"), page({}), dice)).toEqual([0, 2]);
    const mixed = page({});
    mixed.rows[0]!.cells[5]!.colour = "Y"; // R7 is printed yellow
    expect(diceFor(optionOf("R7", "colour"), mixed, dice)).toEqual([0, 3]);
  });
  test("none if they are not on the table", () => {
    expect(diceFor(optionOf("R7", "colour"), page({}), readRoll("14y6"))).toEqual([]);
    expect(diceFor(optionOf("R9", "colour"), page({}), dice)).toEqual([]);
    expect(diceFor(optionOf("-", "colour"), page({}), dice)).toEqual([]);
  });
});
