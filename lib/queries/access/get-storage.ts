import type { z } from "zod";
import type { Caller } from "@/lib/access/caller";
import type { getStorage as route } from "@/lib/api/endpoints/deletion";
import { tableRooms } from "@/lib/db/give-back";
import type { Database } from "@/lib/db/client";
import { nodesOf } from "@/lib/db/nodes";
import { STORED_BYTES } from "@/lib/db/sessions/sessions-to-keep";
import { diskOfDatabase } from "../ingestion/read-health";
import { listProjects } from "./list-projects";

export type Storage = z.output<(typeof route)["response"]>;

const DAYS = 30;
const LATELY_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1_000;

interface ReceivedRow {
  readonly project: string;
  readonly bytes: number;
  /** In the last days. */
  readonly lately: number;
  readonly first: Date;
}

/** What the caller's projects store, how fast that grows, and what is left of the disk. */
export async function getStorage(db: Database, caller: Caller, now = new Date()): Promise<Storage> {
  const [received, counts, days, size, disk, { projects }] = await Promise.all([
    db.$queryRawUnsafe<ReceivedRow[]>(
      `SELECT project_id AS project, sum(${STORED_BYTES})::float8 AS bytes, min(batch.received_at) AS first,
         coalesce(sum(${STORED_BYTES}) FILTER (WHERE batch.received_at > $1), 0)::float8 AS lately
       FROM batch JOIN session USING (session_id) GROUP BY project_id ORDER BY project_id`,
      new Date(now.getTime() - LATELY_DAYS * DAY_MS),
    ),
    db.$queryRawUnsafe<{ project: string; sessions: number }[]>(
      "SELECT project_id AS project, count(*)::int AS sessions FROM session GROUP BY project_id ORDER BY project_id",
    ),
    db.$queryRawUnsafe<Storage["days"]>(
      `SELECT to_char(batch.received_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, sum(${STORED_BYTES})::float8 AS bytes
       FROM batch JOIN session USING (session_id) WHERE project_id = $1 GROUP BY 1 ORDER BY 1 DESC LIMIT ${DAYS}`,
      caller.project,
    ),
    sizeOfDatabase(db),
    diskOfDatabase(),
    listProjects(db, caller),
  ]);
  const own = projects.filter(({ role }) => role === "owner");
  const bytesOf = new Map(received.map(({ project, bytes }) => [project, bytes]));
  const sessionsOf = new Map(counts.map(({ project, sessions }) => [project, sessions]));
  return {
    projects: own
      .map(({ id, name }) => ({ name, sessions: sessionsOf.get(id) ?? 0, bytes: bytesOf.get(id) ?? 0 }))
      .toSorted((a, b) => b.bytes - a.bytes),
    otherBytes: sumOf(received.filter(({ project }) => !own.some(({ id }) => id === project))),
    days: days.toReversed(),
    databaseBytes: size?.bytes ?? null,
    freeInTables: size?.free ?? null,
    disk,
    daysLeft: size === null || disk === null ? null : daysLeft(received, size, disk.free, now),
  };
}

interface DatabaseSize {
  readonly bytes: number;
  readonly free: number;
}

/** `null` on a cluster: its coordinator holds next to nothing. */
async function sizeOfDatabase(db: Database): Promise<DatabaseSize | null> {
  if ((await nodesOf(db)) !== null) return null;
  const [[row], rooms] = await Promise.all([
    db.$queryRawUnsafe<{ bytes: number }[]>("SELECT pg_database_size(current_database())::float8 AS bytes"),
    tableRooms(db),
  ]);
  const free = rooms.reduce((sum, { bytes, used }) => sum + Math.max(0, bytes - used), 0);
  return { bytes: row?.bytes ?? 0, free: Math.round(free) };
}

/** What is worked out grows with what is received. */
function daysLeft(
  received: readonly ReceivedRow[],
  { bytes, free }: DatabaseSize,
  onDisk: number,
  now: Date,
): number | null {
  const lately = received.reduce((sum, row) => sum + row.lately, 0);
  if (lately === 0) return null;
  const since = Math.min(...received.map(({ first }) => first.getTime()));
  const days = Math.min(LATELY_DAYS, Math.max(1, (now.getTime() - since) / DAY_MS));
  const taken = ((bytes - free) / sumOf(received)) * (lately / days);
  return (onDisk + free) / taken;
}

function sumOf(received: readonly ReceivedRow[]): number {
  return received.reduce((sum, { bytes }) => sum + bytes, 0);
}
