import type { Database } from "../client";
import { deriveSession } from "./derive-session";

const SESSIONS_AT_ONCE_MAX = 200;

/**
 * Derives the sessions of a project whose log is ahead of their tables, so that a list shows what was just acknowledged.
 * After a crash this is also what catches up; the rest of a long backlog is left to the next call.
 */
export async function deriveBehind(db: Database, project: string): Promise<void> {
  const behind = await db.$queryRawUnsafe<{ session_id: string }[]>(
    `SELECT session_id FROM session WHERE project_id = $1 AND derived_seq < last_seq LIMIT ${SESSIONS_AT_ONCE_MAX}`,
    project,
  );
  for (const { session_id: key } of behind) await deriveSession(db, key);
}
