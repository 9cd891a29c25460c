import type { TraceEvent } from "@/lib/core/trace/event";
import type { Database, Queryable } from "../client";
import { sessionKey, uuidOfHex } from "../session-id";
import { encodeEvent } from "./encode";
import type { KnownEvent, OnConflict, Pending, SessionRow, Verdict } from "./plan-session";
import { planSession } from "./plan-session";
import { rememberWindow } from "./window-memory";
import { writeBatch } from "./write-batch";

export interface Appended {
  /** One verdict per event, in the order given. */
  readonly verdicts: Verdict[];
  /** The sessions that got something new. */
  readonly changed: readonly string[];
}

const TIMEOUT_MS = 120_000;

/**
 * Writes events to the log in one transaction: when this returns they are on disk. The session rows are locked in key
 * order first, so that batches for the same sessions follow one another and never deadlock.
 */
export async function appendEvents(
  db: Database,
  project: string,
  events: readonly TraceEvent[],
  onConflict: OnConflict,
): Promise<Appended> {
  const verdicts = events.map((): Verdict => "duplicate");
  const pending = group(project, events);
  if (pending.length === 0) return { verdicts, changed: [] };
  const keys = pending.map((p) => p.key);
  const changed = await db.$transaction(
    async (tx) => {
      const rows = await lockSessions(tx, project, pending);
      const isNew = [...rows.values()].every((row) => row.last_seq === 0);
      const known = isNew ? new Map<string, KnownEvent>() : await knownEvents(tx, pending);
      const stored = isNew ? new Set<string>() : await storedTexts(tx, pending);
      const written = pending.map((p) =>
        planSession(p, rows.get(p.key), known, stored, onConflict, verdicts),
      );
      await writeBatch(
        tx,
        written.filter((w) => w.bodies.length > 0),
      );
      return written;
    },
    { timeout: TIMEOUT_MS, maxWait: TIMEOUT_MS },
  );
  for (const session of changed) rememberWindow(session.life, session.window);
  return { verdicts, changed: keys.filter((_, i) => (changed[i]?.bodies.length ?? 0) > 0) };
}

function group(project: string, events: readonly TraceEvent[]): Pending[] {
  const byId = new Map<string, Pending>();
  events.forEach((event, place) => {
    let pending = byId.get(event.session);
    if (pending === undefined) {
      pending = {
        key: sessionKey(project, event.session),
        externalId: event.session,
        events: [],
        places: [],
      };
      byId.set(event.session, pending);
    }
    pending.events.push(encodeEvent(event));
    pending.places.push(place);
  });
  return [...byId.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

async function lockSessions(
  tx: Queryable,
  project: string,
  pending: readonly Pending[],
): Promise<Map<string, SessionRow>> {
  const rows = await tx.$queryRawUnsafe<SessionRow[]>(
    `INSERT INTO session (session_id, project_id, external_id, updated_at)
     SELECT key, $2, external, $4::timestamptz FROM unnest($1::uuid[], $3::text[]) AS t (key, external) ORDER BY key
     ON CONFLICT (session_id) DO UPDATE SET updated_at = excluded.updated_at
     RETURNING session_id, last_seq, next_batch, window_seq, received_at::text AS born`,
    pending.map((p) => p.key),
    project,
    pending.map((p) => p.externalId),
    new Date(),
  );
  return new Map(rows.map((row) => [row.session_id, row]));
}

async function knownEvents(tx: Queryable, pending: readonly Pending[]): Promise<Map<string, KnownEvent>> {
  const rows = await tx.$queryRawUnsafe<{ session_id: string; id: string; seq: number; hash: bigint }[]>(
    `SELECT e.session_id, e.id, e.seq, e.hash FROM event e
     JOIN unnest($1::uuid[], $2::text[]) AS t (session_id, id) ON e.session_id = t.session_id AND e.id = t.id`,
    pending.flatMap((p) => p.events.map(() => p.key)),
    pending.flatMap((p) => p.events.map((event) => event.id)),
  );
  return new Map(rows.map((row) => [`${row.session_id} ${row.id}`, { seq: row.seq, fingerprint: row.hash }]));
}

async function storedTexts(tx: Queryable, pending: readonly Pending[]): Promise<Set<string>> {
  const wanted = pending.flatMap((p) =>
    [...new Set(p.events.flatMap((e) => e.texts.map((t) => t.hash)))].map((hash) => ({ key: p.key, hash })),
  );
  if (wanted.length === 0) return new Set();
  const rows = await tx.$queryRawUnsafe<{ session_id: string; hash: string }[]>(
    `SELECT c.session_id, c.hash FROM content c
     JOIN unnest($1::uuid[], $2::uuid[]) AS t (session_id, hash) ON c.session_id = t.session_id AND c.hash = t.hash`,
    wanted.map((w) => w.key),
    wanted.map((w) => uuidOfHex(w.hash)),
  );
  return new Set(rows.map((row) => `${row.session_id} ${row.hash}`));
}
