import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Table } from "../src/table/table.svelte";
import type { HintOption, Now, Yours } from "../src/wire/messages";
import { now, page, yours } from "./pages";

vi.stubGlobal("navigator", { languages: ["en-GB"] });
vi.stubGlobal("document", { documentElement: { lang: "" } });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });

const { aboutOf, advisedName, Coaching, gradeName, hintable, PATIENCE, percent, picksFor } =
  await import("../src/table/coaching.svelte");
const { optionOf } = await import("../src/table/picking");
const { speak } = await import("../src/words/index.svelte");

beforeAll(() => speak());

const option = (decision: string, other: Partial<HintOption> = {}): HintOption => ({
  decision,
  win: 0.46,
  points: 77.3,
  grade: null,
  then: null,
  ...other,
});

describe("when a hint can be asked for", () => {
  const waiting = now({ waiting: [1, 2] });
  test("while the white decision is due, then ahead for the colour", () => {
    expect(hintable(yours({}), waiting)).toBe("white");
    const sealed = yours({ sealed: "R8" });
    expect(hintable(sealed, now({ waiting: [2] }))).toBe("colour");
    expect(hintable(yours({ sealed: "R8", ahead: "Y7" }), now({ waiting: [2] }))).toBe(null);
    expect(hintable(yours({ sealed: "R8", colour: [] }), now({ waiting: [2] }))).toBe(null);
  });
  test("in the colour action only by whom it is due", () => {
    expect(hintable(yours({}), now({ phase: "colour", waiting: [1] }))).toBe("colour");
    expect(hintable(yours({}), now({ phase: "colour", waiting: [2] }))).toBe(null);
  });
  test("not before the roll, not by who watches, not when there is nothing to decide", () => {
    expect(hintable(yours({}), now({ phase: "roll", waiting: [1] }))).toBe(null);
    expect(hintable(undefined, waiting)).toBe(null);
    expect(hintable(yours({ legal: [] }), waiting)).toBe(null);
    expect(hintable(yours({}), now({ stage: "done", waiting: [] }))).toBe(null);
  });
  test("what it is about changes with the decision, and with nothing else", () => {
    const about = aboutOf(yours({}), waiting);
    expect(aboutOf(yours({}), now({ waiting: [1] }))).toBe(about); // somebody else has answered
    expect(aboutOf(yours({ sealed: "R8" }), waiting)).not.toBe(about);
    expect(aboutOf(yours({}), now({ waiting: [1], turn: waiting.turn + 1 }))).not.toBe(about);
  });
});

describe("following a hint", () => {
  test("chooses the white cell and the colour that goes with it", () => {
    expect(picksFor(option("R8", { then: "Y7" }), "white")).toEqual({
      white: "R8",
      colour: "Y7",
    });
    expect(picksFor(option("R8", { then: "-" }), "white").colour).toBe("");
    expect(picksFor(option("-", { then: "Y7" }), "white")).toEqual({
      white: "",
      colour: "Y7",
    });
  });
  test("chooses a colour in the colour action, and nothing for nothing", () => {
    expect(picksFor(option("Y7"), "colour")).toEqual({ white: "", colour: "Y7" });
    expect(picksFor(option("-"), "colour")).toEqual({ white: "", colour: "" });
  });
});

describe("a hint in words", () => {
  test("names what to cross, and what then", () => {
    const named = (decision: string, then: string | null = null): string =>
      advisedName(option(decision, { then }), page({}));
    expect(named("R5")).toBe("red 5");
    expect(named("R5", "Y7")).toBe("red 5, then yellow 7");
    expect(named("R5", "-")).toBe("red 5, then no colour");
    expect(named("-")).toBe("Cross nothing");
    expect(named("-", "-")).toBe("Cross nothing");
    expect(named("-", "Y7")).toBe("Nothing with white, then yellow 7");
    expect(named("~Y")).toBe("yellow row");
  });
  test("says how good it is", () => {
    expect(gradeName(option("R5"), 0)).toBe("The best");
    expect(gradeName(option("R5"), 1)).toBe("Just as good");
    expect(gradeName(option("R5", { grade: "blunder" }), 4)).toBe("Much worse");
    expect(percent(0.463)).toBe("46%");
  });
});

describe("a decision is checked", () => {
  const warning = { decision: "R8", win: 0.1, best: option("Y8"), reason: null };

  function coach(say: () => Promise<object>, hints = true): InstanceType<typeof Coaching> {
    const table = {
      options: { hints },
      now: now({ waiting: [1] }) as Now,
      places: [],
      mine: [1],
      own: (): Yours => yours({}),
      say: vi.fn(say),
    };
    return new Coaching(table as unknown as Table, 1);
  }
  const said = [optionOf("R8", "white")];

  test("a warning stops it, and remembers what was about to be sent", async () => {
    const one = coach(() => Promise.resolve({ warning }));
    expect(await one.check(said[0]!, said)).toBe(true);
    expect(one.warning).toMatchObject({ warning, said });
    one.forget();
    expect(one.warning).toBe(null);
  });
  test("silence, a refusal and a table without hints let it pass", async () => {
    for (const one of [
      coach(() => Promise.resolve({ warning: null })),
      coach(() => Promise.reject(new Error("too_fast"))),
      coach(() => Promise.resolve({ warning }), false),
    ]) {
      expect(await one.check(said[0]!, said)).toBe(false);
      expect(one.warning).toBe(null);
    }
  });
  test("an answer that takes too long is not waited for", async () => {
    vi.useFakeTimers();
    const one = coach(
      () => new Promise((done) => setTimeout(() => done({ warning }), PATIENCE + 1)),
    );
    const checked = one.check(said[0]!, said);
    await vi.advanceTimersByTimeAsync(PATIENCE);
    expect(await checked).toBe(false);
    await vi.advanceTimersByTimeAsync(10);
    expect(one.warning).toBe(null);
    vi.useRealTimers();
  });
});
