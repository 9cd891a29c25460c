import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { analyseSession } from "./analyse-session";
import { currentStamp } from "./finding-settings";

const BATCH = 100;

/**
 * Condition on the table `session`: it was analysed, and with other thresholds or rules than `stamp` stands for. An index
 * has no search for what differs, but one for what is less and one for what is more.
 */
export function outdatedFindings(stamp: string): Prisma.Sql {
  return Prisma.sql`(analysed_seq > 0 AND (findings_stamp < ${stamp} OR findings_stamp > ${stamp}))`;
}

/** How many sessions of a project have findings from earlier thresholds or rules, counted up to a bound. */
export async function countOutdated(db: Database, project: string, most: number): Promise<number> {
  const stamp = await currentStamp(db, project);
  const [row] = await db.$queryRaw<{ outdated: bigint }[]>`
    SELECT count(*) AS outdated FROM (
      SELECT 1 FROM session WHERE project_id = ${project} AND ${outdatedFindings(stamp)} LIMIT ${most}
    ) AS waiting`;
  return Number(row?.outdated ?? 0);
}

/** Projects whose sessions are being analysed again in this process. */
const underWay = new Map<string, Promise<void>>();

/**
 * Analyses every session of a project again whose findings are from earlier thresholds or rules, one after the other, in
 * the background. What a process did not get done goes on with the next list that is asked for.
 */
export function reanalyseOutdated(db: Database, project: string): Promise<void> {
  const running = underWay.get(project);
  if (running !== undefined) return running;
  const run = reanalyse(db, project)
    .catch((error: unknown) => console.error("sessions could not be analysed again", error))
    .finally(() => underWay.delete(project));
  underWay.set(project, run);
  return run;
}

async function reanalyse(db: Database, project: string): Promise<void> {
  let stamp = await currentStamp(db, project);
  let last = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const rows = await db.$queryRaw<{ key: string }[]>`
      SELECT session_id AS key FROM session
      WHERE project_id = ${project} AND session_id > ${last}::uuid AND ${outdatedFindings(stamp)}
      ORDER BY session_id LIMIT ${BATCH}`;
    for (const { key } of rows) {
      await analyseSession(db, key).catch((error: unknown) =>
        console.error("a session could not be analysed again", error),
      );
      last = key;
    }
    const now = await currentStamp(db, project);
    if (now !== stamp) [stamp, last] = [now, "00000000-0000-0000-0000-000000000000"];
    else if (rows.length < BATCH) return;
  }
}
