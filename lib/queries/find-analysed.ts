import type { Database } from "@/lib/db/client";
import type { Session as SessionRow } from "@/lib/db/generated/client";
import { findSession } from "./find-session";

/**
 * A session as {@link findSession} gives it.
 * @returns with it whether its analysis is up to the log, which it is not while there is more to be worked in; and the
 *   newest turn that its analysis knows, `null` when there is no analysis of the session as it is derived now
 * @throws AppError `not_found`
 */
export async function findAnalysed(
  db: Database,
  project: string,
  id: string,
): Promise<{ row: SessionRow; analysed: boolean; analysedTurn: number | null }> {
  const row = await findSession(db, project, id);
  const { analysedSeq, lastSeq } = row;
  return {
    row,
    analysed: analysedSeq > 0 && analysedSeq === lastSeq,
    analysedTurn: analysedTurnOf(row),
  };
}

/** The newest turn that the analysis of a session knows; `null` when there is none of the session as it is derived now. */
export function analysedTurnOf({
  analysedSeq,
  analysedTurn,
}: Pick<SessionRow, "analysedSeq" | "analysedTurn">): number | null {
  return analysedSeq === 0 ? null : analysedTurn;
}
