/** Does something when the browser has a moment, so that a tap in between is heard at once. */
export function soon(then: () => void): () => void {
  if (!window.requestIdleCallback) {
    const timer = setTimeout(then, 30); // Safari
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(then, { timeout: 200 });
  return () => cancelIdleCallback(idle);
}

/** Lets the browser do what waits, such as hearing a tap or painting, before we go on. */
export function pause(): Promise<void> {
  return new Promise((go) => setTimeout(go));
}
