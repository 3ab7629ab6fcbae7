/**
 * A rule page, from its Markdown to something that can be drawn. Only what is named here
 * comes through: raw HTML, pictures and strange links have no way in.
 */
import { pathTo } from "../routes";
import type { Token, Tokens } from "marked";

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "break" }
  | { kind: "strong"; inside: Inline[] }
  | { kind: "em"; inside: Inline[] }
  | { kind: "link"; href: string; inside: Inline[] };

export type Block =
  | { kind: "heading"; level: number; id: string; inside: Inline[] }
  | { kind: "paragraph"; inside: Inline[] }
  | { kind: "list"; ordered: boolean; start: number; items: Block[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "strip"; columns: Inline[][][] } // many short columns, that can be wrapped
  | { kind: "code"; text: string }
  | { kind: "sheet" } // where the terminal draws a sheet with letters
  | { kind: "quote"; inside: Block[] };

export interface RulePage {
  title: string;
  lead: Inline[]; // the first paragraph
  blocks: Block[];
  contents: { id: string; text: string }[];
  record: Block[]; // for the record: the edition, and what programs call it
}

/** `classic.md` becomes our own page; other pages of the web stay; the rest is no link. */
export function linkTo(href: string): string | null {
  const page = /^(?:\.\/)?([a-z][a-z0-9_]*)\.md(#[\w-]+)?$/.exec(href);
  if (page) return pathTo("rules", page[1]) + (page[2] ?? "");
  return /^https?:\/\//.test(href) || /^#[\w-]+$/.test(href) ? href : null;
}

export function plainText(inside: readonly Inline[]): string {
  return inside
    .map((part) => {
      if (part.kind === "text" || part.kind === "code") return part.text;
      return part.kind === "break" ? " " : plainText(part.inside);
    })
    .join("");
}

function inlines(tokens: readonly Token[] | undefined): Inline[] {
  return (tokens ?? []).flatMap((token): Inline[] => {
    switch (token.type) {
      case "text":
      case "escape":
        return "tokens" in token && token.tokens
          ? inlines(token.tokens)
          : [{ kind: "text", text: (token as Tokens.Text).text }];
      case "strong":
      case "em":
        return [{ kind: token.type, inside: inlines(token.tokens) }];
      case "codespan":
        return [{ kind: "code", text: (token as Tokens.Codespan).text }];
      case "br":
        return [{ kind: "break" }];
      case "link": {
        const href = linkTo((token as Tokens.Link).href);
        const inside = inlines(token.tokens);
        return href ? [{ kind: "link", href, inside }] : inside;
      }
      default:
        return []; // HTML, pictures
    }
  });
}

export function slug(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

function table(token: Tokens.Table): Block {
  const head = token.header.map((cell) => inlines(cell.tokens));
  const rows = token.rows.map((row) => row.map((cell) => inlines(cell.tokens)));
  const columns = head.map((cell, i) => [cell, ...rows.map((row) => row[i] ?? [])]);
  const short = columns
    .slice(1)
    .every((cells) => cells.every((cell) => plainText(cell).length < 6));
  return short && head.length > 3 ? { kind: "strip", columns } : { kind: "table", head, rows };
}

function blocks(tokens: readonly Token[]): Block[] {
  return tokens.flatMap((token): Block[] => {
    switch (token.type) {
      case "heading": {
        const inside = inlines(token.tokens);
        const { depth } = token as Tokens.Heading;
        return [{ kind: "heading", level: depth, id: slug(plainText(inside)), inside }];
      }
      case "paragraph":
      case "text":
        return [{ kind: "paragraph", inside: inlines(token.tokens ?? [token]) }];
      case "list": {
        const list = token as Tokens.List;
        return [
          {
            kind: "list",
            ordered: list.ordered,
            start: list.start || 1,
            items: list.items.map((item) => blocks(item.tokens)),
          },
        ];
      }
      case "table":
        return [table(token as Tokens.Table)];
      case "code":
        return [{ kind: "code", text: (token as Tokens.Code).text }];
      case "blockquote":
        return [{ kind: "quote", inside: blocks((token as Tokens.Blockquote).tokens) }];
      default:
        return []; // HTML, empty lines
    }
  });
}

/** The first block of plain text is the sheet as a terminal draws it. */
function withSheet(found: readonly Block[]): Block[] {
  const first = found.findIndex((block) => block.kind === "code");
  return found.map((block, i) => (i === first ? { kind: "sheet" } : block));
}

type Table = Extract<Block, { kind: "table" }>;

/** Whether a cell is a name for programs, and nothing else. */
const isCode = (cell: readonly Inline[] | undefined): boolean =>
  cell?.length === 1 && cell[0]!.kind === "code";

/**
 * Takes out what few people want to know: the last rows of the facts (the edition, and the name
 * in commands), and the list of editions at the end.
 */
function forTheRecord(all: Block[]): Block[] {
  const record: Block[] = [];
  const facts = all.findIndex(
    (block) => block.kind === "table" && block.rows.some((row) => isCode(row[1])),
  );
  const table = all[facts] as Table | undefined;
  if (table && table.head.every((cell) => !cell.length)) {
    const from = table.rows.findIndex((row) => isCode(row[1])) - 1;
    record.push({ ...table, rows: table.rows.slice(Math.max(0, from)) });
    all[facts] = { ...table, rows: table.rows.slice(0, Math.max(0, from)) };
  }
  const last = all.findLastIndex((block) => block.kind === "heading" && block.level === 2);
  const editions = all[last + 1];
  if (last > 0 && editions?.kind === "table" && last + 2 === all.length)
    if (editions.rows.every((row) => /^\d+$/.test(plainText(row[0] ?? []))))
      record.push(...all.splice(last));
  return record;
}

export function readPage(tokens: readonly Token[]): RulePage {
  const all = withSheet(blocks(tokens));
  const title = all[0]?.kind === "heading" && all[0].level === 1 ? all.shift() : undefined;
  const lead = all[0]?.kind === "paragraph" ? all.shift() : undefined;
  const record = forTheRecord(all);
  return {
    title: title?.kind === "heading" ? plainText(title.inside) : "",
    lead: lead?.kind === "paragraph" ? lead.inside : [],
    blocks: all,
    contents: all.flatMap((block) =>
      block.kind === "heading" && block.level === 2
        ? [{ id: block.id, text: plainText(block.inside) }]
        : [],
    ),
    record,
  };
}
