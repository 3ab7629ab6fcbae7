/** Typed moves: as they are written in records (`R5`, `*G16`, `~Y`, `-`), or as they are seen. */
import type { PrintedPage, Yours } from "../wire/messages";
import { colourTyped, seenOn } from "../words/naming";
import { NO_PICKS, type Option, type Picks } from "./picking";

/** A sign, a colour in letters and its number; or a pass; or what nobody understands. */
const WORD = /(?:([*~])\s*)?(\p{L}+)\s*(\d*)|[-−–]|[^\s,+/]+/gu;

/** The cell that is meant by a colour and a number: as it is seen, else as it is written. */
function cellTyped(colour: string, number: string, page: PrintedPage): string {
  const cells = page.rows.flatMap((row) => row.cells.map((cell) => cell.name));
  const seen = cells.filter((cell) => {
    const one = seenOn(page, cell);
    return one.colour === colour && one.number === Number(number);
  });
  return seen.length === 1 ? seen[0]! : colour + number;
}

function means(word: RegExpMatchArray, option: Option, page: PrintedPage): boolean {
  const [whole, sign, letters, number] = word;
  if (!letters) return option.kind === "pass" && /[-−–]/.test(whole);
  const colour = colourTyped(letters);
  if (!colour) return false;
  if (!number) return sign !== "*" && option.kind === "row" && option.cell === colour;
  if (sign === "~" || (sign === "*" && option.kind !== "offered")) return false;
  return option.cell === cellTyped(colour, number, page);
}

/** What a typed line chooses; what is not possible is named. */
export function typed(
  text: string,
  options: readonly Option[],
  own: Yours,
  page: PrintedPage,
): { picks: Picks } | { wrong: string } {
  let picks = NO_PICKS;
  const words = [...text.matchAll(WORD)];
  if (!words.length) return { wrong: text.trim() };
  for (const word of words) {
    const found = options.filter((option) => means(word, option, page));
    const free = found.filter((option) => !picks[option.action]);
    const option =
      free.find(({ action }) => action === "white" && own.sealed === "") ??
      free.find(({ action }) => action === "colour") ??
      free[0];
    if (!option) return { wrong: word[0] };
    picks = { ...picks, [option.action]: option.decision };
  }
  return { picks };
}
