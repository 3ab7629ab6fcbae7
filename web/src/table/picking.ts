/**
 * What one seat may decide now, and what it has chosen but not said yet. The server names
 * everything that is legal; here it is only put in order, so that a person can tap.
 */
import type { Die } from "../sheet/marks";
import type { MechanicShown, Now, Yours } from "../wire/messages";

export type Action = "white" | "colour";
export interface Option {
  decision: string; // as it is sent: R5, *G16, ~Y, -
  action: Action;
  kind: "cross" | "offered" | "row" | "pass";
  cell: string; // R5 for a cross, Y for a row, nothing for a pass
  dice?: readonly number[]; // the places in the roll of those that make it, for a colour
  by?: MechanicShown; // the mechanic that offers it
  lapses?: true; // a row that can take no cross: chosen all the same, the crosses are lost
}
/** What is chosen on the screen, by action: a decision, or nothing chosen yet. */
export interface Picks {
  white: string;
  colour: string;
}
export const NO_PICKS: Picks = { white: "", colour: "" };

/** A decision as it is written, and the mechanic that offers it, if one does. */
export function optionOf(decision: string, action: Action, by?: MechanicShown): Option {
  if (decision === "-") return { decision, action, kind: "pass", cell: "" };
  if (decision.startsWith("~")) return { decision, action, kind: "row", cell: decision.slice(1) };
  if (decision.startsWith("*"))
    return { decision, action, kind: "offered", cell: decision.slice(1), ...(by ? { by } : {}) };
  return { decision, action, kind: "cross", cell: decision };
}

/** Is it this seat's to decide, or to think again? */
export function asked(own: Yours | undefined, now: Now): boolean {
  return !!own && now.stage === "playing" && now.phase !== "roll" && own.legal.length > 0;
}

/** All that may be decided: first for the white dice, then for a colour. */
export function optionsOf(
  own: Yours | undefined,
  now: Now,
  mechanics: readonly MechanicShown[] = [],
): Option[] {
  if (!own || !asked(own, now)) return [];
  const action: Action = now.phase === "colour" ? "colour" : "white";
  const ahead = action === "white" ? own.colour : [];
  return [
    ...own.legal.map((decision) => ({
      ...made(own, decision, action, mechanics),
      ...(own.lapse.includes(decision) ? { lapses: true as const } : {}),
    })),
    ...ahead.map((decision) => made(own, decision, "colour", mechanics)),
  ];
}

function made(
  own: Yours,
  decision: string,
  action: Action,
  mechanics: readonly MechanicShown[],
): Option {
  const dice = action === "colour" ? own.dice[decision] : undefined;
  const by = mechanics.find(({ name }) => name === own.offers?.[decision]);
  return { ...optionOf(decision, action, by), ...(dice ? { dice } : {}) };
}

/** The places in the roll of the dice that an option uses. */
export function diceOf(option: Option, dice: readonly Die[]): readonly number[] {
  if (option.action === "colour") return option.dice ?? [];
  return dice.flatMap((die, i) => (die.colour === "W" ? [i] : []));
}

/** Must the seat settle a tie before anything else? */
export function tied(options: readonly Option[]): boolean {
  return options.some((option) => option.kind === "row");
}

/** Has the seat given its white decision, while others still think? */
export function answered(own: Yours, now: Now): boolean {
  return now.phase === "white" && own.sealed !== "" && !now.waiting.includes(own.seat);
}

/** What is left to choose: once the white decision is given, only the colour, until it is changed. */
export function openActions(own: Yours, now: Now): Action[] {
  if (now.phase === "colour") return ["colour"];
  const colours = own.ahead === "" && own.colour.some((decision) => decision !== "-");
  const white = own.sealed === "" || now.waiting.includes(own.seat);
  return [...(white ? (["white"] as const) : []), ...(colours ? (["colour"] as const) : [])];
}

/**
 * A tap on a cell: chooses it, or lets go of it. A cell that both actions could cross is for
 * the white dice, unless those are used already.
 */
export function tap(
  cell: string,
  options: readonly Option[],
  picks: Picks,
  own: Yours,
  action?: Action, // a chip says which; a cell on the sheet does not
): Picks {
  const found = options.filter(
    (option) => option.cell === cell && (!action || option.action === action),
  );
  if (!found.length) return picks;
  for (const option of found)
    if (picks[option.action] === option.decision) return { ...picks, [option.action]: "" };
  const white = found.find((option) => option.action === "white");
  const colour = found.find((option) => option.action === "colour");
  const free = !picks.white && !own.sealed;
  const chosen = white && (free || !colour) ? white : (colour ?? white!);
  return { ...picks, [chosen.action]: chosen.decision };
}

/** What goes to the server, in this order, when the choice is confirmed. */
export function decisions(picks: Picks, own: Yours, now: Now): Option[] {
  const said: Option[] = [];
  if (now.phase === "white") {
    const white = picks.white || (picks.colour && own.sealed === "" ? "-" : "");
    if (white) said.push(optionOf(white, "white"));
  }
  if (picks.colour) said.push(optionOf(picks.colour, "colour"));
  return said;
}

/** Choices that are still possible after the table has changed. */
export function stillPossible(picks: Picks, options: readonly Option[]): Picks {
  const possible = (action: Action): string =>
    options.some((option) => option.action === action && option.decision === picks[action])
      ? picks[action]
      : "";
  return { white: possible("white"), colour: possible("colour") };
}
