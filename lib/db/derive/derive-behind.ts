import type { Database } from "../client";
import { currentStamp } from "../analyse/finding-settings";
import { reanalyseOutdated } from "../analyse/outdated";
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
  const behind = await db.$queryRawUnsafe<{ session_id: string; derive: boolean; outdated: boolean }[]>(
    `SELECT session_id, derived_seq < last_seq AS derive, derived_seq = last_seq AND analysed_seq = last_seq AS outdated FROM session
     WHERE project_id = $1 AND (derived_seq < last_seq OR analysed_seq < last_seq OR (analysed_seq > 0 AND findings_stamp <> $2))
     ORDER BY derive DESC, outdated LIMIT ${SESSIONS_AT_ONCE_MAX}`,
    project,
    await currentStamp(db, project),
  );
  for (const { session_id: key, derive } of behind) if (derive) await deriveSession(db, key);
  const waiting = behind.filter(({ outdated }) => !outdated);
  const outdated = behind.length - waiting.length;
  if (waiting.length > 0)
    scheduleAnalysis(
      db,
      waiting.map(({ session_id: key }) => key),
    );
  if (outdated > 0) void reanalyseOutdated(db, project);
  return outdated;
}
