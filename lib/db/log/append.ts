import type { TraceEvent } from "@/lib/core/trace/event";
import type { Database, Queryable } from "../client";
import { sessionKey, uuidOfHex } from "../session-id";
import { encodeEvent } from "./encode";
import type {
  KnownEvent,
  OnConflict,
  Pending,
  StoredSessionRow,
  EventVerdict,
  WrittenSession,
} from "./plan-session";
import { planSession } from "./plan-session";
import { rememberWindow } from "./window-memory";
import { writeBatch } from "./write-batch";

export interface Appended {
  /** One verdict per event, in the order given. */
  readonly verdicts: EventVerdict[];
  /** The sessions that got something new. */
  readonly changed: readonly string[];
}

const TIMEOUT_MS = 120_000;

/**
 * Writes events to the log in one transaction: when this returns they are on disk. The session rows are locked in key
 * order first, one by one, so that batches for the same sessions follow one another and never deadlock, on however many
 * nodes they are. Every statement is of one session: it asks the node that has it and no other.
 */
export async function appendEvents(
  db: Database,
  project: string,
  events: readonly TraceEvent[],
  onConflict: OnConflict,
): Promise<Appended> {
  const verdicts = events.map((): EventVerdict => "duplicate");
  const pending = bySession(project, events);
  if (pending.length === 0) return { verdicts, changed: [] };
  const keys = pending.map((p) => p.key);
  const changed = await db.$transaction(
    async (tx) => {
      const written: WrittenSession[] = [];
      const rows = new Map<string, StoredSessionRow>();
      for (const { key, externalId } of pending)
        rows.set(key, await lockSession(tx, project, key, externalId));
      for (const one of pending) {
        const row = rows.get(one.key);
        const isNew = row?.last_seq === 0;
        const known = isNew ? new Map<string, KnownEvent>() : await knownEvents(tx, one);
        const stored = isNew ? new Set<string>() : await storedTexts(tx, one);
        const plan = planSession(one, row, known, stored, onConflict, verdicts);
        if (plan.bodies.length > 0) await writeBatch(tx, plan);
        written.push(plan);
      }
      return written;
    },
    { timeout: TIMEOUT_MS, maxWait: TIMEOUT_MS },
  );
  for (const session of changed) rememberWindow(session.life, session.window);
  return { verdicts, changed: keys.filter((_, i) => (changed[i]?.bodies.length ?? 0) > 0) };
}

/** Events as they are stored, by session, in the order of their sessions' keys. */
export function bySession(project: string, events: readonly TraceEvent[]): Pending[] {
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

async function lockSession(
  tx: Queryable,
  project: string,
  key: string,
  externalId: string,
): Promise<StoredSessionRow> {
  const [row] = await tx.$queryRawUnsafe<StoredSessionRow[]>(
    `INSERT INTO session (session_id, project_id, external_id, updated_at)
     VALUES ($1::uuid, $2::text, $3::text, $4::timestamptz)
     ON CONFLICT (session_id) DO UPDATE SET updated_at = excluded.updated_at
     RETURNING session_id, last_seq, next_batch, window_seq, received_at AS born`,
    key,
    project,
    externalId,
    new Date(),
  );
  if (row === undefined) throw new Error("a session that was written is not there");
  return row;
}

async function knownEvents(tx: Queryable, { key, events }: Pending): Promise<Map<string, KnownEvent>> {
  const rows = await tx.$queryRawUnsafe<{ id: string; seq: number; hash: bigint }[]>(
    "SELECT id, seq, hash FROM event WHERE session_id = $1::uuid AND id = ANY($2::text[])",
    key,
    [...new Set(events.map(({ id }) => id))],
  );
  return new Map(rows.map((row) => [row.id, { seq: row.seq, fingerprint: row.hash }]));
}

/** Which of the texts that events bring are stored, by their hashes. */
async function storedTexts(tx: Queryable, { key, events }: Pending): Promise<Set<string>> {
  const wanted = new Set(events.flatMap(({ texts }) => texts.map(({ hash }) => uuidOfHex(hash))));
  if (wanted.size === 0) return new Set();
  const rows = await tx.$queryRawUnsafe<{ hash: string }[]>(
    "SELECT hash FROM content WHERE session_id = $1::uuid AND hash = ANY($2::uuid[])",
    key,
    [...wanted],
  );
  return new Set(rows.map(({ hash }) => hash));
}
