/** What somebody chose for a table, what is remembered of it, and the request it becomes. */
import type { About, AnySeat, OpenTable, Pace } from "../wire/messages";
import { keep, kept } from "../prefs.svelte";

export const WAYS = ["bots", "friends", "device", "dice"] as const;
export type Way = (typeof WAYS)[number];
export const PACES = ["none", "relaxed", "brisk", "blitz"] as const satisfies readonly Pace[];

export interface Choice {
  variant: string; // its key; "": the first that the server has
  variantName: string; // so that it can be said before the server has answered
  own: boolean; // the variant of the file is played
  file: string;
  names: string[]; // of the people at this device; "" for who typed nothing
  open: number; // seats for whoever comes by the link
  bots: string[];
  time: Pace;
  hiddenScores: boolean;
  openWhite: boolean;
  public: boolean;
  first: number | null; // null: by lot
}

export function isWay(how: string): how is Way {
  return WAYS.includes(how as Way);
}

/** What a server usually says; used until this one has answered. */
export const USUAL: Pick<
  About,
  "bots" | "times" | "most_seats" | "longest_name" | "largest_variant"
> = {
  bots: ["keen"],
  times: { none: null, relaxed: 90, brisk: 30, blitz: 10 },
  most_seats: 8,
  longest_name: 20,
  largest_variant: 65_536,
};
export type Limits = typeof USUAL;

const FIRST_BOT = "keen";

function firstChoice(way: Way): Choice {
  const alone = way === "bots" || way === "friends";
  return {
    variant: "",
    variantName: "",
    own: false,
    file: "",
    names: alone ? [""] : ["", ""],
    open: way === "friends" ? 1 : 0,
    bots: way === "bots" ? [FIRST_BOT] : [],
    time: "none",
    hiddenScores: false,
    openWhite: false,
    public: false,
    // Whoever plays against bots begins, so that there is something to do at once. Real dice
    // know no lot.
    first: way === "bots" || way === "dice" ? 1 : null,
  };
}

const texts = (found: unknown): found is string[] =>
  Array.isArray(found) && found.every((one) => typeof one === "string");

/** What was remembered, as far as it makes sense to this page; the rest as for the first time. */
export function readChoice(way: Way, found: unknown, most = USUAL.most_seats): Choice {
  const choice = firstChoice(way);
  if (typeof found !== "object" || found === null) return choice;
  const was = found as Record<string, unknown>;
  for (const name of ["variant", "variantName", "file"] as const)
    if (typeof was[name] === "string") choice[name] = was[name];
  for (const name of ["own", "hiddenScores", "openWhite", "public"] as const)
    if (typeof was[name] === "boolean") choice[name] = was[name];
  if (PACES.includes(was["time"] as Pace)) choice.time = was["time"] as Pace;
  if (texts(was["names"]) && was["names"].length) choice.names = was["names"].slice(0, most);
  if (texts(was["bots"])) choice.bots = was["bots"].slice(0, most - choice.names.length);
  if (Number.isInteger(was["open"]))
    choice.open = Math.max(
      0,
      Math.min(was["open"] as number, most - choice.names.length - choice.bots.length),
    );
  const first = was["first"];
  if (first === null || Number.isInteger(first)) choice.first = first as number | null;
  return fitting(way, choice);
}

/** Without what this way to play does not have. */
function fitting(way: Way, choice: Choice): Choice {
  const alone = way === "bots" || way === "friends";
  const fits = {
    ...choice,
    names: alone ? choice.names.slice(0, 1) : choice.names,
    open: way === "bots" || way === "device" ? 0 : choice.open,
    public: way === "friends" || way === "dice" ? choice.public : false,
    own: choice.own && choice.file !== "",
  };
  const first = choice.first;
  if (first !== null && (first < 1 || first > seatsOf(fits))) fits.first = null;
  if (way === "dice" && fits.first === null) fits.first = 1;
  return fits;
}

export function seatsOf(choice: Choice): number {
  return choice.names.length + choice.open + choice.bots.length;
}

const place = (way: Way): string => `rowlock.setup.${way}`;

export function lastChoice(way: Way): Choice {
  return readChoice(way, kept(place(way)));
}

export function keepChoice(way: Way, choice: Choice): void {
  keep(place(way), choice);
}

/** Set where a variant is shown, read where a table is set up: an address has no place for it. */
const WISH = "rowlock.variant";

export function wishFor(key: string | null): void {
  keep(WISH, key);
}

export function wish(): string | null {
  const found = kept<unknown>(WISH);
  return typeof found === "string" && found ? found : null;
}

export function cleanName(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/gu, " ");
}

export type NameProblem = "long" | "strange";

/** What is wrong with a name, told before it is sent. None is given for an empty one. */
export function nameProblem(text: string, longest = USUAL.longest_name): NameProblem | null {
  const name = cleanName(text);
  if ([...name].length > longest) return "long";
  return /[\p{C}\p{Z}]/u.test(name.replaceAll(" ", "")) ? "strange" : null;
}

export type FileProblem = "empty" | "large";

export function fileProblem(text: string, largest = USUAL.largest_variant): FileProblem | null {
  if (!text.trim()) return "empty";
  return new TextEncoder().encode(text).length > largest ? "large" : null;
}

/** The name that a variant file gives itself, for small print; the server reads it properly. */
export function nameInFile(text: string): string {
  return /^\s*name\s*=\s*"([^"\n]{1,60})"/mu.exec(text)?.[1] ?? "";
}

/** Each once, with a number before those that come several times. */
export function counted(bots: readonly string[]): string[] {
  return [...new Set(bots)].map((bot) => {
    const times = bots.filter((other) => other === bot).length;
    return times > 1 ? `${times} × ${bot}` : bot;
  });
}

/** The table to ask for. Who typed no name is called as `unnamed` says. */
export function requestFor(
  way: Way,
  choice: Choice,
  unnamed: (person: number) => string,
): OpenTable {
  const fits = fitting(way, choice);
  const seats: AnySeat[] = [
    ...fits.names.map((name, i) => ({
      kind: "person" as const,
      name: cleanName(name) || unnamed(i + 1),
    })),
    ...Array.from({ length: fits.open }, () => ({ kind: "open" as const })),
    ...fits.bots.map((bot) => ({ kind: "bot" as const, bot })),
  ];
  return {
    ...(fits.own ? { variant_file: fits.file } : fits.variant ? { variant: fits.variant } : {}),
    seats,
    time: fits.time,
    hidden_scores: fits.hiddenScores,
    open_white: fits.openWhite,
    real_dice: way === "dice",
    public: fits.public,
    first: fits.first,
  };
}

/** The variant is printed for another number of people: no harm, but to be said. */
export function unusual(players: readonly number[], seats: number): "few" | "many" | null {
  const [fewest = 1, most = Infinity] = players;
  return seats < fewest ? "few" : seats > most ? "many" : null;
}
