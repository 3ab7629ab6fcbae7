/**
 * Which seats are ours while the table waits. The server says so only while a game is played,
 * so names are remembered: at a table each is there once, and a seat's number changes when a
 * seat before it is removed.
 */
import type { Known } from "../table/keys";
import type { PlaceShown } from "../wire/messages";

/** The names of our seats as they were remembered; those of a table just opened by number. */
export function ownNames(game: Known | undefined, places: readonly PlaceShown[]): string[] {
  if (!game?.key) return [];
  const names = game.names.length ? game.names : places.map((place) => place.name);
  return game.mine.map((seat) => names[seat - 1] ?? "").filter(Boolean);
}

/** The numbers of the seats where people of these names sit. */
export function seatsOfNames(names: readonly string[], places: readonly PlaceShown[]): number[] {
  return places.flatMap((place, i) =>
    place.kind === "person" && names.includes(place.name) ? [i + 1] : [],
  );
}
