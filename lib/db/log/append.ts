import type { TraceEvent } from "@/lib/core/trace/event";
import { isNodeAway, wasAborted, takeWhole } from "../away";
import type { Database, Queryable } from "../client";
import { runEachInSlices } from "../slices";
import { isCluster } from "../nodes";
import { makeSessionKey } from "../session-id";
import { lockWriter } from "../writer-locks";
import { encodeEvent } from "./encode";
import type { OnConflict, Pending, StoredSessionRow, EventVerdict, WrittenSession } from "./plan-session";
import { makeLife, planSession } from "./plan-session";
import { lockSessions, NO_STORED_EVENTS, readStoredEvents } from "./stored-events";
import { rememberWindow } from "./window-memory";
import type { PlannedWrite } from "./write-sessions";
import { Overtaken, writeSessions } from "./write-sessions";
import { runInTransaction } from "../direct-statements";

/** What became of some sessions, by their keys. */
export interface Appended {
  readonly verdicts: EventVerdict[];
  readonly changed: readonly string[];
  /** Sessions whose rows are written already, as they follow from the log. */
  readonly derived: ReadonlySet<string>;
  /** The sessions among these of which nothing was there before. */
  readonly born: ReadonlySet<string>;
}

const TIMES = { timeout: 120_000, maxWait: 120_000 };

/**
 * Works out what follows from a session's new events, to be written with them; `null` when that cannot be told now.
 * @param row of a session that stands
 * `keep` is called after the commit, with what identifies the session until it is deleted.
 */
export type Follow = (
  writtenSession: WrittenSession,
  row: StoredSessionRow | undefined,
) => (NonNullable<PlannedWrite["follows"]> & { readonly keep: (life: string) => void }) | null;

/** Transactions in which somebody else made the same session meanwhile, or that waited for one another, are tried again. */
const TRIES_MAX = 4;

/**
 * Writes events to the log in one transaction: when this returns they are on disk. Sessions that stand are
 * locked first in the order of their keys, so that batches for the same sessions wait for one another.
 * On a cluster each session has a transaction of its own, so it asks only the node that has it: one node that
 * hangs then holds no locks on others.
 * @throws when the node of a session is away; on a cluster the other sessions' events are written then
 */
export async function appendEvents(
  db: Database,
  project: string,
  events: readonly TraceEvent[],
  onConflict: OnConflict,
  follow?: Follow,
): Promise<Appended> {
  return takeWhole(await appendReachable(db, project, events, onConflict, follow));
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
  follow?: Follow,
): Promise<AppendedReachable> {
  const verdicts = events.map((): EventVerdict => "duplicate");
  const pending = await groupBySession(project, events);
  const away = new Map<string, unknown>();
  const [changed, derived, born]: [string[], Set<string>, Set<string>] = [[], new Set(), new Set()];
  const spread = await isCluster(db);
  for (const group of spread || pending.length === 0 ? pending.map((session) => [session]) : [pending])
    try {
      const appended = await append(db, group, { project, onConflict, follow, verdicts });
      for (const { written, begins, follows, life } of appended) {
        rememberWindow(life, written.window);
        if (written.bodies.length > 0) changed.push(written.key);
        if (follows === null) continue;
        follows.keep(life);
        derived.add(written.key);
        if (begins) born.add(written.key);
      }
    } catch (error) {
      if (!spread || !isNodeAway(error)) throw error;
      for (const { externalId } of group) away.set(externalId, error);
    }
  return { verdicts, changed, derived, born, away };
}

interface AppendOptions {
  readonly project: string;
  readonly onConflict: OnConflict;
  readonly follow: Follow | undefined;
  /** Gets what became of each event. */
  readonly verdicts: EventVerdict[];
}

interface AppendedSession extends PlannedWrite {
  readonly follows: ReturnType<Follow>;
  readonly life: string;
}

async function append(
  db: Database,
  pending: readonly Pending[],
  options: AppendOptions,
): Promise<AppendedSession[]> {
  for (let tries = 1; ; tries++)
    try {
      return await runInTransaction(db, (tx) => appendIn(tx, pending, options), TIMES);
    } catch (error) {
      if (!wasAborted(error)) throw error;
      if (tries === TRIES_MAX) throw error instanceof Overtaken ? (error.cause ?? error) : error;
    }
}

async function appendIn(
  tx: Queryable,
  pending: readonly Pending[],
  { project, onConflict, follow, verdicts }: AppendOptions,
): Promise<AppendedSession[]> {
  // All who take both locks take this one first.
  if (follow !== undefined)
    await lockWriter(
      tx,
      "derivation",
      pending.map(({ key }) => key),
    );
  const rows = new Map((await lockSessions(tx, pending)).map((row) => [row.session_id, row]));
  const stands = await readStoredEvents(
    tx,
    pending.filter(({ key }) => rows.has(key)),
  );
  const news: (PlannedWrite & { readonly follows: ReturnType<Follow> })[] = [];
  for (const session of pending) {
    const row = rows.get(session.key);
    const { known, stored } = stands.get(session.key) ?? NO_STORED_EVENTS;
    const writtenSession = await planSession(session, row, known, stored, onConflict, verdicts);
    const follows = writtenSession.bodies.length === 0 ? null : (follow?.(writtenSession, row) ?? null);
    news.push({ written: writtenSession, begins: row === undefined, follows });
  }
  const born = await writeSessions(
    tx,
    project,
    news.filter(({ written }) => written.bodies.length > 0),
  );
  return news.map((session) => {
    const { key, life } = session.written;
    const madeRow = born.get(key);
    return { ...session, life: madeRow === undefined ? life : makeLife(key, madeRow) };
  });
}

async function groupBySession(project: string, events: readonly TraceEvent[]): Promise<Pending[]> {
  const byId = new Map<string, Pending>();
  await runEachInSlices(events, (event, place) => {
    let pending = byId.get(event.session);
    if (pending === undefined) {
      pending = {
        key: makeSessionKey(project, event.session),
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
