import { beforeEach, describe, expect, test, vi } from "vitest";

let store: Record<string, string> = {};
let full = false;
vi.stubGlobal("localStorage", {
  getItem: (name: string) => store[name] ?? null,
  setItem: (name: string, value: string) => {
    if (full) throw new Error("QuotaExceededError");
    store[name] = value;
  },
});

const { readPrefs } = await import("../src/prefs.svelte");
const { forget, keyOf, known, newKey, promisedTo, remember } = await import("../src/table/keys");

beforeEach(() => {
  store = {};
  full = false;
});

describe("settings of another time", () => {
  test("only what fits is taken over", () => {
    const prefs = readPrefs({ name: "Emma", scheme: "pink", sound: "loud", language: "fr", x: 1 });
    expect(prefs.name).toBe("Emma");
    expect(prefs.scheme).toBe("standard");
    expect(prefs.sound).toBe(false);
    expect(prefs.language).toBe("");
    expect("x" in prefs).toBe(false);
  });
  test("nonsense gives the first settings", () => {
    expect(readPrefs(null)).toEqual(readPrefs("nonsense"));
    expect(readPrefs({ theme: "dark" }).theme).toBe("dark");
  });
});

describe("games this browser knows", () => {
  test("keep their key when something else is news", () => {
    remember("a", { key: "secret" });
    remember("a", { stage: "playing", names: ["Emma"] });
    expect(keyOf("a")).toBe("secret");
    expect(known()[0]).toMatchObject({ table: "a", stage: "playing", names: ["Emma"] });
  });
  test("the first promise of the dice stays", () => {
    remember("a", { commitment: "one" });
    remember("a", { commitment: "two" });
    expect(promisedTo("a")).toBe("one");
    expect(promisedTo("b")).toBeNull();
  });
  test("the latest first, and the oldest are forgotten", () => {
    for (let i = 0; i < 70; i++) remember(`t${i}`, {});
    remember("t50", {});
    expect(known()).toHaveLength(60);
    expect(known()[0]!.table).toBe("t50");
    expect(keyOf("t0")).toBeNull();
    forget("t50");
    expect(known()[0]!.table).toBe("t69");
  });
  test("broken or full storage does not stop a game", () => {
    store["rowlock.games"] = "{nonsense";
    expect(known()).toEqual([]);
    store["rowlock.games"] = '{"not": "a list"}';
    expect(known()).toEqual([]);
    full = true;
    expect(() => remember("a", { key: "k" })).not.toThrow();
    expect(keyOf("a")).toBe("k"); // for as long as the page is open
    full = false;
    remember("a", {});
    expect(store["rowlock.games"]).toContain('"k"');
  });
  test("a key of our own is long and never the same", () => {
    expect(newKey()).toMatch(/^[0-9a-f]{48}$/);
    expect(newKey()).not.toBe(newKey());
  });
});
