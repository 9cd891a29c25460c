import { sayFailure } from "@/lib/db/say-failure";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import type { Database, Queryable } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { analyseSession } from "./analyse-session";
import { currentStamp } from "./finding-settings";

const BATCH = 100;
const NO_SESSION = "00000000-0000-0000-0000-000000000000";

/**
 * A condition on the table `session`: analysed with other thresholds or rules than those of `stamp`. An index
 * cannot search for what differs, but for less and for more.
 */
export function outdatedFindings(stamp: string): Prisma.Sql {
  return Prisma.sql`(analysed_seq > 0 AND (findings_stamp < ${stamp} OR findings_stamp > ${stamp}))`;
}

/** Counted up to `most`. */
export async function countOutdated(db: Queryable, project: string, most: number): Promise<number> {
  const stamp = await currentStamp(db, project);
  const counted = Prisma.sql`SELECT count(*) AS outdated FROM (
      SELECT 1 FROM session WHERE project_id = ${project} AND ${outdatedFindings(stamp)} LIMIT ${most}
    ) AS waiting`;
  const [row] = await db.$queryRawUnsafe<{ outdated: bigint }[]>(counted.text, ...counted.values);
  return Number(row?.outdated ?? 0);
}

export async function outdatedProjects(db: Queryable): Promise<string[]> {
  const known = await db.$queryRawUnsafe<{ id: string }[]>("SELECT id FROM project");
  const outdated: string[] = [];
  for (const id of new Set([DEFAULT_PROJECT, ...known.map((row) => row.id)]))
    if ((await countOutdated(db, id, 1)) > 0) outdated.push(id);
  return outdated;
}

/**
 * One session after the other.
 * @param signal stops after the current session
 * @throws when it was stopped
 */
export async function reanalyseOutdated(db: Database, project: string, signal?: AbortSignal): Promise<void> {
  let stamp = await currentStamp(db, project);
  let last = NO_SESSION;
  for (;;) {
    const rows = await db.$queryRaw<{ key: string }[]>`
      SELECT session_id AS key FROM session
      WHERE project_id = ${project} AND session_id > ${last}::uuid AND ${outdatedFindings(stamp)}
      ORDER BY session_id LIMIT ${BATCH}`;
    for (const { key } of rows) {
      signal?.throwIfAborted();
      await analyseSession(db, key).catch((error: unknown) =>
        sayFailure("a session could not be analysed again", error),
      );
      last = key;
    }
    const now = await currentStamp(db, project);
    if (now !== stamp) [stamp, last] = [now, NO_SESSION];
    else if (rows.length < BATCH) return;
  }
}
