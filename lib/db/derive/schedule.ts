import type { Database } from "../client";
import { deriveSession } from "./derive-session";

/**
 * Derives sessions in the background as events arrive: soon after the first, then not more often than a few times what
 * the last derivation of that session took, so that a fast stream into a large session does not starve everything else.
 * One at a time. What is lost when the process dies is done again by whoever reads the session next.
 */
interface Due {
  at: number;
  tookMs: number;
}

const DELAY_MS = 150;
const REST_FACTOR = 4;
const due = new Map<string, Due>();
const lastTook = new Map<string, number>();
let running = false;
let timer: NodeJS.Timeout | undefined;

/** Asks for sessions to be derived. Returns at once. */
export function scheduleDerivation(db: Database, keys: readonly string[]): void {
  const now = Date.now();
  for (const key of keys) {
    if (due.has(key)) continue;
    const tookMs = lastTook.get(key) ?? 0;
    due.set(key, { at: now + Math.max(DELAY_MS, tookMs * REST_FACTOR), tookMs });
  }
  arm(db);
}

function arm(db: Database): void {
  if (running || due.size === 0) return;
  const next = Math.min(...[...due.values()].slice(0, 1_000).map((d) => d.at));
  clearTimeout(timer);
  timer = setTimeout(() => void run(db), Math.max(0, next - Date.now()));
  timer.unref();
}

async function run(db: Database): Promise<void> {
  running = true;
  try {
    for (const [key, { at }] of due) {
      if (at > Date.now()) continue;
      due.delete(key);
      const started = Date.now();
      await deriveSession(db, key).catch((error: unknown) =>
        console.error("a session could not be derived", error),
      );
      lastTook.set(key, Date.now() - started);
      if (lastTook.size > 1_000) lastTook.delete(lastTook.keys().next().value ?? "");
    }
  } finally {
    running = false;
    arm(db);
  }
}
