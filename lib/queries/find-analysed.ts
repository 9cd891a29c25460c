import type { Database } from "@/lib/db/client";
import type { Session as SessionRow } from "@/lib/db/generated/client";
import { findSession } from "./find-session";

/**
 * A session as {@link findSession} gives it.
 * @returns with it whether its analysis is up to the log; it is not while there is more to be worked in
 * @throws AppError `not_found`
 */
export async function findAnalysed(
  db: Database,
  project: string,
  id: string,
): Promise<{ row: SessionRow; analysed: boolean }> {
  const row = await findSession(db, project, id);
  return { row, analysed: row.analysedSeq > 0 && row.analysedSeq === row.lastSeq };
}
