import { estimateCharsHeld } from "../chars-held";
import { WeightedCache } from "../weighted-cache";

/**
 * The newest whole window of recently written sessions, so that the next one can be stored as a difference. It is only
 * a cache: a window that is not in it, or that another process has replaced, is stored whole.
 */
interface Remembered {
  readonly seq: number;
  readonly entries: readonly unknown[];
}

const CHARS_MAX = 16 * 1024 * 1024;
/** People think between two calls of their agent. */
const IDLE_MS = 30 * 60_000;
const memory = new WeightedCache<Remembered>("windows", CHARS_MAX, undefined, IDLE_MS);

/** The window of a session as it was remembered; `null` if it is not in the cache. */
export function getRememberedWindow(session: string, seq: number | null): Remembered | null {
  const remembered = memory.get(session);
  return remembered !== undefined && remembered.seq === seq ? remembered : null;
}

/** Keeps the newest window of a session, since the next one is written against it. */
export function rememberWindow(session: string, window: Remembered | null): void {
  if (window === null) memory.take(session);
  else memory.set(session, window, estimateCharsHeld(window.entries));
}
