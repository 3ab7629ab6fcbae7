/** Which screen is shown: the path of the address, and nothing else. */
let path: string = $state(location.pathname);

window.addEventListener("popstate", () => (path = location.pathname));

export function currentPath(): string {
  return path;
}

/** Goes to another screen without loading the page again. */
export function go(to: string, replace = false): void {
  if (to === location.pathname) return;
  history[replace ? "replaceState" : "pushState"](null, "", to);
  path = location.pathname;
  window.scrollTo(0, 0);
}

/** Links inside the page are followed here; put it on the element around everything. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest("a");
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  go(link.pathname);
}
