/**
 * The newest whole window of sessions that were written to lately, so that the next one can be stored as a difference.
 * Only a memory: a window that is not remembered, or that another process has gone past, is stored whole.
 */
interface Remembered {
  readonly seq: number;
  readonly entries: readonly unknown[];
}

const SESSIONS_MAX = 500;
const memory = new Map<string, Remembered>();

/** The window that the log's event `seq` stated, if it is remembered. */
export function windowAt(session: string, seq: number | null): Remembered | null {
  const remembered = memory.get(session);
  return remembered !== undefined && remembered.seq === seq ? remembered : null;
}

/** Remembers a session's newest window and forgets the session that was not written to for longest. */
export function rememberWindow(session: string, window: Remembered | null): void {
  memory.delete(session);
  if (window === null) return;
  memory.set(session, window);
  const oldest = memory.keys().next().value;
  if (memory.size > SESSIONS_MAX && oldest !== undefined) memory.delete(oldest);
}
