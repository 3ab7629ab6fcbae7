/** What the chosen decisions would cause, as the server foretold it: to be drawn, and in words. */
import type { Letter, PrintedPage, Yours } from "../wire/messages";
import { either, joined, local, t } from "../words/index.svelte";
import { cellName, colourName } from "../words/naming";
import type { Action, Picks } from "./picking";

export type Caused = NonNullable<Yours["previews"]>["legal"][string][number];

export interface Ghosts {
  cells: ReadonlySet<string>;
  fields: ReadonlySet<string>; // of strips, such as `bar 2`
}
export const NO_GHOSTS: Ghosts = { cells: new Set(), fields: new Set() };

/** What follows from the choices on the screen, in order. */
export function foreseen(own: Yours | undefined, picks: Picks, phase: Action): Caused[] {
  const previews = own?.previews;
  if (!previews) return [];
  if (phase === "colour") return previews.legal[picks.colour] ?? [];
  const white = previews.legal[picks.white] ?? [];
  const both = previews.colour[`${picks.white} ${picks.colour}`];
  return [...white, ...(both ?? previews.colour[picks.colour] ?? [])];
}

export function ghostsOf(causes: readonly Caused[]): Ghosts {
  if (!causes.length) return NO_GHOSTS;
  return {
    cells: new Set(causes.flatMap((cause) => (cause.event === "marked" ? [cause.cell] : []))),
    fields: new Set(
      causes.flatMap((cause) =>
        cause.event === "struck" ? cause.fields.map((field) => `${cause.strip} ${field}`) : [],
      ),
    ),
  };
}

/** The row that a chosen cell locks. */
function lockedBy(decision: string, page: PrintedPage): Letter | null {
  const cell = decision.replace(/^\*/, "");
  const row = page.rows.find((one) => one.cells.some(({ name, locks }) => locks && name === cell));
  return row?.row ?? null;
}

/** "Also crosses blue 5 and yellow 10; 1 bonus cross lapses (red)": nothing if nothing follows. */
export function foreseenInWords(
  causes: readonly Caused[],
  picks: Picks,
  page: PrintedPage,
): string {
  const parts: string[] = [];
  const cells = causes.flatMap((cause) =>
    cause.event === "marked" ? [cellName(cause.cell, page)] : [],
  );
  if (cells.length) parts.push(t("foreseen.crosses", { cells: joined(cells) }));
  const locks = new Set([
    ...[picks.white, picks.colour].flatMap((pick) => lockedBy(pick, page) ?? []),
    ...causes.flatMap((cause) =>
      cause.event === "marked" && cause.lock ? [cause.cell[0] as Letter] : [],
    ),
  ]);
  for (const row of locks) parts.push(t("foreseen.locks", { colour: colourName(row) }));
  for (const cause of causes)
    if (cause.event === "completed") {
      const legend = page.badges.find(({ sign }) => sign === cause.badge)?.legend;
      const badge = cause.badge.toUpperCase();
      parts.push(t("foreseen.completes", { badge, brings: legend ? local(legend) : "" }));
    }
  const lapsed = causes.filter((cause) => cause.event === "lapsed");
  const rows = [...new Set(lapsed.flatMap(({ row }) => (row ? [colourName(row)] : [])))];
  if (lapsed.length)
    parts.push(
      rows.length
        ? t("foreseen.lapses_in", { n: lapsed.length, rows: joined(rows) })
        : t("foreseen.lapses", { n: lapsed.length }),
    );
  for (const cause of causes)
    if (cause.event === "tie")
      parts.push(t("foreseen.tie", { n: cause.times, rows: either(cause.rows.map(colourName)) }));
  const said = parts.join("; ");
  return said.charAt(0).toLocaleUpperCase() + said.slice(1);
}
