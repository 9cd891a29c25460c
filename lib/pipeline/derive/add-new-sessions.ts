import type { ModelSetting } from "@/lib/core/models/model-settings";
import type { TraceEvent } from "@/lib/core/trace/event";
import type { Growth } from "@/lib/core/trace/fold/growth";
import type { Database } from "@/lib/db/client";
import { sessionColumns } from "@/lib/db/derived/session-columns";
import type { AnyTable, StatementPart } from "@/lib/db/derived/table";
import { rowPartsOfMany } from "@/lib/db/derived/table";
import { tablesOf } from "@/lib/db/derived/write";
import { bySession } from "@/lib/db/log/append";
import type { EventVerdict, Pending, WrittenSession } from "@/lib/db/log/plan-session";
import { lifeOf, planSession } from "@/lib/db/log/plan-session";
import { rememberWindow } from "@/lib/db/log/window-memory";
import type { NewSession } from "@/lib/db/log/write-new";
import { BORN, writeNewSessions } from "@/lib/db/log/write-new";
import { isCluster } from "@/lib/db/nodes";
import { asLogged } from "./as-logged";
import { derivationStamp } from "./derivation-stamp";
import type { LiveFold } from "./fold-cache";
import { keepFold } from "./fold-cache";
import { newFold } from "./fold-log";

const EVENTS_OF_SESSION_MAX = 300;
const EVENTS_AT_ONCE = 600;

export interface AddedSessions {
  readonly born: readonly string[];
  readonly others: readonly TraceEvent[];
}

export interface AddOptions {
  readonly known: ReadonlySet<string>;
  readonly models: readonly ModelSetting[];
}

interface Folded extends NewSession {
  readonly at: LiveFold;
  readonly growth: Growth;
}

/**
 * Adds new sessions with their log and derived rows: a few statements for hundreds of small sessions, where
 * each alone would take a dozen. The rows are the same as those of `deriveSession`. Leaves out sessions that
 * exist, large sessions, and everything on a cluster, where a statement is about one session.
 * @param events whole sessions' events: those of a session that is not there are all there are
 */
export async function addNewSessions(
  db: Database,
  project: string,
  events: readonly TraceEvent[],
  { known, models }: AddOptions,
): Promise<AddedSessions> {
  const maybe = (await isCluster(db)) ? [] : events.filter(({ session }) => !known.has(session));
  const absent = await absentSessions(db, await bySession(project, maybe));
  const born = new Set<string>();
  for (const some of fewAtOnce(absent))
    for (const id of await addTogether(db, project, some, models)) born.add(id);
  const keys = absent.flatMap(({ key, externalId }) => (born.has(externalId) ? [key] : []));
  return { born: keys, others: events.filter(({ session }) => !born.has(session)) };
}

async function absentSessions(db: Database, pending: readonly Pending[]): Promise<Pending[]> {
  const small = pending.filter(({ events }) => events.length <= EVENTS_OF_SESSION_MAX);
  if (small.length === 0) return [];
  const there = await db.$queryRawUnsafe<{ session_id: string }[]>(
    "SELECT session_id FROM session WHERE session_id = ANY($1::uuid[])",
    small.map(({ key }) => key),
  );
  const known = new Set(there.map((row) => row.session_id));
  return small.filter(({ key }) => !known.has(key));
}

function* fewAtOnce(pending: readonly Pending[]): Generator<Pending[]> {
  let some: Pending[] = [];
  let count = 0;
  for (const one of pending) {
    if (some.length > 0 && count + one.events.length > EVENTS_AT_ONCE) {
      yield some;
      [some, count] = [[], 0];
    }
    some.push(one);
    count += one.events.length;
  }
  if (some.length > 0) yield some;
}

/** @returns the senders' ids of the new sessions */
async function addTogether(
  db: Database,
  project: string,
  pending: readonly Pending[],
  models: readonly ModelSetting[],
): Promise<string[]> {
  const folded: Folded[] = [];
  for (const one of pending) {
    const next = await folding(project, one, models);
    if (next !== null) folded.push(next);
  }
  if (folded.length === 0) return [];
  const made = await writeNewSessions(db, project, folded, rowsOf(folded));
  return folded.flatMap(({ written, at }) => {
    const born = made.get(written.key);
    if (born === undefined) return [];
    const life = lifeOf(written.key, born);
    rememberWindow(life, written.window);
    keepFold(life, at);
    return [written.externalId];
  });
}

/** `null` for a session that cannot be folded. Its derivation reports why. */
async function folding(...of: Parameters<typeof foldNew>): Promise<Folded | null> {
  try {
    return await foldNew(...of);
  } catch {
    return null;
  }
}

async function foldNew(
  project: string,
  pending: Pending,
  models: readonly ModelSetting[],
): Promise<Folded | null> {
  const verdicts: EventVerdict[] = [];
  const written = await planSession(pending, undefined, new Map(), new Set(), "replace", verdicts);
  if (written.superseded.length > 0 || verdicts.some((verdict) => verdict !== "accepted")) return null;
  const at: LiveFold = {
    ...newFold({ superseded: 0, models }),
    position: { seq: written.bodies.length, window: written.window?.entries ?? null },
  };
  if (!at.fold.add(asLogged(written))) return null;
  const growth = at.fold.growth();
  const { lastTurn } = growth.totals;
  const version = Date.now();
  const fromTurn = growth.turns[0]?.index ?? null;
  return {
    written,
    at,
    growth,
    columns: columnsOf(project, written, growth, models, version),
    notice: { project, session: pending.key, version, deleted: false, fromTurn, lastTurn },
  };
}

function columnsOf(
  project: string,
  { bodies }: WrittenSession,
  { totals }: Growth,
  models: readonly ModelSetting[],
  version: number,
): NewSession["columns"] {
  return {
    ...sessionColumns(project, totals),
    derived_seq: { type: "int", value: bodies.length },
    derived_stamp: { type: "text", value: derivationStamp(0, models) },
    version: { type: "bigint", value: String(version) },
  };
}

function rowsOf(folded: readonly Folded[]): StatementPart[] {
  const tables = new Map<AnyTable, (Record<string, unknown> & { sessionId: string })[]>();
  for (const { growth, written } of folded)
    tablesOf(growth, (of, rows) => {
      const all = tables.get(of) ?? [];
      tables.set(of, all);
      for (const row of rows) all.push({ ...row, sessionId: written.key });
    });
  return [...tables].flatMap(([of, rows]) => [...rowPartsOfMany(of, rows, BORN)]);
}
