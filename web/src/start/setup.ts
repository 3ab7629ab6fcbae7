/** What somebody chose for a table, what is remembered of it, and the request it becomes. */
import {
  BOTS,
  type ServerInfo,
  type AnySeat,
  type ChoiceShown,
  type OpenTable,
  type Pace,
  type Words as BotWords,
} from "../wire/messages";
import { keep, kept } from "../prefs.svelte";
import { chosenLanguage } from "../words/index.svelte";

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
  sealedLocks: boolean; // a lock stays secret like every other white decision
  public: boolean;
  hints: boolean; // people may ask what to decide; never at a public table
  first: number | null; // null: by lot
  /** By the name of what may be chosen, a value a seat, such as "5/8"; null: as printed. */
  chosen: { variant: string; values: Record<string, string[]> } | null;
}

export function isWay(how: string): how is Way {
  return WAYS.includes(how as Way);
}

/** Whom somebody meets who has never chosen: one that can be beaten. */
const FIRST_BOT = "novice";

/** What a server usually says; used until this one has answered. */
export const USUAL: Pick<
  ServerInfo,
  "times" | "most_seats" | "longest_name" | "largest_variant"
> & {
  bots: Bot[];
} = {
  bots: [knownBot(FIRST_BOT)],
  times: { none: null, relaxed: 90, brisk: 30, blitz: 10 },
  most_seats: 8,
  longest_name: 20,
  largest_variant: 65_536,
};
export type Limits = typeof USUAL;

/** A bot as the server offers it, or as this page knows it, perhaps without words for people. */
export type Bot = Omit<ServerInfo["bots"][number], "says"> & { says: BotWords | null };

/** Who comes next to a table: somebody who is not there yet, not too strong for a first game. */
export function nextBot(offered: readonly Bot[], there: readonly string[]): string {
  const from = Math.max(
    0,
    offered.findIndex(({ code }) => code === FIRST_BOT),
  );
  const order = [...offered.slice(from), ...offered.slice(0, from)].map(({ code }) => code);
  return order.find((code) => !there.includes(code)) ?? order[0] ?? FIRST_BOT;
}

/** What a bot is called; a code that this page does not know is its own name. */
export function botName(code: string): string {
  return BOTS[code]?.name ?? code;
}

/** A bot by what the page was built with, until the server has said more. */
export function knownBot(code: string): Bot {
  return { code, name: botName(code), says: BOTS[code]?.says ?? null };
}

/** What people are told of a bot, if anything. */
export function botSays(bots: readonly Bot[], code: string | null): string | null {
  const found = bots.find((bot) => bot.code === code) ?? knownBot(code ?? "");
  return found.says?.[chosenLanguage()] ?? null;
}

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
    sealedLocks: false,
    public: false,
    hints: way === "bots",
    // Whoever plays against bots begins, so that there is something to do at once. Real dice
    // know no lot.
    first: way === "bots" || way === "dice" ? 1 : null,
    chosen: null,
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
  for (const name of [
    "own",
    "hiddenScores",
    "openWhite",
    "sealedLocks",
    "public",
    "hints",
  ] as const)
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
  const chosen = was["chosen"] as Partial<NonNullable<Choice["chosen"]>> | null | undefined;
  if (typeof chosen?.variant === "string" && typeof chosen.values === "object") {
    const values = Object.entries(chosen.values ?? {}).filter(([, of]) => texts(of) && of.length);
    if (values.length)
      choice.chosen = {
        variant: chosen.variant,
        values: Object.fromEntries(values.map(([name, of]) => [name, of.slice(0, most)])),
      };
  }
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
  fits.hints &&= !fits.public;
  const first = choice.first;
  if (first !== null && (first < 1 || first > seatsOf(fits))) fits.first = null;
  if (way === "dice" && fits.first === null) fits.first = 1;
  return fits;
}

export function seatsOf(choice: Choice): number {
  return choice.names.length + choice.open + choice.bots.length;
}

/** Everybody at the table, in the order of the seats. */
export function seatNames(
  choice: Choice,
  unnamed: (person: number) => string,
  free: string,
): string[] {
  return [
    ...choice.names.map((name, i) => name.trim() || unnamed(i + 1)),
    ...Array.from({ length: choice.open }, () => free),
    ...choice.bots.map(botName),
  ];
}

type Chooser = Pick<ChoiceShown, "name" | "printed">;

/** What a seat, counted from 0, has of a choice: chosen for this variant, or as printed. */
export function chosenAt(choice: Choice, variant: string, of: Chooser, seat: number): string {
  const own = choice.chosen?.variant === variant ? choice.chosen.values[of.name] : undefined;
  const values = own ?? of.printed;
  return values[seat % values.length] ?? "";
}

/** The choice with another value for one seat; none at all if every seat has what is printed. */
export function choosing(
  choice: Choice,
  variant: string,
  of: Chooser,
  seats: number,
  seat: number,
  value: string,
): Choice {
  const values = Array.from({ length: seats }, (_, one) =>
    one === seat ? value : chosenAt(choice, variant, of, one),
  );
  const printed = asPrinted(choice, variant, of);
  if (values.every((one, place) => one === chosenAt(printed, variant, of, place))) return printed;
  const others = printed.chosen?.variant === variant ? printed.chosen.values : {};
  return { ...choice, chosen: { variant, values: { ...others, [of.name]: values } } };
}

/** Nothing is chosen here any more. */
export function asPrinted(choice: Choice, variant: string, of: Chooser): Choice {
  if (choice.chosen?.variant !== variant) return { ...choice, chosen: null };
  const { [of.name]: _, ...others } = choice.chosen.values;
  const left = Object.keys(others).length > 0;
  return { ...choice, chosen: left ? { variant, values: others } : null };
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
  const name = text.normalize("NFC").trim().replace(/\s+/gu, " ");
  return UNSEEN.test(name) ? "" : name;
}

/** Nothing but what nobody sees: that is no name at all. */
const UNSEEN = /^[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\u2800\ufffc]*$/u;

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

/** As a table is asked for: the values of all seats in one text. */
function written(values: Record<string, string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, of]) => [name, of.join(" ")]));
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
    ...(fits.chosen && !fits.own && fits.chosen.variant === fits.variant
      ? { choices: written(fits.chosen.values) }
      : {}),
    seats,
    time: fits.time,
    hidden_scores: fits.hiddenScores,
    open_white: fits.openWhite,
    locks: fits.sealedLocks ? "sealed" : "announced",
    real_dice: way === "dice",
    public: fits.public,
    hints: fits.hints,
    first: fits.first,
  };
}

/** The variant is printed for another number of people: no harm, but to be said. */
export function unusual(players: readonly number[], seats: number): "few" | "many" | null {
  const [fewest = 1, most = Infinity] = players;
  return seats < fewest ? "few" : seats > most ? "many" : null;
}
