/** Whoever reads the story is spoken to, in good grammar; the others are told of. */
import { afterEach, describe, expect, test, vi } from "vitest";
import type { StoryEvent } from "../src/wire/messages";
import { page, strip, words } from "./pages";

vi.stubGlobal("navigator", { languages: ["en-GB"] });
vi.stubGlobal("document", { documentElement: { lang: "" } });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });

const { prefs } = await import("../src/prefs.svelte");
const { speak } = await import("../src/words/index.svelte");
const { told } = await import("../src/words/telling");

const name = (seat: number): string => ["Guest", "Nina", "Leo"][seat - 1]!;
const marked: StoryEvent = {
  v: 1,
  event: "marked",
  seat: 1,
  cell: "R5",
  cause: "white",
  lock: false,
};
const shared: StoryEvent = {
  v: 2,
  event: "ended",
  ending: "locks",
  totals: [40, 9, 40],
  winners: [1, 3],
};
const closed: StoryEvent = { v: 3, event: "closed", row: "B", seats: [1, 2] };

async function saying(language: "en" | "de" | "it"): Promise<(event: StoryEvent) => string | null> {
  prefs.language = language;
  await speak();
  return (event) => told(event, name, () => page({}), 1);
}
afterEach(async () => {
  prefs.language = "";
  await speak();
});

describe("you, instead of your name", () => {
  test.each([
    ["en", /^You crossed /, /^Guest crossed /],
    ["de", /^Du kreuzt .* an\.$/, /^Guest kreuzt /],
    ["it", /^Hai barrato /, /^Guest ha barrato /],
  ] as const)("%s", async (language, you, she) => {
    const say = await saying(language);
    expect(say(marked)).toMatch(you);
    expect(told(marked, name, () => page({}), 2)).toMatch(she);
    // Several people at one device are called by their names.
    expect(told(marked, name, () => page({}), null)).toMatch(she);
  });
  test.each([
    ["en", "You and Leo share", "locked by you and Nina"],
    ["de", "Du und Leo teilt euch", "von dir und Nina"],
    ["it", "Vincete insieme tu e Leo", "da te e Nina"],
  ] as const)("%s, together with others", async (language, win, row) => {
    const say = await saying(language);
    expect(say(shared)).toContain(win);
    expect(say(closed)).toContain(row);
  });
  test("no sentence to the reader has the reader's name in it", async () => {
    const events: StoryEvent[] = [
      marked,
      shared,
      closed,
      { ...marked, lock: true },
      { v: 4, event: "started", first: 1, lot: true, mix: "" },
      { v: 5, event: "rolled", seat: 1, roll: "14r3" },
      { v: 6, event: "passed", seat: 1 },
      { v: 7, event: "struck", seat: 1, strip: "bar", fields: [1, 2] },
      { v: 8, event: "completed", seat: 1, badge: "f" },
      { v: 9, event: "lapsed", seat: 1, row: null },
      { v: 10, event: "missed", seat: 1, misses: 2 },
      { v: 11, event: "ended", ending: "misses", totals: [9, 1, 2], winners: [1] },
      { v: 12, event: "timed_out", seat: 1 },
      { v: 13, event: "handed", seat: 1, bot: "expert", name: "Hugo" },
      { v: 14, event: "taken_back", seat: 1 },
    ];
    for (const language of ["en", "de", "it"] as const) {
      const say = await saying(language);
      for (const event of events) {
        expect(say(event)).not.toContain("Guest");
        expect(say(event)).not.toMatch(/\{|told\./);
      }
      expect(say(events.at(-2)!)).toContain("Hugo");
    }
  });
});

describe("words that come with the variant", () => {
  const luck = {
    name: "any",
    icon: "clover",
    title: words("luck"),
    about: words(""),
    offer: { en: "by luck", de: "mit Glück", it: "per fortuna" },
  };
  const offered: StoryEvent = { ...marked, cause: "lucky", rule: "any" };
  test.each([
    ["en", "You crossed red 5 (by luck)."],
    ["de", "Du kreuzt Rot 5 an (mit Glück)."],
    ["it", "Hai barrato il rosso 5 (per fortuna)."],
  ] as const)(
    "%s: why a cell was crossed that a rule offered or forced",
    async (language, said) => {
      await saying(language);
      expect(told(offered, name, () => page({}), 1, [luck])).toBe(said);
      expect(told({ ...offered, cause: "bonus" }, name, () => page({}), 1, [luck])).toBe(said);
    },
  );
  test("a rule that says nothing about it", async () => {
    const say = await saying("en");
    expect(say(offered)).toBe(say(marked));
    const silent = { ...luck, offer: null };
    expect(told({ ...offered, cause: "bonus" }, name, () => page({}), 1, [silent])).toBe(
      "You crossed red 5 as a bonus.",
    );
  });
  test("whose fields were struck", async () => {
    await saying("en");
    const struck: StoryEvent = { v: 7, event: "struck", seat: 1, strip: "bar", fields: [1, 2] };
    expect(told(struck, name, () => page({ strips: [strip("R")] }), 1)).toBe(
      "You struck 2 fields of the bonus bar.",
    );
  });
});

test.each([
  ["en", /without you: you were away/, /without Nina, who was away/, /did not answer in time/],
  ["de", /ohne dich .* nicht da/, /ohne Nina .* nicht da/, /nicht rechtzeitig geantwortet/],
  ["it", /senza di te: .* non c’eri/, /senza Nina: .* non c’era/, /non ha risposto in tempo/],
] as const)(
  "who was away is told otherwise than who was silent: %s",
  async (lang, you, she, late) => {
    const say = await saying(lang);
    expect(say({ v: 1, event: "silent", seat: 1, step: "away" })).toMatch(you);
    expect(say({ v: 1, event: "silent", seat: 2, step: "away" })).toMatch(she);
    expect(say({ v: 1, event: "silent", seat: 2, step: "commit" })).toMatch(late);
  },
);
