import type { Database } from "../client";
import { readTableRooms } from "../vacuum";
import { readNodes } from "../nodes";
import type { AnalysesNow } from "./analyses-now";
import { readAnalysesNow } from "./analyses-now";
import { readLastBackup } from "./last-backup";
import type { Waiting } from "./waiting";
import { readWaiting } from "./waiting";
import { STORED_BYTES } from "../sessions/sessions-to-keep";
import { placeEverywhere } from "../places";

/** What is waiting, and how much room it takes: gauges for whoever watches over the instance. */
export interface Load {
  readonly jobs: readonly { readonly task: string; readonly waiting: number; readonly oldestS: number }[];
  readonly waiting: readonly Waiting[];
  readonly analyses: AnalysesNow;
  readonly alerts: readonly { readonly status: string; readonly count: number }[];
  /** Sessions that the judge is still to be asked about. */
  readonly judge: { readonly waiting: number };
  /** The bytes of each table with its indexes; a partition counts for its table. On a cluster, what the coordinator holds. */
  readonly tables: readonly { readonly table: string; readonly bytes: number }[];
  /** The time of the last good backup; `null` where none has been made. */
  readonly backupAt: Date | null;
}

/** @throws when the database is away */
export async function readLoad(db: Database): Promise<Load> {
  const [jobs, waiting, analyses, alerts, [judge], tables, backupAt] = await Promise.all([
    db.$queryRawUnsafe<Load["jobs"]>(
      `SELECT task_identifier AS task, count(*)::int AS waiting,
         greatest(0, extract(epoch FROM now() - min(created_at)))::float8 AS "oldestS"
       FROM graphile_worker.jobs WHERE attempts < max_attempts GROUP BY 1 ORDER BY 1`,
    ),
    readWaiting(db),
    readAnalysesNow(db),
    db.$queryRawUnsafe<Load["alerts"]>(
      "SELECT status, count(*)::int AS count FROM alert_message GROUP BY 1 ORDER BY 1",
    ),
    db.$queryRawUnsafe<Load["judge"][]>(
      placeEverywhere("SELECT count(*)::int AS waiting FROM judge_task WHERE due_at IS NOT NULL"),
    ),
    db.$queryRawUnsafe<Load["tables"]>(
      `SELECT coalesce(parent.relname, part.relname)::text AS table, sum(pg_total_relation_size(part.oid))::float8 AS bytes
       FROM pg_class part LEFT JOIN pg_inherits ON inhrelid = part.oid LEFT JOIN pg_class parent ON parent.oid = inhparent
       WHERE part.relkind = 'r' AND part.relnamespace = 'public'::regnamespace GROUP BY 1 ORDER BY 1`,
    ),
    readLastBackup(db),
  ]);
  return { jobs, waiting, analyses, alerts, judge: judge ?? { waiting: 0 }, tables, backupAt };
}

/** Bytes that a project's log takes: all, and those since `lately`. */
export interface ReceivedRow {
  readonly project: string;
  readonly bytes: number;
  /** The number in the last days. */
  readonly lately: number;
  readonly first: Date;
}

export function readReceivedByProject(db: Database, lately: Date): Promise<ReceivedRow[]> {
  return db.$queryRawUnsafe<ReceivedRow[]>(
    placeEverywhere(`SELECT project_id AS project, sum(${STORED_BYTES})::float8 AS bytes, min(batch.received_at) AS first,
         coalesce(sum(${STORED_BYTES}) FILTER (WHERE batch.received_at > $1), 0)::float8 AS lately
       FROM batch JOIN session USING (session_id) GROUP BY project_id ORDER BY project_id`),
    lately,
  );
}

export function countSessionsByProject(db: Database): Promise<{ project: string; sessions: number }[]> {
  return db.$queryRawUnsafe<{ project: string; sessions: number }[]>(
    placeEverywhere(
      "SELECT project_id AS project, count(*)::int AS sessions FROM session GROUP BY project_id ORDER BY project_id",
    ),
  );
}

/** Bytes that a project received on each of its newest days, the newest first. */
export function readReceivedByDay(
  db: Database,
  project: string,
  days: number,
): Promise<{ day: string; bytes: number }[]> {
  return db.$queryRawUnsafe<{ day: string; bytes: number }[]>(
    placeEverywhere(`SELECT to_char(batch.received_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, sum(${STORED_BYTES})::float8 AS bytes
       FROM batch JOIN session USING (session_id) WHERE project_id = $1 GROUP BY 1 ORDER BY 1 DESC LIMIT ${days}`),
    project,
  );
}

export interface DatabaseSize {
  readonly bytes: number;
  readonly free: number;
}

/** The bytes of the database, and how many of them are free. `null` on a cluster: its coordinator holds next to nothing. */
export async function sizeOfDatabase(db: Database): Promise<DatabaseSize | null> {
  if ((await readNodes(db)) !== null) return null;
  const [[row], rooms] = await Promise.all([
    db.$queryRawUnsafe<{ bytes: number }[]>("SELECT pg_database_size(current_database())::float8 AS bytes"),
    readTableRooms(db),
  ]);
  const free = rooms.reduce((sum, { bytes, used }) => sum + Math.max(0, bytes - used), 0);
  return { bytes: row?.bytes ?? 0, free: Math.round(free) };
}
