/** What a tap on a cell could mean. */
import type { MechanicShown } from "../wire/messages";
import type { Option, Picks } from "../table/picking";

export interface Offer {
  white: boolean;
  colour: boolean;
  offered: boolean; // by a mechanic, instead of the sum
  by: MechanicShown | null;
  picked: boolean;
}

const NONE: Offer = { white: false, colour: false, offered: false, by: null, picked: false };

export function offerOf(found: readonly Option[] | undefined, picks: Picks | null): Offer {
  if (!found?.length) return NONE;
  const offered = found.find((option) => option.kind === "offered");
  return {
    white: found.some((option) => option.action === "white"),
    colour: found.some((option) => option.action === "colour"),
    offered: !!offered,
    by: offered?.by ?? null,
    picked: found.some((option) => picks?.[option.action] === option.decision),
  };
}
