/** Does something when the browser has a moment, so that a tap in between is heard at once. */
export function soon(then: () => void): () => void {
  if (!window.requestIdleCallback) {
    const timer = setTimeout(then, 30); // Safari
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(then, { timeout: 200 });
  return () => cancelIdleCallback(idle);
}
