import type { Database } from "@/lib/db/client";
import { ensureAnalysed } from "@/lib/pipeline/analyse/ensure-analysed";
import type { Session as SessionRow } from "@/lib/db/generated/client";
import { findSession } from "./find-session";

/**
 * A session as {@link findSession} gives it, analysed first.
 * @param waitMs how long to wait for that
 * @returns with it whether the analysis is up to the log; it is not while that of a very large session is under way
 * @throws AppError `not_found`
 */
export async function findAnalysed(
  db: Database,
  project: string,
  id: string,
  waitMs?: number,
): Promise<{ row: SessionRow; analysed: boolean }> {
  const row = await findSession(db, project, id);
  const analysed = await ensureAnalysed(db, row, waitMs);
  return { row: await findSession(db, project, id), analysed };
}
