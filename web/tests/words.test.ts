/** The words are complete, the same in all languages, used, and true to the messages. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { de } from "../src/words/de";
import { en } from "../src/words/en";
import { en as first } from "../src/words/en/first";
import { fill, joined, localeOf, spoken, type Text } from "../src/words/index.svelte";
import { it as italian } from "../src/words/it";

const source = join(import.meta.dirname, "../src");
const languages: Record<string, Record<string, Text>> = { en, de, it: italian };
const others = Object.entries(languages).filter(([language]) => language !== "en");
const keys = Object.keys(en);

/** Names, signs and words that are the same in English, German and Italian. */
const SAME_EVERYWHERE = new Set([
  "cell",
  "replay.times",
  "replay.share_text",
  "replay.bonuses",
  "option.offered",
  "start.usual_variant",
  "start.add_bot",
  "start.is_bot",
  "start.scheme.standard",
]);

function forms(text: Text): string[] {
  return typeof text === "string" ? [text] : [text.one, text.other];
}
function placeholders(text: Text): string[] {
  const found = forms(text).flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!));
  return [...new Set(found)].sort();
}

describe("all languages say the same", () => {
  test.each(others)("%s has a text for every key, and no other", (_, words) => {
    expect(keys.filter((key) => !(key in words))).toEqual([]);
    expect(Object.keys(words).filter((key) => !(key in en))).toEqual([]);
  });
  test.each(others)("%s has the same placeholders", (_, words) => {
    const differ = keys.filter(
      (key) =>
        key in words &&
        String(placeholders(words[key]!)) !== String(placeholders(languages["en"]![key]!)),
    );
    expect(differ).toEqual([]);
  });
  test.each(Object.entries(languages))("%s: no text is empty or untidy", (_, words) => {
    const untidy = Object.entries(words).filter(([, text]) =>
      forms(text).some((form) => !form?.trim() || form !== form.trim() || /  |\.\.\./.test(form)),
    );
    expect(untidy).toEqual([]);
  });
  test.each(Object.entries(languages))("%s: plurals have both forms", (_, words) => {
    const wrong = Object.entries(words).filter(
      ([, text]) => typeof text !== "string" && String(Object.keys(text).sort()) !== "one,other",
    );
    expect(wrong).toEqual([]);
  });
  test.each(others)("%s: where English has plural forms, so has it", (_, words) => {
    const differ = keys.filter(
      (key) => key in words && typeof words[key] !== typeof (languages["en"] as typeof words)[key],
    );
    expect(differ).toEqual([]);
  });
  test("nothing was left in English", () => {
    const same = keys.filter((key) => {
      const said = Object.values(languages).map((words) => JSON.stringify(words[key]));
      return new Set(said).size === 1;
    });
    expect(same.filter((key) => !SAME_EVERYWHERE.has(key))).toEqual([]);
    // And the list itself is kept short.
    expect([...SAME_EVERYWHERE].filter((key) => !same.includes(key))).toEqual([]);
  });
});

describe("every text is used", () => {
  const files = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(ts|svelte)$/.test(path))
    .map((path) => join(source, path))
    .filter((path) => !/^words\/(en|de|it)\//.test(relative(source, path).replaceAll("\\", "/")));
  const code = files.map((path) => readFileSync(path, "utf8")).join("\n");
  /** Whole keys in quotes, and what stands before the first ${ of a key that is put together. */
  const literal = new Set([...code.matchAll(/["'`]([\w.]+)["'`]/g)].map((found) => found[1]!));
  const prefixes = [...code.matchAll(/`(\w[\w.]*\.)\$\{/g)].map((found) => found[1]!);

  test("there are sources", () => {
    expect(files.length).toBeGreaterThan(20);
  });
  test("no key is without use", () => {
    const unused = keys.filter(
      (key) => !literal.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)),
    );
    expect(unused).toEqual([]);
  });
  test("the first screens say only what comes first", () => {
    const early = files
      .filter((path) => /^((start|problems|sheet)\/)?[^/]*$/.test(relative(source, path)))
      .map((path) => readFileSync(path, "utf8"));
    expect(early.length).toBeGreaterThan(20);
    const said = early.flatMap((text) => [...text.matchAll(/["'`]([\w.]+)["'`]/g)]);
    const later = said.map((found) => found[1]!).filter((key) => key in en && !(key in first));
    expect(later).toEqual([]);
  });
});

describe("everything that the server may say has words", () => {
  const messages = readFileSync(join(source, "wire/messages.ts"), "utf8");
  function values(type: string): string[] {
    const text = new RegExp(`export type ${type} =([^;]*);`).exec(messages)?.[1] ?? "";
    return [...text.matchAll(/"(\w+)"/g)].map((found) => found[1]!);
  }
  function missing(prefix: string, of: readonly string[]): string[] {
    expect(of.length).toBeGreaterThan(0);
    return of.map((value) => prefix + value).filter((key) => !(key in en));
  }

  test("every refusal", () => {
    expect(values("Code").length).toBeGreaterThan(30);
    expect(missing("refused.", [...values("Code"), "away", "lost"])).toEqual([]);
  });
  test("every reaction", () => {
    expect(missing("reaction.", values("Reaction"))).toEqual([]);
  });
  test("every colour", () => {
    expect(missing("colour.", [...values("Letter"), "W"])).toEqual([]);
  });
  test("every kind of event, but for those that need no words", () => {
    const kinds = [...messages.matchAll(/^ {2}event: "(\w+)";/gm)].map((found) => found[1]!);
    const quiet = ["seated", "mixing", "answered", "thinking", "tie"]; // a tie is only foretold
    /** These are told in several ways. */
    const several: Record<string, string[]> = {
      marked: ["marked.white", "marked.colour", "marked.offered", "marked.bonus", "locked"],
      ended: ["won", "shared"],
      stopped: ["stopped.host", "stopped.age"],
    };
    const spokenOf = kinds.filter((kind) => !quiet.includes(kind));
    expect(kinds.length - spokenOf.length).toBe(quiet.length);
    expect(
      missing(
        "told.",
        spokenOf.flatMap((kind) => several[kind] ?? [kind]),
      ),
    ).toEqual([]);
    const causes = /event: "marked";[^}]*cause: ([^;]*);/.exec(messages)![1]!;
    // Why a rule offered a cell, it says in its own words.
    const own = causes.match(/\w+/g)!.filter((cause) => cause !== "lucky");
    expect(missing("told.marked.", own)).toEqual([]);
  });
});

describe("putting values in", () => {
  test("by name, and as often as they are there", () => {
    expect(fill("{a} and {b} and {a}", { a: "one", b: "two" }, "en")).toBe("one and two and one");
  });
  test("what was not given stays, so that it is seen", () => {
    expect(fill("{name} rolls", {}, "en")).toBe("{name} rolls");
  });
  test("values are not read as texts again", () => {
    expect(fill("{a} {b}", { a: "{b}", b: "$&" }, "en")).toBe("{b} $&");
  });
  test("numbers are written as the language writes them", () => {
    expect(fill("{n}", { n: 1234.5 }, "en")).toBe("1,234.5");
    expect(fill("{n}", { n: 1234.5 }, "de")).toBe("1.234,5");
    expect(fill("{n}", { n: 0.5 }, "it")).toBe("0,5");
    expect(fill("{n}", { n: "0.5" }, "it")).toBe("0.5");
  });
  test("{n} chooses the form", () => {
    const points = { one: "{n} point", other: "{n} points" };
    expect(fill(points, { n: 1 }, "en")).toBe("1 point");
    for (const n of [0, 2, -5, 1.5]) expect(fill(points, { n }, "en")).toMatch(/points$/);
    expect(fill({ one: "{n} punto", other: "{n} punti" }, { n: 1_000_000 }, "it")).toMatch(
      /punti$/,
    );
    expect(fill(points, {}, "en")).toBe("{n} points");
  });
});

describe("the language of a browser", () => {
  test("the first that we speak, whatever its region", () => {
    expect(spoken(["de-AT", "en"])).toBe("de");
    expect(spoken(["fr-FR", "IT-it", "de"])).toBe("it");
    expect(spoken(["en-GB"])).toBe("en");
  });
  test("English for everybody else", () => {
    expect(spoken(["fr", "ja"])).toBe("en");
    expect(spoken([])).toBe("en");
    expect(spoken(["deutsch"])).toBe("en");
  });
});

describe("dates are written as they are at home", () => {
  test("in the page's language and the browser's region", () => {
    expect(localeOf("en", ["en-GB", "en-US"])).toBe("en-GB");
    expect(localeOf("de", ["en-US", "de-AT"])).toBe("de-AT");
    expect(localeOf("en", ["de-CH"])).toBe("en-CH");
    expect(localeOf("it", ["it"])).toBe("it");
    expect(localeOf("en", ["not a tag", "en-IE"])).toBe("en-IE");
    expect(localeOf("de", [])).toBe("de");
  });
  test("so that the British day comes before the month, and the American after it", () => {
    const at = (locale: string): string =>
      new Intl.DateTimeFormat(locale, { dateStyle: "short", timeZone: "UTC" }).format(0);
    expect(at(localeOf("en", ["en-GB"]))).toBe("01/01/1970");
    expect(at(localeOf("en", ["en-US"]))).toBe("1/1/70");
  });
});

test("names in a row", () => {
  expect(joined([])).toBe("");
  expect(joined(["Emma"])).toBe("Emma");
  expect(joined(["Emma", "Max"])).toBe("Emma and Max");
  expect(joined(["Emma", "Max", "keen"])).toMatch(/^Emma, Max,? and keen$/);
});
