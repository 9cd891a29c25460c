import type { Database } from "@/lib/db/client";
import { announceChange } from "@/lib/db/notices/notices";
import { runInTransaction } from "@/lib/db/direct-statements";
import { lockWriter } from "@/lib/db/writer-locks";
import { readAnalysedRow } from "@/lib/db/recordings/analysed-row";
import { placeAtSession } from "@/lib/db/places";

/**
 * Notes that a session is too large to analyse. What an earlier analysis found stays. It is tried again with the next rules or
 * thresholds, and once events of it were withdrawn.
 * @param reason such as `it needs more than 1,536 MB of memory`
 */
export async function refuseAnalysis(db: Database, key: string, reason: string): Promise<void> {
  const row = await readAnalysedRow(db, key);
  if (row === undefined) return;
  const { sessionId, externalId, stamp, receivedAt } = row;
  console.error(`the session ${externalId} is too large to analyse: ${reason}`);
  await runInTransaction(db, async (tx) => {
    await lockWriter(tx, "analysis", [sessionId]);
    const noted = await tx.$executeRawUnsafe(
      placeAtSession(`UPDATE session SET analysis_refused = $2::text, refused_stamp = $3::text
       WHERE session_id = $1::uuid AND received_at = $4::timestamptz`),
      sessionId,
      reason,
      stamp,
      receivedAt,
    );
    if (noted > 0) await announceChange(tx, sessionId, null);
  });
}
