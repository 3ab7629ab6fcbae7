import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../src/languages";
import { pathTo, routes, screenOf, type Screen } from "../src/routes";

const source = join(import.meta.dirname, "../src");

describe("the screen of a path", () => {
  it.each([
    ["/", "start", ""],
    ["/t/k7m2q9x4w8c3h5td", "table", "k7m2q9x4w8c3h5td"],
    ["/t/k7m2q9x4w8c3h5td/", "table", "k7m2q9x4w8c3h5td"],
    ["/new/bots", "setUp", "bots"],
    ["/rules", "rules", ""],
    ["/rules/", "rules", ""],
    ["/rules/mixed_colours", "rules", "mixed_colours"],
    ["/learn", "learn", ""],
    ["/learn/my%20own", "learn", "my own"],
    ["/learn/100%", "learn", "100%"],
  ])("%s is %s %s", (path, screen, what) => {
    expect(screenOf(path)).toEqual({ screen, what });
  });

  it.each(["/t", "/t/", "/t/a/b", "/new", "/rules/a/b", "/nowhere"])("%s leads nowhere", (path) => {
    expect(screenOf(path)).toBeNull();
  });
});

describe("the path to a screen", () => {
  it.each([
    ["start", "", "/"],
    ["table", "k7m2q9x4w8c3h5td", "/t/k7m2q9x4w8c3h5td"],
    ["rules", "", "/rules"],
    ["rules", "my own", "/rules/my%20own"],
  ] as const)("%s %s is %s", (screen, what, path) => {
    expect(pathTo(screen, what)).toBe(path);
  });

  it.each(Object.keys(routes) as Screen[])("%s is found again", (screen) => {
    const what = routes[screen].path.includes(":what") ? "a/b $& ü" : "";
    expect(screenOf(pathTo(screen, what))).toEqual({ screen, what });
  });

  it("is written nowhere but in the table of routes", () => {
    const roots = Object.values(routes).flatMap(({ path }) => path.match(/^\/\w+/) ?? []);
    const literal = new RegExp(`["'\`}](?:${roots.join("|")})(?=["'\`/])`);
    const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
      (path) => /\.(ts|svelte)$/.test(path) && path !== "routes.ts",
    );
    const listing = files.filter((path) => literal.test(readFileSync(join(source, path), "utf8")));
    expect(listing).toEqual([]);
  });
});

it("no mechanic is named anywhere in the page: what one prints and says comes with the variant", () => {
  // "Lucky!" is also something that people call out to each other.
  const reactions = ["table/TopBar.svelte", ...LANGUAGES.map((one) => `words/${one}/common.ts`)];
  const naming = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
    (path) =>
      /\.(ts|svelte)$/.test(path) &&
      path !== "wire/messages.ts" &&
      /lucky|chain|pairs/i.test(readFileSync(join(source, path), "utf8")),
  );
  expect(naming.toSorted()).toEqual(reactions.toSorted());
});
