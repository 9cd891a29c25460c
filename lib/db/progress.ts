import { setTimeout as sleep } from "node:timers/promises";
import type { Queryable } from "./client";
import { Prisma } from "./generated/client";
import { readOverSessions } from "./over-sessions";
import { placeAtSession } from "./places";

const LOOK_FIRST_MS = 15;
const LOOK_MAX_MS = 150;

/** Records that are acknowledged and not in the log yet. */
export interface RecordsWaiting {
  readonly records: number;
  /** The streams that they are in, and how far these go. */
  readonly streams: ReadonlyMap<string, number>;
  /** The bodies in the inbox that they are in. */
  readonly bodies: readonly string[];
}

const OF_SESSION = `EXISTS (SELECT 1 FROM stream_projection p WHERE p.stream_id = waits.stream_id AND p.session = $2)
  OR EXISTS (SELECT 1 FROM stream_session s WHERE s.stream_id = waits.stream_id AND s.session = $2)`;

/** Records that are not in the log yet: of a project, or of streams that may contain a session. */
export async function countRecordsWaiting(
  db: Queryable,
  project: string,
  session: string | null,
): Promise<RecordsWaiting> {
  const rows = await db.$queryRawUnsafe<{ id: string; seq: number | null; waiting: number }[]>(
    `SELECT stream_id AS id, seq, seq - projected_seq AS waiting FROM stream waits
     WHERE project_id = $1 AND projected_seq < seq AND ($2::text IS NULL OR ${OF_SESSION})
     UNION ALL
     SELECT body_id, NULL::int, sum(records)::int FROM inbox_stream waits
     WHERE project_id = $1 AND ($2::text IS NULL OR $2 = ANY(sessions) OR ${OF_SESSION}) GROUP BY body_id`,
    project,
    session,
  );
  return {
    records: rows.reduce((sum, { waiting }) => sum + waiting, 0),
    streams: new Map(rows.flatMap(({ id, seq }) => (seq === null ? [] : [[id, seq] as const]))),
    bodies: rows.flatMap(({ id, seq }) => (seq === null ? [id] : [])),
  };
}

export async function countEventsWaiting(db: Queryable, project: string): Promise<number> {
  const [row] = await readOverSessions<{ waiting: bigint }>(
    db,
    (
      rows,
    ) => Prisma.sql`SELECT coalesce(sum(last_seq - derived_seq), 0) AS waiting FROM ${rows("session")} AS session
      WHERE project_id = ${project} AND derived_seq < last_seq`,
  );
  return Number(row?.waiting ?? 0);
}

/**
 * Waits until everything acknowledged so far is derived, and analysed unless it is too large for that.
 * @returns false when the time was over before
 */
export async function waitForSession(
  db: Queryable,
  project: string,
  key: string,
  waitMs: number,
): Promise<boolean> {
  const until = Date.now() + waitMs;
  // Any record can turn out to be of this session: a response or a trace that it shares tells.
  if (!(await waitUntilProjected(db, project, until))) return false;
  const target = (await readMarks(db, [key]))[0]?.last_seq ?? 0;
  return repeatUntil(until, async () => {
    const [marks] = await readMarks(db, [key]);
    if (marks === undefined) return true;
    return marks.derived_seq >= target && (marks.analysed_seq >= target || marks.refused);
  });
}

/** Like {@link waitForSession} for a whole project, but analyses may still be running. */
export async function waitForProject(db: Queryable, project: string, waitMs: number): Promise<boolean> {
  const until = Date.now() + waitMs;
  if (!(await waitUntilProjected(db, project, until))) return false;
  const behind = await readOverSessions<{ session_id: string }>(
    db,
    (rows) => Prisma.sql`SELECT session_id FROM ${rows("session")} AS session
      WHERE project_id = ${project} AND derived_seq < last_seq`,
  );
  return waitForSessionsDerived(
    db,
    behind.map((row) => row.session_id),
    until,
  );
}

/**
 * Waits until a worker has projected all records so far.
 * @returns false when the time was over before
 */
export function waitForRecords(db: Queryable, project: string, waitMs: number): Promise<boolean> {
  return waitUntilProjected(db, project, Date.now() + waitMs);
}

/**
 * Waits until the logs as of now are derived.
 * @param until in ms since 1970
 */
export async function waitForSessionsDerived(
  db: Queryable,
  keys: readonly string[],
  until: number,
): Promise<boolean> {
  const targets = new Map((await readMarks(db, keys)).map((row) => [row.session_id, row.last_seq]));
  const leftSessions = new Set(targets.keys());
  return repeatUntil(until, async () => {
    for (const row of await readMarks(db, [...leftSessions]))
      if (row.derived_seq >= (targets.get(row.session_id) ?? 0)) leftSessions.delete(row.session_id);
    return leftSessions.size === 0;
  });
}

/** How long an import waits without progress: workers may be busy, or there may be none. */
const NO_PROGRESS_MS = 20_000;

/**
 * Waits until the logs as of now are derived, as long as workers make progress.
 * @returns the events that are not; normally 0
 */
export async function waitForLogsDerived(db: Queryable, keys: readonly string[]): Promise<number> {
  for (let before = Infinity; ;) {
    if (await waitForSessionsDerived(db, keys, Date.now() + NO_PROGRESS_MS)) return 0;
    const marks = await readMarks(db, keys);
    const waiting = marks.reduce((sum, row) => sum + row.last_seq - row.derived_seq, 0);
    if (waiting >= before) return waiting;
    before = waiting;
  }
}

export async function countEventsBehind(db: Queryable, keys: readonly string[]): Promise<number> {
  const marks = await readMarks(db, keys);
  return marks.reduce((sum, row) => sum + row.last_seq - row.derived_seq, 0);
}

/** Waits until the records of a project that were acknowledged so far are in the log. */
async function waitUntilProjected(db: Queryable, project: string, until: number): Promise<boolean> {
  const { streams, bodies } = await countRecordsWaiting(db, project, null);
  if (!(await waitUntilUnpacked(db, bodies, until))) return false;
  const unpacked = bodies.length === 0 ? [] : (await countRecordsWaiting(db, project, null)).streams;
  return waitForStreams(db, new Map([...streams, ...unpacked]), until);
}

async function waitUntilUnpacked(db: Queryable, bodies: readonly string[], until: number): Promise<boolean> {
  if (bodies.length === 0) return true;
  return repeatUntil(until, async () => {
    const rows = await db.$queryRawUnsafe<unknown[]>(
      "SELECT 1 FROM inbox_stream WHERE body_id = ANY($1::uuid[]) LIMIT 1",
      bodies,
    );
    return rows.length === 0;
  });
}

async function waitForStreams(
  db: Queryable,
  streams: ReadonlyMap<string, number>,
  until: number,
): Promise<boolean> {
  if (streams.size === 0) return true;
  return repeatUntil(until, async () => {
    const rows = await db.$queryRawUnsafe<unknown[]>(
      `SELECT 1 FROM stream JOIN unnest($1::uuid[], $2::int[]) AS t (stream_id, seq) USING (stream_id)
       WHERE stream.projected_seq < t.seq LIMIT 1`,
      [...streams.keys()],
      [...streams.values()],
    );
    return rows.length === 0;
  });
}

interface Marks {
  session_id: string;
  last_seq: number;
  derived_seq: number;
  analysed_seq: number;
  refused: boolean;
}

async function readMarks(db: Queryable, keys: readonly string[]): Promise<Marks[]> {
  if (keys.length === 0) return [];
  return db.$queryRawUnsafe<Marks[]>(
    placeAtSession(
      "SELECT session_id, last_seq, derived_seq, analysed_seq, analysis_refused IS NOT NULL AS refused FROM session WHERE session_id = ANY($1::uuid[])",
    ),
    [...keys],
  );
}

async function repeatUntil(until: number, isSo: () => Promise<boolean>): Promise<boolean> {
  for (let pause = LOOK_FIRST_MS; ; pause = Math.min(pause * 1.5, LOOK_MAX_MS)) {
    if (await isSo()) return true;
    if (Date.now() >= until) return false;
    await sleep(Math.min(pause, Math.max(1, until - Date.now())));
  }
}
