import type { Database } from "@/lib/db/client";
import type { Session as SessionRow } from "@/lib/db/generated/client";
import { analyseSession } from "./analyse-session";
import { currentStamp } from "./finding-settings";

/** How long a reader waits for the analysis of a session. It goes on when the reader has stopped waiting. */
export const ANALYSIS_WAIT_MS = 8_000;

/**
 * Has a session analysed up to its log and under its project's thresholds, unless that takes too long.
 * @returns whether what is stored says all that follows from the session
 */
export async function ensureAnalysed(
  db: Database,
  row: Pick<SessionRow, "sessionId" | "projectId" | "analysedSeq" | "lastSeq" | "findingsStamp">,
  waitMs = ANALYSIS_WAIT_MS,
): Promise<boolean> {
  const isUpToLog = row.analysedSeq === row.lastSeq;
  if (isUpToLog && row.findingsStamp === (await currentStamp(db, row.projectId))) return true;
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), waitMs);
  });
  const analysis = analyseSession(db, row.sessionId).catch((error: unknown) => {
    console.error("a session could not be analysed", error);
    return false;
  });
  return Promise.race([analysis, tooLong]).finally(() => clearTimeout(timer));
}
