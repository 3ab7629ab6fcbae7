/** One tap, and the dice roll: a game against bots is opened without asking anything. */
import { prefs } from "../prefs.svelte";
import { go } from "../route.svelte";
import { pathTo } from "../routes";
import { remember } from "../table/keys";
import { about, openTable, Refused } from "../wire/rest";
import { speak, t } from "../words/index.svelte";
import { cleanName, keepChoice, lastChoice, nameProblem, requestFor, type Choice } from "./setup";

/** What is needed next; whoever comes near the button may want it soon. */
export function fetchTable(): void {
  const parts = [
    import("../table/TableScreen.svelte"),
    import("../table/Play.svelte"),
    import("../table/seeds"),
    speak(),
  ];
  Promise.all(parts).catch(() => {}); // then they are fetched when they are needed
}

/**
 * Opens a table with the opponents of last time and goes there. With a variant, that one is
 * played, and `Play now` remembers it.
 */
export async function playAtOnce(variant?: { key: string; name: string }): Promise<void> {
  fetchTable(); // fetched while the server opens one
  const last = lastChoice("bots");
  const choice: Choice = variant
    ? { ...last, own: false, variant: variant.key, variantName: variant.name }
    : last;
  const name = nameProblem(prefs.name) ? "" : cleanName(prefs.name);
  // Our part of the dice is promised with the table, so that nothing has to wait for it.
  const { commitmentTo, makeSeed } = await import("../table/seeds");
  const seed = makeSeed();
  const open = (bots: string[]): ReturnType<typeof openTable> =>
    openTable({
      ...requestFor("bots", { ...choice, names: [name], bots }, () => t("start.guest")),
      commitment: commitmentTo(seed),
    });
  const opened = await open(choice.bots).catch(async (error: unknown) => {
    if (!(error instanceof Refused && error.code === "unknown_bot")) throw error;
    // A server without the trained bots: whoever it has is glad to play.
    const { bots } = await about();
    return await open(choice.bots.map(() => bots[0]!.code));
  });
  if (variant) keepChoice("bots", choice);
  remember(opened.table, {
    key: opened.key,
    variant: choice.variantName,
    mine: [1],
    seeds: { made: [seed], revealed: null },
  });
  go(pathTo("table", opened.table));
}
