import type { TraceEvent } from "@/lib/core/trace/event";
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
 * On a cluster this is done session by session, and every statement is about one session, so it asks only the
 * node that has it.
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
  const groups = (await isCluster(db)) ? pending.map((one) => [one]) : [pending];
  const all = await db.$transaction(
    async (tx) => {
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
    },
    { timeout: TIMEOUT_MS, maxWait: TIMEOUT_MS },
  );
  for (const session of all) rememberWindow(session.life, session.window);
  const written = all.filter(({ bodies }) => bodies.length > 0);
  return { verdicts, changed: written.map(({ key }) => key), written };
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
