/** Is this page older than the server? Then it says so and loads itself again, once. */
import { about } from "./wire/rest";

declare const __BUILD__: string;

let old = $state(false);

export function isOld(): boolean {
  return old;
}

/** A page that has reloaded itself for this build and is still old does not try for ever. */
const TRIED = "rowlock.reloaded";

/** Asks the server which page it has. Called when a connection has come back. */
export async function checkVersion(): Promise<void> {
  let page: string | null;
  try {
    ({ page } = await about());
  } catch {
    return; // away: the connection says so
  }
  if (!page || page === __BUILD__) return;
  let tried: string | null = null;
  try {
    tried = sessionStorage.getItem(TRIED);
    sessionStorage.setItem(TRIED, page);
  } catch {
    tried = page; // without a memory we would reload without end
  }
  old = true;
  if (tried !== page) setTimeout(() => location.reload(), 1500);
}

/** Looks whenever the page is looked at again after a while. */
export function watchVersion(): void {
  $effect(() => {
    let last = Date.now();
    const look = (): void => {
      if (document.visibilityState !== "visible" || Date.now() - last < 60_000) return;
      last = Date.now();
      void checkVersion();
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  });
}
