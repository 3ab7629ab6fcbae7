/** Which dice make a cell: to be shown beside what one may cross. */
import type { Letter, PrintedPage } from "../wire/messages";
import type { Die } from "../sheet/marks";
import type { Option } from "./picking";

/** The places in the roll of the dice that an option uses. */
export function diceFor(option: Option, page: PrintedPage, dice: readonly Die[]): number[] {
  const whites = dice.flatMap((die, i) => (die.colour === "W" ? [i] : []));
  if (option.action === "white") return whites;
  const cell = page.rows.flatMap((row) => row.cells).find((one) => one.name === option.cell);
  if (!cell) return [];
  const colour: Letter = cell.colour;
  const coloured = dice.findIndex((die) => die.colour === colour);
  if (coloured < 0) return [];
  const white = whites.find((i) => dice[i]!.shows + dice[coloured]!.shows === cell.number);
  return white === undefined ? [] : [white, coloured];
}
