import { setTimeout as wait } from "node:timers/promises";
import type { z } from "zod";
import type { streamSession as route } from "@/lib/api/endpoints/lanes";
import type { Database } from "@/lib/db/client";
import { findSession } from "./find-session";
import { summaryOf } from "./session-view";

export type SessionNews = z.output<(typeof route)["response"]>;

const LOOK_EVERY_MS = 1_000;
const KEEP_OPEN_EVERY = 15;
const LOOKS_MAX = 600;

/**
 * A session's counts, once and then whenever they have changed; `null` now and then in between. Looking costs one row, so
 * that many can follow; it ends by itself after ten minutes.
 * @throws AppError `not_found` before anything is answered
 */
export async function followSession(
  db: Database,
  project: string,
  id: string,
  signal: AbortSignal,
): Promise<AsyncGenerator<SessionNews | null>> {
  const { sessionId } = await findSession(db, project, id);
  return follow(db, project, id, sessionId, signal);
}

async function* follow(
  db: Database,
  project: string,
  id: string,
  sessionId: string,
  signal: AbortSignal,
): AsyncGenerator<SessionNews | null> {
  let seen = -1;
  for (let look = 1; look <= LOOKS_MAX && !signal.aborted; look++) {
    const row = await db.session.findFirst({ where: { sessionId }, select: { lastSeq: true } });
    if (row === null) return;
    if (row.lastSeq !== seen) {
      seen = row.lastSeq;
      yield newsOf(await findSession(db, project, id));
    } else if (look % KEEP_OPEN_EVERY === 0) yield null;
    await wait(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

function newsOf(row: Parameters<typeof summaryOf>[0]): SessionNews {
  const { counts, outcome, startedAt, endedAt, updatedAt } = summaryOf(row);
  return { turns: counts.turns, evictions: counts.evictions, outcome, startedAt, endedAt, updatedAt };
}
