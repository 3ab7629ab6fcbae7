import { beforeEach, describe, expect, test, vi } from "vitest";

let store: Record<string, string> = {};
let full = false;
let room = Infinity; // characters that the storage takes
vi.stubGlobal("localStorage", {
  getItem: (name: string) => store[name] ?? null,
  setItem: (name: string, value: string) => {
    if (full || value.length > room) throw new Error("QuotaExceededError");
    store[name] = value;
  },
});

const { readPrefs } = await import("../src/prefs.svelte");
const { forget, keyOf, known, newKey, promisedTo, remember } = await import("../src/table/keys");

beforeEach(() => {
  store = {};
  full = false;
  room = Infinity;
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
  test("the key of a game that is played is never forgotten", () => {
    remember("mine", { key: "k1", stage: "playing" });
    remember("lobby", { key: "k2" });
    remember("watched", { stage: "playing" });
    remember("over", { key: "k3", stage: "done" });
    for (let i = 0; i < 300; i++) remember(`t${i}`, { key: `k${i}`, stage: "done" });
    expect(keyOf("mine")).toBe("k1");
    expect(keyOf("lobby")).toBe("k2");
    expect(known().map((game) => game.table)).not.toContain("watched");
    expect(keyOf("over")).toBeNull();
    expect(known()).toHaveLength(62);
    for (let i = 0; i < 200; i++) remember(`p${i}`, { key: `k${i}`, stage: "playing" });
    for (let i = 0; i < 200; i++) expect(keyOf(`p${i}`)).toBe(`k${i}`);
    expect(keyOf("mine")).toBe("k1");
  });
  test("what nobody came back to for a year can be forgotten", () => {
    vi.useFakeTimers({ now: Date.parse("2026-01-01") });
    remember("old", { key: "k", stage: "playing" });
    vi.setSystemTime(Date.parse("2026-12-30"));
    for (let i = 0; i < 60; i++) remember(`t${i}`, { stage: "done" });
    expect(keyOf("old")).toBe("k");
    vi.setSystemTime(Date.parse("2027-01-03"));
    remember("new", {});
    expect(keyOf("old")).toBeNull();
    vi.setSystemTime(Date.parse("2020-01-01")); // a clock that was set back makes nothing old
    remember("mine", { key: "k" });
    vi.setSystemTime(Date.parse("2019-01-01"));
    for (let i = 0; i < 61; i++) remember(`u${i}`, {});
    expect(keyOf("mine")).toBe("k");
    vi.useRealTimers();
  });
  test("when the storage is full, finished games make room for keys", () => {
    remember("mine", { key: "k1", stage: "playing" });
    for (let i = 0; i < 60; i++) remember(`t${i}`, { stage: "done" });
    room = store["rowlock.games"]!.length; // not a letter more
    remember("another", { key: "k2", stage: "playing" });
    expect(JSON.parse(store["rowlock.games"]!)).toEqual(known());
    expect(keyOf("another")).toBe("k2");
    expect(keyOf("mine")).toBe("k1");
    expect(known().length).toBeLessThan(40);
    room = 400; // hardly anything
    remember("mine", {});
    expect(known().map((game) => game.table)).toEqual(["mine", "another"]);
    expect(JSON.parse(store["rowlock.games"]!)).toEqual(known());
    room = 0;
    remember("third", { key: "k3" });
    expect(keyOf("third")).toBe("k3"); // for as long as the page is open
    expect(keyOf("mine")).toBe("k1");
    room = Infinity;
    remember("third", {});
    expect(store["rowlock.games"]).toContain('"k3"');
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
