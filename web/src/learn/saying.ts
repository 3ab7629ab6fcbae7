/** What a lesson says, in the language that is chosen. */
import { joined, t, type Values } from "../words/index.svelte";
import { cellName, colourName } from "../words/telling";
import type { Said, Value } from "./steps";

function inWords(value: Value): string | number {
  if (typeof value !== "object") return value;
  if ("cell" in value) return cellName(value.cell);
  if ("row" in value) return t(`learn.row.${value.row}`);
  if ("colour" in value) return colourName(value.colour);
  return joined(value.numbers.map(String));
}

export function inSentences(said: readonly Said[]): string {
  return said
    .map(({ key, values }) => {
      const words: Values = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, inWords(value)]),
      );
      const text = t(key, words);
      // A sentence may begin with a colour, which is written small in most places.
      return text.charAt(0).toLocaleUpperCase() + text.slice(1);
    })
    .join(" ");
}
