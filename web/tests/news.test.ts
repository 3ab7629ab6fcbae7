import { beforeAll, describe, expect, test, vi } from "vitest";
import type { StoryEvent } from "../src/wire/messages";
import { page } from "./pages";

vi.stubGlobal("navigator", { languages: ["en-GB"] });
vi.stubGlobal("document", { documentElement: { lang: "" } });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });

const { newsOf } = await import("../src/table/news");
const { speak } = await import("../src/words/index.svelte");
const { rollInWords } = await import("../src/words/telling");
const { placesAfter } = await import("../src/table/table.svelte");

beforeAll(() => speak());
const name = (seat: number): string => ["Emma", "Max"][seat - 1]!;
const news = (...events: StoryEvent[]): ReturnType<typeof newsOf> =>
  newsOf(events, name, [1], () => page({}));

describe("news", () => {
  test("a lock is a headline in its colour, and louder than a cross", () => {
    const told = news(
      { v: 1, event: "marked", seat: 2, cell: "R12", cause: "white", lock: true },
      { v: 2, event: "marked", seat: 1, cell: "Y3", cause: "white", lock: false },
      { v: 3, event: "closed", row: "R", seats: [2] },
    );
    expect(told.headline).toBe("The red row is closed, locked by Max.");
    expect(told.colour).toBe("R");
    expect(told.sound).toBe("lock");
    expect(told.spoken).toHaveLength(3);
  });
  test("a roll is spoken die by die", () => {
    expect(news({ v: 1, event: "rolled", seat: 2, roll: "14r3b6" }).spoken).toEqual([
      "Max rolled white 1 and 4, red 3, blue 6.",
    ]);
    expect(rollInWords("66")).toBe("white 6 and 6");
  });
  test("one's own pass is not told to oneself, another's is", () => {
    expect(news({ v: 1, event: "passed", seat: 1 }).spoken).toEqual([]);
    expect(news({ v: 1, event: "passed", seat: 2 }).spoken).toEqual(["Max crossed nothing."]);
  });
  test("another's hint is told, one's own is there already", () => {
    const told = news({ v: 1, event: "hinted", seat: 2 });
    expect(told.headline).toBe("Max was given a hint.");
    expect(told.spoken).toEqual(["Max was given a hint."]);
    expect(news({ v: 1, event: "hinted", seat: 1 })).toMatchObject({ headline: null, spoken: [] });
  });
  test("the end drowns everything", () => {
    const told = news(
      { v: 1, event: "missed", seat: 1, misses: 4 },
      { v: 2, event: "ended", ending: "misses", totals: [10, 20], winners: [2] },
    );
    expect(told.headline).toBe("The game is over. Max wins with 20 points.");
    expect(told.sound).toBe("end");
  });
  test("who has only answered says nothing", () => {
    expect(news({ v: 1, event: "answered", seat: 2 })).toEqual({
      headline: null,
      colour: null,
      spoken: [],
      urgent: null,
      sound: null,
    });
  });
  test("an announced lock is told at once, and louder than any cross", () => {
    const told = news(
      { v: 1, event: "announced", seat: 2, row: "R" },
      { v: 2, event: "answered", seat: 2 },
    );
    expect(told.urgent).toBe("Max locks red!");
    expect(told.sound).toBe("announce");
    expect(told.spoken).toEqual([]); // once is enough
  });
  test("what is told at once is a lock, not every piece of news", () => {
    expect(news({ v: 1, event: "missed", seat: 2, misses: 1 }).urgent).toBeNull();
    expect(news({ v: 1, event: "closed", row: "R", seats: [2] }).urgent).toContain("Max");
  });
});

test("seats change by what is told", () => {
  const places = [{ kind: "person" as const, name: "Emma", bot: null, bot_name: null }];
  const handed = placesAfter(places, {
    v: 1,
    event: "handed",
    seat: 1,
    bot: "keen",
    name: "Carla",
  });
  expect(handed[0]).toMatchObject({ bot: "keen", bot_name: "Carla" });
  expect(placesAfter(handed, { v: 2, event: "taken_back", seat: 1 })[0]!.bot).toBeNull();
  expect(placesAfter(places, { v: 3, event: "passed", seat: 1 })).toBe(places);
  expect(placesAfter(places, { v: 4, event: "seated", places: [] })).toEqual([]);
});
