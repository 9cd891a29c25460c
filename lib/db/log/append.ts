import type { TraceEvent } from "@/lib/core/trace/event";
import { isNodeAway, whole } from "../away";
import type { Database, Queryable } from "../client";
import { eachInSlices } from "../slices";
import { isCluster } from "../nodes";
import { sessionKey } from "../session-id";
import { encodeEvent } from "./encode";
import type { OnConflict, Pending, StoredSessionRow, EventVerdict, WrittenSession } from "./plan-session";
import { planSession } from "./plan-session";
import type { StandingEvents } from "./standing";
import { lockSessions, NOTHING_STANDS, standingOf } from "./standing";
import { rememberWindow } from "./window-memory";
import { writeBatch } from "./write-batch";

export interface Appended {
  readonly verdicts: EventVerdict[];
  readonly changed: readonly string[];
  readonly written: readonly WrittenSession[];
}

const TIMEOUT_MS = 120_000;

export interface Alongside {
  /** Locks of sessions, taken before their rows are locked. All who take both must use this order. */
  readonly lock: (tx: Queryable, keys: readonly string[]) => Promise<void>;
  readonly follow: (tx: Queryable, written: WrittenSession, row: StoredSessionRow) => Promise<void>;
  readonly end: (tx: Queryable) => Promise<void>;
}

/**
 * Writes events to the log in one transaction: when this returns they are on disk. The session rows are
 * locked first in key order, so that batches for the same sessions wait for one another and never deadlock.
 * On a cluster every statement is about one session, so it asks only the node that has it, and so is every
 * transaction, unless something is to be written alongside: one node that hangs then holds no locks on others.
 * @throws when the node of a session is away; on a cluster the other sessions' events are written then
 * @throws whatever `alongside` throws; nothing is written then
 */
export async function appendEvents(
  db: Database,
  project: string,
  events: readonly TraceEvent[],
  onConflict: OnConflict,
  alongside?: Alongside,
): Promise<Appended> {
  return whole(await appendReachable(db, project, events, onConflict, alongside));
}

export interface AppendedReachable extends Appended {
  /** Sessions of which nothing was written because their nodes are away, by the sender's ids, and the errors. */
  readonly away: ReadonlyMap<string, unknown>;
}

/** Like {@link appendEvents}, for sessions of which some may be on nodes that are away. */
export async function appendReachable(
  db: Database,
  project: string,
  events: readonly TraceEvent[],
  onConflict: OnConflict,
  alongside?: Alongside,
): Promise<AppendedReachable> {
  const verdicts = events.map((): EventVerdict => "duplicate");
  const pending = await bySession(project, events);
  const away = new Map<string, unknown>();
  if (pending.length === 0) return { verdicts, changed: [], written: [], away };
  const spread = await isCluster(db);
  const one = { project, onConflict, alongside, verdicts };
  const all: WrittenSession[] = [];
  if (!spread || alongside !== undefined)
    all.push(...(await inTransaction(db, (tx) => append(tx, pending, { ...one, spread }))));
  else
    for (const session of pending)
      try {
        all.push(...(await inTransaction(db, (tx) => append(tx, [session], { ...one, spread }))));
      } catch (error) {
        if (!isNodeAway(error)) throw error;
        away.set(session.externalId, error);
      }
  for (const session of all) rememberWindow(session.life, session.window);
  const written = all.filter(({ bodies }) => bodies.length > 0);
  return { verdicts, changed: written.map(({ key }) => key), written, away };
}

function inTransaction<T>(db: Database, work: (tx: Queryable) => Promise<T>): Promise<T> {
  return db.$transaction(work, { timeout: TIMEOUT_MS, maxWait: TIMEOUT_MS });
}

interface AppendOptions {
  readonly project: string;
  readonly onConflict: OnConflict;
  readonly alongside: Alongside | undefined;
  readonly spread: boolean;
  /** Gets what became of each event. */
  readonly verdicts: EventVerdict[];
}

async function append(
  tx: Queryable,
  pending: readonly Pending[],
  { project, onConflict, alongside, spread, verdicts }: AppendOptions,
): Promise<WrittenSession[]> {
  const groups = spread ? pending.map((one) => [one]) : [pending];
  const written: WrittenSession[] = [];
  const rows = new Map<string, StoredSessionRow>();
  const stands = new Map<string, StandingEvents>();
  for (const group of groups) {
    await alongside?.lock(
      tx,
      group.map(({ key }) => key),
    );
    for (const row of await lockSessions(tx, project, group)) rows.set(row.session_id, row);
  }
  for (const group of groups) {
    const old = group.filter(({ key }) => rows.get(key)?.last_seq !== 0);
    for (const [key, standing] of await standingOf(tx, old)) stands.set(key, standing);
  }
  for (const one of pending) {
    const row = rows.get(one.key);
    const { known, stored } = stands.get(one.key) ?? NOTHING_STANDS;
    const plan = await planSession(one, row, known, stored, onConflict, verdicts);
    if (plan.bodies.length > 0) {
      await writeBatch(tx, plan);
      if (row !== undefined) await alongside?.follow(tx, plan, row);
    }
    written.push(plan);
  }
  await alongside?.end(tx);
  return written;
}

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
