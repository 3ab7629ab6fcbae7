import { NO_DRAWABLES } from "./pages";
import { drawCode } from "../src/start/code";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { sampleMarks } from "../src/start/preview";
import {
  asPrinted,
  type Choice,
  choosing,
  chosenAt,
  cleanName,
  counted,
  fileProblem,
  isWay,
  keepChoice,
  lastChoice,
  nameInFile,
  nameProblem,
  readChoice,
  requestFor,
  seatsOf,
  unusual,
  WAYS,
  wish,
  wishFor,
} from "../src/start/setup";
import type { PrintedPage } from "../src/wire/messages";

const unnamed = (person: number): string => `Player ${person}`;

beforeEach(() => {
  const memory = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (place: string) => memory.get(place) ?? null,
    setItem: (place: string, text: string) => memory.set(place, text),
  });
});

describe("what is remembered becomes a request", () => {
  it("opens a table against a bot the first time, and you begin", () => {
    expect(requestFor("bots", lastChoice("bots"), unnamed)).toEqual({
      seats: [
        { kind: "person", name: "Player 1" },
        { kind: "bot", bot: "novice" },
      ],
      time: "none",
      hidden_scores: false,
      open_white: false,
      locks: "announced",
      real_dice: false,
      public: false,
      hints: true,
      first: 1,
    });
  });

  it("allows hints only who plays against bots, until it is chosen, and never in public", () => {
    const asked = WAYS.map((way) => requestFor(way, lastChoice(way), unnamed));
    expect(asked.map(({ hints }) => hints)).toEqual([true, false, false, false]);
    const hints = (choice: object): unknown =>
      requestFor("friends", readChoice("friends", choice), unnamed).hints;
    expect(hints({ hints: true })).toBe(true);
    expect(hints({ hints: true, public: true })).toBe(false);
  });

  it("has a seat for a friend, two people at a device, and real dice where they are meant", () => {
    const asked = WAYS.map((way) => requestFor(way, lastChoice(way), unnamed));
    expect(asked.map(({ seats }) => seats.map(({ kind }) => kind))).toEqual([
      ["person", "bot"],
      ["person", "open"],
      ["person", "person"],
      ["person", "person"],
    ]);
    expect(asked.map(({ real_dice }) => real_dice)).toEqual([false, false, false, true]);
    expect(asked.map(({ first }) => first)).toEqual([1, null, null, 1]);
  });

  it("plays the same again next time", () => {
    const choice = readChoice("friends", {
      variant: "longo",
      variantName: "Longo",
      names: ["Emma"],
      open: 2,
      bots: ["random"],
      time: "brisk",
      hiddenScores: true,
      public: true,
      first: 2,
    });
    keepChoice("friends", choice);
    expect(lastChoice("friends")).toEqual(choice);
    expect(requestFor("friends", lastChoice("friends"), unnamed)).toMatchObject({
      variant: "longo",
      seats: [
        { kind: "person", name: "Emma" },
        { kind: "open" },
        { kind: "open" },
        { kind: "bot", bot: "random" },
      ],
      time: "brisk",
      hidden_scores: true,
      public: true,
      first: 2,
    });
    expect(lastChoice("bots").variant).toBe("");
  });

  it("sends a file instead of a key, and only if it is chosen", () => {
    const choice = { ...lastChoice("bots"), variant: "longo", file: 'name = "Mine"', own: true };
    const own = requestFor("bots", choice, unnamed);
    expect(own.variant_file).toBe('name = "Mine"');
    expect(own).not.toHaveProperty("variant");
    const listed = requestFor("bots", { ...choice, own: false }, unnamed);
    expect(listed.variant).toBe("longo");
    expect(listed).not.toHaveProperty("variant_file");
    expect(requestFor("bots", { ...choice, file: "" }, unnamed).variant).toBe("longo");
  });

  it("asks for what was chosen instead of the print, one value a seat", () => {
    const of = { name: "lucky", printed: ["5/10", "6/11", "7/12"] };
    const at = (choice: Choice, seat: number): string => chosenAt(choice, "longo", of, seat);
    const start = { ...lastChoice("bots"), variant: "longo" };
    expect([0, 1, 2, 3].map((seat) => at(start, seat))).toEqual(["5/10", "6/11", "7/12", "5/10"]);
    expect(requestFor("bots", start, unnamed)).not.toHaveProperty("choices");
    const chosen = choosing(start, "longo", of, 2, 0, "5/8");
    expect(requestFor("bots", chosen, unnamed).choices).toEqual({ lucky: "5/8 6/11" });
    expect(at(chosen, 2)).toBe("5/8");
    for (const other of [
      { ...chosen, variant: "classic" },
      { ...chosen, own: true, file: "x" },
    ])
      expect(requestFor("bots", other, unnamed)).not.toHaveProperty("choices");
    expect(choosing(chosen, "longo", of, 2, 0, "5/10")).toEqual(start);
    expect(asPrinted(chosen, "longo", of)).toEqual(start);
    const both = choosing(chosen, "longo", { name: "frames", printed: ["A"] }, 2, 1, "B");
    expect(requestFor("bots", both, unnamed).choices).toEqual({ lucky: "5/8 6/11", frames: "A B" });
    expect(asPrinted(both, "longo", of).chosen?.values).toEqual({ frames: ["A", "B"] });
    keepChoice("bots", chosen);
    expect(lastChoice("bots").chosen).toEqual({
      variant: "longo",
      values: { lucky: ["5/8", "6/11"] },
    });
    for (const strange of [
      7,
      {},
      { variant: "longo" },
      { variant: "longo", values: null },
      { variant: "longo", values: { lucky: [] } },
      { variant: "longo", values: { lucky: "5/8" } },
    ])
      expect(readChoice("bots", { chosen: strange }).chosen).toBeNull();
  });

  it("tidies names before they are sent", () => {
    const choice = { ...lastChoice("device"), names: ["  Emma  Li ", "   "] };
    expect(requestFor("device", choice, unnamed).seats).toEqual([
      { kind: "person", name: "Emma Li" },
      { kind: "person", name: "Player 2" },
    ]);
  });

  it("lets nobody begin who is not there", () => {
    const choice = { ...lastChoice("device"), first: 2 };
    expect(requestFor("device", choice, unnamed).first).toBe(2);
    choice.names.pop();
    expect(requestFor("device", choice, unnamed).first).toBeNull();
    expect(requestFor("dice", { ...choice, first: null }, unnamed).first).toBe(1);
  });

  it("does harm with nothing that an old page or a stranger left", () => {
    for (const found of [null, 7, "x", [], { names: [], bots: "keen", open: 1.5, time: "never" }])
      expect(readChoice("friends", found)).toEqual(lastChoice("friends"));
    const crowd = readChoice("dice", {
      names: Array<string>(20).fill("x"),
      bots: ["keen"],
      open: 99,
      first: 0,
    });
    expect(seatsOf(crowd)).toBe(8);
    expect(crowd.first).toBe(1);
    expect(readChoice("friends", { open: -3 }).open).toBe(0);
    expect(readChoice("bots", { names: ["a", "b"], open: 3, public: true })).toMatchObject({
      names: ["a"],
      open: 0,
      public: false,
    });
    expect(readChoice("bots", { own: true }).own).toBe(false);
  });

  it("names bots of a kind together", () => {
    expect(counted(["keen", "random", "keen"])).toEqual(["2 × keen", "random"]);
  });

  it("knows the ways to play, and no others", () => {
    expect(WAYS.every(isWay)).toBe(true);
    expect(isWay("toString")).toBe(false);
  });

  it("takes a wish for a variant along to the next screen", () => {
    expect(wish()).toBeNull();
    wishFor("longo");
    expect(wish()).toBe("longo");
    wishFor(null);
    expect(wish()).toBeNull();
  });
});

describe("what is typed is looked at before it is sent", () => {
  it("counts letters as the server does", () => {
    expect(nameProblem("A".repeat(20))).toBeNull();
    expect(nameProblem("A".repeat(21))).toBe("long");
    expect(nameProblem(`  ${"A".repeat(20)}  `)).toBeNull();
    expect(nameProblem("😀".repeat(20))).toBeNull();
    expect(nameProblem("Zoe\u0301")).toBeNull();
    expect(cleanName("Zoe\u0301")).toBe("Zoé");
  });

  it("finds signs that nobody can see", () => {
    expect(nameProblem("Em\u0007ma")).toBe("strange");
    expect(nameProblem("Em\u200bma")).toBe("strange");
    expect(nameProblem("Emma Müller-Łuk")).toBeNull();
    expect(nameProblem("")).toBeNull();
  });

  it("takes a name that nobody can see for none", () => {
    for (const name of ["\u3164", " \u3164\u200b ", "\u2800", "\ufeff"]) {
      expect(cleanName(name)).toBe("");
      expect(nameProblem(name)).toBeNull();
    }
    expect(cleanName(" Em\u3164ma ")).toBe("Em\u3164ma"); // the server says what is wrong
  });

  it("measures a file in bytes", () => {
    expect(fileProblem("  \n")).toBe("empty");
    expect(fileProblem("ä".repeat(6), 10)).toBe("large");
    expect(fileProblem("a".repeat(10), 10)).toBeNull();
  });

  it("reads a file's name, if it has one", () => {
    expect(nameInFile('# mine\nname = "Chain of colours"\nedition = 1')).toBe("Chain of colours");
    expect(nameInFile("edition = 1")).toBe("");
  });

  it("says when a sheet is made for another number of people", () => {
    expect([1, 2, 5, 6].map((seats) => unusual([2, 5], seats))).toEqual([
      "few",
      null,
      null,
      "many",
    ]);
  });
});

describe("a preview", () => {
  const row = (name: "R" | "Y", cells: number, last: number): PrintedPage["rows"][number] => ({
    row: name,
    cells: Array.from({ length: cells }, (_, i) => ({
      name: `${name}${i + 2}`,
      number: i + 2,
      colour: name,
      badge: "",
      locks: i >= cells - last,
    })),
  });

  it("has crosses on any sheet, but on no lock", () => {
    for (const cells of [2, 3, 11, 15])
      for (const lock_cells of [1, 2]) {
        const page: PrintedPage = {
          rows: [row("R", cells, lock_cells), row("Y", cells, lock_cells)],
          lock_cells,
          lock_needs: 5,
          miss_boxes: 4,
          miss_points: -5,
          ...NO_DRAWABLES,
        };
        const { crossed } = sampleMarks(page, 1);
        const last = page.rows.flatMap((one) => one.cells.slice(-lock_cells));
        expect(last.some((cell) => crossed.has(cell.name))).toBe(false);
        if (cells > 3) expect(crossed.size).toBeGreaterThan(1);
      }
  });
});

describe("the code of a link", () => {
  it("has exactly the dark modules, with white around them", async () => {
    const { generate } = await import("lean-qr");
    const made = generate("https://dice.example.org/t/k7m2q9x4w8c3h5td");
    const { size, path } = drawCode(made);
    expect(size).toBe(made.size + 8);
    const dark = new Set<string>();
    for (const [, x, y, wide] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
      for (let i = 0; i < Number(wide); i++) dark.add(`${Number(x) - 4 + i} ${Number(y) - 4}`);
    for (let y = 0; y < made.size; y++)
      for (let x = 0; x < made.size; x++) expect(dark.has(`${x} ${y}`)).toBe(made.get(x, y));
  });
});
