import { describe, expect, test } from "vitest";
import {
  checkDice,
  commitmentOf,
  lotOf,
  rollOf,
  whiteSums,
  type Fault,
  type Promised,
} from "../src/replay/dice";
import { commitmentTo } from "../src/table/seeds";
import type { StoryEvent } from "../src/wire/messages";
import { storyOf } from "./fixtures/stories";

/** The example of docs/fair-dice.md. */
const EXAMPLE = {
  table: "k7Qm2",
  seats: 2,
  faces: 6,
  mix: "emma7,max_9",
  seed: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
};

/** What Emma had promised in the story of `classic`. */
const SEED = "emma7-0123456789abcdef";
const PROMISE = commitmentTo(SEED);

function faults(promised: Promised): Fault[] {
  const verdict = checkDice(promised);
  if (verdict.kind !== "checked") throw new Error(verdict.kind);
  return verdict.faults;
}

function events<Kind extends StoryEvent["event"]>(
  promised: Promised,
  kind: Kind,
): Extract<StoryEvent, { event: Kind }>[] {
  return promised.story
    .flatMap((told) => told.events)
    .filter((event) => event.event === kind) as Extract<StoryEvent, { event: Kind }>[];
}

describe("the example of the specification", () => {
  test("the seed gives its commitment", () => {
    expect(commitmentOf(EXAMPLE.seed)).toBe(
      "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
    );
  });
  test("the lot and the rolls are those of the page", () => {
    expect(lotOf(EXAMPLE)).toBe(2);
    expect(rollOf(EXAMPLE, 1, new Set())).toBe("63r1y4g1b6");
  });
  test("a byte that is too high is skipped, and a die that has left is left out", () => {
    expect(rollOf(EXAMPLE, 15, new Set())).toBe("54r3y1g2b6");
    expect(rollOf(EXAMPLE, 15, new Set(["Y"]))).toBe("54r3g2b6");
  });
});

describe("games of a real server", () => {
  test("all rolls and the lot follow from the seed", () => {
    const classic = storyOf("classic");
    const verdict = checkDice(classic);
    expect(verdict).toMatchObject({ kind: "checked", faults: [], mix: `${SEED},`, promised: true });
    if (verdict.kind !== "checked") return;
    expect(verdict.rolls).toHaveLength(events(classic, "rolled").length);
    expect(verdict.lot?.fits).toBe(true);
    // A die has left the game, so this was looked at too.
    expect(verdict.rolls.at(-1)!.shown.length).toBeLessThan(verdict.rolls[0]!.shown.length);
  });
  test("dice of eight faces, the first seat not by lot, no seeds of players", () => {
    const verdict = checkDice(storyOf("longo"));
    expect(verdict).toMatchObject({ kind: "checked", faults: [], mix: ",", lot: null });
    expect(verdict).toMatchObject({ promised: false, own: null });
  });
});

describe("what was tampered with is noticed", () => {
  test("one roll, and which", () => {
    const story = storyOf("classic");
    const roll = events(story, "rolled")[6]!;
    const said = roll.roll;
    roll.roll = said.replace(/^./, (die) => String((Number(die) % 6) + 1));
    expect(faults(story)).toEqual([
      {
        what: "roll",
        roll: { turn: 7, seat: roll.seat, shown: roll.roll, given: said, fits: false },
      },
    ]);
  });
  test("a die that was hidden", () => {
    const story = storyOf("classic");
    const roll = events(story, "rolled")[0]!;
    roll.roll = roll.roll.replace(/b\d$/, "");
    expect(faults(story)).toMatchObject([{ what: "roll", roll: { turn: 1 } }]);
  });
  test("a roll that was thrown again", () => {
    const story = storyOf("classic");
    const told = story.story.findIndex(({ events }) => events[0]?.event === "rolled");
    story.story.splice(told, 1);
    const found = faults(story).map((fault) => fault.what);
    expect(found.length).toBeGreaterThan(10);
    expect(new Set(found)).toEqual(new Set(["roll"]));
  });
  test("the lot", () => {
    const story = storyOf("classic");
    const started = events(story, "started")[0]!;
    const given = started.first;
    started.first = 3 - given;
    expect(faults(story)).toEqual([{ what: "lot", lot: { first: 3 - given, given, fits: false } }]);
  });
  test("another commitment than before the game", () => {
    const story = storyOf("classic");
    const seen = commitmentOf("11".repeat(32));
    const found = faults({ ...story, commitment: seen }).map((fault) => fault.what);
    expect(found).toEqual(["commitment", "seed"]);
  });
  test("another seed than the promised one, or no seed at all", () => {
    for (const seed of ["11".repeat(32), "no seed"]) {
      const story = storyOf("classic");
      events(story, "revealed")[0]!.server_seed = seed;
      story.story.at(-1)!.now.dice!.server_seed = seed;
      const found = faults(story);
      expect(found[0]).toEqual({ what: "seed", given: commitmentOf(seed) });
      expect(found.filter((fault) => fault.what === "roll").length).toBeGreaterThan(10);
    }
  });
  test("a second seed beside the right one", () => {
    const story = storyOf("classic");
    story.story.at(-1)!.now.dice!.server_seed = "11".repeat(32);
    expect(faults(story)).toMatchObject([{ what: "seed" }]);
  });
  test("a mix that was changed, or that has not one seed a seat", () => {
    const changed = storyOf("classic");
    events(changed, "started")[0]!.mix = "emma8,";
    expect(faults(changed)[0]).toEqual({ what: "mix" });
    expect(faults({ ...storyOf("longo"), seats: 3 })).toEqual([{ what: "mix" }]);
  });
});

describe("the seeds of the players", () => {
  /** The story with other commitments wherever the game tells of them. */
  function promising(...commitments: (string | null)[]): Promised {
    const story = storyOf("classic");
    for (const { now } of story.story)
      if (now.dice?.commitments && now.stage !== "waiting") now.dice.commitments = commitments;
    return story;
  }
  const revealed = { seed: SEED, promised: [PROMISE, null] };

  test("ours is at our seat, promised beforehand, and all fits", () => {
    const mine = { ...storyOf("classic"), bots: [2], own: { seats: [1], revealed } };
    expect(checkDice(mine)).toMatchObject({ faults: [], own: true, promised: true });
  });
  test("whoever only watched has none", () => {
    const watched = { ...storyOf("classic"), own: { seats: [], revealed: null } };
    expect(checkDice(watched)).toMatchObject({ faults: [], own: null });
  });
  test("a seed at the seat of a bot, which the server could choose", () => {
    expect(faults({ ...storyOf("classic"), bots: [1] })).toEqual([{ what: "bot", seat: 1 }]);
  });
  test("a seed that was not promised, and a promise without its seed", () => {
    const other = commitmentTo("other");
    expect(faults(promising(other, null))).toEqual([{ what: "promise", seat: 1 }]);
    expect(faults(promising(null, null))).toEqual([{ what: "promise", seat: 1 }]);
    expect(faults(promising(PROMISE, other))).toEqual([{ what: "promise", seat: 2 }]);
    expect(faults(promising(PROMISE))[0]).toEqual({ what: "promises" });
  });
  test("promises that changed after we had revealed", () => {
    const before = { seed: SEED, promised: [PROMISE, commitmentTo("of a friend")] };
    const own = { seats: [1], revealed: before };
    expect(faults({ ...storyOf("classic"), own })).toEqual([{ what: "promises" }]);
  });
  test("promises that changed in the middle of the game", () => {
    const story = promising(PROMISE, null);
    story.story.at(-1)!.now.dice!.commitments = [PROMISE, commitmentTo("late")];
    expect(faults(story)).toEqual([{ what: "promises" }]);
  });
  test("our own seed left out or replaced", () => {
    const own = { seats: [1], revealed: { seed: "mine", promised: [commitmentTo("mine"), null] } };
    const verdict = checkDice({ ...storyOf("classic"), own });
    expect(verdict).toMatchObject({ own: false, faults: [{ what: "own", seat: 1 }] });
  });
  test("left out since we were silent: that is told, and no fault", () => {
    const own = { seats: [1], revealed: { seed: "mine", promised: [commitmentTo("mine"), null] } };
    const story = storyOf("classic");
    story.story[0]!.events.push({ v: 2, event: "silent", seat: 1, step: "reveal" });
    expect(checkDice({ ...story, own })).toMatchObject({ own: false, faults: [] });
  });
  test("promises that are not told any more, though we were shown some", () => {
    for (const told of [null, []]) {
      const story = storyOf("classic");
      for (const { now } of story.story)
        if (now.stage !== "waiting" && now.dice) now.dice.commitments = told;
      const own = { seats: [1], revealed };
      expect(faults({ ...story, own })).toContainEqual({ what: "promises" });
      expect(checkDice({ ...story, own: { ...own, seats: [] } })).toMatchObject({ own: null });
    }
    const partly = storyOf("classic");
    partly.story.at(-1)!.now.dice!.commitments = null;
    expect(faults(partly)).toEqual([{ what: "promises" }]);
    expect(checkDice(partly)).toMatchObject({ promised: false });
  });
  test("of an older game were not promised, and no fault", () => {
    const story = storyOf("classic");
    for (const { now } of story.story) if (now.dice) now.dice.commitments = null;
    const own = { seats: [1], revealed: null };
    expect(checkDice({ ...story, own })).toMatchObject({ promised: false, own: false, faults: [] });
  });
});

describe("dice that were mixed anew", () => {
  const revealed = { seed: SEED, promised: [PROMISE, null] };
  const round = (...silent: number[]) => ({
    seed: "before",
    promised: [commitmentTo("before"), OTHER, OTHER],
    silent,
  });
  const OTHER = commitmentTo("other");
  /** The story, which tells of these rounds before its start. */
  function telling(...rounds: number[][]): Promised {
    const story = storyOf("classic");
    const told: StoryEvent[] = rounds.flatMap((seats) => [
      ...seats.map((seat): StoryEvent => ({ v: 1, event: "silent", seat, step: "reveal" })),
      { v: 1, event: "mixing", step: "commit" },
      { v: 1, event: "mixing", step: "reveal" },
    ]);
    story.story[0]!.events.unshift(...told);
    return story;
  }

  test("are counted, with those who were the reason, also for who watches", () => {
    expect(checkDice(storyOf("classic"))).toMatchObject({ again: [] });
    expect(checkDice(telling([2], [3, 4]))).toMatchObject({ again: [[2], [3, 4]], faults: [] });
    const own = { seats: [1], revealed, again: [round(2), round(3, 4)] };
    expect(checkDice({ ...telling([2], [3, 4]), own })).toMatchObject({ own: true, faults: [] });
  });
  test("for a reason that the story does not know", () => {
    const own = { seats: [1], revealed, again: [round(2)] };
    for (const story of [storyOf("classic"), telling([3]), telling([3], [2, 4])])
      expect(faults({ ...story, own })).toEqual([{ what: "again" }]);
  });
  test("by the silence of a bot", () => {
    const own = { seats: [1], revealed, again: [round(2)] };
    expect(faults({ ...telling([2]), bots: [2], own })).toEqual([{ what: "again" }]);
  });
  test("or were to be, for no reason", () => {
    const own = { seats: [1], revealed, asked: true };
    expect(faults({ ...storyOf("classic"), own })).toEqual([{ what: "asked" }]);
  });
});

describe("what cannot be checked", () => {
  test("real dice", () => {
    expect(checkDice({ ...storyOf("classic"), commitment: null })).toEqual({ kind: "real" });
  });
  test("a game whose seed is not told yet", () => {
    const story = storyOf("classic");
    expect(checkDice({ ...story, story: story.story.slice(0, -1) })).toEqual({ kind: "secret" });
  });
  test("a table that was stopped before it began keeps its promise all the same", () => {
    const { story, ...rest } = storyOf("classic");
    const end = story.at(-1)!;
    const stopped = { ...end, events: end.events.filter(({ event }) => event === "revealed") };
    Object.assign(stopped.now.dice!, { mix: null, commitments: null });
    expect(checkDice({ ...rest, story: [stopped] })).toMatchObject({
      kind: "checked",
      faults: [],
      rolls: [],
    });
  });
});

describe("white sums against what one expects", () => {
  test("36 rolls of two dice", () => {
    const rolls = [1, 2, 3, 4, 5, 6].flatMap((a) => [1, 2, 3, 4, 5, 6].map((b) => `${a}${b}r1`));
    expect(whiteSums(rolls, 6).map(({ came }) => came)).toEqual([1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]);
    for (const { came, expected } of whiteSums(rolls, 6)) expect(expected).toBeCloseTo(came);
  });
  test("eight faces", () => {
    const sums = whiteSums(["88y1", "11"], 8);
    expect(sums.map(({ sum }) => sum)).toEqual(Array.from({ length: 15 }, (_, i) => i + 2));
    expect(sums[0]).toEqual({ sum: 2, came: 1, expected: 2 / 64 });
    expect(sums.at(-1)).toEqual({ sum: 16, came: 1, expected: 2 / 64 });
  });
});
