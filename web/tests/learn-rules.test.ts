import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { lexer } from "marked";
import { describe, expect, it } from "vitest";
import { linkTo, plainText, readPage, type Block } from "../src/learn/rulepage";

const read = (text: string) => readPage(lexer(text));

describe("a rule page", () => {
  it("has a title, a lead and contents", () => {
    const page = read("# Classic\n\nSix dice.\n\n## Facts\n\ntext\n\n## Über *alles*\n");
    expect(page.title).toBe("Classic");
    expect(plainText(page.lead)).toBe("Six dice.");
    expect(page.contents).toEqual([
      { id: "facts", text: "Facts" },
      { id: "uber-alles", text: "Über alles" },
    ]);
  });

  it("lets no HTML, picture or script through", () => {
    const page = read(
      "# T\n\nlead\n\nA <b onclick=x>bold</b> ![p](x.png) [go](javascript:alert(1))\n\n<script>x</script>\n",
    );
    expect(page.blocks).toHaveLength(1);
    const [block] = page.blocks as [Block & { kind: "paragraph" }];
    expect(plainText(block.inside)).toBe("A bold  go");
    expect(block.inside.every((part) => part.kind === "text")).toBe(true);
  });

  it("draws our own sheet instead of the terminal's", () => {
    const page = read("# T\n\nlead\n\n## Sheet\n\n```text\n R 2 3\n```\n\n```sh\nrowlock\n```\n");
    expect(page.blocks.map((block) => block.kind)).toEqual(["heading", "sheet", "code"]);
  });

  it("makes a strip of many short columns, and a table of long ones", () => {
    const page = read(
      "# T\n\nlead\n\n| n | 1 | 2 | 3 |\n|---|---|---|---|\n| p | 1 | 3 | 6 |\n\n" +
        "| a | b | c | d |\n|---|---|---|---|\n| at once | at the end | when | more |\n",
    );
    expect(page.blocks.map((block) => block.kind)).toEqual(["strip", "table"]);
    const [strip] = page.blocks as [Block & { kind: "strip" }];
    expect(strip.columns.map((column) => column.map(plainText))).toEqual([
      ["n", "p"],
      ["1", "1"],
      ["2", "3"],
      ["3", "6"],
    ]);
  });
});

describe("what few people want to know is folded away", () => {
  const folder = join(import.meta.dirname, "../../src/rowlock/variants/pages");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    /^(en|de|it).\w+\.md$/.test(path),
  );
  it.each(files)("%s", (path) => {
    const page = read(readFileSync(join(folder, path), "utf8"));
    const said = (blocks: readonly Block[]): string => JSON.stringify(blocks);
    const jargon =
      /Name in commands|Name in Befehlen|Nome nei comandi|"(Edition|Editionen|Edizion[ei])s?"/;
    expect(said(page.blocks)).not.toMatch(jargon);
    expect(said(page.record)).toMatch(jargon);
    expect(page.record.map(({ kind }) => kind)).toEqual(["table", "heading", "table"]);
    expect(page.contents.length).toBeGreaterThan(3);
  });
});

describe("links", () => {
  it.each([
    ["classic.md", "/rules/classic"],
    ["./bonus_chain.md", "/rules/bonus_chain"],
    ["classic.md#rulings", "/rules/classic#rulings"],
    ["#rulings", "#rulings"],
    ["https://example.org/x", "https://example.org/x"],
    ["javascript:alert(1)", null],
    ["../notation.md", null],
    ["//elsewhere.example", null],
    ["data:text/html,x", null],
  ])("%s", (href, to) => expect(linkTo(href)).toBe(to));
});

const folder = join(import.meta.dirname, "../../src/rowlock/variants/pages");
const pages = ["en", "de", "it"].flatMap((language) =>
  readdirSync(join(folder, language)).map((name) => join(language, name)),
);

it.each(pages)("%s is drawn with its sheet", (name) => {
  const page = read(readFileSync(join(folder, name), "utf8"));
  expect(page.title).not.toBe("");
  expect(page.lead.length).toBeGreaterThan(0);
  expect(page.blocks.filter((block) => block.kind === "sheet")).toHaveLength(1);
  expect(page.contents.length).toBeGreaterThan(3);
  expect(new Set(page.contents.map(({ id }) => id)).size).toBe(page.contents.length);
});
