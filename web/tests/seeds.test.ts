import { beforeEach, describe, expect, test, vi } from "vitest";
import type { PlaceShown, StoryEvent } from "../src/wire/messages";

let store: Record<string, string> = {};
vi.stubGlobal("localStorage", {
  getItem: (name: string) => store[name] ?? null,
  setItem: (name: string, value: string) => {
    store[name] = value;
  },
});

const { answer, commitmentTo, LONGEST_WORD, makeSeed, part, promise, silentOthers } =
  await import("../src/table/seeds");
const { remember, seedsOf } = await import("../src/table/keys");

beforeEach(() => {
  store = {};
});

const OTHER = "ab".repeat(32);
const dice = (...commitments: (string | null)[]) => ({
  commitment: "cd".repeat(32),
  commitments,
  mix: null,
  server_seed: null,
});
const promised = (said: ReturnType<typeof answer>): string => {
  if (said?.type !== "commit" || !said.commitment) throw new Error("no promise");
  return said.commitment;
};

describe("a seed", () => {
  test("is 128 bits of chance, another one each time", () => {
    expect(makeSeed()).toMatch(/^[0-9a-f]{32}$/);
    expect(makeSeed()).not.toBe(makeSeed());
  });
  test("with a word has as much chance behind it, and is a seed all the same", () => {
    expect(makeSeed("luck")).toMatch(/^luck-[0-9a-f]{32}$/);
    expect(makeSeed("x".repeat(LONGEST_WORD)).length).toBeLessThanOrEqual(64);
  });
  test("is promised by the SHA-256 of its letters", () => {
    expect(commitmentTo("test")).toBe(
      "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    );
  });
});

describe("when it is asked for", () => {
  test("a promise is made, kept, and the same for two tabs", () => {
    const first = promised(answer("a", "commit", 1, dice(null, null)));
    expect(commitmentTo(seedsOf("a").made[0]!)).toBe(first);
    expect(promised(answer("a", "commit", 1, dice(null, null)))).toBe(first);
    expect(promised(answer("b", "commit", 1, dice(null, null)))).not.toBe(first);
  });
  test("what came with the opening is revealed", () => {
    remember("a", { seeds: { made: ["one"], revealed: null } });
    const shown = dice(commitmentTo("one"), OTHER);
    expect(answer("a", "reveal", 1, shown)).toEqual({ type: "reveal", seed: "one" });
    expect(seedsOf("a").revealed).toEqual({ seed: "one", promised: shown.commitments });
  });
  test("the one that was promised is revealed, not the one typed last, if that was too late", () => {
    remember("a", { seeds: { made: ["one"], revealed: null } });
    promise("a", "two");
    const said = answer("a", "reveal", 2, dice(OTHER, commitmentTo("one")));
    expect(said).toEqual({ type: "reveal", seed: "one" });
  });
  test("after a lost line the same is said again", () => {
    remember("a", { seeds: { made: ["one"], revealed: null } });
    const shown = dice(commitmentTo("one"), OTHER);
    expect(answer("a", "reveal", 1, shown)).toEqual(answer("a", "reveal", 1, shown));
  });
  test("a seed that was revealed is never promised again", () => {
    remember("a", { seeds: { made: ["one"], revealed: null } });
    answer("a", "reveal", 1, dice(commitmentTo("one"), OTHER));
    const fresh = promised(answer("a", "commit", 1, dice(null, null), [2]));
    expect(fresh).not.toBe(commitmentTo("one"));
    expect(promised(answer("a", "commit", 1, dice(null, null), [2]))).toBe(fresh);
  });
  test("nothing is revealed that was not promised, or by another browser", () => {
    expect(answer("a", "reveal", 1, dice(OTHER, null))).toBeNull();
    remember("a", { seeds: { made: ["one"], revealed: null } });
    expect(answer("a", "reveal", 1, dice(OTHER, null))).toBeNull();
    expect(answer("a", "reveal", 1, undefined)).toBeNull();
  });
  test("a server that changes the others' promises afterwards hears nothing more", () => {
    remember("a", { seeds: { made: ["one"], revealed: null } });
    answer("a", "reveal", 1, dice(commitmentTo("one"), OTHER));
    const changed = dice(commitmentTo("one"), "cd".repeat(32));
    expect(answer("a", "reveal", 1, changed)).toBeNull();
    expect(seedsOf("a").revealed!.promised[1]).toBe(OTHER);
  });
  test("many words do not pile up", () => {
    for (let n = 0; n < 30; n++) promise("a", `word-${n}`);
    expect(seedsOf("a").made).toEqual(Array.from({ length: 5 }, (_, i) => `word-${i + 25}`));
  });
  test("what was kept by somebody else is no seed", () => {
    store["rowlock.games"] = JSON.stringify([{ table: "a", seeds: "nonsense" }]);
    expect(seedsOf("a")).toEqual({ made: [], revealed: null });
  });
});

describe("asked once more after a seed was revealed", () => {
  const ask = (silent: number[] = []) => answer("a", "commit", 1, dice(null, null, null), silent);
  /** A round in which these others have promised: what is revealed, if anything. */
  const round = (silent: number[], others: (string | null)[] = [OTHER, OTHER]) => {
    const said = ask(silent);
    return said && answer("a", "reveal", 1, dice(promised(said), ...others));
  };

  test("a server alone beside bots gets no second seed, however often it asks", () => {
    expect(round([], [null, null])?.type).toBe("reveal");
    const kept = seedsOf("a");
    for (let n = 0; n < 50; n++) expect(round([], [null, null])).toBeNull();
    expect(seedsOf("a")).toEqual(kept);
  });
  test("nor by the silence of somebody who had promised nothing", () => {
    round([], [OTHER, null]);
    expect(round([3])).toBeNull();
  });
  test("each of the others may be silent once, and all that was revealed is kept", () => {
    const said = [round([]), round([2]), round([2, 3])];
    expect(new Set(said.map((one) => one?.type === "reveal" && one.seed)).size).toBe(3);
    for (let n = 0; n < 9; n++) expect(round([2, 3])).toBeNull();
    const { again, revealed } = seedsOf("a");
    expect(again?.map(({ silent }) => silent)).toEqual([[2], [3]]);
    expect([...again!, revealed].map((one) => ({ type: "reveal", seed: one!.seed }))).toEqual(said);
    expect(again![0]!.promised.slice(1)).toEqual([OTHER, OTHER]);
  });
  test("two who are silent together make one round", () => {
    round([]);
    expect(round([2, 3])).not.toBeNull();
    expect(round([2, 3])).toBeNull();
    expect(seedsOf("a").again?.map(({ silent }) => silent)).toEqual([[2, 3]]);
  });
  test("a seed that was promised by hand is not revealed either, and that is kept in mind", () => {
    round([]);
    const { revealed } = seedsOf("a");
    promise("a", "typed-in");
    const shown = dice(commitmentTo("typed-in"), OTHER, OTHER);
    expect(answer("a", "reveal", 1, shown)).toBeNull();
    expect(seedsOf("a")).toMatchObject({ asked: true, revealed });
  });
  test("a seed of a void round is not said again, since everybody may know it", () => {
    round([]);
    const { seed, promised: before } = seedsOf("a").revealed!;
    ask([2]);
    expect(answer("a", "reveal", 1, dice(...before))).toBeNull();
    expect(seedsOf("a").made).toContain(seed);
  });

  const PLACES = ["person", "person", "bot"].map(
    (kind) => ({ kind, name: kind, bot: null, bot_name: null }) as PlaceShown,
  );
  const silence = (seat: number, step: "commit" | "reveal" = "reveal"): StoryEvent => ({
    v: 7,
    event: "silent",
    seat,
    step,
  });
  test("only other people who did not reveal are a reason", () => {
    const events = [silence(1), silence(2), silence(2), silence(3), silence(4)];
    expect(silentOthers(events, PLACES, [1])).toEqual([2]);
    expect(silentOthers([silence(2, "commit")], PLACES, [1])).toEqual([]);
  });

  const asked = (events: StoryEvent[] = [], owed: "commit" | "reveal" = "commit") => ({
    owed,
    seat: 1,
    dice: dice(null, null, null),
    events,
    places: PLACES,
    mine: [1],
  });
  const never = () => Promise.reject(new Error("not needed"));

  test("what was told while the page is open is reason enough", async () => {
    expect((await part("a", () => asked(), never))?.type).toBe("commit");
    round([]);
    expect((await part("a", () => asked([silence(2)]), never))?.type).toBe("commit");
    expect(seedsOf("a").asked).toBeUndefined();
  });
  test("a page that was opened later finds the reason in the story", async () => {
    round([]);
    const said = await part(
      "a",
      () => asked(),
      async () => [silence(2)],
    );
    expect(said?.type).toBe("commit");
    expect(seedsOf("a").again?.map(({ silent }) => silent)).toEqual([[2]]);
  });
  test("without a reason nothing is said, and the check will tell of it", async () => {
    round([]);
    const { made } = seedsOf("a");
    for (const told of [[], [silence(1)], [silence(3)], [silence(2, "commit")]])
      expect(
        await part(
          "a",
          () => asked(told),
          async () => told,
        ),
      ).toBeNull();
    expect(seedsOf("a")).toMatchObject({ made, asked: true });
    expect(seedsOf("a").again).toBeUndefined();
  });
  test("a line that breaks, or another tab that was faster, is nobody's fault", async () => {
    round([]);
    await expect(part("a", () => asked(), never)).rejects.toThrow();
    const calls = [asked(), null];
    expect(
      await part(
        "a",
        () => calls.shift()!,
        async () => [],
      ),
    ).toBeNull();
    expect(await part("a", () => null, never)).toBeNull();
    expect(seedsOf("a").asked).toBeUndefined();
  });
});
