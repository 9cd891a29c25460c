import type { Figure } from "./turn-figures";

/** Whether a window stands above the fullest so far: what a provider measured stands above every estimate. */
export function isFuller(now: Figure, best: Figure | null): boolean {
  if (now.value === null) return false;
  if (best === null || best.value === null) return true;
  const isMeasured = now.provenance === "measured";
  return isMeasured === (best.provenance === "measured") ? now.value > best.value : isMeasured;
}

/** The fullest of windows, the first of equals; `null` where no size is known. */
export function findFullest<Window>(
  windows: Iterable<Window>,
  sizeOf: (window: Window) => Figure,
): Window | null {
  let best: Window | null = null;
  for (const window of windows)
    if (isFuller(sizeOf(window), best === null ? null : sizeOf(best))) best = window;
  return best;
}
