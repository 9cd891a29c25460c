import type { Database } from "@/lib/db/client";
import { countOutdated, reanalyseOutdated } from "../analyse/outdated";
import { scheduleAnalysis } from "../analyse/schedule";
import { deriveSession } from "./derive-session";

export const SESSIONS_AT_ONCE_MAX = 200;

/**
 * Derives the sessions of a project whose log is ahead of their tables, so that a list shows what was just acknowledged.
 * After a crash this is also what catches up; the rest of a long backlog is left to the next call. Their analysis, and
 * that of sessions that were never analysed or whose findings are from earlier thresholds, follows in the background.
 * @returns how many sessions show findings from earlier thresholds or rules, up to SESSIONS_AT_ONCE_MAX
 */
export async function deriveBehind(db: Database, project: string): Promise<number> {
  const behind = await db.$queryRawUnsafe<{ session_id: string; derive: boolean }[]>(
    `SELECT session_id, derived_seq < last_seq AS derive FROM session
     WHERE project_id = $1 AND (derived_seq < last_seq OR analysed_seq < last_seq) ORDER BY derive DESC LIMIT ${SESSIONS_AT_ONCE_MAX}`,
    project,
  );
  for (const { session_id: key, derive } of behind) if (derive) await deriveSession(db, key);
  if (behind.length > 0)
    scheduleAnalysis(
      db,
      behind.map(({ session_id: key }) => key),
    );
  const outdated = await countOutdated(db, project, SESSIONS_AT_ONCE_MAX);
  if (outdated > 0) void reanalyseOutdated(db, project);
  return outdated;
}
