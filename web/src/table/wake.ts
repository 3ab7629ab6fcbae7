/** Keeps the screen on while somebody plays here; the lock is lost whenever the page is hidden. */
export function stayAwake(): () => void {
  let held: WakeLockSentinel | null = null;
  let over = false;
  const hold = async (): Promise<void> => {
    if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    try {
      held = await navigator.wakeLock.request("screen");
      if (over) await held.release();
    } catch {
      // A low battery may forbid it; then the screen sleeps as always.
    }
  };
  const again = (): void => void hold();
  document.addEventListener("visibilitychange", again);
  void hold();
  return () => {
    over = true;
    document.removeEventListener("visibilitychange", again);
    void held?.release();
  };
}
