/**
 * The newest whole window of recently written sessions, so that the next one can be stored as a difference. It is only
 * a cache: a window that is not in it, or that another process has replaced, is stored whole.
 */
interface Remembered {
  readonly seq: number;
  readonly entries: readonly unknown[];
}

const SESSIONS_MAX = 500;
const memory = new Map<string, Remembered>();

/** `null` if the window is not in the cache. */
export function windowAt(session: string, seq: number | null): Remembered | null {
  const remembered = memory.get(session);
  return remembered !== undefined && remembered.seq === seq ? remembered : null;
}

export function rememberWindow(session: string, window: Remembered | null): void {
  memory.delete(session);
  if (window === null) return;
  memory.set(session, window);
  const oldest = memory.keys().next().value;
  if (memory.size > SESSIONS_MAX && oldest !== undefined) memory.delete(oldest);
}
