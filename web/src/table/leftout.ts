/** Who has no part in the dice of the game that begins, in words for everybody at the table. */
import { t } from "../words/index.svelte";
import { told } from "../words/telling";
import type { Table } from "./table.svelte";

/** What was told of it between the start and the first roll; nothing if all have mixed. */
export function leftOut(table: Table): string {
  const { now } = table;
  if (now.stage !== "playing" || now.turn > 1) return "";
  const name = (seat: number): string => table.seatName(seat);
  const lines = table.events
    .filter(({ event }) => event === "silent")
    .map((event) => told(event, name, (seat) => table.page(seat), table.you));
  if (lines.length) return lines.join(" ");
  // Whoever was away heard nothing of it; this page would have mixed for its seats.
  const given = now.dice?.commitments;
  const without = given?.some((one) => one) && table.mine.some((seat) => !given[seat - 1]);
  return without ? t("replay.dice.mixed.not_own") : "";
}
