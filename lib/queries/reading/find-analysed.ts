import type { StillPending } from "@/lib/core/pending";
import { describePending } from "@/lib/core/pending";
import type { Database } from "@/lib/db/client";
import type { Session as SessionRow } from "@/lib/db/generated/client";
import { findSession } from "./find-session";

/**
 * A session like {@link findSession}, with the state of its analysis.
 * @returns also whether the analysis covers the whole log, and the newest turn that it covers. The turn is `null` if
 * the session as now derived has no analysis.
 * @throws AppError `not_found`
 */
export async function findAnalysed(
  db: Database,
  project: string,
  id: string,
): Promise<{
  row: SessionRow;
  analysed: boolean;
  analysedTurn: number | null;
  /** What is worked out of it says something; `false` before the first analysis. */
  isKnown: boolean;
  pending: StillPending | null;
}> {
  const row = await findSession(db, project, id);
  const { analysedSeq, lastSeq } = row;
  return {
    row,
    analysed: analysedSeq > 0 && analysedSeq === lastSeq,
    analysedTurn: findAnalysedTurn(row),
    isKnown: analysedSeq > 0 || lastSeq === 0,
    pending: describePending(row),
  };
}

/** `null` if the session as now derived has no analysis. */
export function findAnalysedTurn({
  analysedSeq,
  analysedTurn,
}: Pick<SessionRow, "analysedSeq" | "analysedTurn">): number | null {
  return analysedSeq === 0 ? null : analysedTurn;
}
