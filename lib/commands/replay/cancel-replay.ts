import type { ReplayAnswer } from "@/lib/api/endpoints/replays";
import type { Database } from "@/lib/db/client";
import { findSession } from "@/lib/queries/find-session";
import { readReplay } from "@/lib/queries/get-replay";

export async function cancelReplay(
  db: Database,
  project: string,
  sessionId: string,
  id: string,
): Promise<ReplayAnswer> {
  const row = await findSession(db, project, sessionId);
  await db.replay.updateMany({
    where: { sessionId: row.sessionId, id, status: "running" },
    data: { status: "cancelled", updatedAt: new Date() },
  });
  return readReplay(db, row, id);
}
