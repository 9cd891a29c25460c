import type { TraceEvent } from "@/lib/core/trace/event";
import type { Database, Queryable } from "../client";
import { eachInSlices } from "../slices";
import { KEEP_PLAN } from "../keep-plan";
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
  /** What was written of each of them. */
  readonly written: readonly WrittenSession[];
}

const TIMEOUT_MS = 120_000;

/** What is done in the transaction that writes events. */
export interface Alongside {
  /** Locks of a session that are taken before its row is locked: in this order whoever takes both. */
  readonly lock: (tx: Queryable, key: string) => Promise<void>;
  /** What follows from what was written of a session. */
  readonly follow: (tx: Queryable, written: WrittenSession, row: StoredSessionRow) => Promise<void>;
}

/**
 * Writes events to the log in one transaction: when this returns they are on disk. The session rows are locked in key
 * order first, one by one, so that batches for the same sessions follow one another and never deadlock, on however many
 * nodes they are. Every statement is of one session: it asks the node that has it and no other.
 * @throws whatever `alongside` throws; nothing is written then
 */
export async function appendEvents(
  db: Database,
  project: string,
  events: readonly TraceEvent[],
  onConflict: OnConflict,
  alongside?: Alongside,
): Promise<Appended> {
  const verdicts = events.map((): EventVerdict => "duplicate");
  const pending = await bySession(project, events);
  if (pending.length === 0) return { verdicts, changed: [], written: [] };
  const all = await db.$transaction(
    async (tx) => {
      const written: WrittenSession[] = [];
      const rows = new Map<string, StoredSessionRow>();
      for (const { key, externalId } of pending) {
        await alongside?.lock(tx, key);
        rows.set(key, await lockSession(tx, project, key, externalId));
      }
      for (const one of pending) {
        const row = rows.get(one.key);
        const isNew = row?.last_seq === 0;
        const { known, stored } = isNew ? NOTHING : await standing(tx, one);
        const plan = await planSession(one, row, known, stored, onConflict, verdicts);
        if (plan.bodies.length > 0) {
          await writeBatch(tx, plan);
          if (row !== undefined) await alongside?.follow(tx, plan, row);
        }
        written.push(plan);
      }
      return written;
    },
    { timeout: TIMEOUT_MS, maxWait: TIMEOUT_MS },
  );
  for (const session of all) rememberWindow(session.life, session.window);
  const written = all.filter(({ bodies }) => bodies.length > 0);
  return { verdicts, changed: written.map(({ key }) => key), written };
}

/** Events as they are stored, by session, in the order of their sessions' keys. */
export async function bySession(project: string, events: readonly TraceEvent[]): Promise<Pending[]> {
  const byId = new Map<string, Pending>();
  await eachInSlices(events, (event, place) => {
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
    `${KEEP_PLAN}INSERT INTO session (session_id, project_id, external_id, updated_at)
     VALUES ($1::uuid, $2::text, $3::text, $4::timestamptz)
     ON CONFLICT (session_id) DO UPDATE SET updated_at = excluded.updated_at
     RETURNING session_id, last_seq, next_batch, window_seq, superseded, derived_seq, derived_stamp, received_at AS born`,
    key,
    project,
    externalId,
    new Date(),
  );
  if (row === undefined) throw new Error("a session that was written is not there");
  return row;
}

/** What of events is in the log: those with their ids, and which of the texts that they bring, by their hashes. */
interface Standing {
  readonly known: ReadonlyMap<string, KnownEvent>;
  readonly stored: ReadonlySet<string>;
}

const NOTHING: Standing = { known: new Map(), stored: new Set() };

async function standing(tx: Queryable, { key, events }: Pending): Promise<Standing> {
  const hashes = new Set(events.flatMap(({ texts }) => texts.map(({ hash }) => uuidOfHex(hash))));
  const rows = await tx.$queryRawUnsafe<{ name: string; seq: number | null; hash: bigint | null }[]>(
    `${KEEP_PLAN}SELECT id AS name, seq, hash FROM event WHERE session_id = $1::uuid AND id = ANY($2::text[])
     UNION ALL SELECT hash::text, NULL, NULL FROM content WHERE session_id = $1::uuid AND hash = ANY($3::uuid[])`,
    key,
    [...new Set(events.map(({ id }) => id))],
    [...hashes],
  );
  const known = new Map<string, KnownEvent>();
  const stored = new Set<string>();
  for (const { name, seq, hash } of rows)
    if (seq === null || hash === null) stored.add(name);
    else known.set(name, { seq, fingerprint: hash });
  return { known, stored };
}
