import type { Database } from "../client";
import { deriveSession } from "./derive-session";

/**
 * Derives sessions in the background as events arrive. A session's turn comes once nothing new has come for it for a
 * moment, or after a while in any case, and not more often than a few times what its last derivation took: so a stream
 * of events is taken in at full speed, and a large session does not starve the others. One at a time. What is not done
 * when the process dies, and what a reader wants sooner, is done by whoever reads the session next.
 */
interface Due {
  readonly since: number;
  at: number;
}

const QUIET_MS = 300;
const WAIT_MAX_MS = 5_000;
const REST_FACTOR = 4;
const TICK_MS = 100;
const REMEMBERED_MAX = 1_000;

const due = new Map<string, Due>();
const tookMs = new Map<string, number>();
let timer: NodeJS.Timeout | undefined;
let running = false;

/** Asks for sessions to be derived soon. Returns at once. */
export function scheduleDerivation(db: Database, keys: readonly string[]): void {
  const now = Date.now();
  for (const key of keys) {
    const since = due.get(key)?.since ?? now;
    const rest = (tookMs.get(key) ?? 0) * REST_FACTOR;
    due.set(key, {
      since,
      at: Math.min(now + Math.max(QUIET_MS, rest), since + Math.max(WAIT_MAX_MS, rest)),
    });
  }
  timer ??= setInterval(() => void deriveDue(db), TICK_MS).unref();
}

async function deriveDue(db: Database): Promise<void> {
  if (running) return;
  running = true;
  try {
    for (const [key, { at }] of due) {
      if (at > Date.now()) continue;
      due.delete(key);
      const started = Date.now();
      await deriveSession(db, key).catch((error: unknown) =>
        console.error("a session could not be derived", error),
      );
      remember(key, Date.now() - started);
    }
  } finally {
    running = false;
    if (due.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  }
}

function remember(key: string, ms: number): void {
  tookMs.delete(key);
  tookMs.set(key, ms);
  const oldest = tookMs.keys().next().value;
  if (tookMs.size > REMEMBERED_MAX && oldest !== undefined) tookMs.delete(oldest);
}
