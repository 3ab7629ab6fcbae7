/** The word about the result is glad or kind, and fits what happened. */
import { describe, expect, test } from "vitest";
import { wordFor } from "../src/replay/kind";
import { standingsOf } from "../src/replay/ranking";
import { en } from "../src/words/en";
import { now } from "./pages";

const name = (seat: number): string => ["Emma", "Max", "Zoe"][seat - 1]!;
function word(totals: number[], mine: number[], seed = "a"): ReturnType<typeof wordFor> {
  const most = Math.max(...totals);
  const winners = totals.flatMap((total, i) => (total === most ? [i + 1] : []));
  const standings = standingsOf(now({ outcome: { ending: "locks", misses: [], totals, winners } }));
  return wordFor(standings, mine, name, seed);
}

describe("a word about the result", () => {
  test("for who won: by how much, and before whom", () => {
    expect(word([80, 77], [1])).toEqual({
      key: "replay.word.won_close",
      values: { n: 3, name: "Max" },
    });
    expect(word([80, 60, 65], [1])).toEqual({
      key: "replay.word.won",
      values: { n: 15, name: "Zoe" },
    });
    expect(word([80, 20], [1])!.key).toBe("replay.word.won_far");
  });
  test("for who lost: kind, and true", () => {
    expect(word([77, 80], [1])!.key).toMatch(/^replay\.word\.close_/);
    expect(word([77, 80], [1])!.values).toEqual({ n: 3 });
    expect(word([60, 80, 10], [1])).toEqual({ key: "replay.word.second", values: { players: 3 } });
    expect(word([20, 80], [1])!.key).toMatch(/^replay\.word\.far_/);
    expect(word([60, 80], [1])!.key).toMatch(/^replay\.word\.lost_/);
    expect(word([60, 80], [1])!.values).toEqual({ name: "Max" });
  });
  test("for who shares the win, whoever else does", () => {
    expect(word([80, 80, 3], [1])!.key).toBe("replay.word.shared");
  });
  test("with several own seats the best of them counts", () => {
    expect(word([60, 80, 10], [1, 2])!.key).toBe("replay.word.won");
    expect(word([80, 60, 10], [2, 3])!.key).toBe("replay.word.second");
  });
  test("none for who watches, plays alone, or where everybody sits here", () => {
    expect(word([60, 80], [])).toBeNull();
    expect(word([60], [1])).toBeNull();
    expect(word([60, 80], [1, 2])).toBeNull();
  });
  test("the same game is told alike, and all lines are used sooner or later", () => {
    expect(word([60, 80], [1], "x")).toEqual(word([60, 80], [1], "x"));
    const seen = new Set<string>();
    for (let i = 0; i < 60; i++)
      for (const totals of [
        [60, 80],
        [20, 80],
        [77, 80],
        [60, 80, 10],
        [80, 77],
        [80, 60],
        [80, 20],
        [80, 80],
      ])
        seen.add(word(totals, [1], `game ${i}`)!.key);
    const lines = Object.keys(en).filter((key) => key.startsWith("replay.word."));
    expect([...seen].sort()).toEqual(lines.sort());
  });
});
