import { DEFAULT_PROJECT } from "@/lib/core/project";
import type { Database, Queryable } from "./client";
import { Prisma } from "./generated/client";
import { readCurrentStamp } from "./finding-settings";
import { readOverSessions } from "./over-sessions";
import { placeAtSession, placeEverywhere } from "./places";

/**
 * A condition on the table `session`: analysed with other thresholds or rules than those of `stamp`, and not too large to be
 * analysed with these. An index cannot search for what differs, but for less and for more.
 */
export function matchOutdatedFindings(stamp: string): Prisma.Sql {
  return Prisma.sql`(analysed_seq > 0 AND (findings_stamp < ${stamp} OR findings_stamp > ${stamp}) AND refused_stamp <> ${stamp})`;
}

/** How many sessions have outdated findings, counted up to `limit`. */
export async function countOutdated(db: Queryable, project: string, limit: number): Promise<number> {
  const stamp = await readCurrentStamp(db, project);
  const [row] = await readOverSessions<{ outdated: bigint }>(
    db,
    (rows) => Prisma.sql`SELECT count(*) AS outdated FROM (
      SELECT 1 FROM ${rows("session")} AS session
      WHERE project_id = ${project} AND ${matchOutdatedFindings(stamp)} LIMIT ${limit}
    ) AS waiting`,
  );
  return Number(row?.outdated ?? 0);
}

export async function readOutdatedProjects(db: Queryable): Promise<string[]> {
  const projects = await db.$queryRawUnsafe<{ id: string }[]>("SELECT id FROM project");
  const outdated: string[] = [];
  for (const id of new Set([DEFAULT_PROJECT, ...projects.map((row) => row.id)]))
    if ((await countOutdated(db, id, 1)) > 0) outdated.push(id);
  return outdated;
}

interface RefusedRow {
  readonly project: string;
  readonly session: string;
  readonly stamp: string;
}

/** Has sessions tried again that were too large to be analysed with earlier thresholds or rules. */
export async function forgetOldRefusals(db: Queryable): Promise<void> {
  const refused = await db.$queryRawUnsafe<RefusedRow[]>(
    placeEverywhere(
      `SELECT project_id AS project, session_id AS session, refused_stamp AS stamp FROM session
       WHERE analysed_seq < last_seq AND analysis_refused IS NOT NULL`,
    ),
  );
  const now = new Map<string, string>();
  for (const { project, session, stamp } of refused) {
    const current = now.get(project) ?? (await readCurrentStamp(db, project));
    now.set(project, current);
    if (stamp !== current)
      await db.$executeRawUnsafe(
        placeAtSession(
          "UPDATE session SET analysis_refused = NULL, refused_stamp = '' WHERE session_id = $1::uuid AND refused_stamp = $2",
        ),
        session,
        stamp,
      );
  }
}

/** Keys of sessions with outdated findings, in their order, those behind `after`. */
export async function readOutdatedSessions(
  db: Database,
  project: string,
  { stamp, after, most }: { readonly stamp: string; readonly after: string; readonly most: number },
): Promise<string[]> {
  const found = await readOverSessions<{ key: string }>(
    db,
    (rows) => Prisma.sql`SELECT session_id AS key FROM ${rows("session")} AS session
    WHERE project_id = ${project} AND session_id > ${after}::uuid AND ${matchOutdatedFindings(stamp)}
    ORDER BY session_id LIMIT ${most}`,
  );
  return found.map(({ key }) => key);
}
