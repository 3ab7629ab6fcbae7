/** Why something did not work, as a sentence for people. */
import { Refused } from "../wire/rest";
import { t } from "../words/index.svelte";

export function why(error: unknown): string {
  if (error instanceof Refused) return t(`refused.${error.code}`, { sentence: error.sentence });
  throw error; // a mistake of ours, which must not look like one of the network
}
