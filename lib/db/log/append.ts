import type { TraceEvent } from "@/lib/core/trace/event";
import { isNodeAway, whole } from "../away";
import type { Database, Queryable } from "../client";
import { eachInSlices } from "../slices";
import { writeDerived } from "../derived/write";
import { isCluster } from "../nodes";
import { announce } from "../notices";
import { sessionKey } from "../session-id";
import { encodeEvent } from "./encode";
import type { OnConflict, Pending, StoredSessionRow, EventVerdict, WrittenSession } from "./plan-session";
import { planSession } from "./plan-session";
import type { StandingEvents } from "./standing";
import { lockSessions, NOTHING_STANDS, standingOf } from "./standing";
import { rememberWindow } from "./window-memory";
import { writeBatch } from "./write-batch";
import type { GrowthToWrite, GrownSession } from "./write-together";
import { writeBatches, writeGrownSessions } from "./write-together";
import { inTransaction } from "../transaction";

export interface Appended {
  readonly verdicts: EventVerdict[];
  readonly changed: readonly string[];
  readonly written: readonly WrittenSession[];
}

const TIMES = { timeout: 120_000, maxWait: 120_000 };

export interface Alongside {
  /** Locks of sessions, taken before their rows are locked. All who take both must use this order. */
  readonly lock: (tx: Queryable, keys: readonly string[]) => Promise<void>;
  /** What follows from a session's new events; `null` when that cannot be told now. */
  readonly follow: (written: WrittenSession, row: StoredSessionRow) => GrowthToWrite | null;
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
    all.push(...(await inTransaction(db, (tx) => append(tx, pending, { ...one, spread }), TIMES)));
  else
    for (const session of pending)
      try {
        all.push(...(await inTransaction(db, (tx) => append(tx, [session], { ...one, spread }), TIMES)));
      } catch (error) {
        if (!isNodeAway(error)) throw error;
        away.set(session.externalId, error);
      }
  for (const session of all) rememberWindow(session.life, session.window);
  const written = all.filter(({ bodies }) => bodies.length > 0);
  return { verdicts, changed: written.map(({ key }) => key), written, away };
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
  const news: News[] = [];
  let chars = 0;
  for (const one of pending) {
    const row = rows.get(one.key);
    const { known, stored } = stands.get(one.key) ?? NOTHING_STANDS;
    const plan = await planSession(one, row, known, stored, onConflict, verdicts);
    written.push(plan);
    if (plan.bodies.length === 0) continue;
    const grown = row === undefined ? null : (alongside?.follow(plan, row) ?? null);
    news.push({ written: plan, grown });
    chars += charsOf(plan);
    if (!spread && chars < CHARS_TOGETHER) continue;
    await write(tx, news.splice(0), spread);
    chars = 0;
  }
  await write(tx, news, spread);
  return written;
}

interface News {
  readonly written: WrittenSession;
  readonly grown: GrowthToWrite | null;
}

/** Characters of events and texts that one statement writes, roughly; a single session may have more. */
const CHARS_TOGETHER = 2_000_000;

function charsOf({ bodies, texts }: WrittenSession): number {
  return (
    bodies.reduce((sum, body) => sum + body.length, 0) + texts.reduce((sum, { bytes }) => sum + bytes, 0)
  );
}

async function write(tx: Queryable, news: readonly News[], spread: boolean): Promise<void> {
  if (news.length === 1 || spread) {
    for (const one of news) await writeAlone(tx, one);
    return;
  }
  const grown: GrownSession[] = [];
  const logs: WrittenSession[] = [];
  for (const one of news) {
    if (one.grown === null) logs.push(one.written);
    else if (one.grown.growth.anew) await writeAlone(tx, one);
    else grown.push({ ...one, grown: one.grown });
  }
  await writeBatches(tx, logs);
  await writeGrownSessions(tx, grown);
}

async function writeAlone(tx: Queryable, { written, grown }: News): Promise<void> {
  await writeBatch(tx, written);
  if (grown === null) return;
  const { from, growth } = grown;
  const notice = await writeDerived(tx, from, growth, growth.anew ? "rows that give way" : "rows");
  if (notice !== null) await announce(tx, notice);
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
